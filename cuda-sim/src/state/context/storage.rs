use litemap::LiteMap;
use std::ffi::c_void;

use cuda_driver_sys::CUcontext;
use parking_lot::Mutex;

/// What is called with the context, the key and the value when the context ends.
pub(crate) type Destructor = unsafe extern "C" fn(CUcontext, *mut c_void, *mut c_void);

/// Values that a library keeps in contexts, by keys of its own.
#[derive(Debug, Default)]
pub(crate) struct ContextStorage(Mutex<LiteMap<ContextKey, StorageEntry>>);

/// A context and a key, whose values are addresses.
type ContextKey = (usize, usize);

#[derive(Debug, Clone, Copy)]
struct StorageEntry {
    value: usize,
    destructor: Option<Destructor>,
}

impl ContextStorage {
    /// Keeps a value, in place of one with the same key.
    pub(crate) fn put(
        &self,
        context: CUcontext,
        key: *mut c_void,
        value: *mut c_void,
        destructor: Option<Destructor>,
    ) {
        let stored = StorageEntry { value: value as usize, destructor };
        self.0.lock().insert((context as usize, key as usize), stored);
    }

    pub(crate) fn get(&self, context: CUcontext, key: *mut c_void) -> Option<*mut c_void> {
        let stored = self.0.lock().get(&(context as usize, key as usize)).copied();
        stored.map(|stored| stored.value as *mut c_void)
    }

    /// Removes a value without calling its destructor; returns whether there was one.
    pub(crate) fn remove(&self, context: CUcontext, key: *mut c_void) -> bool {
        self.0.lock().remove(&(context as usize, key as usize)).is_some()
    }

    /// Removes the values of a context that has ended, and calls their destructors, which may use this storage.
    pub(crate) fn end(&self, context: usize) {
        let ended: Vec<(ContextKey, StorageEntry)> = {
            let mut all = self.0.lock();
            let of_context = all.iter().filter(|(at, _)| at.0 == context);
            let ended: Vec<_> = of_context.map(|(at, stored)| (*at, *stored)).collect();
            ended.iter().for_each(|(place, _)| _ = all.remove(place));
            ended
        };
        for ((_, key), stored) in ended {
            if let Some(destructor) = stored.destructor {
                // SAFETY: who stored the value passed a function for it that may be called when its context ends.
                unsafe {
                    destructor(context as _, key as *mut c_void, stored.value as *mut c_void);
                }
            }
        }
    }
}
