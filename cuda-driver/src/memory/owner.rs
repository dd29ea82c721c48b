use core::fmt;

use cuda_driver_sys::CUdeviceptr;

use crate::background::attempt_until_done;
use crate::capture_mode::relaxed;
use crate::memory::MemoryError;
use crate::{CuResult, ErrorCode, Stream};

/// What keeps the memory of a [`DeviceBuffer`](crate::DeviceBuffer) allocated, and releases it.
///
/// Implement it for memory of an allocator of your own, or pass a closure; [`KeepAlive`] suits memory that lives
/// as long as some value. [`DeviceBuffer::from_owner`](crate::DeviceBuffer::from_owner) takes one.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use std::sync::Arc;
/// use cuda_driver::{DeviceBuffer, KeepAlive};
///
/// let tensor = Arc::new(stream.upload(&[1u32, 2, 3])?); // another library's
/// // SAFETY: it is memory for three elements, which nobody writes.
/// let shared = unsafe { DeviceBuffer::<u32>::from_owner(&stream, tensor.as_raw(), 3, KeepAlive(tensor.clone())) };
/// assert_eq!(shared.to_vec()?, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MemoryOwner: Send + 'static {
    /// Releases the memory. It is called once, when the buffer is dropped or destroyed.
    ///
    /// Work that `stream` was given so far may still use the memory: release it behind that work, such as by
    /// `cuMemFreeAsync` on `stream`, by reusing it for later work of `stream`, or through
    /// [`Stream::drop_after`]. Where that fails, leak it ([`core::mem::forget`]): dropping a buffer that was another stream's
    /// would free it before that work is over.
    ///
    /// # Errors
    /// Why the memory was not released; [`DeviceBuffer::destroy`](crate::DeviceBuffer::destroy) returns it.
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), MemoryError>;
}

impl<F: FnOnce(&Stream) -> Result<(), MemoryError> + Send + 'static> MemoryOwner for F {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), MemoryError> {
        self(stream)
    }
}

/// Memory that is there as long as a value is: an `Arc`, an Arrow buffer, another library's tensor.
///
/// The value is dropped once the buffer is, and the device has finished the work that the buffer's stream was given
/// before: see [`Stream::drop_after`].
#[derive(Debug, Clone)]
pub struct KeepAlive<V>(pub V);

impl<V: Send + 'static> MemoryOwner for KeepAlive<V> {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), MemoryError> {
        Ok(stream.drop_after(self.0)?)
    }
}

/// Who releases memory.
///
/// Two scalars, which stay in registers, not an enum, which is moved through memory each time.
pub(super) struct Owner {
    /// How the driver allocated the memory; `None` where there is no memory, or it isn't the driver's to free.
    way: Option<Way>,
    /// Somebody else's object, boxed twice for a thin pointer.
    object: Option<Box<Exclusive>>,
}

/// How the driver allocated memory, which says how it is freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// `cuMemAllocAsync`, `cuMemAllocFromPoolAsync`, or whoever gave it to us.
    StreamOrdered,
    /// `cuMemAlloc`, where `cuMemFreeAsync` frees it, too.
    Unpooled,
    /// `cuMemAlloc`, on a device without memory pools or a driver before 11.2; or to be freed at once.
    Synchronous,
}

/// An owner that is only ever moved, so that it can be shared with other threads although nothing of it is `Sync`.
pub(super) struct Exclusive(Box<dyn MemoryOwner>);

// SAFETY: a shared reference gives access to nothing.
unsafe impl Sync for Exclusive {}

impl Owner {
    /// Nobody: there is no memory, or it is somebody else's.
    pub(super) const NOTHING: Self = Self {
        way: None,
        object: None,
    };

    /// The driver.
    #[inline]
    pub(super) const fn driver(way: Way) -> Self {
        Self {
            way: Some(way),
            object: None,
        }
    }

    /// Somebody else's object.
    pub(super) fn custom(owner: impl MemoryOwner) -> Self {
        Self {
            way: None,
            object: Some(Box::new(Exclusive(Box::new(owner)))),
        }
    }

    /// How the driver allocated the memory, if it did.
    #[inline]
    pub(super) const fn way(&self) -> Option<Way> {
        self.way
    }

    /// How the driver allocated the memory, if it did. From here on the memory is the caller's to free.
    #[inline]
    pub(super) const fn take_way(&mut self) -> Option<Way> {
        self.way.take()
    }

