//! The types that CUDA's libraries share.
#![allow(non_camel_case_types)]

pub use cuda_libraries_sys::shared::*;

include!("generated/shared_tags.rs");
