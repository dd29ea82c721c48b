//! Events: points in the work of a stream.

mod pool;

pub(crate) use pool::PooledEvent;

use core::any::Any;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cuda_driver_sys::{CUevent, Symbol};

use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError, Error, ErrorCode};
use crate::object::{Object, ObjectKind, Ownership};
use crate::trace::span;

flags! {
    /// The flags of an event: [`Context::event_with`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct EventFlags: u32 {
        /// A thread that synchronizes with the event blocks instead of spinning.
        const BLOCKING_SYNC = 0x1;
        /// The event records no time, only order, which is cheaper.
        const DISABLE_TIMING = 0x2;
        /// The event can be shared with another process; needs `DISABLE_TIMING`.
        const INTERPROCESS = 0x4;
    }
}

/// A point in a stream's work that other streams and the host can wait for, and whose time can be measured.
///
/// Clones refer to the same object.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let other = context.stream()?;
/// let (start, end) = (context.event()?, context.event()?);
/// stream.record(&start)?;
/// let buffer = stream.alloc_zeroed::<u8>(1 << 20)?;
/// stream.record(&end)?;
/// // Later work of `other` waits until `stream` has reached `end`. The host doesn't wait.
/// other.wait_event(&end)?;
/// end.synchronize()?;
/// println!("filled in {:?}", start.elapsed(&end)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Event {
    object: Arc<Object<EventKind>>,
}

#[derive(Debug)]
struct EventKind {
    flags: EventFlags,
    /// Whether other code may have recorded it in a capture, because it wasn't created here.
    is_foreign: bool,
    /// Whether it returns to the context when dropped.
    is_pooled: bool,
    /// Whether it was recorded in a capture, so that it isn't reused: it refers to the graph.
    is_captured: AtomicBool,
    /// The number of the capture of this crate in which it was recorded last; 0 if it wasn't in one.
    captured_in: AtomicU64,
    context: Context,
}

impl Context {
    /// Creates an event that records timing data.
    ///
    /// [`cuEventCreate`](Raw::cuEventCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuEventCreate")]
    #[inline]
    pub fn event(&self) -> Result<Event, CuResult> {
        Event::create(self, EventFlags::empty())
    }

    /// Creates an event with the given flags.
    ///
    /// [`cuEventCreate`](Raw::cuEventCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuEventCreate")]
    #[inline]
    pub fn event_with(&self, flags: EventFlags) -> Result<Event, CuResult> {
        Event::create(self, flags)
    }

    /// Records `event` after all work submitted to the streams of the context so far.
    ///
    /// [`cuCtxRecordEvent`](Raw::cuCtxRecordEvent)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_HANDLE` (400) for an event of another context, `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900)
    /// while a stream of the context is captured, which invalidates the capture, and an error if the driver is older
    /// than CUDA 12.5.
    #[doc(alias = "cuCtxRecordEvent")]
    #[inline]
    pub fn record(&self, event: &Event) -> Result<(), CuResult> {
        let raw = self.raw();
        event.check_driver(raw, Symbol::cuCtxRecordEvent)?;
        // SAFETY: both are alive, and belong to the same driver.
        self.retry(raw, |raw| unsafe { raw.cuCtxRecordEvent(self.as_raw(), event.as_raw()) })
            .map_err(|error| error.if_of_other_context("the event", event.context(), self))?;
        event.set_captured_in(None);
        Ok(())
    }

    /// Makes all work submitted to the streams of the context from now on wait for `event`.
    ///
    /// [`cuCtxWaitEvent`](Raw::cuCtxWaitEvent)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) while a stream of the context is captured, or if the event was
    /// recorded in a capture; the capture is invalidated. An error if the driver is older than CUDA 12.5.
    #[doc(alias = "cuCtxWaitEvent")]
    #[inline]
    pub fn wait_event(&self, event: &Event) -> Result<(), CuResult> {
        let raw = self.raw();
        event.check_driver(raw, Symbol::cuCtxWaitEvent)?;
        // SAFETY: both are alive, and belong to the same driver.
        self.retry(raw, |raw| unsafe { raw.cuCtxWaitEvent(self.as_raw(), event.as_raw()) })
    }
}

