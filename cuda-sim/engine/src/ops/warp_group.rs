//! Matrix instructions of warp groups, `wgmma`, which read matrices from shared memory.
//!
//! Each warp computes its sixteen rows when it executes the instruction, and warps wait for each other at `wait_group`:
//! afterwards, no warp still reads memory that the others may overwrite.

use crate::code::Inst;
use crate::code::operands::Element;
use crate::code::operands::WarpGroupMatrix;
use crate::device::fault_kind::{Access, FaultKind};
use crate::ops::matrix::Part;
use crate::ops::op::Op;
use crate::ops::warp::gather_warp;
use crate::state::block_group::BARRIERS;
use crate::state::core::{CONTINUE, Core, Next, STOP};

/// A matrix in shared memory, as its 64-bit descriptor describes it.
#[derive(Clone, Copy, Debug)]
struct Descriptor {
    start: u32,
    leading: u32,
    stride: u32,
    /// The start of the matrix in the swizzling pattern.
    base: u32,
    /// The size of a row of the swizzling pattern in bytes: 16 (none), 32, 64 or 128.
    width: u32,
}

impl Descriptor {
    fn new(bits: u64) -> Descriptor {
        let field = |low: u32| (bits >> low) as u32 & 0x3fff;
        Descriptor {
            start: field(0) << 4,
            leading: field(16) << 4,
            stride: field(32) << 4,
            base: (bits >> 49) as u32 & 7,
            width: [16, 128, 64, 32][(bits >> 62) as usize],
        }
    }

    /// Returns the offset of a byte in shared memory: `line` is the row or column of the result, `depth` the byte
    /// offset along the depth.
    fn along_depth(&self, line: u32, depth: u32) -> u32 {
        let within = line % 8 * self.width + depth % self.width;
        let far = line / 8 * self.stride + depth / self.width * self.leading;
        self.swizzled(within + far)
    }

    /// Returns the same for a transposed matrix: `line` is in bytes, `depth` in elements.
    fn along_lines(&self, line: u32, depth: u32) -> u32 {
        let within = depth % 8 * self.width + line % self.width;
        let (lines, depths) = match self.width {
            16 => (self.stride, self.leading),
            _ => (self.leading, self.stride),
        };
        self.swizzled(within + line / self.width * lines + depth / 8 * depths)
    }

    fn swizzled(&self, offset: u32) -> u32 {
        let address = self.start.wrapping_add(offset) & 0x3_ffff;
        let rows = self.width / 16 - 1;
        address ^ ((address >> 7).wrapping_sub(self.base) & rows) << 4
    }
}

impl WarpGroupMatrix {
    /// Loads `count` rows or columns of the result, starting at `first`, each with `depth` elements.
    fn load_shared(
        &self,
        core: &mut Core<'_>,
        side: usize,
        bits: u64,
        (first, count, depth): (u32, u32, u32),
    ) -> Option<Vec<f64>> {
        let (descriptor, cell) = (Descriptor::new(bits), self.shape.cells[side]);
        let size = cell.bits().div_ceil(8);
        let mut elements = Vec::with_capacity((count * depth) as usize);
        for line in first..first + count {
            for at in 0..depth {
                let offset = if self.transposed[side] {
                    descriptor.along_lines(line * size, at)
                } else {
                    descriptor.along_depth(line, at * cell.bits() / 8)
                };
                if offset + size > core.shared_size {
                    core.fault_kind(FaultKind::OutOfBounds {
                        lane: core.first_lane(),
                        address: offset.into(),
                        size,
                        access: Access::Load,
                        space: "shared",
                    });
                    return None;
                }
                let mut word = [0; 8];
                // SAFETY: the bytes were just compared with the block's shared memory, which only the thread that runs
                // its block group uses.
                unsafe {
                    let place = core.shared.add(offset as usize);
                    std::ptr::copy_nonoverlapping(place, word.as_mut_ptr(), size as usize);
                }
                let part = if cell == Element::B1 { at % 8 } else { 0 };
                let value = cell.element(u64::from_le_bytes(word), part);
                elements.push(if self.negated[side] { -value } else { value });
            }
        }
        Some(elements)
    }
}

/// `wgmma.mma_async`: matrices `z`, descriptors `a` (`u32::MAX` for registers) and `b`; predicate `c` is whether the
/// product is added, `y` negates it.
pub struct WarpGroupMma;
impl Op for WarpGroupMma {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let matrix = &core.code.groups[inst.z as usize];
        let shape = &matrix.shape;
        let lane = core.first_lane() as usize;
        let depth = shape.k >> u32::from(shape.sparse.is_some());
        let a = if inst.a == u32::MAX {
            let a = shape.gather(core, Part::A);
            let sign = if matrix.negated[0] { -1.0 } else { 1.0 };
            a.into_iter().map(|value| sign * value).collect()
        } else {
            let bits = core.lane::<u64>(inst.a, lane);
            let rows = (core.warp as u32 % 4 * 16, 16, depth);
            match matrix.load_shared(core, 0, bits, rows) {
                Some(a) => a,
                None => return STOP,
            }
        };
        let a = shape.unpacked(core, a);
        let bits = core.lane::<u64>(inst.b, lane);
        let Some(columns) = matrix.load_shared(core, 1, bits, (0, shape.n, shape.k)) else {
            return STOP;
        };
        let (n, k) = (shape.n as usize, shape.k as usize);
        let b: Vec<f64> = (0..n * k).map(|at| columns[at % n * k + at / n]).collect();
        let adds = core.pred(inst.c) ^ 0u32.wrapping_sub(inst.y);
        let c = if adds >> lane & 1 == 1 { shape.gather(core, Part::C) } else { vec![0.0; 16 * n] };
        let d = shape.product(&a, &b, &c);
        shape.spread(core, Part::D, &d);
        CONTINUE
    }
}

/// `wgmma.wait_group`: waits for the other warps of the group; `x` the next instruction.
pub struct WarpGroupWait;
impl Op for WarpGroupWait {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let group = core.warp / 4;
        let warps = core.this_block().warps.len() - group * 4;
        core.wait(BARRIERS + group, 32 * warps.min(4) as u32, None, None, inst.x as u32)
    }
}
