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
//! file. Which files those are is read off the `#include` lines and what `__has_include` could ask for, of all branches of
//! `#if` and with all that macros could name. A program that includes by a macro with parameters, or holds the time, or whose
//! options write files or use precompiled headers, is compiled each time: [`Cache::bypassed`] counts those, and a [`Bypass`]
//! says why. Where a file changes while it is compiled, nothing is kept.
//!
//! A name that is pasted together, or spelled by numbers of characters, counts as one that only the compiler can tell.
//!
//! Headers are read once. A manifest remembers the files, their sizes, times and inodes, and the names that aren't there but
//! would be taken if they were; a hit asks the system whether all of these are the same, once for each file, and reads none;
//! where there are hundreds, up to four threads ask, while the entry is read.
//! A folder that others write to, such as the working folder, costs a question for each name that could turn up there. Of files
//! that were written just now a change might not show in their times: they are read again until that is past. A server of files
//! is asked for each, so there a hit takes as many round trips, and no more than compiling does.
//!
//! Which NVRTC a process would load is looked for each time a process begins with the cache, as `cuda-pathfinder` does, and
//! its version is remembered. Another that is loaded instead is noticed when the cache next compiles something.
//!
//! Threads that ask for one program at the same time wait for one compilation of it, and so do processes with one folder, for at
//! most a minute: after that, and where files can't be locked (on Windows, or in a folder that can't be written), each compiles,
//! and one of the results is kept, which are the same. [`Cache::observed_by`] tells of each program
//! what became of it, and [`Cache::with_store`] keeps entries in a place of the program's own.
//!
//! PTX, cubins and LTO-IR are kept, and what [`Cache::compile_for`] chooses; OptiX IR and tile IR are not.
//!
//! # On disk
//! The folder is `NVRTC_CACHE`, or else `nvrtc-cache` in the user's folder for caches (`XDG_CACHE_HOME`, or `~/.cache`), or
//! the one that [`Cache::at`] is given. It holds 1 GiB unless told otherwise.
//!
//! Entries are written to a temporary file that takes its place by one rename, so no process ever sees half of one. An
//! entry has its key and a hash of its contents in it: one that is cut off, changed, or another's is removed and
//! compiled anew. Above the [limit](Cache::limit), which counts whole blocks of the disk, those go that were not used for longest.
//! [`Cache::clear`] removes all. A folder that can't be read
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
