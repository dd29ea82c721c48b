//! Eigenvalues and singular values.

use core::ffi::c_void;

use cublas::{BlasType, Fill, MatrixMut, Scalar};
use cuda_driver::DeviceSliceMut;
use cuda_libraries_sys::cusolver::cusolverEigMode_t;

use crate::columns::{Columns, demand, listed};
use crate::error::{Error, Verdict};
use crate::handle::{Job, Solver, data, operand, sized};
use crate::lu::seen;

const NOT_CONVERGED: fn(usize) -> Verdict = |info| Verdict::NotConverged { count: info };

/// Whether vectors are computed, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cusolverEigMode_t")]
#[non_exhaustive]
pub enum Vectors {
    /// Values alone.
    No,
    /// Vectors, too.
    Yes,
}

impl Vectors {
    fn mode(self) -> cusolverEigMode_t {
        match self {
            Self::No => cusolverEigMode_t::CUSOLVER_EIG_MODE_NOVECTOR,
            Self::Yes => cusolverEigMode_t::CUSOLVER_EIG_MODE_VECTOR,
        }
    }
}

/// Eigenvalues and singular values.
impl Solver<'_> {
    /// Writes the eigenvalues of a Hermitian matrix, or of each of a batch, the smallest first, and replaces `a` by the eigenvectors
    /// or by something else. One triangle is read.
    ///
    /// By columns, they are those of `a`: `a = v diag(values) vᴴ`. Of a row-major matrix, the rows are their conjugates, so that `a`
    /// becomes `vᴴ`.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::NotConverged`].
    #[doc(alias("cusolverDnXsyevd", "cusolverDnXsyevd_bufferSize", "syevd", "heevd"))]
    #[doc(alias("cusolverDnXsyevBatched", "cusolverDnXsyevBatched_bufferSize"))]
    pub fn eigh<'w, T: BlasType>(
        &mut self,
        a: MatrixMut<'_, T>,
        fill: Fill,
        vectors: Vectors,
        values: impl Into<DeviceSliceMut<'w, T::Real>>,
    ) -> Result<(), Error> {
        let (call, a, values) = ("eigh", Columns::from(("a", &a)), values.into());
        let n = a.shape.0;
        let fits = a.is_square() && n.checked_mul(a.len).is_some_and(|all| values.len() >= all);
        demand(call, &[&a], fits, "it is of square matrices, with a value for each row")?;
        let of_values = operand("values", values.stream(), values.as_raw(), size_of::<T::Real>());
        self.check(call, &[a.operand(), of_values])?;
        if n == 0 || a.len == 0 {
            return Ok(());
        }
        let (n, uplo, jobz) = (n as i64, seen(fill, a.is_row_major), vectors.mode());
        let (ty, real, w) = (data::<T>(), <T as Scalar>::REAL, values.as_raw() as *mut c_void);
        let job = Job { call, what: &|| listed(&[&a]), len: a.len, judge: Some(NOT_CONVERGED) };
        if a.len == 1 {
            return sized!(
                self,
                &job,
                cusolverDnXsyevd_bufferSize,
                cusolverDnXsyevd(jobz, uplo, n, ty, a.void(), a.ld(), real, w, ty)
            );
        }
        if a.between != a.leading * n as usize {
            let rule = "the matrices of a batch follow each other without gaps";
            return Err(Error::Layout { call, operand: "a", rule });
        }
        sized!(
            self,
            &job,
            cusolverDnXsyevBatched_bufferSize,
            cusolverDnXsyevBatched(jobz, uplo, n, ty, a.void(), a.ld(), real, w, ty),
            job.len as i64
        )
    }

    /// Writes the eigenvalues of a matrix of complex numbers, and its eigenvectors to columns, of length 1. `a` becomes something
    /// else. It needs cuSOLVER 11.7.5, of CUDA 12.8.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::NotConverged`]; [`Error::Layout`] for vectors of a row-major matrix.
    #[cfg(feature = "complex")]
    #[doc(alias("cusolverDnXgeev", "cusolverDnXgeev_bufferSize", "geev"))]
    pub fn eig<'w, T: BlasType>(
        &mut self,
        a: MatrixMut<'_, cublas::num_complex::Complex<T>>,
        values: impl Into<DeviceSliceMut<'w, cublas::num_complex::Complex<T>>>,
        vectors: Option<MatrixMut<'_, cublas::num_complex::Complex<T>>>,
    ) -> Result<(), Error>
    where
        cublas::num_complex::Complex<T>: BlasType,
    {
        let (call, mut a, values) = ("eig", Columns::from(("a", &a)), values.into());
        let n = a.shape.0;
        let of_vectors = vectors.as_ref().map(|it| Columns::from(("vectors", it)));
        let is_same = of_vectors.is_none_or(|it| it.shape == a.shape && it.len == 1);
        let fits = a.len == 1 && a.is_square() && values.len() >= n && is_same;
        demand(
            call,
            &[&a],
            fits,
            "it is of one square matrix, with a value for each row, and vectors of the same shape",
        )?;
        // Values are those of the transpose.
        if of_vectors.is_some() {
            a = a.by_columns(call)?;
        }
        let of_vectors = of_vectors.map(|it| it.by_columns(call)).transpose()?;
        let size = 2 * size_of::<T>();
        let of_values = operand("values", values.stream(), values.as_raw(), size);
        self.check(
            call,
            &[a.operand(), of_values, of_vectors.map_or(a.operand(), |it| it.operand())],
        )?;
        if n == 0 {
            return Ok(());
        }
        let (n, ty, w) =
            (n as i64, data::<cublas::num_complex::Complex<T>>(), values.as_raw() as *mut c_void);
        let none = Vectors::No.mode();
        let (right, v, ldv) = match of_vectors {
            Some(it) => (Vectors::Yes.mode(), it.void(), it.ld()),
            None => (none, core::ptr::null_mut(), n),
        };
        let left = core::ptr::null_mut();
        let job = Job { call, what: &|| listed(&[&a]), len: 1, judge: Some(NOT_CONVERGED) };
        sized!(
            self,
            &job,
            cusolverDnXgeev_bufferSize,
            cusolverDnXgeev(
                none,
                right,
                n,
                ty,
                a.void(),
                a.ld(),
                ty,
                w,
                ty,
                left,
                n,
                ty,
                v,
                ldv,
                ty
            )
        )
    }

    /// Writes the singular values of a matrix, the largest first, and to `u` and `vh` its vectors, if they are given: `a = u
    /// diag(values) vh`. `a` becomes something else.
    ///
    /// All are in the same order: by columns, and then `a` has no fewer rows than columns; or row-major, and then it has no fewer
    /// columns than rows. `u` has as many columns as rows, or as there are values; `vh` the same for its rows.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::NotConverged`]; [`Error::Layout`] in the other order.
    #[doc(alias("cusolverDnXgesvd", "cusolverDnXgesvd_bufferSize", "gesvd"))]
    pub fn svd<'s, T: BlasType>(
        &mut self,
        a: MatrixMut<'_, T>,
        values: impl Into<DeviceSliceMut<'s, T::Real>>,
        u: Option<MatrixMut<'_, T>>,
        vh: Option<MatrixMut<'_, T>>,
    ) -> Result<(), Error> {
        let (call, a, values) = ("svd", Columns::from(("a", &a)), values.into());
        let (m, n) = a.shape;
        let k = m.min(n);
        let (u, vh) = (
            u.as_ref().map(|it| Columns::from(("u", it))),
            vh.as_ref().map(|it| Columns::from(("vh", it))),
        );
        let is_of = |it: Option<Columns<'_>>, whole: (usize, usize), part: (usize, usize)| {
            it.is_none_or(|it| it.len == 1 && (it.shape == whole || it.shape == part))
        };
        let fits = a.len == 1
            && values.len() >= k
            && is_of(u, (m, m), (m, k))
            && is_of(vh, (n, n), (k, n));
        let all: Vec<&Columns<'_>> =
            [Some(&a), u.as_ref(), vh.as_ref()].into_iter().flatten().collect();
        let rule = "u is square or has a column for each value, vh a row, and there are as many values as rows or columns";
        demand(call, &all, fits, rule)?;
        let (rows, columns) = a.seen();
        if rows < columns {
            let rule = "by columns it has no fewer rows than columns, and row-major no fewer columns than rows: copy it to the other order";
            return Err(Error::Layout { call, operand: "a", rule });
        }
        if let Some(other) = all.iter().find(|it| it.is_row_major != a.is_row_major) {
            let operand = if other.shape.0 == m { "u" } else { "vh" };
            return Err(Error::Layout { call, operand, rule: "it has to be in the order of a" });
        }
        let of_values = operand("values", values.stream(), values.as_raw(), size_of::<T::Real>());
        let mut operands: Vec<_> = all.iter().map(|it| it.operand()).collect();
        operands.push(of_values);
        self.check(call, &operands)?;
        if k == 0 {
            return Ok(());
        }
        // Of the transpose, the left vectors are the conjugates of the right ones.
        let (left, right) = if a.is_row_major { (vh, u) } else { (u, vh) };
        let side = |it: Option<Columns<'_>>| match it {
            None => (b'N' as i8, core::ptr::null_mut(), rows),
            Some(it) if it.is_square() => (b'A' as i8, it.void(), it.ld()),
            Some(it) => (b'S' as i8, it.void(), it.ld()),
        };
        let ((job_u, u, ldu), (job_v, v, ldv)) = (side(left), side(right));
        let (ty, real, s) = (data::<T>(), <T as Scalar>::REAL, values.as_raw() as *mut c_void);
        let job = Job { call, what: &|| listed(&[&a]), len: 1, judge: Some(NOT_CONVERGED) };
        let (m, n) = (rows, columns);
        sized!(
            self,
            &job,
            cusolverDnXgesvd_bufferSize,
            cusolverDnXgesvd(
                job_u,
                job_v,
                m,
                n,
                ty,
                a.void(),
                a.ld(),
                real,
                s,
                ty,
                u,
                ldu,
                ty,
                v,
                ldv,
                ty
            )
        )
    }
}
