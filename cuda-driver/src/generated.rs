//! What `cargo xtask generate` writes; nothing here is edited by hand but this list.
#![allow(non_snake_case, clippy::type_complexity)]

mod raw;
