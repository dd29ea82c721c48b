//! Adding nodes.

use core::ptr::null;

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::calls::Call;
use crate::calls::graph::edges;
use crate::state::{
    error::*,
    graph::{Graph, edge::Edge, node::NodeKind},
    outcome::{In, InOut, Out, Outcome},
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

/// The graph and dependencies of a new node, as a call has them, and the place for its handle.
struct NewNode {
    node: Out<CUgraphNode>,
    graph: CUgraph,
    after: (*const CUgraphNode, usize),
    data: *const CUgraphEdgeData,
}

impl NewNode {
    /// # Safety
    /// Both lists are null, or have `count` elements.
    unsafe fn new(
        node: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        data: *const CUgraphEdgeData,
        count: usize,
    ) -> Self {
        Self { node, graph, after: (dependencies, count), data }
    }

    /// Reads the dependencies.
    fn edges(&self) -> Result<Vec<Edge>, CUresult> {
        // SAFETY: `new` had lists of that many.
        unsafe { edges(self.after.0, self.data, self.after.1) }
    }
}

impl Call {
    pub(crate) unsafe fn cuGraphAddKernelNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_KERNEL_NODE_PARAMS_v1>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.add_node(new, |_| unsafe { self.kernel(&newer(node), Attributes::new()) })
    }

    pub(crate) unsafe fn cuGraphAddKernelNode_v2(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_KERNEL_NODE_PARAMS>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.add_node(new, |_| unsafe { self.kernel(node, Attributes::new()) })
    }

    pub(crate) unsafe fn cuGraphAddMemcpyNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        copy: In<CUDA_MEMCPY3D>,
        ctx: CUcontext,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let copy = &copy.read()?;
        self.add_node(new, |_| self.copy_node(copy, ctx))
    }

    pub(crate) unsafe fn cuGraphAddMemsetNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_MEMSET_NODE_PARAMS>,
        ctx: CUcontext,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        self.add_node(new, |_| self.fill_node(node, ctx))
    }

    pub(crate) unsafe fn cuGraphAddHostNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_HOST_NODE_PARAMS>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        self.add_node(new, |_| self.host_node(node))
    }

    pub(crate) unsafe fn cuGraphAddChildGraphNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        child: CUgraph,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        self.add_node(new, |graph| self.child(graph, child))
    }

    pub(crate) unsafe fn cuGraphAddEmptyNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        self.add_node(new, |_| Ok(NodeKind::Empty))
    }

    pub(crate) unsafe fn cuGraphAddEventRecordNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        event: CUevent,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        self.add_node(new, |_| self.record_node(event))
    }

    pub(crate) unsafe fn cuGraphAddEventWaitNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        event: CUevent,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        self.add_node(new, |_| self.wait_node(event))
    }

    pub(crate) unsafe fn cuGraphAddExternalSemaphoresSignalNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.add_node(new, |_| unsafe { self.signal_node(node) })
    }

    pub(crate) unsafe fn cuGraphAddExternalSemaphoresWaitNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_EXT_SEM_WAIT_NODE_PARAMS>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.add_node(new, |_| unsafe { self.wait_semaphores_node(node) })
    }

    pub(crate) unsafe fn cuGraphAddBatchMemOpNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        node: In<CUDA_BATCH_MEM_OP_NODE_PARAMS>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        let node = &node.read()?;
        // SAFETY: the program's parameters are as documented.
        self.add_node(new, |_| unsafe { self.batch_node(node) })
    }

    pub(crate) unsafe fn cuGraphAddMemFreeNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        graph: CUgraph,
        dependencies: *const CUgraphNode,
        count: usize,
        address: CUdeviceptr,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new = unsafe { NewNode::new(phGraphNode, graph, dependencies, null(), count) };
        self.add_node(new, |graph| graph.free_node(&self.system.graph_memory, address))
    }
}

impl Call {
    /// Adds the node that `make` creates for the graph.
    fn add_node(
        &self,
        new: NewNode,
        make: impl FnOnce(&Graph) -> Result<NodeKind, CUresult>,
    ) -> Outcome {
        if new.node.is_null() {
            return Err(INVALID_VALUE);
        }
        let graph = self.graph(new.graph)?;
        let after = new.edges()?;
        graph.check_nodes(&after)?;
        let node = graph.add(make(&graph)?, &after)?;
        new.node.store(node as CUgraphNode)
    }

    pub(crate) unsafe fn cuGraphAddMemAllocNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: InOut<CUDA_MEM_ALLOC_NODE_PARAMS>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new =
            unsafe { NewNode::new(phGraphNode, hGraph, dependencies, null(), numDependencies) };
        let mut node = nodeParams.input.read()?;
        self.add_node(new, |_| {
            // SAFETY: the program's parameters are as documented.
            let allocation = unsafe { self.allocation(&node)? };
            node.dptr = allocation.address;
            Ok(NodeKind::Allocate(allocation.into()))
        })?;
        nodeParams.output.store(node)
    }

    pub(crate) unsafe fn cuGraphAddNode(
        &self,
        phGraphNode: Out<CUgraphNode>,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: InOut<CUgraphNodeParams>,
    ) -> Outcome {
        // SAFETY: the list has that many.
        let new =
            unsafe { NewNode::new(phGraphNode, hGraph, dependencies, null(), numDependencies) };
        self.add_any(new, nodeParams)
    }

    pub(crate) unsafe fn cuGraphAddNode_v2(
        &self,
        phGraphNode: Out<CUgraphNode>,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: InOut<CUgraphNodeParams>,
    ) -> Outcome {
        // SAFETY: the lists have that many.
        let new = unsafe {
            NewNode::new(phGraphNode, hGraph, dependencies, dependencyData, numDependencies)
        };
        self.add_any(new, nodeParams)
    }

    pub(crate) unsafe fn cuGraphAddNode_v3(
        &self,
        phGraphNode: Out<CUgraphNode>,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: InOut<CUgraphNodeParams>,
    ) -> Outcome {
        // SAFETY: the lists have that many.
        let new = unsafe {
            NewNode::new(phGraphNode, hGraph, dependencies, dependencyData, numDependencies)
        };
        self.add_any(new, nodeParams)
    }

    /// Adds a node of any kind, and returns what it creates through its parameters.
    fn add_any(&self, new: NewNode, parameters: InOut<CUgraphNodeParams>) -> Outcome {
        static MOVES: Mutex<()> = Mutex::new(());
        let mut node = parameters.input.read()?;
        let is_graph = node.type_ == CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH;
        // A graph that moves must move only once, not into itself, and not if the node can't be added.
        let _alone = is_graph.then(|| MOVES.lock());
        if is_graph {
            self.graph(new.graph)?.check_plain(&new.edges()?)?;
        }
        let (mut address, mut bodies) = (None, None);
        self.add_node(new, |graph| {
            // SAFETY: the program's parameters are as documented.
            let kind = unsafe { self.kind(graph, &node, Attributes::new())? };
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
        if address.is_some() || bodies.is_some() { parameters.output.store(node) } else { Ok(()) }
    }
}
