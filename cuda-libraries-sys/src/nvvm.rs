//! libNVVM, the compiler from NVVM IR to PTX.
//!
//! A table's version is that of libNVVM's interface, 2000 for 2.0, whereas functions have numbers of CUDA's releases: 13050 is
//! 13.5. No GPU and no driver are needed to compile.

pub use crate::generated::nvvm::enums::*;
pub use crate::generated::nvvm::functions::*;
pub use crate::generated::nvvm::types::*;
