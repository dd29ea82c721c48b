use core::alloc::Layout;

use crate::error::Error;
use crate::managed::MemAttachFlags;
use crate::memory::DeviceBuffer;
use crate::memory::resource::{MemoryResource, aligned};
use crate::stream::Stream;

/// Managed memory, which migrates between device and host, so that more can be allocated than the device has:
/// [`Stream::alloc_managed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ManagedResource(pub MemAttachFlags);

impl Default for ManagedResource {
    fn default() -> Self {
        Self(MemAttachFlags::GLOBAL)
    }
}

impl MemoryResource for ManagedResource {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let memory = stream.alloc_managed::<u8>(layout.size(), self.0)?;
        aligned(memory.into_buffer(), layout.align())
    }
}
