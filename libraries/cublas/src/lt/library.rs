use std::fmt;
use std::path::Path;

use cuda_driver::Context;
use cuda_libraries_sys::cublaslt::{CublasLtTable, Symbol, library_of};

use crate::error::Error;
use crate::lt::Handle;

/// A loaded cuBLASLt, which is part of cuBLAS. It is a handle of pointer size, and never unloaded.
#[derive(Clone, Copy)]
pub struct CublasLt {
    table: &'static CublasLtTable,
}

impl CublasLt {
    /// Returns the cuBLASLt of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, Error> {
        Ok(Self::from_table(cuda_libraries_sys::cublaslt::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::cublaslt::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static CublasLtTable) -> Self {
        Self { table }
    }

    /// Returns the table of its functions by their names in C, including whether this cuBLASLt has each.
    #[must_use]
    pub const fn raw(self) -> &'static CublasLtTable {
        self.table
    }

    /// Returns the release as cuBLAS writes it: 120405 is 12.4.5.
    #[doc(alias = "cublasLtGetVersion")]
    #[must_use]
    pub fn version(self) -> u32 {
        self.table.version()
    }

    /// Returns the file that it was loaded from, if it is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Creates cuBLASLt's state on the device of `context`.
    ///
    /// # Errors
    /// cuBLASLt's error, or the driver's.
    #[doc(alias = "cublasLtCreate")]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        Handle::new(self, context)
    }

    /// Returns the function of a slot, or the error of a missing function.
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, Error> {
        slot.ok_or_else(|| Error::Absent { function: symbol.function(), found: self.version() })
    }
}

impl fmt::Debug for CublasLt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CublasLt")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}
