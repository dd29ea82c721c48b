//! The indexes of `get`, and its results.

use crate::array::{Array, DeviceNode};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::node::{Kind, Node};
use crate::layout::value::Value;
use crate::lists::Offsets;

/// An item between the square brackets of an index.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Pick {
    /// The entry at a position; a negative one counts from the end.
    At(i64),
    /// A Python slice: start, stop and step.
    Slice(Option<i64>, Option<i64>, Option<i64>),
    /// A new axis of length one: `np.newaxis`.
    NewAxis,
    /// `...`: all axes that the following items don't index.
    Ellipsis,
    /// A field.
    Field(String),
    /// Several fields.
    Fields(Vec<String>),
    /// The entries at positions, or those for which a boolean is true; nested lists select in each list.
    Array(Array),
}

impl Pick {
    /// All entries of a level: `:`.
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

/// Returns the start, step and count of a slice of a list of known length, by Python's rules.
pub(crate) fn slice_of(
    len: usize,
    start: Option<i64>,
    stop: Option<i64>,
    step: i64,
) -> (i64, usize) {
    let len = len as i64;
    let (lowest, highest) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |at: i64| {
        let at = if at < 0 { at.saturating_add(len) } else { at };
        at.clamp(lowest, highest)
    };
    let start = start.map_or(if step > 0 { lowest } else { highest }, clamp);
    let stop = stop.map_or(if step > 0 { highest } else { lowest }, clamp);
    let gap = if step > 0 { stop - start } else { start - stop };
    let count = match gap {
        1.. => (gap as u64).div_ceil(step.unsigned_abs()),
        _ => 0,
    };
    (start, count as usize)
}

/// Returns whether an index of this form selects in each list.
pub(crate) fn is_var(node: &DeviceNode) -> bool {
    match &node.kind {
        _ if node.is_option() => node.list_depth() > 1,
        Kind::ListOffset { .. } | Kind::List { .. } => !node.is_text(),
        // With options below a list, it isn't NumPy's.
        Kind::Regular { content, .. } => !node.is_text() && content.contains(&Node::is_option),
        _ => false,
    }
}

/// A selected entry.
#[derive(Debug, Clone)]
pub enum Entry {
    /// An array.
    Array(Array),
    /// A record, a number, a text or a missing value, with its type as Awkward Array prints it.
    Value(Value, String),
}

impl Entry {
    /// Returns the array, if it is one.
    #[must_use]
    pub fn into_array(self) -> Option<Array> {
        match self {
            Self::Array(array) => Some(array),
            Self::Value(..) => None,
        }
    }
}

impl Array {
    /// Returns the selected entries: `array[picks]`.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray, Pick};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1, 2, 3], [4, 5]]")?.to_backend(&gpu)?;
    /// let last = array.get_array([Pick::ALL, Pick::At(-1)])?;
    /// assert_eq!(last.to_host()?.value()?.to_string(), "[3, 5]");
    /// let rest = array.get_array([Pick::ALL, Pick::from(1..)])?;
    /// assert_eq!(rest.to_host()?.value()?.to_string(), "[[2, 3], [5]]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a position that doesn't exist, [`Error::Slice`] for a step of 0 and for jagged picks that
    /// don't match, [`Error::Field`] for a field that doesn't exist, [`Error::Unsupported`] for jagged picks together
    /// with others.
    pub fn get(&self, picks: impl IntoIterator<Item = impl Into<Pick>>) -> Result<Entry> {
        let picks: Vec<Pick> = picks.into_iter().map(Into::into).collect();
        let backend = &self.backend;
        if let [Pick::Field(name)] = &picks[..] {
            return Ok(Entry::Array(self.field(name)?));
        }
        if let [Pick::Fields(names)] = &picks[..] {
            let node = backend.projected_all(&self.node, names)?;
            return Ok(Entry::Array(self.with(node)));
        }
        if let [Pick::Array(array)] = &picks[..]
            && array.node.contains(&is_var)
        {
            return Ok(Entry::Array(self.get_jagged(array)?));
        }
        if picks
            .iter()
            .any(|pick| matches!(pick, Pick::Array(array) if array.node.contains(&is_var)))
        {
            return Err(Error::Unsupported("jagged picks together with others".to_owned()));
        }
        if let [Pick::Slice(start, stop, step)] = &picks[..]
            && step.unwrap_or(1) == 1
        {
            // Only the bounds change, without a driver call.
            let (from, count) = slice_of(self.len(), *start, *stop, 1);
            let from = from.max(0) as usize;
            return Ok(Entry::Array(self.with(backend.rows(&self.node, from, from + count)?)));
        }
        let mut flat = Vec::with_capacity(picks.len());
        for pick in picks {
            let axes = match &pick {
                Pick::Array(array) => backend.along_axes(array)?,
                _ => None,
            };
            match axes {
                Some(axes) => flat.extend(axes.into_iter().map(Pick::Array)),
                None => flat.push(pick),
            }
        }
        let picks = flat;
        let (size, content) = (self.len(), self.node.clone());
        let whole = Node::new(1, Kind::Regular { size, content });
        let picked = backend.pick(&whole, &picks, &None)?;
        self.first_of(picked)
    }

