use core::any::Any;
use core::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUgraph, CUgraphExec, CUuserObject_flags, CUuserObjectRetain_flags};

use crate::background::drop_elsewhere;
use crate::handle::{DestroyError, Handle, destroy_shared, give_away};
use crate::{Context, CuResult, Raw, Stream};

/// A graph of work, as a [`Capture`](crate::Capture) records it.
///
/// Cloning shares it.
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
    turns: Turns,
}

/// Lets calls on a graph and on what was instantiated from it take turns, for the driver doesn't lock them: two threads of
/// which one instantiates a graph and one destroys an executable graph of it crash an H200's.
#[derive(Debug, Clone, Default)]
struct Turns(Arc<Mutex<()>>);

impl Turns {
    fn take(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// SAFETY: a graph is no thread's, and calls on it take turns.
unsafe impl Send for GraphInner {}
// SAFETY: as above.
unsafe impl Sync for GraphInner {}

/// A graph that is ready to be launched.
///
/// Cloning shares it. It doesn't need the [`Graph`] that it was instantiated from.
#[derive(Debug, Clone)]
pub struct GraphExec {
    inner: Arc<ExecInner>,
}

#[derive(Debug)]
struct ExecInner {
    handle: CUgraphExec,
    owned: bool,
    context: Context,
    turns: Turns,
}

// SAFETY: an executable graph is no thread's, and calls on it take turns.
unsafe impl Send for ExecInner {}
// SAFETY: as above.
unsafe impl Sync for ExecInner {}

impl Graph {
    fn new(context: &Context, handle: CUgraph, owned: bool) -> Self {
        Self {
            inner: Arc::new(GraphInner {
                handle,
                owned,
                context: context.clone(),
                turns: Turns::default(),
            }),
        }
    }

    /// Takes over a graph: it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a graph whose work is of `context`.
    /// - Nobody else destroys or changes it, or gives it to a call at the same time as this value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraph) -> Self {
        Self::new(context, handle, true)
    }

    /// Uses somebody else's graph: it is never destroyed by this crate.
    ///
    /// # Safety
    /// `handle` is a graph whose work is of `context`, and lives longer than the value and its clones, while nobody changes
    /// it, or gives it to a call at the same time as the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraph) -> Self {
        Self::new(context, handle, false)
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw). Calls on one graph must take turns, those that only read it,
    /// too.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraph {
        self.inner.handle
    }

    /// Gives the graph away: the caller destroys it.
    ///
    /// # Errors
    /// The value, where clones of it live, or the graph isn't this crate's to give.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraph, Self> {
        give_away(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    /// The context that the graph's work is of.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// Makes the graph ready to be launched.
    ///
    /// [`cuGraphInstantiate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb53b435e178cccfa37ac87285d2c3fa1)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuGraphInstantiate")]
    #[inline]
    pub fn instantiate(&self) -> Result<GraphExec, CuResult> {
        let _turn = self.inner.turns.take();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, the graph alive and this call's alone, and there are no flags.
        let handle = unsafe { self.context().raw().cuGraphInstantiate(self.as_raw(), 0) }?;
        let turns = self.inner.turns.clone();
        Ok(GraphExec::new(self.context(), handle, true, turns))
    }

    /// Lets the graph keep `owner`, and what is instantiated from it, too.
    pub(crate) fn keep(&self, owner: Box<dyn Any + Send>) -> Result<(), CuResult> {
        /// An owner, and the driver that it may call when it is dropped.
        type Kept = (Raw, Box<dyn Any + Send>);

        /// Drops an owner, but not here: a callback of the driver mustn't call the driver.
        unsafe extern "C" fn release(owner: *mut c_void) {
            // SAFETY: `keep` gave the pointer, and the driver calls this once.
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
        // SAFETY: graph and object are alive, and the one reference is this function's to move.
        unsafe { raw.cuGraphRetainUserObject(self.as_raw(), object, 1, flags) }.inspect_err(|_| {
            // SAFETY: the reference was not moved.
            let _ = unsafe { raw.cuUserObjectRelease(object, 1) };
        })
    }

    /// Destroys the graph; dropping the last clone does the same silently.
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones of it live.
    #[doc(alias = "cuGraphDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }
}

impl Handle for GraphInner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        let (handle, _turn) = (self.handle, self.turns.take());
        // SAFETY: the graph is this value's own, and destroyed once.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuGraphDestroy(handle)
        })
    }
}

impl Drop for GraphInner {
    fn drop(&mut self) {
        // Errors are for `destroy` to return.
        let _ = self.release();
    }
}

impl GraphExec {
    fn new(context: &Context, handle: CUgraphExec, owned: bool, turns: Turns) -> Self {
        Self {
            inner: Arc::new(ExecInner {
                handle,
                owned,
                context: context.clone(),
                turns,
            }),
        }
    }

    /// Takes over an executable graph: it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is an executable graph whose work is of `context`.
    /// - Nobody else destroys or updates it, or gives it, or the graph that it is of, to a call at the same time as this value
    ///   is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraphExec) -> Self {
        Self::new(context, handle, true, Turns::default())
    }

    /// Uses somebody else's executable graph: it is never destroyed by this crate.
    ///
    /// # Safety
    /// `handle` is an executable graph whose work is of `context`, and lives longer than the value and its clones. Nobody
    /// updates it, or gives it, or the graph that it is of, to a call at the same time as the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraphExec) -> Self {
        Self::new(context, handle, false, Turns::default())
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraphExec {
        self.inner.handle
    }

    /// Gives the executable graph away: the caller destroys it.
    ///
    /// # Errors
    /// The value, where clones of it live, or it isn't this crate's to give.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraphExec, Self> {
        give_away(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    /// The context that the graph's work is of.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// Runs the graph in the order of `stream`, behind what that was given so far.
    ///
    /// [`cuGraphLaunch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g6b2dceb3901e71a390d2bd8b0491e471)
    ///
    /// # Errors
    /// What the driver answers.
    ///
    /// # Safety
    /// - What the recorded work uses is alive, and stays so until the launch is over.
    /// - Nothing else reads what the work writes, or writes what it reads, until the launch is over: work of `stream`
    ///   doesn't, that of other streams and of the host must wait.
    #[doc(alias = "cuGraphLaunch")]
    #[inline]
    pub unsafe fn launch(&self, stream: &Stream) -> Result<(), CuResult> {
        let _turn = self.inner.turns.take();
        // SAFETY: both are alive; the caller vouches for the rest.
        stream.submit(|raw, stream| unsafe { raw.cuGraphLaunch(self.as_raw(), stream) })
    }

    /// Destroys the executable graph; dropping the last clone does the same silently. Neither waits for its launches, which
    /// go on.
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones of it live.
    #[doc(alias = "cuGraphExecDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }
}

impl Handle for ExecInner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        let (handle, _turn) = (self.handle, self.turns.take());
        // SAFETY: the executable graph is this value's own, and destroyed once.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuGraphExecDestroy(handle)
        })
    }
}

impl Drop for ExecInner {
    fn drop(&mut self) {
        // Errors are for `destroy` to return.
        let _ = self.release();
    }
}
