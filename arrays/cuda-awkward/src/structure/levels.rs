//! Lengths of lists, and operations that remove or add levels of lists.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::combining::pack::PackedLists;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node};
use crate::lists::Offsets;
use crate::walk::{AxisNode, level_of};

/// Returns the node without the options and indexes around it.
fn below_options(node: &DeviceNode) -> &DeviceNode {
    match node.content() {
        Some(content) if node.is_option() || node.is_indexed() => below_options(content),
        _ => node,
    }
}

impl Backend {
    /// Returns the length of each list.
    pub(crate) fn lengths(&self, node: &DeviceNode) -> Result<Index<Buffer>> {
        let lists = node.lists().ok_or_else(internal)?;
        let args = Args { a: lists.starts, b: lists.stops, n: lists.n as i64, ..Args::default() };
        // SAFETY: there is a start and a stop for each list.
        unsafe { self.positions("v = at(x.b, i) - at(x.a, i)", &args) }
    }

    /// Returns contiguous lists; missing lists become empty lists, and those of a union are joined in order.
    fn filled_lists(&self, node: &DeviceNode, axis: usize) -> Result<PackedLists> {
        let node = if node.is_option() || node.is_indexed() {
            let (index, content) = self.option_index(node)?;
            match content.kind {
                // All lists of unknown type are missing or empty.
                Kind::Empty => {
                    let offsets = Offsets::Regular(0);
                    return Ok(PackedLists { offsets, content });
                }
                Kind::Union { .. } => self.optional(index, content)?,
                _ => self.carry(&self.irregular(&content)?, &index)?,
            }
        } else {
            node.clone()
        };
        match &node.kind {
            _ if node.is_list() => self.tight(&node),
            Kind::Union { .. } => {
                let each = &mut |own: &DeviceNode, _| self.filled_lists(own, axis);
                self.union_lists(&node, Booleans::Apart, each)
            }
            Kind::Record { .. } => Err(Error::Value(
                "arrays of records cannot be flattened (but their contents can be; try a different 'axis')".to_owned(),
            )),
            _ if node.is_text() => Err(Error::Value(
                "arrays of texts cannot be flattened".to_owned(),
            )),
            _ => Err(Error::Axis {
                axis: axis as i64,
                depth: axis,
            }),
        }
    }

    /// Joins the lists along an axis, counted from the node: 1 is that of its own lists. `whole` is the axis of the array.
    fn flatten_level(&self, node: &DeviceNode, axis: usize, whole: usize) -> Result<DeviceNode> {
        // Lists of unknown type are empty, at any depth.
        if let Kind::Empty = below_options(node).kind {
            return Ok(Node::new(0, Kind::Empty));
        }
        if axis == 1 {
            return Ok(self.filled_lists(node, whole)?.content);
        }
        match &node.kind {
            Kind::Union { .. } => {
                return self.over_union(node, &mut |own, _| self.flatten_level(own, axis, whole));
            }
            _ if node.is_option() || node.is_indexed() => {
                let (index, content) = self.option_index(node)?;
                let content = self.flatten_level(&content, axis, whole)?;
                return self.optional(index, content);
            }
            // It has an error for nodes that aren't lists.
            _ if !node.is_list() => return Ok(self.filled_lists(node, whole)?.content),
            _ => {}
        }
        let (outer, content) = self.contiguous(node)?;
        if axis > 2 {
            let content = match below_options(&content).kind {
                Kind::Empty => content,
                _ => self.flatten_level(&content, axis - 1, whole)?,
            };
            return Ok(outer.lists(node.len, content, false));
        }
        let inner = match content.kind {
            Kind::Empty => return Ok(node.clone()),
            _ => self.filled_lists(&content, whole)?,
        };
        let args = Args {
            a: outer.ix(),
            b: inner.offsets.ix(),
            n: node.len as i64 + 1,
            ..Args::default()
        };
        // SAFETY: outer offsets are those of inner lists, or one after the last.
        let offsets = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
        Ok(Offsets::Index(offsets).lists(node.len, inner.content, false))
    }

    /// Returns the position of each entry, -1 for those that are missing.
    pub(crate) fn is_missing_anywhere(&self, node: &DeviceNode) -> Result<Index<Buffer>> {
        let flags = self.is_missing(node)?;
        let (data, ty) = self.as_numbers(&flags)?;
        let args = Args { a: Ix::of_buffer(&data, ty), n: node.len as i64, ..Args::default() };
        // SAFETY: there is a flag for each entry.
        unsafe { self.positions("v = at(x.a, i) ? -1 : i", &args) }
    }

