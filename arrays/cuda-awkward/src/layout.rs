//! The layout of arrays: nodes, forms, types and scalars.

pub(crate) mod axis;
pub(crate) mod dtype;
pub(crate) mod form;
pub(crate) mod node;
pub(crate) mod scalar;
pub(crate) mod times;
mod type_parse;
pub(crate) mod type_text;
pub(crate) mod value;
