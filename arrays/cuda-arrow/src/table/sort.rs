use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::table::{
    Column, Kernels, Merge, PART_CLASS, PART_LENGTH, THREADS, Word, Words as Argument,
};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::radix::Sorter;
use crate::table::slots::Slots;
use crate::table::work::{Tables, Work, check_report, check_rows};

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

/// The number of blocks that look at all rows of a word.
const BLOCKS: usize = 1024;

/// The number of parts of 8 bytes of texts by which rows are sorted. Where a text is longer, rows are sorted by the texts' ranks.
const PARTS: u64 = 8;

/// Words of keys in device memory, the most significant one first.
struct Words {
    memory: MutableBuffer,
    /// Which bits of each word differ between rows that have a value, and which are set in any.
    masks: Vec<Mask>,
}

#[derive(Clone, Copy)]
struct Mask {
    differ: u64,
    any: u64,
}

impl Words {
    /// Copies the words to the device, and gets their masks for `n` rows. It waits.
    fn new(work: &Work<'_>, words: &[Word], n: usize) -> Result<Self, Error> {
        let mut tables = Tables::default();
        words.iter().for_each(|word| {
            tables.push(*word);
        });
        let results: Vec<usize> = words.iter().map(|_| tables.push([0, u64::MAX])).collect();
        let error = tables.push(0u64);
        let memory = tables.upload(work)?;
        let Some(first) = results.first() else {
            return Ok(Self { memory, masks: Vec::new() });
        };
        let argument = Argument {
            words: memory.as_raw(),
            rows: 0,
            to: memory.as_raw() + *first as CUdeviceptr,
            n: n as u64,
            error: memory.as_raw() + error as CUdeviceptr,
        };
        let blocks = n.div_ceil(THREADS).min(BLOCKS);
        // SAFETY: the words are of columns of this stream, and have masks.
        unsafe { work.launch(Kernels::table_masks, blocks, words.len(), argument) }?;
        let mut results = vec![0u8; 16 * words.len() + 8];
        memory.download_into(*first..*first + results.len(), &mut results)?;
        let number = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().unwrap_or_default());
        let (masks, report) = results.split_at(16 * words.len());
        check_report(number(report))?;
        let masks = masks.chunks_exact(16).map(|pair| {
            let (any, all) = (number(&pair[..8]), number(&pair[8..]));
            Mask { differ: any & !all, any }
        });
        Ok(Self { masks: masks.collect(), memory })
    }

    /// Sorts `n` rows by the words, each eight bits at a time.
    fn sort(&self, work: &Work<'_>, n: usize) -> Result<Sorter, Error> {
        let mut sorter = Sorter::new(work, n, 8)?;
        for (index, Mask { differ, .. }) in self.masks.iter().enumerate().rev() {
            if *differ == 0 {
                continue;
            }
            let argument = Argument {
                words: self.memory.as_raw() + (index * size_of::<Word>()) as CUdeviceptr,
                rows: sorter.rows(),
                to: sorter.keys(),
                n: n as u64,
                error: work.error(),
            };
            // SAFETY: the sorter has a key for each row.
            unsafe { work.launch(Kernels::table_words, n.div_ceil(THREADS), 1, argument) }?;
            for shift in (0..64).step_by(8) {
                if differ >> shift & 255 != 0 {
                    sorter.pass(work, shift, work.word(0))?;
                }
            }
        }
        Ok(sorter)
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
            unused: 0,
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
        Word { order: Order::Unsigned as u32, width: 4, ..self.word(ranks, 0) }
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
    for ((at, word), mask) in words.iter().zip(&found.masks) {
        match mask.any.div_ceil(8) {
            _ if word.part != PART_LENGTH => all.push(*word),
            parts @ 0..=PARTS => {
                all.extend((0..parts as u32).map(|part| keys[*at].word(address(*at), part)));
                all.push(*word);
            }
            _ => {
                let of = Ranks::new(work, address(*at), n)?;
                all.push(keys[*at].ranks_word(of.column.as_raw()));
                ranks.push(of);
            }
        }
    }
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
        unsafe { slots.groups(work, count, numbers.as_raw()) }?;
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
