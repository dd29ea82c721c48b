//! Devices: their identity, attributes and capabilities.

mod capability;
mod identity;
mod primary;

pub use crate::generated::enums::{
    AtomicOperation, ComputeMode, DeviceAttribute, FlushGpuDirectRdmaWritesScope,
    FlushGpuDirectRdmaWritesTarget, P2pAttribute,
};
pub use capability::{AtomicCapabilities, ComputeCapability};
pub use identity::{Luid, Uuid};
pub use primary::PrimaryContextState;

use cuda_driver_sys::CUdevice;

use crate::driver::Driver;
use crate::error::CuResult;

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
    /// [`cuDeviceGetName`](crate::Raw::cuDeviceGetName)
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
    /// [`cuDeviceTotalMem`](crate::Raw::cuDeviceTotalMem)
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
    /// [`cuDeviceGetAttribute`](crate::Raw::cuDeviceGetAttribute)
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
