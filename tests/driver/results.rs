use std::ffi::CStr;

use cuda_driver::{CuResult, driver::Symbol, sys::CUresult};

use crate::device::on_every_driver;

on_every_driver! {
    fn names_and_descriptions_of_results_are_the_drivers(device) {
        let raw = device.driver.raw();
        let (mut known, mut differ) = (0, Vec::new());
        for (name, code) in CUresult::ENUMERATORS {
            // SAFETY: the driver returns a static string, or an error for a code that is newer than it.
            let (Ok(its_name), Ok(its_text)) = (unsafe { raw.cuGetErrorName(*code) }, unsafe { raw.cuGetErrorString(*code) }) else {
                continue;
            };
            // SAFETY: as above.
            let (its_name, its_text) = unsafe { (CStr::from_ptr(its_name), CStr::from_ptr(its_text)) };
            assert_eq!(its_name.to_str(), Ok(*name));
            known += 1;
            let ours = code.description().unwrap_or_default();
            if its_text.to_str() != Ok(ours) {
                differ.push(format!("{name} = {its_text:?}, not {ours:?}"));
            }
        }
        assert!(differ.is_empty(), "{}", differ.join("\n"));
        assert!(known > 80, "the driver knows {known} codes");
    }
}

#[test]
fn an_unknown_code_is_an_error_like_any_other() {
    let error = CuResult::new(CUresult(54321), Symbol::cuInit, 12040);
    assert_eq!(error.code().as_raw(), CUresult(54321));
    assert_eq!(error.code().name(), None);
    assert_eq!(format!("{:?}", error.code()), "ErrorCode(54321)");
    assert!(
        error
            .to_string()
            .starts_with("cuInit: result code 54321, which is newer than these bindings"),
        "{error}"
    );
}

#[test]
fn a_known_code_is_named_and_explained() {
    let error = CuResult::new(CUresult::CUDA_ERROR_OUT_OF_MEMORY, Symbol::cuMemAlloc_v2, 13000);
    assert_eq!(error.to_string(), "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory");
}

#[test]
fn a_302_of_the_driver_is_not_reported_as_a_missing_function() {
    let error = CuResult::new(
        CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
        Symbol::cuModuleLoad,
        13000,
    );
    assert!(!error.is_absent());
    assert!(error.to_string().contains("shared object symbol not found"), "{error}");
}

#[test]
fn a_result_without_a_value_is_as_small_as_its_error() {
    assert_eq!(size_of::<CuResult>(), 8);
    assert_eq!(size_of::<Result<(), CuResult>>(), 8);
}
