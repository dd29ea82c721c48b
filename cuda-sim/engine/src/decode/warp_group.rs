//! Decoding of matrix instructions of warp groups.

use crate::code::Inst;
use crate::code::operands::{Element, MatrixShape, Sparse, WarpGroupMatrix};
use crate::decode::body::{Body, NEXT, blank};
use crate::decode::matrix::cell;
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::forms::Modifier;
use crate::numbers::rounding::Rounding;
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, Type};

/// Rows, columns and depth of `m64n16k8`.
fn shape(modifier: Modifier<'_>) -> Option<(u32, u32)> {
    let (n, k) = modifier.name().strip_prefix("m64n")?.split_once('k')?;
    Some((n.parse().ok()?, k.parse().ok()?))
}

impl<'a> Body<'_, 'a> {
    /// `wgmma`
    pub fn warp_group(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        if i.has(Modifier::MmaAsync) {
            return self.warp_group_mma(i);
        }
        if i.has(Modifier::WaitGroup) {
            // ptxas takes any number.
            let [Operand::Integer(0..=7)] = i.operands.as_slice() else {
                return Err(
                    ".wait_group needs a number of groups from 0 to 7, and no other operand".into(),
                );
            };
            self.waits = true;
            self.emit(Inst { x: NEXT, ..blank(rare::<ops::WarpGroupWait>()) });
        }
        Ok(())
    }

    fn warp_group_mma(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        self.waits = true;
        let mut mods = Modifiers::new(&i.modifiers);
        let (n, k) = mods
            .find(shape)
            .ok_or_else(|| Refusal::unsupported("this shape of wgmma isn't supported"))?;
        let (d, a, b) = (mods.need_ty()?, mods.need_ty()?, mods.need_ty()?);
        let sparse = i.has(Modifier::Sp);
        // The operands are followed by the signs and, for halves, by the order of the matrices.
        let from_registers = matches!(i.operands.get(1), Some(Operand::Vector(_)));
        let fixed = if sparse { 6 } else { 4 };
        let (sides, ways) = sides_and_ways(i, fixed, from_registers);
        let cells = [cell(a)?, cell(b)?, cell(d)?, cell(d)?];
        let results = self.fragment(i.operands.first(), Element::F32)?;
        let of_a = if from_registers {
            self.fragment(i.operands.get(1), Element::F32)?
        } else {
            Vec::new()
        };
        let a_at = if from_registers { u32::MAX } else { self.source(&i.operands[1], Type::B64)? };
        let b_at = self.source(&i.operands[2], Type::B64)?;
        let sparse = if sparse {
            let register = self.source(&i.operands[3], Type::B32)?;
            Some(Sparse { register, selector: number(i, 4).unwrap_or(0) as u32 })
        } else {
            None
        };
        let (c, negated) = self.predicate(&i.operands[fixed - 1])?;
        let z = self.parts.groups.len() as u32;
        self.parts.groups.push(WarpGroupMatrix {
            shape: MatrixShape {
                rounding: Rounding::Nearest,
                m: 16,
                n,
                k,
                cells,
                registers: [of_a, Vec::new(), results.clone(), results],
                saturate: i.has(Modifier::Satfinite),
                fragments: false,
                bit_and: i.has(Modifier::And),
                sparse,
                places: Default::default(),
            },
            transposed: ways.map(|way| way == 1),
            negated: sides.map(|sign| sign < 0),
        });
        self.emit(Inst {
            a: a_at,
            b: b_at,
            c,
            y: negated,
            z,
            ..blank(self.level.of::<ops::WarpGroupMma>())
        });
        Ok(())
    }
}

fn number(i: &Instruction<'_>, at: usize) -> Option<i64> {
    match i.operands.get(at) {
        Some(Operand::Integer(value)) => Some(*value as i64),
        _ => None,
    }
}

/// Returns the signs and the orders of both matrices, which may follow the first `fixed` operands.
fn sides_and_ways(i: &Instruction<'_>, fixed: usize, from_registers: bool) -> ([i64; 2], [i64; 2]) {
    let mut numbers = (fixed..i.operands.len()).map_while(|at| number(i, at));
    let mut next = |otherwise| numbers.next().unwrap_or(otherwise);
    let sides = [next(1), next(1)];
    // Matrices in registers have only one order.
    let ways = [if from_registers { 0 } else { next(0) }, next(0)];
    (sides, ways)
}
