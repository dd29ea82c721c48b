//! Sample batches.

use std::sync::Arc;

use cuda_arrow::arrow_array::builder::{
    FixedSizeListBuilder, Int32Builder, LargeListBuilder, ListBuilder, MapBuilder, StringBuilder,
    StringDictionaryBuilder, StringViewBuilder,
};
use cuda_arrow::arrow_array::types::{Int8Type, Int16Type, Int32Type};
use cuda_arrow::arrow_array::*;
use cuda_arrow::arrow_buffer::{
    IntervalMonthDayNano, NullBuffer, OffsetBuffer, ScalarBuffer, i256,
};
use cuda_arrow::arrow_schema::{DataType, Field, Fields, UnionFields};

pub fn random() -> fastrand::Rng {
    fastrand::Rng::with_seed(7)
}

fn nulls(rows: usize, seed: u64) -> Option<NullBuffer> {
    let mut random = fastrand::Rng::with_seed(seed);
    Some(NullBuffer::from_iter((0..rows).map(|_| random.u8(..5) > 0)))
}

fn texts(rows: usize) -> Vec<Option<String>> {
    let mut random = random();
    let text = |_| (random.u8(..4) > 0).then(|| "ä-tree ".repeat(random.usize(..5)));
    (0..rows).map(text).collect()
}

/// A column of every kind of type that arrow-rs has.
#[expect(clippy::too_many_lines, reason = "a column for each type")]
pub fn all_types(rows: usize) -> RecordBatch {
    let mut random = random();
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    let mut add = |name: &str, array: ArrayRef| columns.push((name.to_owned(), array));
    macro_rules! numbers {
        ($($name:literal $array:ident $ty:ty),*) => {$(
            let values: Vec<$ty> = (0..rows).map(|_| random.u64(..) as $ty).collect();
            add($name, Arc::new($array::new(values.into(), nulls(rows, 3))));
        )*};
    }
    numbers!(
        "i8" Int8Array i8, "i16" Int16Array i16, "i32" Int32Array i32, "i64" Int64Array i64,
        "u8" UInt8Array u8, "u16" UInt16Array u16, "u32" UInt32Array u32, "u64" UInt64Array u64,
        "f32" Float32Array f32, "f64" Float64Array f64, "date32" Date32Array i32, "stamp" TimestampMicrosecondArray i64, "duration" DurationSecondArray i64,
        "months" IntervalYearMonthArray i32
    );
    add(
        "zoned",
        Arc::new(
            TimestampSecondArray::from_iter_values(0..rows as i64).with_timezone("Europe/Berlin"),
        ),
    );
    let days = (0..rows as i64).map(|row| (row % 5 > 0).then_some(row * 86_400_000));
    add("date64", Arc::new(Date64Array::from_iter(days)));
    let times = (0..rows as i32).map(|row| (row % 5 > 0).then_some(row * 1000));
    add("time32", Arc::new(Time32MillisecondArray::from_iter(times)));
    let times = (0..rows as i64).map(|row| (row % 5 > 0).then_some(row * 1_000_000));
    add("time64", Arc::new(Time64NanosecondArray::from_iter(times)));
    add("no nulls", Arc::new(Int32Array::from_iter_values(0..rows as i32)));
    let halves = (0..rows).map(|row| half::f16::from_f32(row as f32 / 8.0));
    add("f16", Arc::new(Float16Array::from_iter_values(halves)));
    let decimals = (0..rows).map(|row| row as i128 * 1_000_000_007);
    add("decimal", Arc::new(Decimal128Array::from_iter_values(decimals)));
    let decimals = (0..rows).map(|row| i256::from_i128(-(row as i128)));
    add("decimal256", Arc::new(Decimal256Array::from_iter_values(decimals)));
    let intervals = (0..rows).map(|row| IntervalMonthDayNano::new(row as i32, 2, 3));
    add("interval", Arc::new(IntervalMonthDayNanoArray::from_iter_values(intervals)));
    add("null", Arc::new(NullArray::new(rows)));
    let flags: Vec<Option<bool>> =
        (0..rows).map(|_| (random.u8(..3) > 0).then(|| random.bool())).collect();
    add("bool", Arc::new(BooleanArray::from(flags)));
    let texts = texts(rows);
    add("text", Arc::new(StringArray::from(texts.clone())));
    add("large text", Arc::new(LargeStringArray::from(texts.clone())));
    let bytes: Vec<Option<&[u8]>> =
        texts.iter().map(|text| text.as_ref().map(|text| text.as_bytes())).collect();
    add("bytes", Arc::new(BinaryArray::from(bytes.clone())));
    add("large bytes", Arc::new(LargeBinaryArray::from(bytes.clone())));
    add(
        "fixed bytes",
        Arc::new(
            FixedSizeBinaryArray::try_from_iter((0..rows).map(|row| [row as u8; 3]))
                .unwrap_or_else(|_| FixedSizeBinaryArray::new_null(3, rows)),
        ),
    );
    let mut views = StringViewBuilder::new();
    texts.iter().for_each(|text| views.append_option(text.as_ref()));
    add("view", Arc::new(views.finish()));
    add("lists", Arc::new(lists(rows)));
    add("nested", Arc::new(nested(rows)));
    let mut fixed = FixedSizeListBuilder::new(Int32Builder::new(), 3);
    for row in 0..rows {
        (0..3).for_each(|at| fixed.values().append_option((at != row % 4).then_some(at as i32)));
        fixed.append(row % 5 != 0);
    }
    add("fixed lists", Arc::new(fixed.finish()));
    let mut map = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    for row in 0..rows {
        for at in 0..row % 3 {
            map.keys().append_value(format!("key {at}"));
            map.values().append_value(row as i32);
        }
        map.append(row % 7 != 0).unwrap();
    }
    add("map", Arc::new(map.finish()));
    let mut words = StringDictionaryBuilder::<Int16Type>::new();
    (0..rows).for_each(|row| {
        if row % 6 == 0 {
            words.append_null()
        } else {
            words.append_value(["a", "bc", "def"][row % 3])
        }
    });
    add("words", Arc::new(words.finish()));
    let pair = Fields::from(vec![
        Field::new("number", DataType::Int32, true),
        Field::new("text", DataType::Utf8, true),
    ]);
    let parts: Vec<ArrayRef> = vec![
        Arc::new(Int32Array::new((0..rows as i32).collect::<Vec<_>>().into(), nulls(rows, 9))),
        Arc::new(StringArray::from(texts.clone())),
    ];
    if rows > 0 {
        add("struct", Arc::new(StructArray::new(pair, parts, nulls(rows, 5))));
    }
    for dense in [false, true] {
        add(if dense { "dense" } else { "sparse" }, Arc::new(union(rows, dense)));
    }
    if rows > 0 {
        let ends = Int32Array::from_iter_values(
            (0..rows as i32).step_by(3).map(|row| (row + 3).min(rows as i32)),
        );
        let values =
            Int8Array::from_iter((0..ends.len()).map(|at| (at % 4 != 0).then_some(at as i8)));
        add("runs", Arc::new(RunArray::<Int32Type>::try_new(&ends, &values).unwrap()));
    }
    let views = ListViewArray::new(
        Arc::new(Field::new("item", DataType::Int8, true)),
        ScalarBuffer::from(vec![1i32; rows]),
        ScalarBuffer::from(vec![2i32; rows]),
        Arc::new(PrimitiveArray::<Int8Type>::from_iter_values(0..5)),
        nulls(rows, 11),
    );
    add("list views", Arc::new(views));
    let with_nulls = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(with_nulls).unwrap()
}

