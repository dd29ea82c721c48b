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

/// Defines the functions that add a node of one kind, as `|call, graph|` evaluates to it: with parameters behind a pointer,
/// which mustn't be null, and others.
macro_rules! additions {
    ($($name:ident($(&$node:ident $(,)?)? $($value:ident),*) |$call:ident, $graph:tt| $kind:expr;)*) => {
        impl Call {$(
            entry!($name, |self, node, graph, dependencies, count $(, $node)? $(, $value)*| {
                let new = NewNode::plain(node, graph, dependencies, count);
                $(let $node = $node.as_ref().ok_or(INVALID_VALUE)?;)?
                let $call = self;
                $call.add_node(new, |$graph| $kind)
            });
        )*}
    };
}

additions! {
    cuGraphAddKernelNode(&node) |call, _| call.kernel(&newer(node), Attributes::new());
    cuGraphAddKernelNode_v2(&node) |call, _| call.kernel(node, Attributes::new());
    cuGraphAddMemcpyNode(&copy, ctx) |call, _| call.copy_node(copy, ctx);
    cuGraphAddMemsetNode(&node, ctx) |call, _| call.fill_node(node, ctx);
    cuGraphAddHostNode(&node) |call, _| call.host_node(node);
    cuGraphAddChildGraphNode(child) |call, graph| call.child(graph, child);
    cuGraphAddEmptyNode() |call, _| Ok(NodeKind::Empty);
    cuGraphAddEventRecordNode(event) |call, _| call.record_node(event);
    cuGraphAddEventWaitNode(event) |call, _| call.wait_node(event);
    cuGraphAddExternalSemaphoresSignalNode(&node) |call, _| call.signal_node(node);
    cuGraphAddExternalSemaphoresWaitNode(&node) |call, _| call.wait_semaphores_node(node);
    cuGraphAddBatchMemOpNode(&node) |call, _| call.batch_node(node);
    cuGraphAddMemFreeNode(address) |call, graph| graph.free_node(&call.system.graph_memory, address);
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

    entry! { cuGraphAddMemAllocNode(
        self, phGraphNode, hGraph, dependencies, numDependencies, nodeParams,
    ) => {
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
    } }

    entry! { cuGraphAddNode(
        self, phGraphNode, hGraph, dependencies, numDependencies, nodeParams,
    ) => {
        let data = core::ptr::null();
        self.cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, data, numDependencies, nodeParams)
    } }

    entry! { cuGraphAddNode_v2(
        self, phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams,
    ) => {
        let new = NewNode {
            node: phGraphNode,
            graph: hGraph,
            after: (dependencies, numDependencies),
            data: dependencyData,
        };
        let node = nodeParams.as_mut().ok_or(INVALID_VALUE)?;
        self.add_any(new, node)
    } }

    entry! { cuGraphAddNode_v3(
        self, phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams,
    ) => {
        self.cuGraphAddNode_v2(
            phGraphNode,
            hGraph,
            dependencies,
            dependencyData,
            numDependencies,
            nodeParams,
        )
    } }

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
