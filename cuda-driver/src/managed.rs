//! Managed memory, which moves between the host and devices, advice about it, and prefetches.

mod advice;
mod batch;
mod resource;

pub use crate::generated::enums::{MemAttachFlags, MemRangeAttribute, MemoryAdvice};
pub use batch::{DiscardBatch, PrefetchBatch};
pub use resource::ManagedResource;

use core::{fmt, slice};
use std::sync::OnceLock;

use cuda_driver_sys::{CUdevice, CUdeviceptr, CUresult, Symbol};

use crate::context::{Context, capture_mode::relaxed};
use crate::device::{Device, DeviceAttribute};
use crate::driver::Driver;
use crate::error::{CuResult, Error};
use crate::memory::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, KeepAlive, error::bytes_of,
};
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

/// Memory for `len` elements that device and host access at the same address, and that migrates to where it is used.
///
/// It belongs to a stream as a [`DeviceBuffer`] does, can be borrowed as one ([`as_buffer`](Self::as_buffer)) and
/// converted to one ([`into_buffer`](Self::into_buffer)). Pass its [`as_slice`](Self::as_slice) and
/// [`as_slice_mut`](Self::as_slice_mut) to launches. [`host`](Self::host) and [`host_mut`](Self::host_mut) wait for the
/// stream and borrow the elements for the host; meanwhile no safe call passes them to the device.
///
/// When it is dropped, the memory is freed after the work of its stream, by a thread of this crate
/// ([`Stream::drop_after`]), because freeing it waits for the device.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::managed::MemAttachFlags;
///
/// let mut numbers = stream.alloc_managed::<u32>(4, MemAttachFlags::GLOBAL)?;
/// numbers.host_mut()?.copy_from_slice(&[1, 2, 3, 4]);
/// stream.fill(numbers.as_slice_mut().slice_mut(..2)?, 7)?; // as a kernel would
/// assert_eq!(numbers.host()?, [7, 7, 3, 4]); // waits for the stream
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ManagedBuffer<T> {
    buffer: DeviceBuffer<T>,
    /// Whether the host may access managed memory while devices work, once queried.
    is_concurrent: OnceLock<bool>,
}

/// An allocation of the driver.
struct ManagedKind {
    context: Context,
}

impl Stream {
    /// Allocates managed memory for `len` elements, for all streams ([`MemAttachFlags::GLOBAL`]) or, on devices that
    /// don't support concurrent access by host and device, for none yet ([`MemAttachFlags::HOST`]). Its contents are
    /// unspecified until written. A zero-length allocation makes no driver call.
    ///
    /// [`cuMemAllocManaged`](crate::driver::Raw::cuMemAllocManaged)
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], [`Error::Alignment`] for elements with a larger
    /// alignment than the driver's memory, or the driver's error.
    #[doc(alias = "cuMemAllocManaged")]
    pub fn alloc_managed<T: Element>(
        &self,
        len: usize,
        attach: MemAttachFlags,
    ) -> Result<ManagedBuffer<T>, Error> {
        let bytes = bytes_of::<T>(len)?;
        if bytes == 0 {
            // SAFETY: there is no memory.
            let buffer = unsafe { DeviceBuffer::borrow_raw(self, 0, len) };
            return Ok(ManagedBuffer::new(buffer));
        }
        let (context, raw) = (self.context(), self.context().raw());
        let bound = context.bind()?;
        // SAFETY: the context is current.
        let pointer = relaxed(raw, || unsafe { raw.cuMemAllocManaged(bytes, attach.as_raw().0) })
            .map_err(|error| Error::of_allocation(error, bytes, None))?;
        drop(bound);
        let kind = ManagedKind { context: context.clone() };
        let memory = Object::new(pointer, Ownership::Owned, kind);
        if !pointer.is_multiple_of(align_of::<T>() as CUdeviceptr) {
            return Err(Error::Alignment { align: align_of::<T>() });
        }
        // SAFETY: that many bytes were allocated for this call, and `memory` frees them.
        let buffer = unsafe { DeviceBuffer::from_owner(self, pointer, len, KeepAlive(memory)) };
        Ok(ManagedBuffer::new(buffer))
    }
}

