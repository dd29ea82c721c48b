//! Graphs: work that is recorded once and launched often.

mod builder;
mod capture;
mod capture_to;
mod clone;
mod condition;
pub(crate) mod conditional;
mod edge;
mod edit_capture;
mod exec;
mod graph_memory;
mod instantiate;
mod kernel_node;
mod lock;
mod memory_nodes;
pub(crate) mod node;
mod nodes;
mod owner;
mod params;
mod read;
mod recorder;
#[cfg(feature = "external")]
mod semaphore_nodes;
mod update;

pub use crate::error::graph::{RefusedGraph, RefusedUpdate};
pub use crate::generated::enums::{
    CaptureMode, GraphChildGraphNodeOwnership, GraphConditionalNodeType, GraphDependencyType,
    GraphExecUpdateResult, GraphInstantiateResult, GraphMemAttribute, GraphNodeType,
    GraphRecaptureStatus,
};
pub use builder::{DotFlags, GraphBuilder};
pub use capture::Capture;
pub use capture_to::CaptureTo;
pub use condition::Condition;
pub use edge::Edge;
pub use exec::{GraphExec, InstantiateFlags};
pub use graph_memory::{FreeNode, GraphMemory};
pub use kernel_node::KernelNode;
pub use memory_nodes::{BatchMemOpNode, CopyNode, MemsetNode};
pub use node::GraphNode;
pub use params::{
    ChildNode, EmptyNode, EventRecordNode, EventWaitNode, HostNode, NodeParams, SettableNodeParams,
};
pub use read::GraphNodeParams;
pub use recorder::Recorder;
#[cfg(feature = "external")]
pub use semaphore_nodes::{ExternalSemaphoresSignalNode, ExternalSemaphoresWaitNode};

use core::any::Any;
use core::ops::{Deref, DerefMut};
use std::sync::Arc;

use cuda_driver_sys::CUgraph;

use crate::context::Context;
use crate::error::{CuResult, DestroyError};
use crate::object::{Object, ObjectKind, Ownership};
use crate::opaque::Opaque;
use crate::stream::Stream;
use crate::stream::recording::{GraphAllocations, Recording};
use lock::{GraphGuard, GraphLock};

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
    builder: GraphBuilder<'static>,
}

/// What is in the graph, and how that is changed.
impl Deref for Graph {
    type Target = GraphBuilder<'static>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.builder
    }
}

impl DerefMut for Graph {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

#[derive(Debug)]
struct GraphKind {
    context: Context,
    graph_lock: GraphLock,
    /// The graph that the program has. Others are in nodes of it.
    root: Opaque<CUgraph>,
    /// The node that the graph is in.
    node: Option<GraphNode>,
    /// The stream that records the graph, or the graph that this one is in, and its capture, if the value is that of an edit
    /// meanwhile.
    recorded: Option<(Stream, Option<Arc<Recording>>)>,
}

impl GraphKind {
    /// Returns `true` if the value is the one that the program has of this graph.
    const fn is_root(&self) -> bool {
        self.node.is_none() && self.recorded.is_none()
    }
}

impl Graph {
    /// Destroys the graph; dropping the value does the same silently.
    ///
    /// [`cuGraphDestroy`](crate::driver::Raw::cuGraphDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, with the value.
    #[doc(alias = "cuGraphDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        let destroyed = self.builder.object.destroy();
        destroyed.map_err(|error| error.map(Self::of))
    }