impl Event {
    /// Returns the event's flags.
    #[must_use]
    #[inline]
    pub fn flags(&self) -> EventFlags {
        self.object.flags
    }

    /// Returns the event's context.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Waits until the device has reached the event. An event that was never recorded counts as reached.
    ///
    /// [`cuEventSynchronize`](Raw::cuEventSynchronize)
    ///
    /// # Errors
    /// Also returns errors of earlier asynchronous work.
    #[doc(alias = "cuEventSynchronize")]
    #[inline]
    pub fn synchronize(&self) -> Result<(), CuResult> {
        span!("cuEventSynchronize");
        // SAFETY: the event is alive.
        self.context()
            .retry(self.context().raw(), |raw| unsafe { raw.cuEventSynchronize(self.as_raw()) })
    }

    /// Returns whether the device has reached the event. An event that was never recorded counts as reached.
    ///
    /// [`cuEventQuery`](Raw::cuEventQuery)
    ///
    /// # Errors
    /// Also returns errors of earlier asynchronous work.
    #[doc(alias = "cuEventQuery")]
    #[inline]
    pub fn query(&self) -> Result<bool, CuResult> {
        let context = self.context();
        // SAFETY: the event is alive.
        match context.retry(context.raw(), |raw| unsafe { raw.cuEventQuery(self.as_raw()) }) {
            Ok(()) => Ok(true),
            Err(error) if error.code() == ErrorCode::NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the time from `self` to `end`, with a resolution of about half a microsecond. It doesn't wait:
    /// [`synchronize`](Self::synchronize) with the later event first.
    ///
    /// [`cuEventElapsedTime`](Raw::cuEventElapsedTime)
    ///
    /// # Errors
    /// An [`Error`], which distinguishes cases for which the driver returns the same code. For events of different
    /// contexts, `CUDA_ERROR_INVALID_HANDLE` (400) has several causes, and is [`Error::Driver`].
    #[doc(alias("cuEventElapsedTime", "cuEventElapsedTime_v2"))]
    #[inline]
    pub fn elapsed(&self, end: &Event) -> Result<Duration, Error> {
        if (self.object.flags | end.object.flags).contains(EventFlags::DISABLE_TIMING) {
            return Err(Error::TimingDisabled);
        }
        let raw = self.context().raw();
        end.check_driver(raw, Symbol::cuEventElapsedTime)?;
        // SAFETY: both events are alive, and belong to the same driver.
        let elapsed = self
            .context()
            .retry(raw, |raw| unsafe { raw.cuEventElapsedTime(self.as_raw(), end.as_raw()) });
        match elapsed {
            Ok(milliseconds) => Duration::try_from_secs_f64(f64::from(milliseconds) / 1000.0)
                .map_err(|_| Error::Reversed),
            Err(error) => Err(match error.code() {
                ErrorCode::INVALID_HANDLE if self.context().shares_memory_with(end.context()) => {
                    Error::NotRecorded
                }
                ErrorCode::NOT_READY => Error::NotComplete,
                _ => Error::Driver(error.if_of_other_context(
                    "the second event",
                    end.context(),
                    self.context(),
                )),
            }),
        }
    }

    /// Destroys the event; dropping the last clone does the same silently.
    ///
    /// [`cuEventDestroy`](Raw::cuEventDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    #[doc(alias("cuEventDestroy", "cuEventDestroy_v2"))]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    ///
    /// If you record it in a capture with such calls, pass it to no safe call: a stream that waits for it would join
    /// the capture.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUevent {
        self.object.handle()
    }

    /// Takes ownership of an event, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is an event of `context` that was created with `flags`.
    /// - No other code destroys it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUevent, flags: EventFlags) -> Self {
        Self::new(context, handle, flags, Ownership::Owned, true)
    }

