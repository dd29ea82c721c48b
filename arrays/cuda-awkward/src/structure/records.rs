//! Records and their fields.

use std::sync::Arc;

use crate::arguments::{Args, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::broadcast::{Broadcast, Level, Nodes, Operand, Side};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::node::{Kind, Node};
use crate::lists::Offsets;

/// The broadcast that zips columns to records.
struct Zip {
    fields: Option<Arc<[String]>>,
    depth_limit: Option<usize>,
}

fn is_leaf(side: &Side) -> bool {
    side.node().is_none_or(|node| node.list_depth() == 1)
}

impl Broadcast for Zip {
    fn operation(&self) -> &str {
        "zip"
    }

    fn stops(&self, sides: &[Side], depth: usize) -> Result<bool> {
        Ok(self.depth_limit == Some(depth) || sides.iter().all(is_leaf))
    }

    fn depth_limit(&self) -> Option<usize> {
        self.depth_limit
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let contents = sides.iter().map(|side| backend.node_of(side, level.n));
        let kind = Kind::Record {
            fields: self.fields.clone(),
            contents: contents.collect::<Result<_>>()?,
        };
        Ok(vec![Node::new(level.n, kind)])
    }
}

/// The broadcast of arrays to a common structure.
struct BroadcastArrays;

impl Broadcast for BroadcastArrays {
    fn operation(&self) -> &str {
        "broadcast_arrays"
    }

    fn pads(&self) -> bool {
        true
    }

    fn stops(&self, sides: &[Side], _: usize) -> Result<bool> {
        let plain = |node: &DeviceNode| !node.is_option() && !node.is_indexed();
        Ok(sides.iter().all(|side| is_leaf(side) && side.node().is_none_or(plain)))
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let nodes = sides.iter().map(|side| backend.node_of(side, level.n));
        nodes.collect()
    }
}

/// The broadcast that adds a column to records.
struct WithField<'a> {
    name: &'a str,
}

impl Broadcast for WithField<'_> {
    fn operation(&self) -> &str {
        "with_field"
    }

    fn stops(&self, sides: &[Side], _: usize) -> Result<bool> {
        let base = sides.first().and_then(Side::node);
        Ok(base.is_some_and(|base| base.is_record()))
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let not =
            || Error::Value("no tuples or records in array; cannot add a new field".to_owned());
        let base = sides.first().and_then(Side::node).ok_or_else(not)?;
        let Kind::Record { contents, .. } = &base.kind else {
            return Err(not());
        };
        let content = backend.node_of(&sides[1], level.n)?;
        let mut names = base.field_names();
        let mut contents = contents.to_vec();
        let place = names.iter().position(|name| name == self.name);
        match place {
            Some(place) => contents[place] = content,
            None => {
                names.push(self.name.to_owned());
                contents.push(content);
            }
        }
        // A tuple with a named field is a record.
        let kind = Kind::Record { fields: Some(names.into()), contents: contents.into() };
        Ok(vec![base.with_kind(level.n, kind)])
    }
}

impl Backend {
    /// Returns records whose fields are these arrays, [broadcast](crate#broadcasting) as deep as lists go, or to a
    /// depth: `ak.zip`. Without names they are tuples.
    ///
    /// # Errors
    /// [`Error::Broadcast`] for arrays whose structures don't match, [`Error::Value`] if the number of names isn't that
    /// of arrays, or the depth is 0.
    pub fn zip(
        &self,
        arrays: impl IntoIterator<Item = impl Into<Operand>>,
        fields: Option<&[&str]>,
        depth_limit: Option<usize>,
    ) -> Result<Array> {
        let operands: Vec<Operand> = arrays.into_iter().map(Into::into).collect();
        let fields = self.names(fields, operands.len())?;
        let mut zip = Zip { fields, depth_limit };
        if depth_limit == Some(0) {
            return Err(Error::Value("depth_limit must be at least 1".to_owned()));
        }
        // A number or a text is an array of one element.
        let operands = operands.into_iter().map(|operand| match operand {
            Operand::Array(_) => Ok(operand),
            one => Ok(Operand::Array(Array::new(self, self.entries_of(&one)?))),
        });
        let operands = operands.collect::<Result<Vec<_>>>()?;
        let results = self.broadcast(&operands, &mut zip)?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(Array::new(self, node))
    }

