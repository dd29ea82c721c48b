use core::ffi::{CStr, c_char};
use core::fmt;

use crate::device::Device;
use crate::driver::{Driver, ToCStr};
use crate::error::CuResult;

/// The permanent 16-byte identifier of a device.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uuid(pub [u8; 16]);

/// Formats it as `nvidia-smi` does: `GPU-01234567-89ab-cdef-0123-456789abcdef`.
impl fmt::Display for Uuid {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GPU")?;
        for (index, byte) in self.0.iter().enumerate() {
            let dash = if matches!(index, 0 | 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(f, "{dash}{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The 8-byte identifier of a device until Windows restarts, and its position among linked devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Luid {
    /// The identifier, as Direct3D reports it.
    pub bytes: [u8; 8],
    /// A bit mask with the device's position among linked ones.
    pub node_mask: u32,
}

impl Device {
    /// Returns the device's unique identifier.
    ///
    /// [`cuDeviceGetUuid`](crate::driver::Raw::cuDeviceGetUuid)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuDeviceGetUuid", "cuDeviceGetUuid_v2"))]
    #[inline]
    pub fn uuid(self) -> Result<Uuid, CuResult> {
        // SAFETY: the driver returned the device.
        let uuid = unsafe { self.driver.raw().cuDeviceGetUuid(self.handle) }?;
        Ok(Uuid(uuid.bytes.map(|byte| byte.to_ne_bytes()[0])))
    }

    /// Returns the device's PCI bus address, such as `0000:1B:00.0`.
    ///
    /// [`cuDeviceGetPCIBusId`](crate::driver::Raw::cuDeviceGetPCIBusId)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGetPCIBusId")]
    #[inline]
    pub fn pci_bus_id(self) -> Result<String, CuResult> {
        let mut id = [0; 64];
        // SAFETY: the driver returned the device.
        unsafe { self.driver.raw().cuDeviceGetPCIBusId(&mut id, self.handle) }?;
        Ok(text(&id))
    }

    /// Returns the device's locally unique identifier, which graphics libraries use.
    ///
    /// [`cuDeviceGetLuid`](crate::driver::Raw::cuDeviceGetLuid)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_SUPPORTED` (801) on any system but Windows.
    #[doc(alias = "cuDeviceGetLuid")]
    #[inline]
    pub fn luid(self) -> Result<Luid, CuResult> {
        let mut bytes: [c_char; 8] = [0; 8];
        // SAFETY: the driver returned the device, and an identifier has eight bytes.
        let node_mask =
            unsafe { self.driver().raw().cuDeviceGetLuid(bytes.as_mut_ptr(), self.as_raw()) }?;
        Ok(Luid { bytes: bytes.map(|byte| byte.to_ne_bytes()[0]), node_mask })
    }
}

impl Driver {
    /// Returns the device at a PCI bus address, such as `0000:1b:00.0`; the domain and the function may be omitted.
    ///
    /// [`cuDeviceGetByPCIBusId`](crate::driver::Raw::cuDeviceGetByPCIBusId)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_DEVICE` (101) if the driver has no device there, `CUDA_ERROR_INVALID_VALUE` (1) for text
    /// that isn't such an address, and [`Error::Name`](crate::error::Error) for text with a null byte.
    #[doc(alias = "cuDeviceGetByPCIBusId")]
    #[inline]
    pub fn device_by_pci_bus_id(
        self,
        id: &(impl ToCStr + ?Sized),
    ) -> Result<Device, crate::error::Error> {
        let id = id.to_c_str()?;
        // SAFETY: the driver is initialized.
        let device = unsafe { self.raw().cuDeviceGetByPCIBusId(&id) }?;
        Ok(Device::new(self, device))
    }
}

/// Returns the text up to the first null byte.
#[inline]
pub(super) fn text(buffer: &[c_char]) -> String {
    let bytes: Vec<u8> = buffer.iter().map(|byte| byte.to_ne_bytes()[0]).collect();
    match CStr::from_bytes_until_nul(&bytes) {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    }
}
