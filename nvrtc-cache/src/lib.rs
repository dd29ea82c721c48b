//! Keeps what NVRTC compiled, in memory and on disk.
//!
//! ```no_run
//! use nvrtc::{Arch, Program};
//! use nvrtc_cache::Cache;
//!
//! let cache = Cache::of_this_user();
//! let program = Program::new("k.cu", r#"extern "C" __global__ void k(int *x) { *x += 1; }"#);
//! let ptx = cache.compile_ptx(&program.arch(Arch::compute(7, 5)))?;
//! println!("{} hits, {} misses", cache.hits(), cache.misses());
//! # Ok::<(), nvrtc::NvrtcError>(())
//! ```
//!
//! What was compiled before comes from the cache, and NVRTC isn't even loaded for it. The key of an entry is a hash
//! of all that goes into it: name and source of the program, its headers in memory, the contents of every file that it
//! could include, every option, the name expressions, and the very NVRTC, by its version and the beginning of its
//! file. Which files those are is read off the `#include` lines, of all branches of `#if`; a program that includes by
//! a macro, or holds the time, or whose options write files, is compiled each time ([`Cache::bypassed`] counts). Where
//! a file changes while it is compiled, nothing is kept.
//!
//! Which NVRTC a process would load is remembered with the variables that decide it, and that its file is still the
//! same is looked at each time. Another that would be found instead by now is noticed when the cache next compiles
//! something.
//!
//! PTX, cubins and LTO-IR are kept, and what [`Cache::compile_for`] chooses; OptiX IR and tile IR are not.
//!
//! # On disk
//! The folder is `NVRTC_CACHE`, or else `nvrtc-cache` in the user's folder for caches (`XDG_CACHE_HOME`, or `~/.cache`), or
//! the one that [`Cache::at`] is given. It holds 1 GiB unless told otherwise.
//!
//! Entries are written to a temporary file that takes its place by one rename, so no process ever sees half of one. An
//! entry has its key and a hash of its contents in it: one that is cut off, changed, or another's is removed and
//! compiled anew. Above the [limit](Cache::limit) those go that were not used for longest. A folder that can't be read
//! or written is told once on standard error, and the program is compiled as without a cache.
#![warn(missing_docs)]

mod bypass;
mod cache;
mod entry;
mod flight;
mod folder;
mod includes;
mod key;
mod manifest;
mod provenance;
mod scan;
mod stamp;
mod store;

pub use bypass::Bypass;
pub use cache::{Cache, Event, Usage};
pub use includes::included_files;
pub use store::Store;
