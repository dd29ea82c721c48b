//! Sums of matrices in any layouts.

use core::ffi::c_void;

use cuda_driver_sys::CUstream;
use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::{cudaDataType, cudaStream_t};

use super::attribute::read;
use super::description::{Layout, Transform};
use super::plan::check_handle;
use super::{CublasLt, signatures};
use crate::cublas::context::{INVALID_VALUE, NOT_SUPPORTED, Outcome, of_driver, status};
use crate::cublas::sum::Sum;
use crate::dense::is_transposed;
use crate::factor::Factor;
use crate::matrix::Matrix;
use crate::operation::Operation;

/// A matrix of a sum, which may be missing.
struct Term {
    factor: *const c_void,
    address: *const c_void,
    layout: cublasLtMatrixLayout_t,
    operation: cublasOperation_t,
}

impl Term {
    /// Returns its factor and its matrix, which must have the shape of the result.
    ///
    /// # Safety
    /// The layout is null or one, and the factor what the mode of pointers says.
    unsafe fn read(
        &self,
        description: &Transform,
        result: &Layout,
    ) -> Result<Option<(Factor, Matrix)>, cublasStatus_t> {
        if self.layout.is_null() || self.address.is_null() {
            return Ok(None);
        }
        // SAFETY: the caller guarantees it.
        let layout: Layout = unsafe { read(self.layout)? };
        let shape = if is_transposed(self.operation) {
            (layout.columns, layout.rows)
        } else {
            (layout.rows, layout.columns)
        };
        let fits = shape == (result.rows, result.columns)
            && layout.batch_count == result.batch_count
            && !self.factor.is_null();
        if !fits {
            return Err(INVALID_VALUE);
        }
        let factor = match description.pointers {
            cublasLtPointerMode_t::CUBLASLT_POINTER_MODE_HOST => {
                // SAFETY: the caller guarantees it.
                unsafe { Factor::on_host(self.factor, description.scale) }.ok_or(NOT_SUPPORTED)?
            }
            cublasLtPointerMode_t::CUBLASLT_POINTER_MODE_DEVICE => {
                Factor::on_device(self.factor as u64, description.scale)
            }
            _ => return Err(NOT_SUPPORTED),
        };
        let matrix = layout.matrix(self.address as u64)?;
        Ok(Some((factor, matrix.operation(self.operation))))
    }
}

/// # Safety
/// The description and the layouts are null or such, and factors what the mode of pointers says.
unsafe fn submit(
    description: cublasLtMatrixTransformDesc_t,
    terms: impl FnOnce(&Transform) -> [Term; 2],
    (result, layout): (*mut c_void, cublasLtMatrixLayout_t),
    stream: cudaStream_t,
) -> Outcome {
    // SAFETY: the caller guarantees it.
    let (description, layout): (Transform, Layout) = unsafe { (read(description)?, read(layout)?) };
    let scalar = match description.scale {
        cudaDataType::CUDA_R_16F => cudaDataType::CUDA_R_32F,
        other => other,
    };
    let [first, second] = terms(&description);
    let zero = Factor::new(0.0);
    let c = layout.matrix(result as u64)?;
    // SAFETY: the same.
    let (first, second) =
        unsafe { (first.read(&description, &layout)?, second.read(&description, &layout)?) };
    let ((alpha, a), (beta, b)) = (first.unwrap_or((zero, c)), second.unwrap_or((zero, c)));
    if layout.rows == 0 || layout.columns == 0 {
        return Ok(());
    }
    let sizes = [layout.rows as i64, layout.columns as i64];
    let sum =
        Sum { len: layout.batch_count.into(), alpha, beta, b, ..Sum::copy(sizes, scalar, a, c) };
    sum.submit(stream as CUstream).map_err(of_driver)
}

function!(
    CublasLt::cublasLtMatrixTransform,
    |lightHandle, transformDesc, alpha, A, Adesc, beta, B, Bdesc, C, Cdesc, stream| {
        let terms = |description: &Transform| {
            let term =
                |factor, address, layout, operation| Term { factor, address, layout, operation };
            [
                term(alpha, A, Adesc, description.a_operation),
                term(beta, B, Bdesc, description.b_operation),
            ]
        };
        let submitted = check_handle(lightHandle)
            .and_then(|()| submit(transformDesc, terms, (C, Cdesc), stream));
        status(submitted)
    }
);
