//! A software CUDA device: the driver API on the CPU, by executing PTX.
//!
//! [`driver`] is a [`Driver`](cuda_driver::Driver) with its own device: memory, streams that run concurrently, events,
//! and modules that are read from PTX. It and the installed driver can be used in the same process.
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
//! A program for GPUs that should also run without one uses [`gpu_or_software`]; [`choice`] has its individual steps.
//! [`driver_table`] is the table of functions below the driver, for other layers.
//!
//! It also offers what a GPU doesn't: [`last_fault`] reports exactly what a kernel did wrong, and [`recover`] makes the
//! process usable again afterwards. [`plan_fault`] makes a kernel fail, to test how a program handles that.
//! [`live_objects`] lists objects that weren't destroyed. [`RunSettings`] find reads of uninitialized memory, races
//! between warps and blocks, endless loops, and programs that don't wait for work or use what isn't theirs anymore;
//! [`set_run`] or environment variables set them. [`counters`] count what kernels execute.
//!
//! [`design`] explains how it works, and how to add what it lacks.
//!
//! # Features and limits
//! - It is a driver of CUDA 13.0, and so accepts PTX up to version 9.0, for any architecture up to the device's;
//!   `CUDA_SIM_DRIVER_VERSION` or [`set_driver_version`] sets another version. Machine code (a cubin) is rejected, except beside
//!   PTX in a fat binary; so are unsupported instructions, with their name and line.
//! - Every access of a kernel is checked. The first fault makes the device unusable, as on a GPU: all later calls
//!   return its code, until [`recover`]. A report is written to standard error.
//! - Calls return the codes that a 580 driver returned on an H200. Unsupported entry points are [listed](unsupported),
//!   return `CUDA_ERROR_NOT_SUPPORTED`, and print a line to standard error the first time.
//! - It has as many multiprocessors as the largest GPU of its compute capability, 132 by default, however many cores
//!   the machine has. The part of a green context limits cooperative launches; all parts share the cores.
//! - A capture in the global mode restricts the threads that work in its context; a driver's restricts all threads.
//! - Handles are looked up: an invalid or destroyed one is an error, while a driver may crash.
//! - The last bits of approximate instructions differ from a GPU's, products and sums are fused
//!   only where the PTX says so, and warps that run in turn hide races (see [`RunSettings`]).
//!
//! # Environment
//! An invalid value of a variable is an error: [`driver`] returns it, and `cuInit` prints it to standard error.
//!
//! - `CUDA_SIM_COMPUTE_CAPABILITY`: the compute capability that the device reports, by default `9.0`.
//! - `CUDA_SIM_DRIVER_VERSION`: the CUDA version of the driver, from 11.4 to 13.5, by default `13.0`. It accepts the
//!   PTX of that version, and has no newer entry points.
//! - `CUDA_SIM_DEVICES`: the number of devices, from 1 to 16, by default `1`. They are identical, and share the
//!   machine's cores and one memory: a kernel can access another device's memory even without peer access, and a fault
//!   affects all of them.
//! - `CUDA_SIM_MEMORY`: the size of each device's memory, in bytes or as `512M` or `8G`; by default the machine's
//!   memory, shared evenly.
//! - `CUDA_SIM_INSTRUCTION_LIMIT`: stops a kernel that executes more warp instructions. Without it, a line on standard error
//!   says which kernel has been running for ten seconds.
//! - `CUDA_SIM_SCHEDULE_SEED`: runs warps and blocks in another order for each number, to find races; with
//!   `CUDA_SIM_CHECK=schedules`, also between two accesses of memory.
//! - `CUDA_SIM_CHECK`: a list of checks, such as `races,uninitialized`, or `all`: `races` finds and prints
//!   [races](RunSettings::races), `uninitialized` stops a kernel that
//!   [reads uninitialized device memory](RunSettings::uninitialized_reads), and `schedules`, which isn't one of `all`, runs each
//!   launch in [several schedules](RunSettings::schedules), and compares what it leaves. What races and schedules find is the exit
//!   status 66, unless [`assert_no_races`] or the like has asked for it.
//! - `CUDA_SIM_LEAVE_OUT`: kernels that are left out of these checks, as by [`leave_out_of_checks`], with commas; `-` before a name
//!   checks one that is on the list that comes with this crate, [`LEFT_OUT_OF_CHECKS`].
//! - `CUDA_SIM_TOLERANT=1`: a kernel continues that accesses memory beyond an allocation where a GPU wouldn't notice it, up
//!   to the next multiple of 512 bytes, or beyond a block's shared memory up to one of 128, and the first such access of
//!   each instruction is printed. Without it, the access is a fault, which ends all later work of the process.
//! - `CUDA_SIM_REUSE=1`: addresses of freed memory and handles of destroyed objects go to the next owner at once, as a
//!   GPU's driver gives them away, including those of graphs' allocations. Without it, they are reused late, so that the
//!   report of a fault can name the memory that was freed. Handles of contexts, modules, functions and pools are never
//!   reused.
//! - `CUDA_SIM_DELAY_SEED`: delays work of streams at random, unless something waits for it, and calls between their
//!   steps, so that a program that doesn't wait, or that races with itself, is wrong here, too. The same number, in a
//!   thread with the same name, delays the same work.
//! - `CUDA_SIM_NAME`: another name of the devices, for programs that ask for NVIDIA's.
//! - `CUDA_SIM_LEAKS=1`: destroying a context with living objects lists them on standard error.
//! - `CUDA_TEST_DEVICE`: what [`gpu_or_software`] uses: `hardware`, `software` or `auto`.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![warn(missing_docs)]
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod calls;
pub mod choice;

