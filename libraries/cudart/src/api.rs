//! [`Api`]: the driver's table that a call uses, the context that it needs, and what becomes of its result.

use core::ffi::c_int;
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cuda_driver_sys::{CUcontext, CUresult, DefaultStream, DriverTable};
use cuda_libraries_sys::cudart::{cudaChannelFormatDesc, cudaError_t};

use crate::thread;
use crate::thread::Thread;

/// What a function of the runtime that returns an error code has: nothing, or the error.
pub(crate) type Outcome<T = ()> = Result<T, cudaError_t>;

/// One call's view of the runtime.
#[derive(Clone, Copy)]
pub(crate) struct Api {
    pub(crate) table: &'static DriverTable,
    pub(crate) default_stream: DefaultStream,
}

/// Defines the method of a function, whose parameters have the types of the header:
/// `entry!(cudaEventRecord, |self, event, stream| { … });`, or for many of them `entry! { cudaName(self, first, …) => { … } }`.
macro_rules! entry {
    ($name:ident($self:ident $(, $parameter:tt)* $(,)?) => $body:block) => {
        entry!($name, |$self $(, $parameter)*| $body);
    };
    ($name:ident, |$self:ident $(, $parameter:tt)* $(,)?| $body:block) => {
        entry!(@ $name $self $body [] [$($parameter)*] [crate::parameters::$name]);
    };
    (@ $name:ident $self:ident $body:block [$($typed:tt)*] [$first:tt $($rest:tt)*] [$($types:tt)*]) => {
        entry! {
            @ $name $self $body
            [$($typed)* $first: <$($types)* as crate::api::Types>::First,]
            [$($rest)*] [<$($types)* as crate::api::Types>::Rest]
        }
    };
    (@ $name:ident $self:ident $body:block [$($typed:tt)*] [] $types:tt) => {
        pub(crate) unsafe fn $name(&$self, $($typed)*) -> crate::api::Outcome $body
    };
}

/// The types of parameters: the first one, and those of the others.
pub(crate) trait Types {
    type First;
    type Rest;
}

impl<First, Rest> Types for (First, Rest) {
    type First = First;
    type Rest = Rest;
}

/// Calls a function of the driver in the thread's context, as often as its arguments must be evaluated: twice if the
/// thread had none.
macro_rules! cu {
    ($api:expr, $name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: the caller of the runtime's function fulfils its contract, which is that of the driver's function; what
        // was put in between are pointers to live variables.
        $api.in_context($api.table.$name, |function| unsafe { function($($argument),*) })
    };
}

/// The same for functions that need no context.
macro_rules! cu_without_context {
    ($api:expr, $name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: as above.
        $api.without_context($api.table.$name, |function| unsafe { function($($argument),*) })
    };
}

/// The same for functions that need none, but use that of the thread, which they make if they can.
macro_rules! cu_in_any_context {
    ($api:expr, $name:ident($($argument:expr),* $(,)?)) => {
        match $api.ready() {
            Ok(()) => cu!($api, $name($($argument),*)),
            Err(_) => cu_without_context!($api, $name($($argument),*)),
        }
    };
}

/// Writes a result through a pointer of the program; null is an error.
macro_rules! put {
    ($pointer:expr, $value:expr) => {{
        let (pointer, value) = ($pointer, $value);
        if pointer.is_null() {
            Err(cuda_libraries_sys::cudart::cudaError_t::cudaErrorInvalidValue)
        } else {
            // SAFETY: the caller of the runtime's function promises a valid pointer, or null.
            unsafe { pointer.write(value) };
            Ok(())
        }
    }};
}

/// Reads what a pointer of the program points to; null is an error.
macro_rules! get {
    ($pointer:expr) => {{
        let pointer = $pointer;
        if pointer.is_null() {
            Err(cuda_libraries_sys::cudart::cudaError_t::cudaErrorInvalidValue)
        } else {
            // SAFETY: the caller of the runtime's function promises a valid pointer, or null.
            Ok(unsafe { *pointer })
        }
    }};
}

