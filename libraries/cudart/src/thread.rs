//! What each thread has of its own: its device, its last error, and the configurations of launches that begin.

use core::cell::{Cell, RefCell};
use core::ffi::c_int;
use core::mem::ManuallyDrop;

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

/// The configurations of launches that begin, the last on top. They aren't dropped, so that handlers of the process's exit,
/// which are called after a thread's values were dropped, can launch.
pub(crate) struct Configurations {
    top: Cell<Option<Configuration>>,
    /// Those that the arguments of a launch, which launch as well, leave below.
    below: ManuallyDrop<RefCell<Vec<Configuration>>>,
}

impl Configurations {
    const fn new() -> Self {
        Self { top: Cell::new(None), below: ManuallyDrop::new(RefCell::new(Vec::new())) }
    }

    pub(crate) fn push(&self, configuration: Configuration) {
        if let Some(top) = self.top.replace(Some(configuration)) {
            self.below.borrow_mut().push(top);
        }
    }

    pub(crate) fn pop(&self) -> Option<Configuration> {
        let mut below = self.below.borrow_mut();
        let popped = self.top.replace(below.pop());
        if below.is_empty() {
            // An ended thread leaves no memory.
            *below = Vec::new();
        }
        popped
    }
}

/// The state of a thread.
pub(crate) struct Thread {
    pub(crate) last_error: Cell<cudaError_t>,
    pub(crate) device: Cell<c_int>,
    /// The number of resets when this thread last had a context; see [`Api::ready`](crate::api::Api::ready).
    pub(crate) ready: Cell<Option<u64>>,
    pub(crate) configurations: Configurations,
}

thread_local! {
    static THREAD: Thread = const {
        Thread {
            last_error: Cell::new(cudaError_t::cudaSuccess),
            device: Cell::new(0),
            ready: Cell::new(None),
            configurations: Configurations::new(),
        }
    };
}

/// Calls `use_it` with the calling thread's state.
pub(crate) fn with<R>(use_it: impl FnOnce(&Thread) -> R) -> R {
    // Nothing in it is dropped, so it is there as long as the thread.
    const { assert!(!core::mem::needs_drop::<Thread>()) };
    THREAD.with(use_it)
}
