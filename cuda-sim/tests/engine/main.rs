//! Kernels compiled by NVRTC, executed by the engine alone and compared with the CPU.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that can't go on fails"
)]

// Their unit tests run here: a second engine, compiled with its tests, would take a minute more.
#[path = "../../engine/src/state/order.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod order;
#[path = "../../engine/src/state/switches.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod switches;
#[path = "../../engine/src/numbers/words.rs"]
mod words;
#[path = "../../engine/src/state/worker_pool.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod worker_pool;

#[path = "../../../src/options.rs"]
mod options;

mod acceptance;
mod accesses;
mod atomics;
mod bits;
mod blackwell;
mod conversions;
mod device;
mod divergence;
mod elements;
mod faults;
mod fences;
mod forms;
mod functions;
mod grouped;
mod halves;
mod indigo;
mod inline;
mod joined;
mod locks;
mod math;
mod matrices;
mod mbarriers;
mod memory;
mod named;
mod panics;
mod parallel;
mod parameters;
mod polling;
mod races;
mod random_races;
mod recorded;
mod refusals;
mod repeated;
mod reused;
mod schedules;
mod shorter;
mod shorter_random;
mod special;
mod subscripts;
mod sums;
mod surfaces;
mod tensor_maps;
mod texts;
mod textures;
mod variadic;
mod vectors;
mod video;
mod warps;
mod wide;

#[test]
#[cfg(target_arch = "x86_64")]
fn all_tests_pass_without_avx2() {
    if device::is_without_avx2() {
        return;
    }
    let mut tests = std::process::Command::new(std::env::current_exe().unwrap());
    let output = tests.env(device::WITHOUT_AVX2, "1").output().unwrap();
    let output = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.contains("test result: ok."), "{output}");
}
