use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::kernels::table::{Column, Kernels, PART_CLASS, PART_LENGTH, THREADS, Word, Words};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::radix::Sorter;
use crate::table::work::{Tables, Work, check_report, check_rows, invalid};

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

/// The number of blocks that look at all rows of a word.
const BLOCKS: usize = 1024;

/// The maximum number of parts of 8 bytes of texts.
const PARTS: u64 = 1 << 15;

/// The words of a sort, and the addresses of the columns that they are of.
struct Plan<'a> {
    work: &'a Work<'a>,
    n: usize,
}

impl Plan<'_> {
    /// Returns which bits of each word differ between rows that have a value, and which are set in any; and the
    /// address of the words. It waits.
    fn masks(
        &self,
        words: &[Word],
    ) -> Result<(Vec<(u64, u64)>, crate::buffer::MutableBuffer), Error> {
        let mut tables = Tables::default();
        words.iter().for_each(|word| {
            tables.push(*word);
        });
        let results: Vec<usize> = words.iter().map(|_| tables.push([0, u64::MAX])).collect();
        let error = tables.push(0u64);
        let memory = tables.upload(self.work)?;
        let Some(first) = results.first() else {
            return Ok((Vec::new(), memory));
        };
        let argument = Words {
            words: memory.as_raw(),
            rows: 0,
            to: memory.as_raw() + *first as CUdeviceptr,
            n: self.n as u64,
            error: memory.as_raw() + error as CUdeviceptr,
        };
        let blocks = self.n.div_ceil(THREADS).min(BLOCKS);
        // SAFETY: the words are of columns of this stream, and have masks.
        unsafe { self.work.launch(Kernels::table_masks, blocks, words.len(), argument) }?;
        let mut results = vec![0u8; 16 * words.len() + 8];
        memory.download_into(*first..*first + results.len(), &mut results)?;
        let number = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().unwrap_or_default());
        let (masks, report) = results.split_at(16 * words.len());
        check_report(number(report))?;
        let masks = masks.chunks_exact(16).map(|pair| {
            let (any, all) = (number(&pair[..8]), number(&pair[8..]));
            (any & !all, any)
        });
        Ok((masks.collect(), memory))
    }
}

/// Returns `true` if an entry may be null.
fn has_nulls(parts: &ArrayParts) -> bool {
    parts.data_type == DataType::Null
        || (parts.nulls.is_some() && parts.null_count != Some(0))
        || parts.dictionary.as_deref().is_some_and(has_nulls)
}

/// Returns the rows of a table in the order of its keys, each a column, whether it descends, and whether nulls come first.
/// It waits once, and again if there are texts.
pub(super) fn sorted(
    work: &Work<'_>,
    keys: &[(&ArrayParts, bool, bool)],
    n: usize,
) -> Result<Sorter, Error> {
    const OPERATION: &str = "sorting";
    let mut tables = Tables::default();
    let columns = keys.iter().map(|(parts, ..)| (*parts, parts.offset));
    let first = column::push(&mut tables, columns, OPERATION)?;
    let mut orders = Vec::with_capacity(keys.len());
    for (parts, ..) in keys {
        let order = Order::of(&parts.data_type).ok_or_else(|| Error::Unsupported {
            data_type: parts.data_type.clone(),
            operation: OPERATION,
        })?;
        orders.push(order);
    }
    let columns = tables.upload(work)?;
    let word = |key: usize, part: u32| {
        let (_, descends, nulls_first) = keys[key];
        let (order, width) = orders[key];
        Word {
            column: columns.as_raw() + (first + key * size_of::<Column>()) as CUdeviceptr,
            order: order as u32,
            width,
            part,
            descends: descends.into(),
            nulls_first: nulls_first.into(),
            unused: 0,
        }
    };
    let values = |parts: &ArrayParts| match &parts.dictionary {
        Some(values) => values.data_type.clone(),
        None => parts.data_type.clone(),
    };
    // The most significant word of a key comes first here.
    let mut words: Vec<(usize, Word)> = Vec::new();
    for (key, (parts, ..)) in keys.iter().enumerate() {
        let (order, _) = orders[key];
        let is_float = matches!(order, Order::Float16 | Order::Float32 | Order::Float64);
        if has_nulls(parts) || is_float {
            words.push((key, word(key, PART_CLASS)));
        }
        match (order, values(parts)) {
            (Order::Bytes, _) => words.push((key, word(key, PART_LENGTH))),
            (Order::Decimal, DataType::Decimal256(..)) => {
                words.extend((0..4).map(|part| (key, word(key, part))));
            }
            (Order::Decimal, _) => words.extend((0..2).map(|part| (key, word(key, part)))),
            _ => words.push((key, word(key, 0))),
        }
    }
    let plan = Plan { work, n };
    let only: Vec<Word> = words.iter().map(|(_, word)| *word).collect();
    let (masks, first_words) = plan.masks(&only)?;
    // Texts have as many words as the longest one needs.
    let mut all: Vec<(Word, Option<u64>)> = Vec::new();
    for ((key, one), (_, any)) in words.iter().zip(&masks) {
        if one.part == PART_LENGTH {
            // The bits of all lengths: at most twice the longest.
            let parts = any.div_ceil(8);
            if parts > PARTS {
                let column = keys[*key].0.data_type.clone();
                let most = 8 * PARTS;
                return Err(invalid(format!(
                    "a column of {column} with texts of some {any} bytes can't be sorted: at most {most}"
                )));
            }
            all.extend((0..parts as u32).map(|part| (word(*key, part), None)));
        }
        all.push((*one, None));
    }
    let has_texts = words.iter().any(|(_, word)| word.part == PART_LENGTH);
    let memory = match has_texts {
        true => {
            let only: Vec<Word> = all.iter().map(|(word, _)| *word).collect();
            let (masks, memory) = plan.masks(&only)?;
            for (word, (differ, _)) in all.iter_mut().zip(masks) {
                word.1 = Some(differ);
            }
            memory
        }
        false => {
            for (word, (differ, _)) in all.iter_mut().zip(masks) {
                word.1 = Some(differ);
            }
            first_words
        }
    };
    let mut sorter = Sorter::new(work, n, 8)?;
    for (index, (_, differ)) in all.iter().enumerate().rev() {
        let differ = differ.unwrap_or(u64::MAX);
        if differ == 0 {
            continue;
        }
        let argument = Words {
            words: memory.as_raw() + (index * size_of::<Word>()) as CUdeviceptr,
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

impl DeviceRecordBatch {
    /// Returns the rows in the order of one or more keys: pyarrow's `sort_by`. The sort is stable, the zeros are equal,
    /// and NaN comes between values and nulls. A key can be a number, a boolean, a text or bytes, a decimal, a date, a
    /// time, a timestamp, a duration, or a dictionary of these.
    ///
    /// It takes one wait, two if a key has texts, and one more if any column has; and passes over 12 bytes of each
    /// row, one for every eight bits in which keys differ.
    ///
    /// # Errors
    /// [`Error::Arrow`] for a column that doesn't exist, and for more than 2³¹ rows; [`Error::Unsupported`] for keys of
    /// other types, and columns of lists, maps and run-end encoded arrays; or the driver's error.
    pub fn sort_by(&self, keys: &[SortKey]) -> Result<Self, Error> {
        check_rows(self.num_rows())?;
        let mut columns = Vec::with_capacity(keys.len());
        for key in keys {
            let parts = self.column(&key.column)?.parts();
            columns.push((parts, key.descends, key.nulls_first));
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
