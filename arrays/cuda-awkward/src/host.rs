//! Arrays on the host, and their buffers.

pub(crate) mod build;
pub(crate) mod bytes;
pub(crate) mod import;

use core::fmt;
use core::ops::Range;
use std::collections::HashMap;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::host::bytes::HostBytes;
use crate::host::import::{CheckedIndex, Checker};
use crate::layout::dtype::Dtype;
use crate::layout::form::Form;
use crate::layout::node::{Kind, Node, field_name};
use crate::layout::scalar::Scalar;
use crate::layout::value::Value;

/// A ragged array in host memory, to be created, inspected and copied to a device and back. It doesn't compute; without
/// a GPU, use the software device.
///
/// ```
/// use cuda_awkward::HostArray;
///
/// let array = HostArray::from_json("[[0, 1.5], [], [null, 2]]")?;
/// assert_eq!(array.type_text(), "3 * var * ?float64");
/// assert_eq!(array.value()?.to_string(), "[[0.0, 1.5], [], [None, 2.0]]");
/// # Ok::<(), cuda_awkward::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct HostArray {
    pub(crate) node: Node<HostBytes>,
}

/// A buffer with its name and the type of its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedBuffer<B = Vec<u8>> {
    /// The name, such as `node0-offsets`.
    pub name: String,
    /// The type of its numbers.
    pub dtype: Dtype,
    /// The bytes.
    pub data: B,
}

impl HostArray {
    /// Creates an array from JSON: a list of numbers, booleans, texts, nulls, lists and objects. Numbers become
    /// `int64`, `uint64` if one of them is larger than `int64` has, or `float64` if one of them has a fraction or an
    /// exponent, or is larger than `uint64` has.
    ///
    /// # Errors
    /// [`Error::Value`] if the text isn't a list in JSON, and for whole numbers of which some are negative and others too
    /// large for `int64`.
    pub fn from_json(text: &str) -> Result<Self> {
        let json: serde_json::Value = serde_json::from_str(text)
            .map_err(|error| Error::Value(format!("the text isn't valid JSON: {error}")))?;
        let Some(entries) = json.as_array() else {
            return Err(Error::Value("the JSON isn't a list".to_owned()));
        };
        let node = build::array(&entries.iter().collect::<Vec<_>>())?;
        Ok(Self { node })
    }

    /// Creates an array from the values of an iterator, as serde serializes them: structs become records, and `None` is
    /// a missing entry. Values are serialized as JSON: numbers become `int64`, `uint64` or `float64`, as for
    /// [`from_json`](Self::from_json), whatever their type in Rust, and floats that aren't finite become missing entries, too.
    ///
    /// # Errors
    /// [`Error::Value`] for a value that can't be serialized as JSON.
    pub fn from_values<T: Serialize>(values: impl IntoIterator<Item = T>) -> Result<Self> {
        let values = values.into_iter().map(|value| serde_json::to_value(value));
        let values = values
            .collect::<core::result::Result<Vec<_>, _>>()
            .map_err(|error| Error::Value(format!("a value can't be serialized: {error}")))?;
        let node = build::array(&values.iter().collect::<Vec<_>>())?;
        Ok(Self { node })
    }

    /// Creates an array of numbers; `None` if there are none, because their type would be unknown.
    #[must_use]
    pub fn from_numbers<T: Into<Scalar> + Copy>(numbers: &[T]) -> Option<Self> {
        let dtype = (*numbers.first()?).into().dtype();
        let bytes =
            numbers.iter().flat_map(|number| (*number).into().to_bytes()).collect::<Vec<_>>();
        let node = Node::numpy(dtype, bytes.into());
        Some(Self { node })
    }

    pub(crate) fn of_bytes(dtype: Dtype, bytes: Vec<u8>) -> Self {
        let node = Node::numpy(dtype, bytes.into());
        Self { node }
    }

