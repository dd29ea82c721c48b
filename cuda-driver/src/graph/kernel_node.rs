//! Nodes that launch kernels.

use core::fmt;
use core::ptr;

use cuda_driver_sys::{CUDA_KERNEL_NODE_PARAMS, CUgraph, CUgraphExec, CUgraphNode, Symbol};

use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::graph::params::{Add, Set};
use crate::graph::{GraphBuilder, GraphNode, NodeParams, SettableNodeParams};
use crate::launch::{
    Arguments, Launch, LaunchAttribute, LaunchAttributeId, Launchable, check_arguments_of,
};

/// A node that launches a kernel.
///
/// [`cuGraphAddKernelNode`](crate::driver::Raw::cuGraphAddKernelNode)
#[doc(alias("cuGraphAddKernelNode", "cuGraphAddKernelNode_v2", "cuGraphKernelNodeSetParams"))]
#[doc(alias("cuGraphKernelNodeSetParams_v2", "cuGraphExecKernelNodeSetParams"))]
#[doc(alias = "cuGraphExecKernelNodeSetParams_v2")]
pub struct KernelNode<'a, C, A> {
    code: &'a C,
    launch: Launch<'a>,
    arguments: A,
}

impl<'a, C: Launchable, A: Arguments> KernelNode<'a, C, A> {
    /// Creates the parameters of a launch. The driver copies the arguments when the node is added or changed.
    ///
    /// The node runs the kernel in the graph's context. Attributes of `launch` are set when the node is added, and stay
    /// as they are when it is changed.
    ///
    /// # Safety
    /// - The arguments match the kernel's parameters, and it stays within the memory that it is passed.
    /// - That memory and the kernel's code live until the graph and everything instantiated from it are destroyed, and
    ///   their last launch has completed. [`Graph::keep`](crate::graph::Graph::keep) ensures this.
    #[must_use]
    #[inline]
    pub unsafe fn new(code: &'a C, launch: Launch<'a>, arguments: A) -> Self {
        Self { code, launch, arguments }
    }

    /// Makes a call with the parameters as a C struct.
    fn with<T>(
        &self,
        context: &Context,
        call: impl FnOnce(*const CUDA_KERNEL_NODE_PARAMS) -> Result<T, CuResult>,
    ) -> Result<T, Error> {
        check_arguments_of(self.code, &self.arguments)?;
        let (grid, block, shared_memory) = self.launch.shape();
        let mut storage = self.arguments.store();
        // A newer driver takes a library's kernel by a field of its own; an older one has no such kernels.
        let params = CUDA_KERNEL_NODE_PARAMS {
            func: self.code.handle(),
            gridDimX: grid.x,
            gridDimY: grid.y,
            gridDimZ: grid.z,
            blockDimX: block.x,
            blockDimY: block.y,
            blockDimZ: block.z,
            sharedMemBytes: shared_memory,
            kernelParams: A::pointers(&mut storage),
            extra: ptr::null_mut(),
            kern: ptr::null_mut(),
            ctx: context.as_raw(),
            ..CUDA_KERNEL_NODE_PARAMS::default()
        };
        call(&raw const params)
            .map_err(|error| Error::of_launch(error, self.code, context, self.launch))
    }
}

impl<C, A> fmt::Debug for KernelNode<'_, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("KernelNode");
        debug.field("launch", &self.launch).finish_non_exhaustive()
    }
}

impl<C: Launchable, A: Arguments> NodeParams for KernelNode<'_, C, A> {}
impl<C: Launchable, A: Arguments> SettableNodeParams for KernelNode<'_, C, A> {}

impl<C: Launchable, A: Arguments> Add for KernelNode<'_, C, A> {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        let raw = context.raw();
        let table = raw.table();
        self.with(context, |params| {
            match (table.cuGraphAddKernelNode_v2, table.cuGraphAddKernelNode) {
                (None, Some(add)) => {
                    let mut node = ptr::null_mut();
                    let params = params.cast();
                    // SAFETY: as below; the older struct is the beginning of the newer one.
                    let code =
                        unsafe { add(&raw mut node, graph, after.as_ptr(), after.len(), params) };
                    raw.check(Symbol::cuGraphAddKernelNode, code).map(|()| node)
                }
                // SAFETY: the caller guarantees that all are alive and unused, and the creator of this value that the
                // arguments match the kernel.
                _ => unsafe { raw.cuGraphAddKernelNode(graph, after, params) },
            }
        })
    }

    unsafe fn finish(&self, raw: Raw, node: CUgraphNode) -> Result<(), Error> {
        for attribute in self.launch.attribute_list() {
            let (id, value) = attribute.id_and_value();
            // SAFETY: the node was just added; the value is valid for the attribute.
            unsafe { raw.cuGraphKernelNodeSetAttribute(node, id, value) }?;
        }
        Ok(())
    }

    fn check_driver(&self, raw: Raw) -> Result<(), CuResult> {
        raw.check_same(self.code.raw(), Symbol::cuGraphAddKernelNode)
    }
}

