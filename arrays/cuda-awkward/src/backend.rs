pub(crate) mod scan;

use core::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_arrow::{Buffer, CompiledKernels, MemoryManager, MutableBuffer};
use cuda_driver::{ArgumentList, Function, Launch, Stream, launch::Argument};
use nvrtc::{Program, Target};
use nvrtc_cache::Cache;

pub(crate) use crate::arguments::{Args, Ix, Report};
use crate::arguments::{SPREAD_TILE, THREADS, TILE};
use crate::backend::scan::Scans;
use crate::error::{Error, Result};
use crate::layout::node::Bytes;

impl Bytes for Buffer {
    fn len(&self) -> usize {
        self.len()
    }

    fn part(&self, start: usize, len: usize) -> Self {
        let start = start.min(self.len());
        let end = start.saturating_add(len).min(self.len());
        // This can't fail, because the range is clamped.
        self.slice(start..end).unwrap_or_else(|_| self.clone())
    }
}

/// The stream, memory and kernels with which arrays are computed. NVRTC compiles a kernel when it is first needed, and
/// a [`Cache`] keeps it. The kernels that were used last stay [loaded](CompiledKernels). Clones are the same backend.
///
/// For each thread that computes at the same time, it keeps some device memory, at least 4 KiB and at most 16 bytes for 2,048
/// values of the longest prefix sum, and a page of pinned host memory.
///
/// ```
/// use cuda_awkward::{Axis, Backend, HostArray};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // The GPU, or the software device where there is none.
/// let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// let gpu = Backend::new(&stream)?;
/// let array = HostArray::from_json("[[0.0, 1.1, 2.2], [], [3.3, 4.4]]")?.to_backend(&gpu)?;
/// assert_eq!(array.num(Axis::at(1))?.to_host()?.value()?.to_string(), "[3, 0, 2]");
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Backend {
    inner: Arc<Inner>,
}

struct Inner {
    manager: MemoryManager,
    kernels: CompiledKernels<Source>,
    waits: AtomicU64,
    launches: AtomicU64,
    scans: Scans,
}

/// A kernel: the file that contains it, the definitions before it, and its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    pub(crate) file: &'static str,
    pub(crate) before: String,
    pub(crate) kernel: &'static str,
}

impl Backend {
    /// Creates a backend on a stream, which keeps its kernels in the [cache of this user](Cache::of_this_user).
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn new(stream: &Stream) -> Result<Self> {
        Self::with_cache(stream, Cache::of_this_user())
    }

