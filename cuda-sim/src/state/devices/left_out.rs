//! [`LeftOut`]: the kernels that checks leave out, by their names.

use core::ffi::c_int;
use std::collections::BTreeMap;
use std::process;
use std::sync::OnceLock;

use parking_lot::Mutex;

use super::Devices;
use crate::report;
use crate::standard_error::print_line;

/// Kernels of NVIDIA's libraries that checks leave out: what they find there is in every program that calls the library, also in
/// a right one, and nobody but NVIDIA could change it.
///
/// - `geqr2_smem_domino_fast` is a part of cuSOLVER's QR factorization.
pub const LEFT_OUT_OF_CHECKS: &[&str] = &["geqr2_smem_domino_fast"];

unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
}

/// The names, and what was left out.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    names: Mutex<Vec<String>>,
    /// The launches, by the name that the kernel has in the list.
    launches: Mutex<BTreeMap<String, u64>>,
}

/// The process in which something was left out: not one that it forked.
static PROCESS: OnceLock<u32> = OnceLock::new();

impl LeftOut {
    /// Those that come with this crate, and those of a list with commas, but for its names after a `-`.
    pub(crate) fn new(list: &str) -> Self {
        let words = || list.split(',').map(str::trim).filter(|word| !word.is_empty());
        let is_kept = |name: &&str| !words().any(|word| word.strip_prefix('-') == Some(*name));
        let own = LEFT_OUT_OF_CHECKS.iter().copied().filter(is_kept);
        let names = own.chain(words().filter(|word| !word.starts_with('-')));
        Self { names: Mutex::new(names.map(str::to_owned).collect()), ..Self::default() }
    }

    pub(crate) fn add(&self, name: &str) {
        self.names.lock().push(name.to_owned());
    }

    /// Returns whether a kernel is left out, and counts its launch.
    pub(crate) fn takes(&self, kernel: &str) -> bool {
        let names = self.names.lock();
        let Some(name) = names.iter().find(|name| is_named(kernel, name)) else {
            return false;
        };
        let mut launches = self.launches.lock();
        let count = launches.entry(name.clone()).or_default();
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

/// Returns whether a kernel has this name in the PTX, or in C++: there, a name has its length before it.
fn is_named(kernel: &str, name: &str) -> bool {
    kernel == name
        || kernel.strip_prefix("_Z").is_some_and(|rest| {
            let part = format!("{}{name}", name.len());
            rest.match_indices(&part).any(|(start, _)| {
                // Not the end of a greater number.
                !rest[..start].ends_with(|before: char| before.is_ascii_digit())
            })
        })
}

extern "C" fn at_exit() {
    // In a forked process, locks may be held by threads that it doesn't have.
    if PROCESS.get() == Some(&process::id())
        && let Ok(devices) = Devices::get()
    {
        devices.left_out.tell();
    }
}

#[cfg(test)]
mod tests {
    use super::{LeftOut, is_named};

    #[test]
    fn a_kernel_is_named_as_in_the_ptx_or_as_in_the_source() {
        for (kernel, name, expected) in [
            ("add", "add", true),
            ("add_all", "add", false),
            ("_Z3addPf", "add", true),
            ("_ZN4math3addIfEEvPT_", "add", true),
            ("_ZN4math3addIfEEvPT_", "_ZN4math3addIfEEvPT_", true),
            ("_Z7add_allPf", "add", false),
            ("_Z13addPfPfPfPfPf", "add", false),
            ("_Z22geqr2_smem_domino_fastIddLi4EEvi", "geqr2_smem_domino_fast", true),
        ] {
            assert_eq!(is_named(kernel, name), expected, "{kernel} {name}");
        }
    }

    #[test]
    fn names_are_those_of_the_crate_and_of_the_list() {
        let takes = |list: &str, kernel: &str| LeftOut::new(list).takes(kernel);
        assert!(takes("", "geqr2_smem_domino_fast") && !takes("", "add"));
        assert!(takes("mul, add", "add") && takes("add", "geqr2_smem_domino_fast"));
        assert!(!takes("add,-geqr2_smem_domino_fast", "geqr2_smem_domino_fast"));
    }
}
