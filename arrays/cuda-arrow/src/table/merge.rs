//! Aggregates of a table that comes in parts.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::chunks;
use crate::error::Error;
use crate::kernels::table::{Kernels, THREADS, Table};
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::expression::{Expr, col};
use crate::table::group::{Aggregate, Function, OPERATION};
use crate::table::sort::SortKey;
use crate::table::work::{Tables, Work, invalid};

/// Groups of a table that comes in parts, as of [`Chunks`](crate::Chunks): each part is grouped, and its groups are merged with those
/// before, all of which are in device memory, or as many as there is room for [within a budget](Self::within). The result is that of
/// [`group_by`](DeviceRecordBatch::group_by) of all rows, except that floats are added part by part.
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use std::sync::Arc;
/// use cuda_arrow::arrow_array::{ArrayRef, Float64Array, Int32Array, RecordBatch};
/// use cuda_arrow::{Aggregate, Function, Groups, col};
///
/// let batches = (0..8).map(|i| RecordBatch::try_from_iter([
///     ("key", Arc::new(Int32Array::from(vec![i % 3; 1000])) as ArrayRef),
///     ("x", Arc::new(Float64Array::from(vec![0.5; 1000]))),
/// ]));
/// let mut groups = Groups::new(&["key"], &[Aggregate::of("x", Function::Sum)])?.within(1 << 20);
/// for chunk in manager.chunks(batches, 1 << 20)? {
///     groups.add(&chunk?.filter(col("key").gt(0))?)?;
/// }
/// let made = groups.finish()?; // `key`, `x_sum`
/// assert_eq!(made.num_rows(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Groups {
    keys: Vec<String>,
    aggregates: Vec<Aggregate>,
    /// What is computed of a part, and how that of several is merged.
    partial: Vec<(Aggregate, Function)>,
    /// For each result, the partial ones that it is of: a mean is of two.
    of: Vec<(usize, Option<usize>)>,
    /// Groups that aren't merged, with columns named by their numbers.
    parts: Vec<DeviceRecordBatch>,
    /// Groups that had no room there. Others may have the same keys.
    spilled: Vec<RecordBatch>,
    /// The bytes of device memory for all work.
    budget: Option<usize>,
    /// The result of a table without rows.
    empty: Option<DeviceRecordBatch>,
}

/// So many groups are kept before they are merged, or as many as there are.
const MERGE_THRESHOLD: usize = 1 << 12;

/// So many lists of groups are.
const LISTS: usize = 64;

/// The part of a budget that the work on groups may take at once.
const SHARE: usize = 2;

/// About the bytes that grouping takes for a row, besides several copies of it, and for a column of it.
const WORK: [usize; 2] = [48, 16];

impl Groups {
    /// Groups by keys, or makes one group without any.
    ///
    /// # Errors
    /// [`Error::Arrow`] for [`Function::CountDistinct`], whose counts can't be merged.
    pub fn new(keys: &[&str], aggregates: &[Aggregate]) -> Result<Self, Error> {
        let mut partial: Vec<(Aggregate, Function)> = Vec::new();
        let mut place = |aggregate: Aggregate, merged: Function| {
            let found = partial.iter().position(|(other, _)| *other == aggregate);
            found.unwrap_or_else(|| {
                partial.push((aggregate, merged));
                partial.len() - 1
            })
        };
        let mut columns = Vec::with_capacity(aggregates.len());
        for aggregate in aggregates {
            columns.push(match &aggregate.of {
                None => (place(aggregate.clone(), Function::Sum), None),
                Some((_, Function::Count | Function::Sum)) => (place(aggregate.clone(), Function::Sum), None),
                Some((_, function @ (Function::Min | Function::Max))) => {
                    (place(aggregate.clone(), *function), None)
                }
                Some((name, Function::Mean)) => {
                    let counts = Aggregate::of(name, Function::Count);
                    (place(aggregate.clone(), Function::Sum), Some(place(counts, Function::Sum)))
                }
                Some((name, Function::CountDistinct)) => {
                    return Err(invalid(format!(
                        "numbers of different values of {name:?} can't be merged: group by it, too, and then count"
                    )));
                }
            });
        }
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        Ok(Self {
            keys,
            aggregates: aggregates.to_vec(),
            partial,
            of: columns,
            parts: Vec::new(),
            spilled: Vec::new(),
            budget: None,
            empty: None,
        })
    }

