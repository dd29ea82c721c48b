use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{
    Column, DIGITS, Kernels, Merge, PART_CLASS, PART_LENGTH, THREADS, Word, Words as Argument,
};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::radix::Sorter;
use crate::table::slots::Slots;
use crate::table::work::{Tables, Work, blocks, check_report, check_rows};

/// A column by which rows are sorted, and its direction.
///
/// ```
/// use cuda_arrow::SortKey;
///
/// let keys = [SortKey::ascending("city"), SortKey::descending("time").nulls_first()];
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

    pub(super) fn column(&self) -> &str {
        &self.column
    }
}

const OPERATION: Operation = ("sorting", ORDERED);

/// The number of parts of 8 bytes of texts by which rows are sorted. Where a text is longer, rows are sorted by the texts' ranks.
const PARTS: u64 = 8;

/// Words of keys in device memory, the most significant one first.
struct Words {
    /// Each with the position of its key.
    words: Vec<(usize, Word)>,
    memory: MutableBuffer,
    /// How many rows that have a value have each value of each byte of each word.
    counts: MutableBuffer,
    on_host: Vec<u32>,
    /// The last words are its keys.
    sorter: Sorter,
}

/// The number of counts of a word.
const COUNTS: usize = 8 * DIGITS;

/// Rows in an order.
pub(super) struct SortedRows {
    pub(super) sorter: Sorter,
    /// The position of a key, and its column in this order.
    column: Option<(usize, MutableBuffer)>,
}

/// Returns the width of a word as a key.
fn width(word: &Word) -> usize {
    if word.bytes <= 4 { 4 } else { 8 }
}

