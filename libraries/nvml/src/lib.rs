//! NVIDIA's GPUs, watched with NVML, which comes with the driver: no context is needed, nor created.
//!
//! ```no_run
//! use nvml::Nvml;
//!
//! let nvml = Nvml::load()?;
//! for device in nvml.devices()? {
//!     let memory = device.memory_info()?;
//!     println!("{}: {} of {} MiB are free", device.name()?, memory.free >> 20, memory.total >> 20);
//!     for process in device.compute_processes()? {
//!         println!("    {} uses {:?} bytes", process.pid, process.used_memory);
//!     }
//! }
//! # Ok::<(), nvml::Error>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found, loaded and initialized at run time: it isn't needed to build | [`Nvml`] |
//! | devices, by number, identifier and PCI address | [`Nvml::devices`], [`device`](Nvml::device), [`device_by_uuid`](Nvml::device_by_uuid), [`device_by_pci_bus_id`](Nvml::device_by_pci_bus_id) |
//! | CUDA's device as NVML's, and NVML's as CUDA's | [`Nvml::device_of`], [`Device::cuda`] |
//! | memory, utilization, processes | [`Device::memory_info`], [`utilization`](Device::utilization), [`compute_processes`](Device::compute_processes) |
//! | temperature, power, energy, clocks, errors of memory | [`Device::temperature`], [`power_usage`](Device::power_usage), [`total_energy`](Device::total_energy), [`clock`](Device::clock), [`ecc_errors`](Device::ecc_errors) |
//! | how devices are connected | [`Device::common_ancestor`], [`can_access_peer`](Device::can_access_peer), [`nvlinks`](Device::nvlinks), [`pcie_link`](Device::pcie_link) |
//! | divided devices (MIG) | [`Device::mig_devices`], [`mig_mode`](Device::mig_mode), [`parent`](Device::parent) |
//! | what happens: Xid errors, errors of memory | [`Nvml::event_set`] |
//! | every other function of NVML: limits, accounting, virtual GPUs | [`Nvml::raw`] with [`Device::as_raw`] |
//!
//! # Rules
//! - **Initialization.** NVML is initialized while a value of this crate is alive.
//! - **Numbers** of devices aren't CUDA's: identifiers are the same, as text.
//! - **Absence.** What a device doesn't have is an error: [`Error::is_not_supported`].
//! - **Threads** may share everything. In a container, processes have the host's numbers.
//!
//! # Without a GPU
//! NVML needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//! `Nvml::from_table(cuda_sim_libraries::nvml::table())`.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod device;
mod error;
mod event;
mod library;
mod lookup;
mod mig;
mod process;
mod sensor;
mod topology;

pub use cuda_library_support::{AbsentFunction, Release};
pub use device::{Device, MemoryInfo, PciInfo, Utilization};
pub use error::{Error, Failure};
pub use event::{Event, EventSet, EventTypes};
pub use library::Nvml;
pub use mig::{MigAttributes, MigMode};
pub use process::Process;
pub use sensor::{
    Clock, ClocksEventReasons, EccCounter, MemoryError, PcieDirection, TemperatureThreshold,
};
pub use topology::{NvLink, NvLinkRemote, P2pCapability, TopologyLevel};

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::nvml as sys;
