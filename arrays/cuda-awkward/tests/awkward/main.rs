//! The guarantees of `cuda-awkward`, tested on a device. Drivers older than the NVRTC in use aren't tested: they load none of
//! its programs.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// Tests that are given the device.
macro_rules! on_the_device {
    ($($(#[$attribute:meta])* fn $name:ident($device:ident) $body:block)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            let _turn = $crate::device::with_others();
            let $device = &$crate::device::TestDevice::of_tests();
            $body
        }
    )*};
}

mod amounts;
mod arrays;
mod attacks;
mod counts;
#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;
mod edges;
mod exchange;
mod expressions;
mod faults;
mod forms;
mod functions;
mod lengths;
mod numbers;
mod overflow;
mod pairs;
mod papers;
mod random;
mod refusals;
mod resources;
mod types;
mod views;

use cuda_awkward::{Array, Backend, HostArray};
use cuda_driver::sys::instrument::Instrument;
use device::TestDevice;
use nvrtc_cache::Cache;

/// What all tests compile is compiled once, also for other test programs, and not again the next time: that takes longer
/// than all else.
pub fn cache() -> Cache {
    Cache::of_this_user()
}

pub fn backend(device: &TestDevice) -> Backend {
    Backend::with_cache(&device.stream, cache()).unwrap()
}

/// A backend whose driver calls are counted.
pub fn instrumented(device: &TestDevice) -> (Instrument, Backend) {
    let (instrument, device) = device.instrumented();
    (instrument, backend(&device))
}

/// Returns the number of rounds of a random test: `usual`, unless an option sets it.
pub fn rounds(usual: usize) -> usize {
    cuda_rust::options::number("rounds", usual)
}

pub fn up(backend: &Backend, json: &str) -> Array {
    HostArray::from_json(json).unwrap().to_backend(backend).unwrap()
}

pub fn text(array: &Array) -> String {
    array.to_host().unwrap().value().unwrap().to_string()
}
