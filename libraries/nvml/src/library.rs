use core::ffi::{c_char, c_uint};
use core::fmt;
use std::path::Path;
use std::sync::Arc;

use cuda_driver::Version;
use cuda_libraries_sys::nvml::{NvmlTable, Symbol, library_of, load, nvmlReturn_t};
use cuda_library_support::{AbsentFunction, Release};

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
