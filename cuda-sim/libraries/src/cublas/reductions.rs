//! Functions that make one number of vectors.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{Vector, rows};
use super::context::{Context, Outcome, status};
use super::level1::scalar_of;
use super::reduce::{Reduce, Reduction};
use crate::element::data_of;
use crate::matrix::Matrix;

/// A number made of vectors.
///
/// # Safety
/// In the mode for host pointers, `result` is null or writable for a number of the type.
unsafe fn reduce(
    handle: cublasHandle_t,
    n: i64,
    reduction: Reduction,
    x: Vector,
    second: Option<Vector>,
    result: *mut c_void,
    result_data: cudaDataType,
) -> Outcome {
    let context = Context::of(handle)?;
    scalar_of(x.data)?;
    if let Some(y) = second {
        scalar_of(y.data)?;
    }
    // Without a second vector, a negative increment has no meaning.
    let n = if x.increment <= 0 && second.is_none() { 0 } else { n.max(0) };
    let y = second.unwrap_or(x).elements(n);
    let make = |address| Reduce {
        n,
        reduction,
        reserved: 0,
        x: x.elements(n),
        y,
        result: Matrix::new(address, result_data, 1),
    };
    // SAFETY: the caller guarantees it.
    unsafe { context.submit_for(result, result_data, make) }
}

rows! { (handle, n, x, incx, y, incy, result), reduction => {
        let (x, y) = (Vector::of(x, incx), Vector::of(y, incy));
        status(reduce(handle, n.into(), reduction, x, Some(y), result.cast(), x.data))
    };
    cublasSdot_v2 cublasSdot_v2_64 cublasDdot_v2 cublasDdot_v2_64 cublasCdotu_v2 cublasCdotu_v2_64
    cublasZdotu_v2 cublasZdotu_v2_64: Reduction::DOT;
    cublasCdotc_v2 cublasCdotc_v2_64 cublasZdotc_v2 cublasZdotc_v2_64: Reduction::CONJUGATE_DOT;
}

rows! { (handle, n, x, xType, incx, y, yType, incy, result, resultType, _executionType), reduction => {
        let (x, y) = (Vector::new(x, xType, incx), Vector::new(y, yType, incy));
        status(reduce(handle, n.into(), reduction, x, Some(y), result, resultType))
    };
    cublasDotEx cublasDotEx_64: Reduction::DOT;
    cublasDotcEx cublasDotcEx_64: Reduction::CONJUGATE_DOT;
}

rows! { (handle, n, x, incx, result), reduction => {
        let (x, data) = (Vector::of(x, incx), data_of(result.cast_const()));
        status(reduce(handle, n.into(), reduction, x, None, result.cast(), data))
    };
    cublasSnrm2_v2 cublasSnrm2_v2_64 cublasDnrm2_v2 cublasDnrm2_v2_64 cublasScnrm2_v2 cublasScnrm2_v2_64
    cublasDznrm2_v2 cublasDznrm2_v2_64: Reduction::NORM;
    cublasSasum_v2 cublasSasum_v2_64 cublasDasum_v2 cublasDasum_v2_64 cublasScasum_v2 cublasScasum_v2_64
    cublasDzasum_v2 cublasDzasum_v2_64: Reduction::ABSOLUTE_SUM;
    cublasIsamax_v2 cublasIsamax_v2_64 cublasIdamax_v2 cublasIdamax_v2_64 cublasIcamax_v2 cublasIcamax_v2_64
    cublasIzamax_v2 cublasIzamax_v2_64: Reduction::LARGEST;
    cublasIsamin_v2 cublasIsamin_v2_64 cublasIdamin_v2 cublasIdamin_v2_64 cublasIcamin_v2 cublasIcamin_v2_64
    cublasIzamin_v2 cublasIzamin_v2_64: Reduction::SMALLEST;
}

rows! { (handle, n, x, xType, incx, result, resultType, _executionType), reduction => {
        let x = Vector::new(x, xType, incx);
        status(reduce(handle, n.into(), reduction, x, None, result, resultType))
    };
    cublasNrm2Ex cublasNrm2Ex_64: Reduction::NORM;
    cublasAsumEx cublasAsumEx_64: Reduction::ABSOLUTE_SUM;
}

rows! { (handle, n, x, xType, incx, result), reduction => {
        let (x, data) = (Vector::new(x, xType, incx), data_of(result.cast_const()));
        status(reduce(handle, n.into(), reduction, x, None, result.cast(), data))
    };
    cublasIamaxEx cublasIamaxEx_64: Reduction::LARGEST;
    cublasIaminEx cublasIaminEx_64: Reduction::SMALLEST;
}
