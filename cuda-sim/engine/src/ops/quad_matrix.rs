//! Volta's matrix instruction: four products of 8 by 4 and 4 by 8 halves, each of eight lanes.

use crate::code::Inst;
use crate::code::operands::Element;
use crate::code::operands::QuadMatrix;
use crate::numbers::lane::from_fn;
use crate::ops::op::Op;
use crate::ops::warp::gather_warp;
use crate::state::core::{CONTINUE, Core, Next, STOP};

/// Returns the row and column of element `element` of lane `lane`'s result.
fn place(cell: Element, lane: usize, element: usize) -> (usize, usize) {
    let below = if lane < 16 { 0 } else { 4 };
    if cell == Element::F32 {
        ((lane & 1) + (element & 2) + below, (element & 4) + (lane & 2) + (element & 1))
    } else {
        (lane % 4 + below, element)
    }
}

impl QuadMatrix {
    fn element(&self, core: &Core<'_>, part: usize, lane: usize, element: usize) -> f64 {
        let cell = if part < 2 { Element::F16 } else { self.cells[part - 2] };
        let each = 32 / cell.bits() as usize;
        let register = self.registers[part][element / each];
        cell.element(core.lane::<u32>(register, lane).into(), (element % each) as u32)
    }

    /// Returns the product of lanes 4 `quad` to 4 `quad` + 3 and those 16 above them.
    fn product(&self, core: &Core<'_>, quad: usize) -> [[f64; 8]; 8] {
        let (mut a, mut b, mut d) = ([[0.0; 4]; 8], [[0.0; 8]; 4], [[0.0; 8]; 8]);
        let lanes = (0..4).flat_map(|lane| [4 * quad + lane, 4 * quad + lane + 16]);
        for lane in lanes {
            let (within, half) = (lane % 4, lane / 16 * 4);
            for element in 0..4 {
                let (one, other) =
                    (self.element(core, 0, lane, element), self.element(core, 1, lane, element));
                if self.column_major[0] {
                    a[element + half][within] = one;
                } else {
                    a[within + half][element] = one;
                }
                if self.column_major[1] {
                    b[element][within + half] = other;
                } else {
                    b[within][element + half] = other;
                }
            }
            for element in 0..8 {
                let (row, column) = place(self.cells[0], lane, element);
                d[row][column] = self.element(core, 2, lane, element);
            }
        }
        for row in 0..8 {
            for column in 0..8 {
                d[row][column] += (0..4).map(|at| a[row][at] * b[at][column]).sum::<f64>();
            }
        }
        d
    }
}

/// `mma.m8n8k4` of halves: matrices `z`.
pub struct QuadMma;
impl Op for QuadMma {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let matrix = &core.code.quads[inst.z as usize];
        let cell = matrix.cells[1];
        let each = 32 / cell.bits() as usize;
        let products: [_; 4] = from_fn(|quad| matrix.product(core, quad));
        for (index, &register) in matrix.registers[3].iter().enumerate() {
            for lane in core.active() {
                let mut word = 0;
                for within in 0..each {
                    let (row, column) = place(cell, lane, index * each + within);
                    let value = products[lane % 16 / 4][row][column];
                    word |= cell.bits_of(value) << (within as u32 * cell.bits());
                }
                core.set_lane(register, lane, word as u32);
            }
        }
        CONTINUE
    }
}
