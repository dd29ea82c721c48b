//! Rewrites the arithmetic of addresses before it is decoded: a product and a sum become one instruction, which is
//! moved directly before the access that uses it.

use crate::decode::registers::{Role, registers, words, written};
use crate::forms::{Modifier, Opcode};
use crate::ptx::{Address, Base, Function, Instruction, Operand, Register};
use std::collections::HashMap;

/// How many times a function writes and reads each register.
#[derive(Default)]
pub struct MentionCounts {
    written: HashMap<u32, u32>,
    read: HashMap<u32, u32>,
}

impl MentionCounts {
    /// Counts them.
    pub fn of(body: &[Instruction<'_>]) -> MentionCounts {
        let mut mentions = MentionCounts::default();
        for instruction in body {
            registers(instruction, |register, role| {
                let counts = match role {
                    Role::Use => &mut mentions.read,
                    Role::Define => &mut mentions.written,
                };
                *counts.entry(register.id).or_default() += 1;
            });
        }
        mentions
    }

    /// Returns `true` if it is written once and read once.
    pub fn are_single(&self, register: Register) -> bool {
        let once = |counts: &HashMap<u32, u32>| counts.get(&register.id) == Some(&1);
        once(&self.written) && once(&self.read)
    }

    /// Returns `true` if it is read anywhere.
    pub fn has_reader(&self, register: Register) -> bool {
        self.read.contains_key(&register.id)
    }
}

/// Combines the arithmetic of addresses in `function`.
pub fn fuse(function: &mut Function<'_>) {
    let mentions = MentionCounts::of(&function.body);
    let mut starts = vec![false; function.body.len() + 1];
    for &at in &function.labels {
        starts[at.min(function.body.len())] = true;
    }
    let old = std::mem::take(&mut function.body);
    // The new index of each instruction that starts a basic block: labels are only there.
    let mut moved = Vec::with_capacity(old.len() + 1);
    let mut first = 0;
    for (at, instruction) in old.into_iter().enumerate() {
        moved.push(function.body.len());
        if starts[at] {
            first = function.body.len();
        }
        let ends = ends_basic_block(&instruction);
        add(&mut function.body, first, instruction, &mentions);
        if ends {
            first = function.body.len();
        }
    }
    moved.push(function.body.len());
    for label in &mut function.labels {
        *label = moved.get(*label).copied().unwrap_or(*label);
    }
}

/// Returns `true` if the instructions after it belong to another basic block.
pub(super) fn ends_basic_block(instruction: &Instruction<'_>) -> bool {
    matches!(
        instruction.opcode,
        Opcode::Bra | Opcode::Brx | Opcode::Call | Opcode::Ret | Opcode::Exit | Opcode::Trap
    )
}

/// Appends an instruction to `body`, whose last basic block starts at `first`.
fn add<'a>(
    body: &mut Vec<Instruction<'a>>,
    first: usize,
    mut instruction: Instruction<'a>,
    mentions: &MentionCounts,
) {
    for (product, base) in summands(&instruction) {
        if mentions.are_single(product)
            && let Some(at) = movable(body, first, product, Opcode::Mul)
        {
            let product = body.remove(at);
            let mut operands = product.operands;
            operands[..1].clone_from_slice(&instruction.operands[..1]);
            operands.push(Operand::Register(base));
            instruction = instruction.with(Opcode::Mad, &product.modifiers, operands);
            break;
        }
    }
    if let Some(address) = accessed(&instruction)
        && mentions.are_single(address)
        && let Some(at) = movable(body, first, address, Opcode::Mad)
    {
        body[at..].rotate_left(1);
    }
    if let Some((predicate, _)) = instruction.guard
        && instruction.opcode == Opcode::Bra
        && let Some(at) = movable_comparison(body, first, predicate)
    {
        body[at..].rotate_left(1);
    }
    body.push(instruction);
}

/// Returns the index of the comparison in the last basic block that writes `predicate`, if it can be moved to the end,
/// where it is combined with a branch on the predicate.
fn movable_comparison(
    body: &[Instruction<'_>],
    first: usize,
    predicate: Register,
) -> Option<usize> {
    let mentions = |each: &Instruction<'_>, wanted: &dyn Fn(Register, Role) -> bool| {
        let mut found = false;
        registers(each, |register, role| found |= wanted(register, role));
        found
    };
    let is_predicate = |register: Register, _: Role| register.id == predicate.id;
    let found = body[first..].iter().rposition(|each| mentions(each, &is_predicate));
    let at = first + found?;
    let each = &body[at];
    let [Operand::Register(to), x, y] = each.operands.as_slice() else {
        return None;
    };
    let sources: Vec<u32> = [x, y]
        .into_iter()
        .filter_map(|source| match source {
            Operand::Register(source) => Some(source.id),
            _ => None,
        })
        .collect();
    let changes = |each: &Instruction<'_>| {
        let mut found = false;
        written(each, |register| found |= sources.contains(&register.id));
        // Writes under a guard count, too, and calls write through lists.
        found || matches!(each.opcode, Opcode::Call)
    };
    let fits = each.opcode == Opcode::Setp
        && each.guard.is_none()
        && to.id == predicate.id
        && !body[at + 1..].iter().any(changes);
    fits.then_some(at)
}

/// Returns the summands of a 64-bit sum, in both orders: either may be the product.
fn summands(instruction: &Instruction<'_>) -> Vec<(Register, Register)> {
    let is_sum = instruction.opcode == Opcode::Add && instruction.guard.is_none();
    match instruction.operands.as_slice() {
        [Operand::Register(to), Operand::Register(x), Operand::Register(y)]
            if is_sum
                && matches!(instruction.modifiers.as_slice(), [Modifier::S64 | Modifier::U64])
                && [to, x, y].iter().all(|register| words(register.ty) == 2) =>
        {
            vec![(*x, *y), (*y, *x)]
        }
        _ => Vec::new(),
    }
}

/// Returns the address register of a load or store without a guard.
fn accessed(instruction: &Instruction<'_>) -> Option<Register> {
    let memory = match instruction.opcode {
        Opcode::Ld => instruction.operands.get(1),
        Opcode::St => instruction.operands.first(),
        _ => None,
    };
    match memory {
        Some(Operand::Address(Address { base: Base::Register(register), .. }))
            if instruction.guard.is_none() =>
        {
            Some(*register)
        }
        _ => None,
    }
}

/// Returns the index of the wide `opcode` in the last basic block that writes `register`, if it can be moved to the
/// end.
fn movable(
    body: &[Instruction<'_>],
    first: usize,
    register: Register,
    opcode: Opcode<'_>,
) -> Option<usize> {
    let writes = |instruction: &Instruction<'_>, wanted: Register| {
        let mut found = false;
        written(instruction, |register| found |= register.id == wanted.id);
        found
    };
    let found = body[first..].iter().rposition(|each| writes(each, register));
    let at = first + found?;
    let each = &body[at];
    let sources = each.operands.get(1..)?;
    let fits = each.opcode == opcode
        && each.guard.is_none()
        && matches!(each.modifiers.as_slice(), [Modifier::Wide, Modifier::U32 | Modifier::S32])
        && words(register.ty) == 2
        && sources.iter().zip([1, 1, 2]).all(|(source, size)| match source {
            Operand::Register(source) => {
                words(source.ty) == size && !body[at + 1..].iter().any(|each| writes(each, *source))
            }
            Operand::Integer(_) => size == 1,
            _ => false,
        });
    fits.then_some(at)
}