impl Words {
    /// Copies the words to the device, and counts the values of their bytes for `n` rows. It waits.
    fn new(work: &Work<'_>, words: Vec<(usize, Word)>, n: usize) -> Result<Self, Error> {
        let mut tables = Tables::default();
        for (_, word) in &words {
            tables.push(*word);
        }
        let memory = tables.upload(work)?;
        let len = COUNTS * words.len();
        // What is wrong with a column follows.
        let mut counts = work.manager.allocate(4 * (len + 1))?;
        let widest = words.iter().map(|(_, word)| width(word)).max();
        let sorter = Sorter::new(work, n, widest.unwrap_or(4))?;
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
            // SAFETY: the words are of columns of this stream, and have counts; the sorter has a
            // key for each row.
            unsafe { work.launch(Kernels::table_digits, blocks(n), words.len(), argument) }?;
            counts.download_into(.., bytemuck::cast_slice_mut(&mut on_host))?;
            check_report(on_host[len].into())?;
        }
        Ok(Self { words, memory, counts, on_host, sorter })
    }

    /// Returns how many rows have each value of a byte of a word.
    fn counts(&self, word: usize, byte: usize) -> &[u32] {
        let at = word * COUNTS + byte * DIGITS;
        &self.on_host[at..at + DIGITS]
    }

    /// Returns the bytes of a word that aren't the same in all rows that have a value.
    fn bytes(&self, word: usize) -> Vec<usize> {
        let differ =
            |byte: &usize| self.counts(word, *byte).iter().filter(|count| **count > 0).nth(1);
        (0..8).filter(|byte| differ(byte).is_some()).collect()
    }

    /// Returns a number that a word doesn't exceed before it is inverted: the largest one, if that
    /// is less than 256.
    fn most(&self, word: usize) -> u64 {
        let (descends, n) = (self.words[word].1.descends != 0, DIGITS - 1);
        let most = |byte| {
            if descends {
                self.counts(word, byte).iter().position(|count| *count > 0).map(|index| n - index)
            } else {
                self.counts(word, byte).iter().rposition(|count| *count > 0)
            }
        };
        (0..8).rev().fold(0, |all, byte| all << 8 | most(byte).unwrap_or(0) as u64)
    }

    /// Sorts `n` rows by the words of these keys, each eight bits at a time.
    fn sort(mut self, work: &Work<'_>, keys: &[Key<'_>], n: usize) -> Result<SortedRows, Error> {
        let first = (0..self.words.len()).find(|index| !self.bytes(*index).is_empty());
        let mut column = None;
        for (index, (at, word)) in self.words.iter().enumerate().rev() {
            let bytes = self.bytes(index);
            if bytes.is_empty() {
                continue;
            }
            let counts = self.counts.as_raw() + (index * 4 * COUNTS) as CUdeviceptr;
            if index + 1 < self.words.len() {
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
            for byte in &bytes {
                let is_last = first == Some(index) && bytes.last() == Some(byte);
                let elsewhere = match keys[*at].whole().filter(|_| is_last) {
                    Some(flip) => {
                        let buffer = work.manager.allocate(n * width(word))?;
                        let (_, to) = column.insert((*at, buffer));
                        Some((to.as_raw(), flip))
                    }
                    None => None,
                };
                let counts = counts + (4 * byte * DIGITS) as CUdeviceptr;
                // SAFETY: there is room for the keys.
                unsafe { self.sorter.pass(work, (width(word), *byte), counts, elsewhere) }?;
            }
        }
        Ok(SortedRows { sorter: self.sorter, column })
    }
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
        let (order, width) = Order::of(&parts.data_type)
            .ok_or_else(|| Error::unsupported(&parts.data_type, OPERATION))?;
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
        if self.parts.has_nulls() || is_float {
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

    /// Returns which bits of the key's word are inverted in it, if it is all that the column has.
    fn whole(&self) -> Option<u64> {
        let is_whole = matches!(self.order, Order::Signed | Order::Unsigned)
            && matches!(self.width, 4 | 8)
            && !self.parts.has_nulls()
            && self.parts.dictionary.is_none();
        let sign = if self.order == Order::Signed { 1 << (8 * self.width - 1) } else { 0 };
        is_whole.then_some(if self.descends { !sign } else { sign })
    }

    /// Returns the word of the ranks of the key's texts, a column at this address.
    fn ranks_word(&self, ranks: CUdeviceptr) -> Word {
        Word { order: Order::Unsigned as u32, width: 4, bytes: 4, ..self.word(ranks, 0) }
    }
}

/// Returns the rows of a table in the order of its keys. It waits once, and again if there are texts.
pub(super) fn sorted(
    work: &Work<'_>,
    keys: &[(&ArrayParts, &SortKey)],
    n: usize,
) -> Result<SortedRows, Error> {
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
    let has_texts = words.iter().any(|(_, word)| word.part == PART_LENGTH);
    let found = Words::new(work, words, n)?;
    if !has_texts {
        return found.sort(work, &keys, n);
    }
    // Texts have as many words as the longest one needs.
    let mut all: Vec<(usize, Word)> = Vec::new();
    let mut ranks: Vec<Ranks> = Vec::new();
    for (index, (at, word)) in found.words.iter().enumerate() {
        match found.most(index).div_ceil(8) {
            _ if word.part != PART_LENGTH => all.push((*at, *word)),
            parts @ 0..=PARTS => {
                let parts = 0..parts as u32;
                all.extend(parts.map(|part| (*at, keys[*at].word(address(*at), part))));
                all.push((*at, Word { bytes: 1, ..*word }));
            }
            _ => {
                let key_ranks = Ranks::new(work, address(*at), n)?;
                all.push((*at, keys[*at].ranks_word(key_ranks.column.as_raw())));
                ranks.push(key_ranks);
            }
        }
    }
    drop(found);
    Words::new(work, all, n)?.sort(work, &keys, n)
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
    /// It takes one wait, two if a key has texts, and one more if any column has; and a pass over
    /// 12 bytes of each row for every eight bits in which keys differ, or over 8 if they have at
    /// most 4 bytes. The first key's own column then comes from the sorted keys, if it has integers
    /// and no nulls; rows of the others are gathered. A key with texts of 64 bytes and more takes
    /// one more wait: its different texts are merged, so that a long text is only compared with
    /// those that begin as it does.
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
        let SortedRows { sorter, column } = sorted(&work, &columns, self.num_rows())
            .map_err(|error| error.naming(self.schema(), keys.iter().map(|key| &*key.column)))?;
        let key_column = match column {
            Some((at, buffer)) => Some((self.index_of(&keys[at].column)?, buffer)),
            None => None,
        };
        let is_made = |index| key_column.as_ref().is_some_and(|(at, _)| *at == index);
        let sources: Vec<Source<'_>> = self
            .columns()
            .iter()
            .enumerate()
            .filter(|(index, _)| !is_made(*index))
            .map(|(_, column)| Source {
                parts: column.parts(),
                rows: sorter.rows(),
                optional: false,
            })
            .collect();
        // SAFETY: the sorter's rows are those of the table.
        let mut sorted = unsafe { gather(self.manager(), &sources, self.num_rows()) }
            .map_err(|error| error.naming(self.schema(), self.names()))?;
        sorter.release();
        if let Some((index, buffer)) = key_column {
            sorted.insert(
                index,
                DeviceArray::try_new(ArrayParts {
                    data_type: self.columns()[index].data_type().clone(),
                    len: self.num_rows(),
                    offset: 0,
                    null_count: Some(0),
                    nulls: None,
                    buffers: vec![buffer.freeze()],
                    children: Vec::new(),
                    dictionary: None,
                })?,
            );
        }
        Self::try_new(self.manager(), self.schema().clone(), sorted, self.num_rows())
    }
}
