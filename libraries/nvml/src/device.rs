use core::ffi::{c_char, c_uint};
use core::fmt;

use cuda_driver::Driver;
use cuda_driver::device::ComputeCapability;
use cuda_libraries_sys::nvml::{
    NvmlTable, Symbol, nvmlDevice_t, nvmlMemory_t, nvmlMemory_v2, nvmlMemory_v2_t, nvmlPciInfo_t,
    nvmlReturn_t,
};

use crate::error::{Error, check};
use crate::library::{Nvml, until_zero};

/// A GPU, or an instance of a divided one: [documentation](https://docs.nvidia.com/deploy/nvml-api/group__nvmlDeviceQueries.html).
///
/// What a device doesn't have is an error of which [`Error::is_not_supported`] returns `true`: an instance has no temperature of its
/// own, for example, and the software device no power. When an administrator destroys an instance, NVML may use its handle for
/// another one.
#[derive(Clone)]
#[doc(alias = "nvmlDevice_t")]
pub struct Device {
    nvml: Nvml,
    raw: nvmlDevice_t,
}

// SAFETY: NVML's functions may be called by any thread at any time. The handle lives as long as the initialization, which is kept.
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

/// A function that writes a text of a device.
type TextGetter = unsafe extern "C" fn(nvmlDevice_t, *mut c_char, c_uint) -> nvmlReturn_t;

/// A function that writes a value of a device.
pub(crate) type Getter<T> = unsafe extern "C" fn(nvmlDevice_t, *mut T) -> nvmlReturn_t;

/// A function that writes two values of a device.
pub(crate) type PairGetter<T> = unsafe extern "C" fn(nvmlDevice_t, *mut T, *mut T) -> nvmlReturn_t;

/// The memory of a device, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryInfo {
    /// All of it.
    pub total: u64,
    /// What isn't used.
    pub free: u64,
    /// What processes and the driver use, without `reserved`.
    pub used: u64,
    /// What the driver and the firmware keep for themselves; `None` before driver 510, where `used` has it.
    pub reserved: Option<u64>,
}

/// How much of the time of the last sample a device was busy, in per cent. A sample is between 1/6 second and 1 second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Utilization {
    /// The time in which kernels ran.
    pub gpu: u32,
    /// The time in which memory was read or written.
    pub memory: u32,
}

/// Where a device is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PciInfo {
    /// Its address, such as `00000000:1B:00.0`.
    pub bus_id: String,
    /// The domain.
    pub domain: u32,
    /// The bus.
    pub bus: u32,
    /// The device on the bus.
    pub device: u32,
    /// The device's identifier above, and the vendor's below: `0x233510de` is an H200 of NVIDIA.
    pub device_id: u32,
    /// The same of the board.
    pub subsystem_id: u32,
}

impl From<nvmlPciInfo_t> for PciInfo {
    fn from(raw: nvmlPciInfo_t) -> Self {
        Self {
            bus_id: until_zero(&raw.busId.map(|byte| byte.to_ne_bytes()[0])),
            domain: raw.domain,
            bus: raw.bus,
            device: raw.device,
            device_id: raw.pciDeviceId,
            subsystem_id: raw.pciSubSystemId,
        }
    }
}

impl Device {
    pub(crate) fn new(nvml: Nvml, raw: nvmlDevice_t) -> Self {
        Self { nvml, raw }
    }

    /// Returns the name, such as `NVIDIA H200`.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetName")]
    pub fn name(&self) -> Result<String, Error> {
        self.text(Symbol::nvmlDeviceGetName, self.table().nvmlDeviceGetName)
    }

    /// Returns what tells the device from all others, `GPU-…`, or `MIG-…` for an instance. `CUDA_VISIBLE_DEVICES` takes it.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetUUID")]
    pub fn uuid(&self) -> Result<String, Error> {
        self.text(Symbol::nvmlDeviceGetUUID, self.table().nvmlDeviceGetUUID)
    }

