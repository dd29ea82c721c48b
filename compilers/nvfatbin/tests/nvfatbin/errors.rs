//! What errors say, and what is refused before nvFatbin is asked.

use std::error::Error;

use cuda_pathfinder::{Environment, Os, Search};
use nvfatbin::sys::nvFatbinResult;
use nvfatbin::{Arch, Entry, EntryKind, Fatbin, FatbinError, FatbinErrorKind, NvFatbin, Version};

use crate::failing;

#[test]
fn a_nul_byte_in_a_string_is_an_error_with_its_position() {
    let nvfatbin = failing::nvfatbin();
    let arch = Arch::compute(7, 5);
    let cases = [
        (Fatbin::new().option("-c\0"), "-c\0", 2),
        (Fatbin::new().entry(Entry::ptx(arch, "n\0", "")), "n\0", 1),
        (Fatbin::new().entry(Entry::ptx(arch, "n", "").options("\0")), "\0", 0),
    ];
    for (fatbin, wrong, position) in cases {
        let error = nvfatbin.build(&fatbin).unwrap_err();
        let FatbinErrorKind::InteriorNul { text, at } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!((text.as_str(), *at), (wrong, position));
    }
    assert_eq!(failing::alive(), 0);
}

#[test]
fn all_types_are_send_and_sync() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<NvFatbin>();
    is_send_and_sync::<Fatbin<'static>>();
    is_send_and_sync::<FatbinError>();
}

#[test]
fn a_wrapped_error_has_the_message_and_source_of_the_inner_one() {
    let nowhere = Environment::simulated(Os::current(), "/nowhere");
    let load = nvfatbin::sys::load_with(&Search::with_environment(nowhere)).unwrap_err();
    let error = FatbinError::from(load.clone());
    assert_eq!(error.to_string(), load.to_string());
    // A program that prints causes, too, prints nothing twice.
    assert!(error.source().is_none(), "{error}");
    assert!(error.kind().source().is_none(), "{error}");
}

#[test]
fn an_error_returned_from_main_is_printed_as_its_message() {
    let error = FatbinError::from(FatbinErrorKind::Entry {
        entry: "unit".into(),
        kind: EntryKind::Ptx,
        arch: Some(Arch::compute(7, 5)),
        result: nvFatbinResult::NVFATBIN_ERROR_EMPTY_INPUT,
        reason: "empty input".into(),
        nvfatbin: Version::new(13, 0),
    });
    assert_eq!(format!("{error:?}"), error.to_string());
    let text = error.to_string();
    assert!(
        text.starts_with(
            "nvFatbin 13.0 does not accept unit as PTX for compute_75: NVFATBIN_ERROR_EMPTY_INPUT"
        ),
        "{text}"
    );
    assert!(text.ends_with(" (empty input)"), "{text}");
}

#[test]
fn a_result_with_an_error_fits_into_two_registers() {
    assert!(size_of::<Result<(), FatbinError>>() <= 16);
}
