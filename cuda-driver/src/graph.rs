//! Graphs: work that is recorded once and launched often.

mod capture;

pub use crate::generated::enums::{
    CaptureMode, CaptureStatus, GraphChildGraphNodeOwnership, GraphConditionalNodeType,
    GraphDependencyType, GraphExecUpdateResult, GraphInstantiateResult, GraphMemAttribute,
    GraphNodeType, GraphRecaptureStatus,
};
pub use capture::{Capture, Recorder};

use core::any::Any;
use core::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUgraph, CUgraphExec, CUuserObject_flags, CUuserObjectRetain_flags};

use crate::background::drop_elsewhere;
use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError};
use crate::handle::{Handle, destroy_shared, into_raw_handle};
use crate::stream::Stream;

/// A graph of work, as a [`Capture`] records it.
///
/// Clones refer to the same object.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let count = module.function("count")?;
/// use cuda_driver::Launch;
///
/// let mut capture = context.capture()?;
/// // SAFETY: count() takes no arguments.
/// unsafe { capture.launch(&count, Launch::grid(1).block(32), ()) }?;
/// capture.keep(count);
/// let graph = capture.finish()?.instantiate()?;
/// for _ in 0..10 {
///     // SAFETY: nothing else uses the module's variable meanwhile.
///     unsafe { graph.launch(&stream) }?;
/// }
/// # let mut calls = [0u32];
/// # module.read_global(&stream, "calls", &mut calls)?;
/// # assert_eq!(calls, [320]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Graph {
    inner: Arc<GraphInner>,
}

#[derive(Debug)]
struct GraphInner {
    handle: CUgraph,
    owned: bool,
    context: Context,
    call_lock: CallLock,
}

/// Serializes calls on a graph and on its instantiations, because the driver doesn't lock them: with one thread
/// instantiating a graph while another destroys an executable graph of it, the driver crashes on an H200.
#[derive(Debug, Clone, Default)]
struct CallLock(Arc<Mutex<()>>);

impl CallLock {
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// SAFETY: a graph isn't bound to a thread, and calls on it are serialized.
unsafe impl Send for GraphInner {}
// SAFETY: as above.
unsafe impl Sync for GraphInner {}

/// A graph that is ready to be launched.
///
/// Clones refer to the same object. It doesn't need the [`Graph`] that it was instantiated from.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let count = module.function("count")?;
/// # let mut capture = context.capture()?;
/// # // SAFETY: count() takes no arguments.
/// # unsafe { capture.launch(&count, cuda_driver::Launch::grid(1).block(32), ()) }?;
/// # capture.keep(count);
/// let exec = capture.finish()?.instantiate()?; // the graph itself is destroyed here
/// // SAFETY: the graph keeps what it uses, and nothing else uses the module's variable meanwhile.
/// unsafe { exec.launch(&stream) }?;
/// stream.synchronize()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct GraphExec {
    inner: Arc<ExecInner>,
}

#[derive(Debug)]
struct ExecInner {
    handle: CUgraphExec,
    owned: bool,
    context: Context,
    call_lock: CallLock,
}

// SAFETY: an executable graph isn't bound to a thread, and calls on it are serialized.
unsafe impl Send for ExecInner {}
// SAFETY: as above.
unsafe impl Sync for ExecInner {}

impl Graph {
    /// Returns the context of the graph's work.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// Creates an executable graph, ready to be launched.
    ///
    /// [`cuGraphInstantiate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb53b435e178cccfa37ac87285d2c3fa1)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuGraphInstantiate")]
    #[inline]
    pub fn instantiate(&self) -> Result<GraphExec, CuResult> {
        let _guard = self.inner.call_lock.lock();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, the graph is alive and locked for this call, and there are no flags.
        let handle = unsafe { self.context().raw().cuGraphInstantiate(self.as_raw(), 0) }?;
        let call_lock = self.inner.call_lock.clone();
        Ok(GraphExec::new(self.context(), handle, true, call_lock))
    }

