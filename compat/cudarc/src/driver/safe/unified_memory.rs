use core::marker::PhantomData;
use core::ops::RangeBounds;
use std::sync::Arc;

use super::seal::Seal;
use super::uses::{Last, NotedBy, NotedUse, begin, despite_captures, synchronize};
use super::view::{Memory, within};
use super::{
    CudaContext, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr, DeviceSlice, HostSlice,
    SyncOnDrop, ValidAsZeroBits,
};
use crate::driver::sys::CUmemAttach_flags as Attach;
use crate::driver::{DriverError, result, sys};

const NOT_PERMITTED: DriverError = DriverError(sys::CUresult::CUDA_ERROR_NOT_PERMITTED);

/// Memory that the host and devices use, whose uses are one after the other; in a capture, the program orders them, and
/// afterwards the host doesn't use it any more, as [pinned memory](super::PinnedHostSlice).
#[derive(Debug)]
pub struct UnifiedSlice<T> {
    address: sys::CUdeviceptr,
    len: usize,
    stream: Arc<CudaStream>,
    /// That it was allocated in, whichever stream it is attached to.
    context: Arc<CudaContext>,
    uses: Last,
    attach_mode: Attach,
    elements: PhantomData<*const T>,
}

// SAFETY: it owns its elements, as far as `T` lets threads have them.
unsafe impl<T: Send> Send for UnifiedSlice<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for UnifiedSlice<T> {}

/// What views have in common.
#[derive(Debug, Clone, Copy)]
struct ViewParts<'a> {
    address: sys::CUdeviceptr,
    len: usize,
    stream: &'a Arc<CudaStream>,
    uses: &'a Last,
    attach_mode: Attach,
}

/// A part of unified memory.
#[derive(Debug)]
pub struct UnifiedView<'a, T> {
    part: ViewParts<'a>,
    elements: PhantomData<&'a [T]>,
}

/// A part of unified memory, to be written.
#[derive(Debug)]
pub struct UnifiedViewMut<'a, T> {
    part: ViewParts<'a>,
    elements: PhantomData<&'a mut [T]>,
}

impl<T> Clone for UnifiedView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for UnifiedView<'_, T> {}

impl CudaContext {
    /// Allocates memory that all devices may use, or the host and devices that can at the same time.
    ///
    /// # Safety
    /// The elements are uninitialized.
    pub unsafe fn alloc_unified<T: DeviceRepr>(
        self: &Arc<Self>,
        len: usize,
        attach_global: bool,
    ) -> Result<UnifiedSlice<T>, DriverError> {
        self.bind_to_thread()?;
        if self.attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY)? == 0 {
            return Err(NOT_PERMITTED);
        }
        let attach_mode =
            if attach_global { Attach::CU_MEM_ATTACH_GLOBAL } else { Attach::CU_MEM_ATTACH_HOST };
        let bytes = len.checked_mul(size_of::<T>());
        let bytes = bytes.ok_or(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY))?;
        // SAFETY: the context is current.
        let address = unsafe { result::malloc_managed(bytes, attach_mode) }?;
        Ok(UnifiedSlice {
            address,
            len,
            stream: self.default_stream(),
            context: self.clone(),
            uses: Last::default(),
            attach_mode,
            elements: PhantomData,
        })
    }
}

impl<T> Drop for UnifiedSlice<T> {
    fn drop(&mut self) {
        let (address, context) = (self.address, self.context.clone());
        if let Err(error) = self.uses.synchronize() {
            context.record_err::<()>(Err(error));
            // It would free what work may use.
            return core::mem::forget(context);
        }
        let free = move |others: &[Arc<CudaStream>]| {
            let freed = others.iter().try_for_each(|other| synchronize(other)).and_then(|()| {
                // SAFETY: it was this value's, and no work uses it any more.
                despite_captures(context.context(), || unsafe { result::memory_free(address) })
            });
            context.record_err(freed);
        };
        #[cfg(feature = "nccl")]
        super::group::free(Box::new(free));
        #[cfg(not(feature = "nccl"))]
        free(&[]);
    }
}

impl ViewParts<'_> {
    fn check_device_access(&self, stream: &CudaStream) -> Result<(), DriverError> {
        let concurrent = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
        let is_allowed = match self.attach_mode {
            Attach::CU_MEM_ATTACH_GLOBAL => true,
            Attach::CU_MEM_ATTACH_HOST => stream.context().attribute(concurrent)? != 0,
            Attach::CU_MEM_ATTACH_SINGLE => **self.stream == *stream,
        };
        is_allowed.then_some(()).ok_or(NOT_PERMITTED)
    }

    fn within<T>(self, bounds: impl RangeBounds<usize>) -> Option<Self> {
        let (begin, len) = within(bounds, self.len)?;
        let address = self.address + (begin * size_of::<T>()) as u64;
        Some(Self { address, len, ..self })
    }
}

