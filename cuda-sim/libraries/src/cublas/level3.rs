//! Products with symmetric and triangular matrices, updates of triangles, solutions, and sums.

use core::ffi::{c_int, c_void};

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::Cublas;
use super::arguments::{
    Layout, any, check, check_diagonal, check_fill, check_leading, check_operation, check_side,
    matrices, matrix, rows, vector,
};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::product::Product;
use super::solve::Solve;
use super::sum::{Scale, Sum};
use crate::element::{Number, data_of};
use crate::matrix::{Form, Matrix, is_transposed};

const RIGHT: cublasSideMode_t = cublasSideMode_t::CUBLAS_SIDE_RIGHT;

/// `c = alpha * a * b + beta * c`, or with `b * a`, where `a` is symmetric or Hermitian.
unsafe fn symm<T: Number>(
    handle: cublasHandle_t,
    (form, side, fill): (Form, cublasSideMode_t, cublasFillMode_t),
    [m, n]: [i64; 2],
    (alpha, beta): (*const T, *const T),
    (a, leading): (*const T, i64),
    b: Matrix,
    c: Matrix,
) -> Outcome {
    let context = Context::of(handle)?;
    check_side(side)?;
    check(m >= 0 && n >= 0)?;
    let order = if side == RIGHT { n } else { m };
    let a = Layout::Full(leading).triangle(a, order, form, fill)?;
    check_leading(b.columns, m)?;
    check_leading(c.columns, m)?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    let (a, b) = if side == RIGHT { (b, a) } else { (a, b) };
    context.submit(&Product {
        m,
        n,
        k: order,
        alpha: context.factor(any(alpha), T::DATA)?,
        a,
        b,
        beta: context.factor(any(beta), T::DATA)?,
        ..Product::new(T::DATA, c)
    })
}

macro_rules! symm {
    ($name:ident $Int:ty, ($T:ty, $form:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            side: cublasSideMode_t,
            uplo: cublasFillMode_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            B: *const $T,
            ldb: $Int,
            beta: *const $T,
            C: *mut $T,
            ldc: $Int,
        ) -> cublasStatus_t {
            let (b, c) = (matrix(B, ldb.into()), matrix(C.cast_const(), ldc.into()));
            let (form, sizes) = ((Form::$form, side, uplo), [m.into(), n.into()]);
            status(symm(
                handle,
                form,
                sizes,
                (alpha, beta),
                (A, lda.into()),
                b,
                c,
            ))
        }
    };
}

rows! { symm!
    cublasSsymm_v2 cublasSsymm_v2_64 (f32, SYMMETRIC);
    cublasDsymm_v2 cublasDsymm_v2_64 (f64, SYMMETRIC);
    cublasCsymm_v2 cublasCsymm_v2_64 (cuComplex, SYMMETRIC);
    cublasZsymm_v2 cublasZsymm_v2_64 (cuDoubleComplex, SYMMETRIC);
    cublasChemm_v2 cublasChemm_v2_64 (cuComplex, HERMITIAN);
    cublasZhemm_v2 cublasZhemm_v2_64 (cuDoubleComplex, HERMITIAN);
}

/// How a triangle is updated by a product with a transposed matrix.
struct Update {
    form: Form,
    fill: cublasFillMode_t,
    operation: cublasOperation_t,
    n: i64,
    k: i64,
    alpha: (*const c_void, cudaDataType),
    beta: (*const c_void, cudaDataType),
    a: Matrix,
    /// The matrix that is transposed, if it is another one, and whether the mirror image of the product is added.
    b: Option<(Matrix, bool)>,
    c: Matrix,
}

