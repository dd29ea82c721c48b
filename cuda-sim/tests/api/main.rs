//! The promises of the software device's driver, mostly without kernels.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// Calls a raw function.
macro_rules! call {
    ($raw:expr, $function:ident($($argument:expr),*)) => {
        // SAFETY: tests pass pointers to live values; invalid handles and device addresses are looked up and never
        // dereferenced.
        unsafe { $raw.$function($($argument),*) }
    };
}

#[path = "../../../src/options.rs"]
mod options;

mod arrays;
mod caller_memory;
mod captures;
mod children;
mod contexts;
mod counters;
mod device_runtime;
mod devices;
mod during_captures;
mod exits;
mod export_tables;
mod external;
#[cfg(unix)]
mod forks;
mod graph_nodes;
mod graphs;
mod green_contexts;
mod host_races;
mod instruments;
mod ipc;
mod kernels;
mod legacy;
mod libraries;
mod linking;
mod logs;
mod memory;
mod native;
mod nulls;
mod order;
mod orders;
mod panics;
mod pools;
mod races;
mod random_graph_calls;
mod random_graphs;
mod recaptures;
#[cfg(target_os = "linux")]
mod registered;
mod reports;
mod settings;
mod streams;
mod table;
mod unwritable;
mod virtual_memory;

use core::ffi::c_void;
use std::process::{Command, Output};

use cuda_driver::{
    Context, CuResult, Driver, Raw,
    sys::{CUresult, CUstream},
};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The software device with a context for the test, current on its thread.
struct TestDevice {
    driver: Driver,
    raw: Raw,
    context: Context,
    _process: Process,
}

/// Captures in global mode forbid calls of every thread and context, so a test with one has the process alone.
static PROCESS: RwLock<()> = RwLock::new(());

/// A test's use of the process.
#[allow(dead_code)]
enum Process {
    Shared(RwLockReadGuard<'static, ()>),
    Alone(RwLockWriteGuard<'static, ()>),
}

impl TestDevice {
    fn new() -> Self {
        Self::with(Process::Shared(PROCESS.read_recursive()))
    }

    /// Waits until no other test is using the device.
    fn alone() -> Self {
        Self::with(Process::Alone(PROCESS.write()))
    }

    fn with(process: Process) -> Self {
        // SAFETY: the table is that of a driver.
        let driver = unsafe { Driver::from_table(cuda_sim::driver_table()) }.unwrap();
        let context = driver.device(0).unwrap().create_context(Default::default()).unwrap();
        let raw = driver.raw();
        call!(raw, cuCtxSetCurrent(context.as_raw())).unwrap();
        Self { driver, raw, context, _process: process }
    }

    fn stream(&self, flags: u32) -> CUstream {
        call!(self.raw, cuStreamCreate(flags)).unwrap()
    }

    /// Fills a word, and waits: `cuMemsetD32` may return before, and streams that don't wait for the default one would go on.
    fn write(&self, address: u64, value: u32) {
        call!(self.raw, cuMemsetD32(address, value, 1)).unwrap();
        call!(self.raw, cuCtxSynchronize()).unwrap();
    }

    fn read(&self, address: u64) -> u32 {
        let mut value = 0u32;
        call!(self.raw, cuMemcpyDtoH((&raw mut value).cast::<c_void>(), address, 4)).unwrap();
        value
    }
}

/// Returns the code of a call that must fail.
fn code<T: std::fmt::Debug>(result: Result<T, CuResult>) -> CUresult {
    result.unwrap_err().code().as_raw()
}

/// Returns a command that runs one test of this program in a separate process with this environment.
fn alone(name: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "--ignored", "--nocapture", name])
        .env_remove("CUDA_TEST_DEVICE")
        .env_remove("CUDA_DRIVER")
        .env_remove("CUDA_SIM_CHECK")
        .envs(variables.iter().copied());
    command
}

/// Runs one test of this program in a separate process with this environment.
fn run_alone(name: &str, variables: &[(&str, &str)]) -> Output {
    let output = alone(name, variables).output().unwrap();
    assert!(output.status.success(), "{variables:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    output
}
