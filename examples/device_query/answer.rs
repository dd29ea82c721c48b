//! The driver's answer to one query.

use std::fmt;

use cuda_driver::CuResult;
use serde::{Serialize, Serializer};

/// A value, or the reason why the driver returned none, which is a line of the report and doesn't end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Answer<T> {
    Value(T),
    Refused {
        #[serde(serialize_with = "sentence")]
        error: CuResult,
    },
}

impl<T> Answer<T> {
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Refused { .. } => None,
        }
    }

    /// Converts the value.
    pub fn map<'a, U>(&'a self, words: impl FnOnce(&'a T) -> U) -> Answer<U> {
        match self {
            Self::Value(value) => Answer::Value(words(value)),
            Self::Refused { error } => Answer::Refused { error: *error },
        }
    }
}

impl<T> From<Result<T, CuResult>> for Answer<T> {
    fn from(result: Result<T, CuResult>) -> Self {
        match result {
            Ok(value) => Self::Value(value),
            Err(error) => Self::Refused { error },
        }
    }
}

/// The value, or `refused: CUDA_ERROR_INVALID_VALUE`.
impl<T: fmt::Display> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Refused { error } if error.is_absent() => write!(f, "{error}"),
            Self::Refused { error } => write!(f, "refused: {:?}", error.code()),
        }
    }
}

fn sentence<S: Serializer>(error: &CuResult, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}
