//! Programs that are counted: an instruction before each one counts it.

use crate::code::Inst;
use crate::code::counts::Counted;
use crate::code::place::SourcePlace;
use crate::decode::body::{Body, blank};
use crate::decode::refusal::Decoded;
use crate::forms::InstructionKind;
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Type};

impl<'a> Body<'_, 'a> {
    /// Adds the instruction that counts `i` before it is executed or skipped, if the program is counted.
    pub(super) fn count_next(&mut self, i: &Instruction<'a>, place: SourcePlace) -> Decoded<()> {
        if !self.parts.observers.counters {
            return Ok(());
        }
        let guard = match i.guard {
            Some((register, negated)) => Some((self.register(register)?, negated)),
            None => None,
        };
        let action = self.action(i)?;
        let index = self.parts.counted.len() as u32;
        self.parts.counted.push(Counted { place, kind: kind_of(i), guard, action });
        self.emit(Inst { y: index, ..blank(rare::<ops::Count>()) });
        // Without the guard, because those that skip the instruction count, too.
        for inst in std::mem::take(&mut self.pending) {
            self.parts.push(inst, place);
        }
        Ok(())
    }
}

fn kind_of(i: &Instruction<'_>) -> InstructionKind {
    let of_type = || {
        let mut types = i.modifiers.iter().filter_map(|word| Type::of(*word));
        // `set.s32.lt.f32` compares its last type.
        match types.next_back() {
            Some(ty) if ty.is_float() => InstructionKind::Float,
            _ => InstructionKind::Integer,
        }
    };
    i.facts().and_then(|facts| facts.kind).unwrap_or_else(of_type)
}
