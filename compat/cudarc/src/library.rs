//! The functions of CUDA's libraries under their C names, each in the library that is loaded at its first call.
#![allow(
    unused_imports,
    unused_macros,
    dead_code,
    reason = "each feature uses what its library needs"
)]

use core::ffi::c_char;

/// What a function returns.
pub(crate) trait CallResult: From<Self::Raw> {
    /// As C returns it.
    type Raw;
    /// If the library, or this release of it, doesn't have the function.
    const ABSENT: Self;
}

macro_rules! returned {
    ($($ty:ty = $absent:expr),* $(,)?) => {$(
        impl crate::library::CallResult for $ty {
            type Raw = Self;
            const ABSENT: Self = $absent;
        }
    )*};
}
pub(crate) use returned;

returned! {
    () = (),
    usize = 0,
    *const c_char = c"unknown".as_ptr(),
}

/// Declares a library's types. Where a function is missing it returns `$absent`; a code that isn't known is `$other`. The
/// generated file of types imports all of `super::enums`, so the module around `sys` has an empty one.
macro_rules! types {
    ($library:ident $($name:ident absent $absent:ident other $other:ident)?) => {
        crate::library::types!(@only $library $($name absent $absent other $other)?);

        crate::library::types!(@file $library "/types.rs");
    };
    (@only $library:ident $($name:ident absent $absent:ident other $other:ident)?) => {
        use cuda_libraries_sys::$library as raw;

        pub use raw::*;

        crate::library::types!(@file $library "/enums.rs");

        $(
            impl $name {
                const OTHER: Self = Self::$other;
            }

            impl crate::library::CallResult for $name {
                type Raw = raw::$name;
                const ABSENT: Self = Self::$absent;
            }
        )?
    };
    (@file $library:ident $file:literal) => {
        include!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../cuda-libraries-sys/src/generated/",
            stringify!($library),
            $file
        ));
    };
}
pub(crate) use types;

/// Defines the error of a library's codes, in the module `result`.
macro_rules! error {
    ($error:ident of $library:ident $name:ident, $success:ident) => {
        /// The code of a call that failed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $error(pub sys::$name);

        impl sys::$name {
            /// Converts the code to a `Result`.
            pub fn result(self) -> Result<(), $error> {
                match self {
                    Self::$success => Ok(()),
                    code => Err($error(code)),
                }
            }
        }

        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Debug::fmt(self, f)?;
                match cuda_libraries_sys::$library::load() {
                    Err(error) if self.0 == crate::library::CallResult::ABSENT => {
                        write!(f, ": {error}")
                    }
                    _ => Ok(()),
                }
            }
        }

        impl std::error::Error for $error {}
    };
}
pub(crate) use error;

/// Defines the functions of a library, with the codes above as results.
macro_rules! functions {
    ($library:ident $($name:ident: $since:literal $until:literal $exported:literal,
       ($($parameter:ident: $ty:ty),*) -> $result:ty;)*) => {$(
        pub unsafe fn $name($($parameter: $ty),*) -> $result {
            type Function =
                unsafe extern "C" fn($($ty),*) -> <$result as crate::library::CallResult>::Raw;
            let table = cuda_libraries_sys::$library::load().ok();
            let Some(function) = table.and_then(|table| table.$name) else {
                return <$result as crate::library::CallResult>::ABSENT;
            };
            // SAFETY: the types have the layout of those that they replace.
            #[allow(clippy::missing_transmute_annotations, clippy::useless_transmute)]
            let function = unsafe { core::mem::transmute::<_, Function>(function) };
            // SAFETY: the caller keeps to the function's contract.
            #[allow(clippy::useless_conversion, reason = "some results are as C returns them")]
            unsafe { function($($parameter),*) }.into()
        }
    )*

        /// Returns `true` if the library can be loaded.
        pub unsafe fn is_culib_present() -> bool {
            cuda_libraries_sys::$library::load().is_ok()
        }

        /// Returns the library.
        ///
        /// # Panics
        /// If it can't be loaded, as cudarc does.
        pub unsafe fn culib() -> &'static libloading::Library {
            let table = cuda_libraries_sys::$library::load().expect("the library can't be loaded");
            let found = cuda_libraries_sys::$library::library_of(table);
            &found.expect("a loaded table is of a library").library
        }
    };
}
pub(crate) use functions;

/// Returns the value that a call stores.
///
/// # Safety
/// On success, the call has stored a value.
pub(crate) unsafe fn value<T, E>(call: impl FnOnce(*mut T) -> Result<(), E>) -> Result<T, E> {
    let mut value = core::mem::MaybeUninit::zeroed();
    call(value.as_mut_ptr())?;
    // SAFETY: the caller guarantees it.
    Ok(unsafe { value.assume_init() })
}

/// Defines the functions of a module `result` that call one of C and return its code.
macro_rules! calls {
    (safe -> $output:ty; $($name:ident $function:ident($($parameter:ident: $ty:ty),* $(,)?);)*) => {$(
        pub fn $name($($parameter: $ty),*) -> $output {
            // SAFETY: it takes no pointers to memory.
            unsafe { sys::$function($($parameter),*) }.result()
        }
    )*};
    (-> $output:ty; $($name:ident $function:ident($($parameter:ident: $ty:ty),* $(,)?);)*) => {$(
        pub unsafe fn $name($($parameter: $ty),*) -> $output {
            // SAFETY: the caller keeps to the function's contract.
            unsafe { sys::$function($($parameter),*) }.result()
        }
    )*};
}
pub(crate) use calls;

/// Defines functions of a module `result` that return what a block of `unsafe` code does.
macro_rules! results {
    (@output) => { () };
    (@output $output:ty) => { $output };
    ($error:ident; $(
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident $(<$generic:ident>)? ($($parameter:ident: $ty:ty),* $(,)?) $(-> $output:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        $vis unsafe fn $name $(<$generic>)? (
            $($parameter: $ty),*
        ) -> Result<crate::library::results!(@output $($output)?), $error> {
            // SAFETY: the caller keeps to the function's contract.
            unsafe { $body }
        }
    )*};
}
pub(crate) use results;
