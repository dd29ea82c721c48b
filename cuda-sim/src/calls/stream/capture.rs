//! Capturing a stream's work into a graph.

use core::ffi::{c_uint, c_void};
use std::cell::Cell;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::edges;
use crate::state::{
    error::*,
    graph::{Graph, node::NodeKind},
    outcome::{InOut, Out, Outcome},
    stream::{
        Role, Stream,
        capture::{Capture, CaptureInto, StreamCapture},
        recapture::Recapture,
    },
};

thread_local! {
    /// Restricts other calls of the thread while it captures.
    static MODE: Cell<CUstreamCaptureMode> = const { Cell::new(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL) };
}

fn check_mode(mode: CUstreamCaptureMode) -> Outcome {
    if mode > CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED {
        Err(INVALID_VALUE)
    } else {
        Ok(())
    }
}

impl Call {
    /// Rejects a call that can't be captured while a capture is active, of any context, that forbids it.
    pub(crate) fn refuse_while_capturing(&self) -> Outcome {
        if !Capture::may_be_active() {
            return Ok(());
        }
        let mut outcome = Ok(());
        for (_, context) in self.system.contexts.live().all() {
            for stream in context.order.capturing() {
                if let Some(part) = &*stream.capturing.lock()
                    && part.capture.forbids(MODE.get())
                {
                    part.capture.invalidate();
                    outcome = Err(STREAM_CAPTURE_UNSUPPORTED);
                }
            }
        }
        outcome
    }

    /// Rejects a call on a stream that isn't captured, if it can't be captured, while a capture is active that forbids
    /// it.
    pub(in crate::calls) fn refuse_during_captures(&self, stream: &Stream) -> Outcome {
        stream.refuse_during_captures()?;
        self.refuse_while_capturing()
    }

    /// Begins to capture into a graph.
    fn begin(
        &self,
        stream: CUstream,
        graph: &Arc<Graph>,
        into: CaptureInto,
        mode: CUstreamCaptureMode,
    ) -> Outcome {
        let stream = self.stream(stream)?;
        self.system.check()?;
        check_mode(mode)?;
        let contexts = self.system.contexts.live().all();
        let mut capturing = contexts.iter().flat_map(|(_, context)| context.order.capturing());
        if capturing.any(|other| other.captures_into(graph)) {
            return Err(ILLEGAL_STATE);
        }
        if stream.role == Role::Legacy {
            stream.refuse_during_captures()?;
            return Err(STREAM_CAPTURE_UNSUPPORTED);
        }
        Capture::begin(&stream, graph.clone(), into, mode)
    }

    pub(crate) fn cuStreamBeginCapture_v2(
        &self,
        hStream: CUstream,
        mode: CUstreamCaptureMode,
    ) -> Outcome {
        let graph = Graph::new(self.system.graph_tables());
        self.begin(hStream, &graph, CaptureInto::New, mode).inspect_err(|_| {
            let _ = self.system.graphs.remove(graph.handle as CUgraph);
        })
    }

    pub(crate) unsafe fn cuStreamBeginCaptureToGraph(
        &self,
        hStream: CUstream,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        mode: CUstreamCaptureMode,
    ) -> Outcome {
        let graph = self.system.graphs.get(hGraph)?;
        // SAFETY: the program's arrays have that many elements.
        let after = unsafe { edges(dependencies, dependencyData, numDependencies)? };
        graph.check_nodes(&after)?;
        self.begin(hStream, &graph, CaptureInto::After(after), mode)
    }

    pub(crate) unsafe fn cuStreamBeginRecaptureToGraph(
        &self,
        hStream: CUstream,
        mode: CUstreamCaptureMode,
        hGraph: CUgraph,
        callbackFunc: CUgraphRecaptureCallback,
        userData: *mut c_void,
    ) -> Outcome {
        let graph = self.system.graphs.get(hGraph)?;
        let recapture = Recapture::new(&graph, callbackFunc, userData);
        self.begin(hStream, &graph, CaptureInto::Again(recapture), mode)?;
        graph.release_all();
        Ok(())
    }

    pub(crate) fn cuStreamBeginCapture(&self, hStream: CUstream) -> Outcome {
        self.cuStreamBeginCapture_v2(hStream, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL)
    }

    pub(crate) fn cuStreamEndCapture(&self, hStream: CUstream, phGraph: Out<CUgraph>) -> Outcome {
        let stream = self.stream(hStream)?;
        phGraph.store_optional(core::ptr::null_mut());
        // The legacy stream doesn't capture, but invalidates the captures of streams that it waits for.
        stream.refuse_during_captures()?;
        let graph = Capture::end(&stream).map_err(|code| match code {
            ILLEGAL_STATE => self.system.refuse(code, "Stream is not actively capturing"),
            STREAM_CAPTURE_INVALIDATED => {
                let why = "Capture was invalidated by a prior API call";
                self.system.refuse(code, why)
            }
            _ => code,
        })?;
        // As with the real driver, the capture ends although nobody receives its graph.
        phGraph.store_optional(graph.handle as CUgraph);
        Ok(())
    }

