//! The CUDA runtime, as a shared library.
//!
//! Numbers are CUDA's: 13050 is 13.5. CUDA 12 and 13 changed several functions without changing their names: the forms of
//! before have names that end with the last release that has them, such as `cudaMemAdvise_12_9`.
//!
//! Most programs use the driver instead. The runtime is for code that shares it with others, as it uses each device's primary
//! context, too.

pub use crate::generated::cudart::constants::*;
pub use crate::generated::cudart::enums::*;
pub use crate::generated::cudart::functions::*;
pub use crate::generated::cudart::types::*;
