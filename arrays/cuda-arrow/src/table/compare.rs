use arrow_array::Datum;
use arrow_schema::{DataType, TimeUnit};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::buffer::Buffer;
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{
    self, AND, Chosen, Column, Compare, IS_VALID, Kernels, NOT, OR, THREADS, TILE,
};
use crate::layout::ChildEntries;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;
use crate::runs;
use crate::table::column;
use crate::table::column::Order;
use crate::table::work::{Arena, Tables, Work, check_rows, invalid};

/// A comparison of two entries. The result is null where either is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Comparison {
    /// They are equal. NaN isn't equal to itself, and the zeros are equal.
    Equal = 0,
    /// They aren't.
    NotEqual = 1,
    /// The first is less.
    Less = 2,
    /// The first isn't greater.
    LessEqual = 3,
    /// The first is greater.
    Greater = 4,
    /// The first isn't less.
    GreaterEqual = 5,
}

// The kernel's numbers.
const _: () = {
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    assert!(Equal as u32 == table::EQUAL && NotEqual as u32 == table::NOT_EQUAL);
    assert!(Less as u32 == table::LESS && LessEqual as u32 == table::LESS_EQUAL);
    assert!(Greater as u32 == table::GREATER && GreaterEqual as u32 == table::GREATER_EQUAL);
};

/// What can be compared with each other.
#[derive(Debug, PartialEq)]
pub(super) enum Family {
    /// Integers, floats and decimals.
    Number,
    Boolean,
    Text,
    Bytes,
    /// Dates and timestamps without a time zone.
    Local,
    /// Timestamps with one: all are in UTC.
    Instant,
    Time,
    Duration,
    /// Types that are compared only with themselves.
    Same(DataType),
}

/// Returns the family of a type, and how many nanoseconds a unit has.
pub(super) fn family(data_type: &DataType) -> (Family, u64) {
    let nanoseconds_per = |unit: &TimeUnit| match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1000,
        TimeUnit::Nanosecond => 1,
    };
    match data_type {
        DataType::Dictionary(_, values) => family(values),
        DataType::Boolean => (Family::Boolean, 1),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => (Family::Text, 1),
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => (Family::Bytes, 1),
        DataType::Date32 => (Family::Local, 86_400_000_000_000),
        DataType::Date64 => (Family::Local, 1_000_000),
        DataType::Timestamp(unit, None) => (Family::Local, nanoseconds_per(unit)),
        DataType::Timestamp(unit, Some(_)) => (Family::Instant, nanoseconds_per(unit)),
        DataType::Time32(unit) | DataType::Time64(unit) => (Family::Time, nanoseconds_per(unit)),
        DataType::Duration(unit) => (Family::Duration, nanoseconds_per(unit)),
        number if number.is_numeric() => (Family::Number, 1),
        other => (Family::Same(other.clone()), 1),
    }
}

/// Returns the scale of decimals, or of those in a dictionary.
fn scale(data_type: &DataType) -> Option<i8> {
    match data_type {
        DataType::Dictionary(_, values) => scale(values),
        DataType::Decimal32(_, scale)
        | DataType::Decimal64(_, scale)
        | DataType::Decimal128(_, scale)
        | DataType::Decimal256(_, scale) => Some(*scale),
        _ => None,
    }
}

const OPERATION: Operation = ("a comparison", ORDERED);

/// Runs the kernel, for a boolean for each entry of `a`. It waits if an invalid array may not have all entries.
fn run(
    manager: &MemoryManager,
    (a, b): (&ArrayParts, Option<(&ArrayParts, bool)>),
    comparison: u32,
) -> Result<DeviceArray, Error> {
    let n = a.len;
    check_rows(n)?;
    let work = Work::new(manager, 0)?;
    let order = |parts: &ArrayParts| {
        Order::of(&parts.data_type).ok_or_else(|| Error::unsupported(&parts.data_type, OPERATION))
    };
    // Whether entries are null is known of every type.
    let (order_a, width_a) = match comparison {
        IS_VALID => (Order::Unsigned, 1),
        _ => order(a)?,
    };
    let mut tables = Tables::default();
    let columns = [Some(a), b.map(|(parts, _)| parts)].into_iter().flatten();
    let may_lack_entries = columns.clone().any(column::may_lack_entries);
    let columns = columns.map(|column| (column, column.offset));
    let first = match comparison {
        IS_VALID => column::push_validity(&mut tables, a)?,
        _ => column::push(&mut tables, columns, OPERATION)?,
    };
    let tables = tables.upload(&work)?;
    let mut arena = Arena::default();
    let (to, valid) = (arena.add::<u32>(n.div_ceil(32)), arena.add::<u32>(n.div_ceil(32)));
    let memory = arena.allocate(&work)?;
    let mut compare = Compare {
        a: tables.as_raw() + first as CUdeviceptr,
        b: 0,
        factor_a: family(&a.data_type).1,
        factor_b: 1,
        n: n as u64,
        to: to.of(&memory),
        valid: valid.of(&memory),
        error: work.error(),
        comparison,
        order_a: order_a as u32,
        order_b: 0,
        width_a,
        width_b: 1,
        is_scalar: 0,
        scale_a: 0,
        scale_b: 0,
        has_decimals: 0,
        unused: 0,
    };
    if let Some((b, is_scalar)) = b {
        let (order_b, width_b) = order(b)?;
        compare.b = compare.a + size_of::<Column>() as CUdeviceptr;
        compare.factor_b = family(&b.data_type).1;
        (compare.order_b, compare.width_b) = (order_b as u32, width_b);
        compare.is_scalar = is_scalar.into();
        let scales = [scale(&a.data_type), scale(&b.data_type)];
        [compare.scale_a, compare.scale_b] = scales.map(|scale| scale.unwrap_or(0).into());
        compare.has_decimals = scales.iter().any(Option::is_some).into();
    }
    // SAFETY: the columns have an entry for each row, and so have the results.
    unsafe { work.launch(Kernels::table_compare, n.div_ceil(TILE / 2), 1, compare) }?;
    if may_lack_entries {
        work.wait()?;
    }
    let memory = memory.freeze();
    let part =
        |place: crate::table::work::ArenaRange| memory.part(place.start..place.start + place.len);
    DeviceArray::try_new(ArrayParts {
        data_type: DataType::Boolean,
        len: n,
        offset: 0,
        null_count: (comparison == IS_VALID).then_some(0),
        nulls: (comparison != IS_VALID).then(|| part(valid)),
        buffers: vec![part(to)],
        children: Vec::new(),
        dictionary: None,
    })
}

