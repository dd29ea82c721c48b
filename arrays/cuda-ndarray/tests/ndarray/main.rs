//! The guarantees of `cuda-ndarray`, tested on a device: each test runs on the driver as it is, and again as if it were one of
//! CUDA 11.4.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../../tests/driver/allocations.rs"]
mod allocations;
mod arguments;
mod arithmetic;
mod blas;
mod blocked_stream;
mod copies;
mod costs;
#[path = "../device/mod.rs"]
mod device;
mod dlpack;
mod empty;
mod faults;
mod fft;
mod host_arrays;
mod interface;
mod invalid_input;
mod linalg;
mod managers;
#[allow(dead_code, reason = "the plan uses a part of it")]
#[path = "../../src/kernels/copy_1.rs"]
#[rustfmt::skip]
mod copy_1;
#[path = "../../src/kernels/plan.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod plan;
mod records;
mod sharing;
mod views;

#[global_allocator]
static ALLOCATOR: allocations::CountingResource = allocations::CountingResource;
