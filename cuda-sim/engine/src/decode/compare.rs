//! Lowering of comparisons, selections, and operations on predicates.

use crate::code::level::Level;
use crate::code::{Handler, Inst};
use crate::decode::body::{Body, blank};
use crate::decode::fusion::Fusible;
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, unsupported_type};
use crate::forms::{Modifier, Opcode};
use crate::numbers::half::{bf16, f16};
use crate::ops;
use crate::ops::{Compared, Relation, rare};
use crate::ptx::{Instruction, Operand, Type};

impl<'a> Body<'_, 'a> {
    /// `and`, `or`, `xor` and `not` of predicates.
    pub fn predicates(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let (to, first, second) = match i.operands.as_slice() {
            [to, only] => (to, only, only),
            [to, first, second] => (to, first, second),
            _ => return Err("operands are missing".into()),
        };
        let (a, a_negated) = self.predicate(first)?;
        let (b, b_negated) = self.predicate(second)?;
        let d = self.destination(to, Type::Pred)?;
        let all = |negated: u32| 0u32.wrapping_sub(negated);
        let inst = |run, z, c, y| Inst { d, a, b, c, y, z, ..blank(run) };
        let (and_run, xor_run) = (self.level.of::<ops::PredAnd>(), self.level.of::<ops::PredXor>());
        self.emit(match i.opcode {
            Opcode::Or => inst(and_run, !all(a_negated), !all(b_negated), !0),
            Opcode::Xor => inst(xor_run, 0, 0, all(a_negated ^ b_negated)),
            Opcode::Not => inst(and_run, !all(a_negated), !all(a_negated), 0),
            _ => inst(and_run, all(a_negated), all(b_negated), 0),
        });
        Ok(())
    }

    /// `lop3`, whose result may be compared with zero and combined with a predicate.
    pub fn lop3(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let [result, a, b, c, Operand::Integer(table), rest @ ..] = i.operands.as_slice() else {
            return Err("expected a result, three sources and a table of eight bits".into());
        };
        let (result, truth) = match result {
            Operand::Pair(result, truth) => (result.map(Operand::Register), *truth),
            result => (Some(result.clone()), None),
        };
        let d = match result {
            Some(result) => self.destination(&result, Type::B32)?,
            None => self.temporary(1),
        };
        let (a, b) = (self.source(a, Type::B32)?, self.source(b, Type::B32)?);
        let c = self.source(c, Type::B32)?;
        let z = (table & 0xff) as u32;
        self.emit(Inst { d, a, b, c, z, ..blank(self.level.of::<ops::Lop3>()) });
        if let [predicate] = rest {
            let truth = truth.ok_or("expected a predicate for the result")?;
            let p = self.destination(&Operand::Register(truth), Type::Pred)?;
            let (q, negated) = self.predicate(predicate)?;
            let with = if i.has(Modifier::And) { 1 } else { 2 };
            let y = with | negated << 2;
            self.emit(Inst { d: p, a: d, c: q, y, ..blank(rare::<ops::TestZero>()) });
        }
        Ok(())
    }

    /// `setp` and `set`.
    pub fn compare(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let set = i.opcode == Opcode::Set;
        let relation = mods.choice(&[
            (Modifier::Eq, 0),
            (Modifier::Ne, 1),
            (Modifier::Lt, 2),
            (Modifier::Le, 3),
            (Modifier::Gt, 4),
            (Modifier::Ge, 5),
            (Modifier::Lo, 2),
            (Modifier::Ls, 3),
            (Modifier::Hi, 4),
            (Modifier::Hs, 5),
            (Modifier::Equ, 6),
            (Modifier::Neu, 7),
            (Modifier::Ltu, 8),
            (Modifier::Leu, 9),
            (Modifier::Gtu, 10),
            (Modifier::Geu, 11),
            (Modifier::Num, 12),
            (Modifier::Nan, 13),
        ]);
        let relation: u32 = relation.ok_or("the comparison has no relation")?;
        let with =
            mods.choice(&[(Modifier::And, 1), (Modifier::Or, 2), (Modifier::Xor, 3)]).unwrap_or(0);
        let result = if set { mods.need_ty()? } else { Type::Pred };
        let ty = mods.need_ty()?;
        let ftz = ty.is_float() && mods.flag(Modifier::Ftz);
        mods.finish()?;
        self.count(i, if with == 0 { 3 } else { 4 })?;
        let two = matches!(ty, Type::F16x2 | Type::Bf16x2);
        let Some(run) = relation_handler(self.level, relation, ty, ftz) else {
            return unsupported_type(ty);
        };
        if !set && with == 0 && i.guard.is_none() && matches!(i.operands[0], Operand::Register(_)) {
            self.comparison = branching_handler(self.level, relation, ty)
                .map(|fused| Fusible { inst: self.next_inst(), fused });
        }
        let mut inst = Inst { y: with, z: u32::MAX, x: OUTCOMES[relation as usize], ..blank(run) };
        inst.a = self.source(&i.operands[1], ty)?;
        inst.b = self.source(&i.operands[2], ty)?;
        if with != 0 {
            let (at, negated) = self.predicate(&i.operands[3])?;
            inst.c = at;
            inst.y |= negated << 2;
        }
        if set {
            let truth = match result {
                Type::F32 => 1f32.to_bits(),
                Type::F16 | Type::F16x2 => 0x3c00,
                Type::Bf16 | Type::Bf16x2 => 0x3f80,
                Type::U16 | Type::S16 => 0xffff,
                _ if two => 0xffff,
                Type::U32 | Type::S32 => u32::MAX,
                _ => return unsupported_type(result),
            };
            let d = self.destination(&i.operands[0], result)?;
            inst.d = self.scratch();
            let mut expand =
                Inst { d, a: inst.d, b: inst.d, y: truth, ..blank(rare::<ops::Truth>()) };
            if two {
                inst.z = self.scratch();
                (expand.b, expand.y, expand.z) = (inst.z, truth & 0xffff, truth << 16);
            }
            self.emit(inst);
            self.emit(expand);
            return Ok(());
        }
        match &i.operands[0] {
            Operand::Pair(first, second) => {
                inst.d = first.map_or(Ok(u32::MAX), |register| self.register(register))?;
                inst.z = second.map_or(Ok(u32::MAX), |register| self.register(register))?;
                if inst.d == u32::MAX && inst.z == u32::MAX {
                    return Ok(());
                }
            }
            operand => inst.d = self.destination(operand, Type::Pred)?,
        }
        self.emit(inst);
        Ok(())
    }

    /// `selp`, `slct`.
    pub fn select(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let ty = mods.need_ty()?;
        self.count(i, 4)?;
        let (d, a) = (self.destination(&i.operands[0], ty)?, self.source(&i.operands[1], ty)?);
        let b = self.source(&i.operands[2], ty)?;
        let wide = ty.size() == 8;
        let inst = if i.opcode == Opcode::Selp {
            let (c, negated) = self.predicate(&i.operands[3])?;
            let (a, b) = if negated == 1 { (b, a) } else { (a, b) };
            let run = if wide {
                self.level.of::<ops::Selp<u64>>()
            } else {
                self.level.of::<ops::Selp<u32>>()
            };
            Inst { d, a, b, c, ..blank(run) }
        } else {
            let chooser = mods.need_ty()?;
            let ftz = chooser.is_float() && mods.flag(Modifier::Ftz);
            let c = self.source(&i.operands[3], chooser)?;
            let run = match (wide, chooser) {
                (false, Type::F32) if ftz => rare::<ops::Slct<u32, ops::Flushed<f32>>>(),
                (true, Type::F32) if ftz => rare::<ops::Slct<u64, ops::Flushed<f32>>>(),
                (false, Type::S32) => rare::<ops::Slct<u32, i32>>(),
                (true, Type::S32) => rare::<ops::Slct<u64, i32>>(),
                (false, Type::F32) => rare::<ops::Slct<u32, f32>>(),
                (true, Type::F32) => rare::<ops::Slct<u64, f32>>(),
                _ => return unsupported_type(chooser),
            };
            Inst { d, a, b, c, ..blank(run) }
        };
        mods.finish()?;
        self.emit(inst);
        Ok(())
    }
}