    /// Creates a backend that keeps its kernels in `cache`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_cache(stream: &Stream, cache: Cache) -> Result<Self> {
        Self::with_manager(MemoryManager::new(stream), cache)
    }

    /// Creates a backend on a manager's stream, whose arrays are in memory of that manager, and so of its [memory
    /// resource](MemoryManager::with_resource).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_manager(manager: MemoryManager, cache: Cache) -> Result<Self> {
        Ok(Self {
            inner: Arc::new(Inner {
                kernels: CompiledKernels::new(manager.stream(), cache)?,
                manager,
                waits: AtomicU64::new(0),
                launches: AtomicU64::new(0),
                scans: Scans::default(),
            }),
        })
    }

    /// Returns the stream on which operations run.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.inner.manager.stream()
    }

    /// Returns the manager of the arrays' memory.
    #[must_use]
    pub fn manager(&self) -> &MemoryManager {
        &self.inner.manager
    }

    /// Returns the cache of the kernels.
    #[must_use]
    pub fn cache(&self) -> &Cache {
        self.inner.kernels.cache()
    }

    pub(crate) fn target(&self) -> Target {
        self.inner.kernels.target()
    }

    /// Returns how many times operations have waited for the device.
    #[must_use]
    pub fn waits(&self) -> u64 {
        self.inner.waits.load(Ordering::Relaxed)
    }

    /// Returns the number of kernels launched.
    #[must_use]
    pub fn launches(&self) -> u64 {
        self.inner.launches.load(Ordering::Relaxed)
    }

    pub(crate) fn alloc(&self, bytes: usize) -> Result<MutableBuffer> {
        Ok(self.manager().allocate(bytes)?)
    }

    /// Allocates memory for `count` numbers of 8 bytes.
    pub(crate) fn alloc_words(&self, count: usize) -> Result<MutableBuffer> {
        let bytes = count.checked_mul(8);
        self.alloc(bytes.ok_or_else(|| Error::Value(format!("{count} entries are too many")))?)
    }

    pub(crate) fn zeroed(&self, bytes: usize) -> Result<MutableBuffer> {
        let mut buffer = self.alloc(bytes)?;
        if bytes > 0 {
            self.stream().fill(buffer.as_slice_mut(), 0u8)?;
        }
        Ok(buffer)
    }

    /// Allocates memory for the offsets of `n` lists, which `blocks` blocks write; zeros if there are none.
    pub(crate) fn offsets_for(&self, blocks: usize, n: usize) -> Result<MutableBuffer> {
        match blocks {
            0 => self.zeroed((n + 1) * 8),
            _ => self.alloc_words(n + 1),
        }
    }

    pub(crate) fn report(&self, words: usize) -> Result<Report> {
        let words = self.zeroed(words * 8)?;
        Ok(Report { words })
    }

    /// Reads the words that kernels wrote; waits for the stream.
    pub(crate) fn read(&self, report: &Report) -> Result<Vec<i64>> {
        let mut bytes = vec![0; report.words.len()];
        self.count_wait();
        report.words.download_into(.., &mut bytes)?;
        let words = bytes.chunks_exact(8);
        Ok(words.map(|word| i64::from_le_bytes(word.try_into().unwrap_or_default())).collect())
    }

    pub(crate) fn count_wait(&self) {
        self.inner.waits.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn scans(&self) -> &Scans {
        &self.inner.scans
    }

    pub(crate) fn function(&self, source: &Source) -> Result<Function> {
        let program = || {
            let text = format!("{}\n#include \"{}\"\n", source.before, source.file);
            let program = Program::new("awkward.cu", text).fmad(false);
            // The cache reads each file that it is given, and a change of one is another program.
            let files =
                FILES.iter().filter(|file| file.0 == source.file || file.0.ends_with(".cuh"));
            files.fold(program, |program, (name, text)| program.header(*name, *text))
        };
        let kernels = &self.inner.kernels;
        Ok(kernels.function(self.stream(), source, source.kernel, program)?)
    }

    /// Launches blocks of [`THREADS`] threads, unless there are none.
    ///
    /// # Safety
    /// As [`Stream::launch`]: the kernel takes these arguments, and stays within their memory.
    pub(crate) unsafe fn launch(
        &self,
        source: &Source,
        blocks: usize,
        arguments: &ArgumentList<'_>,
    ) -> Result<()> {
        // SAFETY: as the caller guarantees.
        unsafe { self.launch_threads(source, blocks, THREADS, arguments) }
    }

    /// Launches blocks of that many threads, unless there are none.
    ///
    /// # Safety
    /// As [`launch`](Self::launch).
    pub(crate) unsafe fn launch_threads(
        &self,
        source: &Source,
        blocks: usize,
        threads: u32,
        arguments: &ArgumentList<'_>,
    ) -> Result<()> {
        if blocks == 0 {
            return Ok(());
        }
        let function = self.function(source)?;
        let too_many = |_| Error::Value(format!("{blocks} blocks are more than a grid has"));
        let blocks = i32::try_from(blocks).map_err(too_many)? as u32;
        let launch = Launch::grid(blocks).block(threads);
        self.inner.launches.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller guarantees that the arguments fit the source.
        unsafe { self.stream().launch(&function, launch, arguments) }?;
        Ok(())
    }

    /// Runs a line of code for each of `n` positions.
    ///
    /// # Safety
    /// The code stays within the memory of the arguments.
    pub(crate) unsafe fn each(&self, body: &str, args: &Args) -> Result<()> {
        let source =
            Source { file: "each.cu", before: format!("#define BODY {body}"), kernel: "each" };
        // SAFETY: it takes these arguments, and the caller guarantees that the code stays within its arrays.
        unsafe { self.launch_one(&source, tiles(args.n), args) }
    }

    /// Runs a line of code for each of `total` elements of `n` lists.
    ///
    /// # Safety
    /// As [`each`](Self::each).
    pub(crate) unsafe fn expand(&self, body: &str, args: &Args) -> Result<()> {
        let source = Source {
            file: "expand.cu",
            before: format!("#define OFFSETS {}\n#define BODY {body}", args.offsets.kind()),
            kernel: "expand",
        };
        // SAFETY: it takes these arguments, and the caller guarantees that the code stays within its arrays.
        unsafe { self.launch_one(&source, spread_tiles(args.total), args) }
    }

    /// # Safety
    /// As [`launch`](Self::launch).
    pub(crate) unsafe fn launch_one(
        &self,
        source: &Source,
        blocks: usize,
        argument: impl Argument,
    ) -> Result<()> {
        let mut list = ArgumentList::new();
        list.push(argument);
        // SAFETY: the caller guarantees that the arguments fit the source.
        unsafe { self.launch(source, blocks, &list) }
    }

    /// Returns the elements of `size` bytes at positions; zeros where a position is negative.
    ///
    /// # Safety
    /// The positions are those of elements of `from`, or negative, and there are `n` of them.
    pub(crate) unsafe fn gather(
        &self,
        from: &Buffer,
        size: usize,
        index: Ix,
        n: usize,
    ) -> Result<Buffer> {
        let to = self.alloc(n * size)?;
        let source = Source {
            file: "gather.cu",
            before: format!("#define ELEMENT {}", word_of(size)),
            kernel: "gather",
        };
        let mut list = ArgumentList::new();
        list.push(from.as_raw()).push(index).push(n as i64).push(to.as_raw());
        // SAFETY: the caller guarantees that the positions exist, and there is room for `n`.
        unsafe { self.launch(&source, n.div_ceil(TILE), &list) }?;
        Ok(to.freeze())
    }

    /// Returns the backend's name in error messages.
    pub(crate) fn name(&self) -> String {
        let device = self.stream().context().device().as_raw();
        format!("device {device}, stream {:p}", self.stream().as_raw())
    }

    pub(crate) fn check(&self, other: &Self) -> Result<()> {
        if self == other {
            Ok(())
        } else {
            Err(Error::Backend { left: self.name(), right: other.name() })
        }
    }
}

