use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::{Buffer, MutableBuffer};
use crate::error::Error;
use crate::kernels::table::{
    Aggregate as Reduction, COUNT, Distinct, Kernels, LEAST, MEAN, MOST, PIECE, Partial, ROWS,
    Reduce, SUM, SUM_DECIMAL, SUM_FLOAT, THREADS,
};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::slots::Slots;
use crate::table::work::{Place, Room, Tables, Work, check_rows};

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
    /// The mean of numbers and booleans, as `Float64`.
    Mean,
}

/// A [`Function`] of a column, or the number of rows of each group.
///
/// ```
/// use cuda_arrow::{Aggregate, Function};
///
/// let what = [Aggregate::rows(), Aggregate::of("price", Function::Mean)];
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate {
    of: Option<(String, Function)>,
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

/// How an aggregate is computed.
struct Planned<'a> {
    parts: Option<&'a ArrayParts>,
    field: Field,
    operation: u32,
    order: Order,
    width: u32,
    is_distinct: bool,
}

impl Planned<'_> {
    /// Returns the number of bytes of a result.
    fn bytes(&self) -> usize {
        match self.operation {
            SUM_DECIMAL => 16,
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
}

const OPERATION: &str = "grouping";

fn planned<'a>(batch: &'a DeviceRecordBatch, what: &Aggregate) -> Result<Planned<'a>, Error> {
    let Some((name, function)) = &what.of else {
        return Ok(Planned {
            parts: None,
            field: Field::new("count_all", DataType::Int64, true),
            operation: ROWS,
            order: Order::Unsigned,
            width: 1,
            is_distinct: false,
        });
    };
    let parts = batch.column(name)?.parts();
    let data_type = &parts.data_type;
    let unsupported = |operation| Error::Unsupported { data_type: data_type.clone(), operation };
    let known = Order::of(data_type);
    let (suffix, operation, result) = match function {
        Function::Count => ("count", COUNT, DataType::Int64),
        Function::CountDistinct => ("count_distinct", COUNT, DataType::Int64),
        Function::Min | Function::Max => {
            known.ok_or_else(|| unsupported("a minimum"))?;
            match function {
                Function::Min => ("min", LEAST, data_type.clone()),
                _ => ("max", MOST, data_type.clone()),
            }
        }
        Function::Sum => {
            let (operation, result) = match data_type {
                DataType::Decimal32(_, scale) => (SUM_DECIMAL, DataType::Decimal128(38, *scale)),
                DataType::Decimal64(_, scale) => (SUM_DECIMAL, DataType::Decimal128(38, *scale)),
                DataType::Decimal128(_, scale) => (SUM_DECIMAL, DataType::Decimal128(38, *scale)),
                DataType::Null => (SUM, DataType::Int64),
                DataType::Boolean => (SUM, DataType::UInt64),
                it if it.is_floating() => (SUM_FLOAT, DataType::Float64),
                it if it.is_signed_integer() => (SUM, DataType::Int64),
                it if it.is_unsigned_integer() => (SUM, DataType::UInt64),
                _ => return Err(unsupported("a sum")),
            };
            ("sum", operation, result)
        }
        Function::Mean => match data_type {
            DataType::Null | DataType::Boolean => ("mean", MEAN, DataType::Float64),
            it if it.is_integer() || it.is_floating() => ("mean", MEAN, DataType::Float64),
            _ => return Err(unsupported("a mean")),
        },
    };
    let (order, width) = known.unwrap_or((Order::Unsigned, 1));
    Ok(Planned {
        parts: Some(parts),
        field: Field::new(format!("{name}_{suffix}"), result, true),
        operation,
        order,
        width,
        is_distinct: *function == Function::CountDistinct,
    })
}

fn with_offset(parts: &ArrayParts) -> (&ArrayParts, usize) {
    (parts, parts.offset)
}

