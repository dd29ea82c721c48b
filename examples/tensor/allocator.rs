use cuda_driver::{
    DeviceBuffer, Element, Error, Stream,
    memory::resource::{CachingResource, CountingResource, DevicePool},
};

/// How much freed memory is kept, in bytes.
const KEPT: usize = 64 << 20;

/// An allocator that keeps freed memory for later tensors, and counts what the driver and the tensors allocate.
pub struct Allocator {
    driver: CountingResource<DevicePool>,
    tensors: CountingResource<CachingResource<CountingResource<DevicePool>>>,
}

impl Default for Allocator {
    fn default() -> Self {
        let driver = CountingResource::new(DevicePool);
        let tensors = CountingResource::new(CachingResource::new(driver.clone(), KEPT));
        Self { driver, tensors }
    }
}

impl Allocator {
    /// Allocates memory for `len` elements on `stream`.
    pub fn alloc<T: Element>(&self, stream: &Stream, len: usize) -> Result<DeviceBuffer<T>, Error> {
        stream.alloc_from(&self.tensors, len)
    }

    /// Returns how often the driver allocated memory.
    pub fn allocations(&self) -> usize {
        self.driver.counts().allocations
    }

    /// Returns the number of allocated buffers.
    pub fn live(&self) -> usize {
        self.tensors.counts().live
    }
}
