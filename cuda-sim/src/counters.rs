//! Exact counts of what kernels execute: instructions, the sectors of global memory that their accesses touch, conflicts
//! of shared memory's banks, divergence, atomic operations. A GPU's profiler measures the same on a GPU; there are no
//! times, because those of the software device mean nothing.
//!
//! A transpose that reads by rows and writes by columns: of each request for 128 bytes, the stores touch 32 sectors
//! instead of the four that hold them.
//!
//! ```
//! use cuda_driver::Launch;
//!
//! // void transpose(float *to, const float *from): to[32 * x + y] = from[32 * y + x]
//! const PTX: &std::ffi::CStr = c"
//! .version 7.0
//! .target sm_70
//! .address_size 64
//! .visible .entry transpose(.param .u64 to, .param .u64 from) {
//!     .reg .u32 %r<5>;
//!     .reg .f32 %f<2>;
//!     .reg .u64 %rd<7>;
//!     ld.param.u64 %rd1, [to];
//!     ld.param.u64 %rd2, [from];
//!     mov.u32 %r1, %tid.x;
//!     mov.u32 %r2, %tid.y;
//!     mad.lo.u32 %r3, %r2, 32, %r1;
//!     mad.lo.u32 %r4, %r1, 32, %r2;
//!     mul.wide.u32 %rd3, %r3, 4;
//!     add.u64 %rd4, %rd2, %rd3;
//!     ld.global.f32 %f1, [%rd4];
//!     mul.wide.u32 %rd5, %r4, 4;
//!     add.u64 %rd6, %rd1, %rd5;
//!     st.global.f32 [%rd6], %f1;
//!     ret;
//! }";
//!
//! let context = cuda_sim::driver()?.device(0)?.primary_context()?;
//! let transpose = context.load_ptx(PTX)?.function(c"transpose")?;
//! let stream = context.stream()?;
//! let from = stream.alloc_zeroed::<f32>(1024)?;
//! let mut to = stream.alloc_zeroed::<f32>(1024)?;
//! let (result, kernels) = cuda_sim::counters::record(|| {
//!     // SAFETY: transpose(float *, const float *) reads and writes 1024 elements with 32 by 32 threads.
//!     unsafe { stream.launch(&transpose, Launch::grid(1).block((32, 32)), (&mut to, &from)) }?;
//!     stream.synchronize()?;
//!     Ok::<(), cuda_driver::Error>(())
//! });
//! result?;
//! let counts = &kernels[0].total;
//! assert_eq!(counts.instructions().warps, 32 * 13);
//! let (loads, stores) = (counts.global_loads, counts.global_stores);
//! assert_eq!((loads.requests, loads.sectors), (32, 32 * 4));
//! assert_eq!((stores.requests, stores.sectors), (32, 32 * 32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Through a tile in shared memory, loads and stores are both by rows. The columns of the tile are in one bank then, unless
//! its rows are longer than they need to be. Four blocks, each of which transposes 32 by 32 elements, have these
//! counts here and by Nsight Compute on an H200:
//!
//! | | sectors of loads | sectors of stores | bank conflicts |
//! |---|---|---|---|
//! | by columns, as above | 512 | 4096 | |
//! | `__shared__ float tile[32][32]` | 512 | 512 | 3968 |
//! | `__shared__ float tile[32][33]` | 512 | 512 | 0 |
//!
//! # What is counted
//! Instructions are those of the PTX as it was loaded; a GPU executes those that a compiler makes of them, which are others.
//! The accesses and their sectors are the same on both, unless that compiler merges or removes some. A generic address counts as
//! what it points to.
//!
//! Lanes of a warp that come to an instruction at different times count as several warps. Of a kernel that failed, what was
//! executed until then counts.
//!
//! Local and constant memory, textures, and what copies and matrix instructions access as a block (`cp.async.bulk`,
//! `wmma.load`) count as instructions only. So does nothing of a stand-in of a library, whose kernels are Rust.

pub use cuda_sim_engine::{
    Counts, ExecutionCount, GlobalAccesses, InstructionKind, LineCounts, SharedAccesses,
};

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use cuda_sim_engine::Counters;
use parking_lot::Mutex;

use crate::state::activity::{self, Origin};

/// What a launch of a kernel executed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelCounters {
    /// The kernel's name in the PTX.
    pub name: String,
    /// The number of blocks of the grid.
    pub grid: [u32; 3],
    /// The number of threads of a block.
    pub block: [u32; 3],
    /// The counts of all its instructions.
    pub total: Counts,
    /// The counts of each line of the PTX that was executed, in order, also of functions that it called.
    pub lines: Vec<LineCounts>,
}

