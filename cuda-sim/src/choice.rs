//! Chooses the GPU if there is one, and the software device otherwise.
//!
//! [`gpu_or_software`] does everything; [`choose`] and [`ChosenDevice`] are its steps, for tests that use a table.
//! The variable `CUDA_TEST_DEVICE` overrides the choice: `hardware`, `software`, or `auto`, the default.

use core::fmt;
use std::sync::Once;

use cuda_driver::device::Uuid;
use cuda_driver::{Driver, debug_as_display, driver::DefaultStream};
use cuda_driver_sys::{DriverTable, load};

use crate::standard_error::print_line;
use crate::start::{StartError, driver, driver_table};

/// The variable that overrides the choice.
pub const VARIABLE: &str = "CUDA_TEST_DEVICE";

/// A device that was chosen.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ChosenDevice {
    /// The installed driver, which has a GPU.
    Hardware(&'static DriverTable),
    /// The software device, because it was requested, or because of the error that explains why there is no GPU.
    Software(&'static DriverTable, Option<String>),
}

/// An error from choosing a device.
#[derive(Clone)]
#[non_exhaustive]
pub enum NoDevice {
    /// The GPU was requested with `CUDA_TEST_DEVICE=hardware`, and there is none.
    Hardware(String),
    /// The driver that `CUDA_DRIVER` names can't be loaded.
    Driver(cuda_driver_sys::LoadError),
    /// `CUDA_TEST_DEVICE` has an invalid value.
    Unknown(String),
    /// The software device was chosen and failed to start.
    Software(StartError),
    /// The GPU's driver was chosen and failed to start.
    Init(cuda_driver::Error),
}

debug_as_display!(NoDevice);

impl fmt::Display for NoDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hardware(error) => write!(
                f,
                "{error}\n  {VARIABLE}=hardware requires a GPU; without it, the software device is used"
            ),
            Self::Driver(error) => error.fmt(f),
            Self::Unknown(value) => {
                write!(f, "{VARIABLE} is {value:?}; it can be hardware, software or auto")
            }
            Self::Software(error) => error.fmt(f),
            Self::Init(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoDevice {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Hardware(_) | Self::Unknown(_) => None,
            // Their messages are this one's.
            Self::Driver(error) => std::error::Error::source(error),
            Self::Software(error) => std::error::Error::source(error),
            Self::Init(error) => std::error::Error::source(error),
        }
    }
}

/// Returns the driver of the GPU if there is one, and otherwise that of the software device, with a line on standard
/// error, once a process.
///
/// ```
/// let driver = cuda_sim::gpu_or_software()?;
/// println!("{}", driver.device(0)?.name()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoDevice`] if the environment requests a device that isn't available.
pub fn gpu_or_software() -> Result<Driver, NoDevice> {
    let chosen = choose()?;
    static SAID: Once = Once::new();
    if let Some(note) = chosen.note() {
        SAID.call_once(|| print_line(note));
    }
    chosen.driver()
}

/// Chooses the device.
///
/// # Errors
/// [`NoDevice`] if the environment requests a device that isn't available: a missing GPU by `CUDA_TEST_DEVICE`, or by
/// `CUDA_DRIVER` a driver that can't be loaded.
pub fn choose() -> Result<ChosenDevice, NoDevice> {
    let requested = std::env::var_os(VARIABLE).unwrap_or_default();
    match requested.to_str() {
        Some("hardware") => hardware().map(ChosenDevice::Hardware).map_err(|none| match none {
            NoGpu::Named(error) => NoDevice::Driver(error),
            NoGpu::None(error) => NoDevice::Hardware(error),
        }),
        Some("software") => Ok(ChosenDevice::Software(driver_table(), None)),
        Some("" | "auto") => match hardware() {
            Ok(table) => Ok(ChosenDevice::Hardware(table)),
            Err(NoGpu::Named(error)) => Err(NoDevice::Driver(error)),
            Err(NoGpu::None(error)) => Ok(ChosenDevice::Software(driver_table(), Some(error))),
        },
        _ => Err(NoDevice::Unknown(requested.to_string_lossy().into_owned())),
    }
}

/// The reason why there is no GPU.
enum NoGpu {
    /// The driver that the environment names can't be loaded.
    Named(cuda_driver_sys::LoadError),
    /// There is no driver, or no device.
    None(String),
}

/// Returns the installed driver, if it has a device that is hardware.
fn hardware() -> Result<&'static DriverTable, NoGpu> {
    let table = load(DefaultStream::Legacy).map_err(|error| {
        let variable = cuda_pathfinder::DRIVER.variable();
        if std::env::var_os(variable).is_some_and(|value| !value.is_empty()) {
            NoGpu::Named(error)
        } else {
            NoGpu::None(error.to_string())
        }
    })?;
    let (name, uuid) = first_device().map_err(|error| NoGpu::None(error.to_string()))?;
    // It may have another name.
    if uuid.0 == crate::settings::uuid(0) {
        let error = format!("the installed driver's device is software: {name}");
        return Err(NoGpu::None(error));
    }
    Ok(table)
}

fn first_device() -> Result<(String, Uuid), cuda_driver::Error> {
    let device = Driver::load()?.device(0)?;
    Ok((device.name()?, device.uuid()?))
}

impl ChosenDevice {
    /// Returns the chosen driver's table.
    #[must_use]
    pub fn table(&self) -> &'static DriverTable {
        match self {
            Self::Hardware(table) | Self::Software(table, _) => table,
        }
    }

    /// Starts and returns the chosen driver.
    ///
    /// # Errors
    /// [`NoDevice::Software`] or [`NoDevice::Init`], depending on the choice.
    pub fn driver(&self) -> Result<Driver, NoDevice> {
        match self {
            Self::Hardware(_) => Driver::load().map_err(NoDevice::Init),
            Self::Software(..) => driver().map_err(NoDevice::Software),
        }
    }

    /// Returns `true` if it is the software device.
    #[must_use]
    pub fn is_software(&self) -> bool {
        matches!(self, Self::Software(..))
    }

    /// Returns a line that explains why the software device was chosen; `None` for a GPU.
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
