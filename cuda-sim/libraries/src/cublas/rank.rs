//! Updates of matrices by products of vectors.

use cuda_libraries_sys::cublas::*;

use super::arguments::{Layout, Triangle, Value, Vector, check, check_leading, matrix, rows};
use super::context::{Context, Outcome, status};
use super::product::Product;
use crate::element::Number;
use crate::factor::Factor;
use crate::matrix::{Form, Matrix};

fn ger(
    handle: cublasHandle_t,
    [m, n]: [i64; 2],
    alpha: Value,
    x: Vector,
    y: Vector,
    operation: cublasOperation_t,
    a: Matrix,
) -> Outcome {
    let context = Context::of(handle)?;
    check(m >= 0 && n >= 0 && x.increment != 0 && y.increment != 0)?;
    check_leading(a.columns, m)?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    context.submit(&Product {
        m,
        n,
        k: 1,
        alpha: alpha.factor(&context)?,
        a: x.elements(m),
        b: y.elements(n).operation(operation),
        beta: Factor::new(1.0),
        ..Product::new(a.data, a)
    })
}

// `a += alpha * x * y`, where `y` is transposed.
rows! { (handle, m, n, alpha, x, incx, y, incy, A, lda), operation => {
        let (x, y) = (Vector::of(x, incx), Vector::of(y, incy));
        let a = matrix(A.cast_const(), lda.into());
        status(ger(handle, [m.into(), n.into()], Value::of(alpha), x, y, operation, a))
    };
    cublasSger_v2 cublasSger_v2_64 cublasDger_v2 cublasDger_v2_64 cublasCgeru_v2 cublasCgeru_v2_64
    cublasZgeru_v2 cublasZgeru_v2_64: cublasOperation_t::CUBLAS_OP_T;
    cublasCgerc_v2 cublasCgerc_v2_64 cublasZgerc_v2 cublasZgerc_v2_64: cublasOperation_t::CUBLAS_OP_C;
}

/// A triangle of `a += alpha * x * x`, or of `a += alpha * x * y` and its mirror image; the second one is transposed.
fn rank<T: Number>(
    handle: cublasHandle_t,
    alpha: Value,
    x: Vector,
    second: Option<Vector>,
    a: Triangle<T>,
) -> Outcome {
    let context = Context::of(handle)?;
    let Triangle { n, form, .. } = a;
    let c = a.matrix()?;
    let y = second.unwrap_or(x);
    check(x.increment != 0 && y.increment != 0)?;
    if n == 0 {
        return Ok(());
    }
    let operation = if form == Form::HERMITIAN {
        cublasOperation_t::CUBLAS_OP_C
    } else {
        cublasOperation_t::CUBLAS_OP_T
    };
    context.submit(&Product {
        m: n,
        n,
        k: 1,
        mirror: match second {
            Some(_) => operation,
            None => cublasOperation_t::CUBLAS_OP_N,
        },
        alpha: alpha.factor(&context)?,
        a: x.elements(n),
        b: y.elements(n).operation(operation),
        beta: Factor::new(1.0),
        ..Product::new(T::DATA, c)
    })
}

rows! { (handle, uplo, n, alpha, x, incx, A, lda), form => {
        let (pointer, layout) = (A.cast_const(), Layout::Full(lda.into()));
        let a = Triangle { pointer, layout, form, fill: uplo, n: n.into() };
        status(rank(handle, Value::of(alpha), Vector::of(x, incx), None, a))
    };
    cublasSsyr_v2 cublasSsyr_v2_64 cublasDsyr_v2 cublasDsyr_v2_64 cublasCsyr_v2 cublasCsyr_v2_64 cublasZsyr_v2
    cublasZsyr_v2_64: Form::SYMMETRIC;
    cublasCher_v2 cublasCher_v2_64 cublasZher_v2 cublasZher_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, x, incx, AP), form => {
        let (pointer, layout) = (AP.cast_const(), Layout::Packed);
        let a = Triangle { pointer, layout, form, fill: uplo, n: n.into() };
        status(rank(handle, Value::of(alpha), Vector::of(x, incx), None, a))
    };
    cublasSspr_v2 cublasSspr_v2_64 cublasDspr_v2 cublasDspr_v2_64: Form::SYMMETRIC;
    cublasChpr_v2 cublasChpr_v2_64 cublasZhpr_v2 cublasZhpr_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, x, incx, y, incy, A, lda), form => {
        let (pointer, layout) = (A.cast_const(), Layout::Full(lda.into()));
        let a = Triangle { pointer, layout, form, fill: uplo, n: n.into() };
        status(rank(handle, Value::of(alpha), Vector::of(x, incx), Some(Vector::of(y, incy)), a))
    };
    cublasSsyr2_v2 cublasSsyr2_v2_64 cublasDsyr2_v2 cublasDsyr2_v2_64 cublasCsyr2_v2 cublasCsyr2_v2_64
    cublasZsyr2_v2 cublasZsyr2_v2_64: Form::SYMMETRIC;
    cublasCher2_v2 cublasCher2_v2_64 cublasZher2_v2 cublasZher2_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, x, incx, y, incy, AP), form => {
        let (pointer, layout) = (AP.cast_const(), Layout::Packed);
        let a = Triangle { pointer, layout, form, fill: uplo, n: n.into() };
        status(rank(handle, Value::of(alpha), Vector::of(x, incx), Some(Vector::of(y, incy)), a))
    };
    cublasSspr2_v2 cublasSspr2_v2_64 cublasDspr2_v2 cublasDspr2_v2_64: Form::SYMMETRIC;
    cublasChpr2_v2 cublasChpr2_v2_64 cublasZhpr2_v2 cublasZhpr2_v2_64: Form::HERMITIAN;
}
