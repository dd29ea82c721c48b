//! Reading what the nodes of a graph do.

use core::ffi::c_void;

use cuda_driver_sys::{
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS, CUDA_EXT_SEM_WAIT_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS,
    CUDA_MEM_ALLOC_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUdeviceptr, CUevent,
    CUgraph, CUgraphConditionalHandle, CUgraphNode, CUhostFn, CUstreamBatchMemOpParams, Symbol,
};

use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::generated::enums::GraphConditionalNodeType;
use crate::graph::{GraphBuilder, GraphNode, GraphNodeType};

/// What a node does, as the driver tells: [`GraphBuilder::node_params`]. Handles and pointers are the driver's, and valid as
/// long as the node isn't changed or destroyed.
#[derive(Clone)]
#[non_exhaustive]
pub enum GraphNodeParams {
    /// Nothing.
    Empty,
    /// Launches a kernel. The arguments are in the driver's copy.
    Kernel(CUDA_KERNEL_NODE_PARAMS),
    /// Copies memory.
    Memcpy(CUDA_MEMCPY3D),
    /// Sets memory.
    Memset(CUDA_MEMSET_NODE_PARAMS),
    /// Calls a function with an argument.
    Host(CUhostFn, *mut c_void),
    /// Runs a child graph.
    Graph(CUgraph),
    /// Records an event.
    EventRecord(CUevent),
    /// Waits for an event.
    WaitEvent(CUevent),
    /// Signals external semaphores.
    ExtSemasSignal(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS),
    /// Waits for external semaphores.
    ExtSemasWait(CUDA_EXT_SEM_WAIT_NODE_PARAMS),
    /// Allocates memory.
    MemAlloc(CUDA_MEM_ALLOC_NODE_PARAMS),
    /// Frees memory.
    MemFree(CUdeviceptr),
    /// Runs memory operations.
    BatchMemOp(Vec<CUstreamBatchMemOpParams>),
    /// Runs its bodies depending on a condition.
    Conditional {
        /// The condition.
        condition: CUgraphConditionalHandle,
        /// What the condition chooses.
        conditional_type: GraphConditionalNodeType,
        /// The bodies.
        bodies: Vec<CUgraph>,
    },
    /// What this crate doesn't know.
    Other(GraphNodeType),
}

impl GraphBuilder<'_> {
    /// Returns what a node does.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_driver::graph::{GraphNodeParams, MemsetNode};
    ///
    /// let mut x = stream.alloc::<u32>(10)?;
    /// let mut graph = context.create_graph()?;
    /// // SAFETY: the graph isn't launched.
    /// let node = graph.add_node(&[], unsafe { MemsetNode::new(&mut x, 7u32) }?)?;
    /// match graph.node_params(node)? {
    ///     GraphNodeParams::Memset(params) => assert_eq!((params.width, params.value), (10, 7)),
    ///     other => panic!("{other:?}"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphKernelNodeGetParams`](Raw::cuGraphKernelNodeGetParams), and the function of each other type of node
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error. Conditional nodes need a driver of CUDA 13.2.
    #[doc(alias("cuGraphKernelNodeGetParams", "cuGraphKernelNodeGetParams_v2"))]
    #[doc(alias("cuGraphMemcpyNodeGetParams", "cuGraphMemsetNodeGetParams"))]
    #[doc(alias("cuGraphHostNodeGetParams", "cuGraphChildGraphNodeGetGraph"))]
    #[doc(alias("cuGraphEventRecordNodeGetEvent", "cuGraphEventWaitNodeGetEvent"))]
    #[doc(alias = "cuGraphExternalSemaphoresSignalNodeGetParams")]
    #[doc(alias("cuGraphExternalSemaphoresWaitNodeGetParams", "cuGraphMemAllocNodeGetParams"))]
    #[doc(alias("cuGraphMemFreeNodeGetParams", "cuGraphBatchMemOpNodeGetParams"))]
    #[doc(alias = "cuGraphNodeGetParams")]
    pub fn node_params(&self, node: GraphNode) -> Result<GraphNodeParams, Error> {
        self.of_node(Symbol::cuGraphNodeGetParams, node, |raw, handle| {
            // SAFETY: the node is alive and locked.
            Ok(unsafe { read(raw, handle) }?)
        })
    }
}

