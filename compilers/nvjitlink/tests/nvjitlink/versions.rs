//! What every version of nvJitLink does.

use std::fs;

use nvjitlink::{Arch, InputKind, LinkErrorKind, LinkOption, Linker, Version};
use tempfile::TempDir;

use crate::real::{CALLEE, CALLER, every, with_every_nvjitlink};

fn both(arch: Arch) -> Linker<'static> {
    Linker::new(arch).ptx("caller", CALLER).ptx("callee", CALLEE)
}

/// Returns `true` if `bytes` are an ELF file that has `name` in it.
fn is_cubin_with(bytes: &[u8], name: &str) -> bool {
    bytes.starts_with(b"\x7fELF") && bytes.windows(name.len()).any(|part| part == name.as_bytes())
}

with_every_nvjitlink! {
    fn two_units_of_ptx_become_one_cubin(nvjitlink) {
        for arch in [Arch::sm(7, 5), Arch::sm(9, 0)] {
            let cubin = nvjitlink.link_cubin(&both(arch)).unwrap();
            assert!(is_cubin_with(cubin.as_bytes(), "caller"), "{arch} by {nvjitlink:?}");
        }
    }

    fn concurrent_links_have_the_same_output_as_single_ones(nvjitlink) {
        let archs = [Arch::sm(7, 5), Arch::sm(8, 0), Arch::sm(8, 6), Arch::sm(9, 0)];
        let link = |arch| nvjitlink.link_cubin(&both(arch)).unwrap().into_bytes();
        let alone = archs.map(link);
        let longest = std::time::Duration::from_secs(crate::options::number("seconds", 0));
        let began = std::time::Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let alone = &alone;
                scope.spawn(move || {
                    for round in 0.. {
                        if round >= 3 && began.elapsed() >= longest {
                            break;
                        }
                        let at = (thread + round) % archs.len();
                        assert!(link(archs[at]) == alone[at], "{nvjitlink:?}, {}", archs[at]);
                        // One that fails at the same time disturbs no other.
                        nvjitlink.link_cubin(&both(archs[at]).option("-frobnicate")).unwrap_err();
                    }
                });
            }
        });
    }

    fn a_cubin_and_ptx_are_linked_from_files(nvjitlink) {
        let folder = TempDir::new().unwrap();
        let callee = Linker::new(Arch::sm(9, 0)).ptx("callee", CALLEE).option(LinkOption::Relocatable);
        // Relocatable links are of newer ones alone; PTX serves for the others.
        let (kind, bytes) = match nvjitlink.link_cubin(&callee) {
            Ok(cubin) => (InputKind::Cubin, cubin.into_bytes()),
            Err(_) => (InputKind::Ptx, CALLEE.as_bytes().to_vec()),
        };
        let (first, second) = (folder.path().join("caller.ptx"), folder.path().join("callee"));
        fs::write(&first, CALLER).unwrap();
        fs::write(&second, bytes).unwrap();
        let linker = Linker::new(Arch::sm(9, 0));
        // SAFETY: nvJitLink wrote the cubin, and PTX is right.
        let linker = unsafe { linker.file(InputKind::Ptx, &first).file(kind, &second) };
        let cubin = nvjitlink.link_cubin(&linker).unwrap();
        assert!(is_cubin_with(cubin.as_bytes(), "caller"), "{nvjitlink:?}");
    }

    fn options_reach_nvjitlink_and_the_log_is_returned(nvjitlink) {
        let linker = both(Arch::sm(9, 0)).option(LinkOption::Verbose).option(LinkOption::MaxRegisters(32));
        let cubin = nvjitlink.link_cubin(&linker).unwrap();
        assert!(cubin.log().contains("caller"), "{nvjitlink:?}: {:?}", cubin.log());
        assert_eq!(nvjitlink.link_cubin(&both(Arch::sm(9, 0)).option("-O0")).unwrap().log(), "");
    }

    fn an_unknown_option_is_named(nvjitlink) {
        let error = nvjitlink.link_cubin(&both(Arch::sm(9, 0)).option("-frobnicate")).unwrap_err();
        assert!(matches!(error.kind(), LinkErrorKind::InvalidOption { .. }), "{error}");
        assert!(error.log().unwrap().contains("-frobnicate"), "{error}");
    }

    fn an_unknown_architecture_has_its_own_error(nvjitlink) {
        for arch in [Arch::sm(1, 2), Arch::sm(99, 9)] {
            let error = nvjitlink.link_cubin(&both(arch)).unwrap_err();
            assert!(matches!(error.kind(), LinkErrorKind::UnsupportedArch { .. }), "{nvjitlink:?}: {error}");
            assert!(error.to_string().contains(&arch.to_string()), "{error}");
        }
    }

    fn an_input_of_the_wrong_kind_is_named(nvjitlink) {
        let kinds = [InputKind::Ptx, InputKind::Cubin, InputKind::LtoIr, InputKind::Fatbin, InputKind::Object, InputKind::Library];
        for (kind, garbage) in kinds.into_iter().flat_map(|kind| [(kind, "neither this nor that".repeat(50)), (kind, String::new())]) {
            let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
            // SAFETY: it begins like none of the kinds.
            let linker = unsafe { linker.input(kind, "garbage", &garbage) };
            let error = nvjitlink.link_cubin(&linker).unwrap_err();
            let LinkErrorKind::Input { input, kind: reported, .. } = error.kind() else {
                panic!("{kind} by {nvjitlink:?}: {error}");
            };
            assert_eq!((input.as_str(), *reported), ("garbage", kind));
        }
    }

    fn a_file_of_the_wrong_kind_is_named(nvjitlink) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, "neither this nor that").unwrap();
        // SAFETY: it begins like no library.
        let linker = unsafe { Linker::new(Arch::sm(9, 0)).file(InputKind::Library, file.path()) };
        let error = nvjitlink.link_cubin(&linker).unwrap_err();
        assert!(matches!(error.kind(), LinkErrorKind::Input { .. }), "{nvjitlink:?}: {error}");
        assert!(error.to_string().contains(&file.path().display().to_string()), "{error}");
    }

    fn ptx_that_is_not_text_never_reaches_nvjitlink(nvjitlink) {
        for wrong in [b"\xff.version 8.0".as_slice(), b".version 8.0\x01", b".version\0 8.0"] {
            let error = nvjitlink.link_cubin(&Linker::new(Arch::sm(9, 0)).ptx("wrong", wrong)).unwrap_err();
            assert!(matches!(error.kind(), LinkErrorKind::Input { .. }), "{error}");
            assert_eq!(error.log(), Some(""));
        }
    }

    fn ptx_with_an_incomplete_header_is_rejected(nvjitlink) {
        // That of 12.0 crashes on each.
        for wrong in [".version", ".version 8.0\n", ".version 8.0\nfrobnicate", "// .version 8.0\n.target sm_75\n"] {
            let error = nvjitlink.link_cubin(&Linker::new(Arch::sm(9, 0)).ptx("wrong", wrong)).unwrap_err();
            assert!(matches!(error.kind(), LinkErrorKind::Input { .. }), "{nvjitlink:?}: {error}");
        }
    }

    fn ptx_that_does_not_compile_is_reported_with_its_line(nvjitlink) {
        let wrong = CALLEE.replace("ret;", "frobnicate;");
        let error = nvjitlink.link_cubin(&Linker::new(Arch::sm(9, 0)).ptx("wrong", &wrong)).unwrap_err();
        assert!(matches!(error.kind(), LinkErrorKind::Input { .. }), "{error}");
        assert!(error.log().unwrap().contains("line 4"), "{error}");
    }

    fn an_undefined_symbol_is_named(nvjitlink) {
        let linker = Linker::new(Arch::sm(9, 0)).ptx("caller", CALLER).option(LinkOption::NoCache);
        // Before 12.9 it is only printed.
        if nvjitlink.version() < Version::new(12, 9) {
            continue;
        }
        let error = nvjitlink.link_cubin(&linker).unwrap_err();
        let LinkErrorKind::Undefined { symbols, .. } = error.kind() else {
            panic!("{nvjitlink:?}: {error}");
        };
        assert_eq!(*symbols, ["callee"]);
        assert!(error.log().unwrap().contains("callee"), "{error}");
    }

    fn a_missing_file_is_an_error_with_its_path(nvjitlink) {
        // SAFETY: there is no such file.
        let linker = unsafe { Linker::new(Arch::sm(9, 0)).file(InputKind::Library, "/nowhere/libkernels.a") };
        let error = nvjitlink.link_cubin(&linker).unwrap_err();
        let LinkErrorKind::File { source, .. } = error.kind() else { panic!("{error}") };
        assert_eq!(source.kind(), std::io::ErrorKind::NotFound);
        assert!(error.to_string().contains("/nowhere/libkernels.a"), "{error}");
    }

    fn newer_ptx_is_reported_as_such(nvjitlink) {
        let newer = CALLEE.replace(".version 8.0", ".version 99.0");
        let error = nvjitlink.link_cubin(&Linker::new(Arch::sm(9, 0)).ptx("newer", &newer)).unwrap_err();
        assert!(matches!(error.kind(), LinkErrorKind::NewerInput { .. }), "{nvjitlink:?}: {error}");
    }

    fn ptx_output_needs_lto(nvjitlink) {
        // 12.0 to 12.3 take the option and make nothing.
        let error = nvjitlink.link_ptx(&both(Arch::sm(9, 0))).unwrap_err();
        let is_told = matches!(error.kind(), LinkErrorKind::InvalidOption { .. } | LinkErrorKind::NoOutput { .. } | LinkErrorKind::Call { .. });
        assert!(is_told, "{nvjitlink:?}: {error}");
    }

    fn nvjitlink_reports_its_version_and_file(nvjitlink) {
        let path = nvjitlink.path().unwrap().display().to_string();
        let version = format!("-{}.", nvjitlink.version());
        assert!(path.contains(&version), "{path} is not of {version}");
    }
}

#[test]
fn several_versions_link_side_by_side() {
    let every = every("several_versions_link_side_by_side");
    std::thread::scope(|scope| {
        for nvjitlink in every {
            scope.spawn(move || nvjitlink.link_cubin(&both(Arch::sm(8, 0))).unwrap());
        }
    });
}
