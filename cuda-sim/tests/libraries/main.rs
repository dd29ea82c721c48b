//! The promises of the stand-ins. On a GPU, the same tests run with NVIDIA's libraries, except those of what only the
//! software device does.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cublas;
mod cublaslt;
mod cudnn;
mod cufft;
mod cupti;
mod curand;
mod cusparse;
mod exported;
#[path = "../../libraries/src/float8/format.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod format;
mod reference;

use std::cell::RefCell;
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cuda_sim::choice::{self, ChosenDevice};

/// The device of the tests: the software device, too, where a GPU has no libraries.
fn chosen() -> &'static ChosenDevice {
    static CHOSEN: OnceLock<ChosenDevice> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        if chosen.is_software() {
            return chosen;
        }
        let libraries = cuda_libraries_sys::cublas::load()
            .map(drop)
            .and_then(|()| cuda_libraries_sys::cublaslt::load().map(drop));
        match libraries {
            Ok(()) => chosen,
            Err(error) => {
                cuda_rust::note("cuda-sim-libraries with NVIDIA's libraries", error);
                ChosenDevice::Software(cuda_sim::driver_table(), None)
            }
        }
    })
}

/// A test's turn. On a GPU, tests take turns, since a capture forbids others to load kernels and to wait for the context.
/// A test may have several values with one.
pub(crate) struct Turn(());

type TurnCount = (usize, Option<MutexGuard<'static, ()>>);

thread_local! {
    static HELD: RefCell<TurnCount> = const { RefCell::new((0, None)) };
}

impl Turn {
    fn new() -> Self {
        static TURNS: Mutex<()> = Mutex::new(());
        HELD.with_borrow_mut(|(count, guard)| {
            *count += 1;
            if guard.is_none() && !chosen().is_software() {
                *guard = Some(TURNS.lock().unwrap_or_else(PoisonError::into_inner));
            }
        });
        Self(())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        HELD.with_borrow_mut(|(count, guard)| {
            *count -= 1;
            if *count == 0 {
                *guard = None;
            }
        });
    }
}

/// Returns whether a test of what only the software device does can run; otherwise notes that it is skipped.
fn is_software() -> bool {
    let is_software = chosen().is_software();
    if !is_software {
        cuda_rust::skip("it is about the software device");
    }
    is_software
}

/// Runs one test of this program in a separate process, which may make the device unusable.
fn run_alone(name: &str, variables: &[(&str, &str)]) -> Output {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", name])
        .env("CUDA_TEST_DEVICE", "software")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success(), "{variables:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    output
}
