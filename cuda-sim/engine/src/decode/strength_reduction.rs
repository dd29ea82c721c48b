//! Rewrites integer arithmetic to fewer or narrower instructions, before it is decoded: what compilers generate for
//! divisions by constants, indices that become addresses, and products in sums.
//!
//! Execution time depends on the number of instructions, and 64-bit ones take twice as long. The results are the same
//! in every bit, because all these operations wrap around.

use crate::decode::addresses::ends_basic_block;
use crate::decode::registers::{Role, first_of, registers, words, written};
use crate::forms::{First, Modifier, Opcode};
use crate::ptx::{Function, Instruction, Operand, Register, Type};
use std::collections::HashMap;

/// Simplifies the integer arithmetic of `function`.
pub fn reduce(function: &mut Function<'_>) {
    let mut rewriting = Rewriting::new(function);
    for at in 0..rewriting.body.len() {
        // Each returns whether it found its pattern, which is unimportant here.
        rewriting.divide(at);
        rewriting.multiply_and_add(at);
        rewriting.choose(at);
    }
    for at in 0..rewriting.body.len() {
        rewriting.widen(at);
        rewriting.invert_branch(at, &function.labels);
    }
    replace_body(function, rewriting.body);
}

/// Gives `function` a new body, in which `body` has what replaces each old instruction, and moves its labels.
pub(super) fn replace_body<'a>(
    function: &mut Function<'a>,
    body: impl IntoIterator<Item: IntoIterator<Item = Instruction<'a>>>,
) {
    function.body.clear();
    let mut moved = Vec::new();
    for instructions in body {
        moved.push(function.body.len());
        function.body.extend(instructions);
    }
    moved.push(function.body.len());
    for label in &mut function.labels {
        *label = moved.get(*label).copied().unwrap_or(*label);
    }
}

/// The positions at which a function reads and writes a register, in ascending order.
#[derive(Default)]
struct Positions {
    written: Vec<usize>,
    read: Vec<usize>,
}

pub(super) struct Rewriting<'a> {
    /// The instructions; `None` if one was removed.
    pub body: Vec<Option<Instruction<'a>>>,
    /// For each instruction, the number of its basic block.
    blocks: Vec<u32>,
    mentions: HashMap<u32, Positions>,
}

/// The parts of an instruction that has no guard and writes one register.
pub(super) struct Parts<'i, 'a> {
    pub opcode: Opcode<'a>,
    pub modifiers: &'i [Modifier<'a>],
    pub to: Register,
    pub sources: &'i [Operand<'a>],
}

