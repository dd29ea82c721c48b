//! Elements of arrays, `x[n]`: an address that is known, or one that instructions before theirs compute.

use crate::forms::{Modifier, Opcode};
use crate::ptx::ast::*;
use crate::ptx::functions::{Name, Reading};
use crate::ptx::operands::lookup;
use crate::ptx::parser::Parser;
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::Type;

impl<'a> Parser<'a> {
    /// Parses `[n]`, `[register]` or `[register + n]` after an array with elements of this size.
    pub(super) fn subscript(
        &mut self,
        reading: &mut Reading<'a>,
        base: Base<'a>,
        size: Option<u32>,
    ) -> ParseResult<Operand<'a>> {
        let Some(size) = size else {
            return self.fail("Array indexing on non-array");
        };
        self.need(b'[')?;
        let position = self.position;
        let index = if self.is_constant()? { None } else { Some(self.register_of_index(reading)?) };
        let adds = index.is_none() || self.take(b'+')?;
        let constant = if adds { self.constant()? as i64 } else { 0 };
        self.need(b']')?;
        if let Some(index) = index {
            if self.subscripts == Subscripts::Constant {
                return Err(Problem::new(
                    position,
                    "Arguments mismatch: only ld, ldu, st, mov and cvta have elements whose index is in a register".to_owned(),
                ));
            }
            let register = computed(reading, position, (base, size), (index, constant));
            return Ok(match self.subscripts {
                Subscripts::Memory => {
                    Operand::Address(Address { base: Base::Register(register), offset: 0 })
                }
                _ => Operand::Register(register),
            });
        }
        let offset = constant.wrapping_mul(size.into());
        Ok(match (self.subscripts, base) {
            (Subscripts::Memory, base) => Operand::Address(Address { base, offset }),
            (_, Base::Variable(index)) => Operand::Variable(index, offset),
            (_, Base::Symbol(name)) => Operand::Symbol(name, offset),
            (_, Base::Register(_) | Base::None) => return self.expected("an array"),
        })
    }

    fn register_of_index(&mut self, reading: &Reading<'a>) -> ParseResult<Operand<'a>> {
        let position = self.position;
        let name = self.word("a number or a register")?;
        let operand = match lookup(reading, name) {
            Some(Name::Register(register)) => Operand::Register(register),
            None if name.starts_with('%') => self.special(name)?,
            _ => return Err(Problem::new(position, format!("{name:?} isn't a register"))),
        };
        match operand {
            Operand::Register(Register { ty, .. }) if ty.is_float() || ty == Type::Pred => {
                let ty = ty.name();
                let why = format!(
                    "Illegal to use symbol '{name}' of type .{ty} as array index. Use integer or bit only."
                );
                Err(Problem::new(position, why))
            }
            operand => Ok(operand),
        }
    }
}

/// Adds instructions that compute the address of an element, and returns their register. Index, sum and product have 32 bits,
/// without a sign, as in the code of ptxas.
fn computed<'a>(
    reading: &mut Reading<'a>,
    position: Position,
    (base, size): (Base<'a>, u32),
    (index, constant): (Operand<'a>, i64),
) -> Register {
    let mut next = |ty| {
        let id = reading.registers;
        reading.registers += 1;
        Register { id, ty }
    };
    let [narrow, wide, start] = [next(Type::U32), next(Type::U64), next(Type::U64)];
    let register = Operand::Register;
    let index_type = match index {
        Operand::Register(Register { ty, .. }) => match ty {
            Type::B8 => Type::U8,
            Type::B16 => Type::U16,
            Type::B32 => Type::U32,
            Type::B64 => Type::U64,
            ty => ty,
        },
        _ => Type::U32,
    };
    let conversion = match index_type {
        Type::U32 | Type::S32 => (Opcode::Mov, vec![Modifier::U32]),
        ty => (Opcode::Cvt, vec![Modifier::U32, ty.modifier()]),
    };
    let number = |value: i64| Operand::Integer((value as u32).into());
    let of_array = match base {
        Base::Variable(index) => Operand::Variable(index, 0),
        Base::Symbol(name) => Operand::Symbol(name, 0),
        Base::Register(start) => Operand::Register(start),
        Base::None => Operand::Integer(0),
    };
    let steps = [
        (conversion.0, conversion.1, vec![register(narrow), index]),
        (
            Opcode::Add,
            vec![Modifier::U32],
            vec![register(narrow), register(narrow), number(constant)],
        ),
        (
            Opcode::Mul,
            vec![Modifier::Lo, Modifier::U32],
            vec![register(narrow), register(narrow), number(size.into())],
        ),
        (Opcode::Cvt, vec![Modifier::U64, Modifier::U32], vec![register(wide), register(narrow)]),
        (Opcode::Mov, vec![Modifier::U64], vec![register(start), of_array]),
        (Opcode::Add, vec![Modifier::U64], vec![register(wide), register(wide), register(start)]),
    ];
    for (opcode, modifiers, operands) in steps {
        reading.scope_of.push(reading.scope);
        let location = reading.location;
        let guard = None;
        reading.function.body.push(Instruction {
            position,
            location,
            guard,
            opcode,
            modifiers,
            operands,
            form: None,
        });
    }
    wide
}
