//! Removes fences that an atomic operation after them, or directly before them, makes superfluous.

use super::body::{Body, blank};
use super::grouped::only_computes;
use crate::ops::{self, EXCHANGES_ARE_FENCES, rare};
use crate::ptx::{Function, Instruction};

/// Moves each fence to the atomic operation after it, if there is only arithmetic between them.
pub fn delay(function: &mut Function<'_>) {
    let mut fence = None;
    for at in 0..function.body.len() {
        let instruction = &function.body[at];
        match instruction.opcode {
            "membar" | "fence" if instruction.guard.is_none() => fence = Some(at),
            "atom" | "red" => {
                if let Some(fence) = fence.take()
                    && !function
                        .labels
                        .iter()
                        .any(|label| (fence + 1..=at).contains(label))
                {
                    function.body[fence..at].rotate_left(1);
                }
            }
            _ if only_computes(instruction) => {}
            _ => fence = None,
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// Adds a fence, unless all earlier accesses are ordered already.
    pub(super) fn fence(&mut self, i: &Instruction<'a>) {
        if self.ordered {
            return;
        }
        self.emit(blank(rare::<ops::Fence>()));
        if i.guard.is_none() {
            self.last_fence = Some(self.parts.insts.len());
        }
    }

    /// Removes the fence directly before atomic operation `i`, which then does the fence's work. Returns `true` if
    /// there was one.
    pub(super) fn take_fence(&mut self, i: &Instruction<'a>) -> bool {
        let last = self.parts.insts.len().checked_sub(1);
        let found = EXCHANGES_ARE_FENCES && i.guard.is_none() && last.is_some();
        let found = found && self.last_fence.take() == last;
        if found {
            self.parts.insts.pop();
            self.parts.places.pop();
        }
        found
    }

    /// Records whether all accesses are ordered after `i`: they are if memory wasn't accessed after the last atomic
    /// operation on global memory.
    pub(super) fn order_after(&mut self, i: &Instruction<'a>) {
        let (global, wide) = (
            i.modifiers.contains(&"global"),
            i.modifiers.contains(&"b128"),
        );
        self.ordered = match i.opcode {
            "atom" | "red" => EXCHANGES_ARE_FENCES && global && !wide && i.guard.is_none(),
            "setp" | "selp" | "mov" | "bra" | "membar" | "fence" => self.ordered,
            _ => false,
        };
    }
}
