use core::fmt;
use core::marker::PhantomData;
use core::mem;

use cuda_driver_sys::{CUdeviceptr, CUstream, Symbol};

use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError, Error};
use crate::fork::is_forked;
use crate::memory::{
    Element, MemoryOwner, MemoryPool,
    error::bytes_of,
    error::cast_len,
    owner::{AllocationKind, BufferOwner},
};
use crate::stream::Stream;
use crate::stream::free::{FreeCall, without_pools};

/// Device memory for `len` elements that belongs to a stream: the stream's work on the memory runs in order, and the
/// memory is freed after that work, so that dropping it doesn't wait for the device, if that has memory pools.
///
/// The memory can have any origin: [`Stream::alloc`] allocates it from the device's default pool,
/// [`alloc_from`](Stream::alloc_from) from any [resource](crate::memory::resource), [`alloc_unpooled`](Stream::alloc_unpooled) from no pool.
/// [`from_raw`](Self::from_raw) takes ownership of the driver's allocations, [`from_owner`](Self::from_owner) uses
/// other memory together with its owner, and [`borrow_raw`](Self::borrow_raw) borrows memory.
///
/// Safe calls use it only on its stream. [`Stream::fork`] shares it with other streams for the duration of a closure,
/// [`move_to`](Self::move_to) moves it to another one.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// let mut buffer = stream.alloc::<f32>(4)?; // contents are unspecified
/// stream.fill(&mut buffer, 1.0)?;
/// stream.upload_into(&[2.0, 3.0], buffer.slice_mut(1..3)?)?;
/// let copy = stream.upload(&buffer.to_vec()?)?;
/// assert_eq!(copy.slice(1..)?.len(), 3);
/// assert_eq!(copy.to_vec()?, [1.0, 2.0, 3.0, 1.0]);
/// // Both are freed when they are dropped, in the stream's order.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceBuffer<T> {
    pointer: CUdeviceptr,
    len: usize,
    owner: BufferOwner,
    stream: Stream,
    elements: PhantomData<T>,
}