impl<'a> Rewriting<'a> {
    pub fn new(function: &mut Function<'a>) -> Rewriting<'a> {
        let old = std::mem::take(&mut function.body);
        let mut begins = vec![false; old.len() + 1];
        for &label in &function.labels {
            begins[label.min(old.len())] = true;
        }
        let mut number = 0;
        let mut blocks = Vec::with_capacity(old.len());
        for (at, instruction) in old.iter().enumerate() {
            number += u32::from(begins[at]);
            blocks.push(number);
            number += u32::from(ends_basic_block(instruction));
        }
        let mut rewriting = Rewriting {
            body: old.into_iter().map(Some).collect(),
            blocks,
            mentions: HashMap::new(),
        };
        for at in 0..rewriting.body.len() {
            rewriting.mention(at, |places, at| places.push(at));
        }
        rewriting
    }

    /// Calls `f` with the mentions of each register of the instruction at `at`.
    fn mention(&mut self, at: usize, mut f: impl FnMut(&mut Vec<usize>, usize)) {
        let Some(Some(instruction)) = self.body.get(at) else {
            return;
        };
        let mentions = &mut self.mentions;
        // These may write operands that they read.
        let both = matches!(first_of(instruction), First::Accumulated | First::Results);
        registers(instruction, |register, role| {
            let found = mentions.entry(register.id).or_default();
            if role == Role::Use {
                f(&mut found.read, at);
            }
            if role == Role::Define || both {
                f(&mut found.written, at);
            }
        });
        // A guarded write keeps other lanes' values, and so was counted as a read above.
        if instruction.guard.is_some() {
            written(instruction, |register| {
                f(&mut mentions.entry(register.id).or_default().written, at);
            });
        }
    }

    /// Replaces the instruction at `at` with `instruction`.
    fn set(&mut self, at: usize, instruction: Option<Instruction<'a>>) {
        self.mention(at, |places, at| {
            if let Ok(place) = places.binary_search(&at) {
                places.remove(place);
            }
        });
        self.body[at] = instruction;
        self.mention(at, |places, at| {
            let (Ok(place) | Err(place)) = places.binary_search(&at);
            places.insert(place, at);
        });
    }

    /// Replaces the operation at `at` with another one that has the same destination.
    fn replace(
        &mut self,
        at: usize,
        opcode: Opcode<'static>,
        modifiers: &[Modifier<'static>],
        to: Register,
        sources: Vec<Operand<'a>>,
    ) {
        let Some(Some(old)) = self.body.get(at) else {
            return;
        };
        let mut operands = vec![Operand::Register(to)];
        operands.extend(sources);
        let new = old.with(opcode, modifiers, operands);
        self.set(at, Some(new));
    }

    pub fn parts(&self, at: usize) -> Option<Parts<'_, 'a>> {
        let instruction = self.body.get(at)?.as_ref()?;
        let [Operand::Register(to), sources @ ..] = instruction.operands.as_slice() else {
            return None;
        };
        instruction.guard.is_none().then_some(Parts {
            opcode: instruction.opcode,
            modifiers: &instruction.modifiers,
            to: *to,
            sources,
        })
    }

    pub fn mentions(&self, register: Register) -> (&[usize], &[usize]) {
        let found = self.mentions.get(&register.id);
        found.map_or((&[], &[]), |found| (&found.written, &found.read))
    }

    /// Returns the position where `register` is written, if that happens once, and it is read once, at `reader` in the
    /// same basic block.
    fn only_definition(&self, register: Register, reader: usize) -> Option<usize> {
        match self.mentions(register) {
            (&[written], &[read])
                if read == reader
                    && written < reader
                    && self.blocks[written] == self.blocks[reader] =>
            {
                Some(written)
            }
            _ => None,
        }
    }

    /// Returns `true` if `operand` has the same value at `to` as at `from`, earlier in the same basic block.
    fn is_unchanged(&self, operand: &Operand<'_>, from: usize, to: usize) -> bool {
        match operand {
            Operand::Register(register) => {
                let (written, _) = self.mentions(*register);
                !written.iter().any(|&at| at > from && at < to)
            }
            Operand::Integer(_) => true,
            _ => false,
        }
    }

    /// Replaces `mul.wide.u32`, `shr.u64` by at least 32 and `cvt.u32.u64`, a division by a constant, with the upper
    /// half of the product and a 32-bit shift.
    fn divide(&mut self, at: usize) -> Option<()> {
        let low = self.parts(at)?;
        let (Opcode::Cvt, [Modifier::U32, Modifier::U64], &[Operand::Register(shifted)]) =
            (low.opcode, low.modifiers, low.sources)
        else {
            return None;
        };
        let to = low.to;
        let shift_at = self.only_definition(shifted, at)?;
        let shift = self.parts(shift_at)?;
        let (
            Opcode::Shr,
            [Modifier::U64],
            &[Operand::Register(product), Operand::Integer(by @ 33..64)],
        ) = (shift.opcode, shift.modifiers, shift.sources)
        else {
            return None;
        };
        let product_at = self.only_definition(product, shift_at)?;
        let multiplication = self.parts(product_at)?;
        let (
            Opcode::Mul,
            [Modifier::Wide, Modifier::U32],
            [Operand::Register(a), Operand::Integer(factor)],
        ) = (multiplication.opcode, multiplication.modifiers, multiplication.sources)
        else {
            return None;
        };
        if words(a.ty) != 1 || words(to.ty) != 1 || words(product.ty) != 2 {
            return None;
        }
        let sources = vec![Operand::Register(*a), Operand::Integer(*factor)];
        // The register of the whole product now holds its upper half.
        let half = Register { id: product.id, ty: Type::B32 };
        self.set(shift_at, None);
        self.replace(product_at, Opcode::Mul, &[Modifier::Hi, Modifier::U32], half, sources);
        let sources = vec![Operand::Register(half), Operand::Integer(by - 32)];
        self.replace(at, Opcode::Shr, &[Modifier::U32], to, sources);
        Some(())
    }

    /// Combines `mul.lo` and an `add` or `sub` of its product to `mad.lo`.
    fn multiply_and_add(&mut self, at: usize) -> Option<()> {
        let sum = self.parts(at)?;
        let (opcode, to) = (sum.opcode, sum.to);
        let ([ty @ (Modifier::S32 | Modifier::U32 | Modifier::S64 | Modifier::U64)], [x, y]) =
            (sum.modifiers, sum.sources)
        else {
            return None;
        };
        let size = words(Type::of(*ty)?);
        let orders = match opcode {
            Opcode::Add => &[(x, y), (y, x)][..],
            Opcode::Sub => &[(y, x)],
            _ => return None,
        };
        for (product, other) in orders {
            let Operand::Register(product) = product else {
                continue;
            };
            let Some(product_at) = self.only_definition(*product, at) else {
                continue;
            };
            let Some(multiplication) = self.parts(product_at) else {
                continue;
            };
            let (
                Opcode::Mul,
                [
                    Modifier::Lo,
                    of @ (Modifier::S32 | Modifier::U32 | Modifier::S64 | Modifier::U64),
                ],
                [a, b],
            ) = (multiplication.opcode, multiplication.modifiers, multiplication.sources)
            else {
                continue;
            };
            let b = match (opcode, b) {
                (Opcode::Add, b) => b.clone(),
                (_, Operand::Integer(factor)) => Operand::Integer(factor.wrapping_neg()),
                _ => continue,
            };
            let fits = |operand: &Operand<'_>| match operand {
                Operand::Register(register) => words(register.ty) == size,
                Operand::Integer(_) => true,
                _ => false,
            };
            let is_unchanged =
                self.is_unchanged(a, product_at, at) && self.is_unchanged(&b, product_at, at);
            if is_unchanged
                && Type::of(*of).map(words) == Some(size)
                && words(product.ty) == size
                && words(to.ty) == size
                && fits(a)
                && fits(&b)
                && fits(other)
            {
                let sources = vec![a.clone(), b, (*other).clone()];
                let ty = if size == 2 { Modifier::S64 } else { Modifier::S32 };
                self.set(product_at, None);
                self.replace(at, Opcode::Mad, &[Modifier::Lo, ty], to, sources);
                return Some(());
            }
        }
        None
    }

    /// Combines `setp` and a `selp` of the compared values to `min` or `max`.
    fn choose(&mut self, at: usize) -> Option<()> {
        let choice = self.parts(at)?;
        let (Opcode::Selp, [of], [x, y, Operand::Register(predicate)]) =
            (choice.opcode, choice.modifiers, choice.sources)
        else {
            return None;
        };
        let (of, to) = (Type::of(*of)?, choice.to);
        let comparison_at = self.only_definition(*predicate, at)?;
        let comparison = self.parts(comparison_at)?;
        let (Opcode::Setp, [relation, ty], [a, b]) =
            (comparison.opcode, comparison.modifiers, comparison.sources)
        else {
            return None;
        };
        let (ty, size) = match *ty {
            Modifier::S32 => (Modifier::S32, 1),
            Modifier::U32 => (Modifier::U32, 1),
            Modifier::S64 => (Modifier::S64, 2),
            Modifier::U64 => (Modifier::U64, 2),
            _ => return None,
        };
        let larger = match *relation {
            Modifier::Gt | Modifier::Ge => true,
            Modifier::Lt | Modifier::Le => false,
            _ => return None,
        };
        let first = x == a && y == b;
        let fits = |operand: &Operand<'_>| match operand {
            Operand::Register(register) => words(register.ty) == size,
            Operand::Integer(_) => true,
            _ => false,
        };
        if !first && (x, y) != (b, a)
            // A constant of `selp.f32` differs from that of an integer comparison.
            || of.is_float()
            || of.size() != 4 * size
            || words(to.ty) != size
            || ![a, b]
                .into_iter()
                .all(|operand| fits(operand) && self.is_unchanged(operand, comparison_at, at))
        {
            return None;
        }
        let sources = vec![a.clone(), b.clone()];
        let opcode = if larger == first { Opcode::Max } else { Opcode::Min };
        self.set(comparison_at, None);
        self.replace(at, opcode, &[ty], to, sources);
        Some(())
    }

