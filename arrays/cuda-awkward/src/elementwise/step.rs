//! The code of one function in a kernel.

use crate::layout::dtype::Dtype;

/// The code of a function: what defines its operands, and its result and the type of that.
pub(crate) struct Step {
    pub(crate) before: String,
    pub(crate) expression: String,
    pub(crate) result: Dtype,
}
