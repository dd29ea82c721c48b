//! The epochs of recorded accesses, and which of them happened before, for all at once.

use crate::code::sites::CHAIN_SHIFT;
use crate::races::thread::Thread;

/// The epoch of an access that a shadow cell has: its thread and stamp, and its site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub thread: Thread,
    /// When it was; 0 for none.
    pub stamp: u32,
    /// The instruction, among those of all programs, with its chain and [`UPDATES`].
    pub site: u32,
}

/// The bit of a site in a slot of reads that is of a strong write. Those don't race with each other, so they are recorded as reads
/// are, beside the last weak write.
pub const UPDATES: u32 = 1 << 31;

/// Returns the chain of a site.
#[inline(always)]
pub fn chain_of(site: u32) -> u32 {
    (site & !UPDATES) >> CHAIN_SHIFT
}

impl Entry {
    /// Returns `true` for an entry of a strong write among reads.
    pub fn updates(self) -> bool {
        self.site & UPDATES != 0
    }
}

/// The part of the vector clocks of those who access that all of them share, when a whole warp is checked at once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Everything up to this stamp happened before.
    pub base: u32,
    pub block: u32,
    pub warp: u32,
    /// So did everything that the block's threads did up to this stamp, and that the warp's did.
    pub of_block: u32,
    pub of_warp: u32,
    /// So did everything that all threads did up to this stamp, but not what their copies did.
    pub of_all: u32,
}

impl View {
    /// The same without what only its own warp did: no warp of the block that has the rest has an older clock.
    pub fn of_no_warp(self) -> View {
        View { warp: u32::MAX, of_warp: 0, ..self }
    }

    /// Returns `true` if an access of `thread` happened before one of `accessor`, as far as this shows without a lookup.
    #[inline(always)]
    pub fn includes(&self, thread: u32, stamp: u32, accessor: u32) -> bool {
        (stamp <= self.base)
            | (thread == accessor)
            | ((thread & !0x3ff == self.block << 12) & (stamp <= self.of_block))
            | ((thread >> 5 == self.block << 7 | self.warp) & (stamp <= self.of_warp))
            | ((thread & 0xc00 == 0) & (stamp <= self.of_all))
    }

    /// Returns `true` if all accesses up to stamp `newest`, of a warp or of several of a block, happened before.
    #[inline(always)]
    pub fn includes_newest(&self, newest: u32, accessor: Thread, mixed: bool) -> bool {
        let of_block =
            self.of_block.max(if accessor.warp() == self.warp { self.of_warp } else { 0 });
        let is_known =
            if accessor.block() == self.block { newest <= of_block } else { newest <= self.of_all };
        newest <= self.base
            || !mixed && is_known && (!accessor.is_async() || accessor.warp() == 0x7f)
    }
}
