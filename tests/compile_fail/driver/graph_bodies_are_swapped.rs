//! The graphs in nodes of two graphs can't be exchanged: each would outlive its node.

use cuda_driver::{Error, graph::Graph, graph::GraphNode};

fn swaps(first: (&mut Graph, GraphNode), second: (&mut Graph, GraphNode)) -> Result<(), Error> {
    first.0.edit_child(first.1, |one| {
        second.0.edit_child(second.1, |two| {
            core::mem::swap(one, two);
            Ok(())
        })
    })
}

fn main() {}
