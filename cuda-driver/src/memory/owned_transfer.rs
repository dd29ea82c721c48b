use core::fmt;
use core::future::{Future, IntoFuture};
use core::mem::ManuallyDrop;
use core::pin::Pin;

use cuda_driver_sys::Symbol;

use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut, HostMemory, HostMemoryError};
use crate::stream::{
    Done, Stream,
    quiesce::{Proof, quiesce},
};

/// A copy that owns its host memory until it is done, and then returns it: by [`wait`](Self::wait), which blocks, or by
/// `.await` in async code.
///
/// Dropping it doesn't wait: the memory is dropped once the copy is done.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// let mut buffer = stream.alloc::<f32>(1000)?;
/// let upload = stream.upload_owned(vec![1.0; 1000], buffer.as_slice_mut())?;
/// // The host continues; the vector is returned once it was copied.
/// let vector = upload.wait()?;
/// assert_eq!(stream.download_owned(&buffer, vec![0.0; 1000])?.wait()?, vector);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "`wait` or `.await` return the memory"]
pub struct Transfer<H: HostMemory> {
    memory: ManuallyDrop<H>,
    /// The end of the copy.
    done: ManuallyDrop<Done>,
}

impl Stream {
    /// Starts copying `source` to device memory of the same length, in stream order, and keeps `source` until the copy
    /// is done.
    ///
    /// ```no_run
    /// # let stream = cuda_driver::Driver::load()?.device(0)?.primary_context()?.stream()?;
    /// let mut pinned = stream.context().pinned::<f32>(1000)?;
    /// let mut buffer = stream.alloc(1000)?;
    /// for round in 0..10 {
    ///     pinned.fill(round as f32);
    ///     let transfer = stream.upload_owned(pinned, &mut buffer)?;
    ///     // The host can do other work here.
    ///     pinned = transfer.wait()?;
    /// }
    /// # Ok::<(), cuda_driver::Error>(())
    /// ```
    ///
    /// [`cuMemcpyHtoDAsync`](crate::driver::Raw::cuMemcpyHtoDAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], or the driver's error; with `source`.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if no event can be recorded after the copy.
    #[doc(alias("cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2"))]
    #[inline]
    pub fn upload_owned<'a, H: HostMemory>(
        &self,
        source: H,
        target: impl Into<DeviceSliceMut<'a, H::Element>>,
    ) -> Result<Transfer<H>, HostMemoryError<H>> {
        // SAFETY: the source is kept until the copy is done.
        self.hand_over(Symbol::cuMemcpyHtoDAsync_v2, source, |stream, source| unsafe {
            stream.upload_into_async(source.elements(), target)
        })
    }

    /// Starts copying device memory to `target`, which has the same length, in stream order, and keeps `target` until
    /// the copy is done.
    ///
    /// [`cuMemcpyDtoHAsync`](crate::driver::Raw::cuMemcpyDtoHAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], or the driver's error; with `target`.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if no event can be recorded after the copy.
    #[doc(alias("cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2"))]
    #[inline]
    pub fn download_owned<'a, H: HostMemory>(
        &self,
        source: impl Into<DeviceSlice<'a, H::Element>>,
        target: H,
    ) -> Result<Transfer<H>, HostMemoryError<H>> {
        // SAFETY: the target is kept until the copy is done.
        self.hand_over(Symbol::cuMemcpyDtoHAsync_v2, target, |stream, target| unsafe {
            stream.download_async(source, target.elements_mut())
        })
    }

    pub(crate) fn hand_over<H: HostMemory>(
        &self,
        call: Symbol,
        mut memory: H,
        copy: impl FnOnce(&Stream, &mut H) -> Result<(), Error>,
    ) -> Result<Transfer<H>, HostMemoryError<H>> {
        if let Err(error) = self.refuse_recording(call) {
            return Err(HostMemoryError::new(memory, error));
        }
        // The event is acquired before the copy, so that less can fail after it.
        let event = match self.context().spare_event() {
            Ok(event) => event,
            Err(error) => return Err(HostMemoryError::new(memory, error)),
        };
        if let Err(error) = copy(self, &mut memory) {
            return Err(HostMemoryError::new(memory, error));
        }
        match self.mark_position_with(event) {
            Ok(position) => Ok(Transfer {
                memory: ManuallyDrop::new(memory),
                done: ManuallyDrop::new(Done::new(self.context().raw(), position)),
            }),
            Err(error) => {
                let _ = quiesce(self, &Proof::None);
                Err(HostMemoryError::new(memory, error))
            }
        }
    }
}

impl<H: HostMemory> Transfer<H> {
    /// Waits until the copy is done, and returns the memory.
    ///
    /// # Errors
    /// Also returns errors of earlier work of the stream.
    #[inline]
    pub fn wait(self) -> Result<H, HostMemoryError<H>> {
        // It was never polled: that takes the transfer.
        let result = self.done.event().map_or(Ok(()), |event| event.synchronize());
        give_back(self.into_memory(), result)
    }

    /// Returns whether the copy is done, so that [`wait`](Self::wait) doesn't block.
    ///
    /// # Errors
    /// Also returns errors of earlier work of the stream.
    #[inline]
    pub fn is_done(&self) -> Result<bool, CuResult> {
        self.done.event().map_or(Ok(true), |event| event.query())
    }

    fn into_memory(self) -> H {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither used nor dropped afterwards.
        unsafe { this.take() }.0
    }

    /// # Safety
    /// The value isn't used afterwards.
    unsafe fn take(&mut self) -> (H, Done) {
        // SAFETY: the caller doesn't use the value again.
        unsafe { (ManuallyDrop::take(&mut self.memory), ManuallyDrop::take(&mut self.done)) }
    }
}

/// Returns the memory after a wait with this result.
fn give_back<H>(memory: H, result: Result<(), CuResult>) -> Result<H, HostMemoryError<H>> {
    match result {
        Ok(()) => Ok(memory),
        Err(error) if error.is_context_lost() => Err(HostMemoryError::new(memory, error)),
        Err(error) => {
            // The device may still use it.
            core::mem::forget(memory);
            Err(HostMemoryError { memory: None, error: error.into() })
        }
    }
}

impl<H: HostMemory> IntoFuture for Transfer<H> {
    type Output = Result<H, HostMemoryError<H>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(mut self) -> Self::IntoFuture {
        Box::pin(async move {
            let result = (&mut *self.done).await;
            give_back(self.into_memory(), result)
        })
    }
}

impl<H: HostMemory> Drop for Transfer<H> {
    fn drop(&mut self) {
        // SAFETY: the value is being dropped.
        let (memory, done) = unsafe { self.take() };
        done.drop_after(memory);
    }
}

impl<H: HostMemory> fmt::Debug for Transfer<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transfer").finish_non_exhaustive()
    }
}
