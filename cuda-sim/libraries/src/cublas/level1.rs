//! Functions of vectors.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{any, check, rows};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::reduce::{Rotate, Rotation};
use super::sum::Sum;
use crate::element::{Wide, data_of, size_of_data};
use crate::factor::Factor;
use crate::matrix::Matrix;

/// Returns the type of a computation with vectors of a type, if cuBLAS has it.
pub(super) fn scalar_of(data: cudaDataType) -> Result<cudaDataType, cublasStatus_t> {
    match data {
        cudaDataType::CUDA_R_16F | cudaDataType::CUDA_R_16BF => Ok(cudaDataType::CUDA_R_32F),
        cudaDataType::CUDA_R_32F
        | cudaDataType::CUDA_R_64F
        | cudaDataType::CUDA_C_32F
        | cudaDataType::CUDA_C_64F => Ok(data),
        _ => Err(NOT_SUPPORTED),
    }
}

pub(super) fn any_vector(
    pointer: *const c_void,
    data: cudaDataType,
    len: i64,
    increment: i64,
) -> Matrix {
    Matrix::vector(pointer as u64, data, len, increment)
}

/// `y = alpha * x + y`
unsafe fn axpy(
    handle: cublasHandle_t,
    n: i64,
    (alpha, alpha_data): (*const c_void, cudaDataType),
    (x, x_data, increment_x): (*const c_void, cudaDataType, i64),
    (y, y_data, increment_y): (*const c_void, cudaDataType, i64),
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(y_data)?;
    scalar_of(x_data)?;
    if n <= 0 {
        return Ok(());
    }
    let y = any_vector(y, y_data, n, increment_y);
    context.submit(&Sum {
        alpha: context.factor(alpha, alpha_data)?,
        beta: Factor::new(Wide::ONE),
        b: y,
        ..Sum::copy([n, 1], scalar, any_vector(x, x_data, n, increment_x), y)
    })
}

macro_rules! axpy {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            alpha: *const $T,
            x: *const $T,
            incx: $Int,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let data = data_of(alpha);
            let (x, y) = (
                (any(x), data, incx.into()),
                (any(y.cast_const()), data, incy.into()),
            );
            status(axpy(handle, n.into(), (any(alpha), data), x, y))
        }
    };
}

rows! { axpy!
    cublasSaxpy_v2 cublasSaxpy_v2_64 (f32);
    cublasDaxpy_v2 cublasDaxpy_v2_64 (f64);
    cublasCaxpy_v2 cublasCaxpy_v2_64 (cuComplex);
    cublasZaxpy_v2 cublasZaxpy_v2_64 (cuDoubleComplex);
}

macro_rules! axpy_any {
    ($name:ident $Int:ty, ()) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            alpha: *const c_void,
            alphaType: cudaDataType,
            x: *const c_void,
            xType: cudaDataType,
            incx: $Int,
            y: *mut c_void,
            yType: cudaDataType,
            incy: $Int,
            _executiontype: cudaDataType,
        ) -> cublasStatus_t {
            let (x, y) = (
                (x, xType, incx.into()),
                (y.cast_const(), yType, incy.into()),
            );
            status(axpy(handle, n.into(), (alpha, alphaType), x, y))
        }
    };
}

rows! { axpy_any! cublasAxpyEx cublasAxpyEx_64 (); }

/// `x = alpha * x`
unsafe fn scal(
    handle: cublasHandle_t,
    n: i64,
    (alpha, alpha_data): (*const c_void, cudaDataType),
    (x, data, increment): (*const c_void, cudaDataType, i64),
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(data)?;
    if n <= 0 || increment <= 0 {
        return Ok(());
    }
    let x = any_vector(x, data, n, increment);
    context.submit(&Sum {
        alpha: context.factor(alpha, alpha_data)?,
        ..Sum::copy([n, 1], scalar, x, x)
    })
}

macro_rules! scal {
    ($name:ident $Int:ty, ($F:ty, $T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            alpha: *const $F,
            x: *mut $T,
            incx: $Int,
        ) -> cublasStatus_t {
            let x = (any(x.cast_const()), data_of(x.cast_const()), incx.into());
            status(scal(handle, n.into(), (any(alpha), data_of(alpha)), x))
        }
    };
}

rows! { scal!
    cublasSscal_v2 cublasSscal_v2_64 (f32, f32);
    cublasDscal_v2 cublasDscal_v2_64 (f64, f64);
    cublasCscal_v2 cublasCscal_v2_64 (cuComplex, cuComplex);
    cublasCsscal_v2 cublasCsscal_v2_64 (f32, cuComplex);
    cublasZscal_v2 cublasZscal_v2_64 (cuDoubleComplex, cuDoubleComplex);
    cublasZdscal_v2 cublasZdscal_v2_64 (f64, cuDoubleComplex);
}

