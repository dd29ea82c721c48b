//! Compiles CUDA C++ kernels in build scripts, and generates typed functions that launch them.
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
//! // SAFETY: each of the three buffers has n elements.
//! unsafe { kernels.saxpy(&stream, Launch::elements(n, 512), 2.0, &x, &y, &mut out, n) }?;
//! ```
//!
//! A call with the wrong number or types of arguments doesn't compile: a `const float *` accepts anything that converts
//! to a `DeviceSlice<f32>`, such as `&buffer`, and a `float *` anything that converts to a `DeviceSliceMut<f32>`, such
//! as `&mut buffer`. Calls are still `unsafe` because of what the kernel does with the arguments. The crate with the
//! calls depends on `cuda-driver`, its build script on this crate. A kernel's `…Parameters` type also works with
//! `Function::typed`, and so for kernels compiled at run time.
//!
//! A [`StaticLibrary`] is C++ that launches its own kernels, compiled by nvcc and linked with the crate; [`host_code`] says
//! how it works together with `cuda-driver`.
//!
//! # Generated code
//! A type with the name of the file has `load`, which loads the image into a context and checks each kernel's
//! parameters again if the driver reports them; a function for each kernel; and a getter and a setter for each
//! `__constant__` and `__device__` variable of the source. For a kernel `saxpy`, there are `Saxpy`, whose constants are
//! its launch bounds and its shared memory, `SaxpyParameters` (for up to 32 parameters), and `saxpy_function`. The
//! documentation of the type has the duties of who calls such a function, and what the constants of `Saxpy` mean.
//!
//! # Where the types come from
//! From the compiler. The number, sizes and alignments of the parameters are read from the PTX. Their C++ types come
//! from the mangled name, if there is one, and for an `extern "C"` kernel from what the compiler mangles for its
//! `decltype`, in a second compilation that is also cached. So aliases, macros and templates are resolved, and both
//! results must agree. The names of parameters, fields and enumerators, and whether a type is written `size_t`, which becomes
//! `usize`, come from the compiler's debug information. If the source doesn't compile with that (`-G`), or a parameter has no
//! name, it is called `arg0`, `arg1` and so on by its place.
//!
//! | C++ | Rust |
//! |---|---|
//! | `const T *`, `T *` | `impl Into<DeviceSlice<T>>`, `impl Into<DeviceSliceMut<T>>` |
//! | `int`, `unsigned long long`, `float`, … | `i32`, `u64`, `f32`, … by their sizes |
//! | `size_t` by value | `usize` |
//! | `__half`, `__nv_bfloat16` | `half::f16`, `half::bf16` |
//! | a pointer to `float4` and similar types | `[f32; 4]` |
//! | a pointer to `void` or `bool` | `u8` |
//! | a pointer to a pointer | `u64`, an address on the device |
//! | a class, by any of its names | the type that [`Structure`] names or generates |
//! | `awkward::List<T>` | `&cuda_awkward::view::View<T>` of the [same type](#ragged-arrays) |
//! | a parameter pack | one parameter each |
//!
//! A variable that is `const` in C++ has only a getter, and one of several dimensions is a single array. An array of more than
//! 64 KiB is returned as a `Vec`, and set by a slice; a structure that large is returned in a `Box`. For `half`
//! numbers, the crate depends on `half`, and on `cuda-driver` with its feature of that name.
//!
//! # Structures
//! A structure that both sides know is written once, in C++: [`Build::generate_structures`] and [`Structure::generated`] make
//! the Rust type.
//!
//! ```text
//! // src/kernels.cu
//! struct Range { unsigned long long end; unsigned begin; float weight; };
//! extern "C" __global__ void polynomial(float *x, Range range) { … }
//!
//! // build.rs
//! Build::file("src/kernels.cu").generate_structures().write("kernels")
//!
//! // src/main.rs
//! let range = kernels::Range { begin: 2, end: 6, weight: 0.5 };
//! ```
//!
//! The type is plain bytes, `Pod`, so it can also be uploaded, for kernels that read it through a pointer. That it has the
//! compiler's layout, and no padding, is asserted when the crate is compiled. `Kernels::ASSERTIONS` has the same assertions in
//! C++, for a source that something else compiles: append them to what NVRTC compiles at run time.
//!
//! Numbers that both sides know are constants: `constants("usize", ["TILE"])` for a macro or a `constexpr` variable
//! ([`Build::constants`]), and `enumeration("u32", "Mode")` for the enumerators of `enum Mode` ([`Build::enumeration`]), which
//! is a `u32` in Rust, then.
//!
//! A source without kernels and variables, such as a header of structures for kernels that NVRTC compiles at run time, has only
//! these, and `ASSERTIONS`.
//!
//! # Libraries
//! A library that gets streams from its callers uses [`Build::embedded`]: `Kernels::saxpy(&stream, …)` needs no loading. So
//! that its users need no NVRTC, it can commit what [`Build::write_to`] wrote, `kernels.rs` and `kernels.ptx` in one folder
//! of its sources, with a test that writes both again and compares. It then needs neither a build script nor this crate.
//!
//! # Ragged arrays
//! A kernel takes a ragged array of `cuda-awkward` as a list of the type of its entries, and iterates it. In a crate that
//! depends on `cuda-awkward`, NVRTC finds the header, and the kernel's parameter determines the type of the view in Rust: an
//! array is checked against it by `Array::view`, whose type the call infers.
//!
//! ```text
//! // src/kernels.cu
//! #include <cuda_awkward.cuh>
//! AWKWARD_RECORD(Muon, float, pt, float, eta)
//! extern "C" __global__ void central(awkward::List<awkward::List<Muon>> events, float *out) { … }
//!
//! // src/main.rs
//! cuda_awkward::record! { struct Muon { pt: f32, eta: f32 } }
//! // SAFETY: out has an element for each event.
//! unsafe { kernels.central(&stream, launch, &events.view()?, &mut out) }?;
//! ```
//!
//! The build script names the record by its columns, and their types and order are compared when the crate is compiled:
//! `Structure::new("awkward::Column<Muon>", "crate::Muon").fields(["pt", "eta"])`. The header needs C++17, which is NVRTC's
//! default.
//!
//! # Requirements
//! NVRTC 11.2 or newer, found by `cuda-pathfinder` (a wheel is enough), and no GPU, driver or toolkit; or nvcc with
//! [`Build::nvcc`]; or nothing at all if the crate's author [committed](Build::committed) the compiled kernels.
//! `nvrtc-cache` caches compilations.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

mod build;
mod committed;
mod compile;
mod debug_info;
mod error;
mod generate;
#[doc = include_str!("host_code.md")]
pub mod host_code {}
mod identifiers;
mod input;
mod inputs;
mod jobs;
mod messages;
mod names;
mod nvcc;
mod plan;
mod probe;
mod ptx;
mod ragged;
mod runtime;
mod script;
mod static_library;
mod structure;
mod target;
mod text;
mod toolchain;
mod types;
mod watch;
mod write;

pub use build::{Build, Structure};
pub use error::{Error, ErrorKind};
pub use runtime::Runtime;
pub use static_library::StaticLibrary;

/// The architectures, programs and caches that this crate's functions accept.
pub use nvrtc::{Arch, Program, Standard, Version};
pub use nvrtc_cache::Cache;
