//! A software CUDA device: the driver API on the CPU, by executing PTX.
//!
//! [`driver_table`] is a [`DriverTable`] like the installed driver's, with a device of its own behind
//! it: memory, streams that run at the same time, events, modules that are read from PTX. Both can be
//! used side by side in one process.
//!
//! ```
//! let table = cuda_sim::driver_table();
//! let init = table.cuInit.ok_or("no cuInit")?;
//! // SAFETY: cuInit has no requirements.
//! assert_eq!(unsafe { init(0) }, cuda_driver_sys::CUresult::CUDA_SUCCESS);
//! # Ok::<(), &str>(())
//! ```
//!
//! What no GPU gives: [`last_fault`] says exactly what a kernel did wrong, and [`recover`] makes the process
//! usable again after it; [`plan_fault`] lets a kernel fail where a program's way of dealing with that is to be
//! tested; [`live_objects`] lists what was made and not destroyed; and [`RunSettings`] find reads of memory that
//! nobody wrote, races between warps and blocks, and loops that don't end; [`set_run`] sets them, and so do
//! variables. [`engine`] alone executes PTX, without the driver API around it.
//!
//! # What it does and doesn't
//! - Programs are PTX up to version 9.5, as NVRTC writes it for any architecture up to the device's. Machine code (a
//!   cubin) is refused, and so are instructions that can't be executed, by name and line.
//! - Every access of a kernel is checked. The first fault loses the device, as a GPU's does: all later
//!   calls answer its code, until [`recover`]. A report goes to standard error.
//! - Calls answer the codes that a 580 driver answered on an H200. Entry points that are not there yet
//!   are [listed](unsupported), answer `CUDA_ERROR_NOT_SUPPORTED`, and say so once on standard error.
//! - Handles are looked up: one that is wrong or destroyed is an error, where a driver may crash.
//! - The last bits of approximate instructions aren't those of a GPU, products and sums are fused
//!   only where the PTX says so, and warps that run in turn hide races (see [`RunSettings`]).
//! - Programs that use NVIDIA's runtime library (`libcudart`) don't work: it talks to NVIDIA's driver in
//!   ways of its own.
//!
//! # Environment
//! - `CUDA_SIM_COMPUTE_CAPABILITY`: what the device says that it is, `9.0` unless given.
//! - `CUDA_SIM_MEMORY`: bytes of device memory, also as `512M` or `8G`; the machine's memory unless given.
//! - `CUDA_SIM_INSTRUCTION_LIMIT`: a kernel that executes more warp instructions is stopped.
//! - `CUDA_SIM_SCHEDULE_SEED`: runs warps and blocks in another order for each number, to find races.
//! - `CUDA_SIM_UNINITIALIZED=1`: a kernel that reads device memory which was never written is stopped.
//! - `CUDA_SIM_LEAKS=1`: destroying a context with living objects lists them on standard error.
#![warn(missing_docs)]

mod api;
pub mod engine;
mod memory;
mod ptx;

use cuda_driver_sys::{CUresult, DriverTable, Symbol};

pub use api::{LiveObject, RunSettings, VERSION};

/// What the name of the device begins with, by which programs tell it from hardware.
pub const DEVICE_NAME: &str = "CUDA software device";

/// The software device's driver, with the legacy meaning of the default stream.
#[must_use]
pub fn driver_table() -> &'static DriverTable {
    api::table(cuda_driver_sys::DefaultStream::Legacy)
}

/// The same driver and device, where the default stream is each thread's own.
#[must_use]
pub fn driver_table_per_thread() -> &'static DriverTable {
    api::table(cuda_driver_sys::DefaultStream::PerThread)
}

/// The entry points that answer `CUDA_ERROR_NOT_SUPPORTED` whatever they are given.
///
#[doc = include_str!("api/unsupported.md")]
#[must_use]
pub fn unsupported() -> Vec<Symbol> {
    api::unsupported()
}

/// What was made with the driver and is not destroyed, in the order of their handles.
#[must_use]
pub fn live_objects() -> Vec<LiveObject> {
    api::live_objects()
}

/// Sets how kernels are run from the next launch on, in the whole process.
pub fn set_run(settings: RunSettings) {
    api::set_run(settings);
}

/// The report of the fault that the device is lost to, if it is.
///
/// It says what the kernel did where, and what memory was near.
#[must_use]
pub fn last_fault() -> Option<String> {
    api::last_fault()
}

/// Plans that the next launch of `kernel` whose grid has `block` ends there with `code`, as if the block had done
/// something wrong: for testing what a program does then.
///
/// `kernel` is the name in the PTX. Blocks before it, and some after it, have run. A plan that was made before and has
/// not come true is forgotten; `CUDA_SUCCESS` plans nothing.
///
/// `code` is one that says that a context is lost, such as `CUDA_ERROR_ILLEGAL_ADDRESS` (700), `CUDA_ERROR_LAUNCH_FAILED`
/// (719) or `CUDA_ERROR_ECC_UNCORRECTABLE` (214). Of another a program can't know that the device has stopped using
/// memory that was lent to it: `cuda-driver` then aborts the process.
pub fn plan_fault(kernel: &str, block: [u32; 3], code: CUresult) {
    api::plan_fault(kernel, block, code);
}

/// Forgets the device's fault: every context works again, and what was in memory is still there.
///
/// A real GPU's fault lasts until the process ends.
pub fn recover() {
    api::recover();
}
