//! Finding devices.

use std::ffi::CString;

use cuda_libraries_sys::nvml::{Symbol, nvmlDevice_t, nvmlReturn_t};

use crate::device::Device;
use crate::error::{Error, check};
use crate::library::Nvml;

impl Nvml {
    /// Returns all devices that this user may access, whatever `CUDA_VISIBLE_DEVICES` says. The instances of divided ones are
    /// [their own](Device::mig_devices).
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetCount", "nvmlDeviceGetCount_v2"))]
    pub fn devices(&self) -> Result<Vec<Device>, Error> {
        let symbol = Symbol::nvmlDeviceGetCount_v2;
        let function = self.require(symbol, self.raw().nvmlDeviceGetCount_v2)?;
        let mut count = 0;
        // SAFETY: the pointer is to a live number.
        check(symbol, unsafe { function(&raw mut count) }, String::new)?;
        let devices = (0..count).map(|index| self.device(index));
        let is_hidden = |device: &Result<Device, Error>| {
            let status = device.as_ref().err().and_then(Error::status);
            status == Some(nvmlReturn_t::NVML_ERROR_NO_PERMISSION)
        };
        devices.filter(|device| !is_hidden(device)).collect()
    }

    /// Returns the device of a number, which isn't CUDA's: the order is that of PCI addresses.
    ///
    /// # Errors
    /// NVML's error if there is none.
    #[doc(alias("nvmlDeviceGetHandleByIndex", "nvmlDeviceGetHandleByIndex_v2"))]
    pub fn device(&self, index: u32) -> Result<Device, Error> {
        let symbol = Symbol::nvmlDeviceGetHandleByIndex_v2;
        let function = self.require(symbol, self.raw().nvmlDeviceGetHandleByIndex_v2)?;
        self.new_device(
            symbol,
            || index.to_string(),
            |device| {
                // SAFETY: the pointer is to a live handle.
                unsafe { function(index, device) }
            },
        )
    }

    /// Returns the device that is called `GPU-…`, or the instance that is called `MIG-…`.
    ///
    /// # Errors
    /// NVML's error if there is none.
    #[doc(alias = "nvmlDeviceGetHandleByUUID")]
    pub fn device_by_uuid(&self, uuid: &str) -> Result<Device, Error> {
        let symbol = Symbol::nvmlDeviceGetHandleByUUID;
        let function = self.require(symbol, self.raw().nvmlDeviceGetHandleByUUID)?;
        let text = CString::new(uuid).map_err(|_| Error::Name(uuid.to_owned()))?;
        self.new_device(
            symbol,
            || uuid.to_owned(),
            |device| {
                // SAFETY: the pointers are to a C string, and to a live handle.
                unsafe { function(text.as_ptr(), device) }
            },
        )
    }

    /// Returns the device at a PCI address, `0000:1b:00.0`, as [`cuda_driver::Device::pci_bus_id`] returns it, too.
    ///
    /// # Errors
    /// NVML's error if there is none.
    #[doc(alias("nvmlDeviceGetHandleByPciBusId", "nvmlDeviceGetHandleByPciBusId_v2"))]
    pub fn device_by_pci_bus_id(&self, id: &str) -> Result<Device, Error> {
        let symbol = Symbol::nvmlDeviceGetHandleByPciBusId_v2;
        let function = self.require(symbol, self.raw().nvmlDeviceGetHandleByPciBusId_v2)?;
        let text = CString::new(id).map_err(|_| Error::Name(id.to_owned()))?;
        self.new_device(
            symbol,
            || id.to_owned(),
            |device| {
                // SAFETY: the pointers are to a C string, and to a live handle.
                unsafe { function(text.as_ptr(), device) }
            },
        )
    }

    /// Returns CUDA's device as NVML's: of a divided GPU, the instance.
    ///
    /// # Errors
    /// The driver's error, or NVML's.
    pub fn device_of(&self, device: cuda_driver::Device) -> Result<Device, Error> {
        let uuid = device.uuid().map_err(cuda_driver::Error::from)?.to_string();
        match self.device_by_uuid(&uuid) {
            // CUDA's identifier doesn't say whether it is an instance's.
            Err(error) if error.is_not_found() => {
                let instance = self.device_by_uuid(&uuid.replacen("GPU", "MIG", 1));
                instance.map_err(|other| if other.is_not_found() { error } else { other })
            }
            found => found,
        }
    }

    fn new_device(
        &self,
        symbol: Symbol,
        arguments: impl FnOnce() -> String,
        get: impl FnOnce(*mut nvmlDevice_t) -> nvmlReturn_t,
    ) -> Result<Device, Error> {
        let mut raw = core::ptr::null_mut();
        check(symbol, get(&raw mut raw), arguments)?;
        Ok(Device::new(self.clone(), raw))
    }
}
