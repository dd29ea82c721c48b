//! Memory that captures of this crate allocate: each launch of the graph does, always at the same address.

use std::sync::{Arc, Mutex, MutexGuard};

use cuda_driver_sys::{CUdeviceptr, CUresult, Symbol};

use super::{Captured, Recording, lock};
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
    /// Held while a launch or a free of it is submitted. No other lock is held then before it but a graph's.
    submission: Mutex<()>,
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
            submission: Mutex::default(),
        });
        recording.allocate(&memory);
        memory
    }

    /// Returns the number of the capture.
    pub(crate) fn captured_in(&self) -> u64 {
        self.recording.number()
    }

    /// Frees it in the order of a stream: a graph does if the stream is recorded. If it isn't allocated, nothing is freed.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub(crate) fn free(self: &Arc<Self>, stream: &Stream) -> Result<(), CuResult> {
        let (launch, exists) = {
            let state = self.state();
            (state.launches, state.is_allocated || state.has_graph)
        };
        let Some(recording) = stream.recording() else {
            return self.free_of_launch(stream, launch);
        };
        let is_own = Arc::ptr_eq(&recording, &self.recording);
        if !is_own && !exists {
            return Ok(());
        }
        let recorded = recording.while_open(|| {
            // SAFETY: the buffer owned the memory of each launch.
            stream.submit(|raw, stream| unsafe { raw.cuMemFreeAsync(self.pointer, stream) })
        });
        match recorded {
            Some(Ok(())) if is_own => self.set_freed_by_graph(),
            Some(Ok(())) => recording.free_other(self.clone(), launch, stream.clone()),
            // There will be no graph.
            _ if is_own => {}
            _ => {
                let (memory, stream) = (self.clone(), stream.clone());
                recording.put_off(Box::new(move || {
                    // Errors are ignored, as in every `Drop`.
                    let _ = memory.free_of_launch(&stream, launch);
                }));
            }
        }
        Ok(())
    }

    /// Frees what a launch allocated, in the order of a stream that isn't recorded, unless it is freed already.
    pub(super) fn free_of_launch(
        self: &Arc<Self>,
        stream: &Stream,
        launch: u64,
    ) -> Result<(), CuResult> {
        {
            let mut state = self.state();
            if !state.is_allocated || state.launches != launch {
                return Ok(());
            }
            state.is_allocated = false;
        }
        free_captured(self.pointer, stream, self.clone(), launch)
    }

    /// Makes a call before another launch allocates it, unless one already did.
    pub(crate) fn while_of_launch<T>(&self, launch: u64, call: impl FnOnce() -> T) -> Option<T> {
        let _submission = lock(&self.submission);
        let is_left = self.state().launches == launch;
        is_left.then(call)
    }

    fn set_freed_by_graph(&self) {
        self.state().is_freed_by_graph = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
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
    /// Creates those of a capture, if there are any, for a graph that allocates others, too.
    pub(crate) fn new<'a>(
        captured: Captured,
        others: impl Iterator<Item = &'a Self> + Clone,
    ) -> Option<Arc<Self>> {
        let Captured {
            allocates,
            mut frees,
        } = captured;
        frees.retain(|memory| {
            let is_own = others.clone().any(|it| it.allocates(memory));
            if is_own {
                memory.set_freed_by_graph();
            }
            !is_own
        });
        if allocates.is_empty() && frees.is_empty() {
            return None;
        }
        for memory in &allocates {
            memory.state().has_graph = true;
        }
        Some(Arc::new(Self { allocates, frees }))
    }

    fn allocates(&self, memory: &Arc<CapturedMemory>) -> bool {
        self.allocates.iter().any(|it| Arc::ptr_eq(it, memory))
    }

    /// Makes a launch of an executable graph, while nothing else launches or frees the memory that it allocates or frees.
    ///
    /// # Errors
    /// Returns the launch's error, or `CUDA_ERROR_INVALID_VALUE` (1) if it would free memory that isn't allocated.
    #[cold]
    pub(crate) fn launch(
        all: &[Arc<Self>],
        raw: Raw,
        launch: impl FnOnce() -> Result<(), CuResult>,
    ) -> Result<(), CuResult> {
        let mut memory: Vec<_> = (all.iter())
            .flat_map(|it| it.allocates.iter().chain(&it.frees))
            .collect();
        // One order for all launches, so that none waits for another that waits for it.
        memory.sort_by_key(|it| Arc::as_ptr(it));
        memory.dedup_by(|a, b| Arc::ptr_eq(a, b));
        let _submissions: Vec<_> = memory.iter().map(|it| lock(&it.submission)).collect();
        // An executable graph may have the nodes of several captures.
        let is_own = |memory| all.iter().any(|it| it.allocates(memory));
        let mut frees = all.iter().flat_map(|it| &it.frees);
        if !frees.all(|memory| is_own(memory) || memory.state().is_allocated) {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            return Err(raw.failed(Symbol::cuGraphLaunch, code));
        }
        launch()?;
        for memory in all.iter().flat_map(|it| &it.allocates) {
            let mut state = memory.state();
            state.launches += 1;
            state.is_allocated = !state.is_freed_by_graph;
        }
        for memory in all.iter().flat_map(|it| &it.frees) {
            memory.state().is_allocated = false;
        }
        Ok(())
    }
}

impl Drop for GraphAllocations {
    fn drop(&mut self) {
        for memory in &self.allocates {
            memory.state().has_graph = false;
        }
    }
}
