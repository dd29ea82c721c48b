//! Recording work into graphs that exist.

use core::any::Any;
use core::ffi::c_void;
use core::fmt;
use core::ops::Deref;
use core::ptr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use cuda_driver_sys::{CUgraphNode, CUgraphNodeParams, CUgraphRecaptureStatus, CUresult, Symbol};

use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::generated::enums::GraphRecaptureStatus;
use crate::graph::nodes::Nodes;
use crate::graph::{CaptureMode, GraphBuilder, GraphNode, Recorder};
use crate::stream::Stream;
use crate::stream::recording::{GraphAllocations, LostCapture, Recording};

/// A recording of work into a graph that exists, or into the body of a conditional node:
/// [`GraphBuilder::capture`], [`GraphBuilder::capture_on`], [`GraphBuilder::recapture`].
pub struct CaptureTo<'a, 'g> {
    main: Recorder,
    recording: Arc<Recording>,
    graph: &'a mut GraphBuilder<'g>,
    is_open: bool,
    /// What decides whether a node may be changed. The driver has its address.
    accept: Option<Arc<Accept<'a>>>,
}

type Accept<'a> = Mutex<Box<dyn FnMut(CUgraphNode, GraphRecaptureStatus) -> bool + Send + 'a>>;

impl fmt::Debug for CaptureTo<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaptureTo")
            .field("main", &self.main)
            .field("graph", &self.graph)
            .finish_non_exhaustive()
    }
}

