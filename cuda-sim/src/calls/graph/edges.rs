//! Dependencies between nodes.

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::{edges, write_list};
use crate::state::{
    error::*,
    graph::edge::Edge,
    outcome::{InOut, Outcome},
};

/// Reads lists of nodes: what depends on what.
///
/// # Safety
/// All are null, or have `count` elements.
unsafe fn pairs(
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> Result<Vec<(usize, Edge)>, CUresult> {
    // SAFETY: the caller guarantees the lengths.
    let (from, to) = unsafe { (edges(from, core::ptr::null(), count)?, edges(to, data, count)?) };
    Ok(from.iter().map(|edge| edge.node).zip(to).collect())
}

/// Writes the other ends of a node's dependencies, and returns their number.
///
/// # Safety
/// As for [`write_list`], for both lists.
unsafe fn write_edges(
    edges_found: &[Edge],
    nodes: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    room: usize,
) -> Result<usize, CUresult> {
    if nodes.is_null() && !data.is_null() {
        return Err(INVALID_VALUE);
    }
    if !nodes.is_null() && data.is_null() && !edges_found.iter().all(|edge| edge.data.is_plain()) {
        return Err(LOSSY_QUERY);
    }
    let handles: Vec<usize> = edges_found.iter().map(|edge| edge.node).collect();
    if !data.is_null() {
        let raw: Vec<_> = edges_found.iter().map(|edge| edge.data.raw()).collect();
        // SAFETY: the caller guarantees the room.
        unsafe { write_list(&raw, Edge::plain(0).data.raw(), data, room)? };
    }
    // SAFETY: the same.
    unsafe { write_list(&handles, 0, nodes.cast(), room) }
}

impl Call {
    pub(crate) unsafe fn cuGraphGetEdges(
        &self,
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        numEdges: InOut<usize>,
    ) -> Outcome {
        // SAFETY: the other arguments are those of that call.
        unsafe { self.cuGraphGetEdges_v2(hGraph, from, to, core::ptr::null_mut(), numEdges) }
    }

    pub(crate) unsafe fn cuGraphGetEdges_v2(
        &self,
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numEdges: InOut<usize>,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        let all = graph.edges();
        let room = numEdges.input.read()?;
        if from.is_null() != to.is_null() {
            return Err(INVALID_VALUE);
        }
        let ends: Vec<Edge> = all.iter().map(|(_, edge)| *edge).collect();
        // SAFETY: the program's lists have room for as many as it says.
        unsafe { write_edges(&ends, to, edgeData, room)? };
        let starts: Vec<usize> = all.iter().map(|(from, _)| *from).collect();
        // SAFETY: the same.
        numEdges.output.store(unsafe { write_list(&starts, 0, from.cast(), room)? })
    }

    /// Returns what a node depends on, or what depends on it.
    fn edges_of(&self, node: CUgraphNode, before: bool) -> Result<Vec<Edge>, CUresult> {
        let (graph, node) = self.graph_of(node)?;
        let found = graph.with(|nodes| {
            let node = nodes.all.get(&node)?;
            Some(if before { &node.before } else { &node.after }.clone())
        });
        found.ok_or(INVALID_VALUE)
    }

    pub(crate) unsafe fn cuGraphNodeGetDependencies(
        &self,
        hNode: CUgraphNode,
        dependencies: *mut CUgraphNode,
        numDependencies: InOut<usize>,
    ) -> Outcome {
        let data = core::ptr::null_mut();
        // SAFETY: the other arguments are those of that call.
        unsafe { self.cuGraphNodeGetDependencies_v2(hNode, dependencies, data, numDependencies) }
    }

    pub(crate) unsafe fn cuGraphNodeGetDependencies_v2(
        &self,
        hNode: CUgraphNode,
        dependencies: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numDependencies: InOut<usize>,
    ) -> Outcome {
        let found = self.edges_of(hNode, false)?;
        let room = numDependencies.input.read()?;
        // SAFETY: the program's lists have room for as many as it says.
        let count = unsafe { write_edges(&found, dependencies, edgeData, room)? };
        numDependencies.output.store(count)
    }

    pub(crate) unsafe fn cuGraphNodeGetDependentNodes(
        &self,
        hNode: CUgraphNode,
        dependentNodes: *mut CUgraphNode,
        numDependentNodes: InOut<usize>,
    ) -> Outcome {
        let data = core::ptr::null_mut();
        // SAFETY: the other arguments are those of that call.
        unsafe {
            self.cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, data, numDependentNodes)
        }
    }

    pub(crate) unsafe fn cuGraphNodeGetDependentNodes_v2(
        &self,
        hNode: CUgraphNode,
        dependentNodes: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numDependentNodes: InOut<usize>,
    ) -> Outcome {
        let found = self.edges_of(hNode, true)?;
        let room = numDependentNodes.input.read()?;
        // SAFETY: the program's lists have room for as many as it says.
        let count = unsafe { write_edges(&found, dependentNodes, edgeData, room)? };
        numDependentNodes.output.store(count)
    }

    pub(crate) unsafe fn cuGraphAddDependencies(
        &self,
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        numDependencies: usize,
    ) -> Outcome {
        let data = core::ptr::null();
        // SAFETY: the other arguments are those of that call.
        unsafe { self.cuGraphAddDependencies_v2(hGraph, from, to, data, numDependencies) }
    }

    pub(crate) unsafe fn cuGraphAddDependencies_v2(
        &self,
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        edgeData: *const CUgraphEdgeData,
        numDependencies: usize,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        // SAFETY: the program's lists have that many.
        graph.add_edges(&unsafe { pairs(from, to, edgeData, numDependencies)? })
    }

    pub(crate) unsafe fn cuGraphRemoveDependencies(
        &self,
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        numDependencies: usize,
    ) -> Outcome {
        let data = core::ptr::null();
        // SAFETY: the other arguments are those of that call.
        unsafe { self.cuGraphRemoveDependencies_v2(hGraph, from, to, data, numDependencies) }
    }

    pub(crate) unsafe fn cuGraphRemoveDependencies_v2(
        &self,
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        edgeData: *const CUgraphEdgeData,
        numDependencies: usize,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        // SAFETY: the program's lists have that many.
        graph.remove_edges(&unsafe { pairs(from, to, edgeData, numDependencies)? })
    }
}
