//! Quantiles of groups.

use std::sync::Arc;

use arrow_array::{Scalar, new_null_array};
use arrow_schema::{DataType, Field, Schema};

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::table::distinct::{Interpolation, check_quantiles};
use crate::table::expression::{Expr, col, if_else, lit};
use crate::table::group::{Aggregate, Function};
use crate::table::join::JoinType;
use crate::table::sort::SortKey;
use crate::table::window::Window;

impl DeviceRecordBatch {
    /// Returns a row for each group of rows whose keys are equal: the keys, and a column `x_quantile_0.5` for each quantile of
    /// the column `x`, as [`quantiles`](crate::DeviceArray::quantiles) says. Groups are in the order of their first rows. Keys are
    /// equal as in [`sort_by`](Self::sort_by): nulls are, NaN is, and the zeros are.
    ///
    /// Rows are sorted by keys and numbers, and kernels of expressions pick those of the quantiles.
    ///
    /// ```
    /// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    /// use std::sync::Arc;
    /// use cuda_arrow::arrow_array::{Array, ArrayRef, Float64Array, Int32Array, RecordBatch};
    /// use cuda_arrow::Interpolation;
    ///
    /// let column = |values: [i32; 5]| Arc::new(Int32Array::from(values.to_vec())) as ArrayRef;
    /// let host = RecordBatch::try_from_iter([("k", column([7, 8, 7, 7, 8])), ("x", column([3, 5, 1, 10, 6]))])?;
    /// let made = manager.upload(&host)?.quantiles_by(&["k"], "x", &[0.5], Interpolation::Linear)?;
    /// let medians = made.column("x_quantile_0.5")?.to_host()?;
    /// assert_eq!(*medians, *(&Float64Array::from(vec![3.0, 5.5]) as &dyn Array));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a column of other types than integers and floats; others as
    /// [`quantiles`](crate::DeviceArray::quantiles) and [`sort_by`](Self::sort_by).
    pub fn quantiles_by(
        &self,
        keys: &[&str],
        column: &str,
        probabilities: &[f64],
        how: Interpolation,
    ) -> Result<Self, Error> {
        let data_type = self.column(column)?.data_type().clone();
        check_quantiles(&data_type, probabilities)
            .map_err(|error| error.naming(self.schema(), [column]))?;
        // Groups have numbers, so that nulls are equal in joins.
        let order: Vec<SortKey> = keys.iter().map(|key| SortKey::ascending(*key)).collect();
        let ranked = self.window(&[], &order, &[Window::dense_rank()])?;
        let mut places =
            keys.iter().map(|key| self.index_of(key)).collect::<Result<Vec<_>, _>>()?;
        let fields = places.iter().map(|place| self.schema().fields()[*place].clone());
        let mut fields: Vec<Arc<Field>> = fields.collect();
        places.extend([self.index_of(column)?, self.num_columns()]);
        let names = (0..keys.len()).map(|i| i.to_string());
        let names = names.chain(["x".to_owned(), "group".to_owned()]);
        let ranked = ranked.project(&places)?.renamed(names)?;
        let first = ranked.unique(&["group"])?.project(&(0..keys.len()).collect::<Vec<_>>())?;
        let null = Expr::scalar(&Scalar::new(new_null_array(&data_type, 1)));
        let x = if_else(col("x").is_nan().fill_null(true), &null, col("x")).alias("x");
        let numbers = ranked.select(&[col("group"), x])?;
        let counts = numbers.group_by(&["group"], &[Aggregate::of("x", Function::Count)])?;
        let order = [SortKey::ascending("x")];
        let placed = numbers.window(&["group"], &order, &[Window::row_number().alias("place")])?;
        let placed = placed.filter(col("x").is_not_null())?;
        let placed = placed.join(&counts, &[("group", "group")], JoinType::Inner)?;
        // The numbers below and above a quantile, of which each group has one.
        let index = |q: f64| (col("x_count") - 1i64).cast_inexact(DataType::Float64) * q;
        let mut picked = vec![col("group")];
        let mut names = Vec::new();
        for (at, q) in probabilities.iter().enumerate() {
            for (side, place) in [("low", index(*q).floor()), ("high", index(*q).ceil())] {
                let is_it = (col("place") - 1i64).cast_inexact(DataType::Float64).eq(place);
                names.push(format!("{side} {at}"));
                picked.push(if_else(is_it, col("x"), &null).alias(format!("{side} {at}")));
            }
        }
        let aggregates: Vec<Aggregate> =
            names.iter().map(|name| Aggregate::of(name, Function::Max)).collect();
        let found = placed.select(&picked)?.group_by(&["group"], &aggregates)?;
        let found = counts.join(&found, &[("group", "group")], JoinType::LeftOuter)?;
        let results = probabilities.iter().enumerate().map(|(at, q)| {
            let [low, high] = ["low", "high"].map(|side| col(format!("{side} {at}_max")));
            mixed(how, &low, &high, &index(*q)).alias(format!("{column}_quantile_{q:?}"))
        });
        let results = found.select(&results.collect::<Vec<_>>())?;
        fields.extend(results.schema().fields().iter().cloned());
        let columns = first.columns().iter().chain(results.columns()).cloned().collect();
        Self::try_new(self.manager(), Arc::new(Schema::new(fields)), columns, first.num_rows())
    }
}

/// What a quantile is between two numbers, of which the lesser has the greatest position that isn't after it.
fn mixed(how: Interpolation, low: &Expr, high: &Expr, index: &Expr) -> Expr {
    let share = index - index.floor();
    let [a, b] = [low, high].map(|bound| bound.cast_inexact(DataType::Float64));
    match how {
        Interpolation::Lower => low.clone(),
        Interpolation::Higher => high.clone(),
        Interpolation::Nearest => {
            let is_even = (index.floor() % 2.0).eq(0.0);
            if_else(share.lt(0.5) | (share.eq(0.5) & is_even), low, high)
        }
        Interpolation::Linear => if_else(share.eq(0.0), &a, &share * &b + (lit(1.0) - &share) * &a),
        Interpolation::Midpoint => if_else(share.eq(0.0), &a, &a / 2.0 + &b / 2.0),
    }
}
