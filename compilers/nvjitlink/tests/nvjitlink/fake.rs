//! An nvJitLink that links nothing, remembers what it is asked, and fails a call of choice.
//!
//! A function pointer has no room for state, so each thread, and with it each test, has its own.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut, without_provenance_mut};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use nvjitlink::{NvJitLink, sys};
use sys::{NvJitLinkTable, Symbol, nvJitLinkHandle, nvJitLinkInputType, nvJitLinkResult};

const OUTPUT: &[u8] = b"output\0";

thread_local! {
    static CALLS: RefCell<Vec<Symbol>> = const { RefCell::new(Vec::new()) };
    /// The call that fails, counted from 1; and what it returns.
    static FAILING: Cell<(usize, nvJitLinkResult)> = const { Cell::new((0, nvJitLinkResult::NVJITLINK_SUCCESS)) };
    static ALIVE: Cell<usize> = const { Cell::new(0) };
    static MEETING: RefCell<Option<Arc<Rendezvous>>> = const { RefCell::new(None) };
}

/// Forgets all calls, and makes the `nth` from now answer `result` and do nothing; 0 for none.
pub(crate) fn fail(nth: usize, result: nvJitLinkResult) {
    CALLS.take();
    FAILING.set((nth, result));
}

/// Returns the calls since the last [`fail`], in order.
pub(crate) fn calls() -> Vec<Symbol> {
    CALLS.with_borrow(Clone::clone)
}

/// Returns how many handles were created and not destroyed.
pub(crate) fn alive() -> usize {
    ALIVE.get()
}

/// A point where linking threads wait for each other, up to a timeout.
#[derive(Debug)]
pub(crate) struct Rendezvous {
    /// The number of links in progress, and its maximum.
    linking: Mutex<(usize, usize)>,
    changed: Condvar,
    patience: Duration,
}

impl Rendezvous {
    pub(crate) fn new(patience: Duration) -> Arc<Self> {
        Arc::new(Self { linking: Mutex::default(), changed: Condvar::new(), patience })
    }

    /// Returns the maximum number of concurrent links.
    pub(crate) fn most(&self) -> usize {
        self.linking.lock().unwrap().1
    }

    fn wait(&self) {
        let mut linking = self.linking.lock().unwrap();
        linking.0 += 1;
        linking.1 = linking.1.max(linking.0);
        self.changed.notify_all();
        let alone = |linking: &mut (usize, usize)| linking.1 < 2;
        let waited = self.changed.wait_timeout_while(linking, self.patience, alone);
        waited.unwrap().0.0 -= 1;
    }
}

/// Makes links of this thread wait in the meeting.
pub(crate) fn meet(meeting: &Arc<Rendezvous>) {
    MEETING.set(Some(meeting.clone()));
}

/// Returns the fake as an nvJitLink of `version`, without the functions that `lacks` names.
pub(crate) fn nvjitlink(version: u32, lacks: &[Symbol]) -> NvJitLink {
    let resolve = |symbol: Symbol| match symbol {
        absent if lacks.contains(&absent) => null(),
        Symbol::nvJitLinkCreate => create as *const c_void,
        Symbol::nvJitLinkDestroy => destroy as *const c_void,
        Symbol::nvJitLinkAddData => add_data as *const c_void,
        Symbol::nvJitLinkAddFile => add_file as *const c_void,
        Symbol::nvJitLinkComplete => complete as *const c_void,
        Symbol::nvJitLinkGetLinkedCubinSize => cubin_size as *const c_void,
        Symbol::nvJitLinkGetLinkedCubin => cubin as *const c_void,
        Symbol::nvJitLinkGetLinkedPtxSize => ptx_size as *const c_void,
        Symbol::nvJitLinkGetLinkedPtx => ptx as *const c_void,
        Symbol::nvJitLinkGetLinkedLTOIRSize => ltoir_size as *const c_void,
        Symbol::nvJitLinkGetLinkedLTOIR => ltoir as *const c_void,
        Symbol::nvJitLinkGetErrorLogSize => error_log_size as *const c_void,
        Symbol::nvJitLinkGetErrorLog => error_log as *const c_void,
        Symbol::nvJitLinkGetInfoLogSize => info_log_size as *const c_void,
        Symbol::nvJitLinkGetInfoLog => info_log as *const c_void,
        // The version is given.
        _ => null(),
    };
    // SAFETY: each function below has the signature of its slot, and writes no more than nvJitLink's would.
    let table = unsafe { NvJitLinkTable::from_fn(version, resolve) };
    NvJitLink::from_table(Box::leak(Box::new(table)))
}

