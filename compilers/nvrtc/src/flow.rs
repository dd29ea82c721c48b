use std::any::Any;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` while this thread runs the callback of a compilation, in which using NVRTC would deadlock.
pub(crate) fn is_in_callback() -> bool {
    IN_CALLBACK.get()
}

/// The callback that NVRTC calls while it compiles.
#[derive(Clone, Copy)]
pub(crate) struct Flow<'a> {
    callback: &'a (dyn Fn() -> ControlFlow<()> + Sync),
}

/// The state of the callback during one compilation.
pub(crate) struct FlowState<'a> {
    flow: Flow<'a>,
    /// Whether it was cancelled. From then on, NVRTC expects the callback to return the same value.
    ended: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<'a> Flow<'a> {
    pub(crate) fn new(callback: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Self {
        Self { callback }
    }

    pub(crate) fn begin(self) -> FlowState<'a> {
        FlowState { flow: self, ended: AtomicBool::new(false), panic: Mutex::new(None) }
    }
}

impl FlowState<'_> {
    /// Resumes the panic of the callback, if it panicked.
    pub(crate) fn finish(self) {
        let panic = self.panic.into_inner();
        if let Some(panic) = panic.unwrap_or_else(|poisoned| poisoned.into_inner()) {
            resume_unwind(panic);
        }
    }

    /// Calls the callback; returns 1 to cancel the compilation, 0 to continue.
    fn call(&self) -> c_int {
        if self.ended.load(Ordering::Relaxed) {
            return 1;
        }
        let was_in_callback = IN_CALLBACK.replace(true);
        let result = catch_unwind(AssertUnwindSafe(self.flow.callback));
        IN_CALLBACK.set(was_in_callback);
        let ends = match result {
            Ok(flow) => flow.is_break(),
            Err(panic) => {
                // If several threads panic, one panic is resumed.
                if let Ok(mut first) = self.panic.lock() {
                    first.get_or_insert(panic);
                }
                true
            }
        };
        if ends {
            self.ended.store(true, Ordering::Relaxed);
        }
        c_int::from(ends)
    }
}

/// The function that NVRTC calls with a [`FlowState`].
///
/// # Safety
/// `state` is a [`FlowState`] that lives while NVRTC compiles.
pub(crate) unsafe extern "C" fn callback(state: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: guaranteed by the caller, and a `FlowState` may be used from any thread.
    let state = unsafe { &*state.cast_const().cast::<FlowState<'_>>() };
    state.call()
}

impl fmt::Debug for Flow<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Flow")
    }
}
