//! Products of symmetric and triangular matrices with vectors, and solutions of triangular systems for one vector.

use cuda_libraries_sys::cublas::*;

use super::arguments::{
    Layout, Triangle, Value, Vector, check, check_diagonal, check_operation, rows,
};
use super::context::{Context, Outcome, status};
use super::product::Product;
use super::solve::Solve;
use crate::element::Number;
use crate::factor::Factor;
use crate::matrix::Form;

/// `y = alpha * a * x + beta * y` with a symmetric or Hermitian matrix.
fn symmetric<T: Number>(
    handle: cublasHandle_t,
    a: Triangle<T>,
    [alpha, beta]: [Value; 2],
    x: Vector,
    y: Vector,
) -> Outcome {
    let context = Context::of(handle)?;
    let (n, a) = (a.n, a.matrix()?);
    check(x.increment != 0 && y.increment != 0)?;
    if n == 0 {
        return Ok(());
    }
    context.submit(&Product {
        m: n,
        n: 1,
        k: n,
        alpha: alpha.factor(&context)?,
        a,
        b: x.elements(n),
        beta: beta.factor(&context)?,
        ..Product::new(T::DATA, y.elements(n))
    })
}

// Rows of functions whose matrix is a triangle, with the parameters of one of its three layouts.
rows! { (handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy), form => {
        let layout = Layout::Full(lda.into());
        let a = Triangle { pointer: A, layout, form, fill: uplo, n: n.into() };
        let factors = [Value::of(alpha), Value::of(beta)];
        status(symmetric(handle, a, factors, Vector::of(x, incx), Vector::of(y, incy)))
    };
    cublasSsymv_v2 cublasSsymv_v2_64 cublasDsymv_v2 cublasDsymv_v2_64 cublasCsymv_v2 cublasCsymv_v2_64
    cublasZsymv_v2 cublasZsymv_v2_64: Form::SYMMETRIC;
    cublasChemv_v2 cublasChemv_v2_64 cublasZhemv_v2 cublasZhemv_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy), form => {
        let layout = Layout::Band(k.into(), lda.into());
        let a = Triangle { pointer: A, layout, form, fill: uplo, n: n.into() };
        let factors = [Value::of(alpha), Value::of(beta)];
        status(symmetric(handle, a, factors, Vector::of(x, incx), Vector::of(y, incy)))
    };
    cublasSsbmv_v2 cublasSsbmv_v2_64 cublasDsbmv_v2 cublasDsbmv_v2_64: Form::SYMMETRIC;
    cublasChbmv_v2 cublasChbmv_v2_64 cublasZhbmv_v2 cublasZhbmv_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, AP, x, incx, beta, y, incy), form => {
        let a = Triangle { pointer: AP, layout: Layout::Packed, form, fill: uplo, n: n.into() };
        let factors = [Value::of(alpha), Value::of(beta)];
        status(symmetric(handle, a, factors, Vector::of(x, incx), Vector::of(y, incy)))
    };
    cublasSspmv_v2 cublasSspmv_v2_64 cublasDspmv_v2 cublasDspmv_v2_64: Form::SYMMETRIC;
    cublasChpmv_v2 cublasChpmv_v2_64 cublasZhpmv_v2 cublasZhpmv_v2_64: Form::HERMITIAN;
}

/// What is done with a triangular matrix and a vector.
#[derive(Clone, Copy)]
enum Triangular {
    Multiply,
    Solve,
}

fn triangular<T: Number>(
    handle: cublasHandle_t,
    routine: Triangular,
    a: Triangle<T>,
    operation: cublasOperation_t,
    diagonal: cublasDiagType_t,
    x: Vector,
) -> Outcome {
    let context = Context::of(handle)?;
    check_operation(operation)?;
    check_diagonal(diagonal)?;
    let (n, a) = (a.n, a.matrix()?.diagonal(diagonal).operation(operation));
    check(x.increment != 0)?;
    if n == 0 {
        return Ok(());
    }
    let x = x.elements(n);
    match routine {
        Triangular::Multiply => {
            context.submit(&Product { m: n, n: 1, k: n, a, b: x, ..Product::new(T::DATA, x) })
        }
        Triangular::Solve => context.submit(&Solve {
            m: n,
            n: 1,
            len: 1,
            scalar: T::DATA,
            is_right: 0,
            alpha: Factor::new(1.0),
            a,
            b: x,
        }),
    }
}

rows! { (handle, uplo, trans, diag, n, A, lda, x, incx), routine => {
        let (layout, form) = (Layout::Full(lda.into()), Form::TRIANGULAR);
        let a = Triangle { pointer: A, layout, form, fill: uplo, n: n.into() };
        status(triangular(handle, routine, a, trans, diag, Vector::of(x, incx)))
    };
    cublasStrmv_v2 cublasStrmv_v2_64 cublasDtrmv_v2 cublasDtrmv_v2_64 cublasCtrmv_v2 cublasCtrmv_v2_64
    cublasZtrmv_v2 cublasZtrmv_v2_64: Triangular::Multiply;
    cublasStrsv_v2 cublasStrsv_v2_64 cublasDtrsv_v2 cublasDtrsv_v2_64 cublasCtrsv_v2 cublasCtrsv_v2_64
    cublasZtrsv_v2 cublasZtrsv_v2_64: Triangular::Solve;
}

rows! { (handle, uplo, trans, diag, n, k, A, lda, x, incx), routine => {
        let (layout, form) = (Layout::Band(k.into(), lda.into()), Form::TRIANGULAR);
        let a = Triangle { pointer: A, layout, form, fill: uplo, n: n.into() };
        status(triangular(handle, routine, a, trans, diag, Vector::of(x, incx)))
    };
    cublasStbmv_v2 cublasStbmv_v2_64 cublasDtbmv_v2 cublasDtbmv_v2_64 cublasCtbmv_v2 cublasCtbmv_v2_64
    cublasZtbmv_v2 cublasZtbmv_v2_64: Triangular::Multiply;
    cublasStbsv_v2 cublasStbsv_v2_64 cublasDtbsv_v2 cublasDtbsv_v2_64 cublasCtbsv_v2 cublasCtbsv_v2_64
    cublasZtbsv_v2 cublasZtbsv_v2_64: Triangular::Solve;
}

rows! { (handle, uplo, trans, diag, n, AP, x, incx), routine => {
        let (layout, form) = (Layout::Packed, Form::TRIANGULAR);
        let a = Triangle { pointer: AP, layout, form, fill: uplo, n: n.into() };
        status(triangular(handle, routine, a, trans, diag, Vector::of(x, incx)))
    };
    cublasStpmv_v2 cublasStpmv_v2_64 cublasDtpmv_v2 cublasDtpmv_v2_64 cublasCtpmv_v2 cublasCtpmv_v2_64
    cublasZtpmv_v2 cublasZtpmv_v2_64: Triangular::Multiply;
    cublasStpsv_v2 cublasStpsv_v2_64 cublasDtpsv_v2 cublasDtpsv_v2_64 cublasCtpsv_v2 cublasCtpsv_v2_64
    cublasZtpsv_v2 cublasZtpsv_v2_64: Triangular::Solve;
}
