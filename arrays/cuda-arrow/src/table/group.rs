use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::{Buffer, MutableBuffer};
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{
    Aggregate as Reduction, COUNT, Distinct, Kernels, LEAST, MEAN, MEAN_DECIMAL, MOST, PIECE,
    Partial, ROWS, Reduce, SUM, SUM_DECIMAL, SUM_FLOAT, THREADS,
};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::slots::Slots;
use crate::table::work::{Arena, ArenaRange, Tables, Work, check_rows};

/// What is computed of a column for each group, with pyarrow's rules: nulls don't count, and the result is null where all are,
/// except for counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Function {
    /// The sum: of signed integers as `Int64` and of others and booleans as `UInt64`, where it wraps; of floats as `Float64`,
    /// added in an order that depends only on the table's rows; of decimals of up to 128 bits with as many digits as fit.
    Sum,
    /// The number of values.
    Count,
    /// The number of different values. NaN is one value for each of its encodings, and the zeros are two.
    CountDistinct,
    /// The least value. NaN is greater and less than all others: it is the result only if there is nothing else.
    Min,
    /// The greatest value, as [`Min`](Self::Min).
    Max,
    /// The mean of numbers and booleans, as `Float64`; of decimals of up to 128 bits as one with as many digits, rounded to the
    /// nearest, and of two away from zero.
    Mean,
}

/// A [`Function`] of a column, or the number of rows of each group.
///
/// ```
/// use cuda_arrow::{Aggregate, Function};
///
/// let aggregates = [Aggregate::rows(), Aggregate::of("price", Function::Mean)];
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Aggregate {
    pub(super) of: Option<(String, Function)>,
}

impl Aggregate {
    /// A function of a column. The result is named after both, as pyarrow does: `price_mean`.
    #[must_use]
    pub fn of(column: impl Into<String>, function: Function) -> Self {
        Self { of: Some((column.into(), function)) }
    }

    /// The number of rows, named `count_all`.
    #[must_use]
    pub fn rows() -> Self {
        Self { of: None }
    }
}

/// How an aggregate is computed, and where its column and its results are.
struct PlannedAggregate<'a> {
    parts: Option<&'a ArrayParts>,
    field: Field,
    operation: u32,
    order: Order,
    width: u32,
    /// If different values are counted, the number of this aggregate among those.
    distinct: Option<usize>,
    /// The places of its column, and of the columns of finer groups for different values, among the [`Columns`].
    column: usize,
    finer: usize,
    /// The places among the [`Results`].
    result: ArenaRange,
    partials: ArenaRange,
    valid: ArenaRange,
}

