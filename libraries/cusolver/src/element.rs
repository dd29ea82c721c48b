//! The elements, with the functions that cuSOLVER has for each of them.

use core::ffi::c_int;

use cublas::BlasType;
use cuda_libraries_sys::cublas::{cublasFillMode_t, cublasOperation_t, cublasSideMode_t};
use cuda_libraries_sys::cusolver::{Symbol, cusolverEigMode_t, gesvdjInfo_t};

use crate::error::{Error, check};
use crate::handle::{Job, Solver};
use crate::library::Cusolver;

mod sealed {
    pub trait Sealed {}
}

/// The sizes of a matrix of reflections: rows, columns, and how many there are.
#[doc(hidden)]
pub type Sizes = [c_int; 3];

/// Addresses of a matrix by columns, and the distance of two.
#[doc(hidden)]
pub type Place = (u64, c_int);

/// An element of matrices: `f32`, `f64`, and with the feature `complex` their complex numbers.
#[allow(
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    reason = "as `Solver::sized` says, and they are those of the functions"
)]
pub trait SolverType: BlasType + sealed::Sealed {
    #[doc(hidden)]
    unsafe fn potrf_batched(
        solver: &mut Solver<'_>,
        job: &Job<'_>,
        fill: cublasFillMode_t,
        n: c_int,
        addresses: u64,
        leading: c_int,
        len: c_int,
    ) -> Result<(), Error>;
    /// With the addresses of arrays of addresses.
    #[doc(hidden)]
    unsafe fn potrs_batched(
        solver: &mut Solver<'_>,
        job: &Job<'_>,
        fill: cublasFillMode_t,
        sizes: [c_int; 2],
        a: Place,
        b: Place,
    ) -> Result<(), Error>;
    /// The sizes are rows, columns, and the number of matrices.
    #[doc(hidden)]
    unsafe fn gesvdj(
        solver: &mut Solver<'_>,
        job: &Job<'_>,
        vectors: cusolverEigMode_t,
        sizes: Sizes,
        a: Place,
        values: u64,
        u: Place,
        v: Place,
    ) -> Result<(), Error>;
    #[doc(hidden)]
    unsafe fn orgqr(
        solver: &mut Solver<'_>,
        job: &Job<'_>,
        sizes: Sizes,
        a: Place,
        tau: u64,
    ) -> Result<(), Error>;
    #[doc(hidden)]
    unsafe fn ormqr(
        solver: &mut Solver<'_>,
        job: &Job<'_>,
        how: (cublasSideMode_t, cublasOperation_t),
        sizes: Sizes,
        a: Place,
        tau: u64,
        c: Place,
    ) -> Result<(), Error>;
}

/// How singular values of batches are computed: as NVIDIA's settings are without others.
struct JacobiSettings {
    cusolver: Cusolver,
    raw: gesvdjInfo_t,
}

impl JacobiSettings {
    fn new(solver: &Solver<'_>) -> Result<Self, Error> {
        let (cusolver, table) = (solver.cusolver(), solver.table());
        let symbol = Symbol::cusolverDnCreateGesvdjInfo;
        let create = cusolver.require(symbol, table.cusolverDnCreateGesvdjInfo)?;
        cusolver.require(Symbol::cusolverDnDestroyGesvdjInfo, table.cusolverDnDestroyGesvdjInfo)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live one.
        check(symbol, unsafe { create(&raw mut raw) }, String::new)?;
        Ok(Self { cusolver, raw })
    }
}

impl Drop for JacobiSettings {
    fn drop(&mut self) {
        if let Some(destroy) = self.cusolver.raw().cusolverDnDestroyGesvdjInfo {
            // SAFETY: they are alive, and nothing uses them afterwards.
            unsafe { destroy(self.raw) };
        }
    }
}

