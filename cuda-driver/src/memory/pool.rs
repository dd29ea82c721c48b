mod idle;

use core::any::Any;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUmemoryPool, Symbol};

use crate::context::{Context, capture_mode::relaxed};
use crate::device::Device;
use crate::driver::{Driver, Raw};
use crate::error::{CuResult, DestroyError};
use crate::memory::{MemAccess, MemAccessFlags, MemAllocationType, MemLocation, PoolProperties};
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;
use crate::stream::free::without_pools;

/// A memory pool, from which [`Stream::alloc_from`] allocates. It belongs to a device, to the host, or to another
/// process.
///
/// Clones refer to the same object. Dropping the last clone returns the pool's memory to the system, once everything
/// allocated from it is freed, and keeps the pool itself to reuse it for the next one with the same properties. A pool
/// with [handle types](PoolProperties::handle_types) is kept too, but never reused, because other processes may have
/// imported it. The pool isn't destroyed, because driver 580.159.04 on an H200 sometimes crashes or hangs, also in a C
/// program, if one thread calls `cuMemPoolDestroy` while others use streams in whose order memory of the pool was freed,
/// even after waiting for them. Only pools with handle types from which nothing was allocated,
/// [imported](Context::import_pool) ones, which would keep memory of another process, and [adopted](Self::from_raw) ones are
/// destroyed when they are dropped; [`destroy`](Self::destroy) destroys any.
///
/// ```
/// # let device = cuda_sim::gpu_or_software()?.device(0)?;
/// let stream = device.primary_context()?.stream()?;
/// let pool = device.create_pool()?;
/// pool.set_release_threshold(u64::MAX)?; // keeps what is freed
/// let buffer = stream.alloc_from::<f32>(&pool, 1000)?;
/// assert!(pool.used()? >= 4000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MemoryPool {
    object: Arc<Object<PoolKind>>,
}

#[derive(Debug)]
struct PoolKind {
    driver: Driver,
    /// The device, if it is known.
    device: Option<Device>,
    when_dropped: WhenDropped,
    /// The locations that were given access.
    locations: Mutex<Vec<MemLocation>>,
    /// Whether the maximum of allocated bytes was reset, so that it doesn't tell whether anything was ever allocated.
    is_reset: AtomicBool,
}

/// What happens to a pool that this crate owns when it is dropped.
#[derive(Debug, Clone, Copy)]
enum WhenDropped {
    /// It is destroyed: the code that adopted it, or used its memory, guaranteed that this is possible.
    Destroy,
    /// It is emptied and kept, for a new one with these properties.
    Reuse(PoolProperties),
    /// It is emptied and kept, but never reused, because other processes may use it.
    Keep,
    /// Nothing: it is the default pool of a location.
    Default,
}

impl Device {
    /// Creates a memory pool on this device, which returns memory to the system according to its [release
    /// threshold](MemoryPool::set_release_threshold). [`Driver::create_pool`] creates pools of every kind.
    ///
    /// [`cuMemPoolCreate`](Raw::cuMemPoolCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolCreate")]
    #[inline]
    pub fn create_pool(self) -> Result<MemoryPool, CuResult> {
        self.driver().create_pool(&PoolProperties::new(self))
    }

    /// Returns the device's default memory pool, from which [`Stream::alloc`] and other libraries of the process
    /// allocate.
    ///
    /// By default, the driver's pools return all unused memory to the system at each synchronization; on an H200, an
    /// allocation of 256 MiB then takes 480 µs instead of 12. So the first [`Stream::alloc`] in a context changes the
    /// release threshold of this pool from 0, the driver's default, to an eighth of the device's
    /// memory: the pool keeps that much of what is freed, and other processes can have the rest. To
    /// choose yourself, set it, before or later:
    ///
    /// ```
    /// # let device = cuda_sim::gpu_or_software()?.device(0)?;
    /// device.default_pool()?.set_release_threshold(1 << 30)?; // 0 keeps nothing, `u64::MAX` everything
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A threshold that the program has set is never changed, and nothing is if another pool [was set](Self::set_pool) for
    /// the device. [`trim`](MemoryPool::trim) returns unused memory to the system at once.
    ///
    /// [`cuDeviceGetDefaultMemPool`](Raw::cuDeviceGetDefaultMemPool)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGetDefaultMemPool")]
    #[inline]
    pub fn default_pool(self) -> Result<MemoryPool, CuResult> {
        // SAFETY: the driver returned the device.
        let handle = unsafe { self.driver().raw().cuDeviceGetDefaultMemPool(self.as_raw()) }?;
        Ok(MemoryPool::default_one(self.driver(), Some(self), handle))
    }

