//! A memory manager written for another version of the trait doesn't compile.
use cuda_driver::{DeviceBuffer, MemoryError, Stream};
use cuda_ndarray::MemoryManager;

struct Manager;

impl MemoryManager for Manager {
    fn allocate(&self, stream: &Stream, bytes: u64) -> Result<DeviceBuffer<u8>, MemoryError> {
        stream.alloc(bytes as usize)
    }
}

fn main() {}
