//! What is asked for in square brackets, and what is found.

use crate::{Array, Value};

/// One of the things in square brackets.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Pick {
    /// The entry at a position, which from the end is negative.
    At(i64),
    /// Those from a start to a stop, by steps, all as Python has them.
    Slice(Option<i64>, Option<i64>, Option<i64>),
    /// A level of lists of one entry.
    NewAxis,
    /// All levels that the picks behind it leave.
    Ellipsis,
    /// A field.
    Field(String),
    /// Several fields.
    Fields(Vec<String>),
    /// The entries at positions, or those for which a boolean is true; of each list, if the array has lists.
    Array(Array),
}

impl Pick {
    /// All of a level: `:`.
    pub const ALL: Self = Self::Slice(None, None, None);
}

impl From<i64> for Pick {
    fn from(position: i64) -> Self {
        Self::At(position)
    }
}

impl From<&str> for Pick {
    fn from(field: &str) -> Self {
        Self::Field(field.to_owned())
    }
}

impl From<&Array> for Pick {
    fn from(array: &Array) -> Self {
        Self::Array(array.clone())
    }
}

impl From<core::ops::RangeFull> for Pick {
    fn from(_: core::ops::RangeFull) -> Self {
        Self::ALL
    }
}

impl From<core::ops::Range<i64>> for Pick {
    fn from(range: core::ops::Range<i64>) -> Self {
        Self::Slice(Some(range.start), Some(range.end), None)
    }
}

impl From<core::ops::RangeFrom<i64>> for Pick {
    fn from(range: core::ops::RangeFrom<i64>) -> Self {
        Self::Slice(Some(range.start), None, None)
    }
}

impl From<core::ops::RangeTo<i64>> for Pick {
    fn from(range: core::ops::RangeTo<i64>) -> Self {
        Self::Slice(None, Some(range.end), None)
    }
}

/// What was picked.
#[derive(Debug, Clone)]
pub enum Entry {
    /// An array.
    Array(Array),
    /// A record, number, text or nothing, with its type in Awkward's words.
    Value(Value, String),
}

impl Entry {
    /// The array, if it is one.
    #[must_use]
    pub fn into_array(self) -> Option<Array> {
        match self {
            Self::Array(array) => Some(array),
            Self::Value(..) => None,
        }
    }
}
