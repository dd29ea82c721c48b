//! Decoding of atomic operations and reductions.

use super::super::code::{Handler, Inst};
use super::super::lane::Two;
use super::super::ops::{self, rare};
use super::super::space::{Generic, Global, Shared};
use super::body::{Body, Decoded, Target, blank};
use super::modifiers::Modifiers;
use crate::ptx::{Instruction, Operand, StateSpace, Type};
use half::{bf16, f16};

impl<'a> Body<'_, 'a> {
    /// `atom`, `red`.
    pub fn atomic(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let operation = m.choice(&[
            ("add", 0),
            ("exch", 1),
            ("cas", 2),
            ("min", 3),
            ("max", 4),
            ("and", 5),
            ("or", 6),
            ("xor", 7),
            ("inc", 8),
            ("dec", 9),
        ]);
        let operation: u32 = operation.ok_or("the operation isn't known")?;
        let space = m.space();
        m.skip_order();
        m.flag("noftz");
        let vector = m.vector();
        let ty = m.need_ty()?;
        mods.finish()?;
        if vector != 1 || ty.is_float() && matches!(operation, 3 | 4) {
            check_vector(operation, space, vector, ty)?;
        }
        let reduction = i.opcode == "red";
        let operands = if reduction {
            &i.operands[..]
        } else {
            i.operands.get(1..).unwrap_or(&[])
        };
        let wanted = if operation == 2 { 3 } else { 2 };
        if operands.len() != wanted {
            return Err(format!(
                "{} operands are given and {wanted} wanted",
                operands.len()
            ));
        }
        let Target { at, wide, offset } = self.address(&operands[0])?;
        let run = atomic_handler(operation, space, wide, ty)?;
        // Element by element; what was there goes where nothing is read any more.
        let mut old = Vec::new();
        for (index, b) in elements(&operands[1], vector)?.iter().enumerate() {
            let d = match elements(&i.operands[0], vector) {
                _ if reduction => u32::MAX,
                Ok(to) if vector > 1 => {
                    let to = self.optional_destination(&to[index], ty)?;
                    let from = self.temporary(1);
                    old.push((to, from));
                    from
                }
                to => self.optional_destination(&to?[0], ty)?,
            };
            let b = self.source(b, ty)?;
            let c = if operation == 2 {
                self.source(&operands[2], ty)?
            } else {
                b
            };
            let site = self.site();
            self.emit(Inst {
                d,
                a: at,
                b,
                c,
                y: site,
                x: (offset + index as i64 * i64::from(ty.size())) as u64,
                ..blank(run)
            });
        }
        for (d, a) in old.into_iter().filter(|(to, _)| *to != u32::MAX) {
            let run = self.level.of::<ops::Copy<u32>>();
            self.emit(Inst { d, a, ..blank(run) });
        }
        Ok(())
    }
}

/// The operands that an operand of so many elements is made of.
fn elements<'o, 'a>(operand: &'o Operand<'a>, count: usize) -> Decoded<&'o [Operand<'a>]> {
    match operand {
        _ if count == 1 => Ok(std::slice::from_ref(operand)),
        Operand::Vector(elements) if elements.len() == count => Ok(elements),
        _ => Err(format!("a vector of {count} is wanted in braces")),
    }
}

/// Vectors are of 32-bit floats, which are added, or of halves; and lie in global memory.
fn check_vector(operation: u32, space: StateSpace, count: usize, ty: Type) -> Decoded<()> {
    let (most, operations) = match ty {
        Type::F32 => (4, &[0][..]),
        Type::F16 | Type::Bf16 => (8, &[0, 3, 4][..]),
        Type::F16x2 | Type::Bf16x2 => (4, &[0, 3, 4][..]),
        _ => (0, &[][..]),
    };
    if !(2..=most).contains(&count) || !operations.contains(&operation) {
        return Err(format!(
            "there is no such atomic operation on {count} times {ty:?}"
        ));
    }
    if !matches!(space, StateSpace::Global | StateSpace::Generic) {
        return Err("an atomic operation on a vector works on global memory".into());
    }
    Ok(())
}

fn atomic_handler(operation: u32, space: StateSpace, wide: bool, ty: Type) -> Decoded<Handler> {
    macro_rules! space {
        ($kind:ty) => {
            match (space, wide) {
                (StateSpace::Shared | StateSpace::SharedCluster, true) => {
                    rare::<ops::Atomic<Shared, u64, $kind>>()
                }
                (StateSpace::Shared | StateSpace::SharedCluster, false) => {
                    rare::<ops::Atomic<Shared, u32, $kind>>()
                }
                (StateSpace::Global, true) => rare::<ops::Atomic<Global, u64, $kind>>(),
                (StateSpace::Generic, true) => rare::<ops::Atomic<Generic, u64, $kind>>(),
                _ => return Err("an atomic operation works on global or shared memory".into()),
            }
        };
    }
    macro_rules! integer {
        ($kind:ident) => {
            match ty {
                Type::U32 | Type::B32 => space!(ops::$kind<u32>),
                Type::S32 => space!(ops::$kind<i32>),
                Type::U64 | Type::B64 => space!(ops::$kind<u64>),
                Type::S64 => space!(ops::$kind<i64>),
                Type::B16 | Type::U16 => space!(ops::$kind<u16>),
                _ => return Err(format!("this atomic operation can't be had for {ty:?}")),
            }
        };
    }
    macro_rules! extreme {
        ($max:literal) => {
            match ty {
                Type::F16 => space!(ops::AtomExtremeFloat<f16, $max>),
                Type::Bf16 => space!(ops::AtomExtremeFloat<bf16, $max>),
                Type::F16x2 => space!(ops::AtomExtremeFloat<Two<f16>, $max>),
                Type::Bf16x2 => space!(ops::AtomExtremeFloat<Two<bf16>, $max>),
                _ => return Err(format!("this atomic operation can't be had for {ty:?}")),
            }
        };
    }
    Ok(match (operation, ty) {
        (3, _) if ty.is_float() => extreme!(false),
        (4, _) if ty.is_float() => extreme!(true),
        (0, Type::F32) => space!(ops::AtomAddFloat<f32>),
        (0, Type::F64) => space!(ops::AtomAddFloat<f64>),
        (0, Type::F16) => space!(ops::AtomAddFloat<f16>),
        (0, Type::Bf16) => space!(ops::AtomAddFloat<bf16>),
        (0, Type::F16x2) => space!(ops::AtomAddFloat<Two<f16>>),
        (0, Type::Bf16x2) => space!(ops::AtomAddFloat<Two<bf16>>),
        (0, _) => integer!(AtomAdd),
        (1, _) => integer!(AtomExch),
        (2, _) => integer!(AtomCas),
        (3, _) => integer!(AtomMin),
        (4, _) => integer!(AtomMax),
        (5, _) => integer!(AtomAnd),
        (6, _) => integer!(AtomOr),
        (7, _) => integer!(AtomXor),
        (8, Type::U32) => space!(ops::AtomInc<u32>),
        (9, Type::U32) => space!(ops::AtomDec<u32>),
        _ => return Err(format!("this atomic operation can't be had for {ty:?}")),
    })
}
