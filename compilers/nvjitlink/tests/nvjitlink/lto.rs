//! Link-time optimization of what NVRTC compiles.

use nvjitlink::{
    Arch, InputKind, LinkErrorKind, LinkOption, Linker, NvJitLink, ObjectCode, ObjectKind,
};

use crate::real::{CALLEE_CU, CALLER_CU, compile, every, ltoir, newest, nvrtc_for, skip};

/// Returns the newest nvJitLink, with LTO-IR that it can read.
fn with_ltoir(test: &str) -> Option<(NvJitLink, [Vec<u8>; 2])> {
    let (nvrtc, units) = ltoir(test)?;
    let nvjitlink = newest(test)?;
    if nvjitlink.version() < nvrtc.version() {
        skip(test, &"NVRTC is newer than nvJitLink");
        return None;
    }
    Some((nvjitlink, units))
}

fn linker(units: &[Vec<u8>; 2]) -> Linker<'_> {
    let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
    // SAFETY: NVRTC wrote both.
    unsafe { linker.ltoir("caller", &units[0]).ltoir("callee", &units[1]) }
}

#[test]
fn two_units_of_ltoir_become_one_cubin() {
    let Some((nvjitlink, units)) = with_ltoir("two_units_of_ltoir_become_one_cubin") else {
        return;
    };
    let cubin = nvjitlink.link_cubin(&linker(&units)).unwrap();
    assert!(cubin.as_bytes().starts_with(b"\x7fELF"));
}

#[test]
fn two_units_of_ltoir_become_ptx_without_a_call() {
    let Some((nvjitlink, units)) = with_ltoir("two_units_of_ltoir_become_ptx_without_a_call")
    else {
        return;
    };
    let ptx = nvjitlink.link_ptx(&linker(&units)).unwrap();
    let text = ptx.as_ptx().unwrap().to_str().unwrap();
    assert!(text.contains(".entry caller"), "{text}");
    assert!(!text.contains("call.uni"), "the function was not inlined: {text}");
}

#[test]
fn two_units_of_ltoir_can_be_linked_to_ltoir() {
    let Some((nvjitlink, units)) = with_ltoir("two_units_of_ltoir_can_be_linked_to_ltoir") else {
        return;
    };
    let one = match nvjitlink.link_ltoir(&linker(&units)) {
        Err(error) if matches!(error.kind(), LinkErrorKind::Absent { .. }) => {
            return skip(
                "two_units_of_ltoir_can_be_linked_to_ltoir",
                &"nvJitLink is older than 13.2",
            );
        }
        one => one.unwrap(),
    };
    let again = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
    // SAFETY: nvJitLink wrote it.
    let again = unsafe { again.ltoir("both", &one) };
    assert!(nvjitlink.link_cubin(&again).unwrap().as_bytes().starts_with(b"\x7fELF"));
}

#[test]
fn the_kind_of_an_input_can_be_left_to_nvjitlink() {
    let Some((nvjitlink, units)) = with_ltoir("the_kind_of_an_input_can_be_left_to_nvjitlink")
    else {
        return;
    };
    let [caller, callee] = &units;
    let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
    // SAFETY: NVRTC wrote both.
    let linker = unsafe {
        let linker = linker.input(InputKind::Any, "caller", caller);
        linker.input(InputKind::Any, "callee", callee)
    };
    nvjitlink.link_cubin(&linker).unwrap();
}

#[test]
fn ltoir_without_lto_is_an_error_that_names_the_input() {
    let Some((nvjitlink, units)) = with_ltoir("ltoir_without_lto_is_an_error_that_names_the_input")
    else {
        return;
    };
    // SAFETY: NVRTC wrote it.
    let linker = unsafe { Linker::new(Arch::sm(9, 0)).ltoir("caller", &units[0]) };
    let error = nvjitlink.link_cubin(&linker).unwrap_err();
    assert!(
        matches!(error.kind(), LinkErrorKind::Input { input, .. } if input == "caller"),
        "{error}"
    );
    assert!(error.to_string().contains("-lto"), "{error}");
}

