//! Each call of nvJitLink, and what becomes of a link when it fails.

use std::collections::BTreeSet;
use std::time::Duration;

use nvjitlink::sys::{Symbol, nvJitLinkResult};
use nvjitlink::{Arch, InputKind, LinkErrorKind, LinkOption, Linker};
use tempfile::NamedTempFile;

use crate::fake;

const NONE: (usize, nvJitLinkResult) = (0, nvJitLinkResult::NVJITLINK_SUCCESS);

#[test]
fn every_function_of_nvjitlink_is_reached() {
    let nvjitlink = fake::nvjitlink(13050, &[]);
    let file = NamedTempFile::new().unwrap();
    let linker = Linker::new(Arch::sm(9, 0)).ptx("unit", "");
    // SAFETY: the fake reads nothing.
    let linker = unsafe { linker.file(InputKind::Any, file.path()) };
    fake::fail(NONE.0, NONE.1);
    assert_eq!(nvjitlink.link_cubin(&linker).unwrap().log(), "a remark");
    assert_eq!(nvjitlink.link_ptx(&linker).unwrap().as_ptx(), Some(c"output"));
    nvjitlink.link_ltoir(&linker).unwrap();
    // Loading asks for the version, which the test of real ones compares with the file's.
    let reached = fake::calls().into_iter().chain([Symbol::nvJitLinkVersion]);
    assert_eq!(
        reached.collect::<BTreeSet<_>>(),
        Symbol::ALL.iter().copied().collect::<BTreeSet<_>>()
    );
}

#[test]
fn linked_code_is_an_image_for_the_driver() {
    use cuda_arch::{Code, Image as _};
    let nvjitlink = fake::nvjitlink(13050, &[]);
    let linker = Linker::new(Arch::sm(9, 0)).ptx("unit", "");
    fake::fail(NONE.0, NONE.1);
    let (cubin, ptx) =
        (nvjitlink.link_cubin(&linker).unwrap(), nvjitlink.link_ptx(&linker).unwrap());
    assert!(matches!(cubin.code(), Code::Cubin(bytes) if bytes.starts_with(b"output")));
    assert!(matches!(ptx.code(), Code::Ptx(text) if text == c"output"));
}

#[test]
fn any_failing_call_fails_the_link_and_destroys_its_handle() {
    let nvjitlink = fake::nvjitlink(13050, &[]);
    let linker = Linker::new(Arch::sm(9, 0)).ptx("unit", "");
    fake::fail(NONE.0, NONE.1);
    nvjitlink.link_cubin(&linker).unwrap();
    let calls = fake::calls();
    for (symbol, nth) in calls.iter().zip(1..) {
        fake::fail(nth, nvJitLinkResult::NVJITLINK_ERROR_INTERNAL);
        let outcome = nvjitlink.link_cubin(&linker);
        // A log of errors that can't be read is no error, and neither is a handle that can't be destroyed.
        let is_needless = matches!(
            symbol,
            Symbol::nvJitLinkDestroy
                | Symbol::nvJitLinkGetErrorLog
                | Symbol::nvJitLinkGetErrorLogSize
        );
        assert_eq!(outcome.is_ok(), is_needless, "{symbol}");
        let left = usize::from(*symbol == Symbol::nvJitLinkDestroy);
        assert_eq!(fake::alive(), left, "{symbol}");
    }
}

#[test]
fn an_absent_function_is_reported_with_the_version_that_has_it() {
    let lacks = [Symbol::nvJitLinkGetLinkedLTOIR, Symbol::nvJitLinkGetLinkedLTOIRSize];
    let nvjitlink = fake::nvjitlink(12090, &lacks);
    let error = nvjitlink.link_ltoir(&Linker::new(Arch::sm(9, 0))).unwrap_err();
    assert!(matches!(error.kind(), LinkErrorKind::Absent { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("13.2 or newer") && text.contains("12.9"), "{text}");
}

#[test]
fn links_run_concurrently_except_with_lto_before_12_9() {
    let plain = Linker::new(Arch::sm(9, 0)).ptx("unit", ".version 8.0\n.target sm_75\n");
    let with_lto = plain.clone().option(LinkOption::Lto);
    for (version, linker, at_once) in [
        (12000, &plain, true),
        (12030, &plain, true),
        (12080, &with_lto, false),
        (12090, &with_lto, true),
        (13050, &with_lto, true),
        (13050, &plain, true),
    ] {
        let nvjitlink = fake::nvjitlink(version, &[]);
        // Threads that may meet do so as soon as both are there; those that take turns wait in vain.
        let patience = if at_once { 60_000 } else { 50 };
        let meeting = fake::Rendezvous::new(Duration::from_millis(patience));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    fake::meet(&meeting);
                    nvjitlink.link_cubin(linker).unwrap();
                });
            }
        });
        assert_eq!(meeting.most() == 2, at_once, "{version}, {linker:?}");
    }
}
