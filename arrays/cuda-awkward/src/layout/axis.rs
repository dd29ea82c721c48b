use crate::error::{Error, Result};

/// A level of nesting: 0 is the outermost, -1 the innermost list. Options and records don't count.
///
/// Functions with an axis parameter also accept its number: `array.num(1)`.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// # let gpu = cuda_awkward::Backend::new(&stream)?;
/// use cuda_awkward::{Axis, HostArray};
///
/// let array = HostArray::from_json("[[1, 2], [], [3]]")?.to_backend(&gpu)?;
/// assert_eq!(array.num(Axis::at(1))?.to_host()?.value()?.to_string(), "[2, 0, 1]");
/// assert_eq!(array.sum(-1)?.to_host()?.value()?.to_string(), "[3, 0, 3]"); // the innermost
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Axis(Option<i64>);

impl Axis {
    /// The innermost lists.
    pub const INNER: Self = Self(Some(-1));
    /// The whole array.
    pub const OUTER: Self = Self(Some(0));
    /// All levels: `axis=None`.
    pub const ALL: Self = Self(None);

    /// Creates the axis with this number.
    #[must_use]
    pub const fn at(axis: i64) -> Self {
        Self(Some(axis))
    }

    /// Returns the axis's number; `None` for [`ALL`](Self::ALL).
    #[must_use]
    pub const fn number(self) -> Option<i64> {
        self.0
    }

    pub(crate) fn required(self, operation: &str) -> Result<i64> {
        let missing = || Error::Value(format!("{operation} needs an axis, and was given none"));
        self.0.ok_or_else(missing)
    }
}

impl From<i64> for Axis {
    fn from(axis: i64) -> Self {
        Self::at(axis)
    }
}

impl From<Option<i64>> for Axis {
    fn from(axis: Option<i64>) -> Self {
        Self(axis)
    }
}
