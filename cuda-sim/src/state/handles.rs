use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cuda_driver_sys::CUresult;
use parking_lot::RwLock;

use crate::state::error::INVALID_HANDLE;
use crate::state::thread_number::ThreadNumber;

/// An object behind a handle of the API.
pub(crate) trait Object: Any + Send + Sync {
    /// The target type of the C handle.
    type Raw;
    /// Its name in lists of living objects.
    const KIND: &'static str;
    /// The result of a call with an invalid handle.
    const INVALID: CUresult = INVALID_HANDLE;
    /// Whether a handle may become another object's at once; not if destroyed objects are still told apart by it. An H200's
    /// driver doesn't reuse it either, or not for long.
    const IS_REUSED: bool = true;
    /// The result of a call with the handle of an object that ended with its context.
    const ENDED: CUresult = Self::INVALID;

    /// Returns the handle of its context, or 0.
    fn context(&self) -> usize;
}

/// How many handles that other threads freed last a thread doesn't reuse, as an allocator's caches of threads.
const OF_OTHERS: usize = 64;
/// How many of the handles freed last, and first, are searched for one to reuse.
const SEARCHED: usize = 64;

/// Whether handles of destroyed objects become those of the next ones.
static REUSE: AtomicBool = AtomicBool::new(false);

/// Sets whether handles of destroyed objects become those of the next ones.
pub(crate) fn reuse(at_once: bool) {
    REUSE.store(at_once, Ordering::Relaxed);
}

/// Returns a new handle. Values are unique, also across kinds of objects, and never addresses.
pub(crate) fn next() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0x10_0000);
    NEXT.fetch_add(16, Ordering::Relaxed)
}

/// The living objects of one kind. Handles are looked up here, never dereferenced.
pub(crate) struct Handles<T> {
    /// A map of one type for all kinds, which is compiled once.
    live: RwLock<LiveObjects>,
    kind: PhantomData<fn() -> T>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self { live: RwLock::default(), kind: PhantomData }
    }
}

impl<T> fmt::Debug for Handles<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handles").field(&self.live).finish()
    }
}

impl<T: Object> Handles<T> {
    /// Inserts the object that `make` creates for a handle.
    pub(crate) fn insert(&self, make: impl FnOnce(usize) -> T) -> Arc<T> {
        self.add(|handle| Arc::new(make(handle)))
    }

    /// Inserts the object that `make` creates for a handle above `least`.
    pub(crate) fn insert_above(&self, least: usize, make: impl FnOnce(usize) -> T) -> Arc<T> {
        self.add_above(least, |handle| Arc::new(make(handle)))
    }

    /// Inserts the shared object that `make` creates for a handle.
    pub(crate) fn add(&self, make: impl FnOnce(usize) -> Arc<T>) -> Arc<T> {
        self.add_above(0, make)
    }

    fn add_above(&self, least: usize, make: impl FnOnce(usize) -> Arc<T>) -> Arc<T> {
        let free = REUSE.load(Ordering::Relaxed);
        let free = free.then(|| self.live.write().take_free(least)).flatten();
        let handle = free.unwrap_or_else(next);
        let object = make(handle);
        self.live.write().objects.insert(handle, object.clone());
        object
    }

    /// Inserts an object under an existing handle.
    pub(crate) fn restore(&self, handle: usize, object: Arc<T>) {
        self.live.write().objects.insert(handle, object);
    }

    /// Returns the object of a handle.
    pub(crate) fn get(&self, handle: *mut T::Raw) -> Result<Arc<T>, CUresult> {
        let live = self.live.read();
        let object = live.objects.get(&(handle as usize)).cloned();
        object.and_then(typed).ok_or_else(|| live.missing::<T>(handle as usize))
    }

