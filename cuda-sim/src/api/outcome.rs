//! What a call returns, and how it hands out more than that.

use cuda_driver_sys::CUresult;

use super::error::INVALID_VALUE;

/// What a call returns: nothing, or the code.
pub(super) type Outcome = Result<(), CUresult>;

/// Stores through a pointer of the caller's that must not be null.
///
/// # Safety
/// `to` is null or may be written.
pub(super) unsafe fn store<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller says that it may be written.
    unsafe { to.write(value) };
    Ok(())
}

/// Stores through a pointer of the caller's, unless it is null.
///
/// # Safety
/// `to` is null or may be written.
pub(super) unsafe fn store_if_asked<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller says that it may be written.
        unsafe { to.write(value) };
    }
}

/// Copies `text` to a buffer of `length` bytes, cut to fit, with a zero after it.
///
/// # Safety
/// `to` is null or may be written for `length` bytes.
pub(super) unsafe fn store_text(to: *mut u8, length: usize, text: &[u8]) -> Outcome {
    if to.is_null() || length == 0 {
        return Err(INVALID_VALUE);
    }
    let count = text.len().min(length - 1);
    // SAFETY: count and the zero after it fit into length.
    unsafe {
        to.copy_from_nonoverlapping(text.as_ptr(), count);
        to.add(count).write(0);
    }
    Ok(())
}
