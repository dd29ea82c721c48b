//! Concatenates arrays and lists.

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::elementwise::broadcast::{Broadcast, Level, Nodes, Operand, Side};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::node::{Index, sum_of};
use crate::lists::Offsets;
use crate::walk::level_of;

impl Backend {
    /// Concatenates arrays, or their lists at an axis: `ak.concatenate`.
    ///
    /// # Errors
    /// [`Error::Value`] for an axis that one of the arrays doesn't have, [`Error::Broadcast`] for arrays of different lengths.
    pub fn concatenate(
        &self,
        arrays: impl IntoIterator<Item = impl Into<Operand>>,
        axis: impl Into<Axis>,
    ) -> Result<Array> {
        let axis = axis.into().required("concatenate")?;
        let operands: Vec<Operand> = arrays.into_iter().map(Into::into).collect();
        let mut nodes = Vec::new();
        for operand in &operands {
            if let Operand::Array(array) = operand {
                self.check(&array.backend)?;
                nodes.push(&*array.node);
            }
        }
        let first =
            *nodes.first().ok_or_else(|| Error::Value("concatenate needs an array".to_owned()))?;
        let deepest = nodes.iter().map(|node| node.depths().1).max().unwrap_or(1) as i64;
        let level = level_of(axis, 1, first).filter(|level| (0..deepest).contains(level));
        let level = level.ok_or_else(|| {
            Error::Value(format!(
                "axis={axis} is beyond the depth of this array or the depth of this array is ambiguous"
            ))
        })?;
        if nodes.iter().any(|node| level_of(axis, 1, node) != Some(level)) {
            return Err(Error::Value(format!(
                "arrays to concatenate do not have the same depth for negative axis={axis}"
            )));
        }
        if level == 0 {
            let nodes = operands.iter().map(|operand| self.entries_of(operand));
            let merged = self.merged(&nodes.collect::<Result<Vec<_>>>()?, Booleans::Merge)?;
            return Ok(Array::new(self, merged));
        }
        let mut how = ConcatenateLists { level: level as usize };
        let results = self.broadcast(&operands, &mut how)?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(Array::new(self, node))
    }

    /// Concatenates the lists at the same place of each node. An entry that isn't a list counts as a list of one entry.
    pub(crate) fn joined(&self, lists: Vec<DeviceNode>, n: usize) -> Result<DeviceNode> {
        let regular = lists.iter().all(|list| !list.is_var_list());
        let mut tight = Vec::with_capacity(lists.len());
        for node in lists {
            tight.push(if node.is_list() {
                self.tight(&node)?
            } else {
                crate::combining::pack::PackedLists { offsets: Offsets::Regular(1), content: node }
            });
        }
        // Where each array's part of a list begins in the joined one.
        let mut begins = vec![Ix::affine(0, 0)];
        let mut masks: Vec<Index<Buffer>> = Vec::new();
        for packed in &tight {
            let args = Args {
                a: packed.offsets.ix(),
                b: begins.last().copied().unwrap_or(Ix::affine(0, 0)),
                n: n as i64,
                ..Args::default()
            };
            let code = "v = at(x.b, i) + at(x.a, i + 1) - at(x.a, i)";
            // SAFETY: there is an offset for each list, and one more.
            let next = unsafe { self.positions(code, &args) }?;
            begins.push(next.ix());
            masks.push(next);
        }
        let lengths = begins.last().copied().unwrap_or(Ix::affine(0, 0));
        let total = sum_of(tight.iter().map(|value| value.content.len))?;
        let args = Args { a: lengths, n: n as i64, ..Args::default() };
        // SAFETY: there are that many lengths.
        let offsets = Index::i64(unsafe { self.scan("v = at(x.a, i)", &args) }?);
        let index = self.alloc_words(total)?;
        let mut base = 0;
        for (packed, begin) in tight.iter().zip(&begins) {
            let args = Args {
                a: offsets.ix(),
                b: *begin,
                p: base as i64,
                offsets: packed.offsets.ix(),
                o0: index.as_raw(),
                n: n as i64,
                total: packed.content.len as i64,
                ..Args::default()
            };
            let body = "if (i >= 0) x.o0[at(x.a, i) + at(x.b, i) + j] = x.p + k";
            // SAFETY: each element of each array has a place in the joined lists.
            unsafe { self.expand(body, &args) }?;
            base += packed.content.len;
        }
        let contents: Vec<DeviceNode> = tight.iter().map(|value| value.content.clone()).collect();
        let merged = self.merged(&contents, Booleans::Merge)?;
        let content = self.carry(&merged, &Index::i64(index.freeze()))?;
        let offsets = if regular {
            Offsets::Regular(sum_of(tight.iter().map(|value| match value.offsets {
                Offsets::Regular(size) => size,
                Offsets::Index(_) => 0,
            }))?)
        } else {
            Offsets::Index(offsets)
        };
        Ok(offsets.lists(n, content, true))
    }
}

/// The broadcast that concatenates the lists of a level.
struct ConcatenateLists {
    level: usize,
}

impl Broadcast for ConcatenateLists {
    fn operation(&self) -> &str {
        "concatenate"
    }

    fn stops(&self, sides: &[Side], depth: usize) -> Result<bool> {
        let mut nodes = sides.iter().filter_map(Side::node);
        if nodes.any(|node| node.depths() == (1, 1)) {
            return Err(Error::Value(format!(
                "at least one array is not deep enough to concatenate at axis={}",
                self.level
            )));
        }
        let below = |node: &DeviceNode| {
            node.is_option() && node.content().is_some_and(|content| content.is_list())
        };
        let is_list = |node: &DeviceNode| node.is_list() || below(node);
        Ok(depth == self.level && sides.iter().filter_map(Side::node).all(is_list))
    }

    fn depth_limit(&self) -> Option<usize> {
        Some(self.level)
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let lists = sides.iter().map(|side| {
            let node = backend.node_of(side, level.n)?;
            if !node.is_option() || !node.content().is_some_and(|content| content.is_list()) {
                return Ok(node);
            }
            // A missing list adds nothing.
            let (index, content) = backend.option_index(&node)?;
            backend.carry(&backend.irregular(&content)?, &index)
        });
        let lists = lists.collect::<Result<Vec<_>>>()?;
        Ok(vec![backend.joined(lists, level.n)?])
    }
}