/// Refuses a null pointer for a result.
pub(crate) fn out<T>(pointer: *const T) -> Outcome {
    if pointer.is_null() { Err(cudaError_t::cudaErrorInvalidValue) } else { Ok(()) }
}

/// Returns the same bytes as another type: a handle, a number or a struct, which the driver and the runtime name
/// differently.
///
/// # Safety
/// The bytes of `value` are a value of `B`.
pub(crate) unsafe fn same<A: Copy, B: Copy>(value: A) -> B {
    const { assert!(size_of::<A>() == size_of::<B>()) };
    // SAFETY: the sizes are equal, and the caller promises the rest.
    unsafe { core::mem::transmute_copy(&value) }
}

/// The tables for both kinds of default stream.
#[derive(Clone, Copy)]
struct Tables {
    legacy: &'static DriverTable,
    per_thread: &'static DriverTable,
}

static CHOSEN: OnceLock<Tables> = OnceLock::new();
static LOADED: OnceLock<Outcome<Tables>> = OnceLock::new();

/// How often a device was reset, after which threads look for their context again.
static RESETS: AtomicU64 = AtomicU64::new(0);

/// The primary contexts that the runtime retains.
static PRIMARY: Mutex<BTreeMap<c_int, Context>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Copy)]
struct Context {
    handle: CUcontext,
    /// Whether it was reset after a fault: then the device can't be used in this process any more.
    is_lost: bool,
}

// SAFETY: a context is a handle that any thread may use.
unsafe impl Send for Context {}

/// Makes the runtime use these tables instead of the driver that is installed. Returns `false` if it has already been used.
///
/// # Safety
/// The tables are of one driver, one for each [`DefaultStream`], and no code of the process passes it handles of another.
pub unsafe fn use_tables(legacy: &'static DriverTable, per_thread: &'static DriverTable) -> bool {
    LOADED.get().is_none() && CHOSEN.set(Tables { legacy, per_thread }).is_ok()
}

/// Prints a line about something that a code alone doesn't explain.
pub(crate) fn warn(text: core::fmt::Arguments<'_>) {
    // If standard error is closed or full, there is no other place for the line.
    let _ = writeln!(std::io::stderr().lock(), "cudart: {text}");
}

/// Returns the content of a lock that a panic can't have left inconsistent.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn load() -> Outcome<Tables> {
    if let Some(tables) = CHOSEN.get() {
        return Ok(*tables);
    }
    let load = |default_stream| {
        cuda_driver_sys::load(default_stream).map_err(|error| {
            warn(format_args!("{error}"));
            cudaError_t::cudaErrorInsufficientDriver
        })
    };
    Ok(Tables { legacy: load(DefaultStream::Legacy)?, per_thread: load(DefaultStream::PerThread)? })
}

impl Api {
    /// Returns the driver, loaded and initialized.
    pub(crate) fn new(default_stream: DefaultStream) -> Outcome<Self> {
        let tables = (*LOADED.get_or_init(load))?;
        let table = match default_stream {
            DefaultStream::Legacy => tables.legacy,
            DefaultStream::PerThread => tables.per_thread,
        };
        Ok(Self { table, default_stream })
    }

    /// Calls a function that needs no context.
    pub(crate) fn without_context<F: Copy>(
        &self,
        slot: Option<F>,
        mut call: impl FnMut(F) -> CUresult,
    ) -> Outcome {
        let function = slot.ok_or(cudaError_t::cudaErrorCallRequiresNewerDriver)?;
        match call(function) {
            CUresult::CUDA_ERROR_NOT_INITIALIZED => {
                self.initialize()?;
                outcome(call(function))
            }
            result => outcome(result),
        }
    }