impl<C: Launchable, A: Arguments> Set for KernelNode<'_, C, A> {
    unsafe fn set(
        &self,
        context: &Context,
        exec: Option<CUgraphExec>,
        node: CUgraphNode,
    ) -> Result<(), Error> {
        let raw = context.raw();
        let table = raw.table();
        // SAFETY: the caller guarantees that both are alive and unused, and the creator of this value that the arguments
        // match the kernel; the older struct is the beginning of the newer one.
        self.with(context, |params| unsafe {
            match exec {
                None => {
                    match (table.cuGraphKernelNodeSetParams_v2, table.cuGraphKernelNodeSetParams) {
                        (None, Some(set)) => {
                            raw.check(Symbol::cuGraphKernelNodeSetParams, set(node, params.cast()))
                        }
                        _ => raw.cuGraphKernelNodeSetParams(node, params),
                    }
                }
                Some(exec) => match (
                    table.cuGraphExecKernelNodeSetParams_v2,
                    table.cuGraphExecKernelNodeSetParams,
                ) {
                    (None, Some(set)) => raw.check(
                        Symbol::cuGraphExecKernelNodeSetParams,
                        set(exec, node, params.cast()),
                    ),
                    _ => raw.cuGraphExecKernelNodeSetParams(exec, node, params),
                },
            }
        })
    }
}

/// The attributes of kernel nodes, in the graph. Executable graphs get those of the graph that they are instantiated from, or
/// [updated](crate::graph::GraphExec::update) with.
impl GraphBuilder<'_> {
    /// Returns an attribute of a kernel node.
    ///
    /// [`cuGraphKernelNodeGetAttribute`](crate::driver::Raw::cuGraphKernelNodeGetAttribute)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for a node of another type, or an
    /// attribute that nodes don't have.
    #[doc(alias = "cuGraphKernelNodeGetAttribute")]
    pub fn launch_attribute(
        &self,
        node: GraphNode,
        id: LaunchAttributeId,
    ) -> Result<LaunchAttribute, Error> {
        self.of_node(Symbol::cuGraphKernelNodeGetAttribute, node, |raw, handle| {
            // SAFETY: the node is alive and locked.
            let value = unsafe { raw.cuGraphKernelNodeGetAttribute(handle, id.as_raw()) }?;
            // SAFETY: the driver returned the value of this attribute of a node.
            Ok(unsafe { LaunchAttribute::from_raw(id, value) })
        })
    }

    /// Sets an attribute of a kernel node.
    ///
    /// [`cuGraphKernelNodeSetAttribute`](crate::driver::Raw::cuGraphKernelNodeSetAttribute)
    ///
    /// # Errors
    /// As [`launch_attribute`](Self::launch_attribute).
    #[doc(alias = "cuGraphKernelNodeSetAttribute")]
    pub fn set_launch_attribute(
        &mut self,
        node: GraphNode,
        attribute: LaunchAttribute,
    ) -> Result<(), Error> {
        self.of_node(Symbol::cuGraphKernelNodeSetAttribute, node, |raw, handle| {
            let (id, value) = attribute.id_and_value();
            // SAFETY: the node is alive and locked, and the value is valid for the attribute.
            Ok(unsafe { raw.cuGraphKernelNodeSetAttribute(handle, id, value) }?)
        })
    }

    /// Sets all attributes of a kernel node to those of another one.
    ///
    /// [`cuGraphKernelNodeCopyAttributes`](crate::driver::Raw::cuGraphKernelNodeCopyAttributes)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error.
    #[doc(alias = "cuGraphKernelNodeCopyAttributes")]
    pub fn copy_launch_attributes(&mut self, from: GraphNode, to: GraphNode) -> Result<(), Error> {
        let nodes = self.lock(Symbol::cuGraphKernelNodeCopyAttributes)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let (from, to) = (nodes.handle(graph, from)?, nodes.handle(graph, to)?);
        // SAFETY: both nodes are alive and locked.
        Ok(unsafe { raw.cuGraphKernelNodeCopyAttributes(to, from) }?)
    }
}
