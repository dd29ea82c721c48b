//! Some of the rows of a table, in order.

use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::table::{self, Kernels, Select, TILE, Tiles};
use crate::table::column;
#[cfg(feature = "expressions")]
use crate::table::expression::Expr;
use crate::table::gather::{Source, gather};
use crate::table::work::{Arena, Tables, Work, check_rows, invalid};

/// Which rows are selected.
#[derive(Debug, Clone, Copy)]
pub(super) enum Selection {
    /// Those for which a boolean is true.
    Mask = table::MASK as isize,
    /// The first ones of their slots.
    First = table::FIRST as isize,
    /// Those that have a slot.
    Found = table::FOUND as isize,
    /// Those that have none.
    Missing = table::MISSING as isize,
}

/// Writes the numbers of the selected rows, and reports how many there are as a word of `work`. The memory begins with
/// them.
///
/// # Safety
/// What `select` names is of this stream, and of its number of rows.
pub(super) unsafe fn select(
    work: &Work<'_>,
    which: Selection,
    mut select: Select,
    word: usize,
) -> Result<MutableBuffer, Error> {
    let n = select.n as usize;
    let tiles = n.div_ceil(TILE);
    let mut arena = Arena::default();
    let rows = arena.add::<u32>(n);
    let states = arena.add::<u8>(size_of::<Tiles>() + size_of::<u32>() * tiles);
    let mut memory = arena.allocate(work)?;
    states.fill(&mut memory, 0)?;
    (select.rows, select.tiles) = (rows.of(&memory), states.of(&memory));
    (select.count, select.error, select.which) = (work.word(word), work.error(), which as u32);
    // SAFETY: the caller guarantees the inputs; there is room for all rows, and a state for each
    // tile.
    unsafe { work.launch(Kernels::table_select, tiles, 1, select) }?;
    Ok(memory)
}

/// Which rows a [filter](DeviceRecordBatch::filter) selects.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Predicate<'a> {
    /// Those for which a boolean column is true.
    Mask(&'a DeviceArray),
    /// Those for which an expression is.
    #[cfg(feature = "expressions")]
    Expr(Expr),
}

impl<'a> From<&'a DeviceArray> for Predicate<'a> {
    fn from(mask: &'a DeviceArray) -> Self {
        Self::Mask(mask)
    }
}

#[cfg(feature = "expressions")]
impl From<Expr> for Predicate<'_> {
    fn from(expression: Expr) -> Self {
        Self::Expr(expression)
    }
}

#[cfg(feature = "expressions")]
impl From<&Expr> for Predicate<'_> {
    fn from(expression: &Expr) -> Self {
        Self::Expr(expression.clone())
    }
}

impl DeviceRecordBatch {
    /// Returns the rows for which a boolean column or an expression is true; rows for which it is null aren't selected:
    /// pyarrow's `filter`. [`DeviceArray::compare`] makes such columns.
    ///
    /// It takes one wait, and a second one if there are texts.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a mask that isn't boolean, of another length or of another stream; [`Error::Unsupported`] for
    /// columns of lists, maps and run-end encoded arrays; or the driver's error.
    pub fn filter<'a>(&self, by: impl Into<Predicate<'a>>) -> Result<Self, Error> {
        match by.into() {
            Predicate::Mask(mask) => self.masked(mask),
            #[cfg(feature = "expressions")]
            Predicate::Expr(expression) => {
                let mask = self.evaluate(&[&expression])?;
                mask.first().map_or_else(|| Ok(self.clone()), |mask| self.masked(mask))
            }
        }
    }

    fn masked(&self, mask: &DeviceArray) -> Result<Self, Error> {
        let wrong = |reason: String| Err(mask.parts().invalid(reason));
        if mask.data_type() != &DataType::Boolean {
            return wrong("a mask is boolean: `compare` makes one".to_owned());
        }
        if mask.len() != self.num_rows() {
            let rows = self.num_rows();
            return wrong(format!(
                "a mask has an entry for each row, and the table has {rows}: compare its own columns"
            ));
        }
        if mask.manager().is_some_and(|other| other.stream() != self.manager().stream()) {
            return wrong("it is of another stream; share it with `on`".to_owned());
        }
        check_rows(self.num_rows())?;
        let work = Work::new(self.manager(), 1)?;
        let mut tables = Tables::default();
        let parts = mask.parts();
        let place =
            column::push(&mut tables, [(parts, parts.offset)], ("a mask", "it is boolean"))?;
        let tables = tables.upload(&work)?;
        let by = Select {
            mask: tables.as_raw() + place as CUdeviceptr,
            n: self.num_rows() as u64,
            ..Select::default()
        };
        // SAFETY: the mask is of this stream and length.
        let rows = unsafe { select(&work, Selection::Mask, by, 0) }?;
        let count = work.wait()?[0] as usize;
        self.rows(&rows, count)
    }

    /// Returns these rows, of which memory begins with the numbers.
    pub(super) fn rows(&self, rows: &MutableBuffer, count: usize) -> Result<Self, Error> {
        if count > self.num_rows() {
            return Err(invalid("more rows were selected than there are"));
        }
        let sources: Vec<Source<'_>> = self
            .columns()
            .iter()
            .map(|column| Source { parts: column.parts(), rows: rows.as_raw(), optional: false })
            .collect();
        // SAFETY: kernels of this crate wrote the numbers of rows of this table.
        let columns = unsafe { gather(self.manager(), &sources, count) }
            .map_err(|error| error.naming(self.schema(), self.names()))?;
        Self::try_new(self.manager(), self.schema().clone(), columns, count)
    }
}