    /// Borrows an event that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` is an event of `context` that was created with `flags`, and outlives the value, its clones and each
    /// future of [`done`](Self::done) that is neither ready nor dropped. Nothing else of this crate uses it afterwards.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUevent, flags: EventFlags) -> Self {
        Self::new(context, handle, flags, Ownership::Borrowed, true)
    }

    /// Uses an event that other code owns, and keeps it alive through `owner`, which is dropped with the last clone.
    ///
    /// # Safety
    /// `handle` is an event of `context` that was created with `flags`, and lives until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        context: &Context,
        handle: CUevent,
        flags: EventFlags,
        owner: impl Any + Send,
    ) -> Self {
        Self::new(context, handle, flags, Ownership::foreign(owner), true)
    }

    /// Releases ownership of the event; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own the event.
    #[inline]
    pub fn into_raw(self) -> Result<CUevent, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    #[inline]
    pub(crate) fn create(context: &Context, flags: EventFlags) -> Result<Self, CuResult> {
        let _bound = context.bind()?;
        // SAFETY: the context is current.
        let handle = unsafe { context.raw().cuEventCreate(flags.bits()) }?;
        Ok(Self::new(context, handle, flags, Ownership::Owned, false))
    }

    /// Takes an event of the context's pool.
    #[inline]
    fn pooled(context: &Context, handle: CUevent) -> Self {
        let kind = EventKind {
            flags: EventFlags::DISABLE_TIMING,
            is_foreign: false,
            is_pooled: true,
            is_captured: AtomicBool::new(false),
            captured_in: AtomicU64::new(0),
            context: context.clone(),
        };
        Self::of(Object::shared(handle, Ownership::Owned, kind))
    }

    #[inline]
    fn new(
        context: &Context,
        handle: CUevent,
        flags: EventFlags,
        ownership: Ownership,
        is_foreign: bool,
    ) -> Self {
        let kind = EventKind {
            flags,
            is_foreign,
            is_pooled: false,
            is_captured: AtomicBool::new(false),
            captured_in: AtomicU64::new(0),
            context: context.clone(),
        };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<EventKind>>) -> Self {
        Self { object }
    }

    /// Returns `true` if other code may have recorded the event in a capture.
    #[inline]
    pub(crate) fn is_foreign(&self) -> bool {
        self.object.is_foreign
    }

    /// Notes that it is recorded in a capture.
    #[inline]
    pub(crate) fn set_captured(&self) {
        self.object.is_captured.store(true, Ordering::Relaxed);
    }

    /// Returns the number of the capture of this crate in which it was recorded last, if it was in one.
    #[inline]
    pub(crate) fn captured_in(&self) -> Option<u64> {
        let capture = self.object.captured_in.load(Ordering::Acquire);
        (capture != 0).then_some(capture)
    }

    /// Notes the number of the capture of this crate in which it was recorded, if it was in one.
    #[inline]
    pub(crate) fn set_captured_in(&self, capture: Option<u64>) {
        self.object.captured_in.store(capture.unwrap_or(0), Ordering::Release);
    }

    /// Rejects the event if it belongs to another driver, for which the handle is invalid.
    #[inline]
    pub(crate) fn check_driver(&self, raw: Raw, call: Symbol) -> Result<(), CuResult> {
        raw.check_same(self.context().raw(), call)
    }
}

impl ObjectKind for EventKind {
    type Handle = CUevent;

    unsafe fn destroy(&mut self, handle: CUevent) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the event.
        self.context.retry(self.context.raw(), |raw| unsafe { raw.cuEventDestroy(handle) })
    }

    unsafe fn discard(&mut self, handle: CUevent) {
        if self.is_pooled && !*self.is_captured.get_mut() {
            // SAFETY: the caller gives up the event, which is one of the context's without timing.
            unsafe { self.context.give_back_event(handle) };
        } else {
            // SAFETY: as for this function. Errors are ignored; `destroy` returns them.
            let _ = unsafe { self.destroy(handle) };
        }
    }
}
