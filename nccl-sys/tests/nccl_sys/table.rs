//! The table of functions and the results, without any NCCL.

use std::ffi::c_void;
use std::ptr::null;

use nccl_sys::{FUNCTIONS, NcclTable, Symbol, ncclConfig_t, ncclResult_t, ncclUniqueId};

/// A table whose functions are addresses that are never called.
fn table(resolve: impl FnMut(Symbol) -> *const c_void) -> NcclTable {
    // SAFETY: the tests below look at the pointers and call none.
    unsafe { NcclTable::from_fn(23203, resolve) }
}

fn address(symbol: Symbol) -> *const c_void {
    std::ptr::without_provenance(0x1000 + symbol as usize)
}

#[test]
fn every_function_of_every_header_has_a_slot() {
    assert_eq!(FUNCTIONS.len(), 73);
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
        table.ncclCommInitRank.unwrap() as usize,
        address(Symbol::ncclCommInitRank).addr()
    );
}

#[test]
fn a_function_that_resolves_to_null_is_none_and_is_listed_as_missing() {
    let absent = Symbol::ncclCommInitRank;
    let table = table(|symbol| {
        if symbol == absent {
            null()
        } else {
            address(symbol)
        }
    });
    assert!(table.ncclCommInitRank.is_none());
    assert_eq!(table.missing().collect::<Vec<_>>(), [absent]);
}

#[test]
fn an_old_release_lacks_newer_functions() {
    let of = |release: u16| {
        let known = FUNCTIONS
            .iter()
            .filter(|function| function.since <= release);
        known.count()
    };
    let releases = [
        21803, 21903, 22203, 22304, 22403, 22703, 22803, 22809, 22902, 22907, 23007, 23203,
    ];
    assert_eq!(
        releases.map(of),
        [27, 31, 32, 33, 34, 37, 40, 41, 47, 50, 64, 73]
    );
    assert!(FUNCTIONS.iter().all(|function| function.until.is_none()));
}

#[test]
fn a_configuration_has_the_layout_of_nccls_structure() {
    use std::mem::{offset_of, size_of};
    assert_eq!(size_of::<ncclUniqueId>(), 128);
    assert_eq!(size_of::<ncclConfig_t>(), 120);
    let offsets = [
        offset_of!(ncclConfig_t, blocking),
        offset_of!(ncclConfig_t, netName),
        offset_of!(ncclConfig_t, trafficClass),
        offset_of!(ncclConfig_t, commName),
        offset_of!(ncclConfig_t, shrinkShare),
        offset_of!(ncclConfig_t, nvlinkCentricSched),
        offset_of!(ncclConfig_t, numRmaCtx),
        offset_of!(ncclConfig_t, graphStreamOrdering),
        offset_of!(ncclConfig_t, nvlsHostMode),
    ];
    assert_eq!(offsets, [16, 32, 44, 48, 64, 76, 84, 92, 112]);
}

#[test]
fn every_result_has_a_name_and_a_description() {
    for (name, result) in ncclResult_t::ENUMERATORS {
        let description = result.description().unwrap();
        assert_eq!(
            result.to_string(),
            format!("{name} ({}): {description}", result.0)
        );
    }
    let newer = ncclResult_t(4711);
    assert_eq!(newer.description(), None);
    assert!(newer.to_string().contains("4711"), "{newer}");
}
