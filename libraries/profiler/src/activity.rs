//! What is recorded.

use cuda_libraries_sys::cupti::CUpti_ActivityKind as K;

/// What to record. CUPTI's kinds of activities that are rows of the same thing are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Activity {
    /// Kernels, without keeping them from running side by side.
    Kernels,
    /// Copies.
    Copies,
    /// Fills.
    Fills,
    /// Allocations and releases of memory.
    Memory,
    /// Calls of the driver, with their times on the host.
    Calls,
    /// Calls of the CUDA runtime, which make those of the driver.
    RuntimeCalls,
    /// Waits for the device, and of streams for events.
    Synchronizations,
    /// Ranges and marks of NVTX. The program must be started with `NVTX_INJECTION64_PATH` set to CUPTI's file.
    Markers,
}

impl Activity {
    pub(crate) fn kinds(self) -> &'static [K] {
        match self {
            Self::Kernels => &[K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL],
            Self::Copies => &[K::CUPTI_ACTIVITY_KIND_MEMCPY, K::CUPTI_ACTIVITY_KIND_MEMCPY2],
            Self::Fills => &[K::CUPTI_ACTIVITY_KIND_MEMSET],
            Self::Memory => &[K::CUPTI_ACTIVITY_KIND_MEMORY2],
            Self::Calls => &[K::CUPTI_ACTIVITY_KIND_DRIVER],
            Self::RuntimeCalls => &[K::CUPTI_ACTIVITY_KIND_RUNTIME],
            Self::Synchronizations => &[K::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION],
            Self::Markers => &[K::CUPTI_ACTIVITY_KIND_MARKER],
        }
    }
}
