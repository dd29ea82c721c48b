use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::table::{
    Column, DIGITS, Kernels, Merge, PART_CLASS, PART_LENGTH, THREADS, Word, Words as Argument,
};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::radix::Sorter;
use crate::table::slots::Slots;
use crate::table::work::{BLOCKS, Tables, Work, check_report, check_rows};

/// A column by which rows are sorted, and its direction.
///
/// ```
/// use cuda_arrow::SortKey;
///
/// let keys = [SortKey::ascending("city"), SortKey::descending("time").nulls_first()];
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortKey {
    column: String,
    descends: bool,
    nulls_first: bool,
}

impl SortKey {
    /// The least value comes first, and nulls last.
    #[must_use]
    pub fn ascending(column: impl Into<String>) -> Self {
        Self { column: column.into(), descends: false, nulls_first: false }
    }

    /// The greatest value comes first, and nulls last.
    #[must_use]
    pub fn descending(column: impl Into<String>) -> Self {
        Self { descends: true, ..Self::ascending(column) }
    }

    /// Puts nulls first, and NaN after them.
    #[must_use]
    pub fn nulls_first(self) -> Self {
        Self { nulls_first: true, ..self }
    }
}

const OPERATION: &str = "sorting";

/// The number of parts of 8 bytes of texts by which rows are sorted. Where a text is longer, rows are sorted by the texts' ranks.
const PARTS: u64 = 8;

/// Words of keys in device memory, the most significant one first.
struct Words {
    memory: MutableBuffer,
    /// The width of each as a key.
    widths: Vec<usize>,
    /// How many rows that have a value have each value of each byte of each word.
    counts: MutableBuffer,
    on_host: Vec<u32>,
    /// The last words are its keys.
    sorter: Sorter,
}

/// The number of counts of a word.
const COUNTS: usize = 8 * DIGITS;

impl Words {
    /// Copies the words to the device, and counts the values of their bytes for `n` rows. It waits.
    fn new(work: &Work<'_>, words: &[Word], n: usize) -> Result<Self, Error> {
        let mut tables = Tables::default();
        words.iter().for_each(|word| {
            tables.push(*word);
        });
        let memory = tables.upload(work)?;
        let len = COUNTS * words.len();
        // What is wrong with a column follows.
        let mut counts = work.manager.allocate(4 * (len + 1))?;
        let widths: Vec<usize> =
            words.iter().map(|word| if word.bytes <= 4 { 4 } else { 8 }).collect();
        let sorter = Sorter::new(work, n, widths.iter().copied().max().unwrap_or(4))?;
        let mut on_host = vec![0u32; len + 1];
        if !words.is_empty() {
            work.manager.stream().fill(counts.as_slice_mut(), 0)?;
            let argument = Argument {
                words: memory.as_raw(),
                rows: 0,
                to: sorter.keys(),
                counts: counts.as_raw(),
                n: n as u64,
                error: counts.as_raw() + 4 * len as CUdeviceptr,
            };
            let blocks = n.div_ceil(THREADS).min(BLOCKS);
            // SAFETY: the words are of columns of this stream, and have counts; the sorter has a key for each row.
            unsafe { work.launch(Kernels::table_digits, blocks, words.len(), argument) }?;
            counts.download_into(.., bytemuck::cast_slice_mut(&mut on_host))?;
            check_report(on_host[len].into())?;
        }
        Ok(Self { memory, widths, counts, on_host, sorter })
    }

    /// Returns how many rows have each value of a byte of a word.
    fn counts(&self, word: usize, byte: usize) -> &[u32] {
        let at = word * COUNTS + byte * DIGITS;
        &self.on_host[at..at + DIGITS]
    }

    /// Returns the largest word, which has no byte but the least, or a number that isn't less.
    fn most(&self, word: usize) -> u64 {
        let largest = |byte| self.counts(word, byte).iter().rposition(|count| *count > 0);
        (0..8).rev().fold(0, |most, byte| most << 8 | largest(byte).unwrap_or(0) as u64)
    }

