//! nvFatbin, which packs device code into fat binaries.
//!
//! Numbers are CUDA's: 13040 is 13.4. No GPU and no driver are needed to pack.

pub use crate::generated::nvfatbin::enums::*;
pub use crate::generated::nvfatbin::functions::*;
pub use crate::generated::nvfatbin::types::*;
