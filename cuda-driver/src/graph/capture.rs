//! Recording work into graphs.

use core::any::Any;
use core::ops::Deref;
use std::sync::Arc;

use crate::context::Context;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::fork::is_forked;
use crate::graph::nodes::Nodes;
use crate::graph::{CaptureMode, Graph, GraphLock, Recorder};
use crate::object::Ownership;
use crate::opaque::Opaque;
use crate::stream::Stream;
use crate::stream::recording::{LostCapture, Recording};

/// A recording of work into a [`Graph`] instead of its execution.
///
/// A capture of a [context](Context::capture) uses its own streams, so a [`Stream`] doesn't capture: safe calls on
/// streams do their work, and dropping a buffer frees it, even during a capture. Other threads and libraries aren't
/// restricted either, because the capture uses the driver's relaxed mode. [`Stream::capture`] records a stream of the
/// program instead.
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
    recording: Arc<Recording>,
    owners: Vec<Box<dyn Any + Send>>,
    is_open: bool,
}

impl Context {
    /// Begins to record a graph, on a stream of the capture's own.
    ///
    /// [`cuStreamBeginCapture`](crate::driver::Raw::cuStreamBeginCapture)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuStreamBeginCapture", "cuStreamBeginCapture_v2"))]
    #[inline]
    pub fn capture(&self) -> Result<Capture, CuResult> {
        Capture::begin(Recorder::new(self)?, CaptureMode::RELAXED)
    }
}

impl Stream {
    /// Begins to record the stream's own work into a graph, for frameworks whose code submits to a stream that it is
    /// given: until the capture ends, launches, copies and fills of the stream, and what it allocates and frees, are
    /// recorded instead of being done.
    ///
    /// [`Context::capture`] has a stream of its own, so that no safe call is ever recorded. Prefer it where you choose
    /// the stream.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
    /// # let scale = context.load_ptx(kernels)?.function("scale")?;
    /// use cuda_driver::Launch;
    /// use cuda_driver::graph::CaptureMode;
    ///
    /// let (x, mut y) = (stream.upload(&[1.0f32, 2.0, 3.0])?, stream.alloc::<f32>(3)?);
    /// // SAFETY: the buffers and the function outlive the graph, and only its launches use them; nothing else uses the
    /// // stream meanwhile.
    /// let capture = unsafe { stream.capture(CaptureMode::THREAD_LOCAL) }?;
    /// let mut scaled = stream.alloc::<f32>(3)?; // at each launch of the graph
    /// // SAFETY: scale(const float *, float *, size_t), with three elements each.
    /// unsafe { stream.launch(&scale, Launch::elements(3, 32), (&x, &mut scaled, 3usize)) }?;
    /// stream.copy(&scaled, &mut y)?;
    /// drop(scaled); // at each launch of the graph
    /// let exec = capture.finish()?.instantiate()?;
    ///
    /// // SAFETY: as recorded.
    /// unsafe { exec.launch(&stream) }?;
    /// assert_eq!(y.to_vec()?, [2.0, 4.0, 6.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Calls that wait for the stream, or that need their memory only until they are done, fail with
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) meanwhile, and the capture stays valid: [`synchronize`], [`query`],
    /// [`scope`], [`upload`], [`download`], [`upload_owned`], [`done`], [`on_done`].
    /// A buffer from before the capture that is dropped meanwhile is freed after its end.
    ///
    /// `mode` chooses which calls the driver forbids meanwhile because they might wait for recorded work, such as
    /// allocating pinned memory with calls of [`Driver::raw`](crate::driver::Driver::raw): to all threads in the global
    /// mode, to the calling thread in the thread-local one, and to none in the relaxed one. They fail with 900 and
    /// invalidate the capture. So do calls of this crate, except that dropping a value never does, on any thread.
    ///
    /// [`synchronize`]: Self::synchronize
    /// [`query`]: Self::query
    /// [`scope`]: Self::scope
    /// [`upload`]: Self::upload
    /// [`download`]: Self::download
    /// [`upload_owned`]: Self::upload_owned
    /// [`done`]: Self::done
    /// [`on_done`]: Self::on_done
    /// [`cuStreamBeginCapture`](crate::driver::Raw::cuStreamBeginCapture)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) for the legacy default stream, and
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) if the stream is captured already.
    ///
    /// # Safety
    /// Until the capture ends:
    /// - What safe calls submit to the stream, through any clone and on any thread, is recorded, and so is the work of
    ///   streams that wait for it. The conditions of [`Recorder::launch`] apply to all of it: memory and code that it
    ///   uses live until the graph and everything instantiated from it are destroyed, and their last launch has
    ///   completed, and [`GraphExec::launch`](crate::graph::GraphExec::launch) says when they may be used otherwise.
    /// - No other code captures the stream, nor makes another one that this crate uses wait for it. Of the values for the
    ///   handle, only this one and its clones are used.
    /// - While a call makes a stream part of the capture, because it waits for recorded work, no other thread uses that stream
    ///   or records the event that it waits for.
    /// - No [scope](Self::scope) with the stream is open, and no [fork](Self::fork) that began before.
    /// - If the stream, or one that waits for its work, is a blocking one (not of [`Context::stream`]), no thread makes an explicit
    ///   call with the legacy default stream of its context: at best, that invalidates the capture, and drivers have crashed.
    ///
    /// A buffer that the driver allocates on the stream meanwhile, for [`alloc`](Self::alloc) or a
    /// [pool](crate::memory::MemoryPool), is memory of the graph: each launch allocates it, until it is freed. Dropping
    /// the buffer before the capture ends lets the graph free it. Otherwise each launch has to be followed by a free, or
    /// the graph [frees it before the next one](crate::graph::InstantiateFlags::AUTO_FREE_ON_LAUNCH), and outside of the
    /// graph the buffer is used in the order of a launch, and not beyond the next. Memory of another
    /// [resource](crate::memory::resource::MemoryResource) isn't the graph's, so it lives as the first condition says.
    #[doc(alias("cuStreamBeginCapture", "cuStreamBeginCapture_v2"))]
    #[inline]
    pub unsafe fn capture(&self, mode: CaptureMode) -> Result<Capture, CuResult> {
        Capture::begin(Recorder::on(self.clone(), GraphLock::default(), None), mode)
    }
}

