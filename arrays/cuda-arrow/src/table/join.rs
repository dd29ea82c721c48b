use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use cuda_driver::sys::CUdeviceptr;

use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{Kernels, Matches, Select, THREADS, TILE};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::gather::{Source, gather};
use crate::table::select::{Where, select};
use crate::table::slots::Slots;
use crate::table::work::{ROWS, Room, Tables, Work, check_rows, invalid, sums_at, sums_of};

/// Which rows a join has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JoinType {
    /// A row for each pair of rows with equal keys.
    Inner,
    /// The same, and each left row without a partner once, with nulls.
    LeftOuter,
    /// The left rows that have a partner, without columns of the right table.
    LeftSemi,
    /// The left rows that have none.
    LeftAnti,
}

const OPERATION: Operation = ("joining", ORDERED);

/// Returns a type such that columns of equal ones can be compared: texts may have any offsets, or be in dictionaries.
fn comparable(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(_, values) => comparable(values),
        DataType::LargeUtf8 | DataType::Utf8View => DataType::Utf8,
        DataType::LargeBinary | DataType::BinaryView => DataType::Binary,
        other => other.clone(),
    }
}

impl DeviceRecordBatch {
    /// Returns the rows of this table and of `right` whose keys are equal, by pairs of a column here and one there: pyarrow's
    /// `join`. The columns are all of this table's, and then those of `right` that aren't keys, by the same names, so a name can
    /// occur twice: [`column`](Self::column) and operations on the result that name it are errors then. Rows are in the order of this table's, and those with the same left row in the order of `right`'s.
    /// Nulls aren't equal to anything; floats are equal if their bits are.
    ///
    /// The rows of `right` are put into a hash table in device memory, of some 16 to 32 bytes for each. It takes one wait, and a
    /// second one if there are texts.
    ///
    /// # Errors
    /// [`Error::Arrow`] for names that no column has, or several, for columns of different types, and for a result of more than 2³¹ rows;
    /// [`Error::Invalid`] for a table of another stream; [`Error::Unsupported`] for nested keys, and columns of lists, maps and
    /// run-end encoded arrays; or the driver's error.
    pub fn join(&self, right: &Self, keys: &[(&str, &str)], join: JoinType) -> Result<Self, Error> {
        check_rows(self.num_rows())?;
        check_rows(right.num_rows())?;
        if right.manager().stream() != self.manager().stream() {
            return Err(invalid("the right table is of another stream; share it with `on`"));
        }
        if keys.is_empty() {
            return Err(invalid("a join needs a pair of columns that are keys"));
        }
        let Keys { ours, theirs, places } = self.keys_of(right, keys)?;
        let (n, manager) = (self.num_rows(), self.manager());
        let work = Work::new(manager, 3)?;
        let mut tables = Tables::default();
        let a = column::push(&mut tables, ours.iter().map(|it| (*it, it.offset)), OPERATION)
            .map_err(|it| it.naming(self, keys.iter().map(|it| it.0)))?;
        let b = column::push(&mut tables, theirs.iter().map(|it| (*it, it.offset)), OPERATION)
            .map_err(|it| it.naming(right, keys.iter().map(|it| it.1)))?;
        let tables = tables.upload(&work)?;
        let at = |place: usize| tables.as_raw() + place as CUdeviceptr;
        let others = right.num_rows();
        // SAFETY: the columns are of the right table.
        let slots = unsafe { Slots::new(&work, at(b), keys.len(), others, true) }?;
        // SAFETY: the columns are of this table, and of types that can be compared with the others.
        let found = unsafe { slots.find(&work, at(a), n) }?;
        if let JoinType::LeftSemi | JoinType::LeftAnti = join {
            let which = match join {
                JoinType::LeftSemi => Where::Found,
                _ => Where::Missing,
            };
            let by = Select { slot_of: found.as_raw(), n: n as u64, ..Select::default() };
            // SAFETY: there is a slot for each row.
            let rows = unsafe { select(&work, which, by, 0) }?;
            let count = work.wait()?[0] as usize;
            return self.rows(&rows, count);
        }
        let outer = join == JoinType::LeftOuter;
        // SAFETY: the slots are of the right table's rows, and were found for this table's.
        let pairs = unsafe { Pairs::of(&work, (found, n), (slots, others), outer) }?;
        let mut fields: Vec<Arc<Field>> = self.schema().fields().iter().cloned().collect();
        let mut sources: Vec<Source<'_>> = Vec::new();
        for column in self.columns() {
            sources.push(Source { parts: column.parts(), rows: pairs.left, optional: false });
        }
        for (index, column) in right.columns().iter().enumerate() {
            if places.contains(&index) {
                continue;
            }
            let field = right.schema().fields()[index].clone();
            fields.push(match outer && !field.is_nullable() {
                true => Arc::new(field.as_ref().clone().with_nullable(true)),
                false => field,
            });
            sources.push(Source { parts: column.parts(), rows: pairs.right, optional: outer });
        }
        // SAFETY: the rows are those of both tables, or none where they are optional.
        let columns = unsafe { gather(manager, &sources, pairs.total) }
            .map_err(|it| it.naming(right, right.names()).naming(self, self.names()))?;
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        Self::try_new(manager, Arc::new(schema), columns, pairs.total)
    }

