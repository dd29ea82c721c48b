//! Devices: their identity, attributes and capabilities.
//!
//! # Which devices a program has
//! The environment decides, when the driver is loaded; later changes have no effect. [`Driver::devices`] lists what is left,
//! numbered from 0.
//!
//! - `CUDA_VISIBLE_DEVICES` has numbers of devices, or UUIDs as `nvidia-smi -L` prints them, separated by commas; the first
//!   digits of a UUID suffice. Other devices don't exist for the program, and these are numbered in the order in which they are
//!   listed. A number that doesn't exist hides all that follow it. An empty value hides all devices:
//!   [`Driver::load`] then returns [`LoadError::NoDevice`](crate::driver::LoadError::NoDevice).
//! - `CUDA_DEVICE_ORDER=PCI_BUS_ID` numbers devices as `nvidia-smi` does. By default, CUDA begins with the fastest one.
//! - In a container, only those exist that it was given, whatever `CUDA_VISIBLE_DEVICES` says.
//!
//! Code that must find one device again, in another process or with another library, uses [`Device::uuid`] or
//! [`Device::pci_bus_id`], not its number. The software device of `cuda-sim` reads neither variable: `CUDA_SIM_DEVICES` sets how
//! many there are.
//!
//! # Parts of a GPU (MIG)
//! An administrator can divide a GPU into GPU instances, each with memory and multiprocessors of its own, and these into compute
//! instances. Each device of the program is then one compute instance, and is used as any other:
//!
//! ```sh
//! nvidia-smi -L                                                               # lists instances below their GPU
//! CUDA_VISIBLE_DEVICES=MIG-c788539f-c1ea-5a36-8b4d-9b07d024b1bb ./program      # runs on one of them
//! ```
//!
//! - From driver 570 on, a process has one compute instance of each GPU instance, 64 at most, beside GPUs that aren't divided.
//!   With older drivers it has a single instance, and no other GPU. If more are visible, the driver chooses; so run a process for
//!   each instance.
//! - Before driver 470, an instance is named `MIG-<UUID of the GPU>/<GPU instance>/<compute instance>`.
//! - [`Device::uuid`] returns the instance's UUID from CUDA 11.4 on. [`Uuid`] prints it with `GPU-`, where `nvidia-smi` has
//!   `MIG-`.
//! - Peer access is limited to instances of one GPU (driver 570), memory isn't shared between processes on different GPU
//!   instances, most GPUs have no OpenGL and no Vulkan then, and NCCL doesn't support instances.
//!
//! These are rules of [NVIDIA's guide](https://docs.nvidia.com/datacenter/tesla/mig-user-guide/). This crate wasn't tested on
//! an instance. [`cuda-nvml`](https://docs.rs/cuda-nvml) lists them, with the names that `CUDA_VISIBLE_DEVICES` takes.

mod capability;
mod identity;
mod peer;

pub use crate::error::device::NoSuchDevice;
pub use crate::generated::enums::{
    AtomicOperation, ComputeMode, DeviceAttribute, FlushGpuDirectRdmaWritesScope,
    FlushGpuDirectRdmaWritesTarget, P2pAttribute,
};
pub use capability::{AtomicCapabilities, ComputeCapability};
pub use identity::{Luid, Uuid};

use core::ffi::c_int;

use cuda_driver_sys::{CUdevice, CUresult, Symbol};

use crate::driver::Driver;
use crate::error::{CuResult, Error, ErrorCode};

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
    #[doc(alias("cuDeviceTotalMem", "cuDeviceTotalMem_v2"))]
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
        unsafe { self.driver.raw().cuDeviceGetAttribute(attribute.as_raw(), self.handle) }
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
        raw.check(Symbol::cuDeviceGet, CUresult::CUDA_ERROR_INVALID_DEVICE).map(|()| guess)
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
        (0..self.device_count()?).map(|ordinal| self.device(ordinal)).collect()
    }
}
