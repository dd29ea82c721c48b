use core::fmt;

use crate::layout::scalar::Scalar;

/// An entry of an array, on the host.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A missing value.
    Missing,
    /// A number.
    Number(Scalar),
    /// A text, of `string`.
    Text(String),
    /// Bytes, of `bytes`, or a text that isn't UTF-8.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Value>),
    /// A record, with its fields in order.
    Record(Vec<(String, Value)>),
    /// A tuple.
    Tuple(Vec<Value>),
}

impl Value {
    /// Returns the entries, if it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<Scalar> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a field of a record by name, or of a tuple by number.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Record(fields) => {
                fields.iter().find(|field| field.0 == name).map(|field| &field.1)
            }
            Self::Tuple(fields) => fields.get(name.parse::<usize>().ok()?),
            _ => None,
        }
    }
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    entries: &[T],
    each: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    for (number, entry) in entries.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        each(entry, f)?;
    }
    Ok(())
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("None"),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            Self::List(entries) => {
                f.write_str("[")?;
                separated(f, entries, |entry, f| entry.fmt(f))?;
                f.write_str("]")
            }
            Self::Record(fields) => {
                f.write_str("{")?;
                separated(f, fields, |(name, value), f| write!(f, "{name}: {value}"))?;
                f.write_str("}")
            }
            Self::Tuple(fields) => {
                f.write_str("(")?;
                separated(f, fields, |value, f| value.fmt(f))?;
                f.write_str(")")
            }
        }
    }
}
