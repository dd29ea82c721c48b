//! cuSOLVER, decompositions and linear systems.

pub mod result;
pub mod safe;
pub mod sys;

pub use safe::{CusolverError, DnHandle, DnParams, RfHandle, SpHandle};
