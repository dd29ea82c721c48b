//! Sorts within lists, by radix sort.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node};
use crate::reduce::order::SortOutput;

impl Backend {
    /// Returns the node with unions of booleans and numbers replaced by numbers.
    fn without_unions(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if !node.contains(&|node| node.is_union()) {
            return Ok(node.clone());
        }
        match &node.kind {
            Kind::Union { .. } => self.simplified(node, Booleans::Merge),
            Kind::Record { .. } => Ok(node.clone()),
            _ => match node.content() {
                Some(content) => Ok(node.with_content(self.without_unions(content)?)),
                None => Ok(node.clone()),
            },
        }
    }

    /// Returns the node with regular lists as lists of any size: as in Awkward, those with missing values are that once they
    /// are sorted.
    fn of_any_size(&self, node: &DeviceNode) -> Result<DeviceNode> {
        match &node.kind {
            Kind::Regular { .. } if !node.is_text() => self.of_any_size(&self.irregular(node)?),
            _ => node.with_contents(&mut |content| self.of_any_size(content)),
        }
    }

    /// Sorts the innermost lists of numbers, or returns the order within each list.
    fn sorted_lists(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        if let Kind::Record { fields, contents } = &items.kind {
            let contents = contents.iter().map(|content| {
                let content = self.resolved(&self.rows(content, 0, items.len)?)?;
                self.sorted_lists(&content, offsets, n, ascending, positions)
            });
            let kind =
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? };
            return Ok(items.with_kind(items.len, kind));
        }
        if items.is_option() && items.content().is_some_and(|content| content.is_record()) {
            return Err(Error::Unsupported("sorting records of which some are missing".to_owned()));
        }
        let order = match (self.sorted(items, offsets, n, ascending, !positions)?, &items.kind) {
            (SortOutput::Elements(data), Kind::Numpy { dtype, .. }) => {
                let dtype = *dtype;
                return Ok(items.with_kind(items.len, Kind::Numpy { dtype, data }));
            }
            (SortOutput::Elements(_), _) => return Err(crate::error::internal()),
            (SortOutput::Order(order), _) if !positions => return self.carry(items, &order),
            (SortOutput::Order(order), _) => order,
        };
        let args = Args {
            a: order.ix(),
            offsets,
            n: n as i64,
            total: items.len as i64,
            ..Args::default()
        };
        // SAFETY: there is a place for each element.
        let index = unsafe { self.expanded("v = at(x.a, k) - at(x.offsets, i)", &args) }?;
        Ok(Node::numpy(Dtype::Int64, index.data))
    }

    fn sort_level(
        &self,
        node: &DeviceNode,
        axis: usize,
        ascending: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.sort_level(&self.resolved(node)?, axis, ascending, positions);
        }
        if let Kind::Unmasked { content } = &node.kind {
            return self.sort_level(content, axis, ascending, positions);
        }
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let content = self.sort_level(&content, axis, ascending, positions)?;
            return self.optional(index, content);
        }
        if axis > 1 {
            let content = node.content().ok_or_else(crate::error::internal)?;
            let content = self.sort_level(content, axis - 1, ascending, positions)?;
            return Ok(node.with_content(content));
        }
        let (offsets, content) = self.contiguous(node)?;
        let content = match (content.is_indexed(), &content.kind) {
            (true, _) => self.resolved(&content)?,
            (_, Kind::Unmasked { content }) => (**content).clone(),
            _ => content,
        };
        let sorted = if is_list(&content) {
            self.sort_columns(&content, offsets.ix(), node.len, ascending, positions)?
        } else {
            self.sorted_lists(&content, offsets.ix(), node.len, ascending, positions)?
        };
        Ok(offsets.lists(node.len, sorted, false))
    }

    /// Sorts across lists: lists are aligned at the left, and each column is sorted.
    fn sort_columns(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        if items.is_option() {
            // Missing lists come last in their group.
            let (index, content) = self.option_index(items)?;
            let (kept, places) = self.kept(index.ix(), index.count())?;
            let content = self.carry(&content, &self.composed(&index, &kept)?)?;
            let args = Args {
                a: offsets,
                b: Ix::of_buffer(&places, Dtype::Int64),
                n: n as i64 + 1,
                ..Args::default()
            };
            // SAFETY: there is a place for each item, and one more.
            let groups = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
            let sorted = self.sort_columns(&content, groups.ix(), n, ascending, positions)?;
            let args = Args {
                a: groups.ix(),
                offsets,
                n: n as i64,
                total: items.len as i64,
                ..Args::default()
            };
            let code = "v = j < at(x.a, i + 1) - at(x.a, i) ? at(x.a, i) + j : -1";
            // SAFETY: there is a group for each, and one more.
            let index = unsafe { self.expanded(code, &args) }?;
            return self.optional(index, sorted);
        }
        let args = Args { offsets, n: n as i64, total: items.len as i64, ..Args::default() };
        // SAFETY: there are `n` groups of items.
        let (groups, places) =
            unsafe { (self.expanded("v = i", &args)?, self.expanded("v = j", &args)?) };
        let how = SortOptions { ascending, positions };
        self.sort_grouped(items, &groups, &places, n, how)
    }

    /// Sorts the items of each group within the places of that group. Lists are sorted by columns, aligned at the left.
    fn sort_grouped(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        how: SortOptions,
    ) -> Result<DeviceNode> {
        if items.is_indexed() {
            return self.sort_grouped(&self.resolved(items)?, groups, places, n, how);
        }
        if let Kind::Record { fields, contents } = &items.kind {
            let contents = contents.iter().map(|content| {
                let content = self.rows(content, 0, items.len)?;
                self.sort_grouped(&content, groups, places, n, how)
            });
            let kind =
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? };
            return Ok(items.with_kind(items.len, kind));
        }
        if items.is_option() && is_list(items) {
            // A missing list stays where it is.
            let (index, content) = self.option_index(items)?;
            let args =
                Args { a: groups.ix(), b: index.ix(), n: items.len as i64, ..Args::default() };
            // SAFETY: there is a group and an index for each list.
            let groups = unsafe { self.positions("v = at(x.b, i) < 0 ? -1 : at(x.a, i)", &args) }?;
            let content = self.carry(&content, &index)?;
            let sorted = self.sort_grouped(&content, &groups, places, n, how)?;
            // SAFETY: as above.
            let index = unsafe { self.positions("v = at(x.b, i) < 0 ? -1 : i", &args) }?;
            return self.optional(index, sorted);
        }
        if items.is_list() {
            let columns = self.columns(items, groups, places, n, true)?;
            let content = self.sort_grouped(
                &columns.content,
                &columns.groups,
                &columns.places,
                columns.total,
                how,
            )?;
            return Ok(columns.offsets.lists(items.len, content, false));
        }
        let (order, offsets) = self.grouped(groups, n)?;
        let values = self.carry(items, &order)?;
        let sorted = self.order(&values, offsets.ix(), n, how.ascending)?;
        // `from[i]` is the element that moves to position `order[i]`.
        let from = self.composed(&order, &sorted)?;
        let source = self.alloc_words(items.len)?;
        let args = Args {
            a: order.ix(),
            b: from.ix(),
            o0: source.as_raw(),
            n: items.len as i64,
            ..Args::default()
        };
        // SAFETY: the order is a permutation.
        unsafe { self.each("x.o0[at(x.a, i)] = at(x.b, i)", &args) }?;
        let source = Index::i64(source.freeze());
        if how.positions {
            Ok(Node::numpy(Dtype::Int64, self.composed(places, &source)?.data))
        } else {
            self.carry(items, &source)
        }
    }
}

