use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::slice;

use cuda_driver_sys::CUdeviceptr;

use crate::context::Context;
use crate::error::{CuResult, DestroyError, Error};
use crate::memory::{
    Element, HostMemory, HostMemoryError, PinnedFlags, error::bytes_of, shelf::Shelf,
    transfer::same_bytes,
};
use crate::object::{Object, ObjectKind, Ownership};

/// Page-locked host memory, which the device copies to and from at full speed and asynchronously.
///
/// It is a slice of `len` elements, all zero at first, or [uninitialized](Context::pinned_uninit). The driver waits for the context's work when such memory is freed;
/// a [`PinnedPool`](crate::memory::PinnedPool) keeps it for reuse instead.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// let mut host = context.pinned::<f32>(1000)?;
/// host[0] = 1.0; // a slice
/// let mut buffer = stream.alloc::<f32>(1000)?;
/// stream.scope(|scope| scope.upload_into(&host, &mut buffer))?;
/// stream.download(&buffer, &mut host)?;
/// assert_eq!(host[..2], [1.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PinnedBuffer<T> {
    object: Object<PinnedKind>,
    len: usize,
    elements: PhantomData<T>,
}

struct PinnedKind {
    context: Context,
    /// The pool that the memory returns to, if it came from one.
    shelf: Option<Shelf>,
}

impl Context {
    /// Allocates pinned host memory for `len` elements, all zero.
    ///
    /// [`cuMemHostAlloc`](crate::driver::Raw::cuMemHostAlloc)
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], [`Error::Alignment`] for elements with a larger
    /// alignment than the driver's memory, or the driver's error.
    #[doc(alias("cuMemHostAlloc", "cuMemAllocHost", "cuMemAllocHost_v2"))]
    pub fn pinned<T: Element>(&self, len: usize) -> Result<PinnedBuffer<T>, Error> {
        self.pinned_with(len, PinnedFlags::empty())
    }

    /// Allocates pinned host memory for `len` elements, all zero, with the given flags.
    ///
    /// [`cuMemHostAlloc`](crate::driver::Raw::cuMemHostAlloc)
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], [`Error::Alignment`] for elements with a larger
    /// alignment than the driver's memory, or the driver's error.
    #[doc(alias = "cuMemHostAlloc")]
    pub fn pinned_with<T: Element>(
        &self,
        len: usize,
        flags: PinnedFlags,
    ) -> Result<PinnedBuffer<T>, Error> {
        let mut pinned = self.pinned_uninit_with(len, flags)?;
        // SAFETY: these are its elements.
        unsafe { pinned.as_mut_ptr().write_bytes(0, len) };
        // SAFETY: all bytes are zero, which is valid for every `Element`.
        Ok(unsafe { pinned.assume_init() })
    }

    /// Allocates pinned host memory for `len` elements without writing to it, for contents that are written anyway.
    ///
    /// [`cuMemHostAlloc`](crate::driver::Raw::cuMemHostAlloc)
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// let squares = context.pinned_uninit::<u32>(1000)?.write_with(|at| (at * at) as u32);
    /// let buffer = stream.upload(&squares)?;
    /// assert_eq!(buffer.to_vec()?[..4], [0, 1, 4, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`pinned`](Self::pinned).
    #[doc(alias("cuMemHostAlloc", "cuMemAllocHost", "cuMemAllocHost_v2"))]
    pub fn pinned_uninit<T: Element>(
        &self,
        len: usize,
    ) -> Result<PinnedBuffer<MaybeUninit<T>>, Error> {
        self.pinned_uninit_with(len, PinnedFlags::empty())
    }

    /// Allocates pinned host memory for `len` elements without writing to it, with the given flags.
    ///
    /// [`cuMemHostAlloc`](crate::driver::Raw::cuMemHostAlloc)
    ///
    /// # Errors
    /// As [`pinned`](Self::pinned).
    #[doc(alias = "cuMemHostAlloc")]
    pub fn pinned_uninit_with<T: Element>(
        &self,
        len: usize,
        flags: PinnedFlags,
    ) -> Result<PinnedBuffer<MaybeUninit<T>>, Error> {
        let bytes = bytes_of::<T>(len)?;
        if bytes == 0 {
            let (nothing, ownership) = (NonNull::dangling(), Ownership::Borrowed);
            return Ok(PinnedBuffer::new(self, nothing, len, ownership, None));
        }
        let pointer = self.pin_uninit(bytes, flags)?;
        let Some(allocated) =
            NonNull::new(pointer.cast::<MaybeUninit<T>>()).filter(|pointer| pointer.is_aligned())
        else {
            // SAFETY: it was just allocated, and no other code has it.
            unsafe { self.unpin(pointer) }?;
            return Err(Error::Alignment { align: align_of::<T>() });
        };
        let ownership = Ownership::Owned;
        Ok(PinnedBuffer::new(self, allocated, len, ownership, None))
    }
}

