//! Lowering of elementwise instructions, whose handlers and operands are in the table of forms.

use crate::code::Inst;
use crate::decode::body::{Body, blank};
use crate::decode::handlers::handler;
use crate::decode::refusal::{Decoded, unsupported_type};
use crate::forms::{Modifier, Opcode, OperandType};
use crate::ops::{ABS, FTZ, NAN, RELU, SAT, XORSIGN};
use crate::ptx::{Instruction, Operand, Type};

/// Returns what a modifier adds to the flags, which handlers receive as `y`.
fn flag(i: &Instruction<'_>, modifier: Modifier<'_>) -> u32 {
    match (i.opcode, modifier) {
        (Opcode::Bfe | Opcode::Szext, Modifier::S32 | Modifier::S64) => 1,
        (Opcode::Bfind, Modifier::Shiftamt) => 1,
        (Opcode::Bfind, Modifier::S32 | Modifier::S64) => 2,
        (Opcode::Bmsk, Modifier::Clamp) => 1,
        (Opcode::Szext, Modifier::Clamp) => 2,
        (Opcode::Shf, Modifier::R) => 1,
        (Opcode::Shf, Modifier::Wrap) => 2,
        (Opcode::Prmt, Modifier::F4e) => 1,
        (Opcode::Prmt, Modifier::B4e) => 2,
        (Opcode::Prmt, Modifier::Rc8) => 3,
        (Opcode::Prmt, Modifier::Ecl) => 4,
        (Opcode::Prmt, Modifier::Ecr) => 5,
        (Opcode::Prmt, Modifier::Rc16) => 6,
        (Opcode::Testp, Modifier::Infinite) => 1,
        (Opcode::Testp, Modifier::Number) => 2,
        (Opcode::Testp, Modifier::Notanumber) => 3,
        (Opcode::Testp, Modifier::Normal) => 4,
        (Opcode::Testp, Modifier::Subnormal) => 5,
        (Opcode::Dp2a, Modifier::Hi) => 4,
        (Opcode::Mad24, Modifier::Sat) => 1,
        // As `Rounding::from_bits` reads them.
        (_, Modifier::Rz) => 1,
        (_, Modifier::Rm) => 2,
        (_, Modifier::Rp) => 3,
        (_, Modifier::Ftz) => FTZ,
        (_, Modifier::Sat) => SAT,
        (_, Modifier::Relu) => RELU,
        (_, Modifier::NaN) => NAN,
        (_, Modifier::Xorsign) => XORSIGN,
        (_, Modifier::Abs) if !i.has(Modifier::Xorsign) => ABS,
        _ => 0,
    }
}

/// Returns the flags of an instruction of these types.
fn flags(i: &Instruction<'_>, types: &[Type]) -> u32 {
    let signs = match (i.opcode, types) {
        (Opcode::Dp4a | Opcode::Dp2a, [a, b]) => {
            u32::from(a.is_signed()) | u32::from(b.is_signed()) << 1
        }
        _ => 0,
    };
    i.modifiers.iter().fold(signs, |flags, modifier| flags | flag(i, *modifier))
}

/// Returns the type of an operand of an instruction of these types.
fn type_of(operand: OperandType, types: &[Type]) -> Option<Type> {
    match (operand, types) {
        (OperandType::First, [first, ..]) => Some(*first),
        (OperandType::Second, [_, second, ..]) => Some(*second),
        (OperandType::Wide, [first, ..]) => Some(match first {
            Type::U16 => Type::U32,
            Type::S16 => Type::S32,
            Type::U32 => Type::U64,
            Type::S32 => Type::S64,
            other => *other,
        }),
        (OperandType::Of(modifier), _) => Type::of(modifier),
        _ => None,
    }
}

