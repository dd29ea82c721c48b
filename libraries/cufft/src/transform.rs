use core::ffi::{c_int, c_void};
use core::fmt;

use cuda_driver::graph::Recorder;
use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};
use cuda_libraries_sys::cufft::{CUFFT_FORWARD, CUFFT_INVERSE, Symbol};
use num_complex::Complex;

use crate::element::{Real, Transform};
use crate::error::{Error, check};
use crate::plan::Plan;
use crate::workspace::{ALIGNMENT, Workspace};
use cuda_driver::stream::Operand;

impl<A: Transform<B>, B: Element> Plan<A, B> {
    /// Returns the transforms of the plan, on a stream. Nothing of a call remains in the plan.
    #[doc(alias = "cufftSetStream")]
    #[inline]
    pub fn on<'a>(&'a mut self, stream: &'a Stream) -> Fft<'a, A, B> {
        Fft::new(self, stream, false)
    }

    /// Returns the transforms for a graph: each is recorded, and done at each launch. If the plan needs a
    /// [workspace](Self::workspace_len), one is passed.
    ///
    /// ```no_run
    /// use cuda_driver::Driver;
    /// use cufft::{Complex, Cufft, Workspace};
    ///
    /// let context = Driver::load()?.device(0)?.primary_context()?;
    /// let stream = context.stream()?;
    /// let mut plan = Cufft::load()?.plan::<Complex<f32>, Complex<f32>>(&context, 1 << 20)?; // for this graph alone
    /// let mut workspace = Workspace::new(&stream, plan.workspace_len())?;
    /// let mut x = stream.alloc_zeroed::<Complex<f32>>(1 << 20)?;
    /// let mut capture = context.capture()?;
    /// // SAFETY: the graph keeps the plan, the workspace and the buffer, and nothing else uses them while it runs.
    /// let mut fft = unsafe { plan.record(&capture) }.workspace(&mut workspace)?;
    /// fft.forward_in_place(&mut x)?;
    /// fft.inverse_in_place(&mut x)?;
    /// capture.keep((plan, workspace, x));
    /// let graph = capture.finish()?.instantiate()?;
    /// # let _ = graph;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// - The memory, the [workspace](Fft::workspace) and the plan live until the graph and everything instantiated from it are
    ///   destroyed, and their last launch has completed. [`Capture::keep`](cuda_driver::graph::Capture::keep) ensures this;
    ///   [`owner`](Self::owner) is the plan's.
    /// - While the graph runs, nothing else uses what it writes, or writes what it reads. The workspace counts as written.
    /// - No other thread records, edits or ends the capture during a call.
    pub unsafe fn record<'a>(&'a mut self, recorder: &'a Recorder) -> Fft<'a, A, B> {
        // SAFETY: the caller guarantees what is recorded; nothing is allocated on the stream, and no clone of it is made.
        let stream = unsafe { recorder.stream() };
        Fft::new(self, stream, true)
    }
}

/// The transforms of a plan, on a stream: [`Plan::on`].
///
/// They aren't normalized: forward and back, a transform multiplies by the number of its elements.
///
/// A transform is submitted to the stream, to which its memory belongs, and returns at once.
///
/// # Errors
/// Before cuFFT is called, each transform returns
/// - [`Error::NotInBounds`], if a slice is shorter than the shape,
/// - [`Error::NotInPlace`], if it replaces its input, and the shape isn't made for that,
/// - [`Error::OtherStream`] or [`Error::OtherContext`], if the memory belongs elsewhere,
/// - [`Error::Misaligned`], if a slice doesn't begin at a multiple of a complex number: one of real numbers at an odd place,
/// - [`Error::Captured`], if other code captures the stream, or a workspace would have to be allocated while it is captured,
///   and [`Error::Workspace`], if it is too small;
///
/// and afterwards cuFFT's error, with the shape.
pub struct Fft<'a, A, B> {
    plan: &'a mut Plan<A, B>,
    stream: &'a Stream,
    /// Address and length in bytes.
    workspace: Option<(u64, usize)>,
    is_recorded: bool,
}

impl<'a, A: Transform<B>, B: Element> Fft<'a, A, B> {
    #[inline]
    pub(crate) fn new(plan: &'a mut Plan<A, B>, stream: &'a Stream, is_recorded: bool) -> Self {
        Self { plan, stream, workspace: None, is_recorded }
    }

