//! Level 1: routines of vectors.

use core::ffi::c_void;

use cuda_driver::{DeviceSliceMut, Element};

use crate::call::{Job, Operand, Results};
use crate::element::{BlasType, Factor, Host, Product, Scalar};
use crate::error::Error;
use crate::handle::Blas;
use crate::routines;
use crate::view::{Vector, VectorMut};

const SAME_LENGTH: &str = "both must have the same length";

/// The routines of vectors.
///
/// Those that return a number wait until it is there. Each of them has a version that writes it to device memory instead, and
/// returns at once.
impl Blas<'_> {
    /// `y = alpha x + y`
    ///
    /// ```no_run
    /// # use cublas::Cublas;
    /// # let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut handle = Cublas::load()?.handle(&context)?;
    /// let (x, mut y) = (stream.upload(&[1.0_f32, 2.0])?, stream.upload(&[1.0_f32, 1.0])?);
    /// handle.on(&stream).axpy(3.0, &x, &mut y)?;
    /// assert_eq!(y.to_vec()?, [4.0, 7.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasAxpyEx", "cublasSaxpy", "cublasCaxpy", "cublasDaxpy", "cublasZaxpy"))]
    pub fn axpy<'x, 'y, T: Scalar>(
        &mut self,
        alpha: T::Factor,
        x: impl Into<Vector<'x, T>>,
        y: impl Into<VectorMut<'y, T>>,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = [x.operand("x"), y.operand("y")];
        self.check("axpy", &operands, x.len() == y.len(), SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(());
        }
        let (alpha, data, factor) = (Host::of(alpha), T::DATA, T::Factor::FACTOR);
        let (dx, dy) = (x.layout.leading(), y.layout.leading());
        // SAFETY: the views were checked, are borrowed, and belong to the stream, in whose order their memory is freed.
        unsafe {
            let (alpha, x_at, y_at) = (alpha.pointer(), x.address(), y.address());
            let job = Job::new(&operands);
            routines::axpy(
                self,
                &job,
                x.len(),
                alpha,
                factor,
                x_at,
                data,
                dx,
                y_at,
                data,
                dy,
                factor,
            )
        }
    }

    /// `x = alpha x`
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasScalEx", "cublasSscal", "cublasCscal", "cublasCsscal", "cublasDscal"))]
    #[doc(alias("cublasZdscal", "cublasZscal"))]
    pub fn scal<'x, T: Scalar>(
        &mut self,
        alpha: T::Factor,
        x: impl Into<VectorMut<'x, T>>,
    ) -> Result<(), Error> {
        let x = x.into();
        let operands = [x.operand("x")];
        self.check("scal", &operands, true, "")?;
        if x.is_empty() {
            return Ok(());
        }
        let (alpha, data, factor) = (Host::of(alpha), T::DATA, T::Factor::FACTOR);
        let (dx, job) = (x.layout.leading(), Job::new(&operands));
        // SAFETY: as in `axpy`.
        unsafe {
            routines::scal(
                self,
                &job,
                x.len(),
                alpha.pointer(),
                factor,
                x.address(),
                data,
                dx,
                factor,
            )
        }
    }

    /// `y = x`
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasScopy", "cublasCcopy", "cublasDcopy", "cublasZcopy"))]
    pub fn copy<'x, 'y, T: BlasType>(
        &mut self,
        x: impl Into<Vector<'x, T>>,
        y: impl Into<VectorMut<'y, T>>,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = [x.operand("x"), y.operand("y")];
        self.check("copy", &operands, x.len() == y.len(), SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(());
        }
        let (dx, dy, job) = (x.layout.leading(), y.layout.leading(), Job::new(&operands));
        // SAFETY: as in `axpy`.
        unsafe { routines::copy::<T>(self, &job, x.len(), x.address(), dx, y.address(), dy) }
    }

    /// Exchanges the elements of `x` and `y`.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasSswap", "cublasCswap", "cublasDswap", "cublasZswap"))]
    pub fn swap<'x, 'y, T: BlasType>(
        &mut self,
        x: impl Into<VectorMut<'x, T>>,
        y: impl Into<VectorMut<'y, T>>,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = [x.operand("x"), y.operand("y")];
        self.check("swap", &operands, x.len() == y.len(), SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(());
        }
        let (dx, dy, job) = (x.layout.leading(), y.layout.leading(), Job::new(&operands));
        // SAFETY: as in `axpy`.
        unsafe { routines::swap::<T>(self, &job, x.len(), x.address(), dx, y.address(), dy) }
    }

    /// Rotates: `x = c x + s y` and `y = c y - s x`, of the elements before, with the conjugate of the second `s`.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias = "cublasSrot")]
    #[doc(alias("cublasCrot", "cublasCsrot", "cublasDrot", "cublasZdrot", "cublasZrot"))]
    pub fn rot<'x, 'y, T: BlasType>(
        &mut self,
        x: impl Into<VectorMut<'x, T>>,
        y: impl Into<VectorMut<'y, T>>,
        c: T::Real,
        s: T,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = [x.operand("x"), y.operand("y")];
        self.check("rot", &operands, x.len() == y.len(), SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(());
        }
        let (dx, dy, job) = (x.layout.leading(), y.layout.leading(), Job::new(&operands));
        let (c, s) = (Host::of(c), Host::of(s));
        // SAFETY: as in `axpy`.
        unsafe {
            let (c, s) = (c.pointer(), s.pointer());
            routines::rot::<T>(self, &job, x.len(), x.address(), dx, y.address(), dy, c, s)
        }
    }

    /// Returns the rotation that makes the second of two numbers zero. It is computed on the host.
    ///
    /// # Errors
    /// cuBLAS's error.
    #[doc(alias("cublasSrotg", "cublasCrotg", "cublasDrotg", "cublasZrotg"))]
    pub fn rotg<T: BlasType>(&mut self, a: T, b: T) -> Result<Rotation<T>, Error> {
        let [mut r, mut z, mut c, mut s] = [Host::of(a), Host::of(b), Host([0; 2]), Host([0; 2])];
        let job = Job::new(&[]);
        // SAFETY: the four numbers are of these types, in host memory.
        unsafe {
            let [r, z, c, s] = [&mut r, &mut z, &mut c, &mut s].map(Host::pointer_mut);
            routines::rotg::<T>(self, &job, r, z, c, s)?;
        }
        Ok(Rotation { r: r.get(), z: z.get(), c: c.get(), s: s.get() })
    }

    /// Returns `x · y`, without conjugates.
    #[doc(alias("cublasDotEx", "cublasSdot", "cublasDdot", "cublasCdotu", "cublasZdotu"))]
    ///
    /// # Errors
    /// As [`Blas`] says.
    pub fn dot<'v, T: Scalar>(
        &mut self,
        x: impl Into<Vector<'v, T>>,
        y: impl Into<Vector<'v, T>>,
    ) -> Result<T, Error> {
        let x = x.into();
        let y = y.into();
        let operands = [x.operand("x"), y.operand("y")];
        let fits = x.len() == y.len();
        self.check("dot", &operands, fits, SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(zero());
        }
        // SAFETY: the views were checked, are borrowed, and belong to the stream; the result is of this type.
        self.returned("dot", &operands, |blas, job, out| unsafe {
            dot(blas, job, x, y, out, false)
        })
    }

    /// [`dot`](Self::dot), written to device memory.
    ///
    /// # Errors
    /// As [`Blas`] says; `result` must be one element.
    pub fn dot_into<'v, 'r, T: Scalar>(
        &mut self,
        x: impl Into<Vector<'v, T>>,
        y: impl Into<Vector<'v, T>>,
        result: impl Into<DeviceSliceMut<'r, T>>,
    ) -> Result<(), Error> {
        let x = x.into();
        let y = y.into();
        let result = VectorMut::new(result);
        let operands = [x.operand("x"), y.operand("y"), result.operand("result")];
        let fits = x.len() == y.len();
        let rule = "the vectors must have the same length, and the result be one element";
        self.check("dot_into", &operands, fits && result.len() == 1, rule)?;
        // SAFETY: as above.
        self.written(&operands, result.address(), |blas, job, out| unsafe {
            dot(blas, job, x, y, out, false)
        })
    }

    /// Returns `x · y` with the conjugates of the elements of `x`. For real elements it is [`dot`](Self::dot).
    #[doc(alias("cublasDotcEx", "cublasCdotc", "cublasZdotc"))]
    ///
    /// # Errors
    /// As [`Blas`] says.
    pub fn dotc<'v, T: Scalar>(
        &mut self,
        x: impl Into<Vector<'v, T>>,
        y: impl Into<Vector<'v, T>>,
    ) -> Result<T, Error> {
        let x = x.into();
        let y = y.into();
        let operands = [x.operand("x"), y.operand("y")];
        let fits = x.len() == y.len();
        self.check("dotc", &operands, fits, SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(zero());
        }
        // SAFETY: the views were checked, are borrowed, and belong to the stream; the result is of this type.
        self.returned("dotc", &operands, |blas, job, out| unsafe {
            dot(blas, job, x, y, out, true)
        })
    }

    /// [`dotc`](Self::dotc), written to device memory.
    ///
    /// # Errors
    /// As [`Blas`] says; `result` must be one element.
    pub fn dotc_into<'v, 'r, T: Scalar>(
        &mut self,
        x: impl Into<Vector<'v, T>>,
        y: impl Into<Vector<'v, T>>,
        result: impl Into<DeviceSliceMut<'r, T>>,
    ) -> Result<(), Error> {
        let x = x.into();
        let y = y.into();
        let result = VectorMut::new(result);
        let operands = [x.operand("x"), y.operand("y"), result.operand("result")];
        let fits = x.len() == y.len();
        let rule = "the vectors must have the same length, and the result be one element";
        self.check("dotc_into", &operands, fits && result.len() == 1, rule)?;
        // SAFETY: as above.
        self.written(&operands, result.address(), |blas, job, out| unsafe {
            dot(blas, job, x, y, out, true)
        })
    }

    /// Returns the Euclidean norm, without overflow on the way.
    #[doc(alias("cublasNrm2Ex", "cublasSnrm2", "cublasDnrm2", "cublasDznrm2", "cublasScnrm2"))]
    ///
    /// # Errors
    /// As [`Blas`] says.
    pub fn nrm2<'v, T: Scalar>(&mut self, x: impl Into<Vector<'v, T>>) -> Result<T::Real, Error> {
        let x = x.into();
        let operands = [x.operand("x")];
        self.check("nrm2", &operands, true, SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(zero());
        }
        // SAFETY: the views were checked, are borrowed, and belong to the stream; the result is of this type.
        self.returned("nrm2", &operands, |blas, job, out| unsafe {
            routines::nrm2(
                blas,
                job,
                x.len(),
                x.address(),
                T::DATA,
                x.layout.leading(),
                out,
                T::REAL,
                T::NORM,
            )
        })
    }

    /// [`nrm2`](Self::nrm2), written to device memory.
    ///
    /// # Errors
    /// As [`Blas`] says; `result` must be one element.
    pub fn nrm2_into<'v, 'r, T: Scalar>(
        &mut self,
        x: impl Into<Vector<'v, T>>,
        result: impl Into<DeviceSliceMut<'r, T::Real>>,
    ) -> Result<(), Error> {
        let x = x.into();
        let result = VectorMut::new(result);
        let operands = [x.operand("x"), result.operand("result")];
        let rule = "the vectors must have the same length, and the result be one element";
        self.check("nrm2_into", &operands, result.len() == 1, rule)?;
        // SAFETY: as above.
        self.written(&operands, result.address(), |blas, job, out| unsafe {
            routines::nrm2(
                blas,
                job,
                x.len(),
                x.address(),
                T::DATA,
                x.layout.leading(),
                out,
                T::REAL,
                T::NORM,
            )
        })
    }

    /// Returns the sum of absolute values; of a complex number, that of its two parts.
    #[doc(alias("cublasSasum", "cublasDasum", "cublasDzasum", "cublasScasum"))]
    ///
    /// # Errors
    /// As [`Blas`] says.
    pub fn asum<'v, T: BlasType>(&mut self, x: impl Into<Vector<'v, T>>) -> Result<T::Real, Error> {
        let x = x.into();
        let operands = [x.operand("x")];
        self.check("asum", &operands, true, SAME_LENGTH)?;
        if x.is_empty() {
            return Ok(zero());
        }
        // SAFETY: the views were checked, are borrowed, and belong to the stream; the result is of this type.
        self.returned("asum", &operands, |blas, job, out| unsafe {
            routines::asum::<T>(blas, job, x.len(), x.address(), x.layout.leading(), out)
        })
    }

    /// [`asum`](Self::asum), written to device memory.
    ///
    /// # Errors
    /// As [`Blas`] says; `result` must be one element.
    pub fn asum_into<'v, 'r, T: BlasType>(
        &mut self,
        x: impl Into<Vector<'v, T>>,
        result: impl Into<DeviceSliceMut<'r, T::Real>>,
    ) -> Result<(), Error> {
        let x = x.into();
        let result = VectorMut::new(result);
        let operands = [x.operand("x"), result.operand("result")];
        let rule = "the vectors must have the same length, and the result be one element";
        self.check("asum_into", &operands, result.len() == 1, rule)?;
        // SAFETY: as above.
        self.written(&operands, result.address(), |blas, job, out| unsafe {
            routines::asum::<T>(blas, job, x.len(), x.address(), x.layout.leading(), out)
        })
    }

    /// Returns the index of the first element whose absolute value is the largest; of a complex number, the sum of those of its
    /// two parts. Indices begin at 0, and without elements there is none.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasIsamax", "cublasIcamax", "cublasIdamax", "cublasIzamax", "argmax"))]
    pub fn iamax<'x, T: BlasType>(
        &mut self,
        x: impl Into<Vector<'x, T>>,
    ) -> Result<Option<usize>, Error> {
        self.index("iamax", x.into(), routines::iamax::<T>)
    }

    /// Returns the index of the first element whose absolute value is the smallest, as [`iamax`](Self::iamax) does.
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasIsamin", "cublasIcamin", "cublasIdamin", "cublasIzamin", "argmin"))]
    pub fn iamin<'x, T: BlasType>(
        &mut self,
        x: impl Into<Vector<'x, T>>,
    ) -> Result<Option<usize>, Error> {
        self.index("iamin", x.into(), routines::iamin::<T>)
    }

    fn index<T: BlasType>(
        &mut self,
        call: &'static str,
        x: Vector<'_, T>,
        find: Find,
    ) -> Result<Option<usize>, Error> {
        let operands = [x.operand("x")];
        self.check(call, &operands, true, "")?;
        if x.is_empty() {
            return Ok(None);
        }
        let (at, dx) = (x.address(), x.layout.leading());
        // The function for 32-bit sizes writes the lower half.
        // SAFETY: as in `axpy`; there is room for either.
        let number: u64 = self.returned(call, &operands, |blas, job, out| unsafe {
            find(blas, job, x.len(), at, dx, out)
        })?;
        // cuBLAS counts from 1. With NaN alone it may find none.
        Ok(usize::try_from(number).ok().and_then(|index| index.checked_sub(1)))
    }

    /// Makes a call whose result is returned.
    fn returned<R: Element>(
        &mut self,
        call: &'static str,
        operands: &[Operand<'_>],
        compute: impl FnOnce(&mut Self, &Job<'_>, *mut c_void) -> Result<(), Error>,
    ) -> Result<R, Error> {
        self.check_not_captured(call)?;
        let mut result = Host([0; 2]);
        compute(self, &Job::new(operands), result.pointer_mut())?;
        Ok(result.get())
    }

    /// Makes a call whose result is written to device memory.
    fn written(
        &mut self,
        operands: &[Operand<'_>],
        result: u64,
        compute: impl FnOnce(&mut Self, &Job<'_>, *mut c_void) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let job = Job { results: Results::Device, ..Job::new(operands) };
        compute(self, &job, result as usize as *mut c_void)
    }
}

/// `iamax` or `iamin` of [`routines`].
type Find = unsafe fn(&mut Blas<'_>, &Job<'_>, usize, u64, usize, *mut c_void) -> Result<(), Error>;

/// A rotation: [`Blas::rotg`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rotation<T: BlasType> {
    /// What the first number becomes.
    pub r: T,
    /// From what `c` and `s` can be found again; without meaning for complex numbers.
    pub z: T,
    /// The cosine.
    pub c: T::Real,
    /// The sine.
    pub s: T,
}

fn zero<R: Element>() -> R {
    Host([0; 2]).get()
}

/// Calls the function of one of two products.
///
/// # Safety
/// The views belong to the stream, and `out` is for a `T`, on the device or the host as the job says.
unsafe fn dot<T: Scalar>(
    blas: &mut Blas<'_>,
    job: &Job<'_>,
    x: Vector<'_, T>,
    y: Vector<'_, T>,
    out: *mut c_void,
    is_conjugated: bool,
) -> Result<(), Error> {
    let (data, execution) = (<T as Product<T>>::DATA, T::Factor::FACTOR);
    let (dx, dy) = (x.layout.leading(), y.layout.leading());
    let routine = if is_conjugated { routines::dotc } else { routines::dot };
    // SAFETY: the caller guarantees it.
    unsafe {
        routine(
            blas,
            job,
            x.len(),
            x.address(),
            data,
            dx,
            y.address(),
            data,
            dy,
            out,
            data,
            execution,
        )
    }
}
