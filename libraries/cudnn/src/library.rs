use crate::error::Failure;
use cuda_libraries_sys::cudnn::cudnnStatus_t;
use std::fmt;
use std::path::Path;

use cuda_libraries_sys::cudnn::{CudnnTable, Symbol, library_of};

use crate::error::Error;

/// A loaded cuDNN: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/index.html).
///
/// It is a handle of pointer size; cuDNN is never unloaded.
#[derive(Clone, Copy)]
pub struct Cudnn {
    table: &'static CudnnTable,
}

impl Cudnn {
    /// Returns the cuDNN of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, Error> {
        Ok(Self::from_table(cuda_libraries_sys::cudnn::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::cudnn::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static CudnnTable) -> Self {
        Self { table }
    }

    /// Returns the table of cuDNN's functions by their names in C, including whether this cuDNN has each.
    #[must_use]
    #[inline]
    pub const fn raw(self) -> &'static CudnnTable {
        self.table
    }

    /// Returns the release as cuDNN writes it: 91900 is 9.19.0.
    #[doc(alias = "cudnnGetVersion")]
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

    /// Returns what cuDNN has to say about the last error of this thread.
    pub(crate) fn last_message(self) -> String {
        let Some(get) = self.table.cudnnGetLastErrorString else {
            return String::new();
        };
        let mut text = [0_u8; 512];
        // SAFETY: cuDNN writes no more bytes than these, with a zero at the end.
        unsafe { get(text.as_mut_ptr().cast(), text.len()) };
        let end = text.iter().position(|byte| *byte == 0);
        let text = String::from_utf8_lossy(text.get(..end.unwrap_or(0)).unwrap_or_default());
        text.trim().to_owned()
    }
}

impl fmt::Debug for Cudnn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cudnn")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}

/// Returns an error unless cuDNN succeeded.
pub(crate) fn check_status(
    cudnn: Cudnn,
    function: &'static str,
    status: cudnnStatus_t,
    what: impl FnOnce() -> Vec<String>,
) -> Result<(), Error> {
    match status {
        cudnnStatus_t::CUDNN_STATUS_SUCCESS => Ok(()),
        status => Err(Error::Cudnn(Box::new(Failure {
            function,
            status,
            what: what(),
            message: cudnn.last_message(),
        }))),
    }
}
