//! Which types expressions have.

use arrow_schema::{DataType, TimeUnit};

use crate::table::compare::{Family, family};

/// Returns the type of a value in the kernel.
pub(super) fn c_type(data_type: &DataType) -> Option<&'static str> {
    use DataType::*;
    Some(match data_type {
        Boolean => "bool",
        Int8 => "i8",
        Int16 => "i16",
        Int32 | Date32 | Time32(_) => "i32",
        Int64 | Date64 | Time64(_) | Timestamp(..) | Duration(_) => "i64",
        UInt8 => "u8",
        UInt16 => "u16",
        UInt32 => "u32",
        UInt64 => "u64",
        Float16 => "f16",
        Float32 => "float",
        Float64 => "double",
        Decimal32(..) => "i32",
        Decimal64(..) => "i64",
        Decimal128(..) => "i128",
        Decimal256(..) => "i256",
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => "Text",
        Dictionary(_, values) if !matches!(**values, Dictionary(..)) => return c_type(values),
        _ => return None,
    })
}

/// Returns the type of a result: a dictionary's values, and texts with offsets.
pub(super) fn plain(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        other => other.clone(),
    }
}

pub(super) fn is_text(data_type: &DataType) -> bool {
    c_type(data_type) == Some("Text")
}

pub(super) fn is_number(data_type: &DataType) -> bool {
    data_type.is_integer() || data_type.is_floating()
}

/// Returns the precision and scale of decimals, or those that hold an integer; `None` for other types.
pub(super) fn digits(data_type: &DataType) -> Option<(i32, i32)> {
    use DataType::*;
    Some(match data_type {
        Decimal32(precision, scale)
        | Decimal64(precision, scale)
        | Decimal128(precision, scale)
        | Decimal256(precision, scale) => (i32::from(*precision), i32::from(*scale)),
        Int8 | UInt8 => (3, 0),
        Int16 | UInt16 => (5, 0),
        Int32 | UInt32 => (10, 0),
        Int64 => (19, 0),
        UInt64 => (20, 0),
        _ => return None,
    })
}

pub(super) fn is_decimal(data_type: &DataType) -> bool {
    use DataType::*;
    matches!(data_type, Decimal32(..) | Decimal64(..) | Decimal128(..) | Decimal256(..))
}

/// Returns the type of integers in which the kernel computes with decimals of these types.
pub(super) fn wide(types: &[&DataType]) -> &'static str {
    let is_wide = types.iter().any(|ty| matches!(ty, DataType::Decimal256(..)));
    if is_wide { "i256" } else { "i128" }
}

/// Returns the type of decimals that are computed of these types, unless it has too many digits.
pub(super) fn decimal(types: &[&DataType], precision: i32, scale: i32) -> Option<DataType> {
    let (most, make): (i32, fn(u8, i8) -> DataType) = match wide(types) {
        "i256" => (76, DataType::Decimal256),
        _ => (38, DataType::Decimal128),
    };
    let is_known = (1..=most).contains(&precision) && (-most..=most).contains(&scale);
    is_known.then(|| make(precision as u8, scale as i8))
}

/// Returns the type to which pyarrow converts numbers of both types.
pub(super) fn common(a: &DataType, b: &DataType) -> DataType {
    use DataType::*;
    if let Some(float) =
        [Float64, Float32, Float16].into_iter().find(|float| [a, b].contains(&float))
    {
        return float;
    }
    let bits = |signed: bool| {
        let integers = [a, b].into_iter().filter(move |ty| ty.is_signed_integer() == signed);
        integers.filter_map(DataType::primitive_width).max().unwrap_or(0)
    };
    match (bits(true), bits(false)) {
        (0, 1) => UInt8,
        (0, 2) => UInt16,
        (0, 4) => UInt32,
        (0, _) => UInt64,
        (1, 0) => Int8,
        (signed, unsigned) => match signed.max(2 * unsigned) {
            0..=2 => Int16,
            4 => Int32,
            _ => Int64,
        },
    }
}

