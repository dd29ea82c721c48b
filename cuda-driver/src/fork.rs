//! Locks in a process that was forked from one whose other threads had them.

use std::process;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks what a drop may wait for. In a forked process, a thread that it doesn't have may have the lock for ever: then it
/// returns `None`.
pub(crate) fn lock_unless_forked<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(guard)) => Some(guard.into_inner()),
        Err(TryLockError::WouldBlock) if is_forked() => None,
        Err(TryLockError::WouldBlock) => Some(lock(mutex)),
    }
}

/// The process whose threads make driver calls with locks.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Notes that this process makes driver calls.
pub(crate) fn note_process() {
    PROCESS.get_or_init(process::id);
}

/// Returns `true` in a process that was forked from that one: it has none of the threads that may have a lock.
#[cold]
pub(crate) fn is_forked() -> bool {
    PROCESS.get().is_some_and(|own| *own != process::id())
}
