//! Dependencies between nodes.

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::{edges, store_list};
use crate::state::{error::*, graph::edge::Edge, outcome::Outcome};

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
    let from = edges(from, core::ptr::null(), count)?;
    let to = edges(to, data, count)?;
    Ok(from.iter().map(|edge| edge.node).zip(to).collect())
}

/// Writes the other ends of a node's dependencies.
///
/// # Safety
/// As for [`store_list`].
unsafe fn store_edges(
    edges_found: &[Edge],
    nodes: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
) -> Outcome {
    let room = *count.as_ref().ok_or(INVALID_VALUE)?;
    if nodes.is_null() && !data.is_null() {
        return Err(INVALID_VALUE);
    }
    if !nodes.is_null() && data.is_null() && !edges_found.iter().all(|edge| edge.data.is_plain()) {
        return Err(LOSSY_QUERY);
    }
    let handles: Vec<usize> = edges_found.iter().map(|edge| edge.node).collect();
    if !data.is_null() {
        let raw: Vec<_> = edges_found.iter().map(|edge| edge.data.raw()).collect();
        let mut room = room;
        store_list(&raw, Edge::plain(0).data.raw(), data, &raw mut room)?;
    }
    store_list(&handles, 0, nodes.cast(), count)
}

impl Call {
    pub(crate) unsafe fn cuGraphGetEdges(
        &self,
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        numEdges: *mut usize,
    ) -> Outcome {
        self.cuGraphGetEdges_v2(hGraph, from, to, core::ptr::null_mut(), numEdges)
    }

    pub(crate) unsafe fn cuGraphGetEdges_v2(
        &self,
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numEdges: *mut usize,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        let all = graph.edges();
        let room = *numEdges.as_ref().ok_or(INVALID_VALUE)?;
        if from.is_null() != to.is_null() {
            return Err(INVALID_VALUE);
        }
        let ends: Vec<Edge> = all.iter().map(|(_, edge)| *edge).collect();
        let mut count = room;
        store_edges(&ends, to, edgeData, &raw mut count)?;
        let starts: Vec<usize> = all.iter().map(|(from, _)| *from).collect();
        store_list(&starts, 0, from.cast(), numEdges)
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
        numDependencies: *mut usize,
    ) -> Outcome {
        let data = core::ptr::null_mut();
        self.cuGraphNodeGetDependencies_v2(hNode, dependencies, data, numDependencies)
    }

    pub(crate) unsafe fn cuGraphNodeGetDependencies_v2(
        &self,
        hNode: CUgraphNode,
        dependencies: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numDependencies: *mut usize,
    ) -> Outcome {
        let found = self.edges_of(hNode, false)?;
        store_edges(&found, dependencies, edgeData, numDependencies)
    }

    pub(crate) unsafe fn cuGraphNodeGetDependentNodes(
        &self,
        hNode: CUgraphNode,
        dependentNodes: *mut CUgraphNode,
        numDependentNodes: *mut usize,
    ) -> Outcome {
        let data = core::ptr::null_mut();
        self.cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, data, numDependentNodes)
    }

    pub(crate) unsafe fn cuGraphNodeGetDependentNodes_v2(
        &self,
        hNode: CUgraphNode,
        dependentNodes: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numDependentNodes: *mut usize,
    ) -> Outcome {
        let found = self.edges_of(hNode, true)?;
        store_edges(&found, dependentNodes, edgeData, numDependentNodes)
    }

    pub(crate) unsafe fn cuGraphAddDependencies(
        &self,
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        numDependencies: usize,
    ) -> Outcome {
        let data = core::ptr::null();
        self.cuGraphAddDependencies_v2(hGraph, from, to, data, numDependencies)
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
        graph.add_edges(&pairs(from, to, edgeData, numDependencies)?)
    }

    pub(crate) unsafe fn cuGraphRemoveDependencies(
        &self,
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        numDependencies: usize,
    ) -> Outcome {
        let data = core::ptr::null();
        self.cuGraphRemoveDependencies_v2(hGraph, from, to, data, numDependencies)
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
        graph.remove_edges(&pairs(from, to, edgeData, numDependencies)?)
    }
}
