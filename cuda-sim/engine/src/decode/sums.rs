//! Sums of a register and a constant as operands, `%r1+4`: each becomes an instruction before the one that reads it.

use crate::decode::failure;
use crate::device::error::{CompileError, CompileErrorKind};
use crate::ptx::{Instruction, Module, Operand, Register, Type, greatest};

/// Replaces each sum by a register of its own.
pub fn add(module: &mut Module<'_>) -> Result<(), CompileError> {
    for function in &mut module.functions {
        let mut operands = function.body.iter().flat_map(|i| &i.operands);
        if !operands.any(|operand| matches!(operand, Operand::Sum(..))) {
            continue;
        }
        let operands = function.body.iter().flat_map(|i| &i.operands);
        let mut spare = operands.map(greatest).max().unwrap_or(0);
        let guards = function.body.iter().filter_map(|i| i.guard);
        spare = guards.map(|(register, _)| register.id).fold(spare, u32::max);
        let mut body = Vec::with_capacity(function.body.len());
        let mut starts = Vec::with_capacity(function.body.len() + 1);
        for mut instruction in std::mem::take(&mut function.body) {
            starts.push(body.len());
            for at in 0..instruction.operands.len() {
                let Operand::Sum(base, addend) = &instruction.operands[at] else {
                    continue;
                };
                let ty = type_of(base).map_err(|message| {
                    let position = instruction.position;
                    failure(CompileErrorKind::Unsupported, position, message.to_owned())
                })?;
                spare += 1;
                let sum = Operand::Register(Register { id: spare, ty });
                body.push(Instruction {
                    position: instruction.position,
                    location: instruction.location,
                    // Nothing else reads the sum.
                    guard: None,
                    opcode: "add",
                    modifiers: vec![ty.name()],
                    operands: vec![sum.clone(), (**base).clone(), Operand::Integer(*addend)],
                });
                instruction.operands[at] = sum;
            }
            body.push(instruction);
        }
        starts.push(body.len());
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
