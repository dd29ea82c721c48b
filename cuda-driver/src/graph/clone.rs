//! Copies of graphs, and graphs that become nodes of others.

use core::ptr;

use cuda_driver_sys::{CUgraphChildGraphNodeOwnership, Symbol};

use crate::error::{CuResult, Error};
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
        let _guard = self.object.call_lock.lock();
        // SAFETY: the graph is alive and locked.
        let handle = unsafe { self.context().raw().cuGraphClone(self.as_raw()) }?;
        Ok(Self::new(self.context(), handle, Ownership::Owned))
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
        let raw = self.context().raw();
        raw.check_same(clone.context().raw(), Symbol::cuGraphNodeFindInClone)?;
        let mut nodes = clone.object.call_lock.lock_with(Some(self));
        let original = nodes.other().handle(self.as_raw(), node)?;
        let graph = clone.as_raw();
        // SAFETY: the node and the copy are alive and locked.
        let found = unsafe { raw.cuGraphNodeFindInClone(original, graph) }?;
        Ok(nodes.node(graph, found))
    }
}

impl GraphBuilder<'_> {
    /// Adds a node that runs another graph, which becomes part of this one. In contrast to a
    /// [`ChildNode`](crate::graph::ChildNode), it isn't copied, and may allocate memory.
    ///
    /// [`cuGraphAddNode`](crate::driver::Raw::cuGraphAddNode)
    ///
    /// # Errors
    /// The graph, with [`Error::NotInGraph`], [`Error::NotOwned`] if this crate doesn't own the graph, or the driver's
    /// error. Requires a driver of CUDA 12.9.
    #[doc(alias = "cuGraphAddNode")]
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
        let added = {
            let mut nodes = self.object.call_lock.lock_with(Some(&child));
            let graph = self.as_raw();
            let ownership = CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
            let mut params = child_params(child.as_raw(), ownership);
            nodes
                .handles(graph, after.iter().copied())
                .and_then(|after| {
                    let (after, length) = (after.as_ptr(), after.len());
                    let _bound = self.context().bind()?;
                    // SAFETY: the graphs and the nodes are alive and locked, and the context is current.
                    let node = unsafe {
                        raw.cuGraphAddNode(graph, after, ptr::null(), length, &raw mut params)
                    }?;
                    Ok(nodes.node(graph, node))
                })
        };
        match added {
            Ok(node) => {
                // The node owns it.
                let _ = child.into_raw();
                Ok(node)
            }
            Err(error) => Err((child, error)),
        }
    }
}