impl PlannedAggregate<'_> {
    /// Returns the number of bytes of a result.
    fn bytes(&self) -> usize {
        match self.operation {
            SUM_DECIMAL | MEAN_DECIMAL => 16,
            LEAST | MOST => 4,
            _ => 8,
        }
    }

    fn picks_rows(&self) -> bool {
        matches!(self.operation, LEAST | MOST)
    }

    fn counts(&self) -> bool {
        matches!(self.operation, COUNT | ROWS)
    }

    /// Returns the number of partial results for `pieces` pieces of groups.
    fn partials(&self, pieces: usize) -> usize {
        if self.distinct.is_some() { 0 } else { pieces }
    }

    /// Returns the first row of each finer group, by the keys and the column, if different values are counted.
    fn fine_rows(
        &self,
        work: &Work<'_>,
        columns: &Columns,
        n: usize,
    ) -> Result<Option<MutableBuffer>, Error> {
        let Some(nth) = self.distinct else {
            return Ok(None);
        };
        // SAFETY: the columns are of the table.
        let slots =
            unsafe { Slots::new(work, columns.at(self.finer), columns.key_count + 1, n, false) }?;
        let rows = slots.first(work, distinct_word(nth))?;
        slots.release();
        Ok(Some(rows))
    }

    /// Returns what the kernels compute.
    fn reduction(&self, columns: &Columns, results: &Results) -> Reduction {
        Reduction {
            column: columns.at(self.column),
            partials: self.partials.of(&results.scratch),
            to: self.result.of(&results.memory),
            valid: if self.counts() || self.picks_rows() {
                0
            } else {
                self.valid.of(&results.valid)
            },
            operation: self.operation,
            order: self.order as u32,
            width: self.width,
            unused: 0,
        }
    }

    /// Counts the finer groups, whose first rows these are, within each group.
    fn count_distinct(
        &self,
        work: &Work<'_>,
        slots: &Slots,
        columns: &Columns,
        results: &Results,
        fine_rows: &MutableBuffer,
        n: usize,
    ) -> Result<(), Error> {
        let Some(nth) = self.distinct else {
            return Ok(());
        };
        let distinct = Distinct {
            first: fine_rows.as_raw(),
            found: work.word(distinct_word(nth)),
            slots: slots.slots,
            slot_of: slots.slot_of,
            column: columns.at(self.column),
            to: self.result.of(&results.memory),
            error: work.error(),
        };
        let blocks = n.div_ceil(THREADS).min(8192);
        // SAFETY: the rows are those of finer groups, and each group has a count.
        unsafe { work.launch(Kernels::table_distinct, blocks, 1, distinct) }
    }

    /// Returns the array of results, unless they are rows.
    fn array(&self, memory: &Buffer, valid: &Buffer, count: usize) -> Result<DeviceArray, Error> {
        let part =
            |buffer: &Buffer, place: ArenaRange| buffer.part(place.start..place.start + place.len);
        let nulls = (!self.counts()).then(|| part(valid, self.valid));
        DeviceArray::try_new(ArrayParts {
            data_type: self.field.data_type().clone(),
            len: count,
            offset: 0,
            null_count: nulls.is_none().then_some(0),
            nulls,
            buffers: vec![part(memory, self.result)],
            children: Vec::new(),
            dictionary: None,
        })
    }
}

pub(super) const OPERATION: Operation = ("grouping", ORDERED);

/// Returns the word that reports the number of finer groups.
fn distinct_word(nth: usize) -> usize {
    2 + nth
}

impl<'a> PlannedAggregate<'a> {
    fn new(batch: &'a DeviceRecordBatch, aggregate: &Aggregate) -> Result<Self, Error> {
        let planned = |parts, field, operation, (order, width)| Self {
            parts,
            field,
            operation,
            order,
            width,
            distinct: None,
            column: 0,
            finer: 0,
            result: ArenaRange::default(),
            partials: ArenaRange::default(),
            valid: ArenaRange::default(),
        };
        let Some((name, function)) = &aggregate.of else {
            let field = Field::new("count_all", DataType::Int64, true);
            return Ok(planned(None, field, ROWS, (Order::Unsigned, 1)));
        };
        let parts = batch.column(name)?.parts();
        let (suffix, operation, result) = operation(*function, &parts.data_type)
            .map_err(|error| error.naming(batch.schema(), [&**name]))?;
        let order = Order::of(&parts.data_type).unwrap_or((Order::Unsigned, 1));
        let operation = match function {
            Function::Count if !parts.has_nulls() => ROWS,
            _ => operation,
        };
        let field = Field::new(format!("{name}_{suffix}"), result, true);
        Ok(planned(Some(parts), field, operation, order))
    }

    /// Plans aggregates, and numbers those that count different values.
    fn all(batch: &'a DeviceRecordBatch, aggregates: &[Aggregate]) -> Result<Vec<Self>, Error> {
        let mut distinct = 0..;
        let plan = |aggregate| {
            let mut planned = Self::new(batch, aggregate)?;
            if let Some((_, Function::CountDistinct)) = aggregate.of {
                planned.distinct = distinct.next();
            }
            Ok(planned)
        };
        aggregates.iter().map(plan).collect()
    }
}

