//! Products of matrices and vectors, and solutions of triangular systems for one vector.

use core::ffi::c_longlong;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{
    Layout, any, check, check_diagonal, check_leading, check_operation, matrices, matrix, rows,
    vector, vectors,
};
use super::context::{Context, Outcome, status};
use super::product::Product;
use super::solve::Solve;
use crate::element::{Number, Wide, data_of};
use crate::matrix::{Factor, Form, Matrix, is_transposed};

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
    increments: [i64; 2],
    len: i64,
}

impl<F: Number> Gemv<'_, F> {
    unsafe fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        check_operation(self.operation)?;
        check(self.m >= 0 && self.n >= 0 && self.len >= 0)?;
        check(self.increments.iter().all(|increment| *increment != 0))?;
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
                increments: [incx.into(), incy.into()],
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
                increments: [incx.into(), incy.into()],
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
                increments: [incx.into(), incy.into()],
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
                increments: [incx.into(), incy.into()],
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

/// `y = alpha * a * x + beta * y` with a symmetric or Hermitian matrix.
unsafe fn symmetric<T: Number>(
    handle: cublasHandle_t,
    (form, fill, n): (Form, cublasFillMode_t, i64),
    (alpha, beta): (*const T, *const T),
    (a, layout): (*const T, Layout),
    (x, increment_x): (*const T, i64),
    (y, increment_y): (*const T, i64),
) -> Outcome {
    let context = Context::of(handle)?;
    let a = layout.triangle(a, n, form, fill)?;
    check(increment_x != 0 && increment_y != 0)?;
    if n == 0 {
        return Ok(());
    }
    context.submit(&Product {
        m: n,
        n: 1,
        k: n,
        alpha: context.factor(any(alpha), T::DATA)?,
        a,
        b: vector(x, n, increment_x),
        beta: context.factor(any(beta), T::DATA)?,
        ..Product::new(T::DATA, vector(y, n, increment_y))
    })
}

/// Rows of functions whose matrix is a triangle, with the parameters of one of its three layouts.
macro_rules! symmetric {
    ($name:ident $Int:ty, ($T:ty, $form:ident, full)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
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
            let a = (A, Layout::Full(lda.into()));
            let (x, y) = ((x, incx.into()), (y.cast_const(), incy.into()));
            status(symmetric(
                handle,
                (Form::$form, uplo, n.into()),
                (alpha, beta),
                a,
                x,
                y,
            ))
        }
    };
    ($name:ident $Int:ty, ($T:ty, $form:ident, band)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            n: $Int,
            k: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            x: *const $T,
            incx: $Int,
            beta: *const $T,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let a = (A, Layout::Band(k.into(), lda.into()));
            let (x, y) = ((x, incx.into()), (y.cast_const(), incy.into()));
            status(symmetric(
                handle,
                (Form::$form, uplo, n.into()),
                (alpha, beta),
                a,
                x,
                y,
            ))
        }
    };
    ($name:ident $Int:ty, ($T:ty, $form:ident, packed)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            n: $Int,
            alpha: *const $T,
            AP: *const $T,
            x: *const $T,
            incx: $Int,
            beta: *const $T,
            y: *mut $T,
            incy: $Int,
        ) -> cublasStatus_t {
            let a = (AP, Layout::Packed);
            let (x, y) = ((x, incx.into()), (y.cast_const(), incy.into()));
            status(symmetric(
                handle,
                (Form::$form, uplo, n.into()),
                (alpha, beta),
                a,
                x,
                y,
            ))
        }
    };
}