pub fn lists(rows: usize) -> ListArray {
    let mut lists = ListBuilder::new(Int32Builder::new());
    for row in 0..rows {
        (0..row % 4).for_each(|at| lists.values().append_value(at as i32));
        lists.append(row % 5 != 3);
    }
    lists.finish()
}

pub fn nested(rows: usize) -> LargeListArray {
    let mut nested = LargeListBuilder::new(ListBuilder::new(StringBuilder::new()));
    for row in 0..rows {
        for inner in 0..row % 3 {
            (0..inner + 1).for_each(|at| {
                nested.values().values().append_value(format!("{row}.{inner}.{at}"))
            });
            nested.values().append(row % 4 != 1);
        }
        nested.append(row % 6 != 5);
    }
    nested.finish()
}

fn union(rows: usize, dense: bool) -> UnionArray {
    let fields = UnionFields::try_new(
        [3, 5],
        [Field::new("number", DataType::Int32, true), Field::new("text", DataType::Utf8, true)],
    )
    .unwrap();
    let ids: ScalarBuffer<i8> =
        (0..rows).map(|row| if row % 2 == 0 { 3 } else { 5 }).collect::<Vec<_>>().into();
    let (numbers, texts) = if dense { (rows.div_ceil(2), rows / 2) } else { (rows, rows) };
    let children: Vec<ArrayRef> = vec![
        Arc::new(Int32Array::from_iter_values(0..numbers as i32)),
        Arc::new(StringArray::from_iter_values((0..texts).map(|text| text.to_string()))),
    ];
    let offsets = dense.then(|| (0..rows).map(|row| row as i32 / 2).collect::<Vec<_>>().into());
    UnionArray::try_new(fields, ids, offsets, children).unwrap()
}

/// Lists in lists, `depth` of them, around two numbers.
pub fn deep(depth: usize) -> ArrayRef {
    let mut array: ArrayRef = Arc::new(Int8Array::from_iter_values([1, 2]));
    for _ in 1..depth {
        let field = Arc::new(Field::new("item", array.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths([array.len()]);
        array = Arc::new(ListArray::new(field, offsets, array, None));
    }
    array
}