    /// Bounds the device memory of all work on groups, and of a [chunk](crate::Chunks) of the same budget, by so many bytes. Groups
    /// for which there is no room go to host memory, and [`finish_in_parts`](Self::finish_in_parts) brings them back, by hashes of
    /// their keys. A budget of less than some MiB bounds it only roughly.
    #[must_use]
    pub fn within(mut self, budget: usize) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Returns about how many bytes grouping a table of some bytes takes.
    fn work_of(&self, rows: usize, bytes: usize) -> usize {
        let columns = self.keys.len() + self.partial.len();
        rows * (WORK[0] + WORK[1] * columns) + 2 * bytes
    }

    /// Adds a part of the table. All have the same columns.
    ///
    /// # Errors
    /// As [`group_by`](DeviceRecordBatch::group_by); [`Error::Arrow`] if a column has another type than before. Then the part isn't
    /// added, and others can be; one that is worked on in pieces, because of a [budget](Self::within), may have been added to one.
    pub fn add(&mut self, part: &DeviceRecordBatch) -> Result<(), Error> {
        let rows = part.num_rows();
        let work = self.work_of(rows, device_bytes(part));
        let most = self.budget.map_or(usize::MAX, |budget| (budget / SHARE).max(1));
        let pieces = work.div_ceil(most).clamp(1, rows.div_ceil(256).max(1));
        let each = rows.div_ceil(pieces).max(1);
        for begin in (0..rows.max(1)).step_by(each) {
            self.add_piece(&part.slice(begin, each.min(rows - begin))?)?;
        }
        Ok(())
    }

    fn add_piece(&mut self, part: &DeviceRecordBatch) -> Result<(), Error> {
        let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
        if self.empty.is_none() {
            self.check_means(part)?;
            self.empty = Some(part.slice(0, 0)?.group_by(&keys, &self.aggregates)?);
        }
        let partial: Vec<Aggregate> = self.partial.iter().map(|merged| merged.0.clone()).collect();
        let mut groups = numbered(&part.group_by(&keys, &partial)?)?;
        // A mean by its count is a sum.
        let mut sums: Vec<Expr> = Vec::new();
        for (sum, count) in &self.of {
            if let Some(count) = count {
                let [sum, count] = [sum, count].map(|i| (keys.len() + i).to_string());
                // Two means of a column are one sum.
                if sums.iter().all(|other| other.name() != sum) {
                    sums.push((col(&sum) * col(count)).alias(sum));
                }
            }
        }
        if !sums.is_empty() {
            groups = groups.with_columns(&sums)?;
        }
        let groups = numbered(&groups)?;
        self.check(&groups)?;
        self.push(groups)
    }

    /// Checks that means are of floats: the rounded ones of decimals can't be merged.
    fn check_means(&self, part: &DeviceRecordBatch) -> Result<(), Error> {
        for (name, function) in self.aggregates.iter().filter_map(|aggregate| aggregate.of.as_ref())
        {
            let data_type = &part.column(name)?.parts().data_type;
            if *function == Function::Mean && data_type.is_decimal() {
                return Err(invalid(format!(
                    "means of decimals can't be merged, and {name:?} is of {data_type}: ask for `Function::Sum` and `Function::Count`, and divide"
                )));
            }
        }
        Ok(())
    }

    /// Adds groups, or leaves those that are there as they were if there is no room for them.
    fn push(&mut self, groups: DeviceRecordBatch) -> Result<(), Error> {
        let (parts, spilled) = (self.parts.clone(), self.spilled.len());
        self.parts.push(groups);
        let result = self.make_room();
        if result.is_err() {
            self.parts = parts;
            self.spilled.truncate(spilled);
        }
        result
    }

    /// Merges groups if there are many, and takes them to the host if there is no room for more.
    fn make_room(&mut self) -> Result<(), Error> {
        let (first, rest) = (self.parts[0].num_rows(), &self.parts[1..]);
        let waiting: usize = rest.iter().map(DeviceRecordBatch::num_rows).sum();
        let has_room = self.has_room(1);
        if (waiting >= first.max(MERGE_THRESHOLD) && !rest.is_empty())
            || rest.len() >= LISTS
            || !has_room
        {
            self.merge()?;
        }
        if self.has_room(2) {
            return Ok(());
        }
        self.spill()
    }

    /// Whether the groups there take no more than a part of the budget's share.
    fn has_room(&self, part: usize) -> bool {
        let all = self.parts.iter().map(|part| self.work_of(part.num_rows(), device_bytes(part)));
        let all: usize = all.sum();
        self.budget.is_none_or(|budget| all <= budget / SHARE / part)
    }

