//! Lets something else go on before an access, if the schedule says so.

use crate::code::watch::{AccessKind, Action, Address, Where};
use crate::device::fault_kind::FaultKind;
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use crate::numbers::lane::Bits;
use crate::state::chooser::{Chooser, MOST_RECORDED};
use crate::state::core::{CONTINUE, Core, Next, STOP, Stop};
use crate::state::interleaving::{AccessTrace, Point};

impl Core<'_> {
    /// Lets something else go on before the active lanes access memory, if the schedule says so: stops then.
    pub fn interleave_at(&mut self, watch: u32) -> Next {
        let Some(mut chooser) = self.chooser.take() else {
            return CONTINUE;
        };
        let action = self.code.watches.get(watch as usize).map(|watch| &watch.action);
        let mut next = CONTINUE;
        if let Some(action) = action.filter(|action| action.accesses()) {
            if chooser.switches(self, action) {
                self.stop = Stop::Switch;
                next = STOP;
            }
            if chooser.is_endless() {
                next = self.fault_kind(FaultKind::Endless { accesses: chooser.steps });
            }
        }
        self.chooser = Some(chooser);
        next
    }

    /// Returns the words that an action accesses, and records who does.
    fn words_of(&self, action: &Action, seen: &mut AccessTrace) -> Vec<u64> {
        let mut words = Vec::new();
        let number = self.block_group.blocks.get(self.block).map_or(0, |block| block.number);
        let first = (number as u32).wrapping_mul(1024).wrapping_add(self.warp as u32 * 32);
        let mut touch = |address: Address, size: u32, lanes: u32, writes: bool| {
            for lane in Bits(self.mask & lanes) {
                let Some(at) = self.word_of(address, lane) else {
                    continue;
                };
                let end = at + u64::from(size);
                for word in at / 4..end.div_ceil(4) {
                    let bytes = at.max(word * 4) - word * 4..end.min(word * 4 + 4) - word * 4;
                    let bytes = bytes.start as usize..bytes.end as usize;
                    seen.touch(word, bytes, first + lane as u32, writes);
                    if words.last() != Some(&word) {
                        words.push(word);
                    }
                }
            }
        };
        match action {
            Action::Access(access) => {
                touch(access.address, access.size, u32::MAX, access.kind != AccessKind::Read)
            }
            Action::Mbarrier { address, .. } => touch(*address, 8, u32::MAX, true),
            Action::Rows { address, lanes, kind } => {
                let lanes = u32::MAX >> (32 - lanes.clamp(&1, &32));
                touch(*address, 16, lanes, *kind != AccessKind::Read);
            }
            Action::CopyAsync { to, from, size, .. } => {
                touch(*to, *size, u32::MAX, true);
                touch(*from, *size, u32::MAX, false);
            }
            _ => {}
        }
        words
    }

    /// Returns a lane's address, the same in each run of the launch; `None` in local memory.
    fn word_of(&self, address: Address, lane: usize) -> Option<u64> {
        const SHARED: u64 = 1 << 62;
        const WORKSPACE: u64 = 1 << 61;
        let at = self.address_of(address, lane);
        let shared = |offset| {
            let place = self.shared_place(offset, 1)? as u64;
            let offset = place.wrapping_sub(self.block_group.shared.as_ptr() as u64);
            let group = self.block_group.blocks.first().map_or(0, |block| block.number);
            Some(SHARED | group << 24 | offset)
        };
        match address.space {
            Where::Shared => shared(at),
            Where::Generic if at.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE => {
                shared(at - SHARED_WINDOW)
            }
            Where::Generic if at.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE => None,
            _ => match at.wrapping_sub(self.grid.workspace) {
                within if self.grid.workspace != 0 && within < 4096 => Some(WORKSPACE | within),
                _ => Some(at),
            },
        }
    }
}

impl Chooser {
    /// Returns `true` if something else goes on before this action of the running lanes.
    fn switches(&mut self, core: &Core<'_>, action: &Action) -> bool {
        let step = self.steps;
        self.steps += 1;
        if let Some(chance) = self.chance() {
            self.wanted = match chance & 3 {
                0 => self.any(&core.block_group, chance >> 8),
                _ => None,
            };
        } else if let Some(switch) = self.switches.iter().find(|switch| switch.step == step) {
            let wanted = self.ready(&core.block_group).nth(switch.to as usize);
            self.wanted = wanted;
        }
        if let Some(seen) =
            core.grid.interleaving.as_ref().and_then(|interleaving| interleaving.seen)
        {
            let mut seen = seen.lock();
            seen.steps = self.steps;
            seen.is_full |= step >= MOST_RECORDED;
            if !seen.is_full {
                let words = core.words_of(action, &mut seen);
                let others = self.ready(&core.block_group).count() as u32;
                seen.points.push(Point { step, others, words });
            }
        }
        self.wanted.is_some()
    }
}

impl Action {
    /// Returns `true` if it accesses memory that others may access.
    fn accesses(&self) -> bool {
        matches!(
            self,
            Action::Access(_)
                | Action::Mbarrier { .. }
                | Action::CopyAsync { .. }
                | Action::CopyBulk { .. }
                | Action::StoreAsync { .. }
                | Action::WritesShared
                | Action::Rows { .. }
        )
    }
}
