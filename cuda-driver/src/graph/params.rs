//! What the nodes of a graph do.

use core::any::Any;
use core::ffi::c_void;
use core::fmt;
use core::ptr;
use std::sync::Arc;

use cuda_driver_sys::{
    CUDA_HOST_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS,
    CUgraph, CUgraphExec, CUgraphNode,
};

use crate::background::quietly;
use crate::context::Context;
use crate::copy::{CopySource, CopyTarget, HostRegion, HostRegionMut, graph_copy};
use crate::error::Error;
use crate::event::Event;
use crate::launch::{Arguments, Launch, Launchable};
use crate::memory::fill::memset_unit;
use crate::memory::{DeviceSliceMut, Element, Extent};

/// What a node does: a parameter of [`Graph::add_node`](crate::graph::Graph::add_node). Only this crate implements it.
pub trait NodeParams: sealed::Add {}

/// What a node does, where it can be changed: in a [graph](crate::graph::Graph::set_node) and in an
/// [executable graph](crate::graph::GraphExec::set_node). Only this crate implements it.
pub trait SettableNodeParams: NodeParams + sealed::Set {}

pub(crate) mod sealed {
    use super::*;

    pub trait Add: Sized {
        /// Adds a node to a graph. The context is current.
        ///
        /// # Safety
        /// The graph and the nodes `after` are alive, and no other call uses them.
        unsafe fn add(
            &self,
            context: &Context,
            graph: CUgraph,
            after: &[CUgraphNode],
        ) -> Result<CUgraphNode, Error>;

        /// Returns what the graph keeps alive for the node.
        fn into_owner(self) -> Option<Box<dyn Any + Send>> {
            None
        }
    }

    pub trait Set {
        /// Changes a node of a graph, or of an executable graph. The context is current.
        ///
        /// # Safety
        /// Both are alive, and no other call uses them.
        unsafe fn set(
            &self,
            context: &Context,
            exec: Option<CUgraphExec>,
            node: CUgraphNode,
        ) -> Result<(), Error>;
    }
}

/// A node that does nothing, to join and to fork branches.
///
/// [`cuGraphAddEmptyNode`](crate::driver::Raw::cuGraphAddEmptyNode)
#[derive(Debug, Clone, Copy, Default)]
#[doc(alias = "cuGraphAddEmptyNode")]
pub struct EmptyNode;

impl NodeParams for EmptyNode {}

impl sealed::Add for EmptyNode {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        // SAFETY: the caller guarantees that all are alive and unused.
        Ok(unsafe { context.raw().cuGraphAddEmptyNode(graph, after) }?)
    }
}

/// A node that launches a kernel.
///
/// [`cuGraphAddKernelNode`](crate::driver::Raw::cuGraphAddKernelNode)
#[doc(alias = "cuGraphAddKernelNode")]
#[doc(alias = "cuGraphKernelNodeSetParams")]
#[doc(alias = "cuGraphExecKernelNodeSetParams")]
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
        Self {
            code,
            launch,
            arguments,
        }
    }

    /// Makes a call with the parameters as a C struct.
    fn with<T>(
        &self,
        context: &Context,
        call: impl FnOnce(*const CUDA_KERNEL_NODE_PARAMS) -> Result<T, crate::error::CuResult>,
    ) -> Result<T, Error> {
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
        call(&raw const params).map_err(|error| {
            let given = self.arguments.count();
            Error::of_launch(error, self.code, context, self.launch, given)
        })
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

impl<C: Launchable, A: Arguments> sealed::Add for KernelNode<'_, C, A> {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        let raw = context.raw();
        let table = raw.table();
        let node = self.with(context, |params| {
            match (table.cuGraphAddKernelNode_v2, table.cuGraphAddKernelNode) {
                (None, Some(add)) => {
                    let mut node = ptr::null_mut();
                    let params = params.cast();
                    // SAFETY: as below; the older struct is the beginning of the newer one.
                    let code =
                        unsafe { add(&raw mut node, graph, after.as_ptr(), after.len(), params) };
                    raw.check(cuda_driver_sys::Symbol::cuGraphAddKernelNode, code)
                        .map(|()| node)
                }
                // SAFETY: the caller guarantees that all are alive and unused, and the creator of this value that the
                // arguments match the kernel.
                _ => unsafe { raw.cuGraphAddKernelNode(graph, after, params) },
            }
        })?;
        for attribute in self.launch.attribute_list() {
            let (id, value) = attribute.parts();
            // SAFETY: the node was just added; the value is valid for the attribute.
            let set = unsafe { raw.cuGraphKernelNodeSetAttribute(node, id, value) };
            if let Err(error) = set {
                // SAFETY: no other code has the node.
                let _ = unsafe { raw.cuGraphDestroyNode(node) };
                return Err(error.into());
            }
        }
        Ok(node)
    }
}

