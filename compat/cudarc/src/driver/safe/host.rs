use core::ffi::c_void;
use core::ptr::NonNull;
use std::sync::Arc;

use super::seal::Seal;
use super::uses::{Last, NotedBy, NotedUse, begin, despite_captures};
use super::{CudaContext, CudaStream, DeviceRepr, SyncOnDrop, ValidAsZeroBits};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, result, sys};

/// Memory of the host that copies read and write.
pub trait HostSlice<T> {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the elements, to be read by work of `stream` that is submitted before the second value is dropped.
    ///
    /// # Safety
    /// The second value is dropped after that work was submitted.
    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>);

    /// Returns the elements, to be written by work of `stream` that is submitted before the second value is dropped.
    ///
    /// # Safety
    /// The second value is dropped after that work was submitted.
    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>);

    /// Whether the second values end uses when the work is done, as those of this crate's types do.
    #[doc(hidden)]
    fn ends_copies(&self, _: Seal) -> bool {
        false
    }
}

/// Returns what a use of memory of the host needs: pageable memory isn't used any more when a copy returns, pinned memory
/// is.
pub(super) fn until_used<T>(
    elements: *const T,
    stream: &CudaStream,
) -> Result<Option<NotedUse<'_>>, DriverError> {
    let mut kind = 0u32;
    let (attribute, address) =
        (sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, elements.addr() as u64);
    let memory_type = stream.context().context().with_current(|| {
        // SAFETY: the attribute is a number of this type, and the driver doesn't follow the address.
        unsafe { sys::cuPointerGetAttribute((&raw mut kind).cast(), attribute, address) }.result()
    });
    match memory_type.or_code()? {
        Ok(()) => Ok(Some(NotedUse::new(NotedBy::WAITING, stream))),
        Err(DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE)) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn until_copied<T>(elements: *const T, stream: &CudaStream) -> SyncOnDrop<'_> {
    match until_used(elements, stream) {
        Ok(Some(noted)) => begin(noted),
        Ok(None) => SyncOnDrop::Sync(None),
        Err(error) => {
            stream.context().record_err::<()>(Err(error));
            begin(NotedUse::new(NotedBy::WAITING, stream))
        }
    }
}

impl<T> HostSlice<T> for [T] {
    fn len(&self) -> usize {
        self.len()
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        (self, until_copied(self.as_ptr(), stream))
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        let until = until_copied(self.as_ptr(), stream);
        (self, until)
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}

impl<T, const N: usize> HostSlice<T> for [T; N] {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.as_slice().stream_synced_slice(stream) }
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.as_mut_slice().stream_synced_mut_slice(stream) }
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}

impl<T> HostSlice<T> for Vec<T> {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.as_slice().stream_synced_slice(stream) }
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.as_mut_slice().stream_synced_mut_slice(stream) }
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}

/// Pinned memory of the host, which copies use without waiting.
///
/// The host waits for all of them before it uses or frees the memory. A graph may copy it whenever it is launched: once a
/// capture has recorded a copy, or may have, the host gets `CUDA_ERROR_CAPTURED_EVENT` instead of the elements, and dropping
/// the memory records that error and leaks it.
#[derive(Debug)]
pub struct PinnedHostSlice<T> {
    elements: NonNull<T>,
    len: usize,
    /// The copies, of whichever streams and threads.
    uses: Last,
    context: Arc<CudaContext>,
}

// SAFETY: it owns its elements.
unsafe impl<T: Send> Send for PinnedHostSlice<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for PinnedHostSlice<T> {}

impl CudaContext {
    /// Allocates pinned memory that the host rather writes than reads.
    ///
    /// # Safety
    /// The elements are uninitialized.
    pub unsafe fn alloc_pinned<T: DeviceRepr>(
        self: &Arc<Self>,
        len: usize,
    ) -> Result<PinnedHostSlice<T>, DriverError> {
        // SAFETY: the caller guarantees it.
        unsafe { self.alloc_pinned_with_flags(len, cuda_driver_sys::CU_MEMHOSTALLOC_WRITECOMBINED) }
    }

    /// Allocates pinned memory with flags of `cuMemHostAlloc`.
    ///
    /// # Safety
    /// The elements are uninitialized.
    pub unsafe fn alloc_pinned_with_flags<T: DeviceRepr>(
        self: &Arc<Self>,
        len: usize,
        flags: u32,
    ) -> Result<PinnedHostSlice<T>, DriverError> {
        self.bind_to_thread()?;
        let bytes = len
            .checked_mul(size_of::<T>())
            .ok_or(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY))?;
        let elements = match bytes {
            0 => NonNull::dangling(),
            // SAFETY: the context is current.
            _ => NonNull::new(unsafe { result::malloc_host(bytes, flags) }?.cast())
                .ok_or(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY))?,
        };
        Ok(PinnedHostSlice { elements, len, uses: Last::default(), context: self.clone() })
    }
}

impl<T> PinnedHostSlice<T> {
    pub fn context(&self) -> &Arc<CudaContext> {
        &self.context
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn num_bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Waits for copies.
    fn wait(&self) -> Result<(), DriverError> {
        self.uses.synchronize()
    }

    /// Begins a copy by a stream, which waits for earlier ones.
    fn copied_by<'a>(&'a self, stream: &'a CudaStream) -> SyncOnDrop<'a> {
        begin(NotedUse::new(NotedBy::Last(&self.uses), stream))
    }
}

impl<T: ValidAsZeroBits> PinnedHostSlice<T> {
    /// Waits for copies, and returns the address.
    pub fn as_ptr(&self) -> Result<*const T, DriverError> {
        self.wait()?;
        Ok(self.elements.as_ptr())
    }

    /// As [`as_ptr`](Self::as_ptr).
    pub fn as_mut_ptr(&mut self) -> Result<*mut T, DriverError> {
        self.wait()?;
        Ok(self.elements.as_ptr())
    }

    /// Waits for copies, and returns the elements.
    pub fn as_slice(&self) -> Result<&[T], DriverError> {
        self.wait()?;
        // SAFETY: `alloc_pinned` is unsafe because the elements must be written first; copies are over.
        Ok(unsafe { core::slice::from_raw_parts(self.elements.as_ptr(), self.len) })
    }

    /// As [`as_slice`](Self::as_slice).
    pub fn as_mut_slice(&mut self) -> Result<&mut [T], DriverError> {
        self.wait()?;
        // SAFETY: as above.
        Ok(unsafe { core::slice::from_raw_parts_mut(self.elements.as_ptr(), self.len) })
    }
}

impl<T> HostSlice<T> for PinnedHostSlice<T> {
    fn len(&self) -> usize {
        self.len
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        // SAFETY: as for `as_slice`; the stream waits for earlier copies.
        let elements = unsafe { core::slice::from_raw_parts(self.elements.as_ptr(), self.len) };
        (elements, self.copied_by(stream))
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        // SAFETY: as above.
        let elements = unsafe { core::slice::from_raw_parts_mut(self.elements.as_ptr(), self.len) };
        (elements, self.copied_by(stream))
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}

impl<T> Drop for PinnedHostSlice<T> {
    fn drop(&mut self) {
        if self.num_bytes() == 0 {
            return;
        }
        let freed = self.wait().and_then(|()| {
            // SAFETY: no copy uses it any more.
            let free = || unsafe { result::free_host(self.elements.as_ptr().cast::<c_void>()) };
            despite_captures(self.context.context(), free)
        });
        if freed.is_err() {
            // The context would free what a copy may use.
            core::mem::forget(self.context.clone());
        }
        self.context.record_err(freed);
    }
}
