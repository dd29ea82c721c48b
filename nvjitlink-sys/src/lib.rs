//! Raw bindings to nvJitLink, CUDA's run-time linker: its types, and a run-time loaded table of its functions.
//!
//! Building needs no CUDA toolkit: the types come from NVIDIA's header through bindgen and are
//! committed, and the functions are looked up at run time in the installed nvJitLink. One binary
//! works with every nvJitLink from CUDA 12.0, the first, to 13.5, and a function that one lacks is `None` in
//! the table, never a link error or a panic. No GPU and no driver are needed to link.
//!
//! - [`NvJitLinkTable`] has one slot for each function that `nvJitLink.h` has had. [`load`] fills one from
//!   the nvJitLink that [`cuda_pathfinder`] finds, [`load_with`] from a particular one,
//!   [`NvJitLinkTable::from_fn`] from anything else. Several may live in one process; none is ever unloaded.
//! - [`Function`] has, for each slot, the first version of nvJitLink that has it.
//! - [`functions`] has every function as an `unsafe fn`, for code ported from C.
//! - C enumerations are open newtypes: nvJitLink may return a value that is newer than this crate.
//!
//! nvJitLink 12.0, 12.1 and 12.2 export each function only with a number, such as
//! `__nvJitLinkCreate_12_0`, which their headers hide; later ones also have the plain name. A table uses the
//! plain name, or else the newest number. These three also have no function that returns their version, which
//! is assumed to be that newest number.
//!
//! ```no_run
//! use nvjitlink_sys::{load, nvJitLinkResult};
//!
//! let table = load()?;
//! let create = table.nvJitLinkCreate.ok_or("this nvJitLink has no nvJitLinkCreate")?;
//! let mut handle = std::ptr::null_mut();
//! let mut option = c"-arch=sm_90".as_ptr();
//! // SAFETY: the pointers are to a live handle and to one C string.
//! let result = unsafe { create(&raw mut handle, 1, &raw mut option) };
//! assert_eq!(result, nvJitLinkResult::NVJITLINK_SUCCESS);
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
pub use generated::table::NvJitLinkTable;
pub use generated::types::*;
