//! Loops that only look whether memory has changed: a lane that goes round one gives way to others each time.

use super::registers::{Role, registers};
use crate::ptx::{Instruction, Operand};

/// Does an access see what others write while it is repeated?
pub fn is_strong(instruction: &Instruction<'_>) -> bool {
    let strong = ["volatile", "acquire", "relaxed", "cv", "mmio"];
    instruction
        .modifiers
        .iter()
        .any(|word| strong.contains(word))
}

/// Does each turn of a loop do what the one before did, unless memory has changed in between?
pub fn polls(turn: &[Instruction<'_>]) -> bool {
    turn.iter().any(looks)
        && turn.iter().all(|each| looks(each) || only_computes(each))
        && !carries(turn)
}

/// Does the instruction look at memory that others may write? Where an exchange fails nothing has changed.
fn looks(instruction: &Instruction<'_>) -> bool {
    match instruction.opcode {
        "ld" => is_strong(instruction),
        "atom" => {
            let has = |word| instruction.modifiers.contains(&word);
            let adds_nothing = instruction.operands.get(2) == Some(&Operand::Integer(0));
            has("cas") || has("exch") || adds_nothing && (has("add") || has("or"))
        }
        _ => false,
    }
}

/// Is all that the instruction does to write its destination, to wait, or to branch?
fn only_computes(instruction: &Instruction<'_>) -> bool {
    const ALLOWED: [&[&str]; 4] = [
        &["ld", "mov", "cvt", "cvta", "setp", "set", "selp", "slct"],
        &["add", "sub", "mul", "mad", "min", "max", "neg", "abs"],
        &[
            "and", "or", "xor", "not", "shl", "shr", "lop3", "bfe", "bfi", "prmt",
        ],
        &["fence", "membar", "nanosleep", "bra"],
    ];
    ALLOWED
        .iter()
        .any(|words| words.contains(&instruction.opcode))
}

/// Is a register read that the turn before may have written?
fn carries(turn: &[Instruction<'_>]) -> bool {
    let mut read_first = Vec::new();
    let mut written = Vec::new();
    for instruction in turn {
        let mut each = |wanted| {
            registers(instruction, |register, role| match role {
                _ if role != wanted => {}
                Role::Use if !written.contains(&register.id) => read_first.push(register.id),
                Role::Use => {}
                Role::Define => written.push(register.id),
            });
        };
        each(Role::Use);
        each(Role::Define);
    }
    // What is written under a condition counts as read.
    let guarded =
        |instruction: &Instruction<'_>| instruction.guard.is_some() && instruction.opcode != "bra";
    written.iter().any(|id| read_first.contains(id)) || turn.iter().any(guarded)
}
