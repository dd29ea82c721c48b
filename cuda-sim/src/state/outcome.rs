//! Results of calls, and output through pointers.

use cuda_driver_sys::CUresult;

use crate::state::error::INVALID_VALUE;

/// The result of a call: nothing, or the error code.
pub(crate) type Outcome = Result<(), CUresult>;

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
