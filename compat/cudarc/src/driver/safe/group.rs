//! Memory and modules that are dropped while groups of NCCL's calls are open, whose work is submitted when the last of them ends: it is
//! freed then, after that work.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::uses::synchronize;
use super::{CudaContext, CudaStream};
use crate::driver::DriverError;

/// Frees memory, given the streams of the groups' work.
type DeferredFree = Box<dyn FnOnce(&[Arc<CudaStream>]) + Send>;

struct Groups {
    open: usize,
    streams: Vec<Arc<CudaStream>>,
    dropped: Vec<DeferredFree>,
}

static GROUPS: Mutex<Groups> =
    Mutex::new(Groups { open: 0, streams: Vec::new(), dropped: Vec::new() });

/// How many are open, so that nothing is locked where there are none.
static OPEN: AtomicUsize = AtomicUsize::new(0);

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn is_open() -> bool {
    OPEN.load(Ordering::Acquire) > 0
}

pub(crate) fn begin() {
    let mut groups = groups();
    groups.open += 1;
    OPEN.store(groups.open, Ordering::Release);
}

/// Notes that a group has work of a stream.
pub(crate) fn uses(stream: &Arc<CudaStream>) {
    let mut groups = groups();
    if groups.open > 0 && !groups.streams.iter().any(|open| Arc::ptr_eq(open, stream)) {
        groups.streams.push(stream.clone());
    }
}

/// Ends a group whose work was submitted.
pub(crate) fn end() {
    let mut groups = groups();
    groups.open = groups.open.saturating_sub(1);
    OPEN.store(groups.open, Ordering::Release);
    if groups.open > 0 {
        return;
    }
    let (streams, dropped) =
        (core::mem::take(&mut groups.streams), core::mem::take(&mut groups.dropped));
    drop(groups);
    dropped.into_iter().for_each(|free| free(&streams));
}

/// Drops a value when no group is open, and keeps it forever if the groups' work can't be waited for.
pub(super) fn drop_after<T: Send + 'static>(value: T, context: &Arc<CudaContext>) {
    if !is_open() {
        return drop(value);
    }
    let context = context.clone();
    free(Box::new(move |streams| match wait(streams) {
        Ok(()) => drop(value),
        error => {
            context.record_err(error);
            core::mem::forget(value);
        }
    }));
}

/// Waits for the groups' work.
fn wait(streams: &[Arc<CudaStream>]) -> Result<(), DriverError> {
    streams.iter().try_for_each(|stream| synchronize(stream))
}

/// Frees memory when no group is open.
pub(super) fn free(free: DeferredFree) {
    let mut groups = groups();
    match groups.open {
        0 => {
            drop(groups);
            free(&[]);
        }
        _ => groups.dropped.push(free),
    }
}