/// Returns the common type of values of which either may be the result.
pub(super) fn either(a: &DataType, b: &DataType) -> Option<DataType> {
    use DataType::{LargeBinary, LargeUtf8};
    match (a, b) {
        _ if a == b => Some(a.clone()),
        _ if is_number(a) && is_number(b) => Some(common(a, b)),
        _ if a.is_floating() || b.is_floating() => {
            (is_decimal(a) || is_decimal(b)).then_some(DataType::Float64)
        }
        _ if is_decimal(a) || is_decimal(b) => {
            let ((p, s), (q, t)) = (digits(a)?, digits(b)?);
            let scale = s.max(t).max(0);
            let precision = (p - s).max(q - t) + scale;
            decimal(&[a, b], precision, scale).or_else(|| {
                (precision <= 76).then_some(DataType::Decimal256(precision as u8, scale as i8))
            })
        }
        _ if is_text(a) && is_text(b) && family(a).0 == family(b).0 => {
            Some(if family(a).0 == Family::Text { LargeUtf8 } else { LargeBinary })
        }
        _ => None,
    }
}

/// Returns the zone of timestamps, unless it is UTC.
pub(super) fn zone(data_type: &DataType) -> Option<&str> {
    match data_type {
        DataType::Timestamp(_, Some(zone)) if !matches!(&**zone, "UTC" | "+00:00" | "Z") => {
            Some(zone)
        }
        _ => None,
    }
}

/// Returns the number of units of a date or time in a day; `None` for other types.
pub(super) fn units_of_day(data_type: &DataType) -> Option<i64> {
    use DataType::*;
    let factor = |unit: &TimeUnit| match unit {
        TimeUnit::Second => 86_400,
        TimeUnit::Millisecond => 86_400_000,
        TimeUnit::Microsecond => 86_400_000_000,
        TimeUnit::Nanosecond => 86_400_000_000_000,
    };
    match data_type {
        Date32 => Some(1),
        Date64 => Some(86_400_000),
        Timestamp(unit, _) | Time32(unit) | Time64(unit) | Duration(unit) => Some(factor(unit)),
        _ => None,
    }
}

/// Returns to which types dates, timestamps and durations are converted to be added or subtracted, and the type of the result.
pub(super) fn moments(name: &str, a: &DataType, b: &DataType) -> Option<([DataType; 2], DataType)> {
    use DataType::{Date32, Duration, Timestamp};
    let unit = |ty: &DataType| match ty {
        Date32 => Some(TimeUnit::Second),
        Timestamp(unit, _) | Duration(unit) => Some(*unit),
        _ => None,
    };
    let unit = unit(a)?.max(unit(b)?);
    let zone = |ty: &DataType| match ty {
        Timestamp(_, zone) => zone.clone(),
        _ => None,
    };
    let is_long = |ty: &DataType| matches!(ty, Duration(_));
    let target =
        |ty: &DataType| if is_long(ty) { Duration(unit) } else { Timestamp(unit, zone(ty)) };
    let result = match (name, is_long(a), is_long(b)) {
        ("add" | "subtract", true, true) => Duration(unit),
        ("add" | "subtract", false, true) | ("add", true, false) => {
            Timestamp(unit, zone(if is_long(a) { b } else { a }))
        }
        ("subtract", false, false) if zone(a).is_some() == zone(b).is_some() => Duration(unit),
        _ => return None,
    };
    Some(([target(a), target(b)], result))
}

/// Returns whether each value of a type of numbers is one of another.
pub(super) fn is_widening(from: &DataType, to: &DataType) -> bool {
    let bytes = |ty: &DataType| ty.primitive_width().unwrap_or(0);
    match (from.is_floating(), to.is_floating()) {
        _ if *from == DataType::Boolean || *to == DataType::Boolean => true,
        (true, true) => true,
        (true, false) => false,
        // pyarrow rounds integers to half-precision floats.
        (false, true) => bytes(from) < bytes(to) || *to == DataType::Float16,
        (false, false) => {
            common(from, to) == *to
                && (!to.is_unsigned_integer() || from.is_unsigned_integer())
                && !(*from == DataType::UInt64 && *to == DataType::Int64)
        }
    }
}
