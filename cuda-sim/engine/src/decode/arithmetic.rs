//! Decoding of arithmetic.

use crate::code::{Handler, Inst};
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, Type};

/// The handler of `$op` for an integer type.
macro_rules! by_int {
    ($body:expr, $ty:expr, $($op:ident)::+) => {
        match $ty {
            Type::U16 | Type::B16 => $body.level.of::<$($op)::+<u16>>(),
            Type::S16 => $body.level.of::<$($op)::+<i16>>(),
            Type::U32 | Type::B32 => $body.level.of::<$($op)::+<u32>>(),
            Type::S32 => $body.level.of::<$($op)::+<i32>>(),
            Type::U64 | Type::B64 => $body.level.of::<$($op)::+<u64>>(),
            Type::S64 => $body.level.of::<$($op)::+<i64>>(),
            _ => return unsupported_type($ty),
        }
    };
}
pub(super) use by_int;

/// The handler of `$op` for bits.
macro_rules! by_bits {
    ($body:expr, $ty:expr, $($op:ident)::+) => {
        match $ty.size() {
            2 => $body.level.of::<$($op)::+<u16>>(),
            4 => $body.level.of::<$($op)::+<u32>>(),
            8 => $body.level.of::<$($op)::+<u64>>(),
            _ => return unsupported_type($ty),
        }
    };
}
pub(super) use by_bits;

pub(super) fn unsupported_type<T>(ty: Type) -> Decoded<T> {
    Err(Refusal::unsupported(format!(
        "the software device doesn't have this instruction for {ty:?}"
    )))
}

