//! Streams: queues of work for a device.

mod capture;
mod capture_epoch;
mod completion;
mod external_event;
pub(crate) mod free;
mod gate;
mod host_func;
mod identity;
mod query;
pub(crate) mod quiesce;
// Only graphs begin one.
#[cfg_attr(not(feature = "graph"), allow(dead_code))]
pub(crate) mod recording;

pub use crate::background::wait_for_deferred;
pub use crate::generated::enums::{
    AccessProperty, CaptureStatus, HostTaskSyncMode, SynchronizationPolicy,
};
use capture::Captures;
pub(crate) use capture::is_capture;
pub use capture_epoch::CaptureEpoch;
pub use completion::Done;
pub(crate) use completion::attempt_until_done;
use core::any::Any;
use core::hash::{Hash, Hasher};
pub use identity::StreamIdentity;
pub use query::StreamOrigin;
use recording::Recording;
use std::sync::{Arc, OnceLock, Weak};
use std::thread::{self, ThreadId};

use cuda_driver_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUstream, Symbol};

use crate::context::{Context, needs_context};
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError, ErrorCode};
use crate::event::Event;
use crate::event::PooledEvent;
use crate::object::{Object, ObjectKind, Ownership};
use crate::trace::span;

flags! {
    /// The flags of a stream: [`Context::stream_with`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct StreamFlags: u32 {
        /// The stream doesn't synchronize with the context's default stream.
        const NON_BLOCKING = 0x1;
    }
}

/// A queue of work for a device, which runs in order.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// use cuda_driver::Launch;
///
/// let scale = context.load_ptx(kernels)?.function("scale")?;
/// let x = stream.upload(&[1.0f32, 2.0, 3.0])?; // waits for the copy
/// let mut out = stream.alloc::<f32>(3)?;
/// // SAFETY: scale(const float *, float *, size_t), with three elements each.
/// unsafe { stream.launch(&scale, Launch::elements(3, 32), (&x, &mut out, 3usize)) }?; // doesn't wait
/// assert_eq!(out.to_vec()?, [2.0, 4.0, 6.0]); // waits for the launch and the copy
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Clones refer to the same object. Any thread may submit work to a stream; it runs in the order of the calls.
///
/// Safe calls do their work; they never become part of a graph, unless [`capture`](Self::capture) records the stream, which
/// is `unsafe`. [`Context::capture`] records graphs on streams of its own. If other code captures a [borrowed](Self::borrow_raw), [adopted](Self::from_raw) or default stream, safe
/// calls that would be recorded fail with `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900), or 906 for a default stream
/// that the capture affects, and the capture stays valid.
#[derive(Debug, Clone)]
pub struct Stream {
    object: Arc<Object<StreamKind>>,
}

/// Compares the streams and their contexts, whether they are owned or borrowed. Per-thread default streams are equal if
/// they were borrowed on one thread, and null handles are compared like them, because they may be such streams.
impl PartialEq for Stream {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.object, &other.object)
            || (self.as_raw() == other.as_raw()
                && self.object.thread == other.object.thread
                && self.context() == other.context())
    }
}

impl Eq for Stream {}

impl Hash for Stream {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_raw().hash(state);
    }
}

/// A stream that others keep.
#[derive(Debug)]
pub(crate) struct WeakStream(Weak<Object<StreamKind>>);

impl WeakStream {
    #[inline]
    pub(crate) fn upgrade(&self) -> Option<Stream> {
        self.0.upgrade().map(Stream::of)
    }
}

#[derive(Debug)]
struct StreamKind {
    raw: Raw,
    /// Whether the handle refers to a stream of the current context, so that the context must be current.
    is_default: bool,
    /// The thread that it is of, if its handle refers, or may refer, to another stream on each thread.
    thread: Option<ThreadId>,
    /// Whether it is known not to synchronize with the legacy default stream.
    is_non_blocking: bool,
    captures: Captures,
    /// Unique in the process.
    number: u64,
    context: Context,
    /// The order of what waits for its work. It has no handle of the stream.
    lane: OnceLock<Arc<completion::Lane>>,
}

impl Context {
    /// Creates a stream that doesn't synchronize with the default stream.
    ///
    /// [`cuStreamCreate`](Raw::cuStreamCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamCreate")]
    #[inline]
    pub fn stream(&self) -> Result<Stream, CuResult> {
        Stream::create(self, StreamFlags::NON_BLOCKING, 0)
    }