impl Update {
    unsafe fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        let Self { n, k, .. } = *self;
        check_fill(self.fill)?;
        check(n >= 0 && k >= 0)?;
        let is_hermitian = self.form == Form::HERMITIAN;
        let mirror = match is_hermitian {
            true => cublasOperation_t::CUBLAS_OP_C,
            false => cublasOperation_t::CUBLAS_OP_T,
        };
        // Of the two ways to transpose, each form has one; for real numbers, they are the same.
        let is_complex = matches!(
            self.c.data,
            cudaDataType::CUDA_C_32F | cudaDataType::CUDA_C_64F
        );
        check_operation(self.operation)?;
        let is_plain = self.operation == cublasOperation_t::CUBLAS_OP_N;
        check(is_plain || !is_complex || self.operation == mirror)?;
        let rows = if is_plain { n } else { k };
        let (b, adds_mirror) = self.b.unwrap_or((self.a, false));
        check_leading(self.a.columns, rows)?;
        check_leading(b.columns, rows)?;
        check_leading(self.c.columns, n)?;
        if n == 0 {
            return Ok(());
        }
        let (left, right) = match is_plain {
            true => (cublasOperation_t::CUBLAS_OP_N, mirror),
            false => (mirror, cublasOperation_t::CUBLAS_OP_N),
        };
        context.submit(&Product {
            m: n,
            n,
            k,
            mirror: match adds_mirror {
                true => mirror,
                false => cublasOperation_t::CUBLAS_OP_N,
            },
            alpha: context.factor(self.alpha.0, self.alpha.1)?,
            a: self.a.operation(left),
            b: b.operation(right),
            beta: context.factor(self.beta.0, self.beta.1)?,
            ..Product::new(self.c.data, self.c.triangle(self.form, self.fill))
        })
    }
}

fn factor<T: Number>(pointer: *const T) -> (*const c_void, cudaDataType) {
    (any(pointer), data_of(pointer))
}

macro_rules! rank_k {
    ($name:ident $Int:ty, ($F:ty, $T:ty, $form:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            n: $Int,
            k: $Int,
            alpha: *const $F,
            A: *const $T,
            lda: $Int,
            beta: *const $F,
            C: *mut $T,
            ldc: $Int,
        ) -> cublasStatus_t {
            let update = Update {
                form: Form::$form,
                fill: uplo,
                operation: trans,
                n: n.into(),
                k: k.into(),
                alpha: factor(alpha),
                beta: factor(beta),
                a: matrix(A, lda.into()),
                b: None,
                c: matrix(C.cast_const(), ldc.into()),
            };
            status(update.submit(handle))
        }
    };
}

rows! { rank_k!
    cublasSsyrk_v2 cublasSsyrk_v2_64 (f32, f32, SYMMETRIC);
    cublasDsyrk_v2 cublasDsyrk_v2_64 (f64, f64, SYMMETRIC);
    cublasCsyrk_v2 cublasCsyrk_v2_64 (cuComplex, cuComplex, SYMMETRIC);
    cublasZsyrk_v2 cublasZsyrk_v2_64 (cuDoubleComplex, cuDoubleComplex, SYMMETRIC);
    cublasCherk_v2 cublasCherk_v2_64 (f32, cuComplex, HERMITIAN);
    cublasZherk_v2 cublasZherk_v2_64 (f64, cuDoubleComplex, HERMITIAN);
}

macro_rules! rank_k_mixed {
    ($name:ident $Int:ty, ($F:ty, $form:ident)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            n: $Int,
            k: $Int,
            alpha: *const $F,
            A: *const c_void,
            Atype: cudaDataType,
            lda: $Int,
            beta: *const $F,
            C: *mut c_void,
            Ctype: cudaDataType,
            ldc: $Int,
        ) -> cublasStatus_t {
            let is_known = matches!(
                (Atype, Ctype),
                (
                    cudaDataType::CUDA_C_8I | cudaDataType::CUDA_C_32F,
                    cudaDataType::CUDA_C_32F
                )
            );
            if !is_known {
                return status(Context::of(handle).and(Err(NOT_SUPPORTED)));
            }
            let update = Update {
                form: Form::$form,
                fill: uplo,
                operation: trans,
                n: n.into(),
                k: k.into(),
                alpha: factor(alpha),
                beta: factor(beta),
                a: Matrix::new(A as u64, Atype, lda.into()),
                b: None,
                c: Matrix::new(C as u64, Ctype, ldc.into()),
            };
            status(update.submit(handle))
        }
    };
}

