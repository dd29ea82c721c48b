use std::sync::{Arc, Mutex, PoisonError};

use cuda_driver_sys::{CUmemoryPool, CUresult, Symbol};

use crate::handle::{DestroyError, Handle, destroy_shared};
use crate::memory::owner::without_pools;
use crate::memory::{MemAccess, PoolProperties, idle_pools};
use crate::{
    Context, CuResult, Device, Driver, MemAccessFlags, MemAllocationType, MemLocation, Raw, Stream,
};

/// A memory pool, from which [`Stream::alloc_from`] allocates: of a device, of the host, or of another process.
///
/// Cloning shares it. Dropping the last clone gives the pool's memory back, once all that was allocated from it is freed, and
/// keeps the pool itself for the next one that is created with the same properties. It isn't destroyed, for the driver of an
/// H200 (580.159.04) crashes or hangs now and then, in a program in C, too, where one thread calls `cuMemPoolDestroy` and
/// others use streams in whose order memory of the pool was freed, even if that was waited for. Only pools that other
/// processes may use, and those that were [taken over](Self::from_raw), are destroyed.
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
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    handle: CUmemoryPool,
    driver: Driver,
    /// Where it is known to be of a device.
    device: Option<Device>,
    owned: bool,
    /// What a pool that is kept when it is dropped was created with.
    properties: Option<PoolProperties>,
    /// The places that were given access.
    given: Mutex<Vec<MemLocation>>,
}

// SAFETY: a pool is no thread's, and the driver locks what needs locking.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl Device {
    /// Creates a memory pool of its own, which gives memory back to the system as its
    /// [release threshold](MemoryPool::set_release_threshold) says. [`Driver::create_pool`] makes pools of every kind.
    ///
    /// [`cuMemPoolCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g8aa4c143dbc20293659cd883232b95f2)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolCreate")]
    #[inline]
    pub fn create_pool(self) -> Result<MemoryPool, CuResult> {
        self.driver().create_pool(&PoolProperties::new(self))
    }

    /// The device's default memory pool, from which [`Stream::alloc`] and other libraries of the process allocate.
    ///
    /// A pool that isn't used by anybody else gives unused memory back at each synchronization, unless its release
    /// threshold is raised; on an H200 an allocation of 256 MiB then takes 480 µs instead of 12. So the first
    /// [`Stream::alloc`] in a context raises a threshold of 0, the driver's own, to the greatest. A program that sets
    /// another one before keeps it; [`trim`](MemoryPool::trim) gives memory back.
    ///
    /// [`cuDeviceGetDefaultMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gc8bca3c97a78816303b8aa5773b741f2)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDeviceGetDefaultMemPool")]
    #[inline]
    pub fn default_pool(self) -> Result<MemoryPool, CuResult> {
        // SAFETY: the device is the driver's own.
        let handle = unsafe { self.driver().raw().cuDeviceGetDefaultMemPool(self.as_raw()) }?;
        Ok(MemoryPool::new(self.driver(), Some(self), handle, false))
    }

    /// The pool that [`Stream::alloc`] allocates from: the default one, unless somebody has [set](Self::set_pool) another.
    ///
    /// [`cuDeviceGetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gdf186e9559d53a5eb18e572d48c1121b)
    ///
    /// # Errors
    /// What the driver answers.
    ///
    /// # Safety
    /// Whoever set the pool doesn't destroy it as long as the value and its clones live.
    #[doc(alias = "cuDeviceGetMemPool")]
    #[inline]
    pub unsafe fn pool(self) -> Result<MemoryPool, CuResult> {
        // SAFETY: the device is the driver's own.
        let handle = unsafe { self.driver().raw().cuDeviceGetMemPool(self.as_raw()) }?;
        Ok(MemoryPool::new(self.driver(), Some(self), handle, false))
    }

    /// Lets [`Stream::alloc`], and whoever else allocates in the stream's order, allocate from `pool`, in the whole process
    /// and until another is set. The pool is never destroyed then, for there is no telling when all that was allocated from it is freed.
    ///
    /// [`cuDeviceSetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g4f2f276b84d9c2eaefdc76d6274db4a0)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool of another device, or what else the driver answers.
    #[doc(alias = "cuDeviceSetMemPool")]
    #[inline]
    pub fn set_pool(self, pool: &MemoryPool) -> Result<(), CuResult> {
        let raw = self.driver().raw();
        pool.check_driver(raw, Symbol::cuDeviceSetMemPool)?;
        // SAFETY: device and pool are alive, and of one driver.
        unsafe { raw.cuDeviceSetMemPool(self.as_raw(), pool.as_raw()) }?;
        pool.keep_for_ever();
        Ok(())
    }
}

