use std::ffi::{CStr, c_int};
use std::fmt;
use std::path::Path;

use cuda_libraries_sys::nvvm::{NvvmTable, Symbol, library_of, nvvmResult};

use crate::error::{NvvmError, NvvmErrorKind};
use cuda_arch::Version;

/// A loaded libNVVM: [documentation](https://docs.nvidia.com/cuda/libnvvm-api/index.html).
///
/// It is a handle of pointer size; libNVVM is never unloaded.
///
/// ```no_run
/// let library = nvvm::Nvvm::load()?;
/// println!("libNVVM {} from {:?}", library.version(), library.path());
/// # Ok::<(), nvvm::NvvmError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Nvvm {
    table: &'static NvvmTable,
}

/// Versions of NVVM IR and of its debug metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct IrVersion {
    /// The version of the IR, major and minor.
    pub ir: (u32, u32),
    /// The version of the debug metadata, major and minor.
    pub debug: (u32, u32),
}

impl Nvvm {
    /// Returns the libNVVM of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`NvvmErrorKind::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, NvvmError> {
        Ok(Self::from_table(cuda_libraries_sys::nvvm::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::nvvm::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static NvvmTable) -> Self {
        Self { table }
    }

    /// Returns the functions.
    #[must_use]
    pub const fn table(self) -> &'static NvvmTable {
        self.table
    }

    /// Returns the version of libNVVM's interface, such as 2.0.
    #[doc(alias = "nvvmVersion")]
    #[must_use]
    pub fn version(self) -> Version {
        Version::from_number(self.table.version())
    }

    /// Returns the newest versions of NVVM IR and of its debug metadata that it reads.
    ///
    /// # Errors
    /// libNVVM's error.
    #[doc(alias = "nvvmIRVersion")]
    pub fn ir_version(self) -> Result<IrVersion, NvvmError> {
        let function = self.require(Symbol::nvvmIRVersion, self.table.nvvmIRVersion)?;
        let mut all: [c_int; 4] = [0; 4];
        let [ir_major, ir_minor, debug_major, debug_minor] = &mut all;
        // SAFETY: the pointers are to live numbers.
        let result = unsafe { function(ir_major, ir_minor, debug_major, debug_minor) };
        self.check(Symbol::nvvmIRVersion, result)?;
        let [a, b, c, d] = all.map(|number| number.try_into().unwrap_or(0));
        Ok(IrVersion { ir: (a, b), debug: (c, d) })
    }

    /// Returns the file that it was loaded from, if that is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Returns libNVVM's message for a result; `None` if the function is missing.
    #[doc(alias = "nvvmGetErrorString")]
    #[must_use]
    pub fn error_string(self, result: nvvmResult) -> Option<&'static str> {
        let function = self.table.nvvmGetErrorString?;
        // SAFETY: any number is accepted.
        let text = unsafe { function(result) };
        if text.is_null() {
            return None;
        }
        // SAFETY: the string belongs to the library, which is never unloaded.
        unsafe { CStr::from_ptr(text) }.to_str().ok()
    }

    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvvmResult) -> Result<(), NvvmError> {
        match result {
            nvvmResult::NVVM_SUCCESS => Ok(()),
            result => Err(NvvmErrorKind::Call { function: symbol.function().name, result }.into()),
        }
    }

    /// Returns the function of a slot, or the error of a missing function.
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, NvvmError> {
        slot.ok_or_else(|| {
            let function = symbol.function().name;
            NvvmErrorKind::Absent { function }.into()
        })
    }
}

impl fmt::Debug for Nvvm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nvvm")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}