impl<C: Launchable, A: Arguments> sealed::Set for KernelNode<'_, C, A> {
    unsafe fn set(
        &self,
        context: &Context,
        exec: Option<CUgraphExec>,
        node: CUgraphNode,
    ) -> Result<(), Error> {
        use cuda_driver_sys::Symbol;
        let raw = context.raw();
        let table = raw.table();
        // SAFETY: the caller guarantees that both are alive and unused, and the creator of this value that the arguments
        // match the kernel; the older struct is the beginning of the newer one.
        self.with(context, |params| unsafe {
            match exec {
                None => match (
                    table.cuGraphKernelNodeSetParams_v2,
                    table.cuGraphKernelNodeSetParams,
                ) {
                    (None, Some(set)) => {
                        raw.check(Symbol::cuGraphKernelNodeSetParams, set(node, params.cast()))
                    }
                    _ => raw.cuGraphKernelNodeSetParams(node, params),
                },
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

/// A node that copies a region of rows and slices.
///
/// [`cuGraphAddMemcpyNode`](crate::driver::Raw::cuGraphAddMemcpyNode)
#[derive(Clone, Copy)]
#[doc(alias = "cuGraphAddMemcpyNode")]
#[doc(alias = "cuGraphMemcpyNodeSetParams")]
#[doc(alias = "cuGraphExecMemcpyNodeSetParams")]
pub struct CopyNode(CUDA_MEMCPY3D);

impl CopyNode {
    /// Copies a region on the device, as [`Stream::copy_region`](crate::stream::Stream::copy_region).
    ///
    /// # Errors
    /// [`Error::Region`] or [`Error::ElementSize`].
    ///
    /// # Safety
    /// The memory lives until the graph and everything instantiated from it are destroyed, and their last launch has
    /// completed. [`Graph::keep`](crate::graph::Graph::keep) ensures this.
    pub unsafe fn new<'a, 'b, T: Element>(
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<Self, Error> {
        graph_copy::on_device(source.into(), target.into(), extent.into()).map(Self)
    }

    /// Copies a region of host memory to the device. Each launch reads `source`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// # Safety
    /// As [`new`](Self::new), for `source` too.
    pub unsafe fn upload<'a, 'b, T: Element>(
        source: impl Into<HostRegion<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<Self, Error> {
        graph_copy::to_device(source.into(), target.into(), extent.into()).map(Self)
    }

    /// Copies a region of the device to host memory. Each launch writes `target`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// # Safety
    /// As [`new`](Self::new), for `target` too, which no other code accesses while the graph runs.
    pub unsafe fn download<'a, 'b, T: Element>(
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<HostRegionMut<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<Self, Error> {
        graph_copy::to_host(source.into(), target.into(), extent.into()).map(Self)
    }
}

impl fmt::Debug for CopyNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, depth) = (self.0.WidthInBytes, self.0.Height, self.0.Depth);
        let mut debug = f.debug_struct("CopyNode");
        debug.field("bytes", &[width, height, depth]);
        debug.finish_non_exhaustive()
    }
}

impl NodeParams for CopyNode {}
impl SettableNodeParams for CopyNode {}

impl sealed::Add for CopyNode {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        let raw = context.raw();
        // SAFETY: the caller guarantees that all are alive and unused, and the creator of this value that its memory is.
        Ok(unsafe { raw.cuGraphAddMemcpyNode(graph, after, &raw const self.0, context.as_raw()) }?)
    }
}

impl sealed::Set for CopyNode {
    unsafe fn set(
        &self,
        context: &Context,
        exec: Option<CUgraphExec>,
        node: CUgraphNode,
    ) -> Result<(), Error> {
        let raw = context.raw();
        let copy = &raw const self.0;
        // SAFETY: the caller guarantees that both are alive and unused, and the creator of this value that its memory is.
        Ok(unsafe {
            match exec {
                None => raw.cuGraphMemcpyNodeSetParams(node, copy),
                Some(exec) => {
                    raw.cuGraphExecMemcpyNodeSetParams(exec, node, copy, context.as_raw())
                }
            }
        }?)
    }
}

/// A node that sets every element of a slice to a value.
///
/// [`cuGraphAddMemsetNode`](crate::driver::Raw::cuGraphAddMemsetNode)
#[derive(Debug, Clone, Copy)]
#[doc(alias = "cuGraphAddMemsetNode")]
#[doc(alias = "cuGraphMemsetNodeSetParams")]
#[doc(alias = "cuGraphExecMemsetNodeSetParams")]
pub struct MemsetNode(CUDA_MEMSET_NODE_PARAMS);

impl MemsetNode {
    /// Creates the parameters. Elements have 1, 2 or 4 bytes, or consist of equal parts of such a size, as 0.0 does.
    ///
    /// # Errors
    /// [`Error::MemsetValue`] for another value.
    ///
    /// # Safety
    /// As [`CopyNode::new`].
    pub unsafe fn new<'a, T: Element>(
        target: impl Into<DeviceSliceMut<'a, T>>,
        value: T,
    ) -> Result<Self, Error> {
        let target = target.into();
        let bytes = bytemuck::bytes_of(&value);
        let (address, size) = (target.as_raw(), bytes.len());
        let (unit, value) = memset_unit(bytes, address).ok_or(Error::MemsetValue { size })?;
        Ok(Self(CUDA_MEMSET_NODE_PARAMS {
            dst: address,
            pitch: 0,
            value,
            elementSize: unit as u32,
            width: target.len() * size / unit,
            height: 1,
        }))
    }
}

impl NodeParams for MemsetNode {}
impl SettableNodeParams for MemsetNode {}

impl sealed::Add for MemsetNode {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        let raw = context.raw();
        // SAFETY: the caller guarantees that all are alive and unused, and the creator of this value that its memory is.
        Ok(unsafe { raw.cuGraphAddMemsetNode(graph, after, &raw const self.0, context.as_raw()) }?)
    }
}

impl sealed::Set for MemsetNode {
    unsafe fn set(
        &self,
        context: &Context,
        exec: Option<CUgraphExec>,
        node: CUgraphNode,
    ) -> Result<(), Error> {
        let raw = context.raw();
        let memset = &raw const self.0;
        // SAFETY: the caller guarantees that both are alive and unused, and the creator of this value that its memory is.
        Ok(unsafe {
            match exec {
                None => raw.cuGraphMemsetNodeSetParams(node, memset),
                Some(exec) => {
                    raw.cuGraphExecMemsetNodeSetParams(exec, node, memset, context.as_raw())
                }
            }
        }?)
    }
}

/// A node that calls a function of the host at each launch.
///
/// [`cuGraphAddHostNode`](crate::driver::Raw::cuGraphAddHostNode)
#[doc(alias = "cuGraphAddHostNode")]
pub struct HostNode<F>(Arc<F>);

impl<F: Fn() + Send + Sync + 'static> HostNode<F> {
    /// Creates the parameters. The graph keeps `function`, and calls it on a thread of the driver, where it must not
    /// call CUDA: what [`Stream::launch_host_func`](crate::stream::Stream::launch_host_func) says applies. Launches of
    /// several executable graphs may call it at the same time.
    #[must_use]
    pub fn new(function: F) -> Self {
        Self(Arc::new(function))
    }
}

