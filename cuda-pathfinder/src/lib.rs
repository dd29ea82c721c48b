//! Finds CUDA's libraries and headers on this machine, loads them, and reports where it searched.
//!
//! ```no_run
//! use cuda_pathfinder::{NVRTC, Search};
//!
//! let nvrtc = Search::new().newest(13).load(&NVRTC)?;
//! println!("{} from {}", nvrtc.soname, nvrtc.place);
//! # Ok::<(), cuda_pathfinder::NotFound>(())
//! ```
//!
//! Each library is one row of data, a [`Library`]. The places are tried in the order of [`Place`], and the first file
//! that the operating system's loader accepts is used. Text files, truncated downloads and libraries for another
//! processor are recorded and skipped. If nothing is found, [`NotFound`] lists every place, what was wrong there, and
//! the command that installs the library. [`Search::explain`] returns the same list when everything works.
//!
//! It starts no processes and downloads nothing. It searches only an *active* Python environment, never one that is
//! merely in the current folder.
//!
//! # The search
//! The order is: libraries loaded in the process, an override variable (`CUDA_NVRTC`), given folders, wheels of the active
//! Python environment, conda, the system's loader, the product's folder (`CUDNN_PATH`, `NCCL_HOME`), `CUDA_PATH` and
//! `CUDA_HOME`, the usual folders. A file counts if the loader accepts it, so the search needn't know which processor a folder
//! is for. Libraries that come with the driver are searched for only in the process, by override, with the loader, and in the
//! folders that NixOS, WSL and containers use, because a copy found elsewhere would be the wrong one; and only as
//! `libcuda.so.1`, because a bare `libcuda.so` may be the toolkit's stub. The list of loaded libraries is read first, because
//! `dlopen` with `RTLD_NOLOAD` makes a hundred system calls to search the loader's folders for a name that isn't loaded.
//!
//! Dependencies of a library are data: [`Library::needs`] names rows that are loaded before it, from its own folder first, and
//! otherwise by the usual search. A missing one isn't an error, because some versions do without, and the loader decides in
//! the end. NVRTC's builtins are a [companion](Soname::companion), a file in the same folder that must be of the same version.
//! Both stay loaded, because libraries look for them by name much later.
//!
//! Headers are searched for in the same way, except in the process and with the loader, and also in the toolkit of a library
//! that the loader finds. A search for one major version rejects newer ones, by the version in `cuda.h` or the wheel's folder.
//! [`HeaderSet::brings`] lists the headers of a set that programs include, so an error about a missing header can name the
//! package that has it.
//!
//! # Features
//! - `tools`, on by default: [`Search::tool`], which finds programs and files of the toolkit, and [`BuildScript`].
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

#[cfg(feature = "tools")]
mod build_script;
mod damage;
mod elf;
mod environment;
mod expand;
mod files;
mod header_sets;
mod headers;
mod libraries;
mod library;
mod load;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod loaded;
mod place;
#[cfg(feature = "tools")]
mod platform;
mod python;
mod report;
mod search;
mod target;
#[cfg(feature = "tools")]
mod tools;

#[cfg(feature = "tools")]
pub use build_script::BuildScript;
pub use environment::{Environment, VARIABLES};
#[doc(hidden)]
pub use files::{cut, defined};
pub use header_sets::*;
pub use headers::HeaderSet;
pub use libraries::*;
pub use library::{Help, Library, Os, PerOs, Scope, Soname};
pub use load::LoadedLibrary;
pub use place::{Candidate, Place};
pub use report::{Attempt, HeaderFolder, NotFound, Outcome, Report};
pub use search::Search;
#[cfg(feature = "tools")]
pub use tools::*;