impl<T> DeviceBuffer<T> {
    /// Creates a buffer of device memory that `owner` keeps allocated, and that `owner` releases when the buffer is
    /// dropped: memory of another library, of another allocator, or of other allocation functions of the driver.
    ///
    /// ```no_run
    /// # use std::sync::Arc;
    /// # use cuda_driver::{memory::KeepAlive, DeviceBuffer, Stream};
    /// # fn share(stream: &Stream, tensor: Arc<Vec<u8>>, address: u64) {
    /// // SAFETY: the tensor is memory for 100 elements that no other code writes to.
    /// let buffer: DeviceBuffer<f32> =
    ///     unsafe { DeviceBuffer::from_owner(stream, address, 100, KeepAlive(tensor)) };
    /// # }
    /// ```
    ///
    /// # Safety
    /// - `pointer` is memory for `len` elements that the stream's context can access, and that stays allocated until
    ///   `owner` has released it, and so until the work submitted to the buffer's stream before is over: see
    ///   [`MemoryOwner::release`].
    /// - No other code accesses it while the value lives, except to read elements that the value only reads. Earlier
    ///   work of other streams on it is complete or ordered before `stream`'s.
    /// - The owner uses no stream that the buffer was [moved](Self::move_to) from, which may be gone by then: it keeps
    ///   [`DeviceMemory`](crate::memory::DeviceMemory), not a buffer.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        stream: &Stream,
        pointer: CUdeviceptr,
        len: usize,
        owner: impl MemoryOwner,
    ) -> Self {
        Self::new(stream, pointer, len, BufferOwner::custom(owner))
    }

    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the stream that the buffer belongs to.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Moves the buffer to `stream`, whose later work waits for the work submitted to the old stream so far. Nothing is
    /// copied, and the host doesn't wait. The contexts of both [share memory](Context::shares_memory_with).
    ///
    /// [`cuStreamWaitEvent`](crate::driver::Raw::cuStreamWaitEvent)
    ///
    /// # Errors
    /// [`Error::OtherContext`], or the driver's error; the buffer is then unchanged.
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub fn move_to(&mut self, stream: &Stream) -> Result<(), Error> {
        if !self.stream.context().shares_memory_with(stream.context()) {
            return Err(Error::OtherContext);
        }
        if self.stream != *stream {
            stream.wait_stream(&self.stream)?;
        }
        self.stream = stream.clone();
        Ok(())
    }

    /// Returns the same memory as elements of another type, as many as it holds of them.
    ///
    /// # Errors
    /// The buffer and [`Error::Cast`], if its size isn't a multiple of an element's, or its alignment is too
    /// small.
    pub fn cast<U: Element>(self) -> Result<DeviceBuffer<U>, (Self, Error)>
    where
        T: Element,
    {
        match cast_len::<T, U>(self.pointer, self.len) {
            Ok(len) => {
                let mut this = self;
                let owner = this.take_owner();
                Ok(DeviceBuffer::new(&this.stream, this.pointer, len, owner))
            }
            Err(error) => Err((self, error)),
        }
    }

    /// Releases the memory after the work of its stream, and returns the driver's result. Dropping does the same
    /// silently, and also works during captures of other streams; this call, as in C, then fails (900) and invalidates
    /// those that are in the global mode, but needs two driver calls fewer. Memory that isn't from a pool
    /// ([`Stream::alloc_unpooled`]) is freed immediately, which waits for the device; dropping it doesn't wait, but
    /// makes the driver set up a pool if the program has none yet, which takes some milliseconds.
    ///
    /// [`cuMemFreeAsync`](crate::driver::Raw::cuMemFreeAsync),
    /// or [`cuMemFree`](crate::driver::Raw::cuMemFree)
    ///
    /// # Errors
    /// Returns the driver's error with the buffer, or the error of the [owner](Self::from_owner), in which case the
    /// buffer no longer exists.
    #[inline]
    #[doc(alias("cuMemFreeAsync", "cuMemFree", "cuMemFree_v2"))]
    pub fn destroy(mut self) -> Result<(), DestroyError<Self>> {
        let kind = match self.owner.take_kind() {
            None => return self.release().map_err(DestroyError::Owner),
            Some(AllocationKind::UnpooledResource) => AllocationKind::Synchronous,
            Some(kind) => kind,
        };
        // SAFETY: this value owns the memory and doesn't free it again; safe calls use it only on the stream.
        match unsafe { kind.free(self.pointer, &self.stream, FreeCall::Explicit) } {
            Ok(()) => Ok(()),
            Err(result) => Err(self.not_destroyed(kind, result)),
        }
    }

    /// Returns the device address of the first element, for calls of [`Driver::raw`](crate::driver::Driver::raw); null
    /// for a buffer of no bytes.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// Takes ownership of device memory, which is freed with `cuMemFreeAsync` on `stream` when dropped.
    ///
    /// # Safety
    /// - `pointer` was allocated in the stream's context with `cuMemAlloc`, `cuMemAllocAsync` or a
    ///   function like them, and holds `len` elements.
    /// - No other code frees it, or accesses it while the value lives, except to read elements that the value only
    ///   reads. Earlier work of other streams on it is complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(stream: &Stream, pointer: CUdeviceptr, len: usize) -> Self {
        Self::new(stream, pointer, len, BufferOwner::driver(AllocationKind::StreamOrdered))
    }

    /// Borrows device memory that other code owns; this crate never frees it.
    ///
    /// # Safety
    /// - `pointer` is memory for `len` elements that the stream's context can access, and that outlives the value and
    ///   the work that it is used for.
    /// - No other code accesses it while the value lives, except to read elements that the value only reads. Earlier
    ///   work of other streams on it is complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, pointer: CUdeviceptr, len: usize) -> Self {
        Self::new(stream, pointer, len, BufferOwner::NOTHING)
    }

    /// Releases ownership of the memory; the caller must free it with `cuMemFreeAsync` or `cuMemFree`.
    ///
    /// # Errors
    /// Returns the buffer if the driver can't free its memory: it has an owner, is borrowed, or is empty.
    #[inline]
    pub fn into_raw(mut self) -> Result<CUdeviceptr, Self> {
        if self.owner.kind().is_some() {
            self.owner = BufferOwner::NOTHING;
            Ok(self.pointer)
        } else {
            Err(self)
        }
    }

    /// Takes the owner, so that dropping the buffer doesn't release the memory.
    pub(super) fn take_owner(&mut self) -> BufferOwner {
        mem::replace(&mut self.owner, BufferOwner::NOTHING)
    }

    pub(super) fn new(
        stream: &Stream,
        pointer: CUdeviceptr,
        len: usize,
        owner: BufferOwner,
    ) -> Self {
        Self { pointer, len, owner, stream: stream.clone(), elements: PhantomData }
    }

    /// Creates the error of a buffer whose memory the driver did not free.
    #[cold]
    fn not_destroyed(mut self, kind: AllocationKind, result: CuResult) -> DestroyError<Self> {
        if result.is_context_lost() {
            return DestroyError::Lost(result);
        }
        self.owner = BufferOwner::driver(kind);
        DestroyError::Refused(self, result)
    }

    #[inline]
    fn release(&mut self) -> Result<(), Error> {
        // SAFETY: this value owns the memory, which the owner releases once; safe calls use it only on the stream.
        unsafe { self.owner.release(self.pointer, &self.stream) }
    }
}

impl<T> Drop for DeviceBuffer<T> {
    #[inline]
    fn drop(&mut self) {
        if !is_forked() {
            // Errors are ignored; `destroy` returns them.
            let _ = self.release();
        }
    }
}

