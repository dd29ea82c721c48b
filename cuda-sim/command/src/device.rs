//! What the device is like: the options for it, and how it describes itself.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::{Result, anyhow};
use cuda_driver::Driver;
use cuda_driver::device::DeviceAttribute;
use serde::Serialize;

use crate::folder::FILE;
use crate::install;

/// Options that change the device. Other variables that begin with `CUDA_SIM_` are passed on.
#[derive(clap::Args)]
#[command(next_help_heading = "The device")]
pub(crate) struct Device {
    /// The compute capability [default: 12.0, for which today's packages have PTX]
    #[arg(long, value_name = "9.0", value_parser = CAPABILITIES, hide_possible_values = true)]
    capability: Option<String>,
    /// The CUDA version of the driver [default: 13.5, which takes the newest PTX]
    #[arg(long, value_name = "13.0", value_parser = DRIVERS, hide_possible_values = true)]
    driver: Option<String>,
    /// The memory of each device [default: the machine's, shared evenly]
    #[arg(long, value_name = "8G", value_parser = bytes, allow_hyphen_values = true)]
    device_memory: Option<String>,
    /// The number of devices [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    devices: Option<u8>,
    /// The name of the devices, for programs that ask for a GPU of NVIDIA, such as "NVIDIA H100"
    #[arg(long)]
    name: Option<String>,
}

/// The compute capabilities and the versions of drivers that the device can have.
const CAPABILITIES: [&str; 21] = [
    "5.0", "5.2", "5.3", "6.0", "6.1", "6.2", "7.0", "7.2", "7.5", "8.0", "8.6", "8.7", "8.8",
    "8.9", "9.0", "10.0", "10.1", "10.3", "11.0", "12.0", "12.1",
];
const DRIVERS: [&str; 21] = [
    "11.4", "11.5", "11.6", "11.7", "11.8", "12.0", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6",
    "12.7", "12.8", "12.9", "13.0", "13.1", "13.2", "13.3", "13.4", "13.5",
];

/// A variable of the device, and its value.
pub(crate) type Variable = (&'static str, String);

/// The variables that have another default for whole programs than for tests: packages have PTX for
/// the newest GPUs alone.
const DEFAULTS: [(&str, &str); 2] =
    [("CUDA_SIM_COMPUTE_CAPABILITY", "12.0"), ("CUDA_SIM_DRIVER_VERSION", "13.5")];

impl Device {
    /// Returns the variables that say the same to the device.
    pub(crate) fn variables(&self) -> Vec<Variable> {
        let options = [
            (DEFAULTS[0].0, self.capability.clone()),
            (DEFAULTS[1].0, self.driver.clone()),
            ("CUDA_SIM_MEMORY", self.device_memory.clone()),
            ("CUDA_SIM_DEVICES", self.devices.map(|device| device.to_string())),
            ("CUDA_SIM_NAME", self.name.clone()),
        ];
        let with_default = |(variable, value): (&'static str, Option<String>)| {
            let default = DEFAULTS
                .iter()
                .find(|default| default.0 == variable && env::var_os(variable).is_none());
            Some((variable, value.or_else(|| Some(default?.1.to_owned()))?))
        };
        options.into_iter().filter_map(with_default).collect()
    }
}

/// Accepts `512M`.
fn bytes(text: &str) -> Result<String, &'static str> {
    let digits = text.strip_suffix(['K', 'M', 'G', 'T']).unwrap_or(text);
    match digits.parse::<u64>() {
        Ok(1..) => Ok(text.to_owned()),
        _ => Err("it is a number of bytes above 0, or one with K, M, G or T, such as 8G"),
    }
}

/// What `cuda-sim info` prints.
#[derive(Serialize)]
struct Info {
    driver_version: String,
    devices: Vec<DeviceInfo>,
}

/// One of the devices.
#[derive(Serialize)]
struct DeviceInfo {
    name: String,
    compute_capability: String,
    memory_bytes: usize,
    multiprocessors: i32,
    uuid: String,
    pci_bus_id: String,
}

/// Prints what programs would be told.
pub(crate) fn info(device: &Device, json: bool) -> Result<u8> {
    let folder = install::folder()?;
    let driver = [(cuda_pathfinder::DRIVER.variable(), folder.join(FILE).into_os_string())];
    let variables = device.variables().into_iter().map(|(name, value)| (name, value.into()));
    for (name, value) in variables.chain(driver) {
        // SAFETY: this program has one thread, and hasn't loaded the device's library, which starts
        // others.
        unsafe { env::set_var(name, value) };
    }
    // The error's text has its cause.
    let driver = Driver::load().map_err(|error| anyhow!("{error}"))?;
    let mut info = Info { driver_version: driver.version().to_string(), devices: Vec::new() };
    for device in driver.devices()? {
        info.devices.push(DeviceInfo {
            name: device.name()?,
            compute_capability: device.compute_capability()?.to_string(),
            memory_bytes: device.total_memory()?,
            multiprocessors: device.attribute(DeviceAttribute::MULTIPROCESSOR_COUNT)?,
            uuid: device.uuid()?.to_string(),
            pci_bus_id: device.pci_bus_id()?,
        });
    }
    let text = if json { serde_json::to_string_pretty(&info)? } else { info.text()? };
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(0)
}

impl Info {
    fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = format!("driver of CUDA {}", self.driver_version);
        for (ordinal, device) in self.devices.iter().enumerate() {
            write!(
                text,
                "\ndevice {ordinal}: {}\n  compute capability {}, {} multiprocessors, {:.1} GiB of \
                 memory\n  {}, {}",
                device.name,
                device.compute_capability,
                device.multiprocessors,
                device.memory_bytes as f64 / f64::from(1 << 30),
                device.uuid,
                device.pci_bus_id
            )?;
        }
        Ok(text)
    }
}