/// The options of a sort, independent of the array.
#[derive(Clone, Copy)]
struct SortOptions {
    ascending: bool,
    positions: bool,
}

fn is_list(node: &DeviceNode) -> bool {
    if node.is_option() || node.is_indexed() {
        node.content().is_some_and(|content| is_list(content))
    } else {
        node.is_list()
    }
}

impl Array {
    fn sorted(&self, axis: Axis, ascending: bool, positions: bool) -> Result<Self> {
        let axis = axis.required("a sort")?;
        let is_union = |node: &DeviceNode| node.contains(&|node| node.is_union());
        if is_union(&self.node) && self.node.depths().0 == self.node.depths().1 {
            let depth = self.node.list_depth();
            if axis >= depth as i64 || axis < -(depth as i64) {
                return Err(Error::Axis { axis, depth });
            }
        }
        // Booleans and numbers are sorted together.
        let node = &self.backend.without_unions(&self.node)?;
        let (least, most) = node.depths();
        if is_union(node) {
            return Err(Error::Value("cannot sort a union, whose types are not one".to_owned()));
        }
        if least != most {
            if axis >= 0 || axis < -(least as i64) {
                return Err(Error::Value(format!(
                    "cannot use axis={axis} on lists of different depths ({least} to {most})"
                )));
            }
            // Each field has its own axis.
            let Kind::Record { fields, contents } = &node.kind else {
                return Err(Error::Unsupported(
                    "sorting lists of records whose fields are of different depths".to_owned(),
                ));
            };
            let contents = contents.iter().map(|content| {
                let field = self.with(self.backend.rows(content, 0, node.len)?);
                let sorted = field.sorted(Axis::at(axis), ascending, positions)?;
                Ok((*sorted.node).clone())
            });
            let kind =
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? };
            return Ok(self.with(node.with_kind(node.len, kind)));
        }
        let depth = node.list_depth();
        let level = if axis < 0 { axis + depth as i64 } else { axis };
        if level < 0 || level >= depth as i64 {
            return Err(Error::Axis { axis, depth });
        }
        // The array as a list of its entries.
        let (size, content) = (node.len, Arc::new(node.clone()));
        let whole = Node::new(1, Kind::Regular { size, content });
        let sorted = self.backend.sort_level(&whole, level as usize + 1, ascending, positions)?;
        let (_, content) = self.backend.contiguous(&sorted)?;
        let has_missing = node.contains(&|node| node.is_option());
        Ok(self.with(if has_missing { self.backend.of_any_size(&content)? } else { content }))
    }

    /// Sorts the entries of each list: `ak.sort`. The sort is stable; NaN comes first, and missing entries last. Regular lists
    /// with missing entries become lists of any size.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist; [`Error::Value`] for unions, and for an axis that fields of
    /// different depths don't share; [`Error::Unsupported`] for complex numbers, and for lists of records whose fields
    /// have different depths.
    pub fn sort(&self, axis: impl Into<Axis>, ascending: bool) -> Result<Self> {
        self.sorted(axis.into(), ascending, false)
    }

    /// Returns the position in its list of each entry of the [sorted](Self::sort) array: `ak.argsort`.
    ///
    /// # Errors
    /// As [`sort`](Self::sort).
    pub fn argsort(&self, axis: impl Into<Axis>, ascending: bool) -> Result<Self> {
        self.sorted(axis.into(), ascending, true)
    }
}

impl DeviceNode {
    /// Returns `true` if a condition holds for this node or any below it.
    pub(crate) fn contains(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) || self.contents().into_iter().any(|content| content.contains(is))
    }
}
