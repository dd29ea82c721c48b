//! The types and functions of `cupti.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    clippy::upper_case_acronyms,
    unused_imports
)]

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cupti CUptiResult
    absent CUPTI_ERROR_NOT_INITIALIZED other CUPTI_ERROR_UNKNOWN);

pub use self::{
    CUpti_ActivityMemcpy2 as CUpti_ActivityMemcpyPtoP,
    CUpti_driver_api_trace_cbid as CUpti_driver_api_trace_cbid_enum,
    CUpti_runtime_api_trace_cbid as CUpti_runtime_api_trace_cbid_enum,
};

cuda_libraries_sys::for_each_cupti_function!(crate::library::functions, cupti);
