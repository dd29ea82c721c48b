//! The nodes of graphs that a program knows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{CUgraph, CUgraphConditionalHandle, CUgraphNode, CUuserObject};

use crate::error::Error;
use crate::graph::condition::Condition;
use crate::graph::node::GraphNode;
use crate::opaque::Opaque;
use crate::stream::recording::{CapturedAllocations, GraphAllocations};

/// The nodes and conditions of a graph, and of the graphs in its nodes, that the program knows.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    known: HashMap<Opaque<CUgraphNode>, KnownNode>,
    /// The graphs of conditions.
    conditions: HashMap<Condition, Opaque<CUgraph>>,
    /// Whether the graph may keep something alive.
    is_keeping: bool,
    /// Whether the graph can't be used any more, because a capture into it failed.
    is_lost: bool,
    is_abandoned: bool,
    /// The memory that captures allocated, and the graph of each.
    allocations: Vec<(Opaque<CUgraph>, GraphAllocations)>,
    /// What to drop once the graph isn't locked: that makes driver calls, which a capture may record.
    destroyed: Vec<GraphAllocations>,
}

#[derive(Debug)]
struct KnownNode {
    number: u64,
    graph: Opaque<CUgraph>,
    /// What the graph keeps alive for the node.
    owner: Option<Opaque<CUuserObject>>,
    /// The graphs in the node: bodies of a conditional node, or a child graph.
    inner: Vec<Opaque<CUgraph>>,
    /// Whether it is removed if its bodies can't be built.
    is_unbuilt: bool,
}

impl Nodes {
    /// Returns the node of a handle in `graph`.
    pub(super) fn node(&mut self, graph: CUgraph, handle: CUgraphNode) -> GraphNode {
        let handle = Opaque(handle);
        let entry = self.known.entry(handle).or_insert_with(|| KnownNode {
            number: next_number(),
            graph: Opaque(graph),
            owner: None,
            inner: Vec::new(),
            is_unbuilt: false,
        });
        GraphNode { handle, number: entry.number }
    }

