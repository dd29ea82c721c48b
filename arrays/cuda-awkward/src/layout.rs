//! The layout of arrays: nodes, forms, types, and the walk to an axis.

pub(crate) mod axis;
pub(crate) mod check;
pub(crate) mod columns;
pub(crate) mod dtype;
pub(crate) mod enforce;
pub(crate) mod flat;
pub(crate) mod form;
pub(crate) mod lists;
pub(crate) mod node;
pub(crate) mod options;
pub(crate) mod parameters;
pub(crate) mod records;
pub(crate) mod scalar;
pub(crate) mod structure;
pub(crate) mod times;
mod type_parse;
pub(crate) mod type_text;
pub(crate) mod value;
pub(crate) mod walk;
