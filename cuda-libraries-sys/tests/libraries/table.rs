//! The tables of functions and the results, without any library.

use std::ffi::c_void;

/// The address of a function that is never called.
fn address(index: usize) -> *const c_void {
    std::ptr::without_provenance(0x1000 + index)
}

macro_rules! each_symbol_has_the_slot_of_its_name {
    ($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        use cuda_libraries_sys::$library::{FUNCTIONS, Symbol, $Table};
        assert_eq!(FUNCTIONS.len(), $count);
        // SAFETY: the test looks at the pointers and calls none.
        let table = unsafe { $Table::from_fn(11, |symbol| super::address(symbol as usize)) };
        assert_eq!(table.version(), 11);
        assert_eq!(table.missing().count(), 0);
        for &symbol in Symbol::ALL {
            let slot = table.get(symbol).unwrap().as_ptr().cast_const();
            assert_eq!(slot, super::address(symbol as usize));
            assert_eq!(Symbol::from_name(&symbol.to_string()), Some(symbol));
        }
    };
}
use each_symbol_has_the_slot_of_its_name;

macro_rules! a_function_that_resolves_to_null_is_listed_as_missing {
    ($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        use cuda_libraries_sys::$library::{Symbol, $Table};
        let absent = Symbol::ALL[3];
        // SAFETY: the test looks at the pointers and calls none.
        let table = unsafe {
            $Table::from_fn(11, |symbol| {
                if symbol == absent { std::ptr::null() } else { super::address(symbol as usize) }
            })
        };
        assert!(table.get(absent).is_none());
        assert_eq!(table.missing().collect::<Vec<_>>(), [absent]);
    };
}
use a_function_that_resolves_to_null_is_listed_as_missing;

macro_rules! every_result_has_a_name_and_a_description {
    ($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        use cuda_libraries_sys::$library::$Result;
        assert!($Result::ENUMERATORS.len() > 5);
        for (name, result) in $Result::ENUMERATORS {
            let description = result.description().unwrap();
            assert!(!description.is_empty(), "{name}");
            let text = result.to_string();
            // Several names may have one number.
            let end = format!(" ({}): {description}", result.0);
            assert!(text.ends_with(&end), "{text}");
        }
        assert_eq!($Result::$SUCCESS.0, 0);
        let newer = $Result(123_456);
        assert_eq!(newer.description(), None);
        assert!(newer.to_string().contains("123456"), "{newer}");
    };
}
use every_result_has_a_name_and_a_description;

on_every_library! {
    each_symbol_has_the_slot_of_its_name
    a_function_that_resolves_to_null_is_listed_as_missing
    every_result_has_a_name_and_a_description
}
