//! Graphs: work that is recorded once and launched often.

mod capture;
mod exec;
mod node;
mod params;
mod recorder;

pub use crate::generated::enums::{
    CaptureMode, GraphChildGraphNodeOwnership, GraphConditionalNodeType, GraphDependencyType,
    GraphExecUpdateResult, GraphInstantiateResult, GraphMemAttribute, GraphNodeType,
    GraphRecaptureStatus,
};
pub use capture::Capture;
pub use exec::{GraphExec, InstantiateFlags};
pub use node::GraphNode;
pub use params::{
    CopyNode, EmptyNode, EventRecordNode, EventWaitNode, HostNode, KernelNode, MemsetNode,
    NodeParams, SettableNodeParams,
};
pub use recorder::Recorder;

use core::any::Any;
use core::ffi::c_void;
use core::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUgraph, CUgraphNode, CUuserObject_flags, CUuserObjectRetain_flags, Symbol};

use crate::background::drop_elsewhere;
use crate::context::Context;
use crate::driver::Raw;
use crate::driver::ToCStr;
use crate::error::{CuResult, DestroyError, Error};
use crate::object::{Kind, Object, Ownership};
use node::Nodes;

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
/// and its instantiations are values of their own, so the borrow checker can't do it. It has the graph's known nodes.
#[derive(Debug, Clone, Default)]
struct CallLock(Arc<Mutex<Nodes>>);

impl CallLock {
    fn lock(&self) -> MutexGuard<'_, Nodes> {
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

    /// Moves `owner` into the graph. It is dropped, on one of this crate's threads, once the graph and all executable
    /// graphs instantiated from it are destroyed and their launches have completed.
    ///
    /// [`cuGraphRetainUserObject`](Raw::cuGraphRetainUserObject)
    ///
    /// # Errors
    /// Returns the driver's error; `owner` is then dropped.
    #[doc(alias = "cuUserObjectCreate")]
    #[doc(alias = "cuGraphRetainUserObject")]
    pub fn keep(&mut self, owner: impl Any + Send) -> Result<(), CuResult> {
        self.keep_boxed(Box::new(owner))
    }

