//! The table of functions and the results, without any nvJitLink.

use std::ffi::c_void;
use std::ptr::null;

use nvjitlink_sys::{FUNCTIONS, NvJitLinkTable, Symbol, nvJitLinkResult};

/// A table whose functions are addresses that are never called.
fn table(resolve: impl FnMut(Symbol) -> *const c_void) -> NvJitLinkTable {
    // SAFETY: the tests below look at the pointers and call none.
    unsafe { NvJitLinkTable::from_fn(13000, resolve) }
}

fn address(symbol: Symbol) -> *const c_void {
    std::ptr::without_provenance(0x1000 + symbol as usize)
}

#[test]
fn every_function_of_every_header_has_a_slot() {
    assert_eq!(FUNCTIONS.len(), 16);
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
        table.nvJitLinkCreate.unwrap() as usize,
        address(Symbol::nvJitLinkCreate).addr()
    );
}

#[test]
fn a_function_that_resolves_to_null_is_none_and_is_listed_as_missing() {
    let absent = Symbol::nvJitLinkCreate;
    let table = table(|symbol| {
        if symbol == absent {
            null()
        } else {
            address(symbol)
        }
    });
    assert!(table.nvJitLinkCreate.is_none());
    assert_eq!(table.missing().collect::<Vec<_>>(), [absent]);
}

#[test]
fn every_result_has_a_name_and_a_description() {
    for (name, result) in nvJitLinkResult::ENUMERATORS {
        let description = result.description().unwrap();
        assert_eq!(
            result.to_string(),
            format!("{name} ({}): {description}", result.0)
        );
    }
    let newer = nvJitLinkResult(4711);
    assert_eq!(newer.description(), None);
    assert!(newer.to_string().contains("4711"), "{newer}");
}
