use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{CUmemPoolHandle_st, CUmemPoolProps, CUmemoryPool, CUresult};
use parking_lot::Mutex;

use super::error::{INVALID_VALUE, OUT_OF_MEMORY};
use super::handles::{Handles, Object};
use super::system::System;
use crate::memory::Kind;

/// A pool of stream-ordered memory. All pools take from the device's memory, when it is asked for.
#[derive(Debug)]
pub(super) struct Pool {
    pub handle: usize,
    /// Bytes that it may hold; 0 for all that there are.
    limit: u64,
    /// `CU_MEMPOOL_ATTR_RELEASE_THRESHOLD`, which is only remembered.
    pub release_threshold: AtomicU64,
    /// The three reuse policies, which are only remembered.
    pub reuse: [AtomicU64; 3],
    pub used_high: AtomicU64,
}

impl Object for Pool {
    type Raw = CUmemPoolHandle_st;
    const KIND: &'static str = "memory pool";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl Pool {
    fn new(handle: usize, limit: u64) -> Self {
        Self {
            handle,
            limit,
            release_threshold: AtomicU64::new(0),
            reuse: [const { AtomicU64::new(1) }; 3],
            used_high: AtomicU64::new(0),
        }
    }

    pub(super) fn raw(&self) -> CUmemoryPool {
        self.handle as CUmemoryPool
    }

    /// Bytes of it in use, as the real driver counts them.
    pub(super) fn used(&self, system: &System) -> u64 {
        let mine = system
            .memory
            .live()
            .into_iter()
            .filter(|a| a.kind == Kind::Pool(self.handle) && !a.released);
        mine.map(|allocation| allocation.size.next_multiple_of(512))
            .sum()
    }

    /// Allocates; 0 bytes are a null pointer.
    pub(super) fn allocate(
        &self,
        system: &System,
        bytes: usize,
        context: usize,
    ) -> Result<u64, CUresult> {
        if bytes == 0 {
            return Ok(0);
        }
        if self.limit != 0 && self.used(system).saturating_add(bytes as u64) > self.limit {
            return Err(OUT_OF_MEMORY);
        }
        let kind = Kind::Pool(self.handle);
        let address = system
            .memory
            .allocate(bytes as u64, 512, kind, context)
            .ok_or(OUT_OF_MEMORY)?;
        Ok(address)
    }
}

/// The pools: the device's own, and those that were created.
#[derive(Debug, Default)]
pub(super) struct Pools {
    live: Handles<Pool>,
    default: Mutex<Option<Arc<Pool>>>,
    current: Mutex<Option<Arc<Pool>>>,
}

impl Pools {
    /// The pools that were created.
    pub(super) fn live(&self) -> &Handles<Pool> {
        &self.live
    }

    pub(super) fn create(&self, properties: &CUmemPoolProps) -> Arc<Pool> {
        self.live
            .insert(|handle| Pool::new(handle, properties.maxSize as u64))
    }

    /// The device's own pool.
    pub(super) fn of_the_device(&self) -> Arc<Pool> {
        let make = || {
            // Its handle is a live one's no longer, so that it can't be destroyed.
            let pool = self.live.insert(|handle| Pool::new(handle, 0));
            let _ = self.live.remove(pool.raw());
            pool
        };
        self.default.lock().get_or_insert_with(make).clone()
    }

    /// The pool that allocations come from.
    pub(super) fn current(&self) -> Arc<Pool> {
        let current = self.current.lock().clone();
        current.unwrap_or_else(|| self.of_the_device())
    }

    pub(super) fn set_current(&self, pool: Arc<Pool>) {
        *self.current.lock() = Some(pool);
    }

    pub(super) fn get(&self, pool: CUmemoryPool) -> Result<Arc<Pool>, CUresult> {
        let default = self.of_the_device();
        if default.raw() == pool {
            Ok(default)
        } else {
            self.live.get(pool)
        }
    }

    /// Destroys a pool; what was allocated from it lives on until it is freed.
    pub(super) fn destroy(&self, pool: CUmemoryPool) -> Result<(), CUresult> {
        let pool = self.live.remove(pool)?;
        let mut current = self.current.lock();
        if current
            .as_ref()
            .is_some_and(|current| current.handle == pool.handle)
        {
            *current = None;
        }
        Ok(())
    }
}

impl Pool {
    /// Remembers the most that was in use.
    pub(super) fn note_use(&self, system: &System) -> (u64, u64) {
        let used = self.used(system);
        let high = self.used_high.fetch_max(used, Ordering::Relaxed).max(used);
        (used, high)
    }
}
