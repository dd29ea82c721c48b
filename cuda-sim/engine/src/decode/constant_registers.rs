//! Registers that never change: parameters, constants, special registers. They need no instruction, because a frame
//! contains them from the start.

use crate::code::function::Constant;
use crate::decode::body::Body;
use crate::decode::register_allocation::allocate;
use crate::decode::registers::{definitions, words};
use crate::decode::special::special;
use crate::forms::{Modifier, Opcode};
use crate::ptx::{Address, Base, Instruction, Operand, Register, StateSpace, Type};
use std::collections::HashMap;

impl<'a> Body<'_, 'a> {
    /// Finds the registers that are written once, by an instruction whose result is constant.
    pub fn find_constant_registers(&mut self) {
        let counts = definitions(self.function);
        for instruction in &self.function.body {
            let Some(Operand::Register(register)) = instruction.operands.first() else {
                continue;
            };
            if instruction.guard.is_some() || counts.get(&register.id) != Some(&1) {
                continue;
            }
            if let Some(constant) = self.always(instruction, *register) {
                self.constant_registers.insert(register.id, constant);
            }
        }
    }

    /// Returns `true` if the instruction only defined an alias.
    pub fn defines_constant(&self, instruction: &Instruction<'a>) -> bool {
        let Some(Operand::Register(register)) = instruction.operands.first() else {
            return false;
        };
        crate::decode::registers::has_destination(instruction)
            && self.constant_registers.contains_key(&register.id)
    }

    fn always(&self, i: &Instruction<'a>, to: Register) -> Option<Constant> {
        let [_, from] = i.operands.as_slice() else {
            return None;
        };
        let ty = i.modifiers.last().and_then(|word| Type::of(*word))?;
        match (i.opcode, i.modifiers.as_slice()) {
            (Opcode::Mov, [_]) if words(ty) == words(to.ty) && words(ty) != 0 && words(ty) <= 2 => {
                match from {
                    Operand::Special(name) => special(name).map(Constant::Special),
                    Operand::Register(register) => {
                        match self.constant_registers.get(&register.id) {
                            Some(constant) if words(register.ty) == words(to.ty) => Some(*constant),
                            _ => None,
                        }
                    }
                    operand => self.immediate(operand, ty).ok(),
                }
            }
            (Opcode::Ld, [space, _])
                if StateSpace::of(*space) == Some(StateSpace::Param) && self.is_kernel() =>
            {
                let Operand::Address(Address { base: Base::Variable(index), offset }) = from else {
                    return None;
                };
                if !self.is_kernel_param(*index)
                    || words(to.ty) == 0
                    || words(ty) > words(to.ty)
                    || words(to.ty) > 2
                {
                    return None;
                }
                let variable = self.function.variables.get(*index as usize)?;
                let offset = u32::try_from(*offset).ok()?;
                let end = u64::from(offset) + u64::from(ty.size());
                if end > variable.size() || offset % ty.size() != 0 {
                    return None;
                }
                let at = self.offsets.get(*index as usize).copied()?;
                Some(Constant::Param(at + offset, ty.size() as u8, ty.is_signed()))
            }
            (
                Opcode::Cvta,
                [Modifier::To, Modifier::Global | Modifier::Const, _]
                | [Modifier::Global | Modifier::Const, _],
            ) if words(ty) == 2 && words(to.ty) == 2 => match from {
                Operand::Register(register) if words(register.ty) == 2 => {
                    self.constant_registers.get(&register.id).copied()
                }
                Operand::Symbol(..) | Operand::Variable(..) => self.immediate(from, ty).ok(),
                _ => None,
            },
            (Opcode::Cvta, [Modifier::Local, _]) if words(ty) == 2 && words(to.ty) == 2 => {
                match from {
                    Operand::Register(register) => {
                        match self.constant_registers.get(&register.id) {
                            Some(Constant::Local(at)) => Some(Constant::LocalGeneric(*at)),
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Allocates the other registers.
    pub fn allocate(&mut self) {
        let constant_registers: &HashMap<u32, Constant> = &self.constant_registers;
        self.places = allocate(self.function, |register| {
            (!constant_registers.contains_key(&register.id)).then_some(register)
        });
        self.start_frame(self.places.words);
    }
}
