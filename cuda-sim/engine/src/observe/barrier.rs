//! What happened before what, by barriers of warps, blocks and clusters.

use crate::numbers::lane::Bits;
use crate::observe::access::Watcher;
use crate::races::clock::{Clock, join_shared};
use crate::races::state::Phase;
use triomphe::Arc;

impl Watcher<'_, '_> {
    fn lanes_of(&self, mask: u32) -> (u32, bool) {
        let warp = &self.core.block_group.blocks[self.core.block].warps[self.core.warp];
        (mask & warp.live, mask & warp.live == warp.live)
    }

    /// Returns the join of the vector clocks of the lanes of a mask.
    fn joined_clock(&self, mask: u32) -> Arc<Clock> {
        let warp = &self.group.blocks[self.core.block].warps[self.core.warp];
        let mut clocks = warp.clocks_of(mask).map(|(_, clock)| clock);
        let mut all = clocks.next().unwrap_or_else(|| warp.clock(0)).clone();
        for clock in clocks {
            join_shared(&mut all, clock);
        }
        all
    }

    /// The active lanes arrive at barrier `id` of their block.
    pub(super) fn arrive(&mut self, id: u32, waits: bool, counted: bool) {
        let (block, warp) = self.place();
        let mask = self.core.mask;
        let begins = self
            .core
            .this_block()
            .barriers
            .get(id as usize)
            .is_none_or(|barrier| barrier.arrived == 0);
        let clock = self.joined_clock(mask);
        let (_, whole) = self.lanes_of(mask);
        let phases = &mut self.group.blocks[self.core.block].phases;
        let open = if begins { None } else { phases.iter().rposition(|phase| phase.id == id) };
        let at = match open {
            Some(at) => at,
            None => {
                // A round that nobody waits for is over.
                phases.retain(|phase| phase.id != id || phase.left > 0);
                phases.push(Phase {
                    id,
                    round: 0,
                    clock: clock.clone(),
                    waiting: Vec::new(),
                    arrived: false,
                    all: true,
                    result: None,
                    left: 0,
                });
                phases.len() - 1
            }
        };
        let phase = &mut phases[at];
        join_shared(&mut phase.clock, &clock);
        phase.all &= !counted;
        if waits {
            phase.waiting.push((warp, mask));
            phase.left += mask.count_ones();
            if counted {
                let now = self.state.now;
                Arc::make_mut(&mut phase.clock).add_lanes(block, warp, mask, whole, now);
            }
        } else {
            phase.arrived = true;
            phase.all = false;
            let now = self.state.step();
            Arc::make_mut(&mut phase.clock).add_lanes(block, warp, mask, whole, now);
        }
    }

    /// The active lanes go on after a barrier of their block.
    pub(super) fn leave(&mut self) {
        let (block, warp) = self.place();
        let mask = self.core.mask;
        let (_, whole) = self.lanes_of(mask);
        let block_state = &mut self.group.blocks[self.core.block];
        let waits = |phase: &Phase| {
            let mut here = phase.waiting.iter();
            here.any(|(waiting_warp, lanes)| *waiting_warp == warp && lanes & mask != 0)
        };
        let Some(at) = block_state.phases.iter().position(waits) else {
            return;
        };
        let phase = &mut block_state.phases[at];
        let result = match &phase.result {
            Some(result) => result.clone(),
            None => {
                let now = self.state.step();
                let clock = Arc::make_mut(&mut phase.clock);
                if phase.all {
                    clock.add_block(block, now);
                } else {
                    // Those that wait have done nothing since they arrived.
                    let warps = &self.core.block_group.blocks[self.core.block].warps;
                    for (warp, lanes) in &phase.waiting {
                        let live = warps.get(*warp as usize).map_or(0, |warp| warp.live);
                        clock.add_lanes(block, *warp, *lanes, *lanes & live == live, now);
                    }
                }
                phase.result = Some(phase.clock.clone());
                phase.clock.clone()
            }
        };
        phase.left = phase.left.saturating_sub(mask.count_ones());
        for (waiting_warp, lanes) in &mut phase.waiting {
            if *waiting_warp == warp {
                *lanes &= !mask;
            }
        }
        if phase.left == 0 {
            block_state.phases.remove(at);
        }
        block_state.warps[self.core.warp].set(mask, whole, &result);
    }