impl DeviceArray {
    fn stream_of(&self, operation: Operation) -> Result<&MemoryManager, Error> {
        self.manager().ok_or_else(|| Error::unsupported(self.data_type(), operation))
    }

    fn compared(
        &self,
        comparison: Comparison,
        other: &Self,
        is_scalar: bool,
    ) -> Result<Self, Error> {
        let manager = self.stream_of(OPERATION)?;
        let (a, b) = (self.data_type(), other.data_type());
        let (families, lens) = ((family(a).0, family(b).0), (self.len(), other.len()));
        if families.0 != families.1 {
            let zone = match families {
                (Family::Local, Family::Instant) | (Family::Instant, Family::Local) => {
                    ": one has a time zone, and the other has none"
                }
                _ => "",
            };
            return Err(invalid(format!("{a} can't be compared with {b}{zone}")));
        }
        if !is_scalar && lens.0 != lens.1 {
            let (a, b) = lens;
            return Err(invalid(format!("{a} entries can't be compared with {b}")));
        }
        other.of_stream(manager)?;
        let others = Some((other.parts(), is_scalar));
        run(manager, (self.parts(), others), comparison as u32)
    }

    fn of_stream(&self, manager: &MemoryManager) -> Result<(), Error> {
        match self.manager() {
            Some(other) if other.stream() != manager.stream() => {
                Err(self.parts().invalid("it is of another stream; share it with `on`"))
            }
            _ => Ok(()),
        }
    }

    /// Compares each entry with the value of a scalar on the host, or with the entry of an array of the same length there. The
    /// result is a boolean column, for [`filter`](crate::batch::DeviceRecordBatch::filter).
    ///
    /// Integers, decimals and floats of all widths, precisions and scales are compared by their values, a float with one of the
    /// others as `f64`; dates and timestamps of
    /// all units by their time, texts by their bytes; a dictionary's entries by their values.
    ///
    /// ```
    /// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    /// use cuda_arrow::Comparison;
    /// use cuda_arrow::arrow_array::{BooleanArray, Date32Array, TimestampMillisecondArray, cast::AsArray};
    ///
    /// let days = manager.upload_array(&Date32Array::from(vec![Some(0), None, Some(2)]))?;
    /// let noon = TimestampMillisecondArray::new_scalar(43_200_000);
    /// let later = days.compare(Comparison::Greater, &noon)?.to_host()?;
    /// assert_eq!(later.as_boolean(), &BooleanArray::from(vec![Some(false), None, Some(true)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Arrow`] for types that can't be compared, such as timestamps with and without a time zone, and for arrays of
    /// different lengths; [`Error::Unsupported`] for nested types; or the driver's error.
    pub fn compare(&self, comparison: Comparison, with: &dyn Datum) -> Result<Self, Error> {
        let (array, is_scalar) = with.get();
        let other = self.stream_of(OPERATION)?.upload_array(array)?;
        self.compared(comparison, &other, is_scalar)
    }

    /// Compares each entry with that of another column, as [`compare`](Self::compare) does. It waits for texts and
    /// dictionaries, which may be invalid.
    ///
    /// # Errors
    /// As [`compare`](Self::compare), and [`Error::Invalid`] for a column of another stream.
    pub fn compare_columns(&self, comparison: Comparison, with: &Self) -> Result<Self, Error> {
        self.compared(comparison, with, false)
    }

