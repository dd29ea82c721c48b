//! The kernels of tables, and what an operation needs to launch them.

use bytemuck::NoUninit;
use cuda_driver::{DeviceSlice, Launch, sys::CUdeviceptr};

use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::Kernel;
use crate::kernels::table::{NONE, Scan, THREADS, TILE};
use crate::layout::ALIGNMENT;
use crate::manager::MemoryManager;

/// The maximum number of rows of a table: they are numbered by 32 bits, of which kernels use one value for none.
pub(super) const ROWS: usize = 1 << 31;

/// Returns the number of blocks that look at `n` rows, where each adds up what it finds: some for
/// each processor.
pub(super) fn blocks(n: usize) -> usize {
    n.div_ceil(TILE).min(4096)
}

/// The places of arrays in memory that is allocated once.
#[derive(Debug, Default)]
pub(super) struct Arena(usize);

/// The place of an array in a [`Arena`], in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ArenaRange {
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Arena {
    /// Adds an array of `count` values.
    pub(super) fn add<T>(&mut self, count: usize) -> ArenaRange {
        let (start, len) = (self.0, count.saturating_mul(size_of::<T>()));
        self.0 = start.saturating_add(len).saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        ArenaRange { start, len }
    }

    pub(super) fn allocate(&self, work: &Work<'_>) -> Result<MutableBuffer, Error> {
        work.manager.allocate(self.0)
    }
}

impl ArenaRange {
    /// Returns the address in the room's memory.
    pub(super) fn of(self, memory: &MutableBuffer) -> CUdeviceptr {
        memory.as_raw() + self.start as CUdeviceptr
    }

    /// Sets all bytes.
    pub(super) fn fill(self, memory: &mut MutableBuffer, byte: u8) -> Result<(), Error> {
        let stream = memory.manager().stream().clone();
        let range = self.start..self.start + self.len;
        Ok(stream.fill(memory.slice_mut(range)?, byte)?)
    }
}

/// Values for kernels, with the places of addresses of other values among them.
#[derive(Debug, Default)]
pub(super) struct Tables {
    bytes: Vec<u8>,
    links: Vec<usize>,
}

impl Tables {
    /// Adds a value, and returns its place.
    pub(super) fn push<T: NoUninit>(&mut self, value: T) -> usize {
        let place = self.bytes.len();
        self.bytes.extend_from_slice(bytemuck::bytes_of(&value));
        place
    }

    /// Adds bytes, and returns their place.
    #[cfg(feature = "expressions")]
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) -> usize {
        let place = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        place
    }

    /// Returns the place of the next value.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Says that the word at `place` is the place of a value, and is to become its address.
    pub(super) fn link(&mut self, place: usize) {
        self.links.push(place);
    }

    /// Copies the values to the device, without waiting.
    pub(super) fn upload(mut self, work: &Work<'_>) -> Result<MutableBuffer, Error> {
        let mut memory = work.manager.allocate(self.bytes.len())?;
        for link in self.links {
            let word = &mut self.bytes[link..link + 8];
            let place = u64::from_ne_bytes(word.try_into().unwrap_or_default());
            word.copy_from_slice(&(memory.as_raw() + place).to_ne_bytes());
        }
        work.send(&self.bytes, &mut memory)?;
        Ok(memory)
    }
}

/// An operation: its manager, and words in which kernels report.
pub(super) struct Work<'a> {
    pub(super) manager: &'a MemoryManager,
    /// What is wrong with an array, then numbers of 8 bytes.
    report: MutableBuffer,
}

impl<'a> Work<'a> {
    /// Begins an operation that reports `words` numbers.
    pub(super) fn new(manager: &'a MemoryManager, words: usize) -> Result<Self, Error> {
        let mut report = manager.allocate(8 * (words + 1))?;
        manager.stream().fill(report.as_slice_mut(), 0)?;
        Ok(Self { manager, report })
    }

    /// Returns the address where kernels report errors.
    pub(super) fn error(&self) -> CUdeviceptr {
        self.report.as_raw()
    }

    /// Returns the address of a reported number.
    pub(super) fn word(&self, index: usize) -> CUdeviceptr {
        self.report.as_raw() + 8 * (index as CUdeviceptr + 1)
    }

