//! What every version of nvFatbin does.

use nvfatbin::sys::nvFatbinResult;
use nvfatbin::{
    Arch, CompressMode, Entry, EntryKind, Fatbin, FatbinError, FatbinErrorKind, FatbinOption, Host,
    ObjectCode, ObjectKind, Version,
};

use crate::real::{PTX, cubin, with_every_nvfatbin};

/// What every fat binary begins with.
const MAGIC: [u8; 4] = 0xBA55_ED50_u32.to_le_bytes();

fn kernel(arch: Arch, cubin: &[u8]) -> Entry<'_> {
    // SAFETY: nvJitLink wrote it.
    unsafe { Entry::cubin(arch, "kernel", cubin) }
}

/// Returns the result of the entry that was refused, with the whole error.
fn refused(error: FatbinError) -> (String, nvFatbinResult, String) {
    let text = error.to_string();
    match error.into_kind() {
        FatbinErrorKind::Entry { entry, result, .. } => (entry, result, text),
        other => panic!("{other}"),
    }
}

with_every_nvfatbin! {
    fn ptx_and_a_cubin_are_packed_into_one_fat_binary(nvfatbin) {
        let Some(cubin) = cubin("ptx_and_a_cubin_are_packed_into_one_fat_binary", Arch::sm(9, 0)) else { return };
        let fatbin = Fatbin::new()
            .entry(kernel(Arch::sm(9, 0), &cubin))
            .entry(Entry::ptx(Arch::compute(7, 5), "kernel", PTX).options("-O3"))
            .option(FatbinOption::Bits64)
            .option(FatbinOption::Cuda)
            .option(FatbinOption::Host(Host::Linux))
            .option(FatbinOption::Compress(false));
        let packed = nvfatbin.build(&fatbin).unwrap();
        let bytes = packed.as_bytes();
        assert_eq!(bytes[..4], MAGIC);
        let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        assert!(has(PTX.as_bytes()) && has(&cubin), "{nvfatbin:?}");
    }

    fn objects_are_packed_and_a_fat_binary_is_written_as_an_object(nvfatbin) {
        let Some(cubin) = cubin("objects_are_packed_and_a_fat_binary_is_written_as_an_object", Arch::sm(9, 0)) else { return };
        // SAFETY: nvJitLink wrote it.
        let cubin = unsafe { ObjectCode::new(ObjectKind::Cubin, cubin.clone()) }.unwrap();
        let ptx = ObjectCode::ptx(std::ffi::CString::new(PTX).unwrap());
        let fatbin = Fatbin::new()
            .entry(Entry::object(Arch::sm(9, 0), "kernel", &cubin).unwrap())
            .entry(Entry::object(Arch::compute(7, 5), "kernel", &ptx).unwrap());
        let packed = nvfatbin.build(&fatbin).unwrap();
        assert_eq!(ObjectKind::of(packed.as_bytes()), Some(packed.kind()));
        assert!(packed.kind() == ObjectKind::Fatbin && Entry::object(Arch::sm(9, 0), "kernel", &packed).is_none());
    }

    fn compression_saves_bytes(nvfatbin) {
        let ptx = PTX.replace("ret;", &"bar.sync 0; ".repeat(500));
        let fatbin = Fatbin::new().entry(Entry::ptx(Arch::compute(7, 5), "kernel", &ptx));
        let size = |fatbin: &Fatbin<'_>| nvfatbin.build(fatbin).unwrap().as_bytes().len();
        let plain = size(&fatbin.clone().option(FatbinOption::Compress(false)));
        let small = size(&fatbin.clone().option(FatbinOption::CompressAll));
        assert!(plain > ptx.len() && small < ptx.len() / 4, "{plain} and {small}");
        if nvfatbin.version() >= Version::new(12, 9) {
            let mode = FatbinOption::CompressMode(CompressMode::Size);
            assert!(size(&fatbin.option(mode)) < ptx.len() / 4);
        }
    }

    fn a_fat_binary_may_be_empty(nvfatbin) {
        assert_eq!(nvfatbin.build(&Fatbin::new()).unwrap().as_bytes()[..4], MAGIC);
    }

    fn a_cubin_of_another_architecture_is_rejected(nvfatbin) {
        let Some(cubin) = cubin("a_cubin_of_another_architecture_is_rejected", Arch::sm(7, 5)) else { return };
        let fatbin = Fatbin::new().entry(kernel(Arch::sm(9, 0), &cubin));
        let (entry, result, text) = refused(nvfatbin.build(&fatbin).unwrap_err());
        assert_eq!(entry, "kernel");
        assert_eq!(result, nvFatbinResult::NVFATBIN_ERROR_ELF_ARCH_MISMATCH);
        assert!(text.contains("sm_90") && text.contains("elf arch does not match"), "{text}");
    }

    fn a_cubin_of_another_word_size_is_rejected(nvfatbin) {
        let Some(cubin) = cubin("a_cubin_of_another_word_size_is_rejected", Arch::sm(7, 5)) else { return };
        let fatbin = Fatbin::new().entry(kernel(Arch::sm(7, 5), &cubin));
        let (_, result, _) = refused(nvfatbin.build(&fatbin.option(FatbinOption::Bits32)).unwrap_err());
        assert_eq!(result, nvFatbinResult::NVFATBIN_ERROR_ELF_SIZE_MISMATCH);
    }

    fn an_entry_of_the_wrong_kind_is_rejected(nvfatbin) {
        let garbage = "neither this nor that".repeat(50);
        let arch = Arch::compute(7, 5);
        // SAFETY: what is no cubin is refused by its first bytes.
        let cubins = unsafe { [Entry::cubin(arch, "garbage", &garbage), Entry::cubin(arch, "garbage", "")] };
        let entries = [
            (Entry::ptx(arch, "garbage", &garbage), nvFatbinResult::NVFATBIN_ERROR_MISSING_PTX_VERSION),
            (Entry::ptx(arch, "garbage", ""), nvFatbinResult::NVFATBIN_ERROR_EMPTY_INPUT),
            (cubins[0], nvFatbinResult::NVFATBIN_ERROR_ELF_SIZE_MISMATCH),
            (cubins[1], nvFatbinResult::NVFATBIN_ERROR_EMPTY_INPUT),
        ];
        for (entry, expected) in entries {
            let (name, result, text) = refused(nvfatbin.build(&Fatbin::new().entry(entry)).unwrap_err());
            assert_eq!((name.as_str(), result), ("garbage", expected), "{nvfatbin:?}: {text}");
        }
    }

    fn unsupported_features_are_reported_with_the_version_that_has_them(nvfatbin) {
        let garbage = b"garbage".repeat(50);
        // SAFETY: it begins like none of them, and is refused.
        let entries = unsafe {[
            (Entry::index("index", &garbage), Version::new(12, 5)),
            (Entry::reloc(&garbage), Version::new(12, 5)),
            (Entry::tile_ir("tile", &garbage), Version::new(13, 1)),
        ]};
        for (entry, since) in entries {
            let error = nvfatbin.build(&Fatbin::new().entry(entry)).unwrap_err();
            let is_absent = matches!(error.kind(), FatbinErrorKind::Absent { .. });
            assert_eq!(is_absent, nvfatbin.version() < since, "{error}");
            if is_absent {
                assert!(error.to_string().contains(&format!("{since} or newer")), "{error}");
            }
        }
    }

    fn an_unknown_option_is_named(nvfatbin) {
        let error = nvfatbin.build(&Fatbin::new().option("-frobnicate")).unwrap_err();
        assert!(matches!(error.kind(), FatbinErrorKind::InvalidOption { .. }), "{error}");
        assert!(error.to_string().contains("-frobnicate"), "{error}");
    }

    fn a_result_has_the_message_of_nvfatbin(nvfatbin) {
        assert_eq!(nvfatbin.error_string(nvFatbinResult::NVFATBIN_SUCCESS), None);
        let words = nvfatbin.error_string(nvFatbinResult::NVFATBIN_ERROR_EMPTY_INPUT);
        assert_eq!(words, Some("empty input"));
    }

    fn nvfatbin_reports_its_version_and_file(nvfatbin) {
        let path = nvfatbin.path().unwrap().display().to_string();
        let version = format!("-{}.", nvfatbin.version());
        assert!(path.contains(&version), "{path} is not of {version}");
    }
}

#[test]
fn a_kind_of_entry_has_a_name_for_messages() {
    assert_eq!(EntryKind::LtoIr.to_string(), "LTO-IR");
}
