//! Loads from shared memory with one address register become neighbors, before which one instruction checks the
//! addresses for all of them.

use crate::code::level::Level;
use crate::code::{Handler, Inst};
use crate::decode::addresses::ends_basic_block;
use crate::decode::body::{Body, blank};
use crate::decode::refusal::Decoded;
use crate::decode::registers::{registers, words, written};
use crate::forms::{Modifier, Opcode};
use crate::ptx::{Address, Base, Function, Instruction, Operand, Register};

/// The fewest loads of a group: checking fewer together isn't faster.
const FEWEST: usize = 3;
/// The most: each needs a register of its own until it is used.
const MOST: usize = 8;
/// How far a load is moved at most, in instructions.
const DISTANCE: usize = 64;

/// A load that can be part of a group: its result, its address register and its offset.
fn load(instruction: &Instruction<'_>) -> Option<(Register, Register, i32)> {
    let [Operand::Register(to), Operand::Address(Address { base: Base::Register(base), offset })] =
        instruction.operands.as_slice()
    else {
        return None;
    };
    let fits = instruction.opcode == Opcode::Ld
        && instruction.guard.is_none()
        && matches!(
            instruction.modifiers.as_slice(),
            [Modifier::Shared, Modifier::F32 | Modifier::U32 | Modifier::S32 | Modifier::B32]
        )
        && words(to.ty) == 1
        && to.id != base.id
        && offset & 3 == 0;
    fits.then_some((*to, *base, i32::try_from(*offset).ok()?))
}

/// Returns `true` if the instruction neither accesses memory nor affects control.
pub(super) fn only_computes(instruction: &Instruction<'_>) -> bool {
    const COMPUTE: [Opcode<'static>; 28] = [
        Opcode::Add,
        Opcode::Sub,
        Opcode::Mul,
        Opcode::Mad,
        Opcode::Fma,
        Opcode::Neg,
        Opcode::Abs,
        Opcode::Min,
        Opcode::Max,
        Opcode::And,
        Opcode::Or,
        Opcode::Xor,
        Opcode::Not,
        Opcode::Shl,
        Opcode::Shr,
        Opcode::Setp,
        Opcode::Selp,
        Opcode::Mov,
        Opcode::Cvt,
        Opcode::Lop3,
        Opcode::Bfe,
        Opcode::Bfi,
        Opcode::Prmt,
        Opcode::Div,
        Opcode::Rcp,
        Opcode::Sqrt,
        Opcode::Rsqrt,
        Opcode::Ex2,
    ];
    COMPUTE.contains(&instruction.opcode)
}

/// Returns `true` if a load may be moved before the instruction, as far as memory and control are concerned.
fn may_follow(instruction: &Instruction<'_>) -> bool {
    only_computes(instruction) || load(instruction).is_some()
}

/// Moves loads to the ones before them with the same address register. If both a load and one that it passed are faults, the
/// former is reported.
pub fn coalesce(function: &mut Function<'_>) {
    let mut starts = vec![false; function.body.len() + 1];
    for &at in &function.labels {
        starts[at.min(function.body.len())] = true;
    }
    let body = &mut function.body;
    let mut first = 0;
    while first < body.len() {
        let Some((_, base, _)) = load(&body[first]) else {
            first += 1;
            continue;
        };
        let mut end = first + 1;
        for at in first + 1..body.len().min(first + DISTANCE) {
            let each = &body[at];
            let writes_base = {
                let mut found = false;
                written(each, |register| found |= register.id == base.id);
                found
            };
            if starts[at]
                || ends_basic_block(each)
                || !may_follow(each)
                || writes_base
                || end == first + MOST
            {
                break;
            }
            if let Some((to, own_base, _)) = load(each)
                && own_base.id == base.id
                && !body[end..at].iter().any(|passed| mentions(passed, to))
            {
                body[end..=at].rotate_right(1);
                end += 1;
            }
        }
        first = end;
    }
}

fn mentions(instruction: &Instruction<'_>, wanted: Register) -> bool {
    let mut found = false;
    registers(instruction, |register, _| found |= register.id == wanted.id);
    found
}

impl<'a> Body<'_, 'a> {
    /// Adds the instruction that performs the loads from instruction `at` on, if they are a group.
    pub(super) fn begin_coalesced_loads(
        &mut self,
        function: &Function<'a>,
        at: usize,
    ) -> Decoded<()> {
        let is_first = at >= self.coalesced && !self.parts.observers.any();
        let Some((_, base, _)) = load(&function.body[at]).filter(|_| is_first) else {
            return Ok(());
        };
        let offsets: Vec<i32> = function.body[at..]
            .iter()
            .enumerate()
            // A label in between is an instruction, too.
            .take_while(|(index, _)| *index == 0 || !function.labels.contains(&(at + index)))
            .map_while(|(_, each)| load(each))
            .take_while(|(_, own_base, _)| own_base.id == base.id)
            .take(MOST)
            .map(|(_, _, offset)| offset)
            .collect();
        let (Some(&low), Some(&high)) = (offsets.iter().min(), offsets.iter().max()) else {
            return Ok(());
        };
        if offsets.len() < FEWEST {
            return Ok(());
        }
        self.coalesced = at + offsets.len();
        if let Some(run) = handler(self.level, words(base.ty) == 2) {
            let a = self.register(base)?;
            self.emit(Inst {
                a,
                c: offsets.len() as u32,
                y: low as u32,
                z: high as u32,
                ..blank(run)
            });
        }
        Ok(())
    }
}

/// Returns the handler of a group, whose address register has 64 bits if it is `wide`; `None` where there is none.
fn handler(level: Level, wide: bool) -> Option<Handler> {
    match (level, wide) {
        (Level::Plain, _) => None,
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, true) => Some(crate::ops::load_group::<true>),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, false) => Some(crate::ops::load_group::<false>),
    }
}