    /// Returns the pool that [`Stream::alloc`] allocates from: the default one, unless another was
    /// [set](Self::set_pool).
    ///
    /// [`cuDeviceGetMemPool`](Raw::cuDeviceGetMemPool)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// The code that set the pool doesn't destroy it as long as the value and its clones live.
    #[doc(alias = "cuDeviceGetMemPool")]
    #[inline]
    pub unsafe fn pool(self) -> Result<MemoryPool, CuResult> {
        // SAFETY: the driver returned the device.
        let handle = unsafe { self.driver().raw().cuDeviceGetMemPool(self.as_raw()) }?;
        Ok(MemoryPool::new(self.driver(), Some(self), handle, Ownership::Borrowed))
    }

    /// Makes [`Stream::alloc`] and all other stream-ordered allocations in the process use `pool`, until another is
    /// set. The pool is then never destroyed, because there is no way to know when everything allocated from it is
    /// freed.
    ///
    /// [`cuDeviceSetMemPool`](Raw::cuDeviceSetMemPool)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool of another device, or another error of the driver.
    #[doc(alias = "cuDeviceSetMemPool")]
    #[inline]
    pub fn set_pool(self, pool: &MemoryPool) -> Result<(), CuResult> {
        let raw = self.driver().raw();
        pool.check_driver(raw, Symbol::cuDeviceSetMemPool)?;
        // SAFETY: device and pool are alive, and belong to one driver.
        unsafe { raw.cuDeviceSetMemPool(self.as_raw(), pool.as_raw()) }?;
        pool.keep_for_ever();
        Ok(())
    }
}

impl Driver {
    /// Creates a memory pool with these properties.
    ///
    /// [`cuMemPoolCreate`](Raw::cuMemPoolCreate)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for a location that doesn't exist or that the driver
    /// is too old for, `CUDA_ERROR_NOT_PERMITTED` (800) or `CUDA_ERROR_NOT_SUPPORTED` (801) for [handle
    /// types](PoolProperties::handle_types) that the machine doesn't support.
    #[doc(alias = "cuMemPoolCreate")]
    #[inline]
    pub fn create_pool(self, properties: &PoolProperties) -> Result<MemoryPool, CuResult> {
        let (when_dropped, reused) = if properties.is_private() {
            (WhenDropped::Reuse(*properties), idle::take(self, properties))
        } else {
            (WhenDropped::Keep, None)
        };
        let handle = match reused {
            Some(handle) => handle,
            None => {
                let raw = properties.as_raw();
                // SAFETY: the pointer is to live properties.
                unsafe { self.raw().cuMemPoolCreate(&raw const raw) }?
            }
        };
        let device = properties.device(self);
        Ok(MemoryPool::with(self, device, handle, Ownership::Owned, when_dropped))
    }

    /// Returns the default pool of a location for a kind of memory. Requires a driver of CUDA 13.0.
    ///
    /// [`cuMemGetDefaultMemPool`](Raw::cuMemGetDefaultMemPool)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemGetDefaultMemPool")]
    #[inline]
    pub fn default_pool(
        self,
        location: impl Into<MemLocation>,
        allocation_type: MemAllocationType,
    ) -> Result<MemoryPool, CuResult> {
        let location = location.into();
        let mut raw = location.as_raw();
        // SAFETY: the pointer is to a live location.
        let handle =
            unsafe { self.raw().cuMemGetDefaultMemPool(&raw mut raw, allocation_type.as_raw()) }?;
        let device = location.as_device(self);
        Ok(MemoryPool::default_one(self, device, handle))
    }