    /// The active lanes arrive at `bar.warp.sync`, each with its mask of members in a register.
    pub(super) fn sync_warp(&mut self, members: u32) {
        let mut left = self.core.mask;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let wanted = self.core.lane::<u32>(members, first);
            let same: u32 = Bits(left)
                .filter(|lane| self.core.lane::<u32>(members, *lane) == wanted)
                .fold(0, |mask, lane| mask | 1 << lane);
            left &= !same;
            self.sync_lanes(wanted, same);
        }
    }

    fn sync_lanes(&mut self, members: u32, mask: u32) {
        let (block, number) = self.place();
        let (needed, whole) = self.lanes_of(members);
        let mut clock = self.joined_clock(mask);
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        if needed & !mask == 0 {
            // All are here: it is over at once.
            let now = self.state.step();
            Arc::make_mut(&mut clock).add_lanes(block, number, mask, whole, now);
            warp.set(mask, whole, &clock);
            return;
        }
        let open = warp.phases.iter().position(|phase| {
            phase.id == members && phase.result.is_none() && phase.waiting[0].1 & mask == 0
        });
        let at = open.unwrap_or_else(|| {
            warp.phases.push(Phase {
                id: members,
                round: 0,
                clock: clock.clone(),
                waiting: vec![(number, 0)],
                arrived: false,
                all: false,
                result: None,
                left: 0,
            });
            warp.phases.len() - 1
        });
        let phase = &mut warp.phases[at];
        join_shared(&mut phase.clock, &clock);
        phase.waiting[0].1 |= mask;
        phase.left += mask.count_ones();
        let now = self.state.now;
        Arc::make_mut(&mut phase.clock).add_lanes(block, number, mask, false, now);
        if needed & !phase.waiting[0].1 == 0 {
            self.state.step();
            phase.result = Some(phase.clock.clone());
        }
    }

    /// The active lanes go on after `bar.warp.sync`.
    pub(super) fn leave_warp(&mut self) {
        let mask = self.core.mask;
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        let mut at = 0;
        while at < warp.phases.len() {
            let phase = &mut warp.phases[at];
            let here = phase.waiting[0].1 & mask;
            if here == 0 {
                at += 1;
                continue;
            }
            // Members that exited instead don't take part.
            let result = match &phase.result {
                Some(result) => result.clone(),
                None => {
                    self.state.step();
                    phase.clock.clone()
                }
            };
            phase.result = Some(result.clone());
            phase.left = phase.left.saturating_sub(here.count_ones());
            phase.waiting[0].1 &= !here;
            if phase.left == 0 {
                warp.phases.remove(at);
            } else {
                at += 1;
            }
            warp.set(here, false, &result);
        }
    }

    /// The active lanes arrive at the cluster's barrier.
    pub(super) fn arrive_cluster(&mut self, releases: bool) {
        let (block, number) = self.place();
        let mask = self.core.mask;
        let (_, whole) = self.lanes_of(mask);
        let round = self.core.block_group.cluster_round;
        let clock = self.joined_clock(mask);
        let now = self.state.now;
        self.group.blocks[self.core.block].warps[self.core.warp].release_stamp = now;
        let phases = &mut self.group.cluster;
        let open = phases.iter().position(|phase| phase.round == round);
        let at = open.unwrap_or_else(|| {
            // Rounds that all have left.
            phases.retain(|phase| phase.left > 0 && phase.round.wrapping_add(2) != round);
            phases.push(Phase {
                id: 0,
                round,
                clock: self.group.begin.clone(),
                waiting: Vec::new(),
                arrived: true,
                all: true,
                result: None,
                left: 0,
            });
            phases.len() - 1
        });
        let phase = &mut phases[at];
        phase.left += mask.count_ones();
        phase.waiting.push((block << 7 | number, mask));
        if releases {
            let phase_clock = Arc::make_mut(&mut phase.clock);
            phase_clock.join(&clock);
            phase_clock.add_lanes(block, number, mask, whole, now);
        }
    }

    /// The active lanes go on after the cluster's barrier.
    pub(super) fn leave_cluster(&mut self, acquires: bool) {
        let (block, number) = self.place();
        let mask = self.core.mask;
        let key = block << 7 | number;
        let waits = |phase: &Phase| {
            let mut here = phase.waiting.iter();
            here.any(|(waiting_warp, lanes)| *waiting_warp == key && lanes & mask != 0)
        };
        let Some(at) = self.group.cluster.iter().position(waits) else {
            return;
        };
        let phase = &mut self.group.cluster[at];
        phase.left = phase.left.saturating_sub(mask.count_ones());
        for (waiting_warp, lanes) in &mut phase.waiting {
            if *waiting_warp == key {
                *lanes &= !mask;
            }
        }
        let clock = phase.clock.clone();
        if phase.left == 0 {
            self.group.cluster.remove(at);
        }
        if acquires {
            let live = self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
            let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            warp.join(mask, live, &clock);
        }
    }
}