impl<T> UnifiedSlice<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn num_bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    pub fn attach_mode(&self) -> Attach {
        self.attach_mode
    }

    /// Changes who may use it: with `CU_MEM_ATTACH_SINGLE`, work of this stream.
    pub fn attach(&mut self, stream: &Arc<CudaStream>, flags: Attach) -> Result<(), DriverError> {
        self.uses.synchronize()?;
        stream.context().bind_to_thread()?;
        let (handle, bytes) = (stream.cu_stream(), self.num_bytes());
        let mut used = NotedUse::new(NotedBy::Last(&self.uses), stream);
        used.begin()?;
        // SAFETY: the memory and the stream are alive.
        unsafe { result::stream::attach_mem_async(handle, self.address, bytes, flags) }?;
        (self.stream, self.attach_mode) = (stream.clone(), flags);
        used.end()
    }

    /// Moves it to where it is used: the device, or the host if it is attached to that.
    pub fn prefetch(&self) -> Result<(), DriverError> {
        // SAFETY: it has numbers alone.
        let mut location: cuda_driver_sys::CUmemLocation = unsafe { core::mem::zeroed() };
        let context = self.stream.context();
        if self.attach_mode == Attach::CU_MEM_ATTACH_HOST {
            location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
        } else {
            let concurrent = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
            if context.attribute(concurrent)? == 0 {
                return Err(NOT_PERMITTED);
            }
            location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
            location.id.id = context.ordinal() as i32;
        }
        let (_, until) = self.device_ptr(&self.stream);
        until.begun()?;
        let (bytes, stream) = (self.num_bytes(), self.stream.cu_stream());
        // SAFETY: the memory is alive.
        let moved =
            unsafe { result::mem_prefetch_async(self.address, bytes, location.into(), stream) };
        moved.and(until.end())
    }

    pub fn check_host_access(&self) -> Result<(), DriverError> {
        match self.attach_mode {
            Attach::CU_MEM_ATTACH_SINGLE => self.stream.synchronize(),
            _ => Ok(()),
        }
    }

    pub fn check_device_access(&self, stream: &CudaStream) -> Result<(), DriverError> {
        self.part().check_device_access(stream)
    }

    fn part(&self) -> ViewParts<'_> {
        ViewParts {
            address: self.address,
            len: self.len,
            stream: &self.stream,
            uses: &self.uses,
            attach_mode: self.attach_mode,
        }
    }

    pub fn as_view(&self) -> UnifiedView<'_, T> {
        UnifiedView::of(self.part())
    }

    pub fn as_view_mut(&mut self) -> UnifiedViewMut<'_, T> {
        UnifiedViewMut::of(self.part())
    }
}

impl<T: ValidAsZeroBits> UnifiedSlice<T> {
    /// Waits for work that uses it, and returns the elements.
    pub fn as_slice(&self) -> Result<&[T], DriverError> {
        self.check_host_access()?;
        self.uses.synchronize()?;
        // SAFETY: `alloc_unified` is unsafe because the elements must be written first; work that writes them is over.
        Ok(unsafe { core::slice::from_raw_parts(self.address as *const T, self.len) })
    }

    /// As [`as_slice`](Self::as_slice).
    pub fn as_mut_slice(&mut self) -> Result<&mut [T], DriverError> {
        self.check_host_access()?;
        self.uses.synchronize()?;
        // SAFETY: as above.
        Ok(unsafe { core::slice::from_raw_parts_mut(self.address as *mut T, self.len) })
    }
}

impl<'a, T> UnifiedView<'a, T> {
    fn of(part: ViewParts<'a>) -> Self {
        let elements = PhantomData;
        Self { part, elements }
    }

    fn part(&self) -> ViewParts<'_> {
        self.part
    }

    pub fn len(&self) -> usize {
        self.part.len
    }

    pub fn is_empty(&self) -> bool {
        self.part.len == 0
    }

    /// # Panics
    /// If the range isn't within the view, as cudarc does.
    pub fn slice(&self, bounds: impl RangeBounds<usize>) -> Self {
        self.try_slice(bounds).expect("the range is within the view")
    }

    pub fn try_slice(&self, bounds: impl RangeBounds<usize>) -> Option<Self> {
        self.part.within::<T>(bounds).map(Self::of)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at(&self, mid: usize) -> (Self, Self) {
        self.try_split_at(mid).expect("`mid` is within the view")
    }

    pub fn try_split_at(&self, mid: usize) -> Option<(Self, Self)> {
        Some((self.try_slice(..mid)?, self.try_slice(mid..)?))
    }
}

