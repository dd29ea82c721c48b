use core::fmt;

use half::f16;

use crate::layout::dtype::Dtype;
use crate::layout::times;
use crate::layout::times::TimeUnit;

/// A number with its type, as NumPy's scalars are.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Scalar {
    Bool(bool),
    Int8(i8),
    Int16(i16),
    Int32(i32),
    Int64(i64),
    UInt8(u8),
    UInt16(u16),
    UInt32(u32),
    UInt64(u64),
    Float16(f16),
    Float32(f32),
    Float64(f64),
    Complex64(f32, f32),
    Complex128(f64, f64),
    /// A date: units since the beginning of 1970; `i64::MIN` is NaT.
    DateTime64(i64, TimeUnit),
    /// A duration: units; `i64::MIN` is NaT.
    TimeDelta64(i64, TimeUnit),
}

impl From<i8> for Scalar {
    fn from(value: i8) -> Self {
        Self::Int8(value)
    }
}

impl From<i16> for Scalar {
    fn from(value: i16) -> Self {
        Self::Int16(value)
    }
}

impl From<i32> for Scalar {
    fn from(value: i32) -> Self {
        Self::Int32(value)
    }
}

impl From<i64> for Scalar {
    fn from(value: i64) -> Self {
        Self::Int64(value)
    }
}

impl From<u8> for Scalar {
    fn from(value: u8) -> Self {
        Self::UInt8(value)
    }
}

impl From<u16> for Scalar {
    fn from(value: u16) -> Self {
        Self::UInt16(value)
    }
}

impl From<u32> for Scalar {
    fn from(value: u32) -> Self {
        Self::UInt32(value)
    }
}

impl From<u64> for Scalar {
    fn from(value: u64) -> Self {
        Self::UInt64(value)
    }
}

impl From<f16> for Scalar {
    fn from(value: f16) -> Self {
        Self::Float16(value)
    }
}

impl From<f32> for Scalar {
    fn from(value: f32) -> Self {
        Self::Float32(value)
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Self {
        Self::Float64(value)
    }
}

impl Scalar {
    /// Returns the type.
    #[must_use]
    pub fn dtype(self) -> Dtype {
        match self {
            Self::Bool(_) => Dtype::Bool,
            Self::Int8(_) => Dtype::Int8,
            Self::Int16(_) => Dtype::Int16,
            Self::Int32(_) => Dtype::Int32,
            Self::Int64(_) => Dtype::Int64,
            Self::UInt8(_) => Dtype::UInt8,
            Self::UInt16(_) => Dtype::UInt16,
            Self::UInt32(_) => Dtype::UInt32,
            Self::UInt64(_) => Dtype::UInt64,
            Self::Float16(_) => Dtype::Float16,
            Self::Float32(_) => Dtype::Float32,
            Self::Float64(_) => Dtype::Float64,
            Self::Complex64(..) => Dtype::Complex64,
            Self::Complex128(..) => Dtype::Complex128,
            Self::DateTime64(_, unit) => Dtype::DateTime64(unit),
            Self::TimeDelta64(_, unit) => Dtype::TimeDelta64(unit),
        }
    }

    /// Returns the bytes, least significant first; of a complex number, those of the real part first.
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        match self {
            Self::Bool(value) => vec![u8::from(value)],
            Self::Int8(value) => value.to_le_bytes().to_vec(),
            Self::Int16(value) => value.to_le_bytes().to_vec(),
            Self::Int32(value) => value.to_le_bytes().to_vec(),
            Self::Int64(value) => value.to_le_bytes().to_vec(),
            Self::UInt8(value) => value.to_le_bytes().to_vec(),
            Self::UInt16(value) => value.to_le_bytes().to_vec(),
            Self::UInt32(value) => value.to_le_bytes().to_vec(),
            Self::UInt64(value) => value.to_le_bytes().to_vec(),
            Self::Float16(value) => value.to_le_bytes().to_vec(),
            Self::Float32(value) => value.to_le_bytes().to_vec(),
            Self::Float64(value) => value.to_le_bytes().to_vec(),
            Self::Complex64(re, im) => [re.to_le_bytes(), im.to_le_bytes()].concat(),
            Self::Complex128(re, im) => [re.to_le_bytes(), im.to_le_bytes()].concat(),
            Self::DateTime64(count, _) | Self::TimeDelta64(count, _) => {
                count.to_le_bytes().to_vec()
            }
        }
    }

