//! The driver API: `safe` types, `result` for unsafe calls that return a `Result`, `sys` for the functions of C.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use result::DriverError;
pub use safe::*;
