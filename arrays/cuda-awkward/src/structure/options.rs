//! Missing values.

use crate::carry::as_option;
use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::elementwise::broadcast::{Level, Operand, Side, whole};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node, entries};
use crate::layout::scalar::Scalar;
use crate::layout::value::Value;
use crate::lists::Offsets;
use crate::slicing::pick::Entry;
use crate::walk::{AxisNode, level_of};

impl Backend {
    /// Changes the entries of an axis, which may be missing.
    fn at_entries(
        &self,
        node: &DeviceNode,
        axis: i64,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        self.at_axis(node, axis, 1, &mut |node, at| match at {
            AxisNode::Entries | AxisNode::Branch if !node.is_record() && !node.is_union() => {
                change(node).map(Some)
            }
            // The entries are one step below.
            _ => Ok(None),
        })
    }

    /// Pads each list with missing entries up to `target` entries, and cuts longer lists if `clip`.
    fn padded(&self, node: &DeviceNode, target: usize, clip: bool) -> Result<DeviceNode> {
        if let Kind::Regular { size, .. } = &node.kind
            && *size > target
            && !clip
        {
            return Ok(node.clone());
        }
        let lists = node.lists().ok_or_else(internal)?;
        let n = lists.n;
        if entries(n.max(1), target).is_err() {
            return Err(Error::Value(format!(
                "{n} lists of {target} entries or more are too many in pad_none"
            )));
        }
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            p: target as i64,
            n: n as i64,
            ..Args::default()
        };
        let code = "v = j < at(x.b, i) - at(x.a, i) ? at(x.a, i) + j : -1";
        let is_regular = matches!(node.kind, Kind::Regular { .. });
        let (offsets, total) = if clip || is_regular {
            (Offsets::Regular(target), n * target)
        } else {
            let value = "v = max(at(x.b, i) - at(x.a, i), x.p)";
            // SAFETY: there is a start and a stop for each list.
            let scanned = unsafe { self.scan_total(value, &args, None) }?;
            let offsets = Index::i64(scanned.offsets);
            (Offsets::Index(offsets), scanned.total)
        };
        let args = Args { offsets: offsets.ix(), total: total as i64, ..args };
        // SAFETY: there is a start and a stop for each list.
        let index = unsafe { self.expanded(code, &args) }?;
        let content = self.optional(index, (*lists.content).clone())?;
        Ok(offsets.lists(n, content, true))
    }

    /// Replaces missing numbers by `value`.
    fn filled(&self, node: &DeviceNode, value: Scalar) -> Result<DeviceNode> {
        if let Kind::Unmasked { content } = &node.kind {
            return Ok((**content).clone());
        }
        let (index, content) = self.option_index(node)?;
        let content = match content.kind {
            Kind::Empty => {
                let ty = value.dtype();
                let data = self.zeroed(content.len * ty.size())?;
                Node::numpy(ty, data.freeze())
            }
            _ => content,
        };
        // Dates and durations make unions with other numbers, and with those of other units.
        let ty = value.dtype();
        let is_alike = |own: Dtype| own == ty || !own.is_time() && !ty.is_time();
        let (dtype, data) = match &content.kind {
            Kind::Numpy { dtype, data } if is_alike(*dtype) => (*dtype, data),
            _ => {
                let one = self.node_of(&Side::Scalar(value), 1)?;
                return self.filled_with(&index, content, one);
            }
        };
        let result = dtype.promote(ty);
        // SAFETY: positions are those of the content, or negative.
        let data = unsafe { self.gather(data, dtype.size(), index.ix(), node.len) }?;
        let index = match index.ty.dtype() {
            Dtype::Int64 => index.data.clone(),
            ty => {
                let cast = self.cast(&index.data, ty, Dtype::Int64, node.len)?;
                self.as_numbers(&cast)?.0
            }
        };
        let values = [
            crate::elementwise::ufunc::Values::Each(index, Dtype::Int64),
            crate::elementwise::ufunc::Values::Each(data, dtype),
            crate::elementwise::ufunc::Values::One(value),
        ];
        let level = Level { n: node.len, spread: None };
        let ty = result.c_type();
        let expression = format!("x0 < 0 ? as<{ty}>(x2) : as<{ty}>(x1)");
        self.element_wise(&values, "", &expression, result, &level)
    }

    /// Replaces missing entries by the only entry of an array.
    fn filled_with(
        &self,
        index: &Index<Buffer>,
        content: DeviceNode,
        value: DeviceNode,
    ) -> Result<DeviceNode> {
        let args = Args {
            a: index.ix(),
            p: content.len as i64,
            n: index.count() as i64,
            ..Args::default()
        };
        // SAFETY: there is a position for each entry.
        let places = unsafe { self.positions("v = at(x.a, i); if (v < 0) v = x.p", &args) }?;
        let merged = self.merged(&[content, value], Booleans::Merge)?;
        self.carry(&merged, &places)
    }

    /// Fills the entries of a node, and those of records in place of them.
    fn fill_here(
        &self,
        node: &DeviceNode,
        fill: &dyn Fn(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        match &node.kind {
            Kind::Unmasked { content } => self.fill_here(content, fill),
            _ if node.is_option() => fill(node),
            Kind::Indexed { .. } => self.fill_here(&self.resolved(node)?, fill),
            Kind::Record { .. } | Kind::Union { .. } => {
                self.over_contents(node, &mut |content| self.fill_here(content, fill))
            }
            _ => Ok(node.clone()),
        }
    }

    fn fill_all(
        &self,
        node: &DeviceNode,
        fill: &dyn Fn(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.fill_all(&self.resolved(node)?, fill);
        }
        if let Kind::Unmasked { content } = &node.kind {
            return self.fill_all(content, fill);
        }
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let content = self.fill_all(&content, fill)?;
            return fill(&self.optional(index, content)?);
        }
        self.over_contents(node, &mut |content| self.fill_all(content, fill))
    }

    /// Changes the contents of a node that isn't indexed.
    fn over_contents(
        &self,
        node: &DeviceNode,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        match &node.kind {
            Kind::Record { fields, contents } => {
                let kind = Kind::Record {
                    fields: fields.clone(),
                    contents: contents.iter().map(change).collect::<Result<_>>()?,
                };
                Ok(node.with_kind(node.len, kind))
            }
            Kind::Union { .. } => self.over_union(node, &mut |content, _| change(content)),
            _ => match node.content() {
                Some(content) if !node.is_text() => Ok(node.with_content(change(content)?)),
                _ => Ok(node.clone()),
            },
        }
    }

    /// Removes missing entries from lists.
    fn dropped_in_lists(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let content = node.content().ok_or_else(internal)?;
        if !content.is_option() {
            return Ok(node.clone());
        }
        let (offsets, content) = self.contiguous(node)?;
        let (index, content) = self.option_index(&content)?;
        let (kept, places) = self.kept(index.ix(), index.count())?;
        let args = Args {
            a: offsets.ix(),
            b: Ix::of_buffer(&places, Dtype::Int64),
            n: node.len as i64 + 1,
            ..Args::default()
        };
        // SAFETY: there is a place for each entry, and one more.
        let offsets = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
        let picks = self.composed(&index, &kept)?;
        let content = self.carry(&content, &picks)?;
        Ok(Offsets::Index(offsets).lists(node.len, content, false))
    }

    fn dropped_everywhere(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.dropped_everywhere(&self.resolved(node)?);
        }
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let content = self.dropped_everywhere(&content)?;
            return self.optional(index, content);
        }
        let below = self.over_contents(node, &mut |content| self.dropped_everywhere(content))?;
        if below.is_list() { self.dropped_in_lists(&below) } else { Ok(below) }
    }

    /// Returns the first of each list, missing if there is none.
    fn first_entries(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let lists = node.lists().ok_or_else(internal)?;
        let args = Args { a: lists.starts, b: lists.stops, n: lists.n as i64, ..Args::default() };
        let code = "v = at(x.b, i) > at(x.a, i) ? at(x.a, i) : -1";
        // SAFETY: there is a start and a stop for each list.
        let index = unsafe { self.positions(code, &args) }?;
        let content = (*lists.content).clone();
        let (index, content) = if content.is_option() || content.is_indexed() {
            let (inner, content) = self.option_index(&content)?;
            (self.composed(&inner, &index)?, content)
        } else {
            (index, content)
        };
        // Only the first entries are kept.
        let (index, content) = self.compacted(&index, &content)?;
        self.optional(index, content)
    }

    /// Returns a list of each entry, or an empty list if it is missing.
    fn single_lists(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let (index, content) = if node.is_option() {
            self.option_index(node)?
        } else {
            let content = Arc::new(node.clone());
            let lists = Node::new(node.len, Kind::Regular { size: 1, content });
            return self.irregular(&lists);
        };
        let (kept, places) = self.kept(index.ix(), index.count())?;
        let picks = self.composed(&index, &kept)?;
        let content = self.carry(&content, &picks)?;
        Ok(Offsets::Index(Index::i64(places)).lists(node.len, content, true))
    }

    pub(crate) fn is_missing(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if let Kind::Union { .. } = node.kind {
            return self.over_union(node, &mut |content, _| self.is_missing(content));
        }
        let node = if node.is_indexed() && !node.is_option() {
            self.resolved(node)?
        } else {
            node.clone()
        };
        let index = if node.is_option() {
            self.option_index(&node)?.0
        } else {
            let data = self.zeroed(node.len)?;
            return Ok(Node::numpy(Dtype::Bool, data.freeze()));
        };
        let out = self.alloc(node.len)?;
        let args = Args { a: index.ix(), o0: out.as_raw(), n: node.len as i64, ..Args::default() };
        // SAFETY: there is a byte for each entry.
        unsafe { self.each("reinterpret_cast<u8 *>(x.o0)[i] = at(x.a, i) < 0", &args) }?;
        Ok(Node::numpy(Dtype::Bool, out.freeze()))
    }
}