const SUMS: &str =
    "it takes numbers, booleans and decimals of up to 128 bits; others can be counted";
const MEANS: &str =
    "it takes numbers, booleans and decimals of up to 128 bits; others can be counted";

/// Returns the suffix of a result's name, the kernels' operation, and the result's type.
fn operation(
    function: Function,
    data_type: &DataType,
) -> Result<(&'static str, u32, DataType), Error> {
    let unsupported = |operation, types| Error::unsupported(data_type, (operation, types));
    let has_order = Order::of(data_type).is_some();
    Ok(match function {
        Function::Count => ("count", COUNT, DataType::Int64),
        Function::CountDistinct => ("count_distinct", COUNT, DataType::Int64),
        Function::Min if !has_order => return Err(unsupported("a minimum", ORDERED)),
        Function::Max if !has_order => return Err(unsupported("a maximum", ORDERED)),
        Function::Min => ("min", LEAST, data_type.clone()),
        Function::Max => ("max", MOST, data_type.clone()),
        Function::Sum => {
            let (operation, result) = match data_type {
                DataType::Decimal32(_, scale) => (SUM_DECIMAL, DataType::Decimal128(38, *scale)),
                DataType::Decimal64(_, scale) => (SUM_DECIMAL, DataType::Decimal128(38, *scale)),
                DataType::Decimal128(_, scale) => (SUM_DECIMAL, DataType::Decimal128(38, *scale)),
                DataType::Null => (SUM, DataType::Int64),
                DataType::Boolean => (SUM, DataType::UInt64),
                number if number.is_floating() => (SUM_FLOAT, DataType::Float64),
                number if number.is_signed_integer() => (SUM, DataType::Int64),
                number if number.is_unsigned_integer() => (SUM, DataType::UInt64),
                _ => return Err(unsupported("a sum", SUMS)),
            };
            ("sum", operation, result)
        }
        Function::Mean => match data_type {
            DataType::Null | DataType::Boolean => ("mean", MEAN, DataType::Float64),
            DataType::Decimal32(precision, scale)
            | DataType::Decimal64(precision, scale)
            | DataType::Decimal128(precision, scale) => {
                ("mean", MEAN_DECIMAL, DataType::Decimal128(*precision, *scale))
            }
            number if number.is_integer() || number.is_floating() => {
                ("mean", MEAN, DataType::Float64)
            }
            _ => return Err(unsupported("a mean", MEANS)),
        },
    })
}

