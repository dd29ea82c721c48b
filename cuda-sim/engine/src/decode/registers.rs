//! The registers of an instruction, and whether it uses or defines them.

use crate::forms::First;
use crate::ptx::{Address, Base, Function, Instruction, Operand, Register, Type};
use std::collections::HashMap;

/// How an instruction uses a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reads it, or writes it only in some lanes.
    Use,
    /// Writes it.
    Define,
}

/// Calls `f` for every register of an instruction.
pub fn registers(instruction: &Instruction<'_>, mut f: impl FnMut(Register, Role)) {
    fn visit(operand: &Operand<'_>, role: Role, f: &mut impl FnMut(Register, Role)) {
        match operand {
            Operand::Register(register) => f(*register, role),
            Operand::Not(register) => f(*register, Role::Use),
            Operand::Part(register, _) => f(*register, role),
            Operand::Minus(operand) | Operand::Sum(operand, _) => visit(operand, role, f),
            Operand::Pair(first, second) => {
                for register in [first, second].into_iter().flatten() {
                    f(*register, role);
                }
            }
            Operand::Address(Address { base: Base::Register(register), .. }) => {
                f(*register, Role::Use)
            }
            Operand::Vector(list) | Operand::List(list) => {
                list.iter().for_each(|each| visit(each, role, f))
            }
            Operand::Parts(list) => list.iter().for_each(|each| visit(each, Role::Use, f)),
            _ => {}
        }
    }
    if let Some((register, _)) = instruction.guard {
        f(register, Role::Use);
    }
    for (index, each) in instruction.operands.iter().enumerate() {
        let role =
            if index == 0 && has_destination(instruction) { Role::Define } else { Role::Use };
        let role = if instruction.guard.is_some() { Role::Use } else { role };
        visit(each, role, &mut f);
    }
}

/// Returns `true` if the first operand is only written.
pub fn has_destination(instruction: &Instruction<'_>) -> bool {
    first_of(instruction) == First::Written
}

/// Returns what becomes of the first operand.
pub fn first_of(instruction: &Instruction<'_>) -> First {
    // Unknown instructions are refused when they are decoded.
    instruction.facts().map_or(First::Written, |facts| facts.first)
}

/// Returns how many instructions write each register.
pub fn definitions(function: &Function<'_>) -> HashMap<u32, u32> {
    let mut counts = HashMap::new();
    for instruction in &function.body {
        written(instruction, |register| *counts.entry(register.id).or_insert(0) += 1);
    }
    counts
}

/// Calls `f` for every register that an instruction writes.
pub fn written(instruction: &Instruction<'_>, mut f: impl FnMut(Register)) {
    if !matches!(first_of(instruction), First::Written | First::Accumulated) {
        return;
    }
    match instruction.operands.first() {
        Some(Operand::Register(register) | Operand::Part(register, _)) => f(*register),
        Some(Operand::Pair(a, b)) => [a, b].into_iter().flatten().for_each(|register| f(*register)),
        Some(Operand::Vector(list)) => {
            for each in list {
                if let Operand::Register(register) = each {
                    f(*register);
                }
            }
        }
        _ => {}
    }
}

/// Returns the number of words for each lane that a register of a type needs; 0 for a predicate.
pub fn words(ty: Type) -> u32 {
    match ty {
        Type::Pred => 0,
        Type::B128 => 4,
        _ if ty.size() == 8 => 2,
        _ => 1,
    }
}