    /// Sorts `n` rows by the words, each eight bits at a time.
    fn sort(mut self, work: &Work<'_>, n: usize) -> Result<Sorter, Error> {
        for (index, width) in self.widths.iter().enumerate().rev() {
            let differs = |byte: &usize| {
                self.counts(index, *byte).iter().filter(|count| **count > 0).count() > 1
            };
            let bytes: Vec<usize> = (0..8).filter(differs).collect();
            if bytes.is_empty() {
                continue;
            }
            let counts = self.counts.as_raw() + (index * 4 * COUNTS) as CUdeviceptr;
            if index + 1 < self.widths.len() {
                let argument = Argument {
                    words: self.memory.as_raw() + (index * size_of::<Word>()) as CUdeviceptr,
                    rows: self.sorter.rows(),
                    to: self.sorter.keys(),
                    counts,
                    n: n as u64,
                    error: work.error(),
                };
                // SAFETY: the sorter has a key for each row.
                unsafe { work.launch(Kernels::table_words, n.div_ceil(THREADS), 1, argument) }?;
            }
            for byte in bytes {
                let counts = counts + (4 * byte * DIGITS) as CUdeviceptr;
                self.sorter.pass(work, *width, 8 * byte as u32, counts)?;
            }
        }
        Ok(self.sorter)
    }
}

/// Returns `true` if an entry may be null.
fn has_nulls(parts: &ArrayParts) -> bool {
    parts.data_type == DataType::Null
        || (parts.nulls.is_some() && parts.null_count != Some(0))
        || parts.dictionary.as_deref().is_some_and(has_nulls)
}

/// A column by which rows are sorted.
struct Key<'a> {
    parts: &'a ArrayParts,
    descends: bool,
    nulls_first: bool,
    order: Order,
    width: u32,
}

impl<'a> Key<'a> {
    fn new(parts: &'a ArrayParts, key: &SortKey) -> Result<Self, Error> {
        let (order, width) = Order::of(&parts.data_type).ok_or_else(|| Error::Unsupported {
            data_type: parts.data_type.clone(),
            operation: OPERATION,
        })?;
        let SortKey { descends, nulls_first, .. } = *key;
        Ok(Self { parts, descends, nulls_first, order, width })
    }

    /// Returns the word of a part of the key, whose column is at this address.
    fn word(&self, column: CUdeviceptr, part: u32) -> Word {
        Word {
            column,
            order: self.order as u32,
            width: self.width,
            part,
            descends: self.descends.into(),
            nulls_first: self.nulls_first.into(),
            bytes: match (part, self.order) {
                (PART_CLASS, _) => 1,
                (PART_LENGTH, _) | (_, Order::Bytes | Order::Decimal) => 8,
                _ => self.width as u16,
            },
        }
    }

    /// Returns the parts of the key, the most significant one first. Those of a text follow from the longest one.
    fn parts(&self) -> Vec<u32> {
        let is_float = matches!(self.order, Order::Float16 | Order::Float32 | Order::Float64);
        let mut parts = Vec::new();
        if has_nulls(self.parts) || is_float {
            parts.push(PART_CLASS);
        }
        let values = self.parts.dictionary.as_deref().unwrap_or(self.parts);
        match (self.order, &values.data_type) {
            (Order::Bytes, _) => parts.push(PART_LENGTH),
            (Order::Decimal, DataType::Decimal256(..)) => parts.extend(0..4),
            (Order::Decimal, _) => parts.extend(0..2),
            _ => parts.push(0),
        }
        parts
    }

    /// Returns the word of the ranks of the key's texts, a column at this address.
    fn ranks_word(&self, ranks: CUdeviceptr) -> Word {
        Word { order: Order::Unsigned as u32, width: 4, bytes: 4, ..self.word(ranks, 0) }
    }
}

/// Returns the rows of a table in the order of its keys. It waits once, and again if there are texts.
fn sorted(work: &Work<'_>, keys: &[(&ArrayParts, &SortKey)], n: usize) -> Result<Sorter, Error> {
    let mut tables = Tables::default();
    let columns = keys.iter().map(|(parts, _)| (*parts, parts.offset));
    let first = column::push(&mut tables, columns, OPERATION)?;
    let keys = keys.iter().map(|(parts, key)| Key::new(parts, key));
    let keys = keys.collect::<Result<Vec<_>, _>>()?;
    let columns = tables.upload(work)?;
    let address = |at: usize| columns.as_raw() + (first + at * size_of::<Column>()) as CUdeviceptr;
    let mut words: Vec<(usize, Word)> = Vec::new();
    for (at, key) in keys.iter().enumerate() {
        words.extend(key.parts().into_iter().map(|part| (at, key.word(address(at), part))));
    }
    let only: Vec<Word> = words.iter().map(|(_, word)| *word).collect();
    let found = Words::new(work, &only, n)?;
    if only.iter().all(|word| word.part != PART_LENGTH) {
        return found.sort(work, n);
    }
    // Texts have as many words as the longest one needs, of at most twice its length by the bits of all lengths.
    let mut all: Vec<Word> = Vec::new();
    let mut ranks: Vec<Ranks> = Vec::new();
    for (index, (at, word)) in words.iter().enumerate() {
        match found.most(index).div_ceil(8) {
            _ if word.part != PART_LENGTH => all.push(*word),
            parts @ 0..=PARTS => {
                all.extend((0..parts as u32).map(|part| keys[*at].word(address(*at), part)));
                all.push(Word { bytes: 1, ..*word });
            }
            _ => {
                let of = Ranks::new(work, address(*at), n)?;
                all.push(keys[*at].ranks_word(of.column.as_raw()));
                ranks.push(of);
            }
        }
    }
    drop(found);
    let found = Words::new(work, &all, n)?;
    found.sort(work, n)
}

