//! Running a kernel.

use super::{DeviceMemory, Fault, Image, Kernel, Output};
use cuda_driver_sys::CUresult;

/// What a kernel may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of stack a thread has for calls, beside its kernel's own variables.
    pub stack: u32,
    /// Warp instructions a launch may execute in all; `None` for no limit.
    pub fuel: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { stack: 1024, fuel: None }
    }
}

/// One launch of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The loaded program that holds the kernel.
    pub image: &'a Image,
    /// The kernel, one of the image's program.
    pub kernel: &'a Kernel,
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Blocks of a cluster; `[1, 1, 1]` for none.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// The parameter buffer, laid out as [`Kernel::params`] says.
    pub params: &'a [u8],
    /// Keep all blocks resident, so that they can wait for each other.
    pub cooperative: bool,
    /// What the kernel may use.
    pub limits: Limits,
    /// Runs warps and blocks in an order of their own for each seed, to find races; `None` runs them in order.
    pub schedule_seed: Option<u64>,
}

/// Runs a launch to its end.
///
/// # Errors
/// The fault that stopped the kernel; other blocks may have run on for a while.
pub fn run(launch: &Launch<'_>, memory: &dyn DeviceMemory, output: &dyn Output) -> Result<(), Fault> {
    let _ = (memory, output);
    Err(Fault {
        code: CUresult::CUDA_ERROR_NOT_SUPPORTED,
        report: format!("kernel {} can't run: this build of the software device has no executor", launch.kernel.name),
    })
}
