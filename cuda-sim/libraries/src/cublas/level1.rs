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

rows! { (handle, n, alpha, x, incx, y, incy) => {
        let data = data_of(alpha);
        let (x, y) = ((any(x), data, incx.into()), (any(y.cast_const()), data, incy.into()));
        status(axpy(handle, n.into(), (any(alpha), data), x, y))
    };
    cublasSaxpy_v2 cublasSaxpy_v2_64 cublasDaxpy_v2 cublasDaxpy_v2_64 cublasCaxpy_v2 cublasCaxpy_v2_64
    cublasZaxpy_v2 cublasZaxpy_v2_64
}

rows! { (handle, n, alpha, alphaType, x, xType, incx, y, yType, incy, _executiontype) => {
        let (x, y) = ((x, xType, incx.into()), (y.cast_const(), yType, incy.into()));
        status(axpy(handle, n.into(), (alpha, alphaType), x, y))
    };
    cublasAxpyEx cublasAxpyEx_64
}

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

rows! { (handle, n, alpha, x, incx) => {
        let x = (any(x.cast_const()), data_of(x.cast_const()), incx.into());
        status(scal(handle, n.into(), (any(alpha), data_of(alpha)), x))
    };
    cublasSscal_v2 cublasSscal_v2_64 cublasDscal_v2 cublasDscal_v2_64 cublasCscal_v2 cublasCscal_v2_64
    cublasCsscal_v2 cublasCsscal_v2_64 cublasZscal_v2 cublasZscal_v2_64 cublasZdscal_v2 cublasZdscal_v2_64
}

rows! { (handle, n, alpha, alphaType, x, xType, incx, _executionType) => {
        let x = (x.cast_const(), xType, incx.into());
        status(scal(handle, n.into(), (alpha, alphaType), x))
    };
    cublasScalEx cublasScalEx_64
}

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

rows! { (handle, n, x, incx, y, incy) => {
        let data = data_of(x);
        let (x, y) = ((any(x), data, incx.into()), (any(y.cast_const()), data, incy.into()));
        status(move_elements(handle, n.into(), x, y, false))
    };
    cublasScopy_v2 cublasScopy_v2_64 cublasDcopy_v2 cublasDcopy_v2_64 cublasCcopy_v2 cublasCcopy_v2_64
    cublasZcopy_v2 cublasZcopy_v2_64
}

rows! { (handle, n, x, incx, y, incy) => {
        let data = data_of(x.cast_const());
        let (x, y) = ((any(x.cast_const()), data, incx.into()), (any(y.cast_const()), data, incy.into()));
        status(move_elements(handle, n.into(), x, y, true))
    };
    cublasSswap_v2 cublasSswap_v2_64 cublasDswap_v2 cublasDswap_v2_64 cublasCswap_v2 cublasCswap_v2_64
    cublasZswap_v2 cublasZswap_v2_64
}

rows! { (handle, n, x, xType, incx, y, yType, incy), is_exchange => {
        let (x, y) = ((any(x), xType, incx.into()), (y.cast_const(), yType, incy.into()));
        status(move_elements(handle, n.into(), x, y, is_exchange))
    };
    cublasCopyEx cublasCopyEx_64: false;
    cublasSwapEx cublasSwapEx_64: true;
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

rows! { (handle, n, x, incx, y, incy, c, s) => {
        let data = data_of(x.cast_const());
        let (x, y) = ((any(x.cast_const()), data, incx.into()), (any(y.cast_const()), data, incy.into()));
        let (cosine, sine) = ((any(c), data_of(c)), (any(s), data_of(s)));
        status(rot(handle, n.into(), x, y, cosine, sine))
    };
    cublasSrot_v2 cublasSrot_v2_64 cublasDrot_v2 cublasDrot_v2_64 cublasCrot_v2 cublasCrot_v2_64 cublasCsrot_v2
    cublasCsrot_v2_64 cublasZrot_v2 cublasZrot_v2_64 cublasZdrot_v2 cublasZdrot_v2_64
}

rows! { (handle, n, x, xType, incx, y, yType, incy, c, s, csType, _executiontype) => {
        let (x, y) = ((x.cast_const(), xType, incx.into()), (y.cast_const(), yType, incy.into()));
        status(rot(handle, n.into(), x, y, (c, csType), (s, csType)))
    };
    cublasRotEx cublasRotEx_64
}

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
        return context
            .submit(&Rotate { parameters: any_vector(parameters, data, 5, 1), ..rotate });
    }
    let size = size_of_data(data).ok_or(NOT_SUPPORTED)? as usize;
    let mut numbers = [0.0; 5];
    for (index, number) in numbers.iter_mut().enumerate() {
        let place = parameters.wrapping_byte_add(index * size);
        *number = Factor::on_host(place, data).ok_or(NOT_SUPPORTED)?.re;
    }
    context.submit(&Rotate { numbers, ..rotate })
}

rows! { (handle, n, x, incx, y, incy, param) => {
        let data = data_of(param);
        let (x, y) = ((any(x.cast_const()), data, incx.into()), (any(y.cast_const()), data, incy.into()));
        status(rotm(handle, n.into(), x, y, (any(param), data)))
    };
    cublasSrotm_v2 cublasSrotm_v2_64 cublasDrotm_v2 cublasDrotm_v2_64
}

rows! { (handle, n, x, xType, incx, y, yType, incy, param, paramType, _executiontype) => {
        let (x, y) = ((x.cast_const(), xType, incx.into()), (y.cast_const(), yType, incy.into()));
        status(rotm(handle, n.into(), x, y, (param, paramType)))
    };
    cublasRotmEx cublasRotmEx_64
}
