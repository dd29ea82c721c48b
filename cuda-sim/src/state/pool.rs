use litemap::LiteMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{
    CUmemAccess_flags, CUmemAllocationType, CUmemPool_attribute, CUmemPoolHandle_st,
    CUmemPoolProps, CUmemoryPool, CUresult,
};
use parking_lot::Mutex;

use crate::memory::{Allocation, AllocationKind, Memory, Owner, SharedFile};
use crate::state::delay::Delays;
use crate::state::error::{INVALID_DEVICE, INVALID_VALUE, OUT_OF_MEMORY};
use crate::state::handles::{Handles, Object};
use crate::state::location::Location;

/// The granularity with which pools of the real driver reserve memory.
pub(crate) const RESERVED: u64 = 32 << 20;

/// A pool of stream-ordered memory. All pools of a device allocate from its memory on demand.
#[derive(Debug)]
pub(crate) struct Pool {
    pub handle: usize,
    pub location: Location,
    /// `CU_MEM_ALLOCATION_TYPE_PINNED` or `CU_MEM_ALLOCATION_TYPE_MANAGED`.
    pub allocation: CUmemAllocationType,
    /// The file of its memory, if other processes may use it.
    pub file: Option<Arc<SharedFile>>,
    /// Whether another process created it; this one doesn't allocate from it.
    pub is_imported: bool,
    /// The access of other devices, if it was set.
    access: Mutex<LiteMap<usize, CUmemAccess_flags>>,
    /// The maximum size in bytes; 0 for no limit.
    pub limit: u64,
    /// `CU_MEMPOOL_ATTR_RELEASE_THRESHOLD`.
    pub release_threshold: AtomicU64,
    /// The maximum number of bytes in use since the pool was last trimmed, which it keeps up to the threshold.
    retained: AtomicU64,
    /// The three reuse policies, which have no effect.
    pub reuse: [AtomicU64; 3],
    /// The number of bytes in use, and its maximum.
    pub used: AtomicU64,
    pub used_high: AtomicU64,
    /// The maximum number of bytes in use, from which the maximum reservation is computed.
    reserved_high: AtomicU64,
    /// Recently freed memory, and the id of the stream.
    freed: Mutex<VecDeque<(Allocation, u64)>>,
}

/// The maximum number of freed allocations that a pool remembers for reuse.
const REMEMBERED: usize = 256;

impl Object for Pool {
    type Raw = CUmemPoolHandle_st;
    const KIND: &'static str = "memory pool";
    const INVALID: CUresult = INVALID_VALUE;
    const IS_REUSED: bool = false;

    fn context(&self) -> usize {
        0
    }
}

impl Pool {
    fn new(handle: usize, location: Location, limit: u64) -> Self {
        Self {
            handle,
            location,
            allocation: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            file: None,
            is_imported: false,
            access: Mutex::default(),
            limit,
            release_threshold: AtomicU64::new(0),
            retained: AtomicU64::new(0),
            reuse: [const { AtomicU64::new(1) }; 3],
            used: AtomicU64::new(0),
            used_high: AtomicU64::new(0),
            reserved_high: AtomicU64::new(0),
            freed: Mutex::default(),
        }
    }

    /// Returns the maximum number of reserved bytes.
    pub(crate) fn reserved_high(&self) -> u64 {
        let high = self.reserved_high.load(Ordering::Relaxed);
        high.next_multiple_of(RESERVED).max(self.reserved())
    }

    /// Resets the maximum of bytes in use or reserved.
    pub(crate) fn reset_high(&self, attribute: CUmemPool_attribute) {
        let used = self.used.load(Ordering::Relaxed);
        let mark = match attribute {
            CUmemPool_attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH => &self.used_high,
            _ => &self.reserved_high,
        };
        mark.store(used, Ordering::Relaxed);
    }

    /// Returns the ordinal of the device with its memory.
    pub(crate) fn device(&self) -> Option<usize> {
        self.location.device()
    }

    /// Returns the bytes that a driver's pool would reserve right after a synchronization: those in use, and freed ones
    /// up to the threshold.
    pub(crate) fn reserved(&self) -> u64 {
        let threshold = self.release_threshold.load(Ordering::Relaxed);
        let retained = self.retained.load(Ordering::Relaxed).next_multiple_of(RESERVED);
        let used = self.used.load(Ordering::Relaxed).next_multiple_of(RESERVED);
        used.max(if retained <= threshold { retained } else { 0 })
    }

    /// Releases unused memory except for that many bytes.
    pub(crate) fn trim(&self, keep: u64) {
        let used = self.used.load(Ordering::Relaxed);
        self.retained.fetch_min(used.max(keep), Ordering::Relaxed);
    }

    /// Returns its properties, for C.
    pub(crate) fn properties(&self) -> CUmemPoolProps {
        // SAFETY: it is plain data, for which zero is valid.
        let mut properties: CUmemPoolProps = unsafe { core::mem::zeroed() };
        properties.allocType = self.allocation;
        properties.location = self.location.as_raw();
        properties.maxSize = self.limit as usize;
        properties
    }

