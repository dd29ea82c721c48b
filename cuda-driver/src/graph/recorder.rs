//! Recording work on a stream.

use std::sync::Arc;

use cuda_driver_sys::{CUgraph, CUresult, CUstream, Symbol};

use crate::context::Context;
use crate::copy::{CopySource, CopyTarget, HostRegion, HostRegionMut};
use crate::error::{CuResult, Error};
use crate::graph::nodes::Nodes;
use crate::graph::{GraphGuard, GraphKind, GraphLock};
use crate::launch::{Arguments, Launch, Launchable, check_arguments_of};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element, Extent};
use crate::opaque::Opaque;
use crate::stream::recording::{GraphAllocations, LostCapture, Recording};
use crate::stream::{CaptureStatus, Stream, StreamFlags};

/// A sequence of work within a [`Capture`](crate::graph::Capture): its main one, which the capture dereferences to, or a
/// [`branch`](crate::graph::Capture::branch), which runs concurrently.
#[derive(Debug)]
pub struct Recorder {
    stream: Stream,
    graph_lock: GraphLock,
    /// The graph that the program has, if the capture didn't create it.
    root: Option<Opaque<CUgraph>>,
}

impl Recorder {
    /// Returns the stream that records, for code that submits work to a `Stream`.
    ///
    /// # Safety
    /// - Work submitted to the stream is recorded, and the conditions of [`launch`](Self::launch) apply to safe calls,
    ///   too: memory that they use lives until the graph is destroyed.
    /// - Nothing is submitted to the stream of a [branch](crate::graph::Capture::branch) after the capture has ended.
    /// - Nothing is allocated on the stream, and no clone of it, or object made with it, outlives the capture.
    /// - No stream outside the capture waits for it, or for an event recorded in it, and so joins the capture.
    /// - While work is submitted to it, no other thread records, [edits](Self::edit) or ends the capture.
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
    ///   their last launch has completed. [`Capture::keep`](crate::graph::Capture::keep) ensures this.
    #[doc(alias = "cuLaunchKernel")]
    #[inline]
    pub unsafe fn launch<A: Arguments>(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        arguments: A,
    ) -> Result<(), Error> {
        check_arguments_of(function, &arguments)?;
        let mut storage = arguments.store();
        let parameters = A::pointers(&mut storage);
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
        unsafe { stream.launch_with(function, launch, parameters) }
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
    /// completed. [`Capture::keep`](crate::graph::Capture::keep) ensures this.
    #[doc(alias("cuMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2"))]
    #[inline]
    pub unsafe fn copy<'a, T: Element>(
        &'a self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps the memory, and orders its uses when it launches the graph.
        let (source, target) = unsafe { (source.assume_on(stream), target.assume_on(stream)) };
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
        let target = target.into();
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps the memory, and orders its uses when it launches the graph.
        let target = unsafe { target.assume_on(stream) };
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
    #[doc(alias("cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2"))]
    #[inline]
    pub unsafe fn upload<'a, T: Element>(
        &'a self,
        source: &[T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let target = target.into();
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps both, and orders their uses when it launches the graph.
        unsafe {
            let target = target.assume_on(stream);
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
    #[doc(alias("cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2"))]
    #[inline]
    pub unsafe fn download<'a, T: Element>(
        &'a self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &mut [T],
    ) -> Result<(), Error> {
        let source = source.into();
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps both, and orders their uses when it launches the graph.
        unsafe {
            let source = source.assume_on(stream);
            stream.download_async(source, target)
        }
    }

    /// Records a copy of a region of rows and slices on the device, as [`Stream::copy_region`].
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_driver::copy::CopySource;
    ///
    /// let image = stream.upload(&[1u32, 2, 3, 4, 5, 6, 7, 8, 9])?; // 3 rows of 3 elements
    /// let mut corner = stream.alloc::<u32>(4)?;
    /// let capture = context.capture()?;
    /// let source = CopySource::from(&image).row_length(3).offset((1, 1));
    /// // SAFETY: both buffers outlive the graph, and only its launch uses them.
    /// unsafe { capture.copy_region(source, &mut corner, (2, 2)) }?;
    /// let exec = capture.finish()?.instantiate()?;
    /// // SAFETY: as recorded.
    /// unsafe { exec.launch(&stream) }?;
    /// assert_eq!(corner.to_vec()?, [5, 6, 8, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuMemcpy3DAsync`](crate::driver::Raw::cuMemcpy3DAsync)
    ///
    /// # Errors
    /// [`Error::Region`], [`Error::ElementSize`], or as [`copy`](Self::copy).
    ///
    /// # Safety
    /// As [`copy`](Self::copy); a source and a target in the same array don't overlap.
    #[doc(alias("cuMemcpy3DAsync", "cuMemcpy3DAsync_v2"))]
    #[inline]
    pub unsafe fn copy_region<'a, T: Element>(
        &'a self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'a, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps the memory, and orders its uses when it launches the graph.
        let (source, target) = unsafe { (source.assume_on(stream), target.assume_on(stream)) };
        stream.copy_region(source, target, extent)
    }

    /// Records a copy of a region of host memory to the device. It reads `source` at each launch of the graph.
    ///
    /// [`cuMemcpy3DAsync`](crate::driver::Raw::cuMemcpy3DAsync)
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region).
    ///
    /// # Safety
    /// As [`copy`](Self::copy), for `source` too.
    #[doc(alias("cuMemcpy3DAsync", "cuMemcpy3DAsync_v2"))]
    #[inline]
    pub unsafe fn upload_region<'a, T: Element>(
        &'a self,
        source: impl Into<HostRegion<'a, T>>,
        target: impl Into<CopyTarget<'a, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps both, and orders their uses when it launches the graph.
        unsafe {
            let target = target.assume_on(stream);
            stream.upload_region_async(source, target, extent)
        }
    }

    /// Records a copy of a region of the device to host memory. It writes `target` at each launch of the graph.
    ///
    /// [`cuMemcpy3DAsync`](crate::driver::Raw::cuMemcpy3DAsync)
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region).
    ///
    /// # Safety
    /// As [`copy`](Self::copy), for `target` too, which no other code accesses while the graph runs.
    #[doc(alias("cuMemcpy3DAsync", "cuMemcpy3DAsync_v2"))]
    #[inline]
    pub unsafe fn download_region<'a, T: Element>(
        &'a self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<HostRegionMut<'a, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let (stream, _guard) = self.recording()?;
        // SAFETY: the caller keeps both, and orders their uses when it launches the graph.
        unsafe {
            let source = source.assume_on(stream);
            stream.download_region_async(source, target, extent)
        }
    }

    /// Returns the handle of the stream that records, for libraries and calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUstream {
        self.stream.as_raw()
    }

    /// Returns the stream if it captures, and locks the graph, so that no code of others is called meanwhile. A branch's stream doesn't after the capture has ended: it would
    /// do the work at once, with memory that the caller keeps only for the graph.
    fn recording(&self) -> Result<(&Stream, GraphGuard<'_>), CuResult> {
        let guard = self.graph_lock.lock();
        demand_capture(&self.stream)?;
        Ok((&self.stream, guard))
    }

    /// Creates one with a stream of its own, for a capture that creates a graph.
    pub(super) fn new(context: &Context) -> Result<Self, CuResult> {
        Ok(Self::on(Self::new_stream(context)?, GraphLock::default(), None))
    }

    /// Starts a branch with a stream of its own, after what this one has recorded.
    pub(super) fn begin_branch(&self) -> Result<Self, CuResult> {
        let stream = Self::new_stream(self.stream.context())?;
        let _guard = self.graph_lock.lock();
        stream.wait_stream(&self.stream)?;
        Ok(Self::on(stream, self.graph_lock.clone(), self.root))
    }

    /// Lets what this one records from now on run after a branch.
    pub(super) fn end_branch(&self, branch: &Self) -> Result<(), CuResult> {
        let _guard = self.graph_lock.lock_with(Some(&branch.graph_lock));
        demand_capture(&branch.stream)?;
        self.stream.wait_stream(&branch.stream)
    }

    /// Ends the capture, and returns its graph. If it fails, `on_loss` is called before another call may use the graph.
    pub(super) fn end(
        &self,
        recording: &Arc<Recording>,
        on_loss: impl FnOnce(&mut Nodes),
    ) -> Result<CUgraph, LostCapture> {
        let mut nodes = self.graph_lock.lock();
        // Of an invalid capture into a graph, the driver destroys the graph.
        let is_destroyed = |(ended, _): &(Result<_, LostCapture>, _)| matches!(ended, Err(lost) if lost.graph.is_none());
        let allocations = nodes.each_allocations();
        let (ended, deferred) =
            GraphAllocations::destroy(allocations, || recording.end(), is_destroyed);
        let ended = match ended {
            Ok((graph, captured)) => {
                nodes.add_captured(graph, captured);
                Ok(graph)
            }
            Err(lost) => {
                on_loss(&mut nodes);
                Err(lost)
            }
        };
        // It may drop the graph's owners.
        drop(nodes);
        deferred.run();
        ended
    }

    pub(super) fn new_stream(context: &Context) -> Result<Stream, CuResult> {
        context.stream_with(StreamFlags::NON_BLOCKING, 0)
    }

    /// Creates the one that records `stream`.
    pub(super) const fn on(
        stream: Stream,
        graph_lock: GraphLock,
        root: Option<Opaque<CUgraph>>,
    ) -> Self {
        Self { stream, graph_lock, root }
    }

    /// Describes the graph that is recorded.
    pub(super) fn kind(&self, graph: CUgraph) -> GraphKind {
        GraphKind {
            context: self.stream.context().clone(),
            graph_lock: self.graph_lock.clone(),
            root: self.root.unwrap_or(Opaque(graph)),
            node: None,
            recorded: Some((self.stream.clone(), self.stream.recording())),
        }
    }

    pub(super) const fn graph_lock(&self) -> &GraphLock {
        &self.graph_lock
    }

    /// Returns the stream, whether it records or not.
    pub(super) const fn its_stream(&self) -> &Stream {
        &self.stream
    }
}

/// Returns an error unless the stream captures.
pub(super) fn demand_capture(stream: &Stream) -> Result<(), CuResult> {
    let code = match stream.capture_status()? {
        CaptureStatus::ACTIVE => CUresult::CUDA_SUCCESS,
        _ => CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
    };
    stream.raw().check(Symbol::cuStreamIsCapturing, code)
}
