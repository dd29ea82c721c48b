//! Every entry point as a function of its exported name, for code ported from C.
//!
//! They call the table that [`use_table`] chose, or else the installed driver, which the first call
//! loads. Without a driver each returns [`CUDA_ERROR_SHARED_OBJECT_INIT_FAILED`][303], and a
//! function that the driver lacks returns [`CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND`][302].
//!
//! [302]: CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
//! [303]: CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED

use core::ffi::*;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::generated::{enums::*, types::*};
use crate::{DefaultStream, DriverTable, load};

static TABLE: AtomicPtr<DriverTable> = AtomicPtr::new(ptr::null_mut());

/// Makes the functions of this module call `table` from now on, in the whole process.
///
/// Use it to choose the per-thread default stream (with the table that
/// [`load`]`(DefaultStream::PerThread)` returns), or another driver than the installed one.
///
/// # Safety
/// No code in the process passes handles of another driver to these functions from now on, and
/// the table's functions behave as the CUDA driver API specifies.
pub unsafe fn use_table(table: &'static DriverTable) {
    TABLE.store(ptr::from_ref(table).cast_mut(), Ordering::Release);
}

fn table() -> Result<&'static DriverTable, CUresult> {
    let chosen = TABLE.load(Ordering::Acquire);
    // SAFETY: only `use_table` stores a pointer, that of a table that lives forever.
    match unsafe { chosen.as_ref() } {
        Some(table) => Ok(table),
        None => load(DefaultStream::Legacy).map_err(|error| error.result()),
    }
}

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, $parameters:tt;)*) => {$(
        define!(@function $symbol $name $since $page $anchor $parameters);
    )*};
    (@function $symbol:ident $name:literal $since:literal $page:literal $anchor:literal ($($parameter:ident: $ty:ty),*)) => {
        #[doc = concat!(
            "[`", $name, "`](https://docs.nvidia.com/cuda/cuda-driver-api/", $page, ".html#", $page, "_1", $anchor,
            ") of CUDA ", stringify!($since), "."
        )]
        ///
        /// # Safety
        /// Each parameter satisfies the requirements on the linked page.
        #[allow(clippy::too_many_arguments)]
        #[inline] // Compiled where it is used, and nowhere else.
        pub unsafe fn $symbol($($parameter: $ty),*) -> CUresult {
            match table() {
                Ok(table) => match table.$symbol {
                    // SAFETY: the caller fulfils the contract of the function.
                    Some(function) => unsafe { function($($parameter),*) },
                    None => CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
                },
                Err(result) => result,
            }
        }
    };
}

for_each_entry_point!(define);