    /// Returns the pool that is set for a location and a kind of memory. Requires a driver of CUDA 13.0.
    ///
    /// [`cuMemGetMemPool`](Raw::cuMemGetMemPool)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// The code that set the pool doesn't destroy it as long as the value and its clones live.
    #[doc(alias = "cuMemGetMemPool")]
    #[inline]
    pub unsafe fn pool(
        self,
        location: impl Into<MemLocation>,
        allocation_type: MemAllocationType,
    ) -> Result<MemoryPool, CuResult> {
        let location = location.into();
        let mut raw = location.as_raw();
        // SAFETY: the pointer is to a live location.
        let handle = unsafe { self.raw().cuMemGetMemPool(&raw mut raw, allocation_type.as_raw()) }?;
        let device = location.as_device(self);
        Ok(MemoryPool::new(self, device, handle, Ownership::Borrowed))
    }

    /// Sets the pool for a location and a kind of memory, in the whole process, until another is set. The pool is then
    /// never destroyed, because there is no way to know when everything allocated from it is freed. Requires a driver
    /// of CUDA 13.0.
    ///
    /// [`cuMemSetMemPool`](Raw::cuMemSetMemPool)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool of another location or kind, or another error of the driver.
    #[doc(alias = "cuMemSetMemPool")]
    #[inline]
    pub fn set_pool(
        self,
        location: impl Into<MemLocation>,
        allocation_type: MemAllocationType,
        pool: &MemoryPool,
    ) -> Result<(), CuResult> {
        pool.check_driver(self.raw(), Symbol::cuMemSetMemPool)?;
        let mut location = location.into().as_raw();
        // SAFETY: the pool is alive and of this driver, and the pointer is to a live location.
        unsafe {
            self.raw().cuMemSetMemPool(&raw mut location, allocation_type.as_raw(), pool.as_raw())
        }?;
        pool.keep_for_ever();
        Ok(())
    }
}

