//! NVRTC, the compiler of CUDA C++ at run time.
//!
//! Numbers are CUDA's: 13050 is 13.5. The package `cuda-nvrtc-sys` is this module by itself. No GPU and no driver are needed to
//! compile.

pub use crate::generated::nvrtc::constants::*;
pub use crate::generated::nvrtc::enums::*;
pub use crate::generated::nvrtc::functions::*;
pub use crate::generated::nvrtc::types::*;
