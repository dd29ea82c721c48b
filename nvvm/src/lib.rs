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
//! | for | crates |
//! |---|---|
//! | a GPU: memory, streams, graphs, launches | [cuda-driver](https://docs.rs/cuda-driver) |
//! | kernels, compiled and linked | [cuda-build](https://docs.rs/cuda-build), [cuda-nvrtc](https://docs.rs/cuda-nvrtc), [cuda-nvrtc-cache](https://docs.rs/cuda-nvrtc-cache), [cuda-nvvm](https://docs.rs/cuda-nvvm), [cuda-nvjitlink](https://docs.rs/cuda-nvjitlink), [cuda-nvfatbin](https://docs.rs/cuda-nvfatbin), [cuda-linker](https://docs.rs/cuda-linker), [cuda-arch](https://docs.rs/cuda-arch) |
//! | data in device memory | [cuda-ndarray](https://docs.rs/cuda-ndarray), [cuda-arrow](https://docs.rs/cuda-arrow), [cuda-awkward](https://docs.rs/cuda-awkward) |
//! | NVIDIA's libraries | [cuda-cublas](https://docs.rs/cuda-cublas), [cuda-cudnn](https://docs.rs/cuda-cudnn), [cuda-curand](https://docs.rs/cuda-curand), [cuda-nccl](https://docs.rs/cuda-nccl) |
//! | tests without a GPU | [cuda-sim](https://docs.rs/cuda-sim), [cuda-sim-libraries](https://docs.rs/cuda-sim-libraries) |
//! | where CUDA is installed | [cuda-pathfinder](https://docs.rs/cuda-pathfinder), [cuda-pathfinder-cli](https://docs.rs/cuda-pathfinder-cli), [cuda-query](https://docs.rs/cuda-query) |
//! | raw bindings | [cuda-driver-api-sys](https://docs.rs/cuda-driver-api-sys), [cuda-nvrtc-sys](https://docs.rs/cuda-nvrtc-sys), [cuda-libraries-sys](https://docs.rs/cuda-libraries-sys) |

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