impl DeviceRecordBatch {
    /// Returns a row for each group of rows whose keys are equal: the keys, and then what is computed of other columns, as
    /// pyarrow's `group_by(keys, use_threads=False).aggregate(aggregates)`. Groups are in the order of their first rows. Nulls are
    /// equal, and so are floats of the same bits: NaN is a group for each of its encodings, and the zeros are two. Without
    /// keys, there is one group.
    ///
    /// Rows are put into a hash table in device memory, of some 16 to 32 bytes for each, then sorted by groups, and reduced
    /// in an order that doesn't depend on the device. It takes one wait, one more for functions of texts and dictionaries,
    /// whose entries may be invalid, and one if a result has texts.
    ///
    /// # Errors
    /// [`Error::Arrow`] for a name that no column has, or several, and for more than 2³¹ rows; [`Error::Unsupported`] for nested columns,
    /// and for functions that a type doesn't have; or the driver's error.
    pub fn group_by(&self, keys: &[&str], aggregates: &[Aggregate]) -> Result<Self, Error> {
        let n = self.num_rows();
        check_rows(n)?;
        let mut key_parts = Vec::with_capacity(keys.len());
        let mut fields = Vec::with_capacity(keys.len() + aggregates.len());
        for key in keys {
            let index = self.index_of(key)?;
            fields.push(self.schema().fields()[index].clone());
            key_parts.push(self.columns()[index].parts());
        }
        let mut planned = PlannedAggregate::all(self, aggregates)?;
        fields.extend(planned.iter().map(|aggregate| Arc::new(aggregate.field.clone())));
        let distinct = planned.iter().filter(|aggregate| aggregate.distinct.is_some()).count();
        let work = Work::new(self.manager(), distinct_word(distinct))?;
        let aggregated = aggregates.iter().filter_map(|aggregate| Some(&*aggregate.of.as_ref()?.0));
        let columns = Columns::upload(&work, &key_parts, &mut planned)
            .map_err(|error| error.naming(self.schema(), keys.iter().copied().chain(aggregated)))?;
        // SAFETY: the columns are of this table.
        let slots = unsafe { Slots::new(&work, columns.at(columns.keys), keys.len(), n, false) }?;
        let first_rows = slots.first(&work, 0)?;
        let fine_rows = planned.iter().map(|aggregate| aggregate.fine_rows(&work, &columns, n));
        let fine_rows = fine_rows.collect::<Result<Vec<_>, _>>()?;
        let found = work.wait()?[0] as usize;
        // Without keys, there is a group even if there are no rows.
        let count = if keys.is_empty() { 1 } else { found };
        slots.number(&work, &first_rows, 0)?;
        let results = Results::new(&work, &mut planned, count, n)?;
        results.reduce(&work, &slots, &columns, &planned)?;
        for (aggregate, rows) in planned.iter().zip(&fine_rows) {
            if let Some(rows) = rows {
                aggregate.count_distinct(&work, &slots, &columns, &results, rows, n)?;
            }
        }
        // ChildEntries of keys and of different values were read before.
        let is_unread = |aggregate: &PlannedAggregate<'_>| {
            let parts = aggregate
                .parts
                .filter(|_| aggregate.distinct.is_none() && aggregate.operation != ROWS);
            parts.is_some_and(column::may_lack_entries)
        };
        if planned.iter().any(is_unread) {
            work.wait()?;
        }
        slots.release();
        let arrays = results.arrays(&work, &key_parts, &planned, &first_rows)?;
        Self::try_new(self.manager(), Arc::new(Schema::new(fields)), arrays, count)
    }
}

/// The columns for the kernels.
struct Columns {
    memory: MutableBuffer,
    /// The place of the keys.
    keys: usize,
    key_count: usize,
}

