use core::fmt;
use core::future::Future;
use core::mem::ManuallyDrop;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll};
use std::time::Instant;

use cuda_driver_sys::{CUresult, Symbol};

use super::watch::Wait;
use super::{Mark, MarkPosition, watcher};
use crate::driver::Raw;
use crate::error::CuResult;
use crate::event::PooledEvent;
use crate::fork::is_forked;

/// A future that is ready once the device has completed some work: [`Stream::done`](crate::Stream::done),
/// [`Event::done`](crate::Event::done).
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// let done = stream.done()?;
/// # fn block_on<F: Future>(future: F) -> F::Output {
/// #     let mut future = std::pin::pin!(future);
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     loop {
/// #         if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { return output }
/// #         std::thread::yield_now();
/// #     }
/// # }
/// // `done.await?` in an async function; here on a runtime of a few lines.
/// block_on(done)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The first poll queries the driver until the work is 25 µs old, if no older work of the stream is awaited, because
/// sleeping and waking up would take as long. After that, one thread of this crate queries the oldest awaited work of
/// each stream, with pauses of an eighth of its age, up to 4 ms (longer for 16 streams or more), and wakes the tasks. If the last work of the stream took
/// equally long twice, the pauses follow from that.
///
/// Dropping it ends the wait; neither that nor the end of the work leaves anything of the future behind.
#[must_use = "the future reports the end of the work only when it is awaited"]
pub struct Done {
    wait: ManuallyDrop<Wait<Mark>>,
    raw: Raw,
}

impl Done {
    pub(crate) fn new(raw: Raw, position: MarkPosition) -> Self {
        Self { wait: ManuallyDrop::new(Wait::new(position)), raw }
    }

    /// Returns the event, if the future was never polled.
    pub(crate) fn event(&self) -> Option<&PooledEvent> {
        match self.wait.mark() {
            Some(Mark::Event { event, .. }) => Some(event),
            _ => None,
        }
    }

    /// Drops `value` on the thread for that, once the work is over. If there is no way to know when it is, it is leaked.
    pub(crate) fn drop_after<V: Send + 'static>(mut self, value: V) {
        if is_forked() {
            return core::mem::forget(value);
        }
        match self.wait.cancel() {
            Ok(position) => position.drop_after(self.raw, value),
            // The future was ready.
            Err(Some(Ok(()))) => drop(value),
            Err(Some(Err(error))) if error.is_context_lost() => drop(value),
            Err(_) => core::mem::forget(value),
        }
    }
}

impl Future for Done {
    type Output = Result<(), CuResult>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let raw = self.raw;
        let no_thread = || raw.check(Symbol::cuEventQuery, CUresult::CUDA_ERROR_OPERATING_SYSTEM);
        (self.wait)
            .poll(watcher, context.waker(), Instant::now)
            .map(|result| result.unwrap_or_else(no_thread))
    }
}

impl Drop for Done {
    #[inline]
    fn drop(&mut self) {
        if !is_forked() {
            // SAFETY: nothing uses it from here on.
            unsafe { ManuallyDrop::drop(&mut self.wait) };
        }
    }
}

impl fmt::Debug for Done {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Done").finish_non_exhaustive()
    }
}
