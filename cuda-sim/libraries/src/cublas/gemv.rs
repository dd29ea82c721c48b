//! Products of general matrices and vectors, also in batches.

use core::ffi::c_longlong;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{
    any, check, check_leading, check_operation, matrices, matrix, rows, vector, vectors,
};
use super::context::{Context, Outcome, status};
use super::product::Product;
use crate::dense::is_transposed;
use crate::element::{Number, data_of};
use crate::matrix::Matrix;

/// `y = alpha * a * x + beta * y` as the functions take it.
struct Gemv<'a, F> {
    operation: cublasOperation_t,
    m: i64,
    n: i64,
    alpha: *const F,
    beta: *const F,
    /// The matrix, and the vectors for a length.
    a: Matrix,
    x: &'a dyn Fn(i64) -> Matrix,
    y: &'a dyn Fn(i64) -> Matrix,
    /// The distance of the elements of `y`.
    increment: i64,
    len: i64,
}

impl<F: Number> Gemv<'_, F> {
    unsafe fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        check_operation(self.operation)?;
        check(self.m >= 0 && self.n >= 0 && self.len >= 0)?;
        // Its documentation refuses it for `x`, too, but cuBLAS 13.1 takes one element for all.
        check(self.increment != 0)?;
        if self.m == 0 || self.n == 0 || self.len == 0 {
            return Ok(());
        }
        let (rows, columns) = match is_transposed(self.operation) {
            true => (self.n, self.m),
            false => (self.m, self.n),
        };
        let scalar = data_of(self.alpha);
        context.submit(&Product {
            m: rows,
            n: 1,
            k: columns,
            len: self.len,
            alpha: context.factor(any(self.alpha), scalar)?,
            a: self.a.operation(self.operation),
            b: (self.x)(columns),
            beta: context.factor(any(self.beta), scalar)?,
            ..Product::new(scalar, (self.y)(rows))
        })
    }
}

macro_rules! gemv {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            trans: cublasOperation_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            x: *const $T,
            incx: $Int,
            beta: *const $T,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let gemv = Gemv {
                operation: trans,
                m: m.into(),
                n: n.into(),
                alpha,
                beta,
                a: matrix(A, lda.into()),
                x: &|len| vector(x, len, incx.into()),
                y: &|len| vector(y.cast_const(), len, incy.into()),
                increment: incy.into(),
                len: 1,
            };
            let checked = check_leading(lda.into(), m.into());
            status(
                Context::of(handle)
                    .and(checked)
                    .and_then(|()| gemv.submit(handle)),
            )
        }
    };
}

rows! { gemv!
    cublasSgemv_v2 cublasSgemv_v2_64 (f32);
    cublasDgemv_v2 cublasDgemv_v2_64 (f64);
    cublasCgemv_v2 cublasCgemv_v2_64 (cuComplex);
    cublasZgemv_v2 cublasZgemv_v2_64 (cuDoubleComplex);
}

macro_rules! gemv_batched {
    ($name:ident $Int:ty, ($F:ty, $T:ty, $Y:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            trans: cublasOperation_t,
            m: $Int,
            n: $Int,
            alpha: *const $F,
            Aarray: *const *const $T,
            lda: $Int,
            xarray: *const *const $T,
            incx: $Int,
            beta: *const $F,
            yarray: *const *mut $Y,
            incy: $Int,
            batchCount: $Int,
        ) -> cublasStatus_t {
            let gemv = Gemv {
                operation: trans,
                m: m.into(),
                n: n.into(),
                alpha,
                beta,
                a: matrices(Aarray, lda.into()),
                x: &|len| vectors(xarray, len, incx.into()),
                y: &|len| vectors(yarray.cast::<*const $Y>(), len, incy.into()),
                increment: incy.into(),
                len: batchCount.into(),
            };
            let checked = check_leading(lda.into(), m.into());
            status(
                Context::of(handle)
                    .and(checked)
                    .and_then(|()| gemv.submit(handle)),
            )
        }
    };
}

