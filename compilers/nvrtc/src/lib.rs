//! Compiles CUDA C++ to PTX, cubins and LTO-IR at run time, with NVRTC.
//!
//! ```no_run
//! use nvrtc::{Arch, Program};
//!
//! const SOURCE: &str = r#"
//!     extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* out, size_t n) {
//!         size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
//!         if (i < n) out[i] = a * x[i] + y[i];
//!     }"#;
//!
//! let ptx = Program::new(c"saxpy.cu", SOURCE)
//!     .arch(Arch::compute(7, 5))
//!     .fmad(false)
//!     .compile_ptx()?;
//! println!("PTX {:?} for {:?}: {:?}", ptx.version(), ptx.target(), ptx.entries().collect::<Vec<_>>());
//! # Ok::<(), nvrtc::NvrtcError>(())
//! ```
//!
//! A [`Program`] describes a source, headers and options. Compiling it calls NVRTC and returns all errors, as an
//! [`NvrtcError`] that contains NVRTC's whole log. The result, [`Ptx`] or [`ObjectCode`], owns its bytes, is an
//! [image](cuda_arch::Image), and can be loaded with any binding to the driver.
//!
//! Neither building nor compiling needs a CUDA toolkit, driver or GPU. NVRTC 11.2 or newer is found and loaded at run
//! time ([`Nvrtc::load`]); if it isn't found, the error lists every place that was searched.
//!
//! # Design
//! A [`Program`] is a plain description. Nothing in it is checked before it is compiled, not even whether NVRTC is installed,
//! so a cache can be consulted first. Several NVRTCs can be used in one process, each through its own table.
//!
//! A driver rejects PTX from a newer NVRTC with 222, and the error names both versions; it accepts a cubin of a newer NVRTC of its own major version (13.5 on a
//! driver of 13.0). So [`Program::compile_for`] creates the GPU's own machine code if NVRTC knows the GPU; otherwise NVRTC is
//! older than the GPU, and hence than the driver, and it creates PTX. A software device loads only PTX; [`Target::of_device`]
//! recognizes it by its name, so this crate need not depend on `cuda-driver`.
//!
//! Options are one table in `options.rs`: method, flag, type of the value, and first version. The tests pass each to every
//! available NVRTC. NVIDIA's page and NVRTC differ in three: 13.5 accepts `--tile-preview=simt` and not `SIMT`,
//! `--tile-as-default-execution-space` and not `--default-tile`, and on Linux no `--utf-8`.
//!
//! Precompiled headers are created in one heap per NVRTC, and resizing it invalidates running compilations: compilations hold
//! a lock for reading, and resizing holds it for writing.
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. [NVRTC](https://docs.nvidia.com/cuda/nvrtc/index.html#thread-safety)
//! may be called from several threads, but not on the same NVRTC program: each compilation creates its own, and
//! destroys it before it returns, so that threads never share one. NVRTC determines how much runs concurrently: it
//! reads sources and headers one compilation at a time, and optimizes several concurrently, so that programs with large
//! headers gain little from threads. NVRTC before 12.3 serializes more of its work.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

// The order of the modules is that of the methods in the documentation, so the most important ones come first.
mod program;

mod compile;
mod target;

mod binary;
mod bundled;
mod cpp;
mod error;
mod flow;
mod headers;
mod library;
mod missing;
mod notes;
mod options;
mod output;
mod pch;
mod ptx;
mod text;
mod version;

pub use binary::{OptixIr, TileIr};
pub use bundled::{BundledHeaders, Install};
pub use cpp::{CppType, CppTypes, instance_name};
pub use cuda_arch::{
    Arch, BinaryKind, ObjectCode, ObjectError, ObjectKind, ParseArchError, Version,
};
pub use error::{NvrtcError, NvrtcErrorKind};
pub use library::Nvrtc;
pub use options::{FastCompile, OptimizationInfo, Standard, Warning};
pub use pch::PchStatus;
pub use program::Program;
pub use ptx::Ptx;
pub use target::Target;
pub use text::{IntoText, Text};
pub use version::PtxVersion;

/// The raw bindings, some of whose types appear in this crate's errors.
pub use nvrtc_sys as sys;
