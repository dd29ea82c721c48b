//! Graphs: work that is recorded once and launched often.

mod capture;
mod exec;
mod recorder;

pub use crate::generated::enums::{
    CaptureMode, GraphChildGraphNodeOwnership, GraphConditionalNodeType, GraphDependencyType,
    GraphExecUpdateResult, GraphInstantiateResult, GraphMemAttribute, GraphNodeType,
    GraphRecaptureStatus,
};
pub use capture::Capture;
pub use exec::{GraphExec, InstantiateFlags};
pub use recorder::Recorder;

use core::any::Any;
use core::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUgraph, CUuserObject_flags, CUuserObjectRetain_flags};

use crate::background::drop_elsewhere;
use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError};
use crate::object::{Kind, Object, Ownership};

/// A graph of work, as a [`Capture`] records it.
///
/// A value is the only one of its graph. Threads that need the same one share it in an [`Arc`].
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
#[derive(Debug)]
pub struct Graph {
    object: Object<GraphKind>,
}

#[derive(Debug)]
struct GraphKind {
    context: Context,
    call_lock: CallLock,
}

/// Serializes calls on a graph and on its instantiations, because the driver doesn't lock them: with one thread
/// instantiating a graph while another destroys an executable graph of it, the driver crashes on an H200. A graph
/// and its instantiations are values of their own, so the borrow checker can't do it.
#[derive(Debug, Clone, Default)]
struct CallLock(Arc<Mutex<()>>);

impl CallLock {
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Graph {
    /// Returns the context of the graph's work.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Destroys the graph; dropping the value does the same silently.
    ///
    /// [`cuGraphDestroy`](Raw::cuGraphDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, with the value.
    #[doc(alias = "cuGraphDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        self.object
            .destroy()
            .map_err(|error| error.map(|object| Self { object }))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw). Calls on one graph must not run
    /// concurrently, even if they only read it.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraph {
        self.object.handle()
    }

    /// Takes ownership of a graph, which is destroyed when the value is dropped.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`.
    /// - No other code destroys or changes it, or passes it to a call while this value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraph) -> Self {
        Self::new(context, handle, Ownership::Owned)
    }

    /// Borrows a graph that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`, and outlives the value.
    /// - No other code changes it, or passes it to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraph) -> Self {
        Self::new(context, handle, Ownership::Borrowed)
    }

    /// Uses a graph that other code owns, and keeps it alive through `owner`, which is dropped with the value.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`, and lives until `owner` is dropped.
    /// - No other code changes it, or passes it to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(context: &Context, handle: CUgraph, owner: impl Any + Send) -> Self {
        Self::new(context, handle, Ownership::foreign(owner))
    }

    /// Releases ownership of the graph; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if this crate doesn't own the graph.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraph, Self> {
        self.object.into_raw().map_err(|object| Self { object })
    }

    fn new(context: &Context, handle: CUgraph, ownership: Ownership) -> Self {
        let kind = GraphKind {
            context: context.clone(),
            call_lock: CallLock::default(),
        };
        Self {
            object: Object::new(handle, ownership, kind),
        }
    }

    /// Moves `owner` into the graph; executable graphs instantiated from it keep it, too.
    pub(crate) fn keep(&mut self, owner: Box<dyn Any + Send>) -> Result<(), CuResult> {
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
        let _guard = self.object.call_lock.lock();
        // SAFETY: graph and object are alive, the graph is locked, and this function owns the reference that it moves.
        unsafe { raw.cuGraphRetainUserObject(self.as_raw(), object, 1, flags) }.inspect_err(|_| {
            // SAFETY: the reference was not moved.
            let _ = unsafe { raw.cuUserObjectRelease(object, 1) };
        })
    }
}

impl Kind for GraphKind {
    type Handle = CUgraph;

    unsafe fn destroy(&mut self, handle: CUgraph) -> Result<(), CuResult> {
        let _guard = self.call_lock.lock();
        // SAFETY: the caller gives up the graph, which is locked.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuGraphDestroy(handle)
        })
    }
}
