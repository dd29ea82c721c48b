//! cuDensityMat, simulation of open quantum systems; there is none for Windows.
//!
//! A number of a release has two digits for each of its last two parts: 700 is 0.7.0.

pub use crate::generated::cudensitymat::constants::*;
pub use crate::generated::cudensitymat::enums::*;
pub use crate::generated::cudensitymat::functions::*;
pub use crate::generated::cudensitymat::types::*;
