use std::collections::BTreeSet;

use cuda_driver_sys::{CUgraphEdgeData, CUresult};

use crate::state::error::{INVALID_VALUE, NOT_SUPPORTED};
use crate::state::graph::{Graph, Node, Nodes, node::NodeKind};
use crate::state::outcome::Outcome;

/// One end of a dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The node at the other end.
    pub node: usize,
    pub data: EdgeData,
}

impl Edge {
    /// An ordinary dependency.
    pub(crate) fn plain(node: usize) -> Self {
        Self { node, data: EdgeData::default() }
    }
}

/// How one node depends on another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EdgeData {
    pub from_port: u8,
    pub to_port: u8,
    pub kind: u8,
}

impl EdgeData {
    pub(crate) const PROGRAMMATIC: Self = Self { from_port: 1, to_port: 0, kind: 1 };

    pub(crate) fn new(data: &CUgraphEdgeData) -> Result<Self, CUresult> {
        match data.reserved {
            [0, 0, 0, 0, 0] => {
                Ok(Self { from_port: data.from_port, to_port: data.to_port, kind: data.type_ })
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn raw(self) -> CUgraphEdgeData {
        CUgraphEdgeData {
            from_port: self.from_port,
            to_port: self.to_port,
            type_: self.kind,
            reserved: [0; 5],
        }
    }

    pub(crate) fn is_plain(self) -> bool {
        self == Self::default()
    }

    /// Checks the ports: only kernels have ports, and only kernels depend on a part of a kernel.
    pub(super) fn check(self, from: &NodeKind, to: &NodeKind) -> Outcome {
        let are_kernels = matches!((from, to), (NodeKind::Kernel(_), NodeKind::Kernel(_)));
        match (self.from_port, self.to_port, self.kind) {
            (0, 0, 0) => Ok(()),
            (1 | 2, 0, 1) | (2, 0, 0) if are_kernels => Ok(()),
            _ => Err(INVALID_VALUE),
        }
    }
}

impl Graph {
    /// Adds dependencies, of which an existing one is an error. A cycle is one only when the graph is instantiated.
    pub(crate) fn add_edges(&self, edges: &[(usize, Edge)]) -> Outcome {
        let mut nodes = self.nodes.lock();
        for (from, edge) in edges {
            let (from, to) = nodes.both(*from, edge.node)?;
            edge.data.check(&from.kind, &to.kind)?;
        }
        for (from, edge) in edges {
            let (source, _) = nodes.both(*from, edge.node)?;
            if source.before.iter().any(|other| other.node == edge.node) {
                return Err(INVALID_VALUE);
            }
            if let Some(source) = nodes.all.get_mut(from) {
                source.before.push(*edge);
            }
            if let Some(target) = nodes.all.get_mut(&edge.node) {
                target.after.push(Edge { node: *from, ..*edge });
            }
        }
        Ok(())
    }

    /// Removes dependencies, which must exist. Those of a graph with memory nodes stay.
    pub(crate) fn remove_edges(&self, edges: &[(usize, Edge)]) -> Outcome {
        let mut nodes = self.nodes.lock();
        let have_memory = nodes.have_memory();
        for (from, edge) in edges {
            let (source, _) = nodes.both(*from, edge.node)?;
            if have_memory {
                return Err(NOT_SUPPORTED);
            }
            let found = source.before.iter().find(|other| other.node == edge.node);
            let found = found.ok_or(INVALID_VALUE)?;
            if !edge.data.is_plain() && found.data != edge.data {
                return Err(INVALID_VALUE);
            }
        }
        for (from, edge) in edges {
            if let Some(source) = nodes.all.get_mut(from) {
                source.before.retain(|other| other.node != edge.node);
            }
            if let Some(target) = nodes.all.get_mut(&edge.node) {
                target.after.retain(|other| other.node != *from);
            }
        }
        Ok(())
    }

    /// Returns every dependency: the node, and the one that depends on it.
    pub(crate) fn edges(&self) -> Vec<(usize, Edge)> {
        let nodes = self.nodes.lock();
        let of_node = |(from, node): (&usize, &Node)| {
            let from = *from;
            let edges = node.before.clone();
            edges.into_iter().map(move |edge| (from, edge))
        };
        nodes.all.iter().flat_map(of_node).collect()
    }

    /// Returns the nodes that are among these or come before one of them.
    pub(crate) fn before(&self, nodes: &[Edge]) -> BTreeSet<usize> {
        let all = self.nodes.lock();
        let mut found = BTreeSet::new();
        let mut open: Vec<usize> = nodes.iter().map(|edge| edge.node).collect();
        while let Some(node) = open.pop() {
            if found.insert(node)
                && let Some(node) = all.all.get(&node)
            {
                open.extend(node.after.iter().map(|edge| edge.node));
            }
        }
        found
    }

    /// Checks that a node other than a kernel's can depend on these.
    pub(crate) fn check_plain(&self, edges: &[Edge]) -> Outcome {
        self.check_nodes(edges)?;
        let nodes: BTreeSet<usize> = edges.iter().map(|edge| edge.node).collect();
        let is_plain = edges.iter().all(|edge| edge.data.is_plain());
        if is_plain && nodes.len() == edges.len() { Ok(()) } else { Err(INVALID_VALUE) }
    }

    /// Checks that these are nodes of the graph.
    pub(crate) fn check_nodes(&self, edges: &[Edge]) -> Outcome {
        let nodes = self.nodes.lock();
        if edges.iter().all(|edge| nodes.all.contains_key(&edge.node)) {
            Ok(())
        } else {
            Err(INVALID_VALUE)
        }
    }
}

impl Nodes {
    /// Returns two different nodes.
    fn both(&self, from: usize, to: usize) -> Result<(&Node, &Node), CUresult> {
        match (self.all.get(&from), self.all.get(&to)) {
            (Some(a), Some(b)) if from != to => Ok((a, b)),
            _ => Err(INVALID_VALUE),
        }
    }
}
