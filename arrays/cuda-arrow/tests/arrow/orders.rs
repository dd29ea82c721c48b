//! Random rows of every type that has an order, sorted, grouped and selected, beside the same on
//! the host.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::Int64Type;
use cuda_arrow::arrow_array::{
    Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray, make_array,
};
use cuda_arrow::arrow_buffer::{Buffer, NullBuffer};
use cuda_arrow::arrow_data::ArrayData;
use cuda_arrow::arrow_data::transform::MutableArrayData;
use cuda_arrow::arrow_schema::{DataType, TimeUnit};
use cuda_arrow::{Aggregate, Comparison, DeviceRecordBatch, Function, MemoryManager, SortKey};
use fastrand::Rng;

use crate::device::on_every_driver;

/// A value that is ordered as the type's; NaN has none.
type Value = Option<i128>;

/// Types whose entries are numbers.
const TYPES: [DataType; 15] = [
    DataType::Int8,
    DataType::Int16,
    DataType::Int32,
    DataType::Int64,
    DataType::UInt8,
    DataType::UInt16,
    DataType::UInt32,
    DataType::UInt64,
    DataType::Float16,
    DataType::Float32,
    DataType::Float64,
    DataType::Date32,
    DataType::Timestamp(TimeUnit::Nanosecond, None),
    DataType::Decimal32(9, 2),
    DataType::Decimal128(38, 2),
];

/// Around the ends of warps and tiles.
const SIZES: [usize; 9] = [1, 32, 255, 257, 4095, 4096, 4097, 8193, 13_000];

/// The value of a number of a type with these bits.
fn value(data_type: &DataType, bits: i128) -> Value {
    let float = |value: f64| {
        let bits = (value + 0.0).to_bits() as i64;
        (!value.is_nan()).then_some(i128::from(if bits < 0 { i64::MIN - bits } else { bits }))
    };
    match data_type {
        DataType::Float16 => float(half::f16::from_bits(bits as u16).to_f64()),
        DataType::Float32 => float(f32::from_bits(bits as u32).into()),
        DataType::Float64 => float(f64::from_bits(bits as u64)),
        DataType::UInt8 => Some((bits as u8).into()),
        DataType::UInt16 => Some((bits as u16).into()),
        DataType::UInt32 => Some((bits as u32).into()),
        DataType::UInt64 => Some((bits as u64).into()),
        other => match other.primitive_width().unwrap() {
            1 => Some((bits as i8).into()),
            2 => Some((bits as i16).into()),
            4 => Some((bits as i32).into()),
            8 => Some((bits as i64).into()),
            _ => Some(bits),
        },
    }
}

/// Bits of `n` numbers: any, few, or in order.
fn bits(random: &mut Rng, n: usize) -> Vec<i128> {
    let kind = random.u8(..6);
    let step = 1 << random.u8(..24);
    let first = i128::from(random.i64(..));
    let number = |row: usize| match kind {
        0 => first + row as i128 * step,
        1 => first - row as i128 * step,
        2 => first,
        3 => i128::from(random.u8(..3)) << random.u8(..120),
        4 => i128::from(random.i64(..1000) - 500),
        _ => random.i128(..),
    };
    (0..n).map(number).collect()
}

fn nulls(random: &mut Rng, n: usize) -> Option<NullBuffer> {
    let part = random.u8(..4);
    (part > 0).then(|| NullBuffer::from_iter((0..n).map(|_| random.u8(..4) >= part)))
}

/// A column of `n` rows, and for each what it has: nothing, a value, or NaN; and bits by which it
/// is grouped.
struct Column {
    array: ArrayRef,
    rows: Vec<Option<(i128, Value)>>,
}

fn column(random: &mut Rng, data_type: &DataType, n: usize) -> Column {
    let (bits, nulls) = (bits(random, n), nulls(random, n));
    let width = data_type.primitive_width().unwrap();
    let bytes: Vec<u8> = bits.iter().flat_map(|bit| bit.to_le_bytes()[..width].to_vec()).collect();
    let data = ArrayData::builder(data_type.clone()).len(n).nulls(nulls.clone());
    let data = data.add_buffer(Buffer::from_vec(bytes)).align_buffers(true).build().unwrap();
    let mask = u128::MAX >> (128 - 8 * width);
    let rows = bits.iter().enumerate().map(|(row, bits)| {
        let is = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        is.then(|| (bits & mask as i128, value(data_type, *bits)))
    });
    Column { rows: rows.collect(), array: make_array(data) }
}

