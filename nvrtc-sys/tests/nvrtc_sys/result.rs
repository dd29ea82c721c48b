//! What a result code says of itself, without any NVRTC.

use std::ffi::CStr;

use nvrtc_sys::{functions, load, nvrtcResult};

fn error_string(result: nvrtcResult) -> &'static str {
    // SAFETY: the function has no requirements, and its text lives forever.
    unsafe { CStr::from_ptr(functions::nvrtcGetErrorString(result)) }.to_str().unwrap()
}

#[test]
fn every_result_has_a_name_and_a_description() {
    for (name, result) in nvrtcResult::ENUMERATORS {
        let description = result.description().unwrap();
        assert_eq!(result.to_string(), format!("{name} ({}): {description}", result.0));
    }
}

#[test]
fn a_result_newer_than_the_crate_shows_its_number() {
    let newer = nvrtcResult(4711);
    assert_eq!(newer.description(), None);
    assert!(newer.to_string().contains("4711"), "{newer}");
}

#[test]
fn an_error_string_is_nvrtcs_own_or_says_that_there_is_no_nvrtc() {
    let text = error_string(nvrtcResult::NVRTC_ERROR_COMPILATION);
    let expected = match load() {
        Ok(_) => "NVRTC_ERROR_COMPILATION",
        Err(_) => "no library could be loaded",
    };
    assert_eq!(text, expected);
}

#[test]
fn the_codes_for_missing_functions_are_not_nvrtcs_codes() {
    for absent in [nvrtcResult::LIBRARY_NOT_FOUND, nvrtcResult::FUNCTION_NOT_FOUND] {
        assert_eq!(absent.name(), None);
        assert!(absent.description().is_some());
    }
}