macro_rules! types {
    ($($(#[$attribute:meta])* $ty:ty: $potrf:ident $potrs:ident $gesvdj_size:ident $gesvdj:ident $orgqr_size:ident $orgqr:ident $ormqr_size:ident $ormqr:ident;)*) => {$(
        $(#[$attribute])*
        impl sealed::Sealed for $ty {}
        $(#[$attribute])*
        impl SolverType for $ty {
            unsafe fn potrf_batched(
                solver: &mut Solver<'_>,
                job: &Job<'_>,
                fill: cublasFillMode_t,
                n: c_int,
                addresses: u64,
                leading: c_int,
                len: c_int,
            ) -> Result<(), Error> {
                let function = solver.require(Symbol::$potrf, solver.table().$potrf)?;
                // SAFETY: the caller guarantees the operands.
                unsafe {
                    solver.judged(job, Symbol::$potrf, |raw, _, info| {
                        function(raw, fill, n, addresses as *mut _, leading, info, len)
                    })
                }
            }

            unsafe fn potrs_batched(
                solver: &mut Solver<'_>,
                job: &Job<'_>,
                fill: cublasFillMode_t,
                [n, len]: [c_int; 2],
                (a, lda): Place,
                (b, ldb): Place,
            ) -> Result<(), Error> {
                let run = solver.require(Symbol::$potrs, solver.table().$potrs)?;
                // SAFETY: as above.
                unsafe {
                    solver.judged(job, Symbol::$potrs, |raw, _, info| {
                        run(raw, fill, n, 1, a as *mut _, lda, b as *mut _, ldb, info, len)
                    })
                }
            }

            unsafe fn gesvdj(
                solver: &mut Solver<'_>,
                job: &Job<'_>,
                vectors: cusolverEigMode_t,
                [m, n, count]: Sizes,
                (a, lda): Place,
                s: u64,
                (u, ldu): Place,
                (v, ldv): Place,
            ) -> Result<(), Error> {
                let size = solver.require(Symbol::$gesvdj_size, solver.table().$gesvdj_size)?;
                let run = solver.require(Symbol::$gesvdj, solver.table().$gesvdj)?;
                let how = JacobiSettings::new(solver)?;
                // SAFETY: as above; the settings live until the call has returned.
                unsafe {
                    solver.sized(
                        job,
                        (Symbol::$gesvdj_size, |raw, _, device, _| {
                            let mut len = 0;
                            let (a, s, u, v) = (a as *const _, s as *const _, u as *const _, v as *const _);
                            let to = &raw mut len;
                            let status = size(raw, vectors, m, n, a, lda, s, u, ldu, v, ldv, to, how.raw, count);
                            device.write(len.unsigned_abs() as usize * size_of::<$ty>());
                            status
                        }),
                        (Symbol::$gesvdj, |raw, _, work, info| {
                            let len = work.elements::<$ty>();
                            let (a, s, u, v) = (a as *mut _, s as *mut _, u as *mut _, v as *mut _);
                            let memory = work.device.cast();
                            run(raw, vectors, m, n, a, lda, s, u, ldu, v, ldv, memory, len, info, how.raw, count)
                        }),
                    )
                }
            }

            unsafe fn orgqr(
                solver: &mut Solver<'_>,
                job: &Job<'_>,
                [m, n, k]: Sizes,
                (a, lda): Place,
                tau: u64,
            ) -> Result<(), Error> {
                let size = solver.require(Symbol::$orgqr_size, solver.table().$orgqr_size)?;
                let run = solver.require(Symbol::$orgqr, solver.table().$orgqr)?;
                // SAFETY: as above; the size is of elements.
                unsafe {
                    solver.sized(
                        job,
                        (Symbol::$orgqr_size, |raw, _, device, _| {
                            let mut len = 0;
                            let status = size(raw, m, n, k, a as *const _, lda, tau as *const _, &raw mut len);
                            device.write(len.unsigned_abs() as usize * size_of::<$ty>());
                            status
                        }),
                        (Symbol::$orgqr, |raw, _, work, info| {
                            let len = work.elements::<$ty>();
                            run(raw, m, n, k, a as *mut _, lda, tau as *const _, work.device.cast(), len, info)
                        }),
                    )
                }
            }

            unsafe fn ormqr(
                solver: &mut Solver<'_>,
                job: &Job<'_>,
                (side, operation): (cublasSideMode_t, cublasOperation_t),
                [m, n, k]: Sizes,
                (a, lda): Place,
                tau: u64,
                (c, ldc): Place,
            ) -> Result<(), Error> {
                let size = solver.require(Symbol::$ormqr_size, solver.table().$ormqr_size)?;
                let run = solver.require(Symbol::$ormqr, solver.table().$ormqr)?;
                // SAFETY: as above.
                unsafe {
                    solver.sized(
                        job,
                        (Symbol::$ormqr_size, |raw, _, device, _| {
                            let (mut len, tau) = (0, tau as *const _);
                            let (a, c) = (a as *const _, c as *const _);
                            let status = size(raw, side, operation, m, n, k, a, lda, tau, c, ldc, &raw mut len);
                            device.write(len.unsigned_abs() as usize * size_of::<$ty>());
                            status
                        }),
                        (Symbol::$ormqr, |raw, _, work, info| {
                            let len = work.elements::<$ty>();
                            let (a, tau, c) = (a as *const _, tau as *const _, c as *mut _);
                            run(raw, side, operation, m, n, k, a, lda, tau, c, ldc, work.device.cast(), len, info)
                        }),
                    )
                }
            }
        }
    )*};
}

types! {
    f32: cusolverDnSpotrfBatched cusolverDnSpotrsBatched cusolverDnSgesvdjBatched_bufferSize cusolverDnSgesvdjBatched cusolverDnSorgqr_bufferSize cusolverDnSorgqr cusolverDnSormqr_bufferSize cusolverDnSormqr;
    f64: cusolverDnDpotrfBatched cusolverDnDpotrsBatched cusolverDnDgesvdjBatched_bufferSize cusolverDnDgesvdjBatched cusolverDnDorgqr_bufferSize cusolverDnDorgqr cusolverDnDormqr_bufferSize cusolverDnDormqr;
    #[cfg(feature = "complex")]
    cublas::num_complex::Complex<f32>:
        cusolverDnCpotrfBatched cusolverDnCpotrsBatched cusolverDnCgesvdjBatched_bufferSize cusolverDnCgesvdjBatched cusolverDnCungqr_bufferSize cusolverDnCungqr cusolverDnCunmqr_bufferSize cusolverDnCunmqr;
    #[cfg(feature = "complex")]
    cublas::num_complex::Complex<f64>:
        cusolverDnZpotrfBatched cusolverDnZpotrsBatched cusolverDnZgesvdjBatched_bufferSize cusolverDnZgesvdjBatched cusolverDnZungqr_bufferSize cusolverDnZungqr cusolverDnZunmqr_bufferSize cusolverDnZunmqr;
}