    pub(crate) fn raw(&self) -> CUmemoryPool {
        self.handle as CUmemoryPool
    }

    /// Returns a device's access to the pool's memory.
    pub(crate) fn access_of(&self, device: usize) -> CUmemAccess_flags {
        let configured = self.access.lock().get(&device).copied();
        let is_pinned = self.allocation == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        if is_pinned && self.device() == Some(device) {
            READ_WRITE
        } else {
            configured.unwrap_or(CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE)
        }
    }

    pub(crate) fn set_access(&self, device: usize, access: CUmemAccess_flags) {
        self.access.lock().insert(device, access);
    }

    /// Allocates memory for the stream with a number, of this kind and owner; a null pointer for 0 bytes.
    pub(crate) fn allocate(
        &self,
        memory: &Memory,
        delays: &Delays,
        bytes: usize,
        stream: u64,
        (kind, owner): (AllocationKind, Owner),
    ) -> Result<u64, CUresult> {
        if bytes == 0 {
            return Ok(0);
        }
        if self.is_imported {
            return Err(INVALID_VALUE);
        }
        let counted = bytes as u64;
        let (add, order) = (|used: u64| used.checked_add(counted), Ordering::Relaxed);
        let before = self.used.fetch_update(order, order, add);
        let used = before.map_err(|_| OUT_OF_MEMORY)? + counted;
        let bytes = bytes as u64;
        let address = match (self.limit, &self.file) {
            (limit, _) if limit != 0 && used > limit => None,
            (_, Some(file)) => memory.allocate_in(file, None, bytes, kind, owner),
            (_, None) => self
                .freed_on(delays, stream, bytes)
                .and_then(|freed| memory.allocate_again(&freed, kind, owner))
                .or_else(|| memory.allocate(bytes, 512, kind, owner)),
        };
        let Some(address) = address else {
            self.used.fetch_sub(counted, Ordering::Relaxed);
            return Err(OUT_OF_MEMORY);
        };
        self.used_high.fetch_max(used, Ordering::Relaxed);
        self.reserved_high.fetch_max(used, Ordering::Relaxed);
        self.retained.fetch_max(used, Ordering::Relaxed);
        Ok(address)
    }

    /// Records that an allocation was freed on a stream, which may reuse its memory immediately.
    pub(crate) fn note_free(&self, allocation: &Allocation, stream: u64) {
        self.used.fetch_sub(allocation.size, Ordering::Relaxed);
        let mut freed = self.freed.lock();
        if freed.len() == REMEMBERED {
            freed.pop_front();
        }
        freed.push_back((*allocation, stream));
    }

    /// Returns memory of this size that was freed on a stream: the last, or any with delays.
    fn freed_on(&self, delays: &Delays, stream: u64, bytes: u64) -> Option<Allocation> {
        let mut freed = self.freed.lock();
        let places = freed.iter().enumerate().rev();
        let fits = places.filter(|(_, (freed, by))| freed.size == bytes && *by == stream);
        let fits: Vec<usize> = fits.map(|(place, _)| place).collect();
        let place = *fits.get(delays.choose(fits.len()))?;
        freed.remove(place).map(|(freed, _)| freed)
    }

    /// Returns the kind and owner of the pool's memory in a context, whose device counts memory of the host.
    pub(crate) fn kind(
        &self,
        context: usize,
        device_of_context: impl FnOnce() -> usize,
    ) -> (AllocationKind, Owner) {
        let kind = match (self.allocation, self.location) {
            (CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_MANAGED, _) => {
                AllocationKind::ManagedPool(self.handle)
            }
            (_, Location::Host | Location::HostNuma(_)) => AllocationKind::HostPool(self.handle),
            _ => AllocationKind::Pool(self.handle),
        };
        let device = self.device().unwrap_or_else(device_of_context);
        (kind, Owner { context, device })
    }
}

/// Read and write access to memory.
pub(crate) const READ_WRITE: CUmemAccess_flags =
    CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

/// The pools: the devices' own, and created ones.
#[derive(Debug)]
pub(crate) struct Pools {
    live: Handles<Pool>,
    /// By device.
    devices: Vec<PoolsOfDevice>,
    /// Those of other locations and kinds of memory, created on demand.
    locations: Mutex<Vec<Arc<PoolsOfDevice>>>,
}

#[derive(Debug)]
struct PoolsOfDevice {
    /// The device's own pool.
    default_pool: Arc<Pool>,
    /// The pool for allocations, if it is another one.
    current: Mutex<Option<Arc<Pool>>>,
}

impl Pools {
    /// Returns the created pools.
    pub(crate) fn live(&self) -> &Handles<Pool> {
        &self.live
    }

    pub(crate) fn new(devices: usize) -> Self {
        let live = Handles::default();
        let of_device = |device| {
            // Its handle isn't in the table, so that it can't be destroyed.
            let default_pool = live.insert(|handle| Pool::new(handle, Location::Device(device), 0));
            let _ = live.remove(default_pool.raw());
            PoolsOfDevice { default_pool, current: Mutex::default() }
        };
        let devices = (0..devices).map(of_device).collect();
        Self { live, devices, locations: Mutex::default() }
    }

