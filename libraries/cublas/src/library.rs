use std::fmt;
use std::path::Path;

use cuda_libraries_sys::cublas::{CublasTable, Symbol, library_of};

use crate::error::Error;

/// A loaded cuBLAS: [documentation](https://docs.nvidia.com/cuda/cublas/index.html).
///
/// It is a handle of pointer size; cuBLAS is never unloaded.
#[derive(Clone, Copy)]
pub struct Cublas {
    table: &'static CublasTable,
}

impl Cublas {
    /// Returns the cuBLAS of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, Error> {
        Ok(Self::from_table(cuda_libraries_sys::cublas::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::cublas::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static CublasTable) -> Self {
        Self { table }
    }

    /// Returns the table of cuBLAS's functions by their names in C, including whether this cuBLAS has each.
    #[must_use]
    #[inline]
    pub const fn raw(self) -> &'static CublasTable {
        self.table
    }

    /// Returns the release as cuBLAS writes it: 120405 is 12.4.5.
    #[doc(alias = "cublasGetVersion")]
    #[must_use]
    pub fn version(self) -> u32 {
        self.table.version()
    }

    /// Returns the file that it was loaded from, if it is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Returns the function of a slot, or the error of a missing function.
    #[inline]
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, Error> {
        slot.ok_or_else(|| Error::Absent { function: symbol.function(), found: self.version() })
    }
}

impl fmt::Debug for Cublas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cublas")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}