impl<'a, T> UnifiedViewMut<'a, T> {
    fn of(part: ViewParts<'a>) -> Self {
        let elements = PhantomData;
        Self { part, elements }
    }

    fn part(&self) -> ViewParts<'_> {
        self.part
    }

    pub fn len(&self) -> usize {
        self.part.len
    }

    pub fn is_empty(&self) -> bool {
        self.part.len == 0
    }

    pub fn as_view<'b>(&'b self) -> UnifiedView<'b, T> {
        UnifiedView::of(self.part)
    }
}

impl<T> UnifiedSlice<T> {
    /// # Panics
    /// If the range isn't within the memory, as cudarc does.
    pub fn slice_mut(&mut self, bounds: impl RangeBounds<usize>) -> UnifiedViewMut<'_, T> {
        self.try_slice_mut(bounds).expect("the range is within the memory")
    }

    pub fn try_slice_mut(
        &mut self,
        bounds: impl RangeBounds<usize>,
    ) -> Option<UnifiedViewMut<'_, T>> {
        self.part().within::<T>(bounds).map(UnifiedViewMut::of)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at_mut(&mut self, mid: usize) -> (UnifiedViewMut<'_, T>, UnifiedViewMut<'_, T>) {
        self.try_split_at_mut(mid).expect("`mid` is within the memory")
    }

    pub fn try_split_at_mut(
        &mut self,
        mid: usize,
    ) -> Option<(UnifiedViewMut<'_, T>, UnifiedViewMut<'_, T>)> {
        let part = self.part();
        let parts = (part.within::<T>(..mid)?, part.within::<T>(mid..)?);
        Some((UnifiedViewMut::of(parts.0), UnifiedViewMut::of(parts.1)))
    }

    /// # Panics
    /// If the range isn't within the memory, as cudarc does.
    pub fn slice(&self, bounds: impl RangeBounds<usize>) -> UnifiedView<'_, T> {
        self.as_view().slice(bounds)
    }

    pub fn try_slice(&self, bounds: impl RangeBounds<usize>) -> Option<UnifiedView<'_, T>> {
        self.as_view().try_slice(bounds)
    }
}

impl<T> DevicePtrMut<T> for UnifiedSlice<T> {
    fn device_ptr_mut<'p>(
        &'p mut self,
        stream: &'p CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'p>) {
        self.device_ptr(stream)
    }

    fn ends_writes(&self, _: Seal) -> bool {
        true
    }
}

impl<T> UnifiedViewMut<'_, T> {
    /// # Panics
    /// If the range isn't within the memory, as cudarc does.
    pub fn slice_mut(&mut self, bounds: impl RangeBounds<usize>) -> UnifiedViewMut<'_, T> {
        self.try_slice_mut(bounds).expect("the range is within the memory")
    }

    pub fn try_slice_mut(
        &mut self,
        bounds: impl RangeBounds<usize>,
    ) -> Option<UnifiedViewMut<'_, T>> {
        self.part().within::<T>(bounds).map(UnifiedViewMut::of)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at_mut(&mut self, mid: usize) -> (UnifiedViewMut<'_, T>, UnifiedViewMut<'_, T>) {
        self.try_split_at_mut(mid).expect("`mid` is within the memory")
    }

    pub fn try_split_at_mut(
        &mut self,
        mid: usize,
    ) -> Option<(UnifiedViewMut<'_, T>, UnifiedViewMut<'_, T>)> {
        let part = self.part();
        let parts = (part.within::<T>(..mid)?, part.within::<T>(mid..)?);
        Some((UnifiedViewMut::of(parts.0), UnifiedViewMut::of(parts.1)))
    }

    /// # Panics
    /// If the range isn't within the memory, as cudarc does.
    pub fn slice(&self, bounds: impl RangeBounds<usize>) -> UnifiedView<'_, T> {
        self.as_view().slice(bounds)
    }

    pub fn try_slice(&self, bounds: impl RangeBounds<usize>) -> Option<UnifiedView<'_, T>> {
        self.as_view().try_slice(bounds)
    }
}

impl<T> DevicePtrMut<T> for UnifiedViewMut<'_, T> {
    fn device_ptr_mut<'p>(
        &'p mut self,
        stream: &'p CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'p>) {
        self.device_ptr(stream)
    }

    fn ends_writes(&self, _: Seal) -> bool {
        true
    }
}

