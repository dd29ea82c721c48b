//! Memory that captures of this crate allocate: each launch of the graph does, always at the same address.

use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use cuda_driver_sys::{CUdeviceptr, CUresult, Symbol};

use super::{CapturedAllocations, ForeignFree, Recording};
use crate::driver::Raw;
use crate::error::CuResult;
use crate::exclusive::lock;
use crate::fork::is_forked;
use crate::stream::Stream;
use crate::stream::free::{FreeCall, free_unrecorded, free_when_not_captured};

/// Memory that a graph allocates. Unless it is allocated, its address may be that of other memory.
#[derive(Debug)]
pub(crate) struct CapturedMemory {
    pointer: CUdeviceptr,
    recording: Arc<Recording>,
    state: Mutex<MemoryState>,
    /// Held while a launch or a free of it is submitted. No other lock is held then before it but a graph's.
    submission: Mutex<()>,
}

/// What the calls so far have made of it, in their order.
#[derive(Debug, Default)]
struct MemoryState {
    /// How many graphs and executable graphs have it. Without one, the address isn't reserved.
    graphs: usize,
    /// Whether the graph frees it itself.
    is_freed_by_graph: bool,
    is_allocated: bool,
    launches: u64,
}

impl CapturedMemory {
    /// Notes what was allocated in an open capture.
    #[inline]
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
    #[inline]
    pub(crate) fn captured_in(&self) -> u64 {
        self.recording.number()
    }

    /// Frees it in the order of a stream: a graph does if the stream is recorded. If it isn't allocated, nothing is freed.
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    pub(crate) fn free(self: &Arc<Self>, stream: &Stream) -> Result<(), CuResult> {
        let launch = self.state().launches;
        self.free_of_launch(stream, launch)
    }

    /// [`free`](Self::free), unless another launch allocates it first.
    #[inline]
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
            // What was deferred is part of no later capture.
            move |stream| memory.try_free(stream, launch, false).is_some(),
        );
        Ok(())
    }

    /// Frees it, in a capture of the stream if one `may_record` that. `None` if a capture keeps it from that.
    #[inline]
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
            (state.is_allocated && state.launches == launch, state.graphs > 0)
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
                if is_own {
                    self.set_freed_by_graph()
                } else {
                    recording.free_other(self.clone(), launch, stream.clone())
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
        let freed = unsafe { free_unrecorded(self.pointer, stream, FreeCall::Implicit) }?;
        self.state().is_allocated = false;
        Some(freed)
    }

    #[inline]
    fn set_freed_by_graph(&self) {
        self.state().is_freed_by_graph = true;
    }

    #[inline]
    fn state(&self) -> MutexGuard<'_, MemoryState> {
        lock(&self.state)
    }
}

/// That a graph, or an executable graph, has the memory of a capture: what it allocates, and what it frees of other graphs.
#[derive(Debug)]
pub(crate) struct GraphAllocations {
    shared: Arc<AllocationLists>,
    /// Whether it is destroyed.
    is_destroyed: AtomicBool,
}

#[derive(Debug)]
struct AllocationLists {
    allocates: Vec<Arc<CapturedMemory>>,
    frees: Vec<ForeignFree>,
}

impl Drop for AllocationLists {
    /// Without a launch, or after one that failed, nothing else frees it.
    #[inline]
    fn drop(&mut self) {
        if !is_forked() {
            self.frees.iter().for_each(ForeignFree::free);
        }
    }
}

/// Keeps all from being launched or freed.
#[inline]
fn lock_all(mut memory: Vec<&CapturedMemory>) -> Vec<MutexGuard<'_, ()>> {
    // In one order, so that no two threads wait for each other.
    memory.sort_by_key(|memory| ptr::from_ref(*memory));
    memory.dedup_by(|a, b| ptr::eq(*a, *b));
    memory.iter().map(|memory| lock(&memory.submission)).collect()
}

