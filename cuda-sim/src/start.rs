//! Starting the software device: its driver, and its tables of functions.

use core::fmt;

use cuda_driver::{CuResult, Driver, debug_as_display};
use cuda_driver_sys::{DefaultStream, DriverTable};

use crate::settings::{Settings, WrongSetting, set_library};
use crate::table::table;

/// An error from starting the software device.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// An environment variable has an invalid value.
    Setting(WrongSetting),
    /// The result of `cuInit`: `CUDA_ERROR_OUT_OF_MEMORY` if the device's addresses can't be reserved.
    Init(CuResult),
}

debug_as_display!(StartError);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(error) => error.fmt(f),
            Self::Init(result) => write!(f, "the software device did not start: {result}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Setting(_) => None,
            Self::Init(result) => Some(result),
        }
    }
}

/// Starts the software device, and returns its driver.
///
/// # Errors
/// [`StartError`] if an environment variable is invalid, or the device's memory can't be reserved.
pub fn driver() -> Result<Driver, StartError> {
    if let Some(invalid) = &Settings::get().invalid {
        return Err(StartError::Setting(invalid.clone()));
    }
    // SAFETY: the functions of the table behave as the driver API specifies.
    unsafe { Driver::from_table(driver_table()) }.map_err(StartError::Init)
}

/// Returns the software device's driver, with the legacy meaning of the default stream.
#[must_use]
pub fn driver_table() -> &'static DriverTable {
    table(DefaultStream::Legacy)
}

/// Returns the table of the same driver and device, with a per-thread default stream.
#[must_use]
pub fn driver_table_per_thread() -> &'static DriverTable {
    table(DefaultStream::PerThread)
}

/// Returns the table of [`driver_table`], for a shared library that takes the driver's place: the variable
/// `CUDA_VISIBLE_DEVICES` then chooses among its devices, as among a driver's.
#[doc(hidden)]
#[must_use]
pub fn library_table(default_stream: DefaultStream) -> &'static DriverTable {
    set_library();
    table(default_stream)
}