/// The rank of each row's text among the different ones, which takes the place of texts of which some are long: these don't
/// make work for the others.
struct Ranks {
    /// A column of numbers of 4 bytes.
    column: MutableBuffer,
    _numbers: MutableBuffer,
}

impl Ranks {
    /// Ranks the texts of `n` rows of a column at this address. It waits.
    fn new(work: &Work<'_>, column: CUdeviceptr, n: usize) -> Result<Self, Error> {
        // SAFETY: the column is of this stream and `n` rows.
        let slots = unsafe { Slots::new(work, column, 1, n, false) }?;
        let mut rows = slots.first(work, 0)?;
        let count = work.wait()?[0] as usize;
        let mut other = work.manager.allocate(4 * count)?;
        let mut run = 1;
        while run < count {
            let merge = Merge {
                column,
                rows: rows.as_raw(),
                to: other.as_raw(),
                n: count as u64,
                run: run as u64,
                error: work.error(),
                order: Order::Bytes as u32,
                unused: 0,
            };
            // SAFETY: the rows are those of the column, and there is room for as many.
            unsafe { work.launch(Kernels::table_merge, count.div_ceil(THREADS), 1, merge) }?;
            core::mem::swap(&mut rows, &mut other);
            run *= 2;
        }
        slots.number(work, &rows, 0)?;
        let numbers = work.manager.allocate(4 * n)?;
        // SAFETY: there is room for a number for each row.
        unsafe { slots.groups(work, count, numbers.as_raw(), (0, 0)) }?;
        slots.release();
        let mut tables = Tables::default();
        tables.push(column::numbers(numbers.as_raw(), n));
        Ok(Self { column: tables.upload(work)?, _numbers: numbers })
    }
}

impl DeviceRecordBatch {
    /// Returns the rows in the order of one or more keys: pyarrow's `sort_by`. The sort is stable, the zeros are equal,
    /// and NaN comes between values and nulls. A key can be a number, a boolean, a text or bytes, a decimal, a date, a
    /// time, a timestamp, a duration, or a dictionary of these.
    ///
    /// It takes one wait, two if a key has texts, and one more if any column has; and passes over 12 bytes of each
    /// row, one for every eight bits in which keys differ. A key with texts of 64 bytes and more takes one more wait: its different
    /// texts are merged, so that a long text is only compared with those that begin as it does.
    ///
    /// # Errors
    /// [`Error::Arrow`] for a name that no column has, or several, and for more than 2³¹ rows; [`Error::Unsupported`] for keys of
    /// other types, and columns of lists, maps and run-end encoded arrays; or the driver's error.
    pub fn sort_by(&self, keys: &[SortKey]) -> Result<Self, Error> {
        check_rows(self.num_rows())?;
        let mut columns = Vec::with_capacity(keys.len());
        for key in keys {
            columns.push((self.column(&key.column)?.parts(), key));
        }
        let work = Work::new(self.manager(), 1)?;
        let sorter = sorted(&work, &columns, self.num_rows())?;
        let sources: Vec<Source<'_>> = self
            .columns()
            .iter()
            .map(|column| Source { parts: column.parts(), rows: sorter.rows(), optional: false })
            .collect();
        // SAFETY: the sorter's rows are those of the table.
        let sorted = unsafe { gather(self.manager(), &sources, self.num_rows()) }?;
        sorter.release();
        Self::try_new(self.manager(), self.schema().clone(), sorted, self.num_rows())
    }
}