rows! { gemv_batched!
    cublasSgemvBatched cublasSgemvBatched_64 (f32, f32, f32);
    cublasDgemvBatched cublasDgemvBatched_64 (f64, f64, f64);
    cublasCgemvBatched cublasCgemvBatched_64 (cuComplex, cuComplex, cuComplex);
    cublasZgemvBatched cublasZgemvBatched_64 (cuDoubleComplex, cuDoubleComplex, cuDoubleComplex);
    cublasHSHgemvBatched cublasHSHgemvBatched_64 (f32, __half, __half);
    cublasHSSgemvBatched cublasHSSgemvBatched_64 (f32, __half, f32);
    cublasTSTgemvBatched cublasTSTgemvBatched_64 (f32, __nv_bfloat16, __nv_bfloat16);
    cublasTSSgemvBatched cublasTSSgemvBatched_64 (f32, __nv_bfloat16, f32);
}

macro_rules! gemv_strided {
    ($name:ident $Int:ty, ($F:ty, $T:ty, $Y:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            trans: cublasOperation_t,
            m: $Int,
            n: $Int,
            alpha: *const $F,
            A: *const $T,
            lda: $Int,
            strideA: c_longlong,
            x: *const $T,
            incx: $Int,
            stridex: c_longlong,
            beta: *const $F,
            y: *mut $Y,
            incy: $Int,
            stridey: c_longlong,
            batchCount: $Int,
        ) -> cublasStatus_t {
            let gemv = Gemv {
                operation: trans,
                m: m.into(),
                n: n.into(),
                alpha,
                beta,
                a: matrix(A, lda.into()).batch(strideA),
                x: &|len| vector(x, len, incx.into()).batch(stridex),
                y: &|len| vector(y.cast_const(), len, incy.into()).batch(stridey),
                increment: incy.into(),
                len: batchCount.into(),
            };
            let checked = check_leading(lda.into(), m.into());
            status(
                Context::of(handle)
                    .and(checked)
                    .and_then(|()| gemv.submit(handle)),
            )
        }
    };
}

rows! { gemv_strided!
    cublasSgemvStridedBatched cublasSgemvStridedBatched_64 (f32, f32, f32);
    cublasDgemvStridedBatched cublasDgemvStridedBatched_64 (f64, f64, f64);
    cublasCgemvStridedBatched cublasCgemvStridedBatched_64 (cuComplex, cuComplex, cuComplex);
    cublasZgemvStridedBatched cublasZgemvStridedBatched_64 (cuDoubleComplex, cuDoubleComplex, cuDoubleComplex);
    cublasHSHgemvStridedBatched cublasHSHgemvStridedBatched_64 (f32, __half, __half);
    cublasHSSgemvStridedBatched cublasHSSgemvStridedBatched_64 (f32, __half, f32);
    cublasTSTgemvStridedBatched cublasTSTgemvStridedBatched_64 (f32, __nv_bfloat16, __nv_bfloat16);
    cublasTSSgemvStridedBatched cublasTSSgemvStridedBatched_64 (f32, __nv_bfloat16, f32);
}

macro_rules! gbmv {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            trans: cublasOperation_t,
            m: $Int,
            n: $Int,
            kl: $Int,
            ku: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            x: *const $T,
            incx: $Int,
            beta: *const $T,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let (below, above, leading) = (i64::from(kl), i64::from(ku), i64::from(lda));
            let gemv = Gemv {
                operation: trans,
                m: m.into(),
                n: n.into(),
                alpha,
                beta,
                a: matrix(A, leading).band(below, above),
                x: &|len| vector(x, len, incx.into()),
                y: &|len| vector(y.cast_const(), len, incy.into()),
                increment: incy.into(),
                len: 1,
            };
            let rows = below.saturating_add(above).saturating_add(1);
            let checked =
                check(below >= 0 && above >= 0).and_then(|()| check_leading(leading, rows));
            status(
                Context::of(handle)
                    .and(checked)
                    .and_then(|()| gemv.submit(handle)),
            )
        }
    };
}

rows! { gbmv!
    cublasSgbmv_v2 cublasSgbmv_v2_64 (f32);
    cublasDgbmv_v2 cublasDgbmv_v2_64 (f64);
    cublasCgbmv_v2 cublasCgbmv_v2_64 (cuComplex);
    cublasZgbmv_v2 cublasZgbmv_v2_64 (cuDoubleComplex);
}
