//! Broadcasts arrays of different structures, from the outside in.

mod choices;
mod levels;

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Kind, Node, Parameters, entries};
use crate::layout::scalar::Scalar;
use crate::lists::Offsets;

/// An array, a number or a text as an operand. Numbers, scalars and `&str` are converted with `into()`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Operand {
    /// An array.
    Array(Array),
    /// A number, the same for every entry.
    Scalar(Scalar),
    /// A text, the same for every entry.
    Text(String),
}

impl From<&str> for Operand {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&Array> for Operand {
    fn from(array: &Array) -> Self {
        Self::Array(array.clone())
    }
}

impl From<Array> for Operand {
    fn from(array: Array) -> Self {
        Self::Array(array)
    }
}

impl<T: Into<Scalar>> From<T> for Operand {
    fn from(number: T) -> Self {
        Self::Scalar(number.into())
    }
}

/// An operand at a level.
#[derive(Clone)]
pub(crate) enum Side {
    Node(DeviceNode),
    /// One entry for each list of the level above.
    Spread(DeviceNode),
    Scalar(Scalar),
    /// The only entry of a node, for every entry.
    One(DeviceNode),
}

impl Side {
    pub(crate) fn node(&self) -> Option<&DeviceNode> {
        match self {
            Self::Node(node) | Self::Spread(node) => Some(node),
            Self::Scalar(_) | Self::One(_) => None,
        }
    }

    pub(crate) fn is_text(&self) -> bool {
        match self {
            Self::Node(node) | Self::Spread(node) | Self::One(node) => node.is_text(),
            Self::Scalar(_) => false,
        }
    }
}

/// The level at which broadcasting has stopped.
pub(crate) struct Level {
    pub(crate) n: usize,
    /// The lists over which single entries are repeated, if any.
    pub(crate) spread: Option<(Offsets, usize)>,
}

/// The results of a broadcast.
pub(crate) type Nodes = Vec<DeviceNode>;

/// How an operation broadcasts, and at which depth it stops.
pub(crate) trait Broadcast {
    fn operation(&self) -> &str;

    /// Returns whether broadcasting stops at a depth, which is 1 at the arrays themselves.
    fn stops(&self, sides: &[Side], depth: usize) -> Result<bool>;

    /// Returns the depth at which broadcasting stops at the latest: lists from there on aren't compared.
    fn depth_limit(&self) -> Option<usize> {
        None
    }

    /// Returns `true` if entries may be left where they are until the last level.
    fn spreads(&self) -> bool {
        false
    }

    /// Returns `true` if regular arrays with fewer axes are extended on the left, as in NumPy.
    fn pads(&self) -> bool {
        false
    }

    /// Returns `true` if entries outside of all lists are removed before the numbers are used.
    fn trims(&self) -> bool {
        false
    }

    /// Returns `true` if the fields of records are broadcast separately.
    fn enters_records(&self) -> bool {
        true
    }

    /// Returns `true` if missing entries of operands after the first stay in place.
    fn leaves_options(&self) -> bool {
        false
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes>;
}

/// An operation on the numbers of arrays, which are broadcast as for NumPy's functions.
pub(crate) trait ElementWise {
    fn operation(&self) -> &str;

    /// As [`Broadcast::trims`].
    fn trims(&self) -> bool {
        false
    }

    /// As [`Broadcast::stops`]: whether these nodes are computed as they are, with options and indexes.
    fn stops(&self, _: &[Side]) -> bool {
        false
    }

    fn compute(&self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes>;
}

impl<T: ElementWise> Broadcast for T {
    fn operation(&self) -> &str {
        ElementWise::operation(self)
    }

    fn stops(&self, sides: &[Side], _: usize) -> Result<bool> {
        Ok(ElementWise::stops(self, sides))
    }

    fn spreads(&self) -> bool {
        true
    }

    fn pads(&self) -> bool {
        true
    }

    fn trims(&self) -> bool {
        ElementWise::trims(self)
    }

    fn enters_records(&self) -> bool {
        false
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        self.compute(backend, sides, level)
    }
}

impl DeviceNode {
    /// Returns the number of levels of lists; 0 if types of a union have different ones.
    pub(crate) fn list_depth(&self) -> usize {
        match self.content() {
            _ if self.is_text() || self.is_record() => 1,
            None if matches!(self.kind, Kind::Union { .. }) => {
                let depths = self.contents().into_iter().map(Self::list_depth);
                let (least, most) =
                    depths.fold((usize::MAX, 0), |range, own| (range.0.min(own), range.1.max(own)));
                if least == most { most } else { 0 }
            }
            Some(content) => match content.list_depth() {
                0 => 0,
                depth => depth + usize::from(self.is_list()),
            },
            None => 1,
        }
    }

