//! Columns whose entries have different lengths, of which the host must know the sum: texts, and lists.

use cuda_driver::sys::CUdeviceptr;

use crate::buffer::{Buffer, MutableBuffer};
use crate::error::Error;
use crate::kernels::table::{
    Column, Expand, GATHER_LENGTHS, GATHER_LIST_LENGTHS, GATHER_OFFSETS, GATHER_TEXT, Gather,
    Gathers, Kernels, NONE, THREADS, TILE,
};
use crate::parts::ArrayParts;
use crate::table::work::{Arena, ArenaRange, ROWS, Tables, Work, invalid, sums_of};

/// A column whose entries have different lengths: texts, or lists, which have a child. Those of a fixed size have no offsets.
pub(super) struct VarLengthColumn<'a> {
    pub(super) parts: &'a ArrayParts,
    pub(super) child: Option<&'a ArrayParts>,
    pub(super) from: usize,
    pub(super) rows: CUdeviceptr,
    pub(super) offsets: ArenaRange,
    pub(super) width: usize,
    /// The size of each list, if it is fixed.
    pub(super) size: Option<usize>,
    /// The index of its prefix sums; those of a fixed size have none.
    pub(super) place: usize,
    pub(super) optional: bool,
}

impl VarLengthColumn<'_> {
    /// Returns what has to be gathered before the size of the result is known.
    pub(super) fn lengths(&self, n: usize, column: usize) -> Gather {
        Gather {
            to: self.child.map_or(0, |child| child.len) as CUdeviceptr,
            from: self.parts.buffers.first().map_or(0, Buffer::as_raw),
            rows: self.rows,
            offset: self.from as i64,
            n: n as u64,
            column: match self.child {
                Some(_) => 0,
                None => column as CUdeviceptr,
            },
            places: 0,
            sums: 0,
            offsets: 0,
            kind: match self.child {
                Some(_) => GATHER_LIST_LENGTHS,
                None => GATHER_LENGTHS,
            },
            width: self.width as u32,
        }
    }

    /// Checks the number of bytes or entries that `n` rows have.
    pub(super) fn check(&self, n: usize, total: usize) -> Result<(), Error> {
        let data_type = &self.parts.data_type;
        if self.child.is_some() && total > ROWS {
            // Sums saturate.
            let least = if total == usize::MAX { "at least " } else { "" };
            return Err(invalid(format!(
                "{n} rows of {data_type} have {least}{total} entries, and operations on rows have at most {ROWS}: work on slices"
            )));
        }
        if self.width == 4 && i32::try_from(total).is_err() {
            return Err(invalid(format!(
                "{n} rows of {data_type} have {total} bytes or entries, which don't fit into its offsets, of 4 bytes: use its type with 8, or fewer rows"
            )));
        }
        if isize::try_from(total).is_err() {
            return Err(invalid(format!(
                "{n} rows of {data_type} have more bytes than any memory"
            )));
        }
        Ok(())
    }
}

/// Where the entries of long columns are to be: prefix sums of their lengths.
pub(super) struct PrefixSums {
    memory: MutableBuffer,
    data: ArenaRange,
    sums: ArenaRange,
    n: usize,
    count: usize,
}

impl PrefixSums {
    pub(super) fn new(work: &Work<'_>, n: usize, count: usize) -> Result<Self, Error> {
        let mut arena = Arena::default();
        let data = arena.add::<u64>(n.saturating_mul(count));
        let sums = arena.add::<u64>(sums_of(n).unwrap_or(0) * count);
        Ok(Self { memory: arena.allocate(work)?, data, sums, n, count })
    }

    /// Returns the number of sums with an index.
    #[cfg(feature = "expressions")]
    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// Returns the addresses of the sums with this index, of the first and of the second level.
    pub(super) fn at(&self, index: usize) -> (CUdeviceptr, CUdeviceptr) {
        let step = |count: usize| (8 * count * index) as CUdeviceptr;
        let sums = match sums_of(self.n) {
            Some(count) => self.sums.of(&self.memory) + step(count),
            None => 0,
        };
        (self.data.of(&self.memory) + step(self.n), sums)
    }

    /// Sets the addresses of the sums with this index.
    pub(super) fn of(&self, index: usize, gather: Gather) -> Gather {
        let (places, sums) = self.at(index);
        Gather { places, sums, ..gather }
    }

