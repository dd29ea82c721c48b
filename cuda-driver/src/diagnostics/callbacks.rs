use core::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::background::{drop_elsewhere, quietly};
use crate::driver::Raw;

/// The closures that callbacks of the driver call, by number.
///
/// The driver doesn't say when a callback that was unregistered has returned, nor whether it may yet begin. So the driver is
/// passed a number instead of a pointer, and a callback that comes late finds nothing.
pub(super) struct Callbacks<F>(Mutex<Registry<F>>);

struct Registry<F> {
    next: usize,
    /// By ascending number.
    all: Vec<(usize, Raw, Arc<F>)>,
}

impl<F> Registry<F> {
    fn position(&self, number: usize) -> Option<usize> {
        self.all.binary_search_by_key(&number, |entry| entry.0).ok()
    }
}

impl<F: Send + Sync + 'static> Callbacks<F> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Registry { next: 1, all: Vec::new() }))
    }

    fn lock(&self) -> MutexGuard<'_, Registry<F>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a closure, and returns its number.
    pub(super) fn add(&self, raw: Raw, function: F) -> usize {
        let mut registered = self.lock();
        let number = registered.next;
        registered.next += 1;
        registered.all.push((number, raw, Arc::new(function)));
        number
    }

    /// Removes a closure. If it is running, it is dropped when it returns, by a thread of this crate.
    pub(super) fn remove(&self, number: usize) {
        // Dropped after the lock is released, because what it captured may call this crate.
        let mut registered = self.lock();
        let removed = (registered.position(number)).map(|at| registered.all.remove(at));
        drop(registered);
        quietly(|| drop(removed));
    }

    /// Calls the closure of a number, if it is still there. Its panics are caught.
    pub(super) fn call(&self, number: usize, with: impl FnOnce(&F)) {
        let registered = self.lock();
        let Some(at) = registered.position(number) else {
            return;
        };
        let (_, raw, function) = registered.all[at].clone();
        drop(registered);
        quietly(|| with(&function));
        // It was removed meanwhile: what it captured may not call the driver here.
        if let Some(function) = Arc::into_inner(function) {
            drop_elsewhere(raw, function);
        }
    }
}

/// A number as the argument of a callback.
pub(super) const fn argument(number: usize) -> *mut c_void {
    core::ptr::without_provenance_mut(number)
}
