//! Descends to an axis, through options, records and unions.

use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::node::Kind;

/// Returns the level of an axis at a node at `depth`, if it is known there: branches of a record may have different
/// depths.
pub(crate) fn level_of(axis: i64, depth: usize, node: &DeviceNode) -> Option<i64> {
    if axis >= 0 {
        return Some(axis);
    }
    let (least, most) = node.depths();
    (least == most).then(|| depth as i64 - 1 + least as i64 + axis)
}

/// The nodes to which a change at an axis applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AxisNode {
    /// The entries of the axis.
    Entries,
    /// The entries of the axis that have one type of a union, where the axis of another type is further in. Nothing may
    /// change how many they are.
    Branch,
    /// A node of unknown type above the axis: it has no entries, at any depth.
    Unknown,
    /// Lists whose entries are the axis.
    Lists,
}

impl Backend {
    /// Changes the lists whose entries are the axis. The node's own depth is 1 at the top.
    pub(crate) fn at_lists(
        &self,
        node: &DeviceNode,
        axis: i64,
        depth: usize,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        self.at_axis(node, axis, depth, &mut |node, at| match at {
            AxisNode::Lists => change(node).map(Some),
            AxisNode::Unknown => Ok(None),
            AxisNode::Entries | AxisNode::Branch
                if node.is_option() || node.is_indexed() || node.is_union() =>
            {
                Ok(None)
            }
            AxisNode::Entries | AxisNode::Branch => {
                Err(Error::Axis { axis, depth: node.depths().1 })
            }
        })
    }

    /// Changes the nodes at an axis: the lists whose entries are the axis, or the entries themselves if `change` accepts them.
    /// The node's own depth is 1 at the top.
    pub(crate) fn at_axis(
        &self,
        node: &DeviceNode,
        axis: i64,
        depth: usize,
        change: &mut dyn FnMut(&DeviceNode, AxisNode) -> Result<Option<DeviceNode>>,
    ) -> Result<DeviceNode> {
        self.at_axis_of(node, axis, depth, AxisNode::Entries, change)
    }

    fn at_axis_of(
        &self,
        node: &DeviceNode,
        axis: i64,
        depth: usize,
        entries: AxisNode,
        change: &mut dyn FnMut(&DeviceNode, AxisNode) -> Result<Option<DeviceNode>>,
    ) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.at_axis_of(&self.resolved(node)?, axis, depth, entries, change);
        }
        let level = level_of(axis, depth, node);
        if level == Some(depth as i64 - 1)
            && let Some(changed) = change(node, entries)?
        {
            return Ok(changed);
        }
        let beyond = || Error::Axis { axis, depth: depth - 1 + node.depths().1 };
        match &node.kind {
            _ if node.is_option() => {
                let (index, content) = self.option_index(node)?;
                let content = self.at_axis_of(&content, axis, depth, entries, change)?;
                self.optional(index, content)
            }
            Kind::Record { fields, contents } => {
                let contents = contents.iter().map(|content| {
                    let field = self.rows(content, 0, node.len)?;
                    let changed = self.at_axis_of(&field, axis, depth, entries, change)?;
                    if changed.len < node.len {
                        Err(Error::Value(format!(
                            "a field of {} entries would be shorter than its {} records",
                            changed.len, node.len
                        )))
                    } else {
                        self.rows(&changed, 0, node.len)
                    }
                });
                let kind = Kind::Record {
                    fields: fields.clone(),
                    contents: contents.collect::<Result<_>>()?,
                };
                Ok(node.with_kind(node.len, kind))
            }
            Kind::Union { .. } => {
                let entries = match level {
                    Some(_) => entries,
                    None => AxisNode::Branch,
                };
                self.over_union(node, &mut |content, _| {
                    self.at_axis_of(content, axis, depth, entries, change)
                })
            }
            _ if level.is_some_and(|level| level < depth as i64) => Err(beyond()),
            _ if node.is_list() || node.is_text() => {
                if level == Some(depth as i64)
                    && let Some(changed) = change(node, AxisNode::Lists)?
                {
                    return Ok(changed);
                }
                if node.is_text() {
                    return Err(beyond());
                }
                let content = node.content().ok_or_else(internal)?;
                let content = self.at_axis(content, axis, depth + 1, change)?;
                Ok(node.with_content(content))
            }
            Kind::Empty => change(node, AxisNode::Unknown)?.ok_or_else(beyond),
            _ => Err(beyond()),
        }
    }
}
