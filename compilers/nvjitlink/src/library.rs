use std::fmt;
use std::path::Path;

use cuda_libraries_sys::nvjitlink::{NvJitLinkTable, Symbol, library_of, nvJitLinkResult};

use crate::error::{LinkError, LinkErrorKind};
use cuda_arch::Version;

/// A loaded nvJitLink: [documentation](https://docs.nvidia.com/cuda/nvjitlink/index.html).
///
/// It is a handle of pointer size; nvJitLink is never unloaded.
///
/// ```no_run
/// let linker = nvjitlink::NvJitLink::load()?;
/// println!("nvJitLink {} from {:?}", linker.version(), linker.path());
/// # Ok::<(), nvjitlink::LinkError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NvJitLink {
    table: &'static NvJitLinkTable,
}

impl NvJitLink {
    /// Returns the nvJitLink of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`LinkErrorKind::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, LinkError> {
        Ok(Self::from_table(cuda_libraries_sys::nvjitlink::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::nvjitlink::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static NvJitLinkTable) -> Self {
        Self { table }
    }

    /// Returns the functions.
    #[must_use]
    pub const fn table(self) -> &'static NvJitLinkTable {
        self.table
    }

    /// Returns the version, which is that of its CUDA toolkit.
    #[doc(alias = "nvJitLinkVersion")]
    #[must_use]
    pub fn version(self) -> Version {
        Version::from_number(self.table.version())
    }

    /// Returns the file that it was loaded from, if that is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvJitLinkResult) -> Result<(), LinkError> {
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(()),
            result => Err(LinkErrorKind::Call {
                function: symbol.function().name,
                result,
                nvjitlink: self.version(),
            }
            .into()),
        }
    }

    /// Returns the function of a slot, or the error of a missing function.
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, LinkError> {
        slot.ok_or_else(|| {
            let kind =
                LinkErrorKind::Absent { function: symbol.function(), nvjitlink: self.version() };
            kind.into()
        })
    }
}

impl fmt::Debug for NvJitLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NvJitLink")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}