    /// Returns the only entry of a node.
    fn first_of(&self, node: DeviceNode) -> Result<Entry> {
        let node = self.backend.resolved(&node)?;
        if node.is_list() {
            let (_, content) = match &node.kind {
                Kind::Regular { size, content } => {
                    (Offsets::Regular(*size), self.backend.rows(content, 0, *size)?)
                }
                _ => {
                    let packed = self.backend.tight(&node)?;
                    (packed.offsets, packed.content)
                }
            };
            return Ok(Entry::Array(self.with(content)));
        }
        if node.is_option() {
            let (index, content) = self.backend.option_index(&node)?;
            let (_, content) = self.backend.compacted(&index, &content)?;
            if content.len == 1 {
                return self.first_of(content);
            }
            return Ok(Entry::Value(Value::Missing, node.form().type_text()));
        }
        if let Kind::Union { .. } = node.kind {
            let mut only = None;
            self.backend.over_union(&node, &mut |content, _| {
                if content.len > 0 {
                    only = Some(content.clone());
                }
                Ok(content.clone())
            })?;
            return self.first_of(only.ok_or_else(internal)?);
        }
        let ty = match node.kind {
            Kind::Numpy { dtype, .. } => dtype.name().to_owned(),
            _ => node.form().type_text(),
        };
        let host = self.with(node).to_host()?;
        Ok(Entry::Value(host.get(0)?.unwrap_or(Value::Missing), ty))
    }

    /// Returns the selected entries as an array.
    ///
    /// # Errors
    /// As [`get`](Self::get); [`Error::Type`] if a single entry was picked that isn't a list.
    pub fn get_array(&self, picks: impl IntoIterator<Item = impl Into<Pick>>) -> Result<Self> {
        let single = || Error::Type("a single entry was picked, which isn't an array".to_owned());
        self.get(picks)?.into_array().ok_or_else(single)
    }

    /// Returns the rows of a range, as a Python slice: negative ends count from the end, and all are clamped. It makes
    /// no driver call.
    ///
    /// # Errors
    /// For an array with a bit mask that begins within a byte, the driver's error; for anything but a range, as
    /// [`get_array`](Self::get_array).
    pub fn slice(&self, range: impl Into<Pick>) -> Result<Self> {
        self.get_array([range.into()])
    }

    /// Returns a field of the records, at any depth. Nothing is copied, because fields are stored as columns.
    ///
    /// # Errors
    /// [`Error::Field`] for one that doesn't exist, and for an array without records.
    pub fn field(&self, name: &str) -> Result<Self> {
        Ok(self.with(self.backend.projected(&self.node, name)?))
    }
}
