//! Building and reading graphs node by node.

use core::marker::PhantomData;
use core::ptr;
use std::sync::MutexGuard;

use cuda_driver_sys::{CUgraph, CUgraphNode, CUgraphNodeType, CUresult, Symbol};

use crate::context::Context;
use crate::driver::{Raw, ToCStr};
use crate::error::{CuResult, Error};
use crate::graph::nodes::Nodes;
use crate::graph::recorder::demand_capture;
use crate::graph::{
    Graph, GraphGuard, GraphKind, GraphNode, GraphNodeType, NodeParams, SettableNodeParams,
};
use crate::object::{Object, Ownership};
use crate::stream::recording::GraphAllocations;

/// The nodes and edges of a [`Graph`](crate::graph::Graph), which dereferences to it, or of a graph in one of its nodes: the
/// body of a [conditional node](Self::while_loop), or a [child graph](Self::edit_child).
///
/// `'g` tells graphs in nodes apart, so that none outlives its node.
#[derive(Debug)]
pub struct GraphBuilder<'g> {
    pub(super) object: Object<GraphKind>,
    graph: PhantomData<fn(&'g ()) -> &'g ()>,
}

flags! {
    /// What [`GraphBuilder::write_dot`] writes of each node, besides its type.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct DotFlags: u32 {
        /// All that the other flags choose.
        const VERBOSE = 1 << 0;
        /// The text uses the names of the runtime's structs.
        const RUNTIME_TYPES = 1 << 1;
        /// The parameters of kernel nodes.
        const KERNEL_NODE_PARAMS = 1 << 2;
        /// The parameters of copies.
        const MEMCPY_NODE_PARAMS = 1 << 3;
        /// The parameters of memset nodes.
        const MEMSET_NODE_PARAMS = 1 << 4;
        /// The parameters of host nodes.
        const HOST_NODE_PARAMS = 1 << 5;
        /// The events of nodes.
        const EVENT_NODE_PARAMS = 1 << 6;
        /// The external semaphores that nodes signal.
        const EXT_SEMAS_SIGNAL_NODE_PARAMS = 1 << 7;
        /// The external semaphores that nodes wait for.
        const EXT_SEMAS_WAIT_NODE_PARAMS = 1 << 8;
        /// The attributes of kernel nodes.
        const KERNEL_NODE_ATTRIBUTES = 1 << 9;
        /// The handles of nodes and of kernels.
        const HANDLES = 1 << 10;
        /// The parameters of allocation nodes.
        const MEM_ALLOC_NODE_PARAMS = 1 << 11;
        /// The parameters of free nodes.
        const MEM_FREE_NODE_PARAMS = 1 << 12;
        /// The parameters of memory operations.
        const BATCH_MEM_OP_NODE_PARAMS = 1 << 13;
        /// The edges' ports and types.
        const EXTRA_TOPO_INFO = 1 << 14;
        /// The parameters of conditional nodes.
        const CONDITIONAL_NODE_PARAMS = 1 << 15;
        /// The parameters of batches of copies.
        const MEMCPY_BATCH_NODE_PARAMS = 1 << 16;
        /// The parameters of batches of copies over a fabric.
        const FABRIC_CPY_BATCH_NODE_PARAMS = 1 << 17;
    }
}

