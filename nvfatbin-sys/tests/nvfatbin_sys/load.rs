//! Loading real nvFatbins.

use nvfatbin_sys::{NvFatbinTable, Symbol, functions, library_of, load_with, nvFatbinResult};

use crate::real::{only, sets};

/// Returns the functions that a table lacks and should have, or has and shouldn't, by what is known of them.
fn surprises(table: &NvFatbinTable) -> Vec<Symbol> {
    let version = u16::try_from(table.version()).unwrap();
    Symbol::ALL
        .iter()
        .copied()
        .filter(|symbol| {
            let should_be_there = version >= symbol.function().since;
            table.get(*symbol).is_some() != should_be_there
        })
        .collect()
}

#[test]
fn every_version_has_the_functions_that_are_as_old_as_it_and_no_others() {
    for folder in sets("every_version_has_the_functions_that_are_as_old_as_it_and_no_others") {
        let table = load_with(&only(&folder)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(surprises(table), [], "{}", folder.display());
    }
}

#[test]
fn several_versions_load_side_by_side_with_one_table_each() {
    let sets = sets("several_versions_load_side_by_side_with_one_table_each");
    let mut versions = Vec::new();
    for folder in &sets {
        let table = load_with(&only(folder)).unwrap();
        assert!(std::ptr::eq(table, load_with(&only(folder)).unwrap()));
        let file = library_of(table).unwrap().path.as_deref().unwrap();
        assert!(
            file.starts_with(folder.canonicalize().unwrap()),
            "{}",
            file.display()
        );
        versions.push(table.version());
    }
    // The folders are listed from old to new.
    assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
}

#[test]
fn free_functions_call_the_selected_table() {
    let sets = sets("free_functions_call_the_selected_table");
    let Some(newest) = sets.last() else { return };
    let table = load_with(&only(newest)).unwrap();
    // SAFETY: no other test of this process has handles of another nvFatbin.
    unsafe { functions::use_table(table) };
    let (mut major, mut minor) = (0, 0);
    // SAFETY: both pointers are to live integers.
    let result = unsafe { functions::nvFatbinVersion(&raw mut major, &raw mut minor) };
    assert_eq!(result, nvFatbinResult::NVFATBIN_SUCCESS);
    assert_eq!(
        i64::from(major * 1000 + minor * 10),
        i64::from(table.version())
    );
}
