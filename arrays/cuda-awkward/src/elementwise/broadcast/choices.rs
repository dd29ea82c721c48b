//! Broadcasts unions and options: the computation depends on each entry's type, or is skipped for missing entries.

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::elementwise::broadcast::{Broadcast, Nodes, Side, common_parameters};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind};

impl Backend {
    /// Broadcasts unions: selects, for each combination of the types of the unions, the entries that have these types.
    pub(super) fn broadcast_unions(
        &self,
        sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Nodes> {
        let counts = sides.iter().map(|side| match side.node().map(|node| &node.kind) {
            Some(Kind::Union { contents, .. }) => contents.len(),
            _ => 1,
        });
        let combinations = counts.clone().fold(1, usize::saturating_mul);
        if combinations > 128 {
            return Err(Error::Unsupported(format!(
                "{} of unions with {combinations} combinations of types, and 128 are the most",
                how.operation()
            )));
        }
        let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
        for count in counts {
            choices = choices
                .into_iter()
                .flat_map(|choice| (0..count).map(move |tag| [choice.as_slice(), &[tag]].concat()))
                .collect();
        }
        let mut results: Vec<Vec<DeviceNode>> = Vec::new();
        let place = self.alloc_words(n)?;
        let mut base = 0;
        for choice in choices {
            // The entries for which all unions have the tags of this choice.
            let mut which: Option<Index<Buffer>> = None;
            for (side, tag) in sides.iter().zip(&choice) {
                let Some(Kind::Union { tags, .. }) = side.node().map(|node| &node.kind) else {
                    continue;
                };
                let args = Args {
                    a: Ix::of_buffer(tags, Dtype::Int8),
                    b: which.as_ref().map_or(Ix::IOTA, Index::ix),
                    p: *tag as i64,
                    n: n as i64,
                    ..Args::default()
                };
                let code = "v = at(x.a, i) == x.p && at(x.b, i) >= 0 ? i : -1";
                // SAFETY: there is a tag for each entry.
                which = Some(unsafe { self.positions(code, &args) }?);
            }
            let which = which.ok_or_else(internal)?;
            let (kept, places) = self.kept(which.ix(), n)?;
            let args = Args {
                a: which.ix(),
                b: Ix::of_buffer(&places, Dtype::Int64),
                p: base,
                o0: place.as_raw(),
                n: n as i64,
                ..Args::default()
            };
            // SAFETY: there is a place for each entry.
            unsafe { self.each("if (at(x.a, i) >= 0) x.o0[i] = x.p + at(x.b, i)", &args) }?;
            let below = sides.iter().zip(&choice).map(|(side, tag)| match side {
                Side::Node(node) => Ok(Side::Node(match &node.kind {
                    Kind::Union { index, contents, .. } => {
                        let content = contents.get(*tag).ok_or_else(internal)?;
                        self.carry(content, &self.composed(index, &kept)?)?
                    }
                    _ => self.carry(node, &kept)?,
                })),
                other => Ok(other.clone()),
            });
            let below = below.collect::<Result<Vec<_>>>()?;
            let parts = self.broadcast_level(below, kept.count(), depth, how)?;
            results.resize_with(parts.len(), Vec::new);
            for (result, part) in results.iter_mut().zip(parts) {
                result.push(part);
            }
            base += kept.count() as i64;
        }
        let place = Index::i64(place.freeze());
        let merged =
            results.iter().map(|parts| self.carry(&self.merged(parts, Booleans::Apart)?, &place));
        merged.collect()
    }

    pub(super) fn broadcast_options(
        &self,
        mut sides: Vec<Side>,
        n: usize,
        depth: usize,
        how: &mut impl Broadcast,
    ) -> Result<Nodes> {
        // If any operand is missing, so is the result; the content has an unused entry there.
        let mut missing: Option<Index<Buffer>> = None;
        let leaves = how.leaves_options();
        let parameters = common_parameters(sides.iter().filter_map(Side::node));
        for (number, side) in sides.iter_mut().enumerate() {
            if let Side::Node(node) = side
                && node.is_option()
                && (number == 0 || !leaves || node.list_depth() > 1)
            {
                let (index, content) = self.option_index(node)?;
                *node = self.carry(&content, &index)?;
                let args = Args {
                    a: missing.as_ref().map_or(Ix::IOTA, Index::ix),
                    b: index.ix(),
                    n: n as i64,
                    ..Args::default()
                };
                let code = "v = at(x.a, i) < 0 || at(x.b, i) < 0 ? -1 : i";
                // SAFETY: both have `n` entries.
                missing = Some(unsafe { self.positions(code, &args) }?);
            }
        }
        let Some(missing) = missing else {
            return Err(internal());
        };
        // Lists of one entry are repeated over others.
        let is_list = |side: &Side| {
            side.node().is_some_and(|node| {
                node.is_list() && !matches!(node.kind, Kind::Regular { size: 1, .. })
            })
        };
        let is_var = |side: &Side| side.node().is_some_and(DeviceNode::is_var_list);
        if sides.iter().any(is_var) && sides.iter().filter(|side| is_list(side)).count() > 1 {
            // A missing list is ignored, whatever its length.
            for side in sides.iter_mut().filter(|side| is_list(side)) {
                if let Side::Node(node) = side {
                    *node = self.carry(&self.irregular(node)?, &missing)?;
                }
            }
        }
        let results = self.broadcast_level(sides, n, depth, how)?.into_iter();
        let options = results.map(|content| {
            let option = self.optional(missing.clone(), content)?;
            Ok(if option.is_option() && option.parameters.is_none() {
                option.with_parameters(&parameters)
            } else {
                option
            })
        });
        options.collect()
    }
}
