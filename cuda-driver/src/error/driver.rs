use cuda_arch::Version;

use crate::error::{CuResult, debug_as_display};

/// An error from loading the driver.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No usable driver library was found; the error lists the searched places, or explains what is wrong with the
    /// library.
    #[error(transparent)]
    Library(#[from] cuda_driver_sys::LoadError),
    /// A driver was loaded, but there is no GPU that it can use.
    #[error(
        "the CUDA driver {version} is installed, but it sees no GPU ({result}). \
         Check whether `nvidia-smi` lists one, whether CUDA_VISIBLE_DEVICES hides it, and, in a container, \
         whether the container has access to it (`--gpus all`)"
    )]
    NoDevice {
        /// The driver's version.
        version: Version,
        /// The result of `cuInit`.
        #[source]
        result: CuResult,
    },
    /// A driver was loaded, but failed to initialize.
    #[error("the CUDA driver {version} did not start: {result}")]
    Init {
        /// The driver's version.
        version: Version,
        /// The result of `cuInit`.
        #[source]
        result: CuResult,
    },
}

impl LoadError {
    /// Returns the driver's result if a driver was loaded but failed to initialize.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Library(_) => None,
            Self::NoDevice { result, .. } | Self::Init { result, .. } => Some(*result),
        }
    }
}

/// A string contains a null byte, where C would end it.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the name {name:?} has a null byte at position {position}; C names end there, so remove it"
)]
#[non_exhaustive]
pub struct InvalidName {
    /// The string.
    pub name: String,
    /// The position of its first null byte, in bytes.
    pub position: usize,
}

debug_as_display!(LoadError, InvalidName);
