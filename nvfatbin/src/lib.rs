//! Packs cubins, PTX and LTO-IR for several architectures into one fat binary at run time, with nvFatbin.
//!
//! ```no_run
//! use nvfatbin::{Arch, Entry, Fatbin, FatbinOption};
//!
//! # let (ptx, cubin) = (String::new(), Vec::new());
//! // SAFETY: NVRTC wrote the cubin.
//! let cubin = unsafe { Entry::cubin(Arch::sm(9, 0), "saxpy", &cubin) };
//! let packed = Fatbin::new()
//!     .entry(cubin)
//!     .entry(Entry::ptx(Arch::compute(7, 5), "saxpy", &ptx))
//!     .option(FatbinOption::CompressAll)
//!     .build()?;
//! # Ok::<(), nvfatbin::FatbinError>(())
//! ```
//!
//! A [`Fatbin`] is a plain description: entries, options. Building it is where nvFatbin works and where every
//! error comes from, a [`FatbinError`] that names the entry and has nvFatbin's words. What comes out, an
//! [`ObjectCode`], is an [image](cuda_arch::Image) that `cuModuleLoadData` and `cuLibraryLoadData` take, and the driver
//! picks the entry that fits its GPU.
//!
//! No CUDA toolkit, driver or GPU is needed. nvFatbin itself is found and loaded at run time
//! ([`NvFatbin::load`]), any version from 12.4 on; where it isn't there the error lists every place that was
//! searched.
//!
//! # What nvFatbin doesn't check
//! PTX is compared with its architecture by the driver alone, and so are the options of an entry. nvFatbin 12.4
//! takes anything for LTO-IR. Damaged LTO-IR crashes those before 13.0; hence all entries but PTX are `unsafe`.
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. NVIDIA doesn't say whether two threads may build at once, so they take
//! turns, in each process and with all nvFatbins in it.

mod build;
mod entry;
mod error;
mod fatbin;
mod library;
mod option;

pub use cuda_arch::{Arch, ObjectCode, ObjectError, ObjectKind, ParseArchError, Version};
pub use entry::{Entry, EntryKind};
pub use error::{FatbinError, FatbinErrorKind};
pub use fatbin::Fatbin;
pub use library::NvFatbin;
pub use option::{CompressMode, FatbinOption, Host};

/// The raw bindings, of which some types appear in this crate's errors.
pub use nvfatbin_sys as sys;
