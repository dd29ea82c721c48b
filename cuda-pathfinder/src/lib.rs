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
//! # Features
//! - `tools`, on by default: [`Search::tool`], which finds programs and files of the toolkit, and [`BuildScript`].

#[cfg(feature = "tools")]
mod build_script;
mod damage;
mod elf;
mod environment;
mod expand;
mod header_sets;
mod headers;
mod libraries;
mod library;
mod load;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod loaded;
mod place;
mod python;
mod report;
mod search;
mod target;
#[cfg(feature = "tools")]
mod tools;

#[cfg(feature = "tools")]
pub use build_script::BuildScript;
pub use environment::{Environment, VARIABLES};
pub use header_sets::*;
pub use headers::{HeaderFolder, HeaderSet, header_set_of};
pub use libraries::*;
pub use library::{Help, Library, Os, PerOs, Scope, Soname};
pub use load::Found;
pub use place::{Candidate, Place};
pub use report::{Attempt, NotFound, Outcome, Report};
pub use search::Search;
#[cfg(feature = "tools")]
pub use tools::*;
