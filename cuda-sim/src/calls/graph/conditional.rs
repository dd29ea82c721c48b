//! Conditions, and nodes that depend on them.

use core::ffi::c_uint;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::outcome::{Out, Outcome};
use crate::state::{
    condition::Condition,
    error::*,
    graph::{
        Graph, MAX_DEPTH,
        node::{Conditional, Inner},
    },
    plain::Plain,
};

impl Call {
    pub(crate) fn cuGraphConditionalHandleCreate(
        &self,
        pHandle_out: Out<CUgraphConditionalHandle>,
        hGraph: CUgraph,
        ctx: CUcontext,
        defaultLaunchValue: c_uint,
        flags: c_uint,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        if pHandle_out.is_null() || flags & !CU_GRAPH_COND_ASSIGN_DEFAULT != 0 {
            return Err(INVALID_VALUE);
        }
        self.system.contexts.get(ctx)?;
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let handle = NEXT.fetch_add(1, Ordering::Relaxed);
        let is_reset = flags & CU_GRAPH_COND_ASSIGN_DEFAULT != 0;
        let condition = Condition::new(handle, defaultLaunchValue, is_reset);
        graph.conditions.add(condition);
        pHandle_out.store(handle)
    }

    /// Checks a conditional node, and creates the graphs that it executes.
    pub(super) fn conditional(
        &self,
        graph: &Graph,
        node: &CUDA_CONDITIONAL_NODE_PARAMS,
    ) -> Result<Conditional, CUresult> {
        use CUgraphConditionalNodeType as T;
        let fits = match node.type_ {
            T::CU_GRAPH_COND_TYPE_IF => matches!(node.size, 1 | 2),
            T::CU_GRAPH_COND_TYPE_WHILE => node.size == 1,
            T::CU_GRAPH_COND_TYPE_SWITCH => (1..=MAX_BODIES).contains(&node.size),
            _ => false,
        };
        if !fits {
            return Err(INVALID_VALUE);
        }
        let condition = graph.conditions.find(node.handle).ok_or(INVALID_VALUE)?;
        let context = self.system.contexts.get_or_current(node.ctx)?;
        if graph.depth() >= MAX_DEPTH {
            return Err(NOT_SUPPORTED);
        }
        if !condition.claim() {
            return Err(INVALID_VALUE);
        }
        let body = |_| {
            let family = graph.conditions.clone();
            Inner(Graph::inside(graph.tables, family, graph.depth() + 1))
        };
        let bodies: Vec<Inner> = (0..node.size).map(body).collect();
        Ok(Conditional {
            condition,
            kind: node.type_,
            context: context.handle,
            handles: bodies.iter().map(|body| Plain(body.0.raw())).collect(),
            bodies,
        })
    }
}

/// The maximum number of graphs of a `switch`.
const MAX_BODIES: c_uint = 1 << 16;
