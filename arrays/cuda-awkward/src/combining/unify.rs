//! Makes records alike: those of several arrays, those of a union, and those of which some are missing.

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node};
use crate::walk::level_of;

/// Returns the records within options, indexes and lists, or the node that is there instead.
fn records_of(node: &DeviceNode) -> Result<&DeviceNode> {
    match node.content() {
        _ if node.is_union() => Err(Error::Type(
            "broadcast_fields: a union has no fields of its own; merge_union_of_records makes records of it".to_owned(),
        )),
        Some(content) if !node.is_text() => records_of(content),
        _ => Ok(node),
    }
}

/// Returns the node with other records within its options, indexes and lists.
fn with_records(node: &DeviceNode, records: &DeviceNode) -> Result<DeviceNode> {
    match node.content() {
        Some(_) if !node.is_text() => {
            node.with_contents(&mut |content| with_records(content, records))
        }
        _ => Ok(records.clone()),
    }
}

/// Returns the names of all fields, in the order in which they come first.
fn all_fields<'a>(records: impl IntoIterator<Item = &'a DeviceNode>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in records.into_iter().flat_map(DeviceNode::field_names) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

impl Backend {
    /// Returns `n` missing entries of unknown type.
    pub(crate) fn all_missing(&self, n: usize, content: DeviceNode) -> Result<DeviceNode> {
        let args = Args { n: n as i64, ..Args::default() };
        // SAFETY: it reads nothing.
        let index = unsafe { self.positions("v = -1", &args) }?;
        self.optional(index, content)
    }

    fn with_all_fields(&self, nodes: &[DeviceNode]) -> Result<Vec<DeviceNode>> {
        let found = nodes.iter().map(records_of).collect::<Result<Vec<_>>>()?;
        if !found.iter().any(|node| node.is_record()) {
            return Ok(nodes.to_vec());
        }
        if let Some(other) =
            found.iter().find(|node| !node.is_record() && !matches!(node.kind, Kind::Empty))
        {
            let ty = other.form().type_text();
            return Err(Error::Type(format!(
                "broadcast_fields: all arrays must be of records if one is, and one is of {ty}"
            )));
        }
        let records: Vec<&DeviceNode> =
            found.iter().copied().filter(|node| node.is_record()).collect();
        let names = all_fields(records.iter().copied());
        let mut contents: Vec<Vec<DeviceNode>> = vec![Vec::new(); records.len()];
        for name in &names {
            let columns = records.iter().filter_map(|record| record.field(name).cloned());
            let mut columns = self.with_all_fields(&columns.collect::<Vec<_>>())?.into_iter();
            for (record, contents) in records.iter().zip(&mut contents) {
                contents.push(match record.field(name) {
                    Some(_) => columns.next().ok_or_else(internal)?,
                    None => self.all_missing(record.len, Node::new(0, Kind::Empty))?,
                });
            }
        }
        let mut contents = contents.into_iter();
        let pairs = nodes.iter().zip(found);
        let changed = pairs.map(|(node, record)| match &record.kind {
            Kind::Record { .. } => {
                let kind = Kind::Record {
                    fields: Some(names.clone().into()),
                    contents: contents.next().ok_or_else(internal)?.into(),
                };
                with_records(node, &record.with_kind(record.len, kind))
            }
            _ => Ok(node.clone()),
        });
        changed.collect()
    }

