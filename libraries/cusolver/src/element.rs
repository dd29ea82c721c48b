//! The elements, with the functions that cuSOLVER has for each of them.

use core::ffi::c_int;

use cublas::BlasType;
use cuda_libraries_sys::cublas::{cublasFillMode_t, cublasOperation_t, cublasSideMode_t};
use cuda_libraries_sys::cusolver::Symbol;

use crate::error::Error;
use crate::handle::{Job, Solver};

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
#[allow(clippy::missing_safety_doc, reason = "as `Solver::sized` says")]
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

macro_rules! types {
    ($($(#[$attribute:meta])* $ty:ty: $potrf:ident $orgqr_size:ident $orgqr:ident $ormqr_size:ident $ormqr:ident;)*) => {$(
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
    f32: cusolverDnSpotrfBatched cusolverDnSorgqr_bufferSize cusolverDnSorgqr cusolverDnSormqr_bufferSize cusolverDnSormqr;
    f64: cusolverDnDpotrfBatched cusolverDnDorgqr_bufferSize cusolverDnDorgqr cusolverDnDormqr_bufferSize cusolverDnDormqr;
    #[cfg(feature = "complex")]
    cublas::num_complex::Complex<f32>:
        cusolverDnCpotrfBatched cusolverDnCungqr_bufferSize cusolverDnCungqr cusolverDnCunmqr_bufferSize cusolverDnCunmqr;
    #[cfg(feature = "complex")]
    cublas::num_complex::Complex<f64>:
        cusolverDnZpotrfBatched cusolverDnZungqr_bufferSize cusolverDnZungqr cusolverDnZunmqr_bufferSize cusolverDnZunmqr;
}