    /// Creates an array from a form and its buffers, as `ak.to_buffers` returns them. Offsets, positions and tags are
    /// checked.
    ///
    /// # Errors
    /// [`Error::Buffers`] for a buffer that is missing, too short, or has positions out of range, and for texts that
    /// aren't lists of `uint8`.
    pub fn from_buffers(
        form: &Form,
        length: usize,
        buffers: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<Self> {
        let buffers: HashMap<String, HostBytes> =
            buffers.into_iter().map(|(name, bytes)| (name, bytes.into())).collect();
        let node = import::assemble(form, &mut |name, _| missing(buffers.get(name), name))?;
        let node = import::trim(&node, form, length, &mut OnHost)?;
        Ok(Self { node })
    }

    /// Returns the form, with the keys `node0`, `node1` … in order.
    #[must_use]
    pub fn form(&self) -> Form {
        self.node.form()
    }

    /// Returns the buffers, with their names in the [form](Self::form).
    #[must_use]
    pub fn buffers(&self) -> Vec<NamedBuffer> {
        let buffers = self.node.buffers().into_iter();
        buffers
            .map(|(name, dtype, data)| NamedBuffer { name, dtype, data: data.as_slice().to_vec() })
            .collect()
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.node.len
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node.len == 0
    }

    /// Returns the type as Awkward Array prints it, with the length: `3 * var * float64`.
    #[must_use]
    pub fn type_text(&self) -> String {
        format!("{} * {}", self.len(), self.form().type_text())
    }

    /// Returns the entry at a position, or `None` if it is out of range.
    ///
    /// # Errors
    /// [`Error::Value`] if it consists of more than 2²⁵ values. Few bytes can have that many: entries of lists may
    /// overlap, and records without fields need no memory.
    pub fn get(&self, position: usize) -> Result<Option<Value>> {
        let is_there = position < self.len();
        is_there.then(|| self.entry(position)).transpose()
    }

    /// Returns the entries, each with the error that [`get`](Self::get) would return.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<Value>> + '_ {
        (0..self.len()).map(|position| self.entry(position))
    }

    /// Returns the entries as a list: `ak.to_list`.
    ///
    /// # Errors
    /// [`Error::Value`] if they consist of more than 2²⁵ values, as for [`get`](Self::get), or if there isn't enough
    /// memory.
    pub fn to_list(&self) -> Result<Vec<Value>> {
        let mut reader = Reader::default();
        reader.all(0..self.len(), &mut |reader, position| reader.value(&self.node, position))
    }

    /// Returns the entries as one value, which can be printed and compared.
    ///
    /// # Errors
    /// As [`to_list`](Self::to_list).
    pub fn value(&self) -> Result<Value> {
        self.to_list().map(Value::List)
    }

    fn entry(&self, position: usize) -> Result<Value> {
        Reader::default().value(&self.node, position)
    }
}

/// Arrays are equal if their types and values are. A NaN equals nothing, and neither does an entry that
/// [`get`](HostArray::get) can't return.
impl PartialEq for HostArray {
    fn eq(&self, other: &Self) -> bool {
        let same = |(own, other)| matches!((own, other), (Ok(own), Ok(other)) if own == other);
        self.type_text() == other.type_text() && self.iter().zip(other.iter()).all(same)
    }
}

/// Formats the values, except those in the middle of a long array, and the type, as Awkward does.
impl fmt::Display for HostArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.len();
        let hidden = hidden(len);
        let mut reader = Reader::default();
        let mut row = |position: usize| match reader.value(&self.node, position) {
            Ok(value) => value.to_string(),
            Err(error) => format!("<{error}>"),
        };
        let mut rows: Vec<String> = (0..hidden.start).map(&mut row).collect();
        if hidden.end < len || hidden.start < len {
            rows.push("...".to_owned());
            rows.extend((hidden.end..len).map(row));
        }
        write_rows(f, &rows, &self.type_text())
    }
}

pub(crate) fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[String], ty: &str) -> fmt::Result {
    let ty = format!("type: {ty}");
    let line = "-".repeat(ty.chars().count());
    write!(f, "[{}]\n{line}\n{ty}", rows.join(", "))
}

/// Returns the range of the entries that aren't displayed.
pub(crate) fn hidden(len: usize) -> Range<usize> {
    match len {
        0..=20 => len..len,
        _ => 10..len - 10,
    }
}