    /// Takes ownership of a graph, which is destroyed when the value is dropped.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`.
    /// - No other code destroys or changes it, or passes it to a call while this value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraph) -> Self {
        Self::from_other_code(context, handle, Ownership::Owned)
    }

    /// Borrows a graph that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`, and outlives the value.
    /// - No other code changes it, or passes it to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraph) -> Self {
        Self::from_other_code(context, handle, Ownership::Borrowed)
    }

    /// Uses a graph that other code owns, and keeps it alive through `owner`, which is dropped with the value.
    ///
    /// # Safety
    /// - `handle` is a graph whose work belongs to `context`, and lives until `owner` is dropped.
    /// - No other code changes it, or passes it to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(context: &Context, handle: CUgraph, owner: impl Any + Send) -> Self {
        Self::from_other_code(context, handle, Ownership::foreign(owner))
    }

    /// Releases ownership of the graph; the caller must destroy it. If it frees memory of other graphs, that is the caller's, too.
    ///
    /// # Errors
    /// Returns the value if this crate doesn't own the graph.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraph, Self> {
        let graph_lock = self.graph_lock().clone();
        let handle = self.builder.object.into_raw().map_err(Self::of)?;
        // It allocates and frees from now on what this crate doesn't know.
        core::mem::forget(graph_lock.lock().take_allocations());
        Ok(handle)
    }

    fn from_other_code(context: &Context, handle: CUgraph, ownership: Ownership) -> Self {
        let graph = Self::new(context, handle, ownership);
        graph.graph_lock().lock().set_keeping();
        graph
    }

    fn new(context: &Context, handle: CUgraph, ownership: Ownership) -> Self {
        Self::with_lock(context, handle, ownership, GraphLock::default())
    }

    /// Creates one whose nodes may be known already.
    fn with_lock(
        context: &Context,
        handle: CUgraph,
        ownership: Ownership,
        graph_lock: GraphLock,
    ) -> Self {
        let kind = GraphKind {
            context: context.clone(),
            graph_lock,
            root: Opaque(handle),
            node: None,
            recorded: None,
        };
        Self::of(Object::new(handle, ownership, kind))
    }

    fn graph_lock(&self) -> &GraphLock {
        &self.object.graph_lock
    }

    const fn of(object: Object<GraphKind>) -> Self {
        let builder = GraphBuilder::new(object);
        Self { builder }
    }
}

impl Context {
    /// Creates a graph without nodes, to be built with [`add_node`](GraphBuilder::add_node). [`capture`](Self::capture) records one
    /// instead.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
    /// # let scale = context.load_ptx(kernels)?.function("scale")?;
    /// use cuda_driver::Launch;
    /// use cuda_driver::graph::{KernelNode, MemsetNode};
    ///
    /// let (mut x, mut y) = (stream.alloc::<f32>(3)?, stream.alloc::<f32>(3)?);
    /// stream.synchronize()?;
    /// let mut graph = context.create_graph()?;
    /// // SAFETY: the buffers outlive the graph, and only its launch uses them.
    /// let ones = graph.add_node(&[], unsafe { MemsetNode::new(&mut x, 1.0f32) }?)?;
    /// // SAFETY: as above; scale(const float *, float *, size_t), with three elements each.
    /// let twice = unsafe { KernelNode::new(&scale, Launch::elements(3, 32), (&x, &mut y, 3usize)) };
    /// graph.add_node(&[ones], twice)?;
    /// let mut exec = graph.instantiate()?;
    /// // SAFETY: as above.
    /// unsafe { exec.launch(&stream) }?;
    /// assert_eq!(y.to_vec()?, [2.0, 2.0, 2.0]);
    ///
    /// // The same graph with another value.
    /// // SAFETY: as above, here and below.
    /// exec.set_node(ones, unsafe { MemsetNode::new(&mut x, 4.0f32) }?)?;
    /// unsafe { exec.launch(&stream) }?;
    /// assert_eq!(y.to_vec()?, [8.0, 8.0, 8.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphCreate`](crate::driver::Raw::cuGraphCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuGraphCreate")]
    pub fn create_graph(&self) -> Result<Graph, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        let handle = unsafe { self.raw().cuGraphCreate(0) }?;
        Ok(Graph::new(self, handle, Ownership::Owned))
    }
}

impl ObjectKind for GraphKind {
    type Handle = CUgraph;

    /// The nodes end with the graph, or belong to other code from now on.
    fn leave(&mut self, _: CUgraph) {
        if self.is_root() {
            self.graph_lock.lock().clear();
        }
    }

    unsafe fn destroy(&mut self, handle: CUgraph) -> Result<(), CuResult> {
        let mut nodes = self.graph_lock.lock();
        if nodes.is_abandoned() {
            return Ok(());
        }
        let destroy = || {
            // SAFETY: the caller gives up the graph, which is locked.
            self.context.retry(self.context.raw(), |raw| unsafe { raw.cuGraphDestroy(handle) })
        };
        GraphAllocations::destroy(nodes.each_allocations(), destroy, Result::is_ok)?;
        nodes.give_up_allocations();
        Ok(())
    }
}