/// Texts that are in the order of their values.
fn texts(random: &mut Rng, n: usize) -> Column {
    let longest = [3, 30, 90][random.usize(..3)];
    let lens: Vec<_> =
        (0..n).map(|_| (random.u8(..5) > 0).then(|| random.usize(..longest))).collect();
    let text = |len: &Option<usize>| len.map(|len| "a".repeat(len));
    Column {
        array: Arc::new(StringArray::from_iter(lens.iter().map(text))),
        rows: lens.iter().map(|len| len.map(|len| (len as i128, Some(len as i128)))).collect(),
    }
}

/// The rows by one key, which come after `rows` in it if `rows` are in the order of less
/// significant keys.
fn sorted(mut rows: Vec<usize>, column: &Column, descends: bool, nulls_first: bool) -> Vec<usize> {
    rows.sort_by_key(|row| {
        let (rank, value) = match column.rows[*row] {
            None => (2, 0),
            Some((_, None)) => (1, 0),
            Some((_, Some(value))) => (0, if descends { !value } else { value }),
        };
        (if nulls_first { 2 - rank } else { rank }, value)
    });
    rows
}

/// These rows of an array.
fn taken(array: &ArrayRef, rows: &[usize]) -> ArrayRef {
    let data = array.to_data();
    let mut array_data = MutableArrayData::new(vec![&data], false, rows.len());
    for row in rows {
        array_data.try_extend(0, *row, row + 1).unwrap();
    }
    make_array(array_data.freeze())
}

fn rows_of(batch: &DeviceRecordBatch, name: &str) -> Vec<usize> {
    let host = batch.column(name).unwrap().to_host().unwrap();
    host.as_primitive::<Int64Type>().values().iter().map(|row| *row as usize).collect()
}

/// Compares all columns.
fn check(found: &DeviceRecordBatch, host: &RecordBatch, expected: &[usize], case: &str) {
    assert_eq!(rows_of(found, "row"), expected, "{case}");
    for (column, of) in found.columns().iter().zip(host.columns()) {
        assert_eq!(&column.to_host().unwrap(), &taken(of, expected), "{case}");
    }
}

/// The first row, the number of rows and the sum of their numbers of each group.
fn groups(columns: &[&Column], n: usize) -> Vec<[usize; 3]> {
    let mut places: HashMap<Vec<Option<i128>>, usize> = HashMap::new();
    let mut groups: Vec<[usize; 3]> = Vec::new();
    for row in 0..n {
        let key = columns.iter().map(|column| column.rows[row].map(|(bits, _)| bits)).collect();
        let place = *places.entry(key).or_insert(groups.len());
        if place == groups.len() {
            groups.push([row, 0, 0]);
        }
        groups[place][1] += 1;
        groups[place][2] += row;
    }
    groups
}

/// Compares the entries of two columns.
fn compare(manager: &MemoryManager, a: &Column, b: &Column, case: &str) {
    let [there, other] = [a, b].map(|column| manager.upload_array(&column.array).unwrap());
    for (comparison, accepted) in
        [(Comparison::Less, [true, false, false]), (Comparison::NotEqual, [true, false, true])]
    {
        let expected = a.rows.iter().zip(&b.rows).map(|(a, b)| {
            let ((_, a), (_, b)) = ((*a)?, (*b)?);
            let unordered = comparison == Comparison::NotEqual;
            Some(a.zip(b).map_or(unordered, |(a, b)| accepted[(a.cmp(&b) as i8 + 1) as usize]))
        });
        let expected: BooleanArray = expected.collect();
        let found = there.compare_columns(comparison, &other).unwrap().to_host().unwrap();
        assert_eq!(found.as_boolean(), &expected, "{case}, {comparison:?}");
    }
}

