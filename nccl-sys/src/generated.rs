//! What `cargo xtask generate` writes; nothing here is edited by hand but this list.
#![allow(missing_docs)]
// The generator writes the same imports into every crate's files.
#![allow(unused_imports)]
// As C has them.
#![allow(clippy::too_many_arguments)]

#[macro_use]
mod macros;
pub(crate) mod constants;
pub(crate) mod enums;
#[macro_use]
pub(crate) mod functions;
pub mod by_name;
pub(crate) mod function;
pub(crate) mod load;
mod result;
mod results;
pub(crate) mod table;
pub(crate) mod types;
