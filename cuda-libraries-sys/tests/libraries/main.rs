//! The promises of the tables, and of loading them: from real libraries and from files that are none.
//!
//! `CUDA_LIBRARY_SETS` names folders of real libraries to test with, a list like `PATH`'s, of one release each.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "the functions here that aren't tests only serve tests"
)]

/// Makes tests of each library. They call `$test::<library>`.
macro_rules! on_every_library {
    ($($test:ident)*) => {
        on_every_library! { @ $($test)* ; ($($test)*)
            cublas CublasTable cublasStatus_t CUBLAS_STATUS_SUCCESS 590 "CUDA_CUBLAS" "libcublas.so."
        }
    };
    (@ $($test:ident)* ; $tests:tt $($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal)*) => {
        $(on_every_library! { @@ $tests $library $Table $Result $SUCCESS $count $variable $file })*
    };
    (@@ ($($test:ident)*) $library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        mod $library {
            $(#[test]
            fn $test() {
                super::$test!($library $Table $Result $SUCCESS $count $variable $file);
            })*
        }
    };
}

mod load;
mod not_it;
mod real;
mod table;
