//! Fourier transforms in device memory with NVIDIA's cuFFT.
//!
//! ```no_run
//! use cuda_driver::Driver;
//! use cufft::{Complex, Cufft, Layout, Shape};
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let cufft = Cufft::load()?;
//!
//! // A picture's frequencies, and the picture again.
//! let pixels = stream.upload(&[1.0_f32; 480 * 640])?;
//! let mut frequencies = stream.alloc::<Complex<f32>>(480 * 321)?;
//! let mut same = stream.alloc::<f32>(480 * 640)?; // but for the factor 480 * 640
//! cufft.plan::<f32, Complex<f32>>(&context, [480, 640])?.on(&stream).forward(&pixels, &mut frequencies)?;
//! cufft.plan::<Complex<f32>, f32>(&context, [480, 640])?.on(&stream).inverse(&mut frequencies, &mut same)?;
//!
//! // The columns of a matrix of 100 rows and 64 columns, in place.
//! let mut matrix = stream.alloc_zeroed::<Complex<f64>>(100 * 64)?;
//! let columns = Layout::of(100).stride(64).distance(1);
//! let shape = Shape::new(100).batch(64).input(columns).output(columns);
//! let mut plan = cufft.plan::<Complex<f64>, Complex<f64>>(&context, shape)?;
//! plan.on(&stream).forward_in_place(&mut matrix)?;
//! plan.on(&stream).inverse_in_place(&mut matrix)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Cufft`] |
//! | transforms of one shape, of one to three axes, in batches | [`Cufft::plan`], [`Plan`] |
//! | plans that are made when they are needed, and kept | [`Cufft::plans`], [`Plans`] |
//! | other places in memory than one after the other | [`Shape`], [`Layout`] |
//! | a transform, on a stream, with a [workspace](Workspace) | [`Plan::on`], [`Fft`] |
//! | the same for a graph | [`Plan::record`] |
//! | transforms of arrays, along any axes, with NumPy's norms | `cuda-ndarray`, with the feature `cufft` |
//! | elements that are loaded and stored by functions in CUDA C++ | [`Cufft::plan_with_callbacks`], [`Callback`] |
//! | every other function of cuFFT: several GPUs, properties | [`Cufft::raw`] with [`Plan::as_raw`] |
//!
//! # Rules
//! - **Types** say what is transformed: `Complex<T>` to `Complex<T>` in both directions, `T` to `Complex<T>` forward, and back.
//!   `T` is `f32`, `f64`, and with the feature `half` `f16` or `bf16`, whose axes are powers of two.
//! - **Order.** A transform is submitted to the stream and returns at once. Its memory belongs to that stream, so that later work on
//!   it runs afterwards, and so that it is freed afterwards: calls are safe.
//! - **Memory.** A plan has no work area of its own: where one is needed, a call allocates it on the stream and frees it there, or
//!   uses the [`Workspace`] that is passed.
//! - **Graphs.** On a stream that other code captures, calls are refused, because the graph could run when the memory is gone.
//!   [`Plan::record`] records them, and says what has to live.
//! - **Shapes** are checked when they are planned, and slices before cuFFT is called.
//! - **Costs.** A transform is one call of cuFFT if stream and work area are those of the one before, and no allocation.
//!
//! # Features
//! - `half`: `f16` and `bf16` of the crate `half` can be elements.
//!
//! # Without a GPU
//! NVIDIA's cuFFT needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//!
//! ```no_run
//! # use cufft::Cufft;
//! let chosen = cuda_sim::choice::choose()?;
//! let cufft = if chosen.is_software() {
//!     Cufft::from_table(cuda_sim_libraries::cufft::table())
//! } else {
//!     Cufft::load()?
//! };
//! let context = chosen.driver()?.device(0)?.primary_context()?;
//! # let _ = (cufft, context);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(not(feature = "half"), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod callback;
mod element;
mod error;
mod library;
mod plan;
mod plans;
mod resolved_shape;
mod shape;
mod transform;

pub use callback::Callback;
pub use cuda_library_support::{AbsentFunction, CallError, Release, Workspace};
pub use element::{Kind, Real, Transform};
pub use error::{Error, Failure};
#[cfg(feature = "half")]
pub use half;
pub use library::Cufft;
pub use num_complex::{self, Complex};
pub use plan::Plan;
pub use plans::Plans;
pub use shape::{Axes, Layout, Shape};
pub use transform::Fft;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cufft as sys;