/// Returns the handler of an integer comparison and the branch on it.
fn branching_handler(level: Level, relation: u32, ty: Type) -> Option<Handler> {
    fn of<T: Compared>(level: Level, relation: u32) -> Option<Handler> {
        match relation {
            0 => level.specialized::<ops::SetpBranch<ops::Eq, T>>(),
            1 => level.specialized::<ops::SetpBranch<ops::Ne, T>>(),
            2 => level.specialized::<ops::SetpBranch<ops::Lt, T>>(),
            3 => level.specialized::<ops::SetpBranch<ops::Le, T>>(),
            4 => level.specialized::<ops::SetpBranch<ops::Gt, T>>(),
            5 => level.specialized::<ops::SetpBranch<ops::Ge, T>>(),
            _ => None,
        }
    }
    match ty {
        Type::U32 | Type::B32 => of::<u32>(level, relation),
        Type::S32 => of::<i32>(level, relation),
        Type::U64 | Type::B64 => of::<u64>(level, relation),
        Type::S64 => of::<i64>(level, relation),
        _ => None,
    }
}

/// The outcomes of a comparison that satisfy each relation, for [`ops::SetpAny`].
const OUTCOMES: [u64; 14] = {
    const LESS: u64 = 1;
    const EQUAL: u64 = 2;
    const GREATER: u64 = 4;
    const UNORDERED: u64 = 8;
    [
        EQUAL,
        LESS | GREATER,
        LESS,
        LESS | EQUAL,
        GREATER,
        GREATER | EQUAL,
        EQUAL | UNORDERED,
        LESS | GREATER | UNORDERED,
        LESS | UNORDERED,
        LESS | EQUAL | UNORDERED,
        GREATER | UNORDERED,
        GREATER | EQUAL | UNORDERED,
        LESS | EQUAL | GREATER,
        UNORDERED,
    ]
};

