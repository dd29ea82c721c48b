//! Limits a program to one compilation at a time.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::entry::Key;

/// The programs that are being compiled, each by one thread.
#[derive(Debug, Default)]
pub struct Flights {
    flying: Mutex<HashMap<Key, ThreadId>>,
    landed: Arc<Condvar>,
}

/// A program that this thread compiles; others wait until it is dropped.
#[derive(Debug)]
pub struct Flight<'f> {
    flights: &'f Flights,
    key: Key,
}

impl Flights {
    /// Waits until no other thread compiles the program. `None` if this thread does, for example within NVRTC's
    /// callback.
    pub fn begin(&self, key: Key) -> Option<Flight<'_>> {
        let mut flying = self.lock();
        loop {
            match flying.get(&key) {
                None => break,
                Some(thread) if *thread == thread::current().id() => return None,
                Some(_) => {
                    flying = self.landed.wait(flying).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        flying.insert(key, thread::current().id());
        Some(Flight { flights: self, key })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, ThreadId>> {
        self.flying.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.flights.lock().remove(&self.key);
        self.flights.landed.notify_all();
    }
}