macro_rules! scal_any {
    ($name:ident $Int:ty, ()) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            alpha: *const c_void,
            alphaType: cudaDataType,
            x: *mut c_void,
            xType: cudaDataType,
            incx: $Int,
            _executionType: cudaDataType,
        ) -> cublasStatus_t {
            let x = (x.cast_const(), xType, incx.into());
            status(scal(handle, n.into(), (alpha, alphaType), x))
        }
    };
}

rows! { scal_any! cublasScalEx cublasScalEx_64 (); }

/// `y = x`, or both exchanged.
unsafe fn move_elements(
    handle: cublasHandle_t,
    n: i64,
    (x, x_data, increment_x): (*const c_void, cudaDataType, i64),
    (y, y_data, increment_y): (*const c_void, cudaDataType, i64),
    is_exchange: bool,
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x_data)?;
    if x_data != y_data {
        return Err(NOT_SUPPORTED);
    }
    if n <= 0 {
        return Ok(());
    }
    let x = any_vector(x, x_data, n, increment_x);
    let y = any_vector(y, y_data, n, increment_y);
    match is_exchange {
        false => context.submit(&Sum::copy([n, 1], scalar, x, y)),
        true => context.submit(&rotation(n, scalar, Rotation::SWAP, x, y)),
    }
}

fn rotation(n: i64, scalar: cudaDataType, what: Rotation, x: Matrix, y: Matrix) -> Rotate {
    Rotate {
        n,
        scalar,
        what,
        x,
        y,
        first: Factor::new(Wide::ZERO),
        second: Factor::new(Wide::ZERO),
        parameters: Matrix::vector(0, scalar, 5, 1),
        numbers: [0.0; 5],
    }
}

macro_rules! copy {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *const $T,
            incx: $Int,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let data = data_of(x);
            let (x, y) = (
                (any(x), data, incx.into()),
                (any(y.cast_const()), data, incy.into()),
            );
            status(move_elements(handle, n.into(), x, y, false))
        }
    };
}

rows! { copy!
    cublasScopy_v2 cublasScopy_v2_64 (f32);
    cublasDcopy_v2 cublasDcopy_v2_64 (f64);
    cublasCcopy_v2 cublasCcopy_v2_64 (cuComplex);
    cublasZcopy_v2 cublasZcopy_v2_64 (cuDoubleComplex);
}

macro_rules! swap {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *mut $T,
            incx: $Int,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let data = data_of(x.cast_const());
            let (x, y) = (
                (any(x.cast_const()), data, incx.into()),
                (any(y.cast_const()), data, incy.into()),
            );
            status(move_elements(handle, n.into(), x, y, true))
        }
    };
}

rows! { swap!
    cublasSswap_v2 cublasSswap_v2_64 (f32);
    cublasDswap_v2 cublasDswap_v2_64 (f64);
    cublasCswap_v2 cublasCswap_v2_64 (cuComplex);
    cublasZswap_v2 cublasZswap_v2_64 (cuDoubleComplex);
}

macro_rules! move_any {
    ($name:ident $Int:ty, ($pointer:ident, $is_exchange:literal)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *$pointer c_void,
            xType: cudaDataType,
            incx: $Int,
            y: *mut c_void,
            yType: cudaDataType,
            incy: $Int,
        ) -> cublasStatus_t {
            let (x, y) = ((x as *const c_void, xType, incx.into()), (y.cast_const(), yType, incy.into()));
            status(move_elements(handle, n.into(), x, y, $is_exchange))
        }
    };
}

rows! { move_any!
    cublasCopyEx cublasCopyEx_64 (const, false);
    cublasSwapEx cublasSwapEx_64 (mut, true);
}

/// `x = c * x + s * y` and `y = c * y - s * x`
unsafe fn rot(
    handle: cublasHandle_t,
    n: i64,
    (x, x_data, increment_x): (*const c_void, cudaDataType, i64),
    (y, y_data, increment_y): (*const c_void, cudaDataType, i64),
    (cosine, cosine_data): (*const c_void, cudaDataType),
    (sine, sine_data): (*const c_void, cudaDataType),
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x_data)?;
    if x_data != y_data {
        return Err(NOT_SUPPORTED);
    }
    if n <= 0 {
        return Ok(());
    }
    let x = any_vector(x, x_data, n, increment_x);
    let y = any_vector(y, y_data, n, increment_y);
    context.submit(&Rotate {
        first: context.factor(cosine, cosine_data)?,
        second: context.factor(sine, sine_data)?,
        ..rotation(n, scalar, Rotation::PLANE, x, y)
    })
}

