use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, Float64Array, UInt32Array, types};
use arrow_schema::{DataType, Schema};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::error::{Error, ORDERED, Operation};
use crate::table::column;
use crate::table::compare::Comparison;
use crate::table::gather::{Source, gather};
use crate::table::group::Aggregate;
use crate::table::slots::Slots;
use crate::table::sort::SortKey;
use crate::table::work::{Tables, Work, check_rows, invalid};

const OPERATION: Operation = ("distinct rows", ORDERED);

/// What a [quantile](DeviceArray::quantiles) between two values is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Interpolation {
    /// Between them, as far as the quantile is, as `Float64`.
    Linear,
    /// The lesser one.
    Lower,
    /// The greater one.
    Higher,
    /// The one that is nearer, or of an even position.
    Nearest,
    /// Their mean, as `Float64`.
    Midpoint,
}

impl DeviceRecordBatch {
    /// Returns the first row of each group of rows whose keys are equal, as [`group_by`](Self::group_by) says, in their order. With all
    /// columns as keys, that is SQL's `DISTINCT`. It waits as `group_by` does.
    ///
    /// # Errors
    /// As [`group_by`](Self::group_by).
    pub fn unique(&self, keys: &[&str]) -> Result<Self, Error> {
        let n = self.num_rows();
        check_rows(n)?;
        let work = Work::new(self.manager(), 1)?;
        let mut tables = Tables::default();
        let mut parts = Vec::with_capacity(keys.len());
        for key in keys {
            parts.push(self.column(key)?.parts());
        }
        let columns = parts.into_iter().map(|parts| (parts, parts.offset));
        let place = column::push(&mut tables, columns, OPERATION)
            .map_err(|error| error.naming(self.schema(), keys.iter().copied()))?;
        let tables = tables.upload(&work)?;
        let columns = tables.as_raw() + place as CUdeviceptr;
        // SAFETY: the columns are of this table.
        let slots = unsafe { Slots::new(&work, columns, keys.len(), n, false) }?;
        let rows = slots.first(&work, 0)?;
        let count = work.wait()?[0] as usize;
        slots.release();
        self.rows(&rows, count)
    }

    /// Returns the different values of columns, or pairs of them and so on, and the number of rows that have each as a column
    /// `count`, in the order of their first rows.
    ///
    /// # Errors
    /// As [`group_by`](Self::group_by).
    pub fn value_counts(&self, keys: &[&str]) -> Result<Self, Error> {
        let counts = self.group_by(keys, &[Aggregate::rows()])?;
        let fields = counts.schema().fields().iter().enumerate().map(|(at, field)| {
            let renamed = || field.as_ref().clone().with_name("count");
            if at < keys.len() { field.clone() } else { Arc::new(renamed()) }
        });
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        Self::try_new(self.manager(), schema, counts.columns().to_vec(), counts.num_rows())
    }
}

/// Returns numbers as floating-point ones; `None` for other types.
fn floats(array: &dyn Array) -> Option<Vec<f64>> {
    fn of<T: ArrowPrimitiveType>(array: &dyn Array, to: impl Fn(T::Native) -> f64) -> Vec<f64> {
        array.as_primitive::<T>().values().iter().map(|value| to(*value)).collect()
    }
    Some(match array.data_type() {
        DataType::Int8 => of::<types::Int8Type>(array, f64::from),
        DataType::Int16 => of::<types::Int16Type>(array, f64::from),
        DataType::Int32 => of::<types::Int32Type>(array, f64::from),
        DataType::Int64 => of::<types::Int64Type>(array, |value| value as f64),
        DataType::UInt8 => of::<types::UInt8Type>(array, f64::from),
        DataType::UInt16 => of::<types::UInt16Type>(array, f64::from),
        DataType::UInt32 => of::<types::UInt32Type>(array, f64::from),
        DataType::UInt64 => of::<types::UInt64Type>(array, |value| value as f64),
        DataType::Float32 => of::<types::Float32Type>(array, f64::from),
        DataType::Float64 => of::<types::Float64Type>(array, |value| value),
        _ => return None,
    })
}

