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
//! A [`Fatbin`] describes entries and options. Building it calls nvFatbin and returns all errors, as a [`FatbinError`]
//! that names the entry and has nvFatbin's message. The result, an [`ObjectCode`], is an [image](cuda_arch::Image) for
//! `cuModuleLoadData` and `cuLibraryLoadData`, from which the driver selects the entry for its GPU.
//!
//! No CUDA toolkit, driver or GPU is needed. nvFatbin 12.4 or newer is found and loaded at run time
//! ([`NvFatbin::load`]); if it isn't found, the error lists every place that was searched.
//!
//! # What nvFatbin doesn't check
//! Only the driver checks that PTX fits its architecture, and the options of an entry. nvFatbin 12.4 accepts anything
//! as LTO-IR. Damaged LTO-IR crashes versions before 13.0; therefore all entries except PTX are `unsafe`.
//!
//! nvFatbin before 13.0 drops the first line of PTX, which may be its `.version`; this crate prepends an empty one.
//!
//! # Threads
//! All types are [`Send`] and [`Sync`]. NVIDIA doesn't document whether two threads may build concurrently, so builds
//! are serialized across the whole process.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

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

/// The raw bindings, some of whose types appear in this crate's errors.
pub use cuda_libraries_sys::nvfatbin as sys;
