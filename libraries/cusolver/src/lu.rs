//! Systems of equations: LU factors with exchanged rows, and Cholesky's.

use cublas::{BlasType, Fill, Matrix, MatrixMut};
use cuda_driver::{DeviceBuffer, DeviceSlice, Stream};
use cuda_libraries_sys::cublas::{cublasFillMode_t, cublasOperation_t};
use cuda_libraries_sys::cusolver::Symbol;

use crate::columns::{Columns, demand, listed, narrow};
use crate::element::SolverType;
use crate::error::{Error, Verdict};
use crate::handle::{Job, Solver, data, sized};
use cuda_library_support::Operand;

const SINGULAR: fn(usize) -> Verdict = |info| Verdict::Singular { pivot: info - 1 };
const NOT_POSITIVE: fn(usize) -> Verdict = |info| Verdict::NotPositiveDefinite { row: info - 1 };

/// Returns the triangle that cuSOLVER sees.
pub(crate) fn seen(fill: Fill, is_row_major: bool) -> cublasFillMode_t {
    match (fill, is_row_major) {
        (Fill::Upper, false) | (Fill::Lower, true) => cublasFillMode_t::CUBLAS_FILL_MODE_UPPER,
        _ => cublasFillMode_t::CUBLAS_FILL_MODE_LOWER,
    }
}

/// The exchanged rows of [`lu`](Solver::lu), in device memory. cuSOLVER trusts them, so that nothing else writes them.
#[derive(Debug)]
pub struct Pivots {
    memory: DeviceBuffer<i64>,
    /// None is greater: the most rows that a matrix of theirs had.
    rows: usize,
}

impl Pivots {
    /// Allocates `len`, which belong to `stream`: one for each row or column of a matrix, of which there are fewer.
    ///
    /// # Errors
    /// The driver's error.
    pub fn new(stream: &Stream, len: usize) -> Result<Self, Error> {
        Ok(Self { memory: stream.upload(&vec![1; len])?, rows: 1 })
    }

    /// Returns them: a row for each, counted from 1, with which it was exchanged.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, i64> {
        self.memory.as_slice()
    }
}

