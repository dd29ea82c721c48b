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
    outcome::{In, Out, Outcome},
    work::Attributes,
};

/// Returns `true` for nodes that can be disabled.
fn can_be_disabled(step: &Step) -> bool {
    matches!(step.action, Action::Kernel(_) | Action::Copy(_) | Action::Fill(_))
}

impl Call {
    /// Replaces the parameters of a node of an executable graph with those that `make` creates.
    fn set_exec_node(
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

    pub(crate) fn cuGraphNodeSetEnabled(
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

    pub(crate) fn cuGraphNodeGetEnabled(
        &self,
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        isEnabled: Out<c_uint>,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let plan = exec.plan.lock().clone();
        let step = plan.step(hNode as usize).filter(|step| can_be_disabled(step));
        let step = step.ok_or(INVALID_VALUE)?;
        isEnabled.store(c_uint::from(step.is_enabled))
    }

    pub(crate) fn cuGraphExecNodeSetParams(
        &self,
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: In<CUgraphNodeParams>,
    ) -> Outcome {
        use CUgraphNodeType as T;
        let node = nodeParams.read()?;
        if matches!(
            node.type_,
            T::CU_GRAPH_NODE_TYPE_MEM_ALLOC
                | T::CU_GRAPH_NODE_TYPE_MEM_FREE
                | T::CU_GRAPH_NODE_TYPE_CONDITIONAL
        ) {
            return Err(NOT_SUPPORTED);
        }
        self.set_exec_node(hGraphExec, hNode, |graph, attributes| {
            // SAFETY: the program's parameters are as documented.
            unsafe { self.kind(graph, &node, attributes) }
        })
    }
}

impl Call {
    pub(crate) fn cuGraphExecKernelNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_KERNEL_NODE_PARAMS_v1>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_exec_node(exec, of, |_, attributes| unsafe {
            self.kernel(&newer(node), attributes)
        })
    }

    pub(crate) fn cuGraphExecKernelNodeSetParams_v2(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_KERNEL_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_exec_node(exec, of, |_, attributes| unsafe { self.kernel(node, attributes) })
    }

    pub(crate) fn cuGraphExecMemcpyNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        copy: In<CUDA_MEMCPY3D>,
        ctx: CUcontext,
    ) -> Outcome {
        let copy = &copy.read()?;
        self.set_exec_node(exec, of, |_, _| self.copy_node(copy, ctx))
    }

    pub(crate) fn cuGraphExecMemsetNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_MEMSET_NODE_PARAMS>,
        ctx: CUcontext,
    ) -> Outcome {
        let node = &node.read()?;
        self.set_exec_node(exec, of, |_, _| self.fill_node(node, ctx))
    }

    pub(crate) fn cuGraphExecHostNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_HOST_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        self.set_exec_node(exec, of, |_, _| self.host_node(node))
    }

    pub(crate) fn cuGraphExecChildGraphNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        child: CUgraph,
    ) -> Outcome {
        self.set_exec_node(exec, of, |graph, _| self.child(graph, child))
    }

    pub(crate) fn cuGraphExecEventRecordNodeSetEvent(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_exec_node(exec, of, |_, _| self.record_node(event))
    }

    pub(crate) fn cuGraphExecEventWaitNodeSetEvent(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_exec_node(exec, of, |_, _| self.wait_node(event))
    }

    pub(crate) fn cuGraphExecExternalSemaphoresSignalNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_exec_node(exec, of, |_, _| unsafe { self.signal_node(node) })
    }

    pub(crate) fn cuGraphExecExternalSemaphoresWaitNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_EXT_SEM_WAIT_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_exec_node(exec, of, |_, _| unsafe { self.wait_semaphores_node(node) })
    }

    pub(crate) fn cuGraphExecBatchMemOpNodeSetParams(
        &self,
        exec: CUgraphExec,
        of: CUgraphNode,
        node: In<CUDA_BATCH_MEM_OP_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_exec_node(exec, of, |_, _| unsafe { self.batch_node(node) })
    }
}
