//! Unsafe calls that return a `Result`.

use super::sys;
use crate::library::value;

crate::library::error!(CusparseError of cusparse cusparseStatus_t, CUSPARSE_STATUS_SUCCESS);

pub fn create() -> Result<sys::cusparseHandle_t, CusparseError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cusparseCreate(handle).result()) }
}

pub unsafe fn destroy(handle: sys::cusparseHandle_t) -> Result<(), CusparseError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusparseDestroy(handle) }.result()
}
