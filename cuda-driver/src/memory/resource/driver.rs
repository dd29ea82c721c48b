//! The driver's own sources of memory.

use core::alloc::Layout;

use crate::error::Error;
use crate::memory::{
    DeviceBuffer, MemoryPool,
    resource::{MemoryResource, aligned},
};
use crate::stream::Stream;

/// The pool of each stream's device, as [`Stream::alloc`] uses it: the default one, unless another was
/// [set](crate::device::Device::set_pool).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DevicePool;

impl MemoryResource for DevicePool {
    #[inline]
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        aligned(stream.alloc(layout.size())?, layout.align())
    }
}

impl MemoryResource for MemoryPool {
    #[inline]
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        aligned(stream.alloc_in(self, layout.size())?, layout.align())
    }

    #[inline]
    fn trim(&self, keep: usize) -> Result<(), Error> {
        Ok(Self::trim(self, keep)?)
    }
}

/// Memory without a pool, as [`Stream::alloc_unpooled`] allocates it: slowly, so that it can be shared with other
/// processes. It is freed in stream order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct UnpooledResource;

impl MemoryResource for UnpooledResource {
    #[inline]
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        aligned(stream.alloc_unpooled(layout.size())?, layout.align())
    }
}