pub(crate) fn missing<B: Clone>(found: Option<&B>, name: &str) -> Result<B> {
    let (node, _) = name.rsplit_once('-').unwrap_or((name, ""));
    let error = || Error::buffers(node, format!("'{name}' is missing"));
    found.cloned().ok_or_else(error)
}

/// Checks buffers in host memory.
struct OnHost;

impl Checker<HostBytes> for OnHost {
    fn check(&mut self, node: &Node<HostBytes>, need: usize) -> Result<CheckedIndex> {
        let mut found = CheckedIndex::default();
        match &node.kind {
            Kind::ListOffset { offsets, .. } => {
                found.first = offsets.at(0);
                found.wrong = (0..need).find(|i| {
                    let (start, stop) = (offsets.at(*i), offsets.at(i + 1));
                    start < 0 || start > stop
                });
                let last = offsets.at(need);
                if need == 0 && last < 0 {
                    found.wrong = Some(0);
                }
                found.needed = vec![last];
            }
            Kind::List { starts, stops, .. } => {
                found.wrong = (0..need).find(|i| {
                    let (start, stop) = (starts.at(*i), stops.at(*i));
                    start < 0 || start > stop
                });
                let filled = (0..need).filter(|i| starts.at(*i) < stops.at(*i));
                found.needed = vec![filled.map(|filled| stops.at(filled)).max().unwrap_or(0)];
            }
            Kind::Indexed { index, .. } => {
                found.wrong = (0..need).find(|i| index.at(*i) < 0);
                found.needed =
                    vec![(0..need).map(|i| index.at(i)).max().unwrap_or(-1).saturating_add(1)];
            }
            Kind::IndexedOption { index, .. } => {
                found.needed = vec![
                    (0..need).map(|i| index.at(i)).max().unwrap_or(-1).max(-1).saturating_add(1),
                ];
            }
            Kind::Union { tags, index, contents } => {
                found.needed = vec![0; contents.len()];
                for at in 0..need {
                    let tag = usize::from(tags.as_slice()[at]);
                    match (found.needed.get_mut(tag), index.at(at)) {
                        (Some(needed), at @ 0..) => *needed = (*needed).max(at.saturating_add(1)),
                        _ => {
                            found.wrong = Some(at);
                            break;
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(found)
    }
}

/// The maximum number of values that are read together.
const VALUES: usize = 1 << 25;

/// Reads entries as values, up to a number of values.
struct Reader {
    left: usize,
}

impl Default for Reader {
    fn default() -> Self {
        Self { left: VALUES }
    }
}

impl Reader {
    /// Reserves memory for more values, or for the bytes of a text, which count as the values that need as much memory.
    fn reserve<T>(&mut self, count: usize) -> Result<Vec<T>> {
        let mut values = Vec::new();
        let per_value = (size_of::<Value>() / size_of::<T>().max(1)).max(1);
        self.left = match self.left.checked_sub(count.div_ceil(per_value)) {
            Some(left) => left,
            None => {
                return Err(Error::Value(format!(
                    "the entries consist of more than {VALUES} values: read fewer of them, or the buffers"
                )));
            }
        };
        match values.try_reserve_exact(count) {
            Ok(()) => Ok(values),
            Err(error) => {
                Err(Error::Value(format!("there isn't enough memory for {count} values: {error}")))
            }
        }
    }

    fn all<T>(
        &mut self,
        range: Range<usize>,
        read: &mut impl FnMut(&mut Self, usize) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut values = self.reserve(range.len())?;
        for position in range {
            values.push(read(self, position)?);
        }
        Ok(values)
    }

    /// Returns the entry at a position; missing if there is none.
    fn value(&mut self, node: &Node<HostBytes>, at: usize) -> Result<Value> {
        let Some((node, at)) = node.leaf(at) else {
            return Ok(Value::Missing);
        };
        let Some((range, content)) = node.list(at) else {
            return match &node.kind {
                Kind::Record { fields, contents } => self.record(fields.as_deref(), contents, at),
                _ => Ok(node.number(at).map_or(Value::Missing, Value::Number)),
            };
        };
        if !node.is_text() {
            let entries = self.all(range, &mut |reader, at| reader.value(content, at))?;
            return Ok(Value::List(entries));
        }
        let bytes = match content.bytes(range.clone()) {
            Some(all) => {
                let mut bytes = self.reserve(all.len())?;
                bytes.extend_from_slice(all);
                bytes
            }
            // There are options or indexes between them and the text.
            None => self.all(range, &mut |_, at| {
                let number = content.leaf(at).and_then(|(node, at)| node.number(at));
                Ok(number.and_then(Scalar::as_i64).unwrap_or(0) as u8)
            })?,
        };
        Ok(match node.purpose() {
            Some("string") => String::from_utf8(bytes)
                .map_or_else(|error| Value::Bytes(error.into_bytes()), Value::Text),
            _ => Value::Bytes(bytes),
        })
    }

    fn record(
        &mut self,
        fields: Option<&[String]>,
        contents: &[Node<HostBytes>],
        at: usize,
    ) -> Result<Value> {
        let values =
            self.all(0..contents.len(), &mut |reader, number| reader.value(&contents[number], at))?;
        Ok(match fields {
            Some(fields) => {
                let names = (0..contents.len()).map(|i| field_name(Some(fields), i));
                Value::Record(names.zip(values).collect())
            }
            None => Value::Tuple(values),
        })
    }
}

impl Node<HostBytes> {
    /// Returns the node that has the value of an entry, without options, indexes and unions, and the position there;
    /// `None` if it is missing.
    fn leaf(&self, at: usize) -> Option<(&Self, usize)> {
        let (content, at) = match &self.kind {
            Kind::Empty => return None,
            Kind::Indexed { index, content } | Kind::IndexedOption { index, content } => {
                (&**content, usize::try_from(index.at(at)).ok()?)
            }
            Kind::ByteMasked { mask, valid_when, content } => {
                let is_set = mask.as_slice().get(at).is_some_and(|byte| *byte != 0);
                (is_set == *valid_when).then_some((&**content, at))?
            }
            Kind::BitMasked { mask, valid_when, lsb_order, content } => {
                let bit = if *lsb_order { at % 8 } else { 7 - at % 8 };
                let byte = mask.as_slice().get(at / 8).copied().unwrap_or(0);
                let is_set = byte >> bit & 1 != 0;
                (is_set == *valid_when).then_some((&**content, at))?
            }
            Kind::Unmasked { content } => (&**content, at),
            Kind::Union { tags, index, contents } => {
                let tag = usize::from(*tags.as_slice().get(at)?);
                (contents.get(tag)?, usize::try_from(index.at(at)).ok()?)
            }
            _ => return Some((self, at)),
        };
        content.leaf(at)
    }

    /// Returns the range of a list in its content; `None` for other nodes.
    fn list(&self, at: usize) -> Option<(Range<usize>, &Self)> {
        let position = |at: i64| usize::try_from(at).unwrap_or(0);
        Some(match &self.kind {
            Kind::Regular { size, content } => (at * size..(at + 1) * size, &**content),
            Kind::ListOffset { offsets, content, .. } => {
                (position(offsets.at(at))..position(offsets.at(at + 1)), &**content)
            }
            Kind::List { starts, stops, content } => {
                (position(starts.at(at))..position(stops.at(at)), &**content)
            }
            _ => return None,
        })
    }

    /// Returns the bytes at some positions; `None` for other nodes.
    fn bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        match &self.kind {
            Kind::Numpy { dtype: Dtype::UInt8, data } => data.as_slice().get(range),
            _ => None,
        }
    }

    /// Returns the number at a position; `None` for other nodes.
    fn number(&self, at: usize) -> Option<Scalar> {
        let Kind::Numpy { dtype, data } = &self.kind else {
            return None;
        };
        let size = dtype.size();
        let bytes = data.as_slice().get(at * size..(at + 1) * size)?;
        Scalar::from_bytes(*dtype, bytes)
    }
}
