//! Values on which nodes depend.

use cuda_driver_sys::CUgraphConditionalHandle;

use crate::launch::Argument;

/// The value that decides what a conditional node of a graph runs: [`GraphBuilder::condition`](crate::graph::GraphBuilder::condition).
///
/// It is an argument of kernels of the graph, whose parameter is a `cudaGraphConditionalHandle` (an `unsigned long long`),
/// and which set the value with `cudaGraphSetConditional`. Source code for NVRTC declares this function as `extern "C"
/// __device__ void cudaGraphSetConditional(unsigned long long, unsigned);`, and is compiled to PTX: the driver has the function.
/// Machine code is linked with `libcudadevrt.a` before it is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Condition {
    handle: CUgraphConditionalHandle,
    /// Unique in the process, because the driver may reuse the handle of a condition whose graph is destroyed.
    number: u64,
}

impl Condition {
    pub(super) const fn new(handle: CUgraphConditionalHandle, number: u64) -> Self {
        Self { handle, number }
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub const fn as_raw(self) -> CUgraphConditionalHandle {
        self.handle
    }
}

impl Argument for Condition {
    type Value = CUgraphConditionalHandle;

    #[inline]
    fn value(&self) -> CUgraphConditionalHandle {
        self.handle
    }
}
