//! The types that CUDA's libraries share.

pub use cuda_libraries_sys::shared::*;

include!("generated/shared_tags.rs");
