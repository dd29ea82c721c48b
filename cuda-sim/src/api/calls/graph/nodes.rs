//! Adding nodes, and reading and changing their parameters.

use core::ffi::c_uint;

use cuda_driver_sys::*;

use super::edges;
use super::parameters::{
    allocation_parameters, batch_parameters, fill_parameters, kernel_parameters,
};
use crate::api::{
    Call,
    error::*,
    graph::{Attributes, Graph, Kind, Semaphores},
    outcome::{Outcome, store},
};

/// The newer parameters of a kernel node, for older ones.
pub(super) fn newer(node: &CUDA_KERNEL_NODE_PARAMS_v1) -> CUDA_KERNEL_NODE_PARAMS {
    CUDA_KERNEL_NODE_PARAMS {
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
        kern: core::ptr::null_mut(),
        ctx: core::ptr::null_mut(),
    }
}

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

/// The graph and dependencies of a new node, and the place for its handle.
struct New {
    node: *mut CUgraphNode,
    graph: CUgraph,
    after: (*const CUgraphNode, usize),
    data: *const CUgraphEdgeData,
}

impl Call {
    /// Adds the node that `make` creates for the graph.
    unsafe fn add_node(
        &self,
        new: New,
        make: impl FnOnce(&Graph) -> Result<Kind, CUresult>,
    ) -> Outcome {
        if new.node.is_null() {
            return Err(INVALID_VALUE);
        }
        let graph = self.graph(new.graph)?;
        let after = edges(new.after.0, new.data, new.after.1)?;
        graph.check_nodes(&after)?;
        let node = graph.add(self.system, make(&graph)?, &after)?;
        store(new.node, node as CUgraphNode)
    }

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

