//! Decoding of floating-point arithmetic.

use crate::code::{Handler, Inst};
use crate::decode::arithmetic::unsupported_type;
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::numbers::half::{bf16, f16};
use crate::numbers::lane::Two;
use crate::ops;
use crate::ops::{ABS, FTZ, NAN, RELU, SAT, XORSIGN, rare};
use crate::ptx::{Instruction, Type};

/// The handler of `$op` for a floating-point type.
macro_rules! by_float {
    ($ty:expr, $($op:ident)::+) => {
        match $ty {
            Type::F32 => rare::<$($op)::+<f32>>(),
            Type::F64 => rare::<$($op)::+<f64>>(),
            Type::F16 => rare::<$($op)::+<f16>>(),
            Type::Bf16 => rare::<$($op)::+<bf16>>(),
            Type::F16x2 => rare::<$($op)::+<Two<f16>>>(),
            Type::Bf16x2 => rare::<$($op)::+<Two<bf16>>>(),
            Type::F32x2 => rare::<$($op)::+<Two<f32>>>(),
            _ => return unsupported_type($ty),
        }
    };
}

/// Reads the flags of floating-point arithmetic, which handlers receive as `y`.
fn float_flags(mods: &mut Modifiers<'_>) -> u32 {
    let mut flags = mods.rounding().unwrap_or(0);
    for (word, flag) in [("ftz", FTZ), ("sat", SAT), ("relu", RELU), ("NaN", NAN)] {
        if mods.flag(word) {
            flags |= flag;
        }
    }
    flags
}

