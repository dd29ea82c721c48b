//! The kernels of this crate, and the functions that launch them.

// `CUDA_ARROW_UPDATE=1 cargo test -p cuda-arrow --test kernels` writes these two.
#[rustfmt::skip]
mod arrow;
#[rustfmt::skip]
pub(crate) mod table;

use cuda_driver::{DeviceSlice, Launch, Stream, sys::CUdeviceptr};

pub(crate) use self::arrow::Node;
use self::arrow::{CHUNK, Equal, Job, Jobs as JobsArgument, Kernels, Range, Resolve, THREADS};
use crate::error::Error;
use crate::manager::MemoryManager;

/// A function that launches a kernel with an argument of this type.
pub(crate) type Kernel<A> = unsafe fn(&Stream, Launch<'_>, A) -> Result<(), cuda_driver::Error>;

/// The kind of data that a job copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyKind {
    Bytes = arrow::BYTES as isize,
    /// Bits that begin anywhere in a byte. The copy begins at a byte, and the unused bits of its last byte are 0.
    Bits = arrow::BITS as isize,
    /// Offsets of 4 bytes; the first one is subtracted from each.
    Offsets32 = arrow::OFFSETS_32 as isize,
    /// Offsets of 8 bytes; the first one is subtracted from each.
    Offsets64 = arrow::OFFSETS_64 as isize,
}

/// The jobs of a launch.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    jobs: Vec<Job>,
    blocks: u64,
}

/// How a node's range follows from its parent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The range is `len` entries from `offset` on, as an array has them.
    Root = arrow::ROOT as isize,
    /// The range lies between two of the `offsets` of the parent, which has `len` lists: those at the start and at the end of its
    /// range. They are of 4 bytes, and count from the child's `offset` on.
    List32 = arrow::LIST_32 as isize,
    /// The same with offsets of 8 bytes.
    List64 = arrow::LIST_64 as isize,
    /// Each entry of the parent has `len` entries, from `offset` on.
    Fixed = arrow::FIXED as isize,
    /// The range ends at the number at the index `offset` of `offsets`, of 8 bytes each.
    Number = arrow::NUMBER as isize,
}

/// Returns whether the bytes of `a` and `b` are equal. Both have the same length and the same stream.
pub(crate) fn equal(a: DeviceSlice<'_, u8>, b: DeviceSlice<'_, u8>) -> Result<bool, Error> {
    let stream = a.stream();
    let mut differ = stream.alloc::<u32>(1)?;
    stream.fill(&mut differ, 0)?;
    let argument =
        Equal { a: a.as_raw(), b: b.as_raw(), count: a.len() as u64, differ: differ.as_raw() };
    let blocks = blocks(argument.count.div_ceil(CHUNK))?;
    // SAFETY: both have that many bytes, and the flag is there.
    unsafe { launch(stream, Kernels::arrow_equal, blocks, argument) }?;
    let mut result = [0u32];
    stream.download(&differ, &mut result)?;
    Ok(result[0] == 0)
}

fn blocks(blocks: u64) -> Result<u32, Error> {
    let too_many = |_| {
        let reason = "the copy is larger than a grid of blocks";
        let error = format!("{reason}: {blocks} blocks of at most {}", i32::MAX);
        Error::Arrow(arrow_schema::ArrowError::InvalidArgumentError(error))
    };
    i32::try_from(blocks).map(|blocks| blocks as u32).map_err(too_many)
}

impl Jobs {
    /// Adds a copy of `count` bytes, bits or offsets from `from`, unless `count` is 0. Bits begin `bit` bits after
    /// `from`.
    pub(crate) fn add(
        &mut self,
        kind: CopyKind,
        to: CUdeviceptr,
        from: CUdeviceptr,
        count: usize,
        bit: usize,
    ) {
        self.add_padded(kind, to, from, count, bit, 0);
    }