    pub(crate) fn keep_boxed(&mut self, owner: Box<dyn Any + Send>) -> Result<(), CuResult> {
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

impl Context {
    /// Creates a graph without nodes, to be built with [`Graph::add_node`]. [`capture`](Self::capture) records one
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
    /// [`cuGraphCreate`](Raw::cuGraphCreate)
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

impl Graph {
    /// Adds a node that runs after the nodes `after`, and returns it.
    ///
    /// # Errors
    /// [`Error::NotInGraph`], [`Error::Launch`] for a kernel, or the driver's error.
    pub fn add_node(
        &mut self,
        after: &[GraphNode],
        params: impl NodeParams,
    ) -> Result<GraphNode, Error> {
        let node = {
            let mut nodes = self.object.call_lock.lock();
            let after = self.handles(&nodes, after.iter().copied())?;
            let _bound = self.context().bind()?;
            // SAFETY: the graph and the nodes are alive and locked, and the context is current.
            let node = unsafe { params.add(self.context(), self.as_raw(), &after) }?;
            nodes.node(self.as_raw(), node)
        };
        if let Some(owner) = params.into_owner()
            && let Err(error) = self.keep_boxed(owner)
        {
            self.destroy_node(node)?;
            return Err(error.into());
        }
        Ok(node)
    }

    /// Changes what a node does, in executable graphs that are instantiated later.
    ///
    /// # Errors
    /// As [`add_node`](Self::add_node); `CUDA_ERROR_INVALID_VALUE` (1) for a node of another type.
    pub fn set_node(
        &mut self,
        node: GraphNode,
        params: impl SettableNodeParams,
    ) -> Result<(), Error> {
        let nodes = self.object.call_lock.lock();
        let handle = nodes.handle(self.as_raw(), node)?;
        let _bound = self.context().bind()?;
        // SAFETY: the node is alive and locked, and the context is current.
        unsafe { params.set(self.context(), None, handle) }
    }

    /// Lets the second node of each pair run after the first. The driver finds a cycle when it instantiates the graph.
    ///
    /// [`cuGraphAddDependencies`](Raw::cuGraphAddDependencies)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if an edge exists already.
    #[doc(alias = "cuGraphAddDependencies")]
    pub fn add_edges(&mut self, edges: &[(GraphNode, GraphNode)]) -> Result<(), Error> {
        let nodes = self.object.call_lock.lock();
        let (from, to) = self.ends(&nodes, edges)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let table = raw.table();
        // SAFETY: the graph and the nodes are alive and locked, and both lists have the same length.
        Ok(unsafe {
            match (
                table.cuGraphAddDependencies_v2,
                table.cuGraphAddDependencies,
            ) {
                (None, Some(add)) => raw.check(
                    Symbol::cuGraphAddDependencies,
                    add(graph, from.as_ptr(), to.as_ptr(), from.len()),
                ),
                _ => raw.cuGraphAddDependencies(
                    graph,
                    from.as_ptr(),
                    to.as_ptr(),
                    ptr::null(),
                    from.len(),
                ),
            }
        }?)
    }

    /// Removes edges.
    ///
    /// [`cuGraphRemoveDependencies`](Raw::cuGraphRemoveDependencies)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if an edge doesn't exist.
    #[doc(alias = "cuGraphRemoveDependencies")]
    pub fn remove_edges(&mut self, edges: &[(GraphNode, GraphNode)]) -> Result<(), Error> {
        let nodes = self.object.call_lock.lock();
        let (from, to) = self.ends(&nodes, edges)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let table = raw.table();
        // SAFETY: the graph and the nodes are alive and locked, and both lists have the same length.
        Ok(unsafe {
            match (
                table.cuGraphRemoveDependencies_v2,
                table.cuGraphRemoveDependencies,
            ) {
                (None, Some(remove)) => raw.check(
                    Symbol::cuGraphRemoveDependencies,
                    remove(graph, from.as_ptr(), to.as_ptr(), from.len()),
                ),
                _ => raw.cuGraphRemoveDependencies(
                    graph,
                    from.as_ptr(),
                    to.as_ptr(),
                    ptr::null(),
                    from.len(),
                ),
            }
        }?)
    }

    /// Returns all nodes, also those that a capture recorded.
    ///
    /// [`cuGraphGetNodes`](Raw::cuGraphGetNodes)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuGraphGetNodes")]
    pub fn nodes(&self) -> Result<Vec<GraphNode>, CuResult> {
        let mut nodes = self.object.call_lock.lock();
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let mut count = 0;
        // SAFETY: the graph is alive and locked; without an array, the driver returns the number of nodes.
        unsafe { raw.cuGraphGetNodes(graph, ptr::null_mut(), &raw mut count) }?;
        let mut handles = vec![ptr::null_mut(); count];
        if count > 0 {
            // SAFETY: as above; there is room for `count` nodes.
            unsafe { raw.cuGraphGetNodes(graph, handles.as_mut_ptr(), &raw mut count) }?;
        }
        let node = |handle| nodes.node(graph, handle);
        Ok(handles.into_iter().take(count).map(node).collect())
    }

    /// Returns the type of a node.
    ///
    /// [`cuGraphNodeGetType`](Raw::cuGraphNodeGetType)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error.
    #[doc(alias = "cuGraphNodeGetType")]
    pub fn node_type(&self, node: GraphNode) -> Result<GraphNodeType, Error> {
        let nodes = self.object.call_lock.lock();
        let handle = nodes.handle(self.as_raw(), node)?;
        // SAFETY: the node is alive and locked.
        let node_type = unsafe { self.context().raw().cuGraphNodeGetType(handle) }?;
        Ok(GraphNodeType::from_raw(node_type))
    }

    /// Removes a node with its edges. Executable graphs that exist aren't changed.
    ///
    /// [`cuGraphDestroyNode`](Raw::cuGraphDestroyNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error.
    #[doc(alias = "cuGraphDestroyNode")]
    pub fn destroy_node(&mut self, node: GraphNode) -> Result<(), Error> {
        let mut nodes = self.object.call_lock.lock();
        let handle = nodes.handle(self.as_raw(), node)?;
        // SAFETY: the node is alive and locked, and forgotten if it is destroyed.
        unsafe { self.context().raw().cuGraphDestroyNode(handle) }?;
        nodes.forget(node);
        Ok(())
    }

    /// Writes the graph to a file in the DOT language of Graphviz.
    ///
    /// [`cuGraphDebugDotPrint`](Raw::cuGraphDebugDotPrint)
    ///
    /// # Errors
    /// [`Error::Name`] for a path with a null character, or the driver's error.
    #[doc(alias = "cuGraphDebugDotPrint")]
    pub fn write_dot(&self, path: &str) -> Result<(), Error> {
        let _guard = self.object.call_lock.lock();
        let path = path.to_c_str()?;
        // SAFETY: the graph is alive and locked.
        Ok(unsafe {
            self.context()
                .raw()
                .cuGraphDebugDotPrint(self.as_raw(), &path, 0)
        }?)
    }

    /// Returns the handles of both ends of each edge, in lists of the same length.
    fn ends(
        &self,
        known: &Nodes,
        edges: &[(GraphNode, GraphNode)],
    ) -> Result<(Vec<CUgraphNode>, Vec<CUgraphNode>), Error> {
        Ok((
            self.handles(known, edges.iter().map(|edge| edge.0))?,
            self.handles(known, edges.iter().map(|edge| edge.1))?,
        ))
    }

    fn handles(
        &self,
        known: &Nodes,
        nodes: impl Iterator<Item = GraphNode>,
    ) -> Result<Vec<CUgraphNode>, Error> {
        let graph = self.as_raw();
        nodes.map(|node| known.handle(graph, node)).collect()
    }
}

impl Kind for GraphKind {
    type Handle = CUgraph;

    /// The nodes end with the graph, or belong to other code from now on.
    fn leave(&mut self, _: CUgraph) {
        self.call_lock.lock().clear();
    }

    unsafe fn destroy(&mut self, handle: CUgraph) -> Result<(), CuResult> {
        let _guard = self.call_lock.lock();
        // SAFETY: the caller gives up the graph, which is locked.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuGraphDestroy(handle)
        })
    }
}