    pub(crate) fn create(
        &self,
        location: Location,
        properties: &CUmemPoolProps,
        file: Option<Arc<SharedFile>>,
    ) -> Arc<Pool> {
        let limit = (properties.maxSize as u64).checked_next_multiple_of(RESERVED);
        self.live.insert(|handle| Pool {
            allocation: properties.allocType,
            file,
            ..Pool::new(handle, location, limit.unwrap_or(0))
        })
    }

    /// Imports a pool of another process.
    pub(crate) fn import(&self, location: Location, file: Arc<SharedFile>) -> Arc<Pool> {
        self.live.insert(|handle| Pool {
            file: Some(file),
            is_imported: true,
            ..Pool::new(handle, location, 0)
        })
    }

    fn of(&self, device: usize) -> Result<&PoolsOfDevice, CUresult> {
        self.devices.get(device).ok_or(INVALID_DEVICE)
    }

    /// Returns a device's own pool.
    pub(crate) fn of_the_device(&self, device: usize) -> Result<Arc<Pool>, CUresult> {
        Ok(self.of(device)?.default_pool.clone())
    }

    /// Returns the pools of a location or kind of memory other than a device's own.
    fn elsewhere(&self, location: Location, allocation: CUmemAllocationType) -> Arc<PoolsOfDevice> {
        let mut locations = self.locations.lock();
        let is_of_location = |pools: &&Arc<PoolsOfDevice>| {
            pools.default_pool.location == location && pools.default_pool.allocation == allocation
        };
        if let Some(pools) = locations.iter().find(is_of_location) {
            return pools.clone();
        }
        let pool = self.live.insert(|handle| Pool { allocation, ..Pool::new(handle, location, 0) });
        let _ = self.live.remove(pool.raw());
        let pools = Arc::new(PoolsOfDevice { default_pool: pool, current: Mutex::default() });
        locations.push(pools.clone());
        pools
    }

    /// Returns the default and the current pool of a location other than a device.
    pub(crate) fn of_location(
        &self,
        location: Location,
        allocation: CUmemAllocationType,
    ) -> (Arc<Pool>, Arc<Pool>) {
        let pools = self.elsewhere(location, allocation);
        let current = pools.current.lock().clone();
        (pools.default_pool.clone(), current.unwrap_or_else(|| pools.default_pool.clone()))
    }

    /// Sets the current pool of a location other than a device; the pool must be of that location.
    pub(crate) fn set_of_location(
        &self,
        location: Location,
        allocation: CUmemAllocationType,
        pool: Arc<Pool>,
    ) -> Result<(), CUresult> {
        if pool.location != location || pool.allocation != allocation || pool.is_imported {
            return Err(INVALID_VALUE);
        }
        *self.elsewhere(location, allocation).current.lock() = Some(pool);
        Ok(())
    }

    /// Returns the current pool of a device.
    pub(crate) fn current(&self, device: usize) -> Result<Arc<Pool>, CUresult> {
        let pools = self.of(device)?;
        let current = pools.current.lock().clone();
        Ok(current.unwrap_or_else(|| pools.default_pool.clone()))
    }

    /// Sets the current pool of a device; the pool must be of its memory.
    pub(crate) fn set_current(&self, device: usize, pool: Arc<Pool>) -> Result<(), CUresult> {
        let is_pinned = pool.allocation == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        if pool.device() != Some(device) || !is_pinned || pool.is_imported {
            return Err(INVALID_VALUE);
        }
        *self.of(device)?.current.lock() = Some(pool);
        Ok(())
    }

    pub(crate) fn get(&self, pool: CUmemoryPool) -> Result<Arc<Pool>, CUresult> {
        let mut default_pools = self.devices.iter().map(|pools| &pools.default_pool);
        match default_pools.find(|default_pool| default_pool.raw() == pool) {
            Some(default_pools) => Ok(default_pools.clone()),
            None => {
                let locations = self.locations.lock();
                let device_pools = locations.iter().find(|pools| pools.default_pool.raw() == pool);
                match device_pools {
                    Some(pools) => Ok(pools.default_pool.clone()),
                    None => self.live.get(pool),
                }
            }
        }
    }

    /// Counts the end of an allocation of the pool with this handle. Destroyed pools don't count.
    pub(crate) fn note_end(&self, pool: usize, bytes: u64) {
        if let Ok(pool) = self.get(pool as CUmemoryPool)
            && !pool.is_imported
        {
            pool.used.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// Destroys a pool; its allocations live until they are freed.
    pub(crate) fn destroy(&self, pool: CUmemoryPool) -> Result<(), CUresult> {
        let pool = self.live.remove(pool)?;
        let is_gone = &|current: &mut Arc<Pool>| current.handle == pool.handle;
        for pools in &self.devices {
            pools.current.lock().take_if(is_gone);
        }
        for pools in &*self.locations.lock() {
            pools.current.lock().take_if(is_gone);
        }
        Ok(())
    }
}