    /// Returns the same lists, of one size.
    pub(crate) fn regular(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if let Kind::Regular { .. } = node.kind {
            return Ok(node.clone());
        }
        let packed = self.tight(node)?;
        let n = node.len;
        let report = self.report(2)?;
        let args = Args {
            a: packed.offsets.ix(),
            report: report.address(),
            n: n as i64,
            ..Args::default()
        };
        let body = "compare_with_first_list(x, i)";
        // SAFETY: there is an offset for each list, and one more.
        unsafe { self.each(body, &args) }?;
        let words = match n {
            0 => vec![0, 0],
            _ => self.read(&report)?,
        };
        if first_wrong(words[0]).is_some() {
            return Err(Error::Value(
                "cannot convert to RegularArray because subarray lengths are not regular"
                    .to_owned(),
            ));
        }
        let kind =
            Kind::Regular { size: words[1].max(0) as usize, content: Arc::new(packed.content) };
        Ok(node.with_kind(n, kind))
    }

    /// Returns the same lists, of any size.
    pub(crate) fn irregular(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let Kind::Regular { size, content } = &node.kind else {
            return Ok(node.clone());
        };
        let args = Args { p: *size as i64, n: node.len as i64 + 1, ..Args::default() };
        // SAFETY: it reads nothing.
        let offsets = unsafe { self.positions("v = i * x.p", &args) }?;
        let content = self.rows(content, 0, node.len * size)?;
        let kind = Kind::ListOffset { offsets, content: Arc::new(content), tight: true };
        Ok(node.with_kind(node.len, kind))
    }
}

impl Array {
    pub(crate) fn level(&self, axis: Axis, operation: &str) -> Result<usize> {
        let number = axis.required(operation)?;
        let depth = self.node.depths().1;
        let level = if number < 0 {
            level_of(number, 1, &self.node).unwrap_or(number + depth as i64)
        } else {
            number
        };
        let level = usize::try_from(level).ok().filter(|level| *level < depth);
        level.ok_or(Error::Axis { axis: number, depth })
    }

    /// Returns the length of each list, as numbers of the type of the offsets, or `int64` for regular lists: `ak.num`.
    /// It doesn't wait. For axis 0, use [`len`](Self::len).
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist; [`Error::Value`] for axis 0.
    pub fn num(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("num")?;
        if level_of(axis, 1, &self.node) == Some(0) {
            return Err(Error::Value("along axis 0 there is one number: `len()`".to_owned()));
        }
        let backend = &self.backend;
        let mut lengths = |node: &DeviceNode| {
            let lengths = backend.lengths(node)?.data;
            let ty = match &node.kind {
                Kind::ListOffset { offsets, .. } => offsets.ty.dtype(),
                Kind::List { starts, .. } => starts.ty.dtype(),
                _ => Dtype::Int64,
            };
            backend.cast(&lengths, Dtype::Int64, ty, node.len)
        };
        Ok(self.with(backend.at_lists(&self.node, axis, 1, &mut lengths)?))
    }

    /// Joins the lists along an axis and drops missing ones; along axis 0, drops missing entries; [`Axis::ALL`] joins
    /// all: `ak.flatten`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist, [`Error::Value`] for the axis of records and texts.
    pub fn flatten(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into();
        let backend = &self.backend;
        if axis == Axis::ALL {
            return Ok(self.with(backend.flattened(&self.node, false)?));
        }
        let level = match self.level(axis, "flatten") {
            // An unknown type may have any depth.
            Err(_)
                if axis.number() > Some(0)
                    && self.node.contains(&|node| matches!(node.kind, Kind::Empty)) =>
            {
                axis.number().unwrap_or(0) as usize
            }
            Err(Error::Axis { .. })
                if axis.number() == Some(self.node.depths().1 as i64)
                    && self.node.contains(&|node| node.is_text() || node.is_record()) =>
            {
                let text = "arrays of records and texts cannot be flattened (but their contents can be; try a different 'axis')";
                return Err(Error::Value(text.to_owned()));
            }
            level => level?,
        };
        let node = match level {
            0 if self.node.is_option() => {
                let (index, content) = backend.option_index(&self.node)?;
                backend.compacted(&index, &content)?.1
            }
            0 => match &self.node.kind {
                Kind::Union { contents, .. }
                    if contents.iter().any(|content| content.is_option()) =>
                {
                    let missing = backend.is_missing_anywhere(&self.node)?;
                    let (kept, _) = backend.kept(missing.ix(), self.len())?;
                    backend.carry(&self.node, &kept)?
                }
                _ => (*self.node).clone(),
            },
            level => backend.flatten_level(&self.node, level, level)?,
        };
        // As in Awkward, entries of unknown type are numbers once missing ones are dropped.
        let node = match (&node.kind, level) {
            (Kind::Empty, 0) => {
                let (data, ty) = backend.as_numbers(&node)?;
                Node::numpy(ty, data)
            }
            _ => node,
        };
        Ok(self.with(node))
    }

