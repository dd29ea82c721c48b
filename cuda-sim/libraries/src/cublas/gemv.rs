//! Products of general matrices and vectors, also in batches.

use cuda_libraries_sys::cublas::*;

use super::arguments::{
    Value, check, check_leading, check_operation, constant, matrices, matrix, rows, vector, vectors,
};
use super::context::{Context, Outcome, status};
use super::product::Product;
use crate::dense::is_transposed;
use crate::matrix::Matrix;

/// `y = alpha * a * x + beta * y` as the functions take it.
struct Gemv<'a> {
    operation: cublasOperation_t,
    m: i64,
    n: i64,
    alpha: Value,
    beta: Value,
    /// The matrix, and the vectors for a length.
    a: Matrix,
    x: &'a dyn Fn(i64) -> Matrix,
    y: &'a dyn Fn(i64) -> Matrix,
    /// The distance of the elements of `y`.
    increment: i64,
    len: i64,
}

impl Gemv<'_> {
    fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        check_operation(self.operation)?;
        check(self.m >= 0 && self.n >= 0 && self.len >= 0)?;
        // Its documentation refuses it for `x`, too, but cuBLAS 13.1 takes one element for all.
        check(self.increment != 0)?;
        if self.m == 0 || self.n == 0 || self.len == 0 {
            return Ok(());
        }
        let (rows, columns) =
            if is_transposed(self.operation) { (self.n, self.m) } else { (self.m, self.n) };
        let scalar = self.alpha.data;
        context.submit(&Product {
            m: rows,
            n: 1,
            k: columns,
            len: self.len,
            alpha: self.alpha.factor(&context)?,
            a: self.a.operation(self.operation),
            b: (self.x)(columns),
            beta: self.beta.factor(&context)?,
            ..Product::new(scalar, (self.y)(rows))
        })
    }
}

rows! { (handle, trans, m, n, alpha, A, lda, x, incx, beta, y, incy) => {
        let gemv = Gemv {
            operation: trans,
            m: m.into(),
            n: n.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: matrix(A, lda.into()),
            x: &|len| vector(x, len, incx.into()),
            y: &|len| vector(y.cast_const(), len, incy.into()),
            increment: incy.into(),
            len: 1,
        };
        let checked = check_leading(lda.into(), m.into());
        status(Context::of(handle).and(checked).and_then(|()| gemv.submit(handle)))
    };
    cublasSgemv_v2 cublasSgemv_v2_64 cublasDgemv_v2 cublasDgemv_v2_64 cublasCgemv_v2 cublasCgemv_v2_64
    cublasZgemv_v2 cublasZgemv_v2_64
}

rows! { (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount) => {
        let gemv = Gemv {
            operation: trans,
            m: m.into(),
            n: n.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: matrices(Aarray, lda.into()),
            x: &|len| vectors(xarray, len, incx.into()),
            y: &|len| vectors(constant(yarray), len, incy.into()),
            increment: incy.into(),
            len: batchCount.into(),
        };
        let checked = check_leading(lda.into(), m.into());
        status(Context::of(handle).and(checked).and_then(|()| gemv.submit(handle)))
    };
    cublasSgemvBatched cublasSgemvBatched_64 cublasDgemvBatched cublasDgemvBatched_64 cublasCgemvBatched
    cublasCgemvBatched_64 cublasZgemvBatched cublasZgemvBatched_64 cublasHSHgemvBatched cublasHSHgemvBatched_64
    cublasHSSgemvBatched cublasHSSgemvBatched_64 cublasTSTgemvBatched cublasTSTgemvBatched_64
    cublasTSSgemvBatched cublasTSSgemvBatched_64
}

rows! {
    (handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount) => {
        let gemv = Gemv {
            operation: trans,
            m: m.into(),
            n: n.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: matrix(A, lda.into()).batch(strideA),
            x: &|len| vector(x, len, incx.into()).batch(stridex),
            y: &|len| vector(y.cast_const(), len, incy.into()).batch(stridey),
            increment: incy.into(),
            len: batchCount.into(),
        };
        let checked = check_leading(lda.into(), m.into());
        status(Context::of(handle).and(checked).and_then(|()| gemv.submit(handle)))
    };
    cublasSgemvStridedBatched cublasSgemvStridedBatched_64 cublasDgemvStridedBatched
    cublasDgemvStridedBatched_64 cublasCgemvStridedBatched cublasCgemvStridedBatched_64
    cublasZgemvStridedBatched cublasZgemvStridedBatched_64 cublasHSHgemvStridedBatched
    cublasHSHgemvStridedBatched_64 cublasHSSgemvStridedBatched cublasHSSgemvStridedBatched_64
    cublasTSTgemvStridedBatched cublasTSTgemvStridedBatched_64 cublasTSSgemvStridedBatched
    cublasTSSgemvStridedBatched_64
}

rows! { (handle, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy) => {
        let (below, above, leading) = (i64::from(kl), i64::from(ku), i64::from(lda));
        let gemv = Gemv {
            operation: trans,
            m: m.into(),
            n: n.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: matrix(A, leading).band(below, above),
            x: &|len| vector(x, len, incx.into()),
            y: &|len| vector(y.cast_const(), len, incy.into()),
            increment: incy.into(),
            len: 1,
        };
        let rows = below.saturating_add(above).saturating_add(1);
        let checked =
            check(below >= 0 && above >= 0).and_then(|()| check_leading(leading, rows));
        status(Context::of(handle).and(checked).and_then(|()| gemv.submit(handle)))
    };
    cublasSgbmv_v2 cublasSgbmv_v2_64 cublasDgbmv_v2 cublasDgbmv_v2_64 cublasCgbmv_v2 cublasCgbmv_v2_64
    cublasZgbmv_v2 cublasZgbmv_v2_64
}
