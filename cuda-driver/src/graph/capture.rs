//! Recording work into graphs.

use core::any::Any;
use core::ops::Deref;

use cuda_driver_sys::{CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::graph::Graph;
use crate::launch::{Arguments, Launch, Launchable};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element};
use crate::stream::{Stream, StreamFlags};

/// A recording of work into a [`Graph`] instead of its execution.
///
/// A capture uses its own streams, so a [`Stream`] never captures: safe calls on streams do their work, and dropping a
/// buffer frees it, even during a capture. Other threads and libraries aren't restricted either, because the capture
/// uses the driver's relaxed mode.
///
/// Recorded work runs when the graph is launched, long after the call that recorded it. So recording is `unsafe`: the
/// caller guarantees that everything the work uses stays alive. [`keep`](Self::keep) lets the graph own it.
///
/// ```no_run
/// # use std::sync::Arc;
/// # use cuda_driver::{Context, DeviceBuffer, Function, Launch, Stream};
/// # fn run(context: Context, stream: Stream, step: Function, state: DeviceBuffer<f32>) -> Result<(), cuda_driver::Error> {
/// let state = Arc::new(state);
/// let mut capture = context.capture()?;
/// // SAFETY: step(float *, size_t); the graph keeps the memory, which nothing else uses while it runs.
/// unsafe { capture.launch(&step, Launch::elements(1000, 256), (&*state, 1000usize)) }?;
/// capture.keep(state.clone());
/// capture.keep(step);
/// let graph = capture.finish()?.instantiate()?;
/// for _ in 0..100 {
///     // SAFETY: as recorded.
///     unsafe { graph.launch(&stream) }?;
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Capture {
    main: Recorder,
    kept: Vec<Box<dyn Any + Send>>,
    is_open: bool,
}

/// A sequence of work within a [`Capture`]: its main one, which the capture dereferences to, or a
/// [`branch`](Capture::branch), which runs concurrently.
#[derive(Debug)]
pub struct Recorder {
    stream: Stream,
}

impl Context {
    /// Begins to record a graph.
    ///
    /// [`cuStreamBeginCapture`](crate::driver::Raw::cuStreamBeginCapture)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamBeginCapture")]
    #[inline]
    pub fn capture(&self) -> Result<Capture, CuResult> {
        let main = Recorder::new(self)?;
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        let stream = &main.stream;
        // SAFETY: the stream is alive, and no other code has it.
        stream.submit(|raw, stream| unsafe { raw.cuStreamBeginCapture(stream, mode) })?;
        Ok(Capture {
            main,
            kept: Vec::new(),
            is_open: true,
        })
    }
}

impl Capture {
    /// Starts a branch that runs concurrently with the capture's main sequence, after everything recorded there so far.
    /// It must be [joined](Self::join) before the capture ends. Afterwards it records nothing, and returns
    /// `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901).
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    pub fn branch(&self) -> Result<Recorder, CuResult> {
        let branch = Recorder::new(self.main.stream.context())?;
        branch.stream.wait_stream(&self.main.stream)?;
        Ok(branch)
    }

    /// Ends a branch: work that the capture records from now on waits for it.
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_MERGE` (902) for a branch of another capture, which invalidates both, or
    /// `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if that one has ended.
    #[inline]
    pub fn join(&self, branch: Recorder) -> Result<(), CuResult> {
        self.main.stream.wait_stream(branch.recording()?)
    }

    /// Moves `owner` into the graph. It is dropped, on one of this crate's threads, once the graph and all executable
    /// graphs instantiated from it are destroyed and their launches have completed.
    #[inline]
    pub fn keep(&mut self, owner: impl Any + Send) {
        self.kept.push(Box::new(owner));
    }

    /// Ends the capture, and returns the graph of the recorded work.
    ///
    /// [`cuStreamEndCapture`](crate::driver::Raw::cuStreamEndCapture)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_UNJOINED` (904) if a branch was not joined, `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED`
    /// (901) after a call that can't be recorded, or another error of the driver. [`keep`](Self::keep) needs a driver
    /// of CUDA 11.3.
    #[doc(alias = "cuStreamEndCapture")]
    #[inline]
    pub fn finish(mut self) -> Result<Graph, CuResult> {
        let mut graph = self.end()?;
        for owner in core::mem::take(&mut self.kept) {
            graph.keep(owner)?;
        }
        Ok(graph)
    }

    fn end(&mut self) -> Result<Graph, CuResult> {
        self.is_open = false;
        let stream = &self.main.stream;
        // SAFETY: the stream is alive; a capture in the relaxed mode may end on any thread.
        let handle = stream.submit(|raw, stream| unsafe { raw.cuStreamEndCapture(stream) })?;
        // SAFETY: ending the capture created the graph, and no other code has it.
        Ok(unsafe { Graph::from_raw(stream.context(), handle) })
    }
}

impl Deref for Capture {
    type Target = Recorder;

    fn deref(&self) -> &Recorder {
        &self.main
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        if self.is_open {
            // Errors are ignored; `finish` returns them.
            let _ = self.end();
        }
    }
}

