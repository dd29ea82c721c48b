//! Actions once a stream has completed its work: callbacks, futures, and dropping values.

mod done;
mod pace;
mod sync;
mod watch;

pub use done::Done;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use cuda_driver_sys::{CUresult, Symbol};

use watch::{Answer, Watcher};

use super::Stream;
use crate::background::{DeferredWork, drop_elsewhere, quietly, start};
use crate::context::capture_mode::relaxed;
use crate::driver::Raw;
use crate::error::{CuResult, ErrorCode};
use crate::event::{Event, PooledEvent};
use crate::exclusive::Exclusive;
use crate::fork::is_forked;

/// The order of a stream's marks.
pub(super) type Lane = watch::Lane<Mark>;

/// A mark in a stream.
pub(crate) type MarkPosition = watch::MarkPosition<Mark>;

/// What the crate's thread asks the driver about.
pub(crate) enum Mark {
    /// One of the context's events. If it `frees`, only the end of the work or the loss of its context counts.
    Event { event: PooledEvent, frees: bool },
    /// The program's event.
    Program(Event),
    /// A task that is attempted until it returns `true`.
    Attempt(Raw, Exclusive<Attempt>),
}

/// One attempt at a task; returns whether it is done.
type Attempt = Box<dyn FnMut() -> bool + Send>;

impl watch::Mark for Mark {
    type Error = CuResult;

    fn ask(&mut self) -> Answer<CuResult> {
        let (reached, frees) = match self {
            Self::Event { event, frees } => (event.query(), *frees),
            Self::Program(event) => {
                let queried = relaxed(event.context().raw(), || event.query());
                (queried, false)
            }
            Self::Attempt(_, attempt) => {
                let attempt = attempt.get_mut();
                let mut is_done = true;
                quietly(|| is_done = attempt());
                (Ok(is_done), false)
            }
        };
        match reached {
            Ok(true) => Answer::Reached,
            Ok(false) => Answer::NotYet,
            // Other code has captured it, so it never tells when the work is over.
            Err(error) if error.code() == ErrorCode::CAPTURED_EVENT => {
                if let Self::Event { event, .. } = self {
                    event.set_captured();
                }
                Answer::Failed(error)
            }
            Err(error) if frees && !error.is_context_lost() => Answer::Unclear,
            Err(error) => Answer::Failed(error),
        }
    }
}

impl Mark {
    /// Drops it on this thread, or on the one for that if the context may be released with it, or what a task owns.
    fn drop_quickly(self) {
        match self {
            Self::Event { event, .. } if event.context().is_last() => {
                drop_elsewhere(event.raw(), event);
            }
            Self::Attempt(raw, attempt) => drop_elsewhere(raw, attempt),
            mark => DeferredWork::drop_unless_exiting(move || drop(mark)),
        }
    }
}

impl Stream {
    /// Calls `action` once the stream has completed all work submitted to it so far, and passes it the error if the
    /// work failed.
    ///
    /// A thread of this crate, started by the first such call, queries an event and calls `action`. So unlike a
    /// [host function](Self::launch_host_func), `action` may use the driver, is called on errors, too, and doesn't hold
    /// up the stream. Actions should be short: they run one after the other.
    ///
    /// # Errors
    /// Returns the driver's error; `action` then isn't called.
    #[inline]
    pub fn on_done(
        &self,
        action: impl FnOnce(Result<(), CuResult>) + Send + 'static,
    ) -> Result<(), CuResult> {
        self.call_with(self.context().spare_event()?, action)
    }