    /// Removes the object, whose handle becomes invalid.
    pub(crate) fn remove(&self, handle: *mut T::Raw) -> Result<Arc<T>, CUresult> {
        let mut live = self.live.write();
        let object = live.remove(handle as usize, T::IS_REUSED);
        object.and_then(typed).ok_or_else(|| live.missing::<T>(handle as usize))
    }

    /// Lets the handle of a removed object become another one's.
    pub(crate) fn set_free(&self, handle: usize) {
        self.live.write().set_free(handle);
    }

    /// Removes all objects of a context.
    pub(crate) fn remove_of_context(&self, context: usize) -> Vec<Arc<T>> {
        let mut live = self.live.write();
        let mut removed = live.list::<T>();
        removed.retain(|(_, object)| object.context() == context);
        let remove = |(handle, object)| {
            live.remove(handle, T::IS_REUSED);
            if T::ENDED != T::INVALID {
                live.ended.insert(handle);
            }
            object
        };
        removed.into_iter().map(remove).collect()
    }

    /// Returns every living object with its handle.
    pub(crate) fn all(&self) -> Vec<(usize, Arc<T>)> {
        self.live.read().list()
    }
}

/// The objects by their handles; all of them have the same type.
#[derive(Debug, Default)]
struct LiveObjects {
    objects: BTreeMap<usize, Arc<dyn Any + Send + Sync>>,
    /// The handles of objects that ended with their context, of kinds that have a result for it.
    ended: BTreeSet<usize>,
    /// The handles to reuse, the last freed at the end, and the threads that destroyed their objects.
    free: Vec<(ThreadNumber, usize)>,
}

impl LiveObjects {
    /// Returns the result of a call with a handle without an object.
    fn missing<T: Object>(&self, handle: usize) -> CUresult {
        if self.ended.contains(&handle) { T::ENDED } else { T::INVALID }
    }

    fn remove(&mut self, handle: usize, is_reused: bool) -> Option<Arc<dyn Any + Send + Sync>> {
        let object = self.objects.remove(&handle)?;
        if is_reused {
            self.set_free(handle);
        }
        Some(object)
    }

    fn set_free(&mut self, handle: usize) {
        if REUSE.load(Ordering::Relaxed) {
            self.free.push((ThreadNumber::current(), handle));
        }
    }

    /// Returns the handle that the calling thread freed last, or one that another thread freed long ago, of those above
    /// `least`.
    fn take_free(&mut self, least: usize) -> Option<usize> {
        let this = ThreadNumber::current();
        let mut last = self.free.iter().enumerate().rev().take(SEARCHED);
        let last_handle = last.find(|(_, (thread, handle))| *thread == this && *handle > least);
        let place = last_handle.map(|freed| freed.0).or_else(|| {
            let old = self.free.len().saturating_sub(OF_OTHERS);
            let mut free = self.free.iter().take(old.min(SEARCHED));
            free.position(|(_, handle)| *handle > least)
        })?;
        Some(self.free.remove(place).1)
    }

    fn list<T: Object>(&self) -> Vec<(usize, Arc<T>)> {
        self.objects
            .iter()
            .filter_map(|(handle, object)| Some((*handle, typed(object.clone())?)))
            .collect()
    }
}

fn typed<T: Object>(object: Arc<dyn Any + Send + Sync>) -> Option<Arc<T>> {
    object.downcast().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_reuses_its_own_handles_and_those_that_others_freed_long_ago() {
        let mut live = LiveObjects::default();
        let this = ThreadNumber::current();
        let other = std::thread::spawn(ThreadNumber::current).join().unwrap();
        live.free = (1..=OF_OTHERS + 2).map(|handle| (other, handle)).collect();
        assert_eq!(live.take_free(1), Some(2));
        assert_eq!(live.take_free(1), None, "1 isn't above");
        live.free.push((this, 500));
        live.free.push((other, 600));
        assert_eq!(live.take_free(0), Some(500));
        assert_eq!(live.take_free(0), Some(1));
        assert_eq!(live.take_free(0), Some(3));
    }
}
