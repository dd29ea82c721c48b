//! The macro that makes a stand-in of a library from the list of its functions.
//!
//! A function is supported once its library has an associated function of its name; otherwise that of the trait
//! `UnsupportedFunctions` answers. One whose signature isn't that of the header doesn't compile.

use std::collections::BTreeSet;
use std::io::Write;

use cuda_libraries_sys::cublas::cublasStatus_t;
use cuda_libraries_sys::cudnn::cudnnStatus_t;
use cuda_libraries_sys::cufft::cufftResult;
use cuda_libraries_sys::cupti::CUptiResult;
use cuda_libraries_sys::curand::curandStatus_t;
use cuda_libraries_sys::cusolver::cusolverStatus_t;
use cuda_libraries_sys::cusparse::{
    cusparseDiagType_t, cusparseFillMode_t, cusparseIndexBase_t, cusparseMatrixType_t,
    cusparseStatus_t,
};
use parking_lot::Mutex;

/// What a function returns that isn't supported.
pub(crate) trait NotSupported {
    /// How its documentation calls it.
    const TEXT: &'static str;

    fn not_supported() -> Self;
}

macro_rules! not_supported {
    ($($result:ty: $value:expr, $text:literal;)*) => {$(
        impl NotSupported for $result {
            const TEXT: &'static str = $text;

            fn not_supported() -> Self {
                $value
            }
        }
    )*};
}

not_supported! {
    cublasStatus_t: Self::CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED";
    // It has no status for this.
    curandStatus_t: Self::CURAND_STATUS_ARCH_MISMATCH, "CURAND_STATUS_ARCH_MISMATCH";
    cufftResult: Self::CUFFT_NOT_SUPPORTED, "CUFFT_NOT_SUPPORTED";
    CUptiResult: Self::CUPTI_ERROR_NOT_SUPPORTED, "CUPTI_ERROR_NOT_SUPPORTED";
    cudnnStatus_t: Self::CUDNN_STATUS_NOT_SUPPORTED, "CUDNN_STATUS_NOT_SUPPORTED";
    cusolverStatus_t: Self::CUSOLVER_STATUS_NOT_SUPPORTED, "CUSOLVER_STATUS_NOT_SUPPORTED";
    cusparseStatus_t: Self::CUSPARSE_STATUS_NOT_SUPPORTED, "CUSPARSE_STATUS_NOT_SUPPORTED";
    cusparseMatrixType_t: Self(0), "0";
    cusparseFillMode_t: Self(0), "0";
    cusparseDiagType_t: Self(0), "0";
    cusparseIndexBase_t: Self(0), "0";
    (): (), "nothing";
    usize: 0, "0";
    *const core::ffi::c_char: core::ptr::null(), "null";
}

/// Prints the call, once for each function, because programs report only the code.
pub(crate) fn not_supported<R: NotSupported>(title: &str, function: &'static str) -> R {
    static WARNED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if WARNED.lock().insert(function) {
        // If standard error is closed or full, there is no other place for the line.
        let _ = writeln!(
            std::io::stderr().lock(),
            "cuda-sim: {function} was called, which the stand-in for {title} doesn't support ({})",
            R::TEXT
        );
    }
    R::not_supported()
}

/// Defines the table of a stand-in, and its functions for C.
macro_rules! stand_in {
    (
        $title:literal $Library:ident $Table:ident $version:ident
        $($name:ident: $since:literal $until:literal $exported:literal, $parameters:tt -> $result:ty;)*
    ) => {
        /// The results of functions without their own.
        #[allow(clippy::too_many_arguments)]
        trait UnsupportedFunctions {
            $(stand_in!(@unsupported $title $name $parameters $result);)*
        }

        impl UnsupportedFunctions for $Library {}

        /// The types of the functions, by their names.
        #[allow(dead_code, non_camel_case_types)]
        mod signatures {
            use super::*;

            $(stand_in!(@signature $name $parameters $result);)*
        }

        #[doc = concat!("Every function of ", $title, ", by its exported name.")]
        #[allow(missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub mod functions {
            use super::*;

            $(stand_in!(@function $Library $name $parameters $result);)*
        }

        #[doc = concat!("Returns the table of the stand-in for ", $title, ", which plays the newest release that the table knows.")]
        #[must_use]
        pub fn table() -> &'static $Table {
            static TABLE: std::sync::OnceLock<$Table> = std::sync::OnceLock::new();
            let resolve = |symbol: Symbol| match symbol {
                // The newest release has them no longer.
                symbol if symbol.function().until.is_some() => core::ptr::null(),
                $(Symbol::$name => functions::$name as *const core::ffi::c_void,)*
                // The list has every function.
                _ => core::ptr::null(),
            };
            // SAFETY: each function has the signature of its slot, both from the same list, and functions of the program
            // live forever.
            TABLE.get_or_init(|| unsafe { $Table::from_fn($version, resolve) })
        }

        /// Returns the functions that only print a line.
        #[must_use]
        pub fn unsupported() -> Vec<Symbol> {
            fn id<T: 'static>(_: T) -> core::any::TypeId {
                core::any::TypeId::of::<T>()
            }
            let is_supported = |symbol: &Symbol| match symbol {
                $(Symbol::$name => id($Library::$name) != id(<$Library as UnsupportedFunctions>::$name),)*
                _ => false,
            };
            Symbol::ALL.iter().copied().filter(|symbol| !is_supported(symbol)).collect()
        }
    };
    (@unsupported $title:literal $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        unsafe fn $name($($parameter: $ty),*) -> $result {
            let _ = ($($parameter,)*);
            crate::stand_in::not_supported($title, stringify!($name))
        }
    };
    (@signature $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        pub type $name = unsafe fn($($ty),*) -> $result;
    };
    (@function $Library:ident $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        pub unsafe extern "C" fn $name($($parameter: $ty),*) -> $result {
            // SAFETY: the caller fulfils the contract of the function.
            unsafe { $Library::$name($($parameter),*) }
        }
    };
}

/// Defines a function of a stand-in by what it does; the header gives the types of its parameters: `Library::name, |parameters|
/// { … }`, or for many of them `Library::name(parameters) => { … }`.
macro_rules! function {
    ($Library:ident :: $name:ident ($($parameter:ident),* $(,)?) => $body:block) => {
        function!($Library :: $name, |$($parameter),*| $body);
    };
    ($Library:ident :: $name:ident, || $body:block) => {
        function!($Library :: $name, | | $body);
    };
    ($Library:ident :: $name:ident, |$($parameter:ident),*| $body:block) => {
        impl $Library {
            #[allow(non_upper_case_globals, unused_unsafe, reason = "some do nothing that is unsafe")]
            // SAFETY: the caller fulfils the contract of the function.
            pub(super) const $name: signatures::$name = |$($parameter),*| unsafe { $body };
        }
    };
}

/// The same for a function that may fail: `status` makes a code of what it returns.
macro_rules! call {
    ($Library:ident :: $name:ident ($($parameter:ident),* $(,)?) => $body:block) => {
        call!($Library :: $name, |$($parameter),*| $body);
    };
    ($Library:ident :: $name:ident, |$($parameter:ident),*| $body:block) => {
        function!($Library :: $name, |$($parameter),*| {
            let call = || $body;
            status(call())
        });
    };
}
