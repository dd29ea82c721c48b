//! Caches the output of NVRTC, in memory and on disk.
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
//! A program that was compiled before is returned from the cache, without loading NVRTC. The key of an entry is a hash
//! of all its inputs: the name and source of the program, its headers in memory, the contents of every file that it
//! could include and which paths are the same file, every option, the name expressions, and the NVRTC library, by its
//! version and the beginning of its file. The files are determined from the `#include` lines and `__has_include` in all
//! branches of `#if`, with everything that macros could name, whether they are defined there or not: NVRTC doesn't
//! report which files it included, and too many only cost a miss. What isn't certain without a preprocessor isn't cached.
//! If a file changes during a compilation, or one appears and disappears, or a link is set to another file and back, the
//! result isn't cached.
//!
//! Some programs are compiled each time: those that use `__TIME__` or a similar macro, those with an option that the cache
//! doesn't know, or that writes files or uses precompiled headers, machine code with line information, which has the times
//! of files, all while a variable is set that changes what NVRTC writes, those that could include a file of `/proc`, those
//! whose `#include` uses a macro with parameters or that could be the compiler's, token pasting (`##`), universal character
//! names (`\u00e9`) or white space in a macro's name in brackets, and those that use `__has_include` other than in an
//! `#if`, or could paste it: a macro may only be its parameter, as in `#define HAS(x) __has_include(x)`.
//! [`Cache::bypassed`] counts them, and a [`Bypass`] has the reason.
//!
//! Headers are read once. A manifest contains the files, their sizes, times and inodes, and the names of files that don't
//! exist but would be included if they did. A hit queries the metadata of each file once, to see that nothing has changed,
//! and reads none of them. If there are hundreds, up to four threads do so while the entry is read. No thread waits for
//! another: a query that is still unfinished when all others are done is repeated. Clones of an output share its bytes,
//! so a later hit copies none.
//!
//! In a folder that other programs write to, such as the working folder, each name that could appear there needs a separate
//! query. A file that was just written is read at each hit, until its times would show another change. On a network file
//! system each query is a round trip, but a hit makes no more of them than a compilation. Before a compilation that follows
//! a change within some 20 milliseconds, the cache waits that long, so that the times would show another one. If a file
//! system counts in seconds, what is compiled so soon isn't kept.
//!
//! What leaves no trace in the metadata isn't seen: a process that has written to a page of a file through shared memory
//! (`mmap`) changes no time when it writes to that page again, until the system has written the page to the disk. Nor is it
//! seen if a folder above those of the files is replaced during a compilation and put back.
//!
//! Each process that uses the cache searches for the NVRTC that it would load, as `cuda-pathfinder` does, and stores
//! its version in a small file; the library's length and first page are read once, and its metadata is queried at each hit.
//! If another one is loaded instead, the cache notices at its next compilation, which uses the version of the loaded one. If
//! the file of a loaded one was replaced since, all programs are compiled each time, because NVRTC loads further parts from
//! its folder later. An NVRTC that is installed in a folder that is searched earlier is used, and noticed, by new processes.
//!
//! Threads that request the same program concurrently wait for a single compilation, and so do processes that share a
//! folder, for at most a minute. After that, and if files can't be locked (on Windows, or in a read-only folder), each
//! compiles, and one of the identical results is kept. [`Cache::observed_by`] reports the outcome for each program, and
//! [`Cache::with_store`] keeps entries in a custom store.
//!
//! The cache keeps PTX, cubins and LTO-IR, including those that [`Cache::compile_for`] chooses, but not OptiX IR and
//! tile IR.
//!
//! # On disk
//! The folder is `NVRTC_CACHE`, or else `nvrtc-cache` in the user's cache folder (`XDG_CACHE_HOME`, or `~/.cache`; on
//! Windows `LOCALAPPDATA`), or the one passed to [`Cache::at`]. The default limit is 1 GiB.
//!
//! Entries are written to a temporary file that is then renamed, so no process ever sees a partial one. An entry
//! contains its key and a checksum of its contents: one that is truncated, changed, or has another key is removed and
//! compiled again. Above the [limit](Cache::limit), which counts whole disk blocks, the least recently used entries are
//! removed. [`Cache::clear`] removes all. If the folder can't be read or written, that is reported once on standard
//! error, and programs are compiled without a cache.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![warn(missing_docs)]

mod bypass;
mod cache;
mod check;
mod checksum;
mod dependencies;
mod entry;
mod flight;
mod folder;
mod includes;
mod key;
mod manifest;
mod memory;
mod options;
mod places;
mod provenance;
mod reading;
mod scan;
mod stamp;
mod store;

pub use bypass::Bypass;
pub use cache::{Cache, Event, Usage};
pub use dependencies::Dependencies;
pub use includes::included_files;
pub use store::Store;
