//! Loops that only poll memory: a lane in such a loop yields at each iteration.

use crate::decode::registers::{Role, registers};
use crate::ptx::{Instruction, Operand};

/// Returns `true` if a repeated access sees what others write.
pub fn is_strong(instruction: &Instruction<'_>) -> bool {
    let strong = ["volatile", "acquire", "relaxed", "cv", "mmio"];
    instruction.modifiers.iter().any(|word| strong.contains(word))
}

/// Returns `true` if each iteration of a loop has the same effect as the previous one, unless memory has changed.
pub fn only_polls(iteration: &[Instruction<'_>]) -> bool {
    iteration.iter().any(observes_memory)
        && iteration.iter().all(|each| observes_memory(each) || only_computes(each))
        && !depends_on_previous(iteration)
}

/// Returns `true` if the instruction reads memory that others may write. A failed exchange changes nothing.
fn observes_memory(instruction: &Instruction<'_>) -> bool {
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

/// Returns `true` if the instruction has no other effect than to write its destination, wait, or branch.
fn only_computes(instruction: &Instruction<'_>) -> bool {
    const ALLOWED: [&[&str]; 4] = [
        &["ld", "mov", "cvt", "cvta", "setp", "set", "selp", "slct"],
        &["add", "sub", "mul", "mad", "min", "max", "neg", "abs"],
        &["and", "or", "xor", "not", "shl", "shr", "lop3", "bfe", "bfi", "prmt"],
        &["fence", "membar", "nanosleep", "bra"],
    ];
    ALLOWED.iter().any(|words| words.contains(&instruction.opcode))
}

/// Returns `true` if the iteration reads a register that the previous one may have written.
fn depends_on_previous(iteration: &[Instruction<'_>]) -> bool {
    let mut read_first = Vec::new();
    let mut written = Vec::new();
    for instruction in iteration {
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
    // A conditional write counts as a read.
    let guarded =
        |instruction: &Instruction<'_>| instruction.guard.is_some() && instruction.opcode != "bra";
    written.iter().any(|id| read_first.contains(id)) || iteration.iter().any(guarded)
}
