use core::ffi::{CStr, c_char};
use core::fmt;

use cuda_driver_sys::CUdevice;

use crate::{Context, CuResult, DeviceAttribute, Driver};

/// One GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    driver: Driver,
    handle: CUdevice,
}

/// A compute capability, such as 9.0: what a device's processors can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputeCapability {
    /// 9 of 9.0.
    pub major: u32,
    /// 0 of 9.0.
    pub minor: u32,
}

impl fmt::Display for ComputeCapability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// `(9, 0)` for 9.0, as other crates take it.
impl From<ComputeCapability> for (u32, u32) {
    fn from(capability: ComputeCapability) -> Self {
        (capability.major, capability.minor)
    }
}

/// The 16 bytes that name a device for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uuid(pub [u8; 16]);

/// As `nvidia-smi` writes it: `GPU-01234567-89ab-cdef-0123-456789abcdef`.
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GPU")?;
        for (index, byte) in self.0.iter().enumerate() {
            let dash = if matches!(index, 0 | 4 | 6 | 8 | 10) {
                "-"
            } else {
                ""
            };
            write!(f, "{dash}{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Device {
    pub(crate) fn new(driver: Driver, handle: CUdevice) -> Self {
        Self { driver, handle }
    }

    /// The driver that the device is of.
    #[must_use]
    pub const fn driver(self) -> Driver {
        self.driver
    }

    /// The handle, for calls of [`Driver::raw`].
    #[must_use]
    pub const fn as_raw(self) -> CUdevice {
        self.handle
    }

    /// The device's name, such as `NVIDIA H200`.
    ///
    /// [`cuDeviceGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gef75aa30df95446a845f2a7b9fffbb7f)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDeviceGetName")]
    pub fn name(self) -> Result<String, CuResult> {
        let mut name = [0; 256];
        // SAFETY: the device is the driver's own.
        unsafe { self.driver.raw().cuDeviceGetName(&mut name, self.handle) }?;
        Ok(text(&name))
    }

    /// The device's unique identifier.
    ///
    /// [`cuDeviceGetUuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g987b46b884c101ed5be414ab4d9e60e4)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDeviceGetUuid")]
    pub fn uuid(self) -> Result<Uuid, CuResult> {
        // SAFETY: the device is the driver's own.
        let uuid = unsafe { self.driver.raw().cuDeviceGetUuid(self.handle) }?;
        Ok(Uuid(uuid.bytes.map(|byte| byte.to_ne_bytes()[0])))
    }

    /// The device's place on the PCI bus, such as `0000:1B:00.0`.
    ///
    /// [`cuDeviceGetPCIBusId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g85295e7d9745ab8f0aa80dd1e172acfc)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDeviceGetPCIBusId")]
    pub fn pci_bus_id(self) -> Result<String, CuResult> {
        let mut id = [0; 64];
        // SAFETY: the device is the driver's own.
        unsafe { self.driver.raw().cuDeviceGetPCIBusId(&mut id, self.handle) }?;
        Ok(text(&id))
    }

    /// The device's memory, in bytes.
    ///
    /// [`cuDeviceTotalMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gc6a0d6551335a3780f9f3c967a0fde5d)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDeviceTotalMem")]
    pub fn total_memory(self) -> Result<usize, CuResult> {
        // SAFETY: the device is the driver's own.
        unsafe { self.driver.raw().cuDeviceTotalMem(self.handle) }
    }

    /// The value of one attribute, in the unit that its documentation names.
    ///
    /// [`cuDeviceGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g9c3e1414f0ad901d3278a4d6645fc266)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an attribute that is newer than the driver.
    #[doc(alias = "cuDeviceGetAttribute")]
    pub fn attribute(self, attribute: DeviceAttribute) -> Result<i32, CuResult> {
        // SAFETY: the device is the driver's own, and an unknown attribute is answered with an error.
        unsafe {
            self.driver
                .raw()
                .cuDeviceGetAttribute(attribute.as_raw(), self.handle)
        }
    }

    /// The device's compute capability.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn compute_capability(self) -> Result<ComputeCapability, CuResult> {
        let attribute = |attribute| {
            self.attribute(attribute)
                .map(|value| u32::try_from(value).unwrap_or(0))
        };
        Ok(ComputeCapability {
            major: attribute(DeviceAttribute::COMPUTE_CAPABILITY_MAJOR)?,
            minor: attribute(DeviceAttribute::COMPUTE_CAPABILITY_MINOR)?,
        })
    }

    /// The device's primary context, which the CUDA runtime and other libraries of the process share.
    ///
    /// [`cuDevicePrimaryCtxRetain`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g9051f2d5c31501997a6cb0530290a300)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDevicePrimaryCtxRetain")]
    pub fn primary_context(self) -> Result<Context, CuResult> {
        Context::primary(self)
    }
}

/// The text up to the first null byte.
fn text(buffer: &[c_char]) -> String {
    let bytes: Vec<u8> = buffer.iter().map(|byte| byte.to_ne_bytes()[0]).collect();
    match CStr::from_bytes_until_nul(&bytes) {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    }
}
