use core::mem::offset_of;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{
    Boundaries, Column, DENSE_RANK, Kernels, LAG, LEAD, RANK, ROW_NUMBER, RUNNING_SUM,
    RUNNING_SUM_FLOAT, Running, THREADS, TILE, Window as Argument, Word,
};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::sort::{SortKey, sorted};
use crate::table::work::{Tables, Work, check_rows};

/// What [`window`](DeviceRecordBatch::window) computes for each row of the rows with the same keys, as SQL's function of that
/// name with the frame `ROWS UNBOUNDED PRECEDING`.
///
/// ```
/// use cuda_arrow::Window;
///
/// let functions = [Window::rank(), Window::lag("price", 1).alias("price_before")];
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Window {
    function: u32,
    column: Option<String>,
    by: usize,
    name: String,
}

impl Window {
    fn new(function: u32, name: &str, column: Option<String>, by: usize) -> Self {
        let name = match &column {
            Some(column) => format!("{column}_{name}"),
            None => name.to_owned(),
        };
        Self { function, column, by, name }
    }

    /// The number of the row, from 1, as `Int64`.
    #[must_use]
    pub fn row_number() -> Self {
        Self::new(ROW_NUMBER, "row_number", None, 0)
    }

    /// The number of the first row that is equal in the order, from 1: there are gaps after equal rows.
    #[must_use]
    pub fn rank() -> Self {
        Self::new(RANK, "rank", None, 0)
    }

    /// The same without gaps.
    #[must_use]
    pub fn dense_rank() -> Self {
        Self::new(DENSE_RANK, "dense_rank", None, 0)
    }

    /// The sum of a column of numbers or booleans up to the row, of the type of [`Function::Sum`](crate::Function::Sum). Nulls don't
    /// count, and it is null before the first value.
    #[must_use]
    pub fn running_sum(column: impl Into<String>) -> Self {
        Self::new(RUNNING_SUM, "running_sum", Some(column.into()), 0)
    }

    /// A column's value of the row that is `by` rows before, or null if there is none.
    #[must_use]
    pub fn lag(column: impl Into<String>, by: usize) -> Self {
        Self::new(LAG, "lag", Some(column.into()), by)
    }

    /// A column's value of the row that is `by` rows after, or null if there is none.
    #[must_use]
    pub fn lead(column: impl Into<String>, by: usize) -> Self {
        Self::new(LEAD, "lead", Some(column.into()), by)
    }

    /// The same, as a column of this name; otherwise it is that of the function, after that of the column: `price_lag`.
    #[must_use]
    pub fn alias(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }
}

/// A function with the column that it reads.
struct PlannedFunction<'a> {
    window: &'a Window,
    parts: Option<&'a ArrayParts>,
    function: u32,
    order: Order,
    width: u32,
    data_type: DataType,
}

impl<'a> PlannedFunction<'a> {
    fn new(batch: &'a DeviceRecordBatch, window: &'a Window) -> Result<Self, Error> {
        let parts = match &window.column {
            Some(name) => Some(batch.column(name)?.parts()),
            None => None,
        };
        let input_type = parts.map_or(&DataType::Int64, |parts| &parts.data_type);
        let (function, data_type) = match window.function {
            LAG | LEAD => (window.function, input_type.clone()),
            RUNNING_SUM if input_type.is_floating() => (RUNNING_SUM_FLOAT, DataType::Float64),
            RUNNING_SUM if input_type.is_signed_integer() => (RUNNING_SUM, DataType::Int64),
            RUNNING_SUM if input_type.is_unsigned_integer() || *input_type == DataType::Boolean => {
                (RUNNING_SUM, DataType::UInt64)
            }
            RUNNING_SUM => {
                let operation = (
                    "a running sum",
                    "it takes integers, floats and booleans; the sum of decimals is that of `group_by`",
                );
                let error = Error::unsupported(input_type, operation);
                return Err(error.naming(batch.schema(), window.column.as_deref()));
            }
            function => (function, DataType::Int64),
        };
        let (order, width) = Order::of(input_type).unwrap_or((Order::Unsigned, 1));
        Ok(Self { window, parts, function, order, width, data_type })
    }

