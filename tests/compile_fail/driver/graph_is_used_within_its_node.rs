//! A graph isn't used while a graph in one of its nodes is: the node might be removed.

use cuda_driver::{Error, graph::Graph, graph::GraphNode};

fn removes(graph: &mut Graph, node: GraphNode) -> Result<(), Error> {
    graph.edit_child(node, |child| {
        graph.destroy_node(node)?;
        child.nodes()?;
        Ok(())
    })
}

fn main() {}