rows! { symmetric!
    cublasSsymv_v2 cublasSsymv_v2_64 (f32, SYMMETRIC, full);
    cublasDsymv_v2 cublasDsymv_v2_64 (f64, SYMMETRIC, full);
    cublasCsymv_v2 cublasCsymv_v2_64 (cuComplex, SYMMETRIC, full);
    cublasZsymv_v2 cublasZsymv_v2_64 (cuDoubleComplex, SYMMETRIC, full);
    cublasChemv_v2 cublasChemv_v2_64 (cuComplex, HERMITIAN, full);
    cublasZhemv_v2 cublasZhemv_v2_64 (cuDoubleComplex, HERMITIAN, full);
    cublasSsbmv_v2 cublasSsbmv_v2_64 (f32, SYMMETRIC, band);
    cublasDsbmv_v2 cublasDsbmv_v2_64 (f64, SYMMETRIC, band);
    cublasChbmv_v2 cublasChbmv_v2_64 (cuComplex, HERMITIAN, band);
    cublasZhbmv_v2 cublasZhbmv_v2_64 (cuDoubleComplex, HERMITIAN, band);
    cublasSspmv_v2 cublasSspmv_v2_64 (f32, SYMMETRIC, packed);
    cublasDspmv_v2 cublasDspmv_v2_64 (f64, SYMMETRIC, packed);
    cublasChpmv_v2 cublasChpmv_v2_64 (cuComplex, HERMITIAN, packed);
    cublasZhpmv_v2 cublasZhpmv_v2_64 (cuDoubleComplex, HERMITIAN, packed);
}

/// What is done with a triangular matrix and a vector.
#[derive(Clone, Copy)]
enum Triangular {
    Multiply,
    Solve,
}

unsafe fn triangular<T: Number>(
    handle: cublasHandle_t,
    what: Triangular,
    (fill, operation, diagonal, n): (cublasFillMode_t, cublasOperation_t, cublasDiagType_t, i64),
    (a, layout): (*const T, Layout),
    (x, increment): (*const T, i64),
) -> Outcome {
    let context = Context::of(handle)?;
    check_operation(operation)?;
    check_diagonal(diagonal)?;
    let a = layout.triangle(a, n, Form::TRIANGULAR, fill)?;
    let a = a.diagonal(diagonal).operation(operation);
    check(increment != 0)?;
    if n == 0 {
        return Ok(());
    }
    let x = vector(x, n, increment);
    match what {
        Triangular::Multiply => context.submit(&Product {
            m: n,
            n: 1,
            k: n,
            a,
            b: x,
            ..Product::new(T::DATA, x)
        }),
        Triangular::Solve => context.submit(&Solve {
            m: n,
            n: 1,
            len: 1,
            scalar: T::DATA,
            is_right: 0,
            alpha: Factor::new(Wide::ONE),
            a,
            b: x,
        }),
    }
}

macro_rules! triangular {
    ($name:ident $Int:ty, ($T:ty, $what:ident, full)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            diag: cublasDiagType_t,
            n: $Int,
            A: *const $T,
            lda: $Int,
            x: *mut $T,
            incx: $Int,
        ) -> cublasStatus_t {
            let a = (A, Layout::Full(lda.into()));
            let form = (uplo, trans, diag, n.into());
            status(triangular(
                handle,
                Triangular::$what,
                form,
                a,
                (x.cast_const(), incx.into()),
            ))
        }
    };
    ($name:ident $Int:ty, ($T:ty, $what:ident, band)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            diag: cublasDiagType_t,
            n: $Int,
            k: $Int,
            A: *const $T,
            lda: $Int,
            x: *mut $T,
            incx: $Int,
        ) -> cublasStatus_t {
            let a = (A, Layout::Band(k.into(), lda.into()));
            let form = (uplo, trans, diag, n.into());
            status(triangular(
                handle,
                Triangular::$what,
                form,
                a,
                (x.cast_const(), incx.into()),
            ))
        }
    };
    ($name:ident $Int:ty, ($T:ty, $what:ident, packed)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            diag: cublasDiagType_t,
            n: $Int,
            AP: *const $T,
            x: *mut $T,
            incx: $Int,
        ) -> cublasStatus_t {
            let form = (uplo, trans, diag, n.into());
            status(triangular(
                handle,
                Triangular::$what,
                form,
                (AP, Layout::Packed),
                (x.cast_const(), incx.into()),
            ))
        }
    };
}