pub mod counters;

/// What calls and devices did, for stand-ins of profilers.
pub mod activity {
    pub use crate::state::activity::{
        Action, Activity, Clock, Origin, Place, WaitKind, now, pop_external, push_external, record,
        set_clock,
    };

    use crate::system::System;

    /// Returns what was recorded since the last time, in the order of the ends.
    #[must_use]
    pub fn take() -> Vec<Activity> {
        let mut all = crate::state::activity::take();
        if let Ok(system) = System::get() {
            for origin in all.iter_mut().map(|value| &mut value.origin) {
                let device = system.contexts.device(origin.context as usize as _);
                origin.device = device.map_or(origin.device, |device| device as u32);
            }
        }
        all
    }
}

/// The machine's devices, whichever of them the process has, for what manages them as NVML does.
#[doc(hidden)]
pub mod machine {
    use crate::settings::{Settings, uuid_text};
    use crate::state::devices::Devices;

    /// One of them.
    #[derive(Debug)]
    pub struct Device {
        /// Its name.
        pub name: String,
        /// Its UUID, as `nvidia-smi` writes it.
        pub uuid: String,
        /// Its compute capability.
        pub compute_capability: (u32, u32),
        /// The size of its memory, and what of it is free in this process, in bytes.
        pub memory: (u64, u64),
    }

    /// Returns them, in the order of their PCI buses, which are numbered.
    #[must_use]
    pub fn devices() -> Vec<Device> {
        let Ok(all) = Devices::get() else { return Vec::new() };
        let model = &all.model;
        let free = |device| {
            let ordinal = model.ordinals.iter().position(|ordinal| *ordinal == device);
            ordinal.map_or(model.memory, |ordinal| all.memory.free_bytes(ordinal))
        };
        let device = |device| Device {
            name: model.name.clone(),
            uuid: format!("GPU-{}", uuid_text(device)),
            compute_capability: model.engine.compute_capability,
            memory: (model.memory, free(device)),
        };
        (0..Settings::get().devices).map(device).collect()
    }
}

#[doc = include_str!("design.md")]
pub mod design {}
mod memory;
mod report;
mod settings;
mod standard_error;
mod standard_output;
mod start;
mod state;
mod system;
mod table;
mod visible_devices;

use cuda_driver_sys::{CUfunction, CUresult, Symbol};

pub use choice::gpu_or_software;
pub use cuda_sim_engine::{
    Difference, Elements, Exploration, Fault, NativeBody, NativeCall, Outcome, Race, RaceAccess,
    WorkPlace,
};
pub use settings::{RunSettings, VERSION, VersionError, WrongSetting, set_driver_version};
pub use start::{StartError, driver, driver_table, driver_table_per_thread, library_table};
pub use state::devices::LEFT_OUT_OF_CHECKS;
pub use state::model::DEVICE_NAME;
pub use system::live::LiveObject;

use state::devices::Devices;
use system::System;

/// Returns the entry points that always return `CUDA_ERROR_NOT_SUPPORTED`.
///
#[doc = include_str!("table/unsupported.md")]
#[must_use]
pub fn unsupported() -> Vec<Symbol> {
    table::unsupported()
}

/// Returns the objects of the driver that weren't destroyed, in the order of their handles.
#[must_use]
pub fn live_objects() -> Vec<LiveObject> {
    System::get().map(System::live_objects).unwrap_or_default()
}

/// Sets how kernels are run from the next launch on, in the whole process.
pub fn set_run(settings: RunSettings) {
    if let Ok(devices) = Devices::get() {
        devices.set_run(settings);
    }
}