impl Driver {
    /// Creates a memory pool with these properties.
    ///
    /// [`cuMemPoolCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g8aa4c143dbc20293659cd883232b95f2)
    ///
    /// # Errors
    /// What the driver answers: `CUDA_ERROR_INVALID_VALUE` (1) for a place that doesn't exist or that the driver is too old
    /// for, `CUDA_ERROR_NOT_PERMITTED` (800) or `CUDA_ERROR_NOT_SUPPORTED` (801) for [handle
    /// types](PoolProperties::handle_types) that the machine hasn't got.
    #[doc(alias = "cuMemPoolCreate")]
    #[inline]
    pub fn create_pool(self, properties: &PoolProperties) -> Result<MemoryPool, CuResult> {
        let kept = properties.is_private().then_some(*properties);
        let handle = match kept.and_then(|properties| idle_pools::take(self, &properties)) {
            Some(handle) => handle,
            None => {
                let raw = properties.as_raw();
                // SAFETY: the pointer is to live properties.
                unsafe { self.raw().cuMemPoolCreate(&raw const raw) }?
            }
        };
        let device = properties.device(self);
        Ok(MemoryPool::with(self, device, handle, true, kept))
    }

    /// The default pool of a place for a kind of memory. Needs a driver of 13.0.
    ///
    /// [`cuMemGetDefaultMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gfe5111eb15c977cd8d87132ff481072f)
    ///
    /// # Errors
    /// What the driver answers.
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
        let handle = unsafe {
            self.raw()
                .cuMemGetDefaultMemPool(&raw mut raw, allocation_type.as_raw())
        }?;
        let device = location.as_device(self);
        Ok(MemoryPool::new(self, device, handle, false))
    }

    /// The pool that is set for a place and a kind of memory. Needs a driver of 13.0.
    ///
    /// [`cuMemGetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g5283d28ee187477e1a2b06fd731ec575)
    ///
    /// # Errors
    /// What the driver answers.
    ///
    /// # Safety
    /// Whoever set the pool doesn't destroy it as long as the value and its clones live.
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
        let handle = unsafe {
            self.raw()
                .cuMemGetMemPool(&raw mut raw, allocation_type.as_raw())
        }?;
        let device = location.as_device(self);
        Ok(MemoryPool::new(self, device, handle, false))
    }

    /// Sets the pool for a place and a kind of memory, in the whole process and until another is set. The pool is never
    /// destroyed then, for there is no telling when all that was allocated from it is freed. Needs a driver of 13.0.
    ///
    /// [`cuMemSetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g779e76c810c5f088210ea907730e17c9)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool of another place or kind, or what else the driver answers.
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
            self.raw()
                .cuMemSetMemPool(&raw mut location, allocation_type.as_raw(), pool.as_raw())
        }?;
        pool.keep_for_ever();
        Ok(())
    }
}

impl MemoryPool {
    pub(super) fn new(
        driver: Driver,
        device: Option<Device>,
        handle: CUmemoryPool,
        owned: bool,
    ) -> Self {
        Self::with(driver, device, handle, owned, None)
    }

