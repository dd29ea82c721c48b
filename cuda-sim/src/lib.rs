//! A software CUDA device: the driver API on the CPU, by executing PTX.
//!
//! [`driver`] is a [`Driver`] with a device of its own after it: memory, streams that run at the same time, events,
//! modules that are read from PTX. It and the installed driver can be used side by side in one process.
//!
//! ```
//! use cuda_driver::Launch;
//!
//! const PTX: &std::ffi::CStr = c"
//! .version 7.0
//! .target sm_70
//! .address_size 64
//! .visible .entry index(.param .u64 out) {
//!     .reg .u32 %r<2>;
//!     .reg .u64 %rd<4>;
//!     ld.param.u64 %rd1, [out];
//!     mov.u32 %r1, %tid.x;
//!     mul.wide.u32 %rd2, %r1, 4;
//!     add.u64 %rd3, %rd1, %rd2;
//!     st.global.u32 [%rd3], %r1;
//!     ret;
//! }";
//!
//! let context = cuda_sim::driver()?.device(0)?.primary_context()?;
//! let index = context.load_ptx(PTX)?.function(c"index")?;
//! let stream = context.stream()?;
//! let mut out = stream.alloc::<u32>(4)?;
//! // SAFETY: index(unsigned *) writes one element for each of the four threads.
//! unsafe { stream.launch(&index, Launch::elements(4, 4), (&mut out,)) }?;
//! let mut found = [0; 4];
//! stream.download(&out, &mut found)?;
//! assert_eq!(found, [0, 1, 2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program that is for a GPU, and shall run without one, takes [`gpu_or_software`]; [`choice`] is the same in steps.
//! [`driver_table`] is the table of functions below the driver, for a layer of your own.
//!
//! What no GPU gives: [`last_fault`] says exactly what a kernel did wrong, and [`recover`] makes the process
//! usable again after it; [`plan_fault`] lets a kernel fail where a program's way of dealing with that is to be
//! tested; [`live_objects`] lists what was made and not destroyed; and [`RunSettings`] find reads of memory that
//! nobody wrote, races between warps and blocks, and loops that don't end; [`set_run`] sets them, and so do
//! variables. [`engine`] alone executes PTX, without the driver API around it.
//!
//! # What it does and doesn't
//! - It is a driver of CUDA 13.0, and so takes PTX up to version 9.0, for any architecture up to the device's;
//!   `CUDA_SIM_DRIVER_VERSION` or [`set_driver_version`] makes it one of another version. Machine code (a cubin) is
//!   refused, and so are instructions that can't be executed, by name and line.
//! - Every access of a kernel is checked. The first fault loses the device, as a GPU's does: all later
//!   calls answer its code, until [`recover`]. A report goes to standard error.
//! - Calls answer the codes that a 580 driver answered on an H200. Entry points that are not there yet
//!   are [listed](unsupported), answer `CUDA_ERROR_NOT_SUPPORTED`, and say so once on standard error.
//! - It has a multiprocessor for each core, but at least 16, and a multiple of 8 of them, so that green contexts have parts
//!   of the sizes of a GPU's. A part limits cooperative launches; the cores are shared by all.
//! - Handles are looked up: one that is wrong or destroyed is an error, where a driver may crash.
//! - The last bits of approximate instructions aren't those of a GPU, products and sums are fused
//!   only where the PTX says so, and warps that run in turn hide races (see [`RunSettings`]).
//! - Programs that use NVIDIA's runtime library (`libcudart`) don't work: it talks to NVIDIA's driver in
//!   ways of its own.
//!
//! # Environment
//! A variable that is set to what it can't be is an error: [`driver`] answers it, and `cuInit` says it on standard
//! error.
//!
//! - `CUDA_SIM_COMPUTE_CAPABILITY`: what the device says that it is, `9.0` unless given.
//! - `CUDA_SIM_DRIVER_VERSION`: the CUDA version of the driver, from 11.4 to 13.5, `13.0` unless given. It takes the PTX
//!   of that version, and has no newer entry points.
//! - `CUDA_SIM_DEVICES`: how many devices there are, from 1 to 16, `1` unless given. They are alike, and share the
//!   machine's cores and one memory: a kernel may use another device's though peer access wasn't enabled, and a fault
//!   loses all of them.
//! - `CUDA_SIM_MEMORY`: bytes of each device's memory, also as `512M` or `8G`; the machine's memory, shared evenly, unless
//!   given.
//! - `CUDA_SIM_INSTRUCTION_LIMIT`: a kernel that executes more warp instructions is stopped.
//! - `CUDA_SIM_SCHEDULE_SEED`: runs warps and blocks in another order for each number, to find races.
//! - `CUDA_SIM_UNINITIALIZED=1`: a kernel that reads device memory which was never written is stopped.
//! - `CUDA_SIM_LEAKS=1`: destroying a context with living objects lists them on standard error.
//! - `CUDA_TEST_DEVICE`: what [`gpu_or_software`] takes: `hardware`, `software` or `auto`.
#![warn(missing_docs)]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod api;
pub mod choice;
pub mod engine;
mod memory;
mod ptx;
mod settings;

use core::fmt;

use cuda_driver::{CuResult, Driver};
use cuda_driver_sys::{CUresult, DriverTable, Symbol};

pub use api::{LiveObject, RunSettings};
pub use choice::gpu_or_software;
pub use settings::{VERSION, VersionError, WrongSetting, set_driver_version};

/// What the name of the device begins with, by which programs tell it from hardware.
pub const DEVICE_NAME: &str = "CUDA software device";

/// Why the software device doesn't start.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// A variable of the environment is set to what it can't be.
    Setting(WrongSetting),
    /// What `cuInit` answered: `CUDA_ERROR_OUT_OF_MEMORY` where the device's addresses can't be reserved.
    Init(CuResult),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(error) => error.fmt(f),
            Self::Init(result) => write!(f, "the software device did not start: {result}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Setting(_) => None,
            Self::Init(result) => Some(result),
        }
    }
}

/// Returns the software device's driver, started.
///
/// # Errors
/// [`StartError`] where the environment says what can't be, or the device can't have its memory.
pub fn driver() -> Result<Driver, StartError> {
    if let Some(wrong) = &settings::Settings::get().wrong {
        return Err(StartError::Setting(wrong.clone()));
    }
    // SAFETY: the functions of the table do what the driver API says.
    unsafe { Driver::from_table(driver_table()) }.map_err(StartError::Init)
}

/// Returns the software device's driver, with the legacy meaning of the default stream.
#[must_use]
pub fn driver_table() -> &'static DriverTable {
    api::table(cuda_driver_sys::DefaultStream::Legacy)
}

/// Returns the same driver and device, where the default stream is each thread's own.
#[must_use]
pub fn driver_table_per_thread() -> &'static DriverTable {
    api::table(cuda_driver_sys::DefaultStream::PerThread)
}

/// Returns the entry points that answer `CUDA_ERROR_NOT_SUPPORTED` whatever they are given.
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

/// Returns the report of the fault that the device is lost to, if it is.
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