/// Counts a call, and does it unless it is the one that fails.
fn call(symbol: Symbol, work: impl FnOnce()) -> nvJitLinkResult {
    let number = CALLS.with_borrow_mut(|calls| {
        calls.push(symbol);
        calls.len()
    });
    match FAILING.get() {
        (failing, result) if failing == number => result,
        _ => {
            work();
            nvJitLinkResult::NVJITLINK_SUCCESS
        }
    }
}

unsafe extern "C" fn create(
    handle: *mut nvJitLinkHandle,
    _count: u32,
    _options: *mut *const c_char,
) -> nvJitLinkResult {
    call(Symbol::nvJitLinkCreate, || {
        ALIVE.set(ALIVE.get() + 1);
        // SAFETY: the caller gave a pointer to a handle.
        unsafe { handle.write(without_provenance_mut(64)) };
    })
}

unsafe extern "C" fn destroy(handle: *mut nvJitLinkHandle) -> nvJitLinkResult {
    call(Symbol::nvJitLinkDestroy, || {
        ALIVE.set(ALIVE.get() - 1);
        // SAFETY: the caller gave a pointer to a handle.
        unsafe { handle.write(null_mut()) };
    })
}

unsafe extern "C" fn add_data(
    _handle: nvJitLinkHandle,
    _kind: nvJitLinkInputType,
    _data: *const c_void,
    _size: usize,
    _name: *const c_char,
) -> nvJitLinkResult {
    call(Symbol::nvJitLinkAddData, || {})
}

unsafe extern "C" fn add_file(
    _handle: nvJitLinkHandle,
    _kind: nvJitLinkInputType,
    _name: *const c_char,
) -> nvJitLinkResult {
    call(Symbol::nvJitLinkAddFile, || {})
}

unsafe extern "C" fn complete(_handle: nvJitLinkHandle) -> nvJitLinkResult {
    call(Symbol::nvJitLinkComplete, || {
        if let Some(meeting) = MEETING.with_borrow(Clone::clone) {
            meeting.wait();
        }
    })
}

/// A pair of functions, one that tells the size of `$text` and one that writes it.
macro_rules! output {
    ($($size:ident $size_symbol:ident, $write:ident $write_symbol:ident $ty:ty, $text:expr;)*) => {$(
        unsafe extern "C" fn $size(_handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult {
            // SAFETY: the caller gave a pointer to an integer.
            call(Symbol::$size_symbol, || unsafe { size.write($text.len()) })
        }

        unsafe extern "C" fn $write(_handle: nvJitLinkHandle, to: *mut $ty) -> nvJitLinkResult {
            call(Symbol::$write_symbol, || {
                // SAFETY: the caller asked for the size and gave a buffer of it.
                unsafe { to.cast::<u8>().copy_from($text.as_ptr(), $text.len()) }
            })
        }
    )*};
}

output! {
    cubin_size nvJitLinkGetLinkedCubinSize, cubin nvJitLinkGetLinkedCubin c_void, OUTPUT;
    ptx_size nvJitLinkGetLinkedPtxSize, ptx nvJitLinkGetLinkedPtx c_char, OUTPUT;
    ltoir_size nvJitLinkGetLinkedLTOIRSize, ltoir nvJitLinkGetLinkedLTOIR c_void, OUTPUT;
    error_log_size nvJitLinkGetErrorLogSize, error_log nvJitLinkGetErrorLog c_char, b"a word\0";
    info_log_size nvJitLinkGetInfoLogSize, info_log nvJitLinkGetInfoLog c_char, b"a remark\0";
}
