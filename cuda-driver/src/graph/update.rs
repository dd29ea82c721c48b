//! Updates of executable graphs.

use core::ptr;

use cuda_driver_sys::{CUgraphExecUpdateResult, CUgraphExecUpdateResultInfo, CUgraphNode, Symbol};

use crate::error::Error;
use crate::generated::enums::GraphExecUpdateResult;
use crate::graph::{Graph, GraphBuilder, GraphExec, GraphNode, GraphNodeType, RefusedUpdate};

impl GraphExec {
    /// Changes what all nodes do, and what is kept for them, to those of another graph with the same nodes and edges, from
    /// the next launch on. Capturing work again and updating with the new graph is cheaper than instantiating it:
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut x = stream.alloc::<u32>(3)?;
    /// # stream.synchronize()?;
    /// use cuda_driver::Error;
    /// use cuda_driver::graph::GraphExec;
    ///
    /// let mut exec: Option<GraphExec> = None;
    /// for value in [1u32, 2, 3] {
    ///     let capture = context.capture()?;
    ///     // SAFETY: the buffer outlives the graphs, and only their launches use it.
    ///     unsafe { capture.fill(&mut x, value) }?;
    ///     let graph = capture.finish()?;
    ///     match exec.as_mut().map(|exec| exec.update(&graph)) {
    ///         None | Some(Err(Error::Update(_))) => exec = Some(graph.instantiate()?),
    ///         Some(updated) => updated?,
    ///     }
    ///     let exec = exec.as_ref().ok_or("instantiated above")?;
    ///     // SAFETY: as above.
    ///     unsafe { exec.launch(&stream) }?;
    ///     assert_eq!(x.to_vec()?, [value; 3]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// `graph` may be destroyed afterwards. The nodes that [`set_node`](Self::set_node) takes are still those of the graph
    /// that this one was instantiated from.
    ///
    /// [`cuGraphExecUpdate`](crate::driver::Raw::cuGraphExecUpdate)
    ///
    /// # Errors
    /// [`Error::Update`] with the driver's reason and the node, or the driver's error. The executable graph is then as
    /// before.
    #[doc(alias("cuGraphExecUpdate", "cuGraphExecUpdate_v2"))]
    pub fn update(&mut self, graph: &Graph) -> Result<(), Error> {
        let mut info = CUgraphExecUpdateResultInfo {
            result: CUgraphExecUpdateResult::CU_GRAPH_EXEC_UPDATE_SUCCESS,
            errorNode: ptr::null_mut(),
            errorFromNode: ptr::null_mut(),
            ..CUgraphExecUpdateResultInfo::default()
        };
        let raw = self.context().raw();
        raw.check_same(graph.context().raw(), Symbol::cuGraphExecUpdate)?;
        let table = raw.table();
        let (exec, other) = (self.as_raw(), graph.as_raw());
        let updated = self.update_with(graph, Symbol::cuGraphExecUpdate, || {
            match (table.cuGraphExecUpdate_v2, table.cuGraphExecUpdate) {
                // SAFETY: both are alive and locked, and the context is current.
                (None, Some(update)) => unsafe {
                    let (node, result) = (&raw mut info.errorNode, &raw mut info.result);
                    raw.check(Symbol::cuGraphExecUpdate, update(exec, other, node, result))
                },
                // SAFETY: as above.
                _ => unsafe { raw.cuGraphExecUpdate(exec, other, &raw mut info) },
            }
        });
        let reason = GraphExecUpdateResult::from_raw(info.result);
        match (updated, reason) {
            (Ok(()), _) => Ok(()),
            (Err(result), GraphExecUpdateResult::SUCCESS | GraphExecUpdateResult::ERROR) => {
                Err(result.into())
            }
            (Err(result), _) => Err(Error::from(RefusedUpdate {
                reason,
                node: graph.typed_node(info.errorNode),
                from: graph.typed_node(info.errorFromNode),
                result,
            })),
        }
    }
}

impl GraphBuilder<'_> {
    /// Returns a node that the driver names in an error, with its type, if it is one of this graph.
    #[cold]
    pub(super) fn typed_node(&self, handle: CUgraphNode) -> Option<(GraphNode, GraphNodeType)> {
        let nodes = self.nodes().ok()?;
        let node = nodes.into_iter().find(|node| node.as_raw() == handle)?;
        Some((node, self.node_type(node).ok()?))
    }
}
