use core::fmt;
use std::sync::Arc;

use cuda_driver_sys::CUdeviceptr;

use crate::background::drop_elsewhere;
use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, Error};
use crate::exclusive::Exclusive;
use crate::stream::Stream;
use crate::stream::free::{
    FreeCall, free_unrecorded, free_when_not_captured, try_free, without_pools,
};
use crate::stream::recording::{CapturedMemory, Recording};

/// An owner of a [`DeviceBuffer`](crate::memory::DeviceBuffer)'s memory, which keeps it allocated and releases it.
///
/// Implement it for your own allocator, or pass a closure. [`KeepAlive`] suits memory that lives as long as some value.
/// [`DeviceBuffer::from_owner`](crate::memory::DeviceBuffer::from_owner) takes an owner.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use std::sync::Arc;
/// use cuda_driver::{memory::KeepAlive, DeviceBuffer};
///
/// let tensor = Arc::new(stream.upload(&[1u32, 2, 3])?); // another library's
/// // SAFETY: the memory has three elements, and nothing writes to it.
/// let shared = unsafe { DeviceBuffer::<u32>::from_owner(&stream, tensor.as_raw(), 3, KeepAlive(tensor.clone())) };
/// assert_eq!(shared.to_vec()?, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MemoryOwner: Send + 'static {
    /// Releases the memory. It is called once, when the buffer is dropped or destroyed.
    ///
    /// Work submitted to `stream` so far may still use the memory. So release it after that work: with `cuMemFreeAsync`
    /// on `stream`, by reusing it for later work of `stream`, or through [`Stream::drop_after`]. If that fails, leak it
    /// ([`core::mem::forget`]): dropping a buffer that belonged to another stream would free it before that work is
    /// over.
    ///
    /// This runs where the buffer is dropped, so it must not panic, and should not wait for the device.
    ///
    /// # Errors
    /// Returns an error if the memory was not released; [`DeviceBuffer::destroy`](crate::memory::DeviceBuffer::destroy) returns
    /// it.
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error>;

    /// Returns the number of the capture of this crate that allocated the memory.
    #[doc(hidden)]
    fn captured_in(&mut self) -> Option<u64> {
        None
    }
}

impl<F: FnOnce(&Stream) -> Result<(), Error> + Send + 'static> MemoryOwner for F {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        self(stream)
    }
}

/// The owner of memory that lives as long as a value: an `Arc`, an Arrow buffer, another library's tensor.
///
/// The value is dropped once the buffer is dropped and the device has completed the work submitted to the buffer's
/// stream before: see [`Stream::drop_after`]. So it suits a `Drop` that can't run in stream order, as in this example with
/// managed memory, for which [`Stream::alloc_managed`] exists:
///
/// ```no_run
/// use cuda_driver::sys::{CUdeviceptr, CUmemAttach_flags};
/// use cuda_driver::{memory::KeepAlive, Context, CuResult, DeviceBuffer, Stream};
///
/// /// Memory that the host and all devices can access at the same address.
/// struct Managed {
///     pointer: CUdeviceptr,
///     context: Context,
/// }
///
/// impl Drop for Managed {
///     fn drop(&mut self) {
///         let raw = self.context.driver().raw();
///         // SAFETY: `managed` allocated it, and all work on it is over.
///         let _ = self.context.with_current(|| unsafe { raw.cuMemFree(self.pointer) });
///     }
/// }
///
/// fn managed(stream: &Stream, len: usize) -> Result<DeviceBuffer<f32>, CuResult> {
///     let context = stream.context().clone();
///     let (raw, flags) = (context.driver().raw(), CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL.0);
///     // SAFETY: the context is current.
///     let pointer = context.with_current(|| unsafe { raw.cuMemAllocManaged(len.saturating_mul(4), flags) })??;
///     let memory = Managed { pointer, context };
///     // SAFETY: it is memory for `len` elements, which `memory` owns, and no other code uses it.
///     Ok(unsafe { DeviceBuffer::from_owner(stream, pointer, len, KeepAlive(memory)) })
/// }
/// ```
#[derive(Debug, Clone)]
pub struct KeepAlive<V>(pub V);