/// Returns the handler of a relation.
fn setp<R: Relation<T>, T: Compared>(level: Level) -> Option<Handler> {
    level.specialized::<ops::Setp<R, T>>().or(Some(rare::<ops::SetpAny<T>>()))
}

/// Returns the handler of a relation that all numbers have.
fn of_numbers<T: Compared>(level: Level, relation: u32) -> Option<Handler> {
    match relation {
        0 => setp::<ops::Eq, T>(level),
        1 => setp::<ops::Ne, T>(level),
        2 => setp::<ops::Lt, T>(level),
        3 => setp::<ops::Le, T>(level),
        4 => setp::<ops::Gt, T>(level),
        5 => setp::<ops::Ge, T>(level),
        _ => None,
    }
}

/// Returns the handler of a relation of floating-point numbers, which may be NaN.
fn of_floats<T: Compared>(level: Level, relation: u32) -> Option<Handler> {
    match relation {
        6 => setp::<ops::Equ, T>(level),
        7 => setp::<ops::Neu, T>(level),
        8 => setp::<ops::Ltu, T>(level),
        9 => setp::<ops::Leu, T>(level),
        10 => setp::<ops::Gtu, T>(level),
        11 => setp::<ops::Geu, T>(level),
        12 => setp::<ops::Num, T>(level),
        13 => setp::<ops::Nan, T>(level),
        _ => of_numbers::<T>(level, relation),
    }
}

fn relation_handler(level: Level, relation: u32, ty: Type, ftz: bool) -> Option<Handler> {
    match (ty, ftz) {
        (Type::F32, true) => Some(rare::<ops::SetpAny<ops::Flushed<f32>>>()),
        (Type::F16, true) => Some(rare::<ops::SetpAny<ops::Flushed<f16>>>()),
        (Type::F16, false) => Some(rare::<ops::SetpAny<f16>>()),
        (Type::F16x2, true) => Some(rare::<ops::SetpTwo<ops::Flushed<f16>>>()),
        (Type::F16x2, false) => Some(rare::<ops::SetpTwo<f16>>()),
        (Type::Bf16, _) => Some(rare::<ops::SetpAny<bf16>>()),
        (Type::Bf16x2, _) => Some(rare::<ops::SetpTwo<bf16>>()),
        (Type::F32, false) => of_floats::<f32>(level, relation),
        (Type::F64, _) => of_floats::<f64>(level, relation),
        (Type::U16 | Type::B16, _) => of_numbers::<u16>(level, relation),
        (Type::S16, _) => of_numbers::<i16>(level, relation),
        (Type::U32 | Type::B32, _) => of_numbers::<u32>(level, relation),
        (Type::S32, _) => of_numbers::<i32>(level, relation),
        (Type::U64 | Type::B64, _) => of_numbers::<u64>(level, relation),
        (Type::S64, _) => of_numbers::<i64>(level, relation),
        _ => None,
    }
}
