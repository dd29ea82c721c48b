pub(crate) mod device;
mod dot;
pub(crate) mod edge;
pub(crate) mod exec;
pub(crate) mod node;
pub(crate) mod parameters;
pub(crate) mod plan;
pub(crate) mod schedule;
pub(crate) mod update;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use cuda_driver_sys::{CUgraph, CUgraph_st, CUgraphNode_st, CUresult};
use parking_lot::Mutex;

use crate::state::array::Array;
use crate::state::condition::Conditions;
use crate::state::error::{INVALID_VALUE, NOT_SUPPORTED};
use crate::state::graph::edge::Edge;
use crate::state::graph::node::NodeKind;
use crate::state::graph_memory::GraphMemory;
use crate::state::handles::{Handles, Object};
use crate::state::outcome::Outcome;
use crate::state::user_object::{ObjectReference, UserObject};

/// The maximum depth of graphs in graphs.
pub(crate) const MAX_DEPTH: u32 = 256;

/// A graph: nodes of work, and their dependencies.
#[derive(Debug)]
pub(crate) struct Graph {
    pub handle: usize,
    pub tables: Tables,
    /// A number that is unique in the process.
    pub id: u32,
    nodes: Mutex<Nodes>,
    objects: Mutex<Vec<ObjectReference>>,
    /// The conditions of this graph and of the graphs that it contains.
    pub conditions: Arc<Conditions>,
    /// Whether it is part of a node of another graph, and how deep.
    depth: AtomicU32,
    /// The graph it was cloned from, by its number.
    original: Option<u32>,
    /// Whether a stream's work is captured into it.
    pub is_captured: AtomicBool,
    /// The executable graph that was created last, if it still exists.
    pub executable: Mutex<Weak<()>>,
}

/// The nodes of a graph by their handles, which increase; so they are in the order of their creation.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub all: BTreeMap<usize, Node>,
    next_id: u32,
}

/// A node of a graph.
#[derive(Debug)]
pub(crate) struct Node {
    /// A number that is unique in the graph.
    pub id: u32,
    pub kind: NodeKind,
    /// What it depends on.
    pub after: Vec<Edge>,
    /// The nodes that depend on it.
    pub before: Vec<Edge>,
    /// The node of the original graph that it was cloned from.
    original: Option<usize>,
}

/// The graph of a node, in the table of all nodes.
#[derive(Debug)]
pub(crate) struct NodePlace {
    pub handle: usize,
    pub graph: Weak<Graph>,
}

/// The tables that graphs and their nodes are in, and that of arrays, by which captured copies are described.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables {
    pub graphs: &'static Handles<Graph>,
    pub nodes: &'static Handles<NodePlace>,
    pub arrays: &'static Handles<Array>,
}

