//! What a result code says of itself, without any NVRTC.

use std::ffi::CStr;

use nvrtc_sys::{functions, nvrtcResult};

fn error_string(result: nvrtcResult) -> &'static str {
    // SAFETY: the function has no requirements, and its text lives forever.
    unsafe { CStr::from_ptr(functions::nvrtcGetErrorString(result)) }
        .to_str()
        .unwrap()
}

#[test]
fn every_result_has_a_name_and_a_description() {
    for (name, result) in nvrtcResult::ENUMERATORS {
        let description = result.description().unwrap();
        assert_eq!(
            result.to_string(),
            format!("{name} ({}): {description}", result.0)
        );
    }
}

#[test]
fn a_result_newer_than_the_crate_shows_its_number() {
    let newer = nvrtcResult(4711);
    assert_eq!(newer.description(), None);
    assert!(newer.to_string().contains("4711"), "{newer}");
}

#[test]
fn an_error_string_needs_no_nvrtc() {
    assert_eq!(
        error_string(nvrtcResult::NVRTC_ERROR_COMPILATION),
        "NVRTC_ERROR_COMPILATION"
    );
    assert_eq!(error_string(nvrtcResult(4711)), "NVRTC_ERROR unknown");
}

#[test]
fn the_codes_for_missing_functions_are_not_nvrtcs_codes() {
    for absent in [
        nvrtcResult::LIBRARY_NOT_FOUND,
        nvrtcResult::FUNCTION_NOT_FOUND,
    ] {
        assert_eq!(absent.name(), None);
        assert!(absent.description().is_some());
        assert_ne!(error_string(absent), "NVRTC_ERROR unknown");
    }
}
