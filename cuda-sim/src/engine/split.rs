//! Splits: the groups of lanes of a warp that are at the same instruction.
//!
//! Lanes that branch apart become splits of their own. The split that is furthest behind runs, in the
//! deepest call first, until it reaches an instruction that another waits at, and both become one.
//! No analysis of the program is needed, and since a split that goes round a loop too long gives way
//! to the others, lanes may even wait for each other.

use std::rc::Rc;

/// A call that is being executed.
#[derive(Debug)]
pub struct Frame {
    /// The call it was made from; `None` for the kernel.
    pub parent: Option<Rc<Frame>>,
    /// Instruction after the call.
    pub return_to: u32,
    /// Registers of the caller in the file, in words.
    pub base: u32,
    /// Local variables of the caller, in bytes.
    pub local_base: u32,
    /// The call in [`Code::calls`](super::code::Code::calls).
    pub call: u32,
    /// The function called.
    pub function: u32,
    /// Calls below.
    pub depth: u32,
}

/// What a split waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing.
    Ready,
    /// A barrier of the block; the reduction's result goes to the register given.
    Barrier { barrier: u32, result: Option<u32> },
    /// The cluster's barrier.
    Cluster,
    /// The named lanes of its own warp.
    Gather { members: u32 },
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
    /// Their registers in the file, in words.
    pub base: u32,
    /// Their local variables, in bytes.
    pub local_base: u32,
    /// What they wait for.
    pub state: State,
}

impl Split {
    /// Are both in the same call, not only in the same function?
    pub fn same_frame(&self, frame: &Option<Rc<Frame>>) -> bool {
        match (&self.frame, frame) {
            (None, None) => true,
            (Some(mine), Some(other)) => Rc::ptr_eq(mine, other),
            _ => false,
        }
    }

    /// Calls below.
    pub fn depth(&self) -> u32 {
        self.frame.as_ref().map_or(0, |frame| frame.depth)
    }
}

/// Puts a ready split to the others, as part of one that waits at the same instruction if there is one.
pub fn push_ready(splits: &mut Vec<Split>, split: Split) {
    for other in splits.iter_mut() {
        if other.pc == split.pc && other.state == State::Ready && other.same_frame(&split.frame) {
            other.mask |= split.mask;
            return;
        }
    }
    splits.push(split);
}

/// The ready split that is to run: of those in the deepest call the one furthest behind.
pub fn next_ready(splits: &[Split]) -> Option<usize> {
    if let [only] = splits {
        return (only.state == State::Ready).then_some(0);
    }
    let ready = splits
        .iter()
        .enumerate()
        .filter(|(_, split)| split.state == State::Ready);
    ready
        .min_by_key(|(_, split)| (u32::MAX - split.depth(), split.pc))
        .map(|(index, _)| index)
}

/// First instruction at which another ready split of the same call waits.
pub fn limit_of(splits: &[Split], frame: &Option<Rc<Frame>>) -> u32 {
    let others = splits
        .iter()
        .filter(|split| split.state == State::Ready && split.same_frame(frame));
    others.map(|split| split.pc).min().unwrap_or(u32::MAX)
}
