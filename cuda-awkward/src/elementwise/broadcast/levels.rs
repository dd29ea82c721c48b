//! Operands that are nested in the same way: their offsets are compared at once, rather than level by level.

use std::sync::Arc;

use cuda_arrow::Buffer;
use cuda_driver::sys::CUdeviceptr;

use super::Side;
use crate::Array;
use crate::array::DeviceNode;
use crate::backend::{Backend, Ix, Source, tiles};
use crate::error::Result;
use crate::layout::node::{Index, Kind};

/// The maximum number of levels that a kernel compares.
const MOST_LEVELS: usize = 64;

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Level {
    a: CUdeviceptr,
    b: CUdeviceptr,
    n: i64,
    kind_a: i32,
    kind_b: i32,
    block: i64,
}

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Levels {
    levels: [Level; MOST_LEVELS],
    report: CUdeviceptr,
    count: i64,
}

cuda_driver::kernel_argument!(Levels);

/// The offsets of lists in one operand, and those at the same level in another.
struct Pair<'a> {
    first: &'a Index<Buffer>,
    other: &'a Index<Buffer>,
    n: usize,
}

/// Calls `found` with the offsets at each level of lists that two nodes have in common, from the outermost.
fn common<'a>(first: &'a DeviceNode, other: &'a DeviceNode, found: &mut impl FnMut(Pair<'a>)) {
    if first.len != other.len {
        return;
    }
    match (&first.kind, &other.kind) {
        (
            Kind::Regular { size, content },
            Kind::Regular {
                size: other_size,
                content: other,
            },
        ) if size == other_size => common(content, other, found),
        (
            Kind::ListOffset {
                offsets, content, ..
            },
            Kind::ListOffset {
                offsets: other_offsets,
                content: other,
                ..
            },
            // The entries that both have are then the same.
        ) if content.len == other.len => {
            if !Array::same(&offsets.data, &other_offsets.data) {
                let (first, other, n) = (offsets, other_offsets, first.len + 1);
                found(Pair { first, other, n });
            }
            common(content, other, found);
        }
        _ => {}
    }
}

/// Returns `other` with the offsets of `first` at all levels of lists that they have in common, which are equal.
fn with_offsets_of(first: &DeviceNode, other: &DeviceNode) -> DeviceNode {
    if first.len != other.len {
        return other.clone();
    }
    match (&first.kind, &other.kind) {
        (
            Kind::Regular { size, content },
            Kind::Regular {
                size: other_size,
                content: other_content,
            },
        ) if size == other_size => other.with_content(with_offsets_of(content, other_content)),
        (
            Kind::ListOffset {
                offsets,
                content,
                tight,
            },
            Kind::ListOffset {
                content: other_content,
                tight: other_tight,
                ..
            },
        ) if content.len == other_content.len => {
            let kind = Kind::ListOffset {
                offsets: offsets.clone(),
                content: Arc::new(with_offsets_of(content, other_content)),
                tight: *tight || *other_tight,
            };
            other.with_kind(other.len, kind)
        }
        _ => other.clone(),
    }
}

impl Backend {
    /// Lets operands share the offsets of the first array at all levels, if these are equal, so that broadcasting needn't
    /// compare them; waits once, unless they are shared already.
    pub(super) fn with_common_offsets(&self, sides: &mut [Side]) -> Result<()> {
        let mut nodes = sides.iter_mut().filter_map(|side| match side {
            Side::Node(node) => Some(node),
            _ => None,
        });
        let Some(first) = nodes.next() else {
            return Ok(());
        };
        let mut others: Vec<&mut DeviceNode> = nodes.collect();
        let none = Level {
            a: 0,
            b: 0,
            n: 0,
            kind_a: 0,
            kind_b: 0,
            block: 0,
        };
        let (mut levels, mut blocks) = (Vec::new(), 0);
        for other in &others {
            common(first, other, &mut |pair: Pair<'_>| {
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
            });
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
        let source = Source {
            file: "levels.cu",
            before: format!("#define MOST_LEVELS {MOST_LEVELS}"),
            kernel: "compare_levels",
        };
        // SAFETY: each level has that many offsets in both arrays.
        unsafe { self.launch_one(&source, blocks as usize, all) }?;
        if self.read(&report)?[0] == 0 {
            for other in &mut others {
                **other = with_offsets_of(first, other);
            }
        }
        Ok(())
    }
}
