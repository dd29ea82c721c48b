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
use cuda_libraries_sys::nvml::nvmlReturn_t;
use parking_lot::Mutex;

/// What a function returns that isn't supported.
pub(crate) trait NotSupported {
    /// How its documentation calls it.
    const TEXT: &'static str;

    /// Whether a line says so: not of what many devices don't have either.
    const IS_REPORTED: bool = true;

    fn not_supported() -> Self;
}

impl NotSupported for cublasStatus_t {
    const TEXT: &'static str = "CUBLAS_STATUS_NOT_SUPPORTED";

    fn not_supported() -> Self {
        Self::CUBLAS_STATUS_NOT_SUPPORTED
    }
}

impl NotSupported for curandStatus_t {
    const TEXT: &'static str = "CURAND_STATUS_ARCH_MISMATCH";

    fn not_supported() -> Self {
        Self::CURAND_STATUS_ARCH_MISMATCH
    }
}

impl NotSupported for cufftResult {
    const TEXT: &'static str = "CUFFT_NOT_SUPPORTED";

    fn not_supported() -> Self {
        Self::CUFFT_NOT_SUPPORTED
    }
}

impl NotSupported for CUptiResult {
    const TEXT: &'static str = "CUPTI_ERROR_NOT_SUPPORTED";

    fn not_supported() -> Self {
        Self::CUPTI_ERROR_NOT_SUPPORTED
    }
}

impl NotSupported for nvmlReturn_t {
    const TEXT: &'static str = "NVML_ERROR_NOT_SUPPORTED";
    const IS_REPORTED: bool = false;

    fn not_supported() -> Self {
        crate::nvml::not_supported()
    }
}

impl NotSupported for cudnnStatus_t {
    const TEXT: &'static str = "CUDNN_STATUS_NOT_SUPPORTED";

    fn not_supported() -> Self {
        Self::CUDNN_STATUS_NOT_SUPPORTED
    }
}

impl NotSupported for cusolverStatus_t {
    const TEXT: &'static str = "CUSOLVER_STATUS_NOT_SUPPORTED";

    fn not_supported() -> Self {
        Self::CUSOLVER_STATUS_NOT_SUPPORTED
    }
}

impl NotSupported for cusparseStatus_t {
    const TEXT: &'static str = "CUSPARSE_STATUS_NOT_SUPPORTED";

    fn not_supported() -> Self {
        Self::CUSPARSE_STATUS_NOT_SUPPORTED
    }
}

impl NotSupported for cusparseMatrixType_t {
    const TEXT: &'static str = "0";

    fn not_supported() -> Self {
        Self(0)
    }
}

impl NotSupported for cusparseFillMode_t {
    const TEXT: &'static str = "0";

    fn not_supported() -> Self {
        Self(0)
    }
}

impl NotSupported for cusparseDiagType_t {
    const TEXT: &'static str = "0";

    fn not_supported() -> Self {
        Self(0)
    }
}

impl NotSupported for cusparseIndexBase_t {
    const TEXT: &'static str = "0";

    fn not_supported() -> Self {
        Self(0)
    }
}

impl NotSupported for () {
    const TEXT: &'static str = "nothing";

    fn not_supported() -> Self {}
}

impl NotSupported for usize {
    const TEXT: &'static str = "0";

    fn not_supported() -> Self {
        0
    }
}

impl NotSupported for *const core::ffi::c_char {
    const TEXT: &'static str = "null";

    fn not_supported() -> Self {
        core::ptr::null()
    }
}

/// Prints the call, once for each function, because programs report only the code.
pub(crate) fn not_supported<R: NotSupported>(title: &str, function: &'static str) -> R {
    static WARNED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if R::IS_REPORTED && WARNED.lock().insert(function) {
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
