use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver::Stream;
use cuda_driver::graph::{Capture, CaptureMode, Graph, GraphExec, InstantiateFlags};

use super::CudaStream;
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, result, sys};

/// A graph that was captured, and its executable graph.
///
/// As in cudarc, one thread at a time may use it.
#[derive(Debug)]
pub struct CudaGraph {
    // Dropped first.
    exec: GraphExec,
    graph: Graph,
    stream: Arc<CudaStream>,
}

impl CudaStream {
    /// Begins to record the stream's work. As with cudarc, what it uses has to live until the graph is dropped. Pinned
    /// memory, unified memory and that of other APIs do, because they are never freed after a capture has used them, nor
    /// used by the host.
    pub fn begin_capture(&self, mode: sys::CUstreamCaptureMode) -> Result<(), DriverError> {
        self.context().bind_to_thread()?;
        let mode = CaptureMode::from_raw(mode.into());
        // SAFETY: what the graph uses is the program's concern, as with cudarc.
        let capture = unsafe { self.stream().capture(mode) }.or_code()?;
        // One that was begun before was ended by a call of `result`.
        let _ended = self.take_capture();
        open_captures().push((self.stream().clone(), capture));
        Ok(())
    }

    /// Ends the recording, and returns the graph, if there is one.
    pub fn end_capture(
        self: &Arc<Self>,
        flags: sys::CUgraphInstantiate_flags,
    ) -> Result<Option<CudaGraph>, DriverError> {
        self.context().bind_to_thread()?;
        let graph = match self.take_capture() {
            Some(capture) => capture.finish().or_code()?,
            // It was begun by a call of `result`.
            None => {
                // SAFETY: the stream is alive.
                let graph = unsafe { result::stream::end_capture(self.cu_stream()) }?;
                if graph.is_null() {
                    return Ok(None);
                }
                // SAFETY: ending the capture created the graph, and no other code has it.
                unsafe { Graph::from_raw(self.stream().context(), graph) }
            }
        };
        let flags = InstantiateFlags::from_bits_retain(u64::from(flags.0));
        Ok(Some(CudaGraph {
            exec: graph.instantiate_with(flags).or_code()?,
            graph,
            stream: self.clone(),
        }))
    }

    pub fn capture_status(&self) -> Result<sys::CUstreamCaptureStatus, DriverError> {
        self.context().bind_to_thread()?;
        // SAFETY: the stream is alive.
        unsafe { result::stream::is_capturing(self.cu_stream()) }
    }

    /// Takes the capture that was begun on the stream, by this value or another one for it.
    fn take_capture(&self) -> Option<Capture> {
        let mut captures = open_captures();
        let place = captures.iter().position(|(of, _)| of == self.stream())?;
        Some(captures.swap_remove(place).1)
    }
}

/// The captures that were begun and not ended, with their streams.
fn open_captures() -> MutexGuard<'static, Vec<(Stream, Capture)>> {
    static OPEN: Mutex<Vec<(Stream, Capture)>> = Mutex::new(Vec::new());
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CudaGraph {
    /// Launches the graph on the stream that recorded it.
    pub fn launch(&self) -> Result<(), DriverError> {
        self.stream.context().bind_to_thread()?;
        // SAFETY: what it uses is the program's concern, as with cudarc.
        unsafe { self.exec.launch(self.stream.stream()) }.or_code()
    }

    /// Prepares the device for the next launch.
    pub fn upload(&self) -> Result<(), DriverError> {
        self.stream.context().bind_to_thread()?;
        self.exec.upload(self.stream.stream()).or_code()
    }

    pub fn cu_graph(&self) -> sys::CUgraph {
        self.graph.as_raw()
    }

    pub fn cu_graph_exec(&self) -> sys::CUgraphExec {
        self.exec.as_raw()
    }
}