    /// Calls a function in the thread's context, and again if the program has destroyed it or popped it.
    pub(crate) fn in_context<F: Copy>(
        &self,
        slot: Option<F>,
        mut call: impl FnMut(F) -> CUresult,
    ) -> Outcome {
        let function = slot.ok_or(cudaError_t::cudaErrorCallRequiresNewerDriver)?;
        self.ready()?;
        match call(function) {
            result @ (CUresult::CUDA_ERROR_NOT_INITIALIZED
            | CUresult::CUDA_ERROR_INVALID_CONTEXT
            | CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED) => {
                if self.replace_context()? {
                    outcome(call(function))
                } else {
                    // It is about an argument, an event of another context for example.
                    outcome(result)
                }
            }
            result => outcome(result),
        }
    }

    /// Initializes the driver.
    fn initialize(&self) -> Outcome {
        let init = self.table.cuInit.ok_or(cudaError_t::cudaErrorInsufficientDriver)?;
        // SAFETY: it has no requirements.
        outcome(unsafe { init(0) })
    }

    /// Makes sure that the thread has a context: what is current, or the primary context of its device.
    pub(crate) fn ready(&self) -> Outcome {
        let resets = RESETS.load(Ordering::Acquire);
        let is_ready = |thread: &Thread| thread.ready.get() == Some(resets);
        if thread::with(is_ready) {
            return Ok(());
        }
        self.replace_context()?;
        thread::with(|thread| thread.ready.set(Some(resets)));
        Ok(())
    }

    /// Makes the primary context of the thread's device current, unless a context is. Returns `true` if it did.
    fn replace_context(&self) -> Outcome<bool> {
        let mut current = core::ptr::null_mut();
        cu_without_context!(self, cuCtxGetCurrent(&raw mut current))?;
        let mut id = 0;
        let is_lost = |context: &Context| context.is_lost && context.handle == current;
        // A context that was destroyed, or a primary one that was reset, isn't one.
        let is_missing = current.is_null()
            || lock(&PRIMARY).values().any(is_lost)
            || cu_without_context!(self, cuCtxGetApiVersion(current, &raw mut id)).is_err();
        if is_missing {
            let device = thread::with(|thread| thread.device.get());
            self.use_primary_context(device)?;
        }
        Ok(is_missing)
    }

    /// Makes the primary context of a device current, and retains it the first time.
    pub(crate) fn use_primary_context(&self, device: c_int) -> Outcome {
        let context = self.primary_context(device)?;
        cu_without_context!(self, cuCtxSetCurrent(context))
    }

    /// Returns the primary context of a device, retained the first time.
    pub(crate) fn primary_context(&self, device: c_int) -> Outcome<CUcontext> {
        let mut contexts = lock(&PRIMARY);
        match contexts.get(&device) {
            Some(context) if context.is_lost => {
                return Err(cudaError_t::cudaErrorDevicesUnavailable);
            }
            Some(context) => return Ok(context.handle),
            None => {}
        }
        let mut handle = core::ptr::null_mut();
        cu_without_context!(self, cuDevicePrimaryCtxRetain(&raw mut handle, device))?;
        let is_lost = false;
        contexts.insert(device, Context { handle, is_lost });
        Ok(handle)
    }

    /// Returns whether a device was reset after a fault.
    pub(crate) fn is_lost(&self, device: c_int) -> bool {
        let contexts = lock(&PRIMARY);
        contexts.get(&device).is_some_and(|context| context.is_lost)
    }

    /// Destroys everything in the primary context of a device, once its work has ended.
    pub(crate) fn reset(&self, device: c_int) -> Outcome {
        if self.is_lost(device) {
            return Ok(());
        }
        let primary = lock(&PRIMARY).get(&device).copied();
        let is_lost = primary.is_some_and(|context| self.is_faulty(context.handle));
        let mut contexts = lock(&PRIMARY);
        let entry = match contexts.get(&device).copied() {
            Some(context) if is_lost => contexts.insert(device, Context { is_lost, ..context }),
            _ => contexts.remove(&device),
        };
        drop(contexts);
        let outcome = cu_without_context!(self, cuDevicePrimaryCtxReset_v2(device));
        if entry.is_some_and(|context| !context.is_lost) {
            // It is retained again when it is used again.
            let _ = cu_without_context!(self, cuDevicePrimaryCtxRelease_v2(device));
        }
        RESETS.fetch_add(1, Ordering::Release);
        if self.is_lost(device) { Ok(()) } else { outcome }
    }

