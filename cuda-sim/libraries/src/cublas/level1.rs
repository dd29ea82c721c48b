//! Functions of vectors.

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{Value, Vector, check, rows};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::reduce::{Rotate, Rotation};
use super::sum::Sum;
use crate::element::size_of_data;
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

/// `y = alpha * x + y`
fn axpy(handle: cublasHandle_t, n: i64, alpha: Value, x: Vector, y: Vector) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(y.data)?;
    scalar_of(x.data)?;
    if n <= 0 {
        return Ok(());
    }
    let y = y.elements(n);
    context.submit(&Sum {
        alpha: alpha.factor(&context)?,
        beta: Factor::new(1.0),
        b: y,
        ..Sum::copy([n, 1], scalar, x.elements(n), y)
    })
}

rows! { (handle, n, alpha, x, incx, y, incy) => {
        status(axpy(handle, n.into(), Value::of(alpha), Vector::of(x, incx), Vector::of(y, incy)))
    };
    cublasSaxpy_v2 cublasSaxpy_v2_64 cublasDaxpy_v2 cublasDaxpy_v2_64 cublasCaxpy_v2 cublasCaxpy_v2_64
    cublasZaxpy_v2 cublasZaxpy_v2_64
}

rows! { (handle, n, alpha, alphaType, x, xType, incx, y, yType, incy, _executiontype) => {
        let alpha = Value::new(alpha, alphaType);
        let (x, y) = (Vector::new(x, xType, incx), Vector::new(y, yType, incy));
        status(axpy(handle, n.into(), alpha, x, y))
    };
    cublasAxpyEx cublasAxpyEx_64
}

/// `x = alpha * x`
fn scal(handle: cublasHandle_t, n: i64, alpha: Value, x: Vector) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x.data)?;
    if n <= 0 || x.increment <= 0 {
        return Ok(());
    }
    let x = x.elements(n);
    context.submit(&Sum { alpha: alpha.factor(&context)?, ..Sum::copy([n, 1], scalar, x, x) })
}

rows! { (handle, n, alpha, x, incx) => {
        status(scal(handle, n.into(), Value::of(alpha), Vector::of(x, incx)))
    };
    cublasSscal_v2 cublasSscal_v2_64 cublasDscal_v2 cublasDscal_v2_64 cublasCscal_v2 cublasCscal_v2_64
    cublasCsscal_v2 cublasCsscal_v2_64 cublasZscal_v2 cublasZscal_v2_64 cublasZdscal_v2 cublasZdscal_v2_64
}

rows! { (handle, n, alpha, alphaType, x, xType, incx, _executionType) => {
        let alpha = Value::new(alpha, alphaType);
        status(scal(handle, n.into(), alpha, Vector::new(x, xType, incx)))
    };
    cublasScalEx cublasScalEx_64
}

/// `y = x`, or both exchanged.
fn move_elements(
    handle: cublasHandle_t,
    n: i64,
    x: Vector,
    y: Vector,
    is_exchange: bool,
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x.data)?;
    if x.data != y.data {
        return Err(NOT_SUPPORTED);
    }
    if n <= 0 {
        return Ok(());
    }
    let x = x.elements(n);
    let y = y.elements(n);
    if is_exchange {
        context.submit(&rotation(n, scalar, Rotation::SWAP, x, y))
    } else {
        context.submit(&Sum::copy([n, 1], scalar, x, y))
    }
}

fn rotation(n: i64, scalar: cudaDataType, rotation: Rotation, x: Matrix, y: Matrix) -> Rotate {
    Rotate {
        n,
        scalar,
        rotation,
        x,
        y,
        first: Factor::new(0.0),
        second: Factor::new(0.0),
        parameters: Matrix::vector(0, scalar, 5, 1),
        numbers: [0.0; 5],
    }
}

rows! { (handle, n, x, incx, y, incy) => {
        status(move_elements(handle, n.into(), Vector::of(x, incx), Vector::of(y, incy), false))
    };
    cublasScopy_v2 cublasScopy_v2_64 cublasDcopy_v2 cublasDcopy_v2_64 cublasCcopy_v2 cublasCcopy_v2_64
    cublasZcopy_v2 cublasZcopy_v2_64
}