    /// Waits for the stream, and returns the reported numbers.
    pub(super) fn wait(&self) -> Result<Vec<u64>, Error> {
        let mut words = vec![0u64; self.report.len() / 8];
        let report: DeviceSlice<'_, u64> = self.report.as_slice().cast()?;
        self.manager.stream().download(report, &mut words)?;
        check_report(words.remove(0))?;
        Ok(words)
    }

    /// Copies bytes to the device, without waiting.
    pub(super) fn send(&self, bytes: &[u8], to: &mut MutableBuffer) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut window = self.manager.windows().alloc::<u8>(bytes.len())?;
        window.copy_from_slice(bytes);
        let sent = self.manager.stream().upload_owned(window, to.as_slice_mut());
        drop(sent.map_err(|error| error.error)?);
        Ok(())
    }

    /// Launches a kernel with blocks of [`THREADS`] threads, unless there are none.
    ///
    /// # Safety
    /// As [`Stream::launch`](cuda_driver::Stream::launch).
    pub(super) unsafe fn launch<A>(
        &self,
        kernel: Kernel<A>,
        blocks: usize,
        rows: usize,
        argument: A,
    ) -> Result<(), Error> {
        if blocks == 0 || rows == 0 {
            return Ok(());
        }
        let (Ok(blocks), Ok(rows)) = (i32::try_from(blocks), u16::try_from(rows)) else {
            return Err(invalid(format!(
                "{blocks} blocks for each of {rows} columns are more than a launch has"
            )));
        };
        let launch = Launch::grid((blocks as u32, u32::from(rows))).block(THREADS as u32);
        // SAFETY: the caller guarantees that the kernel's accesses are valid.
        Ok(unsafe { kernel(self.manager.stream(), launch, argument) }?)
    }

    /// Replaces `arrays` arrays of `n` values each by their exclusive prefix sums, in [two levels](sums): `sums` has the
    /// second one. The totals are set at `totals`, one after the other.
    ///
    /// # Safety
    /// The arrays are of this stream and `n` apart, and the others have the room.
    pub(super) unsafe fn scan(
        &self,
        kernel: Kernel<Scan>,
        (data, n): (CUdeviceptr, usize),
        arrays: usize,
        sums: CUdeviceptr,
        totals: CUdeviceptr,
    ) -> Result<(), Error> {
        let mut scan = Scan { data, sums: totals, n: n as u64, each: n as u64, step: n as u64 };
        if let Some(count) = sums_of(n) {
            scan.each = TILE as u64;
            scan.sums = sums;
            // SAFETY: the caller guarantees the arrays, and a sum for each tile.
            unsafe { self.launch(kernel, count, arrays, scan) }?;
            scan = Scan {
                data: sums,
                sums: totals,
                n: count as u64,
                each: count as u64,
                step: count as u64,
            };
        }
        // SAFETY: as above.
        unsafe { self.launch(kernel, 1, arrays, scan) }
    }
}

/// Checks what kernels reported about the arrays that they read.
pub(super) fn check_report(report: u64) -> Result<(), Error> {
    let wrong = match report {
        0 => return Ok(()),
        1 => "a key is outside of its dictionary",
        2 => "offsets of texts decrease, or point outside of the texts",
        3 => "a view points outside of its buffers",
        5 => "an entry of a union or of runs is outside of the child",
        _ => {
            return Err(invalid(format!(
                "the entries of lists are numbered by 32 bits, and some lists end after entry {NONE} of their content: copy the slice, without the other entries, by `upload` of its `to_host`"
            )));
        }
    };
    Err(invalid(format!("the columns can't be read: {wrong}; `to_host` says where")))
}

/// Returns the number of sums of the second level for `n` values; `None` if there is none.
pub(super) fn sums_of(n: usize) -> Option<usize> {
    (n > 16 * TILE).then(|| n.div_ceil(TILE))
}

/// Returns the address of sums of the second level, or null if there are none.
pub(super) fn sums_at(n: usize, sums: CUdeviceptr) -> CUdeviceptr {
    match sums_of(n) {
        Some(_) => sums,
        None => 0,
    }
}

pub(super) fn invalid(reason: impl Into<String>) -> Error {
    arrow_schema::ArrowError::InvalidArgumentError(reason.into()).into()
}

/// Checks the number of rows of a table.
pub(super) fn check_rows(rows: usize) -> Result<(), Error> {
    if rows <= ROWS {
        Ok(())
    } else {
        Err(invalid(format!(
            "a table of {rows} rows: operations on rows have at most {ROWS}; work on slices"
        )))
    }
}
