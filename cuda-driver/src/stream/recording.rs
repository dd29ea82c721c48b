//! A capture of this crate, as its streams, the memory that is allocated in it, and its end see it.

mod captured_memory;
mod structure_lock;

pub(crate) use captured_memory::CapturedMemory;
#[cfg(feature = "graph")]
pub(crate) use captured_memory::GraphAllocations;
pub(crate) use structure_lock::StructureLock;

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread::{self, ThreadId};

use cuda_driver_sys::{CUcontext, CUgraph, CUresult, CUstreamCaptureStatus, Symbol};

use crate::background::{DeferredWork, quietly};
use crate::context::Context;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::event::Event;
use crate::exclusive::lock;
use crate::opaque::Opaque;
use crate::stream::{Stream, StreamFlags, WeakStream};

/// A capture of this crate. The streams that take part in it refer to it, and so does the memory that is allocated in it.
#[derive(Debug)]
pub(crate) struct Recording {
    raw: Raw,
    /// The stream that captures. The capture keeps it alive.
    origin: WeakStream,
    /// The driver's number of the capture, if other code could end it.
    id: Option<u64>,
    /// Unique in the process.
    number: u64,
    /// The thread that began it.
    thread: ThreadId,
    phase: AtomicU8,
    /// Held while a call is recorded, and while the capture ends, so that no recorded call does its work instead. One thread at a
    /// time: two that allocate and free in one capture crash an H200's driver.
    calls: Mutex<()>,
    /// The contexts of the blocking streams that take part: their legacy default streams can't be waited for.
    blocked: Mutex<Vec<Opaque<CUcontext>>>,
    ending: Mutex<CaptureEnd>,
    memory: Mutex<Memory>,
}

/// The driver records.
const OPEN: u8 = 0;
/// This crate has ended the capture, and the program has not. Its streams do no work until then, because the work could use
/// memory that the graph would have allocated.
const ABANDONED: u8 = 1;
const ENDED: u8 = 2;

/// What is left to do at the end.
#[derive(Debug, Default)]
struct CaptureEnd {
    /// Why the capture was abandoned.
    lost: Option<LostCapture>,
    /// What tells a graph that existed before that it no longer does.
    on_loss: Option<LossCallback>,
    /// What was deferred until the end.
    tasks: Vec<Task>,
}

struct LossCallback(Box<dyn FnOnce() + Send>);

impl core::fmt::Debug for LossCallback {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LossCallback").finish_non_exhaustive()
    }
}

/// What to do, and what makes others wait for it.
struct Task(Box<dyn FnOnce() + Send>, DeferredWork);

impl core::fmt::Debug for Task {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Task").finish_non_exhaustive()
    }
}

/// Memory in the graph.
#[derive(Debug, Default)]
struct Memory {
    /// What it allocates.
    allocates: Vec<Arc<CapturedMemory>>,
    /// What it frees of others.
    frees: Vec<ForeignFree>,
}

/// Memory of another graph, whose buffer was dropped in the capture.
#[derive(Debug)]
pub(crate) struct ForeignFree {
    memory: Arc<CapturedMemory>,
    /// The launch whose memory it was.
    launch: u64,
    /// In whose order it is freed, if the graph never does. Once the capture has ended, no stream of the program. Without one, the
    /// memory is leaked.
    stream: Option<Stream>,
}

impl ForeignFree {
    /// Frees it in the order of the stream, if nothing has freed it since.
    #[inline]
    fn free(&self) {
        if let Some(stream) = &self.stream {
            // Errors are ignored, as in every `Drop`.
            let _ = self.memory.free_of_launch(stream, self.launch);
        }
    }
}

/// What remains to be done once a capture has ended, without a lock of its graph.
#[must_use]
#[derive(Debug, Default)]
pub(crate) struct DeferredTasks {
    tasks: Vec<Task>,
    /// What no graph frees.
    frees: Vec<ForeignFree>,
}

