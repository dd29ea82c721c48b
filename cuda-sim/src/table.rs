//! The table of the driver API's entry points.
//!
//! Every entry point of `cuda.h` has a shim here, made from [`for_each_entry_point`]. A shim makes a
//! [`Call`] and calls the method of the same name: an inherent method in [`calls`](crate::calls) if there is one, else
//! that of [`UnsupportedEntries`]. So an entry point is supported once its method is written, and a method
//! whose parameters aren't [arguments](Argument) of the header's types doesn't compile.

mod before_init;
mod ended;
mod entry;
mod entry_rules;
mod export;
pub(crate) mod forked;

use core::any::TypeId;
use core::ffi::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use cuda_driver_sys::*;
use parking_lot::Mutex;

use entry_rules::{fails_after_faults, is_forbidden_during_captures};

use crate::calls::Call;
use crate::settings::version;
use crate::standard_error::print_line;
use crate::state::activity;
use crate::state::error::{DEINITIALIZED, NOT_PERMITTED, NOT_SUPPORTED, UNKNOWN};
use crate::state::host_function::is_in_host_function;
use crate::state::outcome::{Argument, Outcome};
use crate::system::System;

/// Returns `true` for entry points that work before `cuInit`.
fn needs_no_init(symbol: Symbol) -> bool {
    use Symbol as S;
    matches!(
        symbol,
        S::cuInit
            | S::cuDriverGetVersion
            | S::cuGetExportTable
            | S::cuGetErrorName
            | S::cuGetErrorString
            | S::cuGetProcAddress
            | S::cuGetProcAddress_v2
            | S::cuLogsRegisterCallback
            | S::cuLogsUnregisterCallback
            | S::cuLogsCurrent
            | S::cuLogsDumpToMemory
    )
}

/// Makes a call, and keeps panics from unwinding into the caller.
///
/// It takes a function and its arguments' place instead of a closure, so that it is compiled once and not for each
/// entry point.
///
/// # Safety
/// `call` may be called with `arguments`.
unsafe fn enter(
    symbol: Symbol,
    default_stream: DefaultStream,
    call: unsafe fn(&Call, *const c_void) -> Outcome,
    arguments: *const c_void,
) -> CUresult {
    // SAFETY: the caller guarantees it.
    let make = || unsafe { make(symbol, default_stream, call, arguments) };
    if !activity::is_on() || forked::is_forked() {
        return make();
    }
    let context = System::get().and_then(|system| system.contexts.current());
    let context = context.map_or(0, |context| context.raw() as usize as u32);
    activity::call(symbol, context, make)
}

/// Makes a call.
///
/// # Safety
/// As for [`enter`].
unsafe fn make(
    symbol: Symbol,
    default_stream: DefaultStream,
    call: unsafe fn(&Call, *const c_void) -> Outcome,
    arguments: *const c_void,
) -> CUresult {
    if is_in_host_function() && !needs_no_init(symbol) {
        return NOT_PERMITTED;
    }
    if forked::is_forked() && (symbol == Symbol::cuInit || !needs_no_init(symbol)) {
        // SAFETY: the caller guarantees that they are this entry point's.
        return unsafe { forked::answer(symbol, arguments) };
    }
    if ended::has_ended() && (symbol == Symbol::cuInit || !needs_no_init(symbol)) {
        return DEINITIALIZED;
    }
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let system = System::get()?;
        if !system.is_initialized() && !needs_no_init(symbol) {
            // SAFETY: the caller guarantees that they are this entry point's.
            return before_init::answer(symbol, &unsafe { words(symbol, arguments) });
        }
        let context = Call { system, default_stream };
        system.delays.pause();
        if fails_after_faults(symbol) {
            system.check()?;
        }
        if is_forbidden_during_captures(symbol) && system.contexts.current().is_ok() {
            context.refuse_while_capturing()?;
        }
        // SAFETY: the caller guarantees this.
        unsafe { call(&context, arguments) }
    }));
    let code = match answer {
        Ok(Ok(())) => return CUresult::CUDA_SUCCESS,
        Ok(Err(code)) => code,
        // The panic hook has already printed the panic's message.
        Err(_) => UNKNOWN,
    };
    if let Ok(system) = System::get()
        && !forked::is_forked()
    {
        system.log_failure(code, symbol);
    }
    code
}

/// Returns an argument as a number: the first bytes of a larger one.
fn word<T>(argument: &T) -> u64 {
    let mut word = 0;
    let size = size_of::<T>().min(size_of::<u64>());
    // SAFETY: both have that many bytes; an argument of that size is a number, a pointer, or a structure without padding in
    // its first bytes.
    unsafe {
        (&raw mut word).cast::<u8>().copy_from_nonoverlapping((&raw const *argument).cast(), size);
    }
    word
}

const LEGACY: u8 = 0;
const PER_THREAD: u8 = 1;

const fn default_stream(variant: u8) -> DefaultStream {
    match variant {
        PER_THREAD => DefaultStream::PerThread,
        _ => DefaultStream::Legacy,
    }
}

/// The variant for per-thread default streams, if an entry point has one.
macro_rules! variant {
    (()) => {
        LEGACY
    };
    ($per_thread:tt) => {
        PER_THREAD
    };
}

