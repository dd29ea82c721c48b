use std::sync::Arc;

use super::CudaStream;
use crate::driver::{DriverError, result, sys};

/// A graph that was captured, and its executable graph.
///
/// As in cudarc, one thread at a time may use it.
#[derive(Debug)]
pub struct CudaGraph {
    graph: sys::CUgraph,
    exec: sys::CUgraphExec,
    stream: Arc<CudaStream>,
}

impl CudaStream {
    /// Begins to record the stream's work.
    pub fn begin_capture(&self, mode: sys::CUstreamCaptureMode) -> Result<(), DriverError> {
        self.context().bind_to_thread()?;
        // SAFETY: the stream is alive.
        unsafe { result::stream::begin_capture(self.cu_stream(), mode) }
    }

    /// Ends the recording, and returns the graph, if there is one.
    pub fn end_capture(
        self: &Arc<Self>,
        flags: sys::CUgraphInstantiate_flags,
    ) -> Result<Option<CudaGraph>, DriverError> {
        self.context().bind_to_thread()?;
        // SAFETY: the stream is alive.
        let graph = unsafe { result::stream::end_capture(self.cu_stream()) }?;
        if graph.is_null() {
            return Ok(None);
        }
        // SAFETY: the graph is alive.
        let exec = unsafe { result::graph::instantiate(graph, flags) }.inspect_err(|_| {
            // SAFETY: no other code has the graph.
            let _ = unsafe { result::graph::destroy(graph) };
        })?;
        let stream = self.clone();
        Ok(Some(CudaGraph {
            graph,
            exec,
            stream,
        }))
    }

    pub fn capture_status(&self) -> Result<sys::CUstreamCaptureStatus, DriverError> {
        self.context().bind_to_thread()?;
        // SAFETY: the stream is alive.
        unsafe { result::stream::is_capturing(self.cu_stream()) }
    }
}

impl CudaGraph {
    /// Launches the graph on the stream that recorded it.
    pub fn launch(&self) -> Result<(), DriverError> {
        self.stream.context().bind_to_thread()?;
        // SAFETY: both are alive.
        unsafe { result::graph::launch(self.exec, self.stream.cu_stream()) }
    }

    /// Prepares the device for the next launch.
    pub fn upload(&self) -> Result<(), DriverError> {
        self.stream.context().bind_to_thread()?;
        // SAFETY: both are alive.
        unsafe { result::graph::upload(self.exec, self.stream.cu_stream()) }
    }

    pub fn cu_graph(&self) -> sys::CUgraph {
        self.graph
    }

    pub fn cu_graph_exec(&self) -> sys::CUgraphExec {
        self.exec
    }
}

impl Drop for CudaGraph {
    fn drop(&mut self) {
        let context = self.stream.context();
        context.record_err(context.bind_to_thread());
        // SAFETY: the value owns both.
        unsafe {
            context.record_err(result::graph::exec_destroy(self.exec));
            context.record_err(result::graph::destroy(self.graph));
        }
    }
}