    /// Returns the number that is printed on the board.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetSerial")]
    pub fn serial(&self) -> Result<String, Error> {
        self.text(Symbol::nvmlDeviceGetSerial, self.table().nvmlDeviceGetSerial)
    }

    /// Returns NVML's number of the device, for [`Nvml::device`]; CUDA's is another. That of an instance is its place in
    /// [`mig_devices`](Self::mig_devices) of NVML, where free ones count, too.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetIndex")]
    pub fn index(&self) -> Result<u32, Error> {
        self.get(Symbol::nvmlDeviceGetIndex, self.table().nvmlDeviceGetIndex)
    }

    /// Returns the number of the device's file: 3 for `/dev/nvidia3`.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetMinorNumber")]
    pub fn minor_number(&self) -> Result<u32, Error> {
        self.get(Symbol::nvmlDeviceGetMinorNumber, self.table().nvmlDeviceGetMinorNumber)
    }

    /// Returns where the device is.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetPciInfo", "nvmlDeviceGetPciInfo_v3"))]
    pub fn pci_info(&self) -> Result<PciInfo, Error> {
        let symbol = Symbol::nvmlDeviceGetPciInfo_v3;
        Ok(self.get::<nvmlPciInfo_t>(symbol, self.table().nvmlDeviceGetPciInfo_v3)?.into())
    }

    /// Returns the device of CUDA: `device.cuda(driver)?.primary_context()`.
    ///
    /// # Errors
    /// [`Error::NotVisible`] if `driver` doesn't show it; NVML's error, or the driver's.
    pub fn cuda(&self, driver: Driver) -> Result<cuda_driver::Device, Error> {
        let uuid = self.uuid()?;
        let number =
            |uuid: &str| uuid.split_once('-').map(|(_, number)| number.to_ascii_lowercase());
        let mut visible = Vec::new();
        for device in driver.devices()? {
            // CUDA's identifier doesn't say whether it is an instance's.
            let shown = device.uuid().map_err(cuda_driver::Error::from)?.to_string();
            if number(&shown) == number(&uuid) {
                return Ok(device);
            }
            visible.push(shown);
        }
        let visible = if visible.is_empty() { "none".to_owned() } else { visible.join(", ") };
        Err(Error::NotVisible { uuid, visible })
    }

    /// Returns the compute capability.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetCudaComputeCapability")]
    pub fn compute_capability(&self) -> Result<ComputeCapability, Error> {
        let symbol = Symbol::nvmlDeviceGetCudaComputeCapability;
        let slot = self.table().nvmlDeviceGetCudaComputeCapability;
        let numbers = self.get_pair(symbol, slot)?;
        let number = |number| u32::try_from(number).unwrap_or(0);
        Ok(ComputeCapability { major: number(numbers.0), minor: number(numbers.1) })
    }

    /// Returns the memory, of all processes. No context is needed, nor created.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetMemoryInfo", "nvmlDeviceGetMemoryInfo_v2"))]
    pub fn memory_info(&self) -> Result<MemoryInfo, Error> {
        let table = self.table();
        let Some(function) = table.nvmlDeviceGetMemoryInfo_v2 else {
            let symbol = Symbol::nvmlDeviceGetMemoryInfo;
            let info: nvmlMemory_t = self.get(symbol, table.nvmlDeviceGetMemoryInfo)?;
            let nvmlMemory_t { total, free, used } = info;
            return Ok(MemoryInfo { total, free, used, reserved: None });
        };
        let mut info = nvmlMemory_v2_t { version: nvmlMemory_v2, ..Default::default() };
        // SAFETY: the device is alive, and the pointer is to a live struct with its version.
        let status = unsafe { function(self.raw, &raw mut info) };
        self.check(Symbol::nvmlDeviceGetMemoryInfo_v2, status)?;
        let nvmlMemory_v2_t { total, free, used, reserved, .. } = info;
        Ok(MemoryInfo { total, free, used, reserved: Some(reserved) })
    }

