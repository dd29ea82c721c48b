//! Adding nodes.

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::calls::Call;
use crate::calls::graph::edges;
use crate::state::{
    error::*,
    graph::{Graph, node::NodeKind},
    outcome::{Outcome, store},
    plain::of_fields,
    work::Attributes,
};

/// The newer parameters of a kernel node, for older ones.
pub(super) fn newer(node: &CUDA_KERNEL_NODE_PARAMS_v1) -> CUDA_KERNEL_NODE_PARAMS {
    of_fields!(
        CUDA_KERNEL_NODE_PARAMS of node: func gridDimX gridDimY gridDimZ blockDimX blockDimY
        blockDimZ sharedMemBytes kernelParams extra
    )
}

/// The graph and dependencies of a new node, and the place for its handle.
struct NewNode {
    node: *mut CUgraphNode,
    graph: CUgraph,
    after: (*const CUgraphNode, usize),
    data: *const CUgraphEdgeData,
}

impl NewNode {
    /// A node whose dependencies have no data.
    fn plain(
        node: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
    ) -> Self {
        Self { node, graph, after: (dependencies, count), data: core::ptr::null() }
    }
}

impl Call {
    pub(crate) unsafe fn cuGraphAddKernelNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_KERNEL_NODE_PARAMS_v1,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.kernel(&newer(node), Attributes::new()))
    }

    pub(crate) unsafe fn cuGraphAddKernelNode_v2(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_KERNEL_NODE_PARAMS,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.kernel(node, Attributes::new()))
    }

    pub(crate) unsafe fn cuGraphAddMemcpyNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        copy: *const CUDA_MEMCPY3D,
        ctx: CUcontext,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let copy = copy.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.copy_node(copy, ctx))
    }

    pub(crate) unsafe fn cuGraphAddMemsetNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_MEMSET_NODE_PARAMS,
        ctx: CUcontext,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.fill_node(node, ctx))
    }

    pub(crate) unsafe fn cuGraphAddHostNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_HOST_NODE_PARAMS,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.host_node(node))
    }

    pub(crate) unsafe fn cuGraphAddChildGraphNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        child: CUgraph,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        self.add_node(new, |graph| self.child(graph, child))
    }

    pub(crate) unsafe fn cuGraphAddEmptyNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        self.add_node(new, |_| Ok(NodeKind::Empty))
    }

    pub(crate) unsafe fn cuGraphAddEventRecordNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        event: CUevent,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        self.add_node(new, |_| self.record_node(event))
    }

    pub(crate) unsafe fn cuGraphAddEventWaitNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        event: CUevent,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        self.add_node(new, |_| self.wait_node(event))
    }

    pub(crate) unsafe fn cuGraphAddExternalSemaphoresSignalNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.signal_node(node))
    }

    pub(crate) unsafe fn cuGraphAddExternalSemaphoresWaitNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.wait_semaphores_node(node))
    }

    pub(crate) unsafe fn cuGraphAddBatchMemOpNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        let node = node.as_ref().ok_or(INVALID_VALUE)?;
        self.add_node(new, |_| self.batch_node(node))
    }

    pub(crate) unsafe fn cuGraphAddMemFreeNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        address: CUdeviceptr,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, graph, dependencies, count);
        self.add_node(new, |graph| graph.free_node(&self.system.graph_memory, address))
    }
}

impl Call {
    /// Adds the node that `make` creates for the graph.
    unsafe fn add_node(
        &self,
        new: NewNode,
        make: impl FnOnce(&Graph) -> Result<NodeKind, CUresult>,
    ) -> Outcome {
        if new.node.is_null() {
            return Err(INVALID_VALUE);
        }
        let graph = self.graph(new.graph)?;
        let after = edges(new.after.0, new.data, new.after.1)?;
        graph.check_nodes(&after)?;
        let node = graph.add(make(&graph)?, &after)?;
        store(new.node, node as CUgraphNode)
    }

    pub(crate) unsafe fn cuGraphAddMemAllocNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
    ) -> Outcome {
        let new = NewNode::plain(phGraphNode, hGraph, dependencies, numDependencies);
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        let mut address = 0;
        self.add_node(new, |_| {
            let allocation = self.allocation(node)?;
            address = allocation.address;
            Ok(NodeKind::Allocate(allocation.into()))
        })?;
        node.dptr = address;
        Ok(())
    }

    pub(crate) unsafe fn cuGraphAddNode(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        let data = core::ptr::null();
        self.cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, data, numDependencies, nodeParams)
    }

    pub(crate) unsafe fn cuGraphAddNode_v2(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        let new = NewNode {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: dependencyData,
        };
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        self.add_any(new, node)
    }

    pub(crate) unsafe fn cuGraphAddNode_v3(
        &self,
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    ) -> Outcome {
        self.cuGraphAddNode_v2(
            phGraphNode,
            hGraph,
            dependencies,
            dependencyData,
            numDependencies,
            nodeParams,
        )
    }

    /// Adds a node of any kind, and returns what it creates through its parameters.
    unsafe fn add_any(&self, new: NewNode, node: &mut CUgraphNodeParams) -> Outcome {
        static MOVES: Mutex<()> = Mutex::new(());
        let is_graph = node.type_ == CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH;
        // A graph that moves must move only once, not into itself, and not if the node can't be added.
        let _alone = is_graph.then(|| MOVES.lock());
        if is_graph {
            let after = edges(new.after.0, new.data, new.after.1)?;
            self.graph(new.graph)?.check_plain(&after)?;
        }
        let (mut address, mut bodies) = (None, None);
        let given = *node;
        self.add_node(new, |graph| {
            let kind = self.kind(graph, &given, Attributes::new())?;
            match &kind {
                NodeKind::Allocate(allocation) => address = Some(allocation.address),
                NodeKind::Conditional(node) => bodies = Some(node.handles.as_ptr()),
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
}