impl MemoryPool {
    /// Returns the pool's driver.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        self.object.driver
    }

    /// Returns the pool's device; `None` for a pool of another location, and for one of another process, whose device
    /// is unknown.
    #[must_use]
    #[inline]
    pub fn device(&self) -> Option<Device> {
        self.object.device
    }

    /// Sets the access of other locations to the pool's memory, both existing and future allocations. Locations that
    /// aren't listed keep their access.
    ///
    /// [`cuMemPoolSetAccess`](Raw::cuMemPoolSetAccess)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_DEVICE` (101) for a device that isn't a peer of the pool's, and for revoking access from the
    /// pool's own device; or another error of the driver.
    #[doc(alias = "cuMemPoolSetAccess")]
    #[inline]
    pub fn set_access(&self, access: &[MemAccess]) -> Result<(), CuResult> {
        // SAFETY: the pool is alive.
        let result = unsafe {
            self.raw().cuMemPoolSetAccess(self.as_raw(), MemAccess::as_raw_slice(access))
        };
        for location in access.iter().map(|access| access.location()) {
            // If this fails for one location, others may already have access.
            let has_some =
                || self.access(location).is_ok_and(|access| access != MemAccessFlags::NONE);
            if result.is_ok() || has_some() {
                self.object.note_given(location);
            }
        }
        result
    }

    /// Returns the access of a location to the memory of the pool.
    ///
    /// [`cuMemPoolGetAccess`](Raw::cuMemPoolGetAccess)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAccess")]
    #[inline]
    pub fn access(&self, location: impl Into<MemLocation>) -> Result<MemAccessFlags, CuResult> {
        let mut location = location.into().as_raw();
        // SAFETY: the pool is alive, and the pointer is to a live location.
        unsafe { self.raw().cuMemPoolGetAccess(self.as_raw(), &raw mut location) }
            .map(MemAccessFlags::from_raw)
    }

    /// Returns unallocated memory to the system, until the pool holds `keep` bytes.
    ///
    /// [`cuMemPoolTrimTo`](Raw::cuMemPoolTrimTo)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolTrimTo")]
    #[inline]
    pub fn trim(&self, keep: usize) -> Result<(), CuResult> {
        // SAFETY: the pool is alive.
        unsafe { self.raw().cuMemPoolTrimTo(self.as_raw(), keep) }
    }

    /// Destroys the pool, which dropping it may not do: see [`MemoryPool`]. Memory allocated from it stays allocated.
    ///
    /// [`cuMemPoolDestroy`](Raw::cuMemPoolDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    ///
    /// # Safety
    /// During the call, no other thread uses a stream in whose order memory of the pool was freed, not even one whose
    /// work is over: the driver may crash or hang.
    #[doc(alias = "cuMemPoolDestroy")]
    #[inline]
    pub unsafe fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUmemoryPool {
        self.object.handle()
    }

    /// Takes ownership of a pool, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a pool of `device` that was created with `cuMemPoolCreate`.
    /// - No other code destroys it.
    /// - While the last clone is dropped, no other thread uses a stream in whose order memory of the pool was freed, as
    ///   for [`destroy`](Self::destroy).
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(device: Device, handle: CUmemoryPool) -> Self {
        Self::new(device.driver(), Some(device), handle, Ownership::Owned)
    }

    /// Borrows a pool that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` is a pool of `device` that outlives the value and its clones.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(device: Device, handle: CUmemoryPool) -> Self {
        Self::new(device.driver(), Some(device), handle, Ownership::Borrowed)
    }

    /// Uses a pool that other code owns, and keeps it alive through `owner`, which is dropped with the last clone.
    ///
    /// Memory that is allocated from the pool doesn't keep it alive. [`Device::set_pool`] keeps `owner` for ever.
    ///
    /// # Safety
    /// - `handle` is a pool of `device`, and lives until `owner` is dropped.
    /// - While `owner` is dropped, if that destroys the pool, no other thread uses a stream in whose order memory of the
    ///   pool was freed, as for [`destroy`](Self::destroy).
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(device: Device, handle: CUmemoryPool, owner: impl Any + Send) -> Self {
        let ownership = Ownership::foreign(owner);
        Self::new(device.driver(), Some(device), handle, ownership)
    }

    /// Releases ownership of the pool; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own the pool.
    #[inline]
    pub fn into_raw(self) -> Result<CUmemoryPool, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    pub(crate) fn new(
        driver: Driver,
        device: Option<Device>,
        handle: CUmemoryPool,
        ownership: Ownership,
    ) -> Self {
        Self::with(driver, device, handle, ownership, WhenDropped::Destroy)
    }

    fn default_one(driver: Driver, device: Option<Device>, handle: CUmemoryPool) -> Self {
        Self::with(driver, device, handle, Ownership::Borrowed, WhenDropped::Default)
    }

    /// Sets how many bytes the pool keeps at a synchronization before it returns memory to the system. For the [default
    /// pool](Device::default_pool) of a device, that replaces the choice of the first [`Stream::alloc`].
    ///
    /// [`cuMemPoolSetAttribute`](crate::driver::Raw::cuMemPoolSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolSetAttribute")]
    pub fn set_release_threshold(&self, bytes: u64) -> Result<(), CuResult> {
        if let (WhenDropped::Default, Some(device)) = (self.object.when_dropped, self.device()) {
            // 0 can't be told from the driver's default otherwise.
            let mut chosen = thresholds_chosen();
            if !chosen.contains(&device) {
                chosen.push(device);
            }
        }
        self.set_threshold(bytes)
    }

    #[inline]
    fn with(
        driver: Driver,
        device: Option<Device>,
        handle: CUmemoryPool,
        ownership: Ownership,
        when_dropped: WhenDropped,
    ) -> Self {
        let kind = PoolKind {
            driver,
            device,
            when_dropped,
            locations: Mutex::default(),
            is_reset: AtomicBool::new(false),
        };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<PoolKind>>) -> Self {
        Self { object }
    }

    /// Records that the maximum of allocated bytes is about to be reset.
    #[inline]
    pub(super) fn note_reset(&self) {
        self.object.is_reset.store(true, Ordering::Relaxed);
    }

    /// Makes sure that the pool is never destroyed.
    fn keep_for_ever(&self) {
        core::mem::forget(self.clone());
    }

    pub(crate) fn raw(&self) -> Raw {
        self.object.driver.raw()
    }

    /// Rejects the pool if it belongs to another driver, for which the handle is invalid.
    #[inline]
    fn check_driver(&self, raw: Raw, call: Symbol) -> Result<(), CuResult> {
        raw.check_same(self.raw(), call)
    }
}