impl DeviceRecordBatch {
    /// Returns a row for each group of rows whose keys are equal: the keys, and then what is computed of other columns, as
    /// pyarrow's `group_by(keys, use_threads=False).aggregate(what)`. Groups are in the order of their first rows. Nulls are
    /// equal, and so are floats of the same bits: NaN is a group for each of its encodings, and the zeros are two. Without
    /// keys, there is one group.
    ///
    /// Rows are put into a hash table in device memory, of some 16 to 32 bytes for each, then sorted by groups, and reduced
    /// in an order that doesn't depend on the device. It takes one wait, and a second one if a result has texts.
    ///
    /// # Errors
    /// [`Error::Arrow`] for a column that doesn't exist, and for more than 2³¹ rows; [`Error::Unsupported`] for nested columns,
    /// and for functions that a type doesn't have; or the driver's error.
    pub fn group_by(&self, keys: &[&str], what: &[Aggregate]) -> Result<Self, Error> {
        let n = self.num_rows();
        check_rows(n)?;
        let mut key_parts = Vec::with_capacity(keys.len());
        let mut fields = Vec::with_capacity(keys.len() + what.len());
        for key in keys {
            let index = self.schema().index_of(key)?;
            fields.push(self.schema().fields()[index].clone());
            key_parts.push(self.columns()[index].parts());
        }
        let planned: Vec<Planned<'_>> =
            what.iter().map(|it| planned(self, it)).collect::<Result<_, _>>()?;
        let distinct: Vec<&Planned<'_>> = planned.iter().filter(|it| it.is_distinct).collect();
        let manager = self.manager();
        let work = Work::new(manager, 2 + distinct.len())?;
        let mut tables = Tables::default();
        let key_columns = key_parts.iter().copied().map(with_offset);
        let first = column::push(&mut tables, key_columns.clone(), OPERATION)?;
        // Keys and the column whose values are counted.
        let mut finer = Vec::with_capacity(distinct.len());
        for it in &distinct {
            let columns = key_columns.clone().chain(it.parts.map(with_offset));
            finer.push(column::push(&mut tables, columns, OPERATION)?);
        }
        let mut columns = Vec::with_capacity(planned.len());
        for it in &planned {
            columns.push(column::push(&mut tables, it.parts.map(with_offset), OPERATION)?);
        }
        let tables = tables.upload(&work)?;
        let at = |place: usize| tables.as_raw() + place as CUdeviceptr;
        // SAFETY: the columns are of this table.
        let slots = unsafe { Slots::new(&work, at(first), keys.len(), n, false) }?;
        let first_rows = slots.first(&work, 0)?;
        let mut fine_rows = Vec::with_capacity(finer.len());
        for (index, place) in finer.iter().enumerate() {
            // SAFETY: as above.
            let slots = unsafe { Slots::new(&work, at(*place), keys.len() + 1, n, false) }?;
            fine_rows.push(slots.first(&work, 2 + index)?);
            slots.release();
        }
        let found = work.wait()?[0] as usize;
        // Without keys, there is a group even if there are no rows.
        let count = if keys.is_empty() { 1 } else { found };
        slots.number(&work, &first_rows, 0)?;
        let results = Results::new(&work, &planned, count, n)?;
        let reductions: Vec<Reduction> = planned
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.is_distinct)
            .map(|(index, it)| results.reduction(index, it, at(columns[index])))
            .collect();
        if !reductions.is_empty() {
            let grouped = slots.grouped(&work, count, 1)?;
            let mut tables = Tables::default();
            reductions.iter().for_each(|it| {
                tables.push(*it);
            });
            let tables = tables.upload(&work)?;
            let tiles = n.div_ceil(PIECE);
            let reduce = Reduce {
                aggregates: tables.as_raw(),
                groups: grouped.groups,
                starts: grouped.starts,
                rows: grouped.rows,
                n: n as u64,
                count: count as u32,
                tiles: tiles as u32,
                error: work.error(),
            };
            let warps = |warps: usize| warps.div_ceil(THREADS / 32);
            let rows = reductions.len();
            // SAFETY: there are partial results for each piece, and a result for each group.
            unsafe {
                work.launch(Kernels::table_reduce, warps(count + tiles), rows, reduce)?;
                work.launch(Kernels::table_reduced, warps(count), rows, reduce)?;
            }
        }
        let mut fine = fine_rows.iter().enumerate();
        for (index, it) in planned.iter().enumerate() {
            if let (true, Some((nth, rows))) =
                (it.is_distinct, it.is_distinct.then(|| fine.next()).flatten())
            {
                let distinct = Distinct {
                    first: rows.as_raw(),
                    found: work.word(2 + nth),
                    slots: slots.slots,
                    slot_of: slots.slot_of,
                    column: at(columns[index]),
                    to: results.places[index].of(&results.memory),
                    error: work.error(),
                };
                let blocks = n.div_ceil(THREADS).min(8192);
                // SAFETY: the rows are those of finer groups, and each group has a count.
                unsafe { work.launch(Kernels::table_distinct, blocks, 1, distinct) }?;
            }
        }
        slots.release();
        let keys = key_parts.iter().map(|parts| Source {
            parts,
            rows: first_rows.as_raw(),
            optional: false,
        });
        let picked = planned.iter().enumerate().filter_map(|(index, it)| {
            let parts = it.parts.filter(|_| it.picks_rows())?;
            Some(Source { parts, rows: results.places[index].of(&results.memory), optional: true })
        });
        let sources: Vec<Source<'_>> = keys.chain(picked).collect();
        // SAFETY: the rows are those of this table, or none.
        let mut gathered = unsafe { gather(manager, &sources, count) }?.into_iter();
        let mut arrays: Vec<DeviceArray> = gathered.by_ref().take(key_parts.len()).collect();
        let (memory, valid) = (results.memory.freeze(), results.valid.freeze());
        for (index, it) in planned.iter().enumerate() {
            fields.push(Arc::new(it.field.clone()));
            arrays.push(match it.picks_rows() {
                true => match gathered.next() {
                    Some(array) => array,
                    None => continue,
                },
                false => result(
                    it,
                    (&memory, results.places[index]),
                    (&valid, results.valids[index]),
                    count,
                )?,
            });
        }
        let schema = Arc::new(Schema::new(fields));
        Self::try_new(manager, schema, arrays, count)
    }
}