    /// Reads a number from bytes as [`to_bytes`](Self::to_bytes) returns them; `None` if there are too few or
    /// too many.
    #[must_use]
    pub fn from_bytes(dtype: Dtype, bytes: &[u8]) -> Option<Self> {
        let half = bytes.len() / 2;
        Some(match dtype {
            Dtype::Bool => match bytes {
                [byte] => Self::Bool(*byte != 0),
                _ => return None,
            },
            Dtype::Int8 => Self::Int8(i8::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::Int16 => Self::Int16(i16::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::Int32 => Self::Int32(i32::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::Int64 => Self::Int64(i64::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::UInt8 => Self::UInt8(u8::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::UInt16 => Self::UInt16(u16::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::UInt32 => Self::UInt32(u32::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::UInt64 => Self::UInt64(u64::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::Float16 => Self::Float16(f16::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::Float32 => Self::Float32(f32::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::Float64 => Self::Float64(f64::from_le_bytes(bytes.try_into().ok()?)),
            Dtype::DateTime64(unit) => {
                Self::DateTime64(i64::from_le_bytes(bytes.try_into().ok()?), unit)
            }
            Dtype::TimeDelta64(unit) => {
                Self::TimeDelta64(i64::from_le_bytes(bytes.try_into().ok()?), unit)
            }
            Dtype::Complex64 => {
                let part = |bytes: &[u8]| Some(f32::from_le_bytes(bytes.try_into().ok()?));
                Self::Complex64(part(&bytes[..half])?, part(&bytes[half..])?)
            }
            Dtype::Complex128 => {
                let part = |bytes: &[u8]| Some(f64::from_le_bytes(bytes.try_into().ok()?));
                Self::Complex128(part(&bytes[..half])?, part(&bytes[half..])?)
            }
        })
    }
}

impl From<bool> for Scalar {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl Scalar {
    /// Returns the number as an integer, that of units for a date or a duration; `None` if it isn't one.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Bool(value) => Some(i64::from(value)),
            Self::Int8(value) => Some(value.into()),
            Self::Int16(value) => Some(value.into()),
            Self::Int32(value) => Some(value.into()),
            Self::Int64(value) => Some(value),
            Self::UInt8(value) => Some(value.into()),
            Self::UInt16(value) => Some(value.into()),
            Self::UInt32(value) => Some(value.into()),
            Self::UInt64(value) => value.try_into().ok(),
            Self::DateTime64(count, _) | Self::TimeDelta64(count, _) => Some(count),
            _ => None,
        }
    }

    /// Returns the number as a float, with integers rounded to the nearest; `None` for complex numbers.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Self::Float16(value) => Some(value.into()),
            Self::Float32(value) => Some(value.into()),
            Self::Float64(value) => Some(value),
            Self::UInt64(value) => Some(value as f64),
            Self::Complex64(..) | Self::Complex128(..) => None,
            other => other.as_i64().map(|value| value as f64),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bool(value) => value.fmt(f),
            Self::UInt64(value) => value.fmt(f),
            Self::Float16(value) => fmt::Debug::fmt(&value.to_f32(), f),
            Self::Float32(value) => fmt::Debug::fmt(&value, f),
            Self::Float64(value) => fmt::Debug::fmt(&value, f),
            Self::Complex64(re, im) => complex(f, &format!("{re:?}"), &format!("{im:?}")),
            Self::Complex128(re, im) => complex(f, &format!("{re:?}"), &format!("{im:?}")),
            Self::DateTime64(count, unit) => times::write(f, count, unit, true),
            Self::TimeDelta64(count, unit) => times::write(f, count, unit, false),
            other => other.as_i64().unwrap_or_default().fmt(f),
        }
    }
}

/// Formats a complex number as Python does: `(1-2.5j)`.
fn complex(f: &mut fmt::Formatter<'_>, re: &str, im: &str) -> fmt::Result {
    let whole = |text: &'_ str| text.strip_suffix(".0").unwrap_or(text).to_owned();
    let sign = if im.starts_with('-') { "" } else { "+" };
    write!(f, "({}{sign}{}j)", whole(re), whole(im))
}
