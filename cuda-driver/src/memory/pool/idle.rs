//! Dropped memory pools, which are reused for new ones with the same properties.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::CUmemoryPool;

use crate::context::capture_mode::relaxed;
use crate::driver::Driver;
use crate::error::CuResult;
use crate::memory::{MemAccess, MemAccessFlags, MemLocation, MemoryPool, PoolProperties};

struct IdlePool {
    driver: Driver,
    properties: PoolProperties,
    pool: MemoryPool,
    /// The locations with access, which they keep as long as the pool has memory that they may use.
    locations: Vec<MemLocation>,
}

static IDLE: Mutex<Vec<IdlePool>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Vec<IdlePool>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Empties a pool that nothing owns, and keeps it for the next one with these properties. A pool without properties, or
/// one that can't be emptied, is never used again. It isn't destroyed, because that may crash the driver.
pub(super) fn keep(
    pool: MemoryPool,
    properties: Option<PoolProperties>,
    locations: Vec<MemLocation>,
) {
    let driver = pool.driver();
    if relaxed(driver.raw(), || empty(&pool)).is_ok()
        && let Some(properties) = properties
    {
        lock().push(IdlePool { driver, properties, pool, locations });
    }
}

/// Returns an unused pool with these properties, in the state of a new one, which the caller then owns.
#[inline]
pub(super) fn take(driver: Driver, properties: &PoolProperties) -> Option<CUmemoryPool> {
    let is_like = |idle: &mut IdlePool| {
        idle.driver == driver && idle.properties == *properties && is_unused(idle)
    };
    let idle = lock().extract_if(.., is_like).next()?;
    if renew(&idle).is_err() {
        lock().push(idle);
        return None;
    }
    Some(idle.pool.as_raw())
}

/// Returns `true` if all memory of the pool has been freed and, if other locations have access, returned to the system,
/// so that they can't be using it.
#[inline]
fn is_unused(idle: &IdlePool) -> bool {
    let has_nothing = || idle.pool.trim(0).is_ok() && idle.pool.reserved() == Ok(0);
    idle.pool.used() == Ok(0) && (idle.locations.is_empty() || has_nothing())
}

/// Returns the memory to the system: now, or once allocations that are still in use are freed.
fn empty(pool: &MemoryPool) -> Result<(), CuResult> {
    pool.set_release_threshold(0)?;
    pool.trim(0)
}

/// Resets all settings to their initial values.
#[inline]
fn renew(IdlePool { pool, locations, .. }: &IdlePool) -> Result<(), CuResult> {
    for location in locations {
        // A location that the driver doesn't know has no access.
        if pool.access(*location).is_ok_and(|access| access != MemAccessFlags::NONE) {
            pool.set_access(&[MemAccess::new(*location, MemAccessFlags::NONE)])?;
        }
    }
    pool.set_reuse_follow_event_dependencies(true)?;
    pool.set_reuse_allow_opportunistic(true)?;
    pool.set_reuse_allow_internal_dependencies(true)?;
    pool.reset_used_high()?;
    pool.reset_reserved_high()
}