impl<T> ManagedBuffer<T> {
    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        self.buffer.stream()
    }

    /// Returns the elements as device memory, to read from.
    #[must_use]
    #[inline]
    pub fn as_buffer(&self) -> &DeviceBuffer<T> {
        &self.buffer
    }

    /// Returns the elements as device memory, to read from.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.buffer.as_slice()
    }

    /// Returns the elements as device memory, to write to.
    #[must_use]
    #[inline]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.buffer.as_slice_mut()
    }

    /// Converts to device memory that the host doesn't access.
    #[must_use]
    #[inline]
    pub fn into_buffer(self) -> DeviceBuffer<T> {
        self.buffer
    }

    /// Moves it to `stream`, as [`DeviceBuffer::move_to`] does. Memory that is [attached](Self::attach) to the stream that it
    /// belonged to stays so, until it is attached again.
    ///
    /// # Errors
    /// As [`DeviceBuffer::move_to`].
    #[inline]
    pub fn move_to(&mut self, stream: &Stream) -> Result<(), Error> {
        self.buffer.move_to(stream)
    }

    /// Sets which streams may access the memory from here on, in stream order: all streams, none, or only the memory's
    /// own stream. It is useful on devices that don't support concurrent access to managed memory by host and device.
    ///
    /// [`cuStreamAttachMemAsync`](crate::driver::Raw::cuStreamAttachMemAsync)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamAttachMemAsync")]
    #[inline]
    pub fn attach(&mut self, flags: MemAttachFlags) -> Result<(), CuResult> {
        let is_known =
            matches!(flags, MemAttachFlags::GLOBAL | MemAttachFlags::HOST | MemAttachFlags::SINGLE);
        if !is_known {
            // A driver crashed on other flags.
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            let raw = self.stream().context().raw();
            return raw.check(Symbol::cuStreamAttachMemAsync, code);
        }
        if self.as_raw() == 0 {
            return Ok(());
        }
        let (pointer, flags) = (self.as_raw(), flags.as_raw().0);
        // SAFETY: the memory is alive; a length of 0 means all of it.
        self.stream().submit_uncaptured(|raw, stream| unsafe {
            raw.cuStreamAttachMemAsync(stream, pointer, 0, flags)
        })
    }

    /// Returns the address of the first element, for device and host.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.buffer.as_raw()
    }

    fn new(buffer: DeviceBuffer<T>) -> Self {
        Self { buffer, is_concurrent: OnceLock::new() }
    }
}

impl<T: Element> ManagedBuffer<T> {
    /// Waits for the stream's work, and returns the elements for the host to read.
    ///
    /// The first call queries whether the host can access such memory while devices work
    /// ([`DeviceAttribute::CONCURRENT_MANAGED_ACCESS`]). All devices must support it, because a kernel on one that
    /// doesn't prevents access to all managed memory.
    ///
    /// [`cuStreamSynchronize`](crate::driver::Raw::cuStreamSynchronize)
    ///
    /// # Errors
    /// [`Error::NoHostAccess`] if a device doesn't support it, or the driver's error, such as that of earlier work.
    #[doc(alias = "cuStreamSynchronize")]
    #[inline]
    pub fn host(&self) -> Result<&[T], Error> {
        self.wait()?;
        // SAFETY: the work on the memory is over, and writing to it requires an exclusive borrow.
        Ok(unsafe { self.host_unchecked() })
    }