macro_rules! rot {
    ($name:ident $Int:ty, ($T:ty, $C:ty, $S:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *mut $T,
            incx: $Int,
            y: *mut $T,
            incy: $Int,
            c: *const $C,
            s: *const $S,
        ) -> cublasStatus_t {
            let data = data_of(x.cast_const());
            let (x, y) = (
                (any(x.cast_const()), data, incx.into()),
                (any(y.cast_const()), data, incy.into()),
            );
            let (cosine, sine) = ((any(c), data_of(c)), (any(s), data_of(s)));
            status(rot(handle, n.into(), x, y, cosine, sine))
        }
    };
}

rows! { rot!
    cublasSrot_v2 cublasSrot_v2_64 (f32, f32, f32);
    cublasDrot_v2 cublasDrot_v2_64 (f64, f64, f64);
    cublasCrot_v2 cublasCrot_v2_64 (cuComplex, f32, cuComplex);
    cublasCsrot_v2 cublasCsrot_v2_64 (cuComplex, f32, f32);
    cublasZrot_v2 cublasZrot_v2_64 (cuDoubleComplex, f64, cuDoubleComplex);
    cublasZdrot_v2 cublasZdrot_v2_64 (cuDoubleComplex, f64, f64);
}

macro_rules! rot_any {
    ($name:ident $Int:ty, ()) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *mut c_void,
            xType: cudaDataType,
            incx: $Int,
            y: *mut c_void,
            yType: cudaDataType,
            incy: $Int,
            c: *const c_void,
            s: *const c_void,
            csType: cudaDataType,
            _executiontype: cudaDataType,
        ) -> cublasStatus_t {
            let (x, y) = (
                (x.cast_const(), xType, incx.into()),
                (y.cast_const(), yType, incy.into()),
            );
            status(rot(handle, n.into(), x, y, (c, csType), (s, csType)))
        }
    };
}

rows! { rot_any! cublasRotEx cublasRotEx_64 (); }

/// The modified rotation, by the five numbers that `rotmg` makes.
unsafe fn rotm(
    handle: cublasHandle_t,
    n: i64,
    (x, x_data, increment_x): (*const c_void, cudaDataType, i64),
    (y, y_data, increment_y): (*const c_void, cudaDataType, i64),
    (parameters, data): (*const c_void, cudaDataType),
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x_data)?;
    if x_data != y_data {
        return Err(NOT_SUPPORTED);
    }
    check(!parameters.is_null())?;
    if n <= 0 {
        return Ok(());
    }
    let x = any_vector(x, x_data, n, increment_x);
    let y = any_vector(y, y_data, n, increment_y);
    let rotate = rotation(n, scalar, Rotation::MODIFIED, x, y);
    if !context.has_host_pointers() {
        return context.submit(&Rotate {
            parameters: any_vector(parameters, data, 5, 1),
            ..rotate
        });
    }
    let size = size_of_data(data).ok_or(NOT_SUPPORTED)? as usize;
    let mut numbers = [0.0; 5];
    for (index, number) in numbers.iter_mut().enumerate() {
        let place = parameters.wrapping_byte_add(index * size);
        *number = Factor::on_host(place, data).ok_or(NOT_SUPPORTED)?.re;
    }
    context.submit(&Rotate { numbers, ..rotate })
}

macro_rules! rotm {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *mut $T,
            incx: $Int,
            y: *mut $T,
            incy: $Int,
            param: *const $T,
        ) -> cublasStatus_t {
            let data = data_of(param);
            let (x, y) = (
                (any(x.cast_const()), data, incx.into()),
                (any(y.cast_const()), data, incy.into()),
            );
            status(rotm(handle, n.into(), x, y, (any(param), data)))
        }
    };
}

rows! { rotm!
    cublasSrotm_v2 cublasSrotm_v2_64 (f32);
    cublasDrotm_v2 cublasDrotm_v2_64 (f64);
}

macro_rules! rotm_any {
    ($name:ident $Int:ty, ()) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            n: $Int,
            x: *mut c_void,
            xType: cudaDataType,
            incx: $Int,
            y: *mut c_void,
            yType: cudaDataType,
            incy: $Int,
            param: *const c_void,
            paramType: cudaDataType,
            _executiontype: cudaDataType,
        ) -> cublasStatus_t {
            let (x, y) = (
                (x.cast_const(), xType, incx.into()),
                (y.cast_const(), yType, incy.into()),
            );
            status(rotm(handle, n.into(), x, y, (param, paramType)))
        }
    };
}

rows! { rotm_any! cublasRotmEx cublasRotmEx_64 (); }
