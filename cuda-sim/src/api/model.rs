use std::env;
use std::thread;

use crate::engine::DeviceModel;

/// The newest PTX that the device takes: more than a driver of its version does, so that any NVRTC serves.
const PTX_VERSION: (u32, u32) = (9, 5);

/// The device that this process has: what its environment says, or else what the machine is.
#[derive(Debug, Clone)]
pub(super) struct Model {
    /// What programs are compiled for.
    pub engine: DeviceModel,
    /// `CUDA software device (2 cores)`.
    pub name: String,
    /// Bytes of memory.
    pub memory: u64,
}

/// How kernels are run from the next launch on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunSettings {
    /// Most warp instructions of one launch; a kernel that executes more is stopped with
    /// `CUDA_ERROR_LAUNCH_TIMEOUT`. `None` for no limit.
    pub instruction_limit: Option<u64>,
    /// Runs warps and blocks in another order for each number, to find races; `None` for the usual one.
    pub schedule_seed: Option<u64>,
    /// Stops a kernel that reads device memory which neither a kernel nor a copy nor a fill has written, with
    /// `CUDA_ERROR_LAUNCH_FAILED`; in allocations that are made while this is set, but for pinned, registered and
    /// managed memory, which the host may write unseen. Kernels are many times slower.
    pub uninitialized_reads: bool,
}

impl RunSettings {
    pub(super) fn of_the_environment() -> Self {
        let number = |name| env::var(name).ok()?.trim().parse().ok();
        Self {
            instruction_limit: number("CUDA_SIM_INSTRUCTION_LIMIT"),
            schedule_seed: number("CUDA_SIM_SCHEDULE_SEED"),
            uninitialized_reads: super::is_set("CUDA_SIM_UNINITIALIZED"),
        }
    }
}

impl Model {
    /// Reads the environment and asks the machine.
    pub(super) fn of_this_machine() -> Self {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let compute_capability = env::var("CUDA_SIM_COMPUTE_CAPABILITY")
            .ok()
            .and_then(|text| capability(&text))
            .unwrap_or((9, 0));
        let engine = DeviceModel {
            compute_capability,
            multiprocessors: u32::try_from(cores).unwrap_or(u32::MAX),
            shared_per_block: shared_per_multiprocessor(compute_capability) - 1024,
            ptx_version: PTX_VERSION,
        };
        let plural = if cores == 1 { "core" } else { "cores" };
        let memory = env::var("CUDA_SIM_MEMORY")
            .ok()
            .and_then(|text| bytes(&text))
            .or_else(machine_memory);
        Self {
            engine,
            name: format!("{} ({cores} {plural})", crate::DEVICE_NAME),
            memory: memory.unwrap_or(8 << 30),
        }
    }

    /// Most bytes of shared memory that a multiprocessor's blocks have together.
    pub(super) fn shared_per_multiprocessor(&self) -> u32 {
        shared_per_multiprocessor(self.engine.compute_capability)
    }

    /// Most threads that a multiprocessor runs at a time.
    pub(super) fn threads_per_multiprocessor(&self) -> u32 {
        match self.engine.compute_capability {
            (7, 5) => 1024,
            (8, 6..=9) | (12, _) => 1536,
            _ => 2048,
        }
    }

    /// Most blocks that a multiprocessor runs at a time.
    pub(super) fn blocks_per_multiprocessor(&self) -> u32 {
        match self.engine.compute_capability {
            (7, 5) | (8, 6 | 7) => 16,
            (8, 9) | (12, _) => 24,
            _ => 32,
        }
    }
}

/// As NVIDIA's table of technical specifications per compute capability says.
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

/// `9.0`, and `90` as architectures are written.
fn capability(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let (major, minor) = match text.split_once('.') {
        Some(parts) => parts,
        None => text.split_at_checked(text.len().checked_sub(1)?)?,
    };
    let (major, minor) = (major.parse().ok()?, minor.parse().ok()?);
    (5..=99).contains(&major).then_some((major, minor))
}

/// `1000`, `512M`, `8G`.
fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let shift = match text.chars().last()?.to_ascii_uppercase() {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => 0,
    };
    let digits = if shift == 0 {
        text
    } else {
        text.get(..text.len() - 1)?
    };
    let count: u64 = digits.trim().parse().ok()?;
    count.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

/// What Linux says of the machine's memory.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compute_capability_is_read_with_and_without_a_point() {
        assert_eq!(capability("9.0"), Some((9, 0)));
        assert_eq!(capability("120"), Some((12, 0)));
        assert_eq!(capability(" 7.5 "), Some((7, 5)));
        for wrong in ["", "9", "x.y", "sm_90", "9.", "1.0", "é"] {
            assert_eq!(capability(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_size_is_read_with_and_without_a_unit() {
        assert_eq!(bytes("1000"), Some(1000));
        assert_eq!(bytes("512M"), Some(512 << 20));
        assert_eq!(bytes("8g"), Some(8 << 30));
        for wrong in ["", "M", "-1", "0", "1.5G", "99999999999T", "8é"] {
            assert_eq!(bytes(wrong), None, "{wrong:?}");
        }
    }
}