    /// # Safety
    /// The lengths were set.
    pub(super) unsafe fn scan(&self, work: &Work<'_>) -> Result<(), Error> {
        let (data, sums) = (self.data.of(&self.memory), self.sums.of(&self.memory));
        // SAFETY: there is memory for each length and sum, and a word for each total.
        unsafe { work.scan(Kernels::table_scan_64, (data, self.n), self.count, sums, work.word(0)) }
    }
}

/// The content of a long column; of lists, the child or what it is made from.
pub(super) enum Content<T> {
    Bytes(Buffer),
    Child(T),
}

/// The entries of which a gathered child consists.
pub(super) struct Entries {
    pub(super) child: ArrayParts,
    /// Their numbers in the child.
    pub(super) rows: Buffer,
    pub(super) count: usize,
    /// Whether some of the numbers may be `NONE`.
    pub(super) optional: bool,
}

/// Returns the bytes of texts, and which entries of their children lists have.
///
/// # Safety
/// The numbers of rows are less than the arrays' lengths or `NONE` where that is allowed; the prefix sums are those of the lengths, with these totals.
pub(super) unsafe fn contents_of(
    work: &Work<'_>,
    long: &[VarLengthColumn<'_>],
    prefix_sums: &PrefixSums,
    totals: &[u64],
    memory: &MutableBuffer,
    columns: CUdeviceptr,
) -> Result<Vec<Content<Entries>>, Error> {
    let n = prefix_sums.n;
    let mut arena = Arena::default();
    let mut rooms = Vec::with_capacity(long.len());
    for content in long {
        let total = match content.size {
            Some(size) => n.saturating_mul(size),
            None => totals[content.place] as usize,
        };
        content.check(n, total)?;
        rooms.push(match content.child {
            Some(_) => (total, arena.add::<u32>(total)),
            None => (total, arena.add::<u8>(total)),
        });
    }
    let data = arena.allocate(work)?;
    let mut tables = Tables::default();
    let (mut column, mut count) = (0, 0);
    for (content, (total, place)) in long.iter().zip(&rooms) {
        let gather = Gather {
            offsets: content.offsets.of(memory),
            ..prefix_sums.of(content.place, content.lengths(n, 0))
        };
        let gather = match content.child {
            None => {
                column += 1;
                Gather {
                    to: place.of(&data),
                    column: columns + ((column - 1) * size_of::<Column>()) as CUdeviceptr,
                    kind: GATHER_TEXT,
                    ..gather
                }
            }
            Some(_) if content.size.is_some() => continue,
            Some(_) => Gather { to: *total as CUdeviceptr, kind: GATHER_OFFSETS, ..gather },
        };
        tables.push(gather);
        count += 1;
    }
    let tables = tables.upload(work)?;
    let argument = Gathers { gathers: tables.as_raw(), error: work.error() };
    // SAFETY: the caller guarantees rows and prefix sums; there is room for all bytes.
    unsafe { work.launch(Kernels::table_gather, n.div_ceil(TILE / 2), count, argument) }?;
    for (content, (total, place)) in long.iter().zip(&rooms) {
        if content.child.is_none() {
            continue;
        }
        let gather = prefix_sums.of(content.place, content.lengths(n, 0));
        let expand = Expand {
            places: gather.places,
            sums: gather.sums,
            rows: content.rows,
            offsets: if content.size.is_some() { 0 } else { gather.from },
            // The child begins with the entries of the first row.
            offset: if content.size.is_some() { 0 } else { gather.offset },
            to: place.of(&data),
            n: n as u64,
            total: *total as u64,
            error: work.error(),
            size: content.size.unwrap_or(0) as u32,
            width: content.width as u32,
        };
        // SAFETY: as above.
        unsafe { work.launch(Kernels::table_expand, total.div_ceil(THREADS), 1, expand) }?;
    }
    // Some entries may have numbers that rows don't have.
    if long.iter().any(|content| content.child.is_some_and(|child| child.len > NONE as usize)) {
        work.wait()?;
    }
    let bytes = data.freeze();
    let contents = long.iter().zip(&rooms).map(|(content, (total, place))| {
        let part = bytes.part(place.start..place.start + place.len);
        let Some(child) = content.child else {
            return Content::Bytes(part);
        };
        let mut child = child.clone();
        if let Some(size) = content.size {
            let skipped = content.from * size;
            (child.offset, child.len) = (child.offset + skipped, child.len - skipped);
            child.null_count = child.null_count.filter(|count| *count == 0);
        }
        let optional = content.optional && content.size.is_some();
        Content::Child(Entries { child, rows: part, count: *total, optional })
    });
    Ok(contents.collect())
}
