//! An nvFatbin that packs nothing, remembers what it is asked, and fails a call of choice; and what becomes of
//! a fat binary then.
//!
//! A function pointer has no room for state, so each thread, and with it each test, has its own.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut, without_provenance_mut};

use nvfatbin::{Arch, Entry, Fatbin, NvFatbin, sys};
use sys::{NvFatbinTable, Symbol, nvFatbinHandle, nvFatbinResult};

thread_local! {
    static CALLS: RefCell<Vec<Symbol>> = const { RefCell::new(Vec::new()) };
    /// The call that fails, counted from 1; 0 for none.
    static FAILING: Cell<usize> = const { Cell::new(0) };
    static ALIVE: Cell<usize> = const { Cell::new(0) };
}

/// Returns how many handles were created and not destroyed.
pub(crate) fn alive() -> usize {
    ALIVE.get()
}

/// Counts a call, and does it unless it is the one that fails.
fn call(symbol: Symbol, work: impl FnOnce()) -> nvFatbinResult {
    let number = CALLS.with_borrow_mut(|calls| {
        calls.push(symbol);
        calls.len()
    });
    if FAILING.get() == number {
        return nvFatbinResult::NVFATBIN_ERROR_INTERNAL;
    }
    work();
    nvFatbinResult::NVFATBIN_SUCCESS
}

/// Functions of nvFatbin as they are called, each by the name of its slot.
macro_rules! fake {
    ($($symbol:ident($($name:ident: $ty:ty),*) $work:block)*) => {
        pub(crate) fn nvfatbin() -> NvFatbin {
            $(
                #[allow(non_snake_case, reason = "they are called as in C")]
                unsafe extern "C" fn $symbol($($name: $ty),*) -> nvFatbinResult {
                    $(let _ = &$name;)*
                    call(Symbol::$symbol, || $work)
                }
            )*
            let resolve = |symbol: Symbol| match symbol {
                $(Symbol::$symbol => $symbol as *const c_void,)*
                Symbol::nvFatbinGetErrorString => error_string as *const c_void,
                _ => null(),
            };
            // SAFETY: each function has the signature of its slot, and writes no more than nvFatbin's would.
            let table = unsafe { NvFatbinTable::from_fn(13040, resolve) };
            NvFatbin::from_table(Box::leak(Box::new(table)))
        }
    };
}

unsafe extern "C" fn error_string(_result: nvFatbinResult) -> *const c_char {
    CALLS.with_borrow_mut(|calls| calls.push(Symbol::nvFatbinGetErrorString));
    c"a reason".as_ptr()
}

fake! {
    nvFatbinCreate(handle: *mut nvFatbinHandle, options: *mut *const c_char, count: usize) {
        ALIVE.set(ALIVE.get() + 1);
        // SAFETY: the caller gave a pointer to a handle.
        unsafe { handle.write(without_provenance_mut(64)) };
    }
    nvFatbinDestroy(handle: *mut nvFatbinHandle) {
        ALIVE.set(ALIVE.get() - 1);
        // SAFETY: the caller gave a pointer to a handle.
        unsafe { handle.write(null_mut()) };
    }
    nvFatbinAddPTX(handle: nvFatbinHandle, code: *const c_char, size: usize, arch: *const c_char, name: *const c_char, options: *const c_char) {}
    nvFatbinAddCubin(handle: nvFatbinHandle, code: *const c_void, size: usize, arch: *const c_char, name: *const c_char) {}
    nvFatbinAddLTOIR(handle: nvFatbinHandle, code: *const c_void, size: usize, arch: *const c_char, name: *const c_char, options: *const c_char) {}
    nvFatbinAddIndex(handle: nvFatbinHandle, code: *const c_void, size: usize, name: *const c_char) {}
    nvFatbinAddReloc(handle: nvFatbinHandle, code: *const c_void, size: usize) {}
    nvFatbinAddTileIR(handle: nvFatbinHandle, code: *const c_void, size: usize, name: *const c_char, options: *const c_char) {}
    nvFatbinSize(handle: nvFatbinHandle, size: *mut usize) {
        // SAFETY: the caller gave a pointer to an integer.
        unsafe { size.write(4) };
    }
    nvFatbinGet(handle: nvFatbinHandle, buffer: *mut c_void) {
        // SAFETY: the caller asked for the size and gave a buffer of it.
        unsafe { buffer.cast::<[u8; 4]>().write(*b"fat!") };
    }
}

/// A fat binary with an entry of each kind.
fn fatbin_with_all_kinds() -> Fatbin<'static> {
    let arch = Arch::sm(9, 0);
    // SAFETY: the fake reads nothing.
    let entries = unsafe {
        [
            Entry::ptx(arch, "ptx", "ptx"),
            Entry::cubin(arch, "cubin", "cubin"),
            Entry::ltoir(arch, "ltoir", "ltoir"),
            Entry::index("index", "index"),
            Entry::reloc("reloc"),
            Entry::tile_ir("tile", "tile"),
        ]
    };
    entries.into_iter().fold(Fatbin::new(), Fatbin::entry)
}

/// Builds, with the `nth` call failing; the calls that were made, and whether it succeeded.
fn build(nth: usize) -> (Vec<Symbol>, Result<nvfatbin::ObjectCode, nvfatbin::FatbinError>) {
    CALLS.take();
    FAILING.set(nth);
    let outcome = nvfatbin().build(&fatbin_with_all_kinds());
    (CALLS.take(), outcome)
}

#[test]
fn every_function_of_nvfatbin_is_reached() {
    let (calls, outcome) = build(0);
    assert_eq!(outcome.unwrap().as_bytes(), b"fat!");
    // Errors ask for words, and loading for the version, which the test of real ones compares with the file's.
    let more = [Symbol::nvFatbinGetErrorString, Symbol::nvFatbinVersion];
    let reached: BTreeSet<Symbol> = calls.into_iter().chain(more).collect();
    assert_eq!(reached, Symbol::ALL.iter().copied().collect::<BTreeSet<_>>());
    let (calls, _) = build(2);
    assert!(calls.contains(&Symbol::nvFatbinGetErrorString));
}

#[test]
fn a_fat_binary_is_an_image_for_the_driver() {
    use cuda_arch::{Code, Image as _};
    let packed = build(0).1.unwrap();
    assert!(matches!(packed.code(), Code::Fatbin(b"fat!")));
}

#[test]
fn any_failing_call_fails_the_build_and_destroys_its_handle() {
    let (calls, _) = build(0);
    for (symbol, nth) in calls.iter().zip(1..) {
        let (_, outcome) = build(nth);
        // A handle that can't be destroyed isn't reported.
        let is_destroy = *symbol == Symbol::nvFatbinDestroy;
        assert_eq!(outcome.is_ok(), is_destroy, "{symbol}");
        assert_eq!(alive(), usize::from(is_destroy), "{symbol}");
    }
}

#[test]
fn an_error_of_an_entry_has_nvfatbins_message() {
    let (_, outcome) = build(2);
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "nvFatbin 13.4 does not accept ptx as PTX for sm_90: NVFATBIN_ERROR_INTERNAL (1): internal error (a reason)"
    );
}