    /// Creates a stream with the given flags and priority (see [`stream_priority_range`](Self::stream_priority_range)).
    ///
    /// [`cuStreamCreateWithPriority`](Raw::cuStreamCreateWithPriority),
    /// or [`cuGreenCtxStreamCreate`](Raw::cuGreenCtxStreamCreate)
    /// in a green context, whose streams are all non-blocking.
    ///
    /// # Errors
    /// Returns the driver's error; `CUDA_ERROR_INVALID_VALUE` (1) for a blocking stream of a green context.
    #[doc(alias("cuStreamCreateWithPriority", "cuGreenCtxStreamCreate"))]
    #[inline]
    pub fn stream_with(&self, flags: StreamFlags, priority: i32) -> Result<Stream, CuResult> {
        Stream::create(self, flags, priority)
    }

    /// Returns the context's default stream that all threads share (`CU_STREAM_LEGACY`), which synchronizes with the
    /// context's other streams, except non-blocking ones.
    #[must_use]
    #[inline]
    pub fn default_stream(&self) -> Stream {
        Stream::default_of(self)
    }
}

impl Stream {
    /// Returns the stream's context.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Waits until the device has finished all work of the stream.
    ///
    /// [`cuStreamSynchronize`](Raw::cuStreamSynchronize)
    ///
    /// # Errors
    /// Also returns errors of earlier asynchronous work.
    #[doc(alias = "cuStreamSynchronize")]
    #[inline]
    pub fn synchronize(&self) -> Result<(), CuResult> {
        span!("cuStreamSynchronize");
        // Without the gate, because a thread that begins a capture must not wait for the stream's work.
        // SAFETY: the stream is alive.
        self.submit_unrecorded(move |raw, stream| unsafe { raw.cuStreamSynchronize(stream) })
    }

    /// Returns whether the device has finished all work of the stream.
    ///
    /// [`cuStreamQuery`](Raw::cuStreamQuery)
    ///
    /// # Errors
    /// Also returns errors of earlier asynchronous work.
    #[inline]
    #[doc(alias = "cuStreamQuery")]
    pub fn query(&self) -> Result<bool, CuResult> {
        let _gate = self.gate();
        self.query_in_gate()
    }

