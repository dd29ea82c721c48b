//! The exit status of a process in which a check that `CUDA_SIM_CHECK` lists found something that doesn't fail by itself.

use core::ffi::{c_int, c_void};
use std::process;
use std::ptr::null_mut;
use std::sync::OnceLock;

use super::Devices;
use crate::report;
use crate::settings::Settings;
use crate::standard_error::print_line;

/// That of ThreadSanitizer.
const STATUS: c_int = 66;

unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
    safe fn _exit(status: c_int) -> !;
    fn fflush(stream: *mut c_void) -> c_int;
}

/// The process in which something was found: not one that it forked.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Changes the exit status, unless a test takes what was found until then: a line on standard error is easily missed.
///
/// Of a program that sets the checks itself, nothing changes: it asks for what they find. The
/// command `cuda-sim` has an exit status of its own, and tells the program's.
pub(crate) fn fail_at_exit() {
    let run = &Settings::get().run;
    if (run.races || run.schedules > 0) && !report::is_told() {
        PROCESS.get_or_init(|| {
            _ = atexit(at_exit);
            process::id()
        });
    }
}

extern "C" fn at_exit() {
    // In a forked process, locks may be held by threads that it doesn't have.
    if PROCESS.get() != Some(&process::id()) {
        return;
    }
    let Ok(devices) = Devices::get() else {
        return;
    };
    let races = devices.races.found().iter().filter(|race| !race.allowed).count();
    let explored = devices.explored.lock();
    let launches = explored.iter().filter(|launch| !launch.differences.is_empty()).count();
    drop(explored);
    if races + launches > 0 {
        print_line(format_args!(
            "cuda-sim: CUDA_SIM_CHECK found races: {races}, launches with several results: {launches}; so the exit status is {STATUS}"
        ));
        // What is registered before this isn't called any more.
        devices.left_out.tell();
        // SAFETY: without a stream, it writes what all streams of C have.
        unsafe { fflush(null_mut()) };
        _exit(STATUS);
    }
}
