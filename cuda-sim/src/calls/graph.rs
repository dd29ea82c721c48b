//! Graphs: creating, copying, reading and destroying them.

mod attributes;
mod conditional;
mod edges;
mod exec;
mod exec_nodes;
mod memory;
mod node_parameters;
mod nodes;
mod parameters;
mod user_object;

use core::ffi::{c_char, c_uint, c_ulonglong};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    error::*,
    graph::{
        Graph,
        edge::{Edge, EdgeData},
        node::NodeKind,
    },
    outcome::{In, InOut, Out, Outcome},
};

/// Reads a list of nodes, with how to depend on them if `data` isn't null.
///
/// # Safety
/// Both are null, or have `count` elements.
pub(in crate::calls) unsafe fn edges(
    nodes: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> Result<Vec<Edge>, CUresult> {
    if count > 0 && nodes.is_null() {
        return Err(INVALID_VALUE);
    }
    let edge = |place: usize| {
        // SAFETY: the caller guarantees that there are `count`.
        let (node, data) =
            unsafe { (*nodes.add(place), (!data.is_null()).then(|| &*data.add(place))) };
        let (node, data) = (node as usize, data.map_or(Ok(EdgeData::default()), EdgeData::new)?);
        Ok(Edge { node, data })
    };
    (0..count).map(edge).collect()
}

/// Writes as many items as there is room for and zeros after the last, and returns their number; without a list, that of all.
///
/// # Safety
/// `list` is null or has room for that many items.
unsafe fn write_list<T: Copy>(
    items: &[T],
    empty: T,
    list: *mut T,
    room: usize,
) -> Result<usize, CUresult> {
    if list.is_null() {
        return Ok(items.len());
    }
    if room == 0 {
        return Err(INVALID_VALUE);
    }
    for place in 0..room {
        let item = items.get(place).copied().unwrap_or(empty);
        // SAFETY: the caller guarantees the room.
        unsafe { list.add(place).write(item) };
    }
    Ok(room.min(items.len()))
}

/// Writes a list, and the number of its items.
///
/// # Safety
/// `list` is null or has room for `count` items.
unsafe fn store_list<T: Copy>(items: &[T], empty: T, list: *mut T, count: InOut<usize>) -> Outcome {
    let room = count.input.read()?;
    // SAFETY: the caller guarantees the room.
    count.output.store(unsafe { write_list(items, empty, list, room)? })
}

impl Call {
    fn graph(&self, graph: CUgraph) -> Result<Arc<Graph>, CUresult> {
        self.system.graphs.get(graph)
    }

    /// Returns the graph of a node, and its handle there.
    fn graph_of(&self, node: CUgraphNode) -> Result<(Arc<Graph>, usize), CUresult> {
        let place = self.system.graph_nodes.get(node)?;
        let graph = place.graph.upgrade().ok_or(INVALID_VALUE)?;
        Ok((graph, node as usize))
    }

    pub(crate) fn cuGraphCreate(&self, phGraph: Out<CUgraph>, flags: c_uint) -> Outcome {
        if phGraph.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        phGraph.store(Graph::new(self.system.graph_tables()).raw())
    }

    pub(crate) fn cuGraphDestroy(&self, hGraph: CUgraph) -> Outcome {
        let graph = self.graph(hGraph)?;
        // A graph of a node is destroyed with it.
        if graph.depth() > 0 {
            return Err(INVALID_VALUE);
        }
        if graph.is_captured.load(Ordering::Relaxed) {
            for (_, stream) in self.system.streams.all() {
                if let Some(part) = &*stream.capturing.lock()
                    && part.capture.is_new
                    && Arc::ptr_eq(&part.capture.graph, &graph)
                {
                    part.capture.invalidate();
                }
            }
            return Err(ILLEGAL_STATE);
        }
        self.system.graphs.remove(hGraph)?.give_up();
        Ok(())
    }

    pub(crate) fn cuGraphClone(
        &self,
        phGraphClone: Out<CUgraph>,
        originalGraph: CUgraph,
    ) -> Outcome {
        let graph = self.graph(originalGraph)?;
        phGraphClone.not_null()?;
        phGraphClone.store(graph.copy(0)?.raw())
    }

    pub(crate) fn cuGraphNodeFindInClone(
        &self,
        phNode: Out<CUgraphNode>,
        hOriginalNode: CUgraphNode,
        hClonedGraph: CUgraph,
    ) -> Outcome {
        let (graph, node) = self.graph_of(hOriginalNode)?;
        let clone = self.graph(hClonedGraph)?;
        let found = clone.clone_of(&graph, node).ok_or(INVALID_VALUE)?;
        phNode.store(found as CUgraphNode)
    }

    pub(crate) fn cuGraphGetId(&self, hGraph: CUgraph, graphId: Out<c_uint>) -> Outcome {
        graphId.store(self.graph(hGraph)?.id)
    }

    pub(crate) fn cuGraphNodeGetContainingGraph(
        &self,
        hNode: CUgraphNode,
        phGraph: Out<CUgraph>,
    ) -> Outcome {
        phGraph.store(self.graph_of(hNode)?.0.raw())
    }

    pub(crate) fn cuGraphNodeGetLocalId(&self, hNode: CUgraphNode, nodeId: Out<c_uint>) -> Outcome {
        let (graph, node) = self.graph_of(hNode)?;
        let id = graph.with(|nodes| nodes.all.get(&node).map(|node| node.id));
        nodeId.store(id.ok_or(INVALID_VALUE)?)
    }

    pub(crate) fn cuGraphNodeGetToolsId(
        &self,
        hNode: CUgraphNode,
        toolsNodeId: Out<c_ulonglong>,
    ) -> Outcome {
        let (graph, node) = self.graph_of(hNode)?;
        let id = graph.with(|nodes| nodes.all.get(&node).map(|node| node.id));
        let id = u64::from(id.ok_or(INVALID_VALUE)?);
        toolsNodeId.store(u64::from(graph.id) << 32 | id)
    }

    pub(crate) unsafe fn cuGraphGetNodes(
        &self,
        hGraph: CUgraph,
        nodes: *mut CUgraphNode,
        numNodes: InOut<usize>,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        let all: Vec<usize> = graph.with(|nodes| nodes.all.keys().copied().collect());
        // SAFETY: the program's list has room for as many as it says.
        unsafe { store_list(&all, 0, nodes.cast(), numNodes) }
    }

    pub(crate) unsafe fn cuGraphGetRootNodes(
        &self,
        hGraph: CUgraph,
        rootNodes: *mut CUgraphNode,
        numRootNodes: InOut<usize>,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        let roots: Vec<usize> = graph.with(|nodes| {
            let roots = nodes.all.iter().filter(|(_, node)| node.after.is_empty());
            roots.map(|(handle, _)| *handle).collect()
        });
        // SAFETY: the program's list has room for as many as it says.
        unsafe { store_list(&roots, 0, rootNodes.cast(), numRootNodes) }
    }

    pub(crate) fn cuGraphNodeGetType(
        &self,
        hNode: CUgraphNode,
        type_: Out<CUgraphNodeType>,
    ) -> Outcome {
        let (graph, node) = self.graph_of(hNode)?;
        let found = graph.with(|nodes| nodes.all.get(&node).map(|node| node.kind.node_type()));
        type_.store(found.ok_or(INVALID_VALUE)?)
    }

    pub(crate) fn cuGraphDestroyNode(&self, hNode: CUgraphNode) -> Outcome {
        let (graph, node) = self.graph_of(hNode)?;
        if graph.is_captured.load(Ordering::Relaxed) {
            return Err(ILLEGAL_STATE);
        }
        graph.remove(node).map(drop)
    }

    pub(crate) fn cuGraphChildGraphNodeGetGraph(
        &self,
        hNode: CUgraphNode,
        phGraph: Out<CUgraph>,
    ) -> Outcome {
        let child = self.read_node(hNode, |kind| match kind {
            NodeKind::Child(child) => Some(child.0.raw() as usize),
            _ => None,
        })?;
        phGraph.store(child as CUgraph)
    }

    pub(crate) fn cuGraphDebugDotPrint(
        &self,
        hGraph: CUgraph,
        path: In<c_char>,
        flags: c_uint,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        let path = path.text().ok_or(INVALID_VALUE)?.to_string_lossy();
        let text = graph.dot(self.system, flags);
        std::fs::write(&*path, text).map_err(|_| OPERATING_SYSTEM)
    }

    /// Calls `read` with a node's kind; the wrong kind is an invalid value.
    fn read_node<R>(
        &self,
        node: CUgraphNode,
        read: impl FnOnce(&NodeKind) -> Option<R>,
    ) -> Result<R, CUresult> {
        let (graph, node) = self.graph_of(node)?;
        graph
            .with(|nodes| nodes.all.get(&node).and_then(|node| read(&node.kind)))
            .ok_or(INVALID_VALUE)
    }
}