impl<F> fmt::Debug for HostNode<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostNode").finish_non_exhaustive()
    }
}

/// # Safety
/// `function` is a pointer to a live `F`.
unsafe extern "C" fn call<F: Fn()>(function: *mut c_void) {
    // SAFETY: the caller guarantees that it is alive.
    let function = unsafe { &*function.cast_const().cast::<F>() };
    quietly(function);
}

impl<F: Fn() + Send + Sync + 'static> NodeParams for HostNode<F> {}

impl<F: Fn() + Send + Sync + 'static> sealed::Add for HostNode<F> {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        let params = CUDA_HOST_NODE_PARAMS {
            fn_: Some(call::<F>),
            userData: Arc::as_ptr(&self.0).cast_mut().cast(),
        };
        let raw = context.raw();
        // SAFETY: the caller guarantees that all are alive and unused; the graph keeps the function.
        Ok(unsafe { raw.cuGraphAddHostNode(graph, after, &raw const params) }?)
    }

    fn into_owner(self) -> Option<Box<dyn Any + Send>> {
        Some(Box::new(self.0))
    }
}

macro_rules! event_nodes {
    ($($(#[$attribute:meta])* $name:ident, $add:ident;)*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone)]
        pub struct $name(Event);

        impl $name {
            /// Creates the parameters. The graph keeps the event.
            #[must_use]
            #[inline]
            pub fn new(event: &Event) -> Self {
                Self(event.clone())
            }
        }

        impl NodeParams for $name {}

        impl sealed::Add for $name {
            unsafe fn add(
                &self,
                context: &Context,
                graph: CUgraph,
                after: &[CUgraphNode],
            ) -> Result<CUgraphNode, Error> {
                // SAFETY: the caller guarantees that all are alive and unused; the graph keeps the event.
                Ok(unsafe { context.raw().$add(graph, after, self.0.as_raw()) }?)
            }

            fn into_owner(self) -> Option<Box<dyn Any + Send>> {
                Some(Box::new(self.0))
            }
        }
    )*};
}

event_nodes! {
    /// A node that records an event.
    ///
    /// [`cuGraphAddEventRecordNode`](crate::driver::Raw::cuGraphAddEventRecordNode)
    #[doc(alias = "cuGraphAddEventRecordNode")]
    EventRecordNode, cuGraphAddEventRecordNode;
    /// A node that waits for an event.
    ///
    /// [`cuGraphAddEventWaitNode`](crate::driver::Raw::cuGraphAddEventWaitNode)
    #[doc(alias = "cuGraphAddEventWaitNode")]
    EventWaitNode, cuGraphAddEventWaitNode;
}
