//! Loading real NVRTCs.

use std::path::Path;

use nvrtc_sys::{NvrtcTable, Symbol, functions, library_of, load, load_with, nvrtcResult};

use crate::real::{compile, nvrtc, only, sets};

/// Returns the functions that a table lacks and should have, or has and shouldn't, by what is known of them.
fn surprises(table: &NvrtcTable) -> Vec<Symbol> {
    let version = table.version();
    Symbol::ALL
        .iter()
        .copied()
        .filter(|symbol| {
            let function = symbol.function();
            let is_dropped = function.until.is_some_and(|until| version >= until);
            match table.get(*symbol) {
                Some(_) => is_dropped,
                None => version >= function.since && !is_dropped,
            }
        })
        .collect()
}

#[test]
fn a_loaded_table_has_the_functions_of_its_version_and_compiles() {
    let Some(table) = nvrtc("a_loaded_table_has_the_functions_of_its_version_and_compiles") else {
        return;
    };
    assert_eq!(surprises(table), []);
    assert!(compile(table).contains(".entry twice"));
}

#[test]
fn a_second_load_returns_the_same_table() {
    let Some(first) = nvrtc("a_second_load_returns_the_same_table") else {
        return;
    };
    assert!(std::ptr::eq(first, load().unwrap()));
}

#[test]
fn the_table_has_the_path_of_its_library() {
    let Some(table) = nvrtc("the_table_has_the_path_of_its_library") else {
        return;
    };
    let path = library_of(table).unwrap().path.as_deref().unwrap();
    assert!(path.is_file(), "{}", path.display());
    let same = load_with(&only(path)).unwrap();
    assert!(std::ptr::eq(table, same), "the same library has two tables");
}

#[test]
fn free_functions_call_the_loaded_nvrtc() {
    let Some(table) = nvrtc("free_functions_call_the_loaded_nvrtc") else {
        return;
    };
    let (mut major, mut minor) = (0, 0);
    // SAFETY: both pointers are to live integers.
    let result = unsafe { functions::nvrtcVersion(&raw mut major, &raw mut minor) };
    assert_eq!(result, nvrtcResult::NVRTC_SUCCESS);
    let version = u32::try_from(major * 1000 + minor * 10).unwrap();
    assert_eq!(version, table.version());
}

#[test]
fn several_nvrtcs_work_side_by_side_in_one_process() {
    let sets = sets("several_nvrtcs_work_side_by_side_in_one_process");
    let load = |folder: &Path| load_with(&only(folder)).unwrap_or_else(|error| panic!("{error}"));
    let tables: Vec<_> = sets.iter().map(|folder| load(folder)).collect();
    for (folder, table) in sets.iter().zip(&tables) {
        assert!(std::ptr::eq(*table, load(folder)), "{}", folder.display());
        assert_eq!(surprises(table), [], "{}", folder.display());
        assert!(compile(table).contains(".entry twice"), "{}", folder.display());
    }
    let mut versions: Vec<_> = tables.iter().map(|table| table.version()).collect();
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(versions.len(), sets.len(), "{versions:?}");
}