impl DeferredTasks {
    #[inline]
    pub(crate) fn run(self) {
        self.frees.iter().for_each(ForeignFree::free);
        for Task(task, _deferred) in self.tasks {
            quietly(task);
        }
    }
}

/// The memory of a graph that a capture recorded.
#[derive(Debug, Default)]
pub(crate) struct CapturedAllocations {
    pub allocates: Vec<Arc<CapturedMemory>>,
    /// What it frees of others.
    pub frees: Vec<ForeignFree>,
}

/// Why a capture has no graph that may be launched.
#[derive(Debug)]
pub(crate) struct LostCapture {
    pub error: CuResult,
    /// The graph, if the driver hasn't destroyed it.
    pub graph: Option<Opaque<CUgraph>>,
}

/// Whether this crate captures. If it doesn't, questions whether it does have a constant answer, so that nothing of what
/// would follow is compiled into programs.
pub(crate) const CAPTURES: bool = cfg!(feature = "graph");

/// The captures that were begun and not ended, with their numbers.
static RECORDINGS: Mutex<Vec<(u64, Weak<Recording>)>> = Mutex::new(Vec::new());

impl Recording {
    #[inline]
    pub(crate) fn new(origin: &Stream) -> Arc<Self> {
        let recording = Arc::new(Self {
            raw: origin.raw(),
            origin: origin.downgrade(),
            // Nothing else can end that of a stream that the capture alone has.
            id: if origin.is_unique() { None } else { origin.capture_id() },
            number: {
                // 0 is none.
                static NEXT: AtomicU64 = AtomicU64::new(1);
                NEXT.fetch_add(1, Ordering::Relaxed)
            },
            thread: thread::current().id(),
            phase: AtomicU8::new(OPEN),
            calls: Mutex::default(),
            blocked: Mutex::default(),
            ending: Mutex::default(),
            memory: Mutex::default(),
        });
        recording.join(origin);
        let mut recordings = lock(&RECORDINGS);
        recordings.retain(|(_, recording)| recording.strong_count() > 0);
        recordings.push((recording.number, Arc::downgrade(&recording)));
        recording
    }

    /// Returns the open capture in which an event was recorded last. A stream that waits for it takes part in that.
    #[inline]
    pub(crate) fn of_event(event: &Event) -> Option<Arc<Self>> {
        if CAPTURES { Self::open_with(event.captured_in()?) } else { None }
    }

    #[cold]
    fn open_with(number: u64) -> Option<Arc<Self>> {
        let recordings = lock(&RECORDINGS);
        let (_, recording) = recordings.iter().find(|(other, _)| *other == number)?;
        let recording = recording.upgrade();
        // The last reference isn't dropped under the lock.
        drop(recordings);
        recording.filter(|recording| recording.is_open())
    }

    /// Notes that a stream takes part.
    #[inline]
    pub(crate) fn join(&self, stream: &Stream) {
        if !stream.is_non_blocking() {
            lock(&self.blocked).push(Opaque(stream.context().as_raw()));
        }
    }

    /// Returns `true` until the program ends the capture.
    #[inline]
    pub(crate) fn is_begun(&self) -> bool {
        self.phase.load(Ordering::Acquire) != ENDED
    }