/// Memory for the results of aggregates.
struct Results {
    memory: MutableBuffer,
    places: Vec<Place>,
    partials: Vec<Place>,
    scratch: MutableBuffer,
    valid: MutableBuffer,
    valids: Vec<Place>,
}

impl Results {
    fn new(
        work: &Work<'_>,
        planned: &[Planned<'_>],
        count: usize,
        n: usize,
    ) -> Result<Self, Error> {
        let (mut room, mut scratch, mut valid) =
            (Room::default(), Room::default(), Room::default());
        let pieces = count + n.div_ceil(PIECE);
        let (mut places, mut partials, mut valids) = (Vec::new(), Vec::new(), Vec::new());
        for it in planned {
            places.push(room.add::<u8>(count.saturating_mul(it.bytes())));
            let pieces = if it.is_distinct { 0 } else { pieces };
            partials.push(scratch.add::<Partial>(pieces));
            valids.push(valid.add::<u32>(count.div_ceil(32)));
        }
        let mut memory = room.allocate(work)?;
        if let (true, true) = (planned.iter().any(|it| it.is_distinct), count > 0) {
            work.manager.stream().fill(memory.as_slice_mut(), 0)?;
        }
        let mut valid = valid.allocate(work)?;
        if !valid.is_empty() {
            work.manager.stream().fill(valid.as_slice_mut(), 0)?;
        }
        Ok(Self { memory, places, partials, scratch: scratch.allocate(work)?, valid, valids })
    }

    fn reduction(&self, index: usize, it: &Planned<'_>, column: CUdeviceptr) -> Reduction {
        Reduction {
            column,
            partials: self.partials[index].of(&self.scratch),
            to: self.places[index].of(&self.memory),
            valid: match it.counts() || it.picks_rows() {
                true => 0,
                false => self.valids[index].of(&self.valid),
            },
            operation: it.operation,
            order: it.order as u32,
            width: it.width,
            unused: 0,
        }
    }
}

/// Returns the array of an aggregate's results.
fn result(
    it: &Planned<'_>,
    (memory, place): (&Buffer, Place),
    (valid, bits): (&Buffer, Place),
    count: usize,
) -> Result<DeviceArray, Error> {
    let part = |buffer: &Buffer, place: Place| buffer.part(place.start..place.start + place.len);
    let nulls = (!it.counts()).then(|| part(valid, bits));
    DeviceArray::try_new(ArrayParts {
        data_type: it.field.data_type().clone(),
        len: count,
        offset: 0,
        null_count: nulls.is_none().then_some(0),
        nulls,
        buffers: vec![part(memory, place)],
        children: Vec::new(),
        dictionary: None,
    })
}