/// # Safety
/// The node is alive, and no other call uses its graph.
unsafe fn read(raw: Raw, node: CUgraphNode) -> Result<GraphNodeParams, CuResult> {
    use GraphNodeParams as P;
    use GraphNodeType as T;
    // SAFETY: the caller guarantees that the node is alive, and each call is for its type.
    unsafe {
        Ok(match T::from_raw(raw.cuGraphNodeGetType(node)?) {
            T::EMPTY => P::Empty,
            T::KERNEL => P::Kernel(kernel(raw, node)?),
            T::MEMCPY => P::Memcpy(raw.cuGraphMemcpyNodeGetParams(node)?),
            T::MEMSET => P::Memset(raw.cuGraphMemsetNodeGetParams(node)?),
            T::HOST => {
                let host = raw.cuGraphHostNodeGetParams(node)?;
                P::Host(host.fn_, host.userData)
            }
            T::GRAPH => P::Graph(raw.cuGraphChildGraphNodeGetGraph(node)?),
            T::EVENT_RECORD => P::EventRecord(raw.cuGraphEventRecordNodeGetEvent(node)?),
            T::WAIT_EVENT => P::WaitEvent(raw.cuGraphEventWaitNodeGetEvent(node)?),
            T::EXT_SEMAS_SIGNAL => {
                P::ExtSemasSignal(raw.cuGraphExternalSemaphoresSignalNodeGetParams(node)?)
            }
            T::EXT_SEMAS_WAIT => {
                P::ExtSemasWait(raw.cuGraphExternalSemaphoresWaitNodeGetParams(node)?)
            }
            T::MEM_ALLOC => P::MemAlloc(raw.cuGraphMemAllocNodeGetParams(node)?),
            T::MEM_FREE => P::MemFree(raw.cuGraphMemFreeNodeGetParams(node)?),
            T::BATCH_MEM_OP => {
                let batch = raw.cuGraphBatchMemOpNodeGetParams(node)?;
                let operations = if batch.paramArray.is_null() {
                    Vec::new()
                } else {
                    // The driver keeps the operations as long as the node.
                    core::slice::from_raw_parts(batch.paramArray, batch.count as usize).to_vec()
                };
                P::BatchMemOp(operations)
            }
            T::CONDITIONAL => {
                let params = raw.cuGraphNodeGetParams(node)?.params.conditional;
                P::Conditional {
                    condition: params.handle,
                    conditional_type: GraphConditionalNodeType::from_raw(params.type_),
                    bodies: super::conditional::bodies_of(&params),
                }
            }
            other => P::Other(other),
        })
    }
}

/// # Safety
/// The node is a kernel node that is alive, and no other call uses its graph.
unsafe fn kernel(raw: Raw, node: CUgraphNode) -> Result<CUDA_KERNEL_NODE_PARAMS, CuResult> {
    let table = raw.table();
    let older = table.cuGraphKernelNodeGetParams;
    match (table.cuGraphKernelNodeGetParams_v2, older) {
        (None, Some(get)) => {
            let mut params = CUDA_KERNEL_NODE_PARAMS::default();
            // SAFETY: as below; the older struct is the beginning of the newer one.
            let code = unsafe { get(node, (&raw mut params).cast()) };
            raw.check(Symbol::cuGraphKernelNodeGetParams, code)?;
            Ok(params)
        }
        // SAFETY: the caller guarantees that the node is alive.
        _ => unsafe { raw.cuGraphKernelNodeGetParams(node) },
    }
}

impl core::fmt::Debug for GraphNodeParams {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let name = match self {
            Self::Empty => "Empty",
            Self::Kernel(_) => "Kernel",
            Self::Memcpy(_) => "Memcpy",
            Self::Memset(_) => "Memset",
            Self::Host(..) => "Host",
            Self::Graph(_) => "Graph",
            Self::EventRecord(_) => "EventRecord",
            Self::WaitEvent(_) => "WaitEvent",
            Self::ExtSemasSignal(_) => "ExtSemasSignal",
            Self::ExtSemasWait(_) => "ExtSemasWait",
            Self::MemAlloc(_) => "MemAlloc",
            Self::MemFree(_) => "MemFree",
            Self::BatchMemOp(_) => "BatchMemOp",
            Self::Conditional { .. } => "Conditional",
            Self::Other(node_type) => return f.debug_tuple("Other").field(node_type).finish(),
        };
        f.debug_struct(name).finish_non_exhaustive()
    }
}