    /// Sets the memory that transforms may use.
    ///
    /// # Errors
    /// [`Error::OtherStream`], if it belongs to another stream, and [`Error::Misaligned`].
    #[doc(alias = "cufftSetWorkArea")]
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        let memory = workspace.slice();
        let (stream, address) = (memory.stream(), memory.as_raw());
        let operand = Operand::new("workspace", stream, address, ALIGNMENT);
        let place = self.plan.place(self.stream, self.is_recorded);
        place.check([operand]).map_err(|error| Error::of_library_call("workspace", error))?;
        self.workspace = Some((address, memory.len()));
        Ok(self)
    }

    /// Transforms from one address to another, after the checks.
    ///
    /// # Safety
    /// Both are of memory that the stream may use, of as many elements as were passed to the checks, and the output is written
    /// by nothing else; of complex numbers that become real, the input, too.
    #[inline]
    unsafe fn run(
        &mut self,
        call: &'static str,
        [input, output]: [Operand<'_>; 2],
        lens: [usize; 2],
        direction: c_int,
    ) -> Result<(), Error> {
        let state = &*self.plan.state;
        let needed = [state.shape.input.needed, state.shape.output.needed];
        for (index, operand) in [input, output].into_iter().enumerate() {
            if lens[index] < needed[index] {
                let (operand, shape) = (operand.name, Box::new(state.shape.shape));
                let (needed, found) = (needed[index], lens[index]);
                return Err(Error::NotInBounds { call, operand, shape, needed, found });
            }
        }
        let place = self.plan.place(self.stream, self.is_recorded);
        let of_library_call = |error| Error::of_library_call(call, error);
        place.check([input, output]).map_err(of_library_call)?;
        let mut allocated = None;
        let work_area = match (state.workspace, self.workspace) {
            (0, _) => 0,
            (needed, Some((_, found))) if found < needed => {
                return Err(Error::Workspace { call, needed, found });
            }
            (_, Some((address, _))) => address,
            (needed, None) => {
                place.check_waits().map_err(of_library_call)?;
                allocated.insert(self.stream.alloc::<u8>(needed)?).as_raw()
            }
        };
        let (cufft, raw, table) = (state.cufft, state.raw, state.cufft.raw());
        let exec = cufft.require(Symbol::cufftXtExec, table.cufftXtExec)?;
        let set_stream = cufft.require(Symbol::cufftSetStream, table.cufftSetStream)?;
        let set_area = cufft.require(Symbol::cufftSetWorkArea, table.cufftSetWorkArea)?;
        let (known, stream) = (&mut self.plan.settings, self.stream);
        let operands = || format!("{:?} {}", state.types.kind, state.shape.shape);
        state.context.with_current(|| {
            if !known.stream.is_some_and(|identity| identity.is_of(stream)) {
                known.stream = None;
                // SAFETY: the plan is alive, and this has it alone. The stream is alive until after the call; one that is gone has
                // an identity of its own, as has another one with its handle.
                let status = unsafe { set_stream(raw, stream.as_raw().cast()) };
                check(Symbol::cufftSetStream, status, operands)?;
                known.stream = Some(stream.identity());
            }
            if known.work_area != work_area {
                known.work_area = u64::MAX;
                // SAFETY: as above; the memory is the stream's, and large enough.
                let status = unsafe { set_area(raw, work_area as *mut c_void) };
                check(Symbol::cufftSetWorkArea, status, operands)?;
                known.work_area = work_area;
            }
            let (from, to) = (input.address as *mut c_void, output.address as *mut c_void);
            // SAFETY: the caller guarantees the memory, of elements of the plan's types. Its order is the stream's, in which the
            // work area is freed.
            let status = unsafe { exec(raw, from, to, direction) };
            check(Symbol::cufftXtExec, status, operands)
        })?
    }

    #[inline]
    fn transform(
        &mut self,
        call: &'static str,
        (mut x, x_len): (Operand<'_>, usize),
        mut y: DeviceSliceMut<'_, B>,
        direction: c_int,
    ) -> Result<(), Error> {
        let mut out = operand("y", &mut y);
        // Real numbers, too, begin where complex ones could: otherwise cuFFT refuses some shapes.
        let alignment = A::TYPES.sizes[0].max(A::TYPES.sizes[1]);
        (x.alignment, out.alignment) = (alignment, alignment);
        // SAFETY: the slices are borrowed, and their lengths are those in elements of the plan. One that cuFFT overwrites is
        // borrowed mutably by the callers.
        unsafe { self.run(call, [x, out], [x_len, y.len()], direction) }
    }

    /// Transforms memory to itself, as complex numbers.
    #[inline]
    fn replace<T: Real>(
        &mut self,
        call: &'static str,
        mut x: DeviceSliceMut<'_, Complex<T>>,
        direction: c_int,
    ) -> Result<(), Error> {
        let sizes = A::TYPES.sizes;
        if !self.plan.state.is_in_place {
            return Err(Error::NotInPlace { call, shape: Box::new(self.plan.shape()) });
        }
        let bytes = x.len() * size_of::<Complex<T>>();
        let x = operand("x", &mut x);
        // SAFETY: the memory is borrowed mutably, and holds so many elements of each side.
        unsafe { self.run(call, [x, x], sizes.map(|size| bytes / size), direction) }
    }
}

const FORWARD: c_int = CUFFT_FORWARD as c_int;
const INVERSE: c_int = CUFFT_INVERSE as c_int;

/// Returns what is checked of memory.
#[inline]
fn operand<'a, T>(name: &'static str, slice: &mut DeviceSliceMut<'a, T>) -> Operand<'a> {
    let (stream, address) = (slice.stream(), slice.as_raw());
    Operand { name, stream, address, alignment: size_of::<T>() }
}

/// Returns the same of memory that is only read, with its length.
#[inline]
fn read<'a, T: 'a>(slice: impl Into<DeviceSlice<'a, T>>) -> (Operand<'a>, usize) {
    let slice = slice.into();
    let (stream, address, alignment) = (slice.stream(), slice.as_raw(), size_of::<T>());
    (Operand { name: "x", stream, address, alignment }, slice.len())
}

/// From complex numbers to complex numbers.
impl<T: Real> Fft<'_, Complex<T>, Complex<T>> {
    /// `y[k] = Σ x[j] exp(-2πi j k / n)`
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[doc(alias("cufftExecC2C", "cufftExecZ2Z", "cufftXtExec"))]
    #[inline]
    pub fn forward<'x, 'y>(
        &mut self,
        x: impl Into<DeviceSlice<'x, Complex<T>>>,
        y: impl Into<DeviceSliceMut<'y, Complex<T>>>,
    ) -> Result<(), Error> {
        self.transform("forward", read(x), y.into(), FORWARD)
    }

    /// `y[j] = Σ x[k] exp(2πi j k / n)`: the inverse, times the number of elements.
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[doc(alias("cufftExecC2C", "cufftExecZ2Z", "cufftXtExec"))]
    #[inline]
    pub fn inverse<'x, 'y>(
        &mut self,
        x: impl Into<DeviceSlice<'x, Complex<T>>>,
        y: impl Into<DeviceSliceMut<'y, Complex<T>>>,
    ) -> Result<(), Error> {
        self.transform("inverse", read(x), y.into(), INVERSE)
    }

    /// [`forward`](Self::forward), of which the result replaces `x`.
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[inline]
    pub fn forward_in_place<'x>(
        &mut self,
        x: impl Into<DeviceSliceMut<'x, Complex<T>>>,
    ) -> Result<(), Error> {
        self.replace("forward_in_place", x.into(), FORWARD)
    }

    /// [`inverse`](Self::inverse), of which the result replaces `x`.
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[inline]
    pub fn inverse_in_place<'x>(
        &mut self,
        x: impl Into<DeviceSliceMut<'x, Complex<T>>>,
    ) -> Result<(), Error> {
        self.replace("inverse_in_place", x.into(), INVERSE)
    }
}