    /// Returns how busy the device is.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetUtilizationRates")]
    pub fn utilization(&self) -> Result<Utilization, Error> {
        let symbol = Symbol::nvmlDeviceGetUtilizationRates;
        let rates = self.get(symbol, self.table().nvmlDeviceGetUtilizationRates)?;
        let cuda_libraries_sys::nvml::nvmlUtilization_t { gpu, memory } = rates;
        Ok(Utilization { gpu, memory })
    }

    /// Returns NVML's own handle, for [`Nvml::raw`]. It lives as long as this value, and [`nvml`](Self::nvml).
    #[must_use]
    pub fn as_raw(&self) -> nvmlDevice_t {
        self.raw
    }

    /// Returns the library.
    #[must_use]
    pub fn nvml(&self) -> &Nvml {
        &self.nvml
    }

    pub(crate) fn table(&self) -> &'static NvmlTable {
        self.nvml.raw()
    }

    /// Returns what a function writes as text.
    fn text(&self, symbol: Symbol, slot: Option<TextGetter>) -> Result<String, Error> {
        self.nvml.text(symbol, slot, |function, text, len| {
            // SAFETY: the device is alive, and NVML writes no more than `len` bytes.
            unsafe { function(self.raw, text, len) }
        })
    }

    /// Returns what a function writes.
    pub(crate) fn get<T: Default>(
        &self,
        symbol: Symbol,
        slot: Option<Getter<T>>,
    ) -> Result<T, Error> {
        self.get_with(symbol, slot, |function, device, value| {
            // SAFETY: the device is alive, and the pointer is to a live value.
            unsafe { function(device, value) }
        })
    }

    /// Returns what a function with more parameters writes.
    pub(crate) fn get_with<F, T: Default>(
        &self,
        symbol: Symbol,
        slot: Option<F>,
        get: impl FnOnce(F, nvmlDevice_t, *mut T) -> nvmlReturn_t,
    ) -> Result<T, Error> {
        let function = self.nvml.require(symbol, slot)?;
        let mut value = T::default();
        let status = get(function, self.raw, &raw mut value);
        self.check(symbol, status)?;
        Ok(value)
    }

    /// Returns two values that a function writes.
    pub(crate) fn get_pair<T: Default>(
        &self,
        symbol: Symbol,
        slot: Option<PairGetter<T>>,
    ) -> Result<(T, T), Error> {
        let function = self.nvml.require(symbol, slot)?;
        let (mut first, mut second) = (T::default(), T::default());
        // SAFETY: the device is alive, and the pointers are to live values.
        let status = unsafe { function(self.raw, &raw mut first, &raw mut second) };
        self.check(symbol, status)?;
        Ok((first, second))
    }

    /// Returns the handle, for functions of `nvml`.
    pub(crate) fn raw_for(&self, nvml: &Nvml) -> Result<nvmlDevice_t, Error> {
        if core::ptr::eq(self.table(), nvml.raw()) {
            Ok(self.raw)
        } else {
            Err(Error::OtherLibrary { device: format!("{self:?}") })
        }
    }

    pub(crate) fn check(&self, symbol: Symbol, status: nvmlReturn_t) -> Result<(), Error> {
        check(symbol, status, || format!("{self:?}"))
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw && core::ptr::eq(self.table(), other.table())
    }
}

impl Eq for Device {}

/// Shows its identifier, if it has one.
impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An error has no details here: it would show the device.
        let mut text = [0_u8; 256];
        let status = self.table().nvmlDeviceGetUUID.map(|function| {
            // SAFETY: the device is alive, and NVML writes no more than these bytes.
            unsafe { function(self.raw, text.as_mut_ptr().cast(), text.len() as u32) }
        });
        match status {
            Some(nvmlReturn_t::NVML_SUCCESS) => f.write_str(&until_zero(&text)),
            _ => write!(f, "Device({:p})", self.raw),
        }
    }
}
