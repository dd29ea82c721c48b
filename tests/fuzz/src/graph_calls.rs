//! Calls that build a graph, whose nodes are host functions, and a model of its nodes and edges.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use arbitrary::Arbitrary;
use cuda_driver::graph::{EmptyNode, Graph, GraphNode, HostNode};
use cuda_driver::{Context, Stream};

/// The most nodes of a graph.
const NODES: usize = 12;

/// A call, with indices that are taken modulo the number of nodes.
#[derive(Arbitrary, Debug)]
pub(crate) enum Call {
    Add { after: Vec<u8>, is_empty: bool },
    Connect { from: u8, to: u8 },
    Disconnect { from: u8, to: u8 },
    Remove { node: u8 },
    Clone,
}

/// A graph, and what it should be.
pub(crate) struct Nodes {
    graph: Graph,
    /// The nodes, in the order in which they were added; `None` once removed.
    nodes: Vec<Option<Node>>,
    /// Pairs of indices.
    edges: BTreeSet<(usize, usize)>,
    /// The host functions that have run.
    done: Arc<Mutex<Vec<usize>>>,
}

struct Node {
    node: GraphNode,
    is_empty: bool,
}

impl Nodes {
    pub(crate) fn new(context: &Context) -> Self {
        let graph = context.create_graph().unwrap();
        Self { graph, nodes: Vec::new(), edges: BTreeSet::new(), done: Arc::default() }
    }

    pub(crate) fn call(&mut self, call: Call) {
        match call {
            Call::Add { after, is_empty } => self.add(&after, is_empty),
            Call::Connect { from, to } => {
                let Some((from, to)) = self.pair(from, to) else { return };
                let ends = self.ends(from, to);
                let added = self.graph.add_edges([ends]);
                let is_new = from != to && !self.edges.contains(&(from, to));
                // A cycle may be refused here, or when it is instantiated.
                assert!(added.is_err() || is_new, "{from} {to}");
                assert!(added.is_ok() || !is_new || self.reaches(to, from), "{added:?}");
                if added.is_ok() {
                    self.edges.insert((from, to));
                }
            }
            Call::Disconnect { from, to } => {
                let Some((from, to)) = self.pair(from, to) else { return };
                let ends = self.ends(from, to);
                let removed = self.graph.remove_edges([ends]);
                assert_eq!(removed.is_ok(), self.edges.remove(&(from, to)), "{removed:?}");
            }
            Call::Remove { node } => {
                let Some((index, _)) = self.pair(node, node) else { return };
                let node = self.nodes[index].take().unwrap();
                self.graph.destroy_node(node.node).unwrap();
                assert!(self.graph.destroy_node(node.node).is_err());
                self.edges.retain(|(from, to)| *from != index && *to != index);
            }
            Call::Clone => {
                let clone = self.graph.try_clone().unwrap();
                let len =
                    |graph: &Graph| (graph.nodes().unwrap().len(), graph.edges().unwrap().len());
                assert_eq!(len(&clone), len(&self.graph));
            }
        }
        self.compare();
    }

    fn add(&mut self, after: &[u8], is_empty: bool) {
        if self.nodes.len() == NODES {
            return;
        }
        let living = self.living();
        let index = self.nodes.len();
        let before: BTreeSet<usize> = match living.len() {
            0 => BTreeSet::new(),
            count => after.iter().take(3).map(|at| living[usize::from(*at) % count]).collect(),
        };
        let after: Vec<GraphNode> =
            before.iter().map(|index| self.nodes[*index].as_ref().unwrap().node).collect();
        let done = self.done.clone();
        let node = if is_empty {
            self.graph.add_node(&after, EmptyNode)
        } else {
            let run = move || done.lock().unwrap().push(index);
            self.graph.add_node(&after, HostNode::new(run))
        };
        self.nodes.push(Some(Node { node: node.unwrap(), is_empty }));
        self.edges.extend(before.into_iter().map(|before| (before, index)));
    }

    fn living(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|index| self.nodes[*index].is_some()).collect()
    }

    /// Returns the indices of living nodes.
    fn pair(&self, from: u8, to: u8) -> Option<(usize, usize)> {
        let living = self.living();
        let index = |at: u8| living.get(usize::from(at).checked_rem(living.len())?).copied();
        Some((index(from)?, index(to)?))
    }

    fn ends(&self, from: usize, to: usize) -> (GraphNode, GraphNode) {
        let node = |index: usize| self.nodes[index].as_ref().unwrap().node;
        (node(from), node(to))
    }

    /// Returns whether there is a way from a node to another one.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let next = || self.edges.iter().filter(move |(start, _)| *start == from);
        // There may be cycles, so a way is at most as long as there are nodes.
        fn within(nodes: &Nodes, from: usize, to: usize, steps: usize) -> bool {
            from == to
                || (steps > 0
                    && nodes
                        .edges
                        .iter()
                        .any(|(start, end)| *start == from && within(nodes, *end, to, steps - 1)))
        }
        next().any(|(_, end)| within(self, *end, to, NODES)) || from == to
    }

    fn compare(&self) {
        let living = self.living();
        let mut nodes = self.graph.nodes().unwrap();
        assert_eq!(nodes.len(), living.len());
        nodes.retain(|node| {
            !living.iter().any(|index| self.nodes[*index].as_ref().unwrap().node == *node)
        });
        assert!(nodes.is_empty(), "unknown nodes {nodes:?}");
        let edges = self.graph.edges().unwrap();
        assert_eq!(edges.len(), self.edges.len());
        for (from, to) in &self.edges {
            let (from, to) = self.ends(*from, *to);
            assert!(edges.iter().any(|edge| (edge.from, edge.to) == (from, to)));
        }
    }

    /// Launches the graph, unless it has a cycle: each function runs once, after those that its node comes after.
    pub(crate) fn check(&self, stream: &Stream) {
        self.compare();
        let is_cyclic = self.edges.iter().any(|(from, to)| self.reaches(*to, *from));
        let exec = self.graph.instantiate();
        assert_eq!(exec.is_ok(), !is_cyclic, "{exec:?}");
        let Ok(exec) = exec else { return };
        for _ in 0..2 {
            self.done.lock().unwrap().clear();
            // SAFETY: its functions use only what they own.
            unsafe { exec.launch(stream) }.unwrap();
            stream.synchronize().unwrap();
            let done = self.done.lock().unwrap();
            let functions = self.living().into_iter();
            let functions: Vec<_> =
                functions.filter(|index| !self.nodes[*index].as_ref().unwrap().is_empty).collect();
            let mut sorted = done.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, functions);
            let place = |index: usize| done.iter().position(|other| *other == index);
            for from in &functions {
                for to in functions.iter().filter(|to| *to != from && self.reaches(*from, **to)) {
                    assert!(place(*from) < place(*to), "{from} before {to}: {done:?}");
                }
            }
        }
    }
}
