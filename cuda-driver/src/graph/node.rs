//! The nodes of graphs that a program knows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{CUgraph, CUgraphNode, CUuserObject};

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

    pub(super) const fn number(self) -> u64 {
        self.number
    }
}

/// The nodes of a graph, and of the graphs in its nodes, that the program knows.
#[derive(Debug, Default)]
pub(super) struct Nodes(HashMap<Opaque<CUgraphNode>, Known>);

#[derive(Debug)]
struct Known {
    number: u64,
    graph: Opaque<CUgraph>,
    /// What the graph keeps alive for the node.
    owner: Option<Opaque<CUuserObject>>,
    /// The graphs in the node: bodies of a conditional node, or a child graph.
    inner: Vec<Opaque<CUgraph>>,
}

impl Nodes {
    /// Returns the node of a handle in `graph`.
    pub(super) fn node(&mut self, graph: CUgraph, handle: CUgraphNode) -> GraphNode {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let handle = Opaque(handle);
        let known = self.0.entry(handle).or_insert_with(|| Known {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            graph: Opaque(graph),
            owner: None,
            inner: Vec::new(),
        });
        GraphNode {
            handle,
            number: known.number,
        }
    }

    /// Returns the handle of a node, if it is one of `graph`.
    pub(super) fn handle(&self, graph: CUgraph, node: GraphNode) -> Result<CUgraphNode, Error> {
        match self.0.get(&node.handle) {
            Some(known) if known.number == node.number && known.graph.0 == graph => {
                Ok(node.as_raw())
            }
            _ => Err(Error::NotInGraph),
        }
    }

    /// Returns the handles of nodes of `graph`.
    pub(super) fn handles(
        &self,
        graph: CUgraph,
        nodes: impl IntoIterator<Item = GraphNode>,
    ) -> Result<Vec<CUgraphNode>, Error> {
        let handle = |node| self.handle(graph, node);
        nodes.into_iter().map(handle).collect()
    }

    /// Returns the handle of a node, if it is one of the graph, or of a graph in one of its nodes.
    pub(super) fn any_handle(&self, node: GraphNode) -> Result<CUgraphNode, Error> {
        match self.0.get(&node.handle) {
            Some(known) if known.number == node.number => Ok(node.as_raw()),
            _ => Err(Error::NotInGraph),
        }
    }

    /// Sets what the graph keeps alive for a node, and returns what it did.
    pub(super) fn set_owner(
        &mut self,
        node: GraphNode,
        owner: Option<CUuserObject>,
    ) -> Option<CUuserObject> {
        let known = self.0.get_mut(&node.handle)?;
        let before = core::mem::replace(&mut known.owner, owner.map(Opaque));
        before.map(|owner| owner.0)
    }

    /// Returns the graphs in a node, as far as they are known.
    pub(super) fn inner(&self, node: GraphNode) -> &[Opaque<CUgraph>] {
        self.0.get(&node.handle).map_or(&[], |known| &known.inner)
    }

    /// Sets which graphs are in a node, and forgets the nodes of those that no longer are.
    pub(super) fn set_inner(
        &mut self,
        node: GraphNode,
        graphs: impl IntoIterator<Item = CUgraph>,
    ) -> Vec<CUuserObject> {
        let graphs: Vec<_> = graphs.into_iter().map(Opaque).collect();
        let Some(known) = self.0.get_mut(&node.handle) else {
            return Vec::new();
        };
        let mut gone = core::mem::replace(&mut known.inner, graphs.clone());
        gone.retain(|graph| !graphs.contains(graph));
        self.forget_graphs(gone)
    }

    /// Forgets a node, which is destroyed, with all nodes of the graphs in it. Returns what the graph keeps alive for
    /// them.
    pub(super) fn forget(&mut self, node: GraphNode) -> Vec<CUuserObject> {
        let Some(known) = self.0.remove(&node.handle) else {
            return Vec::new();
        };
        let mut owners = self.forget_graphs(known.inner);
        owners.extend(known.owner.map(|owner| owner.0));
        owners
    }

    fn forget_graphs(&mut self, mut graphs: Vec<Opaque<CUgraph>>) -> Vec<CUuserObject> {
        let mut owners = Vec::new();
        while let Some(graph) = graphs.pop() {
            self.0.retain(|_, known| {
                let is_gone = known.graph == graph;
                if is_gone {
                    graphs.append(&mut known.inner);
                    owners.extend(known.owner.map(|owner| owner.0));
                }
                !is_gone
            });
        }
        owners
    }

    /// Forgets all nodes, because their graph is destroyed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
