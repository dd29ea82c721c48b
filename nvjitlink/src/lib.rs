//! Links PTX, cubins, LTO-IR and fat binaries into one cubin at run time, with nvJitLink.
//!
//! ```no_run
//! use nvjitlink::{Arch, LinkOption, Linker};
//!
//! # fn compiled(_: &str) -> nvjitlink::ObjectCode { nvjitlink::ObjectCode::ptx(Default::default()) }
//! // LTO-IR of nvrtc's `compile_lto_ir`, say.
//! let (kernels, library) = (compiled("kernels.cu"), compiled("library.cu"));
//! let linker = Linker::new(Arch::sm(9, 0)).option(LinkOption::Lto);
//! let linker = linker.object("kernels", &kernels).object("library", &library);
//! let cubin = linker.link_cubin()?;
//! println!("{} bytes; {}", cubin.as_bytes().len(), cubin.log());
//! # Ok::<(), nvjitlink::LinkError>(())
//! ```
//!
//! A [`Linker`] is a plain description: an architecture, inputs, options. Linking it is where nvJitLink
//! works and where every error comes from, a [`LinkError`] that carries nvJitLink's whole log. What comes
//! out owns its bytes and can be loaded with any binding to the driver; an [`ObjectCode`] is an
//! [image](cuda_arch::Image).
//!
//! No CUDA toolkit, driver or GPU is needed. nvJitLink itself is found and loaded at run time
//! ([`NvJitLink::load`]), any version from 12.0 on; where it isn't there the error lists every place that was
//! searched. The crate `cuda-linker` links the same description with the driver where there is no nvJitLink.
//!
//! # What nvJitLink doesn't tell
//! - A symbol that two inputs define is printed on the standard output of the process from 12.6 on, and the
//!   link succeeds; up to 12.5 the second input is refused.
//! - A symbol that no input defines makes the link fail, as [`LinkErrorKind::Undefined`], even where nvJitLink
//!   calls that a success, as 12.9 and 13.0 do at times. Up to 12.8 it is only printed, and the error, if there
//!   is one, is a [`LinkErrorKind::Link`].
//! - Before 12.4 nvJitLink crashes on inputs that aren't what they were said to be, so this crate looks at
//!   their first bytes. That of 12.0 crashes on much PTX with errors of syntax, too: use a newer one for PTX that
//!   people write.
//! - nvJitLink looks for the driver, to share its cache. Those of 12.1 to 12.4 load a `libcuda.so`, and where
//!   that is no real one, but a stub or a software device, they fail, with `cuGetExportTable` in the log.
//! - Inputs that are damaged further behind crash newer ones, too; hence adding all but PTX is `unsafe`.
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. NVIDIA doesn't say whether two threads may link at once. They do, which stress
//! tests hold to 12.0, 12.4, 12.9, 13.0 and 13.5, and with LTO to the last three; with LTO before 12.9 they take turns, in
//! each process and with all nvJitLinks in it. [`LinkOption::SplitCompile`] makes one link use several threads.

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

/// The raw bindings, of which some types appear in this crate's errors.
pub use nvjitlink_sys as sys;
