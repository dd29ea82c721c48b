//! Arrays of different structures side by side, from the outside in.

use cuda_arrow::Buffer;

use crate::array::DeviceNode;
use crate::backend::{Args, Backend};
use crate::carry::Offsets;
use crate::error::{Error, Result};
use crate::node::{Index, Kind, Node};
use crate::{Array, Dtype, Scalar};

/// An array or a number as an operand: numbers and scalars become one by `into()`.
#[derive(Debug, Clone)]
pub enum Operand {
    /// An array.
    Array(Array),
    /// A number, which is the same everywhere.
    Scalar(Scalar),
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

/// What an operand is at a level.
#[derive(Clone)]
pub(crate) enum Side {
    Node(DeviceNode),
    /// One entry for each list of the level above.
    Spread(DeviceNode),
    Scalar(Scalar),
}

impl Side {
    pub(crate) fn node(&self) -> Option<&DeviceNode> {
        match self {
            Self::Node(node) | Self::Spread(node) => Some(node),
            Self::Scalar(_) => None,
        }
    }
}

/// A level at which there are no lists any more.
pub(crate) struct Level {
    pub(crate) n: usize,
    /// The lists by which entries are spread, if any are.
    pub(crate) spread: Option<(Offsets, usize)>,
}

/// How an operation broadcasts, and where it ends.
pub(crate) trait Broadcast {
    fn operation(&self) -> &str;

    /// Whether operands are taken as they are at a depth, which is 1 at the top.
    fn stops(&self, sides: &[Side], depth: usize) -> bool;

    /// Whether entries may be left where they are until the last level.
    fn spreads(&self) -> bool {
        false
    }

    /// Whether missing entries of operands behind the first are left where they are.
    fn leaves_options(&self) -> bool {
        false
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level)
    -> Result<Vec<DeviceNode>>;
}

impl DeviceNode {
    /// How many lists there are around what isn't one.
    pub(crate) fn list_depth(&self) -> usize {
        match self.content() {
            _ if self.is_text() || self.is_record() => 1,
            Some(content) => content.list_depth() + usize::from(self.is_list()),
            None => 1,
        }
    }

    /// Whether all its lists are of one size.
    fn is_regular(&self) -> bool {
        match &self.kind {
            Kind::Regular { content, .. } => self.is_text() || content.is_regular(),
            Kind::Numpy { .. } => true,
            _ => false,
        }
    }
}

impl Backend {
    /// Brings the operands together and computes.
    pub(crate) fn broadcast(
        &self,
        inputs: &[Operand],
        how: &mut impl Broadcast,
    ) -> Result<Vec<DeviceNode>> {
        let mut sides = Vec::new();
        for input in inputs {
            sides.push(match input {
                Operand::Array(array) => {
                    self.check(array.backend())?;
                    Side::Node((*array.node).clone())
                }
                Operand::Scalar(scalar) => Side::Scalar(*scalar),
            });
        }
        let nodes = || sides.iter().filter_map(Side::node);
        let deepest = nodes().map(DeviceNode::list_depth).max().unwrap_or(0);
        let is_regular = deepest > 1 && nodes().all(DeviceNode::is_regular);
        let mut wrapped = false;
        if is_regular {
            // As NumPy does it: missing axes are those on the left.
            for side in &mut sides {
                let Side::Node(node) = side else { continue };
                while node.list_depth() < deepest {
                    let (size, content) = (node.len, std::sync::Arc::new(node.clone()));
                    *node = Node::new(1, Kind::Regular { size, content });
                    wrapped = true;
                }
            }
        }
        let _ = wrapped;
        let lens = sides.iter().filter_map(Side::node).map(|it| it.len);
        let Some(n) = lens.clone().find(|len| *len != 1).or(lens.clone().next()) else {
            let operation = how.operation();
            return Err(Error::Value(format!(
                "{operation} needs an array, and was given numbers"
            )));
        };
        if let Some(other) = lens.clone().find(|len| *len != n && *len != 1) {
            let operation = how.operation();
            return Err(Error::Broadcast(format!(
                "cannot broadcast RegularArray of size {n} with RegularArray of size {other} in {operation}"
            )));
        }
        for side in &mut sides {
            if let Side::Node(node) = side
                && node.len != n
            {
                let args = Args {
                    n: n as i64,
                    ..Args::default()
                };
                // SAFETY: it reads nothing.
                let index = unsafe { self.positions("v = 0", &args) }?;
                *node = self.carry(node, &index)?;
            }
        }
        self.broadcast_level(sides, n, 1, how)
    }

