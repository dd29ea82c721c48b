//! Numbers: planes of a register's lanes, formats of floats, and rounding.

pub mod half;
pub mod lane;
pub mod rounding;
pub mod words;
