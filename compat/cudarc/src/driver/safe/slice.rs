use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use std::sync::Arc;

use cuda_driver::DeviceBuffer;

use super::others::StreamUses;
use super::{CudaContext, CudaStream, DeviceRepr};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, sys};

/// Memory of a device with elements of a type, which is freed in the order of its stream.
#[derive(Debug)]
pub struct CudaSlice<T> {
    memory: ManuallyDrop<DeviceBuffer<u8>>,
    len: usize,
    stream: Arc<CudaStream>,
    uses: StreamUses,
    elements: PhantomData<*const T>,
}

// SAFETY: it is memory of the device, which only work of streams accesses; `T` has no part on the host.
unsafe impl<T> Send for CudaSlice<T> {}
// SAFETY: as above; `uses` is locked.
unsafe impl<T> Sync for CudaSlice<T> {}

impl<T> CudaSlice<T> {
    pub(super) fn new(memory: DeviceBuffer<u8>, len: usize, stream: &Arc<CudaStream>) -> Self {
        Self {
            memory: ManuallyDrop::new(memory),
            len,
            stream: stream.clone(),
            uses: StreamUses::default(),
            elements: PhantomData,
        }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn num_bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn ordinal(&self) -> usize {
        self.stream.context().ordinal()
    }

    pub fn context(&self) -> &Arc<CudaContext> {
        self.stream.context()
    }

    /// Returns the stream in whose order the memory is freed.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Returns the address, and never frees the memory. Its stream waits for the uses by others.
    pub fn leak(self) -> sys::CUdeviceptr {
        let address = self.address();
        let waited = self.uses.wait(&self.stream, &self.stream, true);
        self.stream.context().record_err(waited);
        let mut this = ManuallyDrop::new(self);
        // SAFETY: the value isn't used any more.
        let memory = unsafe { ManuallyDrop::take(&mut this.memory) };
        // SAFETY: as above; the last uses of the fields.
        unsafe {
            core::ptr::drop_in_place(&raw mut this.stream);
            core::ptr::drop_in_place(&raw mut this.uses);
        }
        // Memory of a graph isn't the program's to free, either.
        if let Err(memory) = memory.into_raw() {
            core::mem::forget(memory);
        }
        address
    }

    pub(super) fn address(&self) -> sys::CUdeviceptr {
        self.memory.as_raw()
    }

    pub(super) const fn uses(&self) -> &StreamUses {
        &self.uses
    }
}

impl<T: DeviceRepr> CudaSlice<T> {
    /// Copies the slice on its stream.
    pub fn try_clone(&self) -> Result<Self, DriverError> {
        self.stream.clone_dtod(self)
    }
}

impl<T: DeviceRepr> Clone for CudaSlice<T> {
    /// Copies the slice on its stream.
    ///
    /// # Panics
    /// If there isn't enough memory, as cudarc does; [`try_clone`](Self::try_clone) returns the error.
    fn clone(&self) -> Self {
        self.try_clone().expect("the slice can't be copied")
    }
}

impl<T: Clone + Default + DeviceRepr> TryFrom<CudaSlice<T>> for Vec<T> {
    type Error = DriverError;

    fn try_from(value: CudaSlice<T>) -> Result<Self, DriverError> {
        value.stream.clone_dtoh(&value)
    }
}

impl<T> Drop for CudaSlice<T> {
    fn drop(&mut self) {
        // The memory is freed in the order of its stream, so that waits for the uses of others.
        let waited = self.uses.wait(&self.stream, &self.stream, true);
        let is_free = waited.is_ok();
        self.stream.context().record_err(waited);
        if is_free {
            // SAFETY: it isn't used any more. Otherwise another stream may still use it, and it is leaked.
            let memory = unsafe { ManuallyDrop::take(&mut self.memory) };
            #[cfg(feature = "nccl")]
            if super::group::is_open() {
                let stream = self.stream.clone();
                return super::group::free(Box::new(move |others| {
                    match others.iter().try_for_each(|other| stream.join(other)) {
                        Ok(()) => drop(memory),
                        error => {
                            stream.context().record_err(error);
                            core::mem::forget(memory);
                        }
                    }
                }));
            }
            drop(memory);
        }
    }
}

impl CudaStream {
    /// Takes ownership of memory, which is freed with the slice, in the order of this stream.
    ///
    /// # Safety
    /// It is memory of the context with as many elements, which the driver allocated in stream order or immediately, and
    /// nothing else frees it.
    pub unsafe fn upgrade_device_ptr<T>(
        self: &Arc<Self>,
        cu_device_ptr: sys::CUdeviceptr,
        len: usize,
    ) -> CudaSlice<T> {
        // SAFETY: the caller guarantees it.
        let memory =
            unsafe { DeviceBuffer::from_raw(self.stream(), cu_device_ptr, len * size_of::<T>()) };
        CudaSlice::new(memory, len, self)
    }
}