    /// [`on_done`](Self::on_done) with this event.
    pub(super) fn call_with(
        &self,
        event: PooledEvent,
        action: impl FnOnce(Result<(), CuResult>) + Send + 'static,
    ) -> Result<(), CuResult> {
        let position = self.mark_position_with(event)?;
        let Some(watcher) = watcher() else {
            let code = CUresult::CUDA_ERROR_OPERATING_SYSTEM;
            return self.raw().check(Symbol::cuEventQuery, code);
        };
        let deferred = DeferredWork::begin();
        position.then(watcher, move |result, mark| {
            quietly(|| action(result));
            mark.drop_quickly();
            drop(deferred);
        });
        Ok(())
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
    /// [`Done`] says what waiting costs.
    ///
    /// # Errors
    /// Returns the driver's error if recording the event fails. The future's output is the error of the work.
    #[inline]
    pub fn done(&self) -> Result<Done, CuResult> {
        Ok(Done::new(self.raw(), self.mark_position()?))
    }

    /// Drops `value` once the stream has completed all work submitted to it so far. So values that the work uses stay
    /// alive, and the host doesn't wait. A dedicated thread drops it, because dropping may wait.
    /// [`wait_for_deferred`](super::wait_for_deferred) waits for that.
    ///
    /// While the stream is captured, it also waits for the end of the capture, which `value` must not own. If the stream's context is lost,
    /// nothing uses the value any more, and it is dropped immediately.
    ///
    /// # Errors
    /// The driver's error if the context [is lost](CuResult::is_context_lost).
    pub fn drop_after<V: Send + 'static>(&self, value: V) -> Result<(), CuResult> {
        if is_forked() {
            core::mem::forget(value);
            return Ok(());
        }
        if let Some(recording) = self.recording() {
            let stream = self.for_any_thread();
            recording.defer(Box::new(move || {
                let raw = stream.raw();
                match stream.mark_position() {
                    Ok(position) => position.drop_after(raw, value),
                    Err(error) if error.is_context_lost() => drop_elsewhere(raw, value),
                    Err(_) => stream.drop_after_capture(Box::new(value)),
                }
            }));
            return Ok(());
        }
        match self.mark_position() {
            Ok(position) => position.drop_after(self.raw(), value),
            Err(error) if error.is_context_lost() => return Err(error),
            Err(_) => self.for_any_thread().drop_after_capture(Box::new(value)),
        }
        Ok(())
    }

    /// [`drop_after`](Self::drop_after) for a stream in which no event can be recorded now.
    #[cold]
    #[inline]
    fn drop_after_capture(&self, value: Box<dyn Send>) {
        let mut held = Some((self.clone(), value));
        let mut event: Option<PooledEvent> = None;
        let attempt = Box::new(move || {
            let Some((stream, _)) = &held else {
                return true;
            };
            // Without an event, the stream itself is polled until all of its work is done.
            let queried = match &event {
                Some(event) => Some(event.query()),
                None => stream.outside_captures(|| {
                    let spare = stream.context().spare_event();
                    match spare.and_then(|event| stream.mark_in_gate(&event).map(|()| event)) {
                        Ok(marked) => event.insert(marked).query(),
                        Err(_) => stream.query_in_gate(),
                    }
                }),
            };
            let is_over = match queried {
                None => false,
                // Other code began a capture meanwhile, which recorded the event.
                Some(Err(error)) if error.code() == ErrorCode::CAPTURED_EVENT => {
                    if let Some(mut captured) = event.take() {
                        captured.set_captured();
                    }
                    false
                }
                // Other errors leave it open.
                Some(result) => result.unwrap_or_else(|error| error.is_context_lost()),
            };
            if is_over {
                // The event and the stream may be the last objects that keep their context alive.
                drop_elsewhere(stream.context().raw(), (held.take(), event.take()));
            }
            is_over
        });
        attempt_until_done(self.raw(), attempt);
    }

    /// Records one of the context's events after the work submitted to the stream so far.
    pub(crate) fn mark(&self) -> Result<PooledEvent, CuResult> {
        let event = self.context().spare_event()?;
        self.mark_with(&event)?;
        Ok(event)
    }

    /// Records `event` after the work submitted to the stream so far.
    pub(crate) fn mark_with(&self, event: &PooledEvent) -> Result<(), CuResult> {
        let _gate = self.gate();
        self.mark_in_gate(event)
    }

    /// [`mark_with`](Self::mark_with) for who has the stream's [gate](Self::gate).
    pub(crate) fn mark_in_gate(&self, event: &PooledEvent) -> Result<(), CuResult> {
        // SAFETY: both are alive, and belong to the same context.
        self.submit_unrecorded(|raw, stream| unsafe { raw.cuEventRecord(event.as_raw(), stream) })
    }

    /// Records one of the context's events after the work submitted to the stream so far, to be waited for.
    #[inline]
    pub(crate) fn mark_position(&self) -> Result<MarkPosition, CuResult> {
        self.mark_position_with(self.context().spare_event()?)
    }