    /// A pool that is kept for later when it is dropped, if these are its properties.
    fn with(
        driver: Driver,
        device: Option<Device>,
        handle: CUmemoryPool,
        owned: bool,
        properties: Option<PoolProperties>,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                driver,
                device,
                owned,
                properties,
                given: Mutex::default(),
            }),
        }
    }

    /// Takes over a pool: it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a pool of `device` that was created with `cuMemPoolCreate`.
    /// - Nobody else destroys it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(device: Device, handle: CUmemoryPool) -> Self {
        Self::new(device.driver(), Some(device), handle, true)
    }

    /// Uses somebody else's pool: it is never destroyed by this crate.
    ///
    /// # Safety
    /// `handle` is a pool of `device` that lives longer than the value and its clones.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(device: Device, handle: CUmemoryPool) -> Self {
        Self::new(device.driver(), Some(device), handle, false)
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUmemoryPool {
        self.inner.handle
    }

    /// Gives the pool away: the caller destroys it.
    ///
    /// # Errors
    /// The value, where clones of it live, or the pool isn't this crate's to give.
    #[inline]
    pub fn into_raw(self) -> Result<CUmemoryPool, Self> {
        crate::handle::give_away(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    /// The driver that the pool is of.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        self.inner.driver
    }

    /// The device that the pool is of; `None` for a pool of another place, and for one of another process, which doesn't tell.
    #[must_use]
    #[inline]
    pub fn device(&self) -> Option<Device> {
        self.inner.device
    }

    /// Sets what other places than the pool's own may do with its memory, what is allocated and what will be: those that aren't
    /// named keep what they have.
    ///
    /// [`cuMemPoolSetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gff3ce33e252443f4b087b94e42913406)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_DEVICE` (101) for a device that is no peer of the pool's, and for taking access from the pool's own
    /// device; or what else the driver answers.
    #[doc(alias = "cuMemPoolSetAccess")]
    #[inline]
    pub fn set_access(&self, access: &[MemAccess]) -> Result<(), CuResult> {
        // SAFETY: the pool is alive.
        let result = unsafe {
            self.raw()
                .cuMemPoolSetAccess(self.as_raw(), MemAccess::as_raw_slice(access))
        };
        for location in access.iter().map(|access| access.location()) {
            // Where it fails because of one, others may have it.
            let has_some = || {
                self.access(location)
                    .is_ok_and(|access| access != MemAccessFlags::NONE)
            };
            if result.is_ok() || has_some() {
                self.inner.note_given(location);
            }
        }
        result
    }

    /// What a place may do with the memory of the pool.
    ///
    /// [`cuMemPoolGetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g838f28fd535a1cbd06c5f7fe0edbdcc7)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolGetAccess")]
    #[inline]
    pub fn access(&self, location: impl Into<MemLocation>) -> Result<MemAccessFlags, CuResult> {
        let mut location = location.into().as_raw();
        // SAFETY: the pool is alive, and the pointer is to a live location.
        unsafe {
            self.raw()
                .cuMemPoolGetAccess(self.as_raw(), &raw mut location)
        }
        .map(MemAccessFlags::from_raw)
    }

    /// Gives memory that isn't allocated back to the system, until the pool holds `keep` bytes.
    ///
    /// [`cuMemPoolTrimTo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g9c7e267e3460945b0ca76c48314bb669)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolTrimTo")]
    #[inline]
    pub fn trim(&self, keep: usize) -> Result<(), CuResult> {
        // SAFETY: the pool is alive.
        unsafe { self.raw().cuMemPoolTrimTo(self.as_raw(), keep) }
    }

    /// Destroys the pool, which dropping doesn't. Memory allocated from it stays allocated.
    ///
    /// While other threads use the same streams, the driver may crash or hang: see [`MemoryPool`].
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones of it live.
    #[doc(alias = "cuMemPoolDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }

    /// Never destroys the pool.
    fn keep_for_ever(&self) {
        core::mem::forget(self.clone());
    }

    pub(super) fn raw(&self) -> Raw {
        self.inner.driver.raw()
    }

    /// Refuses to give the pool to another driver than its own, which knows nothing of the handle.
    fn check_driver(&self, raw: Raw, call: Symbol) -> Result<(), CuResult> {
        match self.raw() == raw {
            true => Ok(()),
            false => raw.check(call, CUresult::CUDA_ERROR_INVALID_HANDLE),
        }
    }
}

impl Handle for Inner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        // SAFETY: the pool is this value's own, and destroyed once.
        unsafe { self.driver.raw().cuMemPoolDestroy(self.handle) }
    }
}

impl Inner {
    /// Notes who has access that a new pool's memory doesn't give.
    fn note_given(&self, location: MemLocation) {
        let Some(properties) = self.properties else {
            return;
        };
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if location != properties.location() && !given.contains(&location) {
            given.push(location);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(properties) = self.properties
            && core::mem::take(&mut self.owned)
        {
            let given = core::mem::take(&mut self.given);
            let given = given.into_inner().unwrap_or_else(PoisonError::into_inner);
            let pool = MemoryPool::new(self.driver, self.device, self.handle, true);
            return idle_pools::keep(pool, properties, given);
        }
        // Errors are for `destroy` to return.
        let _ = self.release();
    }
}

impl Stream {
    /// Sees to it that the device's default pool keeps memory for later allocations.
    #[inline]
    pub(super) fn prepare_pool(&self) -> Result<(), CuResult> {
        if self.context().is_pool_prepared() {
            Ok(())
        } else {
            prepare_pool(self.context())
        }
    }
}

#[cold]
fn prepare_pool(context: &Context) -> Result<(), CuResult> {
    let raised = context.device().default_pool().and_then(|pool| {
        if pool.release_threshold()? == 0 {
            pool.set_release_threshold(u64::MAX)?;
        }
        Ok(())
    });
    match raised {
        Err(error) if !without_pools(error) => Err(error),
        _ => {
            context.set_pool_prepared();
            Ok(())
        }
    }
}
