//! NCCL, communication between GPUs; there is none for Windows.
//!
//! A number of a release has two digits for each of its last two parts: 22803 is 2.28.3. The duplicates for profilers, whose
//! names begin with `pnccl`, are left out.
//!
//! A struct with a `size` and a `version`, such as [`ncclConfig_t`], must have those of the *loaded* library, or older ones: an
//! older library silently ignores the fields that it doesn't know.

pub use crate::generated::nccl::constants::*;
pub use crate::generated::nccl::enums::*;
pub use crate::generated::nccl::functions::*;
pub use crate::generated::nccl::types::*;
pub use crate::shared::{cudaEvent_t, cudaStream_t};
