//! Decoding of `cvt`.

use crate::code::{Handler, Inst};
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::decode::registers::words;
use crate::forms::Modifier;
use crate::numbers::half::{bf16, f16};
use crate::ops;
use crate::ops::{FTZ, FromWhole, Integer, RELU, Real, SAT, SATFINITE, rare};
use crate::ptx::{Instruction, Operand, Type};

impl<'a> Body<'_, 'a> {
    /// `cvt`
    pub fn convert(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        if m.flag(Modifier::Pack) {
            return self.convert_pack(i, mods);
        }
        let integral = m.choice(&[
            (Modifier::Rni, 0),
            (Modifier::Rzi, 1),
            (Modifier::Rmi, 2),
            (Modifier::Rpi, 3),
        ]);
        let rounding = m.rounding();
        let mut flags = integral.or(rounding).unwrap_or(0);
        for (word, flag) in [
            (Modifier::Ftz, FTZ),
            (Modifier::Satfinite, SATFINITE),
            (Modifier::Sat, SAT),
            (Modifier::Relu, RELU),
        ] {
            if m.flag(word) {
                flags |= flag;
            }
        }
        let (to, from) = (m.need_ty()?, m.need_ty()?);
        mods.finish()?;
        match to {
            Type::F16x2 | Type::Bf16x2 | Type::E4m3x2 | Type::E5m2x2 => {
                return self.convert_two(i, to, from, flags);
            }
            _ => {}
        }
        let [destination, source] = i.operands.as_slice() else {
            return Err("expected two operands".into());
        };
        let Operand::Register(register) = destination else {
            return Err("expected a register for the result".into());
        };
        let (d, d_words) = (self.register(*register)?, words(register.ty));
        let (a, a_words) = self.loose_source(source, from)?;
        if words(from) > a_words || words(to) > d_words {
            return Err("a register is narrower than its type".into());
        }
        if to == Type::Tf32 {
            self.emit(Inst { d, a, y: flags, ..blank(rare::<ops::ToTensorFloat>()) });
            return Ok(());
        }
        if (from.is_float() && words(from) != a_words) || (to.is_float() && words(to) != d_words) {
            return Err(Refusal::unsupported("a floating-point register is wider than its type"));
        }
        let wide = d_words == 2;
        // A narrower integer in a 64-bit register is in its lower word.
        let a = if a_words == 2 && words(from) == 1 { self.lower_word(a) } else { a };
        let run = match (from.is_float(), to.is_float()) {
            (false, false) => self.int_to_int(from, to, wide, flags & SAT != 0)?,
            (false, true) => self.int_to_float(from, to, flags)?,
            (true, false) => self.float_to_int(from, to, wide, flags)?,
            (true, true) => self.float_to_float(from, to, flags, integral.is_some())?,
        };
        self.emit(Inst { d, a, y: flags, z: integers(from, to), ..blank(run) });
        Ok(())
    }

    /// Emits a 32-bit register with the lower halves of a 64-bit one.
    pub(super) fn lower_word(&mut self, at: u32) -> u32 {
        let d = self.temporary(1);
        self.lower_word_to(d, at);
        d
    }

    /// The same, to the register at `d`.
    pub(super) fn lower_word_to(&mut self, d: u32, a: u32) {
        self.emit(Inst { d, a, ..blank(self.level.of::<ops::LowerWord>()) });
    }

    /// Emits a 64-bit register with a zero-extended 32-bit one.
    pub(super) fn widened_word(&mut self, at: u32) -> u32 {
        let d = self.temporary(2);
        self.emit(Inst { d, a: at, ..blank(rare::<ops::Widen>()) });
        d
    }

    /// Emits the extension of a value of a narrow type to a 64-bit register.
    pub(super) fn widen(&mut self, d: u32, a: u32, ty: Type) {
        self.emit(Inst { d, a, z: integers(ty, Type::U64), ..blank(self.widening(ty)) });
    }

    fn widening(&self, from: Type) -> Handler {
        match (from.size(), from.is_signed()) {
            (4, true) => self.level.of::<ops::WidenSigned>(),
            (4, false) => self.level.of::<ops::Widen>(),
            _ => rare::<ops::IntToInt<u32, u64>>(),
        }
    }

    fn int_to_float(&self, from: Type, to: Type, flags: u32) -> Decoded<Handler> {
        let level = self.level;
        match (from, to, flags) {
            (Type::S32, Type::F32, 0) => return Ok(level.of::<ops::F32FromS32>()),
            (Type::U32, Type::F32, 0) => return Ok(level.of::<ops::F32FromU32>()),
            (Type::S32, Type::F64, _) if flags & SAT == 0 => {
                return Ok(level.of::<ops::F64FromS32>());
            }
            (Type::U32, Type::F64, _) if flags & SAT == 0 => {
                return Ok(level.of::<ops::F64FromU32>());
            }
            _ => {}
        }
        Ok(match to {
            _ if !is_integer(from) => return unknown(from, to),
            Type::F32 => from_integer::<f32>(from),
            Type::F64 => from_integer::<f64>(from),
            Type::F16 => from_integer::<f16>(from),
            Type::Bf16 => from_integer::<bf16>(from),
            _ => return unknown(from, to),
        })
    }

    fn float_to_int(&self, from: Type, to: Type, wide: bool, flags: u32) -> Decoded<Handler> {
        if (from, to, wide, flags) == (Type::F32, Type::S32, false, 1) {
            return Ok(self.level.of::<ops::S32FromF32>());
        }
        Ok(match from {
            _ if !is_integer(to) || is_bits(to) => return unknown(from, to),
            Type::F32 => to_integer::<f32>(wide),
            Type::F64 => to_integer::<f64>(wide),
            Type::F16 => to_integer::<f16>(wide),
            Type::Bf16 => to_integer::<bf16>(wide),
            _ => return unknown(from, to),
        })
    }

    /// Returns the handler of a conversion between integer types; the result's register has 64 bits if it is `wide`.
    fn int_to_int(&self, from: Type, to: Type, wide: bool, sat: bool) -> Decoded<Handler> {
        if !is_integer(from) || !is_integer(to) {
            return unknown(from, to);
        }
        let level = self.level;
        Ok(match (from.size(), to.size(), wide) {
            (8, _, true) if sat => rare::<ops::IntToIntSat<u64, u64>>(),
            (8, _, false) if sat => rare::<ops::IntToIntSat<u64, u32>>(),
            (_, _, true) if sat => rare::<ops::IntToIntSat<u32, u64>>(),
            (_, _, false) if sat => rare::<ops::IntToIntSat<u32, u32>>(),
            (4, 4, false) => level.of::<ops::Copy<u32>>(),
            (8, 8, _) => level.of::<ops::Copy<u64>>(),
            (8, 4, false) => level.of::<ops::LowerWord>(),
            (_, 8, _) => self.widening(from),
            (8, _, true) => rare::<ops::IntToInt<u64, u64>>(),
            (8, _, false) => rare::<ops::IntToInt<u64, u32>>(),
            (_, _, true) => rare::<ops::IntToInt<u32, u64>>(),
            (_, _, false) => level.of::<ops::IntToInt<u32, u32>>(),
        })
    }

    /// Returns the handler of a conversion between floating-point types.
    pub(super) fn float_to_float(
        &self,
        from: Type,
        to: Type,
        flags: u32,
        integral: bool,
    ) -> Decoded<Handler> {
        if integral || from == to {
            if from != to {
                return Err("rounding to an integral value requires equal types".into());
            }
            if !integral && matches!(from, Type::F32 | Type::F64) && flags & (SAT | FTZ) == 0 {
                return Ok(if from == Type::F64 {
                    self.level.of::<ops::Copy<u64>>()
                } else {
                    self.level.of::<ops::Copy<u32>>()
                });
            }
            return Ok(match from {
                Type::F32 if integral => self.level.of::<ops::Integral<f32>>(),
                Type::F64 if integral => self.level.of::<ops::Integral<f64>>(),
                Type::F16 if integral => rare::<ops::Integral<f16>>(),
                Type::Bf16 if integral => rare::<ops::Integral<bf16>>(),
                Type::F32 => rare::<ops::FloatToFloat<f32, f32>>(),
                Type::F64 => rare::<ops::FloatToFloat<f64, f64>>(),
                Type::F16 => rare::<ops::FloatToFloat<f16, f16>>(),
                Type::Bf16 => rare::<ops::FloatToFloat<bf16, bf16>>(),
                _ => return unknown(from, to),
            });
        }
        Ok(match (from, to) {
            (Type::F32, Type::F64) if flags == 0 => self.level.of::<ops::F64FromF32>(),
            (Type::F64, Type::F32) if flags == 0 => self.level.of::<ops::F32FromF64>(),
            (Type::F32, Type::F64) => rare::<ops::FloatToFloat<f32, f64>>(),
            (Type::F64, Type::F32) => rare::<ops::FloatToFloat<f64, f32>>(),
            (Type::F32, Type::F16) => rare::<ops::FloatToFloat<f32, f16>>(),
            (Type::F64, Type::F16) => rare::<ops::FloatToFloat<f64, f16>>(),
            (Type::F32, Type::Bf16) => rare::<ops::FloatToFloat<f32, bf16>>(),
            (Type::F64, Type::Bf16) => rare::<ops::FloatToFloat<f64, bf16>>(),
            (Type::F16, Type::F32) => rare::<ops::FloatToFloat<f16, f32>>(),
            (Type::F16, Type::F64) => rare::<ops::FloatToFloat<f16, f64>>(),
            (Type::Bf16, Type::F32) => rare::<ops::FloatToFloat<bf16, f32>>(),
            (Type::Bf16, Type::F64) => rare::<ops::FloatToFloat<bf16, f64>>(),
            (Type::F16, Type::Bf16) => rare::<ops::FloatToFloat<f16, bf16>>(),
            (Type::Bf16, Type::F16) => rare::<ops::FloatToFloat<bf16, f16>>(),
            _ => return unknown(from, to),
        })
    }

    fn convert_two(
        &mut self,
        i: &Instruction<'a>,
        to: Type,
        from: Type,
        flags: u32,
    ) -> Decoded<()> {
        let d = self.destination(&i.operands[0], to)?;
        let z = u32::from(matches!(to, Type::E5m2x2) || matches!(from, Type::E5m2x2));
        let inst = match (to, from, i.operands.as_slice()) {
            (_, Type::F32, [_, a, b]) => {
                let (a, b) = (self.source(a, Type::F32)?, self.source(b, Type::F32)?);
                let run = match to {
                    Type::F16x2 => rare::<ops::TwoFromF32<f16>>(),
                    Type::Bf16x2 => rare::<ops::TwoFromF32<bf16>>(),
                    _ => rare::<ops::EightFromF32>(),
                };
                Inst { d, a, b, y: flags, z, ..blank(run) }
            }
            (Type::E4m3x2 | Type::E5m2x2, Type::F16x2, [_, a]) => {
                let a = self.source(a, from)?;
                Inst { d, a, y: flags, z, ..blank(rare::<ops::EightFromHalf>()) }
            }
            (Type::F16x2, Type::E4m3x2 | Type::E5m2x2, [_, a]) => {
                let a = self.source(a, from)?;
                Inst { d, a, y: flags, z, ..blank(rare::<ops::HalfFromEight>()) }
            }
            _ => return unknown(from, to),
        };
        self.emit(inst);
        Ok(())
    }

    fn convert_pack(&mut self, i: &Instruction<'a>, mut mods: Modifiers<'_>) -> Decoded<()> {
        if !mods.flag(Modifier::Sat) {
            return Err("cvt.pack needs .sat".into());
        }
        // Only this instruction has elements of two bits.
        let (bits, signed) = match mods.choice(&[(Modifier::U2, false), (Modifier::S2, true)]) {
            Some(signed) => (2, signed),
            None => {
                let to = mods.need_ty()?;
                let bits = match to {
                    Type::U16 | Type::S16 => 16,
                    Type::U8 | Type::S8 => 8,
                    Type::U4 | Type::S4 => 4,
                    _ => return unknown(Type::S32, to),
                };
                (bits, to.is_signed())
            }
        };
        if mods.need_ty()? != Type::S32 {
            return Err("cvt.pack converts .s32".into());
        }
        let rest = mods.ty();
        mods.finish()?;
        let d = self.destination(&i.operands[0], Type::B32)?;
        let a = self.source(&i.operands[1], Type::S32)?;
        let b = self.source(&i.operands[2], Type::S32)?;
        let c = match (rest, i.operands.get(3)) {
            (Some(_), Some(operand)) => self.source(operand, Type::B32)?,
            _ => u32::MAX,
        };
        self.emit(Inst { d, a, b, c, y: u32::from(signed), z: bits, ..blank(rare::<ops::Pack>()) });
        Ok(())
    }
}