    /// Whether results are rows, whose values are gathered.
    fn picks_rows(&self) -> bool {
        matches!(self.function, LAG | LEAD)
    }

    fn is_sum(&self) -> bool {
        matches!(self.function, RUNNING_SUM | RUNNING_SUM_FLOAT)
    }
}

const OPERATION: Operation = ("a window", ORDERED);

impl DeviceRecordBatch {
    /// Returns the table with columns that are computed of the rows with the same keys, in an order: SQL's `OVER (PARTITION BY
    /// partition_by ORDER BY order_by)`. Without keys, that is all rows; without an order, they are as in the table.
    /// The rows of the result are in the table's order.
    ///
    /// Rows are sorted, as by [`sort_by`](Self::sort_by), which says what is equal, and then summed in an order that doesn't depend on the
    /// device. It waits as often as that, and once more if texts are shifted.
    ///
    /// ```
    /// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    /// use std::sync::Arc;
    /// use cuda_arrow::arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch};
    /// use cuda_arrow::{SortKey, Window};
    ///
    /// let column = |values: [i32; 4]| Arc::new(Int32Array::from(values.to_vec())) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("k", column([7, 8, 7, 7])), ("x", column([30, 5, 10, 10]))])?;
    /// let made = manager.upload(&batch)?.window(
    ///     &["k"],
    ///     &[SortKey::ascending("x")],
    ///     &[Window::rank(), Window::running_sum("x")],
    /// )?;
    /// let made = made.to_host()?;
    /// let is = |index: usize, values: [i64; 4]| **made.column(index) == *(&Int64Array::from(values.to_vec()) as &dyn cuda_arrow::arrow_array::Array);
    /// assert!(is(2, [3, 1, 1, 1]) && is(3, [50, 5, 10, 20]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`sort_by`](Self::sort_by), and [`Error::Unsupported`] for a running sum of other types than numbers.
    pub fn window(
        &self,
        partition_by: &[&str],
        order_by: &[SortKey],
        functions: &[Window],
    ) -> Result<Self, Error> {
        let (n, manager) = (self.num_rows(), self.manager());
        check_rows(n)?;
        let planned: Vec<PlannedFunction<'_>> = functions
            .iter()
            .map(|function| PlannedFunction::new(self, function))
            .collect::<Result<_, _>>()?;
        let parts_of = partition_by.iter().map(|name| SortKey::ascending(*name));
        let keys: Vec<SortKey> = parts_of.chain(order_by.iter().cloned()).collect();
        let mut key_columns = Vec::with_capacity(keys.len());
        for key in &keys {
            key_columns.push((self.column(key.column())?.parts(), key));
        }
        let work = Work::new(manager, 1)?;
        let names = || key_columns.iter().map(|(_, key)| key.column());
        let sorted =
            sorted(&work, &key_columns, n).map_err(|error| error.naming(self.schema(), names()))?;
        let rows = sorted.sorter.rows();
        let keys: Vec<&ArrayParts> = key_columns.iter().map(|(parts, _)| *parts).collect();
        let flags = boundaries(&work, &keys, partition_by.len(), (rows, n))?;
        let mut results = Vec::with_capacity(functions.len());
        for function in &planned {
            results.push(function.run(&work, &flags, (rows, n))?);
        }
        let picked = planned.iter().zip(&results).filter_map(|(function, (to, _))| {
            let parts = function.parts.filter(|_| function.picks_rows())?;
            Some(Source { parts, rows: to.as_raw(), optional: true })
        });
        // SAFETY: the rows are those of this table, or none.
        let mut picked = unsafe { gather(manager, &picked.collect::<Vec<_>>(), n) }
            .map_err(|error| error.naming(self.schema(), self.names()))?
            .into_iter();
        sorted.sorter.release();
        let mut fields = self.schema().fields().to_vec();
        let mut columns = self.columns().to_vec();
        for (function, (to, valid)) in planned.iter().zip(results) {
            let gathered = if function.picks_rows() { picked.next() } else { None };
            let column = match gathered {
                Some(column) => column,
                None => DeviceArray::try_new(ArrayParts {
                    data_type: function.data_type.clone(),
                    len: n,
                    offset: 0,
                    null_count: (!function.is_sum()).then_some(0),
                    nulls: function.is_sum().then(|| valid.freeze()),
                    buffers: vec![to.freeze()],
                    children: Vec::new(),
                    dictionary: None,
                })?,
            };
            let nullable = function.is_sum() || function.picks_rows();
            fields.push(Arc::new(Field::new(
                &function.window.name,
                function.data_type.clone(),
                nullable,
            )));
            columns.push(column);
        }
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        Self::try_new(manager, Arc::new(schema), columns, n)
    }
}

