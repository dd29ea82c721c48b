//! Which device examples and tests run on: the GPU where there is one, else the software device.
//!
//! The environment variable `CUDA_TEST_DEVICE` overrides: `hardware`, `software`, or `auto`.

use std::fmt;

use cuda_driver::sys::{DriverTable, load};
use cuda_driver::{DefaultStream, Device, Driver};

/// The variable that overrides the choice.
pub const VARIABLE: &str = "CUDA_TEST_DEVICE";

/// A device that was chosen.
#[derive(Debug, Clone)]
pub enum Chosen {
    /// The installed driver, which has a GPU.
    Hardware(&'static DriverTable),
    /// The software device, because it was asked for, or because of the error that says why there is no GPU.
    Software(&'static DriverTable, Option<String>),
}

/// Why there is no device to run on.
#[derive(Debug, Clone)]
pub enum NoDevice {
    /// The GPU was asked for, and there is none.
    Hardware(String),
    /// The variable says something else than it can.
    Unknown(String),
}

impl fmt::Display for NoDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hardware(error) => f.write_str(error),
            Self::Unknown(value) => {
                write!(
                    f,
                    "{VARIABLE} is {value:?}; it can be hardware, software or auto"
                )
            }
        }
    }
}

impl std::error::Error for NoDevice {}

/// Chooses the device.
///
/// # Errors
/// [`NoDevice`] where the environment asks for what there isn't.
pub fn choose() -> Result<Chosen, NoDevice> {
    let wish = std::env::var(VARIABLE).unwrap_or_default();
    match wish.as_str() {
        "hardware" => hardware().map(Chosen::Hardware).map_err(NoDevice::Hardware),
        "software" => Ok(Chosen::Software(cuda_sim::driver_table(), None)),
        "" | "auto" => Ok(match hardware() {
            Ok(table) => Chosen::Hardware(table),
            Err(error) => Chosen::Software(cuda_sim::driver_table(), Some(error)),
        }),
        _ => Err(NoDevice::Unknown(wish)),
    }
}

/// The installed driver, if it has a device that is hardware.
fn hardware() -> Result<&'static DriverTable, String> {
    let driver = Driver::load().map_err(|error| error.to_string())?;
    let name = driver
        .device(0)
        .and_then(Device::name)
        .map_err(|error| error.to_string())?;
    if name.starts_with(cuda_sim::DEVICE_NAME) {
        return Err(format!("the installed driver's device is software: {name}"));
    }
    load(DefaultStream::Legacy).map_err(|error| error.to_string())
}

impl Chosen {
    /// The chosen driver's table.
    #[must_use]
    pub fn table(&self) -> &'static DriverTable {
        match self {
            Self::Hardware(table) | Self::Software(table, _) => table,
        }
    }

    /// The chosen driver, started.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn driver(&self) -> Result<Driver, cuda_driver::CuResult> {
        // SAFETY: the table is the installed driver's or the software device's, and both do what the
        // driver API says.
        unsafe { Driver::from_table(self.table()) }
    }

    /// One line that says what was chosen instead of a GPU, and why; `None` for a GPU.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        match self {
            Self::Hardware(_) => None,
            Self::Software(_, None) => Some("running on the software device".to_string()),
            Self::Software(_, Some(error)) => {
                let why = error.lines().next().unwrap_or_default();
                Some(format!("{why}: running on the software device"))
            }
        }
    }
}
