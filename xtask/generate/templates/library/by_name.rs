//! Every function by its name in C, for code ported from C.
//!
//! They call the table that [`use_table`] chose, or else the %title% that [`load`] finds,
//! which the first call loads. If there is none, each returns [`%Result%::LIBRARY_NOT_FOUND`],
//! and a function that this %title% lacks returns [`%Result%::FUNCTION_NOT_FOUND`].

use core::ffi::*;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use super::enums::*;
use super::load::load;
use super::table::%Table%;
use super::types::*;

static TABLE: AtomicPtr<%Table%> = AtomicPtr::new(ptr::null_mut());

/// Makes the functions of this module call `table` from now on, in the whole process.
///
/// Use it to choose another %title% than the one that [`load`] finds.
///
/// # Safety
/// No code in the process passes handles of another %title% to these functions from now on, and
/// the table's functions do what %title%'s do.
pub unsafe fn use_table(table: &'static %Table%) {
    TABLE.store(ptr::from_ref(table).cast_mut(), Ordering::Release);
}

fn table() -> Result<&'static %Table%, %Result%> {
    let chosen = TABLE.load(Ordering::Acquire);
    // SAFETY: only `use_table` stores a pointer, that of a table that lives forever.
    match unsafe { chosen.as_ref() } {
        Some(table) => Ok(table),
        None => load().map_err(|_| %Result%::LIBRARY_NOT_FOUND),
    }
}

macro_rules! define {
    ($($name:ident: $since:literal, $(until($until:literal),)? ($($parameters:tt)*)
       -> $(*const $text:ident)? $($code:ident)? $(($($unit:tt)*))?;)*) => {
        $(define!(@function $name ($($parameters)*) -> $(*const $text)? $($code)? $(($($unit)*))?);)*
    };
    // Defined below, not by the library.
    (@function %prefix%GetErrorString $($rest:tt)*) => {};
    (@function $name:ident ($($parameters:tt)*) -> %Result%) => {
        define!(@body $name ($($parameters)*) -> %Result%, |result| result);
    };
    // These can't return an error code.
    (@function $name:ident ($($parameters:tt)*) -> *const c_char) => {
        define!(@body $name ($($parameters)*) -> *const c_char, |_| ptr::null());
    };
    (@function $name:ident ($($parameters:tt)*) -> ()) => {
        define!(@body $name ($($parameters)*) -> (), |_| ());
    };
    (@body $name:ident ($($parameter:ident: $ty:ty),*) -> $result:ty, |$why:pat_param| $absent:expr) => {
        #[doc = concat!(
            "[`", stringify!($name), "`](%page%)."
        )]
        ///
        /// # Safety
        /// Each parameter satisfies the requirements on the linked page.
        pub unsafe fn $name($($parameter: $ty),*) -> $result {
            let table = table().and_then(|table| table.$name.ok_or(%Result%::FUNCTION_NOT_FOUND));
            match table {
                // SAFETY: the caller fulfils the contract of the function.
                Ok(function) => unsafe { function($($parameter),*) },
                Err($why) => $absent,
            }
        }
    };
}

for_each_function!(define);
