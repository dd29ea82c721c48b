//! The functions of CUDA's libraries under their C names, each in the library that is loaded at its first call.

use core::ffi::c_char;

/// What a function returns if the library, or this release of it, doesn't have it.
pub(crate) trait Absent {
    const ABSENT: Self;
}

impl Absent for () {
    const ABSENT: Self = ();
}

impl Absent for usize {
    const ABSENT: Self = 0;
}

impl Absent for *const c_char {
    const ABSENT: Self = c"unknown".as_ptr();
}

/// An argument as the raw function takes it.
pub(crate) trait Pass<T> {
    fn pass(self) -> T;
}

impl<T> Pass<T> for T {
    fn pass(self) -> T {
        self
    }
}

/// Defines the codes of a library as an enumeration; a code that it lacks becomes `$other`, and a missing function returns
/// `$absent`.
macro_rules! codes {
    ($library:ident $name:ident { $success:ident = $zero:literal, $($code:ident = $value:literal,)* }
     absent $absent:ident other $other:ident) => {
        #[repr(u32)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $success = $zero,
            $($code = $value,)*
        }

        impl From<cuda_libraries_sys::$library::$name> for $name {
            fn from(code: cuda_libraries_sys::$library::$name) -> Self {
                match code.0 {
                    $zero => Self::$success,
                    $($value => Self::$code,)*
                    _ => Self::$other,
                }
            }
        }

        impl crate::library::Pass<cuda_libraries_sys::$library::$name> for $name {
            fn pass(self) -> cuda_libraries_sys::$library::$name {
                cuda_libraries_sys::$library::$name(self as _)
            }
        }

        // What stores a code stores one of these.
        impl crate::library::Pass<*mut cuda_libraries_sys::$library::$name> for *mut $name {
            fn pass(self) -> *mut cuda_libraries_sys::$library::$name {
                self.cast()
            }
        }

        impl crate::library::Absent for $name {
            const ABSENT: Self = Self::$absent;
        }
    };
}
pub(crate) use codes;

/// Defines the error of a library's codes, in the module `result`.
#[cfg(any(
    feature = "cublas",
    feature = "cudnn",
    feature = "cufft",
    feature = "curand",
    feature = "cusparse"
))]
macro_rules! error {
    ($error:ident of $name:ident, $success:ident) => {
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
                core::fmt::Debug::fmt(self, f)
            }
        }

        impl std::error::Error for $error {}
    };
}
#[cfg(any(
    feature = "cublas",
    feature = "cudnn",
    feature = "cufft",
    feature = "curand",
    feature = "cusparse"
))]
pub(crate) use error;

/// Defines the functions of a library, with the codes above as results.
macro_rules! functions {
    ($library:ident $($name:ident: $since:literal $until:literal $exported:literal,
       ($($parameter:ident: $ty:ty),*) -> $result:ty;)*) => {$(
        pub unsafe fn $name($($parameter: $ty),*) -> $result {
            let table = cuda_libraries_sys::$library::load().ok();
            match table.and_then(|table| table.$name) {
                // SAFETY: the caller keeps to the function's contract.
                Some(function) => unsafe { function($(crate::library::Pass::pass($parameter)),*) }.into(),
                None => <$result as crate::library::Absent>::ABSENT,
            }
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
#[cfg(any(
    feature = "cublas",
    feature = "cudnn",
    feature = "cufft",
    feature = "curand",
    feature = "cusparse",
    feature = "nccl",
    feature = "runtime"
))]
pub(crate) unsafe fn value<T, E>(call: impl FnOnce(*mut T) -> Result<(), E>) -> Result<T, E> {
    let mut value = core::mem::MaybeUninit::zeroed();
    call(value.as_mut_ptr())?;
    // SAFETY: the caller guarantees it.
    Ok(unsafe { value.assume_init() })
}

/// Defines the functions of a module `result` that call one of C and return its code.
#[cfg(any(feature = "cufft", feature = "cusolver", feature = "nccl"))]
macro_rules! calls {
    (-> $output:ty; $($name:ident $function:ident($($parameter:ident: $ty:ty),* $(,)?);)*) => {$(
        pub unsafe fn $name($($parameter: $ty),*) -> $output {
            // SAFETY: the caller keeps to the function's contract.
            unsafe { sys::$function($($parameter),*) }.result()
        }
    )*};
}
#[cfg(any(feature = "cufft", feature = "cusolver", feature = "nccl"))]
pub(crate) use calls;

/// Defines functions of a module `result` that return what a block of `unsafe` code does.
#[cfg(feature = "driver")]
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
#[cfg(feature = "driver")]
pub(crate) use results;
