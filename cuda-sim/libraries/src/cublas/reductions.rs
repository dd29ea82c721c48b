//! Functions that make one number of vectors.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{any, rows};
use super::context::{Context, Outcome, status};
use super::level1::{any_vector, scalar_of};
use super::reduce::{Reduce, Reduction};
use crate::element::data_of;
use crate::matrix::Matrix;

/// A number made of vectors.
unsafe fn reduce(
    handle: cublasHandle_t,
    n: i64,
    what: Reduction,
    (x, x_data, increment_x): (*const c_void, cudaDataType, i64),
    second: Option<(*const c_void, cudaDataType, i64)>,
    (result, result_data): (*mut c_void, cudaDataType),
) -> Outcome {
    let context = Context::of(handle)?;
    scalar_of(x_data)?;
    if let Some((_, data, _)) = second {
        scalar_of(data)?;
    }
    // Without a second vector, a negative increment has no meaning.
    let n = match increment_x <= 0 && second.is_none() {
        true => 0,
        false => n.max(0),
    };
    let x = any_vector(x, x_data, n, increment_x);
    let y = second.map_or(x, |(y, data, increment)| any_vector(y, data, n, increment));
    context.submit_for(result, result_data, |address| Reduce {
        n,
        what,
        reserved: 0,
        x,
        y,
        result: Matrix::new(address, result_data, 1),
    })
}

rows! { (handle, n, x, incx, y, incy, result), what => {
        let data = data_of(x);
        let (x, y) = ((any(x), data, incx.into()), Some((any(y), data, incy.into())));
        status(reduce(handle, n.into(), what, x, y, (result.cast(), data)))
    };
    cublasSdot_v2 cublasSdot_v2_64 cublasDdot_v2 cublasDdot_v2_64 cublasCdotu_v2 cublasCdotu_v2_64
    cublasZdotu_v2 cublasZdotu_v2_64: Reduction::DOT;
    cublasCdotc_v2 cublasCdotc_v2_64 cublasZdotc_v2 cublasZdotc_v2_64: Reduction::CONJUGATE_DOT;
}

rows! { (handle, n, x, xType, incx, y, yType, incy, result, resultType, _executionType), what => {
        let (x, y) = ((x, xType, incx.into()), Some((y, yType, incy.into())));
        status(reduce(handle, n.into(), what, x, y, (result, resultType)))
    };
    cublasDotEx cublasDotEx_64: Reduction::DOT;
    cublasDotcEx cublasDotcEx_64: Reduction::CONJUGATE_DOT;
}

rows! { (handle, n, x, incx, result), what => {
        let x = (any(x), data_of(x), incx.into());
        status(reduce(handle, n.into(), what, x, None, (result.cast(), data_of(result.cast_const()))))
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

rows! { (handle, n, x, xType, incx, result, resultType, _executionType), what => {
        let x = (x, xType, incx.into());
        status(reduce(handle, n.into(), what, x, None, (result, resultType)))
    };
    cublasNrm2Ex cublasNrm2Ex_64: Reduction::NORM;
    cublasAsumEx cublasAsumEx_64: Reduction::ABSOLUTE_SUM;
}

rows! { (handle, n, x, xType, incx, result), what => {
        let (x, data) = ((x, xType, incx.into()), data_of(result.cast_const()));
        status(reduce(handle, n.into(), what, x, None, (result.cast(), data)))
    };
    cublasIamaxEx cublasIamaxEx_64: Reduction::LARGEST;
    cublasIaminEx cublasIaminEx_64: Reduction::SMALLEST;
}
