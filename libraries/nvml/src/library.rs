use core::ffi::{c_char, c_uint};
use core::fmt;
use std::ffi::CString;
use std::path::Path;
use std::sync::Arc;

use cuda_driver::Version;
use cuda_libraries_sys::nvml::{NvmlTable, Symbol, library_of, load, nvmlDevice_t, nvmlReturn_t};
use cuda_library_support::{AbsentFunction, Release};

use crate::device::Device;
use crate::error::{Error, check};

/// NVML, loaded and initialized: [documentation](https://docs.nvidia.com/deploy/nvml-api/index.html).
///
/// Clones, devices and sets of events refer to the same initialization, which ends with the last of them. NVML comes with the
/// driver, and creates no context: memory on a device isn't used.
#[derive(Clone)]
#[doc(alias("nvmlInit_v2", "nvmlShutdown"))]
pub struct Nvml {
    initialization: Arc<Initialization>,
}

/// An initialization, which NVML counts.
struct Initialization {
    table: &'static NvmlTable,
}

impl Drop for Initialization {
    fn drop(&mut self) {
        if let Some(shutdown) = self.table.nvmlShutdown {
            // SAFETY: NVML was initialized, and no handle of this initialization is left.
            unsafe { shutdown() };
        }
    }
}

impl Nvml {
    /// Loads the NVML of this machine, and initializes it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched; NVML's error if there is no driver.
    pub fn load() -> Result<Self, Error> {
        Self::from_table(load()?)
    }

    /// Initializes the NVML of a table, such as [`cuda_libraries_sys::nvml::load_with`] returns.
    ///
    /// # Errors
    /// NVML's error if there is no driver.
    pub fn from_table(table: &'static NvmlTable) -> Result<Self, Error> {
        let init = require(table, Symbol::nvmlInit_v2, table.nvmlInit_v2)?;
        // What couldn't be shut down would stay initialized.
        require(table, Symbol::nvmlShutdown, table.nvmlShutdown)?;
        // SAFETY: it has no preconditions.
        check(Symbol::nvmlInit_v2, unsafe { init() }, String::new)?;
        Ok(Self { initialization: Arc::new(Initialization { table }) })
    }

    /// Returns the table of NVML's functions by their names in C, including whether this NVML has each.
    #[must_use]
    pub fn raw(&self) -> &'static NvmlTable {
        self.initialization.table
    }

    /// Returns the file that it was loaded from, if it is known.
    #[must_use]
    pub fn path(&self) -> Option<&'static Path> {
        library_of(self.raw())?.path.as_deref()
    }

    /// Returns NVML's release, such as `13.580.159`.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlSystemGetNVMLVersion")]
    pub fn version(&self) -> Result<String, Error> {
        let symbol = Symbol::nvmlSystemGetNVMLVersion;
        self.text(symbol, self.raw().nvmlSystemGetNVMLVersion, |function, text, len| {
            // SAFETY: NVML writes no more than `len` bytes.
            unsafe { function(text, len) }
        })
    }

    /// Returns the driver's release, such as `580.159.04`.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlSystemGetDriverVersion")]
    pub fn driver_version(&self) -> Result<String, Error> {
        let symbol = Symbol::nvmlSystemGetDriverVersion;
        self.text(symbol, self.raw().nvmlSystemGetDriverVersion, |function, text, len| {
            // SAFETY: NVML writes no more than `len` bytes.
            unsafe { function(text, len) }
        })
    }

    /// Returns the version of CUDA that the driver has.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlSystemGetCudaDriverVersion", "nvmlSystemGetCudaDriverVersion_v2"))]
    pub fn cuda_version(&self) -> Result<Version, Error> {
        let symbol = Symbol::nvmlSystemGetCudaDriverVersion_v2;
        let function = self.require(symbol, self.raw().nvmlSystemGetCudaDriverVersion_v2)?;
        let mut version = 0;
        // SAFETY: the pointer is to a live number.
        check(symbol, unsafe { function(&raw mut version) }, String::new)?;
        Ok(Version::from_number(u32::try_from(version).unwrap_or(0)))
    }

    /// Returns the name of a process that uses a GPU, such as `python3`.
    ///
    /// # Errors
    /// NVML's error if there is no such process, or it is another user's.
    #[doc(alias = "nvmlSystemGetProcessName")]
    pub fn process_name(&self, pid: u32) -> Result<String, Error> {
        let symbol = Symbol::nvmlSystemGetProcessName;
        self.text(symbol, self.raw().nvmlSystemGetProcessName, |function, text, len| {
            // SAFETY: NVML writes no more than `len` bytes.
            unsafe { function(pid, text, len) }
        })
    }

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
        (0..count).map(|index| self.device(index)).collect()
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
                instance.map_err(|_| error)
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

    /// Returns what a function writes as text.
    pub(crate) fn text<F>(
        &self,
        symbol: Symbol,
        slot: Option<F>,
        get: impl FnOnce(F, *mut c_char, c_uint) -> nvmlReturn_t,
    ) -> Result<String, Error> {
        let function = self.require(symbol, slot)?;
        let mut text = [0_u8; 256];
        let status = get(function, text.as_mut_ptr().cast(), text.len() as c_uint);
        check(symbol, status, String::new)?;
        Ok(until_zero(&text))
    }

    /// Returns the function of a slot, or the error of a missing function.
    pub(crate) fn require<F>(&self, symbol: Symbol, slot: Option<F>) -> Result<F, Error> {
        require(self.raw(), symbol, slot)
    }
}

fn require<F>(table: &NvmlTable, symbol: Symbol, slot: Option<F>) -> Result<F, Error> {
    // Functions have numbers of CUDA: 13050 is 13.5.
    let release = |number| Release { major: number / 1000, minor: number % 1000 / 10, patch: 0 };
    slot.ok_or_else(|| {
        let mut found = 0;
        // Tables have no version: NVML says it once it is initialized.
        if let Some(version) = table.nvmlSystemGetCudaDriverVersion_v2 {
            // SAFETY: the pointer is to a live number.
            unsafe { version(&raw mut found) };
        }
        let found = u32::try_from(found).unwrap_or(0);
        AbsentFunction::new("NVML", symbol.function(), found, release).into()
    })
}

/// Returns the text before a zero.
pub(crate) fn until_zero(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

impl fmt::Debug for Nvml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nvml").field("path", &self.path()).finish_non_exhaustive()
    }
}
