use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{
    CUmemAccess_flags, CUmemPoolHandle_st, CUmemPoolProps, CUmemoryPool, CUresult,
};
use parking_lot::Mutex;

use super::error::{INVALID_DEVICE, INVALID_VALUE, OUT_OF_MEMORY};
use super::handles::{Handles, Object};
use super::system::System;
use crate::memory::{Kind, Owner};

/// Pools of the real driver reserve memory in steps of this.
pub(super) const RESERVED: u64 = 32 << 20;

/// A pool of stream-ordered memory. All pools of a device take from its memory, when it is asked for.
#[derive(Debug)]
pub(super) struct Pool {
    pub handle: usize,
    /// The number of the device whose memory it has.
    pub device: usize,
    /// What other devices may do with it, where that was said.
    access: Mutex<BTreeMap<usize, CUmemAccess_flags>>,
    /// Bytes that it may hold; 0 for all that there are.
    limit: u64,
    /// `CU_MEMPOOL_ATTR_RELEASE_THRESHOLD`.
    pub release_threshold: AtomicU64,
    /// The most bytes that were in use since the pool was last trimmed, and that it keeps up to the threshold.
    kept: AtomicU64,
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
    fn new(handle: usize, device: usize, limit: u64) -> Self {
        Self {
            handle,
            device,
            access: Mutex::default(),
            limit,
            release_threshold: AtomicU64::new(0),
            kept: AtomicU64::new(0),
            reuse: [const { AtomicU64::new(1) }; 3],
            used: AtomicU64::new(0),
            used_high: AtomicU64::new(0),
        }
    }

    /// The bytes that a driver's pool would hold, as if everything had just been synchronized: what is in use, and what
    /// was, up to the threshold.
    pub(super) fn reserved(&self) -> u64 {
        let threshold = self.release_threshold.load(Ordering::Relaxed);
        let kept = self.kept.load(Ordering::Relaxed).next_multiple_of(RESERVED);
        let used = self.used.load(Ordering::Relaxed).next_multiple_of(RESERVED);
        used.max(if kept <= threshold { kept } else { 0 })
    }

    /// Gives back what isn't in use, but for so many bytes.
    pub(super) fn trim(&self, keep: u64) {
        let used = self.used.load(Ordering::Relaxed);
        self.kept.fetch_min(used.max(keep), Ordering::Relaxed);
    }

    pub(super) fn raw(&self) -> CUmemoryPool {
        self.handle as CUmemoryPool
    }

    /// What a device may do with the pool's memory.
    pub(super) fn access_of(&self, device: usize) -> CUmemAccess_flags {
        let said = self.access.lock().get(&device).copied();
        match device == self.device {
            true => READ_WRITE,
            false => said.unwrap_or(CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE),
        }
    }

    pub(super) fn set_access(&self, device: usize, access: CUmemAccess_flags) {
        self.access.lock().insert(device, access);
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
            _ => {
                let owner = Owner {
                    context,
                    device: self.device,
                };
                system.memory.allocate(bytes as u64, 512, kind, owner)
            }
        };
        let Some(address) = address else {
            self.used.fetch_sub(counted, Ordering::Relaxed);
            return Err(OUT_OF_MEMORY);
        };
        self.used_high.fetch_max(used, Ordering::Relaxed);
        self.kept.fetch_max(used, Ordering::Relaxed);
        Ok(address)
    }
}

/// Full access to memory.
pub(super) const READ_WRITE: CUmemAccess_flags =
    CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

/// How much of a pool an allocation takes.
fn counted(bytes: u64) -> u64 {
    bytes.next_multiple_of(512)
}

/// The pools: the devices' own, and those that were created.
#[derive(Debug)]
pub(super) struct Pools {
    live: Handles<Pool>,
    /// By device.
    devices: Vec<PoolsOfDevice>,
}

#[derive(Debug)]
struct PoolsOfDevice {
    /// The device's own pool.
    own: Arc<Pool>,
    /// The pool that allocations come from, if that is another one.
    current: Mutex<Option<Arc<Pool>>>,
}

impl Pools {
    /// The pools that were created.
    pub(super) fn live(&self) -> &Handles<Pool> {
        &self.live
    }

    pub(super) fn new(devices: usize) -> Self {
        let live = Handles::default();
        let of_device = |device| {
            // Its handle is a live one's no longer, so that it can't be destroyed.
            let own = live.insert(|handle| Pool::new(handle, device, 0));
            let _ = live.remove(own.raw());
            PoolsOfDevice {
                own,
                current: Mutex::default(),
            }
        };
        let devices = (0..devices).map(of_device).collect();
        Self { live, devices }
    }

    pub(super) fn create(&self, device: usize, properties: &CUmemPoolProps) -> Arc<Pool> {
        self.live
            .insert(|handle| Pool::new(handle, device, properties.maxSize as u64))
    }

    fn of(&self, device: usize) -> Result<&PoolsOfDevice, CUresult> {
        self.devices.get(device).ok_or(INVALID_DEVICE)
    }

    /// A device's own pool.
    pub(super) fn of_the_device(&self, device: usize) -> Result<Arc<Pool>, CUresult> {
        Ok(self.of(device)?.own.clone())
    }

    /// The pool that allocations on a device come from.
    pub(super) fn current(&self, device: usize) -> Result<Arc<Pool>, CUresult> {
        let pools = self.of(device)?;
        let current = pools.current.lock().clone();
        Ok(current.unwrap_or_else(|| pools.own.clone()))
    }

    /// Makes allocations on a device come from a pool, which has to be of its memory.
    pub(super) fn set_current(&self, device: usize, pool: Arc<Pool>) -> Result<(), CUresult> {
        if pool.device != device {
            return Err(INVALID_VALUE);
        }
        *self.of(device)?.current.lock() = Some(pool);
        Ok(())
    }

    pub(super) fn get(&self, pool: CUmemoryPool) -> Result<Arc<Pool>, CUresult> {
        let mut own = self.devices.iter().map(|pools| &pools.own);
        match own.find(|own| own.raw() == pool) {
            Some(own) => Ok(own.clone()),
            None => self.live.get(pool),
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
        let is_gone = |current: &mut Arc<Pool>| current.handle == pool.handle;
        self.of(pool.device)?.current.lock().take_if(is_gone);
        Ok(())
    }
}
