//! What the C-named functions return where there is no function to call.

use core::ffi::c_char;
use core::ptr::{self, null_mut};
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::load::{Registry, Table};

/// The reason why a function can't be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingReason {
    /// No library could be loaded.
    Library,
    /// The loaded library lacks the function.
    Function,
}

/// What a function returns instead of its result.
pub(crate) trait AbsentResult {
    /// Returns the result for this reason; zero or null where the type has no room for a reason.
    fn absent(missing: MissingReason) -> Self;
}

impl AbsentResult for () {
    fn absent(_: MissingReason) {}
}

/// The text of an error, which a program may print.
impl AbsentResult for *const c_char {
    fn absent(missing: MissingReason) -> Self {
        match missing {
            MissingReason::Library => c"no library could be loaded".as_ptr(),
            MissingReason::Function => c"the loaded library lacks the function".as_ptr(),
        }
    }
}

impl<T> AbsentResult for *mut T {
    fn absent(_: MissingReason) -> Self {
        null_mut()
    }
}

/// Makes zero the result of functions that return a number, or an enumeration other than the library's result codes.
macro_rules! absent_is_zero {
    ($($ty:ty),*) => {$(
        impl $crate::absent::AbsentResult for $ty {
            fn absent(_: $crate::absent::MissingReason) -> Self {
                Self::default()
            }
        }
    )*};
}
#[allow(unused_imports, reason = "few libraries have functions that return an enumeration")]
pub(crate) use absent_is_zero;

absent_is_zero!(bool, i8, u8, i32, u32, i64, u64, isize, usize, f32, f64);

/// The table that the functions of a module call.
pub(crate) struct ChosenTable<T: 'static>(AtomicPtr<T>);

impl<T: Table> ChosenTable<T> {
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(null_mut()))
    }

    pub(crate) fn set(&self, table: &'static T) {
        self.0.store(ptr::from_ref(table).cast_mut(), Ordering::Release);
    }

    /// Returns the chosen table, or the one of the library that the default search finds.
    pub(crate) fn get(&self, registry: &Registry<T>) -> Result<&'static T, MissingReason> {
        let chosen = self.0.load(Ordering::Acquire);
        // SAFETY: only `set` stores a pointer, that of a table that lives forever.
        match unsafe { chosen.as_ref() } {
            Some(table) => Ok(table),
            None => registry.load().map_err(|_| MissingReason::Library),
        }
    }
}