impl GraphAllocations {
    /// Creates those of a capture, if there are any, for a graph that allocates others, too. No launch has allocated those of them
    /// that it frees: a driver refuses that once the graph was instantiated.
    pub(crate) fn new<'a>(
        captured: CapturedAllocations,
        others: impl Iterator<Item = &'a Self> + Clone,
    ) -> Option<Self> {
        let CapturedAllocations { allocates, mut frees } = captured;
        frees.retain(|ForeignFree { memory, .. }| {
            let is_own = others.clone().any(|allocations| allocations.allocates(memory));
            if is_own {
                memory.set_freed_by_graph();
            }
            !is_own
        });
        let is_any = !allocates.is_empty() || !frees.is_empty();
        is_any.then(|| Self::of(Arc::new(AllocationLists { allocates, frees })))
    }

    #[inline]
    fn of(shared: Arc<AllocationLists>) -> Self {
        for memory in &shared.allocates {
            memory.state().graphs += 1;
        }
        Self { shared, is_destroyed: AtomicBool::new(false) }
    }

    #[inline]
    fn set_destroyed(&self) {
        if !self.is_destroyed.swap(true, Ordering::Relaxed) {
            for memory in &self.shared.allocates {
                memory.state().graphs -= 1;
            }
        }
    }

    /// Makes a call after which, if it `ends` them, `all` are gone. Meanwhile no other thread's capture frees the memory, whose
    /// address may become that of other memory then.
    pub(crate) fn destroy<'a, R>(
        all: impl Iterator<Item = &'a Self> + Clone,
        destroy: impl FnOnce() -> R,
        ends: impl FnOnce(&R) -> bool,
    ) -> R {
        let memory = all.clone().flat_map(|allocations| &allocations.shared.allocates);
        let _submissions = lock_all(memory.map(Arc::as_ref).collect());
        let result = destroy();
        if ends(&result) {
            all.for_each(Self::set_destroyed);
        }
        result
    }

    #[inline]
    fn allocates(&self, memory: &Arc<CapturedMemory>) -> bool {
        self.shared.allocates.iter().any(|allocated| Arc::ptr_eq(allocated, memory))
    }

    /// Makes a launch of an executable graph, while nothing else launches or frees the memory that it allocates or frees.
    ///
    /// # Errors
    /// Returns the launch's error, or `CUDA_ERROR_INVALID_VALUE` (1) if it would free memory that isn't allocated.
    #[cold]
    pub(crate) fn launch(
        all: &[Self],
        raw: Raw,
        launch: impl FnOnce() -> Result<(), CuResult>,
    ) -> Result<(), CuResult> {
        let allocates = || all.iter().flat_map(|allocations| &allocations.shared.allocates);
        let frees = || {
            let frees = all.iter().flat_map(|allocations| &allocations.shared.frees);
            frees.map(|ForeignFree { memory, .. }| memory)
        };
        let memory = allocates().chain(frees()).map(Arc::as_ref);
        let _submissions = lock_all(memory.collect());
        // An executable graph may have the nodes of several captures.
        let is_own = |memory| all.iter().any(|allocations| allocations.allocates(memory));
        if !frees().all(|memory| is_own(memory) || memory.state().is_allocated) {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            return Err(raw.failed(Symbol::cuGraphLaunch, code));
        }
        launch()?;
        for memory in allocates() {
            let mut state = memory.state();
            state.launches += 1;
            state.is_allocated = !state.is_freed_by_graph;
        }
        for memory in frees() {
            memory.state().is_allocated = false;
        }
        Ok(())
    }
}

impl Clone for GraphAllocations {
    #[inline]
    fn clone(&self) -> Self {
        Self::of(self.shared.clone())
    }
}

impl Drop for GraphAllocations {
    #[inline]
    fn drop(&mut self) {
        if !*self.is_destroyed.get_mut() && !is_forked() {
            Self::destroy(core::iter::once(&*self), || (), |()| true);
        }
    }
}
