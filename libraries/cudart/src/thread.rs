//! What each thread has of its own: its device, its last error, and the configurations of launches that begin.

use core::cell::{Cell, RefCell};
use core::ffi::c_int;

use cuda_libraries_sys::cudart::{cudaError_t, dim3};
use cuda_libraries_sys::shared::cudaStream_t;

/// The shape of a launch, between `<<<…>>>` and the call of the kernel's function.
#[derive(Clone, Copy)]
pub(crate) struct Configuration {
    pub(crate) grid: dim3,
    pub(crate) block: dim3,
    pub(crate) shared_memory: usize,
    pub(crate) stream: cudaStream_t,
}

/// The state of a thread.
pub(crate) struct Thread {
    pub(crate) last_error: Cell<cudaError_t>,
    pub(crate) device: Cell<c_int>,
    /// The number of resets when this thread last had a context; see [`Api::ready`](crate::api::Api::ready).
    pub(crate) ready: Cell<Option<u64>>,
    pub(crate) configurations: RefCell<Vec<Configuration>>,
}

thread_local! {
    static THREAD: Thread = const {
        Thread {
            last_error: Cell::new(cudaError_t::cudaSuccess),
            device: Cell::new(0),
            ready: Cell::new(None),
            configurations: RefCell::new(Vec::new()),
        }
    };
}

/// Calls `use_it` with the calling thread's state; `None` while the thread ends and has dropped it.
pub(crate) fn with<R>(use_it: impl FnOnce(&Thread) -> R) -> Option<R> {
    THREAD.try_with(use_it).ok()
}
