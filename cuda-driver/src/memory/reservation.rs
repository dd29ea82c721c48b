use std::sync::Arc;

use cuda_driver_sys::CUdeviceptr;

use crate::handle::{DestroyError, Handle, destroy_shared, give_away};
use crate::memory::MemoryError;
use crate::{CuResult, Driver};

/// Device addresses that nothing else gets, at which [memory](crate::PhysicalMemory) can be [mapped](Self::map).
///
/// Cloning shares it. What is mapped in it keeps it alive.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// # let device = driver.device(0)?;
/// # let _context = device.primary_context()?;
/// use cuda_driver::{MemAccessFlags, MemAllocationGranularity, PhysicalProperties};
///
/// let properties = PhysicalProperties::at(device);
/// let step = properties.granularity(driver, MemAllocationGranularity::MINIMUM)?;
/// let addresses = driver.reserve(2 * step)?;
/// let memory = device.create_memory(step)?;
/// let mut mapping = addresses.map(step, &memory)?; // the second half
/// mapping.set_access(device, MemAccessFlags::READWRITE)?;
/// assert_eq!(mapping.as_raw(), addresses.as_raw() + step as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reservation {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    driver: Driver,
    pointer: CUdeviceptr,
    bytes: usize,
    owned: bool,
}

impl Driver {
    /// Reserves `bytes` bytes of device addresses, which take no memory.
    ///
    /// [`cuMemAddressReserve`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1ge489256c107df2a07ddf96d80c86cd9b)
    ///
    /// # Errors
    /// [`MemoryError::OutOfMemory`], or what the driver answers: `CUDA_ERROR_INVALID_VALUE` (1) where `bytes` is no multiple
    /// of the [granularity](crate::PhysicalProperties::granularity).
    #[doc(alias = "cuMemAddressReserve")]
    #[inline]
    pub fn reserve(self, bytes: usize) -> Result<Reservation, MemoryError> {
        self.reserve_at(bytes, 0, 0)
    }

    /// Reserves `bytes` bytes of device addresses at a multiple of `alignment`, a power of two or 0 for the driver's
    /// choice, and from `address` on if they are free there; 0 is anywhere.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve).
    #[doc(alias = "cuMemAddressReserve")]
    #[inline]
    pub fn reserve_at(
        self,
        bytes: usize,
        alignment: usize,
        address: CUdeviceptr,
    ) -> Result<Reservation, MemoryError> {
        // SAFETY: it only takes addresses that are nobody's.
        let pointer = unsafe { self.raw().cuMemAddressReserve(bytes, alignment, address, 0) }
            .map_err(|error| MemoryError::of_allocation(error, bytes))?;
        Ok(Reservation::new(self, pointer, bytes, true))
    }
}

impl Reservation {
    fn new(driver: Driver, pointer: CUdeviceptr, bytes: usize, owned: bool) -> Self {
        Self {
            inner: Arc::new(Inner {
                driver,
                pointer,
                bytes,
                owned,
            }),
        }
    }

    /// Takes over reserved addresses: they are freed with the last clone.
    ///
    /// # Safety
    /// - `pointer` was reserved with `cuMemAddressReserve` for `bytes` bytes.
    /// - Nobody else frees it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(driver: Driver, pointer: CUdeviceptr, bytes: usize) -> Self {
        Self::new(driver, pointer, bytes, true)
    }

    /// Uses somebody else's reserved addresses: they are never freed by this crate.
    ///
    /// # Safety
    /// `pointer` was reserved with `cuMemAddressReserve` for `bytes` bytes, and stays so longer than the value, its clones
    /// and what is mapped through them.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(driver: Driver, pointer: CUdeviceptr, bytes: usize) -> Self {
        Self::new(driver, pointer, bytes, false)
    }

    /// The first address, for calls of [`Driver::raw`].
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.inner.pointer
    }

    /// Gives the addresses away: the caller frees them with `cuMemAddressFree`.
    ///
    /// # Errors
    /// The value, where clones or mappings of it live, or it isn't this crate's to give.
    #[inline]
    pub fn into_raw(self) -> Result<CUdeviceptr, Self> {
        give_away(self.inner, |inner| inner.pointer).map_err(|inner| Self { inner })
    }

    /// How many bytes of addresses there are.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.inner.bytes
    }

    /// The driver that reserved the addresses.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        self.inner.driver
    }

    /// Frees the addresses; dropping the last clone does the same silently.
    ///
    /// [`cuMemAddressFree`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g6993ecea2ea03e1b802b8255edc2da5b)
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones or mappings of it live.
    #[doc(alias = "cuMemAddressFree")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }
}

impl Handle for Inner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        // SAFETY: the addresses are this value's own; what is mapped there would have kept it alive.
        unsafe { self.driver.raw().cuMemAddressFree(self.pointer, self.bytes) }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Errors are for `destroy` to return.
        let _ = self.release();
    }
}
