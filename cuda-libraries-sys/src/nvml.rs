//! NVML, which watches and manages GPUs; it comes with the driver.
//!
//! Functions have numbers of CUDA's releases: 13050 is 13.5. A table's version is that of the CUDA driver; it is 0 if that one is
//! missing, as it may be in a container. A struct's first member is its version, such as [`nvmlMemory_v2`].

pub use crate::generated::nvml::constants::*;
pub use crate::generated::nvml::enums::*;
pub use crate::generated::nvml::functions::*;
pub use crate::generated::nvml::types::*;
