//! What `cargo xtask generate` writes; nothing here is edited by hand but this list.
#![allow(missing_docs)]

pub(crate) mod constants;
#[macro_use]
pub(crate) mod entry_points;
pub(crate) mod enums;
pub(crate) mod results;
pub(crate) mod types;
