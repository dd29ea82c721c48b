//! What `cargo xtask generate` writes; nothing here is edited by hand but this list.
#![allow(missing_docs)]
// The generator writes the same imports into every module's files.
#![allow(unused_imports)]
// As C has them.
#![allow(clippy::too_many_arguments)]

#[macro_use]
mod macros;
#[cfg(feature = "cublas")]
pub mod cublas;
pub mod shared {
    pub mod enums;
    pub mod types;
}
