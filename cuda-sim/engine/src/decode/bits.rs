//! Decoding of bit fields, permutations, dot products and video instructions.

use crate::code::Inst;
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, Type};

impl<'a> Body<'_, 'a> {
    pub(super) fn three_words(
        &mut self,
        i: &Instruction<'a>,
        count: usize,
        inst: Inst,
    ) -> Decoded<()> {
        if i.operands.len() != count {
            return Err(format!("expected {count} operands, found {}", i.operands.len()).into());
        }
        let mut inst = inst;
        inst.d = self.destination(&i.operands[0], Type::B32)?;
        let slots = [&mut inst.a, &mut inst.b, &mut inst.c];
        for (slot, operand) in slots.into_iter().zip(&i.operands[1..]) {
            *slot = self.source(operand, Type::B32)?;
        }
        self.emit(inst);
        Ok(())
    }

    /// `popc`, `clz`, `brev`, `bfind`, `bfe`, `bfi`, `bmsk`, `lop3`, `shf`, `prmt`, `szext`, `fns`.
    pub fn bit_fields(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let level = self.level;
        match i.opcode {
            "popc" | "clz" | "brev" | "bfind" | "bfe" | "bfi" => {
                let shift_amount = i.opcode == "bfind" && m.flag("shiftamt");
                let ty = m.need_ty()?;
                mods.finish()?;
                self.field(i, ty, shift_amount)
            }
            "bmsk" => {
                let clamp =
                    m.choice(&[("clamp", 1), ("wrap", 0)]).ok_or("bmsk needs .clamp or .wrap")?;
                m.need_ty()?;
                mods.finish()?;
                self.three_words(i, 3, Inst { y: clamp, ..blank(self.level.of::<ops::Bmsk>()) })
            }
            "szext" => {
                let clamp =
                    m.choice(&[("clamp", 2), ("wrap", 0)]).ok_or("szext needs .clamp or .wrap")?;
                let ty = m.need_ty()?;
                mods.finish()?;
                self.three_words(
                    i,
                    3,
                    Inst { y: clamp | u32::from(ty.is_signed()), ..blank(rare::<ops::Szext>()) },
                )
            }
            "fns" => {
                m.need_ty()?;
                mods.finish()?;
                self.three_words(i, 4, blank(rare::<ops::Fns>()))
            }
            "lop3" => {
                let with = m.choice(&[("and", 1), ("or", 2)]);
                m.need_ty()?;
                mods.finish()?;
                let Some(Operand::Integer(table)) = i.operands.get(4) else {
                    return Err("lop3's fifth operand must be a table of eight bits".into());
                };
                if let Some(with) = with {
                    return self.tested_lop3(i, *table, with);
                }
                let shorter =
                    Instruction { operands: i.operands[..4].to_vec(), modifiers: Vec::new(), ..*i };
                self.three_words(
                    &shorter,
                    4,
                    Inst { z: (*table & 0xff) as u32, ..blank(level.of::<ops::Lop3>()) },
                )
            }
            "shf" => {
                let right = m.choice(&[("l", 0), ("r", 1)]).ok_or("shf needs .l or .r")?;
                let wrap =
                    m.choice(&[("clamp", 0), ("wrap", 2)]).ok_or("shf needs .clamp or .wrap")?;
                m.need_ty()?;
                mods.finish()?;
                self.three_words(i, 4, Inst { y: right | wrap, ..blank(level.of::<ops::Shf>()) })
            }
            _ => {
                m.need_ty()?;
                let modes =
                    [("f4e", 1), ("b4e", 2), ("rc8", 3), ("ecl", 4), ("ecr", 5), ("rc16", 6)];
                let mode = m.choice(&modes).unwrap_or(0);
                mods.finish()?;
                self.three_words(i, 4, Inst { y: mode, ..blank(self.level.of::<ops::Prmt>()) })
            }
        }
    }

    fn field(&mut self, i: &Instruction<'a>, ty: Type, shift_amount: bool) -> Decoded<()> {
        let wide = ty.size() == 8;
        macro_rules! of {
            ($op:ident) => {
                if wide {
                    self.level.of::<ops::$op<u64>>()
                } else {
                    self.level.of::<ops::$op<u32>>()
                }
            };
        }
        let signed = ty.is_signed();
        let (run, y, result) = match i.opcode {
            "popc" => (of!(Popc), 0, Type::U32),
            "clz" => (of!(Clz), 0, Type::U32),
            "brev" => (of!(Brev), 0, ty),
            "bfind" => (of!(Bfind), u32::from(shift_amount) | u32::from(signed) << 1, Type::U32),
            "bfe" => (of!(Bfe), u32::from(signed), ty),
            _ => (of!(Bfi), 0, ty),
        };
        let mut inst = Inst { y, ..blank(run) };
        inst.d = self.destination(i.operands.first().ok_or("operands are missing")?, result)?;
        let types: &[Type] = match i.opcode {
            "bfe" => &[ty, Type::U32, Type::U32],
            "bfi" => &[ty, ty, Type::U32, Type::U32],
            _ => &[ty],
        };
        if i.operands.len() != types.len() + 1 {
            return Err(format!(
                "expected {} operands, found {}",
                types.len() + 1,
                i.operands.len()
            )
            .into());
        }
        let slots = [&mut inst.a, &mut inst.b, &mut inst.c, &mut inst.z];
        for ((slot, operand), ty) in slots.into_iter().zip(&i.operands[1..]).zip(types) {
            *slot = self.source(operand, *ty)?;
        }
        self.emit(inst);
        Ok(())
    }

    /// `dp4a`, `dp2a`.
    pub fn dot(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let half = match i.opcode {
            "dp2a" => mods.choice(&[("lo", 0), ("hi", 4)]),
            _ => None,
        };
        let (a, b) = (mods.need_ty()?, mods.need_ty()?);
        mods.finish()?;
        let y = u32::from(a.is_signed()) | u32::from(b.is_signed()) << 1 | half.unwrap_or(0);
        let run = if i.opcode == "dp4a" { rare::<ops::Dp4a>() } else { rare::<ops::Dp2a>() };
        self.three_words(i, 4, Inst { y, ..blank(run) })
    }

    /// Decodes a `lop3` whose result is compared with zero and combined with a predicate.
    fn tested_lop3(&mut self, i: &Instruction<'a>, table: u64, with: u32) -> Decoded<()> {
        let [Operand::Pair(result, truth), a, b, c, _, predicate] = i.operands.as_slice() else {
            return Err("expected d|p, three sources, a table and a predicate".into());
        };
        let d = match result {
            Some(register) => self.destination(&Operand::Register(*register), Type::B32)?,
            None => self.temporary(1),
        };
        let truth = truth.ok_or("expected a predicate for the result")?;
        let p = self.destination(&Operand::Register(truth), Type::Pred)?;
        let (a, b, c) =
            (self.source(a, Type::B32)?, self.source(b, Type::B32)?, self.source(c, Type::B32)?);
        let (q, negated) = self.predicate(predicate)?;
        self.emit(Inst {
            d,
            a,
            b,
            c,
            z: (table & 0xff) as u32,
            ..blank(self.level.of::<ops::Lop3>())
        });
        self.emit(Inst {
            d: p,
            a: d,
            c: q,
            y: with | negated << 2,
            ..blank(rare::<ops::TestZero>())
        });
        Ok(())
    }

    /// `mul24`, `mad24`.
    pub fn mul24(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let high = mods
            .choice(&[("lo", false), ("hi", true)])
            .ok_or("a 24-bit multiplication needs .lo or .hi")?;
        let saturate = mods.flag("sat");
        let ty = mods.need_ty()?;
        mods.finish()?;
        let add = i.opcode == "mad24";
        if saturate && !(add && high && ty == Type::S32) {
            return Err("only mad24.hi.sat.s32 saturates".into());
        }
        let run = match (ty.is_signed(), high, add) {
            (false, false, false) => rare::<ops::Mul24<u32, false, false>>(),
            (false, true, false) => rare::<ops::Mul24<u32, true, false>>(),
            (false, false, true) => rare::<ops::Mul24<u32, false, true>>(),
            (false, true, true) => rare::<ops::Mul24<u32, true, true>>(),
            (true, false, false) => rare::<ops::Mul24<i32, false, false>>(),
            (true, true, false) => rare::<ops::Mul24<i32, true, false>>(),
            (true, false, true) => rare::<ops::Mul24<i32, false, true>>(),
            (true, true, true) => rare::<ops::Mul24<i32, true, true>>(),
        };
        let inst = Inst { y: u32::from(saturate), ..blank(run) };
        self.three_words(i, if add { 4 } else { 3 }, inst)
    }
}
