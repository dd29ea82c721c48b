//! Sums of a register and a constant as operands, `%r1+4`: each becomes an instruction before the one that reads it.
//!
//! A sum has the width of its register. An instruction may read a wider one, of which it takes the lowest bits, or a
//! narrower one, whose upper bits a GPU leaves undefined; they are zero here.

use crate::check::{Names, accepts};
use crate::decode::failure;
use crate::device::error::{CompileError, CompileErrorKind};
use crate::forms::{Modifier, Opcode};
use crate::ptx::{Module, Operand, Register, Type, greatest};

/// Replaces each sum by a register of its own.
pub fn lower(module: &mut Module<'_>) -> Result<(), CompileError> {
    let is_sum = |operand: &Operand<'_>| matches!(operand, Operand::Sum(..));
    let functions = module.functions.iter().enumerate();
    let with_sums: Vec<_> = functions
        .filter(|(_, function)| function.body.iter().flat_map(|i| &i.operands).any(is_sum))
        .map(|(at, _)| at)
        .collect();
    if with_sums.is_empty() {
        return Ok(());
    }
    let names = Names::of(module);
    let mut changed = Vec::with_capacity(with_sums.len());
    for at in with_sums {
        let function = &module.functions[at];
        let operands = function.body.iter().flat_map(|i| &i.operands);
        let guards = function.body.iter().filter_map(|i| i.guard);
        let named = operands.map(greatest).chain(guards.map(|(register, _)| register.id));
        let mut spare = named.max().unwrap_or(0);
        let mut next = || {
            spare += 1;
            spare
        };
        let mut body = Vec::with_capacity(function.body.len());
        let mut starts = Vec::with_capacity(function.body.len() + 1);
        for instruction in &function.body {
            starts.push(body.len());
            let mut instruction = instruction.without(&[], &instruction.operands);
            for at in 0..instruction.operands.len() {
                let Operand::Sum(base, addend) = instruction.operands[at].clone() else {
                    continue;
                };
                let ty = type_of(&base).map_err(|message| {
                    let position = instruction.position;
                    failure(CompileErrorKind::Unsupported, position, message.to_owned())
                })?;
                let sum = Operand::Register(Register { id: next(), ty });
                let operands = vec![sum.clone(), *base.clone(), Operand::Integer(addend)];
                body.push(instruction.with(Opcode::Add, &[ty.modifier()], operands));
                // As the instruction reads it.
                let id = next();
                let fitting = base.types_of_sum().into_iter().find(|&ty| {
                    instruction.operands[at] = Operand::Register(Register { id, ty });
                    accepts(&instruction, module, function, &names)
                });
                let read = fitting.filter(|fitting| fitting.size().max(2) != ty.size());
                instruction.operands[at] = match read {
                    Some(other) => {
                        let to = Operand::Register(Register { id, ty: other });
                        let wide = match other.size() {
                            1 | 2 => Modifier::U16,
                            4 => Modifier::U32,
                            _ => Modifier::U64,
                        };
                        let modifiers = [wide, ty.modifier()];
                        let operands = vec![to.clone(), sum];
                        body.push(instruction.with(Opcode::Cvt, &modifiers, operands));
                        to
                    }
                    None => sum,
                };
            }
            body.push(instruction);
        }
        starts.push(body.len());
        changed.push((at, body, starts));
    }
    for (at, body, starts) in changed {
        let function = &mut module.functions[at];
        for label in &mut function.labels {
            *label = starts.get(*label).copied().unwrap_or(body.len());
        }
        function.body = body;
    }
    Ok(())
}

/// Returns the type of a sum, which is as wide as its register.
fn type_of(base: &Operand<'_>) -> Result<Type, &'static str> {
    match base.type_of_sum() {
        Some(ty) if ty == Type::Pred || ty.is_float() || ty == Type::B128 => Err(
            "adding a constant to a register of this type isn't supported, for which NVIDIA's compiler crashes or takes any value: use an instruction",
        ),
        Some(ty) => match ty.size() {
            1 | 2 => Ok(Type::U16),
            4 => Ok(Type::U32),
            _ => Ok(Type::U64),
        },
        None => Err("only registers have sums"),
    }
}
