//! The driver's own sources of memory.

use core::alloc::Layout;

use crate::error::Error;
use crate::generated::enums::MemAttachFlags;
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
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        aligned(stream.alloc(layout.size())?, layout.align())
    }
}

impl MemoryResource for MemoryPool {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        aligned(stream.alloc_in(self, layout.size())?, layout.align())
    }

    fn trim(&self, keep: usize) -> Result<(), Error> {
        Ok(Self::trim(self, keep)?)
    }
}

/// Memory without a pool, as [`Stream::alloc_unpooled`] allocates it: slowly, so that it can be shared with other
/// processes. It is freed in stream order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Unpooled;

impl MemoryResource for Unpooled {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        aligned(stream.alloc_unpooled(layout.size())?, layout.align())
    }
}

/// Physical memory that is mapped at addresses of its own, outside any pool: [`Stream::growing`]. Each allocation takes
/// whole steps of the device's granularity (2 MiB on most), and releasing one unmaps it after the stream's work, on a
/// thread of this crate. It suits few large allocations, and [`Caching`](super::Caching) around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct VirtualMemory;

impl MemoryResource for VirtualMemory {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let mut memory = stream.growing::<u8>(layout.size())?;
        memory.grow_to(layout.size())?;
        aligned(memory.into_buffer(), layout.align())
    }
}

/// Managed memory, which migrates between device and host, so that more can be allocated than the device has:
/// [`Stream::alloc_managed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Managed(pub MemAttachFlags);

impl Default for Managed {
    fn default() -> Self {
        Self(MemAttachFlags::GLOBAL)
    }
}

impl MemoryResource for Managed {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let memory = stream.alloc_managed::<u8>(layout.size(), self.0)?;
        aligned(memory.into_buffer(), layout.align())
    }
}