    /// Returns `true` if all its lists are of one size.
    fn is_regular(&self) -> bool {
        match &self.kind {
            Kind::ListOffset { .. } | Kind::List { .. } => false,
            Kind::Union { contents, .. } => contents.iter().all(Self::is_regular),
            Kind::Record { .. } => true,
            _ => self.content().is_none_or(|content| self.is_text() || content.is_regular()),
        }
    }
}

/// Adds outer axes of length one to regular arrays that have fewer axes than others.
fn pad(sides: &mut [Side]) {
    let nodes = || sides.iter().filter_map(Side::node);
    let deepest = nodes().map(DeviceNode::list_depth).max().unwrap_or(0);
    if !nodes().any(|node| node.is_list()) || !nodes().all(DeviceNode::is_regular) {
        return;
    }
    for side in sides {
        let Side::Node(node) = side else { continue };
        while (1..deepest).contains(&node.list_depth()) {
            let (len, content) = (node.len, Arc::new(node.clone()));
            *node = Node::new(len, Kind::Regular { size: 1, content });
        }
    }
}

/// Returns the array as the only entry of another, so that its own axis is broadcast like any other.
pub(crate) fn whole(node: DeviceNode) -> DeviceNode {
    let (size, content) = (node.len, Arc::new(node));
    Node::new(1, Kind::Regular { size, content })
}

/// Returns the parameters that all nodes have, which those of the results get, except for their purpose.
fn common_parameters<'a>(mut nodes: impl Iterator<Item = &'a DeviceNode>) -> Parameters {
    let mut common = (**nodes.next()?.parameters.as_ref()?).clone();
    common.retain(|name, _| name != "__array__");
    for node in nodes {
        let others = node.parameters.as_ref()?;
        common.retain(|name, value| others.get(name) == Some(value));
    }
    (!common.is_empty()).then(|| Arc::new(common))
}

impl Backend {
    /// Broadcasts the operands to a common structure, and computes the results.
    pub(crate) fn broadcast(&self, inputs: &[Operand], how: &mut impl Broadcast) -> Result<Nodes> {
        let mut sides = Vec::new();
        for input in inputs {
            sides.push(match input {
                Operand::Array(array) => {
                    self.check(array.backend())?;
                    Side::Node(whole((*array.node).clone()))
                }
                Operand::Scalar(scalar) => Side::Scalar(*scalar),
                Operand::Text(text) => Side::One(self.one_text(text)?),
            });
        }
        if !sides.iter().any(|side| side.node().is_some()) {
            let operation = how.operation();
            return Err(Error::Value(format!("{operation} needs an array, and was given numbers")));
        }
        if !how.trims() {
            let limit = how.depth_limit().unwrap_or(usize::MAX);
            self.with_common_offsets(&mut sides, limit)?;
        }
        let results = self.broadcast_level(sides, 1, 0, how)?.into_iter();
        let unpacked = results.map(|result| match &result.kind {
            Kind::Regular { size, content } => self.rows(content, 0, *size),
            _ => Ok(self.tight(&result)?.content),
        });
        unpacked.collect()
    }

