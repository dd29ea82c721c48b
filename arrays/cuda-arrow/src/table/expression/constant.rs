//! Values that are the same in all rows.

use core::fmt;

use arrow_array::types::{
    ArrowPrimitiveType, Decimal128Type, Decimal256Type, DecimalType, Float16Type,
};
use arrow_array::{Array, cast::AsArray};
use arrow_buffer::i256;
use arrow_schema::DataType;

use crate::table::expression::types::{c_type, digits, is_decimal};

/// A value of a type, on the host.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Constant {
    pub(super) data_type: DataType,
    pub(super) value: ScalarValue,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ScalarValue {
    Null,
    /// The bits of a number.
    Number(u64),
    /// Those of a decimal of 16 or 32 bytes.
    Decimal(i256),
    Text(Vec<u8>),
}

/// Returns the bytes of each text or value of bytes; `None` for other types.
pub(super) fn texts(array: &dyn Array) -> Option<Vec<Option<&[u8]>>> {
    fn bytes(text: Option<&str>) -> Option<&[u8]> {
        text.map(str::as_bytes)
    }
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(bytes).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(bytes).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(bytes).collect(),
        DataType::Binary => array.as_binary::<i32>().iter().collect(),
        DataType::LargeBinary => array.as_binary::<i64>().iter().collect(),
        DataType::BinaryView => array.as_binary_view().iter().collect(),
        _ => return None,
    })
}

/// Returns the bits of each number or boolean; `None` for other types, and for those of more than 8 bytes.
pub(super) fn numbers(array: &dyn Array) -> Option<Vec<Option<u64>>> {
    let data = array.to_data();
    let width = array.data_type().primitive_width().unwrap_or(0);
    let values = data.buffers().first()?.as_slice();
    if array.data_type() != &DataType::Boolean && !matches!(width, 1 | 2 | 4 | 8) {
        return None;
    }
    let number = |at: usize| {
        let entry = at + data.offset();
        if array.is_null(at) {
            return None;
        }
        if width == 0 {
            return Some(u64::from(values[entry / 8] >> (entry % 8) & 1));
        }
        let mut word = [0; 8];
        word[..width].copy_from_slice(&values[entry * width..(entry + 1) * width]);
        Some(u64::from_le_bytes(word))
    };
    Some((0..array.len()).map(number).collect())
}

impl Constant {
    pub(super) fn number(data_type: DataType, bits: u64) -> Self {
        Self { data_type, value: ScalarValue::Number(bits) }
    }

    pub(super) fn text(text: &str) -> Self {
        Self { data_type: DataType::Utf8, value: ScalarValue::Text(text.as_bytes().to_vec()) }
    }

    /// Returns the only entry of an array.
    pub(super) fn of(array: &dyn Array) -> Result<Self, String> {
        let data_type = array.data_type().clone();
        if array.len() != 1 {
            return Err(format!(
                "a scalar has one entry, and this array of {data_type} has {}",
                array.len()
            ));
        }
        let unsupported = || format!("a literal of {data_type} is not supported");
        c_type(&data_type).ok_or_else(unsupported)?;
        let narrow = array.as_primitive_opt::<Decimal128Type>();
        let wide = array.as_primitive_opt::<Decimal256Type>();
        let value = match (texts(array), numbers(array)) {
            (Some(texts), _) => texts[0].map(|text| ScalarValue::Text(text.to_vec())),
            (_, Some(numbers)) => numbers[0].map(ScalarValue::Number),
            _ if array.is_null(0) => None,
            _ => match (narrow, wide) {
                (Some(number), _) => Some(ScalarValue::Decimal(i256::from_i128(number.value(0)))),
                (_, Some(number)) => Some(ScalarValue::Decimal(number.value(0))),
                _ => return Err(unsupported()),
            },
        };
        Ok(Self { data_type, value: value.unwrap_or(ScalarValue::Null) })
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.value, &self.data_type) {
            (ScalarValue::Null, _) => f.write_str("null"),
            (ScalarValue::Text(text), _) => write!(f, "{:?}", String::from_utf8_lossy(text)),
            (ScalarValue::Decimal(number), ty) => {
                let (precision, scale) = digits(ty).unwrap_or((76, 0));
                f.write_str(&Decimal256Type::format_decimal(*number, precision as u8, scale as i8))
            }
            (ScalarValue::Number(bits), DataType::Boolean) => write!(f, "{}", *bits != 0),
            (ScalarValue::Number(bits), DataType::Float64) => {
                write!(f, "{:?}", f64::from_bits(*bits))
            }
            (ScalarValue::Number(bits), DataType::Float32) => {
                write!(f, "{:?}", f32::from_bits(*bits as u32))
            }
            (ScalarValue::Number(bits), DataType::Date32) => {
                let (year, month, day) = date(*bits as i32);
                write!(f, "{year:04}-{month:02}-{day:02}")
            }
            (ScalarValue::Number(bits), DataType::Float16) => {
                write!(
                    f,
                    "{:?}",
                    <Float16Type as ArrowPrimitiveType>::Native::from_bits(*bits as u16)
                )
            }
            (ScalarValue::Number(bits), ty) if ty.is_unsigned_integer() => write!(f, "{bits}"),
            (ScalarValue::Number(bits), ty) => {
                let unused = 64 - 8 * ty.primitive_width().unwrap_or(8).min(8);
                let number = ((bits << unused) as i64) >> unused;
                match digits(ty).filter(|_| is_decimal(ty)) {
                    Some((precision, scale)) => f.write_str(&Decimal128Type::format_decimal(
                        number.into(),
                        precision as u8,
                        scale as i8,
                    )),
                    None => write!(f, "{number}"),
                }
            }
        }
    }
}

/// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
pub(super) fn days(year: i32, month: u32, day: u32) -> Option<i32> {
    let (month, day) = (i64::from(month), i64::from(day));
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March.
    let year = i64::from(year) - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let days = i32::try_from(days).ok()?;
    (date(days).2 == day).then_some(days)
}

/// Returns the year, month and day of a number of days.
fn date(days: i32) -> (i64, i64, i64) {
    let shifted = i64::from(days) + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = (month + 2) % 12 + 1;
    (year + era * 400 + i64::from(month <= 2), month, day)
}