impl<'a> Body<'_, 'a> {
    /// Returns the instruction of an elementwise form with its handler and operands.
    fn operation(&mut self, i: &Instruction<'a>) -> Decoded<(Inst, Type)> {
        let types: Vec<Type> = i.modifiers.iter().filter_map(|word| Type::of(*word)).collect();
        let &[ty, ..] = types.as_slice() else {
            return Err("the instruction has no type".into());
        };
        let y = flags(i, &types);
        let Some(run) = handler(i, ty, y, self.level) else {
            return unsupported_type(ty);
        };
        let expected = i.form.map_or(&[][..], |form| form.operand_types);
        let (Some((to, sources)), Some((result, expected))) =
            (i.operands.split_first(), expected.split_first())
        else {
            return Err("operands are missing".into());
        };
        // Of PTX before 2.0, the operands aren't checked.
        if sources.len() != expected.len() {
            let (expected, found) = (1 + expected.len(), i.operands.len());
            return Err(format!("expected {expected} operands, found {found}").into());
        }
        let type_of = |operand| type_of(operand, &types).unwrap_or(ty);
        let mut inst = Inst { y, ..blank(run) };
        inst.d = self.destination(to, type_of(*result))?;
        let slots = [&mut inst.a, &mut inst.b, &mut inst.c, &mut inst.z];
        for ((slot, operand), own) in slots.into_iter().zip(sources).zip(expected) {
            *slot = match type_of(*own) {
                narrow if ty != narrow && narrow.is_float() => self.widened(operand, narrow, ty)?,
                other => self.source(operand, other)?,
            };
        }
        Ok((inst, ty))
    }

    /// Returns the place of a source that is converted to a wider floating-point type.
    fn widened(&mut self, operand: &Operand<'a>, narrow: Type, ty: Type) -> Decoded<u32> {
        let a = self.source(operand, narrow)?;
        let run = self.float_to_float(narrow, ty, 0, false)?;
        let d = self.temporary(1);
        self.emit(Inst { d, a, ..blank(run) });
        Ok(d)
    }

    /// Lowers an instruction that computes each lane's result from that lane's sources.
    pub fn elementwise(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let (mut inst, ty) = self.operation(i)?;
        match (i.opcode, i.operands.first()) {
            // What may be combined with the instruction after it, or before it.
            (Opcode::Mad, _) if i.has(Modifier::Wide) => self.element = self.element_of(i, ty),
            (Opcode::Mul, Some(Operand::Register(to)))
                if ty == Type::U64 && i.has(Modifier::Hi) && i.guard.is_none() =>
            {
                self.half = Some((self.next_inst(), *to));
            }
            (Opcode::Shr, _) if ty == Type::U64 => self.fuse_shift(i, inst.d),
            // ptxas takes it.
            (Opcode::Testp, _) if i.modifiers.len() == 1 => {
                return Err("testp has no property".into());
            }
            // The same handler computes the reciprocal.
            (Opcode::Rsqrt, _) => inst.z = 1,
            _ => {}
        }
        self.emit(inst);
        Ok(())
    }

    /// Lowers an instruction that reads or writes the carry flag.
    pub fn carry_operation(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let (inst, _) = self.operation(i)?;
        let takes = matches!(i.opcode, Opcode::Addc | Opcode::Subc | Opcode::Madc);
        let (carries, saturates) = (i.has(Modifier::Cc), i.has(Modifier::Sat));
        let y = u32::from(takes) | u32::from(carries) << 1 | u32::from(saturates) << 2;
        let c = if i.operands.len() == 3 { inst.a } else { inst.c };
        let z = self.carry();
        self.emit(Inst { y, c, z, ..inst });
        Ok(())
    }

    /// Lowers `min` and `max` of three numbers, as two operations.
    pub fn three_inputs(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let (inst, _) = self.operation(i)?;
        let of_two = self.temporary(1);
        self.emit(Inst { d: of_two, c: 0, ..inst });
        self.emit(Inst { a: of_two, b: inst.c, c: 0, ..inst });
        Ok(())
    }
}
