//! Memory pools that were dropped, and are used again for new ones with the same properties.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::CUmemoryPool;

use crate::capture_mode::relaxed;
use crate::memory::{MemAccess, MemoryPool, PoolProperties};
use crate::{CuResult, Driver, MemAccessFlags, MemLocation};

struct Idle {
    driver: Driver,
    properties: PoolProperties,
    pool: MemoryPool,
}

static IDLE: Mutex<Vec<Idle>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Vec<Idle>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a pool for the next one with these properties: without memory, and without access from the places that were given
/// some. A pool for which that fails is destroyed.
pub(super) fn keep(pool: MemoryPool, properties: PoolProperties, given: &[MemLocation]) {
    let driver = pool.driver();
    if relaxed(driver.raw(), || empty(&pool, given)).is_ok() {
        lock().push(Idle {
            driver,
            properties,
            pool,
        });
    }
}

/// An unused pool with these properties, in the state of a new one. The caller owns it.
pub(super) fn take(driver: Driver, properties: &PoolProperties) -> Option<CUmemoryPool> {
    let is_like = |idle: &mut Idle| {
        idle.driver == driver && idle.properties == *properties && is_unused(idle)
    };
    let idle = lock().extract_if(.., is_like).next()?;
    if renew(&idle.pool).is_err() {
        lock().push(idle);
        return None;
    }
    idle.pool.into_raw().ok()
}

/// Whether all that was allocated from the pool has been freed.
fn is_unused(idle: &Idle) -> bool {
    idle.pool.used() == Ok(0)
}

/// Gives the memory back: at once, or where it is still to be freed, when that is done.
fn empty(pool: &MemoryPool, given: &[MemLocation]) -> Result<(), CuResult> {
    if !given.is_empty() {
        let none = |location: &MemLocation| MemAccess::new(*location, MemAccessFlags::NONE);
        pool.set_access(&given.iter().map(none).collect::<Vec<_>>())?;
    }
    pool.set_release_threshold(0)?;
    pool.trim(0)
}

/// Sets what can be set to what it is at first.
fn renew(pool: &MemoryPool) -> Result<(), CuResult> {
    pool.set_reuse_follow_event_dependencies(true)?;
    pool.set_reuse_allow_opportunistic(true)?;
    pool.set_reuse_allow_internal_dependencies(true)?;
    pool.reset_used_high()?;
    pool.reset_reserved_high()
}