    /// Returns records, or lists of them, whose fields are these arrays: numbers, or lists of numbers of the same lengths:
    /// [`ak.zip_no_broadcast`](https://awkward-array.org/doc/main/reference/generated/ak.zip_no_broadcast.html). Without
    /// names they are tuples. The offsets of lists are compared in one kernel for each array after the first, and it waits
    /// once, unless they are shared.
    ///
    /// # Errors
    /// [`Error::Value`] for arrays of other types, lengths or offsets, without arrays, and if the number of names isn't that
    /// of arrays; [`Error::Broadcast`] for different numbers of lists.
    pub fn zip_no_broadcast<'a>(
        &self,
        arrays: impl IntoIterator<Item = &'a Array>,
        fields: Option<&[&str]>,
    ) -> Result<Array> {
        let arrays: Vec<&Array> = arrays.into_iter().collect();
        let fields = self.names(fields, arrays.len())?;
        let not = |requirement: &str| Error::Value(format!("zip_no_broadcast needs {requirement}"));
        let (mut contents, mut offsets) = (Vec::new(), Vec::new());
        for array in &arrays {
            self.check(array.backend())?;
            let content = match &array.node.kind {
                Kind::ListOffset { offsets: own, content, .. } if !array.node.is_text() => {
                    offsets.push(own);
                    content
                }
                _ => &array.node,
            };
            if !matches!(content.kind, Kind::Numpy { .. }) {
                return Err(not("numbers, or lists of numbers of variable length"));
            }
            contents.push((**content).clone());
        }
        let Some(len) = contents.iter().map(|content| content.len).min() else {
            return Err(not("an array"));
        };
        // The contents of lists may have unused entries at the end.
        let other = contents.iter().find(|content| content.len != len);
        match other {
            _ if !offsets.is_empty() && offsets.len() < arrays.len() => {
                return Err(not("either numbers or lists, and was given both"));
            }
            Some(other) if offsets.is_empty() => {
                let other = other.len;
                return Err(not(&format!(
                    "arrays of the same length, and was given {len} and {other} numbers"
                )));
            }
            _ => {}
        }
        let mut report = None;
        for own in offsets.iter().skip(1) {
            let (n, others) = (offsets[0].count(), own.count());
            if n != others {
                return Err(Error::Broadcast(format!(
                    "zip_no_broadcast doesn't broadcast {} lists with {}",
                    n - 1,
                    others - 1
                )));
            }
            if Array::same(&offsets[0].data, &own.data) {
                continue;
            }
            let args = Args {
                a: offsets[0].ix(),
                b: own.ix(),
                report: match &report {
                    Some(report) => report,
                    None => report.insert(self.report(1)?),
                }
                .address(),
                n: n as i64,
                ..Args::default()
            };
            // SAFETY: both have that many offsets.
            unsafe { self.each("if (at(x.a, i) != at(x.b, i)) wrong(x, i)", &args) }?;
        }
        if let Some(report) = &report
            && let Some(list) = first_wrong(self.read(report)?[0])
        {
            return Err(not(&format!("lists with the same offsets, and offsets {list} differ")));
        }
        let kind = Kind::Record { fields, contents: contents.into() };
        let records = Node::new(len, kind);
        Ok(Array::new(
            self,
            match offsets.first() {
                Some(own) => {
                    let n = arrays[0].len();
                    Offsets::Index((*own).clone()).lists(n, records, false)
                }
                None => records,
            },
        ))
    }

    pub(crate) fn names(
        &self,
        fields: Option<&[&str]>,
        count: usize,
    ) -> Result<Option<Arc<[String]>>> {
        let Some(fields) = fields else {
            return Ok(None);
        };
        if fields.len() != count {
            let names = fields.len();
            return Err(Error::Value(format!("{names} names are not as many as {count} arrays")));
        }
        Ok(Some(fields.iter().map(|field| (*field).to_owned()).collect()))
    }

    /// Returns the arrays, broadcast to a common structure: `ak.broadcast_arrays`.
    ///
    /// # Errors
    /// [`Error::Broadcast`] for arrays whose structures don't match.
    pub fn broadcast_arrays(
        &self,
        arrays: impl IntoIterator<Item = impl Into<Operand>>,
    ) -> Result<Vec<Array>> {
        let operands: Vec<Operand> = arrays.into_iter().map(Into::into).collect();
        let results = self.broadcast(&operands, &mut BroadcastArrays)?;
        let results = results.into_iter();
        Ok(results.map(|node| Array::new(self, node)).collect())
    }

    fn without(&self, node: &DeviceNode, name: &str) -> Result<DeviceNode> {
        self.over_all_records(node, false, &mut |record| {
            let names = record.field_names();
            let Some(place) = names.iter().position(|field| field == name) else {
                let count = names.len();
                return Err(Error::Field(format!(
                    "no field '{name}' in record with {count} fields"
                )));
            };
            let Kind::Record { fields, contents } = &record.kind else {
                return Err(internal());
            };
            let stays = |at: &usize| *at != place;
            let kind = Kind::Record {
                fields: fields.as_ref().map(|_| {
                    let names = (0..names.len()).filter(stays);
                    names.map(|at| names_at(&record.field_names(), at)).collect()
                }),
                contents: (0..contents.len())
                    .filter(stays)
                    .map(|at| contents[at].clone())
                    .collect(),
            };
            Ok(record.with_kind(record.len, kind))
        })
    }
}