impl PoolKind {
    /// Records locations with access beyond that of a new pool.
    #[inline]
    fn note_given(&self, location: MemLocation) {
        let WhenDropped::Reuse(properties) = self.when_dropped else {
            return;
        };
        let mut given = self.locations.lock().unwrap_or_else(PoisonError::into_inner);
        if location != properties.location() && !given.contains(&location) {
            given.push(location);
        }
    }
}

impl ObjectKind for PoolKind {
    type Handle = CUmemoryPool;

    unsafe fn destroy(&mut self, handle: CUmemoryPool) -> Result<(), CuResult> {
        let raw = self.driver.raw();
        // SAFETY: the caller gives up the pool.
        relaxed(raw, || unsafe { raw.cuMemPoolDestroy(handle) })
    }

    unsafe fn discard(&mut self, handle: CUmemoryPool) {
        let properties = match self.when_dropped {
            WhenDropped::Default => return,
            WhenDropped::Destroy => {
                // Errors are ignored; `destroy` returns them.
                // SAFETY: as for this function.
                let _ = unsafe { self.destroy(handle) };
                return;
            }
            WhenDropped::Reuse(properties) => Some(properties),
            WhenDropped::Keep => None,
        };
        let raw = self.driver.raw();
        let is_reset = *self.is_reset.get_mut();
        let given = core::mem::take(&mut self.locations);
        let given = given.into_inner().unwrap_or_else(PoisonError::into_inner);
        // The driver's pool is never destroyed, so nothing owns it from here on.
        let pool = MemoryPool::new(self.driver, self.device, handle, Ownership::Borrowed);
        let is_unused = || !is_reset && relaxed(raw, || pool.used_high()) == Ok(0);
        if properties.is_none() && is_unused() {
            // No stream has freed memory of it, so destroying it is safe. Errors are ignored.
            // SAFETY: as for this function; the borrowed pool isn't used afterwards.
            let _ = unsafe { self.destroy(handle) };
            return;
        }
        idle::keep(pool, properties, given);
    }
}

/// The part of a device's memory that its default pool keeps for later allocations: an eighth. With
/// a 32nd, on an H200, sorting and grouping a table of 1.6 GB took 2 to 5 ms longer, of 13 to 18,
/// because that much was exceeded.
const KEPT_PART: u64 = 8;

/// The devices for whose default pool the program chose the threshold.
fn thresholds_chosen() -> MutexGuard<'static, Vec<Device>> {
    static CHOSEN: Mutex<Vec<Device>> = Mutex::new(Vec::new());
    CHOSEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Stream {
    /// Ensures that the device's default pool keeps memory for later allocations, or that the program doesn't want that.
    #[inline]
    pub(super) fn prepare_pool(&self) -> Result<(), CuResult> {
        if self.context().is_pool_prepared() { Ok(()) } else { prepare_pool(self.context()) }
    }
}

#[cold]
fn prepare_pool(context: &Context) -> Result<(), CuResult> {
    // Otherwise, the first allocation in a capture would invalidate it.
    match relaxed(context.raw(), || keep_some(context.device())) {
        Err(error) if !without_pools(error) => Err(error),
        _ => {
            context.set_pool_prepared();
            Ok(())
        }
    }
}

/// Changes the threshold of the device's default pool from 0, unless the program chose it, or another pool.
fn keep_some(device: Device) -> Result<(), CuResult> {
    // Held, so that a choice of the program on another thread isn't overwritten.
    let chosen = thresholds_chosen();
    if chosen.contains(&device) {
        return Ok(());
    }
    let pool = device.default_pool()?;
    if pool.release_threshold()? != 0 {
        return Ok(());
    }
    // SAFETY: the driver returned the device. The handle is only compared.
    let current = unsafe { device.driver().raw().cuDeviceGetMemPool(device.as_raw()) }?;
    if current != pool.as_raw() {
        return Ok(());
    }
    pool.set_threshold(device.total_memory()? as u64 / KEPT_PART)
}
