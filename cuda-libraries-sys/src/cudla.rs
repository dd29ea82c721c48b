//! cuDLA, for the deep-learning accelerators of DRIVE and Jetson; there is none for other machines.
//!
//! It reports a version that says nothing of the release: that of a table is 0.

pub use crate::generated::cudla::constants::*;
pub use crate::generated::cudla::enums::*;
pub use crate::generated::cudla::functions::*;
pub use crate::generated::cudla::types::*;