    /// [`query`](Self::query) for who has the stream's [gate](Self::gate).
    #[inline]
    fn query_in_gate(&self) -> Result<bool, CuResult> {
        // SAFETY: the stream is alive.
        match self.submit_unrecorded(move |raw, stream| unsafe { raw.cuStreamQuery(stream) }) {
            Ok(()) => Ok(true),
            Err(error) if error.code() == ErrorCode::NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Makes the work submitted to the stream from now on wait for `event`.
    ///
    /// [`cuStreamWaitEvent`](Raw::cuStreamWaitEvent)
    ///
    /// # Errors
    /// Returns the driver's error. An event that this crate didn't create, and that was recorded in a capture, is
    /// rejected with `CUDA_ERROR_CAPTURED_EVENT` (907), because waiting for it would make the stream part of the
    /// capture. The check invalidates the capture.
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub fn wait_event(&self, event: &Event) -> Result<(), CuResult> {
        // Waiting for an event of a capture would make the stream join the capture.
        if event.is_foreign() {
            event.query()?;
        }
        event.check_driver(self.object.raw, Symbol::cuStreamWaitEvent)?;
        // SAFETY: both are alive and belong to the same driver, and no flags are passed.
        self.submit_wait(Recording::of_event(event), move |raw, stream| unsafe {
            raw.cuStreamWaitEvent(stream, event.as_raw(), 0)
        })
    }

    /// Makes the work submitted to the stream from now on wait for all work submitted to `other` so far. The host
    /// doesn't wait. `other` may be of another context or device.
    ///
    /// The event between them comes from the context of `other`, which reuses it.
    ///
    /// [`cuStreamWaitEvent`](Raw::cuStreamWaitEvent)
    ///
    /// # Errors
    /// Returns the driver's error; `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) if other code captures `other`.
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub fn wait_stream(&self, other: &Stream) -> Result<(), CuResult> {
        if self == other {
            return Ok(());
        }
        let call = Symbol::cuStreamWaitEvent;
        self.object.raw.check_same(other.object.raw, call)?;
        let (recording, event) = other.fence()?;
        // SAFETY: both are alive. The driver has copied the event's state when it returns.
        self.submit_wait(recording, |raw, stream| unsafe {
            raw.cuStreamWaitEvent(stream, event.as_raw(), 0)
        })
    }

    /// Records `event` after the work submitted to the stream so far.
    ///
    /// [`cuEventRecord`](Raw::cuEventRecord)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_HANDLE` (400) for an event of a context that doesn't [share
    /// memory](Context::shares_memory_with) with the stream's.
    #[inline]
    #[doc(alias = "cuEventRecord")]
    pub fn record(&self, event: &Event) -> Result<(), CuResult> {
        event.check_driver(self.object.raw, Symbol::cuEventRecord)?;
        let _gate = self.gate();
        let recording = self.recording();
        if recording.is_some() {
            event.set_captured();
        }
        // SAFETY: both are alive, and belong to the same driver.
        self.submit_recordable(move |raw, stream| unsafe {
            raw.cuEventRecord(event.as_raw(), stream)
        })
        .map_err(|error| error.if_of_other_context("the event", event.context(), self.context()))?;
        event.set_captured_in(recording.map(|recording| recording.number()));
        Ok(())
    }

    /// Records an event of the context's pool after the work submitted to the stream so far, and returns it. It has no
    /// timing, and returns to the pool with the last clone, so that a fence between two streams rarely takes more than
    /// its two driver calls:
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let (stream, other) = (context.stream()?, context.stream()?);
    /// let fence = stream.record_pooled()?;
    /// other.wait_event(&fence)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`wait_stream`](Self::wait_stream) does both without an allocation.
    ///
    /// [`cuEventRecord`](Raw::cuEventRecord)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    #[doc(alias = "cuEventRecord")]
    pub fn record_pooled(&self) -> Result<Event, CuResult> {
        let event = self.context().pooled_event()?;
        self.record(&event)?;
        Ok(event)
    }

    /// Destroys the stream; dropping the last clone does the same silently. Neither waits for the stream's work, which
    /// still runs.
    ///
    /// [`cuStreamDestroy`](Raw::cuStreamDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it or buffers of the stream are alive.
    #[doc(alias("cuStreamDestroy", "cuStreamDestroy_v2"))]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    ///
    /// If you capture a stream that [`Context::stream`] created with such calls, safe calls on it are recorded, too,
    /// and you are responsible for them. [`capture`](Self::capture) and [`Context::capture`] are for that.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUstream {
        self.object.handle()
    }

    /// Takes ownership of a stream, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a stream of `context`, created with `cuStreamCreate` or a similar function.
    /// - No other code destroys it.
    /// - No other code begins to capture it, or makes it join a capture, during a call with it, or while a
    ///   [`scope`](Self::scope) or a [`fork`](Self::fork) with it is open.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUstream) -> Self {
        Self::new(context, handle, Ownership::Owned, None)
    }

