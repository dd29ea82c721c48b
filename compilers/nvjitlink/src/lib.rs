//! Links PTX, cubins, LTO-IR and fat binaries into one cubin at run time, with nvJitLink.
//!
//! ```no_run
//! use nvjitlink::{Arch, LinkOption, Linker};
//!
//! # fn compiled(_: &str) -> nvjitlink::ObjectCode { nvjitlink::ObjectCode::ptx(Default::default()) }
//! // LTO-IR, for example from nvrtc's `compile_lto_ir`.
//! let (kernels, library) = (compiled("kernels.cu"), compiled("library.cu"));
//! let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
//! let linker = linker.object("kernels", &kernels).object("library", &library);
//! let cubin = linker.link_cubin()?;
//! println!("{} bytes; {}", cubin.as_bytes().len(), cubin.log());
//! # Ok::<(), nvjitlink::LinkError>(())
//! ```
//!
//! A [`Linker`] describes an architecture, inputs and options. Linking calls nvJitLink and returns all errors, as a
//! [`LinkError`] that contains nvJitLink's whole log. The result, an [`ObjectCode`], owns its bytes, is an
//! [image](cuda_arch::Image), and can be loaded with any binding to the driver.
//!
//! No CUDA toolkit, driver or GPU is needed. nvJitLink 12.0 or newer is found and loaded at run time
//! ([`NvJitLink::load`]); if it isn't found, the error lists every place that was searched. The crate `cuda-linker`
//! links the same description with the driver if there is no nvJitLink.
//!
//! # What nvJitLink doesn't report
//! - If two inputs define the same symbol, nvJitLink 12.6 and newer print it on the process's standard output, and the
//!   link succeeds; up to 12.5, the second input is rejected.
//! - If no input defines a symbol, the link fails with [`LinkErrorKind::Undefined`], even if nvJitLink reports success,
//!   as 12.9 and 13.0 sometimes do. Up to 12.8 the symbol is only printed, and the error, if any, is
//!   [`LinkErrorKind::Link`].
//! - nvJitLink before 12.4 crashes on inputs that aren't of the stated kind, so this crate checks their first bytes.
//!   nvJitLink 12.0 also crashes on much PTX with syntax errors: use a newer one for handwritten PTX.
//! - nvJitLink looks for the driver, to share its cache. Versions 12.1 to 12.4 load a `libcuda.so`, and if that is a
//!   stub or a software device, they fail with `cuGetExportTable` in the log.
//! - Inputs that are damaged further inside also crash newer versions; therefore adding anything except PTX is
//!   `unsafe`.
//!
//! # How this crate deals with nvJitLink
//! - nvJitLink reads PTX as a C string regardless of the given size, and reads the names of inputs again when it links: so a
//!   link copies inputs with a trailing NUL byte and keeps everything until its handle is destroyed.
//! - LTO-IR of a newer compiler has its own result code only since 13.0, and newer PTX doesn't even there; otherwise,
//!   [`LinkErrorKind::NewerInput`] is recognized by the log, and so is [`LinkErrorKind::Undefined`].
//! - Damaged cubins crash nvJitLink 12.9 and 13.0, and damaged LTO-IR crashes 13.5. PTX is safe if it is text.
//! - Cargo adds its build outputs to the loader's path of tests, where nvJitLink 12.1 to 12.4 would find `cuda-sim`'s
//!   `libcuda.so`. So that library has another name there (`cuda-sim/cdylib/Cargo.toml`).
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. NVIDIA doesn't document whether two threads may link concurrently. This crate
//! lets them do so without LTO in every version, and with LTO from nvJitLink 12.9 on, which stress tests verify for
//! each version. Links with LTO of older versions are serialized across the whole process.
//! [`LinkOption::SplitCompile`] makes one link use several threads.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

mod error;
mod input;
mod library;
mod link;
mod linker;
mod option;

pub use cuda_arch::{Arch, ObjectCode, ObjectError, ObjectKind, ParseArchError, Version};
pub use error::{LinkError, LinkErrorKind};
pub use input::{Input, InputKind, Source};
pub use library::NvJitLink;
pub use linker::Linker;
pub use option::LinkOption;

/// The raw bindings, some of whose types appear in this crate's errors.
pub use cuda_libraries_sys::nvjitlink as sys;
