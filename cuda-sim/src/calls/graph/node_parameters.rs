//! Reading and changing the parameters of nodes.

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::nodes::newer;
use crate::state::graph::parameters::any_parameters;
use crate::state::graph::parameters::{
    allocation_parameters, batch_parameters, fill_parameters, kernel_parameters,
};
use crate::state::{
    error::*,
    graph::{Graph, node::NodeKind},
    outcome::{Outcome, store},
    plain::of_fields,
    work::Attributes,
};

/// The older parameters of a kernel node.
fn older(node: &CUDA_KERNEL_NODE_PARAMS) -> CUDA_KERNEL_NODE_PARAMS_v1 {
    of_fields!(
        CUDA_KERNEL_NODE_PARAMS_v1 of node: func gridDimX gridDimY gridDimZ blockDimX blockDimY
        blockDimZ sharedMemBytes kernelParams extra
    )
}

impl Call {
    /// Replaces the parameters of a node with those that `make` creates, which must be of the same kind.
    unsafe fn set_node(
        &self,
        node: CUgraphNode,
        make: impl FnOnce(&Graph, Attributes) -> Result<NodeKind, CUresult>,
    ) -> Outcome {
        let (graph, node) = self.graph_of(node)?;
        let attributes = graph.with(|nodes| match &nodes.all.get(&node)?.kind {
            NodeKind::Kernel(launch) => Some(launch.attributes.clone()),
            _ => None,
        });
        let kind = make(&graph, attributes.unwrap_or_default())?;
        let before = graph.with(|nodes| {
            let found = nodes.all.get_mut(&node).ok_or(INVALID_VALUE)?;
            if found.kind.node_type() == kind.node_type() {
                Ok(core::mem::replace(&mut found.kind, kind))
            } else {
                Err(INVALID_VALUE)
            }
        });
        before.map(drop)
    }

    pub(crate) unsafe fn cuGraphNodeSetParams(
        &self,
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
                | T::CU_GRAPH_NODE_TYPE_GRAPH
        ) {
            return Err(NOT_SUPPORTED);
        }
        self.set_node(hNode, |graph, attributes| self.kind(graph, node, attributes))
    }

    pub(crate) unsafe fn cuGraphNodeSetParams_v2(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        self.cuGraphNodeSetParams(hNode, nodeParams)
    }

    pub(crate) unsafe fn cuGraphNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        if nodeParams.is_null() {
            return Err(INVALID_VALUE);
        }
        let params = self.read_node(hNode, |kind| Some(any_parameters(kind)))?;
        store(nodeParams, params)
    }
}

impl Call {
    pub(crate) unsafe fn cuGraphKernelNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Kernel(launch) => Some(older(&kernel_parameters(launch))),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphKernelNodeGetParams_v2(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Kernel(launch) => Some(kernel_parameters(launch)),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphMemcpyNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_MEMCPY3D,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Copy(copy) => Some(copy.described.0),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphMemsetNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_MEMSET_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Fill(fill) => Some(fill_parameters(fill)),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphHostNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Host { function, argument } => {
                Some(CUDA_HOST_NODE_PARAMS { fn_: Some(*function), userData: *argument as *mut _ })
            }
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphEventRecordNodeGetEvent(
        &self,
        of: CUgraphNode,
        found: *mut CUevent,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Record(event) => Some(event.handle() as CUevent),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphEventWaitNodeGetEvent(
        &self,
        of: CUgraphNode,
        found: *mut CUevent,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Wait(event) => Some(event.handle() as CUevent),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresSignalNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Semaphores(list) => list.signals(),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresWaitNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Semaphores(list) => list.waits(),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphBatchMemOpNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Batch(batch) => Some(batch_parameters(batch)),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphMemAllocNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Allocate(allocation) => Some(allocation_parameters(allocation)),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphMemFreeNodeGetParams(
        &self,
        of: CUgraphNode,
        found: *mut CUdeviceptr,
    ) -> Outcome {
        let value = self.read_node(of, |kind| match kind {
            NodeKind::Free(address) => Some(*address),
            _ => None,
        })?;
        store(found, value)
    }

    pub(crate) unsafe fn cuGraphKernelNodeSetParams(
        &self,
        of: CUgraphNode,
        node: *const CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, attributes| self.kernel(&newer(node), attributes))
    }

    pub(crate) unsafe fn cuGraphKernelNodeSetParams_v2(
        &self,
        of: CUgraphNode,
        node: *const CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, attributes| self.kernel(node, attributes))
    }

    pub(crate) unsafe fn cuGraphMemcpyNodeSetParams(
        &self,
        of: CUgraphNode,
        copy: *const CUDA_MEMCPY3D,
    ) -> Outcome {
        let copy = copy.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, _| self.copy_node(copy, core::ptr::null_mut()))
    }

    pub(crate) unsafe fn cuGraphMemsetNodeSetParams(
        &self,
        of: CUgraphNode,
        node: *const CUDA_MEMSET_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, _| self.fill_node(node, core::ptr::null_mut()))
    }

    pub(crate) unsafe fn cuGraphHostNodeSetParams(
        &self,
        of: CUgraphNode,
        node: *const CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, _| self.host_node(node))
    }

    pub(crate) unsafe fn cuGraphEventRecordNodeSetEvent(
        &self,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(of, |_, _| self.record_node(event))
    }

    pub(crate) unsafe fn cuGraphEventWaitNodeSetEvent(
        &self,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(of, |_, _| self.wait_node(event))
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresSignalNodeSetParams(
        &self,
        of: CUgraphNode,
        node: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, _| self.signal_node(node))
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresWaitNodeSetParams(
        &self,
        of: CUgraphNode,
        node: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, _| self.wait_semaphores_node(node))
    }

    pub(crate) unsafe fn cuGraphBatchMemOpNodeSetParams(
        &self,
        of: CUgraphNode,
        node: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(of, |_, _| self.batch_node(node))
    }
}
