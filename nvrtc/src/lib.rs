//! Compiles CUDA C++ to PTX and cubin at run time with NVRTC.
//!
//! ```no_run
//! use nvrtc::{Arch, Program};
//!
//! const SOURCE: &str = r#"
//!     extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* out, size_t n) {
//!         size_t i = blockIdx.x * blockDim.x + threadIdx.x;
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
//! A [`Program`] is a plain description: a source, headers, options. Compiling it is where NVRTC
//! works and where every error comes from, an [`NvrtcError`] that carries NVRTC's whole log. What
//! comes out, [`Ptx`] or [`ObjectCode`], owns its bytes and can be loaded with any binding to the driver: it is an
//! [image](cuda_arch::Image).
//!
//! No CUDA toolkit, driver or GPU is needed, neither to build nor to compile. NVRTC itself is found
//! and loaded at run time ([`Nvrtc::load`]), any version from 11.2 on; where it isn't there the
//! error lists every place that was searched.
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. [NVRTC](https://docs.nvidia.com/cuda/nvrtc/index.html#thread-safety)
//! may be called from several threads at once, but not on the same of its programs: each compilation
//! makes its own, and destroys it before it returns, so that no two threads ever share one. How much runs at the same time
//! is NVRTC's matter: it reads sources and headers one compilation at a time, and optimizes several at once. On two
//! processors, four programs with CUB's headers took as long on four threads as one after the other, and four with long
//! kernels half as long (12.9, 13.0 and 13.5). NVRTCs before 12.3 do more of their work one at a time.

mod binary;
mod bundled;
mod compile;
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
mod program;
mod ptx;
mod target;
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

/// The raw bindings, of which some types appear in this crate's errors.
pub use nvrtc_sys as sys;