/// The least and the greatest entries of a column, for each group of another one.
fn extremes(manager: &MemoryManager, keys: &Column, aggregated: &Column, case: &str) {
    let host = [("k", keys.array.clone()), ("x", aggregated.array.clone())];
    let rows = manager.upload(&RecordBatch::try_from_iter(host).unwrap()).unwrap();
    let functions = [Function::Min, Function::Max].map(|function| Aggregate::of("x", function));
    let found = rows.group_by(&["k"], &functions).unwrap().to_host().unwrap();
    let (data_type, n) = (aggregated.array.data_type(), aggregated.rows.len());
    let width = data_type.primitive_width().unwrap();
    let mut groups: HashMap<Option<i128>, Vec<usize>> = HashMap::new();
    for row in 0..n {
        groups.entry(keys.rows[row].map(|(bits, _)| bits)).or_default().push(row);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort();
    for (at, best) in [(1, 0), (2, 1)] {
        let column = found.column(at);
        let data = column.to_data();
        for (group, rows) in groups.iter().enumerate() {
            let entries = rows.iter().filter_map(|row| aggregated.rows[*row]);
            let values = entries.clone().filter_map(|(_, value)| value);
            let expected = [values.clone().min(), values.max()][best];
            let mut bytes = [0; 16];
            let start = (data.offset() + group) * width;
            bytes[..width].copy_from_slice(&data.buffers()[0][start..start + width]);
            let bits = i128::from_le_bytes(bytes);
            let found = column.is_valid(group).then(|| value(data_type, bits));
            let any = entries.count() > 0;
            assert_eq!(found, any.then_some(expected), "{case}, group {group} of {column:?}");
        }
    }
}

fn rounds() -> u64 {
    cuda_rust::options::number("rounds", 32)
}

/// Two columns and the rows' numbers.
struct Rows {
    n: usize,
    a: Column,
    b: Column,
    host: RecordBatch,
    there: DeviceRecordBatch,
    case: String,
}

impl Rows {
    fn new(manager: &MemoryManager, random: &mut Rng, seed: usize) -> Self {
        let n = SIZES[seed % SIZES.len()];
        let key = |random: &mut Rng, at: usize| match TYPES.get(at) {
            Some(data_type) => column(random, data_type, n),
            None => texts(random, n),
        };
        let (first, second) = (seed % (TYPES.len() + 1), random.usize(..=TYPES.len()));
        let (a, b) = (key(random, first), key(random, second));
        let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..n as i64));
        let columns = [("a", a.array.clone()), ("b", b.array.clone()), ("row", numbers)];
        let host = RecordBatch::try_from_iter(columns).unwrap();
        let there = manager.upload(&host).unwrap();
        let types = (a.array.data_type(), b.array.data_type());
        let case = format!("seed {seed}: {n} rows of {types:?}");
        Self { n, a, b, host, there, case }
    }

    fn sort(&self, random: &mut Rng) {
        let mut key = |name: &str| {
            let (descends, nulls_first) = (random.bool(), random.bool());
            let key = if descends { SortKey::descending(name) } else { SortKey::ascending(name) };
            (if nulls_first { key.nulls_first() } else { key }, descends, nulls_first)
        };
        let ((first, a_descends, a_nulls), (second, b_descends, b_nulls)) = (key("a"), key("b"));
        let Self { n, a, b, host, there, case } = self;
        let found = there.sort_by(std::slice::from_ref(&first)).unwrap();
        let expected = sorted((0..*n).collect(), a, a_descends, a_nulls);
        check(&found, host, &expected, &format!("{case}, by {first:?}"));
        let found = there.sort_by(&[first, second]).unwrap();
        let expected = sorted((0..*n).collect(), b, b_descends, b_nulls);
        let expected = sorted(expected, a, a_descends, a_nulls);
        check(&found, host, &expected, &format!("{case}, by both"));
    }

    fn group(&self) {
        let Self { n, a, b, there, case, .. } = self;
        let of_row = |function| Aggregate::of("row", function);
        let functions = [of_row(Function::Min), Aggregate::rows(), of_row(Function::Sum)];
        for (keys, columns) in [(&["a"][..], &[a][..]), (&["a", "b"], &[a, b])] {
            let found = there.group_by(keys, &functions).unwrap();
            let found = ["row_min", "count_all", "row_sum"].map(|name| rows_of(&found, name));
            let expected = groups(columns, *n);
            for (at, found) in found.iter().enumerate() {
                let expected: Vec<usize> = expected.iter().map(|group| group[at]).collect();
                assert_eq!(*found, expected, "{case}, grouped by {keys:?}");
            }
        }
    }

    fn filter(&self, manager: &MemoryManager, random: &mut Rng) {
        let (n, lead) = (self.n, random.usize(..40));
        let mut entry = || (random.u8(..9) > 0).then(|| random.bool());
        let mask: Vec<Option<bool>> = (0..lead + n).map(|_| entry()).collect();
        let there = manager.upload_array(&BooleanArray::from(mask.clone())).unwrap();
        let found = self.there.filter(&there.slice(lead, n).unwrap()).unwrap();
        let expected = (0..n).filter(|row| mask[lead + row] == Some(true));
        let expected: Vec<usize> = expected.collect();
        check(&found, &self.host, &expected, &format!("{}, filtered", self.case));
    }
}

on_every_driver! {
    fn random_rows_are_in_the_order_of_the_host(device) {
        let manager = MemoryManager::new(&device.stream);
        for seed in 0..rounds() {
            let mut random = Rng::with_seed(seed);
            let rows = Rows::new(&manager, &mut random, seed as usize);
            rows.sort(&mut random);
            rows.group();
            rows.filter(&manager, &mut random);
            if rows.a.array.data_type() != &DataType::Utf8 {
                let c = column(&mut random, rows.a.array.data_type(), rows.n);
                compare(&manager, &rows.a, &c, &rows.case);
                extremes(&manager, &rows.b, &c, &rows.case);
            }
        }
    }
}