/// Returns the type of words of that many bytes, in kernels that only move them.
pub(crate) fn word_of(size: usize) -> &'static str {
    match size {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        8 => "unsigned long long",
        _ => "Wide",
    }
}

/// Returns the number of blocks for `n` elements.
pub(crate) fn tiles(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0).div_ceil(TILE)
}

/// Returns the number of blocks for `n` elements, for kernels that find the list of each element.
pub(crate) fn spread_tiles(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0).div_ceil(SPREAD_TILE)
}

/// The texts of the kernels.
const FILES: &[(&str, &str)] = &[
    ("arguments.cuh", include_str!("kernels/arguments.cuh")),
    ("primitives.cuh", include_str!("kernels/primitives.cuh")),
    ("numbers.cuh", include_str!("kernels/numbers.cuh")),
    ("lines.cuh", include_str!("kernels/lines.cuh")),
    ("each.cu", include_str!("kernels/each.cu")),
    ("expand.cu", include_str!("kernels/expand.cu")),
    ("look_back.cuh", include_str!("kernels/look_back.cuh")),
    ("scan.cu", include_str!("kernels/scan.cu")),
    ("compact.cu", include_str!("kernels/compact.cu")),
    ("gather.cu", include_str!("kernels/gather.cu")),
    ("levels.cu", include_str!("kernels/levels.cu")),
    ("check.cu", include_str!("kernels/check.cu")),
    ("ufunc.cu", include_str!("kernels/ufunc.cu")),
    ("reduce.cu", include_str!("kernels/reduce.cu")),
    ("sort.cuh", include_str!("kernels/sort.cuh")),
    ("sort.cu", include_str!("kernels/sort.cu")),
    ("sort_long.cu", include_str!("kernels/sort_long.cu")),
    ("pairs.cu", include_str!("kernels/pairs.cu")),
    ("texts.cu", include_str!("kernels/texts.cu")),
    ("parse.cu", include_str!("kernels/parse.cu")),
    ("radix.cu", include_str!("kernels/radix.cu")),
];

impl PartialEq for Backend {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for Backend {}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({})", self.name())
    }
}
