use core::fmt;
use core::marker::PhantomData;

use cuda_driver_sys::{CUdeviceptr, CUresult};

use crate::memory::error::bytes_of;
use crate::memory::{Element, MemoryError};
use crate::{CuResult, EventFlags, Stream};

/// Device memory for `len` elements that belongs to a stream: it is allocated and freed in the order
/// of the stream's work, so that dropping it never waits for the device.
///
/// [`Stream::alloc`], [`Stream::alloc_zeroed`] and [`Stream::upload`] make one; [`on`](Self::on) moves
/// it to another stream.
pub struct DeviceBuffer<T> {
    pointer: CUdeviceptr,
    len: usize,
    origin: Origin,
    stream: Stream,
    elements: PhantomData<T>,
}

/// Where memory came from, which says how it is freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// `cuMemAllocAsync`, or whoever gave it to us.
    StreamOrdered,
    /// `cuMemAlloc`, where `cuMemFreeAsync` frees it, too.
    Unpooled,
    /// `cuMemAlloc`, on a device without memory pools or a driver before 11.2.
    Synchronous,
    /// Nowhere: no memory, or somebody else's.
    Foreign,
}

impl<T> DeviceBuffer<T> {
    /// Takes over device memory: it is freed with `cuMemFreeAsync` on `stream` when dropped.
    ///
    /// # Safety
    /// - `pointer` was allocated in the stream's context with `cuMemAlloc`, `cuMemAllocAsync` or a
    ///   function like them, and holds `len` elements.
    /// - Nobody else frees it, and work of other streams on it is over or ordered before `stream`'s.
    #[must_use]
    pub unsafe fn from_raw(stream: &Stream, pointer: CUdeviceptr, len: usize) -> Self {
        Self {
            pointer,
            len,
            origin: Origin::StreamOrdered,
            stream: stream.clone(),
            elements: PhantomData,
        }
    }

    /// Uses somebody else's device memory: it is never freed by this crate.
    ///
    /// # Safety
    /// - `pointer` is memory for `len` elements that the stream's context can reach, and that lives longer
    ///   than the value.
    /// - Work of other streams on it is over or ordered before `stream`'s.
    #[must_use]
    pub unsafe fn borrow_raw(stream: &Stream, pointer: CUdeviceptr, len: usize) -> Self {
        Self {
            pointer,
            len,
            origin: Origin::Foreign,
            stream: stream.clone(),
            elements: PhantomData,
        }
    }

