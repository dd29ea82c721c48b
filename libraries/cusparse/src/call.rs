//! What all calls have in common.

use crate::error::Error;

cuda_libraries_sys::call_place!(Error);