    /// Removes `cvt` of an index to 64 bits if all its readers can use the index itself: products with constants, left
    /// shifts, and sums.
    fn widen(&mut self, at: usize) -> Option<()> {
        let wide = self.parts(at)?;
        let (
            Opcode::Cvt,
            [Modifier::U64, Modifier::U32] | [Modifier::S64, Modifier::S32],
            &[Operand::Register(index)],
        ) = (wide.opcode, wide.modifiers, wide.sources)
        else {
            return None;
        };
        let ty =
            if wide.modifiers.contains(&Modifier::U32) { Modifier::U32 } else { Modifier::S32 };
        let to = wide.to;
        let (&[_], readers) = self.mentions(to) else {
            return None;
        };
        if words(to.ty) != 2 || words(index.ty) != 1 || readers.is_empty() {
            return None;
        }
        let readers = readers.to_vec();
        let new = readers.iter().map(|&reader| self.of_index(at, to, index, ty, reader));
        let new: Vec<_> = new.collect::<Option<_>>()?;
        for (reader, (destination, factor, summand)) in readers.into_iter().zip(new) {
            let index = Operand::Register(index);
            match summand {
                Some(summand) => {
                    let sources = vec![index, Operand::Integer(factor), summand];
                    self.replace(reader, Opcode::Mad, &[Modifier::Wide, ty], destination, sources);
                }
                None => {
                    let sources = vec![index, Operand::Integer(factor)];
                    self.replace(reader, Opcode::Mul, &[Modifier::Wide, ty], destination, sources);
                }
            }
        }
        self.set(at, None);
        Some(())
    }