impl<V: Send + 'static> MemoryOwner for KeepAlive<V> {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        Ok(stream.drop_after(self.0)?)
    }
}

/// The owner of a buffer's memory.
///
/// It is two scalars, which stay in registers, rather than an enum, which is moved through memory each time.
pub(super) struct BufferOwner {
    /// How the driver allocated the memory; `None` if there is no memory, or the driver doesn't free it.
    kind: Option<AllocationKind>,
    /// A custom owner, boxed twice for a thin pointer. It releases the memory, also if the driver could free it.
    object: Option<Box<Exclusive<Box<dyn MemoryOwner>>>>,
}

/// How the driver allocated memory, which determines how it is freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AllocationKind {
    /// `cuMemAllocAsync`, `cuMemAllocFromPoolAsync`, or unknown, for adopted memory.
    StreamOrdered,
    /// `cuMemAlloc`, where `cuMemFreeAsync` frees it, too.
    UnpooledResource,
    /// `cuMemAlloc`, on a device without memory pools or a driver before 11.2; or to be freed immediately.
    Synchronous,
}

impl BufferOwner {
    /// No owner: there is no memory, or it is borrowed.
    pub(super) const NOTHING: Self = Self { kind: None, object: None };

    /// Creates the owner of memory that the driver frees.
    #[inline]
    pub(super) const fn driver(kind: AllocationKind) -> Self {
        Self { kind: Some(kind), object: None }
    }

    /// Creates a custom owner.
    pub(super) fn custom(owner: impl MemoryOwner) -> Self {
        Self { kind: None, object: Some(Box::new(Exclusive::new(Box::new(owner)))) }
    }

    /// Creates the owner of memory that a capture of this crate allocated.
    #[cold]
    pub(super) fn of_graph(pointer: CUdeviceptr, recording: &Arc<Recording>) -> Self {
        Self {
            kind: Some(AllocationKind::StreamOrdered),
            ..Self::custom(GraphMemoryOwner(CapturedMemory::new(pointer, recording)))
        }
    }

    /// Returns the number of the capture of this crate that allocated the memory, if one did.
    #[inline]
    pub(super) fn captured_in(&mut self) -> Option<u64> {
        self.object.as_mut()?.get_mut().captured_in()
    }

    /// Returns how the driver allocated the memory, if it did.
    #[inline]
    pub(super) const fn kind(&self) -> Option<AllocationKind> {
        self.kind
    }

    /// Returns how the driver allocated the memory, if that alone says how to free it. The caller must then do so.
    #[inline]
    pub(super) const fn take_kind(&mut self) -> Option<AllocationKind> {
        match self.object {
            None => self.kind.take(),
            Some(_) => None,
        }
    }

    /// Releases the memory after all work submitted to `stream`, and waits for the device only if it can't be freed
    /// otherwise. Afterwards, there is nothing to release.
    ///
    /// # Safety
    /// The memory at `pointer` belongs to this owner, and only work submitted to `stream` uses it.
    #[inline]
    pub(super) unsafe fn release(
        &mut self,
        pointer: CUdeviceptr,
        stream: &Stream,
    ) -> Result<(), Error> {
        match (self.kind.take(), self.object.take()) {
            (Some(kind), None) => {
                // SAFETY: the caller gives up the memory.
                Ok(unsafe { kind.free(pointer, stream, FreeCall::Implicit) }?)
            }
            (_, Some(object)) => release(*object, stream),
            (None, None) => Ok(()),
        }
    }
}

#[cold]
fn release(owner: Exclusive<Box<dyn MemoryOwner>>, stream: &Stream) -> Result<(), Error> {
    owner.into_inner().release(stream)
}

/// The owner of memory that a capture of this crate allocated.
struct GraphMemoryOwner(Arc<CapturedMemory>);

