//! Functions that take the place of a library's, and how they call it.

use core::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;

/// A library of which some functions are others here: the first of its kind that a program binds
/// to, as the functions don't know of which they are called. Another one keeps its own.
pub(crate) struct Library(OnceLock<usize>);

impl Library {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Returns whether it is this one.
    pub(crate) fn is(&self, map: usize) -> bool {
        *self.0.get_or_init(|| map) == map
    }

    /// Returns one of its functions of which there is no other here: to ask for such a one by its
    /// name would give that.
    pub(crate) fn function(&self, name: &CStr) -> Option<usize> {
        unsafe extern "C" {
            fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
        }
        // SAFETY: to glibc, a library's map is its handle; and it was loaded when a function of it
        // was bound.
        let function = unsafe { dlsym(*self.0.get()? as *mut c_void, name.as_ptr()) };
        (!function.is_null()).then_some(function as usize)
    }
}

/// Calls a function of a type by its address.
macro_rules! call {
    ($address:expr, ($($argument:expr),*): ($($ty:ty),*)) => {{
        type Function = unsafe extern "C" fn($($ty),*) -> core::ffi::c_int;
        core::mem::transmute::<usize, Function>($address)($($argument),*)
    }};
}

pub(crate) use call;
