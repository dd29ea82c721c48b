//! Compiles [NVVM IR](https://docs.nvidia.com/cuda/nvvm-ir-spec/index.html), the form of LLVM's code for GPUs, to PTX or to LTO-IR
//! at run time, with libNVVM.
//!
//! ```no_run
//! use nvvm::{Arch, Program};
//!
//! # let ir = "";
//! let ptx = Program::new()
//!     .module("kernels", ir) // as text; of several modules, too
//!     .libdevice() // the math functions, such as __nv_sinf
//!     .arch(Arch::compute(9, 0))
//!     .compile_ptx()?;
//! # Ok::<(), nvvm::NvvmError>(())
//! ```
//!
//! It is for compilers whose output is LLVM's: of Rust, Julia or Numba. A [`Program`] describes modules and options, and can be
//! compiled many times. Compiling returns all errors, as an [`NvvmError`] with libNVVM's log. The result, an [`ObjectCode`], is
//! an [image](cuda_arch::Image) for `cuModuleLoadData` if it is PTX, and an input of `nvjitlink` if it is LTO-IR.
//!
//! No CUDA toolkit, driver or GPU is needed. libNVVM of CUDA 11, 12 or 13 is found and loaded at run time ([`Nvvm::load`]), and so
//! is libdevice; if one isn't found, the error lists every place that was searched.
//!
//! # What libNVVM accepts
//! [`Nvvm::ir_version`] is the newest version of NVVM IR that it reads; a module says its own in the metadata `nvvmir.version`.
//! IR of a newer LLVM than libNVVM's doesn't parse, except for Blackwell's dialect, which CUDA 12.9 and newer choose by the
//! architecture.
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. Programs are compiled concurrently.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

mod compile;
mod error;
mod library;
mod program;

pub use cuda_arch::{Arch, ObjectCode, ObjectKind, Version};
pub use error::{NvvmError, NvvmErrorKind};
pub use library::{IrVersion, Nvvm};
pub use program::Program;

/// The raw bindings, some of whose types appear in this crate's errors.
pub use cuda_libraries_sys::nvvm as sys;