    fn broadcast_level(
        &self,
        mut sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Nodes> {
        if how.pads() {
            pad(&mut sides);
        }
        if let Some(other) = sides.iter().filter_map(Side::node).find(|node| node.len != n) {
            let (operation, len) = (how.operation(), other.len);
            return Err(Error::Broadcast(format!(
                "cannot broadcast an array of length {len} with one of length {n} in {operation}"
            )));
        }
        if how.stops(&sides, depth)? {
            return how.leaf(self, &sides, &Level { n, spread: None });
        }
        let mut is_new = false;
        for side in &mut sides {
            let Side::Node(node) = side else { continue };
            if node.is_indexed() {
                *node = self.resolved(node)?;
                is_new = true;
            }
            if let Kind::Empty = node.kind {
                let (data, ty) = self.as_numbers(node)?;
                *node = Node::numpy(ty, data);
            }
        }
        if is_new && how.stops(&sides, depth)? {
            return how.leaf(self, &sides, &Level { n, spread: None });
        }
        let any = |is: fn(&DeviceNode) -> bool| sides.iter().filter_map(Side::node).any(is);
        if any(|node| matches!(node.kind, Kind::Union { .. })) {
            return self.broadcast_unions(sides, n, depth, how);
        }
        let combined = |number: usize, node: &DeviceNode| {
            node.is_option() && (number == 0 || !how.leaves_options() || node.list_depth() > 1)
        };
        let any_option = sides
            .iter()
            .enumerate()
            .any(|(number, side)| side.node().is_some_and(|node| combined(number, node)));
        if any_option {
            return self.broadcast_options(sides, n, depth, how);
        }
        if any(|node| node.is_list()) {
            return self.broadcast_lists(sides, n, depth, how);
        }
        if any(|node| node.is_record()) {
            return self.broadcast_records(sides, n, depth, how);
        }
        how.leaf(self, &sides, &Level { n, spread: None })
    }

    /// Broadcasts each field separately.
    fn broadcast_records(
        &self,
        sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Nodes> {
        let operation = how.operation();
        let records = || sides.iter().filter_map(Side::node).filter(|node| node.is_record());
        let first = records().next().ok_or_else(internal)?.clone();
        if !how.enters_records() {
            return Err(Error::Broadcast(format!("cannot broadcast records in {operation}")));
        }
        let Kind::Record { fields, .. } = &first.kind else {
            return Err(internal());
        };
        let sorted = |node: &DeviceNode| {
            let mut names = node.field_names();
            names.sort();
            names
        };
        for record in records() {
            if matches!(record.kind, Kind::Record { fields: None, .. }) != fields.is_none() {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast a tuple against a record in {operation}"
                )));
            }
            if sorted(record) != sorted(&first) {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast records because fields don't match in {operation}: {}; {}",
                    first.field_names().join(", "),
                    record.field_names().join(", ")
                )));
            }
        }
        let mut results: Vec<Vec<DeviceNode>> = Vec::new();
        for name in first.field_names() {
            let below = sides.iter().map(|side| match side {
                Side::Node(node) if node.is_record() => {
                    let field = node.field(&name).ok_or_else(internal)?;
                    Ok(Side::Node(self.rows(field, 0, n)?))
                }
                other => Ok(other.clone()),
            });
            let below = below.collect::<Result<Vec<_>>>()?;
            let fields = self.broadcast_level(below, n, depth, how)?;
            results.resize_with(fields.len(), Vec::new);
            for (result, field) in results.iter_mut().zip(fields) {
                result.push(field);
            }
        }
        if results.is_empty() {
            results.push(Vec::new());
        }
        let records = results.into_iter().map(|contents| {
            let kind = Kind::Record { fields: fields.clone(), contents: contents.into() };
            first.with_kind(n, kind)
        });
        Ok(records.collect())
    }

    fn broadcast_lists(
        &self,
        sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Nodes> {
        let (offsets, contents) = self.aligned(&sides, n, how.trims(), how.operation())?;
        let nodes = sides.iter().filter_map(Side::node);
        let parameters = common_parameters(nodes.filter(|node| node.is_list()));
        let lists: Vec<&DeviceNode> = contents.iter().flatten().collect();
        let total = match &offsets {
            Offsets::Regular(size) => entries(n, *size)?,
            Offsets::Index(_) if n == 0 => 0,
            Offsets::Index(_) => lists.iter().map(|list| list.len).min().unwrap_or(0),
        };
        let only_numbers = |node: &DeviceNode| matches!(node.kind, Kind::Numpy { .. });
        let mut is_last = how.spreads() && lists.iter().all(|list| only_numbers(list));
        let mut placed = Vec::with_capacity(sides.len());
        for (side, content) in sides.into_iter().zip(contents) {
            placed.push(match (side, content) {
                (_, Some(content)) => Side::Node(self.rows(&content, 0, total)?),
                // If all lists are regular, operands that aren't lists stay unchanged.
                (Side::Node(node), None)
                    if matches!(offsets, Offsets::Regular(_)) && !node.is_list() =>
                {
                    is_last = false;
                    Side::Node(node)
                }
                (Side::Node(node), None) => {
                    let node = self.one_of_each(node)?;
                    is_last &= only_numbers(&node);
                    Side::Spread(node)
                }
                (other, None) => other,
            });
        }
        let is_spread = is_last && placed.iter().any(|side| matches!(side, Side::Spread(_)));
        let mut parents = None;
        let mut next = Vec::with_capacity(placed.len());
        for side in placed {
            next.push(match side {
                Side::Spread(node) if !is_spread => {
                    let index = match &parents {
                        Some(index) => index,
                        None => parents.insert(self.parents(&offsets, n, total)?),
                    };
                    Side::Node(self.carry(&node, index)?)
                }
                other => other,
            });
        }
        let results = if is_spread {
            let spread = Some((offsets.clone(), n));
            how.leaf(self, &next, &Level { n: total, spread })?
        } else {
            self.broadcast_level(next, total, depth + 1, how)?
        };
        let results = results.into_iter();
        let lists = results.map(|content| offsets.lists(n, content, false));
        Ok(lists.map(|list| list.with_parameters(&parameters)).collect())
    }

    /// Returns the numbers of a node, and their type. A node of unknown type becomes zeros of type `float64`.
    pub(crate) fn as_numbers(&self, node: &DeviceNode) -> Result<(Buffer, Dtype)> {
        match &node.kind {
            Kind::Numpy { dtype, data } => Ok((data.clone(), *dtype)),
            Kind::Empty => Ok((self.zeroed(node.len * 8)?.freeze(), Dtype::Float64)),
            _ => Err(Error::Type(format!("not an array of numbers: {}", node.form().type_text()))),
        }
    }
}
