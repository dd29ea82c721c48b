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
    graph::{Graph, node::Kind},
    outcome::{Outcome, store},
    work::Attributes,
};

/// The older parameters of a kernel node.
fn older(node: &CUDA_KERNEL_NODE_PARAMS) -> CUDA_KERNEL_NODE_PARAMS_v1 {
    CUDA_KERNEL_NODE_PARAMS_v1 {
        func: node.func,
        gridDimX: node.gridDimX,
        gridDimY: node.gridDimY,
        gridDimZ: node.gridDimZ,
        blockDimX: node.blockDimX,
        blockDimY: node.blockDimY,
        blockDimZ: node.blockDimZ,
        sharedMemBytes: node.sharedMemBytes,
        _padding_after_sharedMemBytes: [0; 4],
        kernelParams: node.kernelParams,
        extra: node.extra,
    }
}

impl Call {
    /// Replaces the parameters of a node with those that `make` creates, which must be of the same kind.
    unsafe fn set_node(
        &self,
        node: CUgraphNode,
        make: impl FnOnce(&Graph, Attributes) -> Result<Kind, CUresult>,
    ) -> Outcome {
        let (graph, node) = self.graph_of(node)?;
        let attributes = graph.with(|nodes| match &nodes.all.get(&node)?.kind {
            Kind::Kernel(launch) => Some(launch.attributes.clone()),
            _ => None,
        });
        let kind = make(&graph, attributes.unwrap_or_default())?;
        let before = graph.with(|nodes| {
            let found = nodes.all.get_mut(&node).ok_or(INVALID_VALUE)?;
            match found.kind.node_type() == kind.node_type() {
                true => Ok(core::mem::replace(&mut found.kind, kind)),
                false => Err(INVALID_VALUE),
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
        self.set_node(hNode, |graph, attributes| {
            self.kind(graph, node, attributes)
        })
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

    pub(crate) unsafe fn cuGraphKernelNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Kernel(launch) => Some(older(&kernel_parameters(launch))),
            _ => None,
        })?;
        store(nodeParams, found)
    }

    pub(crate) unsafe fn cuGraphKernelNodeGetParams_v2(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Kernel(launch) => Some(kernel_parameters(launch)),
            _ => None,
        })?;
        store(nodeParams, found)
    }

    pub(crate) unsafe fn cuGraphKernelNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, attributes| self.kernel(&newer(node), attributes))
    }

    pub(crate) unsafe fn cuGraphKernelNodeSetParams_v2(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, attributes| self.kernel(node, attributes))
    }

    pub(crate) unsafe fn cuGraphMemcpyNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUDA_MEMCPY3D,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Copy(copy) => Some(copy.described.0),
            _ => None,
        })?;
        store(nodeParams, found)
    }

    pub(crate) unsafe fn cuGraphMemcpyNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_MEMCPY3D,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.copy_node(node, core::ptr::null_mut()))
    }

    pub(crate) unsafe fn cuGraphMemsetNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUDA_MEMSET_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Fill(fill) => Some(fill_parameters(fill)),
            _ => None,
        })?;
        store(nodeParams, found)
    }

    pub(crate) unsafe fn cuGraphMemsetNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_MEMSET_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.fill_node(node, core::ptr::null_mut()))
    }

    pub(crate) unsafe fn cuGraphHostNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Host { function, argument } => Some(CUDA_HOST_NODE_PARAMS {
                fn_: Some(*function),
                userData: *argument as *mut _,
            }),
            _ => None,
        })?;
        store(nodeParams, found)
    }

    pub(crate) unsafe fn cuGraphHostNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.host_node(node))
    }

    pub(crate) unsafe fn cuGraphEventRecordNodeGetEvent(
        &self,
        hNode: CUgraphNode,
        event_out: *mut CUevent,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Record(event) => Some(event.handle()),
            _ => None,
        })?;
        store(event_out, found as CUevent)
    }

    pub(crate) unsafe fn cuGraphEventRecordNodeSetEvent(
        &self,
        hNode: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(hNode, |_, _| self.record_node(event))
    }

    pub(crate) unsafe fn cuGraphEventWaitNodeGetEvent(
        &self,
        hNode: CUgraphNode,
        event_out: *mut CUevent,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Wait(event) => Some(event.handle()),
            _ => None,
        })?;
        store(event_out, found as CUevent)
    }

    pub(crate) unsafe fn cuGraphEventWaitNodeSetEvent(
        &self,
        hNode: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(hNode, |_, _| self.wait_node(event))
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresSignalNodeGetParams(
        &self,
        hNode: CUgraphNode,
        params_out: *mut CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Semaphores(list) => list.signals(),
            _ => None,
        })?;
        store(params_out, found)
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresSignalNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.signal_node(node))
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresWaitNodeGetParams(
        &self,
        hNode: CUgraphNode,
        params_out: *mut CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Semaphores(list) => list.waits(),
            _ => None,
        })?;
        store(params_out, found)
    }

    pub(crate) unsafe fn cuGraphExternalSemaphoresWaitNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.wait_semaphores_node(node))
    }

    pub(crate) unsafe fn cuGraphBatchMemOpNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams_out: *mut CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Batch(batch) => Some(batch_parameters(batch)),
            _ => None,
        })?;
        store(nodeParams_out, found)
    }

    pub(crate) unsafe fn cuGraphBatchMemOpNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.batch_node(node))
    }

    pub(crate) unsafe fn cuGraphMemAllocNodeGetParams(
        &self,
        hNode: CUgraphNode,
        params_out: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Allocate(allocation) => Some(allocation_parameters(allocation)),
            _ => None,
        })?;
        store(params_out, found)
    }

    pub(crate) unsafe fn cuGraphMemFreeNodeGetParams(
        &self,
        hNode: CUgraphNode,
        dptr_out: *mut CUdeviceptr,
    ) -> Outcome {
        let found = self.read_node(hNode, |kind| match kind {
            Kind::Free(address) => Some(*address),
            _ => None,
        })?;
        store(dptr_out, found)
    }
}