rows! { rank_k_mixed!
    cublasCsyrkEx cublasCsyrkEx_64 (cuComplex, SYMMETRIC);
    cublasCsyrk3mEx cublasCsyrk3mEx_64 (cuComplex, SYMMETRIC);
    cublasCherkEx cublasCherkEx_64 (f32, HERMITIAN);
    cublasCherk3mEx cublasCherk3mEx_64 (f32, HERMITIAN);
}

macro_rules! rank_two_k {
    ($name:ident $Int:ty, ($T:ty, $F:ty, $form:ident, $adds_mirror:literal)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            n: $Int,
            k: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            B: *const $T,
            ldb: $Int,
            beta: *const $F,
            C: *mut $T,
            ldc: $Int,
        ) -> cublasStatus_t {
            let update = Update {
                form: Form::$form,
                fill: uplo,
                operation: trans,
                n: n.into(),
                k: k.into(),
                alpha: factor(alpha),
                beta: factor(beta),
                a: matrix(A, lda.into()),
                b: Some((matrix(B, ldb.into()), $adds_mirror)),
                c: matrix(C.cast_const(), ldc.into()),
            };
            status(update.submit(handle))
        }
    };
}

rows! { rank_two_k!
    cublasSsyr2k_v2 cublasSsyr2k_v2_64 (f32, f32, SYMMETRIC, true);
    cublasDsyr2k_v2 cublasDsyr2k_v2_64 (f64, f64, SYMMETRIC, true);
    cublasCsyr2k_v2 cublasCsyr2k_v2_64 (cuComplex, cuComplex, SYMMETRIC, true);
    cublasZsyr2k_v2 cublasZsyr2k_v2_64 (cuDoubleComplex, cuDoubleComplex, SYMMETRIC, true);
    cublasCher2k_v2 cublasCher2k_v2_64 (cuComplex, f32, HERMITIAN, true);
    cublasZher2k_v2 cublasZher2k_v2_64 (cuDoubleComplex, f64, HERMITIAN, true);
    cublasSsyrkx cublasSsyrkx_64 (f32, f32, SYMMETRIC, false);
    cublasDsyrkx cublasDsyrkx_64 (f64, f64, SYMMETRIC, false);
    cublasCsyrkx cublasCsyrkx_64 (cuComplex, cuComplex, SYMMETRIC, false);
    cublasZsyrkx cublasZsyrkx_64 (cuDoubleComplex, cuDoubleComplex, SYMMETRIC, false);
    cublasCherkx cublasCherkx_64 (cuComplex, f32, HERMITIAN, false);
    cublasZherkx cublasZherkx_64 (cuDoubleComplex, f64, HERMITIAN, false);
}

/// The arguments that functions of triangular matrices share.
#[derive(Clone, Copy)]
struct Triangle {
    side: cublasSideMode_t,
    fill: cublasFillMode_t,
    operation: cublasOperation_t,
    diagonal: cublasDiagType_t,
    m: i64,
    n: i64,
}

impl Triangle {
    /// Checks them, and makes the matrix triangular.
    fn of(&self, a: Matrix, others: &[Matrix]) -> Result<Matrix, cublasStatus_t> {
        let Self { m, n, .. } = *self;
        check_side(self.side)?;
        check_fill(self.fill)?;
        check_operation(self.operation)?;
        check_diagonal(self.diagonal)?;
        check(m >= 0 && n >= 0)?;
        check_leading(a.columns, self.order())?;
        others
            .iter()
            .try_for_each(|other| check_leading(other.columns, m))?;
        let a = a.triangle(Form::TRIANGULAR, self.fill);
        Ok(a.diagonal(self.diagonal).operation(self.operation))
    }

    fn order(&self) -> i64 {
        if self.side == RIGHT { self.n } else { self.m }
    }

    unsafe fn multiply<T: Number>(
        &self,
        handle: cublasHandle_t,
        alpha: *const T,
        a: Matrix,
        b: Matrix,
        c: Matrix,
    ) -> Outcome {
        let context = Context::of(handle)?;
        let a = self.of(a, &[b, c])?;
        if self.m == 0 || self.n == 0 {
            return Ok(());
        }
        let (a, b) = if self.side == RIGHT { (b, a) } else { (a, b) };
        context.submit(&Product {
            m: self.m,
            n: self.n,
            k: self.order(),
            alpha: context.factor(any(alpha), T::DATA)?,
            a,
            b,
            ..Product::new(T::DATA, c)
        })
    }