/// From real numbers to complex numbers.
impl<T: Real> Fft<'_, T, Complex<T>> {
    /// The first `n / 2 + 1` of `y[k] = Σ x[j] exp(-2πi j k / n)`, along the last axis. The others are the conjugates of these.
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[doc(alias("cufftExecR2C", "cufftExecD2Z", "cufftXtExec"))]
    #[inline]
    pub fn forward<'x, 'y>(
        &mut self,
        x: impl Into<DeviceSlice<'x, T>>,
        y: impl Into<DeviceSliceMut<'y, Complex<T>>>,
    ) -> Result<(), Error> {
        self.transform("forward", read(x), y.into(), FORWARD)
    }

    /// [`forward`](Self::forward), of which the result replaces the real numbers in `x`: with [`Shape::in_place`], rows have room for it.
    ///
    /// [`Shape::in_place`]: crate::Shape::in_place
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[inline]
    pub fn forward_in_place<'x>(
        &mut self,
        x: impl Into<DeviceSliceMut<'x, Complex<T>>>,
    ) -> Result<(), Error> {
        self.replace("forward_in_place", x.into(), FORWARD)
    }
}

/// From complex numbers to real numbers.
impl<T: Real> Fft<'_, Complex<T>, T> {
    /// `y[j] = Σ x[k] exp(2πi j k / n)`, of which the first `n / 2 + 1` complex numbers are read, along the last axis.
    ///
    /// With two or three axes, cuFFT overwrites `x`.
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[doc(alias("cufftExecC2R", "cufftExecZ2D", "cufftXtExec"))]
    #[inline]
    pub fn inverse<'x, 'y>(
        &mut self,
        x: impl Into<DeviceSliceMut<'x, Complex<T>>>,
        y: impl Into<DeviceSliceMut<'y, T>>,
    ) -> Result<(), Error> {
        let mut x = x.into();
        let x = (operand("x", &mut x), x.len());
        self.transform("inverse", x, y.into(), INVERSE)
    }

    /// [`inverse`](Self::inverse), of which the real numbers replace `x`: with [`Shape::in_place`], rows keep their room.
    ///
    /// [`Shape::in_place`]: crate::Shape::in_place
    ///
    /// # Errors
    /// As [`Fft`] says.
    #[inline]
    pub fn inverse_in_place<'x>(
        &mut self,
        x: impl Into<DeviceSliceMut<'x, Complex<T>>>,
    ) -> Result<(), Error> {
        self.replace("inverse_in_place", x.into(), INVERSE)
    }
}

impl<A, B> fmt::Debug for Fft<'_, A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fft").field("plan", &self.plan).finish_non_exhaustive()
    }
}
