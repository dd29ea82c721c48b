//! The parameters of nodes, as C reads them.

use core::ffi::c_uint;

use cuda_driver_sys::*;

use crate::state::graph::node::{Allocation, Batch, FillNode, NodeKind};
use crate::state::plain::of_fields;
use crate::state::work::KernelLaunch;

/// Returns the parameters of a kernel node for C.
pub(crate) fn kernel_parameters(launch: &KernelLaunch) -> CUDA_KERNEL_NODE_PARAMS {
    let pointers = launch.pointers();
    let pointers = if pointers.is_empty() {
        core::ptr::null_mut()
    } else {
        pointers.as_ptr().cast_mut().cast()
    };
    CUDA_KERNEL_NODE_PARAMS {
        func: launch.function as CUfunction,
        gridDimX: launch.grid[0],
        gridDimY: launch.grid[1],
        gridDimZ: launch.grid[2],
        blockDimX: launch.block[0],
        blockDimY: launch.block[1],
        blockDimZ: launch.block[2],
        sharedMemBytes: launch.dynamic_shared,
        _padding_after_sharedMemBytes: [0; 4],
        kernelParams: pointers,
        extra: core::ptr::null_mut(),
        kern: launch.kern as CUkernel,
        ctx: launch.context as CUcontext,
    }
}

/// Returns the parameters of a fill node for C.
pub(crate) fn fill_parameters(node: &FillNode) -> CUDA_MEMSET_NODE_PARAMS {
    CUDA_MEMSET_NODE_PARAMS {
        dst: node.fill.address,
        pitch: node.fill.pitch as usize,
        value: node.fill.value,
        elementSize: node.fill.element as u32,
        width: node.fill.width as usize,
        height: node.fill.height as usize,
    }
}

/// Returns the parameters of a batch for C; its operations are readable while the node has them.
pub(crate) fn batch_parameters(batch: &Batch) -> CUDA_BATCH_MEM_OP_NODE_PARAMS {
    CUDA_BATCH_MEM_OP_NODE_PARAMS {
        ctx: batch.context as CUcontext,
        count: batch.operations.len() as u32,
        _padding_after_count: [0; 4],
        paramArray: batch.operations.as_ptr().cast_mut().cast(),
        flags: batch.flags,
        _padding_after_flags: [0; 4],
    }
}

/// Returns the parameters of an allocation for C; its access descriptions are readable while the node exists.
pub(crate) fn allocation_parameters(allocation: &Allocation) -> CUDA_MEM_ALLOC_NODE_PARAMS {
    CUDA_MEM_ALLOC_NODE_PARAMS {
        poolProps: allocation.properties.0,
        accessDescs: allocation.access.as_ptr().cast(),
        accessDescCount: allocation.access.len(),
        bytesize: allocation.bytes,
        dptr: allocation.address,
    }
}

/// Returns the parameters of a node of any kind, for C.
pub(crate) fn any_parameters(kind: &NodeKind) -> CUgraphNodeParams {
    // SAFETY: it is plain data, for which zero is valid.
    let mut parameters: CUgraphNodeParams = unsafe { core::mem::zeroed() };
    parameters.type_ = kind.node_type();
    match kind {
        NodeKind::Kernel(launch) => {
            let node = kernel_parameters(launch);
            parameters.params.kernel = of_fields!(
                CUDA_KERNEL_NODE_PARAMS_v3 of node: func gridDimX gridDimY gridDimZ blockDimX
                blockDimY blockDimZ sharedMemBytes kernelParams extra kern ctx
            );
        }
        NodeKind::Copy(copy) => parameters.params.memcpy.copyParams = copy.described.0,
        NodeKind::Fill(fill) => {
            let node = fill_parameters(fill);
            parameters.params.memset = of_fields!(
                CUDA_MEMSET_NODE_PARAMS_v2 of node: dst pitch value elementSize width height
            );
        }
        NodeKind::Host { function, argument } => {
            parameters.params.host.fn_ = Some(*function);
            parameters.params.host.userData = *argument as *mut _;
        }
        NodeKind::Child(child) => parameters.params.graph.graph = child.0.raw(),
        NodeKind::Record(event) => parameters.params.eventRecord.event = event.handle() as CUevent,
        NodeKind::Wait(event) => parameters.params.eventWait.event = event.handle() as CUevent,
        NodeKind::Allocate(allocation) => {
            let node = allocation_parameters(allocation);
            parameters.params.alloc = CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
                poolProps: node.poolProps,
                accessDescs: node.accessDescs,
                accessDescCount: node.accessDescCount,
                bytesize: node.bytesize,
                dptr: node.dptr,
            };
        }
        NodeKind::Free(address) => parameters.params.free.dptr = *address,
        NodeKind::Batch(batch) => {
            let node = batch_parameters(batch);
            parameters.params.memOp =
                of_fields!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 of node: ctx count paramArray flags);
        }
        NodeKind::Conditional(node) => {
            parameters.params.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
                handle: node.condition.handle,
                type_: node.kind,
                size: node.bodies.len() as c_uint,
                phGraph_out: node.handles.as_ptr().cast_mut().cast(),
                ctx: node.context as CUcontext,
            };
        }
        NodeKind::Semaphores(list) => {
            if let Some(node) = list.signals() {
                parameters.params.extSemSignal.extSemArray = node.extSemArray;
                parameters.params.extSemSignal.paramsArray = node.paramsArray;
                parameters.params.extSemSignal.numExtSems = node.numExtSems;
            }
            if let Some(node) = list.waits() {
                parameters.params.extSemWait.extSemArray = node.extSemArray;
                parameters.params.extSemWait.paramsArray = node.paramsArray;
                parameters.params.extSemWait.numExtSems = node.numExtSems;
            }
        }
        NodeKind::Empty | NodeKind::Other(_) => {}
    }
    parameters
}