    unsafe fn solve<T: Number>(
        &self,
        handle: cublasHandle_t,
        alpha: *const T,
        a: Matrix,
        b: Matrix,
        len: i64,
    ) -> Outcome {
        let context = Context::of(handle)?;
        let a = self.of(a, &[b])?;
        check(len >= 0)?;
        if self.m == 0 || self.n == 0 || len == 0 {
            return Ok(());
        }
        context.submit(&Solve {
            m: self.m,
            n: self.n,
            len,
            scalar: T::DATA,
            is_right: (self.side == RIGHT).into(),
            alpha: context.factor(any(alpha), T::DATA)?,
            a,
            b,
        })
    }
}

macro_rules! trmm {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            side: cublasSideMode_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            diag: cublasDiagType_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            B: *const $T,
            ldb: $Int,
            C: *mut $T,
            ldc: $Int,
        ) -> cublasStatus_t {
            let triangle = Triangle {
                side,
                fill: uplo,
                operation: trans,
                diagonal: diag,
                m: m.into(),
                n: n.into(),
            };
            let (a, b) = (matrix(A, lda.into()), matrix(B, ldb.into()));
            let c = matrix(C.cast_const(), ldc.into());
            status(triangle.multiply(handle, alpha, a, b, c))
        }
    };
}

rows! { trmm!
    cublasStrmm_v2 cublasStrmm_v2_64 (f32);
    cublasDtrmm_v2 cublasDtrmm_v2_64 (f64);
    cublasCtrmm_v2 cublasCtrmm_v2_64 (cuComplex);
    cublasZtrmm_v2 cublasZtrmm_v2_64 (cuDoubleComplex);
}

macro_rules! trsm {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            side: cublasSideMode_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            diag: cublasDiagType_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            B: *mut $T,
            ldb: $Int,
        ) -> cublasStatus_t {
            let triangle = Triangle {
                side,
                fill: uplo,
                operation: trans,
                diagonal: diag,
                m: m.into(),
                n: n.into(),
            };
            let (a, b) = (matrix(A, lda.into()), matrix(B.cast_const(), ldb.into()));
            status(triangle.solve(handle, alpha, a, b, 1))
        }
    };
}

rows! { trsm!
    cublasStrsm_v2 cublasStrsm_v2_64 (f32);
    cublasDtrsm_v2 cublasDtrsm_v2_64 (f64);
    cublasCtrsm_v2 cublasCtrsm_v2_64 (cuComplex);
    cublasZtrsm_v2 cublasZtrsm_v2_64 (cuDoubleComplex);
}

macro_rules! trsm_batched {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            side: cublasSideMode_t,
            uplo: cublasFillMode_t,
            trans: cublasOperation_t,
            diag: cublasDiagType_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            A: *const *const $T,
            lda: $Int,
            B: *const *mut $T,
            ldb: $Int,
            batchCount: $Int,
        ) -> cublasStatus_t {
            let triangle = Triangle {
                side,
                fill: uplo,
                operation: trans,
                diagonal: diag,
                m: m.into(),
                n: n.into(),
            };
            let b = matrices(B.cast::<*const $T>(), ldb.into());
            status(triangle.solve(handle, alpha, matrices(A, lda.into()), b, batchCount.into()))
        }
    };
}

rows! { trsm_batched!
    cublasStrsmBatched cublasStrsmBatched_64 (f32);
    cublasDtrsmBatched cublasDtrsmBatched_64 (f64);
    cublasCtrsmBatched cublasCtrsmBatched_64 (cuComplex);
    cublasZtrsmBatched cublasZtrsmBatched_64 (cuDoubleComplex);
}