    fn broadcast_level(
        &self,
        mut sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Vec<DeviceNode>> {
        for side in &mut sides {
            if let Side::Node(node) = side
                && node.is_indexed()
            {
                *node = self.resolved(node)?;
            }
        }
        let any = |is: fn(&DeviceNode) -> bool| sides.iter().filter_map(Side::node).any(is);
        if how.stops(&sides, depth) {
            return how.leaf(self, &sides, &Level { n, spread: None });
        }
        if any(|node| matches!(node.kind, Kind::Union { .. })) {
            return Err(Error::Unsupported(format!("{} of unions", how.operation())));
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
            return Err(Error::Broadcast(format!(
                "cannot broadcast records in {}",
                how.operation()
            )));
        }
        how.leaf(self, &sides, &Level { n, spread: None })
    }

    fn broadcast_options(
        &self,
        mut sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Vec<DeviceNode>> {
        // Where any is missing, the result is; its content has an entry there that nobody sees.
        let mut missing: Option<Index<Buffer>> = None;
        let leaves = how.leaves_options();
        for (number, side) in sides.iter_mut().enumerate() {
            if let Side::Node(node) = side
                && node.is_option()
                && (number == 0 || !leaves || node.list_depth() > 1)
            {
                let (index, content) = self.option_index(node)?;
                *node = self.carry(&content, &index)?;
                missing = Some(match missing {
                    None => index,
                    Some(before) => {
                        let args = Args {
                            a: before.ix(),
                            b: index.ix(),
                            n: n as i64,
                            ..Args::default()
                        };
                        let code = "v = at(x.a, i) < 0 || at(x.b, i) < 0 ? -1 : 0";
                        // SAFETY: both have `n` entries.
                        unsafe { self.positions(code, &args) }?
                    }
                });
            }
        }
        let results = self.broadcast_level(sides, n, depth, how)?;
        let Some(missing) = missing else {
            return Ok(results);
        };
        let args = Args {
            a: missing.ix(),
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: it has `n` entries.
        let index = unsafe { self.positions("v = at(x.a, i) < 0 ? -1 : i", &args) }?;
        let results = results.into_iter();
        results
            .map(|content| self.optional(index.clone(), content))
            .collect()
    }

    fn broadcast_lists(
        &self,
        sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Vec<DeviceNode>> {
        let (offsets, contents) = self.aligned(&sides, n, how.operation())?;
        let lists: Vec<&DeviceNode> = contents.iter().flatten().collect();
        let total = lists.iter().map(|it| it.len).min().unwrap_or(0);
        let is_last = how.spreads() && lists.iter().all(|it| matches!(it.kind, Kind::Numpy { .. }));
        let mut parents = None;
        let mut next = Vec::with_capacity(sides.len());
        let mut is_spread = false;
        for (side, content) in sides.into_iter().zip(contents) {
            next.push(match (side, content) {
                (_, Some(content)) => Side::Node(self.rows(&content, 0, total)?),
                (Side::Node(node), None) => {
                    let node = self.one_of_each(node)?;
                    if is_last && matches!(node.kind, Kind::Numpy { .. }) {
                        is_spread = true;
                        Side::Spread(node)
                    } else {
                        let index = match &parents {
                            Some(index) => index,
                            None => parents.insert(self.parents(&offsets, n, total)?),
                        };
                        Side::Node(self.carry(&node, index)?)
                    }
                }
                (scalar, None) => scalar,
            });
        }
        let results = match is_spread {
            true => {
                let spread = Some((offsets.clone(), n));
                how.leaf(self, &next, &Level { n: total, spread })?
            }
            false => self.broadcast_level(next, total, depth + 1, how)?,
        };
        let results = results.into_iter();
        Ok(results
            .map(|content| offsets.lists(n, content, false))
            .collect())
    }

    /// The content of lists that have one entry each, or what is no list.
    fn one_of_each(&self, node: DeviceNode) -> Result<DeviceNode> {
        match &node.kind {
            Kind::Regular { size: 1, content } if !node.is_text() => {
                self.rows(content, 0, node.len)
            }
            _ => Ok(node),
        }
    }

    /// The list that has each element.
    pub(crate) fn parents(
        &self,
        offsets: &Offsets,
        n: usize,
        total: usize,
    ) -> Result<Index<Buffer>> {
        let args = Args {
            offsets: offsets.ix(),
            n: n as i64,
            total: total as i64,
            ..Args::default()
        };
        // SAFETY: there are `n` lists.
        unsafe { self.expanded("v = i", &args) }
    }

    /// The offsets that all lists have, and their contents; none for what is spread over them.
    pub(crate) fn aligned(
        &self,
        sides: &[Side],
        n: usize,
        operation: &str,
    ) -> Result<(Offsets, Vec<Option<DeviceNode>>)> {
        let lists: Vec<Option<&DeviceNode>> = sides
            .iter()
            .map(|side| side.node().filter(|node| node.is_list()))
            .collect();
        let size_of = |node: &DeviceNode| match node.kind {
            Kind::Regular { size, .. } => Some(size),
            _ => None,
        };
        let sizes: Vec<usize> = lists
            .iter()
            .flatten()
            .filter_map(|it| size_of(it))
            .collect();
        if sizes.len() == lists.iter().flatten().count() {
            let size = sizes.iter().copied().find(|size| *size != 1).unwrap_or(1);
            if let Some(other) = sizes.iter().find(|it| **it != size && **it != 1) {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast RegularArray of size {size} with RegularArray of size {other} in {operation}"
                )));
            }
            let contents = lists.iter().map(|list| match list.map(|list| &list.kind) {
                Some(Kind::Regular {
                    size: own, content, ..
                }) if *own == size => Ok(Some(self.rows(content, 0, n * size)?)),
                _ => Ok(None),
            });
            return Ok((Offsets::Regular(size), contents.collect::<Result<_>>()?));
        }
        // Those of one entry are spread.
        let lists: Vec<_> = lists
            .into_iter()
            .map(|list| list.filter(|list| size_of(list) != Some(1)))
            .collect();
        let of_buffer = |node: &DeviceNode| match &node.kind {
            Kind::ListOffset { offsets, .. } => Some(offsets.data.clone()),
            _ => None,
        };
        let mut buffers = lists.iter().flatten().map(|list| of_buffer(list));
        let first = buffers.next().flatten();
        let same = first.is_some_and(|first| {
            buffers.all(|other| other.is_some_and(|other| Array::same(&first, &other)))
        });
        let mut offsets: Option<Offsets> = None;
        let mut contents = Vec::with_capacity(lists.len());
        let mut report = None;
        for list in &lists {
            let Some(list) = list else {
                contents.push(None);
                continue;
            };
            let (own, content) = match same {
                true => self.contiguous(list)?,
                false => {
                    let packed = self.tight(list)?;
                    (packed.offsets, packed.content)
                }
            };
            match &offsets {
                None => offsets = Some(own),
                Some(_) if same => {}
                Some(base) => {
                    let report = match &report {
                        Some(report) => report,
                        None => report.insert(self.report(1)?),
                    };
                    let args = Args {
                        a: base.ix(),
                        b: own.ix(),
                        report: report.address(),
                        n: n as i64,
                        ..Args::default()
                    };
                    let body = "if (at(x.a, i + 1) - at(x.a, i) != at(x.b, i + 1) - at(x.b, i)) wrong(x, i)";
                    // SAFETY: there are `n` lists of both.
                    unsafe { self.each(body, &args) }?;
                }
            }
            contents.push(Some(content));
        }
        if let Some(report) = &report
            && let Some(list) = crate::backend::first_wrong(self.read(report)?[0])
        {
            return Err(Error::Broadcast(format!(
                "cannot broadcast nested list in {operation}: lists {list} have different lengths"
            )));
        }
        // An offset buffer of var lists is preferred, for the result is var.
        Ok((offsets.unwrap_or(Offsets::Regular(1)), contents))
    }

    /// Numbers of the type where the node is of unknown type.
    pub(crate) fn as_numbers(&self, node: &DeviceNode) -> Result<(Buffer, Dtype)> {
        match &node.kind {
            Kind::Numpy { dtype, data } => Ok((data.clone(), *dtype)),
            Kind::Empty => Ok((self.zeroed(node.len * 8)?.freeze(), Dtype::Float64)),
            _ => Err(Error::Type(format!(
                "these are no numbers: {}",
                node.form().type_text()
            ))),
        }
    }
}