    /// Returns the arrays with the same fields in their records, also in records within fields. A field that a record doesn't
    /// have is added with all entries missing, of unknown type:
    /// [`ak.broadcast_fields`](https://awkward-array.org/doc/main/reference/generated/ak.broadcast_fields.html). Tuples
    /// become records. Records may be at different depths, and nothing waits.
    ///
    /// # Errors
    /// [`Error::Type`] for unions, and for numbers and texts where other arrays have records.
    pub fn broadcast_fields<'a>(
        &self,
        arrays: impl IntoIterator<Item = &'a Array>,
    ) -> Result<Vec<Array>> {
        let mut nodes = Vec::new();
        for array in arrays {
            self.check(array.backend())?;
            nodes.push((*array.node).clone());
        }
        let nodes = self.with_all_fields(&nodes)?.into_iter();
        Ok(nodes.map(|node| Array::new(self, node)).collect())
    }

    /// Changes the nodes whose entries are an axis, also where these are options, records or unions.
    fn each_at(
        &self,
        node: &DeviceNode,
        axis: i64,
        depth: usize,
        change: &dyn Fn(&DeviceNode) -> Result<Option<DeviceNode>>,
    ) -> Result<DeviceNode> {
        let node = &self.resolved(node)?;
        let Some(level) = level_of(axis, depth, node) else {
            let (least, most) = node.depths();
            return Err(Error::Type(format!(
                "axis={axis} isn't one level where depths are from {least} to {most}: try an axis that isn't negative"
            )));
        };
        if level == depth as i64 - 1
            && let Some(changed) = change(node)?
        {
            return Ok(changed);
        }
        let is_leaf = node.contents().is_empty() && !node.is_record();
        if (is_leaf || node.is_text()) && level >= (depth + usize::from(node.is_text())) as i64 {
            return Err(Error::Axis { axis, depth });
        }
        if node.is_text() {
            return Ok(node.clone());
        }
        let below = depth + usize::from(node.is_list());
        let changed =
            node.with_contents(&mut |content| self.each_at(content, axis, below, change))?;
        self.canonical(changed)
    }

    fn record_of_options(&self, node: &DeviceNode) -> Result<Option<DeviceNode>> {
        if !node.is_option() {
            return Ok(None);
        }
        let (index, record) = self.option_index(node)?;
        let Kind::Record { contents, .. } = &record.kind else {
            return Ok(None);
        };
        let contents = contents.iter().map(|content| self.optional(index.clone(), content.clone()));
        let kind = Kind::Record {
            fields: Some(record.field_names().into()),
            contents: contents.collect::<Result<_>>()?,
        };
        Ok(Some(Node::new(node.len, kind)))
    }

    fn record_of_unions(&self, node: &DeviceNode) -> Result<Option<DeviceNode>> {
        let Ok((tags, index, contents)) = node.union_parts() else {
            return Ok(None);
        };
        let is_record = |node: &DeviceNode| match node.content() {
            Some(content) if node.is_option() || node.is_indexed() => content.is_record(),
            _ => node.is_record(),
        };
        if !contents.iter().all(is_record) {
            return Ok(None);
        }
        let mut missing: Option<Index<_>> = None;
        let mut records = Vec::with_capacity(contents.len());
        for (tag, content) in contents.iter().enumerate() {
            if !content.is_option() {
                records.push(self.resolved(content)?);
                continue;
            }
            let (own, record) = self.option_index(content)?;
            records.push(self.carry(&record, &own)?);
            let args = Args {
                a: Ix::of_buffer(tags, Dtype::Int8),
                b: index.ix(),
                c: own.ix(),
                d: missing.as_ref().map_or(Ix::IOTA, Index::ix),
                p: tag as i64,
                n: node.len as i64,
                ..Args::default()
            };
            let code = "v = at(x.a, i) == x.p && at(x.c, at(x.b, i)) < 0 ? -1 : at(x.d, i)";
            // SAFETY: there is a tag and a position for each entry.
            missing = Some(unsafe { self.positions(code, &args) }?);
        }
        let fields = all_fields(&records);
        let unions = fields.iter().map(|name| {
            let parts = records.iter().map(|record| match record.field(name) {
                Some(field) => self.rows(field, 0, record.len),
                None => self.all_missing(record.len, Node::new(0, Kind::Empty)),
            });
            let kind = Kind::Union {
                tags: tags.clone(),
                index: index.clone(),
                contents: parts.collect::<Result<_>>()?,
            };
            self.simplified(&Node::new(node.len, kind), Booleans::Apart)
        });
        let kind =
            Kind::Record { contents: unions.collect::<Result<_>>()?, fields: Some(fields.into()) };
        let record = Node::new(node.len, kind);
        Ok(Some(match missing {
            Some(missing) => self.optional(missing, record)?,
            None => record,
        }))
    }
}

impl Array {
    /// Returns records whose fields are missing where records were missing, along an axis:
    /// [`ak.merge_option_of_records`](https://awkward-array.org/doc/main/reference/generated/ak.merge_option_of_records.html).
    /// Tuples become records, names are lost, and nothing waits.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist, [`Error::Type`] for a negative one of records whose fields are of
    /// different depths.
    pub fn merge_option_of_records(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("merge_option_of_records")?;
        let backend = &self.backend;
        let change = |node: &DeviceNode| backend.record_of_options(node);
        Ok(self.with(backend.each_at(&self.node, axis, 1, &change)?))
    }

    /// Returns records in place of a union of records along an axis. They have all fields of its types, which are missing
    /// where a record didn't have them:
    /// [`ak.merge_union_of_records`](https://awkward-array.org/doc/main/reference/generated/ak.merge_union_of_records.html).
    /// Missing records stay missing. A union with a type that isn't records stays as it is. Nothing waits.
    ///
    /// # Errors
    /// As [`merge_option_of_records`](Self::merge_option_of_records).
    pub fn merge_union_of_records(&self, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into().required("merge_union_of_records")?;
        let backend = &self.backend;
        let change = |node: &DeviceNode| backend.record_of_unions(node);
        Ok(self.with(backend.each_at(&self.node, axis, 1, &change)?))
    }
}
