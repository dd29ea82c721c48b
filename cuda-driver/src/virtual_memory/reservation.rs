use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::CUdeviceptr;

use crate::driver::Driver;
use crate::error::{CuResult, DestroyError, Error};
use crate::object::{Object, ObjectKind, Ownership};

/// A reserved range of device addresses, at which [memory](crate::virtual_memory::PhysicalMemory) can be [mapped](Self::map).
///
/// Clones refer to the same object. Mappings in it keep it alive.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// # let device = driver.device(0)?;
/// # let _context = device.primary_context()?;
/// use cuda_driver::{memory::MemAccessFlags, virtual_memory::{MemAllocationGranularity, PhysicalProperties}};
///
/// let properties = PhysicalProperties::new(device);
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
    object: Arc<Object<AddressKind>>,
}

#[derive(Debug)]
struct AddressKind {
    driver: Driver,
    bytes: usize,
}

impl Driver {
    /// Reserves `bytes` bytes of device addresses, which uses no memory.
    ///
    /// [`cuMemAddressReserve`](crate::driver::Raw::cuMemAddressReserve)
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if `bytes` isn't a multiple
    /// of the [granularity](crate::virtual_memory::PhysicalProperties::granularity).
    #[doc(alias = "cuMemAddressReserve")]
    #[inline]
    pub fn reserve(self, bytes: usize) -> Result<Reservation, Error> {
        self.reserve_at(bytes, 0, 0)
    }

    /// Reserves `bytes` bytes of device addresses at a multiple of `alignment`, a power of two or 0 for the driver's
    /// choice, and starting at `address` if the addresses there are free; 0 means anywhere.
    ///
    /// [`cuMemAddressReserve`](crate::driver::Raw::cuMemAddressReserve)
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
    ) -> Result<Reservation, Error> {
        // SAFETY: it only reserves unused addresses.
        let pointer = unsafe { self.raw().cuMemAddressReserve(bytes, alignment, address, 0) }
            .map_err(|error| Error::of_allocation(error, bytes, None))?;
        Ok(Reservation::new(self, pointer, bytes, Ownership::Owned))
    }
}

impl Reservation {
    /// Returns the number of bytes of addresses.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.object.bytes
    }

    /// Returns the driver that reserved the addresses.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        self.object.driver
    }

    /// Frees the addresses; dropping the last clone does the same silently.
    ///
    /// [`cuMemAddressFree`](crate::driver::Raw::cuMemAddressFree)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones or mappings of it are alive.
    #[doc(alias = "cuMemAddressFree")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the first address, for calls of [`Driver::raw`].
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.object.handle()
    }

    /// Takes ownership of reserved addresses, which are freed with the last clone.
    ///
    /// # Safety
    /// - `pointer` was reserved with `cuMemAddressReserve` for `bytes` bytes.
    /// - No other code frees it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(driver: Driver, pointer: CUdeviceptr, bytes: usize) -> Self {
        Self::new(driver, pointer, bytes, Ownership::Owned)
    }

    /// Borrows reserved addresses that other code owns; this crate never frees them.
    ///
    /// # Safety
    /// `pointer` was reserved with `cuMemAddressReserve` for `bytes` bytes, and stays reserved longer than the value,
    /// its clones and their mappings.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(driver: Driver, pointer: CUdeviceptr, bytes: usize) -> Self {
        Self::new(driver, pointer, bytes, Ownership::Borrowed)
    }

    /// Uses reserved addresses that other code owns, and keeps them reserved through `owner`, which is dropped when the
    /// last clone and the last mapping in them are dropped.
    ///
    /// # Safety
    /// `pointer` was reserved with `cuMemAddressReserve` for `bytes` bytes, and isn't freed until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        driver: Driver,
        pointer: CUdeviceptr,
        bytes: usize,
        owner: impl Any + Send,
    ) -> Self {
        Self::new(driver, pointer, bytes, Ownership::foreign(owner))
    }

    /// Releases ownership of the addresses; the caller must free them with `cuMemAddressFree`.
    ///
    /// # Errors
    /// Returns the value if clones or mappings of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUdeviceptr, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    fn new(driver: Driver, pointer: CUdeviceptr, bytes: usize, ownership: Ownership) -> Self {
        let kind = AddressKind { driver, bytes };
        Self::of(Object::shared(pointer, ownership, kind))
    }

    const fn of(object: Arc<Object<AddressKind>>) -> Self {
        Self { object }
    }
}

impl ObjectKind for AddressKind {
    type Handle = CUdeviceptr;

    unsafe fn destroy(&mut self, pointer: CUdeviceptr) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the addresses; a mapping there would have kept them.
        unsafe { self.driver.raw().cuMemAddressFree(pointer, self.bytes) }
    }
}
