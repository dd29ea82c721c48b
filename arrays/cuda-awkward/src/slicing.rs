//! Slices, and gathering the entries that they select.

pub(crate) mod getitem;
pub(crate) mod jagged;
pub(crate) mod pick;
