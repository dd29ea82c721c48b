//! The streams and memory of NVIDIA's `cuda-core`.

use std::error::Error as StdError;
use std::sync::Arc;

use cuda_core::sys::CUdeviceptr;
use cuda_core::{DeviceAllocation, DeviceBuffer as TheirBuffer, RawDeviceBuffer};
use cuda_driver::{Context, DeviceBuffer, Error, Stream, memory::KeepAlive};

/// What can go wrong on either side.
pub type Result<T> = core::result::Result<T, Box<dyn StdError + Send + Sync>>;

/// Returns our context as cuda-core's, which keeps it alive.
#[must_use]
pub fn context(ours: &Context) -> Arc<cuda_core::Context> {
    let device = ours.device().as_raw();
    let owner = Arc::new(ours.clone());
    // SAFETY: it is a context of the device, which the owner keeps alive. Devices are their ordinals.
    unsafe {
        cuda_core::Context::borrow_with_owner(ours.as_raw().cast(), device, device as usize, owner)
    }
}

/// Returns our stream as one of cuda-core's, which keeps it alive.
#[must_use]
pub fn stream_of(ours: &Stream) -> Arc<cuda_core::Stream> {
    let context = context(ours.context());
    let owner = Arc::new(ours.clone());
    // SAFETY: it is a stream of the context, which the owner keeps alive.
    unsafe { cuda_core::Stream::borrow_with_owner(ours.as_raw().cast(), &context, owner) }
}

/// Returns cuda-core's stream as a stream of `context`, which keeps it alive.
///
/// # Errors
/// [`Error::OtherContext`].
///
/// # Safety
/// cuda-core doesn't begin to capture the stream, or make it join a capture, while the value is used.
pub unsafe fn stream(
    context: &Context,
    theirs: &Arc<cuda_core::Stream>,
) -> core::result::Result<Stream, Error> {
    if theirs.context().cu_ctx().cast() != context.as_raw() {
        return Err(Error::OtherContext);
    }
    // SAFETY: it is a stream of the context, which the `Arc` keeps alive; the caller guarantees the rest.
    Ok(unsafe { Stream::from_owner(context, theirs.cu_stream().cast(), theirs.clone()) })
}

/// Takes cuda-core's memory, whose work so far is on `theirs`; it then belongs to `ours`. Once the buffer is dropped and
/// its work is complete, cuda-core frees it.
///
/// # Errors
/// [`Error::OtherContext`], cuda-core's error if another of its streams works on the memory, or the driver's error.
///
/// # Safety
/// As [`stream`]. Nothing else uses the memory, and any bytes are a `T`.
pub unsafe fn take<T: 'static>(
    ours: &Stream,
    theirs: &Arc<cuda_core::Stream>,
    memory: TheirBuffer<T>,
) -> Result<DeviceBuffer<T>> {
    // SAFETY: the caller guarantees it.
    let stream = unsafe { stream(ours.context(), theirs) }?;
    let (len, storage) = (memory.len(), memory.into_storage());
    let pointer = storage.cu_deviceptr();
    // While it lives, cuda-core refuses to use the memory on another stream.
    let lease = storage.acquire(theirs, true, false)?;
    ours.wait_stream(&stream)?;
    // SAFETY: it is memory of the context for `len` elements, which the lease keeps allocated, and its earlier work is
    // ordered before `ours`.
    Ok(unsafe { DeviceBuffer::from_owner(ours, pointer, len, KeepAlive((lease, storage))) })
}

/// Gives our memory to cuda-core; work of `theirs` waits for its earlier work. It is freed once cuda-core's work on it is
/// complete and its last view is dropped.
///
/// # Errors
/// [`Error::OtherContext`], or the driver's error.
///
/// # Safety
/// As [`stream`]. The elements are initialized.
pub unsafe fn give<T: Send + Sync + 'static>(
    mut ours: DeviceBuffer<T>,
    theirs: &Arc<cuda_core::Stream>,
) -> Result<TheirBuffer<T>> {
    let context = ours.stream().context().clone();
    // SAFETY: the caller guarantees it.
    let stream = unsafe { stream(&context, theirs) }?;
    ours.move_to(&stream)?;
    let (len, bytes) = (ours.len(), ours.len() * size_of::<T>());
    let context = theirs.context().clone();
    let storage = RawDeviceBuffer::foreign(Arc::new(Allocation { ours, context }), bytes);
    // As if `theirs` had written to it, so that cuda-core refuses it to its other streams until that is over.
    (storage.acquire(theirs, true, false)?).retain_until_complete(theirs)?;
    // SAFETY: the caller guarantees the elements, and nothing else uses them.
    Ok(unsafe { TheirBuffer::from_storage(storage, len) }?)
}

/// Our memory, as cuda-core sees it.
struct Allocation<T> {
    ours: DeviceBuffer<T>,
    context: Arc<cuda_core::Context>,
}

// SAFETY: the buffer owns memory for so many bytes in the context, which both keep alive, and nothing moves it.
unsafe impl<T: Send + Sync + 'static> DeviceAllocation for Allocation<T> {
    fn device_ptr(&self) -> CUdeviceptr {
        self.ours.as_raw()
    }

    fn len_bytes(&self) -> usize {
        self.ours.len() * size_of::<T>()
    }

    fn context(&self) -> Arc<cuda_core::Context> {
        self.context.clone()
    }
}