impl<T> PinnedBuffer<T> {
    /// Returns the address at which kernels access the memory, which requires [`PinnedFlags::DEVICE_MAP`].
    ///
    /// [`cuMemHostGetDevicePointer`](crate::driver::Raw::cuMemHostGetDevicePointer)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuMemHostGetDevicePointer", "cuMemHostGetDevicePointer_v2"))]
    #[inline]
    pub fn device_pointer(&self) -> Result<CUdeviceptr, CuResult> {
        let _bound = self.object.context.bind()?;
        // SAFETY: the memory is alive.
        unsafe {
            self.object.context.raw().cuMemHostGetDevicePointer(self.pointer().as_ptr().cast(), 0)
        }
    }

    /// Returns the flags that the driver reports: with [`PinnedFlags::DEVICE_MAP`] even if it wasn't requested, and
    /// without [`PinnedFlags::PORTABLE`] even if it was.
    ///
    /// [`cuMemHostGetFlags`](crate::driver::Raw::cuMemHostGetFlags)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemHostGetFlags")]
    #[inline]
    pub fn flags(&self) -> Result<PinnedFlags, CuResult> {
        // SAFETY: the memory is alive.
        let flags = self.object.context.retry(self.object.context.raw(), |raw| unsafe {
            raw.cuMemHostGetFlags(self.pointer().as_ptr().cast())
        })?;
        Ok(PinnedFlags::from_bits_retain(flags))
    }

    /// Returns the context that the memory is pinned for.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Frees the memory; dropping does the same silently. In both cases, the driver first waits for all work of the
    /// context.
    ///
    /// Memory of a [`PinnedPool`](crate::memory::PinnedPool) returns there immediately instead.
    ///
    /// [`cuMemFreeHost`](crate::driver::Raw::cuMemFreeHost)
    ///
    /// # Errors
    /// Returns the driver's error, with the buffer.
    #[doc(alias = "cuMemFreeHost")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        let len = self.len;
        let destroyed = self.object.destroy();
        destroyed.map_err(|error| error.map(|object| Self::of(object, len)))
    }

    /// Takes ownership of pinned memory, which is freed when dropped.
    ///
    /// # Safety
    /// - `pointer` was allocated in `context` with `cuMemHostAlloc` or `cuMemAllocHost`, is aligned for `T`
    ///   and holds `len` elements that are initialized.
    /// - No other code frees it, or accesses it while the value lives.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, pointer: NonNull<T>, len: usize) -> Self {
        Self::new(context, pointer, len, Ownership::Owned, None)
    }

    /// Releases ownership of the memory; the caller must free it with `cuMemFreeHost`.
    ///
    /// # Errors
    /// Returns the buffer if it is empty.
    #[inline]
    pub fn into_raw(self) -> Result<NonNull<T>, Self> {
        let (pointer, len) = (self.pointer(), self.len);
        match self.object.into_raw() {
            Ok(_) => Ok(pointer),
            Err(object) => Err(Self::of(object, len)),
        }
    }

    fn new(
        context: &Context,
        pointer: NonNull<T>,
        len: usize,
        ownership: Ownership,
        shelf: Option<Shelf>,
    ) -> Self {
        let kind = PinnedKind { context: context.clone(), shelf };
        Self::of(Object::new(pointer.as_ptr().cast(), ownership, kind), len)
    }

    const fn of(object: Object<PinnedKind>, len: usize) -> Self {
        Self { object, len, elements: PhantomData }
    }

    /// Returns the address of the first element.
    fn pointer(&self) -> NonNull<T> {
        // SAFETY: every value is created with such a pointer.
        unsafe { NonNull::new_unchecked(self.object.handle().cast()) }
    }

    /// Creates a buffer of a pool's memory, which returns to the pool when dropped.
    ///
    /// # Safety
    /// `pointer` is pinned memory of `context` for `len` elements, aligned for them, initialized, and unused.
    pub(super) unsafe fn from_shelf(
        context: &Context,
        pointer: NonNull<T>,
        len: usize,
        shelf: Shelf,
    ) -> Self {
        Self::new(context, pointer, len, Ownership::Owned, Some(shelf))
    }
}

