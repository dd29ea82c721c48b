//! What errors say, and what is refused before nvJitLink is asked.

use nvjitlink::sys::nvJitLinkResult;
use nvjitlink::{Arch, InputKind, LinkError, LinkOption, LinkedCubin, Linker, NvJitLink, Version};

use crate::fake;

#[test]
fn a_nul_byte_in_a_text_is_an_error_that_tells_where() {
    let nvjitlink = fake::nvjitlink(13050, &[]);
    let linker = Linker::new(Arch::sm(9, 0));
    let cases = [
        (linker.clone().option("-O\x00f"), "-O\x00f", 2),
        (linker.clone().ptx("u\0", ""), "u\0", 1),
    ];
    for (linker, wrong, position) in cases {
        let error = nvjitlink.link_cubin(&linker).unwrap_err();
        let LinkError::InteriorNul { text, at } = error else {
            panic!("{error}");
        };
        assert_eq!((text.as_str(), at), (wrong, position));
    }
    assert_eq!(fake::alive(), 0);
}

#[test]
fn an_option_is_written_as_nvjitlink_reads_it() {
    let written = [
        (LinkOption::Lto, "-lto"),
        (LinkOption::Optimization(0), "-O0"),
        (LinkOption::FlushToZero(true), "-ftz=1"),
        (LinkOption::PreciseDivision(false), "-prec-div=0"),
        (LinkOption::MaxRegisters(32), "-maxrregcount=32"),
        (
            LinkOption::KernelUsed("saxpy".into()),
            "-kernels-used=saxpy",
        ),
        ("-jump-table-density=50".into(), "-jump-table-density=50"),
    ];
    for (option, text) in written {
        assert_eq!(option.to_string(), text);
    }
}

#[test]
fn an_error_begins_with_what_failed_and_ends_with_the_log() {
    let error = LinkError::Input {
        input: "unit".into(),
        kind: InputKind::LtoIr,
        result: nvJitLinkResult::NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
        log: "first\nsecond\n".into(),
        nvjitlink: Version::new(13, 0),
    };
    assert_eq!(
        error.to_string(),
        "nvJitLink 13.0 does not accept unit as LTO-IR: NVJITLINK_ERROR_INCORRECT_INPUT_TYPE (12): \
         an input is of another kind than was said\n  first\n  second"
    );
}

#[test]
fn every_type_can_go_to_another_thread() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<NvJitLink>();
    is_send_and_sync::<Linker<'static>>();
    is_send_and_sync::<LinkedCubin>();
    is_send_and_sync::<LinkError>();
}
