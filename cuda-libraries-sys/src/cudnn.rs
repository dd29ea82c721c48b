//! cuDNN 9, neural networks: the graph interface, whose functions begin with `cudnnBackend`, and the others.
//!
//! A number of a release has two digits for each of its last two parts: 91002 is 9.10.2.

pub use crate::generated::cudnn::enums::*;
pub use crate::generated::cudnn::functions::*;
pub use crate::generated::cudnn::types::*;
