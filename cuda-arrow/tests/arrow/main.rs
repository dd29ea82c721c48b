//! What `cuda-arrow` promises, tried on a device: each test on the driver as it is, and again as if it were one of
//! CUDA 11.4.
#![allow(missing_docs)]
// What a test does not expect is its failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod buffers;
#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;

use cuda_arrow::MemoryManager;
use cuda_driver::sys::instrument::Instrument;
use device::TestDevice;

/// A manager whose driver calls are counted.
pub fn instrumented(device: &TestDevice) -> (Instrument, MemoryManager) {
    let instrument = Instrument::over(device.driver.raw().table()).expect("there is a slot");
    let device = TestDevice::new(instrument.table());
    (instrument, MemoryManager::new(&device.stream))
}