rows! { (handle, n, x, incx, y, incy) => {
        status(move_elements(handle, n.into(), Vector::of(x, incx), Vector::of(y, incy), true))
    };
    cublasSswap_v2 cublasSswap_v2_64 cublasDswap_v2 cublasDswap_v2_64 cublasCswap_v2 cublasCswap_v2_64
    cublasZswap_v2 cublasZswap_v2_64
}

rows! { (handle, n, x, xType, incx, y, yType, incy), is_exchange => {
        let (x, y) = (Vector::new(x, xType, incx), Vector::new(y, yType, incy));
        status(move_elements(handle, n.into(), x, y, is_exchange))
    };
    cublasCopyEx cublasCopyEx_64: false;
    cublasSwapEx cublasSwapEx_64: true;
}

/// `x = c * x + s * y` and `y = c * y - s * x`
fn rot(
    handle: cublasHandle_t,
    n: i64,
    x: Vector,
    y: Vector,
    cosine: Value,
    sine: Value,
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x.data)?;
    if x.data != y.data {
        return Err(NOT_SUPPORTED);
    }
    if n <= 0 {
        return Ok(());
    }
    let x = x.elements(n);
    let y = y.elements(n);
    context.submit(&Rotate {
        first: cosine.factor(&context)?,
        second: sine.factor(&context)?,
        ..rotation(n, scalar, Rotation::PLANE, x, y)
    })
}

rows! { (handle, n, x, incx, y, incy, c, s) => {
        let (x, y) = (Vector::of(x, incx), Vector::of(y, incy));
        status(rot(handle, n.into(), x, y, Value::of(c), Value::of(s)))
    };
    cublasSrot_v2 cublasSrot_v2_64 cublasDrot_v2 cublasDrot_v2_64 cublasCrot_v2 cublasCrot_v2_64 cublasCsrot_v2
    cublasCsrot_v2_64 cublasZrot_v2 cublasZrot_v2_64 cublasZdrot_v2 cublasZdrot_v2_64
}

rows! { (handle, n, x, xType, incx, y, yType, incy, c, s, csType, _executiontype) => {
        let (x, y) = (Vector::new(x, xType, incx), Vector::new(y, yType, incy));
        let [cosine, sine] = [c, s].map(|pointer| Value::new(pointer, csType));
        status(rot(handle, n.into(), x, y, cosine, sine))
    };
    cublasRotEx cublasRotEx_64
}

/// The modified rotation, by the five numbers that `rotmg` makes.
///
/// # Safety
/// In the mode for host pointers, they are null or there.
unsafe fn rotm(
    handle: cublasHandle_t,
    n: i64,
    x: Vector,
    y: Vector,
    parameters: Vector,
) -> Outcome {
    let context = Context::of(handle)?;
    let scalar = scalar_of(x.data)?;
    if x.data != y.data {
        return Err(NOT_SUPPORTED);
    }
    check(!parameters.pointer.is_null())?;
    if n <= 0 {
        return Ok(());
    }
    let x = x.elements(n);
    let y = y.elements(n);
    let rotate = rotation(n, scalar, Rotation::MODIFIED, x, y);
    if !context.has_host_pointers() {
        return context.submit(&Rotate { parameters: parameters.elements(5), ..rotate });
    }
    let size = size_of_data(parameters.data).ok_or(NOT_SUPPORTED)? as usize;
    let mut numbers = [0.0; 5];
    for (index, number) in numbers.iter_mut().enumerate() {
        let place = parameters.pointer.wrapping_byte_add(index * size);
        // SAFETY: the caller guarantees five numbers.
        *number = unsafe { Factor::on_host(place, parameters.data) }.ok_or(NOT_SUPPORTED)?.re;
    }
    context.submit(&Rotate { numbers, ..rotate })
}

rows! { (handle, n, x, incx, y, incy, param) => {
        status(rotm(handle, n.into(), Vector::of(x, incx), Vector::of(y, incy), Vector::of(param, 1)))
    };
    cublasSrotm_v2 cublasSrotm_v2_64 cublasDrotm_v2 cublasDrotm_v2_64
}

rows! { (handle, n, x, xType, incx, y, yType, incy, param, paramType, _executiontype) => {
        let (x, y) = (Vector::new(x, xType, incx), Vector::new(y, yType, incy));
        status(rotm(handle, n.into(), x, y, Vector::new(param, paramType, 1)))
    };
    cublasRotmEx cublasRotmEx_64
}
