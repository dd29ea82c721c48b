//! Synchronization of splits: `.sync` instructions, and the barriers of blocks and clusters.

use crate::ops::{CollectiveKey, execute_together};
use crate::state::block_group::BarrierReduction;
use crate::state::block_group::{merge_ready, pack_result};
use crate::state::core::{CONTINUE, Core, Next, STOP, Stop};
use crate::state::split::{NO_RESULT, Split, SplitState};

impl Core<'_> {
    /// Releases the splits that wait for lanes which have all arrived.
    pub(super) fn release_gathered(&mut self) {
        let (code, live) = (self.code, self.this_warp().live);
        let mut index = 0;
        while index < self.this_warp().splits.len() {
            let warp = self.this_warp();
            let state = warp.splits[index].state;
            let members = match state {
                SplitState::Gather { members } => members,
                SplitState::WholeWarp => u32::MAX,
                SplitState::Ready
                | SplitState::Barrier { .. }
                | SplitState::Cluster
                | SplitState::Asserted => {
                    index += 1;
                    continue;
                }
            };
            let first = &warp.splits[index];
            let (pc, frame) = (first.pc, first.frame.clone());
            let key = |pc: u32| code.insts.get(pc as usize).and_then(CollectiveKey::of);
            let wanted = key(pc);
            let here = |split: &Split| {
                split.state == state
                    && match state {
                        SplitState::WholeWarp => split.pc == pc && split.same_frame(&frame),
                        _ => key(split.pc) == wanted,
                    }
            };
            let (mut arrived, mut together) = (0, true);
            for split in warp.splits.iter().filter(|split| here(split)) {
                arrived |= split.mask;
                together &= split.pc == pc && split.same_frame(&frame);
            }
            if members & live & !arrived != 0 {
                index += 1;
                continue;
            }
            if together {
                for split in warp.splits.iter_mut().filter(|split| here(split)) {
                    split.state = SplitState::Ready;
                }
            } else {
                execute_together(self, here);
            }
            let warp = self.this_warp();
            merge_ready(&mut warp.splits);
            index = 0;
        }
    }

    /// Arrives at a barrier; returns `true` if that completes it.
    #[inline]
    pub fn arrive(&mut self, barrier: usize, expected: u32, vote: Option<u32>) -> bool {
        let mask = self.mask;
        // A given count is a number of whole warps, but a block's last warp may be partial.
        let whole = mask == u32::MAX || expected != 0 && mask == self.this_warp().live;
        let block = self.this_block();
        block.awaited |= 1 << barrier;
        let live = block.live;
        let state = &mut block.barriers[barrier];
        state.arrived += if whole { 32 } else { mask.count_ones() };
        state.expected = expected;
        if let Some(bits) = vote {
            state.votes += (bits & mask).count_ones();
            state.voters += mask.count_ones();
        }
        state.arrived >= if expected == 0 { live } else { expected }
    }

    /// Arrives at a barrier and waits there.
    #[inline]
    pub fn wait(
        &mut self,
        barrier: usize,
        expected: u32,
        vote: Option<u32>,
        result: Option<(u32, BarrierReduction)>,
        next: u32,
    ) -> Next {
        if self.arrive(barrier, expected, vote) {
            if let Some((at, reduction)) = result {
                let state = self.this_block().barriers[barrier];
                self.write_reduction(at, reduction, state.votes, state.voters);
            }
            self.this_block().release_if_complete(barrier);
            return CONTINUE;
        }
        let result = result.map_or(NO_RESULT, |(at, reduction)| pack_result(at, reduction));
        self.stop = Stop::Barrier { barrier: barrier as u16, next, result };
        STOP
    }

    fn write_reduction(&mut self, at: u32, reduction: BarrierReduction, votes: u32, voters: u32) {
        match reduction {
            BarrierReduction::Popc => self.merge_plane(at, &[votes; 32]),
            BarrierReduction::And => {
                self.set_pred(at, 0u32.wrapping_sub(u32::from(votes == voters)))
            }
            BarrierReduction::Or => self.set_pred(at, 0u32.wrapping_sub(u32::from(votes > 0))),
        }
    }

    /// Ends a round of the cluster's barrier if all its threads have arrived.
    pub fn release_cluster(&mut self) -> bool {
        let live: u32 = self.block_group.blocks.iter().map(|block| block.live).sum();
        if self.block_group.cluster_arrived < live || self.block_group.cluster_arrived == 0 {
            return false;
        }
        self.block_group.cluster_arrived = 0;
        self.block_group.cluster_round = self.block_group.cluster_round.wrapping_add(1);
        for warp in self.block_group.blocks.iter_mut().flat_map(|block| &mut block.warps) {
            for split in &mut warp.splits {
                if split.state == SplitState::Cluster {
                    split.state = SplitState::Ready;
                }
            }
            merge_ready(&mut warp.splits);
        }
        true
    }
}
