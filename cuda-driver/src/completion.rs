//! Actions once a stream has completed its work: callbacks, futures, and dropping values.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll, Waker};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUresult, Symbol};

use crate::background::{attempt_until_done, drop_elsewhere};
use crate::context::capture_mode::relaxed;
use crate::event_pool::PooledEvent;

use crate::driver::Raw;
use crate::error::CuResult;
use crate::event::Event;
use crate::stream::Stream;

impl Stream {
    /// Calls `action` once the stream has completed all work submitted to it so far, and passes it the error if the
    /// work failed.
    ///
    /// A thread of this crate, started by the first such call, polls an event and calls `action`. So unlike a host
    /// function in the stream, `action` may use the driver, and is called on errors, too. Actions should be short: they
    /// run one after the other.
    ///
    /// # Errors
    /// Returns the driver's error; `action` then isn't called.
    #[inline]
    pub fn on_done(
        &self,
        action: impl FnOnce(Result<(), CuResult>) + Send + 'static,
    ) -> Result<(), CuResult> {
        let event = self.mark()?;
        call_when_done(self.context().raw(), move || event.query(), action)
    }

    /// Returns a future that is ready once the stream has completed all work submitted to it so far. It works with
    /// every async runtime.
    ///
    /// ```no_run
    /// # async fn wait(stream: cuda_driver::Stream) -> Result<(), cuda_driver::CuResult> {
    /// stream.done()?.await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Returns the driver's error if recording the event fails. The future's output is the error of the work.
    #[inline]
    pub fn done(&self) -> Result<Done, CuResult> {
        let event = self.mark()?;
        Ok(Done::when(self.context().raw(), move || event.query()))
    }

    /// Drops `value` once the stream has completed all work submitted to it so far. So values that the work uses stay
    /// alive, and the host doesn't wait. A dedicated thread drops it, because dropping may wait.
    ///
    /// While other code captures the stream, it also waits for the end of the capture. If the stream's context is lost,
    /// nothing uses the value any more, and it is dropped immediately.
    ///
    /// # Errors
    /// The driver's error if the context [is lost](CuResult::is_context_lost). If no event can be recorded in a
    /// per-thread default stream, the driver's error: the value is then leaked, because its work may still run.
    pub fn drop_after<V: Send + 'static>(&self, value: V) -> Result<(), CuResult> {
        let (mut event, error) = match self.mark() {
            Ok(event) => (Some(event), None),
            Err(error) if error.is_context_lost() => return Err(error),
            Err(error) => (None, Some(error)),
        };
        if let Some(error) = error
            && self.is_per_thread()
        {
            // On another thread, the handle refers to another stream, so there is no way to know when the work is done.
            core::mem::forget(value);
            return Err(error);
        }
        let mut kept = Some((self.clone(), value));
        let _ = attempt_until_done(move || {
            let Some((stream, _)) = &kept else {
                return true;
            };
            if event.is_none() && stream.is_captured() {
                return false;
            }
            if event.is_none() {
                event = stream.mark().ok();
            }
            // Without an event, the stream itself is polled until all of its work is done.
            let is_over = is_over(match &event {
                Some(event) => event.query(),
                None => stream.query(),
            });
            if is_over {
                // The event and the stream may be the last objects that keep their context alive.
                drop_elsewhere(stream.context().raw(), (kept.take(), event.take()));
            }
            is_over
        });
        Ok(())
    }

    /// Records one of the context's events after the work submitted to the stream so far.
    pub(crate) fn mark(&self) -> Result<PooledEvent, CuResult> {
        let event = self.context().pooled_event()?;
        self.mark_with(&event)?;
        Ok(event)
    }

    /// Records `event` after the work submitted to the stream so far.
    pub(crate) fn mark_with(&self, event: &PooledEvent) -> Result<(), CuResult> {
        // SAFETY: both are alive, and belong to the same context.
        self.submit_uncaptured(|raw, stream| unsafe { raw.cuEventRecord(event.as_raw(), stream) })
    }
}

impl Event {
    /// Returns a future that is ready once the device has reached the event. It works with every async runtime.
    #[inline]
    pub fn done(&self) -> Done {
        let (event, raw) = (self.clone(), self.context().raw());
        Done::when(raw, move || relaxed(raw, || event.query()))
    }
}

/// Returns `true` if work is over: done, or lost with its context. Other errors leave it open.
pub(crate) fn is_over(query: Result<bool, CuResult>) -> bool {
    query.unwrap_or_else(|error| error.is_context_lost())
}

/// Calls `action` when `query` reports that the work is over, or fails permanently.
fn call_when_done(
    raw: Raw,
    query: impl Fn() -> Result<bool, CuResult> + Send + 'static,
    action: impl FnOnce(Result<(), CuResult>) + Send + 'static,
) -> Result<(), CuResult> {
    let mut action = Some(action);
    let attempting = attempt_until_done(move || {
        let result = match query() {
            Ok(false) => return false,
            Ok(true) => Ok(()),
            Err(error) => Err(error),
        };
        if let Some(action) = action.take() {
            action(result);
        }
        true
    });
    match attempting {
        Ok(()) => Ok(()),
        Err(_) => raw.check(Symbol::cuEventQuery, CUresult::CUDA_ERROR_OPERATING_SYSTEM),
    }
}

/// A future that is ready once the device has completed some work: [`Stream::done`], [`Event::done`].
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
#[derive(Debug)]
#[must_use = "the future reports the end of the work only when it is awaited"]
pub struct Done {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    result: Option<Result<(), CuResult>>,
    waker: Option<Waker>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Done {
    pub(crate) fn when(
        raw: Raw,
        query: impl Fn() -> Result<bool, CuResult> + Send + 'static,
    ) -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        let called = call_when_done(raw, query, move |result| {
            let waker = {
                let mut state = lock(&shared);
                state.result = Some(result);
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        if called.is_err() {
            lock(&state).result = Some(called);
        }
        Self { state }
    }
}

impl Future for Done {
    type Output = Result<(), CuResult>;

    fn poll(self: Pin<&mut Self>, context: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let waker = context.waker().clone();
        let mut state = lock(&self.state);
        if let Some(result) = state.result {
            return Poll::Ready(result);
        }
        let before = state.waker.replace(waker);
        // Code from outside this crate, which must not run under the lock.
        drop(state);
        drop(before);
        Poll::Pending
    }
}