impl Columns {
    /// Copies the keys, the keys with each column whose different values are counted, and the column of each aggregate.
    fn upload(
        work: &Work<'_>,
        keys: &[&ArrayParts],
        planned: &mut [PlannedAggregate<'_>],
    ) -> Result<Self, Error> {
        fn with_offset(parts: &ArrayParts) -> (&ArrayParts, usize) {
            (parts, parts.offset)
        }
        let mut tables = Tables::default();
        let key_columns = keys.iter().copied().map(with_offset);
        let first = column::push(&mut tables, key_columns.clone(), OPERATION)?;
        for aggregate in planned.iter_mut().filter(|aggregate| aggregate.distinct.is_some()) {
            let columns = key_columns.clone().chain(aggregate.parts.map(with_offset));
            aggregate.finer = column::push(&mut tables, columns, OPERATION)?;
        }
        for aggregate in planned {
            aggregate.column =
                column::push(&mut tables, aggregate.parts.map(with_offset), OPERATION)?;
        }
        Ok(Self { memory: tables.upload(work)?, keys: first, key_count: keys.len() })
    }

    fn at(&self, place: usize) -> CUdeviceptr {
        self.memory.as_raw() + place as CUdeviceptr
    }
}

/// Memory for the results of aggregates: for `count` groups of `n` rows.
struct Results {
    memory: MutableBuffer,
    scratch: MutableBuffer,
    valid: MutableBuffer,
    count: usize,
    n: usize,
}

impl Results {
    /// Gives each aggregate its places.
    fn new(
        work: &Work<'_>,
        planned: &mut [PlannedAggregate<'_>],
        count: usize,
        n: usize,
    ) -> Result<Self, Error> {
        let (mut arena, mut scratch, mut valid) =
            (Arena::default(), Arena::default(), Arena::default());
        for aggregate in &mut *planned {
            aggregate.result = arena.add::<u8>(count.saturating_mul(aggregate.bytes()));
            aggregate.partials =
                scratch.add::<Partial>(aggregate.partials(count + n.div_ceil(PIECE)));
            aggregate.valid = valid.add::<u32>(count.div_ceil(32));
        }
        let mut memory = arena.allocate(work)?;
        if planned.iter().any(|aggregate| aggregate.distinct.is_some()) && count > 0 {
            work.manager.stream().fill(memory.as_slice_mut(), 0)?;
        }
        let mut valid = valid.allocate(work)?;
        if !valid.is_empty() {
            work.manager.stream().fill(valid.as_slice_mut(), 0)?;
        }
        Ok(Self { memory, scratch: scratch.allocate(work)?, valid, count, n })
    }

    /// Computes all aggregates but the numbers of different values.
    fn reduce(
        &self,
        work: &Work<'_>,
        slots: &Slots,
        columns: &Columns,
        planned: &[PlannedAggregate<'_>],
    ) -> Result<(), Error> {
        let (mut tables, mut aggregates) = (Tables::default(), 0);
        for aggregate in planned.iter().filter(|aggregate| aggregate.distinct.is_none()) {
            tables.push(aggregate.reduction(columns, self));
            aggregates += 1;
        }
        if aggregates == 0 {
            return Ok(());
        }
        let Self { count, n, .. } = *self;
        let grouped = slots.grouped(work, count)?;
        let tables = tables.upload(work)?;
        let tiles = n.div_ceil(PIECE);
        let reduce = Reduce {
            aggregates: tables.as_raw(),
            groups: grouped.groups,
            starts: grouped.starts,
            rows: grouped.rows,
            n: n as u64,
            error: work.error(),
            aggregate_count: aggregates as u32,
            count: count as u32,
            tiles: tiles as u32,
            unused: 0,
        };
        let warps = |warps: usize| warps.div_ceil(THREADS / 32);
        // SAFETY: there are partial results for each piece, and a result for each group.
        unsafe {
            work.launch(Kernels::table_reduce, warps(count + tiles), 1, reduce)?;
            work.launch(Kernels::table_reduced, count.div_ceil(THREADS), aggregates, reduce)
        }
    }

    /// Returns the arrays of the keys and of the aggregates.
    fn arrays(
        self,
        work: &Work<'_>,
        keys: &[&ArrayParts],
        planned: &[PlannedAggregate<'_>],
        first_rows: &MutableBuffer,
    ) -> Result<Vec<DeviceArray>, Error> {
        let key_sources =
            keys.iter().map(|parts| Source { parts, rows: first_rows.as_raw(), optional: false });
        let picked = planned.iter().filter_map(|aggregate| {
            let parts = aggregate.parts.filter(|_| aggregate.picks_rows())?;
            Some(Source { parts, rows: aggregate.result.of(&self.memory), optional: true })
        });
        let sources: Vec<Source<'_>> = key_sources.chain(picked).collect();
        // SAFETY: the rows are those of this table, or none.
        let mut gathered = unsafe { gather(work.manager, &sources, self.count) }?.into_iter();
        let mut arrays: Vec<DeviceArray> = gathered.by_ref().take(keys.len()).collect();
        let (memory, valid) = (self.memory.freeze(), self.valid.freeze());
        for aggregate in planned {
            if aggregate.picks_rows() {
                arrays.extend(gathered.next());
            } else {
                arrays.push(aggregate.array(&memory, &valid, self.count)?);
            }
        }
        Ok(arrays)
    }
}