impl KernelCounters {
    /// Returns the counts of each line of the source that was executed, in order: file, line, counts. Without line
    /// information in the PTX (`nvcc -lineinfo`), there are none.
    #[must_use]
    pub fn by_source_line(&self) -> Vec<(&str, u32, Counts)> {
        let mut all: Vec<(&str, u32, Counts)> = Vec::new();
        for line in &self.lines {
            let Some((file, number)) = &line.source else {
                continue;
            };
            match all.iter_mut().find(|other| (other.0, other.1) == (file.as_str(), *number)) {
                Some(found) => found.2 += line.counts,
                None => all.push((file, *number, line.counts)),
            }
        }
        all.sort_by_key(|line| (line.0, line.1));
        all
    }
}

/// A table of the total: the instructions of each kind, and the accesses of each memory.
impl fmt::Display for KernelCounters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, grid, block, total, .. } = self;
        writeln!(f, "{name}: {grid:?} blocks of {block:?} threads")?;
        let head = ["instructions", "of warps", "of threads", "active lanes"];
        let [kind, warps, threads, active] = head;
        writeln!(f, "  {kind:<16}{warps:>12}{threads:>12}{active:>14}")?;
        let kinds =
            InstructionKind::ALL.map(|kind| (format!("{kind:?}"), total.instructions_of(kind)));
        let all = ("All".to_owned(), total.instructions());
        for (kind, of) in kinds.into_iter().chain([all]).filter(|kind| kind.1.warps != 0) {
            let (warps, threads, active) = (of.warps, of.threads, of.active_lanes());
            writeln!(f, "  {kind:<16}{warps:>12}{threads:>12}{active:>14.1}")?;
        }
        let head = ["requests", "bytes", "sectors", "lines", "addresses"];
        row(f, "global memory", head)?;
        for (name, of) in [
            ("loads", total.global_loads),
            ("stores", total.global_stores),
            ("atomics", total.global_atomics),
        ] {
            row(f, name, [of.requests, of.bytes, of.sectors, of.lines, of.addresses])?;
        }
        let head = ["requests", "bytes", "passes", "conflicts", "addresses"];
        row(f, "shared memory", head)?;
        for (name, of) in [
            ("loads", total.shared_loads),
            ("stores", total.shared_stores),
            ("atomics", total.shared_atomics),
        ] {
            row(f, name, [of.requests, of.bytes, of.passes, of.conflicts, of.addresses])?;
        }
        write!(f, "  {:<16}{:>12}", "barriers", total.barriers)
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, columns: [impl fmt::Display; 5]) -> fmt::Result {
    write!(f, "  {name:<16}")?;
    for one in columns {
        write!(f, "{one:>12}")?;
    }
    writeln!(f)
}

/// What each call of [`record`] that runs has recorded, by its number.
static RECORDED: LazyLock<Mutex<HashMap<u32, Vec<KernelCounters>>>> = LazyLock::new(Mutex::default);

/// Runs `run`, and returns with its result what the kernels executed that it launched, directly or in graphs, in the
/// order of their ends.
///
/// Counted are launches of the calling thread, in any stream, that end before `run` returns: synchronize in it. They
/// are several times slower; others aren't. Within another `record`, that one gets the kernels, too.
pub fn record<R>(run: impl FnOnce() -> R) -> (R, Vec<KernelCounters>) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    struct Recording(u32);
    impl Drop for Recording {
        fn drop(&mut self) {
            RECORDED.lock().remove(&self.0);
        }
    }
    let outer = activity::origin();
    let recording = Recording(NEXT.fetch_add(1, Ordering::Relaxed));
    RECORDED.lock().insert(recording.0, Vec::new());
    let origin = Origin { recording: recording.0, ..outer };
    let result = activity::from(origin, run);
    let mut recorded = RECORDED.lock();
    let found = recorded.remove(&recording.0).unwrap_or_default();
    if let Some(all) = recorded.get_mut(&outer.recording) {
        all.extend(found.iter().cloned());
    }
    drop(recorded);
    (result, found)
}

/// Runs a launch, with counters if it is recorded.
pub(crate) fn watch<R>(
    (name, grid, block): (&str, [u32; 3], [u32; 3]),
    run: impl FnOnce(Option<&Counters>) -> R,
) -> R {
    let recording = activity::origin().recording;
    if recording == 0 || !RECORDED.lock().contains_key(&recording) {
        return run(None);
    }
    let counters = Counters::default();
    let result = run(Some(&counters));
    let lines = counters.into_lines();
    let mut total = Counts::default();
    lines.iter().for_each(|line| total += line.counts);
    if let Some(all) = RECORDED.lock().get_mut(&recording) {
        all.push(KernelCounters { name: name.to_owned(), grid, block, total, lines });
    }
    result
}
