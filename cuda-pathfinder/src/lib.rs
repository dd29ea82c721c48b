//! Finds CUDA's libraries and headers on this machine, loads them, and explains where it looked.
//!
//! ```no_run
//! use cuda_pathfinder::{NVRTC, Search};
//!
//! let nvrtc = Search::new().newest(13).load(&NVRTC)?;
//! println!("{} from {}", nvrtc.soname, nvrtc.place);
//! # Ok::<(), cuda_pathfinder::NotFound>(())
//! ```
//!
//! Each library is one row of data, a [`Library`]. The places are tried in the order of [`Place`],
//! and the first file that the operating system's loader accepts is the one: a text file, a cut-off
//! download or a library for another processor is noted, and the search goes on. When nothing is
//! left, [`NotFound`] tells every place, what was wrong there, and what to type to mend it.
//! [`Search::explain`] tells the same about a machine on which everything works.
//!
//! No process is started, nothing is downloaded, and only an *active* Python environment is looked
//! into, never one that merely lies in the current folder.

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
#[cfg(feature = "tools")]
mod tools;
mod wanted;

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