    /// Stores whether a stream captures, and what `fill` does of a valid capture, at one time: another thread may end or
    /// invalidate it.
    fn capture_info(
        &self,
        stream: CUstream,
        status_out: Out<CUstreamCaptureStatus>,
        fill: impl FnOnce(&mut StreamCapture) -> Outcome,
    ) -> Outcome {
        let stream = self.stream(stream)?;
        stream.refuse_as_legacy()?;
        let mut capturing = stream.capturing.lock();
        let part = capturing.as_mut();
        let status = part.as_ref().map(|part| part.status());
        let none = CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
        status_out.store(status.unwrap_or(none))?;
        match part {
            Some(part)
                if status == Some(CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE) =>
            {
                fill(part)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn cuStreamIsCapturing(
        &self,
        hStream: CUstream,
        captureStatus: Out<CUstreamCaptureStatus>,
    ) -> Outcome {
        self.capture_info(hStream, captureStatus, |_| Ok(()))
    }

    pub(crate) fn cuStreamGetCaptureInfo(
        &self,
        hStream: CUstream,
        captureStatus_out: Out<CUstreamCaptureStatus>,
        id_out: Out<cuuint64_t>,
    ) -> Outcome {
        self.capture_info(hStream, captureStatus_out, |part| {
            id_out.store_optional(part.capture.id);
            Ok(())
        })
    }

    pub(crate) fn cuStreamGetCaptureInfo_v2(
        &self,
        hStream: CUstream,
        captureStatus_out: Out<CUstreamCaptureStatus>,
        id_out: Out<cuuint64_t>,
        graph_out: Out<CUgraph>,
        dependencies_out: Out<*const CUgraphNode>,
        numDependencies_out: Out<usize>,
    ) -> Outcome {
        self.capture_info(hStream, captureStatus_out, |part| {
            id_out.store_optional(part.capture.id);
            graph_out.store_optional(part.capture.graph.raw());
            dependencies_out.store_optional(part.dependencies().0);
            numDependencies_out.store_optional(part.after.len());
            Ok(())
        })
    }

    pub(crate) fn cuStreamGetCaptureInfo_v3(
        &self,
        hStream: CUstream,
        captureStatus_out: Out<CUstreamCaptureStatus>,
        id_out: Out<cuuint64_t>,
        graph_out: Out<CUgraph>,
        dependencies_out: Out<*const CUgraphNode>,
        edgeData_out: Out<*const CUgraphEdgeData>,
        numDependencies_out: Out<usize>,
    ) -> Outcome {
        if dependencies_out.is_null() && !edgeData_out.is_null() {
            return Err(INVALID_VALUE);
        }
        self.capture_info(hStream, captureStatus_out, |part| {
            let (nodes, data) = part.dependencies();
            id_out.store_optional(part.capture.id);
            graph_out.store_optional(part.capture.graph.raw());
            dependencies_out.store_optional(nodes);
            numDependencies_out.store_optional(part.after.len());
            let is_plain = part.after.iter().all(|edge| edge.data.is_plain());
            if edgeData_out.is_null() && !dependencies_out.is_null() && !is_plain {
                return Err(LOSSY_QUERY);
            }
            edgeData_out.store_optional(data);
            Ok(())
        })
    }

    pub(crate) unsafe fn cuStreamUpdateCaptureDependencies(
        &self,
        hStream: CUstream,
        dependencies: *mut CUgraphNode,
        numDependencies: usize,
        flags: c_uint,
    ) -> Outcome {
        let data = core::ptr::null();
        // SAFETY: the other arguments are those of that call.
        unsafe {
            self.cuStreamUpdateCaptureDependencies_v2(
                hStream,
                dependencies,
                data,
                numDependencies,
                flags,
            )
        }
    }

    pub(crate) unsafe fn cuStreamUpdateCaptureDependencies_v2(
        &self,
        hStream: CUstream,
        dependencies: *mut CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        flags: c_uint,
    ) -> Outcome {
        use CUstreamUpdateCaptureDependencies_flags as F;
        let stream = self.stream(hStream)?;
        let replaces = match F(flags) {
            F::CU_STREAM_ADD_CAPTURE_DEPENDENCIES => false,
            F::CU_STREAM_SET_CAPTURE_DEPENDENCIES => true,
            _ => return Err(INVALID_VALUE),
        };
        // SAFETY: the program's arrays have that many elements.
        let new = unsafe { edges(dependencies, dependencyData, numDependencies)? };
        match &mut *stream.capturing.lock() {
            Some(part) => part.set_dependencies(new, replaces),
            None => Err(ILLEGAL_STATE),
        }
    }

    /// Adds a node to the graph that a stream captures.
    pub(in crate::calls) fn add_captured(&self, stream: CUstream, kind: NodeKind) -> Outcome {
        let stream = self.stream(stream)?;
        let mut capturing = stream.capturing.lock();
        let part = capturing.as_mut().ok_or(ILLEGAL_STATE)?;
        let captured = part.add_node(kind)?;
        drop(capturing);
        captured.ask()
    }

    pub(crate) fn cuThreadExchangeStreamCaptureMode(
        &self,
        mode: InOut<CUstreamCaptureMode>,
    ) -> Outcome {
        // As with the real driver, it may be any number.
        let new = mode.input.read()?;
        mode.output.store(MODE.replace(new))
    }
}
