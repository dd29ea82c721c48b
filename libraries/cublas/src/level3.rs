//! Level 3: triangular matrices, sums, and scaled rows and columns.

use cuda_libraries_sys::cublas::{
    cublasDiagType_t, cublasFillMode_t, cublasOperation_t, cublasSideMode_t,
};

use crate::call::Job;
use crate::element::{BlasType, Host};
use crate::error::Error;
use crate::handle::Blas;
use crate::layout::{Diag, MatrixLayout, Side};
use crate::routines;
use crate::view::{Matrix, MatrixMut, Triangle, Vector};

const SAME_ORDER: &str = "it and c must both be transposed, or none of them, and it not conjugated";

/// Products with triangular matrices, and sums.
impl Blas<'_> {
    /// `b = alpha a b`, or `b = alpha b a`, for a triangular `a`.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasStrmm", "cublasCtrmm", "cublasDtrmm", "cublasZtrmm"))]
    pub fn trmm<T: BlasType>(
        &mut self,
        side: Side,
        diag: Diag,
        alpha: T,
        a: Triangle<'_, T>,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        self.trmm_as("trmm", side, diag, alpha, a, b)
    }

    pub(crate) fn trmm_as<T: BlasType>(
        &mut self,
        call: &'static str,
        side: Side,
        diag: Diag,
        alpha: T,
        a: Triangle<'_, T>,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        // cuBLAS writes the product elsewhere, or to `b`.
        self.triangular_of_matrix(call, side, diag, alpha, a, b, |blas, job, operands| {
            // SAFETY: as in `symmetric`.
            unsafe {
                routines::trmm::<T>(
                    blas,
                    job,
                    operands.side,
                    operands.fill,
                    operands.operation,
                    operands.diag,
                    operands.m,
                    operands.n,
                    operands.alpha.pointer(),
                    operands.a,
                    operands.lda,
                    operands.b,
                    operands.ldb,
                    operands.b,
                    operands.ldb,
                )
            }
        })
    }

    /// Solves `a x = alpha b`, or `x a = alpha b`, for `x`, which `b` becomes, for a triangular `a`.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasStrsm", "cublasCtrsm", "cublasDtrsm", "cublasZtrsm"))]
    pub fn trsm<T: BlasType>(
        &mut self,
        side: Side,
        diag: Diag,
        alpha: T,
        a: Triangle<'_, T>,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        self.trsm_as("trsm", side, diag, alpha, a, b)
    }

    pub(crate) fn trsm_as<T: BlasType>(
        &mut self,
        call: &'static str,
        side: Side,
        diag: Diag,
        alpha: T,
        a: Triangle<'_, T>,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        self.triangular_of_matrix(call, side, diag, alpha, a, b, |blas, job, operands| {
            // SAFETY: as in `symmetric`.
            unsafe {
                routines::trsm::<T>(
                    blas,
                    job,
                    operands.side,
                    operands.fill,
                    operands.operation,
                    operands.diag,
                    operands.m,
                    operands.n,
                    operands.alpha.pointer(),
                    operands.a,
                    operands.lda,
                    operands.b,
                    operands.ldb,
                )
            }
        })
    }

    fn triangular_of_matrix<T: BlasType>(
        &mut self,
        call: &'static str,
        side: Side,
        diag: Diag,
        alpha: T,
        a: Triangle<'_, T>,
        b: MatrixMut<'_, T>,
        submit: impl FnOnce(&mut Self, &Job<'_>, &Triangular) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), b.operand("b")];
        let inner = match side {
            Side::Left => b.shape().0,
            Side::Right => b.shape().1,
        };
        let rule = "a must be one square matrix that is as large as the rows of b, on the left, or its columns, and b one matrix";
        self.check(call, &operands, a.is_one(inner) && b.len() == 1, rule)?;
        let is_turned = b.layout.is_transposed;
        let operation = a.layout.matrix.operation::<T, T>(call, "a", is_turned)?;
        if b.layout.is_empty() {
            return Ok(());
        }
        let side = if is_turned { side.other() } else { side };
        let arguments = Triangular {
            side: side.by_columns(),
            fill: a.layout.fill.by_columns(),
            operation,
            diag: diag.by_columns(),
            m: b.layout.columns,
            n: b.layout.rows,
            alpha: Host::of(alpha),
            a: a.address(),
            lda: a.layout.matrix.leading(),
            b: b.address(),
            ldb: b.layout.leading(),
        };
        submit(self, &Job::new(&operands), &arguments)
    }

    /// `c = alpha a + beta b`, where each of the three may be transposed.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSgeam", "cublasCgeam", "cublasDgeam", "cublasZgeam"))]
    pub fn geam<T: BlasType>(
        &mut self,
        alpha: T,
        a: Matrix<'_, T>,
        beta: T,
        b: Matrix<'_, T>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "geam";
        let operands = [a.operand("a"), b.operand("b"), c.operand("c")];
        let fits = [a.len(), b.len(), c.len()] == [1; 3]
            && a.shape() == c.shape()
            && b.shape() == c.shape();
        self.check(call, &operands, fits, "all three must be one matrix of the same shape")?;
        let of_b = b.layout.operation::<T, T>(call, "b", c.layout.is_transposed)?;
        let (at, ldb) = (b.address(), b.layout.leading());
        self.add(call, &Job::new(&operands), alpha, a, beta, (of_b, at, ldb), &c)
    }

    /// `c = alpha a`: a copy, which is transposed if one of the two is, and conjugated if `a` is [`h`](Matrix::h).
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias = "cublasSgeam")]
    pub fn copy_matrix<T: BlasType>(
        &mut self,
        alpha: T,
        a: Matrix<'_, T>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "copy_matrix";
        let operands = [a.operand("a"), c.operand("c")];
        let fits = a.len() == 1 && c.len() == 1 && a.shape() == c.shape();
        self.check(call, &operands, fits, "both must be one matrix of the same shape")?;
        // With a factor of 0, the other matrix isn't read. cuBLAS lets it be the result.
        let other = (cublasOperation_t::CUBLAS_OP_N, c.address(), c.layout.leading());
        let zero = T::ZERO;
        self.add(call, &Job::new(&operands), alpha, a, zero, other, &c)
    }

    fn add<T: BlasType>(
        &mut self,
        call: &'static str,
        job: &Job<'_>,
        alpha: T,
        a: Matrix<'_, T>,
        beta: T,
        (of_b, b, ldb): (cublasOperation_t, u64, usize),
        c: &MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let of_a = a.layout.operation::<T, T>(call, "a", c.layout.is_transposed)?;
        if c.layout.is_empty() {
            return Ok(());
        }
        let (m, n) = (c.layout.columns, c.layout.rows);
        let (lda, ldc) = (a.layout.leading(), c.layout.leading());
        let (alpha, beta) = (Host::of(alpha), Host::of(beta));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        // SAFETY: as in `symmetric`.
        unsafe {
            let (a, c) = (a.address(), c.address());
            routines::geam::<T>(self, job, of_a, of_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc)
        }
    }

    /// `c = diag(x) a`, on the left, or `c = a diag(x)`: scales the rows of `a`, or its columns.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSdgmm", "cublasCdgmm", "cublasDdgmm", "cublasZdgmm"))]
    pub fn dgmm<'x, T: BlasType>(
        &mut self,
        side: Side,
        a: Matrix<'_, T>,
        x: impl Into<Vector<'x, T>>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let (call, x) = ("dgmm", x.into());
        let operands = [a.operand("a"), x.operand("x"), c.operand("c")];
        let (rows, columns) = a.shape();
        let count = match side {
            Side::Left => rows,
            Side::Right => columns,
        };
        let fits = a.len() == 1 && c.len() == 1 && a.shape() == c.shape() && x.len() == count;
        let rule = "a and c must be one matrix of the same shape, and x as long as its columns, on the left, or its rows";
        self.check(call, &operands, fits, rule)?;
        a.layout.demand_order_of::<T>(&c.layout, call, "a")?;
        if c.layout.is_empty() {
            return Ok(());
        }
        let side = if c.layout.is_transposed { side.other() } else { side };
        let (m, n) = (c.layout.columns, c.layout.rows);
        let (lda, dx, ldc) = (a.layout.leading(), x.layout.leading(), c.layout.leading());
        let job = Job::new(&operands);
        // SAFETY: as in `symmetric`.
        unsafe {
            let (a, x, c) = (a.address(), x.address(), c.address());
            routines::dgmm::<T>(self, &job, side.by_columns(), m, n, a, lda, x, dx, c, ldc)
        }
    }
}

/// A product with a triangular matrix, in cuBLAS's order.
struct Triangular {
    side: cublasSideMode_t,
    fill: cublasFillMode_t,
    operation: cublasOperation_t,
    diag: cublasDiagType_t,
    m: usize,
    n: usize,
    alpha: Host<[u64; 2]>,
    a: u64,
    lda: usize,
    b: u64,
    ldb: usize,
}

impl MatrixLayout {
    /// Demands that a matrix is transposed if the result is.
    pub(crate) fn demand_order_of<T: BlasType>(
        &self,
        result: &Self,
        call: &'static str,
        operand: &'static str,
    ) -> Result<(), Error> {
        let is_conjugated = self.is_conjugated && T::IS_COMPLEX;
        if self.is_transposed == result.is_transposed && !is_conjugated {
            Ok(())
        } else {
            Err(Error::Layout { call, operand, reason: SAME_ORDER })
        }
    }
}
