//! Memory that graphs allocate and free.

use core::fmt;
use core::marker::PhantomData;

use cuda_driver_sys::{
    CUDA_MEM_ALLOC_NODE_PARAMS, CUdeviceptr, CUgraph, CUgraphNode, CUmemAllocationType, Symbol,
};

use crate::context::Context;
use crate::device::Device;
use crate::error::{CuResult, Error};
use crate::generated::enums::GraphMemAttribute;
use crate::graph::params::Add;
use crate::graph::{GraphBuilder, GraphNode, NodeParams};
use crate::launch::Argument;
use crate::memory::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, MemAccess, MemLocation, bytes_of,
};
use crate::stream::Stream;

/// Memory that a graph [allocates](GraphBuilder::alloc) at each launch, always at the same address.
///
/// It can be copied, like the pointer that it is, and an argument of the graph's kernels. It is memory from the
/// allocation node on until a node frees it, or until [`DeviceBuffer`] does outside of the graph.
pub struct GraphMemory<T> {
    address: CUdeviceptr,
    len: usize,
    elements: PhantomData<fn() -> T>,
}

impl<T> Clone for GraphMemory<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for GraphMemory<T> {}

impl<T> fmt::Debug for GraphMemory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphMemory")
            .field("address", &format_args!("{:#x}", self.address))
            .field("len", &self.len)
            .finish()
    }
}

impl<T: Element> GraphMemory<T> {
    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.len
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the address, which the driver reserves for the graph.
    #[must_use]
    #[inline]
    pub const fn as_raw(self) -> CUdeviceptr {
        self.address
    }

    /// Returns the elements, for the parameters of nodes, or for work of `stream` after a launch.
    ///
    /// # Safety
    /// - Nodes that use it run after the allocation node, and before the one that frees the memory.
    /// - Outside of the graph, it is used in the order of a launch, and not beyond its free or the next launch.
    /// - Nothing writes it meanwhile, except a node that is ordered with those that use the slice.
    #[must_use]
    #[inline]
    pub unsafe fn slice(self, stream: &Stream) -> DeviceSlice<'_, T> {
        DeviceSlice::new(self.address, self.len, stream)
    }

    /// Returns the elements, to be written.
    ///
    /// # Safety
    /// As [`slice`](Self::slice), and nothing else uses it meanwhile, except nodes that are ordered with those that use
    /// the slice.
    #[must_use]
    #[inline]
    pub unsafe fn slice_mut(self, stream: &Stream) -> DeviceSliceMut<'_, T> {
        DeviceSliceMut::new(self.address, self.len, stream)
    }

    /// Returns the memory of the last launch as a buffer, which frees it in the order of `stream` when it is dropped.
    ///
    /// # Safety
    /// - A launch has allocated the memory, and `stream` is ordered after it.
    /// - Neither the graph nor another buffer frees the memory of this launch, and the graph isn't launched again until
    ///   the buffer is dropped, nor is another graph launched that is instantiated from the same one.
    #[must_use]
    #[inline]
    pub unsafe fn into_buffer(self, stream: &Stream) -> DeviceBuffer<T> {
        // SAFETY: the memory can be freed in stream order, and the caller guarantees that nothing else does.
        unsafe { DeviceBuffer::from_raw(stream, self.address, self.len) }
    }
}

impl<T: Element> Argument for GraphMemory<T> {
    type Value = CUdeviceptr;

    #[inline]
    fn value(&self) -> CUdeviceptr {
        self.address
    }
}

