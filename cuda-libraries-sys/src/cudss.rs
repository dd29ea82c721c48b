//! cuDSS, direct solvers for sparse systems.
//!
//! A number of a release has two digits for each of its last two parts: 800 is 0.8.0, which gave parameters other numbers than 0.7
//! had, whose names end with `_0_7_1`.

pub use crate::generated::cudss::constants::*;
pub use crate::generated::cudss::enums::*;
pub use crate::generated::cudss::functions::*;
pub use crate::generated::cudss::types::*;
