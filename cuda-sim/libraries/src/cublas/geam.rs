//! Sums of matrices, products with diagonal ones, and other layouts of triangles.

use cuda_libraries_sys::cublas::*;

use super::arguments::{
    Value, check, check_fill, check_leading, check_operation, check_side, matrix, rows, vector,
};
use super::context::{Context, Outcome, status};
use super::sum::{Scale, Sum};
use crate::dense::is_transposed;
use crate::factor::Factor;
use crate::matrix::{Form, Matrix};

const RIGHT: cublasSideMode_t = cublasSideMode_t::CUBLAS_SIDE_RIGHT;

/// `c = alpha * a + beta * b`
fn geam(
    handle: cublasHandle_t,
    [m, n]: [i64; 2],
    [alpha, beta]: [Value; 2],
    [a, b]: [Matrix; 2],
    [left, right]: [cublasOperation_t; 2],
    c: Matrix,
) -> Outcome {
    let context = Context::of(handle)?;
    check_operation(left)?;
    check_operation(right)?;
    check(m >= 0 && n >= 0)?;
    check_leading(a.columns, if is_transposed(left) { n } else { m })?;
    check_leading(b.columns, if is_transposed(right) { n } else { m })?;
    check_leading(c.columns, m)?;
    // In place, a matrix can't be transposed.
    let is_in_place = |side: Matrix, operation| {
        side.address == c.address
            && (side.columns != c.columns || operation != cublasOperation_t::CUBLAS_OP_N)
    };
    check(!is_in_place(a, left) && !is_in_place(b, right))?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    // As on an H200, a factor that isn't there is zero, if it would be the host's.
    let factor = |value: Value| {
        if value.is_null() && context.has_host_pointers() {
            Ok(Factor::new(0.0))
        } else {
            value.factor(&context)
        }
    };
    context.submit(&Sum {
        alpha: factor(alpha)?,
        beta: factor(beta)?,
        b: b.operation(right),
        ..Sum::copy([m, n], c.data, a.operation(left), c)
    })
}

rows! { (handle, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc) => {
        let terms = [matrix(A, lda.into()), matrix(B, ldb.into())];
        let c = matrix(C.cast_const(), ldc.into());
        let sizes = [m.into(), n.into()];
        let factors = [Value::of(alpha), Value::of(beta)];
        status(geam(handle, sizes, factors, terms, [transa, transb], c))
    };
    cublasSgeam cublasSgeam_64 cublasDgeam cublasDgeam_64 cublasCgeam cublasCgeam_64 cublasZgeam cublasZgeam_64
}

fn dgmm(
    handle: cublasHandle_t,
    side: cublasSideMode_t,
    [m, n]: [i64; 2],
    a: Matrix,
    diagonal: Matrix,
    c: Matrix,
) -> Outcome {
    let context = Context::of(handle)?;
    check_side(side)?;
    check(m >= 0 && n >= 0)?;
    check_leading(a.columns, m)?;
    check_leading(c.columns, m)?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    context.submit(&Scale {
        m,
        n,
        scalar: c.data,
        is_right: (side == RIGHT).into(),
        a,
        diagonal,
        c,
    })
}

rows! { (handle, mode, m, n, A, lda, x, incx, C, ldc) => {
        let (a, c) = (matrix(A, lda.into()), matrix(C.cast_const(), ldc.into()));
        let len = if mode == RIGHT { n } else { m };
        let diagonal = vector(x, len.into(), incx.into());
        status(dgmm(handle, mode, [m.into(), n.into()], a, diagonal, c))
    };
    cublasSdgmm cublasSdgmm_64 cublasDdgmm cublasDdgmm_64 cublasCdgmm cublasCdgmm_64 cublasZdgmm cublasZdgmm_64
}

/// Copies a triangle from one layout to the other.
fn convert(
    handle: cublasHandle_t,
    fill: cublasFillMode_t,
    n: i64,
    leading: i64,
    from: Matrix,
    to: Matrix,
) -> Outcome {
    let context = Context::of(handle)?;
    check_fill(fill)?;
    check(n >= 0)?;
    check_leading(leading, n)?;
    if n == 0 {
        return Ok(());
    }
    let (from, to) = (from.triangle(Form::TRIANGULAR, fill), to.triangle(Form::TRIANGULAR, fill));
    context.submit(&Sum::copy([n, n], to.data, from, to))
}

rows! { (handle, uplo, n, AP, A, lda) => {
        let (from, to) = (matrix(AP, 1).packed(), matrix(A.cast_const(), lda.into()));
        status(convert(handle, uplo, n.into(), lda.into(), from, to))
    };
    cublasStpttr cublasDtpttr cublasCtpttr cublasZtpttr
}

rows! { (handle, uplo, n, A, lda, AP) => {
        let (from, to) = (matrix(A, lda.into()), matrix(AP.cast_const(), 1).packed());
        status(convert(handle, uplo, n.into(), lda.into(), from, to))
    };
    cublasStrttp cublasDtrttp cublasCtrttp cublasZtrttp
}