    fn logic(&self, other: Option<&Self>, operation: u32) -> Result<Self, Error> {
        let manager = self.stream_of(("a logical operation", "it takes booleans"))?;
        for array in [Some(self), other].into_iter().flatten() {
            if array.data_type() != &DataType::Boolean {
                return Err(array.wrong("bool"));
            }
            array.of_stream(manager)?;
        }
        if let Some(other) = other.filter(|other| other.len() != self.len()) {
            let (a, b) = (self.len(), other.len());
            return Err(invalid(format!("{a} booleans can't be combined with {b}")));
        }
        let others = other.map(|other| (other.parts(), false));
        run(manager, (self.parts(), others), operation)
    }

    /// Returns whether both booleans are true: pyarrow's `and_kleene`. It is false if either is, and null if neither is false and
    /// one is null.
    ///
    /// # Errors
    /// [`Error::Type`] for other types, [`Error::Arrow`] for different lengths, [`Error::Invalid`] for another stream; or the
    /// driver's error.
    pub fn and(&self, other: &Self) -> Result<Self, Error> {
        self.logic(Some(other), AND)
    }

    /// Returns whether either boolean is true: pyarrow's `or_kleene`.
    ///
    /// # Errors
    /// As [`and`](Self::and).
    pub fn or(&self, other: &Self) -> Result<Self, Error> {
        self.logic(Some(other), OR)
    }

    /// Returns the opposite of each boolean: pyarrow's `invert`.
    ///
    /// # Errors
    /// As [`and`](Self::and).
    pub fn not(&self) -> Result<Self, Error> {
        self.logic(None, NOT)
    }

    /// Returns whether each entry has a value; lists and structs have one whatever their items and fields are.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for arrays without buffers, such as those of type null, and for dictionaries of unions or runs; or the
    /// driver's error.
    pub fn is_valid(&self) -> Result<Self, Error> {
        let manager = self.stream_of(OPERATION)?;
        match (self.data_type(), self.parts().layout()?.entries) {
            (DataType::Union(fields, _), entries) => {
                let ids: Vec<i8> = fields.iter().map(|(id, _)| id).collect();
                self.chosen(manager, &ids, &self.parts().children, entries != ChildEntries::Any)
            }
            (DataType::RunEndEncoded(..), _) => {
                self.chosen(manager, &[0], &[runs::children(self.parts())?[1].clone()], false)
            }
            _ => run(manager, (self.parts(), None), IS_VALID),
        }
    }

    /// Returns whether the entry of a child is valid that each entry is, for children with these ids, or for the values of runs.
    fn chosen(
        &self,
        manager: &MemoryManager,
        ids: &[i8],
        children: &[ArrayParts],
        is_sparse: bool,
    ) -> Result<Self, Error> {
        let (parts, n) = (self.parts(), self.len());
        check_rows(n)?;
        let work = Work::new(manager, 0)?;
        let (mut kept, mut table) = (Vec::new(), [[0u64; 2]; 256]);
        for (id, child) in ids.iter().zip(children) {
            let mut child = Self::try_new(child.clone())?;
            if is_sparse {
                child = child.slice(parts.offset, n)?;
            }
            let mut bits = 0;
            // All of nothing are null.
            if !child.is_empty() && child.data_type() != &DataType::Null {
                let valid = child.is_valid()?;
                bits = valid.buffers().first().map_or(0, |buffer| buffer.as_raw());
                kept.push(valid);
            }
            table[usize::from(*id as u8)] = [bits, child.len() as u64];
        }
        let mut tables = Tables::default();
        tables.push(table);
        let tables = tables.upload(&work)?;
        let mut arena = Arena::default();
        let to = arena.add::<u32>(n.div_ceil(32));
        let memory = arena.allocate(&work)?;
        let (is_union, first) =
            (matches!(self.data_type(), DataType::Union(..)), self.buffers().first());
        let ends = parts.children.first().filter(|_| !is_union);
        let at = |buffer: Option<&Buffer>, entry: usize| {
            buffer.map_or(0, |buffer| buffer.as_raw() + entry as CUdeviceptr)
        };
        let width = ends.map_or(0, |ends| ends.data_type.primitive_width().unwrap_or(0));
        let chosen = Chosen {
            ids: at(first, parts.offset),
            offsets: at(self.buffers().get(1), 4 * parts.offset),
            ends: ends.map_or(0, |ends| at(ends.buffers.first(), ends.offset * width)),
            children: tables.as_raw(),
            runs: ends.map_or(0, |ends| ends.len as u64),
            offset: parts.offset as u64,
            n: n as u64,
            to: to.of(&memory),
            error: work.error(),
            width: width as u32,
            unused: 0,
        };
        // SAFETY: there is an id, or an offset, for each entry, and room for its bit.
        unsafe { work.launch(Kernels::table_chosen, n.div_ceil(THREADS), 1, chosen) }?;
        work.wait()?;
        drop(kept);
        Self::try_new(ArrayParts {
            data_type: DataType::Boolean,
            len: n,
            offset: 0,
            null_count: Some(0),
            nulls: None,
            buffers: vec![memory.freeze()],
            children: Vec::new(),
            dictionary: None,
        })
    }

    /// Returns whether each entry is null.
    ///
    /// # Errors
    /// As [`is_valid`](Self::is_valid).
    pub fn is_null(&self) -> Result<Self, Error> {
        self.is_valid()?.not()
    }
}
