//! Random numbers in device memory with NVIDIA's cuRAND.
//!
//! ```no_run
//! use cuda_driver::Driver;
//! use curand::{Curand, Ordering, Philox4x32x10, Sobol32};
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let curand = Curand::load()?;
//!
//! let mut generator = curand.generator(&context, Philox4x32x10::seed(42).offset(1000).ordering(Ordering::Legacy))?;
//! let mut noise = stream.alloc::<f32>(1 << 20)?;
//! generator.normal(&stream, &mut noise, 0.0, 0.1)?;
//! let mut counts = stream.alloc::<u32>(1000)?;
//! generator.poisson(&stream, &mut counts, 3.5)?;
//!
//! // 1000 points in a cube: all x, then all y, then all z.
//! let mut points = stream.alloc::<f64>(3 * 1000)?;
//! curand.generator(&context, Sobol32::dimensions(3))?.uniform(&stream, &mut points)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Curand`] is the library, found and loaded at run time: it isn't needed to build.
//! - A [`Generator`] has a [`Kind`], of which there are pseudo-random ones, [`Xorwow`], [`Mrg32k3a`], [`Philox4x32x10`],
//!   [`Mtgp32`] and [`Mt19937`], and quasi-random ones, [`Sobol32`], [`ScrambledSobol32`], [`Sobol64`] and
//!   [`ScrambledSobol64`]. A kind says where the sequence begins: the seed, the offset, the [`Ordering`], the dimensions.
//!   For other values, create another generator.
//! - Its methods are the distributions. They take the stream of each call.
//! - For kernels that include `curand_kernel.h`, there are [`PoissonDistribution`] and the direction vectors of [`Curand`].
//! - [`Curand::raw`] has every function.
//!
//! Calls return before the numbers are there. The buffers belong to the stream of the call, so that later work on them runs
//! afterwards, and so that they are freed afterwards: calls are safe. They are refused while the stream is captured, because
//! a graph could run when the generator is gone; besides, some kinds would repeat their numbers in each launch of it, and
//! others not.
//!
//! # Kernels
//! A kernel can draw numbers itself, with NVIDIA's `curand_kernel.h`, whose folder `cuda-pathfinder` finds. With
//! [`Ordering::Legacy`], a thread of Philox4x32-10, XORWOW or MRG32k3a that calls `curand_init(seed, thread, 0, &state)` draws
//! what a [`Generator`] writes in turn for each sequence.
//!
//! ```no_run
//! use cuda_pathfinder::{CURAND_HEADERS, Search};
//! use nvrtc::Program;
//!
//! let source = r#"
//!     #include <curand_kernel.h>
//!     extern "C" __global__ void noise(float4* out, unsigned long long seed) {
//!         curandStatePhilox4_32_10_t state;
//!         unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
//!         curand_init(seed, i, 0, &state);
//!         out[i] = curand_normal4(&state);
//!     }"#;
//! let headers = Search::new().headers(&CURAND_HEADERS)?;
//! let ptx = Program::new("noise.cu", source).cuda_headers()?.include_dir(headers.folder).compile_ptx()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Arrays
//! Arrays of `cuda-ndarray` go in as `array.as_slice_memory_order_mut()?`.
//!
//! # Without a GPU
//! NVIDIA's cuRAND needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//!
//! ```no_run
//! # use curand::Curand;
//! let chosen = cuda_sim::choice::choose()?;
//! let curand = if chosen.is_software() {
//!     Curand::from_table(cuda_sim_libraries::curand::table())
//! } else {
//!     Curand::load()?
//! };
//! let context = chosen.driver()?.device(0)?.primary_context()?;
//! # let _ = (curand, context);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod error;
mod float;
mod generator;
mod kind;
mod library;
mod poisson;

pub use cuda_library_support::{AbsentFunction, CallError, Release};
pub use error::{Error, Failure};
pub use float::Float;
pub use generator::Generator;
pub use kind::{
    Bits, Kind, MAX_DIMENSIONS, Mrg32k3a, Mt19937, Mtgp32, Offset, Ordering, Philox4x32x10,
    ScrambledSobol32, ScrambledSobol64, Sobol32, Sobol64, Xorwow,
};
pub use library::{Curand, DirectionVectors};
pub use poisson::PoissonDistribution;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::curand as sys;