    /// Returns the columns that are keys, of this table and of `right`.
    fn keys_of<'a>(&'a self, right: &'a Self, keys: &[(&str, &str)]) -> Result<Keys<'a>, Error> {
        let mut found = Keys { ours: Vec::new(), theirs: Vec::new(), places: Vec::new() };
        for (left, right_name) in keys {
            let place = right.index_of(right_name)?;
            let (a, b) = (self.column(left)?, &right.columns()[place]);
            let (x, y) = (a.data_type(), b.data_type());
            if comparable(x) != comparable(y) {
                return Err(invalid(format!(
                    "the keys {left:?} of {x} and {right_name:?} of {y} are of different types"
                )));
            }
            found.ours.push(a.parts());
            found.theirs.push(b.parts());
            found.places.push(place);
        }
        Ok(found)
    }
}

/// The columns that are keys.
struct Keys<'a> {
    ours: Vec<&'a ArrayParts>,
    theirs: Vec<&'a ArrayParts>,
    /// The positions of the right table's.
    places: Vec<usize>,
}

/// The pairs of rows of a join, as addresses of row numbers.
struct Pairs {
    left: CUdeviceptr,
    right: CUdeviceptr,
    total: usize,
    _rows: MutableBuffer,
}

impl Pairs {
    /// Returns the pairs of `n` rows with those of `others`. It waits.
    ///
    /// # Safety
    /// `found` has a slot of `slots` for each of the `n` rows.
    unsafe fn of(
        work: &Work<'_>,
        (found, n): (MutableBuffer, usize),
        (slots, others): (Slots, usize),
        outer: bool,
    ) -> Result<Self, Error> {
        let first = slots.first(work, 1)?;
        slots.number(work, &first, 1)?;
        let grouped = slots.grouped(work, others)?;
        let mut room = Room::default();
        let (counts, sums) = (room.add::<u64>(n), room.add::<u64>(sums_of(n).unwrap_or(0)));
        let scratch = room.allocate(work)?;
        let mut matches = Matches {
            slot_of: found.as_raw(),
            slots: slots.slots,
            starts: grouped.starts,
            rows: grouped.rows,
            counts: counts.of(&scratch),
            sums: sums_at(n, sums.of(&scratch)),
            left: 0,
            right: 0,
            n: n as u64,
            total: 0,
            outer: outer.into(),
            unused: 0,
        };
        let total = match n {
            0 => 0,
            _ => {
                let data = (matches.counts, n);
                // SAFETY: there is a count for each row.
                unsafe {
                    work.launch(Kernels::table_match_count, n.div_ceil(THREADS), 1, matches)?;
                    work.scan(Kernels::table_scan_64, data, 1, sums.of(&scratch), work.word(0))?;
                }
                work.wait()?[0] as usize
            }
        };
        if check_rows(total).is_err() {
            return Err(invalid(format!(
                "joining {n} rows with {others} makes {total}, and a table has at most {ROWS}: join slices"
            )));
        }
        let mut room = Room::default();
        let (left_rows, right_rows) = (room.add::<u32>(total), room.add::<u32>(total));
        let rows = room.allocate(work)?;
        let (left, right) = (left_rows.of(&rows), right_rows.of(&rows));
        matches = Matches { left, right, total: total as u64, ..matches };
        // SAFETY: there is a pair of rows for each match.
        unsafe { work.launch(Kernels::table_match, total.div_ceil(TILE), 1, matches) }?;
        slots.release();
        Ok(Self { left, right, total, _rows: rows })
    }
}