impl Object for NodePlace {
    type Raw = CUgraphNode_st;
    const KIND: &'static str = "graph node";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl Object for Graph {
    type Raw = CUgraph_st;
    const KIND: &'static str = "graph";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

/// Returns the next number of a graph or executable graph.
fn next_id() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Graph {
    pub(crate) fn new(tables: Tables) -> Arc<Self> {
        Self::inside(tables, Arc::default(), 0)
    }

    /// A graph that belongs to a node of another one.
    pub(crate) fn inside(tables: Tables, conditions: Arc<Conditions>, depth: u32) -> Arc<Self> {
        let make = |handle| Self::made(handle, tables, conditions, depth);
        tables.graphs.insert(make)
    }

    fn made(handle: usize, tables: Tables, conditions: Arc<Conditions>, depth: u32) -> Self {
        Self {
            handle,
            tables,
            id: next_id(),
            nodes: Mutex::default(),
            objects: Mutex::default(),
            conditions,
            depth: AtomicU32::new(depth),
            original: None,
            is_captured: AtomicBool::new(false),
            executable: Mutex::default(),
        }
    }

    /// Returns how many graphs it is part of, one inside the other; 0 for one of its own.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Makes it part of another graph.
    pub(crate) fn set_depth(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
        self.inner().iter().for_each(|inner| inner.set_depth(depth + 1));
    }

    /// Returns how many graphs are in it, one inside the other, with it.
    pub(crate) fn height(&self) -> u32 {
        let inner = self.inner();
        1 + inner.iter().map(|inner| inner.height()).max().unwrap_or(0)
    }

    /// Returns `true` if `graph` is this one or in it.
    pub(crate) fn contains(&self, graph: &Self) -> bool {
        self.handle == graph.handle || self.inner().iter().any(|inner| inner.contains(graph))
    }

    pub(crate) fn raw(&self) -> CUgraph {
        self.handle as CUgraph
    }

    /// Calls `read` with the nodes, locked.
    pub(crate) fn with<R>(&self, read: impl FnOnce(&mut Nodes) -> R) -> R {
        read(&mut self.nodes.lock())
    }

    /// Copies the graph, with references to the same objects. Memory and conditions can't be copied.
    pub(crate) fn copy(&self, depth: u32) -> Result<Arc<Self>, CUresult> {
        if depth > MAX_DEPTH || self.is_single() {
            return Err(NOT_SUPPORTED);
        }
        let copy = self.tables.graphs.insert(|handle| {
            let mut copy = Self::made(handle, self.tables, Arc::default(), depth);
            copy.original = Some(self.id);
            *copy.objects.get_mut() = self.objects.lock().clone();
            copy
        });
        let copied = self.copy_nodes(&copy);
        copied.inspect_err(|_| {
            let _ = self.tables.graphs.remove(copy.raw());
        })?;
        Ok(copy)
    }

    fn copy_nodes(&self, copy: &Arc<Self>) -> Outcome {
        let nodes = self.nodes.lock();
        let mut new = BTreeMap::new();
        let mut copies = Nodes { next_id: nodes.next_id, ..Nodes::default() };
        for (handle, node) in &nodes.all {
            let kind = node.kind.copy(copy.depth())?;
            let place = copies.place(copy);
            new.insert(*handle, place);
            let node = Node {
                id: node.id,
                kind,
                after: Vec::new(),
                before: Vec::new(),
                original: Some(*handle),
            };
            copies.all.insert(place, node);
        }
        let renamed = |edges: &[Edge]| -> Vec<Edge> {
            let renamed = |edge: &Edge| Some(Edge { node: *new.get(&edge.node)?, ..*edge });
            edges.iter().filter_map(renamed).collect()
        };
        for (handle, node) in &nodes.all {
            if let Some(copy) = new.get(handle).and_then(|copy| copies.all.get_mut(copy)) {
                copy.after = renamed(&node.after);
                copy.before = renamed(&node.before);
            }
        }
        drop(nodes);
        *copy.nodes.lock() = copies;
        Ok(())
    }

    /// Returns the node that was cloned from a node of another graph.
    pub(crate) fn clone_of(&self, graph: &Self, node: usize) -> Option<usize> {
        if self.original != Some(graph.id) {
            return None;
        }
        let nodes = self.nodes.lock();
        let mut all = nodes.all.iter();
        let found = all.find(|(_, clone)| clone.original == Some(node));
        found.map(|(handle, _)| *handle)
    }

    /// Takes over references to a user object.
    pub(crate) fn hold(&self, object: Arc<UserObject>, count: u32) -> Outcome {
        let mut objects = self.objects.lock();
        // One entry for all references to an object, so that all can be released at once.
        let reference = objects.iter_mut().find(|held| Arc::ptr_eq(&held.object, &object));
        match reference {
            Some(held) => held.count = held.count.checked_add(count).ok_or(INVALID_VALUE)?,
            None => objects.push(ObjectReference { object, count }),
        }
        Ok(())
    }

    /// Removes references to an object from the graph, for the caller to drop; as many as it has.
    pub(crate) fn release(&self, object: &Arc<UserObject>, count: u32) -> Option<ObjectReference> {
        let mut objects = self.objects.lock();
        let place = objects.iter().position(|held| Arc::ptr_eq(&held.object, object))?;
        let held = objects.get_mut(place)?;
        if held.count <= count {
            return Some(objects.swap_remove(place));
        }
        held.count -= count;
        Some(ObjectReference { object: object.clone(), count })
    }

    /// Releases all references of its own to objects.
    pub(crate) fn release_all(&self) {
        drop(core::mem::take(&mut *self.objects.lock()));
    }

    /// Releases all references to objects and memory, of the graphs in it, too, because the graph is destroyed. Events of
    /// the capture that recorded it may refer to it still.
    pub(crate) fn give_up(&self) {
        self.release_all();
        for inner in self.inner() {
            inner.give_up();
        }
        let nodes = core::mem::take(&mut *self.nodes.lock());
        nodes.end(self.tables);
    }

    /// Returns references to its objects and those of the graphs in it.
    pub(crate) fn objects(&self) -> Vec<ObjectReference> {
        let mut objects = self.objects.lock().clone();
        for inner in self.inner() {
            objects.extend(inner.objects());
        }
        objects
    }

    /// Returns the graphs in its nodes.
    pub(crate) fn inner(&self) -> Vec<Arc<Self>> {
        let nodes = self.nodes.lock();
        let graphs = nodes.all.values().flat_map(|node| node.kind.graphs());
        graphs.cloned().collect()
    }

    /// Adds a node, and returns its handle.
    pub(crate) fn add(self: &Arc<Self>, kind: NodeKind, after: &[Edge]) -> Result<usize, CUresult> {
        let mut nodes = self.nodes.lock();
        let mut seen = BTreeSet::new();
        for edge in after {
            let from = nodes.all.get(&edge.node).ok_or(INVALID_VALUE)?;
            edge.data.check(&from.kind, &kind)?;
            if !seen.insert(edge.node) {
                return Err(INVALID_VALUE);
            }
        }
        let handle = nodes.place(self);
        for edge in after {
            if let Some(from) = nodes.all.get_mut(&edge.node) {
                from.before.push(Edge { node: handle, ..*edge });
            }
        }
        let id = nodes.next_id;
        nodes.next_id += 1;
        let node = Node { id, kind, after: after.to_vec(), before: Vec::new(), original: None };
        nodes.all.insert(handle, node);
        Ok(handle)
    }

    /// Removes a node and its dependencies, for the caller to drop. All nodes of a graph with memory nodes stay.
    pub(crate) fn remove(&self, handle: usize) -> Result<Node, CUresult> {
        let mut nodes = self.nodes.lock();
        if nodes.all.contains_key(&handle) && nodes.have_memory() {
            return Err(NOT_SUPPORTED);
        }
        let node = nodes.all.remove(&handle).ok_or(INVALID_VALUE)?;
        for edge in &node.after {
            if let Some(from) = nodes.all.get_mut(&edge.node) {
                from.before.retain(|edge| edge.node != handle);
            }
        }
        for edge in &node.before {
            if let Some(to) = nodes.all.get_mut(&edge.node) {
                to.after.retain(|edge| edge.node != handle);
            }
        }
        let _ = self.tables.nodes.remove(handle as *mut CUgraphNode_st);
        Ok(node)
    }

    /// Returns `true` if it, or a graph in it, allocates or frees memory or has conditions: then it can't be cloned, and
    /// only one executable graph of it exists at a time.
    pub(crate) fn is_single(&self) -> bool {
        let has_allocation = self.nodes.lock().all.values().any(|node| {
            let kind = &node.kind;
            kind.is_memory() || matches!(kind, NodeKind::Conditional(_))
        });
        has_allocation || self.inner().iter().any(|inner| inner.is_single())
    }

    /// Returns `true` if it, or a graph in it, allocates or frees memory.
    pub(crate) fn has_memory(&self) -> bool {
        self.with(|nodes| nodes.have_memory())
            || self.inner().iter().any(|inner| inner.has_memory())
    }

    /// Returns a node that frees an allocation: one of this graph's before it is instantiated, or another one's. A graph frees it
    /// once.
    pub(crate) fn free_node(
        &self,
        memory: &GraphMemory,
        address: u64,
    ) -> Result<NodeKind, CUresult> {
        if !memory.knows(address) || self.frees(address) {
            return Err(INVALID_VALUE);
        }
        let allocates = |node: &Node| matches!(&node.kind, NodeKind::Allocate(allocation) if allocation.address == address);
        let is_own = self.with(|nodes| nodes.all.values().any(allocates));
        if !is_own {
            memory.set_outside(address);
        } else if !memory.is_inside(address) {
            return Err(INVALID_VALUE);
        }
        Ok(NodeKind::Free(address))
    }

    /// The graph becomes executable: what it and the graphs in it don't free, they can't free from now on.
    pub(crate) fn leave_unfreed(&self, memory: &GraphMemory) {
        let unfreed = self.with(|nodes| {
            let (mut unfreed, mut freed) = (BTreeSet::new(), Vec::new());
            for node in nodes.all.values() {
                match &node.kind {
                    NodeKind::Allocate(allocation) => _ = unfreed.insert(allocation.address),
                    NodeKind::Free(address) => freed.push(*address),
                    _ => {}
                }
            }
            freed.iter().for_each(|address| _ = unfreed.remove(address));
            unfreed
        });
        unfreed.into_iter().for_each(|address| memory.set_outside(address));
        self.inner().iter().for_each(|inner| inner.leave_unfreed(memory));
    }

    /// Returns `true` if a node frees this allocation.
    pub(crate) fn frees(&self, address: u64) -> bool {
        let frees = |node: &Node| matches!(node.kind, NodeKind::Free(freed) if freed == address);
        self.with(|nodes| nodes.all.values().any(frees))
    }
}

impl Nodes {
    /// Returns the handle of a new node of `graph`, whose nodes these are.
    fn place(&self, graph: &Arc<Graph>) -> usize {
        let last = self.all.last_key_value().map_or(0, |(handle, _)| *handle);
        let make = |handle| NodePlace { handle, graph: Arc::downgrade(graph) };
        graph.tables.nodes.insert_above(last, make).handle
    }

    /// Makes their handles invalid.
    fn end(self, tables: Tables) {
        for handle in self.all.keys() {
            let _ = tables.nodes.remove(*handle as *mut CUgraphNode_st);
        }
    }

    /// Returns `true` if one of them allocates or frees memory.
    fn have_memory(&self) -> bool {
        self.all.values().any(|node| node.kind.is_memory())
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        core::mem::take(self.nodes.get_mut()).end(self.tables);
    }
}