impl<'g> GraphBuilder<'g> {
    /// Begins to record work into this graph, on a stream of the capture's own. The work runs after the nodes `after`.
    ///
    /// So library code that submits to a stream can fill the body of a conditional node:
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut x = stream.alloc::<u32>(3)?;
    /// # stream.synchronize()?;
    /// let mut graph = context.create_graph()?;
    /// let is_wanted = graph.condition(Some(1))?;
    /// graph.if_then(&[], is_wanted, |body| {
    ///     // SAFETY: the capture ends below, and the buffer outlives the graph, whose launch alone uses it.
    ///     unsafe {
    ///         let capture = body.capture(&[])?;
    ///         capture.fill(&mut x, 5)?;
    ///         capture.finish()?;
    ///     }
    ///     Ok(())
    /// })?;
    /// // SAFETY: as above.
    /// unsafe { graph.instantiate()?.launch(&stream) }?;
    /// assert_eq!(x.to_vec()?, [5, 5, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuStreamBeginCaptureToGraph`](crate::driver::Raw::cuStreamBeginCaptureToGraph)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error. Requires a driver of CUDA 12.3.
    ///
    /// # Safety
    /// Until the capture ends, by [`finish`](CaptureTo::finish) or when it is dropped, which must happen:
    /// - No other thread instantiates the graph, or launches or destroys an executable graph of it.
    #[doc(alias = "cuStreamBeginCaptureToGraph")]
    pub unsafe fn capture<'a>(
        &'a mut self,
        after: &[GraphNode],
    ) -> Result<CaptureTo<'a, 'g>, Error> {
        let stream = Recorder::new_stream(self.context())?;
        // SAFETY: no other code has the stream; the caller guarantees the rest.
        unsafe { self.capture_on(&stream, after, CaptureMode::RELAXED) }
    }

    /// Begins to record the work of `stream` into this graph. The work runs after the nodes `after`.
    ///
    /// [`cuStreamBeginCaptureToGraph`](crate::driver::Raw::cuStreamBeginCaptureToGraph)
    ///
    /// # Errors
    /// As [`capture`](Self::capture) and [`Stream::capture`].
    ///
    /// # Safety
    /// As [`capture`](Self::capture) and [`Stream::capture`].
    #[doc(alias = "cuStreamBeginCaptureToGraph")]
    pub unsafe fn capture_on<'a>(
        &'a mut self,
        stream: &Stream,
        after: &[GraphNode],
        mode: CaptureMode,
    ) -> Result<CaptureTo<'a, 'g>, Error> {
        let (call, raw) = (Symbol::cuStreamBeginCaptureToGraph, self.context().raw());
        raw.check_same(stream.raw(), call)?;
        let graph = self.as_raw();
        let recording = {
            let nodes = self.object.graph_lock.lock();
            let after = nodes.handles(graph, after)?;
            let (after, length) = (after.as_ptr(), after.len());
            let (none, mode) = (ptr::null(), mode.as_raw());
            let recording = stream.begin_recording(|raw, stream| {
                let _calls = self.lock_calls(&nodes, call)?;
                // SAFETY: the stream, the graph and the nodes are alive, and these are locked; the caller guarantees the rest.
                unsafe { raw.cuStreamBeginCaptureToGraph(stream, graph, after, none, length, mode) }
            })?;
            self.lose_with(&recording, false);
            recording
        };
        Ok(self.begun(stream, recording, None))
    }

    /// Begins to record work again, on a stream of the capture's own: the work, which must be the same as that this graph
    /// was captured from, in the same order, replaces what the nodes do. So a graph with many nodes is changed without
    /// another graph. First, the driver drops what the graph [keeps](crate::graph::Graph::keep); executable graphs that exist
    /// keep it.
    ///
    /// `accept` is called for each node that the new work changes, and returns whether it may be; with
    /// [`INELIGIBLE_FOR_UPDATE`](GraphRecaptureStatus::INELIGIBLE_FOR_UPDATE), executable graphs can't be
    /// [updated](crate::graph::GraphExec::update) with the change. It must not call CUDA.
    ///
    /// [`cuStreamBeginRecaptureToGraph`](crate::driver::Raw::cuStreamBeginRecaptureToGraph)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 13.3. A call that records other work than before, or work that
    /// `accept` refuses, fails with `CUDA_ERROR_GRAPH_RECAPTURE_FAILURE`, and so does [`finish`](CaptureTo::finish) if some
    /// of the work is missing.
    ///
    /// # Safety
    /// - As [`capture`](Self::capture).
    /// - What the graph kept until now isn't needed by its nodes afterwards, those in child graphs included, unless it is
    ///   [kept](CaptureTo::keep) again.
    #[doc(alias = "cuStreamBeginRecaptureToGraph")]
    pub unsafe fn recapture<'a>(
        &'a mut self,
        accept: impl FnMut(CUgraphNode, GraphRecaptureStatus) -> bool + Send + 'a,
    ) -> Result<CaptureTo<'a, 'g>, CuResult> {
        let (graph, mode) = (self.as_raw(), CaptureMode::RELAXED.as_raw());
        let stream = Recorder::new_stream(self.context())?;
        let accept: Arc<Accept<'a>> = Arc::new(Mutex::new(Box::new(accept)));
        let data = Arc::as_ptr(&accept).cast_mut().cast::<c_void>();
        let recording = {
            let mut nodes = self.object.graph_lock.lock();
            let recording = stream.begin_recording(|raw, stream| {
                let _calls = self.lock_calls(&nodes, Symbol::cuStreamBeginRecaptureToGraph)?;
                // SAFETY: the stream and the graph, which is locked, are alive, and the function takes such a pointer, which
                // is to a value that lives until the capture ends; the caller guarantees the rest.
                unsafe {
                    raw.cuStreamBeginRecaptureToGraph(stream, mode, graph, Some(may_change), data)
                }
            })?;
            if self.object.is_root() {
                // The driver has released it.
                nodes.forget_owners();
            }
            // Other graphs may replace them. What their nodes need is kept, because they might not.
            nodes.forget_inner(graph);
            self.lose_with(&recording, true);
            recording
        };
        Ok(self.begun(&stream, recording, Some(accept)))
    }

    /// Lets the graph, which is locked, be lost with its capture.
    fn lose_with(&self, recording: &Recording, is_recapture: bool) {
        let (graph_lock, is_root) = (self.object.graph_lock.clone(), self.object.is_root());
        recording.on_loss(move || {
            let mut nodes = graph_lock.lock();
            GraphAllocations::destroy(nodes.each_allocations(), || (), |()| true);
            lose(&mut nodes, is_root, is_recapture);
        });
    }

    fn begun<'a>(
        &'a mut self,
        stream: &Stream,
        recording: Arc<Recording>,
        accept: Option<Arc<Accept<'a>>>,
    ) -> CaptureTo<'a, 'g> {
        // A library may let the graph keep something.
        self.object.graph_lock.lock().set_keeping();
        let graph_lock = self.object.graph_lock.clone();
        let main = Recorder::on(stream.clone(), graph_lock, Some(self.object.root));
        CaptureTo { main, recording, graph: self, is_open: true, accept }
    }
}

