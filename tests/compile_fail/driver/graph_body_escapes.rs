//! A body of a node is used only within the closure that builds it.

use cuda_driver::{Error, graph::Graph, graph::GraphBuilder};

fn escapes(graph: &mut Graph) -> Result<(), Error> {
    let condition = graph.condition(Some(0))?;
    let mut escaped: Option<&mut GraphBuilder<'_>> = None;
    graph.if_then(&[], condition, |body| {
        escaped = Some(body);
        Ok(())
    })?;
    Ok(())
}

fn main() {}
