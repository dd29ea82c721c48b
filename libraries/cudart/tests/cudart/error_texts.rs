//! The names and texts of codes.

use core::ffi::{CStr, c_char};

use cuda_libraries_sys::cudart::cudaError_t;

unsafe extern "C" {
    fn cudaGetErrorName(error: cudaError_t) -> *const c_char;
    fn cudaGetErrorString(error: cudaError_t) -> *const c_char;
}

const UNKNOWN: &str = "unrecognized error code";

/// Returns the name and the text of a code.
fn of(code: cudaError_t) -> [&'static str; 2] {
    // SAFETY: both return texts that end with a null byte, and live as long as the process.
    let texts = unsafe {
        [cudaGetErrorName(code), cudaGetErrorString(code)].map(|text| CStr::from_ptr(text))
    };
    texts.map(|text| text.to_str().unwrap())
}

#[test]
fn every_code_of_a_header_of_13_0_has_its_name_and_a_text() {
    let names = |code: cudaError_t| {
        let all = cudaError_t::ENUMERATORS.iter();
        all.filter(move |(_, same)| *same == code).map(|(name, _)| *name)
    };
    let mut count = 0;
    for (_, code) in cudaError_t::ENUMERATORS {
        let [name, text] = of(*code);
        let is_newer = code.since().unwrap_or(0) > 13000;
        assert!(is_newer || names(*code).any(|other| other == name), "{} is called {name}", code.0);
        assert_eq!(text == UNKNOWN, name == UNKNOWN, "{}", code.0);
        count += u32::from(name != UNKNOWN);
    }
    assert!(count > 120, "{count}");
}

#[test]
fn texts_are_those_of_nvidia_s_runtime() {
    for (code, name, text) in [
        (0, "cudaSuccess", "no error"),
        (9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
        (98, "cudaErrorInvalidDeviceFunction", "invalid device function"),
        (700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"),
        (917, UNKNOWN, UNKNOWN),
        (12345, UNKNOWN, UNKNOWN),
    ] {
        assert_eq!(of(cudaError_t(code)), [name, text], "{code}");
    }
}
