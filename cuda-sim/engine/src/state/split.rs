//! Splits: groups of lanes of a warp that are at the same instruction.
//!
//! Lanes that diverge become separate splits. The split that is furthest behind runs, in the deepest call first, until
//! it reaches an instruction at which another one waits; there they reconverge. This needs no analysis of the program,
//! and since a split that loops for too long yields to the others, lanes may even wait for each other.

use crate::numbers::lane::Plane;
use std::rc::Rc;

/// An active call, with the registers of the called function.
///
/// Each frame has its own registers, so that lanes in one call never access those of another. It lives as long as a
/// split is in the call or in one below it.
pub struct Frame {
    /// The call it was made from; `None` for the kernel.
    pub parent: Option<Rc<Frame>>,
    /// The instruction after the call.
    pub return_to: u32,
    /// The start of the caller's local variables, in bytes.
    pub local_base: u32,
    /// The index of the call in [`Code::calls`](crate::code::Code::calls).
    pub call: u32,
    /// The called function.
    pub function: u32,
    /// The number of calls below.
    pub depth: u32,
    registers: *mut u32,
    _planes: Vec<Plane>,
}

impl Frame {
    /// Creates a frame of function `function` that isn't in use yet, with `words` words of registers, all zero.
    pub fn new(function: u32, words: u32) -> Frame {
        let mut planes = vec![Plane([0; 32]); (words as usize).div_ceil(32)];
        Frame {
            parent: None,
            return_to: 0,
            local_base: 0,
            call: 0,
            function,
            depth: 0,
            registers: planes.as_mut_ptr().cast(),
            _planes: planes,
        }
    }

    /// Returns a pointer to its registers, as many words as its function needs.
    pub fn registers(&self) -> *mut u32 {
        self.registers
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        // In a loop, because recursion may have made a long chain, and the host's stack is small.
        let mut parent = self.parent.take();
        while let Some(frame) = parent {
            parent = Rc::into_inner(frame).and_then(|mut frame| frame.parent.take());
        }
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame")
            .field("function", &self.function)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}

/// Stands for the register of a barrier that reduces nothing.
pub const NO_RESULT: u32 = u32::MAX;

/// What a split is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitState {
    /// Nothing.
    Ready,
    /// A barrier of the block; the reduction's result goes to the given register, unless that is [`NO_RESULT`].
    ///
    /// The two numbers have different sizes, so that each is written and read by itself: a load of both as a whole,
    /// just after they were stored in parts, would stall.
    Barrier { barrier: u16, result: u32 },
    /// The cluster barrier.
    Cluster,
    /// The given lanes of its warp.
    Gather { members: u32 },
    /// All lanes of its warp, at this instruction in the same call.
    WholeWarp,
    /// The end of the launch: their assertion failed.
    Asserted,
}

/// Lanes at one instruction.
#[derive(Debug)]
pub struct Split {
    /// Instruction.
    pub pc: u32,
    /// Lanes.
    pub mask: u32,
    /// The call that they are in.
    pub frame: Option<Rc<Frame>>,
    /// Their local variables, in bytes.
    pub local_base: u32,
    /// What they are waiting for.
    pub state: SplitState,
}

impl Split {
    /// Returns `true` if both are in the same call, not only in the same function.
    pub fn same_frame(&self, frame: &Option<Rc<Frame>>) -> bool {
        match (&self.frame, frame) {
            (None, None) => true,
            (Some(mine), Some(other)) => Rc::ptr_eq(mine, other),
            _ => false,
        }
    }

    /// Returns the number of calls below.
    pub fn depth(&self) -> u32 {
        self.frame.as_ref().map_or(0, |frame| frame.depth)
    }
}

/// Appends a split with these fields. They are stored one by one: copying a whole struct right after it was written
/// would stall on store forwarding.
#[inline(always)]
pub fn push(
    splits: &mut Vec<Split>,
    (pc, mask): (u32, u32),
    frame: Option<Rc<Frame>>,
    local_base: u32,
    state: SplitState,
) {
    if splits.len() == splits.capacity() {
        splits.reserve(4);
    }
    let place = splits.as_mut_ptr().wrapping_add(splits.len());
    // SAFETY: there is room for one more element, and all its fields are written.
    unsafe {
        (&raw mut (*place).pc).write(pc);
        (&raw mut (*place).mask).write(mask);
        (&raw mut (*place).frame).write(frame);
        (&raw mut (*place).local_base).write(local_base);
        (&raw mut (*place).state).write(state);
        splits.set_len(splits.len() + 1);
    }
}

/// Adds the lanes of `mask`, ready at `pc` in call `frame`, to a split that waits there, if there is one.
#[inline(always)]
pub fn join_ready(splits: &mut [Split], pc: u32, mask: u32, frame: &Option<Rc<Frame>>) -> bool {
    for other in splits {
        if other.pc == pc && other.state == SplitState::Ready && other.same_frame(frame) {
            other.mask |= mask;
            return true;
        }
    }
    false
}

/// Returns the ready split to run next, among those with a lane of `turn`: in the deepest call, the one furthest
/// behind.
pub fn next_ready(splits: &[Split], turn: u32) -> Option<usize> {
    let (mut next, mut depth, mut pc) = (None, 0, 0);
    for (index, split) in splits.iter().enumerate() {
        if split.state != SplitState::Ready || split.mask & turn == 0 {
            continue;
        }
        let below = split.depth();
        if next.is_none() || below > depth || below == depth && split.pc < pc {
            (next, depth, pc) = (Some(index), below, split.pc);
        }
    }
    next
}

/// Returns the first instruction after `pc` at which another ready split of the same call waits.
pub fn limit_of(splits: &[Split], frame: &Option<Rc<Frame>>, pc: u32) -> u32 {
    let mut limit = u32::MAX;
    for split in splits {
        if split.pc > pc
            && split.pc < limit
            && split.state == SplitState::Ready
            && split.same_frame(frame)
        {
            limit = split.pc;
        }
    }
    limit
}
