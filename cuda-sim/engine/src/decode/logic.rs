//! Decoding of logic, comparison and selection.

use crate::code::level::Level;
use crate::code::{Handler, Inst};
use crate::decode::arithmetic::{by_bits, by_int, unsupported_type};
use crate::decode::body::{Body, blank};
use crate::decode::joined::Joinable;
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::numbers::half::{bf16, f16};
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, Type};

impl<'a> Body<'_, 'a> {
    /// `and`, `or`, `xor`, `not`, `cnot`, `shl`, `shr`.
    pub fn logic(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let ty = mods.need_ty()?;
        mods.finish()?;
        let binary = !matches!(i.opcode, "not" | "cnot");
        self.count(i, if binary { 3 } else { 2 })?;
        if ty == Type::Pred {
            let (a, a_negated) = self.predicate(&i.operands[1])?;
            let (b, b_negated) =
                if binary { self.predicate(&i.operands[2])? } else { (a, a_negated) };
            let d = self.destination(&i.operands[0], Type::Pred)?;
            let all = |negated: u32| 0u32.wrapping_sub(negated);
            let inst = |run, z, c, y| Inst { d, a, b, c, y, z, ..blank(run) };
            let (and_run, xor_run) =
                (self.level.of::<ops::PredAnd>(), self.level.of::<ops::PredXor>());
            self.emit(match i.opcode {
                "or" => inst(and_run, !all(a_negated), !all(b_negated), !0),
                "xor" => inst(xor_run, 0, 0, all(a_negated ^ b_negated)),
                "not" => inst(and_run, !all(a_negated), !all(a_negated), 0),
                "and" => inst(and_run, all(a_negated), all(b_negated), 0),
                _ => return unsupported_type(ty),
            });
            return Ok(());
        }
        let run = match i.opcode {
            "and" => by_bits!(self, ty, ops::And),
            "or" => by_bits!(self, ty, ops::Or),
            "xor" => by_bits!(self, ty, ops::Xor),
            "not" => by_bits!(self, ty, ops::Not),
            "cnot" => by_bits!(self, ty, ops::Cnot),
            "shl" => by_bits!(self, ty, ops::Shl),
            _ => by_int!(self, ty, ops::Shr),
        };
        if matches!(i.opcode, "shl" | "shr") {
            let d = self.destination(&i.operands[0], ty)?;
            let a = self.source(&i.operands[1], ty)?;
            let b = self.source(&i.operands[2], Type::U32)?;
            if i.opcode == "shr" && ty == Type::U64 {
                self.join_shift(i, d);
            }
            self.emit(Inst { d, a, b, ..blank(run) });
            return Ok(());
        }
        self.simple(i, run, ty, 0)
    }

    /// `setp` and `set`.
    pub fn compare(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let set = i.opcode == "set";
        let relation = mods.choice(&[
            ("eq", 0),
            ("ne", 1),
            ("lt", 2),
            ("le", 3),
            ("gt", 4),
            ("ge", 5),
            ("lo", 2),
            ("ls", 3),
            ("hi", 4),
            ("hs", 5),
            ("equ", 6),
            ("neu", 7),
            ("ltu", 8),
            ("leu", 9),
            ("gtu", 10),
            ("geu", 11),
            ("num", 12),
            ("nan", 13),
        ]);
        let relation: u32 = relation.ok_or("the comparison has no relation")?;
        let with = mods.choice(&[("and", 1), ("or", 2), ("xor", 3)]).unwrap_or(0);
        let result = if set { mods.need_ty()? } else { Type::Pred };
        let ty = mods.need_ty()?;
        let ftz = ty.is_float() && mods.flag("ftz");
        mods.finish()?;
        self.count(i, if with == 0 { 3 } else { 4 })?;
        let two = matches!(ty, Type::F16x2 | Type::Bf16x2);
        let run = relation_handler(self.level, relation, ty, ftz)?;
        if !set && with == 0 && i.guard.is_none() && matches!(i.operands[0], Operand::Register(_)) {
            self.comparison = branching_handler(self.level, relation, ty)
                .map(|joined| Joinable { inst: self.next_inst(), joined });
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
        let inst = if i.opcode == "selp" {
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
            let ftz = chooser.is_float() && mods.flag("ftz");
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

    /// `copysign`, `testp`.
    pub fn sign(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        if i.opcode == "testp" {
            let kinds = [
                ("finite", 0),
                ("infinite", 1),
                ("number", 2),
                ("notanumber", 3),
                ("normal", 4),
                ("subnormal", 5),
            ];
            let kind = mods.choice(&kinds).ok_or("testp has no property")?;
            let ty = mods.need_ty()?;
            mods.finish()?;
            self.count(i, 2)?;
            let run = match ty {
                Type::F32 => rare::<ops::Testp<f32>>(),
                Type::F64 => rare::<ops::Testp<f64>>(),
                _ => return unsupported_type(ty),
            };
            let d = self.destination(&i.operands[0], Type::Pred)?;
            let a = self.source(&i.operands[1], ty)?;
            self.emit(Inst { d, a, y: kind, ..blank(run) });
            return Ok(());
        }
        let ty = mods.need_ty()?;
        mods.finish()?;
        self.count(i, 3)?;
        let run = match ty {
            Type::F32 => self.level.of::<ops::Copysign<f32>>(),
            Type::F64 => self.level.of::<ops::Copysign<f64>>(),
            _ => return unsupported_type(ty),
        };
        self.simple(i, run, ty, 0)
    }
}

/// Returns the handler of an integer comparison and the branch on it.
fn branching_handler(level: Level, relation: u32, ty: Type) -> Option<Handler> {
    macro_rules! of {
        ($relation:ident) => {
            match ty {
                Type::U32 | Type::B32 => {
                    level.specialized::<ops::SetpBranch<ops::$relation, u32>>()
                }
                Type::S32 => level.specialized::<ops::SetpBranch<ops::$relation, i32>>(),
                Type::U64 | Type::B64 => {
                    level.specialized::<ops::SetpBranch<ops::$relation, u64>>()
                }
                Type::S64 => level.specialized::<ops::SetpBranch<ops::$relation, i64>>(),
                _ => None,
            }
        };
    }
    match relation {
        0 => of!(Eq),
        1 => of!(Ne),
        2 => of!(Lt),
        3 => of!(Le),
        4 => of!(Gt),
        5 => of!(Ge),
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

fn relation_handler(level: Level, relation: u32, ty: Type, ftz: bool) -> Decoded<Handler> {
    macro_rules! of {
        ($relation:ident, $ty:ty) => {
            level
                .specialized::<ops::Setp<ops::$relation, $ty>>()
                .unwrap_or(rare::<ops::SetpAny<$ty>>())
        };
    }
    macro_rules! float {
        ($relation:ident) => {
            match ty {
                Type::F32 => of!($relation, f32),
                Type::F64 => of!($relation, f64),
                _ => return unsupported_type(ty),
            }
        };
    }
    macro_rules! any {
        ($relation:ident) => {
            match ty {
                Type::U16 | Type::B16 => of!($relation, u16),
                Type::S16 => of!($relation, i16),
                Type::U32 | Type::B32 => of!($relation, u32),
                Type::S32 => of!($relation, i32),
                Type::U64 | Type::B64 => of!($relation, u64),
                Type::S64 => of!($relation, i64),
                _ => float!($relation),
            }
        };
    }
    Ok(match (ty, ftz) {
        (Type::F32, true) => rare::<ops::SetpAny<ops::Flushed<f32>>>(),
        (Type::F16, true) => rare::<ops::SetpAny<ops::Flushed<f16>>>(),
        (Type::F16, false) => rare::<ops::SetpAny<f16>>(),
        (Type::F16x2, true) => rare::<ops::SetpTwo<ops::Flushed<f16>>>(),
        (Type::F16x2, false) => rare::<ops::SetpTwo<f16>>(),
        (Type::Bf16, _) => rare::<ops::SetpAny<bf16>>(),
        (Type::Bf16x2, _) => rare::<ops::SetpTwo<bf16>>(),
        _ => match relation {
            0 => any!(Eq),
            1 => any!(Ne),
            2 => any!(Lt),
            3 => any!(Le),
            4 => any!(Gt),
            5 => any!(Ge),
            6 => float!(Equ),
            7 => float!(Neu),
            8 => float!(Ltu),
            9 => float!(Leu),
            10 => float!(Gtu),
            11 => float!(Geu),
            12 => float!(Num),
            _ => float!(Nan),
        },
    })
}
