//! Level 3: symmetric and Hermitian matrices.

use cuda_libraries_sys::cublas::cublasOperation_t;

use crate::call::Job;
use crate::element::{BlasType, Host};
use crate::error::Error;
use crate::handle::Blas;
use crate::layout::{MatrixLayout, Side};
use crate::routines::{self, routine};
use crate::view::{Matrix, MatrixMut, Triangle, TriangleMut};

const SYMMETRIC: &str = "a must be one square matrix that is as large as the rows of b, on the left, or its columns, and c one matrix as b";

const UPDATE: &str = "c must be one square matrix with as many rows as a, and b one matrix as a";

/// Products with symmetric and Hermitian matrices.
impl Blas<'_> {
    /// `c = alpha a b + beta c`, or `c = alpha b a + beta c`, for a symmetric `a`, of which a triangle is read.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSsymm", "cublasCsymm", "cublasDsymm", "cublasZsymm"))]
    pub fn symm<T: BlasType>(
        &mut self,
        side: Side,
        alpha: T,
        a: Triangle<'_, T>,
        b: Matrix<'_, T>,
        beta: T,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        a.refuse_conjugate("symm", T::IS_COMPLEX)?;
        self.symmetric("symm", routines::symm::<T>, side, alpha, a, b, beta, c)
    }

    /// [`symm`](Self::symm) for a Hermitian `a`. For real elements it is the same.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasChemm", "cublasZhemm"))]
    pub fn hemm<T: BlasType>(
        &mut self,
        side: Side,
        alpha: T,
        a: Triangle<'_, T>,
        b: Matrix<'_, T>,
        beta: T,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        self.hemm_as("hemm", side, alpha, a, b, beta, c)
    }

    pub(crate) fn hemm_as<T: BlasType>(
        &mut self,
        call: &'static str,
        side: Side,
        alpha: T,
        a: Triangle<'_, T>,
        b: Matrix<'_, T>,
        beta: T,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        a.layout.matrix.refuse_hermitian::<T>(call, "a", c.layout.is_transposed)?;
        self.symmetric(call, routines::hemm::<T>, side, alpha, a, b, beta, c)
    }

    fn symmetric<T: BlasType>(
        &mut self,
        call: &'static str,
        routine: Symmetric,
        side: Side,
        alpha: T,
        a: Triangle<'_, T>,
        b: Matrix<'_, T>,
        beta: T,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), b.operand("b"), c.operand("c")];
        let inner = match side {
            Side::Left => b.shape().0,
            Side::Right => b.shape().1,
        };
        let fits = a.is_one(inner) && b.len() == 1 && c.len() == 1 && b.shape() == c.shape();
        self.check(call, &operands, fits, SYMMETRIC)?;
        b.layout.demand_order_of::<T>(&c.layout, call, "b")?;
        if c.layout.is_empty() {
            return Ok(());
        }
        let side = if c.layout.is_transposed { side.other() } else { side };
        let (side, fill) = (side.by_columns(), a.layout.fill.by_columns());
        let (m, n) = (c.layout.columns, c.layout.rows);
        let (lda, ldb, ldc) = (a.layout.matrix.leading(), b.layout.leading(), c.layout.leading());
        let (alpha, beta, job) = (Host::of(alpha), Host::of(beta), Job::new(&operands));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        // SAFETY: the views were checked, are borrowed, and belong to the stream, in whose order their memory is freed.
        unsafe {
            let (a, b, c) = (a.address(), b.address(), c.address());
            routine(self, &job, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
        }
    }

    /// `c = alpha a aᵀ + beta c` for a symmetric `c`, of which a triangle is written.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSsyrk", "cublasCsyrk", "cublasDsyrk", "cublasZsyrk"))]
    pub fn syrk<T: BlasType>(
        &mut self,
        alpha: T,
        a: Matrix<'_, T>,
        beta: T,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "syrk";
        let operation = a.layout.symmetric_operation::<T>(call, "a")?;
        let (alpha, beta) = (Host::of(alpha), Host::of(beta));
        self.update(call, routines::syrk::<T>, operation, &alpha, a, &beta, c)
    }

    /// `c = alpha a aᴴ + beta c` for a Hermitian `c`, of which a triangle is written. For real elements it is
    /// [`syrk`](Self::syrk).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasCherk", "cublasZherk"))]
    pub fn herk<T: BlasType>(
        &mut self,
        alpha: T::Real,
        a: Matrix<'_, T>,
        beta: T::Real,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        self.herk_as("herk", alpha, a, beta, c)
    }

    pub(crate) fn herk_as<T: BlasType>(
        &mut self,
        call: &'static str,
        alpha: T::Real,
        a: Matrix<'_, T>,
        beta: T::Real,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let operation =
            a.layout.hermitian_operation::<T>(call, "a", c.layout.matrix.is_transposed)?;
        let (alpha, beta) = (Host::of(alpha), Host::of(beta));
        self.update(call, routines::herk::<T>, operation, &alpha, a, &beta, c)
    }

    fn update<T: BlasType>(
        &mut self,
        call: &'static str,
        routine: Update,
        operation: cublasOperation_t,
        alpha: &Host<[u64; 2]>,
        a: Matrix<'_, T>,
        beta: &Host<[u64; 2]>,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), c.operand("c")];
        let (n, k) = a.shape();
        self.check(call, &operands, a.len() == 1 && c.is_one(n), UPDATE)?;
        if n == 0 {
            return Ok(());
        }
        let fill = c.layout.fill.by_columns();
        let (lda, ldc) = (a.layout.leading(), c.layout.matrix.leading());
        let (alpha, beta, job) = (alpha.pointer(), beta.pointer(), Job::new(&operands));
        // SAFETY: as in `symmetric`.
        unsafe {
            routine(
                self,
                &job,
                fill,
                operation,
                n,
                k,
                alpha,
                a.address(),
                lda,
                beta,
                c.address(),
                ldc,
            )
        }
    }

    /// `c = alpha (a bᵀ + b aᵀ) + beta c` for a symmetric `c`, of which a triangle is written.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSsyr2k", "cublasCsyr2k", "cublasDsyr2k", "cublasZsyr2k"))]
    pub fn syr2k<T: BlasType>(
        &mut self,
        alpha: T,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
        beta: T,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "syr2k";
        let operation = a.layout.symmetric_operation::<T>(call, "a")?;
        b.layout.symmetric_operation::<T>(call, "b")?;
        let beta = Host::of(beta);
        self.update_by_two(call, routines::syr2k::<T>, operation, alpha, [a, b], &beta, c)
    }

    /// `c = alpha a bᴴ + conj(alpha) b aᴴ + beta c` for a Hermitian `c`, of which a triangle is written. For real elements it
    /// is [`syr2k`](Self::syr2k).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasCher2k", "cublasZher2k"))]
    pub fn her2k<T: BlasType>(
        &mut self,
        alpha: T,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
        beta: T::Real,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        self.her2k_as("her2k", alpha, a, b, beta, c)
    }

    pub(crate) fn her2k_as<T: BlasType>(
        &mut self,
        call: &'static str,
        alpha: T,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
        beta: T::Real,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let is_turned = c.layout.matrix.is_transposed;
        let operation = a.layout.hermitian_operation::<T>(call, "a", is_turned)?;
        b.layout.hermitian_operation::<T>(call, "b", is_turned)?;
        // Of the transpose, the factors are exchanged.
        let factors = if is_turned { [a, b] } else { [b, a] };
        let beta = Host::of(beta);
        self.update_by_two(call, routines::her2k::<T>, operation, alpha, factors, &beta, c)
    }

    fn update_by_two<T: BlasType>(
        &mut self,
        call: &'static str,
        routine: UpdateByTwo,
        operation: cublasOperation_t,
        alpha: T,
        [a, b]: [Matrix<'_, T>; 2],
        beta: &Host<[u64; 2]>,
        c: TriangleMut<'_, T>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), b.operand("b"), c.operand("c")];
        let (n, k) = a.shape();
        let fits = a.len() == 1 && b.len() == 1 && b.shape() == (n, k) && c.is_one(n);
        self.check(call, &operands, fits, UPDATE)?;
        if a.layout.is_transposed != b.layout.is_transposed {
            let reason = "a and b must both be transposed, or none";
            return Err(Error::Layout { call, operand: "b", reason });
        }
        if n == 0 {
            return Ok(());
        }
        let fill = c.layout.fill.by_columns();
        let (lda, ldb, ldc) = (a.layout.leading(), b.layout.leading(), c.layout.matrix.leading());
        let (alpha, job) = (Host::of(alpha), Job::new(&operands));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        // SAFETY: as in `symmetric`.
        unsafe {
            let (a, b, c) = (a.address(), b.address(), c.address());
            routine(self, &job, fill, operation, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
        }
    }
}

/// `symm` or `hemm` of [`routines`].
type Symmetric = routine!(side, fill, n, n, h, d, n, d, n, h, d, n);

/// `syrk` or `herk`.
type Update = routine!(fill, op, n, n, h, d, n, h, d, n);

/// `syr2k` or `her2k`.
type UpdateByTwo = routine!(fill, op, n, n, h, d, n, d, n, h, d, n);

impl MatrixLayout {
    /// Returns what is done with `a` in cuBLAS's order for `a aᵀ`.
    fn symmetric_operation<T: BlasType>(
        &self,
        call: &'static str,
        operand: &'static str,
    ) -> Result<cublasOperation_t, Error> {
        match (self.is_transposed, self.is_conjugated && T::IS_COMPLEX) {
            (_, true) => Err(Error::Layout { call, operand, reason: "it is conjugated" }),
            (true, false) => Ok(cublasOperation_t::CUBLAS_OP_N),
            (false, false) => Ok(cublasOperation_t::CUBLAS_OP_T),
        }
    }

    /// Returns what is done with `a` in cuBLAS's order for `a aᴴ`, of which cuBLAS sees the transpose, which is another matrix,
    /// unless the result is transposed in memory (`is_turned`).
    fn hermitian_operation<T: BlasType>(
        &self,
        call: &'static str,
        operand: &'static str,
        is_turned: bool,
    ) -> Result<cublasOperation_t, Error> {
        self.refuse_hermitian::<T>(call, operand, is_turned)?;
        Ok(match (self.is_transposed, T::IS_COMPLEX) {
            (true, _) => cublasOperation_t::CUBLAS_OP_N,
            (false, true) => cublasOperation_t::CUBLAS_OP_C,
            (false, false) => cublasOperation_t::CUBLAS_OP_T,
        })
    }

    /// Refuses what would be another Hermitian matrix in cuBLAS's order.
    fn refuse_hermitian<T: BlasType>(
        &self,
        call: &'static str,
        operand: &'static str,
        is_turned: bool,
    ) -> Result<(), Error> {
        let is_same = (self.is_transposed == self.is_conjugated) != is_turned;
        if is_same || !T::IS_COMPLEX {
            Ok(())
        } else {
            Err(Error::Layout {
                call,
                operand,
                reason: "cuBLAS conjugates only what it transposes, too, and takes none of both for granted in the result",
            })
        }
    }
}