    pub(in crate::api) unsafe fn cuGraphAddKernelNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.kernel(&newer(node), Attributes::new()))
    }

    pub(in crate::api) unsafe fn cuGraphAddKernelNode_v2(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.kernel(node, Attributes::new()))
    }

    pub(in crate::api) unsafe fn cuGraphAddMemcpyNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        copyParams: *const CUDA_MEMCPY3D,
        ctx: CUcontext,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let copy = copyParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.copy_node(copy, ctx))
    }

    pub(in crate::api) unsafe fn cuGraphAddMemsetNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        memsetParams: *const CUDA_MEMSET_NODE_PARAMS,
        ctx: CUcontext,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = memsetParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.fill_node(node, ctx))
    }

    pub(in crate::api) unsafe fn cuGraphAddHostNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.host_node(node))
    }

    pub(in crate::api) unsafe fn cuGraphAddChildGraphNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        childGraph: CUgraph,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        self.add_node(new, |graph| self.child(graph, childGraph))
    }

    pub(in crate::api) unsafe fn cuGraphAddEmptyNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        self.add_node(new, |_| Ok(Kind::Empty))
    }

    pub(in crate::api) unsafe fn cuGraphAddEventRecordNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        event: CUevent,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        self.add_node(new, |_| self.record_node(event))
    }

    pub(in crate::api) unsafe fn cuGraphAddEventWaitNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        event: CUevent,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        self.add_node(new, |_| self.wait_node(event))
    }

    pub(in crate::api) unsafe fn cuGraphAddExternalSemaphoresSignalNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| {
            self.semaphores(node.numExtSems, Semaphores::Signal)
        })
    }

    pub(in crate::api) unsafe fn cuGraphAddExternalSemaphoresWaitNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.semaphores(node.numExtSems, Semaphores::Wait))
    }

    pub(in crate::api) unsafe fn cuGraphAddBatchMemOpNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.batch_node(node))
    }

    pub(in crate::api) unsafe fn cuGraphAddMemAllocNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        let mut address = 0;
        self.add_node(new, |_| {
            let allocation = self.allocation(node)?;
            address = allocation.address;
            Ok(Kind::Allocate(allocation.into()))
        })?;
        node.dptr = address;
        Ok(())
    }

    pub(in crate::api) unsafe fn cuGraphAddMemFreeNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        dptr: CUdeviceptr,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        self.add_node(new, |graph| self.free_node(graph, dptr))
    }

    pub(in crate::api) unsafe fn cuGraphAddNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: core::ptr::null(),
        };
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        self.add_any(new, node)
    }

    pub(in crate::api) unsafe fn cuGraphAddNode_v2(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: dependencyData,
        };
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        self.add_any(new, node)
    }

    pub(in crate::api) unsafe fn cuGraphAddNode_v3(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        let new = New {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: dependencyData,
        };
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        self.add_any(new, node)
    }

    /// Adds a node of any kind, and returns what it creates through its parameters.
    unsafe fn add_any(&self, new: New, node: &mut CUgraphNodeParams) -> Outcome {
        let (mut address, mut bodies) = (None, None);
        let given = *node;
        self.add_node(new, |graph| {
            let kind = self.kind(graph, &given, Attributes::new())?;
            match &kind {
                Kind::Allocate(allocation) => address = Some(allocation.address),
                Kind::Conditional(node) => bodies = Some(node.handles.as_ptr()),
                _ => {}
            }
            Ok(kind)
        })?;
        if let Some(address) = address {
            node.params.alloc.dptr = address;
        }
        if let Some(bodies) = bodies {
            node.params.conditional.phGraph_out = bodies.cast_mut().cast();
        }
        Ok(())
    }

    pub(in crate::api) unsafe fn cuGraphNodeSetParams(
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

    pub(in crate::api) unsafe fn cuGraphNodeSetParams_v2(
        &self,
        hNode: CUgraphNode,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        self.cuGraphNodeSetParams(hNode, nodeParams)
    }

    pub(in crate::api) unsafe fn cuGraphNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphKernelNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphKernelNodeGetParams_v2(
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

    pub(in crate::api) unsafe fn cuGraphKernelNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, attributes| self.kernel(&newer(node), attributes))
    }

    pub(in crate::api) unsafe fn cuGraphKernelNodeSetParams_v2(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, attributes| self.kernel(node, attributes))
    }

    pub(in crate::api) unsafe fn cuGraphMemcpyNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphMemcpyNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_MEMCPY3D,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.copy_node(node, core::ptr::null_mut()))
    }

    pub(in crate::api) unsafe fn cuGraphMemsetNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphMemsetNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_MEMSET_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.fill_node(node, core::ptr::null_mut()))
    }

    pub(in crate::api) unsafe fn cuGraphHostNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphHostNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.host_node(node))
    }

    pub(in crate::api) unsafe fn cuGraphEventRecordNodeGetEvent(
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

    pub(in crate::api) unsafe fn cuGraphEventRecordNodeSetEvent(
        &self,
        hNode: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(hNode, |_, _| self.record_node(event))
    }

    pub(in crate::api) unsafe fn cuGraphEventWaitNodeGetEvent(
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

    pub(in crate::api) unsafe fn cuGraphEventWaitNodeSetEvent(
        &self,
        hNode: CUgraphNode,
        event: CUevent,
    ) -> Outcome {
        self.set_node(hNode, |_, _| self.wait_node(event))
    }

    pub(in crate::api) unsafe fn cuGraphExternalSemaphoresSignalNodeGetParams(
        &self,
        hNode: CUgraphNode,
        params_out: *mut CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        self.read_node(hNode, |kind| {
            matches!(kind, Kind::Semaphores(Semaphores::Signal)).then_some(())
        })?;
        // SAFETY: it is plain data, for which zero is valid; there are no semaphores.
        store(params_out, unsafe { core::mem::zeroed() })
    }

    pub(in crate::api) unsafe fn cuGraphExternalSemaphoresSignalNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| {
            self.semaphores(node.numExtSems, Semaphores::Signal)
        })
    }

    pub(in crate::api) unsafe fn cuGraphExternalSemaphoresWaitNodeGetParams(
        &self,
        hNode: CUgraphNode,
        params_out: *mut CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        self.read_node(hNode, |kind| {
            matches!(kind, Kind::Semaphores(Semaphores::Wait)).then_some(())
        })?;
        // SAFETY: it is plain data, for which zero is valid; there are no semaphores.
        store(params_out, unsafe { core::mem::zeroed() })
    }

    pub(in crate::api) unsafe fn cuGraphExternalSemaphoresWaitNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| {
            self.semaphores(node.numExtSems, Semaphores::Wait)
        })
    }

    pub(in crate::api) unsafe fn cuGraphBatchMemOpNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphBatchMemOpNodeSetParams(
        &self,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let node = nodeParams.as_ref().ok_or(INVALID_VALUE)?;
        self.set_node(hNode, |_, _| self.batch_node(node))
    }

    pub(in crate::api) unsafe fn cuGraphMemAllocNodeGetParams(
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

    pub(in crate::api) unsafe fn cuGraphMemFreeNodeGetParams(
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
fn any_parameters(kind: &Kind) -> CUgraphNodeParams {
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
        Kind::Empty | Kind::Semaphores(_) | Kind::Other(_) => {}
    }
    it
}