    /// The device address of the first element, for calls of [`Driver::raw`](crate::Driver::raw); null
    /// for a buffer of no bytes.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// Gives the memory away: the caller frees it, with `cuMemFreeAsync` or `cuMemFree`.
    #[must_use]
    pub fn into_raw(mut self) -> CUdeviceptr {
        self.origin = Origin::Foreign;
        self.pointer
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The stream that the buffer belongs to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Moves the buffer to `stream`, whose later work waits for the work that the old stream was given
    /// so far. Nothing is copied, and the host doesn't wait.
    ///
    /// # Errors
    /// [`MemoryError::OtherContext`], or what the driver answers; the buffer stays where it was.
    #[doc(alias = "cuStreamWaitEvent")]
    pub fn on(&mut self, stream: &Stream) -> Result<&mut Self, MemoryError> {
        if self.stream.context() != stream.context() {
            return Err(MemoryError::OtherContext);
        }
        if self.stream != *stream {
            let event = self
                .stream
                .context()
                .event_with(EventFlags::DISABLE_TIMING)?;
            self.stream.record(&event)?;
            stream.wait_event(&event)?;
            self.stream = stream.clone();
        }
        Ok(self)
    }

    /// Frees the memory in the stream's order, and says what the driver answered; dropping does the same
    /// in silence. Memory of no pool ([`Stream::alloc_unpooled`]) is freed at once, which waits for the device;
    /// dropping that doesn't wait, but lets the driver set up a pool if the program has none yet, which takes some milliseconds.
    ///
    /// # Errors
    /// What the driver answers.
    #[inline]
    #[doc(alias = "cuMemFreeAsync")]
    #[doc(alias = "cuMemFree")]
    pub fn destroy(mut self) -> Result<(), CuResult> {
        if self.origin == Origin::Unpooled {
            self.origin = Origin::Synchronous;
        }
        self.release()
    }

    /// Frees the memory, and waits for the device only where it can't be freed otherwise.
    #[inline]
    fn release(&mut self) -> Result<(), CuResult> {
        let pointer = self.pointer;
        match core::mem::replace(&mut self.origin, Origin::Foreign) {
            Origin::Foreign => return Ok(()),
            Origin::Synchronous => {}
            Origin::StreamOrdered | Origin::Unpooled => {
                // SAFETY: the memory is this value's own and freed once, behind all work of its stream.
                let freed = self
                    .stream
                    .submit(move |raw, stream| unsafe { raw.cuMemFreeAsync(pointer, stream) });
                // Memory that was taken over can be of a device that frees it in the other way alone.
                if !freed.is_err_and(without_pools) {
                    return freed;
                }
            }
        }
        self.free_now(pointer)
    }

    #[cold]
    fn free_now(&self, pointer: CUdeviceptr) -> Result<(), CuResult> {
        let context = self.stream.context();
        let _bound = context.bind()?;
        // SAFETY: the context is current; the memory is this value's own and freed once, and the driver waits for the
        // device before.
        unsafe { context.raw().cuMemFree(pointer) }
    }
}

/// Whether the driver has no stream-ordered memory, or the device none.
fn without_pools(error: CuResult) -> bool {
    error.is_absent() || error.code() == CUresult::CUDA_ERROR_NOT_SUPPORTED
}

impl<T> Drop for DeviceBuffer<T> {
    #[inline]
    fn drop(&mut self) {
        // Nobody is there to hear of it: `destroy` is for those who want to know.
        let _ = self.release();
    }
}

impl<T> fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceBuffer")
            .field("pointer", &format_args!("{:#x}", self.pointer))
            .field("len", &self.len)
            .field("element", &core::any::type_name::<T>())
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// Allocates device memory for `len` elements in the stream's order. What they are is unspecified
    /// until something is written. No elements are no call and no memory.
    ///
    /// [`cuMemAllocAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g13413273e84a641bce1929eae9e6501f),
    /// or [`cuMemAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb82d2a09844a58dd9e744dc31e8aa467)
    /// on devices without memory pools; freeing the latter waits for the device.
    ///
    /// # Errors
    /// [`MemoryError::TooLarge`], or what the driver answers: `CUDA_ERROR_OUT_OF_MEMORY` (2), or the error
    /// of earlier work.
    #[inline]
    #[doc(alias = "cuMemAllocAsync")]
    pub fn alloc<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, MemoryError> {
        self.alloc_by(len, Self::alloc_bytes)
    }

    /// Allocates device memory for `len` elements at once, which is of no pool: for what lives long, and for the first
    /// large allocations of a program, for which a pool would have to grow. [`DeviceBuffer::destroy`] frees it at
    /// once, and dropping it in the stream's order.
    ///
    /// [`cuMemAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb82d2a09844a58dd9e744dc31e8aa467)
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc).
    #[doc(alias = "cuMemAlloc")]
    pub fn alloc_unpooled<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, MemoryError> {
        self.alloc_by(len, |stream, bytes| {
            Ok((stream.alloc_now(bytes)?, Origin::Unpooled))
        })
    }

    #[inline]
    fn alloc_by<T: Element>(
        &self,
        len: usize,
        alloc: impl FnOnce(&Self, usize) -> Result<(CUdeviceptr, Origin), CuResult>,
    ) -> Result<DeviceBuffer<T>, MemoryError> {
        let bytes = bytes_of::<T>(len)?;
        let (pointer, origin) = if bytes == 0 {
            (0, Origin::Foreign)
        } else {
            alloc(self, bytes)?
        };
        Ok(DeviceBuffer {
            pointer,
            len,
            origin,
            stream: self.clone(),
            elements: PhantomData,
        })
    }

    #[inline]
    fn alloc_bytes(&self, bytes: usize) -> Result<(CUdeviceptr, Origin), CuResult> {
        // SAFETY: the stream is alive.
        let pointer = self.submit(move |raw, stream| unsafe { raw.cuMemAllocAsync(bytes, stream) });
        match pointer {
            Ok(pointer) => Ok((pointer, Origin::StreamOrdered)),
            Err(error) if without_pools(error) => Ok((self.alloc_now(bytes)?, Origin::Synchronous)),
            Err(error) => Err(error),
        }
    }

    #[cold]
    fn alloc_now(&self, bytes: usize) -> Result<CUdeviceptr, CuResult> {
        let _bound = self.context().bind()?;
        // SAFETY: the context is current.
        unsafe { self.context().raw().cuMemAlloc(bytes) }
    }
}