    /// Waits for the stream's work, and returns the elements for the host to read and write.
    ///
    /// [`cuStreamSynchronize`](crate::driver::Raw::cuStreamSynchronize)
    ///
    /// # Errors
    /// As [`host`](Self::host).
    #[doc(alias = "cuStreamSynchronize")]
    #[inline]
    pub fn host_mut(&mut self) -> Result<&mut [T], Error> {
        self.wait()?;
        // SAFETY: the work on the memory is over, and the borrow is exclusive.
        Ok(unsafe { self.host_mut_unchecked() })
    }

    /// Returns the elements for the host to read, without waiting.
    ///
    /// # Safety
    /// - No work that writes to the memory is pending.
    /// - All devices without [`DeviceAttribute::CONCURRENT_MANAGED_ACCESS`] are idle meanwhile, or the memory is
    ///   [attached](Self::attach) to the host, or to a stream without work.
    #[must_use]
    #[inline]
    pub unsafe fn host_unchecked(&self) -> &[T] {
        match self.as_raw() {
            0 => Self::nothing(self.len()),
            // SAFETY: it is memory for that many elements, which the host accesses at the same address. Every bit
            // pattern is a valid value, and the caller guarantees that nothing writes meanwhile.
            pointer => unsafe { slice::from_raw_parts(pointer as *const T, self.len()) },
        }
    }

    /// Returns the elements for the host to read and write, without waiting.
    ///
    /// # Safety
    /// As [`host_unchecked`](Self::host_unchecked), and no work that reads the memory is pending, either.
    #[must_use]
    #[inline]
    pub unsafe fn host_mut_unchecked(&mut self) -> &mut [T] {
        let len = self.len();
        match self.as_raw() {
            // SAFETY: zero-sized elements, or none, take no memory.
            0 => unsafe { slice::from_raw_parts_mut(core::ptr::dangling_mut(), len) },
            // SAFETY: as in `host_unchecked`; the borrow is exclusive.
            pointer => unsafe { slice::from_raw_parts_mut(pointer as *mut T, len) },
        }
    }

    fn nothing<'a>(len: usize) -> &'a [T] {
        // SAFETY: zero-sized elements, or none, take no memory.
        unsafe { slice::from_raw_parts(core::ptr::dangling(), len) }
    }

    /// Waits until the host may access the memory.
    fn wait(&self) -> Result<(), Error> {
        if self.as_raw() == 0 {
            return Ok(());
        }
        let is_concurrent = match self.is_concurrent.get() {
            Some(known) => *known,
            None => {
                let found = all_are_concurrent(self.stream().context().driver())?;
                *self.is_concurrent.get_or_init(|| found)
            }
        };
        if !is_concurrent {
            return Err(Error::NoHostAccess);
        }
        Ok(self.stream().synchronize()?)
    }
}

/// Returns `true` if the host may access managed memory while any device works.
fn all_are_concurrent(driver: Driver) -> Result<bool, CuResult> {
    for ordinal in 0..driver.device_count()? {
        let device = Device::new(driver, CUdevice::try_from(ordinal).unwrap_or(CUdevice::MAX));
        if device.attribute(DeviceAttribute::CONCURRENT_MANAGED_ACCESS)? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

impl ObjectKind for ManagedKind {
    type Handle = CUdeviceptr;

    unsafe fn destroy(&mut self, pointer: CUdeviceptr) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the memory, after the work on it.
        self.context.retry_despite_captures(|raw| unsafe { raw.cuMemFree(pointer) })
    }
}

impl<T> fmt::Debug for ManagedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManagedBuffer")
            .field("pointer", &format_args!("{:#x}", self.as_raw()))
            .field("len", &self.len())
            .field("element", &core::any::type_name::<T>())
            .finish_non_exhaustive()
    }
}

impl<'a, T> From<&'a ManagedBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a ManagedBuffer<T>) -> Self {
        buffer.as_slice()
    }
}

impl<'a, T> From<&'a mut ManagedBuffer<T>> for DeviceSliceMut<'a, T> {
    fn from(buffer: &'a mut ManagedBuffer<T>) -> Self {
        buffer.as_slice_mut()
    }
}
