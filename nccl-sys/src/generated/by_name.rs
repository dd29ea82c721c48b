//! Every function by its name in C, for code ported from C.
//!
//! They call the table that [`use_table`] chose, or else the NCCL that [`load`] finds,
//! which the first call loads. If there is none, each returns [`ncclResult_t::LIBRARY_NOT_FOUND`],
//! and a function that this NCCL lacks returns [`ncclResult_t::FUNCTION_NOT_FOUND`].

// Written by `cargo xtask generate` from a template. Do not edit.

use core::ffi::*;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use super::enums::*;
use super::load::load;
use super::table::NcclTable;
use super::types::*;

static TABLE: AtomicPtr<NcclTable> = AtomicPtr::new(ptr::null_mut());

/// Makes the functions of this module call `table` from now on, in the whole process.
///
/// Use it to choose another NCCL than the one that [`load`] finds.
///
/// # Safety
/// No code in the process passes handles of another NCCL to these functions from now on, and
/// the table's functions do what NCCL's do.
pub unsafe fn use_table(table: &'static NcclTable) {
    TABLE.store(ptr::from_ref(table).cast_mut(), Ordering::Release);
}

fn table() -> Result<&'static NcclTable, ncclResult_t> {
    let chosen = TABLE.load(Ordering::Acquire);
    // SAFETY: only `use_table` stores a pointer, that of a table that lives forever.
    match unsafe { chosen.as_ref() } {
        Some(table) => Ok(table),
        None => load().map_err(|_| ncclResult_t::LIBRARY_NOT_FOUND),
    }
}

macro_rules! define {
    ($($name:ident: $since:literal, $(until($until:literal),)? ($($parameters:tt)*)
       -> $(*const $text:ident)? $($code:ident)? $(($($unit:tt)*))?;)*) => {
        $(define!(@function $name ($($parameters)*) -> $(*const $text)? $($code)? $(($($unit)*))?);)*
    };
    // Defined below, not by the library.
    (@function ncclGetErrorString $($rest:tt)*) => {};
    (@function $name:ident ($($parameters:tt)*) -> ncclResult_t) => {
        define!(@body $name ($($parameters)*) -> ncclResult_t, |result| result);
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
            "[`", stringify!($name), "`](https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html)."
        )]
        ///
        /// # Safety
        /// Each parameter satisfies the requirements on the linked page.
        pub unsafe fn $name($($parameter: $ty),*) -> $result {
            let table = table().and_then(|table| table.$name.ok_or(ncclResult_t::FUNCTION_NOT_FOUND));
            match table {
                // SAFETY: the caller fulfils the contract of the function.
                Ok(function) => unsafe { function($($parameter),*) },
                Err($why) => $absent,
            }
        }
    };
}

for_each_function!(define);

/// [`ncclGetErrorString`](https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html).
///
/// It needs no NCCL: the text is the code's name in C, comes from this crate, and lives forever.
///
/// # Safety
/// None; it is unsafe like all functions here.
pub unsafe fn ncclGetErrorString(result: ncclResult_t) -> *const c_char {
    static NAMES: std::sync::OnceLock<Vec<(ncclResult_t, std::ffi::CString)>> = std::sync::OnceLock::new();
    let names = NAMES.get_or_init(|| {
        ncclResult_t::ENUMERATORS
            .iter()
            .map(|(name, result)| (*result, std::ffi::CString::new(*name).unwrap_or_default()))
            .collect()
    });
    let known = names.iter().find(|(known, _)| *known == result);
    match (result, known) {
        (_, Some((_, name))) => name.as_ptr(),
        (ncclResult_t::LIBRARY_NOT_FOUND, _) => c"no NCCL could be loaded".as_ptr(),
        (ncclResult_t::FUNCTION_NOT_FOUND, _) => c"this NCCL lacks the function".as_ptr(),
        _ => c"NCCL_ERROR unknown".as_ptr(),
    }
}
