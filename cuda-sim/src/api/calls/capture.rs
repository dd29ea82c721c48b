//! Capturing a stream's work into a graph.

use std::cell::Cell;

use cuda_driver_sys::*;

use super::Call;
use crate::api::capture::{Capture, Graph};
use crate::api::context::Context;
use crate::api::error::*;
use crate::api::outcome::{Outcome, store, store_if_asked};
use crate::api::stream::Role;

thread_local! {
    /// What other calls of the thread may do while it captures.
    static MODE: Cell<CUstreamCaptureMode> = const { Cell::new(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL) };
}

fn check_mode(mode: CUstreamCaptureMode) -> Outcome {
    if mode > CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED { Err(INVALID_VALUE) } else { Ok(()) }
}

impl Call {
    /// Refuses a call that no graph could hold, while a capture goes on that minds it.
    pub(super) fn refuse_while_capturing(&self, context: &Context) -> Outcome {
        let mut outcome = Ok(());
        for stream in context.order.capturing() {
            if let Some(part) = &*stream.capturing.lock()
                && part.capture.minds(MODE.get())
            {
                part.capture.invalidate();
                outcome = Err(STREAM_CAPTURE_UNSUPPORTED);
            }
        }
        outcome
    }

    pub(in crate::api) unsafe fn cuStreamBeginCapture_v2(&self, hStream: CUstream, mode: CUstreamCaptureMode) -> Outcome {
        let stream = self.stream(hStream)?;
        self.system.check()?;
        check_mode(mode)?;
        if stream.role == Role::Legacy {
            return Err(STREAM_CAPTURE_UNSUPPORTED);
        }
        let graph = self.system.graphs.insert(Graph::new);
        let begun = Capture::begin(&stream, graph.clone(), mode);
        if begun.is_err() {
            let _ = self.system.graphs.remove(graph.handle as CUgraph);
        }
        begun
    }

    pub(in crate::api) unsafe fn cuStreamBeginCapture(&self, hStream: CUstream) -> Outcome {
        self.cuStreamBeginCapture_v2(hStream, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL)
    }

    pub(in crate::api) unsafe fn cuStreamEndCapture(&self, hStream: CUstream, phGraph: *mut CUgraph) -> Outcome {
        let stream = self.stream(hStream)?;
        if phGraph.is_null() {
            return Err(INVALID_VALUE);
        }
        store(phGraph, core::ptr::null_mut())?;
        let graph = Capture::end(&stream, &self.system.graphs)?;
        store(phGraph, graph.handle as CUgraph)
    }

    pub(in crate::api) unsafe fn cuStreamIsCapturing(
        &self,
        hStream: CUstream,
        captureStatus: *mut CUstreamCaptureStatus,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        let status = stream.capturing.lock().as_ref().map(|part| part.status());
        store(captureStatus, status.unwrap_or(CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE))
    }

    pub(in crate::api) unsafe fn cuStreamGetCaptureInfo(
        &self,
        hStream: CUstream,
        captureStatus_out: *mut CUstreamCaptureStatus,
        id_out: *mut cuuint64_t,
    ) -> Outcome {
        self.cuStreamIsCapturing(hStream, captureStatus_out)?;
        if let Some(part) = &*self.stream(hStream)?.capturing.lock() {
            store_if_asked(id_out, part.capture.id);
        }
        Ok(())
    }

    /// The nodes that the next one depends on are counted, but have no handles yet.
    pub(in crate::api) unsafe fn cuStreamGetCaptureInfo_v2(
        &self,
        hStream: CUstream,
        captureStatus_out: *mut CUstreamCaptureStatus,
        id_out: *mut cuuint64_t,
        graph_out: *mut CUgraph,
        dependencies_out: *mut *const CUgraphNode,
        numDependencies_out: *mut usize,
    ) -> Outcome {
        self.cuStreamGetCaptureInfo(hStream, captureStatus_out, id_out)?;
        if let Some(part) = &*self.stream(hStream)?.capturing.lock() {
            if !dependencies_out.is_null() {
                return Err(NOT_SUPPORTED);
            }
            store_if_asked(graph_out, part.capture.graph.handle as CUgraph);
            store_if_asked(numDependencies_out, part.after.len());
        }
        Ok(())
    }

    pub(in crate::api) unsafe fn cuThreadExchangeStreamCaptureMode(&self, mode: *mut CUstreamCaptureMode) -> Outcome {
        let new = *mode.as_ref().ok_or(INVALID_VALUE)?;
        check_mode(new)?;
        store(mode, MODE.replace(new))
    }

    pub(in crate::api) unsafe fn cuGraphDestroy(&self, hGraph: CUgraph) -> Outcome {
        self.system.graphs.remove(hGraph).map(drop)
    }
}
