use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use cuda_driver_sys::{
    CUgraphEdgeData, CUgraphNode, CUresult, CUstreamCaptureMode, CUstreamCaptureStatus,
};
use parking_lot::Mutex;

use crate::state::devices::Devices;
use crate::state::error::*;
use crate::state::graph::{
    Graph,
    edge::{Edge, EdgeData},
    node::NodeKind,
};
use crate::state::outcome::Outcome;
use crate::state::stream::Stream;
use crate::state::stream::recapture::{Difference, Recapture};
use crate::state::thread_number::ThreadNumber;
use crate::state::work::Work;

/// A capture: streams whose work is added to a graph instead of being executed.
#[derive(Debug)]
pub(crate) struct Capture {
    pub id: u64,
    pub graph: Arc<Graph>,
    /// The number of the stream on which it began.
    origin: u64,
    mode: CUstreamCaptureMode,
    thread: ThreadNumber,
    invalid: AtomicBool,
    /// Whether the capture made the graph.
    pub is_new: bool,
    /// If the graph's nodes are captured again.
    pub recapture: Option<Recapture>,
    streams: Mutex<Vec<Arc<Stream>>>,
    /// The nodes of the streams' work, as opposed to those that were added otherwise.
    nodes: Mutex<BTreeSet<usize>>,
}

/// What a capture does with its graph.
#[derive(Debug)]
pub(crate) enum CaptureInto {
    /// It is the capture's own.
    New,
    /// Work is added after these nodes.
    After(Vec<Edge>),
    /// Its nodes are captured again.
    Again(Recapture),
}

/// The number of captures that have begun and not ended; those of a destroyed context never end.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);

/// A stream's part in a capture.
#[derive(Debug)]
pub(crate) struct StreamCapture {
    pub capture: Arc<Capture>,
    /// The nodes that the stream's next node depends on.
    pub after: Vec<Edge>,
    /// The same for C, which the caller may read until the next call.
    shown: Vec<usize>,
    shown_data: Vec<CUgraphEdgeData>,
}

/// A node that was captured: its handle, and what remains to be done without the stream's lock.
#[must_use]
pub(crate) struct CapturedNode {
    pub node: usize,
    pub difference: Option<(Arc<Capture>, Difference)>,
}

