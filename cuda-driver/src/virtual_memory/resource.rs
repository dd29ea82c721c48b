use core::alloc::Layout;

use crate::error::Error;
use crate::memory::DeviceBuffer;
use crate::memory::resource::{MemoryResource, aligned};
use crate::stream::Stream;

/// Physical memory that is mapped at addresses of its own, outside any pool: [`Stream::growing`]. Each allocation takes
/// whole steps of the device's granularity (2 MiB on most), and releasing one unmaps it after the stream's work, on a
/// thread of this crate. It suits few large allocations, and [`CachingResource`](crate::memory::resource::CachingResource) around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct VirtualMemory;

impl MemoryResource for VirtualMemory {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let mut memory = stream.growing::<u8>(layout.size())?;
        memory.grow_to(layout.size())?;
        aligned(memory.into_buffer(), layout.align())
    }
}
