//! Ragged arrays in device memory.
#![warn(missing_docs)]

mod array;
mod axis;
mod backend;
mod broadcast;
mod build;
mod carry;
mod check;
mod combine;
mod dtype;
mod error;
mod form;
mod getitem;
mod host;
mod import;
mod jagged;
mod map;
mod merge;
mod moments;
mod node;
mod options;
mod records;
mod reduce;
mod scalar;
mod sort;
mod structure;
mod type_text;
mod ufunc;
mod value;

pub use array::Array;
pub use axis::Axis;
pub use backend::Backend;
pub use broadcast::Operand;
pub use combine::{Cartesian, Combinations};
pub use dtype::{Dtype, IndexType};
pub use error::Error;
pub use form::Form;
pub use getitem::{Entry, Pick};
pub use host::{HostArray, NamedBuffer};
pub use reduce::{Reduced, Reducer, Reduction};
pub use scalar::Scalar;
pub use value::Value;
