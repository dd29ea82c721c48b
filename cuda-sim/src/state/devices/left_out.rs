//! [`LeftOut`]: the kernels that checks leave out, by their names.

use core::ffi::c_int;
use std::collections::BTreeMap;
use std::process;
use std::sync::OnceLock;

use parking_lot::Mutex;

use super::Devices;
use super::kernel_names::KernelNames;
use crate::report;
use crate::standard_error::print_line;

unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
}

/// The names, and what was left out.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    names: Mutex<KernelNames>,
    /// The launches, by the name that the kernel has in the list.
    launches: Mutex<BTreeMap<String, u64>>,
}

/// The process in which something was left out: not one that it forked.
static PROCESS: OnceLock<u32> = OnceLock::new();

impl LeftOut {
    /// Those that come with this crate, and those of a list.
    pub(crate) fn new(list: &str) -> Self {
        Self { names: Mutex::new(KernelNames::new(list)), ..Self::default() }
    }

    pub(crate) fn add(&self, name: &str) {
        self.names.lock().add(name);
    }

    /// Returns whether a kernel is left out, and counts its launch.
    pub(crate) fn takes(&self, kernel: &str) -> bool {
        let names = self.names.lock();
        let Some(name) = names.of(kernel) else {
            return false;
        };
        let mut launches = self.launches.lock();
        let count = launches.entry(name.to_owned()).or_default();
        *count += 1;
        if *count == 1 {
            // A process that ends without its functions for that tells at least this.
            report::left_out(name, *count);
            PROCESS.get_or_init(|| {
                _ = atexit(at_exit);
                process::id()
            });
        }
        true
    }

    /// Tells how many launches were left out of which kernel, once. The command `cuda-sim` says so after its program's end.
    pub(super) fn tell(&self) {
        for (name, launches) in std::mem::take(&mut *self.launches.lock()) {
            report::left_out(&name, launches);
            if !report::is_told() {
                print_line(format_args!(
                    "cuda-sim: checks left out the kernel {name}, by its name; launches: {launches}"
                ));
            }
        }
    }
}

extern "C" fn at_exit() {
    // In a forked process, locks may be held by threads that it doesn't have.
    if PROCESS.get() == Some(&process::id())
        && let Ok(devices) = Devices::get()
    {
        devices.left_out.tell();
    }
}
