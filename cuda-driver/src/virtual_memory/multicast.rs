use cuda_driver_sys::{CUdeviceptr, CUmulticastObjectProp};

use crate::device::Device;
use crate::driver::{Driver, raw::call};
use crate::error::{CuResult, Error};
use crate::memory::{HandleTypes, OutOfRange};
use crate::virtual_memory::{MulticastGranularity, PhysicalMemory};

/// The properties of a multicast object: [`Driver::create_multicast`](crate::driver::Driver::create_multicast).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MulticastProperties {
    /// The number of participating devices.
    pub devices: u32,
    /// Its size, in bytes.
    pub bytes: usize,
    /// The handle types with which it can be exported.
    pub handle_types: HandleTypes,
}

impl MulticastProperties {
    /// Describes an object of `bytes` bytes for `devices` devices, which can't be exported.
    #[must_use]
    #[inline]
    pub const fn new(devices: u32, bytes: usize) -> Self {
        Self { devices, bytes, handle_types: HandleTypes::empty() }
    }

    /// Allows exporting it with these handle types.
    #[must_use]
    #[inline]
    pub const fn handle_types(mut self, handle_types: HandleTypes) -> Self {
        self.handle_types = handle_types;
        self
    }

    fn as_raw(&self) -> CUmulticastObjectProp {
        CUmulticastObjectProp {
            numDevices: self.devices,
            size: self.bytes,
            handleTypes: self.handle_types.bits().into(),
            ..CUmulticastObjectProp::default()
        }
    }

    /// Returns the granularity, in bytes, of the size of such an object and of its parts.
    ///
    /// [`cuMulticastGetGranularity`](crate::driver::Raw::cuMulticastGetGranularity)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMulticastGetGranularity")]
    #[inline]
    pub fn granularity(
        &self,
        driver: Driver,
        option: MulticastGranularity,
    ) -> Result<usize, CuResult> {
        let properties = self.as_raw();
        // SAFETY: the pointer is to live properties.
        unsafe { driver.raw().cuMulticastGetGranularity(&raw const properties, option.as_raw()) }
    }
}

/// An object through which one access reaches memory of several devices, if
/// [`MULTICAST_SUPPORTED`](crate::device::DeviceAttribute::MULTICAST_SUPPORTED) reports support.
///
/// First [add](Self::add_device) each device, then bind memory of each, and map [`memory`](Self::memory) like other
/// memory. Binding keeps nothing alive: bound memory must live until it is [unbound](Self::unbind).
///
/// ```no_run
/// use cuda_driver::virtual_memory::{MulticastGranularity, MulticastObject, MulticastProperties};
/// # fn f(driver: cuda_driver::Driver, devices: &[cuda_driver::Device]) -> Result<(), cuda_driver::Error> {
/// let mut properties = MulticastProperties::new(devices.len() as u32, 1);
/// properties.bytes = properties.granularity(driver, MulticastGranularity::RECOMMENDED)?;
/// let object = driver.create_multicast(&properties)?;
/// for device in devices {
///     object.add_device(*device)?;
/// }
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct MulticastObject {
    memory: PhysicalMemory,
}

impl Driver {
    /// Creates a multicast object without devices.
    ///
    /// [`cuMulticastCreate`](crate::driver::Raw::cuMulticastCreate)
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or the driver's error: `CUDA_ERROR_NOT_SUPPORTED` (801) without such hardware.
    #[doc(alias = "cuMulticastCreate")]
    #[inline]
    pub fn create_multicast(
        self,
        properties: &MulticastProperties,
    ) -> Result<MulticastObject, Error> {
        let (requested, bytes) = (properties.as_raw(), properties.bytes);
        // SAFETY: the pointer is to live properties.
        let handle = unsafe { self.raw().cuMulticastCreate(&raw const requested) }
            .map_err(|error| Error::of_allocation(error, bytes, None))?;
        // SAFETY: it was created for this call, and is released like memory.
        let memory = unsafe { PhysicalMemory::from_raw(self, handle, bytes) };
        Ok(MulticastObject { memory })
    }
}

impl MulticastObject {
    /// Creates a value for an object that came from elsewhere, for example from
    /// [`import_descriptor`](crate::virtual_memory::PhysicalMemory::import_descriptor).
    ///
    /// # Safety
    /// `memory` is a multicast object.
    #[must_use]
    #[inline]
    pub unsafe fn from_memory(memory: PhysicalMemory) -> Self {
        Self { memory }
    }

    /// Returns the object as memory that can be mapped and exported.
    #[must_use]
    #[inline]
    pub fn memory(&self) -> &PhysicalMemory {
        &self.memory
    }

