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
    /// Bytes in use, and the most that ever were.
    pub used: AtomicU64,
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
            used: AtomicU64::new(0),
            used_high: AtomicU64::new(0),
        }
    }

    pub(super) fn raw(&self) -> CUmemoryPool {
        self.handle as CUmemoryPool
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
        let counted = counted(bytes as u64);
        let used = self.used.fetch_add(counted, Ordering::Relaxed) + counted;
        let kind = Kind::Pool(self.handle);
        let address = match self.limit {
            limit if limit != 0 && used > limit => None,
            _ => system.memory.allocate(bytes as u64, 512, kind, context),
        };
        let Some(address) = address else {
            self.used.fetch_sub(counted, Ordering::Relaxed);
            return Err(OUT_OF_MEMORY);
        };
        self.used_high.fetch_max(used, Ordering::Relaxed);
        Ok(address)
    }
}

/// How much of a pool an allocation takes.
fn counted(bytes: u64) -> u64 {
    bytes.next_multiple_of(512)
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

    /// Counts an allocation of the pool with this handle as ended. Of a destroyed pool nobody asks.
    pub(super) fn note_end(&self, pool: usize, bytes: u64) {
        if let Ok(pool) = self.get(pool as CUmemoryPool) {
            pool.used.fetch_sub(counted(bytes), Ordering::Relaxed);
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
