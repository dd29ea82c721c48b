use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver_sys::CUresult;
use parking_lot::RwLock;

use super::error::INVALID_HANDLE;

/// What a handle of the API stands for.
pub(super) trait Object: Send + Sync {
    /// What the C handle points to.
    type Raw;
    /// What it is called in lists of living objects.
    const KIND: &'static str;
    /// What a call returns that is given a handle of none.
    const INVALID: CUresult = INVALID_HANDLE;

    /// Returns the handle of the context that it belongs to, or 0.
    fn context(&self) -> usize;
}

/// Returns the next handle. No value is used twice, nor for two kinds of objects, and none is an address.
pub(super) fn next() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0x10_0000);
    NEXT.fetch_add(16, Ordering::Relaxed)
}

/// The living objects of one kind. A handle that isn't in the table is an error, never followed.
#[derive(Debug)]
pub(super) struct Handles<T> {
    live: RwLock<BTreeMap<usize, Arc<T>>>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self {
            live: RwLock::default(),
        }
    }
}

impl<T: Object> Handles<T> {
    /// Adds what `make` makes, which is told its handle.
    pub(super) fn insert(&self, make: impl FnOnce(usize) -> T) -> Arc<T> {
        self.add(|handle| Arc::new(make(handle)))
    }

    /// Adds what `make` makes and shares, which is told its handle.
    pub(super) fn add(&self, make: impl FnOnce(usize) -> Arc<T>) -> Arc<T> {
        let handle = next();
        let object = make(handle);
        self.live.write().insert(handle, object.clone());
        object
    }

    /// Adds an object that has a handle already.
    pub(super) fn restore(&self, handle: usize, object: Arc<T>) {
        self.live.write().insert(handle, object);
    }

    /// Returns the object of a handle.
    pub(super) fn get(&self, handle: *mut T::Raw) -> Result<Arc<T>, CUresult> {
        self.live
            .read()
            .get(&(handle as usize))
            .cloned()
            .ok_or(T::INVALID)
    }

    /// Takes the object out: its handle is invalid from now on.
    pub(super) fn remove(&self, handle: *mut T::Raw) -> Result<Arc<T>, CUresult> {
        self.live
            .write()
            .remove(&(handle as usize))
            .ok_or(T::INVALID)
    }

    /// Takes out all objects of a context.
    pub(super) fn remove_of_context(&self, context: usize) -> Vec<Arc<T>> {
        let mut live = self.live.write();
        let handles: Vec<usize> = live
            .iter()
            .filter(|(_, object)| object.context() == context)
            .map(|(h, _)| *h)
            .collect();
        handles
            .iter()
            .filter_map(|handle| live.remove(handle))
            .collect()
    }

    /// Returns every living object with its handle.
    pub(super) fn all(&self) -> Vec<(usize, Arc<T>)> {
        self.live
            .read()
            .iter()
            .map(|(handle, object)| (*handle, object.clone()))
            .collect()
    }
}
