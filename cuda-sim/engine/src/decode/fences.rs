//! Removes fences that an atomic operation after them, or before them, makes superfluous, and those for which the CPU
//! needs no instruction.

use crate::decode::body::{Body, blank};
use crate::decode::load_coalescing::only_computes;
use crate::decode::refusal::Decoded;
use crate::forms::{Modifier, Opcode};
use crate::ops::{AtomicPlace, EXCHANGES_ARE_FENCES, Fence, KEEPS_ORDER, rare};
use crate::ptx::{Function, Instruction};

/// Which accesses before an instruction are ordered before those after it without a fence.
#[derive(Clone, Copy)]
pub enum Ordered {
    /// Only those that the CPU orders by itself.
    Unknown,
    /// All.
    All,
    /// All if the [`Atomic`](crate::ops::Atomic) instruction with this index changed global memory.
    AllByGlobal(usize),
}

/// Returns `true` if the CPU needs an instruction to order accesses as `i` does, which is a fence, an acquiring load or a
/// releasing store. A block's and a cluster's threads share a host thread, which sees its own accesses in their order.
fn needs_fence(i: &Instruction<'_>) -> bool {
    let has = |modifier| i.has(modifier);
    let sequential = i.opcode == Opcode::Membar || has(Modifier::Sc);
    (sequential || !KEEPS_ORDER) && !has(Modifier::Cta) && !has(Modifier::Cluster)
}

/// Moves each fence to the atomic operation after it, if there is only arithmetic between them.
pub fn delay(function: &mut Function<'_>) {
    let mut fence = None;
    for at in 0..function.body.len() {
        let instruction = &function.body[at];
        match instruction.opcode {
            Opcode::Membar | Opcode::Fence if instruction.guard.is_none() => fence = Some(at),
            Opcode::Atom | Opcode::Red => {
                if let Some(fence) = fence.take()
                    && !function.labels.iter().any(|label| (fence + 1..=at).contains(label))
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
    /// Adds a fence, unless the CPU needs no instruction for it or all earlier accesses are ordered already. Without a
    /// guard, an atomic instruction becomes one instead if it alone may leave them unordered.
    pub(super) fn fence(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        if !needs_fence(i) {
            return Ok(());
        }
        match self.ordered {
            Ordered::All => return Ok(()),
            Ordered::AllByGlobal(index) if i.guard.is_none() => {
                if let Some(atomic) = self.parts.insts.get_mut(index) {
                    atomic.z |= AtomicPlace::IS_FENCE;
                    self.ordered = Ordered::All;
                    return Ok(());
                }
            }
            _ => {}
        }
        if i.guard.is_none() {
            self.last_fence = Some(self.next_inst());
        }
        self.emit(blank(rare::<Fence>()));
        Ok(())
    }

    /// Decodes `ld`, `ldu` and `st`, with a fence after one that acquires and before one that releases if the CPU needs
    /// it.
    pub(super) fn ordered_access(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let is = |order| i.modifiers.contains(&order) && needs_fence(i);
        if is(Modifier::Release) {
            self.emit(blank(rare::<Fence>()));
        }
        self.access(i)?;
        if is(Modifier::Acquire) {
            self.emit(blank(rare::<Fence>()));
        }
        Ok(())
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

    /// Forgets that earlier accesses are ordered if `i` may access memory, whose decoder may then record that they are.
    pub(super) fn keep_order(&mut self, i: &Instruction<'a>) {
        if !only_computes(i) && !matches!(i.opcode, Opcode::Bra | Opcode::Membar | Opcode::Fence) {
            self.ordered = Ordered::Unknown;
        }
    }

    /// Records which accesses are ordered after atomic operation `i`, whose last instruction has this index.
    pub(super) fn order_by_atomic(
        &mut self,
        i: &Instruction<'a>,
        place: AtomicPlace,
        index: usize,
    ) {
        self.ordered = match place {
            _ if !EXCHANGES_ARE_FENCES || i.guard.is_some() => Ordered::Unknown,
            AtomicPlace::Global => Ordered::All,
            AtomicPlace::Generic => Ordered::AllByGlobal(index),
            AtomicPlace::Shared32 | AtomicPlace::Shared64 => Ordered::Unknown,
        };
    }
}
