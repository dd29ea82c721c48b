//! The types that CUDA's libraries share.
#![allow(
    non_camel_case_types,
    unused_imports,
    reason = "those of C; each module takes what its library has"
)]

pub use cuda_libraries_sys::shared::*;

include!("generated/shared_tags.rs");
