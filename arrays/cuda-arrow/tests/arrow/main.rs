//! The guarantees of `cuda-arrow`, tested on a device: each test runs on the driver as it is, and again as if it were one of
//! CUDA 11.4.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod batches;
mod bits;
mod buffers;
mod chunks;
mod columns;
mod compiled;
#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;
mod exchange;
mod expressions;
mod extremes;
mod faults;
mod file_format;
mod files;
mod invalid_input;
mod lengths;
mod messages;
mod ndarrays;
mod orders;
mod parquet;
mod pyarrow;
mod random;
#[path = "../../src/recent.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod recent;
#[path = "../../src/read_parquet/rows.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod rows;
mod samples;
mod shapes;
mod sharing;
mod tables;
#[path = "../../src/read_parquet/thrift.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod thrift;
#[path = "../../src/upload/window.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod window;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_arrow::MemoryManager;
use cuda_driver::sys::instrument::Instrument;
use device::TestDevice;

/// The largest host allocation so far.
pub static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, which records the largest request in [`PEAK`].
struct PeakAllocator;

// SAFETY: it is the system's allocator.
unsafe impl GlobalAlloc for PeakAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller says.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller says.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        PEAK.fetch_max(size, Ordering::Relaxed);
        // SAFETY: as the caller says.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: PeakAllocator = PeakAllocator;

/// A manager whose driver calls are counted.
pub fn instrumented(device: &TestDevice) -> (Instrument, MemoryManager) {
    let (instrument, device) = device.instrumented();
    (instrument, MemoryManager::new(&device.stream))
}

/// Holds a stream up until something is sent.
pub fn hold(stream: &cuda_driver::Stream, wait: std::sync::mpsc::Receiver<()>) -> HeldStream {
    unsafe extern "C" fn block(data: *mut core::ffi::c_void) {
        // SAFETY: it is the receiver that was boxed for this call.
        let wait = unsafe { Box::from_raw(data.cast::<std::sync::mpsc::Receiver<()>>()) };
        let _ = wait.recv_timeout(std::time::Duration::from_secs(20));
    }
    let data = Box::into_raw(Box::new(wait)).cast();
    let raw = stream.context().driver().raw();
    stream
        .context()
        .with_current(|| {
            // SAFETY: the stream is alive, and the function takes ownership of the data.
            unsafe { raw.cuLaunchHostFunc(stream.as_raw(), Some(block), data) }
        })
        .unwrap()
        .unwrap();
    HeldStream(stream.clone())
}

/// A stream that is held up.
pub struct HeldStream(cuda_driver::Stream);

impl HeldStream {
    /// Waits until the stream has gone on, and done its work.
    pub fn join(self) -> Result<(), cuda_driver::CuResult> {
        self.0.synchronize()
    }
}
