use core::fmt;

use cuda_driver_sys::{CUresult, DriverTable, Symbol};

use crate::error::CuResult;
use crate::trace::event;

/// Every function of the driver under its name in `cuda.h`. The methods are `unsafe` and return a [`Result`], with the
/// values that C writes through pointers.
///
/// A method calls the ABI that `cuda.h` of CUDA 13.5 maps the name to, or an older one with the same signature if the
/// driver lacks it. An ABI with another signature is in the [`table`](Self::table), under the name that the driver
/// exports.
///
/// The functions that a module with a feature is about, such as those of graphs, need that feature. The table has all.
///
/// ```no_run
/// # let driver = cuda_driver::Driver::load()?;
/// # let context = driver.device(0)?.primary_context()?;
/// // SAFETY: a context is current.
/// let (free, total) = context.with_current(|| unsafe { driver.raw().cuMemGetInfo() })??;
/// println!("{free} of {total} bytes are free");
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Raw(pub(crate) TableRef);

/// A table with the `'static` lifetime, compared by its address.
#[derive(Clone, Copy)]
pub(crate) struct TableRef(pub(crate) &'static DriverTable);

impl PartialEq for TableRef {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl Eq for TableRef {}

impl core::hash::Hash for TableRef {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        core::ptr::from_ref(self.0).hash(state);
    }
}

impl Raw {
    /// Creates a value with the functions of `table`.
    #[must_use]
    #[inline]
    pub const fn new(table: &'static DriverTable) -> Self {
        Self(TableRef(table))
    }

    /// Returns the table: every ABI of every function, as a nullable function pointer.
    #[inline]
    #[must_use]
    pub const fn table(self) -> &'static DriverTable {
        self.0.0
    }

    /// Converts the result code of a call of `symbol` to a `Result`.
    ///
    /// # Errors
    /// Returns the code, unless it is `CUDA_SUCCESS`.
    #[inline]
    pub fn check(self, symbol: Symbol, code: CUresult) -> Result<(), CuResult> {
        if code == CUresult::CUDA_SUCCESS { Ok(()) } else { Err(self.failed(symbol, code)) }
    }

    /// Returns an error of `call` if what it uses belongs to another driver.
    #[inline]
    pub(crate) fn check_same(self, other: Self, call: Symbol) -> Result<(), CuResult> {
        if self == other {
            Ok(())
        } else {
            let error = self.failed(call, CUresult::CUDA_ERROR_INVALID_HANDLE);
            Err(error.with("an object belongs to another driver than the others".to_owned()))
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn failed(self, symbol: Symbol, code: CUresult) -> CuResult {
        let error = CuResult::of_call(code, symbol, self.table().version());
        event!(%error, "a driver call failed");
        error
    }

    /// Returns the error of calling a function that the driver lacks.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn absent(self, symbol: Symbol) -> CuResult {
        CuResult::absent(symbol, self.table().version())
    }
}

impl fmt::Debug for Raw {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Raw").field(self.table()).finish()
    }
}

/// All zeros, which is a value of every type of the C API: a constant, because calls are compiled in each of hundreds of
/// functions.
pub(crate) struct Zeros<T>(core::marker::PhantomData<T>);

impl<T> Zeros<T> {
    // SAFETY: `T` is a type of the C API.
    pub(crate) const ZEROS: T = unsafe { core::mem::zeroed() };
}

/// Calls the first of the named entry points that the driver has, and evaluates to the expression after `=>` if it
/// succeeds.
macro_rules! call {
    ($raw:ident.$newest:ident $(or $older:ident)*, $arguments:tt) => {
        $crate::driver::raw::call!($raw.$newest $(or $older)*, $arguments => ())
    };
    ($raw:ident.$newest:ident $(or $older:ident)*, $arguments:tt => $value:tt) => {
        // `Raw::check`, inlined because hundreds of functions use it.
        if let Some(function) = $raw.0.0.$newest {
            match function $arguments {
                cuda_driver_sys::CUresult(0) => Ok($value),
                code => Err($raw.failed(cuda_driver_sys::Symbol::$newest, code)),
            }
        }
        $(else if let Some(function) = $raw.0.0.$older {
            match function $arguments {
                cuda_driver_sys::CUresult(0) => Ok($value),
                code => Err($raw.failed(cuda_driver_sys::Symbol::$older, code)),
            }
        })*
        else {
            Err($raw.absent(cuda_driver_sys::Symbol::$newest))
        }
    };
}
pub(crate) use call;

/// Defines a method for each function: `"page" "anchor" name(parameters) -> (what C writes) = symbol or older
/// symbols(arguments);`.
macro_rules! methods {
    ($($(#[$meta:meta])* $page:literal $anchor:literal $name:ident($($parameter:ident: $input:ty),*) -> ($($value:ident: $output:ty),*)
        = $newest:ident $(or $older:ident)* ($($argument:tt)*);)*) => {
        /// # Safety of each function
        /// Each parameter satisfies the requirements on the linked page.
        #[allow(unused_parens, clippy::missing_safety_doc, clippy::too_many_arguments)]
        impl $crate::driver::raw::Raw {$(
            #[doc = concat!(
                "[`", stringify!($name), "`](https://docs.nvidia.com/cuda/cuda-driver-api/", $page, ".html#", $page, "_1",
                $anchor, ")", $crate::driver::raw::returned!($($value)*), "."
            )]
            $(#[$meta])*
            #[inline]
            pub unsafe fn $name(self $(, $parameter: $input)*) -> Result<($($output),*), $crate::error::CuResult> {
                $(let mut $value = $crate::driver::raw::Zeros::<$output>::ZEROS;)*
                // SAFETY: the caller keeps to the function's contract.
                unsafe {
                    $crate::driver::raw::call!(self.$newest $(or $older)*, ($($argument)*) => ($($value),*))
                }
            }
        )*}
    };
}
pub(crate) use methods;

/// The text on what a function returns, if that is several values.
macro_rules! returned {
    ($($one:ident)?) => { "" };
    ($($value:ident)*) => { concat!("; returns `(", stringify!($($value),*), ")`") };
}
pub(crate) use returned;