#[test]
fn ltoir_of_a_newer_nvrtc_is_an_error_that_says_so() {
    let test = "ltoir_of_a_newer_nvrtc_is_an_error_that_says_so";
    let Some((nvrtc, units)) = ltoir(test) else {
        return;
    };
    let older = every(test).into_iter().filter(|nvjitlink| nvjitlink.version() < nvrtc.version());
    for nvjitlink in older {
        let error = nvjitlink.link_cubin(&linker(&units)).unwrap_err();
        let LinkErrorKind::NewerInput { input, kind, .. } = error.kind() else {
            panic!("{nvjitlink:?}: {error}");
        };
        assert_eq!((input.as_str(), *kind), ("caller", InputKind::LtoIr));
        assert!(error.to_string().contains("at least as new"), "{error}");
        assert!(!error.log().unwrap().is_empty(), "{error}");
    }
}

#[test]
fn an_undefined_symbol_is_named_with_lto_too() {
    let Some((nvjitlink, units)) = with_ltoir("an_undefined_symbol_is_named_with_lto_too") else {
        return;
    };
    let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
    // SAFETY: NVRTC wrote it.
    let linker = unsafe { linker.ltoir("caller", &units[0]) };
    let error = nvjitlink.link_cubin(&linker).unwrap_err();
    let LinkErrorKind::Undefined { symbols, .. } = error.kind() else {
        panic!("{nvjitlink:?}: {error}");
    };
    assert!(symbols[0].contains("callee"), "{error}");
}

#[test]
fn an_unknown_architecture_has_its_own_error_with_lto_too() {
    let test = "an_unknown_architecture_has_its_own_error_with_lto_too";
    let Some((nvrtc, units)) = ltoir(test) else {
        return;
    };
    let readers =
        every(test).into_iter().filter(|nvjitlink| nvjitlink.version() >= nvrtc.version());
    for nvjitlink in readers {
        for arch in [Arch::sm(9, 9), Arch::sm(99, 9), Arch::sm(8, 1)] {
            let linker = Linker::new(arch).option(LinkOption::Lto);
            // SAFETY: NVRTC wrote both.
            let linker = unsafe { linker.ltoir("caller", &units[0]).ltoir("callee", &units[1]) };
            let error = nvjitlink.link_cubin(&linker).unwrap_err();
            let is_told = matches!(error.kind(), LinkErrorKind::UnsupportedArch { .. });
            assert!(is_told, "{arch} by {nvjitlink:?}: {error}");
        }
    }
}

#[test]
fn compiled_code_is_saved_linked_and_inspected() {
    const TEST: &str = "compiled_code_is_saved_linked_and_inspected";
    let Some((nvjitlink, units)) = with_ltoir(TEST) else {
        return;
    };
    let folder = tempfile::TempDir::new().unwrap();
    let objects = units.map(|unit| {
        let path = folder.path().join(format!("{}.ltoir", unit.len()));
        // SAFETY: NVRTC wrote it.
        unsafe { ObjectCode::new(ObjectKind::LtoIr, unit) }.unwrap().save(&path).unwrap();
        // SAFETY: it is as it was written.
        unsafe { ObjectCode::load(path) }.unwrap()
    });
    let [caller, callee] = &objects;
    assert_eq!(caller.kind(), ObjectKind::LtoIr);
    let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
    let linker = linker.object("caller", caller).object("callee", callee);
    let cubin = nvjitlink.link_cubin(&linker).unwrap();
    assert_eq!(cubin.kernels().unwrap(), ["caller"]);
    let ptx = nvjitlink.link_ptx(&linker).unwrap();
    assert_eq!(ptx.kernels().unwrap(), ["caller"]);
    let again = Linker::new(Arch::sm(9, 0)).object("ptx", &ptx);
    let again = nvjitlink.link_cubin(&again).unwrap();
    assert_eq!(again.kernels().unwrap(), ["caller"]);
}

