//! The nodes of graphs: what each does, and what it depends on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{CUgraph, CUgraphNode};

use crate::error::Error;
use crate::opaque::Opaque;

/// A node of a [`Graph`](crate::graph::Graph), until it is destroyed. It can be copied, and belongs to its graph: another
/// graph, or a clone of it, refuses it with [`Error::NotInGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GraphNode {
    handle: Opaque<CUgraphNode>,
    /// Unique in the process, because the driver may reuse the handle of a destroyed node.
    number: u64,
}

impl GraphNode {
    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(self) -> CUgraphNode {
        self.handle.0
    }
}

/// The nodes of a graph that the program knows.
#[derive(Debug, Default)]
pub(super) struct Nodes(HashMap<Opaque<CUgraphNode>, (u64, Opaque<CUgraph>)>);

impl Nodes {
    /// Returns the node of a handle in `graph`.
    pub(super) fn node(&mut self, graph: CUgraph, handle: CUgraphNode) -> GraphNode {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let handle = Opaque(handle);
        let number = || (NEXT.fetch_add(1, Ordering::Relaxed), Opaque(graph));
        let (number, _) = *self.0.entry(handle).or_insert_with(number);
        GraphNode { handle, number }
    }

    /// Returns the handle of a node, if it is one of `graph`.
    pub(super) fn handle(&self, graph: CUgraph, node: GraphNode) -> Result<CUgraphNode, Error> {
        match self.0.get(&node.handle) {
            Some((number, its_graph)) if *number == node.number && its_graph.0 == graph => {
                Ok(node.as_raw())
            }
            _ => Err(Error::NotInGraph),
        }
    }

    /// Forgets a node, which is destroyed.
    pub(super) fn forget(&mut self, node: GraphNode) {
        self.0.remove(&node.handle);
    }

    /// Forgets all nodes, because their graph is destroyed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