/// Returns the report of the fault that made the device unusable, if there was one.
///
/// It describes what the kernel did, where, and which memory was near.
#[must_use]
pub fn last_fault() -> Option<String> {
    Devices::get().ok()?.last_fault()
}

/// Returns the races that were found while [`RunSettings::races`] was set, by kernels that have ended.
///
/// Two lines are listed once, with the number of places at which they race.
#[must_use]
pub fn races() -> Vec<Race> {
    Devices::get().map(|devices| devices.races.found()).unwrap_or_default()
}

/// Allows races of a kernel, by its name in the PTX, in which each write leaves the value that was there, such as `found = true` by
/// several threads. [`races`] still returns them, with [`Race::allowed`].
pub fn allow_same_value(kernel: &str) {
    if let Ok(devices) = Devices::get() {
        devices.races.allow_same_value(kernel);
    }
}

/// Leaves a kernel out of the checks that [`RunSettings`] turn on, from its next launch on: it may race with itself and others, read
/// what nothing wrote, and use barriers as it likes. Accesses out of bounds remain faults.
///
/// `kernel` is the name in the PTX, or that of the function in C++ without namespaces and arguments, for all of its instances. A
/// line on standard error says at the process's end how many launches were left out. `CUDA_SIM_LEAVE_OUT` does the same.
pub fn leave_out_of_checks(kernel: &str) {
    if let Ok(devices) = Devices::get() {
        devices.left_out.add(kernel);
    }
}

/// Fails if races were found, with their descriptions, and forgets them. For the end of a test, after a synchronization. They are those
/// of the process: of tests that run at once, it doesn't know which one's.
///
/// Those of which each write left the value that was there are harmless on any GPU that exists, although CUDA C++ leaves them
/// undefined: with `allow_same_value`, they aren't a failure, nor are those of [`allow_same_value`].
#[track_caller]
pub fn assert_no_races(allow_same_value: bool) {
    let races = Devices::get().map(|devices| devices.races.take()).unwrap_or_default();
    let races = races.iter().filter(|race| !(race.allowed || allow_same_value && race.same_value));
    let lines: Vec<String> = races.map(Race::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

/// Returns what was found while [`RunSettings::schedules`] was set, of each launch that has ended, and forgets it.
#[must_use]
pub fn explored() -> Vec<Exploration> {
    Devices::get().map(|devices| std::mem::take(&mut *devices.explored.lock())).unwrap_or_default()
}

/// Fails if a launch has another result in another schedule, with the number of that, and forgets them all. For the end of a test, after
/// a synchronization.
#[track_caller]
pub fn assert_one_result() {
    let explored = explored();
    let different = explored.iter().filter(|launch| !launch.differences.is_empty());
    let lines: Vec<String> = different.map(Exploration::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

/// Plans that the next launch of `kernel` whose grid has `block` fails there with `code`, as if the block had caused a
/// fault, to test how a program handles that.
///
/// `kernel` is the name in the PTX. Blocks before it, and some after it, have run by then. It replaces an earlier plan
/// that hasn't happened yet; `CUDA_SUCCESS` cancels it.
///
/// `code` should be one that means that a context is lost, such as `CUDA_ERROR_ILLEGAL_ADDRESS` (700),
/// `CUDA_ERROR_LAUNCH_FAILED` (719) or `CUDA_ERROR_ECC_UNCORRECTABLE` (214). With another code, a program can't know
/// that the device has stopped using borrowed memory, and `cuda-driver` then aborts the process.
pub fn plan_fault(kernel: &str, block: [u32; 3], code: CUresult) {
    if let Ok(devices) = Devices::get() {
        devices.plan_fault(kernel, block, code);
    }
}

/// Returns the kernel of this name whose body is a Rust function: it is launched, captured and fails as any other, by
/// `cuLaunchKernel` and in every context. It has one parameter, of `parameter_size` bytes; a launch has one block of one
/// thread.
///
/// It is for stand-ins of libraries. The first call with a name makes the kernel; later ones return the same, so a name
/// begins with that of its library.
///
/// # Errors
/// `CUDA_ERROR_OUT_OF_MEMORY` if the device's addresses can't be reserved.
pub fn native_kernel(
    name: &str,
    parameter_size: u32,
    body: NativeBody,
) -> Result<CUfunction, CUresult> {
    system::native::native_kernel(name, parameter_size, body)
}

/// Clears the device's fault: every context works again, with its memory unchanged.
///
/// A real GPU's fault lasts until the process ends.
pub fn recover() {
    if let Ok(devices) = Devices::get() {
        devices.recover();
    }
}
