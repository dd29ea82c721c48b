//! Raw bindings to NCCL, NVIDIA's library for communication between GPUs: its types, and a run-time loaded table of its
//! functions.
//!
//! Building needs no CUDA toolkit: the types come from NVIDIA's headers through bindgen and are committed, and the
//! functions are looked up at run time in the installed NCCL. One binary works with NCCL 2.18 and newer, and a
//! function that one lacks is `None` in the table, never a link error or a panic. NVIDIA publishes NCCL only for Linux.
//!
//! - [`NcclTable`] has one slot for each function that `nccl.h` has had from 2.18 to 2.32. [`load`] fills one from the
//!   NCCL that [`cuda_pathfinder`] finds, [`load_with`] from a particular one, [`NcclTable::from_fn`] from anything
//!   else. Several may live in one process; none is ever unloaded.
//! - [`Function`] has, for each slot, the release of NCCL that introduced it, in NCCL's notation: 22803 is 2.28.3.
//! - [`functions`] has every function as an `unsafe fn`, for code ported from C.
//! - C enumerations are open newtypes: NCCL may return a value that is newer than this crate.
//!
//! The duplicates for profilers, whose names begin with `pnccl`, are left out. Streams and events
//! are the driver's: a `CUstream` is a [`cudaStream_t`] after a cast.
//!
//! A struct with a `size` and a `version`, such as [`ncclConfig_t`], must have those of the *loaded* library, or
//! older ones: an older library silently ignores the fields that it doesn't know.
//!
//! ```no_run
//! use nccl_sys::{load, ncclResult_t, ncclUniqueId};
//!
//! let table = load()?;
//! println!("NCCL {}", table.version());
//! let get = table.ncclGetUniqueId.ok_or("this NCCL has no ncclGetUniqueId")?;
//! let mut id = ncclUniqueId::default();
//! // SAFETY: the pointer is to a live id.
//! let result = unsafe { get(&raw mut id) };
//! assert_eq!(result, ncclResult_t::ncclSuccess);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

#[rustfmt::skip]
#[macro_use]
mod generated;

pub use generated::by_name as functions;
pub use generated::constants::*;
pub use generated::enums::*;
pub use generated::function::{FUNCTIONS, Function, Symbol};
pub use generated::load::{LoadError, library_of, load, load_with};
pub use generated::table::NcclTable;
pub use generated::types::*;
