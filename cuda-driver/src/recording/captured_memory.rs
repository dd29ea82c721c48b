//! Memory that captures of this crate allocate: each launch of the graph does, always at the same address.

use std::sync::{Arc, Mutex, MutexGuard};

use cuda_driver_sys::{CUdeviceptr, CUresult, Symbol};

use super::{Captured, Recording, lock};
use crate::driver::Raw;
use crate::error::CuResult;
use crate::memory::owner::{Call, free_unrecorded, free_when_not_captured};
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
        let launch = self.state().launches;
        self.free_of_launch(stream, launch)
    }

    /// [`free`](Self::free), unless another launch allocates it first.
    pub(super) fn free_of_launch(
        self: &Arc<Self>,
        stream: &Stream,
        launch: u64,
    ) -> Result<(), CuResult> {
        if let Some(freed) = self.try_free(stream, launch, true) {
            return freed;
        }
        let (memory, later) = (self.clone(), self.clone());
        free_when_not_captured(
            stream,
            move |stream| {
                // Errors are ignored, as in every `Drop`.
                let _ = later.free_of_launch(stream, launch);
            },
            // What was put off is part of no later capture.
            move |stream| memory.try_free(stream, launch, false).is_some(),
        );
        Ok(())
    }

    /// Frees it, in a capture of the stream if one `may_record` that. `None` if a capture keeps it from that.
    fn try_free(
        self: &Arc<Self>,
        stream: &Stream,
        launch: u64,
        may_record: bool,
    ) -> Option<Result<(), CuResult>> {
        // Meanwhile, no launch allocates it, and no capture begins.
        let _submission = lock(&self.submission);
        let _gate = stream.gate();
        let (is_allocated, has_graph) = {
            let state = self.state();
            (
                state.is_allocated && state.launches == launch,
                state.has_graph,
            )
        };
        if let Some(recording) = stream.recording() {
            if !may_record {
                return None;
            }
            let is_own = Arc::ptr_eq(&recording, &self.recording);
            if !is_own && !is_allocated && !has_graph {
                return Some(Ok(()));
            }
            let recorded = recording.while_open(|| -> Result<(), CuResult> {
                // SAFETY: the buffer owned the memory of each launch, and gave it up.
                stream.submit(|raw, stream| unsafe { raw.cuMemFreeAsync(self.pointer, stream) })?;
                match is_own {
                    true => self.set_freed_by_graph(),
                    false => recording.free_other(self.clone(), launch, stream.clone()),
                }
                Ok(())
            });
            match recorded {
                Some(Ok(())) => return Some(Ok(())),
                // There will be no graph.
                _ if recording.is_begun() && is_own => return Some(Ok(())),
                _ if recording.is_begun() => return None,
                // It has ended meanwhile.
                _ => {}
            }
        }
        if !is_allocated {
            return Some(Ok(()));
        }
        // SAFETY: as above.
        let freed = unsafe { free_unrecorded(self.pointer, stream, Call::Implicit) }?;
        self.state().is_allocated = false;
        Some(freed)
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

    /// Makes a call that destroys a graph or an executable graph with `all` of its memory. What no other has any more is noted
    /// first, because another thread's capture may be about to free it, and its address becomes that of other memory.
    pub(crate) fn destroy<'a>(
        all: impl Iterator<Item = &'a Arc<Self>> + Clone,
        destroy: impl FnOnce() -> Result<(), CuResult>,
    ) -> Result<(), CuResult> {
        let set = |has_graph| {
            for last in all.clone().filter(|it| Arc::strong_count(it) == 1) {
                for memory in &last.allocates {
                    let _submission = lock(&memory.submission);
                    memory.state().has_graph = has_graph;
                }
            }
        };
        set(false);
        destroy().inspect_err(|_| set(true))
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
    #[inline]
    fn drop(&mut self) {
        for memory in &self.allocates {
            memory.state().has_graph = false;
        }
    }
}
