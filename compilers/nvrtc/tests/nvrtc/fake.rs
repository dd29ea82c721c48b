//! A fake NVRTC that compiles nothing, records the calls, and can make one of them fail.
//!
//! Its functions are plain function pointers, so the state is thread-local, and each test has its own.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::ptr::{null, without_provenance_mut};

use nvrtc::{Nvrtc, sys};
use sys::{NvrtcTable, Symbol, nvrtcProgram, nvrtcResult};

const PTX: &[u8] = b".version 9.0\n.target sm_75\n\0";
const LOG: &[u8] = b"a remark\0";

thread_local! {
    static CALLS: RefCell<Vec<Symbol>> = const { RefCell::new(Vec::new()) };
    /// The call that fails, counted from 1; and what it returns.
    static FAILING: Cell<(usize, nvrtcResult)> = const { Cell::new((0, nvrtcResult::NVRTC_SUCCESS)) };
    static ALIVE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Clears the recorded calls, and makes the `nth` call from now return `result` and do nothing; 0 for none.
pub(crate) fn fail(nth: usize, result: nvrtcResult) {
    CALLS.take();
    FAILING.set((nth, result));
}

/// Returns the calls since the last [`fail`], in order.
pub(crate) fn calls() -> Vec<Symbol> {
    CALLS.with_borrow(Clone::clone)
}

/// Returns the number of successful calls of `symbol`.
pub(crate) fn succeeded(symbol: Symbol) -> usize {
    let (failing, _) = FAILING.get();
    let calls = calls();
    let numbered = calls.iter().zip(1..);
    numbered.filter(|(called, number)| **called == symbol && *number != failing).count()
}

/// Returns the number of programs that were created and not destroyed.
pub(crate) fn alive() -> usize {
    ALIVE.with_borrow(Vec::len)
}

/// Returns the fake as an NVRTC of `version`, without the functions that `lacks` names.
pub(crate) fn nvrtc(version: u32, lacks: &[Symbol]) -> Nvrtc {
    let resolve = |symbol: Symbol| match symbol {
        absent if lacks.contains(&absent) => null(),
        Symbol::nvrtcCreateProgram => create as *const c_void,
        Symbol::nvrtcDestroyProgram => destroy as *const c_void,
        Symbol::nvrtcAddNameExpression => add_name as *const c_void,
        Symbol::nvrtcCompileProgram => compile as *const c_void,
        Symbol::nvrtcGetLoweredName => lowered_name as *const c_void,
        Symbol::nvrtcGetProgramLogSize => log_size as *const c_void,
        Symbol::nvrtcGetProgramLog => log as *const c_void,
        Symbol::nvrtcGetPTXSize => ptx_size as *const c_void,
        Symbol::nvrtcGetPTX => ptx as *const c_void,
        _ => null(),
    };
    // SAFETY: each function below has the signature of its slot, which their parameters repeat, and
    // writes no more than NVRTC's would.
    let table = unsafe { NvrtcTable::from_fn(version, resolve) };
    Nvrtc::from_table(Box::leak(Box::new(table)))
}

/// Records a call, and does its work unless it is the one that fails.
fn call(symbol: Symbol, work: impl FnOnce() -> nvrtcResult) -> nvrtcResult {
    let number = CALLS.with_borrow_mut(|calls| {
        calls.push(symbol);
        calls.len()
    });
    match FAILING.get() {
        (failing, result) if failing == number => result,
        _ => work(),
    }
}

/// Does `work` if the program is alive, and otherwise returns an error.
fn with_alive(program: nvrtcProgram, work: impl FnOnce()) -> nvrtcResult {
    if !ALIVE.with_borrow(|alive| alive.contains(&program.addr())) {
        return nvrtcResult::NVRTC_ERROR_INVALID_PROGRAM;
    }
    work();
    nvrtcResult::NVRTC_SUCCESS
}

unsafe extern "C" fn create(
    program: *mut nvrtcProgram,
    _source: *const c_char,
    _name: *const c_char,
    _count: c_int,
    _headers: *const *const c_char,
    _names: *const *const c_char,
) -> nvrtcResult {
    call(Symbol::nvrtcCreateProgram, || {
        let address = ALIVE.with_borrow_mut(|alive| {
            let address = 64 * (alive.len() + 1);
            alive.push(address);
            address
        });
        // SAFETY: the caller gave a pointer to a handle.
        unsafe { program.write(without_provenance_mut(address)) };
        nvrtcResult::NVRTC_SUCCESS
    })
}

unsafe extern "C" fn destroy(program: *mut nvrtcProgram) -> nvrtcResult {
    call(Symbol::nvrtcDestroyProgram, || {
        // SAFETY: the caller gave a pointer to a handle.
        let address = unsafe { program.read() }.addr();
        with_alive(without_provenance_mut(address), || {
            ALIVE.with_borrow_mut(|alive| alive.retain(|other| *other != address));
        })
    })
}

unsafe extern "C" fn add_name(program: nvrtcProgram, _expression: *const c_char) -> nvrtcResult {
    call(Symbol::nvrtcAddNameExpression, || with_alive(program, || {}))
}

unsafe extern "C" fn compile(
    program: nvrtcProgram,
    _count: c_int,
    _options: *const *const c_char,
) -> nvrtcResult {
    call(Symbol::nvrtcCompileProgram, || with_alive(program, || {}))
}

unsafe extern "C" fn lowered_name(
    program: nvrtcProgram,
    _expression: *const c_char,
    lowered: *mut *const c_char,
) -> nvrtcResult {
    call(Symbol::nvrtcGetLoweredName, || {
        // SAFETY: the caller gave a pointer to a pointer.
        with_alive(program, || unsafe { lowered.write(c"lowered".as_ptr()) })
    })
}

unsafe extern "C" fn log_size(program: nvrtcProgram, size: *mut usize) -> nvrtcResult {
    call(Symbol::nvrtcGetProgramLogSize, || {
        // SAFETY: the caller gave a pointer to an integer.
        with_alive(program, || unsafe { size.write(LOG.len()) })
    })
}

unsafe extern "C" fn log(program: nvrtcProgram, text: *mut c_char) -> nvrtcResult {
    call(Symbol::nvrtcGetProgramLog, || {
        // SAFETY: the caller asked for the size and gave a buffer of it.
        with_alive(program, || unsafe { text.cast::<u8>().copy_from(LOG.as_ptr(), LOG.len()) })
    })
}

unsafe extern "C" fn ptx_size(program: nvrtcProgram, size: *mut usize) -> nvrtcResult {
    call(Symbol::nvrtcGetPTXSize, || {
        // SAFETY: the caller gave a pointer to an integer.
        with_alive(program, || unsafe { size.write(PTX.len()) })
    })
}

unsafe extern "C" fn ptx(program: nvrtcProgram, text: *mut c_char) -> nvrtcResult {
    call(Symbol::nvrtcGetPTX, || {
        // SAFETY: the caller asked for the size and gave a buffer of it.
        with_alive(program, || unsafe { text.cast::<u8>().copy_from(PTX.as_ptr(), PTX.len()) })
    })
}