    /// Combines a branch over the branch that follows it with that one, under the opposite condition.
    fn invert_branch(&mut self, at: usize, labels: &[usize]) -> Option<()> {
        let place_of = |instruction: &Instruction<'_>| match instruction.operands.as_slice() {
            [Operand::Label(label)] if instruction.opcode == Opcode::Bra => {
                labels.get(*label as usize).copied()
            }
            _ => None,
        };
        let over = self.body.get(at)?.as_ref()?;
        let (register, negated) = over.guard?;
        let next = self.body.get(at + 1)?.as_ref()?;
        // Nothing else may jump to the second branch.
        if place_of(over)? != at + 2
            || next.guard.is_some()
            || place_of(next)? <= at + 1
            || labels.contains(&(at + 1))
        {
            return None;
        }
        // It mentions no register.
        let mut both = self.body[at + 1].take()?;
        both.guard = Some((register, !negated));
        self.set(at, Some(both));
        Some(())
    }

    /// Returns `true` if `index` has the same value at `reader` as at `at`, where a value that `reader` reads was
    /// computed from it.
    pub fn still_holds(&self, index: Register, at: usize, reader: usize) -> bool {
        let near = self.blocks[at] == self.blocks[reader] && at < reader;
        match self.mentions(index) {
            // Both are always written together, so the index has changed wherever the other has.
            (&[written], _) if written < at && self.blocks[written] == self.blocks[at] => {
                !(written + 1..at).contains(&reader)
            }
            _ => near && self.is_unchanged(&Operand::Register(index), at, reader),
        }
    }

    /// Returns `true` if the instruction at `at` is the first of its basic block.
    pub fn begins_basic_block(&self, at: usize) -> bool {
        at == 0 || self.blocks.get(at) != self.blocks.get(at - 1)
    }

    /// Returns a number that is greater than those of all registers.
    pub fn first_free(&self) -> u32 {
        self.mentions.keys().max().map_or(0, |id| id + 1)
    }

    /// Returns what the instruction at `reader` computes from `wide`, which is the 64-bit `index` and written only at
    /// `at`: the destination, the factor, and the addend.
    fn of_index(
        &self,
        at: usize,
        wide: Register,
        index: Register,
        ty: Modifier<'_>,
        reader: usize,
    ) -> Option<(Register, u64, Option<Operand<'a>>)> {
        let parts = self.parts(reader)?;
        if !self.still_holds(index, at, reader) || words(parts.to.ty) != 2 {
            return None;
        }
        let is_wide = |operand: &Operand<'_>| matches!(operand, Operand::Register(register) if register.id == wide.id);
        let limit = if ty == Modifier::U32 { 1 << 32 } else { 1 << 31 };
        let small = |factor: u64| (factor < limit).then_some(factor);
        match (parts.opcode, parts.modifiers, parts.sources) {
            (
                Opcode::Mul,
                [Modifier::Lo, Modifier::S64 | Modifier::U64],
                [x, Operand::Integer(factor)],
            ) if is_wide(x) => Some((parts.to, small(*factor)?, None)),
            (
                Opcode::Mad,
                [Modifier::Lo, Modifier::S64 | Modifier::U64],
                [x, Operand::Integer(factor), other],
            ) if is_wide(x) && !is_wide(other) => {
                Some((parts.to, small(*factor)?, Some(other.clone())))
            }
            (Opcode::Shl, [Modifier::B64], [x, Operand::Integer(by @ 0..32)]) if is_wide(x) => {
                Some((parts.to, small(1 << by)?, None))
            }
            (Opcode::Add, [Modifier::S64 | Modifier::U64], [x, y]) if is_wide(x) && !is_wide(y) => {
                Some((parts.to, 1, Some(y.clone())))
            }
            (Opcode::Add, [Modifier::S64 | Modifier::U64], [x, y]) if is_wide(y) && !is_wide(x) => {
                Some((parts.to, 1, Some(x.clone())))
            }
            _ => None,
        }
    }
}
