//! The locks of `watch.rs`, which a test replaces.

pub use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
