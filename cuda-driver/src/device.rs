//! Devices: their identity, attributes and capabilities.

mod capability;
mod identity;

pub use crate::generated::enums::{
    AtomicOperation, ComputeMode, DeviceAttribute, FlushGpuDirectRdmaWritesScope,
    FlushGpuDirectRdmaWritesTarget, P2pAttribute,
};
pub use capability::{AtomicCapabilities, ComputeCapability};
pub use identity::{Luid, Uuid};

use core::ffi::c_int;

use cuda_driver_sys::{CUdevice, CUresult, Symbol};

use crate::driver::Driver;
use crate::error::{CuResult, Error, ErrorCode, debug_as_display};

/// A GPU.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// use cuda_driver::DeviceAttribute;
///
/// let device = driver.device(0)?;
/// println!("{}, of compute capability {}", device.name()?, device.compute_capability()?);
/// assert_eq!(device.attribute(DeviceAttribute::WARP_SIZE)?, 32);
/// let context = device.primary_context()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    driver: Driver,
    handle: CUdevice,
}

impl Device {
    /// Returns the device's driver.
    #[must_use]
    #[inline]
    pub const fn driver(self) -> Driver {
        self.driver
    }

    /// Returns the device's name, such as `NVIDIA H200`.
    ///
    /// [`cuDeviceGetName`](crate::driver::Raw::cuDeviceGetName)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGetName")]
    #[inline]
    pub fn name(self) -> Result<String, CuResult> {
        let mut name = [0; 256];
        // SAFETY: the driver returned the device.
        unsafe { self.driver.raw().cuDeviceGetName(&mut name, self.handle) }?;
        Ok(identity::text(&name))
    }

    /// Returns the device's memory, in bytes.
    ///
    /// [`cuDeviceTotalMem`](crate::driver::Raw::cuDeviceTotalMem)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceTotalMem")]
    #[inline]
    pub fn total_memory(self) -> Result<usize, CuResult> {
        // SAFETY: the driver returned the device.
        unsafe { self.driver.raw().cuDeviceTotalMem(self.handle) }
    }

    /// Returns the value of one attribute, in the unit that its documentation names.
    ///
    /// [`cuDeviceGetAttribute`](crate::driver::Raw::cuDeviceGetAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an attribute that is newer than the driver.
    #[doc(alias = "cuDeviceGetAttribute")]
    #[inline]
    pub fn attribute(self, attribute: DeviceAttribute) -> Result<i32, CuResult> {
        // SAFETY: the driver returned the device, and an unknown attribute is an error.
        unsafe {
            self.driver
                .raw()
                .cuDeviceGetAttribute(attribute.as_raw(), self.handle)
        }
    }

    /// Returns the number by which [`Driver::device`] returns this device, which other libraries also use.
    ///
    /// [`cuDeviceGet`](crate::driver::Raw::cuDeviceGet)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGet")]
    #[inline]
    pub fn ordinal(self) -> Result<usize, CuResult> {
        let raw = self.driver.raw();
        // Nothing says that a handle is the ordinal, but in all drivers it is.
        let guess = usize::try_from(self.handle).unwrap_or(0);
        for ordinal in core::iter::once(guess).chain(0..self.driver.device_count()?) {
            let Ok(number) = c_int::try_from(ordinal) else {
                continue;
            };
            // SAFETY: the driver is initialized.
            if unsafe { raw.cuDeviceGet(number) }.is_ok_and(|handle| handle == self.handle) {
                return Ok(ordinal);
            }
        }
        raw.check(Symbol::cuDeviceGet, CUresult::CUDA_ERROR_INVALID_DEVICE)
            .map(|()| guess)
    }

    /// Returns the raw handle, for calls of [`Driver::raw`].
    #[must_use]
    #[inline]
    pub const fn as_raw(self) -> CUdevice {
        self.handle
    }

    pub(crate) fn new(driver: Driver, handle: CUdevice) -> Self {
        Self { driver, handle }
    }
}

impl Driver {
    /// Returns the number of devices.
    ///
    /// [`cuDeviceGetCount`](crate::driver::Raw::cuDeviceGetCount)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGetCount")]
    #[inline]
    pub fn device_count(self) -> Result<usize, CuResult> {
        // SAFETY: the driver is initialized.
        let count = unsafe { self.raw().cuDeviceGetCount() }?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Returns the device with this ordinal, counted from 0.
    ///
    /// [`cuDeviceGet`](crate::driver::Raw::cuDeviceGet)
    ///
    /// # Errors
    /// [`Error::NoSuchDevice`] (101) names the ordinal, and the number of devices.
    #[doc(alias = "cuDeviceGet")]
    #[inline]
    pub fn device(self, ordinal: usize) -> Result<Device, Error> {
        // An ordinal that doesn't fit a C int is as invalid as -1.
        let number = c_int::try_from(ordinal).unwrap_or(-1);
        // SAFETY: the driver is initialized.
        match unsafe { self.raw().cuDeviceGet(number) } {
            Ok(handle) => Ok(Device::new(self, handle)),
            Err(result) if result.code() == ErrorCode::INVALID_DEVICE => {
                Err(Error::NoSuchDevice(Box::new(NoSuchDevice {
                    ordinal,
                    count: self.device_count()?,
                    result,
                })))
            }
            Err(result) => Err(result.into()),
        }
    }

    /// Returns all devices, in the order of their ordinals.
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    pub fn devices(self) -> Result<Vec<Device>, Error> {
        (0..self.device_count()?)
            .map(|ordinal| self.device(ordinal))
            .collect()
    }
}

/// The error for a device ordinal that doesn't exist.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no device {ordinal}: the driver has {count}, counted from 0: {result}")]
#[non_exhaustive]
pub struct NoSuchDevice {
    /// The requested ordinal.
    pub ordinal: usize,
    /// The number of devices.
    pub count: usize,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

debug_as_display!(NoSuchDevice);