fn names_at(names: &[String], at: usize) -> String {
    names.get(at).cloned().unwrap_or_default()
}

/// Returns the names of the fields of the outermost records.
fn fields_of(node: &DeviceNode) -> Vec<String> {
    match (node.content(), &node.kind) {
        (_, Kind::Record { .. }) => node.field_names(),
        (_, Kind::Union { contents, .. }) => {
            let mut all = contents.iter().map(fields_of);
            let first = all.next().unwrap_or_default();
            all.fold(first, |mut common, names| {
                common.retain(|name| names.contains(name));
                common
            })
        }
        (Some(content), _) if !node.is_text() => fields_of(content),
        _ => Vec::new(),
    }
}

/// Returns `true` if types of a union around the outermost records have other fields than these.
fn differ(node: &DeviceNode, fields: &[String]) -> bool {
    match (node.content(), &node.kind) {
        (_, Kind::Union { contents, .. }) => contents
            .iter()
            .any(|content| fields_of(content).len() != fields.len() || differ(content, fields)),
        (Some(content), _) => differ(content, fields),
        _ => false,
    }
}

impl Array {
    /// Returns the names of the fields of the outermost records; those of a tuple are numbers, and without records
    /// there are none: `ak.fields`. A union has the fields that all of its types have.
    #[must_use]
    pub fn fields(&self) -> Vec<String> {
        fields_of(&self.node)
    }

    /// Returns an array for each field, or the array itself if there are no records: `ak.unzip`.
    ///
    /// # Errors
    /// [`Error::Value`] for a union whose types have different fields.
    pub fn unzip(&self) -> Result<Vec<Self>> {
        let fields = self.fields();
        if differ(&self.node, &fields) {
            return Err(Error::Value(
                "types of a union have different fields; unzip needs the same".to_owned(),
            ));
        }
        if fields.is_empty() {
            return Ok(vec![self.clone()]);
        }
        fields.iter().map(|name| self.field(name)).collect()
    }

    /// Returns the records with a field added or replaced: `ak.with_field`.
    ///
    /// # Errors
    /// [`Error::Value`] for an array without records, [`Error::Broadcast`] for one that doesn't fit.
    pub fn with_field(&self, name: &str, content: impl Into<Operand>) -> Result<Self> {
        if self.fields().is_empty() && !self.node.contains(&|node| node.is_record()) {
            let text = "no tuples or records in array; cannot add a new field";
            return Err(Error::Value(text.to_owned()));
        }
        let operands = [Operand::from(self), content.into()];
        let results = self.backend.broadcast(&operands, &mut WithField { name })?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(self.with(node))
    }

    /// Returns the records without a field: `ak.without_field`.
    ///
    /// # Errors
    /// [`Error::Field`] for one that doesn't exist.
    pub fn without_field(&self, name: &str) -> Result<Self> {
        if !self.node.contains(&|node| node.is_record()) {
            return Ok(self.clone());
        }
        Ok(self.with(self.backend.without(&self.node, name)?))
    }
}
