//! The kernels of this crate, and the functions that launch them.

use cuda_driver::sys::CUdeviceptr;
use cuda_driver::{AnyKernel, Argument, DeviceSlice, EmbeddedKernels, Launch, Stream};

use crate::{Error, MemoryManager};

/// The kernels, made from `arrow.cu`.
static KERNELS: EmbeddedKernels<4> = EmbeddedKernels::new(
    include_str!("kernels/arrow.ptx"),
    [
        c"arrow_move",
        c"arrow_count",
        c"arrow_equal",
        c"arrow_resolve",
    ],
);

/// The bytes of the target that a block moves.
const CHUNK: u64 = 16384;

const THREADS: u32 = 256;

/// What a job copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bytes = 0,
    /// Bits, which begin anywhere in a byte, to the beginning of a byte. The rest of the last byte is 0.
    Bits = 1,
    /// Offsets of 4 bytes, less the first of them.
    Offsets32 = 2,
    /// Offsets of 8 bytes, less the first of them.
    Offsets64 = 3,
}

/// A part of a copy, as the kernels have it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Job {
    to: CUdeviceptr,
    from: CUdeviceptr,
    /// Bytes, bits or offsets.
    count: u64,
    first_block: u32,
    kind: u8,
    bit: u8,
    padding: u16,
}

const _: () = assert!(size_of::<Job>() == 32);

/// The jobs of a launch.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    jobs: Vec<Job>,
    blocks: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct JobsArgument {
    jobs: CUdeviceptr,
    count: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct EqualArgument {
    a: CUdeviceptr,
    b: CUdeviceptr,
    count: u64,
    differ: CUdeviceptr,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct ResolveArgument {
    nodes: CUdeviceptr,
    first: CUdeviceptr,
    ranges: CUdeviceptr,
    columns: u64,
}

cuda_driver::kernel_argument!(JobsArgument, EqualArgument, ResolveArgument);

/// How a node's range follows from its parent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is `limit` entries from `add` on.
    Root = 0,
    /// By offsets of 4 bytes, which say where the entries of the parent begin and end.
    List32 = 1,
    /// By offsets of 8 bytes.
    List64 = 2,
    /// Each entry of the parent is `limit` ones here.
    Fixed = 3,
    /// It ends at the `add`-th of numbers of 8 bytes.
    Number = 4,
}

/// Which entries of an array its parent means, as the kernel has it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Node {
    pub(crate) offsets: CUdeviceptr,
    pub(crate) limit: i64,
    pub(crate) add: i64,
    pub(crate) parent: u32,
    pub(crate) step: u32,
}

const _: () = assert!(size_of::<Node>() == 32);