impl<'a> Body<'_, 'a> {
    /// Emits an operation with sources of one type and a result of that type.
    pub(super) fn simple(
        &mut self,
        i: &Instruction<'a>,
        run: Handler,
        ty: Type,
        y: u32,
    ) -> Decoded<()> {
        let mut inst = Inst { y, ..blank(run) };
        let [d, sources @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        inst.d = self.destination(d, ty)?;
        let slots = [&mut inst.a, &mut inst.b, &mut inst.c];
        for (slot, operand) in slots.into_iter().zip(sources) {
            *slot = self.source(operand, ty)?;
        }
        self.emit(inst);
        Ok(())
    }

    pub(super) fn count(&mut self, i: &Instruction<'a>, count: usize) -> Decoded<()> {
        if i.operands.len() == count {
            return Ok(());
        }
        Err(format!("expected {count} operands, found {}", i.operands.len()).into())
    }

    /// Decodes `add`, `sub`, `mul`, `mad`, `fma`, `div`, `rem`, `min`, `max`, `neg`, `abs`, `sad`, `rcp`, `sqrt` and
    /// similar.
    pub fn arithmetic(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let carry_out =
            matches!(i.opcode, "add" | "sub" | "mad" | "addc" | "subc" | "madc") && m.flag("cc");
        if carry_out || matches!(i.opcode, "addc" | "subc" | "madc") {
            return self.carried(i, mods, carry_out);
        }
        if matches!(i.opcode, "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh")
            || i.opcode == "div"
                && (i.modifiers.contains(&"approx") || i.modifiers.contains(&"full"))
        {
            return self.approximate(i, mods);
        }
        let ty = m.need_ty()?;
        if ty.is_float() {
            return self.float(i, ty, mods);
        }
        if matches!(ty, Type::U16x2 | Type::S16x2) {
            return self.pairwise(i, ty, mods);
        }
        let sat = m.flag("sat");
        let (count, run) = match i.opcode {
            "add" if sat => (3, by_int!(self, ty, ops::AddSat)),
            "sub" if sat => (3, by_int!(self, ty, ops::SubSat)),
            "add" => (3, by_int!(self, ty, ops::Add)),
            "sub" => (3, by_int!(self, ty, ops::Sub)),
            "div" if ty == Type::U32 => (3, self.level.of::<ops::DivideWords<false>>()),
            "rem" if ty == Type::U32 => (3, self.level.of::<ops::DivideWords<true>>()),
            "div" => (3, by_int!(self, ty, ops::Div)),
            "rem" => (3, by_int!(self, ty, ops::Rem)),
            "min" if m.flag("relu") => (3, by_int!(self, ty, ops::MinRelu)),
            "max" if m.flag("relu") => (3, by_int!(self, ty, ops::MaxRelu)),
            "min" => (3, by_int!(self, ty, ops::Min)),
            "max" => (3, by_int!(self, ty, ops::Max)),
            "neg" => (2, by_int!(self, ty, ops::Neg)),
            "abs" => (2, by_int!(self, ty, ops::Abs)),
            "sad" => (4, by_int!(self, ty, ops::Sad)),
            "mul" | "mad" => return self.multiply(i, ty, sat, mods),
            _ => return unsupported_type(ty),
        };
        mods.finish()?;
        self.count(i, count)?;
        self.simple(i, run, ty, 0)
    }

    /// Decodes `add`, `min` and `max` of two 16-bit integers in a register.
    fn pairwise(&mut self, i: &Instruction<'a>, ty: Type, mut mods: Modifiers<'_>) -> Decoded<()> {
        macro_rules! of {
            ($kind:ident) => {
                if ty == Type::S16x2 {
                    self.level.of::<ops::Pairwise<i16, ops::$kind>>()
                } else {
                    self.level.of::<ops::Pairwise<u16, ops::$kind>>()
                }
            };
        }
        let relu = mods.flag("relu");
        let run = match (i.opcode, relu) {
            ("add", false) => of!(PairAdd),
            ("min", false) => of!(PairMin),
            ("max", false) => of!(PairMax),
            ("min", true) => of!(PairMinRelu),
            ("max", true) => of!(PairMaxRelu),
            _ => return unsupported_type(ty),
        };
        mods.finish()?;
        self.count(i, 3)?;
        self.simple(i, run, Type::B32, 0)
    }

    fn multiply(
        &mut self,
        i: &Instruction<'a>,
        ty: Type,
        sat: bool,
        mut mods: Modifiers<'_>,
    ) -> Decoded<()> {
        let part = mods.choice(&[("lo", Part::Low), ("hi", Part::High), ("wide", Part::Wide)]);
        let part = part.ok_or("an integer multiplication needs .lo, .hi or .wide")?;
        mods.finish()?;
        let add = i.opcode == "mad";
        self.count(i, if add { 4 } else { 3 })?;
        if part == Part::Wide {
            let double = match ty {
                Type::U16 => Type::U32,
                Type::S16 => Type::S32,
                Type::U32 => Type::U64,
                Type::S32 => Type::S64,
                _ => return unsupported_type(ty),
            };
            let run =
                if add { by_int!(self, ty, ops::MadWide) } else { by_int!(self, ty, ops::MulWide) };
            let mut inst = blank(run);
            inst.d = self.destination(&i.operands[0], double)?;
            inst.a = self.source(&i.operands[1], ty)?;
            inst.b = self.source(&i.operands[2], ty)?;
            if add {
                inst.c = self.source(&i.operands[3], double)?;
                self.element = self.element_of(i, ty);
            }
            self.emit(inst);
            return Ok(());
        }
        let run = match (part, add) {
            (Part::Low, false) => by_int!(self, ty, ops::Mul),
            (Part::Low, true) => by_int!(self, ty, ops::Mad),
            (_, false) => by_int!(self, ty, ops::MulHi),
            (_, true) if sat => by_int!(self, ty, ops::MadHiSat),
            (_, true) => by_int!(self, ty, ops::MadHi),
        };
        if sat && !(part == Part::High && add) {
            return Err(".sat is only allowed with mad.hi.s32".into());
        }
        if let (Part::High, false, Type::U64, Operand::Register(to)) =
            (part, add, ty, &i.operands[0])
            && i.guard.is_none()
        {
            self.half = Some((self.next_inst(), *to));
        }
        self.simple(i, run, ty, 0)
    }

    fn carried(
        &mut self,
        i: &Instruction<'a>,
        mut mods: Modifiers<'_>,
        carry_out: bool,
    ) -> Decoded<()> {
        let ty = mods.need_ty()?;
        let high = mods.flag("hi");
        let low = mods.flag("lo");
        let sat = mods.flag("sat");
        mods.finish()?;
        macro_rules! of {
            ($kind:ident) => {
                match ty {
                    Type::S16 if high => rare::<ops::Carry<i16, ops::$kind>>(),
                    // Only the upper half depends on the sign.
                    Type::U16 | Type::S16 => rare::<ops::Carry<u16, ops::$kind>>(),
                    Type::U32 | Type::B32 => rare::<ops::Carry<u32, ops::$kind>>(),
                    Type::S32 => rare::<ops::Carry<i32, ops::$kind>>(),
                    Type::U64 | Type::B64 => rare::<ops::Carry<u64, ops::$kind>>(),
                    Type::S64 => rare::<ops::Carry<i64, ops::$kind>>(),
                    _ => return unsupported_type(ty),
                }
            };
        }
        let run = match i.opcode {
            "add" | "addc" => of!(CarryAdd),
            "sub" | "subc" => of!(CarrySub),
            _ if high => of!(CarryMadHi),
            _ if low => of!(CarryMadLo),
            _ => return Err("a multiplication needs .lo or .hi".into()),
        };
        self.count(i, if i.opcode.starts_with("mad") { 4 } else { 3 })?;
        let takes = i.opcode.ends_with('c') && i.opcode.len() == 4;
        let flags = u32::from(takes) | u32::from(carry_out) << 1 | u32::from(sat) << 2;
        self.simple(i, run, ty, flags)?;
        let carry = self.carry();
        if let Some(inst) = self.pending.last_mut() {
            inst.z = carry;
            if i.operands.len() == 3 {
                inst.c = inst.a;
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Low,
    High,
    Wide,
}
