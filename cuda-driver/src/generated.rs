//! What `cargo xtask generate` writes; nothing here is edited by hand but this list.
#![allow(non_snake_case, clippy::type_complexity)]

pub(crate) mod enums;
mod raw;
