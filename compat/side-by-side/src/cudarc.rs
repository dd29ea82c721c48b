//! cudarc's streams and memory.

use std::error::Error as StdError;
use std::mem::ManuallyDrop;
use std::sync::Arc;

use cuda_driver::{Context, DeviceBuffer, DeviceSliceMut, Error, Stream, memory::KeepAlive};
use cudarc::driver::{CudaContext, CudaSlice, CudaStream, CudaViewMut, DevicePtrMut};

/// What can go wrong on either side.
pub type Result<T> = core::result::Result<T, Box<dyn StdError + Send + Sync>>;

/// Returns cudarc's stream as a stream of `context`, which keeps it alive.
///
/// # Errors
/// [`Error::OtherContext`].
///
/// # Safety
/// - cudarc doesn't begin to capture the stream, or make it join a capture, while the value is used.
/// - The value of a per-thread default stream, such as candle's, is used on this thread only.
pub unsafe fn stream(
    context: &Context,
    theirs: &Arc<CudaStream>,
) -> core::result::Result<Stream, Error> {
    if theirs.context().cu_ctx().cast() != context.as_raw() {
        return Err(Error::OtherContext);
    }
    // SAFETY: it is a stream of the context, which the `Arc` keeps alive; the caller guarantees the rest.
    Ok(unsafe { Stream::from_owner(context, theirs.cu_stream().cast(), theirs.clone()) })
}

/// Takes cudarc's memory, which then belongs to `ours`. Once the buffer is dropped and its work is complete, cudarc frees
/// it.
///
/// # Errors
/// [`Error::OtherContext`], or the driver's error.
///
/// # Safety
/// - As [`stream`], for the memory's stream.
/// - No other stream of cudarc works on the memory, unless `CudaContext::is_managing_stream_synchronization` is true.
/// - Any bytes are a `T`.
pub unsafe fn take<T: 'static>(ours: &Stream, mut theirs: CudaSlice<T>) -> Result<DeviceBuffer<T>> {
    let (of, len) = (theirs.stream().clone(), theirs.len());
    // SAFETY: the caller guarantees it.
    let stream = unsafe { stream(ours.context(), &of) }?;
    // Its stream waits for what cudarc's other streams do with it, and ours for its stream. What fails is recorded.
    of.context().check_err()?;
    let pointer = theirs.device_ptr_mut(&of).0;
    of.context().check_err()?;
    ours.wait_stream(&stream)?;
    // SAFETY: it is memory of the context for `len` elements, which the slice frees when it is dropped, and its earlier
    // work is ordered before `ours`.
    Ok(unsafe { DeviceBuffer::from_owner(ours, pointer, len, KeepAlive(CudarcMemory(Some(theirs)))) })
}

/// Memory that cudarc frees, on any thread: where its context isn't current, the handle of a default stream means none.
struct CudarcMemory<T>(Option<CudaSlice<T>>);

impl<T> Drop for CudarcMemory<T> {
    fn drop(&mut self) {
        if let Some(slice) = &self.0 {
            bind(slice.context());
        }
        self.0 = None;
    }
}

/// Makes cudarc's context current. An error that it recorded before is still returned by its next call.
pub(crate) fn bind(context: &CudaContext) {
    if let Err(earlier) = context.bind_to_thread() {
        let bound = context.bind_to_thread();
        context.record_err::<()>(bound.and(Err(earlier)));
    }
}

/// Borrows cudarc's memory: `work` uses it on `ours`, and afterwards its stream continues.
///
/// # Errors
/// [`Error::OtherContext`], the driver's error, or that of `work`.
///
/// # Safety
/// As [`take`].
pub unsafe fn borrow<T, R>(
    ours: &Stream,
    theirs: &mut CudaSlice<T>,
    work: impl FnOnce(DeviceSliceMut<'_, T>) -> core::result::Result<R, Error>,
) -> Result<R> {
    let (of, len) = (theirs.stream().clone(), theirs.len());
    // SAFETY: the caller guarantees it.
    let stream = unsafe { stream(ours.context(), &of) }?;
    // When `_uses` is dropped, cudarc records that its stream wrote to the memory.
    of.context().check_err()?;
    let (pointer, _uses) = theirs.device_ptr_mut(&of);
    of.context().check_err()?;
    Ok(stream.fork(|fork| {
        // SAFETY: it is memory for `len` elements, which is borrowed until after the fork.
        let memory = unsafe { DeviceSliceMut::from_raw_parts(&stream, pointer, len) };
        work(fork.lend(ours, memory)?)
    })?)
}

/// Gives our memory to cudarc's stream: cudarc frees it.
///
/// # Errors
/// [`Error::OtherContext`], an error of the driver or of cudarc, or one for memory that the driver can't free, such as what
/// [`take`] returned; [`lend`] works with any memory.
///
/// # Safety
/// As [`stream`].
pub unsafe fn give<T>(mut ours: DeviceBuffer<T>, theirs: &Arc<CudaStream>) -> Result<CudaSlice<T>> {
    // SAFETY: the caller guarantees it.
    let stream = unsafe { stream(ours.stream().context(), theirs) }?;
    ours.move_to(&stream)?;
    let len = ours.len();
    if len == 0 {
        return Ok(theirs.null()?);
    }
    let pointer = ours.into_raw().map_err(|_| "the memory has an owner")?;
    // SAFETY: it is memory of the driver for `len` elements that nothing else frees, and the stream waits for earlier work.
    let mut slice = unsafe { theirs.upgrade_device_ptr(pointer, len) };
    // As if it had written to it, so that cudarc's other streams wait, too.
    drop(slice.device_ptr_mut(theirs));
    Ok(slice)
}

/// Lends our memory to cudarc: `work` uses it on `theirs`, and afterwards its stream continues.
///
/// # Errors
/// [`Error::OtherContext`], or the driver's error.
///
/// # Safety
/// As [`take`].
pub unsafe fn lend<'a, T: 'a, R>(
    ours: impl Into<DeviceSliceMut<'a, T>>,
    theirs: &Arc<CudaStream>,
    work: impl FnOnce(CudaViewMut<'_, T>) -> R,
) -> core::result::Result<R, Error> {
    let memory = ours.into();
    let owner_stream = memory.stream();
    // SAFETY: the caller guarantees it.
    let stream = unsafe { stream(owner_stream.context(), theirs) }?;
    owner_stream.fork(|fork| {
        let memory = fork.lend(&stream, memory)?;
        // SAFETY: it is memory for so many elements, which is borrowed until after the fork, and `LentMemory` doesn't free.
        let slice = unsafe { theirs.upgrade_device_ptr(memory.as_raw(), memory.len()) };
        let mut lent = LentMemory(ManuallyDrop::new(slice));
        // As if it had written to it, so that cudarc's other streams wait, too.
        drop(lent.0.device_ptr_mut(theirs));
        Ok(work(lent.0.as_view_mut()))
    })
}

/// Memory that cudarc doesn't free.
struct LentMemory<T>(ManuallyDrop<CudaSlice<T>>);

impl<T> Drop for LentMemory<T> {
    fn drop(&mut self) {
        // SAFETY: it isn't used afterwards.
        let slice = unsafe { ManuallyDrop::take(&mut self.0) };
        // Its stream waits for what cudarc's other streams do with it.
        slice.leak();
    }
}