    /// Returns all entries without lists: `ak.ravel`. Missing lists vanish, and missing entries stay;
    /// [`flatten`](Self::flatten) with [`Axis::ALL`] drops these, too.
    ///
    /// Entries of a union stay in order. The fields of records follow one another, in each record if these are of a union.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn ravel(&self) -> Result<Self> {
        Ok(self.with(self.backend.flattened(&self.node, true)?))
    }

    /// Returns the position of each entry in its list: `ak.local_index`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn local_index(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("local_index")?;
        let backend = &self.backend;
        let local = &mut |node: &DeviceNode, at| match at {
            AxisNode::Lists => backend.local(node).map(Some),
            AxisNode::Unknown => Ok(None),
            AxisNode::Entries | AxisNode::Branch => {
                let args = Args { n: node.len as i64, ..Args::default() };
                // SAFETY: it reads nothing.
                let index = unsafe { backend.positions("v = i", &args) }?;
                Ok(Some(Node::numpy(Dtype::Int64, index.data)))
            }
        };
        Ok(self.with(backend.at_axis(&self.node, axis, 1, local)?))
    }

    /// Returns `true` if no offset, position or tag is out of range, after a check of all of them: `ak.is_valid`.
    ///
    /// Only arrays of [`Backend::from_buffers_unchecked`](crate::backend::Backend::from_buffers_unchecked) can be invalid; all
    /// other functions check their input, or create valid arrays.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn is_valid(&self) -> Result<bool> {
        match self.backend.checked(&self.node, &self.form(), self.len()) {
            Ok(_) => Ok(true),
            Err(Error::Buffers { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Converts lists that all have the same length to regular lists: `ak.to_regular`.
    ///
    /// # Errors
    /// [`Error::Value`] for lists of different lengths, [`Error::Axis`] for an axis that doesn't exist.
    pub fn to_regular(&self, axis: impl Into<Axis>) -> Result<Self> {
        let backend = &self.backend;
        self.each_level(axis.into(), &mut |node| backend.regular(node))
    }

    /// Converts regular lists to lists of variable length: `ak.from_regular`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist.
    pub fn from_regular(&self, axis: impl Into<Axis>) -> Result<Self> {
        let backend = &self.backend;
        self.each_level(axis.into(), &mut |node| backend.irregular(node))
    }

    fn each_level(
        &self,
        axis: Axis,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<Self> {
        let axes = match axis.number() {
            Some(axis) if level_of(axis, 1, &self.node) == Some(0) => return Ok(self.clone()),
            Some(axis) => vec![axis],
            None => (1..self.node.depths().0 as i64).rev().collect(),
        };
        let mut node = (*self.node).clone();
        for axis in axes {
            node = self.backend.at_lists(&node, axis, 1, change)?;
        }
        Ok(self.with(node))
    }
}

impl Backend {
    /// Returns the lists, with each entry replaced by its position.
    pub(crate) fn local(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let (offsets, content) = match &node.kind {
            Kind::Regular { size, .. } => {
                let size = *size;
                let args =
                    Args { p: size.max(1) as i64, n: (node.len * size) as i64, ..Args::default() };
                // SAFETY: it reads nothing.
                let index = unsafe { self.positions("v = i % x.p", &args) }?;
                let content = Node::numpy(Dtype::Int64, index.data);
                return Ok(Offsets::Regular(size).lists(node.len, content, true));
            }
            _ => self.contiguous(node)?,
        };
        let args = Args {
            offsets: offsets.ix(),
            n: node.len as i64,
            total: content.len as i64,
            ..Args::default()
        };
        // SAFETY: there are that many lists.
        let index = unsafe { self.expanded("v = j", &args) }?;
        let content = Node::numpy(Dtype::Int64, index.data);
        Ok(offsets.lists(node.len, content, false))
    }
}