/// Returns where the rows, in this order, begin to differ in the keys, of which the first `of_part` are those of parts.
fn boundaries(
    work: &Work<'_>,
    keys: &[&ArrayParts],
    of_part: usize,
    (rows, n): (CUdeviceptr, usize),
) -> Result<MutableBuffer, Error> {
    let mut tables = Tables::default();
    let columns = keys.iter().map(|parts| (*parts, parts.offset));
    let first = column::push(&mut tables, columns, OPERATION)?;
    let words = tables.len();
    for (at, parts) in keys.iter().enumerate() {
        let (order, width) = Order::of(&parts.data_type).unwrap_or((Order::Unsigned, 1));
        let column = (first + at * size_of::<Column>()) as CUdeviceptr;
        let word = Word { column, order: order as u32, width, ..Word::default() };
        let place = tables.push(word);
        tables.link(place + offset_of!(Word, column));
    }
    let tables = tables.upload(work)?;
    let flags = work.manager.allocate(n)?;
    let argument = Boundaries {
        keys: tables.as_raw() + words as CUdeviceptr,
        rows,
        flags: flags.as_raw(),
        n: n as u64,
        error: work.error(),
        of_part: of_part as u32,
        count: keys.len() as u32,
    };
    // SAFETY: the keys have an entry for each row, and there is a flag for it.
    unsafe { work.launch(Kernels::table_boundaries, n.div_ceil(THREADS), 1, argument) }?;
    Ok(flags)
}

impl PlannedFunction<'_> {
    /// Returns the result of each row, and whether it has one.
    fn run(
        &self,
        work: &Work<'_>,
        flags: &MutableBuffer,
        (rows, n): (CUdeviceptr, usize),
    ) -> Result<(MutableBuffer, MutableBuffer), Error> {
        let mut tables = Tables::default();
        let column = self.parts.filter(|_| self.is_sum()).map(|part| (part, part.offset));
        let place = column::push(&mut tables, column, OPERATION)?;
        let tables = tables.upload(work)?;
        let mut to = work.manager.allocate(if self.picks_rows() { 4 } else { 8 } * n)?;
        let mut valid = work.manager.allocate(4 * n.div_ceil(32))?;
        if n > 0 {
            let stream = work.manager.stream();
            if self.picks_rows() {
                stream.fill(to.as_slice_mut(), 0xff)?;
            }
            stream.fill(valid.as_slice_mut(), 0)?;
        }
        let count = n.div_ceil(TILE);
        let tiles = work.manager.allocate(size_of::<Running>() * count)?;
        for step in 0..3 {
            let argument = Argument {
                column: tables.as_raw() + place as CUdeviceptr,
                rows,
                flags: flags.as_raw(),
                tiles: tiles.as_raw(),
                to: to.as_raw(),
                valid: valid.as_raw(),
                n: n as u64,
                by: self.window.by as u64,
                error: work.error(),
                function: self.function,
                order: self.order as u32,
                width: self.width,
                step,
            };
            let blocks = if step == 1 { count.min(1) } else { count };
            // SAFETY: there are a flag and a result for each row, and memory for each tile.
            unsafe { work.launch(Kernels::table_window, blocks, 1, argument) }?;
        }
        Ok((to, valid))
    }
}
