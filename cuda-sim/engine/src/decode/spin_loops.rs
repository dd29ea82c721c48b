//! Loops that only poll memory: a lane in such a loop yields at each iteration.

use crate::decode::registers::{Role, registers};
use crate::forms::{Modifier, Opcode};
use crate::ptx::{Instruction, Operand};

/// Returns `true` if a repeated access sees what others write.
pub fn is_strong(instruction: &Instruction<'_>) -> bool {
    let strong =
        [Modifier::Volatile, Modifier::Acquire, Modifier::Relaxed, Modifier::Cv, Modifier::Mmio];
    instruction.modifiers.iter().any(|word| strong.contains(word))
}

/// Returns `true` if each iteration of a loop has the same effect as the previous one, unless memory has changed.
pub fn is_spin_loop(iteration: &[Instruction<'_>]) -> bool {
    iteration.iter().any(observes_memory)
        && iteration.iter().all(|each| observes_memory(each) || only_computes(each))
        && !depends_on_previous(iteration)
}

/// Returns `true` if the instruction reads memory that others may write. A failed exchange changes nothing.
fn observes_memory(instruction: &Instruction<'_>) -> bool {
    match instruction.opcode {
        Opcode::Ld => is_strong(instruction),
        Opcode::Atom => {
            let has = |modifier| instruction.has(modifier);
            let adds_nothing = instruction.operands.get(2) == Some(&Operand::Integer(0));
            has(Modifier::Cas)
                || has(Modifier::Exch)
                || adds_nothing && (has(Modifier::Add) || has(Modifier::Or))
        }
        _ => false,
    }
}

/// Returns `true` if the instruction has no other effect than to write its destination, wait, or branch.
fn only_computes(instruction: &Instruction<'_>) -> bool {
    const ALLOWED: [&[Opcode<'static>]; 4] = [
        &[
            Opcode::Ld,
            Opcode::Mov,
            Opcode::Cvt,
            Opcode::Cvta,
            Opcode::Setp,
            Opcode::Set,
            Opcode::Selp,
            Opcode::Slct,
        ],
        &[
            Opcode::Add,
            Opcode::Sub,
            Opcode::Mul,
            Opcode::Mad,
            Opcode::Min,
            Opcode::Max,
            Opcode::Neg,
            Opcode::Abs,
        ],
        &[
            Opcode::And,
            Opcode::Or,
            Opcode::Xor,
            Opcode::Not,
            Opcode::Shl,
            Opcode::Shr,
            Opcode::Lop3,
            Opcode::Bfe,
            Opcode::Bfi,
            Opcode::Prmt,
        ],
        &[Opcode::Fence, Opcode::Membar, Opcode::Nanosleep, Opcode::Bra],
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
    let guarded = |instruction: &Instruction<'_>| {
        instruction.guard.is_some() && instruction.opcode != Opcode::Bra
    };
    written.iter().any(|id| read_first.contains(id)) || iteration.iter().any(guarded)
}