/// Systems of equations.
impl Solver<'_> {
    /// Replaces `a` by its factors: a lower triangle with a diagonal of 1, and an upper one, of `a` with exchanged rows, which
    /// `pivots` lists. Of a row-major matrix, they are those of the transpose, which serve [`lu_solve`](Self::lu_solve) as well.
    ///
    /// ```no_run
    /// use cublas::{Matrix, MatrixMut};
    /// use cuda_driver::Driver;
    /// use cusolver::{Cusolver, Pivots};
    ///
    /// let context = Driver::load()?.device(0)?.primary_context()?;
    /// let stream = context.stream()?;
    /// let mut handle = Cusolver::load()?.handle(&context)?;
    /// let mut solver = handle.on(&stream);
    ///
    /// let mut a = stream.upload(&[2.0_f64, 1.0, 1.0, 3.0])?;
    /// let mut pivots = Pivots::new(&stream, 2)?;
    /// solver.lu(MatrixMut::new(&mut a, 2, 2)?, &mut pivots)?;
    /// let mut b = stream.upload(&[3.0, 5.0])?;
    /// solver.lu_solve(Matrix::new(&a, 2, 2)?, &pivots, MatrixMut::new(&mut b, 2, 1)?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::Singular`], and the factors are there nevertheless.
    #[doc(alias("cusolverDnXgetrf", "cusolverDnXgetrf_bufferSize", "getrf"))]
    pub fn lu<T: BlasType>(
        &mut self,
        a: MatrixMut<'_, T>,
        pivots: &mut Pivots,
    ) -> Result<(), Error> {
        let (call, a) = ("lu", Columns::from(("a", &a)));
        let (m, n) = a.seen();
        let memory = pivots.as_slice();
        let fits = a.len == 1 && memory.len() as i64 >= m.min(n);
        demand(
            call,
            &[&a],
            fits,
            "there is one matrix, and a pivot for each row or column, of which there are fewer",
        )?;
        self.check(
            call,
            &[a.operand(), Operand::new("pivots", memory.stream(), memory.as_raw(), 8)],
        )?;
        if m.min(n) == 0 {
            return Ok(());
        }
        pivots.rows = pivots.rows.max(m as usize);
        let (ty, p) = (data::<T>(), pivots.memory.as_raw() as *mut i64);
        let job = Job { call, operands: &|| listed(&[&a]), len: 1, judge: Some(SINGULAR) };
        sized!(
            self,
            &job,
            cusolverDnXgetrf_bufferSize,
            cusolverDnXgetrf(m, n, ty, a.void(), a.ld(); p; ty)
        )
    }

    /// Replaces `b` by the solution `x` of `a x = b`, where `a` became its [factors](Self::lu). The columns of `b` are contiguous.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias("cusolverDnXgetrs", "getrs"))]
    pub fn lu_solve<T: BlasType>(
        &mut self,
        factors: Matrix<'_, T>,
        pivots: &Pivots,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let a = Columns::from(("factors", &factors));
        // What was factorized is the transpose of a row-major matrix.
        let operation = if a.is_row_major {
            cublasOperation_t::CUBLAS_OP_T
        } else {
            cublasOperation_t::CUBLAS_OP_N
        };
        self.lu_solve_as("lu_solve", a, pivots, b, operation)
    }

    /// Replaces `b`, which is the identity, by the inverse of a matrix that became its [factors](Self::lu): in the order of the
    /// factors, row-major if these are.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias("getri", "cusolverDnXgetrs"))]
    pub fn lu_inverse<T: BlasType>(
        &mut self,
        factors: Matrix<'_, T>,
        pivots: &Pivots,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let a = Columns::from(("factors", &factors));
        if a.is_row_major == b.is_transposed() {
            let rule = "it has to be in the order of the factors: row-major if they are";
            return Err(Error::Layout { call: "lu_inverse", operand: "b", rule });
        }
        // The inverse of the transpose by columns is the inverse by rows.
        let b = if a.is_row_major { b.t() } else { b };
        self.lu_solve_as("lu_inverse", a, pivots, b, cublasOperation_t::CUBLAS_OP_N)
    }

    fn lu_solve_as<T: BlasType>(
        &mut self,
        call: &'static str,
        a: Columns<'_>,
        pivots: &Pivots,
        b: MatrixMut<'_, T>,
        operation: cublasOperation_t,
    ) -> Result<(), Error> {
        let b = Columns::from(("b", &b));
        let (rows, columns) = b.shape;
        let is_of = pivots.memory.len() >= rows && pivots.rows <= rows.max(1);
        let fits = a.len == 1 && b.len == 1 && a.is_square() && rows == a.shape.0 && is_of;
        demand(
            call,
            &[&a, &b],
            fits,
            "the factors are of a square matrix with as many rows as b, and the pivots of none with more rows",
        )?;
        let pivots = pivots.as_slice();
        let b = b.by_columns(call)?;
        let of_pivots = Operand::new("pivots", pivots.stream(), pivots.as_raw(), 8);
        self.check(call, &[a.operand(), b.operand(), of_pivots])?;
        if rows == 0 || columns == 0 {
            return Ok(());
        }
        let solve = self.require(Symbol::cusolverDnXgetrs, self.table().cusolverDnXgetrs)?;
        let (n, k, ty, p) =
            (rows as i64, columns as i64, data::<T>(), pivots.as_raw() as *const i64);
        let job = Job { call, operands: &|| listed(&[&a, &b]), len: 1, judge: None };
        // SAFETY: the operands were checked, are borrowed, and belong to the stream.
        unsafe {
            self.judged(&job, Symbol::cusolverDnXgetrs, |raw, params, info| {
                solve(
                    raw,
                    params,
                    operation,
                    n,
                    k,
                    ty,
                    a.void(),
                    a.ld(),
                    p,
                    ty,
                    b.void(),
                    b.ld(),
                    info,
                )
            })
        }
    }

    /// Replaces `b` by the solution `x` of `a x = b`, and `a` by its factors. The columns of `b` are contiguous.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::Singular`]. It can't be recorded: [`lu`](Self::lu) and [`lu_solve`](Self::lu_solve) can.
    #[doc(alias("gesv", "cusolverDnXgetrf", "cusolverDnXgetrs"))]
    pub fn solve<T: BlasType>(
        &mut self,
        mut a: MatrixMut<'_, T>,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "solve";
        let (of_a, of_b) = (Columns::from(("a", &a)), Columns::from(("b", &b)));
        let fits =
            of_a.len == 1 && of_b.len == 1 && of_a.is_square() && of_b.shape.0 == of_a.shape.0;
        demand(call, &[&of_a, &of_b], fits, "a is a square matrix with as many rows as b")?;
        let of_b = of_b.by_columns(call)?;
        self.check(call, &[of_a.operand(), of_b.operand()])?;
        self.check_not_captured(call)?;
        let stream = self.stream;
        // The factorization writes all of them, or fails.
        let mut pivots = Pivots { memory: stream.alloc(a.shape().0)?, rows: 1 };
        self.lu(a.reborrow(), &mut pivots)
            .and_then(|()| self.lu_solve(a.as_view(), &pivots, b))
            .map_err(|error| error.in_call(call))
    }

    /// Replaces a triangle of a Hermitian matrix, or of each of a batch, by its factor: `a = l lᴴ`, or `a = uᴴ u`. The other
    /// triangle isn't read.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::NotPositiveDefinite`].
    #[doc(alias(
        "cusolverDnXpotrf",
        "cusolverDnXpotrf_bufferSize",
        "cusolverDnSpotrfBatched",
        "potrf"
    ))]
    #[doc(alias("cusolverDnDpotrfBatched", "cusolverDnCpotrfBatched", "cusolverDnZpotrfBatched"))]
    pub fn cholesky<T: SolverType>(
        &mut self,
        a: MatrixMut<'_, T>,
        fill: Fill,
    ) -> Result<(), Error> {
        let (call, a) = ("cholesky", Columns::from(("a", &a)));
        demand(call, &[&a], a.is_square(), "it is of square matrices")?;
        self.check(call, &[a.operand()])?;
        let (n, uplo) = (a.seen().0, seen(fill, a.is_row_major));
        if n == 0 || a.len == 0 {
            return Ok(());
        }
        let (ty, job) = (
            data::<T>(),
            Job { call, operands: &|| listed(&[&a]), len: a.len, judge: Some(NOT_POSITIVE) },
        );
        if a.len == 1 {
            return sized!(
                self,
                &job,
                cusolverDnXpotrf_bufferSize,
                cusolverDnXpotrf(uplo, n, ty, a.void(), a.ld(), ty)
            );
        }
        let (n, ld, len) =
            (narrow(call, &a, n)?, narrow(call, &a, a.ld())?, narrow(call, &a, a.len as i64)?);
        self.check_not_captured(call)?;
        let addresses = self.stream.upload(&a.addresses())?;
        // SAFETY: the operands were checked, are borrowed, and belong to the stream, in whose order the array is freed.
        unsafe { T::potrf_batched(self, &job, uplo, n, addresses.as_raw(), ld, len) }
    }

    /// Replaces `b` by the solution `x` of `a x = b`, where a triangle of `a` became its [factor](Self::cholesky). The columns of
    /// `b` are contiguous. Of a batch, `b` has one column for each matrix, and the call can't be recorded.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Error::Layout`] for a row-major matrix of complex numbers, whose transpose has other solutions.
    #[doc(alias(
        "cusolverDnXpotrs",
        "potrs",
        "cusolverDnSpotrsBatched",
        "cusolverDnDpotrsBatched"
    ))]
    #[doc(alias("cusolverDnCpotrsBatched", "cusolverDnZpotrsBatched"))]
    pub fn cholesky_solve<T: SolverType>(
        &mut self,
        factor: Matrix<'_, T>,
        fill: Fill,
        b: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "cholesky_solve";
        let (a, b) = (Columns::from(("factor", &factor)), Columns::from(("b", &b)));
        let (rows, columns) = b.shape;
        let is_one = a.len == 1 || columns == 1;
        let fits = a.len == b.len && is_one && a.is_square() && rows == a.shape.0;
        let rule = "the factor is of a square matrix with as many rows as b, or a batch of these, with one column each";
        demand(call, &[&a, &b], fits, rule)?;
        if a.is_row_major && T::IS_COMPLEX && rows > 1 {
            let rule = "complex numbers have to be by columns: pass the matrix after `t`, before it is factorized, too";
            return Err(Error::Layout { call, operand: "factor", rule });
        }
        let b = b.by_columns(call)?;
        self.check(call, &[a.operand(), b.operand()])?;
        if rows == 0 || columns == 0 {
            return Ok(());
        }
        if a.len > 1 {
            let sizes =
                [rows as i64, a.len as i64, a.ld(), b.ld()].map(|size| narrow(call, &a, size));
            let [n, len, lda, ldb] = sizes;
            self.check_not_captured(call)?;
            let of_a = self.stream.upload(&a.addresses())?;
            let of_b = self.stream.upload(&b.addresses())?;
            let job = Job { call, operands: &|| listed(&[&a, &b]), len: 1, judge: None };
            let (uplo, places) = (seen(fill, a.is_row_major), [of_a.as_raw(), of_b.as_raw()]);
            // SAFETY: the operands were checked, are borrowed, and belong to the stream, in whose order the arrays are freed.
            return unsafe {
                T::potrs_batched(self, &job, uplo, [n?, len?], (places[0], lda?), (places[1], ldb?))
            };
        }
        let solve = self.require(Symbol::cusolverDnXpotrs, self.table().cusolverDnXpotrs)?;
        let (n, k, ty, uplo) =
            (rows as i64, columns as i64, data::<T>(), seen(fill, a.is_row_major));
        let job = Job { call, operands: &|| listed(&[&a, &b]), len: 1, judge: None };
        // SAFETY: the operands were checked, are borrowed, and belong to the stream.
        unsafe {
            self.judged(&job, Symbol::cusolverDnXpotrs, |raw, params, info| {
                solve(raw, params, uplo, n, k, ty, a.void(), a.ld(), ty, b.void(), b.ld(), info)
            })
        }
    }
}
