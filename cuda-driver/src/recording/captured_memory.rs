//! Memory that captures of this crate allocate: each launch of the graph does, always at the same address.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUdeviceptr, CUresult, Symbol};

use super::Recording;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::memory::owner::free_captured;
use crate::stream::Stream;

/// Memory that a graph allocates. Unless it is allocated, its address may be that of other memory.
#[derive(Debug)]
pub(crate) struct CapturedMemory {
    pointer: CUdeviceptr,
    recording: Arc<Recording>,
    state: Mutex<State>,
}

/// What the calls so far have made of it, in their order.
#[derive(Debug, Default)]
struct State {
    /// Whether the graph or an executable graph exists, so that the address is reserved.
    has_graph: bool,
    /// Whether the graph frees it itself.
    is_freed_by_graph: bool,
    is_allocated: bool,
    launches: u64,
}

impl CapturedMemory {
    /// Notes what was allocated in an open capture.
    pub(crate) fn new(pointer: CUdeviceptr, recording: &Arc<Recording>) -> Arc<Self> {
        let memory = Arc::new(Self {
            pointer,
            recording: recording.clone(),
            state: Mutex::default(),
        });
        recording.allocate(&memory);
        memory
    }

    /// Frees it in the order of a stream: a graph does if the stream is recorded. If it isn't allocated, nothing is freed.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub(crate) fn free(self: &Arc<Self>, stream: &Stream) -> Result<(), CuResult> {
        let Some(recording) = stream.recording() else {
            return match self.take() {
                None => Ok(()),
                Some(launch) => free_captured(self.pointer, stream, self.clone(), launch),
            };
        };
        let is_own = Arc::ptr_eq(&recording, &self.recording);
        {
            let state = self.state();
            if !is_own && !state.is_allocated && !state.has_graph {
                return Ok(());
            }
        }
        // If it can't be recorded, there will be no graph.
        // SAFETY: the buffer owned the memory of each launch.
        stream.submit(|raw, stream| unsafe { raw.cuMemFreeAsync(self.pointer, stream) })?;
        match is_own {
            true => self.state().is_freed_by_graph = true,
            false => recording.free_other(self.clone()),
        }
        Ok(())
    }

    /// Notes that it is freed, and returns the number of the launch that allocated it.
    fn take(&self) -> Option<u64> {
        let mut state = self.state();
        core::mem::take(&mut state.is_allocated).then_some(state.launches)
    }

    /// Returns `true` if no launch has allocated it anew since.
    pub(crate) fn is_of_launch(&self, launch: u64) -> bool {
        self.state().launches == launch
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory of a graph that captures allocated, as long as the graph or an executable graph exists.
#[derive(Debug)]
pub(crate) struct GraphAllocations {
    allocates: Vec<Arc<CapturedMemory>>,
    /// What it frees of other graphs.
    frees: Vec<Arc<CapturedMemory>>,
}

impl GraphAllocations {
    /// Creates those of a graph, if there are any.
    pub(super) fn new(
        allocates: Vec<Arc<CapturedMemory>>,
        frees: Vec<Arc<CapturedMemory>>,
    ) -> Option<Arc<Self>> {
        if allocates.is_empty() && frees.is_empty() {
            return None;
        }
        for memory in &allocates {
            memory.state().has_graph = true;
        }
        Some(Arc::new(Self { allocates, frees }))
    }

    /// Returns an error if a launch would free memory that isn't allocated.
    pub(crate) fn check_launch(&self, raw: Raw) -> Result<(), CuResult> {
        let code = match self.frees.iter().all(|memory| memory.state().is_allocated) {
            true => CUresult::CUDA_SUCCESS,
            false => CUresult::CUDA_ERROR_INVALID_VALUE,
        };
        raw.check(Symbol::cuGraphLaunch, code)
    }

    /// Notes a launch.
    pub(crate) fn set_launched(&self) {
        for memory in &self.frees {
            memory.take();
        }
        for memory in &self.allocates {
            let mut state = memory.state();
            state.launches += 1;
            state.is_allocated = !state.is_freed_by_graph;
        }
    }
}

impl Drop for GraphAllocations {
    fn drop(&mut self) {
        for memory in &self.allocates {
            memory.state().has_graph = false;
        }
    }
}
