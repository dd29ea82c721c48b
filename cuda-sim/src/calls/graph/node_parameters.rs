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

    entry!(cuGraphNodeSetParams, |self, hNode, nodeParams| {
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
    });

    entry!(cuGraphNodeSetParams_v2, |self, hNode, nodeParams| {
        self.cuGraphNodeSetParams(hNode, nodeParams)
    });

    entry!(cuGraphNodeGetParams, |self, hNode, nodeParams| {
        if nodeParams.is_null() {
            return Err(INVALID_VALUE);
        }
        let params = self.read_node(hNode, |kind| Some(any_parameters(kind)))?;
        store(nodeParams, params)
    });
}

/// Defines the functions that read a node of one kind, which the pattern matches, and those that change one to what
/// `|call, attributes|` evaluates to: with parameters behind a pointer, which mustn't be null, or an event.
macro_rules! functions {
    (
        reading { $($read:ident: $pattern:pat => $value:expr;)* }
        changing { $($change:ident($($event:ident)? $(&$node:ident)?) |$call:ident, $attributes:tt| $kind:expr;)* }
    ) => {
        impl Call {
            $(entry!($read, |self, of, found| {
                let value = self.read_node(of, |kind| match kind {
                    $pattern => $value,
                    _ => None,
                })?;
                store(found, value)
            });)*

            $(entry!($change, |self, of $(, $node)? $(, $event)?| {
                $(let $node = $node.as_ref().ok_or(INVALID_VALUE)?;)?
                let $call = self;
                $call.set_node(of, |_, $attributes| $kind)
            });)*
        }
    };
}

functions! {
    reading {
        cuGraphKernelNodeGetParams: NodeKind::Kernel(launch) => Some(older(&kernel_parameters(launch)));
        cuGraphKernelNodeGetParams_v2: NodeKind::Kernel(launch) => Some(kernel_parameters(launch));
        cuGraphMemcpyNodeGetParams: NodeKind::Copy(copy) => Some(copy.described.0);
        cuGraphMemsetNodeGetParams: NodeKind::Fill(fill) => Some(fill_parameters(fill));
        cuGraphHostNodeGetParams:
            NodeKind::Host { function, argument } => Some(CUDA_HOST_NODE_PARAMS {
                fn_: Some(*function),
                userData: *argument as *mut _,
            });
        cuGraphEventRecordNodeGetEvent: NodeKind::Record(event) => Some(event.handle() as CUevent);
        cuGraphEventWaitNodeGetEvent: NodeKind::Wait(event) => Some(event.handle() as CUevent);
        cuGraphExternalSemaphoresSignalNodeGetParams: NodeKind::Semaphores(list) => list.signals();
        cuGraphExternalSemaphoresWaitNodeGetParams: NodeKind::Semaphores(list) => list.waits();
        cuGraphBatchMemOpNodeGetParams: NodeKind::Batch(batch) => Some(batch_parameters(batch));
        cuGraphMemAllocNodeGetParams:
            NodeKind::Allocate(allocation) => Some(allocation_parameters(allocation));
        cuGraphMemFreeNodeGetParams: NodeKind::Free(address) => Some(*address);
    }
    changing {
        cuGraphKernelNodeSetParams(&node) |call, attributes| call.kernel(&newer(node), attributes);
        cuGraphKernelNodeSetParams_v2(&node) |call, attributes| call.kernel(node, attributes);
        cuGraphMemcpyNodeSetParams(&copy) |call, _| call.copy_node(copy, core::ptr::null_mut());
        cuGraphMemsetNodeSetParams(&node) |call, _| call.fill_node(node, core::ptr::null_mut());
        cuGraphHostNodeSetParams(&node) |call, _| call.host_node(node);
        cuGraphEventRecordNodeSetEvent(event) |call, _| call.record_node(event);
        cuGraphEventWaitNodeSetEvent(event) |call, _| call.wait_node(event);
        cuGraphExternalSemaphoresSignalNodeSetParams(&node) |call, _| call.signal_node(node);
        cuGraphExternalSemaphoresWaitNodeSetParams(&node) |call, _| call.wait_semaphores_node(node);
        cuGraphBatchMemOpNodeSetParams(&node) |call, _| call.batch_node(node);
    }
}