    /// Returns the handle of a node, if it is one of `graph`.
    pub(super) fn handle(&self, graph: CUgraph, node: GraphNode) -> Result<CUgraphNode, Error> {
        match self.known.get(&node.handle) {
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
        nodes: &[GraphNode],
    ) -> Result<Vec<CUgraphNode>, Error> {
        let handle = |node: &GraphNode| self.handle(graph, *node);
        nodes.iter().map(handle).collect()
    }

    /// Returns the handles of nodes of `graph` that the next recorded work can run after: none that may be removed.
    pub(super) fn built_handles(
        &self,
        graph: CUgraph,
        nodes: &[GraphNode],
    ) -> Result<Vec<CUgraphNode>, Error> {
        let is_unbuilt =
            |node: &GraphNode| self.known.get(&node.handle).is_some_and(|entry| entry.is_unbuilt);
        if nodes.iter().any(is_unbuilt) {
            Err(Error::NotInGraph)
        } else {
            self.handles(graph, nodes)
        }
    }

    /// Sets whether a node may be removed, because its bodies are being built.
    pub(super) fn set_unbuilt(&mut self, node: GraphNode, is_unbuilt: bool) {
        if let Some(known) = self.known.get_mut(&node.handle) {
            known.is_unbuilt = is_unbuilt;
        }
    }

    /// Returns the handle of a node, if it is one of the graph, or of a graph in one of its nodes.
    pub(super) fn any_handle(&self, node: GraphNode) -> Result<CUgraphNode, Error> {
        match self.known.get(&node.handle) {
            Some(known) if known.number == node.number => Ok(node.as_raw()),
            _ => Err(Error::NotInGraph),
        }
    }

    /// Returns `true` if `graph` is in `node`.
    pub(super) fn is_in(&self, graph: CUgraph, node: GraphNode) -> bool {
        let entry = self.known.get(&node.handle);
        entry.is_some_and(|entry| {
            entry.number == node.number && entry.inner.contains(&Opaque(graph))
        })
    }

    /// Returns a new condition of `graph`.
    pub(super) fn add_condition(
        &mut self,
        graph: CUgraph,
        handle: CUgraphConditionalHandle,
    ) -> Condition {
        let condition = Condition::new(handle, next_number());
        self.conditions.insert(condition, Opaque(graph));
        condition
    }

    /// Returns the handle of a condition, if it is one of the graph, or of a graph in one of its nodes.
    pub(super) fn condition(
        &self,
        condition: Condition,
    ) -> Result<CUgraphConditionalHandle, Error> {
        if self.conditions.contains_key(&condition) {
            Ok(condition.as_raw())
        } else {
            Err(Error::NotInGraph)
        }
    }

    /// Sets what the graph keeps alive for a node, and returns what it did.
    pub(super) fn set_owner(
        &mut self,
        node: GraphNode,
        owner: Option<CUuserObject>,
    ) -> Option<CUuserObject> {
        let entry = self.known.get_mut(&node.handle)?;
        let before = core::mem::replace(&mut entry.owner, owner.map(Opaque));
        before.map(|owner| owner.0)
    }

    /// Returns the graphs in a node, as far as they are known.
    pub(super) fn inner(&self, node: GraphNode) -> &[Opaque<CUgraph>] {
        self.known.get(&node.handle).map_or(&[], |entry| &entry.inner)
    }

    /// Sets which graphs are in a node, and forgets the nodes of those that no longer are.
    pub(super) fn set_inner(
        &mut self,
        node: GraphNode,
        graphs: impl IntoIterator<Item = CUgraph>,
    ) -> Vec<CUuserObject> {
        let graphs: Vec<_> = graphs.into_iter().map(Opaque).collect();
        let Some(known) = self.known.get_mut(&node.handle) else {
            return Vec::new();
        };
        let mut gone = core::mem::replace(&mut known.inner, graphs.clone());
        gone.retain(|graph| !graphs.contains(graph));
        self.forget_graphs(gone)
    }

    /// Forgets a node, which is destroyed, with all nodes of the graphs in it. Returns what the graph keeps alive for
    /// them.
    pub(super) fn forget(&mut self, node: GraphNode) -> Vec<CUuserObject> {
        let Some(known) = self.known.remove(&node.handle) else {
            return Vec::new();
        };
        let mut owners = self.forget_graphs(known.inner);
        owners.extend(known.owner.map(|owner| owner.0));
        owners
    }

    fn forget_graphs(&mut self, mut graphs: Vec<Opaque<CUgraph>>) -> Vec<CUuserObject> {
        let mut owners = Vec::new();
        while let Some(graph) = graphs.pop() {
            self.conditions.retain(|_, of| *of != graph);
            let gone = self.allocations.extract_if(.., |(of, _)| *of == graph);
            self.destroyed.extend(gone.map(|(_, allocation)| allocation));
            self.known.retain(|_, known| {
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

    /// Forgets what is kept for all nodes, because the driver has released it.
    pub(super) fn forget_owners(&mut self) {
        for known in self.known.values_mut() {
            known.owner = None;
        }
    }

    /// Forgets the graphs in nodes of `graph`, because they may be replaced by others.
    pub(super) fn forget_inner(&mut self, graph: CUgraph) {
        let nodes = self.known.values_mut();
        let of_graph = nodes.filter(|entry| entry.graph.0 == graph);
        let inner = of_graph.flat_map(|entry| core::mem::take(&mut entry.inner));
        let inner = inner.collect();
        self.forget_graphs(inner);
    }

    /// Adds the nodes and conditions of a graph that has become the one in `node`. It keeps on its own what its nodes
    /// need.
    pub(super) fn absorb(&mut self, other: Self, node: GraphNode, graph: CUgraph) {
        let entries = other.known.into_iter();
        self.known.extend(entries.map(|(handle, entries)| {
            let entry = KnownNode { owner: None, ..entries };
            (handle, entry)
        }));
        self.conditions.extend(other.conditions);
        self.is_keeping |= other.is_keeping;
        self.allocations.extend(other.allocations);
        if let Some(entries) = self.known.get_mut(&node.handle) {
            entries.inner = vec![Opaque(graph)];
        }
    }

    /// Adds the memory that a capture into a graph allocated and freed.
    pub(super) fn add_captured(&mut self, graph: CUgraph, captured: CapturedAllocations) {
        let others = self.each_allocations();
        let added = GraphAllocations::new(captured, others);
        self.allocations.extend(added.map(|allocation| (Opaque(graph), allocation)));
    }

    /// Returns the memory that captures allocated.
    pub(super) fn allocations(&self) -> Vec<GraphAllocations> {
        self.each_allocations().cloned().collect()
    }

    pub(super) fn each_allocations(&self) -> impl Iterator<Item = &GraphAllocations> + Clone {
        self.allocations.iter().map(|(_, allocation)| allocation)
    }

    pub(super) fn take_allocations(&mut self) -> Vec<GraphAllocations> {
        let all = core::mem::take(&mut self.allocations);
        all.into_iter().map(|(_, allocation)| allocation).collect()
    }

    /// Lets all of it be dropped once the graph isn't locked.
    pub(super) fn give_up_allocations(&mut self) {
        let all = self.take_allocations();
        self.destroyed.extend(all);
    }

    /// Returns what is to be dropped once the graph isn't locked.
    pub(super) fn take_destroyed(&mut self) -> Vec<GraphAllocations> {
        core::mem::take(&mut self.destroyed)
    }

    /// Returns those of the graphs in a node.
    pub(super) fn allocations_in(
        &self,
        node: GraphNode,
    ) -> impl Iterator<Item = &GraphAllocations> + Clone {
        let mut inside = self.inner(node).to_vec();
        let mut next = 0;
        while let Some(graph) = inside.get(next).copied() {
            let nodes = self.known.values().filter(|entry| entry.graph == graph);
            inside.extend(nodes.flat_map(|entry| &entry.inner));
            next += 1;
        }
        let all = self.allocations.iter();
        let in_graph = all.filter(move |(graph, _)| inside.contains(graph));
        in_graph.map(|(_, allocation)| allocation)
    }

    /// Forgets all nodes and conditions, because their graph is destroyed.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.conditions.clear();
    }

    /// Notes that the graph can't be used any more, though the program still has it.
    pub(super) fn lose(&mut self) {
        self.clear();
        self.is_lost = true;
    }

    /// Notes that the driver must not destroy the graph either: it has destroyed a graph in a node.
    pub(super) fn abandon(&mut self) {
        self.is_abandoned = true;
    }

    pub(super) const fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    pub(super) const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Notes that the graph may keep something alive.
    pub(super) const fn set_keeping(&mut self) {
        self.is_keeping = true;
    }

    pub(super) const fn is_keeping(&self) -> bool {
        self.is_keeping
    }
}

/// Returns a number that is unique in the process.
fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
