//! Changing the nodes of executable graphs.

use core::ffi::c_uint;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::nodes::newer;
use crate::state::{
    error::*,
    graph::{
        Graph,
        node::NodeKind,
        plan::{Action, Step},
    },
    outcome::{Outcome, store},
    work::Attributes,
};

/// Returns `true` for nodes that can be disabled.
fn can_be_disabled(step: &Step) -> bool {
    matches!(step.action, Action::Kernel(_) | Action::Copy(_) | Action::Fill(_))
}

impl Call {
    /// Replaces the parameters of a node of an executable graph with those that `make` creates.
    unsafe fn set_exec_node(
        &self,
        exec: CUgraphExec,
        node: CUgraphNode,
        make: impl FnOnce(&Graph, Attributes) -> Result<NodeKind, CUresult>,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(exec)?;
        let node = node as usize;
        let attributes = match exec.plan.lock().step(node) {
            Some(step) => match &step.action {
                Action::Kernel(launch) => launch.attributes.clone(),
                _ => Attributes::new(),
            },
            None => return Err(INVALID_VALUE),
        };
        // A graph for what has to be in one, such as a copy of a child.
        let graph = Graph::new(self.system.graph_tables());
        let kind = make(&graph, attributes);
        let _ = self.system.graphs.remove(graph.raw());
        let kind = kind?;
        let new = Step::of(node, &kind).map_err(|_| INVALID_VALUE)?;
        exec.change(node, |step| {
            let is_child = matches!(step.action, Action::Child(_));
            step.action = step
                .updated(&new)
                .map_err(|_| if is_child { GRAPH_EXEC_UPDATE_FAILURE } else { INVALID_VALUE })?;
            Ok(())
        })
    }

    entry!(cuGraphNodeSetEnabled, |self, hGraphExec, hNode, isEnabled| {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        exec.change(hNode as usize, |step| {
            if !can_be_disabled(step) {
                return Err(INVALID_VALUE);
            }
            step.is_enabled = isEnabled != 0;
            Ok(())
        })
    });

    entry!(cuGraphNodeGetEnabled, |self, hGraphExec, hNode, isEnabled| {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let plan = exec.plan.lock().clone();
        let step = plan.step(hNode as usize).filter(|step| can_be_disabled(step));
        let step = step.ok_or(INVALID_VALUE)?;
        store(isEnabled, c_uint::from(step.is_enabled))
    });

    entry!(cuGraphExecNodeSetParams, |self, hGraphExec, hNode, nodeParams| {
        use CUgraphNodeType as T;
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        if matches!(
            node.type_,
            T::CU_GRAPH_NODE_TYPE_MEM_ALLOC
                | T::CU_GRAPH_NODE_TYPE_MEM_FREE
                | T::CU_GRAPH_NODE_TYPE_CONDITIONAL
        ) {
            return Err(NOT_SUPPORTED);
        }
        self.set_exec_node(hGraphExec, hNode, |graph, attributes| {
            self.kind(graph, node, attributes)
        })
    });
}

impl Call {
    entry!(cuGraphExecKernelNodeSetParams, |self, exec, of, node| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, attributes| call.kernel(&newer(node), attributes))
    });

    entry!(cuGraphExecKernelNodeSetParams_v2, |self, exec, of, node| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, attributes| call.kernel(node, attributes))
    });

    entry!(cuGraphExecMemcpyNodeSetParams, |self, exec, of, copy, ctx| {
        let copy = copy.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.copy_node(copy, ctx))
    });

    entry!(cuGraphExecMemsetNodeSetParams, |self, exec, of, node, ctx| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.fill_node(node, ctx))
    });

    entry!(cuGraphExecHostNodeSetParams, |self, exec, of, node| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.host_node(node))
    });

    entry!(cuGraphExecChildGraphNodeSetParams, |self, exec, of, child| {
        let call = self;
        call.set_exec_node(exec, of, |graph, _| call.child(graph, child))
    });

    entry!(cuGraphExecEventRecordNodeSetEvent, |self, exec, of, event| {
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.record_node(event))
    });

    entry!(cuGraphExecEventWaitNodeSetEvent, |self, exec, of, event| {
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.wait_node(event))
    });

    entry!(cuGraphExecExternalSemaphoresSignalNodeSetParams, |self, exec, of, node| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.signal_node(node))
    });

    entry!(cuGraphExecExternalSemaphoresWaitNodeSetParams, |self, exec, of, node| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.wait_semaphores_node(node))
    });

    entry!(cuGraphExecBatchMemOpNodeSetParams, |self, exec, of, node| {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        let call = self;
        call.set_exec_node(exec, of, |_, _| call.batch_node(node))
    });
}
