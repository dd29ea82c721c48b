//! Removes fences that an atomic operation after them, or before them, makes superfluous, and those for which the CPU
//! needs no instruction.

use super::body::{Body, blank};
use super::grouped::only_computes;
use crate::ops::{self, EXCHANGES_ARE_FENCES, rare};
use crate::ptx::{Function, Instruction, StateSpace};

/// Which accesses before an instruction are ordered before those after it without a fence.
#[derive(Clone, Copy, Default)]
pub enum Ordered {
    /// Only those that the CPU orders by itself.
    #[default]
    Unknown,
    /// All.
    All,
    /// All if the atomic instruction with this index changed global memory.
    AllByGlobal(usize),
}

/// Returns `true` if a fence makes stores visible to other host threads before later loads. The CPU does everything
/// else that fences are for by itself if [`EXCHANGES_ARE_FENCES`]; a block's and a cluster's threads share a host
/// thread, which sees its own stores.
fn orders_stores_before_loads(fence: &Instruction<'_>) -> bool {
    let has = |word| fence.modifiers.contains(&word);
    let sequential = fence.opcode == "membar" || has("sc");
    !EXCHANGES_ARE_FENCES || sequential && !has("cta") && !has("cluster")
}

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
        if !orders_stores_before_loads(i) {
            return;
        }
        match self.ordered {
            Ordered::All => return,
            Ordered::AllByGlobal(atomic) if i.guard.is_none() => {
                if let Some(atomic) = self.parts.insts.get_mut(atomic) {
                    atomic.z |= ops::AtomicPlace::IS_FENCE;
                    self.ordered = Ordered::All;
                    return;
                }
            }
            _ => {}
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
        let has = |word| i.modifiers.contains(&word);
        let has_space = || {
            i.modifiers
                .iter()
                .any(|word| StateSpace::from_name(word).is_some())
        };
        let vector = ["v2", "v4", "v8"].into_iter().any(has);
        self.ordered = match (i.opcode, self.parts.insts.len().checked_sub(1)) {
            ("atom" | "red", _) if !EXCHANGES_ARE_FENCES || has("b128") || i.guard.is_some() => {
                Ordered::Unknown
            }
            ("atom" | "red", _) if has("global") => Ordered::All,
            ("atom" | "red", Some(last)) if !vector && !has_space() => Ordered::AllByGlobal(last),
            ("bra" | "membar" | "fence", _) => self.ordered,
            _ if only_computes(i) => self.ordered,
            _ => Ordered::Unknown,
        };
    }
}
