//! Raw bindings to the CUDA driver API: its types, and tables of its functions, loaded at run time.
//!
//! Building needs no CUDA toolkit: the types come from NVIDIA's headers through bindgen and
//! are committed, and the functions are looked up at run time in the installed driver. One
//! binary works with every driver from CUDA 11 to 13, and a function that a driver lacks is `None`
//! in the table, never a link error or a panic.
//!
//! - [`DriverTable`] has one slot for each *ABI* of each function of `cuda.h`, `cudaProfiler.h`, `cudaGL.h`, `cudaEGL.h`
//!   and `cudaVDPAU.h`, named as the library exports it: [`cuMemAlloc_v2`](DriverTable::cuMemAlloc_v2)
//!   is what C code calls `cuMemAlloc`, and keeps its signature forever. [`load`] fills one from the
//!   installed driver, [`DriverTable::from_fn`] from anything else.
//! - [`Symbol`] has, for each slot, the version that introduced it, the suffix and version of its variant for the
//!   per-thread default stream, and the address of NVIDIA's documentation.
//! - [`functions`] has every entry point as an `unsafe fn`, for code ported from C.
//! - C enumerations are open newtypes: a driver may return a value that is newer than this crate.
//!
//! ```no_run
//! use cuda_driver_sys::{CUresult, DefaultStream, load};
//!
//! let table = load(DefaultStream::Legacy)?;
//! let init = table.cuInit.ok_or("this driver has no cuInit")?;
//! // SAFETY: cuInit has no requirements.
//! assert_eq!(unsafe { init(0) }, CUresult::CUDA_SUCCESS);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Loading
//! [`load`] finds the driver with `cuda-pathfinder`, and asks it for each function with `cuGetProcAddress_v2`, or its first
//! form on drivers before 12.0, or for exported symbols before 11.3. A lookup requests the version that introduced the ABI,
//! never the driver's own: for the newest version, a newer driver would return a function with another signature. Success
//! with a null pointer means that the function doesn't exist.
//!
//! - All lookups together take 0.35 ms, creating a context 220 to 400 ms (on an H200 with driver 580.159). A call through the
//!   table then costs as much as any call through a function pointer; `dlsym` at each call would cost 32 ns.
//! - The installed driver, its per-thread variant, a driver limited to an older version, a counting one and a software one are
//!   all tables ([`DriverTable::from_fn`]), and can be used in one process. The layers above don't depend on which one it is.
//! - A loaded library is kept forever and never unloaded; a failure isn't kept, because the user may install a driver and try
//!   again.
//!
//! # Features
//! - `functions`, on by default: the module of that name.
//! - `instrument`: `instrument::Instrument`, a table that counts the calls of another and makes chosen ones fail, for tests.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

#[rustfmt::skip]
#[macro_use]
mod macros;
#[rustfmt::skip]
#[macro_use]
mod generated;

mod entry_point;
#[cfg(feature = "functions")]
pub mod functions;
#[cfg(feature = "instrument")]
pub mod instrument;
mod load;
mod result;
mod table;

pub use entry_point::Symbol;
pub use generated::constants::*;
pub use generated::enums::*;
pub use generated::types::*;
pub use load::{DefaultStream, LoadError, library, load};
pub use table::DriverTable;
