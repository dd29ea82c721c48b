//! Copies of graphs, and graphs that become nodes of others.

use core::ptr;

use cuda_driver_sys::{CUgraphChildGraphNodeOwnership, CUresult, Symbol};

use crate::driver::Version;
use crate::error::{CuResult, Error};
use crate::graph::nodes::Nodes;
use crate::graph::params::child_params;
use crate::graph::{Graph, GraphBuilder, GraphNode};
use crate::object::Ownership;

impl Graph {
    /// Creates a copy of the graph, with all that it keeps. Its nodes are others, which [`node_in_clone`](Self::node_in_clone)
    /// finds.
    ///
    /// [`cuGraphClone`](crate::driver::Raw::cuGraphClone)
    ///
    /// # Errors
    /// Returns the driver's error; `CUDA_ERROR_NOT_SUPPORTED` (801) for a graph that allocates memory.
    #[doc(alias = "cuGraphClone")]
    pub fn try_clone(&self) -> Result<Self, CuResult> {
        let nodes = self.lock(Symbol::cuGraphClone)?;
        // SAFETY: the graph is alive and locked.
        unsafe { self.clone_locked(&nodes) }
    }

    /// [`try_clone`](Self::try_clone) of a graph that is locked.
    ///
    /// # Safety
    /// The graph exists, and no other call uses it.
    pub(super) unsafe fn clone_locked(&self, nodes: &Nodes) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees it.
        let handle = unsafe { self.context().raw().cuGraphClone(self.as_raw()) }?;
        let clone = Self::new(self.context(), handle, Ownership::Owned);
        if nodes.is_keeping() {
            clone.graph_lock().lock().set_keeping();
        }
        Ok(clone)
    }

    /// Returns the node of `clone`, a [copy](Self::try_clone) of this graph, that corresponds to a node of this graph.
    ///
    /// [`cuGraphNodeFindInClone`](crate::driver::Raw::cuGraphNodeFindInClone)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if `clone` isn't a copy of this graph,
    /// or has no such node any more.
    #[doc(alias = "cuGraphNodeFindInClone")]
    pub fn node_in_clone(&self, node: GraphNode, clone: &Self) -> Result<GraphNode, Error> {
        let (raw, call) = (self.context().raw(), Symbol::cuGraphNodeFindInClone);
        raw.check_same(clone.context().raw(), call)?;
        let mut nodes = clone.lock_with(Some(self), call)?;
        let original = nodes.other().handle(self.as_raw(), node)?;
        let graph = clone.as_raw();
        // SAFETY: the node and the copy are alive and locked.
        let found = unsafe { raw.cuGraphNodeFindInClone(original, graph) }?;
        Ok(nodes.node(graph, found))
    }
}

impl GraphBuilder<'_> {
    /// Adds a node that runs another graph, which becomes part of this one. In contrast to a
    /// [`ChildNode`](crate::graph::ChildNode), it isn't copied, and may allocate memory, but have no conditional nodes
    /// either. Its nodes are still known, in [`edit_child`](Self::edit_child), where no more of them may allocate.
    ///
    /// [`cuGraphAddNode`](crate::driver::Raw::cuGraphAddNode)
    ///
    /// # Errors
    /// The graph, with [`Error::NotInGraph`], [`Error::NotOwned`] if this crate doesn't own the graph, or the driver's
    /// error: `CUDA_ERROR_NOT_SUPPORTED` (801) before CUDA 12.9.
    #[doc(alias("cuGraphAddNode", "cuGraphAddNode_v2"))]
    pub fn move_child(
        &mut self,
        after: &[GraphNode],
        child: Graph,
    ) -> Result<GraphNode, (Graph, Error)> {
        if !child.object.is_owned() {
            return Err((child, Error::NotOwned));
        }
        let raw = self.context().raw();
        if let Err(error) = raw.check_same(child.context().raw(), Symbol::cuGraphAddNode) {
            return Err((child, error.into()));
        }
        if self.context().driver().version() < Version::new(12, 9) {
            // Older drivers might copy it instead.
            let code = CUresult::CUDA_ERROR_NOT_SUPPORTED;
            return Err((child, raw.failed(Symbol::cuGraphAddNode, code).into()));
        }
        let graph = self.as_raw();
        let mut child = child;
        let added = self.lock_with(Some(&child), Symbol::cuGraphAddNode);
        let added = added.map_err(Error::from).and_then(|mut nodes| {
            let ownership = CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
            let mut params = child_params(child.as_raw(), ownership);
            let after = nodes.handles(graph, after)?;
            let (after, length) = (after.as_ptr(), after.len());
            let _bound = self.context().bind()?;
            // SAFETY: the graphs and the nodes are alive and locked, and the context is current.
            let handle =
                unsafe { raw.cuGraphAddNode(graph, after, ptr::null(), length, &raw mut params) }?;
            let node = nodes.node(graph, handle);
            // SAFETY: the node is alive and locked.
            let inner = unsafe { raw.cuGraphChildGraphNodeGetGraph(handle) };
            if inner == Ok(child.as_raw()) {
                nodes.absorb_other(node, child.as_raw());
            }
            child.graph_lock().move_to(&self.object.graph_lock);
            Ok(node)
        });
        match added {
            Ok(node) => {
                // The node owns it.
                child.builder.object.node = Some(node);
                let _ = child.builder.object.into_raw();
                Ok(node)
            }
            Err(error) => Err((child, error)),
        }
    }
}
