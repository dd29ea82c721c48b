//! A graph can change, so a value is the only one of it.

use cuda_driver::graph::{Graph, GraphExec};

fn twice(graph: &Graph, exec: &GraphExec) -> (Graph, GraphExec) {
    (graph.clone(), exec.clone())
}

fn main() {}