/// `c = alpha * a + beta * b`
unsafe fn geam<T: Number>(
    handle: cublasHandle_t,
    [m, n]: [i64; 2],
    (alpha, a, left): (*const T, Matrix, cublasOperation_t),
    (beta, b, right): (*const T, Matrix, cublasOperation_t),
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
    context.submit(&Sum {
        alpha: context.factor(any(alpha), T::DATA)?,
        beta: context.factor(any(beta), T::DATA)?,
        b: b.operation(right),
        ..Sum::copy([m, n], T::DATA, a.operation(left), c)
    })
}

macro_rules! geam {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            transa: cublasOperation_t,
            transb: cublasOperation_t,
            m: $Int,
            n: $Int,
            alpha: *const $T,
            A: *const $T,
            lda: $Int,
            beta: *const $T,
            B: *const $T,
            ldb: $Int,
            C: *mut $T,
            ldc: $Int,
        ) -> cublasStatus_t {
            let (a, b) = (matrix(A, lda.into()), matrix(B, ldb.into()));
            let c = matrix(C.cast_const(), ldc.into());
            let sizes = [m.into(), n.into()];
            status(geam(
                handle,
                sizes,
                (alpha, a, transa),
                (beta, b, transb),
                c,
            ))
        }
    };
}

rows! { geam!
    cublasSgeam cublasSgeam_64 (f32);
    cublasDgeam cublasDgeam_64 (f64);
    cublasCgeam cublasCgeam_64 (cuComplex);
    cublasZgeam cublasZgeam_64 (cuDoubleComplex);
}

macro_rules! dgmm {
    ($name:ident $Int:ty, ($T:ty)) => {
        pub(super) unsafe fn $name(
            handle: cublasHandle_t,
            mode: cublasSideMode_t,
            m: $Int,
            n: $Int,
            A: *const $T,
            lda: $Int,
            x: *const $T,
            incx: $Int,
            C: *mut $T,
            ldc: $Int,
        ) -> cublasStatus_t {
            let (a, c) = (matrix(A, lda.into()), matrix(C.cast_const(), ldc.into()));
            let len = if mode == RIGHT { n } else { m };
            let diagonal = vector(x, len.into(), incx.into());
            status(dgmm(handle, mode, [m.into(), n.into()], a, diagonal, c))
        }
    };
}

unsafe fn dgmm(
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

rows! { dgmm!
    cublasSdgmm cublasSdgmm_64 (f32);
    cublasDdgmm cublasDdgmm_64 (f64);
    cublasCdgmm cublasCdgmm_64 (cuComplex);
    cublasZdgmm cublasZdgmm_64 (cuDoubleComplex);
}

/// Copies a triangle from one layout to the other.
unsafe fn convert(
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
    let (from, to) = (
        from.triangle(Form::TRIANGULAR, fill),
        to.triangle(Form::TRIANGULAR, fill),
    );
    context.submit(&Sum::copy([n, n], to.data, from, to))
}

macro_rules! packed {
    ($($to_full:ident $to_packed:ident $T:ty;)*) => {
        impl Cublas {$(
            pub(super) unsafe fn $to_full(
                handle: cublasHandle_t,
                uplo: cublasFillMode_t,
                n: c_int,
                AP: *const $T,
                A: *mut $T,
                lda: c_int,
            ) -> cublasStatus_t {
                let (from, to) = (matrix(AP, 1).packed(), matrix(A.cast_const(), lda.into()));
                status(convert(handle, uplo, n.into(), lda.into(), from, to))
            }

            pub(super) unsafe fn $to_packed(
                handle: cublasHandle_t,
                uplo: cublasFillMode_t,
                n: c_int,
                A: *const $T,
                lda: c_int,
                AP: *mut $T,
            ) -> cublasStatus_t {
                let (from, to) = (matrix(A, lda.into()), matrix(AP.cast_const(), 1).packed());
                status(convert(handle, uplo, n.into(), lda.into(), from, to))
            }
        )*}
    };
}

packed! {
    cublasStpttr cublasStrttp f32;
    cublasDtpttr cublasDtrttp f64;
    cublasCtpttr cublasCtrttp cuComplex;
    cublasZtpttr cublasZtrttp cuDoubleComplex;
}
