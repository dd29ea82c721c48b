//! cuFile, copies between files and device memory; there is none for Windows.
//!
//! Numbers are those that the library reports: 1150 is 1.15. Versions before 1.14 don't report one, and a table's is 0.

pub use crate::generated::cufile::constants::*;
pub use crate::generated::cufile::enums::*;
pub use crate::generated::cufile::functions::*;
pub use crate::generated::cufile::types::*;

/// The result code says why; no driver was called.
#[cfg(feature = "functions")]
impl crate::absent::AbsentResult for CUfileError_t {
    fn absent(missing: crate::absent::MissingReason) -> Self {
        Self { err: crate::absent::AbsentResult::absent(missing), cu_err: CUresult::CUDA_SUCCESS }
    }
}