/// Bytes of values that the kernels know.
fn bytes_of<T>(values: &[T]) -> &[u8] {
    // SAFETY: `Job`, `Node` and numbers have no padding.
    unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// Returns whether all of `a` is as in `b`, which is as long, and of the same stream.
pub(crate) fn equal(a: DeviceSlice<'_, u8>, b: DeviceSlice<'_, u8>) -> Result<bool, Error> {
    let stream = a.stream();
    let [_, _, kernel, _] = KERNELS.on(stream)?;
    let mut differ = stream.alloc::<u32>(1)?;
    stream.fill(&mut differ, 0)?;
    let argument = EqualArgument {
        a: a.as_raw(),
        b: b.as_raw(),
        count: a.len() as u64,
        differ: differ.as_raw(),
    };
    let blocks = blocks(argument.count.div_ceil(CHUNK))?;
    // SAFETY: both have that many bytes, and the flag is there.
    unsafe { launch(stream, kernel, blocks, argument) }?;
    let mut answer = [0u32];
    stream.download(&differ, &mut answer)?;
    Ok(answer[0] == 0)
}

fn blocks(blocks: u64) -> Result<u32, Error> {
    let too_many = |_| {
        let reason = "the copy is larger than a grid of blocks";
        let error = format!("{reason}: {blocks} blocks of at most {}", i32::MAX);
        Error::Arrow(arrow_schema::ArrowError::InvalidArgumentError(error))
    };
    i32::try_from(blocks)
        .map(|blocks| blocks as u32)
        .map_err(too_many)
}

impl Jobs {
    /// Adds `count` bytes, bits or offsets from `from` on, where bits begin with the `bit`-th of the first byte. Nothing is
    /// added for none.
    pub(crate) fn add(
        &mut self,
        kind: Kind,
        to: CUdeviceptr,
        from: CUdeviceptr,
        count: usize,
        bit: usize,
    ) {
        self.add_padded(kind, to, from, count, bit, 0);
    }

    /// The same, with `padding` bytes of zeros behind, less than a thousand.
    pub(crate) fn add_padded(
        &mut self,
        kind: Kind,
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
            Kind::Bytes => count,
            Kind::Bits => count.div_ceil(8),
            Kind::Offsets32 => count.saturating_mul(4),
            Kind::Offsets64 => count.saturating_mul(8),
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

    /// Gives the copies to the stream. One of bytes alone is the driver's.
    ///
    /// # Safety
    /// - All is memory of the stream, and within it; offsets are aligned to their size.
    /// - No other code accesses what is written; no two jobs write the same.
    pub(crate) unsafe fn copy(self, manager: &MemoryManager) -> Result<(), Error> {
        let stream = manager.stream();
        if let [job] = self.jobs[..]
            && job.kind == Kind::Bytes as u8
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
        unsafe { self.launch(stream, |[copy, ..]| copy) }
    }

    /// # Safety
    /// As [`copy`](Self::copy).
    unsafe fn launch(
        self,
        stream: &Stream,
        kernel: impl Fn(&[AnyKernel; 4]) -> &AnyKernel,
    ) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        let kernel = kernel(KERNELS.on(stream)?);
        let table = stream.upload(bytes_of(&self.jobs))?;
        let argument = JobsArgument {
            jobs: table.as_raw(),
            count: self.jobs.len() as u64,
        };
        let blocks = blocks(self.blocks)?;
        // SAFETY: the table was uploaded, and the caller guarantees its addresses and lengths.
        unsafe { launch(stream, kernel, blocks, argument) }
    }

    /// How many bits of each job are set. The targets are ignored.
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
        unsafe { self.launch(stream, |[_, count, ..]| count) }?;
        stream.download(&device, &mut counts)?;
        Ok(counts)
    }
}

/// Returns the ranges of nodes, of which each column has those from its number in `first` to the next one's: (-1, -1)
/// where they aren't within their offsets. It is one launch and one copy to the host.
///
/// # Safety
/// The offsets are memory of the stream, for `limit` entries and one more, or for the number that is asked for, and aligned.
pub(crate) unsafe fn resolve(
    stream: &Stream,
    nodes: &[Node],
    first: &[u32],
) -> Result<Vec<(i64, i64)>, Error> {
    let mut ranges = vec![[0i64; 2]; nodes.len()];
    if !nodes.is_empty() {
        let [.., kernel] = KERNELS.on(stream)?;
        let mut table = bytes_of(nodes).to_vec();
        table.extend_from_slice(bytes_of(first));
        let table = stream.upload(&table)?;
        let device = stream.alloc::<[i64; 2]>(nodes.len())?;
        let columns = first.len().saturating_sub(1);
        let argument = ResolveArgument {
            nodes: table.as_raw(),
            first: table.as_raw() + size_of_val(nodes) as CUdeviceptr,
            ranges: device.as_raw(),
            columns: columns as u64,
        };
        let blocks = blocks((columns as u64).div_ceil(u64::from(THREADS)))?;
        // SAFETY: the caller guarantees the offsets; there is a range for each node.
        unsafe { launch(stream, kernel, blocks, argument) }?;
        stream.download(&device, &mut ranges)?;
    }
    Ok(ranges
        .into_iter()
        .map(|[start, end]| (start, end))
        .collect())
}

/// # Safety
/// As [`Stream::launch`].
unsafe fn launch(
    stream: &Stream,
    kernel: &AnyKernel,
    blocks: u32,
    argument: impl Argument,
) -> Result<(), Error> {
    let launch = Launch::grid(blocks).block(THREADS);
    // SAFETY: the caller guarantees that the arguments match the kernel, and what it accesses.
    Ok(unsafe { stream.launch(kernel, launch, (argument,)) }?)
}
