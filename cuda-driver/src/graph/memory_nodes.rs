//! Nodes that copy and set memory.

use core::fmt;

use cuda_driver_sys::{
    CUDA_BATCH_MEM_OP_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUstreamBatchMemOpParams,
};

use crate::context::Context;
use crate::copy::{CopySource, CopyTarget, HostRegion, HostRegionMut, graph_copy};
use crate::error::Error;
use crate::graph::params::node_calls;
use crate::memory::fill::memset_unit;
use crate::memory::{DeviceSliceMut, Element, Extent, MemOpBatch};
use crate::opaque::Opaque;

/// A node that copies a region of rows and slices.
///
/// [`cuGraphAddMemcpyNode`](crate::driver::Raw::cuGraphAddMemcpyNode)
#[derive(Clone, Copy)]
#[doc(alias("cuGraphAddMemcpyNode", "cuGraphMemcpyNodeSetParams"))]
#[doc(alias = "cuGraphExecMemcpyNodeSetParams")]
pub struct CopyNode(Opaque<CUDA_MEMCPY3D>);

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
        graph_copy::on_device(source.into(), target.into(), extent.into()).map(Opaque).map(Self)
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
        graph_copy::to_device(source.into(), target.into(), extent.into()).map(Opaque).map(Self)
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
        graph_copy::to_host(source.into(), target.into(), extent.into()).map(Opaque).map(Self)
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

/// A node that sets every element of a slice to a value.
///
/// [`cuGraphAddMemsetNode`](crate::driver::Raw::cuGraphAddMemsetNode)
#[derive(Debug, Clone, Copy)]
#[doc(alias("cuGraphAddMemsetNode", "cuGraphMemsetNodeSetParams"))]
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

/// A node that runs a batch of memory operations.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_driver::graph::BatchMemOpNode;
/// use cuda_driver::memory::MemOpBatch;
///
/// let (mut a, mut b) = (stream.alloc_unpooled::<u32>(1)?, stream.alloc_unpooled::<u32>(1)?);
/// let mut batch = MemOpBatch::new(&stream);
/// batch.write(&mut a, 1)?.write(&mut b, 2)?;
/// // SAFETY: the memory outlives the graph, and only its launch uses it.
/// let node = unsafe { BatchMemOpNode::new(&batch) };
/// let mut graph = context.create_graph()?;
/// graph.add_node(&[], node)?;
/// // SAFETY: as above.
/// unsafe { graph.instantiate()?.launch(&stream) }?;
/// assert_eq!((a.to_vec()?, b.to_vec()?), (vec![1], vec![2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`cuGraphAddBatchMemOpNode`](crate::driver::Raw::cuGraphAddBatchMemOpNode)
#[derive(Clone)]
#[doc(alias("cuGraphAddBatchMemOpNode", "cuGraphBatchMemOpNodeSetParams"))]
#[doc(alias = "cuGraphExecBatchMemOpNodeSetParams")]
pub struct BatchMemOpNode(Vec<CUstreamBatchMemOpParams>);

impl BatchMemOpNode {
    /// Creates the parameters from a batch, which is copied.
    ///
    /// # Safety
    /// - As [`CopyNode::new`].
    /// - Each wait of the batch is for a value that other work writes: otherwise the launch never completes.
    #[must_use]
    pub unsafe fn new(batch: &MemOpBatch<'_>) -> Self {
        Self(batch.operations().to_vec())
    }

    fn params(&self, context: &Context) -> CUDA_BATCH_MEM_OP_NODE_PARAMS {
        CUDA_BATCH_MEM_OP_NODE_PARAMS {
            ctx: context.as_raw(),
            count: self.0.len() as u32,
            // The driver reads them during the call.
            paramArray: self.0.as_ptr().cast_mut(),
            flags: 0,
            ..CUDA_BATCH_MEM_OP_NODE_PARAMS::default()
        }
    }
}

impl fmt::Debug for BatchMemOpNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchMemOpNode");
        debug.field("len", &self.0.len()).finish_non_exhaustive()
    }
}

node_calls! {
    CopyNode {
        cuGraphAddMemcpyNode, cuGraphMemcpyNodeSetParams, cuGraphExecMemcpyNodeSetParams;
        |this, context| &raw const this.0.0, context.as_raw();
    }
    MemsetNode {
        cuGraphAddMemsetNode, cuGraphMemsetNodeSetParams, cuGraphExecMemsetNodeSetParams;
        |this, context| &raw const this.0, context.as_raw();
    }
    BatchMemOpNode {
        cuGraphAddBatchMemOpNode, cuGraphBatchMemOpNodeSetParams,
        cuGraphExecBatchMemOpNodeSetParams;
        |this, context| &this.params(context);
    }
}