rows! { triangular!
    cublasStrmv_v2 cublasStrmv_v2_64 (f32, Multiply, full);
    cublasDtrmv_v2 cublasDtrmv_v2_64 (f64, Multiply, full);
    cublasCtrmv_v2 cublasCtrmv_v2_64 (cuComplex, Multiply, full);
    cublasZtrmv_v2 cublasZtrmv_v2_64 (cuDoubleComplex, Multiply, full);
    cublasStbmv_v2 cublasStbmv_v2_64 (f32, Multiply, band);
    cublasDtbmv_v2 cublasDtbmv_v2_64 (f64, Multiply, band);
    cublasCtbmv_v2 cublasCtbmv_v2_64 (cuComplex, Multiply, band);
    cublasZtbmv_v2 cublasZtbmv_v2_64 (cuDoubleComplex, Multiply, band);
    cublasStpmv_v2 cublasStpmv_v2_64 (f32, Multiply, packed);
    cublasDtpmv_v2 cublasDtpmv_v2_64 (f64, Multiply, packed);
    cublasCtpmv_v2 cublasCtpmv_v2_64 (cuComplex, Multiply, packed);
    cublasZtpmv_v2 cublasZtpmv_v2_64 (cuDoubleComplex, Multiply, packed);
    cublasStrsv_v2 cublasStrsv_v2_64 (f32, Solve, full);
    cublasDtrsv_v2 cublasDtrsv_v2_64 (f64, Solve, full);
    cublasCtrsv_v2 cublasCtrsv_v2_64 (cuComplex, Solve, full);
    cublasZtrsv_v2 cublasZtrsv_v2_64 (cuDoubleComplex, Solve, full);
    cublasStbsv_v2 cublasStbsv_v2_64 (f32, Solve, band);
    cublasDtbsv_v2 cublasDtbsv_v2_64 (f64, Solve, band);
    cublasCtbsv_v2 cublasCtbsv_v2_64 (cuComplex, Solve, band);
    cublasZtbsv_v2 cublasZtbsv_v2_64 (cuDoubleComplex, Solve, band);
    cublasStpsv_v2 cublasStpsv_v2_64 (f32, Solve, packed);
    cublasDtpsv_v2 cublasDtpsv_v2_64 (f64, Solve, packed);
    cublasCtpsv_v2 cublasCtpsv_v2_64 (cuComplex, Solve, packed);
    cublasZtpsv_v2 cublasZtpsv_v2_64 (cuDoubleComplex, Solve, packed);
}

/// `a += alpha * x * y`, where `y` is transposed.
macro_rules! ger {
    ($name:ident $Int:ty, ($T:ty, $operation:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            x: *const $T,
            incx: $Int,
            y: *const $T,
            incy: $Int,
            A: *mut $T,
            lda: $Int,
        ) -> cublasStatus_t {
            let y = (y, incy.into(), cublasOperation_t::$operation);
            let a = (A.cast_const(), lda.into());
            status(ger(
                handle,
                [m.into(), n.into()],
                alpha,
                (x, incx.into()),
                y,
                a,
            ))
        }
    };
}

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

rows! { ger!
    cublasSger_v2 cublasSger_v2_64 (f32, CUBLAS_OP_T);
    cublasDger_v2 cublasDger_v2_64 (f64, CUBLAS_OP_T);
    cublasCgeru_v2 cublasCgeru_v2_64 (cuComplex, CUBLAS_OP_T);
    cublasZgeru_v2 cublasZgeru_v2_64 (cuDoubleComplex, CUBLAS_OP_T);
    cublasCgerc_v2 cublasCgerc_v2_64 (cuComplex, CUBLAS_OP_C);
    cublasZgerc_v2 cublasZgerc_v2_64 (cuDoubleComplex, CUBLAS_OP_C);
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

macro_rules! rank_one {
    ($name:ident $Int:ty, ($F:ty, $T:ty, $form:ident, full)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            n: $Int,
            alpha: *const $F,
            x: *const $T,
            incx: $Int,
            A: *mut $T,
            lda: $Int,
        ) -> cublasStatus_t {
            let a = (A.cast_const(), Layout::Full(lda.into()));
            let form = (Form::$form, uplo, n.into());
            status(rank(handle, form, alpha, (x, incx.into()), None, a))
        }
    };
    ($name:ident $Int:ty, ($F:ty, $T:ty, $form:ident, packed)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            n: $Int,
            alpha: *const $F,
            x: *const $T,
            incx: $Int,
            AP: *mut $T,
        ) -> cublasStatus_t {
            let a = (AP.cast_const(), Layout::Packed);
            let form = (Form::$form, uplo, n.into());
            status(rank(handle, form, alpha, (x, incx.into()), None, a))
        }
    };
}

