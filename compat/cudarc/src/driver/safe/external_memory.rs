use core::mem::ManuallyDrop;
use core::ops::Range;
use std::fs::File;
use std::os::fd::IntoRawFd as _;
use std::sync::Arc;

use super::seal::Seal;
use super::uses::{Last, NotedBy, NotedUse, begin, despite_captures};
use super::{CudaContext, CudaStream, DevicePtr, DeviceSlice, SyncOnDrop};
use crate::driver::{DriverError, result, sys};

/// Memory of another API.
#[derive(Debug)]
pub struct ExternalMemory {
    memory: sys::CUexternalMemory,
    size: u64,
    context: Arc<CudaContext>,
}

impl CudaContext {
    /// Imports memory of another API by its file descriptor, which the driver then owns.
    ///
    /// # Safety
    /// It is a descriptor of memory of that many bytes.
    pub unsafe fn import_external_memory(
        self: &Arc<Self>,
        file: File,
        size: u64,
    ) -> Result<ExternalMemory, DriverError> {
        use result::external_memory::import_external_memory_opaque_fd as import;
        self.bind_to_thread()?;
        let descriptor = std::os::fd::AsRawFd::as_raw_fd(&file);
        // SAFETY: the caller guarantees it.
        let memory = unsafe { import(descriptor, size) }?;
        let _ = file.into_raw_fd();
        Ok(ExternalMemory { memory, size, context: self.clone() })
    }
}

impl ExternalMemory {
    pub fn map_all(self) -> Result<MappedBuffer, DriverError> {
        let all = 0..self.size as usize;
        self.map_range(all)
    }

    /// # Panics
    /// If the range isn't within the memory, as cudarc does.
    pub fn map_range(self, range: Range<usize>) -> Result<MappedBuffer, DriverError> {
        use result::external_memory::get_mapped_buffer as map;
        assert!(
            range.start <= range.end && range.end as u64 <= self.size,
            "{range:?} isn't within {} bytes",
            self.size
        );
        self.context.bind_to_thread()?;
        let stream = self.context.default_stream();
        // SAFETY: the memory is alive.
        let address = unsafe { map(self.memory, range.start as u64, range.len() as u64) }?;
        let memory = MappedMemory { address, memory: ManuallyDrop::new(self) };
        Ok(MappedBuffer {
            len: range.len(),
            uses: Last::default(),
            stream,
            memory: ManuallyDrop::new(memory),
        })
    }
}

impl Drop for ExternalMemory {
    fn drop(&mut self) {
        use result::external_memory::destroy_external_memory as destroy;
        // SAFETY: it is this value's, and a buffer of it is dropped before.
        let destroy = || unsafe { destroy(self.memory) };
        self.context.record_err(despite_captures(self.context.context(), destroy));
    }
}

/// External memory that is mapped, to be read.
#[derive(Debug)]
pub struct MappedBuffer {
    len: usize,
    uses: Last,
    stream: Arc<CudaStream>,
    memory: ManuallyDrop<MappedMemory>,
}

/// Memory and its mapping.
#[derive(Debug)]
struct MappedMemory {
    address: sys::CUdeviceptr,
    /// Dropped after the mapping.
    memory: ManuallyDrop<ExternalMemory>,
}

// SAFETY: any thread may free a mapping and memory.
unsafe impl Send for MappedMemory {}

impl Drop for MappedMemory {
    fn drop(&mut self) {
        let context = &self.memory.context;
        // SAFETY: it is this value's, and no work uses it any more.
        let free = || unsafe { result::memory_free(self.address) };
        let freed = despite_captures(context.context(), free);
        let is_free = freed.is_ok();
        context.record_err(freed);
        if is_free {
            // SAFETY: it isn't used any more. Otherwise work may still use it, and it is leaked.
            unsafe { ManuallyDrop::drop(&mut self.memory) };
        }
    }
}

impl Drop for MappedBuffer {
    fn drop(&mut self) {
        let context = self.memory.memory.context.clone();
        if let Err(error) = self.uses.synchronize() {
            // Work may still use it, and it is leaked.
            return context.record_err::<()>(Err(error));
        }
        // SAFETY: it isn't used any more.
        let memory = unsafe { ManuallyDrop::take(&mut self.memory) };
        #[cfg(feature = "nccl")]
        super::group::drop_after(memory, &context);
        #[cfg(not(feature = "nccl"))]
        drop(memory);
    }
}

impl DeviceSlice<u8> for MappedBuffer {
    fn len(&self) -> usize {
        self.len
    }

    fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }
}

impl DevicePtr<u8> for MappedBuffer {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.memory.address, begin(NotedUse::new(NotedBy::Last(&self.uses), stream)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}
