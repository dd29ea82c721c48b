use std::thread;

use crate::settings::Settings;
use crate::visible_devices::VisibleDevices;
use cuda_sim_engine::DeviceModel;

/// This process's device, as configured by the environment and the machine.
#[derive(Debug, Clone)]
pub(super) struct Model {
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

/// How kernels are run from the next launch on. Take the default, and set fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunSettings {
    /// The maximum number of warp instructions of a launch; a kernel that executes more is stopped with
    /// `CUDA_ERROR_LAUNCH_TIMEOUT`. `None` for no limit.
    pub instruction_limit: Option<u64>,
    /// Runs warps and blocks in another order for each number, to find races; `None` for the usual one.
    pub schedule_seed: Option<u64>,
    /// Stops a kernel that reads device memory that no kernel, copy or fill has written, with
    /// `CUDA_ERROR_LAUNCH_FAILED`; also one that reads shared memory that no thread of its cluster has written. This checks allocations that are made while it is set, except pinned, registered and
    /// managed memory, which the host may write unseen. Kernels are many times slower.
    pub uninitialized_reads: bool,
    /// Finds races of kernels: accesses that no barrier, fence, atomic operation or launch orders, whether or not they did
    /// harm. [`races`](crate::races) returns them, and each is printed. Kernels are several times slower, and run on one core.
    pub races: bool,
    /// Stops a kernel whose lanes use barriers wrongly, with `CUDA_ERROR_LAUNCH_FAILED`: lanes of a warp that wait for a barrier
    /// of the block at different instructions, and a lane that isn't in the mask of a `.sync` instruction that it executes.
    pub barriers: bool,
    /// Lets a kernel continue that accesses memory beyond an allocation where a GPU has memory, too: up to the next
    /// multiple of 512 bytes. The first such access of each instruction is printed. Kernels are slower.
    pub tolerant: bool,
    /// Gives addresses of freed memory, and handles of destroyed objects, to the next owner at once, as a GPU's driver
    /// does. Without it, the device reuses them late, or never, so that it can tell what uses memory after it was freed.
    pub reuse: bool,
    /// Delays work of streams, and steps of calls, at random: other ones, and for other times, with each number. A delay
    /// ends when something waits for the work, so that only a program that doesn't wait notices it. `None` for no delays.
    pub delay_seed: Option<u64>,
    /// Makes each launch wait for its end, and return its fault, as `CUDA_LAUNCH_BLOCKING=1` does.
    pub launch_blocking: bool,
}

impl Model {
    /// Combines the settings with defaults from the machine.
    pub(super) fn new(settings: &Settings) -> Self {
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
        let memory = settings.memory.or_else(|| machine_memory().map(share));
        Self {
            engine,
            name: format!("{} ({cores} {plural})", crate::DEVICE_NAME),
            memory: memory.unwrap_or(8 << 30),
            devices: ordinals.len(),
            ordinals,
        }
    }

    /// Returns the maximum shared memory of all blocks on a multiprocessor, in bytes.
    pub(super) fn shared_per_multiprocessor(&self) -> u32 {
        shared_per_multiprocessor(self.engine.compute_capability)
    }

    /// Returns the maximum number of threads on a multiprocessor.
    pub(super) fn threads_per_multiprocessor(&self) -> u32 {
        match self.engine.compute_capability {
            (7, 5) => 1024,
            (8, 6..=9) | (12, _) => 1536,
            _ => 2048,
        }
    }

    /// Returns the maximum number of blocks on a multiprocessor.
    pub(super) fn blocks_per_multiprocessor(&self) -> u32 {
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
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