    /// Records `event` after the work submitted to the stream so far, to be waited for.
    #[inline]
    pub(crate) fn mark_position_with(&self, event: PooledEvent) -> Result<MarkPosition, CuResult> {
        MarkPosition::new(self.lane(), Instant::now, || {
            self.mark_with(&event)?;
            Ok(Mark::Event { event, frees: false })
        })
    }

    #[inline]
    fn lane(&self) -> &Arc<Lane> {
        self.object.lane.get_or_init(Lane::new)
    }
}

impl MarkPosition {
    /// Drops `value` on the thread for that, once the work is over. It is leaked if there is no thread that asks, or the
    /// driver doesn't tell.
    pub(crate) fn drop_after<V: Send + 'static>(mut self, raw: Raw, value: V) {
        if let Mark::Event { frees, .. } = &mut self.mark {
            *frees = true;
        }
        let deferred = DeferredWork::begin();
        let Some(watcher) = watcher() else {
            return core::mem::forget(value);
        };
        self.then(watcher, move |result, mark| {
            match result {
                Err(error) if !error.is_context_lost() => {
                    core::mem::forget(value);
                    mark.drop_quickly();
                }
                // The mark may be the last object that keeps its context alive.
                _ => drop_elsewhere(raw, (value, mark)),
            }
            drop(deferred);
        });
    }
}

impl Event {
    /// Returns a future that is ready once the device has reached the event. It works with every async runtime.
    ///
    /// It holds a clone of the event until it is ready or dropped. From then on, this crate doesn't use the event, so a
    /// [borrowed](Self::borrow_raw) one may be destroyed.
    ///
    /// Recording the event again meanwhile changes what the future waits for. To wait for much work of a stream at
    /// once, [`Stream::done`] is cheaper, because a stream's work is done in order.
    #[inline]
    pub fn done(&self) -> Done {
        let set = || Ok::<_, core::convert::Infallible>(Mark::Program(self.clone()));
        let Ok(position) = MarkPosition::new(&Lane::new(), Instant::now, set);
        Done::new(self.context().raw(), position)
    }
}

/// Attempts a task in the background repeatedly until it returns `true`. An attempt must be quick and must not block.
/// If no thread can be started, the task is leaked.
pub(crate) fn attempt_until_done(raw: Raw, attempt: Attempt) {
    let mark = Mark::Attempt(raw, Exclusive::new(attempt));
    let Some(watcher) = watcher() else {
        return core::mem::forget(mark);
    };
    let deferred = DeferredWork::begin();
    let set = || Ok::<_, core::convert::Infallible>(mark);
    let Ok(position) = MarkPosition::new(&Lane::new(), Instant::now, set);
    position.then(watcher, move |_, mark| {
        mark.drop_quickly();
        drop(deferred);
    });
}

/// Returns the watcher, whose thread the first call starts; `None` if it can't be started.
fn watcher() -> Option<&'static Watcher<Mark>> {
    static WATCHER: OnceLock<Watcher<Mark>> = OnceLock::new();
    static HAS_THREAD: AtomicBool = AtomicBool::new(false);
    static STARTING: Mutex<()> = Mutex::new(());

    let watcher = WATCHER.get_or_init(Watcher::new);
    if !HAS_THREAD.load(Ordering::Acquire) {
        let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        if !HAS_THREAD.load(Ordering::Acquire) {
            let attend = || {
                sleep_precisely();
                watcher.attend(|| true);
            };
            if !start("cuda-driver", Box::new(attend)) {
                return None;
            }
            HAS_THREAD.store(true, Ordering::Release);
        }
    }
    Some(watcher)
}

/// Lets this thread wake up when its pauses end, rather than up to 50 µs later.
fn sleep_precisely() {
    #[cfg(target_os = "linux")]
    {
        use core::ffi::{c_int, c_ulong};
        unsafe extern "C" {
            fn prctl(option: c_int, ...) -> c_int;
        }
        const PR_SET_TIMERSLACK: c_int = 29;
        // SAFETY: the option takes a number of nanoseconds, and concerns only this thread. If it fails, nothing changes.
        unsafe { prctl(PR_SET_TIMERSLACK, c_ulong::from(1u8)) };
    }
}
