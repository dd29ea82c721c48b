use core::fmt;
use core::ops::Deref;

use cuda_driver_sys::{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, CUDA_MEMCPY3D,
    CUDA_RESOURCE_DESC, CUdevResource, CUlaunchAttribute,
};

/// A value of the driver, such as a handle, that any thread may have and pass to the driver.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(crate) struct Opaque<T>(pub(crate) T);

/// A type of such values.
///
/// # Safety
/// The pointers in it, if any, are only numbers to this crate: the driver alone follows them, and no object of the
/// driver is bound to a thread.
pub(crate) unsafe trait DriverValue: Copy {}

// SAFETY: following a raw pointer is unsafe, so whoever does that has another reason for it.
unsafe impl<T> DriverValue for *mut T {}
// SAFETY: it isn't a pointer; some handles are such numbers.
unsafe impl DriverValue for u64 {}
// SAFETY: the pointers in it are handles and addresses, which only the driver follows.
unsafe impl DriverValue for CUDA_RESOURCE_DESC {}
// SAFETY: as above.
unsafe impl DriverValue for CUDA_MEMCPY3D {}
// SAFETY: as above.
unsafe impl DriverValue for CUdevResource {}
// SAFETY: as above.
unsafe impl DriverValue for CUlaunchAttribute {}
// SAFETY: as above.
unsafe impl DriverValue for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS {}
// SAFETY: as above.
unsafe impl DriverValue for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS {}

// SAFETY: the value is plain data, and the driver, which alone makes use of it, is thread-safe ("CUDA driver API is
// thread-safe"). `GraphLock` locks what it doesn't lock.
unsafe impl<T: DriverValue> Send for Opaque<T> {}
// SAFETY: as above.
unsafe impl<T: DriverValue> Sync for Opaque<T> {}

impl<T> Deref for Opaque<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

// Not for every type with `Debug`: it would be compiled for each type of handle.
impl<T> fmt::Debug for Opaque<*mut T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.cast::<()>().fmt(f)
    }
}

impl fmt::Debug for Opaque<u64> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
