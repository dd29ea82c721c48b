use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value that no panic leaves in a state that others may not see.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value that a shared reference gives no access to, so that threads may share it even if it isn't `Sync`.
pub(crate) struct Exclusive<T>(T);

// SAFETY: no method takes a shared reference and gives access to the value.
unsafe impl<T> Sync for Exclusive<T> {}

// For the same reason, a panic can't leave the value in a state that is seen afterwards.
impl<T> RefUnwindSafe for Exclusive<T> {}
impl<T> UnwindSafe for Exclusive<T> {}

impl<T> Exclusive<T> {
    #[inline]
    pub(crate) const fn new(value: T) -> Self {
        Self(value)
    }

    #[inline]
    pub(crate) const fn get_mut(&mut self) -> &mut T {
        &mut self.0
    }

    #[inline]
    pub(crate) fn into_inner(self) -> T {
        self.0
    }
}
