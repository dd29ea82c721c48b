//! Register allocation: registers with disjoint lifetimes share a position in the frame.

use crate::forms::{First, Opcode};
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

/// The positions of registers, and the current size of the frame.
#[derive(Default)]
pub struct Places {
    /// The first word of each register.
    pub at: HashMap<u32, u32>,
    /// The number of allocated words.
    pub words: u32,
}

/// The lifetime of a register, in indices of instructions.
struct Life {
    register: u32,
    words: u32,
    first: usize,
    last: usize,
}

/// Allocates every register of `function`. `name` returns the register that represents another.
pub fn allocate(function: &Function<'_>, name: impl Fn(Register) -> Option<Register>) -> Places {
    let lives = lives(function, name);
    let mut predicates = Vec::new();
    let mut planes: [Pool; 3] = Default::default();
    let (mut pred_words, mut plane_words) = (0, 0);
    let mut at = HashMap::new();
    let mut busy: Vec<(usize, u32)> = Vec::new();
    for life in &lives {
        if life.words == 0 {
            busy.retain(|&(last, word)| {
                let over = last < life.first;
                if over {
                    predicates.push(word);
                }
                !over
            });
            let word = predicates.pop().unwrap_or_else(|| {
                pred_words += 1;
                pred_words - 1
            });
            busy.push((life.last, word));
            at.insert(life.register, word);
            continue;
        }
        let size = life.words * 32;
        let place = planes[life.words.trailing_zeros() as usize]
            .take(life.first, life.last)
            .unwrap_or_else(|| {
                plane_words += size;
                plane_words - size
            });
        planes[life.words.trailing_zeros() as usize].busy.push((life.last, place));
        at.insert(life.register, place);
    }
    let first_plane = u32::next_multiple_of(pred_words, 32);
    for life in &lives {
        if life.words != 0
            && let Some(place) = at.get_mut(&life.register)
        {
            *place += first_plane;
        }
    }
    Places { at, words: first_plane + plane_words }
}

/// The positions of one size.
#[derive(Default)]
struct Pool {
    free: Vec<u32>,
    busy: Vec<(usize, u32)>,
}

impl Pool {
    fn take(&mut self, first: usize, _: usize) -> Option<u32> {
        let free = &mut self.free;
        self.busy.retain(|&(last, place)| {
            let over = last < first;
            if over {
                free.push(place);
            }
            !over
        });
        self.free.pop()
    }
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

fn lives(function: &Function<'_>, name: impl Fn(Register) -> Option<Register>) -> Vec<Life> {
    let body = &function.body;
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    let mut found: Vec<Life> = Vec::new();
    for (index, instruction) in body.iter().enumerate() {
        registers(instruction, |register, _| {
            let Some(register) = name(register) else {
                return;
            };
            let number = *numbers.entry(register.id).or_insert_with(|| {
                found.push(Life {
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
        for (number, life) in found.iter_mut().enumerate() {
            let (word, bit) = (number / 64, 1u64 << (number % 64));
            if block.live_in[word] & bit != 0 {
                life.first = life.first.min(block.range.start);
                life.last = life.last.max(block.range.start);
            }
            if block.live_out[word] & bit != 0 {
                life.first = life.first.min(block.range.end.saturating_sub(1));
                life.last = life.last.max(block.range.end.saturating_sub(1));
            }
        }
    }
    found.sort_by_key(|life| life.first);
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
