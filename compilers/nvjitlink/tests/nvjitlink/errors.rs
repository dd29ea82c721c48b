//! What errors say, and what is refused before nvJitLink is asked.

use std::error::Error;
use std::io;

use cuda_pathfinder::{Environment, Os, Search};
use nvjitlink::sys::nvJitLinkResult;
use nvjitlink::{
    Arch, InputKind, LinkError, LinkErrorKind, LinkOption, Linker, NvJitLink, ObjectCode, Version,
};

use crate::fake;

#[test]
fn a_nul_byte_in_a_string_is_an_error_with_its_position() {
    let nvjitlink = fake::nvjitlink(13050, &[]);
    let linker = Linker::new(Arch::sm(9, 0));
    let cases = [
        (linker.clone().option("-O\x00f"), "-O\x00f", 2),
        (linker.clone().ptx("u\0", ""), "u\0", 1),
    ];
    for (linker, wrong, position) in cases {
        let error = nvjitlink.link_cubin(&linker).unwrap_err();
        let LinkErrorKind::InteriorNul { text, at } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!((text.as_str(), *at), (wrong, position));
    }
    assert_eq!(fake::alive(), 0);
}

#[test]
fn options_are_formatted_as_nvjitlink_accepts_them() {
    let written = [
        (LinkOption::Lto, "-lto"),
        (LinkOption::Optimization(0), "-O0"),
        (LinkOption::FlushToZero(true), "-ftz=1"),
        (LinkOption::PreciseDivision(false), "-prec-div=0"),
        (LinkOption::MaxRegisters(32), "-maxrregcount=32"),
        (LinkOption::KernelUsed("saxpy".into()), "-kernels-used=saxpy"),
        ("-jump-table-density=50".into(), "-jump-table-density=50"),
    ];
    for (option, text) in written {
        assert_eq!(option.to_string(), text);
    }
}

#[test]
fn an_error_begins_with_the_failure_and_ends_with_the_log() {
    let error = LinkError::from(LinkErrorKind::Input {
        input: "unit".into(),
        kind: InputKind::LtoIr,
        result: nvJitLinkResult::NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
        log: "first\nsecond\n".into(),
        nvjitlink: Version::new(13, 0),
    });
    assert_eq!(
        error.to_string(),
        "nvJitLink 13.0 does not accept unit as LTO-IR: NVJITLINK_ERROR_INCORRECT_INPUT_TYPE (12): \
         an input is of another kind than was said\n  first\n  second"
    );
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[test]
fn all_types_are_send_and_sync() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<NvJitLink>();
    is_send_and_sync::<Linker<'static>>();
    is_send_and_sync::<ObjectCode>();
    is_send_and_sync::<LinkError>();
}

#[test]
fn a_wrapped_error_has_the_message_and_source_of_the_inner_one() {
    let nowhere = Environment::simulated(Os::current(), "/nowhere");
    let load = nvjitlink::sys::load_with(&Search::with_environment(nowhere)).unwrap_err();
    let error = LinkError::from(load.clone());
    assert_eq!(error.to_string(), load.to_string());
    // A program that prints causes, too, prints nothing twice.
    assert!(error.source().is_none(), "{error}");
    assert!(error.kind().source().is_none(), "{error}");
}

#[test]
fn an_unreadable_file_is_an_error_with_the_systems_message() {
    let nvjitlink = fake::nvjitlink(13050, &[]);
    // SAFETY: there is no such file.
    let linker = unsafe { Linker::new(Arch::sm(9, 0)).file(InputKind::Ptx, "/nowhere/unit.ptx") };
    let error = nvjitlink.link_cubin(&linker).unwrap_err();
    let source = error.source().unwrap().downcast_ref::<io::Error>().unwrap();
    assert_eq!(source.kind(), io::ErrorKind::NotFound);
    assert!(error.to_string().starts_with("cannot read /nowhere/unit.ptx to link it: "), "{error}");
}

#[test]
fn a_result_with_an_error_fits_into_two_registers() {
    assert!(size_of::<Result<(), LinkError>>() <= 16);
}