impl<'a> Body<'_, 'a> {
    /// `add`, `sub`, `mul`, `mad`, `fma`, `div`, `neg`, `abs`, `min`, `max`.
    pub(super) fn float(
        &mut self,
        i: &Instruction<'a>,
        ty: Type,
        mut mods: Modifiers<'_>,
    ) -> Decoded<()> {
        let narrow = mods.ty();
        let mut flags = float_flags(&mut mods);
        let extreme = matches!(i.opcode, "min" | "max");
        let three = extreme && ty == Type::F32 && i.operands.len() == 4;
        if three && mods.flag("abs") {
            flags |= ABS;
        } else if !three && mods.flag("xorsign") && mods.flag("abs") {
            flags |= XORSIGN;
        }
        mods.finish()?;
        let level = self.level;
        let (count, run) = match (i.opcode, ty, flags) {
            (opcode, Type::F32x2, _) if !matches!(opcode, "add" | "sub" | "mul" | "fma") => {
                return unsupported_type(ty);
            }
            ("add", Type::F32, 0) => (3, level.of::<ops::AddF32>()),
            ("sub", Type::F32, 0) => (3, level.of::<ops::SubF32>()),
            ("mul", Type::F32, 0) => (3, level.of::<ops::MulF32>()),
            ("div", Type::F32, 0) => (3, level.of::<ops::DivF32>()),
            ("fma" | "mad", Type::F32, 0) => (4, level.of::<ops::FmaF32>()),
            ("add", Type::F32, FTZ) => (3, level.of::<ops::AddFtzF32>()),
            ("sub", Type::F32, FTZ) => (3, level.of::<ops::SubFtzF32>()),
            ("mul", Type::F32, FTZ) => (3, level.of::<ops::MulFtzF32>()),
            ("fma" | "mad", Type::F32, FTZ) => (4, level.of::<ops::FmaFtzF32>()),
            ("add", Type::F64, 0) => (3, level.of::<ops::AddF64>()),
            ("sub", Type::F64, 0) => (3, level.of::<ops::SubF64>()),
            ("mul", Type::F64, 0) => (3, level.of::<ops::MulF64>()),
            ("div", Type::F64, 0) => (3, level.of::<ops::DivF64>()),
            ("fma" | "mad", Type::F64, 0) => (4, level.of::<ops::FmaF64>()),
            ("add", ..) => (3, by_float!(ty, ops::AddAny)),
            ("sub", ..) => (3, by_float!(ty, ops::SubAny)),
            ("mul", ..) => (3, by_float!(ty, ops::MulAny)),
            ("div", ..) => (3, by_float!(ty, ops::DivAny)),
            ("fma" | "mad", ..) => (4, by_float!(ty, ops::FmaAny)),
            ("neg", Type::F32, _) => (2, level.of::<ops::NegFloat<f32>>()),
            ("neg", Type::F64, _) => (2, level.of::<ops::NegFloat<f64>>()),
            ("neg", ..) => (2, by_float!(ty, ops::NegFloat)),
            ("abs", Type::F32, _) => (2, level.of::<ops::AbsFloat<f32>>()),
            ("abs", Type::F64, _) => (2, level.of::<ops::AbsFloat<f64>>()),
            ("abs", ..) => (2, by_float!(ty, ops::AbsFloat)),
            ("min" | "max", ..) => (3, self.extreme(i.opcode == "max", ty)?),
            _ => return unsupported_type(ty),
        };
        self.count(i, if three { 4 } else { count })?;
        match narrow {
            Some(narrow) => self.mixed(i, ty, narrow, run, flags),
            None if three => self.extreme_of_three(i, run, flags),
            None => self.simple(i, run, ty, flags),
        }
    }

    /// Decodes `add.f32.f16` and similar: all sources except the last have the second type, and are widened.
    fn mixed(
        &mut self,
        i: &Instruction<'a>,
        ty: Type,
        narrow: Type,
        run: Handler,
        flags: u32,
    ) -> Decoded<()> {
        if ty != Type::F32
            || !matches!(narrow, Type::F16 | Type::Bf16)
            || !matches!(i.opcode, "add" | "sub" | "fma")
        {
            return unsupported_type(narrow);
        }
        let mut inst = Inst { y: flags, ..blank(run) };
        inst.d = self.destination(&i.operands[0], ty)?;
        let last = i.operands.len() - 1;
        let slots = [&mut inst.a, &mut inst.b, &mut inst.c];
        for (slot, operand) in slots.into_iter().zip(&i.operands[1..last]) {
            let a = self.source(operand, narrow)?;
            let widen = self.float_to_float(narrow, ty, 0, false)?;
            *slot = self.temporary(1);
            self.emit(Inst { d: *slot, a, ..blank(widen) });
        }
        let addend = self.source(&i.operands[last], ty)?;
        *[&mut inst.b, &mut inst.c][last - 2] = addend;
        self.emit(inst);
        Ok(())
    }

    /// Decodes `min` and `max` of three, as two operations.
    fn extreme_of_three(&mut self, i: &Instruction<'a>, run: Handler, flags: u32) -> Decoded<()> {
        let d = self.destination(&i.operands[0], Type::F32)?;
        let mut source = |at: usize| self.source(&i.operands[at], Type::F32);
        let (a, b, c) = (source(1)?, source(2)?, source(3)?);
        let of_two = self.temporary(1);
        for (d, a, b) in [(of_two, a, b), (d, of_two, c)] {
            self.emit(Inst { d, a, b, y: flags, ..blank(run) });
        }
        Ok(())
    }

    /// Returns the handler of `min` or `max` of two.
    fn extreme(&self, max: bool, ty: Type) -> Decoded<Handler> {
        let level = self.level;
        Ok(match (ty, max) {
            (Type::F32, false) => level.of::<ops::MinMax<f32, false>>(),
            (Type::F32, true) => level.of::<ops::MinMax<f32, true>>(),
            (Type::F64, false) => level.of::<ops::MinMax<f64, false>>(),
            (Type::F64, true) => level.of::<ops::MinMax<f64, true>>(),
            (Type::F16, false) => rare::<ops::MinMax<f16, false>>(),
            (Type::F16, true) => rare::<ops::MinMax<f16, true>>(),
            (Type::Bf16, false) => rare::<ops::MinMax<bf16, false>>(),
            (Type::Bf16, true) => rare::<ops::MinMax<bf16, true>>(),
            (Type::F16x2, false) => rare::<ops::MinMaxTwo<f16, false>>(),
            (Type::F16x2, true) => rare::<ops::MinMaxTwo<f16, true>>(),
            (Type::Bf16x2, false) => rare::<ops::MinMaxTwo<bf16, false>>(),
            (Type::Bf16x2, true) => rare::<ops::MinMaxTwo<bf16, true>>(),
            _ => return unsupported_type(ty),
        })
    }

    /// Decodes `rcp`, `sqrt`, `rsqrt`, `sin`, `cos`, `lg2`, `ex2`, `tanh`, and approximate `div`.
    pub(super) fn approximate(
        &mut self,
        i: &Instruction<'a>,
        mut mods: Modifiers<'_>,
    ) -> Decoded<()> {
        let full = mods.flag("full");
        let approx = full || mods.flag("approx") || i.opcode == "ex2" || i.opcode == "tanh";
        let ty = mods.need_ty()?;
        let flags = float_flags(&mut mods);
        mods.finish()?;
        let level = self.level;
        macro_rules! function {
            ($name:ident) => {
                match ty {
                    Type::F32 => level.of::<ops::Approximate<ops::$name>>(),
                    Type::F16 => rare::<ops::ApproximateHalf<ops::$name, f16>>(),
                    Type::Bf16 => rare::<ops::ApproximateHalf<ops::$name, bf16>>(),
                    Type::F16x2 => rare::<ops::ApproximateTwo<ops::$name, f16>>(),
                    Type::Bf16x2 => rare::<ops::ApproximateTwo<ops::$name, bf16>>(),
                    _ => return unsupported_type(ty),
                }
            };
        }
        let run = match (i.opcode, approx, ty) {
            ("rcp" | "rsqrt", true, Type::F64) => rare::<ops::ApproximateDouble>(),
            ("rcp", false, Type::F32) if flags == 0 => level.of::<ops::RcpF32>(),
            ("rcp", false, Type::F64) if flags == 0 => level.of::<ops::RcpF64>(),
            ("sqrt", false, Type::F32) if flags == 0 => level.of::<ops::SqrtF32>(),
            ("sqrt", false, Type::F64) if flags == 0 => level.of::<ops::SqrtF64>(),
            ("rcp", false, _) => by_float!(ty, ops::RcpAny),
            ("sqrt", false, _) => by_float!(ty, ops::SqrtAny),
            ("div", true, Type::F32) if full => level.of::<ops::DivApprox<true>>(),
            ("div", true, Type::F32) => level.of::<ops::DivApprox<false>>(),
            ("rcp", true, _) => function!(Rcp),
            ("sqrt", true, _) => function!(Sqrt),
            ("rsqrt", true, _) => function!(Rsqrt),
            ("sin", true, _) => function!(Sin),
            ("cos", true, _) => function!(Cos),
            ("lg2", true, _) => function!(Lg2),
            ("ex2", ..) => function!(Ex2),
            ("tanh", ..) => function!(Tanh),
            _ => return unsupported_type(ty),
        };
        self.count(i, if i.opcode == "div" { 3 } else { 2 })?;
        self.simple(i, run, ty, flags)?;
        if let Some(inst) = self.pending.last_mut() {
            inst.z = u32::from(i.opcode == "rsqrt");
        }
        Ok(())
    }
}
