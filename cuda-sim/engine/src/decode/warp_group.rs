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

/// Returns the depth of a dense matrix of these types.
fn depth(d: Type, a: Type, b: Type) -> Option<u32> {
    let eight = |ty| matches!(ty, Type::E4m3 | Type::E5m2);
    let integer = |ty| matches!(ty, Type::S8 | Type::U8);
    Some(match (d, a, b) {
        (Type::F16 | Type::F32, Type::F16, Type::F16) => 16,
        (Type::F32, Type::Bf16, Type::Bf16) => 16,
        (Type::F32, Type::Tf32, Type::Tf32) => 8,
        (Type::F16 | Type::F32, a, b) if eight(a) && eight(b) => 32,
        (Type::S32, a, b) if integer(a) && integer(b) => 32,
        (Type::S32, Type::B1, Type::B1) => 256,
        _ => return None,
    })
}

impl<'a> Body<'_, 'a> {
    /// `wgmma`
    pub fn warp_group(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        if !self.symbols.own_features {
            return Err("the target must be sm_90a".into());
        }
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let operation = m.choice(&[
            (Modifier::Fence, 0),
            (Modifier::CommitGroup, 1),
            (Modifier::WaitGroup, 2),
            (Modifier::MmaAsync, 3),
        ]);
        let operation =
            operation.ok_or("wgmma needs .fence, .commit_group, .wait_group or .mma_async")?;
        // ptxas takes it without .aligned, too.
        if !m.flag(Modifier::Sync) {
            return Err("wgmma needs .sync".into());
        }
        m.flag(Modifier::Aligned);
        if operation == 3 {
            return self.warp_group_mma(i, mods);
        }
        mods.finish()?;
        match (operation, &i.operands[..]) {
            (0 | 1, []) => Ok(()),
            (2, [Operand::Integer(0..=7)]) => {
                self.waits = true;
                self.emit(Inst { x: NEXT, ..blank(rare::<ops::WarpGroupWait>()) });
                Ok(())
            }
            _ => {
                Err(".wait_group needs a number of groups from 0 to 7, and no other operand".into())
            }
        }
    }

    /// Decodes `setmaxnreg`, which has no effect, because there are enough registers.
    pub fn register_count(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let direction = m.flag(Modifier::Inc) || m.flag(Modifier::Dec);
        let rest = m.flag(Modifier::Sync) && m.flag(Modifier::Aligned) && m.need_ty()? == Type::U32;
        mods.finish()?;
        let fits = match &i.operands[..] {
            [Operand::Integer(count)] => (24..=256).contains(count) && count % 8 == 0,
            _ => false,
        };
        if !self.symbols.own_features || !direction || !rest || !fits {
            return Err(
                "setmaxnreg takes a multiple of eight from 24 to 256, on a target such as sm_90a"
                    .into(),
            );
        }
        Ok(())
    }

    fn warp_group_mma(&mut self, i: &Instruction<'a>, mut mods: Modifiers<'_>) -> Decoded<()> {
        let m = &mut mods;
        self.waits = true;
        let sparse = m.flag(Modifier::Sp);
        let (n, k) = m
            .find(shape)
            .ok_or_else(|| Refusal::unsupported("this shape of wgmma isn't supported"))?;
        let saturate = m.flag(Modifier::Satfinite);
        let bits = m.flag(Modifier::And) && m.flag(Modifier::Popc);
        let (d, a, b) = (m.need_ty()?, m.need_ty()?, m.need_ty()?);
        mods.finish()?;
        let integer = d == Type::S32;
        let columns = n % 8 == 0 && (8..=256).contains(&n) && (!integer || n <= 32 || n % 16 == 0);
        // Mixed signedness was introduced later.
        let mixed = matches!((a, b), (Type::S8, Type::U8) | (Type::U8, Type::S8));
        if mixed && self.symbols.version < (8, 4) {
            return Err("wgmma of .s8 and .u8 needs .version 8.4".into());
        }
        let depth = depth(d, a, b).map(|depth| depth << u32::from(sparse));
        let fits = depth == Some(k) && columns && bits == (a == Type::B1) && !(bits && sparse);
        // The operands are followed by the signs and, for halves, by the order of the matrices.
        let (halves, from_registers) = (
            matches!(a, Type::F16 | Type::Bf16),
            matches!(i.operands.get(1), Some(Operand::Vector(_))),
        );
        let fixed = if sparse { 6 } else { 4 };
        let signs = if integer { 0 } else { 2 };
        let stored = match (halves, from_registers) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        if !fits || saturate && (!integer || bits) || i.operands.len() != fixed + signs + stored {
            return Err("there is no wgmma of this shape with these types and operands".into());
        }
        let (sides, ways) = sides_and_ways(i, fixed, signs, stored)?;
        let cells = [cell(a)?, cell(b)?, cell(d)?, cell(d)?];
        let results = self.fragment(i.operands.first(), Element::F32)?;
        let of_a = if from_registers {
            self.fragment(i.operands.get(1), Element::F32)?
        } else {
            Vec::new()
        };
        let per_register = if d == Type::F16 { 4 } else { 2 };
        if results.len() as u32 != n / per_register || from_registers && of_a.len() != 4 {
            return Err("a matrix has the wrong number of registers for its shape".into());
        }
        let a_at = if from_registers { u32::MAX } else { self.source(&i.operands[1], Type::B64)? };
        let b_at = self.source(&i.operands[2], Type::B64)?;
        let lanes = match a {
            Type::F16 | Type::Bf16 | Type::Tf32 => 2,
            _ => 1,
        };
        let sparse = if sparse {
            Some(Sparse {
                register: self.source(&i.operands[3], Type::B32)?,
                selector: number(i, 4).filter(|at| (0..lanes).contains(at)).ok_or_else(|| {
                    format!("the selector of a sparse matrix must be below {lanes}")
                })? as u32,
            })
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
                saturate,
                fragments: false,
                bit_and: bits,
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

/// Returns the signs and the orders of both matrices, which follow the first `fixed` operands.
fn sides_and_ways(
    i: &Instruction<'_>,
    fixed: usize,
    signs: usize,
    stored: usize,
) -> Decoded<([i64; 2], [i64; 2])> {
    let (mut sides, mut ways) = ([1, 1], [0, 0]);
    for (at, sign) in sides.iter_mut().enumerate().take(signs) {
        *sign = number(i, fixed + at)
            .filter(|sign| [-1, 1].contains(sign))
            .ok_or("a sign is 1 or -1")?;
    }
    // Matrices in registers have only one order.
    for (at, way) in ways.iter_mut().skip(2 - stored).enumerate() {
        *way = number(i, fixed + signs + at)
            .filter(|way| [0, 1].contains(way))
            .ok_or("the order of a matrix must be 0 or 1")?;
    }
    Ok((sides, ways))
}
