//! A capture of this crate, as its streams, the memory that is allocated in it, and its end see it.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use cuda_driver_sys::{CUgraph, CUresult, Symbol};

use super::{Stream, StreamKind};
use crate::driver::Raw;
use crate::error::CuResult;
use crate::object::Object;
use crate::opaque::Opaque;

/// A capture of this crate. The streams that take part in it refer to it, and so does the memory that is allocated in it.
#[derive(Debug)]
pub(crate) struct Recording {
    raw: Raw,
    /// The stream that captures. The capture keeps it alive.
    origin: Weak<Object<StreamKind>>,
    /// The thread that began it.
    thread: ThreadId,
    state: Mutex<State>,
    is_open: AtomicBool,
    has_memory: AtomicBool,
    has_graph: AtomicBool,
    is_launched: AtomicBool,
}

/// The memory of a graph, as long as the graph or an executable graph of it exists: its addresses are reserved.
#[derive(Debug)]
pub(crate) struct GraphAllocations(Arc<Recording>);

#[derive(Debug)]
enum State {
    Open,
    /// Ended by this crate, before the program ended it.
    Abandoned(LostCapture),
    Ended,
}

/// Why a capture has no graph that may be launched.
#[derive(Debug)]
pub(crate) struct LostCapture {
    pub error: CuResult,
    /// The graph, if the driver hasn't destroyed it.
    pub graph: Option<Opaque<CUgraph>>,
}

impl Recording {
    pub(super) fn new(origin: &Stream) -> Arc<Self> {
        Arc::new(Self {
            raw: origin.raw(),
            origin: Arc::downgrade(&origin.object),
            thread: thread::current().id(),
            state: Mutex::new(State::Open),
            is_open: AtomicBool::new(true),
            has_memory: AtomicBool::new(false),
            has_graph: AtomicBool::new(false),
            is_launched: AtomicBool::new(false),
        })
    }

    /// Returns `true` until the capture ends.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Acquire)
    }

    /// Returns `true` if this thread began the capture.
    pub(super) fn is_of_this_thread(&self) -> bool {
        self.thread == thread::current().id()
    }

    /// Notes that a buffer is memory of the graph.
    pub(crate) fn set_memory(&self) {
        self.has_memory.store(true, Ordering::Relaxed);
    }

    /// Returns the memory of the graph that the capture has become, if it allocated some.
    pub(crate) fn allocations(self: &Arc<Self>) -> Option<GraphAllocations> {
        self.has_memory.load(Ordering::Relaxed).then(|| {
            self.has_graph.store(true, Ordering::Release);
            GraphAllocations(self.clone())
        })
    }

    /// Returns `true` as long as the graph or an executable graph of it exists.
    pub(crate) fn has_graph(&self) -> bool {
        self.has_graph.load(Ordering::Acquire)
    }

    /// Returns `true` if a launch of the graph has allocated its memory. Until then, and if the graph is destroyed
    /// before, other memory may have its address.
    pub(crate) fn is_launched(&self) -> bool {
        self.is_launched.load(Ordering::Acquire)
    }

    /// Ends the capture, and returns its graph.
    pub(crate) fn end(&self) -> Result<CUgraph, LostCapture> {
        let mut state = self.lock();
        match core::mem::replace(&mut *state, State::Ended) {
            State::Open => self.end_open(),
            State::Abandoned(lost) => Err(lost),
            State::Ended => Err(self.lost(None)),
        }
    }

    /// Ends the capture now. Its graph must never run, because what it uses is no longer borrowed from here on.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        if matches!(*state, State::Open) {
            *state = State::Abandoned(match self.end_open() {
                Ok(graph) => self.lost(Some(Opaque(graph))),
                Err(lost) => lost,
            });
        }
    }

    fn end_open(&self) -> Result<CUgraph, LostCapture> {
        let origin = self.origin.upgrade().map(Stream::of);
        let ended = origin.map(|origin| {
            // SAFETY: the stream is alive.
            origin.submit(|raw, stream| unsafe { raw.cuStreamEndCapture(stream) })
        });
        self.is_open.store(false, Ordering::Release);
        match ended {
            Some(ended) => ended.map_err(|error| LostCapture { error, graph: None }),
            None => Err(self.lost(None)),
        }
    }

    fn lost(&self, graph: Option<Opaque<CUgraph>>) -> LostCapture {
        let code = CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
        let error = self.raw.failed(Symbol::cuStreamEndCapture, code);
        LostCapture { error, graph }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GraphAllocations {
    /// Notes that a launch of the graph has allocated its memory.
    pub(crate) fn set_launched(&self) {
        self.0.is_launched.store(true, Ordering::Release);
    }
}

impl Drop for GraphAllocations {
    fn drop(&mut self) {
        self.0.has_graph.store(false, Ordering::Release);
    }
}
