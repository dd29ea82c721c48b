//! Values of arrays in the format of the cases.

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::*;
use cuda_arrow::arrow_array::*;
use cuda_arrow::arrow_schema::{DataType, IntervalUnit, TimeUnit};
use serde_json::{Map, Number, Value, json};

fn float(value: f64) -> Value {
    match Number::from_f64(value) {
        Some(number) => Value::Number(number),
        None if value.is_nan() => "NaN".into(),
        None if value > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}

fn bytes(bytes: &[u8]) -> Value {
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    json!({ "hex": text })
}

/// Returns all entries of an array.
pub fn list(array: &dyn Array) -> Vec<Value> {
    (0..array.len()).map(|at| value(array, at)).collect()
}

/// An entry of an array.
fn value(array: &dyn Array, at: usize) -> Value {
    use DataType::*;
    if array.is_null(at) {
        return Value::Null;
    }
    macro_rules! number {
        ($ty:ty) => {
            json!(array.as_primitive::<$ty>().value(at))
        };
    }
    match array.data_type() {
        Null => Value::Null,
        Boolean => array.as_boolean().value(at).into(),
        Int8 => number!(Int8Type),
        Int16 => number!(Int16Type),
        Int32 => number!(Int32Type),
        Int64 => number!(Int64Type),
        UInt8 => number!(UInt8Type),
        UInt16 => number!(UInt16Type),
        UInt32 => number!(UInt32Type),
        UInt64 => number!(UInt64Type),
        Float16 => float(array.as_primitive::<Float16Type>().value(at).to_f64()),
        // The cases write the value converted to a double.
        Float32 => float(f64::from(array.as_primitive::<Float32Type>().value(at))),
        Float64 => float(array.as_primitive::<Float64Type>().value(at)),
        Date32 => number!(Date32Type),
        Date64 => number!(Date64Type),
        Time32(TimeUnit::Second) => number!(Time32SecondType),
        Time32(_) => number!(Time32MillisecondType),
        Time64(TimeUnit::Microsecond) => number!(Time64MicrosecondType),
        Time64(_) => number!(Time64NanosecondType),
        Timestamp(TimeUnit::Second, _) => number!(TimestampSecondType),
        Timestamp(TimeUnit::Millisecond, _) => number!(TimestampMillisecondType),
        Timestamp(TimeUnit::Microsecond, _) => number!(TimestampMicrosecondType),
        Timestamp(TimeUnit::Nanosecond, _) => number!(TimestampNanosecondType),
        Duration(TimeUnit::Second) => number!(DurationSecondType),
        Duration(TimeUnit::Millisecond) => number!(DurationMillisecondType),
        Duration(TimeUnit::Microsecond) => number!(DurationMicrosecondType),
        Duration(TimeUnit::Nanosecond) => number!(DurationNanosecondType),
        Interval(IntervalUnit::MonthDayNano) => {
            let interval = array.as_primitive::<IntervalMonthDayNanoType>().value(at);
            json!({ "months": interval.months, "days": interval.days, "nanoseconds": interval.nanoseconds })
        }
        Interval(IntervalUnit::DayTime) => {
            let interval = array.as_primitive::<IntervalDayTimeType>().value(at);
            json!({ "days": interval.days, "milliseconds": interval.milliseconds })
        }
        Interval(IntervalUnit::YearMonth) => number!(IntervalYearMonthType),
        Decimal32(_, _) => array.as_primitive::<Decimal32Type>().value_as_string(at).into(),
        Decimal64(_, _) => array.as_primitive::<Decimal64Type>().value_as_string(at).into(),
        Decimal128(_, _) => array.as_primitive::<Decimal128Type>().value_as_string(at).into(),
        Decimal256(_, _) => array.as_primitive::<Decimal256Type>().value_as_string(at).into(),
        Utf8 => array.as_string::<i32>().value(at).into(),
        LargeUtf8 => array.as_string::<i64>().value(at).into(),
        Utf8View => array.as_string_view().value(at).into(),
        Binary => bytes(array.as_binary::<i32>().value(at)),
        LargeBinary => bytes(array.as_binary::<i64>().value(at)),
        BinaryView => bytes(array.as_binary_view().value(at)),
        FixedSizeBinary(_) => bytes(array.as_fixed_size_binary().value(at)),
        List(_) => list(&array.as_list::<i32>().value(at)).into(),
        LargeList(_) => list(&array.as_list::<i64>().value(at)).into(),
        ListView(_) => list(&array.as_list_view::<i32>().value(at)).into(),
        LargeListView(_) => list(&array.as_list_view::<i64>().value(at)).into(),
        FixedSizeList(_, _) => list(&array.as_fixed_size_list().value(at)).into(),
        Map(_, _) => {
            let entries = array.as_map().value(at);
            let pair = |row| json!({ "key": value(entries.column(0), row), "value": value(entries.column(1), row) });
            (0..entries.len()).map(pair).collect::<Vec<_>>().into()
        }
        Struct(fields) => {
            let columns = array.as_struct().columns();
            let pairs = fields
                .iter()
                .zip(columns)
                .map(|(field, column)| (field.name().clone(), value(column, at)));
            Value::Object(pairs.collect::<serde_json::Map<_, _>>())
        }
        Dictionary(_, _) => {
            let array = array.as_any_dictionary();
            value(array.values(), array.normalized_keys()[at])
        }
        Union(_, _) => {
            let array = array.as_union();
            value(&array.value(at), 0)
        }
        RunEndEncoded(ends, _) => match ends.data_type() {
            Int16 => run::<Int16Type>(array, at),
            Int32 => run::<Int32Type>(array, at),
            _ => run::<Int64Type>(array, at),
        },
    }
}

fn run<R: RunEndIndexType>(array: &dyn Array, at: usize) -> Value {
    let array = array.as_run::<R>();
    value(array.values(), array.get_physical_index(at))
}

/// Returns `true` if a value is what a case expects: numbers of floats by their values, decimals as numbers with all
/// digits.
pub fn is(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(a), Value::Number(b)) => match (a.is_f64(), b.is_f64()) {
            (false, false) => a == b,
            _ => {
                let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
                a == b && a.is_sign_negative() == b.is_sign_negative()
            }
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |a: &Map<String, Value>, b: &Map<String, Value>| {
                a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is(a, b)))
            };
            a.len() == b.len() && same(a, b)
        }
        // Bytes that are text may be written as text.
        (Value::Object(hex), Value::String(text)) => {
            let expected: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
            hex.len() == 1 && hex.get("hex").and_then(Value::as_str) == Some(&expected)
        }
        _ => found == expected,
    }
}
