//! Aggregates of a table that comes in parts.

use arrow_schema::DataType;

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::table::expression::{Expr, col};
use crate::table::group::{Aggregate, Function};
use crate::table::work::invalid;

/// Groups of a table that comes in parts, as of [`Chunks`](crate::Chunks): each part is grouped, and its groups are merged with those
/// before. The result is that of [`group_by`](DeviceRecordBatch::group_by) of all rows, except that floats are added part by part.
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use std::sync::Arc;
/// use cuda_arrow::arrow_array::{ArrayRef, Float64Array, Int32Array, RecordBatch};
/// use cuda_arrow::{Aggregate, Function, Groups, col};
///
/// let batches = (0..8).map(|it| RecordBatch::try_from_iter([
///     ("key", Arc::new(Int32Array::from(vec![it % 3; 1000])) as ArrayRef),
///     ("x", Arc::new(Float64Array::from(vec![0.5; 1000]))),
/// ]));
/// let mut groups = Groups::new(&["key"], &[Aggregate::of("x", Function::Sum)])?;
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
    what: Vec<Aggregate>,
    /// What is computed of a part, and how that of several is merged.
    partial: Vec<(Aggregate, Function)>,
    /// For each result, the partial ones that it is of: a mean is of two.
    of: Vec<(usize, Option<usize>)>,
    /// Groups that aren't merged, with columns named by their numbers.
    parts: Vec<DeviceRecordBatch>,
    /// The result of a table without rows.
    empty: Option<DeviceRecordBatch>,
}

/// So many groups are kept before they are merged, or as many as there are.
const KEPT: usize = 1 << 12;

/// So many lists of groups are.
const LISTS: usize = 64;

impl Groups {
    /// Groups by keys, or makes one group without any.
    ///
    /// # Errors
    /// [`Error::Arrow`] for [`Function::CountDistinct`], whose counts can't be merged.
    pub fn new(keys: &[&str], what: &[Aggregate]) -> Result<Self, Error> {
        let mut partial: Vec<(Aggregate, Function)> = Vec::new();
        let mut place = |it: Aggregate, merged: Function| {
            let found = partial.iter().position(|(other, _)| *other == it);
            found.unwrap_or_else(|| {
                partial.push((it, merged));
                partial.len() - 1
            })
        };
        let mut of = Vec::with_capacity(what.len());
        for it in what {
            of.push(match &it.of {
                None => (place(it.clone(), Function::Sum), None),
                Some((_, Function::Count | Function::Sum)) => (place(it.clone(), Function::Sum), None),
                Some((_, function @ (Function::Min | Function::Max))) => {
                    (place(it.clone(), *function), None)
                }
                Some((name, Function::Mean)) => {
                    let counts = Aggregate::of(name, Function::Count);
                    (place(it.clone(), Function::Sum), Some(place(counts, Function::Sum)))
                }
                Some((name, Function::CountDistinct)) => {
                    return Err(invalid(format!(
                        "numbers of different values of {name:?} can't be merged: group by it, too, and then count"
                    )));
                }
            });
        }
        let keys = keys.iter().map(|it| (*it).to_owned()).collect();
        Ok(Self { keys, what: what.to_vec(), partial, of, parts: Vec::new(), empty: None })
    }