impl<T> UnifiedSlice<T> {
    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at(&self, mid: usize) -> (UnifiedView<'_, T>, UnifiedView<'_, T>) {
        self.as_view().split_at(mid)
    }

    pub fn try_split_at(&self, mid: usize) -> Option<(UnifiedView<'_, T>, UnifiedView<'_, T>)> {
        self.as_view().try_split_at(mid)
    }
}

impl<T> Memory for UnifiedSlice<T> {
    fn address(&self) -> sys::CUdeviceptr {
        self.part().address
    }

    fn noted<'a>(&'a self, stream: &'a CudaStream, _: bool) -> NotedUse<'a> {
        let part = self.part();
        NotedUse::new(NotedBy::Last(part.uses), stream).if_allowed(part.check_device_access(stream))
    }
}

impl<T> DeviceSlice<T> for UnifiedSlice<T> {
    fn len(&self) -> usize {
        self.part().len
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.part().stream
    }
}

impl<T> DevicePtr<T> for UnifiedSlice<T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part().address, begin(self.noted(stream, true)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}

impl<T> HostSlice<T> for UnifiedSlice<T> {
    fn len(&self) -> usize {
        self.part().len
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        let (address, until) = self.device_ptr(stream);
        // SAFETY: as for `as_slice`; the stream waits for earlier work.
        (unsafe { core::slice::from_raw_parts(address as *const T, self.part().len) }, until)
    }

    /// A view that can't be written has no elements here.
    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        let len = self.part().len;
        let (address, until) = self.device_ptr(stream);
        // SAFETY: as above, and no other view has what can be written.
        (unsafe { core::slice::from_raw_parts_mut(address as *mut T, len) }, until)
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}

impl<T> Memory for UnifiedView<'_, T> {
    fn address(&self) -> sys::CUdeviceptr {
        self.part().address
    }

    fn noted<'a>(&'a self, stream: &'a CudaStream, _: bool) -> NotedUse<'a> {
        let part = self.part();
        NotedUse::new(NotedBy::Last(part.uses), stream).if_allowed(part.check_device_access(stream))
    }
}

impl<T> DeviceSlice<T> for UnifiedView<'_, T> {
    fn len(&self) -> usize {
        self.part().len
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.part().stream
    }
}

impl<T> DevicePtr<T> for UnifiedView<'_, T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part().address, begin(self.noted(stream, true)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}

impl<T> HostSlice<T> for UnifiedView<'_, T> {
    fn len(&self) -> usize {
        self.part().len
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        let (address, until) = self.device_ptr(stream);
        // SAFETY: as for `as_slice`; the stream waits for earlier work.
        (unsafe { core::slice::from_raw_parts(address as *const T, self.part().len) }, until)
    }

    /// A view that can't be written has no elements here.
    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        let len = 0;
        let (address, until) = self.device_ptr(stream);
        // SAFETY: as above, and no other view has what can be written.
        (unsafe { core::slice::from_raw_parts_mut(address as *mut T, len) }, until)
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}

impl<T> Memory for UnifiedViewMut<'_, T> {
    fn address(&self) -> sys::CUdeviceptr {
        self.part().address
    }

    fn noted<'a>(&'a self, stream: &'a CudaStream, _: bool) -> NotedUse<'a> {
        let part = self.part();
        NotedUse::new(NotedBy::Last(part.uses), stream).if_allowed(part.check_device_access(stream))
    }
}

impl<T> DeviceSlice<T> for UnifiedViewMut<'_, T> {
    fn len(&self) -> usize {
        self.part().len
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.part().stream
    }
}

impl<T> DevicePtr<T> for UnifiedViewMut<'_, T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part().address, begin(self.noted(stream, true)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}

impl<T> HostSlice<T> for UnifiedViewMut<'_, T> {
    fn len(&self) -> usize {
        self.part().len
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        let (address, until) = self.device_ptr(stream);
        // SAFETY: as for `as_slice`; the stream waits for earlier work.
        (unsafe { core::slice::from_raw_parts(address as *const T, self.part().len) }, until)
    }

    /// A view that can't be written has no elements here.
    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        let len = self.part().len;
        let (address, until) = self.device_ptr(stream);
        // SAFETY: as above, and no other view has what can be written.
        (unsafe { core::slice::from_raw_parts_mut(address as *mut T, len) }, until)
    }

    fn ends_copies(&self, _: Seal) -> bool {
        true
    }
}