    /// Returns `true` as long as the driver records.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.phase.load(Ordering::Acquire) == OPEN
    }

    /// Returns `true` if this thread began the capture.
    #[inline]
    pub(crate) fn is_of_this_thread(&self) -> bool {
        self.thread == thread::current().id()
    }

    /// Notes that a buffer is memory that the graph allocates.
    #[inline]
    pub(crate) fn allocate(self: &Arc<Self>, memory: &Arc<CapturedMemory>) {
        lock(&self.memory).allocates.push(memory.clone());
    }

    /// Notes that a call, in the order of a stream, lets the graph free memory of another one.
    #[inline]
    pub(crate) fn free_other(&self, memory: Arc<CapturedMemory>, launch: u64, stream: Stream) {
        lock(&self.memory).frees.push(ForeignFree { memory, launch, stream: Some(stream) });
    }

    /// Makes a call that is recorded, unless the driver doesn't record any more.
    pub(crate) fn while_open<T>(&self, call: impl FnOnce() -> T) -> Option<T> {
        let _calls = self.lock_calls();
        self.is_open().then(call)
    }

    /// Keeps other threads from recording. Meanwhile, the thread makes driver calls that don't wait for work, calls no code of
    /// others, and takes no gate.
    #[inline]
    pub(crate) fn lock_calls(&self) -> MutexGuard<'_, ()> {
        lock(&self.calls)
    }

    /// Makes a call that is recorded by either of two captures, unless the driver doesn't record one any more.
    pub(crate) fn while_both_open<T>(&self, other: &Self, call: impl FnOnce() -> T) -> Option<T> {
        // In one order, so that no two threads wait for each other.
        let (first, second) =
            if self.number < other.number { (self, other) } else { (other, self) };
        first.while_open(|| second.while_open(call)).flatten()
    }

    /// Returns a number that no other capture has.
    #[inline]
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Does `task` at the end of the capture.
    #[inline]
    pub(crate) fn defer(&self, task: Box<dyn FnOnce() + Send>) {
        let mut ending = lock(&self.ending);
        if self.is_begun() {
            ending.tasks.push(Task(task, DeferredWork::begin()));
            return;
        }
        drop(ending);
        task();
    }

    /// Ends the capture, and returns its graph with what that allocates, and what remains to be done then.
    #[inline]
    pub(crate) fn end(
        &self,
    ) -> (Result<(CUgraph, CapturedAllocations), LostCapture>, DeferredTasks) {
        let mut ending = lock(&self.ending);
        let ended = match ending.lost.take() {
            Some(lost) => Err(lost),
            None if self.is_begun() => self.end_open(ENDED),
            None => Err(self.lost(None)),
        };
        self.phase.store(ENDED, Ordering::Release);
        let tasks = core::mem::take(&mut ending.tasks);
        ending.on_loss = None;
        drop(ending);
        let Memory { allocates, mut frees } = core::mem::take(&mut *lock(&self.memory));
        if !self.is_of_this_thread() {
            // Here, the handle of a per-thread default stream means another one.
            for freed in &mut frees {
                freed.stream = freed.stream.as_ref().map(Stream::for_any_thread);
            }
        }
        match ended {
            Ok(graph) => {
                replace_streams(&mut frees);
                let captured = CapturedAllocations { allocates, frees };
                let deferred = DeferredTasks { tasks, frees: Vec::new() };
                (Ok((graph, captured)), deferred)
            }
            Err(lost) => (Err(lost), DeferredTasks { tasks, frees }),
        }
    }

    /// Ends the capture now, unless only another thread can. Its graph must never run, because what it uses is no longer
    /// borrowed from here on.
    #[inline]
    pub(crate) fn abandon(&self) {
        let _structure = StructureLock::lock();
        let mut ending = lock(&self.ending);
        // On another thread the handle would mean another stream.
        let is_elsewhere =
            !self.is_of_this_thread() && self.origin().is_some_and(|origin| origin.is_per_thread());
        if self.is_open() && !is_elsewhere {
            let lost = match self.end_open(ABANDONED) {
                Ok(graph) => self.lost(Some(Opaque(graph))),
                Err(lost) => lost,
            };
            // Of an invalid capture into a graph, the driver destroys the graph.
            let on_loss = ending.on_loss.take().filter(|_| lost.graph.is_none());
            ending.lost = Some(lost);
            drop(ending);
            if let Some(LossCallback(on_loss)) = on_loss {
                on_loss();
            }
        }
    }

    /// Calls `callback`, while no other call makes, changes or destroys graphs, if the driver destroys the graph before the program
    /// ends the capture.
    #[cfg(feature = "graph")]
    pub(crate) fn on_loss(&self, callback: impl FnOnce() + Send + 'static) {
        lock(&self.ending).on_loss = Some(LossCallback(Box::new(callback)));
    }

    /// Abandons the captures that keep the legacy default stream of a context from being waited for: those that its blocking
    /// streams take part in. This thread may be the one that would end them.
    #[inline]
    pub(crate) fn abandon_of_blocking_streams(context: &Context) {
        let recordings: Vec<_> = {
            let recordings = lock(&RECORDINGS);
            recordings.iter().filter_map(|(_, recording)| recording.upgrade()).collect()
        };
        for recording in recordings {
            let blocks = lock(&recording.blocked).contains(&Opaque(context.as_raw()));
            if blocks {
                recording.abandon();
            }
        }
    }

    /// Lets the driver end the capture, whose phase is the next one then.
    #[inline]
    fn end_open(&self, phase: u8) -> Result<CUgraph, LostCapture> {
        let _calls = self.lock_calls();
        let ended = self.call_end();
        self.phase.store(phase, Ordering::Release);
        ended
    }

    #[inline]
    fn call_end(&self) -> Result<CUgraph, LostCapture> {
        let Some(origin) = self.origin() else {
            return Err(self.lost(None));
        };
        // Other code may have ended it, and begun another.
        if self.id.is_some() && origin.capture_id().is_some_and(|id| Some(id) != self.id) {
            return Err(self.lost(None));
        }
        // SAFETY: the stream is alive.
        origin
            .submit(|raw, stream| unsafe { raw.cuStreamEndCapture(stream) })
            .map_err(|error| LostCapture { error, graph: None })
    }

    #[inline]
    fn origin(&self) -> Option<Stream> {
        self.origin.upgrade()
    }

    /// Returns the error of a call with a stream whose capture is abandoned.
    #[inline]
    pub(crate) fn refuse(&self, call: Symbol) -> CuResult {
        let code = CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
        self.raw.failed(call, code)
    }

    #[inline]
    fn lost(&self, graph: Option<Opaque<CUgraph>>) -> LostCapture {
        LostCapture { error: self.refuse(Symbol::cuStreamEndCapture), graph }
    }
}

