use cuda_driver::debug_as_display;
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::nvml::{Symbol, nvmlReturn_t};
use cuda_library_support::AbsentFunction;
use thiserror::Error;

/// An error of NVML or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No NVML could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This NVML lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// NVML returned an error.
    #[error(transparent)]
    Nvml(#[from] Failure),
    /// CUDA's driver returned an error.
    #[error(transparent)]
    Driver(#[from] cuda_driver::Error),
    /// CUDA doesn't show a device that NVML has.
    #[error(
        "CUDA has no device {uuid}: it shows {visible}. `CUDA_VISIBLE_DEVICES` may hide it, a GPU that is divided (MIG) is used by its \
         instances, `Device::mig_devices`, of which CUDA shows a program one"
    )]
    NotVisible {
        /// What NVML calls it.
        uuid: String,
        /// The devices that CUDA shows.
        visible: String,
    },
    /// A device is of another NVML than what it is used with.
    #[error(
        "{device} is of another NVML than the device or the set of events that it is used with"
    )]
    OtherLibrary {
        /// The device.
        device: String,
    },
    /// A text has a zero in it, which C can't pass.
    #[error("{0:?} isn't what a device is called: it has a zero in it")]
    Name(String),
}

/// An error of a function of NVML.
pub type Failure = cuda_library_support::Failure<nvmlReturn_t>;

impl Error {
    /// Returns NVML's code, if NVML returned the error.
    #[must_use]
    pub fn status(&self) -> Option<nvmlReturn_t> {
        match self {
            Self::Nvml(failure) => Some(failure.status),
            _ => None,
        }
    }

    /// Returns `true` if the device, or this NVML, has no such value: a sensor, for example, or NVLink.
    #[must_use]
    pub fn is_not_supported(&self) -> bool {
        // A driver's kernel module may be older than its library.
        let statuses =
            [nvmlReturn_t::NVML_ERROR_NOT_SUPPORTED, nvmlReturn_t::NVML_ERROR_FUNCTION_NOT_FOUND];
        matches!(self, Self::Absent(_))
            || self.status().is_some_and(|status| statuses.contains(&status))
    }

    /// Returns `true` if there is no device of that name or number.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(nvmlReturn_t::NVML_ERROR_NOT_FOUND)
    }
}

/// Returns the error of a status, with what was passed.
pub(crate) fn check(
    symbol: Symbol,
    status: nvmlReturn_t,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        nvmlReturn_t::NVML_SUCCESS => Ok(()),
        status => Err(Failure::new(symbol.function(), status, arguments()).into()),
    }
}

debug_as_display!(Error);