impl Capture {
    fn begin(main: Recorder, mode: CaptureMode) -> Result<Self, CuResult> {
        let stream = main.its_stream();
        let mode = mode.as_raw();
        // SAFETY: the stream is alive. Either no other code has it, or the caller of `Stream::capture` guarantees that
        // its work can be recorded.
        let begin = |raw: Raw, stream| unsafe { raw.cuStreamBeginCapture(stream, mode) };
        let recording = stream.begin_recording(begin)?;
        Ok(Self { main, recording, owners: Vec::new(), is_open: true })
    }

    /// Starts a branch that runs concurrently with the capture's main sequence, after everything recorded there so far.
    /// It must be [joined](Self::join) before the capture ends. Afterwards it records nothing, and returns
    /// `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901).
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    pub fn branch(&self) -> Result<Recorder, CuResult> {
        self.main.begin_branch()
    }

    /// Ends a branch: work that the capture records from now on waits for it.
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_MERGE` (902) for a branch of another capture, which invalidates both, or
    /// `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if that one has ended.
    #[inline]
    pub fn join(&self, branch: Recorder) -> Result<(), CuResult> {
        self.main.end_branch(&branch)
    }

    /// Moves `owner` into the graph. It is dropped, on one of this crate's threads, once the graph and all executable
    /// graphs instantiated from it are destroyed and their launches have completed.
    #[inline]
    pub fn keep(&mut self, owner: impl Any + Send) {
        self.owners.push(Box::new(owner));
    }

    /// Ends the capture, and returns the graph of the recorded work. Dropping the capture ends it, too, and destroys the
    /// graph.
    ///
    /// [`cuStreamEndCapture`](crate::driver::Raw::cuStreamEndCapture)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_UNJOINED` (904) if a branch was not joined, `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED`
    /// (901) after a call that can't be recorded, or another error of the driver. [`keep`](Self::keep) needs a driver
    /// of CUDA 11.3.
    ///
    /// `CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD` (908) if the capture is of a [stream](Stream::capture) in another mode
    /// than the relaxed one, and another thread began it. The capture has ended all the same.
    #[doc(alias = "cuStreamEndCapture")]
    #[inline]
    pub fn finish(mut self) -> Result<Graph, CuResult> {
        let mut graph = self.end()?;
        for owner in core::mem::take(&mut self.owners) {
            graph.keep_boxed(owner)?;
        }
        Ok(graph)
    }

    fn end(&mut self) -> Result<Graph, CuResult> {
        let graph_lock = self.main.graph_lock().clone();
        let context = self.main.its_stream().context();
        self.is_open = false;
        let ended = self.main.end(&self.recording, Nodes::clear);
        let handle = ended.map_err(|LostCapture { error, graph }| {
            if let Some(Opaque(graph)) = graph {
                let _calls = graph_lock.lock();
                // SAFETY: ending the capture created the graph, and no other code has it.
                let _ = context.retry(context.raw(), |raw| unsafe { raw.cuGraphDestroy(graph) });
            }
            error
        })?;
        // A library may have let the graph keep something.
        graph_lock.lock().set_keeping();
        let owned = Ownership::Owned;
        Ok(Graph::with_lock(context, handle, owned, graph_lock))
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
        if self.is_open && !is_forked() {
            // Errors are ignored; `finish` returns them.
            let _ = self.end();
        }
    }
}
