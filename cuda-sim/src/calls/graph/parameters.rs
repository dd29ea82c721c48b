//! Parameters of nodes: checking what the program gives, and returning it.

use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::launch::Shape;
use crate::state::{
    error::*,
    graph::{
        Graph, MAX_DEPTH,
        node::{Batch, CopyNode, FillNode, Inner, NodeKind},
    },
    handles::Object,
    plain::{Plain, of_fields},
    work::Attributes,
};

/// Returns the first number of an attribute.
fn number(attributes: &Attributes, id: CUlaunchAttributeID) -> Option<u32> {
    numbers(attributes, id).map(|numbers| numbers[0])
}

/// Returns the first three numbers of an attribute.
fn numbers(attributes: &Attributes, id: CUlaunchAttributeID) -> Option<[u32; 3]> {
    let bytes = attributes.get(&id.0)?;
    let mut words = bytes.chunks_exact(4).map(|word| {
        let word = <[u8; 4]>::try_from(word).unwrap_or_default();
        u32::from_ne_bytes(word)
    });
    let mut next = || words.next().unwrap_or_default();
    Some([next(), next(), next()])
}

/// Adds what the attributes say to the configuration of a launch.
pub(super) fn apply(shape: &mut Shape, attributes: Attributes) {
    use CUlaunchAttributeID as A;
    let cooperative = number(&attributes, A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
    shape.cooperative = cooperative.is_some_and(|cooperative| cooperative != 0);
    let cluster = numbers(&attributes, A::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    shape.cluster = cluster.filter(|cluster| *cluster != [0; 3]);
    shape.attributes = attributes;
}

impl Call {
    /// Checks the parameters of a kernel node that has these attributes.
    ///
    /// # Safety
    /// The parameters are as documented for `cuLaunchKernel`.
    pub(super) unsafe fn kernel(
        &self,
        node: &CUDA_KERNEL_NODE_PARAMS,
        attributes: Attributes,
    ) -> Result<NodeKind, CUresult> {
        self.system.check()?;
        let (function, context, kern) = if node.func.is_null() {
            let kernel = self.system.kernels.get(node.kern)?;
            let context = self.system.contexts.get_or_current(node.ctx)?;
            let function = self.system.function_in(&kernel, &context)?;
            (function, context, node.kern as usize)
        } else {
            let function = self.system.functions.get(node.func)?;
            let context = self.system.contexts.get(function.context() as CUcontext)?;
            (function, context, 0)
        };
        let mut shape = Shape {
            grid: [node.gridDimX, node.gridDimY, node.gridDimZ],
            block: [node.blockDimX, node.blockDimY, node.blockDimZ],
            dynamic_shared: node.sharedMemBytes,
            ..Shape::default()
        };
        apply(&mut shape, attributes);
        let (params, extra) = (node.kernelParams, node.extra);
        // SAFETY: the caller guarantees it.
        let mut launch = unsafe { self.node_launch(&function, &context, shape, params, extra)? };
        launch.kern = kern;
        Ok(NodeKind::Kernel(Arc::new(launch)))
    }

    pub(super) fn copy_node(
        &self,
        copy: &CUDA_MEMCPY3D,
        context: CUcontext,
    ) -> Result<NodeKind, CUresult> {
        self.system.contexts.get_or_current(context)?;
        Ok(NodeKind::Copy(CopyNode { copy: self.copy_of_node(copy)?, described: Plain(*copy) }))
    }

    pub(super) fn fill_node(
        &self,
        node: &CUDA_MEMSET_NODE_PARAMS,
        context: CUcontext,
    ) -> Result<NodeKind, CUresult> {
        self.system.contexts.get_or_current(context)?;
        let fill = self.fill_of_node(node)?;
        Ok(NodeKind::Fill(FillNode { fill }))
    }

    pub(super) fn host_node(&self, node: &CUDA_HOST_NODE_PARAMS) -> Result<NodeKind, CUresult> {
        Ok(NodeKind::Host {
            function: node.fn_.ok_or(INVALID_VALUE)?,
            argument: node.userData as usize,
        })
    }

    pub(super) fn record_node(&self, event: CUevent) -> Result<NodeKind, CUresult> {
        let event = self.system.events.get(event);
        event.map(|event| NodeKind::Record(event)).map_err(|_| INVALID_VALUE)
    }

    pub(super) fn wait_node(&self, event: CUevent) -> Result<NodeKind, CUresult> {
        let event = self.system.events.get(event);
        event.map(|event| NodeKind::Wait(event)).map_err(|_| INVALID_VALUE)
    }

    /// # Safety
    /// The arrays have as many elements as it says.
    pub(super) unsafe fn signal_node(
        &self,
        node: &CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Result<NodeKind, CUresult> {
        // SAFETY: the caller guarantees it.
        Ok(NodeKind::Semaphores(unsafe { self.signals(node)? }))
    }

    /// # Safety
    /// As above.
    pub(super) unsafe fn wait_semaphores_node(
        &self,
        node: &CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Result<NodeKind, CUresult> {
        // SAFETY: the caller guarantees it.
        Ok(NodeKind::Semaphores(unsafe { self.waits(node)? }))
    }

    /// # Safety
    /// The array has as many elements as it says.
    pub(super) unsafe fn batch_node(
        &self,
        node: &CUDA_BATCH_MEM_OP_NODE_PARAMS,
    ) -> Result<NodeKind, CUresult> {
        if node.ctx.is_null() {
            return Err(INVALID_VALUE);
        }
        let context = self.system.contexts.get(node.ctx)?;
        // SAFETY: the caller guarantees it.
        let batch = unsafe { self.operations(node.count, node.paramArray, node.flags) };
        // Unknown operations aren't supported on a stream, and invalid in a node.
        let (operations, work) = batch.map_err(|_| INVALID_VALUE)?;
        Ok(NodeKind::Batch(Arc::new(Batch {
            context: context.handle,
            flags: node.flags,
            operations,
            work,
        })))
    }

    /// Copies a graph for a node of another one.
    pub(super) fn child(&self, graph: &Graph, child: CUgraph) -> Result<NodeKind, CUresult> {
        let child = self.graph(child)?;
        if child.handle == graph.handle {
            return Err(INVALID_VALUE);
        }
        let copy = child.copy(graph.depth() + 1)?;
        Ok(NodeKind::Child(Inner(copy)))
    }

    /// Makes a graph part of a node of another one.
    fn moved_child(&self, graph: &Graph, child: CUgraph) -> Result<NodeKind, CUresult> {
        let child = self.graph(child)?;
        if child.depth() > 0 || child.contains(graph) {
            return Err(INVALID_VALUE);
        }
        if graph.depth() + child.height() >= MAX_DEPTH {
            return Err(NOT_SUPPORTED);
        }
        child.set_depth(graph.depth() + 1);
        Ok(NodeKind::Child(Inner(child)))
    }

    /// Checks parameters of any kind; `attributes` are those of the kernel node that they are for.
    ///
    /// # Safety
    /// The parameters are those of the type, and as documented.
    pub(super) unsafe fn kind(
        &self,
        graph: &Graph,
        node: &CUgraphNodeParams,
        attributes: Attributes,
    ) -> Result<NodeKind, CUresult> {
        use CUgraphChildGraphNodeOwnership as O;
        use CUgraphNodeType as T;
        if node.reserved0 != [0; 3] || node.reserved2 != 0 {
            return Err(INVALID_VALUE);
        }
        let (params, size) = (&node.params, size_of_parameters(node)?);
        // SAFETY: all bytes are there, and only fields of the type are read.
        let (bytes, kernel, copy, fill, host, child, wait, record) = unsafe {
            (
                &params.asBytes,
                &params.kernel,
                &params.memcpy,
                &params.memset,
                &params.host,
                &params.graph,
                &params.eventWait,
                &params.eventRecord,
            )
        };
        // SAFETY: as above.
        let (signals, waits, allocation, free, batch, conditional) = unsafe {
            (
                &params.extSemSignal,
                &params.extSemWait,
                &params.alloc,
                &params.free,
                &params.memOp,
                &params.conditional,
            )
        };
        let rest = bytes.get(size..).unwrap_or_default();
        if rest.iter().any(|byte| *byte != 0) {
            return Err(INVALID_VALUE);
        }
        match node.type_ {
            // SAFETY: the caller guarantees that they are as documented, also below.
            T::CU_GRAPH_NODE_TYPE_KERNEL => unsafe {
                self.kernel(&plain_kernel(kernel), attributes)
            },
            T::CU_GRAPH_NODE_TYPE_MEMCPY => match (copy.flags, copy.reserved) {
                (0, 0) => self.copy_node(&copy.copyParams, copy.copyCtx),
                _ => Err(INVALID_VALUE),
            },
            T::CU_GRAPH_NODE_TYPE_MEMSET => {
                let plain = CUDA_MEMSET_NODE_PARAMS {
                    dst: fill.dst,
                    pitch: fill.pitch,
                    value: fill.value,
                    elementSize: fill.elementSize,
                    width: fill.width,
                    height: fill.height,
                };
                self.fill_node(&plain, fill.ctx)
            }
            T::CU_GRAPH_NODE_TYPE_HOST => {
                self.host_node(&CUDA_HOST_NODE_PARAMS { fn_: host.fn_, userData: host.userData })
            }
            T::CU_GRAPH_NODE_TYPE_GRAPH => match child.ownership {
                O::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE => self.child(graph, child.graph),
                O::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE => self.moved_child(graph, child.graph),
                _ => Err(INVALID_VALUE),
            },
            T::CU_GRAPH_NODE_TYPE_WAIT_EVENT => self.wait_node(wait.event),
            T::CU_GRAPH_NODE_TYPE_EVENT_RECORD => self.record_node(record.event),
            T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL => {
                let signals = of_fields!(
                    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS of signals: extSemArray paramsArray numExtSems
                );
                // SAFETY: as above.
                unsafe { self.signal_node(&signals) }
            }
            T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT => {
                let waits = of_fields!(
                    CUDA_EXT_SEM_WAIT_NODE_PARAMS of waits: extSemArray paramsArray numExtSems
                );
                // SAFETY: as above.
                unsafe { self.wait_semaphores_node(&waits) }
            }
            T::CU_GRAPH_NODE_TYPE_MEM_ALLOC => {
                let allocation = of_fields!(
                    CUDA_MEM_ALLOC_NODE_PARAMS of allocation: poolProps accessDescs accessDescCount bytesize
                );
                // SAFETY: as above.
                Ok(NodeKind::Allocate(unsafe { self.allocation(&allocation)? }.into()))
            }
            T::CU_GRAPH_NODE_TYPE_MEM_FREE => graph.free_node(&self.system.graph_memory, free.dptr),
            T::CU_GRAPH_NODE_TYPE_BATCH_MEM_OP => {
                let batch =
                    of_fields!(CUDA_BATCH_MEM_OP_NODE_PARAMS of batch: ctx count paramArray flags);
                // SAFETY: as above.
                unsafe { self.batch_node(&batch) }
            }
            T::CU_GRAPH_NODE_TYPE_CONDITIONAL => {
                let node = self.conditional(graph, conditional)?;
                Ok(NodeKind::Conditional(node))
            }
            _ => Ok(NodeKind::Empty),
        }
    }
}

/// Returns the size in bytes of the parameters of a node's type.
fn size_of_parameters(node: &CUgraphNodeParams) -> Result<usize, CUresult> {
    use CUgraphNodeType as T;
    let params = &node.params;
    // SAFETY: only the sizes of the fields are used.
    Ok(unsafe {
        match node.type_ {
            T::CU_GRAPH_NODE_TYPE_KERNEL => size_of_val(&params.kernel),
            T::CU_GRAPH_NODE_TYPE_MEMCPY => size_of_val(&params.memcpy),
            T::CU_GRAPH_NODE_TYPE_MEMSET => size_of_val(&params.memset),
            T::CU_GRAPH_NODE_TYPE_HOST => size_of_val(&params.host),
            T::CU_GRAPH_NODE_TYPE_GRAPH => size_of_val(&params.graph),
            T::CU_GRAPH_NODE_TYPE_EMPTY => 0,
            T::CU_GRAPH_NODE_TYPE_WAIT_EVENT => size_of_val(&params.eventWait),
            T::CU_GRAPH_NODE_TYPE_EVENT_RECORD => size_of_val(&params.eventRecord),
            T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL => size_of_val(&params.extSemSignal),
            T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT => size_of_val(&params.extSemWait),
            T::CU_GRAPH_NODE_TYPE_MEM_ALLOC => size_of_val(&params.alloc),
            T::CU_GRAPH_NODE_TYPE_MEM_FREE => size_of_val(&params.free),
            T::CU_GRAPH_NODE_TYPE_BATCH_MEM_OP => size_of_val(&params.memOp),
            T::CU_GRAPH_NODE_TYPE_CONDITIONAL => size_of_val(&params.conditional),
            _ => return Err(INVALID_VALUE),
        }
    })
}

/// Returns the parameters as calls of kernel nodes have them.
fn plain_kernel(kernel: &CUDA_KERNEL_NODE_PARAMS_v3) -> CUDA_KERNEL_NODE_PARAMS {
    of_fields!(
        CUDA_KERNEL_NODE_PARAMS of kernel: func gridDimX gridDimY gridDimZ blockDimX blockDimY
        blockDimZ sharedMemBytes kernelParams extra kern ctx
    )
}