impl GraphBuilder<'_> {
    pub(super) const fn new(object: Object<GraphKind>) -> Self {
        Self { object, graph: PhantomData }
    }

    /// Calls `edit` with a graph that is in a node of this one.
    pub(super) fn with_inner<R>(
        &mut self,
        node: GraphNode,
        handle: CUgraph,
        edit: impl FnOnce(&mut GraphBuilder<'_>) -> R,
    ) -> R {
        let kind = GraphKind {
            context: self.context().clone(),
            graph_lock: self.object.graph_lock.clone(),
            root: self.object.root,
            node: Some(node),
            recorded: self.object.recorded.clone(),
        };
        edit(&mut GraphBuilder::new(Object::new(handle, Ownership::Borrowed, kind)))
    }

    /// Locks the graph, if it still exists, for `call`.
    pub(super) fn lock(&self, call: Symbol) -> Result<GraphGuard<'_>, CuResult> {
        self.lock_with(None, call)
    }

    /// Keeps other threads from recording while the graph, which is locked, is recorded, if it still exists. Who begins a capture has
    /// a gate before that, and who frees memory locks that.
    pub(super) fn lock_calls(
        &self,
        nodes: &Nodes,
        call: Symbol,
    ) -> Result<Option<MutexGuard<'_, ()>>, CuResult> {
        let recorded = self.object.recorded.as_ref();
        let recording = recorded.and_then(|(_, recording)| recording.as_ref());
        let calls = recording.map(|recording| recording.lock_calls());
        self.check_exists(nodes, call)?;
        Ok(calls)
    }

    /// Locks this graph and another one, if both still exist.
    pub(super) fn lock_with<'a>(
        &'a self,
        other: Option<&'a Graph>,
        call: Symbol,
    ) -> Result<GraphGuard<'a>, CuResult> {
        let mut locked = self.object.graph_lock.lock_with(other.map(Graph::graph_lock));
        let calls = self.lock_calls(&locked, call)?;
        locked.keep_calls(calls);
        if let Some(other) = other {
            other.check_exists(locked.other(), call)?;
        }
        Ok(locked)
    }

    /// Returns an error if the graph, which is locked, is gone. The borrow checker doesn't prevent this for a graph that is
    /// recorded, because another branch of the capture can end it, or replace what is in a node; nor after a failed
    /// capture into a graph, with which the driver destroys it.
    pub(super) fn check_exists(&self, nodes: &Nodes, call: Symbol) -> Result<(), CuResult> {
        if let Some((stream, _)) = &self.object.recorded {
            demand_capture(stream)?;
        }
        let exists = match self.object.node {
            Some(node) => nodes.is_in(self.as_raw(), node),
            None => !nodes.is_lost(),
        };
        if exists {
            Ok(())
        } else {
            Err((self.context().raw()).failed(call, CUresult::CUDA_ERROR_INVALID_HANDLE))
        }
    }

    /// Returns the context of the graph's work.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw). Calls on one graph must not run
    /// concurrently, even if they only read it.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraph {
        self.object.handle()
    }

    /// Adds a node that runs after the nodes `after`, and returns it.
    ///
    /// # Errors
    /// [`Error::NotInGraph`], [`Error::Launch`] for a kernel, or the driver's error. If it refuses an attribute of a kernel
    /// while the graph is recorded or if it allocates, the graph can't be used any more
    /// (`CUDA_ERROR_INVALID_HANDLE`, 400).
    pub fn add_node(
        &mut self,
        after: &[GraphNode],
        params: impl NodeParams,
    ) -> Result<GraphNode, Error> {
        params.check_driver(self.context().raw())?;
        let mut nodes = self.lock_with(params.other_graph(), Symbol::cuGraphAddNode)?;
        let graph = self.as_raw();
        let after = nodes.handles(graph, after)?;
        let _bound = self.context().bind()?;
        let owner = self.keep_for(&mut nodes, &params)?;
        // SAFETY: the graph and the nodes are alive and locked, and the context is current.
        let added = unsafe { params.add(self.context(), graph, &after) }.inspect_err(|_| {
            // SAFETY: there is no node that uses it.
            unsafe { self.release(owner) }
        })?;
        let node = nodes.node(graph, added);
        nodes.set_owner(node, owner);
        // SAFETY: the node was just added, and is locked.
        let finished = unsafe { params.finish(self.context().raw(), added) };
        drop(nodes);
        if let Err(error) = finished {
            self.discard_node(node);
            return Err(error);
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
        params.check_driver(self.context().raw())?;
        let mut nodes = self.lock_with(params.other_graph(), Symbol::cuGraphNodeSetParams)?;
        let handle = nodes.handle(self.as_raw(), node)?;
        let _bound = self.context().bind()?;
        let owner = self.keep_for(&mut nodes, &params)?;
        // SAFETY: the node is alive and locked, and the context is current.
        let set = unsafe { params.set(self.context(), None, handle) };
        let unused = match set {
            Ok(()) => {
                // The nodes of a child graph that was replaced are gone.
                let mut gone = nodes.set_inner(node, []);
                gone.extend(nodes.set_owner(node, owner));
                gone
            }
            Err(_) => Vec::from_iter(owner),
        };
        // SAFETY: the node uses what it was given last.
        unsafe { self.release(unused) };
        set
    }

    /// Returns all nodes, also those that a capture recorded, but not those of graphs in nodes.
    ///
    /// [`cuGraphGetNodes`](Raw::cuGraphGetNodes)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuGraphGetNodes")]
    pub fn nodes(&self) -> Result<Vec<GraphNode>, CuResult> {
        // SAFETY: the graph is alive and locked, and there is room for the number of nodes.
        self.list(Symbol::cuGraphGetNodes, |raw, graph, nodes, length| unsafe {
            raw.cuGraphGetNodes(graph, nodes, length)
        })
    }

    /// Returns the nodes that run after no other one.
    ///
    /// [`cuGraphGetRootNodes`](Raw::cuGraphGetRootNodes)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuGraphGetRootNodes")]
    pub fn root_nodes(&self) -> Result<Vec<GraphNode>, CuResult> {
        self.list(Symbol::cuGraphGetRootNodes, |raw, graph, nodes, length| {
            // SAFETY: the graph is alive and locked, and there is room for the number of nodes.
            unsafe { raw.cuGraphGetRootNodes(graph, nodes, length) }
        })
    }

    /// Returns the nodes of a call that lists them, and with a null pointer tells their number.
    fn list(
        &self,
        symbol: Symbol,
        call: fn(Raw, CUgraph, *mut CUgraphNode, *mut usize) -> Result<(), CuResult>,
    ) -> Result<Vec<GraphNode>, CuResult> {
        let mut nodes = self.lock(symbol)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let mut length = 0;
        call(raw, graph, ptr::null_mut(), &raw mut length)?;
        let mut handles = vec![ptr::null_mut(); length];
        if length > 0 {
            call(raw, graph, handles.as_mut_ptr(), &raw mut length)?;
        }
        let node = |handle| nodes.node(graph, handle);
        Ok(handles.into_iter().take(length).map(node).collect())
    }

    /// Returns the type of a node.
    ///
    /// [`cuGraphNodeGetType`](Raw::cuGraphNodeGetType)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error.
    #[doc(alias = "cuGraphNodeGetType")]
    pub fn node_type(&self, node: GraphNode) -> Result<GraphNodeType, Error> {
        let node_type = self.of_node(Symbol::cuGraphNodeGetType, node, |raw, handle| {
            // SAFETY: the node is alive and locked.
            Ok(unsafe { raw.cuGraphNodeGetType(handle) }?)
        })?;
        Ok(GraphNodeType::from_raw(node_type))
    }

    /// Returns the number of a node in its graph, by which tools name it.
    ///
    /// [`cuGraphNodeGetLocalId`](Raw::cuGraphNodeGetLocalId)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or an error if the driver is older than CUDA 13.1.
    #[doc(alias = "cuGraphNodeGetLocalId")]
    pub fn local_id(&self, node: GraphNode) -> Result<u32, Error> {
        self.of_node(Symbol::cuGraphNodeGetLocalId, node, |raw, handle| {
            // SAFETY: the node is alive and locked.
            Ok(unsafe { raw.cuGraphNodeGetLocalId(handle) }?)
        })
    }

    /// Returns the number of a node in the process, by which CUPTI names it.
    ///
    /// [`cuGraphNodeGetToolsId`](Raw::cuGraphNodeGetToolsId)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or an error if the driver is older than CUDA 13.1.
    #[doc(alias = "cuGraphNodeGetToolsId")]
    pub fn tools_id(&self, node: GraphNode) -> Result<u64, Error> {
        self.of_node(Symbol::cuGraphNodeGetToolsId, node, |raw, handle| {
            // SAFETY: the node is alive and locked.
            Ok(unsafe { raw.cuGraphNodeGetToolsId(handle) }?)
        })
    }

    /// Returns the number of the graph in the process.
    ///
    /// [`cuGraphGetId`](Raw::cuGraphGetId)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 13.1.
    #[doc(alias = "cuGraphGetId")]
    pub fn id(&self) -> Result<u32, CuResult> {
        let _guard = self.lock(Symbol::cuGraphGetId)?;
        // SAFETY: the graph is alive and locked.
        unsafe { self.context().raw().cuGraphGetId(self.as_raw()) }
    }

    /// Makes a call that reads a node, which is alive and locked.
    pub(super) fn of_node<T>(
        &self,
        symbol: Symbol,
        node: GraphNode,
        call: impl FnOnce(Raw, CUgraphNode) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let nodes = self.lock(symbol)?;
        let handle = nodes.handle(self.as_raw(), node)?;
        call(self.context().raw(), handle)
    }

    /// Removes a node with its edges. Executable graphs that exist aren't changed.
    ///
    /// [`cuGraphDestroyNode`](Raw::cuGraphDestroyNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: it removes no node of a graph that [allocates](Self::alloc) or frees.
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) while the graph is [recorded](crate::graph::Recorder::edit): the next work might
    /// have to run after the node.
    #[doc(alias = "cuGraphDestroyNode")]
    pub fn destroy_node(&mut self, node: GraphNode) -> Result<(), Error> {
        if self.object.recorded.is_some() && self.object.node.is_none() {
            let code = CUresult::CUDA_ERROR_ILLEGAL_STATE;
            let raw = self.context().raw();
            raw.check(Symbol::cuGraphDestroyNode, code)?;
        }
        self.remove_node(node)
    }

    /// Removes a node that wasn't completed. If it can't be, which drivers don't do while the graph is recorded or if it
    /// allocates, the graph is of no use: it would do what the program doesn't expect.
    pub(super) fn discard_node(&mut self, node: GraphNode) {
        if self.remove_node(node).is_err() {
            self.object.graph_lock.lock().lose();
        }
    }

    /// Removes a node, with its owner.
    fn remove_node(&mut self, node: GraphNode) -> Result<(), Error> {
        let mut nodes = self.object.graph_lock.lock();
        let handle = nodes.handle(self.as_raw(), node)?;
        let destroy = || {
            let calls = self.lock_calls(&nodes, Symbol::cuGraphDestroyNode)?;
            // SAFETY: the node is alive and locked, and forgotten if it is destroyed.
            unsafe { self.context().raw().cuGraphDestroyNode(handle) }.map(|()| calls)
        };
        let _calls = GraphAllocations::destroy(nodes.allocations_in(node), destroy, Result::is_ok)?;
        // SAFETY: these nodes are gone.
        unsafe { self.release(nodes.forget(node)) };
        Ok(())
    }

    /// Calls `edit` with the child graph of a node. Executable graphs that exist aren't changed.
    ///
    /// [`cuGraphChildGraphNodeGetGraph`](Raw::cuGraphChildGraphNodeGetGraph)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], `CUDA_ERROR_INVALID_VALUE` (1) for a node of another type, or the error of `edit`.
    #[doc(alias = "cuGraphChildGraphNodeGetGraph")]
    pub fn edit_child<R>(
        &mut self,
        node: GraphNode,
        edit: impl FnOnce(&mut GraphBuilder<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let child = {
            let mut nodes = self.lock(Symbol::cuGraphChildGraphNodeGetGraph)?;
            let handle = nodes.handle(self.as_raw(), node)?;
            // SAFETY: the node is alive and locked.
            let child = unsafe { self.context().raw().cuGraphChildGraphNodeGetGraph(handle) }?;
            let gone = nodes.set_inner(node, [child]);
            // SAFETY: the nodes of a child graph that was replaced are gone.
            unsafe { self.release(gone) };
            child
        };
        self.with_inner(node, child, edit)
    }

    /// Calls `edit` with the body `index`, from 0, of a conditional node. Executable graphs that exist aren't changed.
    ///
    /// [`cuGraphNodeGetParams`](Raw::cuGraphNodeGetParams)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], `CUDA_ERROR_INVALID_VALUE` (1) for a node of another type, or without this body, or the error
    /// of `edit`. The bodies of a node that this value didn't add are known to drivers from CUDA 13.2 on.
    #[doc(alias = "cuGraphNodeGetParams")]
    pub fn edit_body<R>(
        &mut self,
        node: GraphNode,
        index: usize,
        edit: impl FnOnce(&mut GraphBuilder<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let body = {
            let mut nodes = self.lock(Symbol::cuGraphNodeGetParams)?;
            let handle = nodes.handle(self.as_raw(), node)?;
            let raw = self.context().raw();
            // SAFETY: the node is alive and locked.
            let node_type = unsafe { raw.cuGraphNodeGetType(handle) }?;
            let is_conditional = node_type == CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL;
            if is_conditional && nodes.inner(node).is_empty() {
                let bodies = self.bodies(handle)?;
                nodes.set_inner(node, bodies);
            }
            let body = nodes.inner(node).get(index).map(|body| body.0);
            let body = body.filter(|_| is_conditional);
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            body.ok_or_else(|| raw.failed(Symbol::cuGraphNodeGetParams, code))?
        };
        self.with_inner(node, body, edit)
    }

    /// Writes the graph to a file in the DOT language of Graphviz.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("graph.dot");
    /// # let path = path.to_str().ok_or("the folder's name isn't Unicode")?;
    /// use cuda_driver::graph::{DotFlags, EmptyNode};
    ///
    /// let mut graph = context.create_graph()?;
    /// let first = graph.add_node(&[], EmptyNode)?;
    /// graph.add_node(&[first], EmptyNode)?;
    /// graph.write_dot(path, DotFlags::VERBOSE)?; // dot -Tsvg graph.dot
    /// # assert!(std::fs::read_to_string(path)?.contains("->"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphDebugDotPrint`](Raw::cuGraphDebugDotPrint)
    ///
    /// # Errors
    /// [`Error::Name`] for a path with a null character, or the driver's error.
    #[doc(alias = "cuGraphDebugDotPrint")]
    pub fn write_dot(&self, path: &str, flags: DotFlags) -> Result<(), Error> {
        let _guard = self.lock(Symbol::cuGraphDebugDotPrint)?;
        let (path, graph) = (path.to_c_str()?, self.as_raw());
        let raw = self.context().raw();
        // SAFETY: the graph is alive and locked.
        Ok(unsafe { raw.cuGraphDebugDotPrint(graph, &path, flags.bits()) }?)
    }
}
