//! Functions that make one number of vectors.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{any, rows};
use super::context::{Context, Outcome, status};
use super::level1::{any_vector, scalar_of};
use super::reduce::{Reduce, Reduction};
use crate::element::{Number, data_of};
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

macro_rules! dot {
    ($name:ident $Int:ty, ($T:ty, $what:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *const $T,
            incx: $Int,
            y: *const $T,
            incy: $Int,
            result: *mut $T,
        ) -> cublasStatus_t {
            let data = data_of(x);
            let (x, y) = (
                (any(x), data, incx.into()),
                Some((any(y), data, incy.into())),
            );
            status(reduce(
                handle,
                n.into(),
                Reduction::$what,
                x,
                y,
                (result.cast(), data),
            ))
        }
    };
}

rows! { dot!
    cublasSdot_v2 cublasSdot_v2_64 (f32, DOT);
    cublasDdot_v2 cublasDdot_v2_64 (f64, DOT);
    cublasCdotu_v2 cublasCdotu_v2_64 (cuComplex, DOT);
    cublasCdotc_v2 cublasCdotc_v2_64 (cuComplex, CONJUGATE_DOT);
    cublasZdotu_v2 cublasZdotu_v2_64 (cuDoubleComplex, DOT);
    cublasZdotc_v2 cublasZdotc_v2_64 (cuDoubleComplex, CONJUGATE_DOT);
}

macro_rules! dot_any {
    ($name:ident $Int:ty, ($what:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *const c_void,
            xType: cudaDataType,
            incx: $Int,
            y: *const c_void,
            yType: cudaDataType,
            incy: $Int,
            result: *mut c_void,
            resultType: cudaDataType,
            _executionType: cudaDataType,
        ) -> cublasStatus_t {
            let (x, y) = ((x, xType, incx.into()), Some((y, yType, incy.into())));
            status(reduce(
                handle,
                n.into(),
                Reduction::$what,
                x,
                y,
                (result, resultType),
            ))
        }
    };
}

rows! { dot_any!
    cublasDotEx cublasDotEx_64 (DOT);
    cublasDotcEx cublasDotcEx_64 (CONJUGATE_DOT);
}

macro_rules! of_one {
    ($name:ident $Int:ty, ($T:ty, $R:ty, $what:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *const $T,
            incx: $Int,
            result: *mut $R,
        ) -> cublasStatus_t {
            let x = (any(x), data_of(x), incx.into());
            let result = (result.cast(), <$R as Number>::DATA);
            status(reduce(handle, n.into(), Reduction::$what, x, None, result))
        }
    };
    // The index has the type of the sizes.
    ($name:ident $Int:ty, ($T:ty, $what:ident)) => {
        of_one!($name $Int, ($T, $Int, $what));
    };
}

rows! { of_one!
    cublasSnrm2_v2 cublasSnrm2_v2_64 (f32, f32, NORM);
    cublasDnrm2_v2 cublasDnrm2_v2_64 (f64, f64, NORM);
    cublasScnrm2_v2 cublasScnrm2_v2_64 (cuComplex, f32, NORM);
    cublasDznrm2_v2 cublasDznrm2_v2_64 (cuDoubleComplex, f64, NORM);
    cublasSasum_v2 cublasSasum_v2_64 (f32, f32, ABSOLUTE_SUM);
    cublasDasum_v2 cublasDasum_v2_64 (f64, f64, ABSOLUTE_SUM);
    cublasScasum_v2 cublasScasum_v2_64 (cuComplex, f32, ABSOLUTE_SUM);
    cublasDzasum_v2 cublasDzasum_v2_64 (cuDoubleComplex, f64, ABSOLUTE_SUM);
    cublasIsamax_v2 cublasIsamax_v2_64 (f32, LARGEST);
    cublasIdamax_v2 cublasIdamax_v2_64 (f64, LARGEST);
    cublasIcamax_v2 cublasIcamax_v2_64 (cuComplex, LARGEST);
    cublasIzamax_v2 cublasIzamax_v2_64 (cuDoubleComplex, LARGEST);
    cublasIsamin_v2 cublasIsamin_v2_64 (f32, SMALLEST);
    cublasIdamin_v2 cublasIdamin_v2_64 (f64, SMALLEST);
    cublasIcamin_v2 cublasIcamin_v2_64 (cuComplex, SMALLEST);
    cublasIzamin_v2 cublasIzamin_v2_64 (cuDoubleComplex, SMALLEST);
}

macro_rules! of_any {
    ($name:ident $Int:ty, ($what:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *const c_void,
            xType: cudaDataType,
            incx: $Int,
            result: *mut c_void,
            resultType: cudaDataType,
            _executionType: cudaDataType,
        ) -> cublasStatus_t {
            let x = (x, xType, incx.into());
            status(reduce(
                handle,
                n.into(),
                Reduction::$what,
                x,
                None,
                (result, resultType),
            ))
        }
    };
}

rows! { of_any!
    cublasNrm2Ex cublasNrm2Ex_64 (NORM);
    cublasAsumEx cublasAsumEx_64 (ABSOLUTE_SUM);
}

macro_rules! index_any {
    ($name:ident $Int:ty, ($what:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *const c_void,
            xType: cudaDataType,
            incx: $Int,
            result: *mut $Int,
        ) -> cublasStatus_t {
            let x = (x, xType, incx.into());
            let result = (result.cast(), <$Int as Number>::DATA);
            status(reduce(handle, n.into(), Reduction::$what, x, None, result))
        }
    };
}

rows! { index_any!
    cublasIamaxEx cublasIamaxEx_64 (LARGEST);
    cublasIaminEx cublasIaminEx_64 (SMALLEST);
}
