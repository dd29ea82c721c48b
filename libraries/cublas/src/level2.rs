//! Level 2: routines of a matrix and vectors.

use cuda_libraries_sys::cublas::{cublasDiagType_t, cublasFillMode_t, cublasOperation_t};

use crate::call::Job;
use crate::element::{BlasType, Host};
use crate::error::Error;
use crate::handle::Blas;
use crate::layout::{Diag, Side};
use crate::routines;
use crate::view::{Matrix, MatrixMut, Triangle, TriangleMut, Vector, VectorMut};

const SQUARE: &str = "a must be one square matrix, and each vector as long as its rows";

/// Routines of a matrix and vectors.
///
/// Where cuBLAS conjugates a matrix only in its own order, by columns, these call the routine of level 3 for a matrix of one
/// column, or row, which has the same result.
impl Blas<'_> {
    /// `y = alpha a x + beta y`
    ///
    /// With a `beta` of 0, `y` isn't read, and may be NaN.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSgemv", "cublasCgemv", "cublasDgemv", "cublasZgemv"))]
    pub fn gemv<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        a: Matrix<'_, T>,
        x: impl Into<Vector<'x, T>>,
        beta: T,
        y: impl Into<VectorMut<'y, T>>,
    ) -> Result<(), Error> {
        let (call, x, y) = ("gemv", x.into(), y.into());
        let operands = [a.operand("a"), x.operand("x"), y.operand("y")];
        let fits = a.len() == 1 && a.shape() == (y.len(), x.len());
        let rule = "a must be one matrix, x as long as its rows, and y as its columns";
        self.check(call, &operands, fits, rule)?;
        let is_hermitian = T::IS_COMPLEX && a.layout.is_conjugated && a.layout.is_transposed;
        // Without columns, `y` is only scaled, which cuBLAS's gemv doesn't do.
        if is_hermitian || a.layout.is_empty() {
            return self.gemm_as(call, alpha, a, x.into_column(), beta, y.into_column());
        }
        let operation = a.layout.operation::<T, T>(call, "a", true)?;
        let (m, n, lda) = (a.layout.columns, a.layout.rows, a.layout.leading());
        let (dx, dy, job) = (x.layout.leading(), y.layout.leading(), Job::new(&operands));
        let (alpha, beta) = (Host::of(alpha), Host::of(beta));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        // SAFETY: the views were checked, are borrowed, and belong to the stream, in whose order their memory is freed.
        unsafe {
            let (a, x, y) = (a.address(), x.address(), y.address());
            routines::gemv::<T>(self, &job, operation, m, n, alpha, a, lda, x, dx, beta, y, dy)
        }
    }

    /// `a = alpha x yᵀ + a`
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSger", "cublasDger", "cublasCgeru", "cublasZgeru"))]
    pub fn ger<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        x: impl Into<Vector<'x, T>>,
        y: impl Into<Vector<'y, T>>,
        a: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = [x.operand("x"), y.operand("y"), a.operand("a")];
        let fits = a.len() == 1 && a.shape() == (x.len(), y.len());
        let rule = "a must be one matrix, x as long as its columns, and y as its rows";
        self.check("ger", &operands, fits, rule)?;
        if a.layout.is_empty() {
            return Ok(());
        }
        // In cuBLAS's order, the first vector is a column of the matrix in memory.
        let (first, second) = if a.layout.is_transposed { (x, y) } else { (y, x) };
        let (m, n, lda) = (a.layout.columns, a.layout.rows, a.layout.leading());
        let (dx, dy) = (first.layout.leading(), second.layout.leading());
        let (alpha, job) = (Host::of(alpha), Job::new(&operands));
        // SAFETY: as in `gemv`.
        unsafe {
            let (x, y) = (first.address(), second.address());
            routines::ger::<T>(self, &job, m, n, alpha.pointer(), x, dx, y, dy, a.address(), lda)
        }
    }

    /// `a = alpha x yᴴ + a`, with the conjugates of `y`. For real elements it is [`ger`](Self::ger).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasCgerc", "cublasZgerc"))]
    pub fn gerc<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        x: impl Into<Vector<'x, T>>,
        y: impl Into<Vector<'y, T>>,
        a: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        if !T::IS_COMPLEX {
            return self.ger(alpha, x, y, a);
        }
        let (x, y): (Matrix<'_, T>, Matrix<'_, T>) =
            (x.into().into_column(), y.into().into_column());
        self.gemm_as("gerc", alpha, x, y.h(), T::ONE, a)
    }

    /// `y = alpha a x + beta y` for a symmetric `a`, of which a triangle is read.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSsymv", "cublasCsymv", "cublasDsymv", "cublasZsymv"))]
    pub fn symv<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        a: Triangle<'_, T>,
        x: impl Into<Vector<'x, T>>,
        beta: T,
        y: impl Into<VectorMut<'y, T>>,
    ) -> Result<(), Error> {
        let (call, x, y) = ("symv", x.into(), y.into());
        let operands = [a.operand("a"), x.operand("x"), y.operand("y")];
        let fits = a.is_one(x.len()) && y.len() == x.len();
        self.check(call, &operands, fits, SQUARE)?;
        a.refuse_conjugate(call, T::IS_COMPLEX)?;
        if x.is_empty() {
            return Ok(());
        }
        let (n, lda, fill) = (x.len(), a.layout.matrix.leading(), a.layout.fill.by_columns());
        let (dx, dy, job) = (x.layout.leading(), y.layout.leading(), Job::new(&operands));
        let (alpha, beta) = (Host::of(alpha), Host::of(beta));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        // SAFETY: as in `gemv`.
        unsafe {
            let (a, x, y) = (a.address(), x.address(), y.address());
            routines::symv::<T>(self, &job, fill, n, alpha, a, lda, x, dx, beta, y, dy)
        }
    }

    /// `y = alpha a x + beta y` for a Hermitian `a`, of which a triangle is read. For real elements it is
    /// [`symv`](Self::symv).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasChemv", "cublasZhemv"))]
    pub fn hemv<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        a: Triangle<'_, T>,
        x: impl Into<Vector<'x, T>>,
        beta: T,
        y: impl Into<VectorMut<'y, T>>,
    ) -> Result<(), Error> {
        if !T::IS_COMPLEX {
            return self.symv(alpha, a, x, beta, y);
        }
        self.hemm_as(
            "hemv",
            Side::Left,
            alpha,
            a,
            x.into().into_column(),
            beta,
            y.into().into_column(),
        )
    }

    /// `a = alpha x xᵀ + a` for a symmetric `a`, of which a triangle is written.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSsyr", "cublasCsyr", "cublasDsyr", "cublasZsyr"))]
    pub fn syr<'x, T: BlasType>(
        &mut self,
        alpha: T,
        x: impl Into<Vector<'x, T>>,
        a: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let x = x.into();
        let operands = [x.operand("x"), a.operand("a")];
        self.check("syr", &operands, a.is_one(x.len()), SQUARE)?;
        if x.is_empty() {
            return Ok(());
        }
        let (n, lda, fill) = (x.len(), a.layout.matrix.leading(), a.layout.fill.by_columns());
        let (dx, alpha, job) = (x.layout.leading(), Host::of(alpha), Job::new(&operands));
        // SAFETY: as in `gemv`.
        unsafe {
            routines::syr::<T>(
                self,
                &job,
                fill,
                n,
                alpha.pointer(),
                x.address(),
                dx,
                a.address(),
                lda,
            )
        }
    }

    /// `a = alpha x xᴴ + a` for a Hermitian `a`, of which a triangle is written. For real elements it is [`syr`](Self::syr).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasCher", "cublasZher"))]
    pub fn her<'x, T: BlasType>(
        &mut self,
        alpha: T::Real,
        x: impl Into<Vector<'x, T>>,
        a: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        if T::IS_COMPLEX {
            self.herk_as("her", alpha, x.into().into_column(), T::REAL_ONE, a)
        } else {
            self.syr(T::from_real(alpha), x, a)
        }
    }

    /// `a = alpha (x yᵀ + y xᵀ) + a` for a symmetric `a`, of which a triangle is written.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSsyr2", "cublasCsyr2", "cublasDsyr2", "cublasZsyr2"))]
    pub fn syr2<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        x: impl Into<Vector<'x, T>>,
        y: impl Into<Vector<'y, T>>,
        a: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = [x.operand("x"), y.operand("y"), a.operand("a")];
        self.check("syr2", &operands, a.is_one(x.len()) && y.len() == x.len(), SQUARE)?;
        if x.is_empty() {
            return Ok(());
        }
        let (n, lda, fill) = (x.len(), a.layout.matrix.leading(), a.layout.fill.by_columns());
        let (dx, dy) = (x.layout.leading(), y.layout.leading());
        let (alpha, job) = (Host::of(alpha), Job::new(&operands));
        // SAFETY: as in `gemv`.
        unsafe {
            let (x, y) = (x.address(), y.address());
            routines::syr2::<T>(
                self,
                &job,
                fill,
                n,
                alpha.pointer(),
                x,
                dx,
                y,
                dy,
                a.address(),
                lda,
            )
        }
    }

    /// `a = alpha x yᴴ + conj(alpha) y xᴴ + a` for a Hermitian `a`, of which a triangle is written. For real elements it is
    /// [`syr2`](Self::syr2).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasCher2", "cublasZher2"))]
    pub fn her2<'x, 'y, T: BlasType>(
        &mut self,
        alpha: T,
        x: impl Into<Vector<'x, T>>,
        y: impl Into<Vector<'y, T>>,
        a: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        if T::IS_COMPLEX {
            let (x, y) = (x.into().into_column(), y.into().into_column());
            self.her2k_as("her2", alpha, x, y, T::REAL_ONE, a)
        } else {
            self.syr2(alpha, x, y, a)
        }
    }

    /// `x = a x` for a triangular `a`.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasStrmv", "cublasCtrmv", "cublasDtrmv", "cublasZtrmv"))]
    pub fn trmv<'x, T: BlasType>(
        &mut self,
        diag: Diag,
        a: Triangle<'_, T>,
        x: impl Into<VectorMut<'x, T>>,
    ) -> Result<(), Error> {
        self.triangular("trmv", diag, a, x.into(), routines::trmv::<T>, Self::trmm_as)
    }

    /// Solves `a y = x` for `y`, which `x` becomes, for a triangular `a`.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasStrsv", "cublasCtrsv", "cublasDtrsv", "cublasZtrsv"))]
    pub fn trsv<'x, T: BlasType>(
        &mut self,
        diag: Diag,
        a: Triangle<'_, T>,
        x: impl Into<VectorMut<'x, T>>,
    ) -> Result<(), Error> {
        self.triangular("trsv", diag, a, x.into(), routines::trsv::<T>, Self::trsm_as)
    }

    fn triangular<T: BlasType>(
        &mut self,
        call: &'static str,
        diag: Diag,
        a: Triangle<'_, T>,
        x: VectorMut<'_, T>,
        routine: TriangularOfVector,
        of_matrix: TriangularOfMatrix<Self, T>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), x.operand("x")];
        self.check(call, &operands, a.is_one(x.len()), SQUARE)?;
        if x.is_empty() {
            return Ok(());
        }
        let matrix = a.layout.matrix;
        if T::IS_COMPLEX && matrix.is_conjugated && matrix.is_transposed {
            let one = T::ONE;
            return of_matrix(self, call, Side::Left, diag, one, a, x.into_column());
        }
        let operation = matrix.operation::<T, T>(call, "a", true)?;
        let (fill, diag) = (a.layout.fill.by_columns(), diag.by_columns());
        let (n, lda, dx, job) =
            (x.len(), matrix.leading(), x.layout.leading(), Job::new(&operands));
        // SAFETY: as in `gemv`.
        unsafe { routine(self, &job, fill, operation, diag, n, a.address(), lda, x.address(), dx) }
    }
}

/// `trmv` or `trsv` of [`routines`].
type TriangularOfVector = unsafe fn(
    &mut Blas<'_>,
    &Job<'_>,
    cublasFillMode_t,
    cublasOperation_t,
    cublasDiagType_t,
    usize,
    u64,
    usize,
    u64,
    usize,
) -> Result<(), Error>;

/// `trmm` or `trsm`.
type TriangularOfMatrix<B, T> =
    fn(&mut B, &'static str, Side, Diag, T, Triangle<'_, T>, MatrixMut<'_, T>) -> Result<(), Error>;
