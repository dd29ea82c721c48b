use core::fmt;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use std::sync::Arc;

use cuda_driver::{
    DeviceBuffer, PinnedBuffer,
    memory::{KeepAlive, PinnedFlags},
};

use crate::buffer::{Buffer, MutableBuffer};
use crate::error::Error;
use crate::manager::MemoryManager;
use crate::origin::Origin;

/// Pinned host memory, as bytes, like that of `pyarrow.cuda.new_host_buffer`. Copies between it and the device run at
/// full speed in every context.
///
/// [`freeze`](Self::freeze) converts it to a buffer of arrow-rs, for any array, and [`on_device`](Self::on_device) lets
/// kernels access it.
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use cuda_arrow::arrow_array::Int32Array;
/// use cuda_arrow::arrow_buffer::ScalarBuffer;
///
/// let mut memory = manager.pinned(8)?;
/// memory[..4].copy_from_slice(&7i32.to_ne_bytes());
/// let values = ScalarBuffer::<i32>::from(memory.freeze()); // no copy
/// let array = Int32Array::new(values, None);
/// assert_eq!(array, Int32Array::from(vec![7, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HostBuffer {
    bytes: PinnedBuffer<u8>,
    counted: AllocationCount,
}

/// Host memory that a manager counts as allocated until this value is dropped.
struct AllocationCount {
    manager: MemoryManager,
    bytes: usize,
}

impl Drop for AllocationCount {
    fn drop(&mut self) {
        self.manager.pinned_in_use().remove(self.bytes);
    }
}

impl HostBuffer {
    pub(crate) fn new(manager: &MemoryManager, len: usize) -> Result<Self, Error> {
        let flags = PinnedFlags::PORTABLE | PinnedFlags::DEVICE_MAP;
        let bytes = manager.context().pinned_with(len, flags)?;
        manager.pinned_in_use().add(len);
        let counted = AllocationCount { manager: manager.clone(), bytes: len };
        Ok(Self { bytes, counted })
    }

    /// Returns the manager that allocated the memory.
    #[must_use]
    pub fn manager(&self) -> &MemoryManager {
        &self.counted.manager
    }

    /// Returns the same memory as a buffer of arrow-rs, without a copy.
    #[must_use]
    pub fn freeze(self) -> arrow_buffer::Buffer {
        let (pointer, len) = (NonNull::from(&*self.bytes).cast::<u8>(), self.bytes.len());
        // SAFETY: the bytes exist until the owner is dropped, and aren't written while it is shared.
        unsafe { arrow_buffer::Buffer::from_custom_allocation(pointer, len, Arc::new(self)) }
    }

    /// Returns the same memory for the device, without a copy: kernels read and write it over the bus. The memory is
    /// released when that buffer is dropped, after the work of its stream.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn on_device(self) -> Result<MutableBuffer, Error> {
        let manager = self.manager().clone();
        let len = self.bytes.len();
        let address = match len {
            0 => 0,
            _ => self.bytes.device_pointer()?,
        };
        // SAFETY: it is the address of that many bytes, which the owner keeps and only the buffer uses.
        let buffer =
            unsafe { DeviceBuffer::from_owner(manager.stream(), address, len, KeepAlive(self)) };
        Ok(MutableBuffer::new(&manager, buffer, Origin::Writable))
    }
}

impl Deref for HostBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for HostBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl fmt::Debug for HostBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostBuffer({} bytes)", self.bytes.len())
    }
}

impl MemoryManager {
    /// Copies a buffer of arrow-rs to the device.
    ///
    /// # Errors
    /// As [`copy_from_host`](Self::copy_from_host).
    pub fn copy_from_arrow(&self, buffer: &arrow_buffer::Buffer) -> Result<Buffer, Error> {
        self.copy_from_host(buffer)
    }
}

impl MemoryManager {
    /// Allocates `len` zeroed bytes of pinned host memory. Copies between it and the device run at full speed in every
    /// context.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn pinned(&self, len: usize) -> Result<HostBuffer, Error> {
        HostBuffer::new(self, len)
    }
}
