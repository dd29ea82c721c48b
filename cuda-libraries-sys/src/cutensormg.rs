//! cuTENSORMg, contractions on several GPUs; its result codes are cuTENSOR's.
//!
//! It reports no version: that of a table is 0.

pub use crate::cutensor::cutensorStatus_t;
pub use crate::generated::cutensormg::enums::*;
pub use crate::generated::cutensormg::functions::*;
pub use crate::generated::cutensormg::types::*;