const QUANTILE: Operation = ("a quantile", "it takes integers and floats");

/// Checks that a type has quantiles, and that these are some.
pub(super) fn check_quantiles(data_type: &DataType, probabilities: &[f64]) -> Result<(), Error> {
    if !data_type.is_integer() && !matches!(data_type, DataType::Float32 | DataType::Float64) {
        return Err(Error::unsupported(data_type, QUANTILE));
    }
    match probabilities.iter().find(|operand| !(0.0..=1.0).contains(*operand)) {
        Some(wrong) => Err(invalid(format!("there is no quantile {wrong}: it is between 0 and 1"))),
        None => Ok(()),
    }
}

impl DeviceArray {
    /// Returns quantiles of numbers, on the host: 0.5 is the median. Nulls and NaN don't count; without any number, all are null.
    /// pyarrow's `quantile`.
    ///
    /// The numbers are sorted.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for other types, [`Error::Arrow`] for a quantile that isn't between 0 and 1; or the driver's error.
    pub fn quantiles(&self, probabilities: &[f64], how: Interpolation) -> Result<ArrayRef, Error> {
        let data_type = self.data_type();
        check_quantiles(data_type, probabilities)?;
        let unsupported = || Error::unsupported(data_type, QUANTILE);
        let manager = self.manager().ok_or_else(unsupported)?;
        let field = arrow_schema::Field::new("x", data_type.clone(), true);
        let schema = Arc::new(Schema::new(vec![field]));
        let whole = DeviceRecordBatch::try_new(manager, schema, vec![self.clone()], self.len())?;
        // NaN isn't equal to itself.
        let numbers = whole.filter(&self.compare_columns(Comparison::Equal, self)?)?;
        let numbers = numbers.sort_by(&[SortKey::ascending("x")])?;
        let is_mixed = matches!(how, Interpolation::Linear | Interpolation::Midpoint);
        let result = if is_mixed { DataType::Float64 } else { data_type.clone() };
        let n = numbers.num_rows();
        if n == 0 {
            return Ok(arrow_array::new_null_array(&result, probabilities.len()));
        }
        let index = |q: &f64| (n - 1) as f64 * q;
        let places: Vec<u32> = probabilities
            .iter()
            .flat_map(|q| {
                let (at, share) = (index(q) as usize, index(q).fract());
                let higher = (at + usize::from(share > 0.0)).min(n - 1);
                match how {
                    Interpolation::Lower => vec![at as u32],
                    Interpolation::Higher => vec![higher as u32],
                    Interpolation::Nearest if share < 0.5 || (share == 0.5 && at % 2 == 0) => {
                        vec![at as u32]
                    }
                    Interpolation::Nearest => vec![higher as u32],
                    _ => vec![at as u32, higher as u32],
                }
            })
            .collect();
        let uploaded = manager.upload_array(&UInt32Array::from(places.clone()))?;
        let rows = uploaded.buffers().first().map_or(0, |buffer| buffer.as_raw());
        let source = Source { parts: numbers.columns()[0].parts(), rows, optional: false };
        // SAFETY: the places are less than the number of rows.
        let found = unsafe { gather(manager, &[source], places.len()) }?;
        let found = found.first().ok_or_else(unsupported)?.to_host()?;
        if !is_mixed {
            return Ok(found);
        }
        let found = floats(&found).ok_or_else(unsupported)?;
        let mixed = found.chunks_exact(2).zip(probabilities).map(|(pair, q)| {
            let share = index(q).fract();
            match how {
                _ if share == 0.0 => pair[0],
                Interpolation::Linear => share * pair[1] + (1.0 - share) * pair[0],
                _ => pair[0] / 2.0 + pair[1] / 2.0,
            }
        });
        Ok(Arc::new(Float64Array::from_iter_values(mixed)))
    }
}