/// Prints the call, once for each entry point, because programs report only the code.
fn warn_once_unsupported(symbol: Symbol) {
    static WARNED: Mutex<Vec<Symbol>> = Mutex::new(Vec::new());
    let mut warned = WARNED.lock();
    if !warned.contains(&symbol) {
        warned.push(symbol);
        print_line(format_args!(
            "cuda-sim: {symbol} was called, which the software device doesn't support (CUDA_ERROR_NOT_SUPPORTED)"
        ));
    }
}

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {
        /// The results of entry points without their own method.
        #[allow(non_snake_case, clippy::too_many_arguments)]
        trait UnsupportedEntries {
            $(fn $symbol(&self, $($parameter: $ty),*) -> Outcome {
                let _ = ($($parameter,)*);
                warn_once_unsupported(Symbol::$symbol);
                Err(NOT_SUPPORTED)
            })*
        }

        impl UnsupportedEntries for Call {}

        /// The functions that C calls.
        #[allow(non_snake_case, clippy::too_many_arguments)]
        mod shims {
            use super::*;

            $(pub(super) unsafe extern "C" fn $symbol<const VARIANT: u8>($($parameter: $ty),*) -> CUresult {
                let arguments = ($($parameter,)*);
                // SAFETY: the function below reads arguments of this type, and they live as long as the call.
                unsafe {
                    enter(Symbol::$symbol, default_stream(VARIANT), by_arguments::$symbol, (&raw const arguments).cast())
                }
            })*
        }

        /// The methods, with their arguments in one place.
        #[allow(non_snake_case)]
        mod by_arguments {
            use super::*;

            $(pub(super) unsafe fn $symbol(call: &Call, arguments: *const c_void) -> Outcome {
                // SAFETY: the caller passes a place of this type, and fulfils the contract of the entry point, which is
                // the method's.
                unsafe {
                    let ($($parameter,)*) = arguments.cast::<($($ty,)*)>().read();
                    call.$symbol($(Argument::new($parameter)),*)
                }
            })*
        }

        /// Returns the arguments of an entry point as numbers.
        ///
        /// # Safety
        /// `arguments` is the place of its arguments.
        unsafe fn words(symbol: Symbol, arguments: *const c_void) -> Vec<u64> {
            match symbol {
                $(Symbol::$symbol => {
                    // SAFETY: the caller passes a place of this type.
                    let ($($parameter,)*) = unsafe { arguments.cast::<($($ty,)*)>().read() };
                    vec![$(word(&$parameter)),*]
                })*
                _ => Vec::new(),
            }
        }

        /// Returns the function of an entry point, for a meaning of the default stream. One without a per-thread
        /// variant is the same for both.
        fn function(symbol: Symbol, default_stream: DefaultStream) -> *const c_void {
            if default_stream == DefaultStream::PerThread {
                // The headers have no variant of these, but their results depend on the table.
                match symbol {
                    Symbol::cuGetProcAddress => {
                        return shims::cuGetProcAddress::<PER_THREAD> as *const c_void;
                    }
                    Symbol::cuGetProcAddress_v2 => {
                        return shims::cuGetProcAddress_v2::<PER_THREAD> as *const c_void;
                    }
                    _ => {}
                }
            }
            match (symbol, default_stream) {
                $((Symbol::$symbol, DefaultStream::Legacy) => shims::$symbol::<LEGACY> as *const c_void,
                  (Symbol::$symbol, _) => shims::$symbol::<{ variant!($per_thread) }> as *const c_void,)*
                // The macro lists every entry point.
                _ => std::ptr::null(),
            }
        }

        /// Returns `true` if the entry point has its own method, by comparing the types of the two functions.
        fn is_supported(symbol: Symbol) -> bool {
            fn id<T: 'static>(_: T) -> TypeId {
                TypeId::of::<T>()
            }
            match symbol {
                $(Symbol::$symbol => id(Call::$symbol) != id(<Call as UnsupportedEntries>::$symbol),)*
                _ => false,
            }
        }
    };
}

for_each_entry_point!(define);

/// Returns `true` if the driver, being of its version, has the entry point.
fn is_known(symbol: Symbol) -> bool {
    // The drivers of Windows and of Tegra alone have these.
    let is_elsewhere = matches!(symbol, Symbol::cuWGLGetDevice | Symbol::cuEventCreateFromEGLSync);
    c_int::from(symbol.since()) <= version() && !is_elsewhere
}

/// Returns the function of an entry point that the driver has.
fn resolve(symbol: Symbol, default_stream: DefaultStream) -> *const c_void {
    if is_known(symbol) { function(symbol, default_stream) } else { core::ptr::null() }
}

pub(crate) fn table(default_stream: DefaultStream) -> &'static DriverTable {
    static LEGACY_TABLE: OnceLock<DriverTable> = OnceLock::new();
    static PER_THREAD_TABLE: OnceLock<DriverTable> = OnceLock::new();
    let table = match default_stream {
        DefaultStream::PerThread => &PER_THREAD_TABLE,
        DefaultStream::Legacy => &LEGACY_TABLE,
    };
    // SAFETY: each shim has the signature of its slot, both from the same list, and functions of the
    // program live forever.
    table.get_or_init(|| unsafe {
        DriverTable::from_fn(version(), |symbol| resolve(symbol, default_stream))
    })
}

pub(crate) fn unsupported() -> Vec<Symbol> {
    Symbol::ALL
        .iter()
        .copied()
        .filter(|symbol| is_known(*symbol) && !is_supported(*symbol))
        .collect()
}
