//! Decoding of moves: `mov`, which also packs and unpacks registers, and `cvta`, which converts an address to another
//! space.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::decode::registers::words;
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW};
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, StateSpace, Type, component_of};

impl<'a> Body<'_, 'a> {
    /// Decodes the simple forms of `mov`.
    pub fn mov(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let vector = mods.vector();
        let ty = mods.need_ty()?;
        mods.finish()?;
        let [to, from] = i.operands.as_slice() else {
            return Err("expected two operands".into());
        };
        match (to, from) {
            (Operand::Vector(to), from) if vector > 1 => self.move_each(to, from, ty),
            (Operand::Vector(_), _) | (_, Operand::Vector(_))
                if !matches!(ty, Type::B16 | Type::B32 | Type::B64 | Type::B128) =>
            {
                Err(format!("registers are packed as bits, not as {ty:?}").into())
            }
            (Operand::Vector(list), _) => match list.as_slice() {
                [to] => self.copy(to, from, ty),
                _ => self.unpack(list, from, ty),
            },
            (_, Operand::Vector(list)) => match list.as_slice() {
                [from] => self.copy(to, from, ty),
                _ => self.pack(to, list, ty),
            },
            _ if ty == Type::Pred => {
                let d = self.destination(to, Type::Pred)?;
                let (a, negated) = self.predicate(from)?;
                self.emit(Inst { d, a, y: negated, ..blank(self.level.of::<ops::CopyPred>()) });
                Ok(())
            }
            _ => self.copy(to, from, ty),
        }
    }

    fn copy(&mut self, to: &Operand<'a>, from: &Operand<'a>, ty: Type) -> Decoded<()> {
        let (d, a) = (self.destination(to, ty)?, self.source(from, ty)?);
        let wide = self.level.of::<ops::Copy<u64>>();
        match words(ty) {
            1 => self.emit(Inst { d, a, ..blank(self.level.of::<ops::Copy<u32>>()) }),
            2 => self.emit(Inst { d, a, ..blank(wide) }),
            _ => {
                self.emit(Inst { d, a, ..blank(wide) });
                self.emit(Inst { d: d + 64, a: a + 64, ..blank(wide) });
            }
        }
        Ok(())
    }

    /// Moves the elements of a vector, or the components of a special register.
    fn move_each(&mut self, to: &[Operand<'a>], from: &Operand<'a>, ty: Type) -> Decoded<()> {
        const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];
        let mut values = Vec::new();
        for index in 0..to.len() {
            let value = match from {
                Operand::Vector(list) => list.get(index).cloned(),
                Operand::Special(name) => COMPONENTS
                    .get(index)
                    .and_then(|component| component_of(name, component))
                    .or(Some(name))
                    .map(Operand::Special),
                other => Some(other.clone()),
            };
            let value = value.ok_or("expected as many elements")?;
            values.push(self.source(&value, ty)?);
        }
        let run = match ty.size() {
            8 => self.level.of::<ops::Copy<u64>>(),
            _ => self.level.of::<ops::Copy<u32>>(),
        };
        // All are read before the first is written.
        let words = words(ty);
        let copies: Vec<u32> = values.iter().map(|_| self.temporary(words)).collect();
        for (&d, &a) in copies.iter().zip(&values) {
            self.emit(Inst { d, a, ..blank(run) });
        }
        for (operand, &a) in to.iter().zip(&copies) {
            if !matches!(operand, Operand::Sink) {
                let d = self.destination(operand, ty)?;
                self.emit(Inst { d, a, ..blank(run) });
            }
        }
        Ok(())
    }

    /// `alloca`, `stacksave`, `stackrestore`.
    pub fn stack(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let ty = mods.need_ty()?;
        mods.finish()?;
        if !matches!(ty, Type::U32 | Type::U64) {
            return Err("the stack's addresses are .u32 or .u64".into());
        }
        let (top, wide) = (self.stack_top(), words(ty) == 2);
        match (i.opcode, i.operands.as_slice()) {
            (Opcode::Alloca, [to, size, rest @ ..]) => {
                let d = self.destination(to, ty)?;
                let a = match self.source(size, ty)? {
                    a if wide => a,
                    a => self.widened_word(a),
                };
                let align = match rest {
                    [] => 8,
                    [Operand::Integer(align)] if align.is_power_of_two() && *align <= 1 << 23 => {
                        *align
                    }
                    _ => return Err("the alignment must be a power of two up to 2^23".into()),
                };
                self.emit(Inst {
                    d,
                    a,
                    c: top,
                    y: u32::from(wide),
                    z: align as u32,
                    ..blank(rare::<ops::Alloca>())
                });
            }
            (Opcode::Stacksave, [to]) => {
                let d = self.destination(to, ty)?;
                let run = if wide { rare::<ops::Copy<u64>>() } else { rare::<ops::LowerWord>() };
                self.emit(Inst { d, a: top, ..blank(run) });
            }
            (Opcode::Stackrestore, [from]) => {
                let a = match self.source(from, ty)? {
                    a if wide => a,
                    a => self.widened_word(a),
                };
                self.emit(Inst { d: top, a, ..blank(rare::<ops::Copy<u64>>()) });
            }
            _ => return Err("unexpected number of operands".into()),
        }
        Ok(())
    }

    fn pack(&mut self, to: &Operand<'a>, list: &[Operand<'a>], ty: Type) -> Decoded<()> {
        let mut bits = ty.size() * 8 / list.len().max(1) as u32;
        let d = self.destination(to, ty)?;
        if ty == Type::B128 {
            let [low, high] = list else {
                return Err(Refusal::unsupported(
                    "the software device packs 128 bits only from two registers of 64",
                ));
            };
            let (a, b) = (self.source(low, Type::B64)?, self.source(high, Type::B64)?);
            self.emit(Inst { d, a, ..blank(rare::<ops::Copy<u64>>()) });
            self.emit(Inst { d: d + 64, a: b, ..blank(rare::<ops::Copy<u64>>()) });
            return Ok(());
        }
        let part = part_type(bits)?;
        let mut parts = Vec::new();
        for operand in list {
            parts.push(match operand {
                // Bits without a value.
                Operand::Sink => self.constant(Constant::Value(0), words(part) as u8),
                operand => self.source(operand, part)?,
            });
        }
        while let [_, _, ..] = parts[..] {
            let is_last = parts.len() == 2;
            let (run, bytes) = match bits {
                8 => (self.level.of::<ops::Prmt>(), 0x40),
                16 => (self.level.of::<ops::Prmt>(), 0x5410),
                _ => (self.level.of::<ops::PackWords>(), 0),
            };
            let c = self.constant(Constant::Value(bytes), 1);
            let mut pairs = Vec::new();
            for pair in parts.chunks_exact(2) {
                let d = if is_last { d } else { self.scratch() };
                self.emit(Inst { d, a: pair[0], b: pair[1], c, ..blank(run) });
                pairs.push(d);
            }
            (parts, bits) = (pairs, 2 * bits);
        }
        Ok(())
    }

    fn unpack(&mut self, list: &[Operand<'a>], from: &Operand<'a>, ty: Type) -> Decoded<()> {
        let bits = ty.size() * 8 / list.len().max(1) as u32;
        let a = self.source(from, ty)?;
        if ty == Type::B128 {
            let [low, high] = list else {
                return Err(Refusal::unsupported(
                    "the software device unpacks 128 bits only to two registers of 64",
                ));
            };
            for (operand, at) in [(low, a), (high, a + 64)] {
                if !matches!(operand, Operand::Sink) {
                    let d = self.destination(operand, Type::B64)?;
                    self.emit(Inst { d, a: at, ..blank(rare::<ops::Copy<u64>>()) });
                }
            }
            return Ok(());
        }
        let part = part_type(bits)?;
        let halves = [self.level.of::<ops::LowerWord>(), self.level.of::<ops::UpperWord>()];
        for (operand, at) in list.iter().zip((0..).step_by(bits as usize)) {
            if matches!(operand, Operand::Sink) {
                continue;
            }
            let d = self.destination(operand, part)?;
            let mut a = a;
            if ty.size() == 8 {
                let word = if bits == 32 { d } else { self.scratch() };
                self.emit(Inst { d: word, a, ..blank(halves[at as usize / 32]) });
                a = word;
            }
            if bits < 32 {
                // What is above its bits is ignored.
                let b = self.constant(Constant::Value(at % 32), 1);
                self.emit(Inst { d, a, b, ..blank(self.level.of::<ops::Shr<u32>>()) });
            }
        }
        Ok(())
    }

    /// `cvta`.
    pub fn convert_address(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let to = mods.flag(Modifier::To);
        let space = mods.space();
        let ty = mods.need_ty()?;
        mods.finish()?;
        let [destination, source] = i.operands.as_slice() else {
            return Err("expected two operands".into());
        };
        let window = match space {
            StateSpace::Shared | StateSpace::SharedCluster => SHARED_WINDOW,
            StateSpace::Local => LOCAL_WINDOW,
            StateSpace::Param if !self.is_kernel() => LOCAL_WINDOW,
            _ => 0,
        };
        let (a, a_words) = self.loose_source(source, ty)?;
        let Operand::Register(register) = destination else {
            return Err("expected a register for the result".into());
        };
        let (d, d_words) = (self.register(*register)?, words(register.ty));
        if window == 0 {
            if a_words != 2 || d_words != 2 {
                return Err("an address must have 64 bits".into());
            }
            self.emit(Inst { d, a, ..blank(self.level.of::<ops::Copy<u64>>()) });
            return Ok(());
        }
        let (run, narrow) = if to {
            (rare::<ops::FromGeneric>(), d_words)
        } else {
            (rare::<ops::ToGeneric>(), a_words)
        };
        let whole = if to { a_words } else { d_words };
        if whole != 2 {
            return Err("a generic address must have 64 bits".into());
        }
        self.emit(Inst { d, a, x: window, z: narrow, ..blank(run) });
        Ok(())
    }
}

fn part_type(bits: u32) -> Decoded<Type> {
    match bits {
        8 => Ok(Type::B8),
        16 => Ok(Type::B16),
        32 => Ok(Type::B32),
        _ => Err(format!("registers of {bits} bits can't be packed").into()),
    }
}
