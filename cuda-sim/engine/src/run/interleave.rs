//! Runs all block groups of a launch in one thread, in turns that the schedule chooses.

use crate::device::fault_kind::FaultKind;
use crate::state::block_group::BlockGroup;
use crate::state::chooser::{Choice, Chooser};
use crate::state::core::Core;

/// The slice: how many instructions without an access end a warp's turn.
const SLICE: i64 = 1 << 10;
impl Core<'_> {
    /// Runs the launch's blocks, of which up to `most` have started and not ended, as the launch's schedule says.
    pub fn interleave(&mut self, most: usize) {
        let grid = self.grid;
        let Some(interleaving) = &grid.interleaving else {
            return;
        };
        let mut chooser = Box::new(Chooser::new(interleaving));
        self.slice_length = SLICE;
        let mut started = 0;
        loop {
            while chooser.groups.len() < most && started < grid.block_groups {
                let mut block_group = BlockGroup::new(grid);
                block_group.start(grid, started);
                if block_group.fails_as_planned(grid) {
                    return;
                }
                chooser.groups.push(block_group);
                started += 1;
            }
            if chooser.groups.is_empty() {
                return;
            }
            let Some(place) = chooser.next() else {
                self.block_group = chooser.groups.swap_remove(0);
                self.deadlock();
                return;
            };
            chooser.at = place;
            self.block_group = std::mem::take(&mut chooser.groups[place.group]);
            self.chooser = Some(chooser);
            let guard = grid.races.as_ref().map(|races| races.turn());
            let ran = self.run_turn(place.block, place.warp, place.lanes);
            drop(guard);
            let Some(back) = self.chooser.take() else {
                return;
            };
            chooser = back;
            chooser.turns += 1;
            if ran.is_err() {
                return;
            }
            if chooser.is_endless() {
                let kind = FaultKind::Endless { accesses: chooser.steps };
                let split = self.this_warp().splits.last();
                let pc = split.map_or(0, |split| split.pc);
                grid.fail(self.fault(pc, &kind));
                return;
            }
            let block_group = std::mem::take(&mut self.block_group);
            if block_group.blocks.iter().all(|block| block.live == 0) {
                // Another one starts in its place; the next one goes on.
                chooser.groups.remove(place.group);
                let (block, warp) = (usize::MAX, usize::MAX);
                let group = place.group.wrapping_sub(1);
                chooser.at = Choice { group, block, warp, lanes: 0 };
            } else {
                chooser.groups[place.group] = block_group;
            }
        }
    }
}
