//! NVML, which watches and manages GPUs; it comes with the driver.
//!
//! Functions have numbers of CUDA's releases: 13050 is 13.5. NVML itself reports the driver's, so that a table's is 0, and
//! later drivers for an older CUDA may have some of the functions of newer ones. A struct with a version has it as its first
//! member, such as [`nvmlMemory_v2`].

pub use crate::generated::nvml::constants::*;
pub use crate::generated::nvml::enums::*;
pub use crate::generated::nvml::functions::*;
pub use crate::generated::nvml::types::*;