    /// Adds a device. Until all devices are added, calls that bind memory, or map the object, wait.
    ///
    /// [`cuMulticastAddDevice`](crate::driver::Raw::cuMulticastAddDevice)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMulticastAddDevice")]
    #[inline]
    pub fn add_device(&self, device: Device) -> Result<(), CuResult> {
        let raw = self.memory.driver().raw();
        // SAFETY: the object is alive.
        unsafe { raw.cuMulticastAddDevice(self.memory.as_raw(), device.as_raw()) }
    }

    /// Binds `bytes` bytes of `memory`, starting at byte `memory_offset`, to this object at byte `offset`: all three
    /// are multiples of the [granularity](MulticastProperties::granularity). It waits until all devices are added.
    ///
    /// [`cuMulticastBindMem`](crate::driver::Raw::cuMulticastBindMem)
    ///
    /// # Errors
    /// [`Error::OutOfRange`], or the driver's error.
    ///
    /// # Safety
    /// - `memory` belongs to the object's driver, has the size that it was imported with, and lives until it is unbound or
    ///   the object is destroyed.
    /// - Writes through the object are ordered with other accesses to the memory.
    #[doc(alias = "cuMulticastBindMem")]
    #[inline]
    pub unsafe fn bind_memory(
        &self,
        device: Device,
        offset: usize,
        memory: &PhysicalMemory,
        memory_offset: usize,
        bytes: usize,
    ) -> Result<(), Error> {
        Self::within(offset, bytes, self.memory.bytes())?;
        Self::within(memory_offset, bytes, memory.bytes())?;
        let raw = self.memory.driver().raw();
        let (object, bound) = (self.memory.as_raw(), memory.as_raw());
        // SAFETY: both are alive, and the ranges are within them; the caller guarantees the rest.
        unsafe {
            if raw.table().cuMulticastBindMem_v2.is_some() {
                let device = device.as_raw();
                raw.cuMulticastBindMem_v2(object, device, offset, bound, memory_offset, bytes, 0)?;
            } else {
                call!(raw.cuMulticastBindMem, (object, offset, bound, memory_offset, bytes, 0))?;
            }
        }
        Ok(())
    }

    /// Binds `bytes` bytes of device memory at `address` to this object at byte `offset`: all three are multiples of
    /// the [granularity](MulticastProperties::granularity). It waits until all devices are added.
    ///
    /// [`cuMulticastBindAddr`](crate::driver::Raw::cuMulticastBindAddr)
    ///
    /// # Errors
    /// [`Error::OutOfRange`], or the driver's error.
    ///
    /// # Safety
    /// - `address` is memory of that many bytes of `device`, which lives until it is unbound or the object is
    ///   destroyed.
    /// - Writes through the object are ordered with other accesses to the memory.
    #[doc(alias = "cuMulticastBindAddr")]
    #[inline]
    pub unsafe fn bind_address(
        &self,
        device: Device,
        offset: usize,
        address: CUdeviceptr,
        bytes: usize,
    ) -> Result<(), Error> {
        Self::within(offset, bytes, self.memory.bytes())?;
        let raw = self.memory.driver().raw();
        let object = self.memory.as_raw();
        // SAFETY: the object is alive; the caller guarantees that the memory is valid.
        unsafe {
            if raw.table().cuMulticastBindAddr_v2.is_some() {
                let device = device.as_raw();
                raw.cuMulticastBindAddr_v2(object, device, offset, address, bytes, 0)?;
            } else {
                call!(raw.cuMulticastBindAddr, (object, offset, address, bytes, 0))?;
            }
        }
        Ok(())
    }

    /// Unbinds the memory of `device` in the `bytes` bytes at byte `offset`.
    ///
    /// [`cuMulticastUnbind`](crate::driver::Raw::cuMulticastUnbind)
    ///
    /// # Errors
    /// [`Error::OutOfRange`], or the driver's error.
    ///
    /// # Safety
    /// No work that uses the object there is pending.
    #[doc(alias = "cuMulticastUnbind")]
    #[inline]
    pub unsafe fn unbind(&self, device: Device, offset: usize, bytes: usize) -> Result<(), Error> {
        Self::within(offset, bytes, self.memory.bytes())?;
        let raw = self.memory.driver().raw();
        let object = self.memory.as_raw();
        // SAFETY: the object is alive; the caller guarantees that no work uses it there.
        unsafe { raw.cuMulticastUnbind(object, device.as_raw(), offset, bytes) }?;
        Ok(())
    }

    /// Checks that `bytes` bytes from `offset` on are within `len`.
    fn within(offset: usize, bytes: usize, len: usize) -> Result<(), Error> {
        match offset.checked_add(bytes) {
            Some(end) if end <= len => Ok(()),
            end => Err(OutOfRange::new(offset..end.unwrap_or(usize::MAX), len).into()),
        }
    }
}
