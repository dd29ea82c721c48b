//! What the kernels have in common.

use cuda_libraries_sys::cudnn::cudnnHandle_t;

use super::handle::stream_of;
use super::{Outcome, of_driver};
use crate::operation::Operation;

/// Submits an operation to the stream of a handle.
pub(super) fn submit(handle: cudnnHandle_t, operation: &impl Operation) -> Outcome {
    let stream = stream_of(handle)?;
    operation.submit(stream).map_err(of_driver)
}

/// Returns the largest number, or NaN if one is.
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

/// Returns the smallest number, or NaN if one is.
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a.is_nan() || a < b { a } else { b }
}