impl<T: Element> PinnedBuffer<MaybeUninit<T>> {
    /// Writes to each element what `element` returns for its index.
    #[must_use]
    pub fn write_with(mut self, mut element: impl FnMut(usize) -> T) -> PinnedBuffer<T> {
        for (index, place) in self.iter_mut().enumerate() {
            place.write(element(index));
        }
        // SAFETY: all elements were written.
        unsafe { self.assume_init() }
    }

    /// Copies `elements`, which must be as many.
    ///
    /// # Errors
    /// [`Error::Length`], with the buffer.
    pub fn write_copy_of_slice(
        mut self,
        elements: &[T],
    ) -> Result<PinnedBuffer<T>, HostMemoryError<Self>> {
        if let Err(error) = same_bytes::<T>(elements.len(), self.len) {
            return Err(HostMemoryError::new(self, error));
        }
        // SAFETY: both have that many elements, and this buffer is borrowed mutably.
        unsafe {
            let to = self.as_mut_ptr().cast::<T>();
            to.copy_from_nonoverlapping(elements.as_ptr(), elements.len());
        }
        // SAFETY: all elements were written.
        Ok(unsafe { self.assume_init() })
    }

    /// Returns the buffer as one of initialized elements.
    ///
    /// # Safety
    /// All elements were written: by the host, or by work of the device that is done.
    #[must_use]
    #[inline]
    pub unsafe fn assume_init(self) -> PinnedBuffer<T> {
        PinnedBuffer::of(self.object, self.len)
    }
}

impl ObjectKind for PinnedKind {
    type Handle = *mut c_void;

    #[inline]
    unsafe fn destroy(&mut self, pointer: *mut c_void) -> Result<(), CuResult> {
        match &self.shelf {
            Some(shelf) => {
                if let Some(memory) = NonNull::new(pointer) {
                    shelf.put_back(memory);
                }
                Ok(())
            }
            // SAFETY: the caller gives up the memory; only scopes, which borrow the buffer, transfers, which own it, and
            // unsafe calls let a device use it.
            None => unsafe { self.context.unpin(pointer) },
        }
    }
}

impl<T> Deref for PinnedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: that many elements were allocated, and initialized unless they are `MaybeUninit`; only scopes, which borrow the buffer, and unsafe calls let the device write to them.
        unsafe { slice::from_raw_parts(self.pointer().as_ptr(), self.len) }
    }
}

impl<T> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the reference is unique.
        unsafe { slice::from_raw_parts_mut(self.pointer().as_ptr(), self.len) }
    }
}

impl<T: fmt::Debug> fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

// SAFETY: the elements stay where the driver allocated them until the buffer is dropped, which owns them.
unsafe impl<T: Element + Send> HostMemory for PinnedBuffer<T> {
    type Element = T;

    fn elements(&self) -> &[T] {
        self
    }

    fn elements_mut(&mut self) -> &mut [T] {
        self
    }
}
