//! The types of the parameters of each entry point, as the headers have them.
#![allow(non_camel_case_types)]

use core::ffi::*;

use cuda_driver_sys::*;

/// The types of a list, each with those after it.
macro_rules! list {
    () => { () };
    ($first:ty $(, $rest:ty)*) => { ($first, list!($($rest),*)) };
}

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {
        $(#[allow(dead_code)] pub(crate) type $symbol = list!($($ty),*);)*
    };
}

for_each_entry_point!(define);