impl Recorder {
    /// Returns the stream that records, for code that submits work to a `Stream`.
    ///
    /// # Safety
    /// - Work submitted to the stream is recorded, and the conditions of [`launch`](Self::launch) apply to safe calls,
    ///   too: memory that they use lives until the graph is destroyed.
    /// - Nothing is submitted to the stream of a [branch](Capture::branch) after the capture has ended.
    /// - Nothing is allocated on the stream, and no clone of it, or object made with it, outlives the capture.
    /// - No stream outside the capture waits for it, or for an event recorded in it, and so joins the capture.
    #[must_use]
    #[inline]
    pub unsafe fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Records a launch. It is two driver calls, because a stream that no longer captures would execute it.
    ///
    /// [`cuLaunchKernel`](crate::driver::Raw::cuLaunchKernel)
    ///
    /// # Errors
    /// As [`Stream::launch`], and `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if the capture is invalid or has ended.
    ///
    /// # Safety
    /// - The arguments match the kernel's parameters, and it stays within the memory that it is passed.
    /// - That memory and the kernel's code live until the graph and everything instantiated from it are destroyed, and
    ///   their last launch has completed. [`Capture::keep`] ensures this.
    #[doc(alias = "cuLaunchKernel")]
    #[inline]
    pub unsafe fn launch(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        arguments: impl Arguments,
    ) -> Result<(), Error> {
        // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
        unsafe {
            self.recording()?
                .launch_of_any_stream(function, launch, arguments)
        }
    }

    /// Records a copy of device memory to device memory of the same length.
    ///
    /// [`cuMemcpyDtoDAsync`](crate::driver::Raw::cuMemcpyDtoDAsync)
    ///
    /// # Errors
    /// [`Error::Length`], or the driver's error: `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if the capture is
    /// invalid or has ended.
    ///
    /// # Safety
    /// The memory lives until the graph and everything instantiated from it are destroyed, and their last launch has
    /// completed. [`Capture::keep`] ensures this.
    #[doc(alias = "cuMemcpyDtoDAsync")]
    #[inline]
    pub unsafe fn copy<'a, T: Element>(
        &'a self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let stream = self.recording()?;
        // SAFETY: the caller keeps the memory, and orders its uses when it launches the graph.
        let (source, target) = unsafe {
            (
                source.into().assume_on(stream),
                target.into().assume_on(stream),
            )
        };
        stream.copy(source, target)
    }

    /// Records that every element of `target` is set to `value`.
    ///
    /// [`cuMemsetD32Async`](crate::driver::Raw::cuMemsetD32Async)
    ///
    /// # Errors
    /// As [`copy`](Self::copy).
    ///
    /// # Safety
    /// As [`copy`](Self::copy).
    #[doc(alias = "cuMemsetD32Async")]
    #[inline]
    pub unsafe fn fill<'a, T: Element>(
        &'a self,
        target: impl Into<DeviceSliceMut<'a, T>>,
        value: T,
    ) -> Result<(), Error> {
        let stream = self.recording()?;
        // SAFETY: the caller keeps the memory, and orders its uses when it launches the graph.
        let target = unsafe { target.into().assume_on(stream) };
        stream.fill_recorded(target, value)
    }

    /// Records a copy of host memory to device memory of the same length. It reads `source` at each launch of the graph.
    ///
    /// [`cuMemcpyHtoDAsync`](crate::driver::Raw::cuMemcpyHtoDAsync)
    ///
    /// # Errors
    /// [`Error::Length`], or the driver's error: `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if the capture is
    /// invalid or has ended.
    ///
    /// # Safety
    /// As [`copy`](Self::copy), for `source` too.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    #[inline]
    pub unsafe fn upload<'a, T: Element>(
        &'a self,
        source: &[T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let stream = self.recording()?;
        // SAFETY: the caller keeps both, and orders their uses when it launches the graph.
        unsafe {
            let target = target.into().assume_on(stream);
            stream.upload_into_async(source, target)
        }
    }

    /// Records a copy of device memory to host memory of the same length. It writes `target` at each launch of the graph.
    ///
    /// [`cuMemcpyDtoHAsync`](crate::driver::Raw::cuMemcpyDtoHAsync)
    ///
    /// # Errors
    /// [`Error::Length`], or the driver's error: `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if the capture is
    /// invalid or has ended.
    ///
    /// # Safety
    /// As [`copy`](Self::copy), for `target` too, which no other code accesses while the graph runs.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    #[inline]
    pub unsafe fn download<'a, T: Element>(
        &'a self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &mut [T],
    ) -> Result<(), Error> {
        let stream = self.recording()?;
        // SAFETY: the caller keeps both, and orders their uses when it launches the graph.
        unsafe {
            let source = source.into().assume_on(stream);
            stream.download_async(source, target)
        }
    }

    /// Returns the handle of the stream that records, for libraries and calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUstream {
        self.stream.as_raw()
    }

    /// Returns the stream if it captures. A branch's stream doesn't after the capture has ended: it would do the work at
    /// once, with memory that the caller keeps only for the graph.
    fn recording(&self) -> Result<&Stream, CuResult> {
        self.stream.demand_capture_status(
            CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
        )?;
        Ok(&self.stream)
    }

    fn new(context: &Context) -> Result<Self, CuResult> {
        Ok(Self {
            stream: context.stream_with(StreamFlags::NON_BLOCKING, 0)?,
        })
    }
}