    /// Releases the memory behind all work that `stream` was given, and waits for the device only where it can't be freed
    /// otherwise. There is nothing to release afterwards.
    ///
    /// # Safety
    /// The memory at `pointer` is this owner's, and nobody uses it but for work that `stream` was given.
    #[inline]
    pub(super) unsafe fn release(
        &mut self,
        pointer: CUdeviceptr,
        stream: &Stream,
    ) -> Result<(), MemoryError> {
        match (self.way.take(), self.object.take()) {
            // SAFETY: the caller gives the memory away.
            (Some(way), _) => unsafe { way.free(pointer, stream, Captures::Unconcerned) }
                .map_err(MemoryError::from),
            (None, Some(object)) => (*object).release(stream),
            (None, None) => Ok(()),
        }
    }
}

impl Exclusive {
    #[cold]
    fn release(self, stream: &Stream) -> Result<(), MemoryError> {
        self.0.release(stream)
    }
}

/// What a call that frees memory does to captures of other streams, in the global mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Captures {
    /// As in C: it fails with 900 beside one, and invalidates it.
    AsInC,
    /// They don't concern it: for what the program didn't call by name. It takes two more driver calls.
    Unconcerned,
}

impl Way {
    /// # Safety
    /// The memory is the caller's to free, and nobody uses it but for work that `stream` was given.
    #[inline]
    pub(super) unsafe fn free(
        self,
        pointer: CUdeviceptr,
        stream: &Stream,
        captures: Captures,
    ) -> Result<(), CuResult> {
        if self == Self::Synchronous {
            // SAFETY: the caller gives the memory away.
            return unsafe { free_now(pointer, stream) };
        }
        if stream.is_capturable() && stream.is_captured() {
            // SAFETY: as above.
            return unsafe { free_when_not_captured(pointer, stream) };
        }
        // SAFETY: as above; it is freed once, behind all work of its stream.
        let freed = unsafe {
            match captures {
                Captures::AsInC => stream.submit(|raw, stream| raw.cuMemFreeAsync(pointer, stream)),
                Captures::Unconcerned => free_in_order(pointer, stream),
            }
        };
        // SAFETY: as above; it was not freed.
        freed.or_else(|error| unsafe { free_otherwise(pointer, stream, error) })
    }
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.way, &self.object) {
            (Some(way), _) => way.fmt(f),
            (None, Some(_)) => f.write_str("Custom"),
            (None, None) => f.write_str("Nothing"),
        }
    }
}

/// Frees memory behind the work of a stream. A capture of somebody else's stream would be invalidated by it, but for the
/// relaxed mode.
///
/// # Safety
/// The memory is the caller's to free.
#[inline]
unsafe fn free_in_order(pointer: CUdeviceptr, stream: &Stream) -> Result<(), CuResult> {
    relaxed(stream.raw(), || {
        // SAFETY: the caller gives the memory away.
        stream.submit(move |raw, stream| unsafe { raw.cuMemFreeAsync(pointer, stream) })
    })
}

/// Frees memory that `cuMemFreeAsync` didn't.
///
/// # Safety
/// The memory is the caller's to free, and `cuMemFreeAsync` refused it with `error`.
#[cold]
unsafe fn free_otherwise(
    pointer: CUdeviceptr,
    stream: &Stream,
    error: CuResult,
) -> Result<(), CuResult> {
    // Memory that was taken over can be of a device that frees it in the other way alone.
    if without_pools(error) {
        // SAFETY: the caller gives the memory away, and it was not freed.
        return unsafe { free_now(pointer, stream) };
    }
    if stream.is_captured() {
        // SAFETY: as above.
        return unsafe { free_when_not_captured(pointer, stream) };
    }
    Err(error)
}

/// Frees memory once its stream is no longer captured, or held up by a capture: nothing can be freed before.
///
/// # Safety
/// The memory is the caller's to free.
#[cold]
unsafe fn free_when_not_captured(pointer: CUdeviceptr, stream: &Stream) -> Result<(), CuResult> {
    // On another thread the handle would mean another stream.
    if stream.is_per_thread() {
        return stream.refuse_capture();
    }
    let stream = stream.clone();
    // Without a thread, the memory stays allocated until its pool or context is gone.
    let _ = attempt_until_done(move || {
        if stream.is_captured() {
            return false;
        }
        // SAFETY: the caller gave the memory away. What fails now fails for good, such as in a context that is lost.
        let _ = unsafe { free_in_order(pointer, &stream) };
        true
    });
    Ok(())
}

/// # Safety
/// The memory is the caller's to free.
#[cold]
pub(super) unsafe fn free_now(pointer: CUdeviceptr, stream: &Stream) -> Result<(), CuResult> {
    let context = stream.context();
    let _bound = context.bind()?;
    // SAFETY: the context is current; the caller gives the memory away, and the driver waits for the device before.
    relaxed(context.raw(), || unsafe {
        context.raw().cuMemFree(pointer)
    })
}

/// Whether the driver has no stream-ordered memory, or the device none.
pub(super) fn without_pools(error: CuResult) -> bool {
    error.is_absent() || error.code() == ErrorCode::NOT_SUPPORTED
}
