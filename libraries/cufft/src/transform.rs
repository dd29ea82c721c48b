use core::ffi::{c_int, c_void};
use core::fmt;

use cuda_driver::graph::Recorder;
use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};
use cuda_libraries_sys::cufft::{CUFFT_FORWARD, CUFFT_INVERSE, Symbol};
use num_complex::Complex;

use crate::element::{Real, Transform};
use crate::error::{Error, check};
use crate::plan::Plan;
use cuda_library_support::{Operand, StreamCall, Workspace, WorkspaceRange};

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
/// - [`Error::Call`], if the memory belongs elsewhere, a slice doesn't begin at a multiple of a complex number (one of real
///   numbers at an odd place), other code captures the stream, or the workspace is too small, or absent from a graph;
///
/// and afterwards cuFFT's error, with the shape.
pub struct Fft<'a, A, B> {
    plan: &'a mut Plan<A, B>,
    stream: &'a Stream,
    workspace: Option<WorkspaceRange>,
    is_recorded: bool,
}

impl<'a, A: Transform<B>, B: Element> Fft<'a, A, B> {
    #[inline]
    pub(crate) fn new(plan: &'a mut Plan<A, B>, stream: &'a Stream, is_recorded: bool) -> Self {
        Self { plan, stream, workspace: None, is_recorded }
    }

    /// Sets the memory that transforms may use, of [`Plan::workspace_len`] bytes at least. Without it, a transform that needs some
    /// allocates it on the stream, and frees it there. Many need none.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream, or begins at no multiple of 256 bytes.
    #[doc(alias("cufftSetWorkArea", "cufftSetAutoAllocation"))]
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        self.workspace = Some(self.stream_call("workspace").workspace::<Error>(workspace)?);
        Ok(self)
    }

    fn stream_call(&self, name: &'static str) -> StreamCall<'_> {
        let context = self.plan.context();
        StreamCall { name, stream: self.stream, context, is_recorded: self.is_recorded }
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
        let call = self.stream_call(call);
        call.check::<Error>([input, output])?;
        let memory = call.memory::<Error>(self.workspace, state.workspace)?;
        let work_area = memory.address;
        let (cufft, raw) = (state.handle.library(), state.handle.raw());
        let table = cufft.raw();
        let exec = cufft.require(Symbol::cufftXtExec, table.cufftXtExec)?;
        let set_stream = cufft.require(Symbol::cufftSetStream, table.cufftSetStream)?;
        let set_area = cufft.require(Symbol::cufftSetWorkArea, table.cufftSetWorkArea)?;
        let (settings, stream) = (&mut self.plan.settings, self.stream);
        let operands = || format!("{:?} {}", state.types.kind, state.shape.shape);
        state.handle.context().with_current(|| {
            settings.stream.set(stream, |stream| {
                // SAFETY: the plan is alive, and this has it alone. The stream is alive until after the call.
                let status = unsafe { set_stream(raw, stream.cast()) };
                check(Symbol::cufftSetStream, status, operands)
            })?;
            if settings.work_area != work_area {
                settings.work_area = u64::MAX;
                // SAFETY: as above; the memory is the stream's, and large enough.
                let status = unsafe { set_area(raw, work_area as *mut c_void) };
                check(Symbol::cufftSetWorkArea, status, operands)?;
                settings.work_area = work_area;
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
