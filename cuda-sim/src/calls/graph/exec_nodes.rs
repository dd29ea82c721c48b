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

    pub(crate) unsafe fn cuGraphNodeSetEnabled(
        &self,
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        isEnabled: c_uint,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        exec.change(hNode as usize, |step| {
            if !can_be_disabled(step) {
                return Err(INVALID_VALUE);
            }
            step.is_enabled = isEnabled != 0;
            Ok(())
        })
    }

    pub(crate) unsafe fn cuGraphNodeGetEnabled(
        &self,
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        isEnabled: *mut c_uint,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let plan = exec.plan.lock().clone();
        let step = plan.step(hNode as usize).filter(|step| can_be_disabled(step));
        let step = step.ok_or(INVALID_VALUE)?;
        store(isEnabled, c_uint::from(step.is_enabled))
    }

    pub(crate) unsafe fn cuGraphExecNodeSetParams(
        &self,
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
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
    }
}

impl Call {
    pub(crate) unsafe fn cuGraphExecKernelNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, attributes| self.kernel(&newer(node), attributes))
    }

    pub(crate) unsafe fn cuGraphExecKernelNodeSetParams_v2(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, attributes| self.kernel(node, attributes))
    }

    pub(crate) unsafe fn cuGraphExecMemcpyNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        copy: *const CUDA_MEMCPY3D,
        ctx: CUcontext,
    ) -> Outcome {
        let copy = copy.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, _| self.copy_node(copy, ctx))
    }

    pub(crate) unsafe fn cuGraphExecMemsetNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_MEMSET_NODE_PARAMS,
        ctx: CUcontext,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, _| self.fill_node(node, ctx))
    }

    pub(crate) unsafe fn cuGraphExecHostNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, _| self.host_node(node))
    }

    pub(crate) unsafe fn cuGraphExecChildGraphNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        child: CUgraph,
    ) -> Outcome {
        self.set_exec_node(exec, of, |graph, _| self.child(graph, child))
    }

    pub(crate) unsafe fn cuGraphExecEventRecordNodeSetEvent(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_exec_node(exec, of, |_, _| self.record_node(event))
    }

    pub(crate) unsafe fn cuGraphExecEventWaitNodeSetEvent(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_exec_node(exec, of, |_, _| self.wait_node(event))
    }

    pub(crate) unsafe fn cuGraphExecExternalSemaphoresSignalNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, _| self.signal_node(node))
    }

    pub(crate) unsafe fn cuGraphExecExternalSemaphoresWaitNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, _| self.wait_semaphores_node(node))
    }

    pub(crate) unsafe fn cuGraphExecBatchMemOpNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_exec_node(exec, of, |_, _| self.batch_node(node))
    }
}
