//! Compiles CUDA C++ kernels in build scripts, and writes typed functions that launch them.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), cuda_build::Error> {
//!     cuda_build::Build::file("src/kernels.cu").write("kernels")
//! }
//! ```
//!
//! ```text
//! // src/kernels.cu
//! extern "C" __global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n) { … }
//!
//! // src/main.rs
//! mod kernels { include!(concat!(env!("OUT_DIR"), "/kernels.rs")); }
//!
//! let kernels = kernels::Kernels::load(&context)?;
//! // SAFETY: each of the three has n elements.
//! unsafe { kernels.saxpy(&stream, Launch::elements(n, 512), 2.0, &x, &y, &mut out, n) }?;
//! ```
//!
//! A wrong number of arguments, or one of a wrong type, doesn't compile: a `const float *` takes what becomes a
//! `DeviceSlice<f32>`, such as `&buffer`, and a `float *` what becomes a `DeviceSliceMut<f32>`, such as `&mut buffer`. What
//! stays `unsafe` is what the kernel does with them. The crate that calls them depends on `cuda-driver`, its build script on
//! this crate; a kernel's `…Parameters` type serves for `Function::typed`, too, so for kernels compiled at run time.
//!
//! # What is written
//! A type with the name of the file has `load`, which loads the image into a context and checks each kernel's parameters once
//! more where the driver tells them; a function for each kernel; a getter and a setter for each `__constant__` and `__device__`
//! variable of the source. For a kernel `saxpy` there is `Saxpy`, whose constants are its launch bounds and its shared
//! memory, `SaxpyParameters` (for up to 32), and `saxpy_function`.
//!
//! # Where the types come from
//! From the compiler. The parameters' number, sizes and alignments are read off the PTX; their C++ types are what the mangled
//! name says, if there is one, and what the compiler mangles for `decltype` of a kernel that is `extern "C"`, in a
//! second compilation that is kept as well. So aliases, macros and templates are resolved, and both answers must agree.
//! The parameters' names alone are looked up in the source, and only documentation depends on them, and that a
//! parameter written `size_t` is a `usize`.
//!
//! | C++ | Rust |
//! |---|---|
//! | `const T *`, `T *` | `impl Into<DeviceSlice<T>>`, `impl Into<DeviceSliceMut<T>>` |
//! | `int`, `unsigned long long`, `float`, … | `i32`, `u64`, `f32`, … by their sizes |
//! | `size_t` by value | `usize` |
//! | `__half`, `__nv_bfloat16` | `half::f16`, `half::bf16` |
//! | `float4` and the like behind a pointer | `[f32; 4]` |
//! | `void`, `bool` behind a pointer | `u8` |
//! | a pointer behind a pointer | `u64`, an address on the device |
//! | a class, by any of its names | what [`Structure`] names |
//! | a parameter pack | a parameter each |
//!
//! A variable that is `const` in C++ has a getter alone, and one of several dimensions is one array. For `half` numbers the
//! crate depends on `half`, and on `cuda-driver` with its feature of that name.
//!
//! # What it needs
//! NVRTC of any version from 11.2 on, found as `cuda-pathfinder` finds it (a wheel is enough), and no GPU, driver or toolkit; or nvcc
//! where [`Build::nvcc`] asks for it; or nothing at all where the crate's author [committed](Build::committed) what was
//! compiled. Compilations are kept in the cache of `nvrtc-cache`.

mod build;
mod committed;
mod compile;
mod error;
mod generate;
mod names;
mod nvcc;
mod plan;
mod probe;
mod ptx;
mod script;
mod text;
mod types;

pub use build::{Build, Structure};
pub use error::{Error, ErrorKind};

/// The architectures, the programs and the cache that this crate's functions take.
pub use nvrtc::{Arch, Program, Standard};
pub use nvrtc_cache::Cache;
