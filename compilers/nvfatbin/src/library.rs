use std::ffi::CStr;
use std::fmt;
use std::path::Path;

use cuda_libraries_sys::nvfatbin::{NvFatbinTable, Symbol, library_of, nvFatbinResult};

use crate::build::Build;
use crate::error::{FatbinError, FatbinErrorKind};
use crate::fatbin::Fatbin;
use cuda_arch::{ObjectCode, Version};

/// A loaded nvFatbin: [documentation](https://docs.nvidia.com/cuda/nvfatbin/index.html).
///
/// It is a handle of pointer size; nvFatbin is never unloaded.
///
/// ```no_run
/// let library = nvfatbin::NvFatbin::load()?;
/// println!("nvFatbin {} from {:?}", library.version(), library.path());
/// # Ok::<(), nvfatbin::FatbinError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NvFatbin {
    table: &'static NvFatbinTable,
}

impl NvFatbin {
    /// Returns the nvFatbin of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`FatbinErrorKind::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, FatbinError> {
        Ok(Self::from_table(cuda_libraries_sys::nvfatbin::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::nvfatbin::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static NvFatbinTable) -> Self {
        Self { table }
    }

    /// Returns the functions.
    #[must_use]
    pub const fn table(self) -> &'static NvFatbinTable {
        self.table
    }

    /// Returns the version, which is that of its CUDA toolkit.
    #[doc(alias = "nvFatbinVersion")]
    #[must_use]
    pub fn version(self) -> Version {
        Version::from_number(self.table.version())
    }

    /// Returns the file that it was loaded from, if that is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Returns nvFatbin's message for a result; `None` for success, and if the function is missing.
    #[doc(alias = "nvFatbinGetErrorString")]
    #[must_use]
    pub fn error_string(self, result: nvFatbinResult) -> Option<&'static str> {
        let function = self.table.nvFatbinGetErrorString?;
        // SAFETY: any number is accepted.
        let text = unsafe { function(result) };
        if text.is_null() {
            return None;
        }
        // SAFETY: the string belongs to the library, which is never unloaded.
        unsafe { CStr::from_ptr(text) }.to_str().ok()
    }

    /// Packs with this nvFatbin, as [`Fatbin::build`] does with the default one.
    ///
    /// # Errors
    /// As [`Fatbin::build`].
    pub fn build(self, fatbin: &Fatbin<'_>) -> Result<ObjectCode, FatbinError> {
        Build::new(self, fatbin)?.pack()
    }

    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvFatbinResult) -> Result<(), FatbinError> {
        match result {
            nvFatbinResult::NVFATBIN_SUCCESS => Ok(()),
            result => Err(FatbinErrorKind::Call {
                function: symbol.function().name,
                result,
                nvfatbin: self.version(),
            }
            .into()),
        }
    }

    /// Returns the function of a slot, or the error of a missing function.
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, FatbinError> {
        slot.ok_or_else(|| {
            let kind =
                FatbinErrorKind::Absent { function: symbol.function(), nvfatbin: self.version() };
            kind.into()
        })
    }
}

impl fmt::Debug for NvFatbin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NvFatbin")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}