    /// Checks that columns have the types of those before.
    fn check(&self, groups: &DeviceRecordBatch) -> Result<(), Error> {
        let spilled = self.spilled.first().map(|batch| batch.schema_ref());
        let Some(first) = self.parts.first().map(|part| part.schema()).or(spilled) else {
            return Ok(());
        };
        for at in 0..groups.num_columns() {
            let [found, before] =
                [groups.schema(), first].map(|schema| schema.field(at).data_type());
            if !found.equals_datatype(before) {
                let column =
                    at.checked_sub(self.keys.len()).and_then(|at| self.partial[at].0.of.as_ref());
                let name = column.map_or_else(|| self.keys.get(at), |(name, _)| Some(name));
                let name = name.map_or("the rows", String::as_str);
                return Err(invalid(format!(
                    "column {name:?} has another type than in the parts before: its groups have {found}, and those {before}; cast it"
                )));
            }
        }
        Ok(())
    }

    fn merge(&mut self) -> Result<(), Error> {
        if self.parts.len() < 2 {
            return Ok(());
        }
        let all = DeviceRecordBatch::concat(&self.parts)?;
        let names: Vec<String> = (0..all.num_columns()).map(|i| i.to_string()).collect();
        let (keys, rest) = names.split_at(self.keys.len());
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let functions = rest.iter().zip(&self.partial);
        let aggregates: Vec<Aggregate> =
            functions.map(|(name, (_, function))| Aggregate::of(name, *function)).collect();
        self.parts = vec![numbered(&all.group_by(&keys, &aggregates)?)?];
        Ok(())
    }

    /// Returns the keys and what was computed, with the columns of [`group_by`](DeviceRecordBatch::group_by), and its rows, which
    /// are in no order if some were in host memory.
    ///
    /// # Errors
    /// [`Error::Arrow`] if there was no part, which may have no rows, or if the result and its parts together are larger than the
    /// [budget](Self::within); or the driver's error.
    pub fn finish(self) -> Result<DeviceRecordBatch, Error> {
        let budget = self.budget.unwrap_or(usize::MAX);
        let (mut pieces, mut bytes) = (Vec::new(), 0usize);
        for part in self.finish_in_parts()? {
            let part = part?;
            bytes += device_bytes(&part);
            if 2 * bytes > budget && !pieces.is_empty() {
                return Err(invalid(format!(
                    "the groups take more than {bytes} bytes, and joining them as many again, of a budget of {budget}: take them by `finish_in_parts`, or give more"
                )));
            }
            pieces.push(part);
        }
        DeviceRecordBatch::concat(&pieces)
    }

    /// Returns the same in parts, each of which leaves room for work on it in the [budget](Self::within), if there is one. There is
    /// at least one, and each group is in one.
    ///
    /// # Errors
    /// [`Error::Arrow`] if there was no part, which may have no rows. Errors of merging are items.
    pub fn finish_in_parts(
        mut self,
    ) -> Result<impl Iterator<Item = Result<DeviceRecordBatch, Error>>, Error> {
        let Some(empty) = self.empty.take() else {
            return Err(invalid(
                "no part of the table was added, so that its columns aren't known: add one without rows",
            ));
        };
        let schema = empty.schema().clone();
        if !self.spilled.is_empty() {
            self.spill()?;
        }
        let mut waiting = vec![(core::mem::take(&mut self.spilled), 0)];
        let manager = empty.manager().clone();
        Ok(core::iter::from_fn(move || {
            let next = self.next_part(&manager, &schema, &mut waiting);
            if next.is_err() {
                waiting.clear();
            }
            next.transpose()
        }))
    }

    /// Takes groups to the host.
    fn spill(&mut self) -> Result<(), Error> {
        for part in &self.parts {
            self.spilled.push(part.to_host()?);
        }
        self.parts.clear();
        Ok(())
    }

    /// Merges the groups there, and those of the host whose hashes begin with the same bits.
    fn next_part(
        &mut self,
        manager: &MemoryManager,
        schema: &SchemaRef,
        waiting: &mut Vec<(Vec<RecordBatch>, u32)>,
    ) -> Result<Option<DeviceRecordBatch>, Error> {
        let most = self.budget.map_or(usize::MAX, |budget| (budget / SHARE).max(1));
        while let Some((groups, bits)) = waiting.pop() {
            let work = groups.iter().map(|group| self.work_of(group.num_rows(), host_bytes(group)));
            let parts = work.sum::<usize>().div_ceil(most).next_power_of_two().min(256);
            let more = parts.trailing_zeros();
            // Groups without rows may have bytes, such as an offset.
            let has_rows = groups.iter().any(|group| group.num_rows() > 0);
            if parts == 1 || bits + more > 32 || !has_rows {
                for group in groups {
                    self.parts.push(manager.upload(&group)?);
                    if !self.has_room(1) {
                        self.merge()?;
                    }
                }
                self.merge()?;
                let table = self.parts.pop().map(|part| self.finished(&part, schema));
                return table.transpose();
            }
            let mut divided = vec![Vec::new(); parts];
            for group in groups {
                let pieces = self.divided(&manager.upload(&group)?, parts, 64 - bits - more)?;
                divided.iter_mut().zip(pieces).for_each(|(to, piece)| to.extend(piece));
            }
            let divided = divided.into_iter().filter(|groups| !groups.is_empty());
            waiting.extend(divided.map(|groups| (groups, bits + more)));
        }
        Ok(None)
    }

