use std::collections::BTreeSet;
use std::sync::Arc;

use cuda_driver_sys::{CUgraph_st, CUgraphExec_st, CUresult};
use parking_lot::Mutex;

use super::error::INVALID_VALUE;
use super::handles::{Object, next};
use super::work::Work;

/// A graph: work, and what has to be done before it.
#[derive(Debug)]
pub(super) struct Graph {
    pub handle: usize,
    pub nodes: Mutex<Vec<Node>>,
}

/// A node of a graph. Nodes come after those that they depend on.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub handle: usize,
    pub work: Work,
    /// Places of the nodes before it.
    pub after: Vec<usize>,
}

impl Object for Graph {
    type Raw = CUgraph_st;
    const KIND: &'static str = "graph";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl Graph {
    pub(super) fn new(handle: usize) -> Self {
        Self {
            handle,
            nodes: Mutex::default(),
        }
    }

    /// Adds a node, and says its place.
    pub(super) fn add(&self, work: Work, after: Vec<usize>) -> usize {
        let mut nodes = self.nodes.lock();
        nodes.push(Node {
            handle: next(),
            work,
            after,
        });
        nodes.len() - 1
    }

    /// The places of the given nodes and of all before them.
    pub(super) fn before(&self, nodes: &[usize]) -> BTreeSet<usize> {
        let all = self.nodes.lock();
        let mut found = BTreeSet::new();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if found.insert(node) {
                open.extend(
                    all.get(node)
                        .map(|node| node.after.as_slice())
                        .unwrap_or_default(),
                );
            }
        }
        found
    }
}

impl Graph {
    /// The places of the nodes with these handles.
    pub(super) fn places(&self, handles: &[usize]) -> Result<Vec<usize>, CUresult> {
        let nodes = self.nodes.lock();
        let place = |handle: &usize| {
            nodes
                .iter()
                .position(|node| node.handle == *handle)
                .ok_or(INVALID_VALUE)
        };
        handles.iter().map(place).collect()
    }
}

/// A graph that can be launched: its nodes as they were, in an order that keeps what depends on what.
#[derive(Debug)]
pub(super) struct GraphExec {
    pub handle: usize,
    pub flags: u64,
    pub work: Arc<[Work]>,
}

impl Object for GraphExec {
    type Raw = CUgraphExec_st;
    const KIND: &'static str = "executable graph";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl GraphExec {
    pub(super) fn new(handle: usize, graph: &Graph, flags: u64) -> Self {
        let work = graph
            .nodes
            .lock()
            .iter()
            .map(|node| node.work.clone())
            .collect();
        Self {
            handle,
            flags,
            work,
        }
    }
}