/// Returns the handler of a conversion from a type of integers.
fn from_integer<T: Real + FromWhole>(from: Type) -> Handler {
    match words(from) {
        2 => rare::<ops::IntToFloat<u64, T>>(),
        _ => rare::<ops::IntToFloat<u32, T>>(),
    }
}

/// Returns the handler of a conversion to integers, of 64 bits if they are `wide`.
fn to_integer<T: Real>(wide: bool) -> Handler {
    if wide { rare::<ops::FloatToInt<T, u64>>() } else { rare::<ops::FloatToInt<T, u32>>() }
}

fn unknown<T>(from: Type, to: Type) -> Decoded<T> {
    Err(Refusal::unsupported(format!("the software device can't convert {from:?} to {to:?}")))
}

/// Returns the integer types of a conversion, as its handler wants them.
fn integers(from: Type, to: Type) -> u32 {
    let integer = |ty: Type| Integer::new(ty.size(), ty.is_signed()).pack();
    integer(from) | integer(to) << 8
}

fn is_bits(ty: Type) -> bool {
    matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64)
}

fn is_integer(ty: Type) -> bool {
    use Type::{S8, S16, S32, S64, U8, U16, U32, U64};
    is_bits(ty) || matches!(ty, U8 | S8 | U16 | S16 | U32 | S32 | U64 | S64)
}
