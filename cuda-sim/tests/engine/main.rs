//! Kernels that NVRTC compiled, executed by the engine alone and compared with what the CPU computes.

mod device;
mod faults;
mod math;
mod memory;
mod mutations;
mod parallel;
mod warps;
