//! cuSOLVER, decompositions and linear systems.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use safe::{CusolverError, DnHandle, DnParams, RfHandle, SpHandle};
