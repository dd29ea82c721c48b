//! Updates of matrices by products of vectors.

use cuda_libraries_sys::cublas::*;

use super::arguments::{Layout, any, check, check_leading, matrix, rows, vector};
use super::context::{Context, Outcome, status};
use super::product::Product;
use crate::element::{Number, Wide};
use crate::factor::Factor;
use crate::matrix::Form;

unsafe fn ger<T: Number>(
    handle: cublasHandle_t,
    [m, n]: [i64; 2],
    alpha: *const T,
    (x, increment_x): (*const T, i64),
    (y, increment_y, operation): (*const T, i64, cublasOperation_t),
    (a, leading): (*const T, i64),
) -> Outcome {
    let context = Context::of(handle)?;
    check(m >= 0 && n >= 0 && increment_x != 0 && increment_y != 0)?;
    check_leading(leading, m)?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    context.submit(&Product {
        m,
        n,
        k: 1,
        alpha: context.factor(any(alpha), T::DATA)?,
        a: vector(x, m, increment_x),
        b: vector(y, n, increment_y).operation(operation),
        beta: Factor::new(Wide::ONE),
        ..Product::new(T::DATA, matrix(a, leading))
    })
}

// `a += alpha * x * y`, where `y` is transposed.
rows! { (handle, m, n, alpha, x, incx, y, incy, A, lda), operation => {
        let y = (y, incy.into(), operation);
        let a = (A.cast_const(), lda.into());
        status(ger(handle, [m.into(), n.into()], alpha, (x, incx.into()), y, a))
    };
    cublasSger_v2 cublasSger_v2_64 cublasDger_v2 cublasDger_v2_64 cublasCgeru_v2 cublasCgeru_v2_64
    cublasZgeru_v2 cublasZgeru_v2_64: cublasOperation_t::CUBLAS_OP_T;
    cublasCgerc_v2 cublasCgerc_v2_64 cublasZgerc_v2 cublasZgerc_v2_64: cublasOperation_t::CUBLAS_OP_C;
}

/// A triangle of `a += alpha * x * x`, or of `a += alpha * x * y` and its mirror image; the second one is transposed.
unsafe fn rank<F: Number, T: Number>(
    handle: cublasHandle_t,
    (form, fill, n): (Form, cublasFillMode_t, i64),
    alpha: *const F,
    (x, increment_x): (*const T, i64),
    second: Option<(*const T, i64)>,
    (a, layout): (*const T, Layout),
) -> Outcome {
    let context = Context::of(handle)?;
    let c = layout.triangle(a, n, form, fill)?;
    let (y, increment_y) = second.unwrap_or((x, increment_x));
    check(increment_x != 0 && increment_y != 0)?;
    if n == 0 {
        return Ok(());
    }
    let operation = match form == Form::HERMITIAN {
        true => cublasOperation_t::CUBLAS_OP_C,
        false => cublasOperation_t::CUBLAS_OP_T,
    };
    context.submit(&Product {
        m: n,
        n,
        k: 1,
        mirror: match second {
            Some(_) => operation,
            None => cublasOperation_t::CUBLAS_OP_N,
        },
        alpha: context.factor(any(alpha), F::DATA)?,
        a: vector(x, n, increment_x),
        b: vector(y, n, increment_y).operation(operation),
        beta: Factor::new(Wide::ONE),
        ..Product::new(T::DATA, c)
    })
}

rows! { (handle, uplo, n, alpha, x, incx, A, lda), form => {
        let a = (A.cast_const(), Layout::Full(lda.into()));
        let form = (form, uplo, n.into());
        status(rank(handle, form, alpha, (x, incx.into()), None, a))
    };
    cublasSsyr_v2 cublasSsyr_v2_64 cublasDsyr_v2 cublasDsyr_v2_64 cublasCsyr_v2 cublasCsyr_v2_64 cublasZsyr_v2
    cublasZsyr_v2_64: Form::SYMMETRIC;
    cublasCher_v2 cublasCher_v2_64 cublasZher_v2 cublasZher_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, x, incx, AP), form => {
        let a = (AP.cast_const(), Layout::Packed);
        let form = (form, uplo, n.into());
        status(rank(handle, form, alpha, (x, incx.into()), None, a))
    };
    cublasSspr_v2 cublasSspr_v2_64 cublasDspr_v2 cublasDspr_v2_64: Form::SYMMETRIC;
    cublasChpr_v2 cublasChpr_v2_64 cublasZhpr_v2 cublasZhpr_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, x, incx, y, incy, A, lda), form => {
        let a = (A.cast_const(), Layout::Full(lda.into()));
        let form = (form, uplo, n.into());
        let (x, y) = ((x, incx.into()), Some((y, incy.into())));
        status(rank(handle, form, alpha, x, y, a))
    };
    cublasSsyr2_v2 cublasSsyr2_v2_64 cublasDsyr2_v2 cublasDsyr2_v2_64 cublasCsyr2_v2 cublasCsyr2_v2_64
    cublasZsyr2_v2 cublasZsyr2_v2_64: Form::SYMMETRIC;
    cublasCher2_v2 cublasCher2_v2_64 cublasZher2_v2 cublasZher2_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, n, alpha, x, incx, y, incy, AP), form => {
        let a = (AP.cast_const(), Layout::Packed);
        let form = (form, uplo, n.into());
        let (x, y) = ((x, incx.into()), Some((y, incy.into())));
        status(rank(handle, form, alpha, x, y, a))
    };
    cublasSspr2_v2 cublasSspr2_v2_64 cublasDspr2_v2 cublasDspr2_v2_64: Form::SYMMETRIC;
    cublasChpr2_v2 cublasChpr2_v2_64 cublasZhpr2_v2 cublasZhpr2_v2_64: Form::HERMITIAN;
}