impl MemoryOwner for GraphMemoryOwner {
    fn captured_in(&mut self) -> Option<u64> {
        Some(self.0.captured_in())
    }

    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        Ok(self.0.free(stream)?)
    }
}

impl AllocationKind {
    /// Frees memory, in the order of a stream if it can be:
    ///
    /// | the memory and its stream | it is freed |
    /// |---|---|
    /// | of no pool, on a device without pools | now, after a wait for the device: `free_synchronously` |
    /// | any other, and no capture has to do with the stream | after the stream's work: `free_unrecorded` |
    /// | of the graph that a capture of this crate records | by the graph, whose node the call becomes |
    /// | another, while one records the stream | by who ends the capture: `free_later` |
    /// | another, while other code captures the stream | by the crate's thread, once that has ended: `free_later` |
    /// | what the driver refuses to free otherwise | never: it is leaked, and the caller gets the error |
    ///
    /// Memory that a capture of this crate allocates has another owner, a `CapturedMemory`.
    ///
    /// # Safety
    /// The caller owns the memory, and only work submitted to `stream` uses it.
    #[inline]
    pub(super) unsafe fn free(
        self,
        pointer: CUdeviceptr,
        stream: &Stream,
        call: FreeCall,
    ) -> Result<(), CuResult> {
        if self == Self::Synchronous {
            if !stream.is_recorded() {
                // SAFETY: the caller gives up the memory.
                return unsafe { free_synchronously(pointer, stream.context()) };
            }
        } else {
            // SAFETY: as above.
            match unsafe { try_free(pointer, stream, call) } {
                // Adopted memory may belong to a device that can only free it in the other way.
                // SAFETY: as above; it was not freed.
                Some(Err(error)) if without_pools(error) => unsafe {
                    return free_synchronously(pointer, stream.context());
                },
                Some(freed) => return freed,
                None => {}
            }
        }
        // SAFETY: as above.
        unsafe { free_later(self, pointer, stream) };
        Ok(())
    }
}

impl fmt::Debug for BufferOwner {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.object) {
            (Some(kind), _) => kind.fmt(f),
            (None, Some(_)) => f.write_str("Custom"),
            (None, None) => f.write_str("Nothing"),
        }
    }
}

/// Frees memory once its stream is no longer captured or blocked by a capture: it can't be freed before.
///
/// # Safety
/// The caller owns the memory.
#[cold]
unsafe fn free_later(kind: AllocationKind, pointer: CUdeviceptr, stream: &Stream) {
    free_when_not_captured(
        stream,
        move |stream| {
            // SAFETY: the caller gave up the memory.
            let _ = unsafe { kind.free(pointer, stream, FreeCall::Implicit) };
        },
        move |stream| {
            let _gate = stream.gate();
            // SAFETY: as above. Failures are permanent, such as in a lost context.
            let free = || unsafe { free_unrecorded(pointer, stream, FreeCall::Implicit) };
            match (!stream.is_captured()).then(free).flatten() {
                // This waits, and so isn't done here.
                Some(Err(error)) if without_pools(error) => {
                    drop_elsewhere(
                        stream.raw(),
                        SynchronousFree(pointer, stream.context().clone()),
                    );
                    true
                }
                freed => freed.is_some(),
            }
        },
    );
}

/// Memory that is no longer used. Dropping this frees it.
struct SynchronousFree(CUdeviceptr, Context);

impl Drop for SynchronousFree {
    fn drop(&mut self) {
        // SAFETY: its owner gave it up.
        let _ = unsafe { free_synchronously(self.0, &self.1) };
    }
}

/// # Safety
/// The caller owns the memory.
#[cold]
pub(super) unsafe fn free_synchronously(
    pointer: CUdeviceptr,
    context: &Context,
) -> Result<(), CuResult> {
    let _bound = context.bind()?;
    // SAFETY: the context is current; the caller gives up the memory, and the driver first waits for the device.
    relaxed(context.raw(), || unsafe { context.raw().cuMemFree(pointer) })
}