    /// Like [`add`](Self::add), followed by `padding` zero bytes, fewer than a thousand.
    pub(crate) fn add_padded(
        &mut self,
        kind: CopyKind,
        to: CUdeviceptr,
        from: CUdeviceptr,
        count: usize,
        bit: usize,
        padding: usize,
    ) {
        if count == 0 {
            return;
        }
        let count = count as u64;
        let bytes = match kind {
            CopyKind::Bytes => count,
            CopyKind::Bits => count.div_ceil(8),
            CopyKind::Offsets32 => count.saturating_mul(4),
            CopyKind::Offsets64 => count.saturating_mul(8),
        };
        self.jobs.push(Job {
            to,
            from: from + (bit / 8) as CUdeviceptr,
            count,
            first_block: u32::try_from(self.blocks).unwrap_or(u32::MAX),
            kind: kind as u8,
            bit: (bit % 8) as u8,
            padding: padding as u16,
        });
        self.blocks = self.blocks.saturating_add(bytes.div_ceil(CHUNK));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Submits the copies to the stream. A single copy of bytes without padding is made by the driver instead of a
    /// kernel.
    ///
    /// # Safety
    /// - All memory belongs to the stream, and copies stay within it; offsets are aligned to their size.
    /// - No other code accesses the written memory, and the targets of jobs don't overlap.
    pub(crate) unsafe fn copy(self, manager: &MemoryManager) -> Result<(), Error> {
        let stream = manager.stream();
        if let [job] = self.jobs[..]
            && job.kind == CopyKind::Bytes as u8
            && job.padding == 0
        {
            // SAFETY: the caller guarantees that both are memory of the stream, and that no other code accesses the target.
            let (from, to) = unsafe {
                let len = job.count as usize;
                (
                    DeviceSlice::<u8>::from_raw_parts(stream, job.from, len),
                    cuda_driver::DeviceSliceMut::<u8>::from_raw_parts(stream, job.to, len),
                )
            };
            return Ok(stream.copy(from, to)?);
        }
        // SAFETY: as above.
        unsafe { self.launch(stream, Kernels::arrow_move) }
    }

    /// # Safety
    /// As [`copy`](Self::copy).
    unsafe fn launch(self, stream: &Stream, kernel: Kernel<JobsArgument>) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        let table = stream.upload(&self.jobs)?;
        let argument = JobsArgument { job: table.as_raw(), count: self.jobs.len() as u64 };
        let blocks = blocks(self.blocks)?;
        // SAFETY: the table was uploaded, and the caller guarantees its addresses and lengths.
        unsafe { launch(stream, kernel, blocks, argument) }
    }

    /// Returns the number of set bits of each job. The targets are ignored.
    ///
    /// # Safety
    /// As [`copy`](Self::copy).
    pub(crate) unsafe fn count(mut self, stream: &Stream) -> Result<Vec<u64>, Error> {
        let mut counts = vec![0u64; self.jobs.len()];
        if self.is_empty() {
            return Ok(counts);
        }
        let mut device = stream.alloc::<u64>(counts.len())?;
        stream.fill(&mut device, 0)?;
        for (at, job) in self.jobs.iter_mut().enumerate() {
            job.to = device.as_raw() + 8 * at as CUdeviceptr;
        }
        // SAFETY: the caller guarantees that the bitmaps are valid; each job has its number.
        unsafe { self.launch(stream, Kernels::arrow_count) }?;
        stream.download(&device, &mut counts)?;
        Ok(counts)
    }
}

/// Returns the range of each node, or (-1, -1) if it is outside of the offsets. Column `i` has the nodes from
/// `first[i]` to `first[i + 1]`. This takes one launch and one copy to the host.
///
/// # Safety
/// The offsets are memory of the stream, for `len` entries and one more, or for the requested number, and aligned.
pub(crate) unsafe fn resolve(
    stream: &Stream,
    nodes: &[Node],
    first: &[u32],
) -> Result<Vec<(i64, i64)>, Error> {
    let mut ranges = vec![Range::default(); nodes.len()];
    if !nodes.is_empty() {
        let mut table: Vec<u8> = bytemuck::cast_slice(nodes).to_vec();
        table.extend_from_slice(bytemuck::cast_slice(first));
        let table = stream.upload(&table)?;
        let device = stream.alloc::<Range>(nodes.len())?;
        let columns = first.len().saturating_sub(1);
        let argument = Resolve {
            node: table.as_raw(),
            first: table.as_raw() + size_of_val(nodes) as CUdeviceptr,
            range: device.as_raw(),
            columns: columns as u64,
        };
        let blocks = blocks((columns as u64).div_ceil(u64::from(THREADS)))?;
        // SAFETY: the caller guarantees the offsets; there is a range for each node.
        unsafe { launch(stream, Kernels::arrow_resolve, blocks, argument) }?;
        stream.download(&device, &mut ranges)?;
    }
    Ok(ranges.into_iter().map(|range| (range.start, range.end)).collect())
}

/// # Safety
/// As [`Stream::launch`].
unsafe fn launch<A>(
    stream: &Stream,
    kernel: Kernel<A>,
    blocks: u32,
    argument: A,
) -> Result<(), Error> {
    let launch = Launch::grid(blocks).block(THREADS);
    // SAFETY: the caller guarantees that the kernel's accesses are valid.
    Ok(unsafe { kernel(stream, launch, argument) }?)
}