    /// Returns whether a fault has made a context unusable.
    fn is_faulty(&self, context: CUcontext) -> bool {
        let mut popped = core::ptr::null_mut();
        if cu_without_context!(self, cuCtxPushCurrent_v2(context)).is_err() {
            return false;
        }
        let outcome = cu_without_context!(self, cuCtxSynchronize());
        let _ = cu_without_context!(self, cuCtxPopCurrent_v2(&raw mut popped));
        outcome.is_err_and(is_sticky)
    }

    /// Returns the device of the current context, or the one that the thread chose.
    pub(crate) fn device(&self) -> c_int {
        let chosen = || thread::with(|thread| thread.device.get());
        self.current_device().unwrap_or_else(chosen)
    }

    /// Returns the device of the current context, if there is one.
    pub(crate) fn current_device(&self) -> Option<c_int> {
        let mut device = 0;
        let found = cu_without_context!(self, cuCtxGetDevice(&raw mut device));
        found.is_ok().then_some(device)
    }
}

/// Returns the runtime's result for one of the driver's. They have the same numbers.
pub(crate) fn outcome(result: CUresult) -> Outcome {
    match result {
        CUresult::CUDA_SUCCESS => Ok(()),
        result => Err(cudaError_t(result.0)),
    }
}

/// What a function of the runtime returns to the program.
pub(crate) trait Answer {
    /// What it returns in C.
    type C;

    /// What it returns if there is no driver, or after a panic.
    fn failed(error: cudaError_t) -> Self;

    /// Remembers an error as the thread's last.
    fn finish(self) -> Self::C;
}

impl Answer for Outcome {
    type C = cudaError_t;

    fn failed(error: cudaError_t) -> Self {
        Err(error)
    }

    fn finish(self) -> cudaError_t {
        match self {
            Ok(()) => cudaError_t::cudaSuccess,
            // An answer, and no error.
            Err(error @ cudaError_t::cudaErrorNotReady) => error,
            Err(error) => {
                thread::with(|thread| thread.last_error.set(error));
                error
            }
        }
    }
}

impl Answer for cudaChannelFormatDesc {
    type C = Self;

    fn failed(_: cudaError_t) -> Self {
        Self::default()
    }

    fn finish(self) -> Self {
        self
    }
}

/// Does what a function of the runtime does.
pub(crate) fn call<A: Answer>(default_stream: DefaultStream, run: impl FnOnce(&Api) -> A) -> A::C {
    let answer = match Api::new(default_stream) {
        Ok(api) => catch_unwind(AssertUnwindSafe(|| run(&api)))
            .unwrap_or_else(|_| A::failed(cudaError_t::cudaErrorUnknown)),
        Err(error) => A::failed(error),
    };
    answer.finish()
}

/// Returns whether an error makes the context unusable: then every call returns it.
pub(crate) fn is_sticky(error: cudaError_t) -> bool {
    matches!(
        error,
        cudaError_t::cudaErrorECCUncorrectable
            | cudaError_t::cudaErrorIllegalAddress
            | cudaError_t::cudaErrorLaunchTimeout
            | cudaError_t::cudaErrorAssert
            | cudaError_t::cudaErrorHardwareStackError
            | cudaError_t::cudaErrorIllegalInstruction
            | cudaError_t::cudaErrorMisalignedAddress
            | cudaError_t::cudaErrorInvalidAddressSpace
            | cudaError_t::cudaErrorInvalidPc
            | cudaError_t::cudaErrorLaunchFailure
    )
}
