//! The table of functions and the results, without any nvFatbin.

use std::ffi::c_void;
use std::ptr::null;

use nvfatbin_sys::{FUNCTIONS, NvFatbinTable, Symbol, nvFatbinResult};

/// A table whose functions are addresses that are never called.
fn table(resolve: impl FnMut(Symbol) -> *const c_void) -> NvFatbinTable {
    // SAFETY: the tests below look at the pointers and call none.
    unsafe { NvFatbinTable::from_fn(13000, resolve) }
}

fn address(symbol: Symbol) -> *const c_void {
    std::ptr::without_provenance(0x1000 + symbol as usize)
}

#[test]
fn every_function_of_every_header_has_a_slot() {
    assert_eq!(FUNCTIONS.len(), 12);
    assert_eq!(table(address).missing().count(), 0);
}

#[test]
fn each_symbol_has_the_slot_of_its_name() {
    let table = table(address);
    for &symbol in Symbol::ALL {
        assert_eq!(
            table.get(symbol).unwrap().as_ptr().cast_const(),
            address(symbol)
        );
        assert_eq!(Symbol::from_name(&symbol.to_string()), Some(symbol));
    }
    assert_eq!(
        table.nvFatbinCreate.unwrap() as usize,
        address(Symbol::nvFatbinCreate).addr()
    );
}

#[test]
fn a_function_that_resolves_to_null_is_none_and_is_listed_as_missing() {
    let absent = Symbol::nvFatbinCreate;
    let table = table(|symbol| {
        if symbol == absent {
            null()
        } else {
            address(symbol)
        }
    });
    assert!(table.nvFatbinCreate.is_none());
    assert_eq!(table.missing().collect::<Vec<_>>(), [absent]);
}

#[test]
fn every_result_has_a_name_and_a_description() {
    for (name, result) in nvFatbinResult::ENUMERATORS {
        let description = result.description().unwrap();
        assert_eq!(
            result.to_string(),
            format!("{name} ({}): {description}", result.0)
        );
    }
    let newer = nvFatbinResult(4711);
    assert_eq!(newer.description(), None);
    assert!(newer.to_string().contains("4711"), "{newer}");
}
