//! Reading and changing the parameters of nodes.

use core::ffi::c_uint;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::nodes::newer;
use crate::calls::graph::parameters::{
    allocation_parameters, batch_parameters, fill_parameters, kernel_parameters,
};
use crate::state::{
    error::*,
    graph::{Attributes, Graph, Kind},
    outcome::{Outcome, store},
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
            Kind::Record(event) => Some(event.handle),
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
            Kind::Wait(event) => Some(event.handle),
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

/// Returns the parameters of a node of any kind, for C.
pub(crate) fn any_parameters(kind: &Kind) -> CUgraphNodeParams {
    // SAFETY: it is plain data, for which zero is valid.
    let mut it: CUgraphNodeParams = unsafe { core::mem::zeroed() };
    it.type_ = kind.node_type();
    match kind {
        Kind::Kernel(launch) => {
            let node = kernel_parameters(launch);
            it.params.kernel = CUDA_KERNEL_NODE_PARAMS_v3 {
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
                kern: node.kern,
                ctx: node.ctx,
            };
        }
        Kind::Copy(copy) => it.params.memcpy.copyParams = copy.described.0,
        Kind::Fill(fill) => {
            let node = fill_parameters(fill);
            it.params.memset = CUDA_MEMSET_NODE_PARAMS_v2 {
                dst: node.dst,
                pitch: node.pitch,
                value: node.value,
                elementSize: node.elementSize,
                width: node.width,
                height: node.height,
                ctx: core::ptr::null_mut(),
            };
        }
        Kind::Host { function, argument } => {
            it.params.host.fn_ = Some(*function);
            it.params.host.userData = *argument as *mut _;
        }
        Kind::Child(child) => it.params.graph.graph = child.0.raw(),
        Kind::Record(event) => it.params.eventRecord.event = event.handle as CUevent,
        Kind::Wait(event) => it.params.eventWait.event = event.handle as CUevent,
        Kind::Allocate(allocation) => {
            let node = allocation_parameters(allocation);
            it.params.alloc = CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
                poolProps: node.poolProps,
                accessDescs: node.accessDescs,
                accessDescCount: node.accessDescCount,
                bytesize: node.bytesize,
                dptr: node.dptr,
            };
        }
        Kind::Free(address) => it.params.free.dptr = *address,
        Kind::Batch(batch) => {
            let node = batch_parameters(batch);
            it.params.memOp = CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 {
                ctx: node.ctx,
                count: node.count,
                _padding_after_count: [0; 4],
                paramArray: node.paramArray,
                flags: node.flags,
                _padding_after_flags: [0; 4],
            };
        }
        Kind::Conditional(node) => {
            it.params.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
                handle: node.condition.handle,
                type_: node.kind,
                size: node.bodies.len() as c_uint,
                phGraph_out: node.handles.as_ptr().cast_mut().cast(),
                ctx: node.context as CUcontext,
            };
        }
        Kind::Semaphores(list) => {
            if let Some(node) = list.signals() {
                it.params.extSemSignal.extSemArray = node.extSemArray;
                it.params.extSemSignal.paramsArray = node.paramsArray;
                it.params.extSemSignal.numExtSems = node.numExtSems;
            }
            if let Some(node) = list.waits() {
                it.params.extSemWait.extSemArray = node.extSemArray;
                it.params.extSemWait.paramsArray = node.paramsArray;
                it.params.extSemWait.numExtSems = node.numExtSems;
            }
        }
        Kind::Empty | Kind::Other(_) => {}
    }
    it
}
