use core::ffi::c_void;
use std::sync::Arc;

use cuda_driver_sys::{
    CUmemAllocationType, CUmemLocation, CUmemLocation_v1_id, CUmemLocationType,
    CUmemPool_attribute, CUmemPoolProps, CUmemoryPool,
};

use crate::handle::{DestroyError, Handle, destroy_shared};
use crate::memory::owner::without_pools;
use crate::{Context, CuResult, Device, Stream};

/// A memory pool of a device, from which [`Stream::alloc_from`] allocates.
///
/// Cloning shares it.
#[derive(Debug, Clone)]
pub struct MemoryPool {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    handle: CUmemoryPool,
    device: Device,
    owned: bool,
}

// SAFETY: a pool is no thread's, and the driver locks what needs locking.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl Device {
    /// Creates a memory pool of its own, which gives memory back to the system as its
    /// [release threshold](MemoryPool::set_release_threshold) says.
    ///
    /// [`cuMemPoolCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g8aa4c143dbc20293659cd883232b95f2)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolCreate")]
    pub fn create_pool(self) -> Result<MemoryPool, CuResult> {
        let properties = CUmemPoolProps {
            allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            location: CUmemLocation {
                type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
                id: CUmemLocation_v1_id { id: self.as_raw() },
            },
            ..CUmemPoolProps::default()
        };
        // SAFETY: the pointer is to live properties.
        let handle = unsafe { self.driver().raw().cuMemPoolCreate(&raw const properties) }?;
        Ok(MemoryPool::new(self, handle, true))
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
    pub fn default_pool(self) -> Result<MemoryPool, CuResult> {
        // SAFETY: the device is the driver's own.
        let handle = unsafe { self.driver().raw().cuDeviceGetDefaultMemPool(self.as_raw()) }?;
        Ok(MemoryPool::new(self, handle, false))
    }
}

impl MemoryPool {
    fn new(device: Device, handle: CUmemoryPool, owned: bool) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                device,
                owned,
            }),
        }
    }

    /// Takes over a pool: it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a pool of `device` that was created with `cuMemPoolCreate`.
    /// - Nobody else destroys it.
    #[must_use]
    pub unsafe fn from_raw(device: Device, handle: CUmemoryPool) -> Self {
        Self::new(device, handle, true)
    }

    /// Uses somebody else's pool: it is never destroyed by this crate.
    ///
    /// # Safety
    /// `handle` is a pool of `device` that lives longer than the value and its clones.
    #[must_use]
    pub unsafe fn borrow_raw(device: Device, handle: CUmemoryPool) -> Self {
        Self::new(device, handle, false)
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
    pub fn into_raw(self) -> Result<CUmemoryPool, Self> {
        crate::handle::give_away(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    /// The device that the pool is of.
    #[must_use]
    pub fn device(&self) -> Device {
        self.inner.device
    }

    /// How many bytes the pool keeps, when it synchronizes, before it gives memory back to the system.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolGetAttribute")]
    pub fn release_threshold(&self) -> Result<u64, CuResult> {
        self.number(CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
    }

    /// Sets how many bytes the pool keeps, when it synchronizes, before it gives memory back to the system.
    ///
    /// [`cuMemPoolSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g223e786cb217709235a06e41bccaec00)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolSetAttribute")]
    pub fn set_release_threshold(&self, bytes: u64) -> Result<(), CuResult> {
        let mut value = bytes;
        // SAFETY: the pool is alive, and this attribute is a number of 64 bits.
        unsafe {
            self.raw().cuMemPoolSetAttribute(
                self.as_raw(),
                CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                (&raw mut value).cast::<c_void>(),
            )
        }
    }

    /// The bytes that the pool holds, whether they are allocated or not.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolGetAttribute")]
    pub fn reserved(&self) -> Result<u64, CuResult> {
        self.number(CUmemPool_attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)
    }

    /// The bytes that are allocated from the pool.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolGetAttribute")]
    pub fn used(&self) -> Result<u64, CuResult> {
        self.number(CUmemPool_attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT)
    }

    fn number(&self, attribute: CUmemPool_attribute) -> Result<u64, CuResult> {
        let mut value = 0u64;
        // SAFETY: the pool is alive, and these attributes are numbers of 64 bits.
        unsafe {
            self.raw().cuMemPoolGetAttribute(
                self.as_raw(),
                attribute,
                (&raw mut value).cast::<c_void>(),
            )
        }?;
        Ok(value)
    }

    /// Gives memory that isn't allocated back to the system, until the pool holds `keep` bytes.
    ///
    /// [`cuMemPoolTrimTo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g9c7e267e3460945b0ca76c48314bb669)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemPoolTrimTo")]
    pub fn trim(&self, keep: usize) -> Result<(), CuResult> {
        // SAFETY: the pool is alive.
        unsafe { self.raw().cuMemPoolTrimTo(self.as_raw(), keep) }
    }

    /// Destroys the pool; dropping the last clone does the same silently. Memory allocated from it stays allocated.
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones of it live.
    #[doc(alias = "cuMemPoolDestroy")]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }

    fn raw(&self) -> crate::Raw {
        self.inner.device.driver().raw()
    }
}

impl Handle for Inner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        // SAFETY: the pool is this value's own, and destroyed once.
        unsafe { self.device.driver().raw().cuMemPoolDestroy(self.handle) }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
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
