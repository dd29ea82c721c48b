//! A memory manager written for another version of the trait doesn't compile.
use cuda_driver::{Error, DeviceBuffer, Stream};
use cuda_ndarray::MemoryManager;

struct Manager;

impl MemoryManager for Manager {
    fn allocate(&self, stream: &Stream, bytes: u64) -> Result<DeviceBuffer<u8>, Error> {
        stream.alloc(bytes as usize)
    }
}

fn main() {}