impl CapturedNode {
    /// Asks the program whether it accepts changed parameters.
    pub(crate) fn ask(self) -> Outcome {
        match self.difference {
            Some((capture, difference)) => match &capture.recapture {
                Some(recapture) => recapture.ask(&difference).inspect_err(|_| capture.invalidate()),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }
}

impl StreamCapture {
    /// Adds work at the end of the stream.
    pub(crate) fn add(&mut self, devices: &Devices, work: Work) -> Result<CapturedNode, CUresult> {
        self.add_node(NodeKind::captured(devices, &self.capture.graph, work))
    }

    /// Adds a node at the end of the stream.
    pub(crate) fn add_node(&mut self, kind: NodeKind) -> Result<CapturedNode, CUresult> {
        self.capture.check()?;
        let graph = self.capture.graph.clone();
        // Dependencies on nodes that were destroyed during the capture are gone.
        self.after.retain(|edge| graph.check_nodes(&[*edge]).is_ok());
        if let NodeKind::Kernel(launch) = &kind
            && launch.starts_early()
        {
            self.start_early();
        }
        let captured = match &self.capture.recapture {
            None => CapturedNode { node: graph.add(kind, &self.after)?, difference: None },
            Some(recapture) => {
                let (node, difference) = recapture
                    .add(&graph, kind, &self.after)
                    .inspect_err(|_| self.capture.invalidate())?;
                let difference = difference.map(|difference| (self.capture.clone(), difference));
                CapturedNode { node, difference }
            }
        };
        self.after = vec![Edge::plain(captured.node)];
        self.capture.nodes.lock().insert(captured.node);
        Ok(captured)
    }

    /// Lets the next kernel depend on the earlier completion of kernels before it.
    fn start_early(&mut self) {
        let graph = &self.capture.graph;
        graph.with(|nodes| {
            for edge in &mut self.after {
                let from = nodes.all.get(&edge.node).map(|node| &node.kind);
                if matches!(from, Some(NodeKind::Kernel(_))) && edge.data.is_plain() {
                    edge.data = EdgeData::PROGRAMMATIC;
                }
            }
        });
    }

    /// Returns pointers to the nodes that the next one depends on, and to how.
    pub(crate) fn dependencies(&mut self) -> (*const CUgraphNode, *const CUgraphEdgeData) {
        self.shown = self.after.iter().map(|edge| edge.node).collect();
        self.shown_data = self.after.iter().map(|edge| edge.data.raw()).collect();
        (self.shown.as_ptr().cast(), self.shown_data.as_ptr())
    }

    /// Adds to what the next node depends on, or replaces it.
    pub(crate) fn set_dependencies(&mut self, new: Vec<Edge>, replaces: bool) -> Outcome {
        self.capture.check()?;
        self.capture.graph.check_nodes(&new)?;
        if replaces {
            self.after.clear();
        }
        self.depend_on(&new);
        Ok(())
    }

    fn depend_on(&mut self, new: &[Edge]) {
        for edge in new {
            if !self.after.iter().any(|other| other.node == edge.node) {
                self.after.push(*edge);
            }
        }
    }

    pub(crate) fn status(&self) -> CUstreamCaptureStatus {
        match self.capture.check() {
            Ok(()) => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE,
            Err(_) => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_INVALIDATED,
        }
    }
}

impl Capture {
    /// Begins to capture the work of `stream` into `graph`.
    pub(crate) fn begin(
        stream: &Arc<Stream>,
        graph: Arc<Graph>,
        into: CaptureInto,
        mode: CUstreamCaptureMode,
    ) -> Outcome {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let mut capturing = stream.capturing.lock();
        if capturing.is_some() {
            return Err(ILLEGAL_STATE);
        }
        let is_new = matches!(into, CaptureInto::New);
        let (after, recapture) = match into {
            CaptureInto::New => (Vec::new(), None),
            CaptureInto::After(after) => (after, None),
            CaptureInto::Again(recapture) => (Vec::new(), Some(recapture)),
        };
        let capture = Arc::new(Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            graph,
            origin: stream.id,
            mode,
            thread: ThreadNumber::current(),
            invalid: AtomicBool::new(false),
            is_new,
            recapture,
            streams: Mutex::new(vec![stream.clone()]),
            nodes: Mutex::default(),
        });
        capture.graph.is_captured.store(true, Ordering::Relaxed);
        *capturing =
            Some(StreamCapture { capture, after, shown: Vec::new(), shown_data: Vec::new() });
        ACTIVE.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Returns `false` if no stream captures, which spares most calls the search for one.
    pub(crate) fn may_be_active() -> bool {
        ACTIVE.load(Ordering::Relaxed) > 0
    }

    /// Invalidates the capture, which its end reports.
    pub(crate) fn invalidate(&self) {
        self.invalid.store(true, Ordering::Release);
    }

    /// Returns `true` if a call that can't be captured, made by this thread, invalidates this capture.
    pub(crate) fn forbids(&self, caller: CUstreamCaptureMode) -> bool {
        let is_own = self.is_of_this_thread();
        match caller {
            CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED => false,
            _ if self.mode == CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED => false,
            CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL => is_own,
            _ => is_own || self.mode == CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL,
        }
    }

    /// Returns `true` if this thread began the capture.
    pub(crate) fn is_of_this_thread(&self) -> bool {
        self.thread == ThreadNumber::current()
    }

    /// Returns `true` once it has ended, with a graph or without.
    pub(crate) fn has_ended(&self) -> bool {
        self.streams.lock().is_empty()
    }

    /// Returns `true` if nothing can be added any more, because it has ended or is invalid.
    pub(crate) fn is_over(&self) -> bool {
        self.has_ended() || self.check().is_err()
    }

    pub(crate) fn check(&self) -> Outcome {
        if self.invalid.load(Ordering::Acquire) { Err(STREAM_CAPTURE_INVALIDATED) } else { Ok(()) }
    }

    /// Fails on another thread than the one that began the capture, unless that is relaxed.
    fn check_thread(&self) -> Outcome {
        let is_relaxed = self.mode == CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        if is_relaxed || self.is_of_this_thread() {
            Ok(())
        } else {
            Err(STREAM_CAPTURE_WRONG_THREAD)
        }
    }

    /// Makes the next work of `stream` depend on the nodes `after`, and adds it to the capture if it isn't part of it.
    pub(crate) fn join(self: &Arc<Self>, stream: &Arc<Stream>, after: &[Edge]) -> Outcome {
        self.check()?;
        let mut capturing = stream.capturing.lock();
        match &mut *capturing {
            Some(part) if !Arc::ptr_eq(&part.capture, self) => {
                part.capture.invalidate();
                self.invalidate();
                Err(STREAM_CAPTURE_MERGE)
            }
            Some(part) => {
                part.depend_on(after);
                Ok(())
            }
            None => {
                let mut streams = self.streams.lock();
                // It has ended since, and would never let go of the stream.
                if streams.is_empty() {
                    return Err(INVALID_VALUE);
                }
                streams.push(stream.clone());
                *capturing = Some(StreamCapture {
                    capture: self.clone(),
                    after: after.to_vec(),
                    shown: Vec::new(),
                    shown_data: Vec::new(),
                });
                Ok(())
            }
        }
    }

    /// Handles the destruction of `stream`: if it is the origin of a capture, the capture ends, otherwise it continues.
    pub(crate) fn handle_destruction(stream: &Arc<Stream>) {
        let began = |part: &StreamCapture| part.capture.origin == stream.id;
        if stream.capturing.lock().as_ref().is_some_and(began) {
            stream.invalidate_capture();
            let _ = Self::end(stream);
        }
    }

    /// Ends the capture that began on `stream`, and returns its graph, or the reason why there is none.
    pub(crate) fn end(stream: &Arc<Stream>) -> Result<Arc<Graph>, CUresult> {
        let (capture, last) = match &*stream.capturing.lock() {
            Some(part) => (part.capture.clone(), part.after.clone()),
            None => return Err(ILLEGAL_STATE),
        };
        if capture.origin != stream.id {
            capture.invalidate();
            return Err(STREAM_CAPTURE_UNMATCHED);
        }
        let joined = capture.graph.before(&last);
        let recaptured = capture.recapture.as_ref().map_or(Ok(()), Recapture::finish);
        let mut outcome =
            recaptured.and_then(|()| capture.check()).and_then(|()| capture.check_thread());
        let members = std::mem::take(&mut *capture.streams.lock());
        // Only one of several threads that end it at once takes them.
        if !members.is_empty() {
            ACTIVE.fetch_sub(1, Ordering::Relaxed);
        }
        capture.graph.is_captured.store(false, Ordering::Relaxed);
        // As with a driver, a branch that ends in a node that was added otherwise isn't missed.
        // The nodes are locked after a stream's part, as when one is added.
        let is_missed =
            |edge: &Edge| !joined.contains(&edge.node) && capture.nodes.lock().contains(&edge.node);
        for member in members {
            if let Some(part) = member.capturing.lock().take()
                && outcome.is_ok()
                && part.after.iter().any(is_missed)
            {
                outcome = Err(STREAM_CAPTURE_UNJOINED);
            }
        }
        match outcome {
            Ok(()) => Ok(capture.graph.clone()),
            Err(code) => {
                // As with a driver, also one that existed before, except if it belongs to a node, or is captured again.
                if capture.graph.depth() == 0
                    && capture.recapture.is_none()
                    && let Ok(graph) = capture.graph.tables.graphs.remove(capture.graph.raw())
                {
                    graph.give_up();
                }
                Err(code)
            }
        }
    }
}
