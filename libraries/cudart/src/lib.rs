//! CUDA's runtime API, implemented over the driver API: what programs that nvcc compiled call, with and without a GPU.
//!
//! The functions have their C names, and call the driver that [`cuda_driver_sys::load`] finds, or the tables that
//! [`use_tables`] chose, such as those of the software device. `cuda-sim folder DIR` links
//! them to `DIR/libcudart.so.13` and the libraries of CUDA 12 and 11.
//!
//! - *From rows.* `for_each_cudart_function!` lists every function with its signature. A function that differs from the
//!   driver's in the names of its types alone is a row of `forward`; another is a method of `Api`; what is neither
//!   returns `cudaErrorNotSupported`, and prints a line the first time.
//! - *Releases.* Where CUDA 12 or 13 changed what a function does without changing its name, the form of before has a name
//!   that ends with the last release that has it, such as `cudaGetDeviceProperties_11_8`. [`Release`] says which one a
//!   library exports.
//! - *Code is loaded when it is used*: the first launch of a kernel, or use of a variable, loads its fat binary.
//! - *Contexts.* A call uses the context that is current, or makes the primary context of the thread's device current.
//! - *Errors* are remembered for each thread; one that makes the context unusable stays until the device is reset.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

#[macro_use]
mod api;
#[macro_use]
mod forward;
mod array;
mod code;
mod copy;
mod device;
mod driver_functions;
mod error;
mod event;
mod export;
mod function;
mod graph;
mod graph_copy;
mod launch;
mod linear;
mod link;
mod memory;
mod node;
mod parameters;
mod pointer;
mod pool;
mod properties;
mod register;
mod release;
mod stream;
mod symbol;
mod texture;
mod thread;

pub use api::use_tables;
pub use export::names;
pub use release::Release;