#[test]
fn concurrent_links_with_lto_have_the_same_output_as_single_ones() {
    let test = "concurrent_links_with_lto_have_the_same_output_as_single_ones";
    let archs = [Arch::sm(7, 5), Arch::sm(8, 0), Arch::sm(8, 6), Arch::sm(9, 0)];
    // Enough for the optimizer that links overlap.
    let caller = "extern \"C\" __device__ float callee(float);
        extern \"C\" __global__ void caller(float *x, int n) {
            float sum = 0;
            for (int i = 0; i < n; ++i) sum += callee(x[i]) * sinf(x[i]) + cosf(sum);
            *x = sum;
        }";
    let callee = "extern \"C\" __device__ float callee(float x) { return tanf(x) + expf(x); }";
    let longest = std::time::Duration::from_secs(crate::options::number("seconds", 0));
    for nvjitlink in every(test) {
        let Some(nvrtc) = nvrtc_for(nvjitlink) else {
            let version = nvjitlink.version();
            skip(test, &format!("CUDA_NVRTC_SETS has no NVRTC for nvJitLink {version}"));
            continue;
        };
        let units = [caller, callee].map(|source| compile(nvrtc, source));
        let linker = |arch| {
            let linker = Linker::new(arch).option(LinkOption::Lto);
            // SAFETY: NVRTC wrote it.
            unsafe { linker.ltoir("caller", &units[0]) }
        };
        let link = |arch| {
            // SAFETY: NVRTC wrote it.
            let whole = unsafe { linker(arch).ltoir("callee", &units[1]) };
            nvjitlink.link_cubin(&whole).unwrap().into_bytes()
        };
        let alone = archs.map(link);
        let began = std::time::Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (alone, link, linker) = (&alone, &link, &linker);
                scope.spawn(move || {
                    for round in 0.. {
                        if round >= 3 && began.elapsed() >= longest {
                            break;
                        }
                        let at = (thread + round) % archs.len();
                        assert!(link(archs[at]) == alone[at], "{nvjitlink:?}, {}", archs[at]);
                        // Those that fail at the same time disturb no other, and get their own errors.
                        let undefined = nvjitlink.link_cubin(&linker(archs[at])).unwrap_err();
                        let is_own = matches!(undefined.kind(), LinkErrorKind::Undefined { .. });
                        assert!(is_own, "{nvjitlink:?}: {undefined}");
                        let unknown = nvjitlink.link_cubin(&linker(Arch::sm(99, 9))).unwrap_err();
                        let is_own =
                            matches!(unknown.kind(), LinkErrorKind::UnsupportedArch { .. });
                        assert!(is_own, "{nvjitlink:?}: {unknown}");
                    }
                });
            }
        });
    }
}

#[test]
fn an_unknown_architecture_with_lto_does_not_affect_later_links() {
    let test = "an_unknown_architecture_with_lto_does_not_affect_later_links";
    let Some((newest, _)) = ltoir(test) else {
        return;
    };
    for nvjitlink in every(test) {
        let nvrtc = nvrtc_for(nvjitlink).unwrap_or(newest);
        let units = [CALLER_CU, CALLEE_CU].map(|source| compile(nvrtc, source));
        let unknown = Linker::new(Arch::sm(99, 9)).option(LinkOption::Lto);
        let linked = linker(&units);
        let reads = nvjitlink.link_cubin(&linked).is_ok();
        assert!(reads || nvjitlink.version() < nvrtc.version(), "{nvjitlink:?}");
        // The last of several counts.
        let later = ["-arch=sm_999", "-arch=sm_0999", "-arch=sm_80 -arch=sm_999"]
            .map(|option| linker(&units).option(option));
        for _ in 0..3 {
            nvjitlink.link_cubin(&unknown).unwrap_err();
            assert_eq!(nvjitlink.link_cubin(&linked).is_ok(), reads, "{nvjitlink:?}");
            for unknown in &later {
                nvjitlink.link_cubin(unknown).unwrap_err();
            }
            assert_eq!(nvjitlink.link_cubin(&linked).is_ok(), reads, "{nvjitlink:?}");
        }
    }
}