    /// Adds a part of the table. All have the same columns.
    ///
    /// # Errors
    /// As [`group_by`](DeviceRecordBatch::group_by); [`Error::Arrow`] if a column has another type than before. Then the part isn't
    /// added, and others can be.
    pub fn add(&mut self, part: &DeviceRecordBatch) -> Result<(), Error> {
        let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
        if self.empty.is_none() {
            self.empty = Some(part.slice(0, 0)?.group_by(&keys, &self.what)?);
        }
        let partial: Vec<Aggregate> = self.partial.iter().map(|it| it.0.clone()).collect();
        let mut made = numbered(&part.group_by(&keys, &partial)?)?;
        // A mean by its count is a sum.
        let mut sums: Vec<Expr> = Vec::new();
        for (sum, count) in &self.of {
            if let Some(count) = count {
                let [sum, count] = [sum, count].map(|it| (keys.len() + it).to_string());
                sums.push((col(&sum) * col(count)).alias(sum));
            }
        }
        if !sums.is_empty() {
            made = made.with_columns(&sums)?;
        }
        let made = numbered(&made)?;
        self.check(&made)?;
        self.parts.push(made);
        let (first, rest) = (self.parts[0].num_rows(), &self.parts[1..]);
        let waiting: usize = rest.iter().map(DeviceRecordBatch::num_rows).sum();
        if waiting >= first.max(KEPT) || rest.len() >= LISTS {
            // A part that isn't merged isn't added.
            return self.merge().inspect_err(|_| drop(self.parts.pop()));
        }
        Ok(())
    }

    /// Checks that columns have the types of those before.
    fn check(&self, made: &DeviceRecordBatch) -> Result<(), Error> {
        let Some(first) = self.parts.first() else { return Ok(()) };
        let types = |it: &DeviceRecordBatch, at: usize| it.schema().field(at).data_type().clone();
        for at in 0..made.num_columns() {
            let (found, before) = (types(made, at), types(first, at));
            if !found.equals_datatype(&before) {
                let of =
                    at.checked_sub(self.keys.len()).and_then(|at| self.partial[at].0.of.as_ref());
                let name = of.map_or_else(|| self.keys.get(at), |(name, _)| Some(name));
                let name = name.map_or("the rows", String::as_str);
                return Err(invalid(format!(
                    "column {name:?} has another type than in the parts before: its groups have {found}, and those {before}; cast it"
                )));
            }
        }
        Ok(())
    }

    fn merge(&mut self) -> Result<(), Error> {
        let all = DeviceRecordBatch::concat(&self.parts)?;
        let names: Vec<String> = (0..all.num_columns()).map(|it| it.to_string()).collect();
        let (keys, rest) = names.split_at(self.keys.len());
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let functions = rest.iter().zip(&self.partial);
        let what: Vec<Aggregate> =
            functions.map(|(name, (_, function))| Aggregate::of(name, *function)).collect();
        self.parts = vec![numbered(&all.group_by(&keys, &what)?)?];
        Ok(())
    }

    /// Returns the keys and what was computed, with the columns of [`group_by`](DeviceRecordBatch::group_by).
    ///
    /// # Errors
    /// [`Error::Arrow`] if there was no part, which may have no rows; or the driver's error.
    pub fn finish(mut self) -> Result<DeviceRecordBatch, Error> {
        let Some(empty) = self.empty.take() else {
            return Err(invalid(
                "no part of the table was added, so that its columns aren't known: add one without rows",
            ));
        };
        if self.parts.len() > 1 {
            self.merge()?;
        }
        let (made, keys) = (&self.parts[0], self.keys.len());
        let results = self.of.iter().map(|(at, count)| {
            let [value, count] = [Some(*at), *count].map(|it| it.map(|it| (keys + it).to_string()));
            let (value, count) = (col(value.unwrap_or_default()), count.map(col));
            count.map_or(value.clone(), |count| value / count.cast(DataType::Float64))
        });
        let all = (0..keys).map(|it| col(it.to_string())).chain(results);
        let all: Vec<Expr> = all.enumerate().map(|(at, it)| it.alias(at.to_string())).collect();
        let made = made.select(&all)?;
        let (columns, rows) = (made.columns().to_vec(), made.num_rows());
        DeviceRecordBatch::try_new(made.manager(), empty.schema().clone(), columns, rows)
    }
}

/// Names columns by their numbers.
fn numbered(batch: &DeviceRecordBatch) -> Result<DeviceRecordBatch, Error> {
    batch.renamed((0..batch.num_columns()).map(|at| at.to_string()))
}