impl Array {
    /// Pads each list to at least `target` entries with missing ones; with `clip`, to exactly that many: `ak.pad_none`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn pad_none(&self, target: usize, axis: impl Into<Axis>, clip: bool) -> Result<Self> {
        let axis = axis.into().required("pad_none")?;
        let backend = &self.backend;
        let pad = &mut |node: &DeviceNode, at| match at {
            AxisNode::Entries | AxisNode::Branch
                if !clip && target < node.len && matches!(node.kind, Kind::Numpy { .. }) =>
            {
                Ok(Some(node.clone()))
            }
            AxisNode::Branch => Ok(Some(as_option(node))),
            AxisNode::Unknown => Ok(None),
            AxisNode::Lists => backend.padded(node, target, clip).map(Some),
            AxisNode::Entries => {
                let padded = backend.padded(&whole(node.clone()), target, clip)?;
                let content = padded.content().ok_or_else(internal)?;
                Ok(Some(as_option(content)))
            }
        };
        Ok(self.with(backend.at_axis(&self.node, axis, 1, pad)?))
    }

    /// Replaces missing entries along an axis by a number or a text, or by an array as a list; -1 is the innermost axis, and
    /// [`Axis::ALL`] means all: `ak.fill_none`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn fill_none(&self, value: impl Into<Operand>, axis: impl Into<Axis>) -> Result<Self> {
        let (value, backend) = (value.into(), &self.backend);
        if let Operand::Array(array) = &value {
            backend.check(&array.backend)?;
        }
        let list = match &value {
            Operand::Array(_) => Some(whole(backend.entries_of(&value)?)),
            Operand::Text(text) => Some(backend.one_text(text)?),
            Operand::Scalar(_) => None,
        };
        let one = |node: &DeviceNode| match (&value, &list) {
            (Operand::Scalar(value), _) => backend.filled(node, *value),
            (_, Some(list)) => {
                if let Kind::Unmasked { content } = &node.kind {
                    return Ok((**content).clone());
                }
                let (index, content) = backend.option_index(node)?;
                backend.filled_with(&index, content, list.clone())
            }
            _ => Err(internal()),
        };
        let Some(axis) = axis.into().number() else {
            return Ok(self.with(backend.fill_all(&self.node, &one)?));
        };
        let fill = &mut |node: &DeviceNode, at| match at {
            AxisNode::Entries | AxisNode::Branch => backend.fill_here(node, &one).map(Some),
            AxisNode::Unknown => Ok(None),
            // No byte of a text is missing.
            AxisNode::Lists if !node.is_text() => Ok(None),
            _ => Ok(Some(node.clone())),
        };
        Ok(self.with(backend.at_axis(&self.node, axis, 1, fill)?))
    }

    /// Returns whether each entry along an axis is missing: `ak.is_none`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn is_none(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("is_none")?;
        let backend = &self.backend;
        let mut missing = |node: &DeviceNode| backend.is_missing(node);
        Ok(self.with(backend.at_entries(&self.node, axis, &mut missing)?))
    }

    /// Removes missing entries along an axis, or along all for [`Axis::ALL`]: `ak.drop_none`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn drop_none(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into();
        let backend = &self.backend;
        let top = |node: &DeviceNode| {
            if node.is_option() {
                let (index, content) = backend.option_index(node)?;
                Ok::<_, Error>(backend.compacted(&index, &content)?.1)
            } else {
                Ok(node.clone())
            }
        };
        let Some(axis) = axis.number() else {
            let node = backend.dropped_everywhere(&self.node)?;
            return Ok(self.with(top(&node)?));
        };
        if level_of(axis, 1, &self.node) == Some(0) {
            return Ok(self.with(top(&self.node)?));
        }
        let drop = &mut |node: &DeviceNode, at| match at {
            AxisNode::Lists => backend.dropped_in_lists(node).map(Some),
            // Entries of a union can't vanish from one of its types.
            AxisNode::Branch => Ok(Some(node.clone())),
            AxisNode::Entries | AxisNode::Unknown => Ok(None),
        };
        Ok(self.with(backend.at_axis(&self.node, axis, 1, drop)?))
    }

    /// Returns the first entry of each list; that of an empty list is missing: `ak.firsts`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist; [`Error::Value`] for axis 0, for which there is
    /// [`first`](Self::first).
    pub fn firsts(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("firsts")?;
        let backend = &self.backend;
        if level_of(axis, 1, &self.node) == Some(0) {
            return Err(Error::Value(
                "along axis 0 there is one first entry: `first()`".to_owned(),
            ));
        }
        let mut first = |node: &DeviceNode| backend.first_entries(node);
        Ok(self.with(backend.at_lists(&self.node, axis, 1, &mut first)?))
    }

    /// Returns the first entry of the array; that of an empty array is missing: `ak.firsts` of axis 0.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn first(&self) -> Result<Entry> {
        if self.is_empty() {
            Ok(Entry::Value(Value::Missing, self.form().type_text()))
        } else {
            self.get([0])
        }
    }

    /// Returns a list of each entry; that of a missing one is empty: `ak.singletons`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn singletons(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("singletons")?;
        let backend = &self.backend;
        let mut single = |node: &DeviceNode| backend.single_lists(node);
        Ok(self.with(backend.at_entries(&self.node, axis, &mut single)?))
    }
}
