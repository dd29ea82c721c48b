//! Liveness: where the value of a register may still be read.

use crate::decode::registers::{Role, registers, words};
use crate::forms::Opcode;
use crate::ptx::{Function, Operand, Register};
use std::collections::HashMap;

/// The live interval of a register, in indices of instructions.
pub struct LiveInterval {
    pub register: u32,
    pub words: u32,
    pub first: usize,
    pub last: usize,
}

/// A basic block: a sequence of instructions without branches.
struct BasicBlock {
    range: std::ops::Range<usize>,
    next: Vec<usize>,
    uses: Vec<u64>,
    defines: Vec<u64>,
    live_in: Vec<u64>,
    live_out: Vec<u64>,
}

/// Returns the live intervals of the registers of a function, the first to begin first. `name` returns the register that
/// represents another.
pub fn live_intervals(
    function: &Function<'_>,
    name: impl Fn(Register) -> Option<Register>,
) -> Vec<LiveInterval> {
    let body = &function.body;
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    let mut found: Vec<LiveInterval> = Vec::new();
    for (index, instruction) in body.iter().enumerate() {
        registers(instruction, |register, _| {
            let Some(register) = name(register) else {
                return;
            };
            let number = *numbers.entry(register.id).or_insert_with(|| {
                found.push(LiveInterval {
                    register: register.id,
                    words: words(register.ty),
                    first: index,
                    last: index,
                });
                found.len() - 1
            });
            found[number].last = index;
        });
    }
    let mut blocks = blocks(function, found.len());
    for block in &mut blocks {
        for instruction in &body[block.range.clone()] {
            let (uses, defines) = (&mut block.uses, &mut block.defines);
            let mut each = |wanted: Role| {
                registers(instruction, |register, role| {
                    let Some(register) = name(register) else {
                        return;
                    };
                    let Some(&number) = numbers.get(&register.id) else {
                        return;
                    };
                    let (word, bit) = (number / 64, 1u64 << (number % 64));
                    if role != wanted {
                        return;
                    }
                    if role == Role::Use && defines[word] & bit == 0 {
                        uses[word] |= bit;
                    }
                    if role == Role::Define {
                        defines[word] |= bit;
                    }
                });
            };
            each(Role::Use);
            each(Role::Define);
        }
    }
    loop {
        let mut changed = false;
        for index in (0..blocks.len()).rev() {
            let mut out = std::mem::take(&mut blocks[index].live_out);
            for next in blocks[index].next.clone() {
                let live_in: &[u64] =
                    if next == index { &blocks[index].live_in } else { &blocks[next].live_in };
                for (word, more) in out.iter_mut().zip(live_in) {
                    *word |= more;
                }
            }
            let block = &mut blocks[index];
            for (word, out) in out.iter().enumerate() {
                let live = block.uses[word] | out & !block.defines[word];
                changed |= live != block.live_in[word];
                block.live_in[word] = live;
            }
            block.live_out = out;
        }
        if !changed {
            break;
        }
    }
    for block in &blocks {
        for (number, interval) in found.iter_mut().enumerate() {
            let (word, bit) = (number / 64, 1u64 << (number % 64));
            if block.live_in[word] & bit != 0 {
                interval.first = interval.first.min(block.range.start);
                interval.last = interval.last.max(block.range.start);
            }
            if block.live_out[word] & bit != 0 {
                interval.first = interval.first.min(block.range.end.saturating_sub(1));
                interval.last = interval.last.max(block.range.end.saturating_sub(1));
            }
        }
    }
    found.sort_by_key(|interval| interval.first);
    found
}

fn blocks(function: &Function<'_>, registers: usize) -> Vec<BasicBlock> {
    let body = &function.body;
    let mut starts = vec![false; body.len() + 1];
    starts[0] = true;
    for &at in &function.labels {
        starts[at.min(body.len())] = true;
    }
    for (index, instruction) in body.iter().enumerate() {
        if matches!(
            instruction.opcode,
            Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap
        ) {
            starts[index + 1] = true;
        }
    }
    let firsts: Vec<usize> = (0..body.len()).filter(|&index| starts[index]).collect();
    let block_at = |at: usize| firsts.binary_search(&at).ok();
    let empty = || vec![0u64; registers.div_ceil(64)];
    let mut blocks = Vec::new();
    for (number, &start) in firsts.iter().enumerate() {
        let end = firsts.get(number + 1).copied().unwrap_or(body.len());
        let last = &body[end - 1];
        let mut next = Vec::new();
        let ends = matches!(last.opcode, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit)
            && last.guard.is_none();
        if !ends && end < body.len() {
            next.push(number + 1);
        }
        if matches!(last.opcode, Opcode::Bra | Opcode::Brx) {
            for operand in &last.operands {
                if let Operand::Label(label) = operand {
                    let listed = function.branch_targets.iter().find(|(id, _)| id == label);
                    let targets =
                        listed.map_or_else(|| vec![*label], |(_, targets)| targets.clone());
                    for target in targets {
                        next.extend(
                            function.labels.get(target as usize).and_then(|&at| block_at(at)),
                        );
                    }
                }
            }
        }
        blocks.push(BasicBlock {
            range: start..end,
            next,
            uses: empty(),
            defines: empty(),
            live_in: empty(),
            live_out: empty(),
        });
    }
    blocks
}
