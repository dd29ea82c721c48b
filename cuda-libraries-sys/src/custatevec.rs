//! cuStateVec, simulation of quantum circuits by state vectors; there is none for Windows.
//!
//! A number of a release has two digits for each of its last two parts: 11500 is 1.15.0, which `custatevecGetVersion` counts so from
//! 1.10 on.

pub use crate::generated::custatevec::constants::*;
pub use crate::generated::custatevec::enums::*;
pub use crate::generated::custatevec::functions::*;
pub use crate::generated::custatevec::types::*;
