//! Raw bindings to NVRTC, CUDA's run-time compiler: its types, and a run-time loaded table of its functions.
//!
//! Building needs no CUDA toolkit: the types come from NVIDIA's headers through bindgen and
//! are committed, and the functions are looked up at run time in the installed NVRTC. One
//! binary works with every NVRTC from CUDA 11.2 to 13.5, and a function that an NVRTC lacks is `None`
//! in the table, never a link error or a panic. No GPU and no driver are needed to compile.
//!
//! - [`NvrtcTable`] has one slot for each function that `nvrtc.h` has had since CUDA 11.7, including
//!   the two that 13.0 removed. [`load`] fills one from the NVRTC that [`cuda_pathfinder`] finds,
//!   [`load_with`] from a particular one, [`NvrtcTable::from_fn`] from anything else. Several NVRTCs
//!   may live in one process; none is ever unloaded.
//! - [`Function`] has, for each slot, the first and the last version of NVRTC that has it.
//! - The module `functions` has every function as an `unsafe fn`, for code ported from C.
//! - C enumerations are open newtypes: NVRTC may return a value that is newer than this crate.
//!
//! ```no_run
//! use nvrtc_sys::{load, nvrtcResult};
//!
//! let table = load()?;
//! let version = table.nvrtcVersion.ok_or("this NVRTC has no nvrtcVersion")?;
//! let (mut major, mut minor) = (0, 0);
//! // SAFETY: both pointers are to live integers.
//! let result = unsafe { version(&raw mut major, &raw mut minor) };
//! assert_eq!(result, nvrtcResult::NVRTC_SUCCESS);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All of it is the module `nvrtc` of `cuda-libraries-sys`, by a name of its own.
//!
//! # Features
//! - `functions`, on by default: the module of that name.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

pub use cuda_libraries_sys::nvrtc::*;

#[doc(hidden)]
pub use cuda_libraries_sys::loaded;
