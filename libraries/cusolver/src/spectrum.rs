//! Eigenvalues and singular values.

use core::ffi::c_void;

#[cfg(feature = "complex")]
use cublas::num_complex::Complex;
use cublas::{BlasType, Fill, MatrixMut, Scalar};
use cuda_driver::DeviceSliceMut;
use cuda_libraries_sys::cusolver::cusolverEigMode_t;

use crate::columns::{Columns, demand, listed, narrow};
use crate::element::SolverType;
use crate::error::{Error, Verdict};
use crate::handle::{Job, Solver, data, sized};
use crate::lu::seen;
use cuda_library_support::Operand;

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
        let of_values =
            Operand::new("values", values.stream(), values.as_raw(), size_of::<T::Real>());
        self.check(call, &[a.operand(), of_values])?;
        if n == 0 || a.len == 0 {
            return Ok(());
        }
        let (n, uplo, jobz) = (n as i64, seen(fill, a.is_row_major), vectors.mode());
        let (ty, real, w) = (data::<T>(), <T as Scalar>::REAL, values.as_raw() as *mut c_void);
        let job = Job { call, operands: &|| listed(&[&a]), len: a.len, judge: Some(NOT_CONVERGED) };
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
        a: MatrixMut<'_, Complex<T>>,
        values: impl Into<DeviceSliceMut<'w, Complex<T>>>,
        vectors: Option<MatrixMut<'_, Complex<T>>>,
    ) -> Result<(), Error>
    where
        Complex<T>: BlasType,
    {
        self.eig_as("eig", a, values.into(), vectors)
    }

    /// The same of real numbers. Values that aren't real come in pairs, with the positive imaginary part first; of the vectors of
    /// such a pair, which are each other's conjugates, the first column has the real part and the second the imaginary one.
    ///
    /// # Errors
    /// As those of [`eig`](Self::eig).
    #[cfg(feature = "complex")]
    #[doc(alias("cusolverDnXgeev", "cusolverDnXgeev_bufferSize", "geev"))]
    pub fn eig_real<'w, T: BlasType<Real = T>>(
        &mut self,
        a: MatrixMut<'_, T>,
        values: impl Into<DeviceSliceMut<'w, Complex<T>>>,
        vectors: Option<MatrixMut<'_, T>>,
    ) -> Result<(), Error>
    where
        Complex<T>: BlasType,
    {
        self.eig_as("eig_real", a, values.into(), vectors)
    }

    #[cfg(feature = "complex")]
    fn eig_as<A: BlasType, C: BlasType>(
        &mut self,
        call: &'static str,
        a: MatrixMut<'_, A>,
        values: DeviceSliceMut<'_, C>,
        vectors: Option<MatrixMut<'_, A>>,
    ) -> Result<(), Error> {
        let mut a = Columns::from(("a", &a));
        let n = a.shape.0;
        let of_vectors = vectors.as_ref().map(|vectors| Columns::from(("vectors", vectors)));
        let is_same =
            of_vectors.is_none_or(|of_vectors| of_vectors.shape == a.shape && of_vectors.len == 1);
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
        let of_vectors = of_vectors.map(|of_vector| of_vector.by_columns(call)).transpose()?;
        let size = size_of::<C>();
        let of_values = Operand::new("values", values.stream(), values.as_raw(), size);
        self.check(
            call,
            &[a.operand(), of_values, of_vectors.map_or(a.operand(), |vectors| vectors.operand())],
        )?;
        if n == 0 {
            return Ok(());
        }
        let (n, ty, w) = (n as i64, data::<A>(), values.as_raw() as *mut c_void);
        let none = Vectors::No.mode();
        let (right, v, ldv) = match of_vectors {
            Some(vectors) => (Vectors::Yes.mode(), vectors.void(), vectors.ld()),
            None => (none, core::ptr::null_mut(), n),
        };
        let left = core::ptr::null_mut();
        let job = Job { call, operands: &|| listed(&[&a]), len: 1, judge: Some(NOT_CONVERGED) };
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
                data::<C>(),
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
    /// cuSOLVER doesn't scale the matrix as LAPACK does: of numbers below 1e-31, or 1e-290 for types of 64 bits, an H200's
    /// singular values have lost digits. Multiply such a matrix by a power of two before.
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
            u.as_ref().map(|u| Columns::from(("u", u))),
            vh.as_ref().map(|vh| Columns::from(("vh", vh))),
        );
        let is_of = |vectors: Option<Columns<'_>>, whole: (usize, usize), part: (usize, usize)| {
            vectors.is_none_or(|columns| {
                columns.len == 1 && (columns.shape == whole || columns.shape == part)
            })
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
        if let Some(other) = all.iter().find(|columns| columns.is_row_major != a.is_row_major) {
            let operand = if other.shape.0 == m { "u" } else { "vh" };
            return Err(Error::Layout { call, operand, rule: "it has to be in the order of a" });
        }
        let of_values =
            Operand::new("values", values.stream(), values.as_raw(), size_of::<T::Real>());
        let mut operands: Vec<_> = all.iter().map(|columns| columns.operand()).collect();
        operands.push(of_values);
        self.check(call, &operands)?;
        if k == 0 {
            return Ok(());
        }
        // Of the transpose, the left vectors are the conjugates of the right ones.
        let (left, right) = if a.is_row_major { (vh, u) } else { (u, vh) };
        let side = |vectors: Option<Columns<'_>>| match vectors {
            None => (b'N' as i8, core::ptr::null_mut(), rows),
            Some(vectors) if vectors.is_square() => (b'A' as i8, vectors.void(), vectors.ld()),
            Some(vectors) => (b'S' as i8, vectors.void(), vectors.ld()),
        };
        let ((job_u, u, ldu), (job_v, v, ldv)) = (side(left), side(right));
        let (ty, real, s) = (data::<T>(), <T as Scalar>::REAL, values.as_raw() as *mut c_void);
        let job = Job { call, operands: &|| listed(&[&a]), len: 1, judge: Some(NOT_CONVERGED) };
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

    /// Writes the singular values of each matrix of a batch, the largest first, and to the columns of `u` and `v` its vectors, if they
    /// are given: `a = u diag(values) vᴴ`. `a` becomes something else.
    ///
    /// All are by columns, without gaps between the matrices of a batch, of at most 32 rows and columns; `u` and `v` are square. It
    /// can't be recorded.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Verdict::NotConverged`]; [`Error::Layout`] for row-major matrices, and gaps.
    #[doc(alias(
        "cusolverDnSgesvdjBatched",
        "cusolverDnDgesvdjBatched",
        "cusolverDnCgesvdjBatched"
    ))]
    #[doc(alias("cusolverDnZgesvdjBatched", "cusolverDnSgesvdjBatched_bufferSize"))]
    #[doc(alias("cusolverDnDgesvdjBatched_bufferSize", "cusolverDnCgesvdjBatched_bufferSize"))]
    #[doc(alias("cusolverDnZgesvdjBatched_bufferSize", "cusolverDnCreateGesvdjInfo"))]
    #[doc(alias("cusolverDnDestroyGesvdjInfo", "gesvdj"))]
    pub fn svd_batched<'s, T: SolverType>(
        &mut self,
        a: MatrixMut<'_, T>,
        values: impl Into<DeviceSliceMut<'s, T::Real>>,
        vectors: Option<(MatrixMut<'_, T>, MatrixMut<'_, T>)>,
    ) -> Result<(), Error> {
        let (call, a, values) = ("svd_batched", Columns::from(("a", &a)), values.into());
        let ((m, n), len) = (a.shape, a.len);
        let (u, v) = match &vectors {
            Some((u, v)) => (Some(Columns::from(("u", u))), Some(Columns::from(("v", v)))),
            None => (None, None),
        };
        let is_of = |vectors: Option<Columns<'_>>, size| {
            vectors.is_none_or(|columns| columns.shape == (size, size) && columns.len == len)
        };
        let fits = m.max(n) <= 32
            && m.min(n).checked_mul(len).is_some_and(|all| values.len() >= all)
            && is_of(u, m)
            && is_of(v, n);
        let all: Vec<&Columns<'_>> =
            [Some(&a), u.as_ref(), v.as_ref()].into_iter().flatten().collect();
        let rule = "there are at most 32 rows and columns, a value for each of the fewer ones, and square u and v, as many as matrices";
        demand(call, &all, fits, rule)?;
        let of_values =
            Operand::new("values", values.stream(), values.as_raw(), size_of::<T::Real>());
        let mut operands: Vec<_> = all.iter().map(|columns| columns.operand()).collect();
        operands.push(of_values);
        self.check(call, &operands)?;
        self.check_not_captured(call)?;
        if m.min(n) == 0 || len == 0 {
            return Ok(());
        }
        let place = |columns: Columns<'_>| {
            let columns = columns.by_columns(call)?;
            if len > 1 && columns.between != columns.leading * columns.shape.1 {
                let rule = "the matrices of a batch follow each other without gaps";
                return Err(Error::Layout { call, operand: columns.name(), rule });
            }
            Ok((columns.address(), narrow(call, &columns, columns.ld())?))
        };
        let of_a = place(a)?;
        let none = |rows: usize| (0, rows as core::ffi::c_int);
        let of_u = u.map(place).transpose()?.unwrap_or(none(m));
        let of_v = v.map(place).transpose()?.unwrap_or(none(n));
        let sizes = [m as i64, n as i64, len as i64].map(|size| narrow(call, &a, size));
        let [m, n, count] = sizes;
        let mode = if vectors.is_some() { Vectors::Yes } else { Vectors::No }.mode();
        let job = Job { call, operands: &|| listed(&[&a]), len, judge: Some(NOT_CONVERGED) };
        // SAFETY: the operands were checked, are borrowed, and belong to the stream.
        unsafe { T::gesvdj(self, &job, mode, [m?, n?, count?], of_a, values.as_raw(), of_u, of_v) }
    }
}