impl GraphBuilder<'_> {
    /// Adds a node that allocates `len` elements on the graph's device, which kernels of this device can use. They are
    /// uninitialized.
    ///
    /// Memory that the graph doesn't [free](FreeNode) stays allocated after a launch, and the graph can't be launched again
    /// until it is freed, unless it is instantiated so that [launches free
    /// it](crate::graph::InstantiateFlags::AUTO_FREE_ON_LAUNCH).
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
    /// # let scale = context.load_ptx(kernels)?.function("scale")?;
    /// use cuda_driver::Launch;
    /// use cuda_driver::graph::{FreeNode, KernelNode, MemsetNode};
    ///
    /// let mut out = stream.alloc::<f32>(3)?;
    /// stream.synchronize()?;
    /// let mut graph = context.create_graph()?;
    /// let (alloc, scratch) = graph.alloc::<f32>(&[], 3)?;
    /// // SAFETY: the node runs between `alloc` and `free`.
    /// let fill = unsafe { MemsetNode::new(scratch.slice_mut(&stream), 1.0f32) }?;
    /// let fill = graph.add_node(&[alloc], fill)?;
    /// // SAFETY: as above; scale(const float *, float *, size_t), and `out` outlives the graph.
    /// let scale = unsafe { KernelNode::new(&scale, Launch::elements(3, 32), (scratch, &mut out, 3usize)) };
    /// let scale = graph.add_node(&[fill], scale)?;
    /// let free = graph.add_node(&[scale], FreeNode::new(scratch))?;
    /// let exec = graph.instantiate()?;
    /// // SAFETY: nothing else uses `out` meanwhile.
    /// unsafe { exec.launch(&stream) }?;
    /// assert_eq!(out.to_vec()?, [2.0, 2.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphAddMemAllocNode`](crate::driver::Raw::cuGraphAddMemAllocNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], [`Error::TooLarge`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for no elements.
    /// A graph with such a node can be instantiated once at a time, and neither be cloned nor copied into a
    /// [child node](crate::graph::ChildNode).
    #[doc(alias = "cuGraphAddMemAllocNode")]
    pub fn alloc<T: Element>(
        &mut self,
        after: &[GraphNode],
        len: usize,
    ) -> Result<(GraphNode, GraphMemory<T>), Error> {
        self.alloc_with_access(after, len, &[])
    }

    /// Adds a node that allocates as [`alloc`](Self::alloc) memory that other devices can access, too.
    ///
    /// [`cuGraphAddMemAllocNode`](crate::driver::Raw::cuGraphAddMemAllocNode)
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc), and the driver's error for a device that can't.
    #[doc(alias = "cuGraphAddMemAllocNode")]
    pub fn alloc_with_access<T: Element>(
        &mut self,
        after: &[GraphNode],
        len: usize,
        access: &[MemAccess],
    ) -> Result<(GraphNode, GraphMemory<T>), Error> {
        let bytesize = bytes_of::<T>(len)?;
        let mut nodes = self.lock(Symbol::cuGraphAddMemAllocNode)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let after = nodes.handles(graph, after)?;
        let _bound = self.context().bind()?;
        let access = MemAccess::as_raw_slice(access);
        let mut params = CUDA_MEM_ALLOC_NODE_PARAMS {
            accessDescs: access.as_ptr(),
            accessDescCount: access.len(),
            bytesize,
            ..CUDA_MEM_ALLOC_NODE_PARAMS::default()
        };
        params.poolProps.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        params.poolProps.location = MemLocation::device(self.context().device()).as_raw();
        // SAFETY: the graph and the nodes are alive and locked, and the context is current.
        let node = unsafe { raw.cuGraphAddMemAllocNode(graph, &after, &raw mut params) }?;
        let memory = GraphMemory { address: params.dptr, len, elements: PhantomData };
        Ok((nodes.node(graph, node), memory))
    }
}

/// A node that frees memory which a graph [allocates](GraphBuilder::alloc).
///
/// [`cuGraphAddMemFreeNode`](crate::driver::Raw::cuGraphAddMemFreeNode)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "cuGraphAddMemFreeNode")]
pub struct FreeNode(CUdeviceptr);

impl FreeNode {
    /// Creates the parameters. The driver refuses a second node of a graph that frees the same memory.
    #[must_use]
    #[inline]
    pub const fn new<T: Element>(memory: GraphMemory<T>) -> Self {
        Self(memory.address)
    }
}

impl NodeParams for FreeNode {}

impl Add for FreeNode {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        // SAFETY: the caller guarantees that all are alive and unused.
        Ok(unsafe { context.raw().cuGraphAddMemFreeNode(graph, after, self.0) }?)
    }
}

impl Device {
    /// Returns the bytes that graphs use or reserve on the device, now or at most so far.
    ///
    /// [`cuDeviceGetGraphMemAttribute`](crate::driver::Raw::cuDeviceGetGraphMemAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an attribute that the driver doesn't know.
    #[doc(alias = "cuDeviceGetGraphMemAttribute")]
    pub fn graph_memory(self, attribute: GraphMemAttribute) -> Result<u64, CuResult> {
        let mut bytes = 0u64;
        let raw = self.driver().raw();
        // SAFETY: all attributes are numbers of this type.
        unsafe {
            raw.cuDeviceGetGraphMemAttribute(
                self.as_raw(),
                attribute.as_raw(),
                (&raw mut bytes).cast(),
            )
        }?;
        Ok(bytes)
    }

    /// Sets the highest use or reservation so far, [`USED_MEM_HIGH`](GraphMemAttribute::USED_MEM_HIGH) or
    /// [`RESERVED_MEM_HIGH`](GraphMemAttribute::RESERVED_MEM_HIGH), to the present one.
    ///
    /// [`cuDeviceSetGraphMemAttribute`](crate::driver::Raw::cuDeviceSetGraphMemAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for another attribute.
    #[doc(alias = "cuDeviceSetGraphMemAttribute")]
    pub fn reset_graph_memory(self, attribute: GraphMemAttribute) -> Result<(), CuResult> {
        let mut zero = 0u64;
        let raw = self.driver().raw();
        // SAFETY: the driver reads a number of this type.
        unsafe {
            raw.cuDeviceSetGraphMemAttribute(
                self.as_raw(),
                attribute.as_raw(),
                (&raw mut zero).cast(),
            )
        }
    }

    /// Returns memory that graphs reserve and don't use to the system.
    ///
    /// [`cuDeviceGraphMemTrim`](crate::driver::Raw::cuDeviceGraphMemTrim)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGraphMemTrim")]
    pub fn trim_graph_memory(self) -> Result<(), CuResult> {
        // SAFETY: the device exists.
        unsafe { self.driver().raw().cuDeviceGraphMemTrim(self.as_raw()) }
    }
}