    /// Borrows a stream that other code owns, or a default stream (null, `CU_STREAM_LEGACY`, `CU_STREAM_PER_THREAD`);
    /// this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is a stream of `context`, and outlives the value, its clones, and what is made with it: buffers, arrays,
    ///   textures, tensor maps, mappings, captures. Nothing else of this crate uses it afterwards: [`done`](Self::done),
    ///   [`on_done`](Self::on_done) and the others wait for an event of the context. In two cases it lives until
    ///   [`wait_for_deferred`] returns: if a clone or a buffer on it is part of what this crate keeps
    ///   ([`drop_after`](Self::drop_after), `on_done`, [`launch_host_func`](Self::launch_host_func), a
    ///   [`KeepAlive`](crate::memory::KeepAlive)), and if, while other code captures the stream, a buffer on it is dropped
    ///   or `drop_after` is called. Until then, other code doesn't capture it again, either. What is deferred by a
    ///   [`capture`](Self::capture) of this crate is done when that ends.
    /// - A handle that refers to another stream on each thread is used only on the thread that makes this call.
    /// - No other code begins to capture it, or makes it join a capture, during a call with it, or while a
    ///   [`scope`](Self::scope) or a [`fork`](Self::fork) with it is open.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUstream) -> Self {
        Self::new(context, handle, Ownership::Borrowed, None)
    }

    /// Uses a stream that other code owns, and keeps it alive through `owner`, which is dropped with the last clone.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let theirs = context.stream()?;
    /// use std::sync::Arc;
    /// use cuda_driver::Stream;
    ///
    /// let theirs = Arc::new(theirs); // a stream of another library
    /// // SAFETY: it is a stream of the context, isn't captured, and lives as long as the `Arc`.
    /// let stream = unsafe { Stream::from_owner(&context, theirs.as_raw(), theirs.clone()) };
    /// assert_eq!(stream.upload(&[1, 2, 3])?.to_vec()?, [1, 2, 3]);
    /// drop(stream);
    /// assert!(Arc::into_inner(theirs).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// - `handle` is a stream of `context`, or a default stream, and lives until `owner` is dropped.
    /// - A handle that refers to another stream on each thread is used only on the thread that makes this call.
    /// - No other code begins to capture it, or makes it join a capture, during a call with it, or while a
    ///   [`scope`](Self::scope) or a [`fork`](Self::fork) with it is open.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(context: &Context, handle: CUstream, owner: impl Any + Send) -> Self {
        Self::new(context, handle, Ownership::foreign(owner), None)
    }

    /// Releases ownership of the stream; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own the stream.
    #[inline]
    pub fn into_raw(self) -> Result<CUstream, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    /// Makes the work submitted to a raw stream from now on wait for all work submitted to this one so far. A library
    /// does this before it passes memory to a caller that works on `other`. The host doesn't wait.
    ///
    /// It makes two driver calls. [`wait_stream`](Self::wait_stream) of a [borrowed](Self::borrow_raw) stream does the
    /// same, but first checks whether other code captures that stream; here the wait becomes part of the capture, as
    /// with any call in C.
    ///
    /// [`cuStreamWaitEvent`](Raw::cuStreamWaitEvent)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_STREAM_CAPTURE_ISOLATION` (905) if a capture would wait for work that
    /// isn't part of it.
    ///
    /// # Safety
    /// `other` is a stream of a context that [shares memory](Context::shares_memory_with) with this stream's, or a default
    /// stream of this stream's (`CU_STREAM_LEGACY`, `CU_STREAM_PER_THREAD`).
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub unsafe fn order_before_raw(&self, other: CUstream) -> Result<(), CuResult> {
        let (_, event) = self.fence()?;
        let (context, raw) = (self.context(), self.raw());
        let wait = || {
            // SAFETY: the event is alive, and the caller guarantees that the stream is valid. The driver has copied the
            // event's state when it returns.
            unsafe { raw.cuStreamWaitEvent(other, event.as_raw(), 0) }
        };
        // A default stream belongs to the current context.
        if other.is_null() || other as usize <= 2 {
            let _bound = context.bind()?;
            return wait();
        }
        context.retry(raw, |_| wait())
    }

    pub(crate) fn create(
        context: &Context,
        flags: StreamFlags,
        priority: i32,
    ) -> Result<Self, CuResult> {
        let raw = context.raw();
        if let Some(green) = context.green()
            && raw.table().cuGreenCtxStreamCreate.is_some()
        {
            // SAFETY: the green context is alive.
            let handle = unsafe { raw.cuGreenCtxStreamCreate(green, flags.bits(), priority) }?;
            return Ok(Self::new(context, handle, Ownership::Owned, Some(flags)));
        }
        let _bound = context.bind()?;
        // SAFETY: the context is current.
        let handle = unsafe {
            if priority == 0 {
                raw.cuStreamCreate(flags.bits())
            } else {
                raw.cuStreamCreateWithPriority(flags.bits(), priority)
            }
        }?;
        Ok(Self::new(context, handle, Ownership::Owned, Some(flags)))
    }

    pub(crate) fn default_of(context: &Context) -> Self {
        Self::new(context, CU_STREAM_LEGACY, Ownership::Borrowed, None)
    }

    /// Creates a value for a stream that this crate has created with flags, or that other code knows, too.
    fn new(
        context: &Context,
        handle: CUstream,
        ownership: Ownership,
        created: Option<StreamFlags>,
    ) -> Self {
        let is_default =
            handle.is_null() || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD;
        let ownership = match ownership {
            Ownership::Owned if is_default => Ownership::Borrowed,
            other => other,
        };
        let kind = StreamKind {
            raw: context.raw(),
            is_default,
            thread: (is_default && handle != CU_STREAM_LEGACY).then(|| thread::current().id()),
            is_non_blocking: created.is_some_and(|flags| flags.contains(StreamFlags::NON_BLOCKING)),
            captures: Captures::new(created.is_none()),
            number: StreamIdentity::new_number(),
            context: context.clone(),
            lane: OnceLock::new(),
        };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<StreamKind>>) -> Self {
        Self { object }
    }

    pub(crate) fn downgrade(&self) -> WeakStream {
        WeakStream(Arc::downgrade(&self.object))
    }

    /// Returns `true` if there is no clone of it.
    pub(crate) fn is_unique(&self) -> bool {
        Arc::strong_count(&self.object) == 1
    }

    /// Returns the stream's driver.
    #[inline]
    pub(crate) fn raw(&self) -> Raw {
        self.object.raw
    }

    /// Records one of the context's events after the work submitted to the stream so far, for another stream to wait
    /// for; in a capture of this crate if one records the stream.
    #[inline]
    pub(crate) fn fence(&self) -> Result<(Option<Arc<Recording>>, PooledEvent), CuResult> {
        let mut event = self.context().spare_event()?;
        let _gate = self.gate();
        let recording = self.recording();
        if recording.is_some() {
            event.set_captured();
        }
        // SAFETY: both are alive, and belong to the same context.
        self.submit_recordable(|raw, stream| unsafe { raw.cuEventRecord(event.as_raw(), stream) })?;
        Ok((recording, event))
    }

    /// Returns `true` if the handle refers, or may refer, to another stream on each thread.
    #[must_use]
    pub fn is_per_thread(&self) -> bool {
        self.object.thread.is_some()
    }

    /// Returns `true` if the legacy default stream doesn't wait for this one; for a stream that this crate didn't create, that
    /// isn't known.
    pub(crate) fn is_non_blocking(&self) -> bool {
        self.object.is_non_blocking
    }

    /// Returns the stream for a call that may be made on another thread: instead of a per-thread default stream, whose handle
    /// means another one there, the legacy default stream, which waits for those of all threads.
    #[inline]
    pub(crate) fn for_any_thread(&self) -> Self {
        if self.is_per_thread() { self.context().default_stream() } else { self.clone() }
    }

    /// Makes a call that submits work to the stream, with the context current if needed. All calls of this crate are made by
    /// one of these:
    ///
    /// | with a stream, a call that | is made by |
    /// |---|---|
    /// | only asks, or is `unsafe` and the caller decides whether a graph records it | `submit` |
    /// | is safe, and happens once: it uses memory that lives no longer | `submit_uncaptured` |
    /// | is the same, and waits for work | `submit_unrecorded` |
    /// | is safe, and that a capture of this crate may record | `submit_recordable` |
    /// | is the same, and copies | `submit_copy` |
    /// | is the same, and waits for work that may be recorded, so that the stream joins its capture | `submit_wait` |
    /// | any capture may record, as a launch | `submit_recorded` |
    ///
    /// | without one, a call that | is made |
    /// |---|---|
    /// | is about an explicit handle | by [`Context::retry`] |
    /// | is the same, and that a capture of another stream forbids, as one that frees | by `Context::retry_despite_captures` |
    /// | creates something, or is about the current context | after `let _bound = context.bind()?` |
    /// | is the same, with an object that has no context, and so may be of another driver | after `Context::bind_for` |
    /// | is one of the last two, and that a capture of another stream forbids | within `context::capture_mode::relaxed` |
    /// | is about a device, or has no handle | at once |
    ///
    /// `submit_bound` and `retry_bound` are what the others have in common: the second attempt, with the context current.
    #[inline]
    pub(crate) fn submit<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let object = &*self.object;
        let mut failed = None;
        if !object.is_default {
            match call(object.raw, object.handle()) {
                Err(error) if needs_context(error) => failed = Some(error),
                result => return result,
            }
        }
        self.submit_bound(failed, &call)
    }

    // The closure's type is erased, or else this would be compiled for each of them.
    #[cold]
    pub(crate) fn submit_bound<T>(
        &self,
        failed: Option<CuResult>,
        call: &dyn Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let object = &*self.object;
        (object.context).retry_bound(object.raw, failed, &|raw| call(raw, object.handle()))
    }

    /// Returns the functions and the handle, if a call with them needs no current context.
    #[inline(always)]
    pub(crate) fn without_context(&self) -> Option<(Raw, CUstream)> {
        let object = &*self.object;
        (!object.is_default).then(|| (object.raw, object.handle()))
    }
}

impl ObjectKind for StreamKind {
    type Handle = CUstream;

    unsafe fn destroy(&mut self, handle: CUstream) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the stream.
        self.context.retry(self.raw, |raw| unsafe { raw.cuStreamDestroy(handle) })
    }
}
