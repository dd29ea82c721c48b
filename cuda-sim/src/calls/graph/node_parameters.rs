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
    outcome::{In, Out, Outcome},
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
    fn set_node(
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

    pub(crate) fn cuGraphNodeSetParams(
        &self,
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
                | T::CU_GRAPH_NODE_TYPE_GRAPH
        ) {
            return Err(NOT_SUPPORTED);
        }
        // SAFETY: the program's parameters are as documented.
        self.set_node(hNode, |graph, attributes| unsafe { self.kind(graph, &node, attributes) })
    }

    pub(crate) fn cuGraphNodeSetParams_v2(
        &self,
        hNode: CUgraphNode,
        nodeParams: In<CUgraphNodeParams>,
    ) -> Outcome {
        self.cuGraphNodeSetParams(hNode, nodeParams)
    }

    pub(crate) fn cuGraphNodeGetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: Out<CUgraphNodeParams>,
    ) -> Outcome {
        nodeParams.not_null()?;
        let params = self.read_node(hNode, |kind| Some(any_parameters(kind)))?;
        nodeParams.store(params)
    }
}

impl Call {
    /// Writes what `read` finds in a node of its kind.
    fn store_of<R>(
        &self,
        node: CUgraphNode,
        to: Out<R>,
        read: impl FnOnce(&NodeKind) -> Option<R>,
    ) -> Outcome {
        to.store(self.read_node(node, read)?)
    }

    pub(crate) fn cuGraphKernelNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_KERNEL_NODE_PARAMS_v1>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Kernel(launch) => Some(older(&kernel_parameters(launch))),
            _ => None,
        })
    }

    pub(crate) fn cuGraphKernelNodeGetParams_v2(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_KERNEL_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Kernel(launch) => Some(kernel_parameters(launch)),
            _ => None,
        })
    }

    pub(crate) fn cuGraphMemcpyNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_MEMCPY3D>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Copy(copy) => Some(copy.described.0),
            _ => None,
        })
    }

    pub(crate) fn cuGraphMemsetNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_MEMSET_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Fill(fill) => Some(fill_parameters(fill)),
            _ => None,
        })
    }

    pub(crate) fn cuGraphHostNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_HOST_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Host { function, argument } => {
                Some(CUDA_HOST_NODE_PARAMS { fn_: Some(*function), userData: *argument as *mut _ })
            }
            _ => None,
        })
    }

    pub(crate) fn cuGraphEventRecordNodeGetEvent(
        &self,
        of: CUgraphNode,
        found: Out<CUevent>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Record(event) => Some(event.handle() as CUevent),
            _ => None,
        })
    }

    pub(crate) fn cuGraphEventWaitNodeGetEvent(
        &self,
        of: CUgraphNode,
        found: Out<CUevent>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Wait(event) => Some(event.handle() as CUevent),
            _ => None,
        })
    }

    pub(crate) fn cuGraphExternalSemaphoresSignalNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Semaphores(list) => list.signals(),
            _ => None,
        })
    }

    pub(crate) fn cuGraphExternalSemaphoresWaitNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_EXT_SEM_WAIT_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Semaphores(list) => list.waits(),
            _ => None,
        })
    }

    pub(crate) fn cuGraphBatchMemOpNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_BATCH_MEM_OP_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Batch(batch) => Some(batch_parameters(batch)),
            _ => None,
        })
    }

    pub(crate) fn cuGraphMemAllocNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUDA_MEM_ALLOC_NODE_PARAMS>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Allocate(allocation) => Some(allocation_parameters(allocation)),
            _ => None,
        })
    }

    pub(crate) fn cuGraphMemFreeNodeGetParams(
        &self,
        of: CUgraphNode,
        found: Out<CUdeviceptr>,
    ) -> Outcome {
        self.store_of(of, found, |kind| match kind {
            NodeKind::Free(address) => Some(*address),
            _ => None,
        })
    }

    pub(crate) fn cuGraphKernelNodeSetParams(
        &self,
        of: CUgraphNode,
        node: In<CUDA_KERNEL_NODE_PARAMS_v1>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_node(of, |_, attributes| unsafe { self.kernel(&newer(node), attributes) })
    }

    pub(crate) fn cuGraphKernelNodeSetParams_v2(
        &self,
        of: CUgraphNode,
        node: In<CUDA_KERNEL_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_node(of, |_, attributes| unsafe { self.kernel(node, attributes) })
    }

    pub(crate) fn cuGraphMemcpyNodeSetParams(
        &self,
        of: CUgraphNode,
        copy: In<CUDA_MEMCPY3D>,
    ) -> Outcome {
        let copy = &copy.read()?;
        self.set_node(of, |_, _| self.copy_node(copy, core::ptr::null_mut()))
    }

    pub(crate) fn cuGraphMemsetNodeSetParams(
        &self,
        of: CUgraphNode,
        node: In<CUDA_MEMSET_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        self.set_node(of, |_, _| self.fill_node(node, core::ptr::null_mut()))
    }

    pub(crate) fn cuGraphHostNodeSetParams(
        &self,
        of: CUgraphNode,
        node: In<CUDA_HOST_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        self.set_node(of, |_, _| self.host_node(node))
    }

    pub(crate) fn cuGraphEventRecordNodeSetEvent(
        &self,
        of: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(of, |_, _| self.record_node(event))
    }

    pub(crate) fn cuGraphEventWaitNodeSetEvent(&self, of: CUgraphNode, event: CUevent) -> Outcome {
        self.set_node(of, |_, _| self.wait_node(event))
    }

    pub(crate) fn cuGraphExternalSemaphoresSignalNodeSetParams(
        &self,
        of: CUgraphNode,
        node: In<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_node(of, |_, _| unsafe { self.signal_node(node) })
    }

    pub(crate) fn cuGraphExternalSemaphoresWaitNodeSetParams(
        &self,
        of: CUgraphNode,
        node: In<CUDA_EXT_SEM_WAIT_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_node(of, |_, _| unsafe { self.wait_semaphores_node(node) })
    }

    pub(crate) fn cuGraphBatchMemOpNodeSetParams(
        &self,
        of: CUgraphNode,
        node: In<CUDA_BATCH_MEM_OP_NODE_PARAMS>,
    ) -> Outcome {
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.set_node(of, |_, _| unsafe { self.batch_node(node) })
    }
}
