//! The whole report, as text and as JSON.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use cuda_driver::{
    CuResult, Device, Driver, Error,
    driver::LoadError,
    sys::{self, DefaultStream},
};
use cuda_pathfinder::Search;
use serde::{Serialize, Serializer};

use crate::Arguments;
use crate::compiler::Compiler;
use crate::devices::DeviceReport;
use crate::driver::DriverReport;
use crate::libraries::Libraries;
use crate::machine::Machine;
use crate::peers::Peers;

#[derive(Serialize)]
pub struct Report {
    machine: Machine,
    libraries: Libraries,
    nvrtc: Compiler,
    driver: Option<DriverReport>,
    devices: Vec<DeviceReport>,
    peers: Peers,
    /// The error that ended it.
    #[serde(serialize_with = "sentence")]
    error: Option<QueryError>,
}

/// Why not all devices could be queried.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    #[error("the driver reports no GPU; check whether CUDA_VISIBLE_DEVICES hides it")]
    NoDevice,
    #[error("there is no device {ordinal}: this machine has {count}, counted from 0")]
    NoSuchDevice { ordinal: usize, count: usize },
    #[error(transparent)]
    Cuda(#[from] Error),
    #[error(transparent)]
    Driver(#[from] CuResult),
}

impl QueryError {
    /// Returns `true` if there is no usable driver or GPU, rather than a wrong argument.
    pub fn is_absence(&self) -> bool {
        matches!(self, Self::Cuda(Error::Load(_)) | Self::NoDevice)
    }
}

impl Report {
    /// Queries everything that this machine has; an error that ended it early is in [`error`](Self::error).
    pub fn collect(arguments: &Arguments) -> Self {
        let mut report = Self {
            machine: Machine::collect(),
            // Before any library is loaded and kept, which would be found as "already loaded".
            libraries: Libraries::collect(&Search::new()),
            nvrtc: Compiler::collect(),
            driver: None,
            devices: Vec::new(),
            peers: Peers::none(),
            error: None,
        };
        report.error = report.ask_driver(arguments).err();
        report
    }

    fn ask_driver(&mut self, arguments: &Arguments) -> Result<(), QueryError> {
        let load = |default_stream| {
            sys::load(default_stream).map_err(|error| Error::from(LoadError::from(error)))
        };
        let legacy = load(DefaultStream::Legacy)?;
        let per_thread = load(DefaultStream::PerThread)?;
        // A driver that finds no GPU has its functions all the same.
        self.driver = Some(DriverReport::collect(legacy, per_thread));

        let devices = Driver::load()?.devices()?;
        let chosen = choose(&devices, arguments.device)?;
        self.peers = Peers::collect(&chosen, &devices);
        self.devices = chosen
            .into_iter()
            .map(|(ordinal, device)| DeviceReport::collect(ordinal, device, !arguments.no_context))
            .collect();
        Ok(())
    }

    pub fn error(&self) -> Option<&QueryError> {
        self.error.as_ref()
    }

    /// Returns the report as text.
    pub fn shown<'a>(&'a self, arguments: &'a Arguments) -> impl fmt::Display + 'a {
        ShownReport { report: self, arguments }
    }

    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    pub fn write_json(&self, path: &Path) -> io::Result<()> {
        fs::write(path, self.json()? + "\n")
    }

    /// PTX of an NVRTC newer than the driver, which the driver rejects.
    fn has_newer_ptx(&self) -> bool {
        let driver = self.driver.as_ref().map(|driver| driver.version());
        let driver = driver.map(|version| version.major * 1000 + version.minor * 10);
        matches!((self.nvrtc.version(), driver), (Some(nvrtc), Some(driver)) if nvrtc > driver)
    }
}

/// Returns the devices to report on, with their ordinals.
fn choose(devices: &[Device], ordinal: Option<usize>) -> Result<Vec<(usize, Device)>, QueryError> {
    if devices.is_empty() {
        return Err(QueryError::NoDevice);
    }
    let Some(ordinal) = ordinal else {
        return Ok(devices.iter().copied().enumerate().collect());
    };
    match devices.get(ordinal) {
        Some(device) => Ok(vec![(ordinal, *device)]),
        None => Err(QueryError::NoSuchDevice { ordinal, count: devices.len() }),
    }
}

fn sentence<S: Serializer>(error: &Option<QueryError>, serializer: S) -> Result<S::Ok, S::Error> {
    error.as_ref().map(ToString::to_string).serialize(serializer)
}

const NEWER_PTX: &str = "\
note: this NVRTC is newer than the driver, which refuses its PTX (222,
      CUDA_ERROR_UNSUPPORTED_PTX_VERSION): compile to cubins, or use an NVRTC of its version";

struct ShownReport<'a> {
    report: &'a Report,
    arguments: &'a Arguments,
}

impl fmt::Display for ShownReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { report, arguments } = self;
        write!(f, "{}\n\n{}", report.machine, report.libraries)?;
        if arguments.verbose {
            for places in report.libraries.places() {
                write!(f, "\n\n{places}")?;
            }
        }
        write!(f, "\n\n{}", report.nvrtc)?;
        if let Some(driver) = &report.driver {
            write!(f, "\n\n{driver}")?;
        }
        if report.has_newer_ptx() {
            write!(f, "\n{NEWER_PTX}")?;
        }
        for device in &report.devices {
            write!(f, "\n\n{}", device.shown(arguments.attributes))?;
        }
        if !report.peers.is_empty() {
            write!(f, "\n\n{}", report.peers)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake_driver;

    #[test]
    fn an_invalid_ordinal_is_an_error_with_the_number_of_devices() {
        let devices = [fake_driver::device(0), fake_driver::device(1)];
        let error = choose(&devices, Some(2)).unwrap_err();
        assert_eq!(error.to_string(), "there is no device 2: this machine has 2, counted from 0");
        assert!(!error.is_absence());
    }

    #[test]
    fn one_chosen_device_keeps_its_ordinal() {
        let devices = [fake_driver::device(0), fake_driver::device(1)];
        assert_eq!(choose(&devices, Some(1)).unwrap(), [(1, devices[1])]);
    }

    #[test]
    fn a_driver_without_devices_counts_as_missing() {
        assert!(choose(&[], None).unwrap_err().is_absence());
    }
}