rows! { rank_one!
    cublasSsyr_v2 cublasSsyr_v2_64 (f32, f32, SYMMETRIC, full);
    cublasDsyr_v2 cublasDsyr_v2_64 (f64, f64, SYMMETRIC, full);
    cublasCsyr_v2 cublasCsyr_v2_64 (cuComplex, cuComplex, SYMMETRIC, full);
    cublasZsyr_v2 cublasZsyr_v2_64 (cuDoubleComplex, cuDoubleComplex, SYMMETRIC, full);
    cublasCher_v2 cublasCher_v2_64 (f32, cuComplex, HERMITIAN, full);
    cublasZher_v2 cublasZher_v2_64 (f64, cuDoubleComplex, HERMITIAN, full);
    cublasSspr_v2 cublasSspr_v2_64 (f32, f32, SYMMETRIC, packed);
    cublasDspr_v2 cublasDspr_v2_64 (f64, f64, SYMMETRIC, packed);
    cublasChpr_v2 cublasChpr_v2_64 (f32, cuComplex, HERMITIAN, packed);
    cublasZhpr_v2 cublasZhpr_v2_64 (f64, cuDoubleComplex, HERMITIAN, packed);
}

macro_rules! rank_two {
    ($name:ident $Int:ty, ($T:ty, $form:ident, full)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            n: $Int,
            alpha: *const $T,
            x: *const $T,
            incx: $Int,
            y: *const $T,
            incy: $Int,
            A: *mut $T,
            lda: $Int,
        ) -> cublasStatus_t {
            let a = (A.cast_const(), Layout::Full(lda.into()));
            let form = (Form::$form, uplo, n.into());
            let (x, y) = ((x, incx.into()), Some((y, incy.into())));
            status(rank(handle, form, alpha, x, y, a))
        }
    };
    ($name:ident $Int:ty, ($T:ty, $form:ident, packed)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            n: $Int,
            alpha: *const $T,
            x: *const $T,
            incx: $Int,
            y: *const $T,
            incy: $Int,
            AP: *mut $T,
        ) -> cublasStatus_t {
            let a = (AP.cast_const(), Layout::Packed);
            let form = (Form::$form, uplo, n.into());
            let (x, y) = ((x, incx.into()), Some((y, incy.into())));
            status(rank(handle, form, alpha, x, y, a))
        }
    };
}

rows! { rank_two!
    cublasSsyr2_v2 cublasSsyr2_v2_64 (f32, SYMMETRIC, full);
    cublasDsyr2_v2 cublasDsyr2_v2_64 (f64, SYMMETRIC, full);
    cublasCsyr2_v2 cublasCsyr2_v2_64 (cuComplex, SYMMETRIC, full);
    cublasZsyr2_v2 cublasZsyr2_v2_64 (cuDoubleComplex, SYMMETRIC, full);
    cublasCher2_v2 cublasCher2_v2_64 (cuComplex, HERMITIAN, full);
    cublasZher2_v2 cublasZher2_v2_64 (cuDoubleComplex, HERMITIAN, full);
    cublasSspr2_v2 cublasSspr2_v2_64 (f32, SYMMETRIC, packed);
    cublasDspr2_v2 cublasDspr2_v2_64 (f64, SYMMETRIC, packed);
    cublasChpr2_v2 cublasChpr2_v2_64 (cuComplex, HERMITIAN, packed);
    cublasZhpr2_v2 cublasZhpr2_v2_64 (cuDoubleComplex, HERMITIAN, packed);
}
