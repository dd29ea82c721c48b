//! Raw bindings to nvFatbin, which packs cubins, PTX and LTO-IR into fat binaries: its types, and a run-time
//! loaded table of its functions.
//!
//! Building needs no CUDA toolkit: the types come from NVIDIA's header through bindgen and are
//! committed, and the functions are looked up at run time in the installed nvFatbin. One binary
//! works with every nvFatbin from CUDA 12.4, the first, to 13.4, the newest, and a function that one lacks is
//! `None` in the table, never a link error or a panic. No GPU and no driver are needed.
//!
//! - [`NvFatbinTable`] has one slot for each function that `nvFatbin.h` has had. [`load`] fills one from
//!   the nvFatbin that [`cuda_pathfinder`] finds, [`load_with`] from a particular one,
//!   [`NvFatbinTable::from_fn`] from anything else. Several may live in one process; none is ever unloaded.
//! - [`Function`] has, for each slot, the first version of nvFatbin that has it.
//! - [`functions`] has every function as an `unsafe fn`, for code ported from C.
//! - C enumerations are open newtypes: nvFatbin may return a value that is newer than this crate.
//!
//! ```no_run
//! use nvfatbin_sys::{load, nvFatbinResult};
//!
//! let table = load()?;
//! let version = table.nvFatbinVersion.ok_or("this nvFatbin has no nvFatbinVersion")?;
//! let (mut major, mut minor) = (0, 0);
//! // SAFETY: both pointers are to live integers.
//! let result = unsafe { version(&raw mut major, &raw mut minor) };
//! assert_eq!(result, nvFatbinResult::NVFATBIN_SUCCESS);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

#[rustfmt::skip]
#[macro_use]
mod generated;

pub use generated::by_name as functions;
pub use generated::enums::*;
pub use generated::function::{FUNCTIONS, Function, Symbol};
pub use generated::load::{LoadError, library_of, load, load_with};
pub use generated::table::NvFatbinTable;
pub use generated::types::*;
