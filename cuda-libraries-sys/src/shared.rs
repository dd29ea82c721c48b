//! Types that several libraries use: streams and events, complex numbers, kinds of data.

pub use crate::generated::shared::enums::*;
pub use crate::generated::shared::types::*;