impl<T> fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceBuffer")
            .field("pointer", &format_args!("{:#x}", self.pointer))
            .field("len", &self.len)
            .field("element", &core::any::type_name::<T>())
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// Allocates device memory for `len` elements in the stream's order, from the device's default pool. Its contents
    /// are unspecified until written. A zero-length allocation makes no driver call.
    ///
    /// The first call in a context makes the pool keep some of the freed memory for later allocations, unless the program
    /// chose otherwise: see [`Device::default_pool`](crate::device::Device::default_pool).
    ///
    /// [`cuMemAllocAsync`](crate::driver::Raw::cuMemAllocAsync),
    /// or [`cuMemAlloc`](crate::driver::Raw::cuMemAlloc)
    /// on devices without memory pools; freeing that waits for the device.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], or the driver's error: the error of earlier work, or
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) on a stream that other code captures.
    #[doc(alias("cuMemAlloc", "cuMemAlloc_v2"))]
    #[inline]
    #[doc(alias = "cuMemAllocAsync")]
    pub fn alloc<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, Error> {
        self.alloc_by(len, Some(self.context()), Self::alloc_bytes)
    }

    /// Allocates `len` bytes in the stream's order, from `pool`.
    #[inline]
    pub(super) fn alloc_in(
        &self,
        pool: &MemoryPool,
        len: usize,
    ) -> Result<DeviceBuffer<u8>, Error> {
        let device = self.context().device();
        if pool.device().is_some_and(|of| of != device) || pool.driver() != device.driver() {
            return Err(Error::OtherContext);
        }
        // Without a device, the pool is of host memory, or of another process.
        let context = pool.device().map(|_| self.context());
        self.alloc_by(len, context, |stream, bytes| {
            // SAFETY: pool and stream are alive, and belong to one device.
            stream.submit_allocation(Symbol::cuMemAllocFromPoolAsync, |raw, stream| unsafe {
                raw.cuMemAllocFromPoolAsync(bytes, pool.as_raw(), stream)
            })
        })
    }

    /// Allocates device memory for `len` elements immediately, not from a pool. Use it for long-lived memory, and for
    /// the first large allocations of a program, for which a pool would have to grow. [`DeviceBuffer::destroy`] frees
    /// it immediately, and dropping it in stream order.
    ///
    /// [`cuMemAlloc`](crate::driver::Raw::cuMemAlloc)
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc).
    #[doc(alias("cuMemAlloc", "cuMemAlloc_v2"))]
    pub fn alloc_unpooled<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, Error> {
        self.alloc_by(len, Some(self.context()), |stream, bytes| {
            Ok((stream.alloc_now(bytes)?, BufferOwner::driver(AllocationKind::UnpooledResource)))
        })
    }

    // Inlined, because otherwise the buffer is written to memory in words and read back in vectors, which stalls.
    #[inline(always)]
    fn alloc_by<T: Element>(
        &self,
        len: usize,
        context: Option<&Context>,
        alloc: impl FnOnce(&Self, usize) -> Result<(CUdeviceptr, BufferOwner), CuResult>,
    ) -> Result<DeviceBuffer<T>, Error> {
        let bytes = bytes_of::<T>(len)?;
        let (pointer, owner) = if bytes == 0 {
            (0, BufferOwner::NOTHING)
        } else {
            alloc(self, bytes).map_err(|error| Error::of_allocation(error, bytes, context))?
        };
        Ok(DeviceBuffer::new(self, pointer, len, owner))
    }

    #[inline(always)]
    fn alloc_bytes(&self, bytes: usize) -> Result<(CUdeviceptr, BufferOwner), CuResult> {
        self.prepare_pool()?;
        // SAFETY: the stream is alive.
        let allocated = self.submit_allocation(Symbol::cuMemAllocAsync, |raw, stream| unsafe {
            raw.cuMemAllocAsync(bytes, stream)
        });
        match allocated {
            Ok(allocated) => Ok(allocated),
            // A graph can't allocate it otherwise.
            Err(error) if without_pools(error) && !self.is_recorded() => {
                Ok((self.alloc_now(bytes)?, BufferOwner::driver(AllocationKind::Synchronous)))
            }
            Err(error) => Err(error),
        }
    }

    /// Makes a call that allocates in the stream's order, and returns the memory with its owner.
    #[inline]
    fn submit_allocation(
        &self,
        symbol: Symbol,
        call: impl Fn(Raw, CUstream) -> Result<CUdeviceptr, CuResult>,
    ) -> Result<(CUdeviceptr, BufferOwner), CuResult> {
        // So that it is known whose memory it is.
        let _gate = self.gate();
        if self.has_recording()
            && let Some(recording) = self.recording()
        {
            let allocated = recording.while_open(|| {
                let pointer = self.submit(&call)?;
                Ok((pointer, BufferOwner::of_graph(pointer, &recording)))
            });
            match allocated {
                Some(allocated) => return allocated,
                None if recording.is_begun() => return Err(recording.refuse(symbol)),
                // It has ended meanwhile.
                None => {}
            }
        }
        let pointer = self.submit_recordable(call)?;
        Ok((pointer, BufferOwner::driver(AllocationKind::StreamOrdered)))
    }

    #[cold]
    fn alloc_now(&self, bytes: usize) -> Result<CUdeviceptr, CuResult> {
        let _bound = self.context().bind()?;
        let raw = self.context().raw();
        // SAFETY: the context is current.
        crate::context::capture_mode::relaxed(raw, || unsafe { raw.cuMemAlloc(bytes) })
    }
}