/// Lets streams of this crate, which do their work after that of the streams so far, stand for them. The program may destroy its
/// own streams, and their handles may mean others on the thread that drops the graph.
#[cold]
#[inline]
fn replace_streams(frees: &mut [ForeignFree]) {
    let mut streams: Vec<Stream> = Vec::new();
    for freed in frees {
        let before = freed.stream.take();
        freed.stream = before.and_then(|stream| {
            let context = stream.context();
            let after = match streams.iter().find(|stream| stream.context() == context).cloned() {
                Some(after) => after,
                None => {
                    let created = context.stream_with(StreamFlags::NON_BLOCKING, 0).ok()?;
                    streams.push(created.clone());
                    created
                }
            };
            let event = stream.outside_captures(|| {
                let event = context.spare_event()?;
                stream.mark_in_gate(&event).map(|()| event)
            })?;
            let event = event.ok()?;
            // SAFETY: both are alive. The driver has copied the event's state when it returns.
            let waits = after
                .submit(|raw, after| unsafe { raw.cuStreamWaitEvent(after, event.as_raw(), 0) });
            waits.ok().map(|()| after)
        });
    }
}

impl Stream {
    /// Returns the driver's number of the stream's capture, if it captures and the driver has the function.
    #[inline]
    fn capture_id(&self) -> Option<u64> {
        // In its first form, which all drivers have.
        let get = self.raw().table().cuStreamGetCaptureInfo?;
        let asked = self.submit(|raw, stream| {
            let (mut status, mut id) = (CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE, 0);
            // SAFETY: the stream is alive, and the driver writes both values.
            let code = unsafe { get(stream, &raw mut status, &raw mut id) };
            raw.check(Symbol::cuStreamGetCaptureInfo, code)?;
            let is_active = status == CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE;
            // Of one that has just become invalid, it may be 0.
            Ok((is_active && id != 0).then_some(id))
        });
        asked.ok().flatten()
    }
}