    /// Destroys the graph; dropping the last clone does the same silently.
    ///
    /// [`cuGraphDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g718cfd9681f078693d4be2426fd689c8)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    #[doc(alias = "cuGraphDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw). Calls on one graph must not run
    /// concurrently, even if they only read it.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraph {
        self.inner.handle
    }

    /// Takes ownership of a graph, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`.
    /// - No other code destroys or changes it, or passes it to a call while this value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraph) -> Self {
        Self::new(context, handle, true)
    }

    /// Borrows a graph that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` is a graph whose work belongs to `context`, and outlives the value and its clones. No other code
    /// changes it, or passes it to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraph) -> Self {
        Self::new(context, handle, false)
    }

    /// Releases ownership of the graph; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own the graph.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraph, Self> {
        into_raw_handle(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    fn new(context: &Context, handle: CUgraph, owned: bool) -> Self {
        Self {
            inner: Arc::new(GraphInner {
                handle,
                owned,
                context: context.clone(),
                call_lock: CallLock::default(),
            }),
        }
    }

    /// Moves `owner` into the graph; executable graphs instantiated from it keep it, too.
    pub(crate) fn keep(&self, owner: Box<dyn Any + Send>) -> Result<(), CuResult> {
        /// An owner, and the driver that it may call when it is dropped.
        type Kept = (Raw, Box<dyn Any + Send>);

        /// Drops an owner on another thread, because a callback of the driver must not call the driver.
        unsafe extern "C" fn release(owner: *mut c_void) {
            // SAFETY: `keep` passed the pointer, and the driver calls this once.
            let (raw, owner) = *unsafe { Box::from_raw(owner.cast::<Kept>()) };
            drop_elsewhere(raw, owner);
        }

        let raw = self.context().raw();
        let kept: Kept = (raw, owner);
        let pointer = Box::into_raw(Box::new(kept)).cast::<c_void>();
        let flags = CUuserObject_flags::CU_USER_OBJECT_NO_DESTRUCTOR_SYNC.0;
        // SAFETY: the destructor takes such a pointer, which is to a live value until then.
        let object = unsafe { raw.cuUserObjectCreate(pointer, Some(release), 1, flags) };
        let object = object.inspect_err(|_| {
            // SAFETY: there is no object that would release it.
            drop(unsafe { Box::from_raw(pointer.cast::<Kept>()) });
        })?;
        let flags = CUuserObjectRetain_flags::CU_GRAPH_USER_OBJECT_MOVE.0;
        // SAFETY: graph and object are alive, and this function owns the reference that it moves.
        unsafe { raw.cuGraphRetainUserObject(self.as_raw(), object, 1, flags) }.inspect_err(|_| {
            // SAFETY: the reference was not moved.
            let _ = unsafe { raw.cuUserObjectRelease(object, 1) };
        })
    }
}

impl Handle for GraphInner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        let (handle, _guard) = (self.handle, self.call_lock.lock());
        // SAFETY: this value owns the graph, which is destroyed once.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuGraphDestroy(handle)
        })
    }
}

impl Drop for GraphInner {
    fn drop(&mut self) {
        // Errors are ignored; `destroy` returns them.
        let _ = self.release();
    }
}

impl GraphExec {
    /// Returns the context of the graph's work.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// Runs the graph in the order of `stream`, after the work submitted to that so far.
    ///
    /// [`cuGraphLaunch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g6b2dceb3901e71a390d2bd8b0491e471)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// - Everything that the recorded work uses stays alive until the launch has completed.
    /// - Nothing else accesses what the work writes, or writes what it reads, until the launch has completed. Work of
    ///   `stream` is ordered; work of other streams and the host must wait.
    /// - The stream belongs to the graph's driver.
    #[doc(alias = "cuGraphLaunch")]
    #[inline]
    pub unsafe fn launch(&self, stream: &Stream) -> Result<(), CuResult> {
        let _guard = self.inner.call_lock.lock();
        // SAFETY: both are alive; the caller guarantees the rest.
        stream.submit(|raw, stream| unsafe { raw.cuGraphLaunch(self.as_raw(), stream) })
    }

    /// Destroys the executable graph; dropping the last clone does the same silently. Neither waits for its launches,
    /// which continue.
    ///
    /// [`cuGraphExecDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga32ad4944cc5d408158207c978bc43a7)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    #[doc(alias = "cuGraphExecDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraphExec {
        self.inner.handle
    }

    /// Takes ownership of an executable graph, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is an executable graph whose work belongs to `context`.
    /// - No other code destroys or updates it, or passes it or its graph to a call while this value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraphExec) -> Self {
        Self::new(context, handle, true, CallLock::default())
    }

    /// Borrows an executable graph that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` is an executable graph whose work belongs to `context`, and outlives the value and its clones. No other
    /// code updates it, or passes it or its graph to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraphExec) -> Self {
        Self::new(context, handle, false, CallLock::default())
    }

    /// Releases ownership of the executable graph; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraphExec, Self> {
        into_raw_handle(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    fn new(context: &Context, handle: CUgraphExec, owned: bool, call_lock: CallLock) -> Self {
        Self {
            inner: Arc::new(ExecInner {
                handle,
                owned,
                context: context.clone(),
                call_lock,
            }),
        }
    }
}

impl Handle for ExecInner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        let (handle, _guard) = (self.handle, self.call_lock.lock());
        // SAFETY: this value owns the executable graph, which is destroyed once.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuGraphExecDestroy(handle)
        })
    }
}

impl Drop for ExecInner {
    fn drop(&mut self) {
        // Errors are ignored; `destroy` returns them.
        let _ = self.release();
    }
}
