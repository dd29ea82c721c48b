//! Results of calls, and their pointers.

use core::ffi::{CStr, c_char};

use cuda_driver_sys::CUresult;

use crate::state::error::INVALID_VALUE;

/// The result of a call: nothing, or the error code.
pub(crate) type Outcome = Result<(), CUresult>;

/// What a method takes for the argument `Raw` of its entry point: the argument, or what its pointer is for.
pub(crate) trait Argument<Raw> {
    /// Takes an argument of a call.
    ///
    /// # Safety
    /// A pointer is null or as the documentation of the entry point requires, until the call returns. An [`In`] is
    /// initialized, but for unions and fields of a value that is only borrowed.
    unsafe fn new(argument: Raw) -> Self;
}

impl<T> Argument<T> for T {
    unsafe fn new(argument: T) -> Self {
        argument
    }
}

/// A pointer to a value that a call reads: null, or readable for the call, and initialized as far as the call reads it.
#[derive(Clone, Copy)]
pub(crate) struct In<T>(*const T);

impl<T> Argument<*const T> for In<T> {
    unsafe fn new(argument: *const T) -> Self {
        Self(argument)
    }
}

// Many that the headers declare for writing are only read.
impl<T> Argument<*mut T> for In<T> {
    unsafe fn new(argument: *mut T) -> Self {
        Self(argument)
    }
}

impl<T: Copy> In<T> {
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Returns the value, unless the pointer is null.
    pub fn get(self) -> Option<T> {
        // SAFETY: it is null, or readable and initialized.
        unsafe { self.0.as_ref() }.copied()
    }

    /// Returns the value. The pointer must not be null.
    pub fn read(self) -> Result<T, CUresult> {
        self.get().ok_or(INVALID_VALUE)
    }

    /// Returns a reference to a value that has fields which the caller may leave unset. The pointer must not be null.
    pub fn borrow(&self) -> Result<&T, CUresult> {
        // SAFETY: it is null or readable.
        unsafe { self.0.as_ref() }.ok_or(INVALID_VALUE)
    }
}

impl In<c_char> {
    /// Returns the text, unless the pointer is null.
    pub fn text(&self) -> Option<&CStr> {
        // SAFETY: what isn't null is a null-terminated string, for the call.
        (!self.is_null()).then(|| unsafe { CStr::from_ptr(self.0) })
    }
}

/// A pointer to what a call writes: null, or writable for the call.
#[derive(Clone, Copy)]
pub(crate) struct Out<T>(*mut T);

impl<T> Argument<*mut T> for Out<T> {
    unsafe fn new(argument: *mut T) -> Self {
        Self(argument)
    }
}

impl<T> Out<T> {
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    pub fn not_null(&self) -> Outcome {
        if self.is_null() { Err(INVALID_VALUE) } else { Ok(()) }
    }

    /// Writes a value. The pointer must not be null.
    pub fn store(self, value: T) -> Outcome {
        // SAFETY: it is null or writable.
        unsafe { store(self.0, value) }
    }

    /// Writes a value, unless the pointer is null.
    pub fn store_optional(self, value: T) {
        // SAFETY: it is null or writable.
        unsafe { store_optional(self.0, value) }
    }
}

/// A pointer to a value that a call reads and writes.
#[derive(Clone, Copy)]
pub(crate) struct InOut<T> {
    pub input: In<T>,
    pub output: Out<T>,
}

impl<T> Argument<*mut T> for InOut<T> {
    unsafe fn new(argument: *mut T) -> Self {
        Self { input: In(argument), output: Out(argument) }
    }
}

/// Writes through a pointer that must not be null.
///
/// # Safety
/// `to` is null or writable.
pub(crate) unsafe fn store<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller guarantees that it is writable.
    unsafe { to.write(value) };
    Ok(())
}

/// Writes through a pointer, unless it is null.
///
/// # Safety
/// `to` is null or writable.
pub(crate) unsafe fn store_optional<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller guarantees that it is writable.
        unsafe { to.write(value) };
    }
}

/// Copies `text` to a buffer of `length` bytes, truncated and null-terminated.
///
/// # Safety
/// `to` is null or writable for `length` bytes.
pub(crate) unsafe fn store_text(to: *mut u8, length: usize, text: &[u8]) -> Outcome {
    if to.is_null() || length == 0 {
        return Err(INVALID_VALUE);
    }
    let count = text.len().min(length - 1);
    // SAFETY: the text and the terminator fit into `length`.
    unsafe {
        to.copy_from_nonoverlapping(text.as_ptr(), count);
        to.add(count).write(0);
    }
    Ok(())
}
