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
use crate::table::select::{Selection, select};
use crate::table::slots::Slots;
use crate::table::work::{Arena, ROWS, Tables, Work, check_rows, invalid, sums_at, sums_of};

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
    /// A row for each pair of rows with equal keys, and each right row without a partner once, with nulls. The columns are those
    /// of the left table that aren't keys, and then all of the right one's; rows are in the order of the right table's.
    RightOuter,
    /// A row for each pair, then each left row without a partner, in the order of the left table, and at the end the right rows
    /// without one, whose keys are in the columns of the left table's. Keys are of the same types.
    FullOuter,
    /// The right rows that have a partner, without columns of the left table.
    RightSemi,
    /// The right rows that have none.
    RightAnti,
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
        let turned = || keys.iter().map(|(a, b)| (*b, *a)).collect::<Vec<_>>();
        match join {
            JoinType::RightOuter => self.right_outer(right, &turned()),
            JoinType::FullOuter => self.full_outer(right, keys, &turned()),
            JoinType::RightSemi => right.left(self, &turned(), JoinType::LeftSemi),
            JoinType::RightAnti => right.left(self, &turned(), JoinType::LeftAnti),
            _ => self.left(right, keys, join),
        }
    }

    /// Joins `right` to this table's rows.
    fn left(&self, right: &Self, keys: &[(&str, &str)], join: JoinType) -> Result<Self, Error> {
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
        let a =
            column::push(&mut tables, ours.iter().map(|parts| (*parts, parts.offset)), OPERATION)
                .map_err(|error| error.naming(self.schema(), keys.iter().map(|key| key.0)))?;
        let b =
            column::push(&mut tables, theirs.iter().map(|parts| (*parts, parts.offset)), OPERATION)
                .map_err(|error| error.naming(right.schema(), keys.iter().map(|key| key.1)))?;
        let tables = tables.upload(&work)?;
        let at = |place: usize| tables.as_raw() + place as CUdeviceptr;
        let others = right.num_rows();
        // SAFETY: the columns are of the right table.
        let slots = unsafe { Slots::new(&work, at(b), keys.len(), others, true) }?;
        // SAFETY: the columns are of this table, and of types that can be compared with the others.
        let found = unsafe { slots.find(&work, at(a), n) }?;
        if let JoinType::LeftSemi | JoinType::LeftAnti = join {
            let which = match join {
                JoinType::LeftSemi => Selection::Found,
                _ => Selection::Missing,
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
            fields.push(if outer && !field.is_nullable() {
                Arc::new(field.as_ref().clone().with_nullable(true))
            } else {
                field
            });
            sources.push(Source { parts: column.parts(), rows: pairs.right, optional: outer });
        }
        // SAFETY: the rows are those of both tables, or none where they are optional.
        let columns = unsafe { gather(manager, &sources, pairs.total) }.map_err(|error| {
            error.naming(right.schema(), right.names()).naming(self.schema(), self.names())
        })?;
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        Self::try_new(manager, Arc::new(schema), columns, pairs.total)
    }

    fn right_outer(&self, right: &Self, turned: &[(&str, &str)]) -> Result<Self, Error> {
        let joined = right.left(self, turned, JoinType::LeftOuter)?;
        let (theirs, all) = (right.num_columns(), joined.num_columns());
        joined.project(&(theirs..all).chain(0..theirs).collect::<Vec<_>>())
    }

    fn full_outer(
        &self,
        right: &Self,
        keys: &[(&str, &str)],
        turned: &[(&str, &str)],
    ) -> Result<Self, Error> {
        let joined = self.left(right, keys, JoinType::LeftOuter)?;
        let rest = right.left(self, turned, JoinType::LeftAnti)?;
        let (n, manager) = (rest.num_rows(), self.manager());
        let mut none = manager.allocate(4 * n)?;
        if n > 0 {
            manager.stream().fill(none.as_slice_mut(), 0xff)?;
        }
        // Columns of this table have no values, but keys.
        let key_of = |at: usize| {
            let name = self.schema().field(at).name();
            keys.iter().find(|(ours, _)| ours == name).map(|(_, theirs)| *theirs)
        };
        let mut lacking = Vec::new();
        for (at, column) in self.columns().iter().enumerate() {
            if key_of(at).is_none() {
                lacking.push(Source { parts: column.parts(), rows: none.as_raw(), optional: true });
            }
        }
        // SAFETY: no row is taken.
        let mut lacking = unsafe { gather(manager, &lacking, n) }
            .map_err(|error| error.naming(self.schema(), self.names()))?
            .into_iter();
        let mut columns = Vec::with_capacity(joined.num_columns());
        for at in 0..self.num_columns() {
            columns.extend(match key_of(at) {
                Some(theirs) => {
                    let (ours, theirs) = (&self.columns()[at], rest.column(theirs)?);
                    if ours.data_type() != theirs.data_type() {
                        return Err(invalid(format!(
                            "a full outer join has keys of both tables in one column, and the keys {:?} are of {} and of {}: `cast` one of them",
                            self.schema().field(at).name(),
                            ours.data_type(),
                            theirs.data_type()
                        )));
                    }
                    Some(theirs.clone())
                }
                None => lacking.next(),
            });
        }
        for (at, column) in rest.columns().iter().enumerate() {
            let name = rest.schema().field(at).name().clone();
            if !keys.iter().any(|(_, theirs)| *theirs == name) {
                columns.push(column.clone());
            }
        }
        let fields = joined.schema().fields().iter();
        let fields: Vec<_> =
            fields.map(|field| Arc::new(field.as_ref().clone().with_nullable(true))).collect();
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        let schema = Arc::new(schema);
        let rows = joined.num_rows();
        let joined = Self::try_new(manager, schema.clone(), joined.columns().to_vec(), rows)?;
        Self::concat(&[joined, Self::try_new(manager, schema, columns, n)?])
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
        let mut arena = Arena::default();
        let (counts, sums) = (arena.add::<u64>(n), arena.add::<u64>(sums_of(n).unwrap_or(0)));
        let scratch = arena.allocate(work)?;
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
        let mut arena = Arena::default();
        let (left_rows, right_rows) = (arena.add::<u32>(total), arena.add::<u32>(total));
        let rows = arena.allocate(work)?;
        let (left, right) = (left_rows.of(&rows), right_rows.of(&rows));
        matches = Matches { left, right, total: total as u64, ..matches };
        // SAFETY: there is a pair of rows for each match.
        unsafe { work.launch(Kernels::table_match, total.div_ceil(TILE), 1, matches) }?;
        slots.release();
        Ok(Self { left, right, total, _rows: rows })
    }
}
