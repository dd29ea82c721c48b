use std::any::Any;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` if NVRTC is calling back on this thread right now, while it compiles. Using NVRTC would then
/// deadlock.
pub(crate) fn is_asking() -> bool {
    ASKING.get()
}

/// The callback that NVRTC calls while it compiles.
#[derive(Clone, Copy)]
pub(crate) struct Flow<'a> {
    goes_on: &'a (dyn Fn() -> ControlFlow<()> + Sync),
}

/// The state of the callback during one compilation.
pub(crate) struct Asked<'a> {
    flow: Flow<'a>,
    /// Whether it was cancelled. NVRTC expects the same answer from then on.
    ended: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<'a> Flow<'a> {
    pub(crate) fn new(goes_on: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Self {
        Self { goes_on }
    }

    pub(crate) fn begin(self) -> Asked<'a> {
        Asked {
            flow: self,
            ended: AtomicBool::new(false),
            panic: Mutex::new(None),
        }
    }
}

impl Asked<'_> {
    /// Resumes the panic of the callback, if it panicked.
    pub(crate) fn finish(self) {
        let panic = self.panic.into_inner();
        if let Some(panic) = panic.unwrap_or_else(|poisoned| poisoned.into_inner()) {
            resume_unwind(panic);
        }
    }

    /// Returns 1 to cancel the compilation, 0 to continue.
    fn answer(&self) -> c_int {
        if self.ended.load(Ordering::Relaxed) {
            return 1;
        }
        let asking = ASKING.replace(true);
        let answer = catch_unwind(AssertUnwindSafe(self.flow.goes_on));
        ASKING.set(asking);
        let ends = match answer {
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

/// Returns the function that NVRTC calls.
///
/// # Safety
/// `asked` is an [`Asked`] that lives while NVRTC compiles.
pub(crate) unsafe extern "C" fn ask(asked: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: guaranteed by the caller, and its parts may be used from any thread.
    let asked = unsafe { &*asked.cast_const().cast::<Asked<'_>>() };
    asked.answer()
}

impl fmt::Debug for Flow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Flow")
    }
}
