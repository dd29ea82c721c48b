//! The table of functions, without any NVRTC.

use std::ffi::c_void;
use std::ptr::null;

use nvrtc_sys::{FUNCTIONS, NvrtcTable, Symbol};

/// A table whose functions are addresses that are never called.
fn table(resolve: impl FnMut(Symbol) -> *const c_void) -> NvrtcTable {
    // SAFETY: the tests below look at the pointers and call none.
    unsafe { NvrtcTable::from_fn(13050, resolve) }
}

fn address(symbol: Symbol) -> *const c_void {
    std::ptr::without_provenance(0x1000 + symbol as usize)
}

#[test]
fn every_function_of_every_header_has_a_slot() {
    assert_eq!(FUNCTIONS.len(), 31);
    assert_eq!(Symbol::ALL.len(), FUNCTIONS.len());
}

#[test]
fn the_two_functions_that_13_0_dropped_are_kept_and_marked() {
    let dropped: Vec<_> = FUNCTIONS.iter().filter(|f| f.until.is_some()).collect();
    assert_eq!(dropped.len(), 2);
    for function in dropped {
        assert!(function.name.starts_with("nvrtcGetNVVM"), "{function:?}");
        assert_eq!(function.until, Some(13000));
    }
}

#[test]
fn each_symbol_has_the_slot_of_its_name() {
    let table = table(address);
    for &symbol in Symbol::ALL {
        assert_eq!(table.get(symbol).unwrap().as_ptr().cast_const(), address(symbol));
        assert_eq!(Symbol::from_name(&symbol.to_string()), Some(symbol));
    }
    let compile = table.nvrtcCompileProgram.unwrap() as usize;
    assert_eq!(compile, address(Symbol::nvrtcCompileProgram).addr());
}

#[test]
fn a_function_that_resolves_to_null_is_none_and_is_listed_as_missing() {
    let absent = Symbol::nvrtcGetTileIR;
    let table = table(|symbol| if symbol == absent { null() } else { address(symbol) });
    assert!(table.nvrtcGetTileIR.is_none());
    assert_eq!(table.missing().collect::<Vec<_>>(), [absent]);
}

#[test]
fn a_table_keeps_its_version() {
    assert_eq!(table(address).version(), 13050);
}