    /// Returns the groups of each of some parts, in which hashes of keys have the same bits from a place on.
    fn divided(
        &self,
        groups: &DeviceRecordBatch,
        parts: usize,
        shift: u32,
    ) -> Result<Vec<Option<RecordBatch>>, Error> {
        let (n, manager) = (groups.num_rows(), groups.manager());
        let work = Work::new(manager, 0)?;
        let keys = groups.columns().iter().take(self.keys.len()).map(DeviceArray::parts);
        let mut tables = Tables::default();
        let place = column::push(&mut tables, keys.map(|key| (key, key.offset)), OPERATION)?;
        let tables = tables.upload(&work)?;
        let columns = tables.as_raw() + place as CUdeviceptr;
        let to = manager.allocate(n)?;
        let table = Table {
            columns,
            of: columns,
            keys: self.keys.len() as u64,
            n: n as u64,
            slots: 0,
            mask: parts as u64 - 1,
            slot_of: to.as_raw(),
            error: work.error(),
            skips_nulls: 0,
            shift,
        };
        // SAFETY: the columns are of this stream and of `n` rows, and there is a byte for each.
        unsafe { work.launch(Kernels::table_divide, n.div_ceil(THREADS), 1, table) }?;
        work.wait()?;
        let part = DeviceArray::try_new(ArrayParts {
            data_type: DataType::UInt8,
            len: n,
            offset: 0,
            null_count: Some(0),
            nulls: None,
            buffers: vec![to.freeze()],
            children: Vec::new(),
            dictionary: None,
        })?;
        let mut fields = groups.schema().fields().to_vec();
        fields.push(Arc::new(Field::new("part", DataType::UInt8, false)));
        let columns = groups.columns().iter().cloned().chain([part]).collect();
        let table = DeviceRecordBatch::try_new(manager, Arc::new(Schema::new(fields)), columns, n)?;
        let mut host = table.sort_by(&[SortKey::ascending("part")])?.to_host()?;
        let part = host.remove_column(groups.num_columns());
        let part = part.as_primitive::<UInt8Type>().values();
        Ok((0..parts)
            .map(|i| {
                let [begin, end] =
                    [i, i + 1].map(|i| part.partition_point(|at| usize::from(*at) < i));
                (begin < end).then(|| host.slice(begin, end - begin))
            })
            .collect())
    }

    /// Returns the keys, and what was to be computed of groups that are merged.
    fn finished(
        &self,
        batch: &DeviceRecordBatch,
        schema: &SchemaRef,
    ) -> Result<DeviceRecordBatch, Error> {
        let keys = self.keys.len();
        let results = self.of.iter().map(|(at, count)| {
            let [value, count] =
                [Some(*at), *count].map(|index| index.map(|index| (keys + index).to_string()));
            let (value, count) = (col(value.unwrap_or_default()), count.map(col));
            count.map_or(value.clone(), |count| value / count.cast(DataType::Float64))
        });
        let all = (0..keys).map(|i| col(i.to_string())).chain(results);
        let all: Vec<Expr> =
            all.enumerate().map(|(at, expression)| expression.alias(at.to_string())).collect();
        let selected = batch.select(&all)?;
        let (columns, rows) = (selected.columns().to_vec(), selected.num_rows());
        DeviceRecordBatch::try_new(selected.manager(), schema.clone(), columns, rows)
    }
}

/// Returns the bytes of the buffers of a table's columns.
fn device_bytes(table: &DeviceRecordBatch) -> usize {
    let mut bytes = 0;
    let columns = table.columns().iter().map(DeviceArray::parts);
    columns.for_each(|column| column.for_each(&mut |buffer: &Buffer| bytes += buffer.len()));
    bytes
}

/// Returns those of a table's rows on the host.
fn host_bytes(table: &RecordBatch) -> usize {
    chunks::bytes_of(table).iter().sum()
}

/// Names columns by their numbers.
fn numbered(batch: &DeviceRecordBatch) -> Result<DeviceRecordBatch, Error> {
    batch.renamed((0..batch.num_columns()).map(|at| at.to_string()))
}