/// Notes that a capture into a graph has failed.
fn lose(nodes: &mut Nodes, is_root: bool, is_recapture: bool) {
    nodes.lose();
    if !is_root && !is_recapture {
        nodes.abandon();
    }
}

/// Asks the program whether a node may be changed.
///
/// # Safety
/// `accept` points to a live `Accept`.
unsafe extern "C" fn may_change(
    accept: *mut c_void,
    node: CUgraphNode,
    _: *const CUgraphNodeParams,
    _: *const CUgraphNodeParams,
    status: CUgraphRecaptureStatus,
) -> CUresult {
    // SAFETY: the caller passes such a pointer.
    let accept = unsafe { &*accept.cast_const().cast::<Accept<'_>>() };
    let status = GraphRecaptureStatus::from_raw(status);
    let ask = || accept.lock().unwrap_or_else(PoisonError::into_inner)(node, status);
    match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(true) => CUresult::CUDA_SUCCESS,
        _ => CUresult::CUDA_ERROR_INVALID_VALUE,
    }
}

impl CaptureTo<'_, '_> {
    /// Starts a branch, as [`Capture::branch`](crate::graph::Capture::branch).
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    pub fn branch(&self) -> Result<Recorder, CuResult> {
        self.main.begin_branch()
    }

    /// Ends a branch, as [`Capture::join`](crate::graph::Capture::join).
    ///
    /// # Errors
    /// As [`Capture::join`](crate::graph::Capture::join).
    #[inline]
    pub fn join(&self, branch: Recorder) -> Result<(), CuResult> {
        self.main.end_branch(&branch)
    }

    /// Moves `owner` into the graph, as [`Graph::keep`](crate::graph::Graph::keep).
    ///
    /// [`cuGraphRetainUserObject`](crate::driver::Raw::cuGraphRetainUserObject)
    ///
    /// # Errors
    /// Returns the driver's error; `owner` is then dropped there, too.
    #[doc(alias = "cuGraphRetainUserObject")]
    pub fn keep(&mut self, owner: impl Any + Send) -> Result<(), CuResult> {
        let mut nodes = self.graph.lock(Symbol::cuGraphRetainUserObject)?;
        let _calls = self.recording.lock_calls();
        self.graph.retain(&mut nodes, Box::new(owner)).map(drop)
    }

    /// Ends the capture, and returns the nodes that no recorded work runs after. Dropping it ends it, too, with the same
    /// consequences.
    ///
    /// [`cuStreamEndCapture`](crate::driver::Raw::cuStreamEndCapture)
    ///
    /// # Errors
    /// As [`Capture::finish`](crate::graph::Capture::finish). The driver then destroys the graph: all calls with it return
    /// `CUDA_ERROR_INVALID_HANDLE` (400). If it is in a node, so do those with the graph that has the node, which is
    /// leaked. The same holds for a graph that was [captured again](GraphBuilder::recapture), which is in an undefined state.
    #[doc(alias = "cuStreamEndCapture")]
    pub fn finish(mut self) -> Result<Vec<GraphNode>, CuResult> {
        // Of an invalid capture, ending it tells the reason.
        let last = self.main.last_nodes().unwrap_or_default();
        self.end()?;
        let graph = self.graph.as_raw();
        let mut nodes = self.graph.object.graph_lock.lock();
        Ok(last.into_iter().map(|node| nodes.node(graph, node)).collect())
    }

    fn end(&mut self) -> Result<(), CuResult> {
        self.is_open = false;
        let object = &mut self.graph.object;
        let (is_root, is_recapture) = (object.is_root(), self.accept.is_some());
        let ended = self.main.end(&self.recording, |nodes| {
            lose(nodes, is_root, is_recapture);
        });
        let Err(LostCapture { error, graph }) = ended else {
            return Ok(());
        };
        if is_root && !is_recapture {
            match graph {
                // Errors are ignored: that of the capture is returned.
                Some(_) => _ = object.release(),
                // The driver has destroyed it.
                None => _ = object.give_up(),
            }
        }
        Err(error)
    }
}

impl Deref for CaptureTo<'_, '_> {
    type Target = Recorder;

    fn deref(&self) -> &Recorder {
        &self.main
    }
}

impl Drop for CaptureTo<'_, '_> {
    fn drop(&mut self) {
        if self.is_open && !is_forked() {
            // Errors are ignored; `finish` returns them.
            let _ = self.end();
        }
    }
}
