//! Operands that are nested in the same way: their offsets are compared at once, rather than level by level.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Ix, Level, Levels, MOST_LEVELS};
use crate::array::{Array, DeviceNode};
use crate::backend::{Backend, Source, tiles};
use crate::elementwise::broadcast::Side;
use crate::error::Result;
use crate::layout::node::{Index, Kind};

/// The offsets of lists in one operand, and those at the same level in another.
struct Pair<'a> {
    first: &'a Index<Buffer>,
    other: &'a Index<Buffer>,
    n: usize,
    /// The number of levels of lists around them.
    depth: usize,
}

/// Returns the contents of two nodes that are lists of one kind, if both have the same number of lists and of entries.
fn within<'a>(
    first: &'a DeviceNode,
    other: &'a DeviceNode,
) -> Option<(&'a DeviceNode, &'a DeviceNode)> {
    if first.len != other.len || !first.is_list() || !other.is_list() {
        return None;
    }
    let is_same = match (&first.kind, &other.kind) {
        (Kind::Regular { size, .. }, Kind::Regular { size: other, .. }) => size == other,
        (Kind::ListOffset { content, .. }, Kind::ListOffset { content: other, .. }) => {
            content.len == other.len
        }
        _ => false,
    };
    match (first.content(), other.content()) {
        (Some(first), Some(other)) if is_same => Some((first, other)),
        _ => None,
    }
}

/// Returns the offsets at each of the `limit` outermost levels of lists that two nodes have in common, unless they are shared.
fn common<'a>(mut first: &'a DeviceNode, mut other: &'a DeviceNode, limit: usize) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    for depth in 0..limit {
        let Some(contents) = within(first, other) else {
            break;
        };
        if let (Kind::ListOffset { offsets, .. }, Kind::ListOffset { offsets: others, .. }) =
            (&first.kind, &other.kind)
            && !Array::same(&offsets.data, &others.data)
        {
            pairs.push(Pair { first: offsets, other: others, n: first.len + 1, depth });
        }
        (first, other) = contents;
    }
    pairs
}

/// Returns `other` with the offsets of `first` at the outermost levels of lists, which are equal.
fn with_offsets_of(first: &DeviceNode, other: &DeviceNode, levels: usize) -> DeviceNode {
    let Some((content, other_content)) = within(first, other).filter(|_| levels > 0) else {
        return other.clone();
    };
    let content = with_offsets_of(content, other_content, levels - 1);
    match (&first.kind, &other.kind) {
        (Kind::ListOffset { offsets, tight, .. }, Kind::ListOffset { tight: others, .. }) => {
            let kind = Kind::ListOffset {
                offsets: offsets.clone(),
                content: Arc::new(content),
                tight: *tight || *others,
            };
            other.with_kind(other.len, kind)
        }
        _ => other.with_content(content),
    }
}

impl Backend {
    /// Lets operands share the offsets of the first array at the `limit` outermost levels, as far as these are equal, so that
    /// broadcasting needn't compare them; waits once, unless they are shared already.
    pub(super) fn with_common_offsets(&self, sides: &mut [Side], limit: usize) -> Result<()> {
        let mut nodes = sides.iter_mut().filter_map(|side| match side {
            Side::Node(node) => Some(node),
            _ => None,
        });
        let Some(first) = nodes.next() else {
            return Ok(());
        };
        let others: Vec<&mut DeviceNode> = nodes.collect();
        let none = Level { a: 0, b: 0, n: 0, kind_a: 0, kind_b: 0, block: 0 };
        let (mut levels, mut blocks, mut depths) = (Vec::new(), 0, Vec::new());
        for other in &others {
            let pairs = common(first, other, limit);
            for pair in &pairs {
                let (a, b): (Ix, Ix) = (pair.first.ix(), pair.other.ix());
                levels.push(Level {
                    a: a.p,
                    b: b.p,
                    n: pair.n as i64,
                    kind_a: a.kind,
                    kind_b: b.kind,
                    block: blocks,
                });
                blocks += tiles(pair.n as i64) as i64;
            }
            depths.push(pairs.iter().map(|pair| pair.depth).collect::<Vec<_>>());
        }
        // A single level is compared where it is broadcast.
        if levels.len() < 2 || levels.len() > MOST_LEVELS {
            return Ok(());
        }
        let report = self.report(1)?;
        let mut all = Levels {
            levels: [none; MOST_LEVELS],
            report: report.address(),
            count: levels.len() as i64,
        };
        all.levels[..levels.len()].copy_from_slice(&levels);
        let source = Source { file: "levels.cu", before: String::new(), kernel: "compare_levels" };
        // SAFETY: each level has that many offsets in both arrays.
        unsafe { self.launch_one(&source, blocks as usize, all) }?;
        // A bit for each level.
        let mut different = self.read(&report)?[0] as u64;
        for (other, depths) in others.into_iter().zip(depths) {
            let mut equal = limit;
            for depth in depths {
                if different & 1 == 1 {
                    equal = equal.min(depth);
                }
                different >>= 1;
            }
            *other = with_offsets_of(first, other, equal);
        }
        Ok(())
    }
}
