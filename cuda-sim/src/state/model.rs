use std::thread;

use crate::settings::Settings;
use crate::visible_devices::VisibleDevices;
use cuda_sim_engine::DeviceModel;

/// The prefix of the device's name, by which programs distinguish it from hardware.
pub const DEVICE_NAME: &str = "CUDA software device";

/// This process's device, as configured by the environment and the machine.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    /// The device that programs are compiled for.
    pub engine: DeviceModel,
    /// `CUDA software device (2 cores)`.
    pub name: String,
    /// The size of each device's memory in bytes.
    pub memory: u64,
    /// The number of identical devices that the process has.
    pub devices: usize,
    /// Which of the machine's they are.
    pub ordinals: Vec<usize>,
}

impl Model {
    /// Combines the settings with defaults from the machine.
    pub(crate) fn new(settings: &Settings) -> Self {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let compute_capability = settings.compute_capability;
        let engine = DeviceModel {
            compute_capability,
            multiprocessors: multiprocessors(compute_capability),
            shared_per_block: shared_per_multiprocessor(compute_capability) - 1024,
            ..DeviceModel::default()
        };
        let plural = if cores == 1 { "core" } else { "cores" };
        let ordinals = match &settings.visible {
            Some(VisibleDevices::These(these)) => these.clone(),
            Some(VisibleDevices::None | VisibleDevices::Twice) => vec![0],
            None => (0..settings.devices).collect(),
        };
        let share = |memory| memory / settings.devices as u64;
        let memory = settings.memory.or_else(|| machine_memory().map(share)).unwrap_or(8 << 30);
        Self {
            engine,
            name: (settings.name.clone())
                .unwrap_or_else(|| format!("{DEVICE_NAME} ({cores} {plural})")),
            memory,
            devices: ordinals.len(),
            ordinals,
        }
    }

    /// Returns the maximum shared memory of all blocks on a multiprocessor, in bytes.
    pub(crate) fn shared_per_multiprocessor(&self) -> u32 {
        shared_per_multiprocessor(self.engine.compute_capability)
    }

    /// Returns the maximum number of threads on a multiprocessor.
    pub(crate) fn threads_per_multiprocessor(&self) -> u32 {
        match self.engine.compute_capability {
            (7, 5) => 1024,
            (8, 6..=9) | (12, _) => 1536,
            _ => 2048,
        }
    }

    /// Returns the maximum number of blocks on a multiprocessor.
    pub(crate) fn blocks_per_multiprocessor(&self) -> u32 {
        match self.engine.compute_capability {
            (7, 5) | (8, 6 | 7) => 16,
            (8, 9) | (12, _) => 24,
            _ => 32,
        }
    }
}

/// Returns the number of multiprocessors of the largest GPU with the compute capability, regardless of the machine's
/// cores: programs derive their grid size from it, and it limits cooperative grids.
fn multiprocessors(compute_capability: (u32, u32)) -> u32 {
    match compute_capability {
        (..=7, ..=4) => 80,
        (..=7, _) => 72,
        (8, 0) => 108,
        (8, 6) => 84,
        (8, 7) => 16,
        (8, _) => 142,
        (9, _) => 132,
        (10, _) => 148,
        _ => 188,
    }
}

/// Returns the value of NVIDIA's table of technical specifications per compute capability.
fn shared_per_multiprocessor(compute_capability: (u32, u32)) -> u32 {
    let kibibytes = match compute_capability {
        (..=7, 5) => 64,
        (..=7, _) => 96,
        (8, 0 | 7) => 164,
        (8, _) | (12, _) => 100,
        _ => 228,
    };
    kibibytes << 10
}

/// Returns the size of the machine's memory according to Linux.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
