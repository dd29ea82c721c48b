//! QR factors, as reflections.

use cublas::{BlasType, Matrix, MatrixMut, Side};
use cuda_driver::{DeviceSlice, DeviceSliceMut};
use cuda_libraries_sys::cublas::{cublasOperation_t, cublasSideMode_t};

use crate::columns::{Columns, demand, listed, narrow};
use crate::element::SolverType;
use crate::error::Error;
use crate::handle::{Job, Solver, data, sized};
use cuda_library_support::Operand;

/// QR factors.
impl Solver<'_> {
    /// Replaces `a`, or each matrix of a batch, whose columns are contiguous, by its upper triangular factor `r` and, below,
    /// reflections, whose product is `q`; `tau` gets their factors, those of each matrix after those of the one before. Matrices of
    /// a batch are submitted one after the other, without waiting.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias("cusolverDnXgeqrf", "cusolverDnXgeqrf_bufferSize", "geqrf"))]
    pub fn qr<'t, T: BlasType>(
        &mut self,
        a: MatrixMut<'_, T>,
        tau: impl Into<DeviceSliceMut<'t, T>>,
    ) -> Result<(), Error> {
        let (call, a, tau) = ("qr", Columns::from(("a", &a)), tau.into());
        let (m, n) = a.shape;
        let k = m.min(n);
        let fits = k.checked_mul(a.len).is_some_and(|needed| tau.len() >= needed);
        demand(
            call,
            &[&a],
            fits,
            "there is a factor for each row or column of each matrix, of which there are fewer",
        )?;
        let a = a.by_columns(call)?;
        self.check(
            call,
            &[a.operand(), Operand::new("tau", tau.stream(), tau.as_raw(), size_of::<T>())],
        )?;
        if k == 0 {
            return Ok(());
        }
        let ty = data::<T>();
        let (m, n) = (m as i64, n as i64);
        let job = Job { call, operands: &|| listed(&[&a]), len: 1, judge: None };
        (0..a.len).try_for_each(|index| {
            let tau = tau.as_raw() + (index * k * size_of::<T>()) as u64;
            let (a, tau) = (a.nth(index), tau as *mut core::ffi::c_void);
            sized!(
                self,
                &job,
                cusolverDnXgeqrf_bufferSize,
                cusolverDnXgeqrf(m, n, ty, a.void(), a.ld(), ty, tau, ty)
            )
        })
    }

    /// Replaces `a`, or each matrix of a batch, which became its [factors](Self::qr), by the first columns of `q`, as many as it has,
    /// which are no more than rows; `tau` has the factors of as many reflections for each.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias(
        "cusolverDnSorgqr",
        "cusolverDnDorgqr",
        "cusolverDnCungqr",
        "cusolverDnZungqr",
        "orgqr"
    ))]
    #[doc(alias("cusolverDnSorgqr_bufferSize", "cusolverDnDorgqr_bufferSize"))]
    #[doc(alias("cusolverDnCungqr_bufferSize", "cusolverDnZungqr_bufferSize"))]
    pub fn q<'t, T: SolverType>(
        &mut self,
        a: MatrixMut<'_, T>,
        tau: impl Into<DeviceSlice<'t, T>>,
    ) -> Result<(), Error> {
        let (call, a, tau) = ("q", Columns::from(("a", &a)), tau.into());
        let ((m, n), k) = (a.shape, tau.len() / a.len.max(1));
        let fits = tau.len() == k * a.len && m >= n && n >= k;
        demand(
            call,
            &[&a],
            fits,
            "there are no more columns than rows, and for each matrix as many reflections, no more than columns",
        )?;
        let a = a.by_columns(call)?;
        self.check(
            call,
            &[a.operand(), Operand::new("tau", tau.stream(), tau.as_raw(), size_of::<T>())],
        )?;
        if n == 0 {
            return Ok(());
        }
        let sizes = [m, n, k].map(|size| size as i64);
        let [m, n, k, ld] =
            [sizes[0], sizes[1], sizes[2], a.ld()].map(|size| narrow(call, &a, size));
        let job = Job { call, operands: &|| listed(&[&a]), len: 1, judge: None };
        let (sizes, ld) = ([m?, n?, k?], ld?);
        (0..a.len).try_for_each(|index| {
            let of_tau = tau.as_raw() + (index * tau.len() / a.len * size_of::<T>()) as u64;
            // SAFETY: the operands were checked, are borrowed, and belong to the stream.
            unsafe { T::orgqr(self, &job, sizes, (a.nth(index).address(), ld), of_tau) }
        })
    }

    /// Replaces `c` by `q c`, `c q`, or with `is_adjoint` by `qᴴ c`, `c qᴴ`, where `q` has the reflections of
    /// [`factors`](Self::qr), `tau.len()` of them.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias(
        "cusolverDnSormqr",
        "cusolverDnDormqr",
        "cusolverDnCunmqr",
        "cusolverDnZunmqr",
        "ormqr"
    ))]
    #[doc(alias("cusolverDnSormqr_bufferSize", "cusolverDnDormqr_bufferSize"))]
    #[doc(alias("cusolverDnCunmqr_bufferSize", "cusolverDnZunmqr_bufferSize"))]
    pub fn q_product<'t, T: SolverType>(
        &mut self,
        side: Side,
        is_adjoint: bool,
        factors: Matrix<'_, T>,
        tau: impl Into<DeviceSlice<'t, T>>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "q_product";
        let (a, c, tau) =
            (Columns::from(("factors", &factors)), Columns::from(("c", &c)), tau.into());
        let (m, n) = c.shape;
        let (order, raw_side) = match side {
            Side::Left => (m, cublasSideMode_t::CUBLAS_SIDE_LEFT),
            Side::Right => (n, cublasSideMode_t::CUBLAS_SIDE_RIGHT),
        };
        let k = tau.len();
        let fits = a.len == 1 && c.len == 1 && a.shape.0 == order && k <= a.shape.1 && k <= order;
        demand(
            call,
            &[&a, &c],
            fits,
            "the factors have as many rows as c on that side, and no fewer columns than reflections",
        )?;
        let (a, c) = (a.by_columns(call)?, c.by_columns(call)?);
        let of_tau = Operand::new("tau", tau.stream(), tau.as_raw(), size_of::<T>());
        self.check(call, &[a.operand(), c.operand(), of_tau])?;
        if m == 0 || n == 0 {
            return Ok(());
        }
        let operation = match (is_adjoint, T::IS_COMPLEX) {
            (false, _) => cublasOperation_t::CUBLAS_OP_N,
            (true, false) => cublasOperation_t::CUBLAS_OP_T,
            (true, true) => cublasOperation_t::CUBLAS_OP_C,
        };
        let sizes = [m as i64, n as i64, k as i64, a.ld(), c.ld()];
        let [m, n, k, lda, ldc] = sizes.map(|size| narrow(call, &c, size));
        let job = Job { call, operands: &|| listed(&[&a, &c]), len: 1, judge: None };
        let (of_a, of_c, how) = ((a.address(), lda?), (c.address(), ldc?), (raw_side, operation));
        // SAFETY: the operands were checked, are borrowed, and belong to the stream.
        unsafe { T::ormqr(self, &job, how, [m?, n?, k?], of_a, tau.as_raw(), of_c) }
    }
}
