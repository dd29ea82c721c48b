//! A capture of this crate, as its streams, the memory that is allocated in it, and its end see it.

mod captured_memory;

pub(crate) use captured_memory::{CapturedMemory, GraphAllocations};

use core::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use cuda_driver_sys::{CUgraph, CUresult, CUstreamCaptureStatus, Symbol};

use crate::background::Deferred;
use crate::context::Context;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::opaque::Opaque;
use crate::stream::{Stream, WeakStream};

/// A capture of this crate. The streams that take part in it refer to it, and so does the memory that is allocated in it.
#[derive(Debug)]
pub(crate) struct Recording {
    raw: Raw,
    /// The stream that captures. The capture keeps it alive.
    origin: WeakStream,
    /// The driver's number of the capture, if other code could end it.
    id: Option<u64>,
    /// The thread that began it.
    thread: ThreadId,
    phase: AtomicU8,
    ending: Mutex<Ending>,
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
struct Ending {
    /// Why the capture was abandoned.
    lost: Option<LostCapture>,
    /// What was put off until the end.
    tasks: Vec<Task>,
}

/// What to do, and what makes others wait for it.
struct Task(Box<dyn FnOnce() + Send>, Deferred);

impl core::fmt::Debug for Task {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Task").finish_non_exhaustive()
    }
}

/// Memory in the graph.
#[derive(Debug, Default)]
struct Memory {
    /// What it allocates.
    allocates: Vec<Arc<CapturedMemory>>,
    /// What it frees of other graphs.
    frees: Vec<Arc<CapturedMemory>>,
}

/// Why a capture has no graph that may be launched.
#[derive(Debug)]
pub(crate) struct LostCapture {
    pub error: CuResult,
    /// The graph, if the driver hasn't destroyed it.
    pub graph: Option<Opaque<CUgraph>>,
}

/// The captures that were begun and not ended.
static RECORDINGS: Mutex<Vec<Weak<Recording>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recording {
    pub(crate) fn new(origin: &Stream) -> Arc<Self> {
        let recording = Arc::new(Self {
            raw: origin.raw(),
            origin: origin.downgrade(),
            // Nothing else can end that of a stream that the capture alone has.
            id: match origin.is_unique() {
                true => None,
                false => origin.capture_id(),
            },
            thread: thread::current().id(),
            phase: AtomicU8::new(OPEN),
            ending: Mutex::default(),
            memory: Mutex::default(),
        });
        let mut recordings = lock(&RECORDINGS);
        recordings.retain(|it| it.strong_count() > 0);
        recordings.push(Arc::downgrade(&recording));
        recording
    }

    /// Returns `true` until the program ends the capture.
    pub(crate) fn is_begun(&self) -> bool {
        self.phase.load(Ordering::Acquire) != ENDED
    }

    /// Returns `true` as long as the driver records.
    pub(crate) fn is_open(&self) -> bool {
        self.phase.load(Ordering::Acquire) == OPEN
    }

    /// Returns `true` if this thread began the capture.
    pub(crate) fn is_of_this_thread(&self) -> bool {
        self.thread == thread::current().id()
    }

    /// Notes that a buffer is memory that the graph allocates.
    pub(crate) fn allocate(self: &Arc<Self>, memory: &Arc<CapturedMemory>) {
        lock(&self.memory).allocates.push(memory.clone());
    }

    /// Notes that the graph frees memory of another one.
    pub(crate) fn free_other(&self, memory: Arc<CapturedMemory>) {
        lock(&self.memory).frees.push(memory);
    }

    /// Does `task` at the end of the capture.
    pub(crate) fn put_off(&self, task: Box<dyn FnOnce() + Send>) {
        let mut ending = lock(&self.ending);
        if self.is_begun() {
            ending.tasks.push(Task(task, Deferred::begin()));
            return;
        }
        drop(ending);
        task();
    }

    /// Ends the capture, and returns its graph and what that allocates.
    pub(crate) fn end(&self) -> Result<(CUgraph, Option<Arc<GraphAllocations>>), LostCapture> {
        let mut ending = lock(&self.ending);
        let ended = match ending.lost.take() {
            Some(lost) => Err(lost),
            None if self.is_begun() => self.end_open(),
            None => Err(self.lost(None)),
        };
        self.phase.store(ENDED, Ordering::Release);
        let tasks = core::mem::take(&mut ending.tasks);
        drop(ending);
        let Memory { allocates, frees } = core::mem::take(&mut *lock(&self.memory));
        let ended = match ended {
            Ok(graph) => Ok((graph, GraphAllocations::new(allocates, frees))),
            Err(lost) => {
                // No graph frees it.
                if let Some(origin) = self.origin() {
                    // Errors are ignored, as in every `Drop`.
                    frees.iter().for_each(|memory| _ = memory.free(&origin));
                }
                Err(lost)
            }
        };
        for Task(task, _deferred) in tasks {
            task();
        }
        ended
    }

    /// Ends the capture now. Its graph must never run, because what it uses is no longer borrowed from here on.
    pub(crate) fn abandon(&self) {
        let mut ending = lock(&self.ending);
        if self.is_open() {
            let lost = match self.end_open() {
                Ok(graph) => self.lost(Some(Opaque(graph))),
                Err(lost) => lost,
            };
            ending.lost = Some(lost);
            self.phase.store(ABANDONED, Ordering::Release);
        }
    }

    /// Abandons the captures of a context that this thread began.
    pub(crate) fn abandon_of_this_thread(context: &Context) {
        let recordings: Vec<_> = lock(&RECORDINGS).iter().filter_map(Weak::upgrade).collect();
        for recording in recordings {
            let origin = recording
                .origin()
                .filter(|origin| origin.context() == context);
            if origin.is_some() && recording.is_of_this_thread() {
                recording.abandon();
            }
        }
    }

    fn end_open(&self) -> Result<CUgraph, LostCapture> {
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

    fn origin(&self) -> Option<Stream> {
        self.origin.upgrade()
    }

    /// Returns the error of a call with a stream whose capture is abandoned.
    pub(crate) fn refuse(&self, call: Symbol) -> CuResult {
        let code = CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
        self.raw.failed(call, code)
    }

    fn lost(&self, graph: Option<Opaque<CUgraph>>) -> LostCapture {
        LostCapture {
            error: self.refuse(Symbol::cuStreamEndCapture),
            graph,
        }
    }
}

impl Stream {
    /// Returns the driver's number of the stream's capture, if it captures and the driver has the function.
    fn capture_id(&self) -> Option<u64> {
        // In its first form, which all drivers have.
        let get = self.raw().table().cuStreamGetCaptureInfo?;
        let asked = self.submit(|raw, stream| {
            let (mut status, mut id) = (CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE, 0);
            // SAFETY: the stream is alive, and the driver writes both values.
            let code = unsafe { get(stream, &raw mut status, &raw mut id) };
            raw.check(Symbol::cuStreamGetCaptureInfo, code)?;
            let is_active = status == CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE;
            Ok(is_active.then_some(id))
        });
        asked.ok().flatten()
    }
}
