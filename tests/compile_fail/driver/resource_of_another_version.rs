//! A memory resource written for another version of the trait doesn't compile.
use cuda_driver::{memory::resource::MemoryResource, DeviceBuffer, Error, Stream};

struct Resource;

impl MemoryResource for Resource {
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, Error> {
        stream.alloc(bytes)
    }
}

fn main() {}
