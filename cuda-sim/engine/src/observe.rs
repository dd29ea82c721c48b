//! What the observers of a launch are called with: the detector of races, and the counters.

pub mod access;
pub mod barrier;
pub mod copies;
pub mod count;
pub mod host;
pub mod interleave;
pub mod misuse;
pub mod order;
pub mod single;

use crate::code::watch::Action;
use crate::observe::access::Watcher;
use crate::races::state::RaceState;
use crate::races::thread::Thread;
use crate::races::{LaunchClock, LaunchRaces};
use crate::state::core::{CONTINUE, Core, Next};
use parking_lot::MutexGuard;

/// Returns the detector's state, which the worker may have kept, once others that wait for it have had it.
fn state_of<'l>(core: &Core<'l>, races: &LaunchRaces<'l>) -> MutexGuard<'l, RaceState> {
    match core.watching.take() {
        Some(mut state) => {
            MutexGuard::bump(&mut state);
            state
        }
        None => races.state(),
    }
}

/// Tells the detector that a thread was given memory, whose former accesses were another object's.
pub fn forget(core: &Core<'_>, address: u64, size: u64) {
    if let Some(races) = &core.grid.races {
        state_of(core, races).global.forget(address, size);
    }
}

/// Returns what happened before a lane launches a kernel.
pub fn before(core: &Core<'_>, lane: usize) -> LaunchClock {
    let (Some(races), Some(group)) = (&core.grid.races, &core.block_group.watched) else {
        return LaunchClock::default();
    };
    let block = &group.blocks[core.block];
    let thread = Thread::new(block.number, core.warp as u32, lane as u32);
    let clock = block.warps[core.warp].clock(lane);
    LaunchClock::of(&mut state_of(core, races), thread, clock, core.grid.id)
}

/// Tells the detector about instruction `index` of those that are checked, before or after the active lanes execute it.
pub fn observe(core: &mut Core<'_>, index: u32, after: bool) -> Next {
    let Some(races) = &core.grid.races else {
        return CONTINUE;
    };
    let Some(mut group) = core.block_group.watched.take() else {
        return CONTINUE;
    };
    let checks = core.grid.launch.checks;
    let mut misuse = None;
    let code = core.code;
    if let Some(watch) = code.watches.get(index as usize) {
        let mut watching = state_of(core, races);
        let state = &mut *watching;
        group.forget_if_begun_again(state);
        let released = group.blocks[core.block].warps[core.warp].release_stamp;
        if released == state.now && !after && !matches!(watch.action, Action::ClusterWait { .. }) {
            state.step();
        }
        let mut watcher = Watcher {
            group: &mut group,
            state,
            code,
            site: (code.first_site + index) | races.chain,
            quick: None,
            core,
        };
        if !after && (checks.uninitialized || checks.barriers) {
            misuse = watcher.misuse(&watch.action, checks);
        }
        if checks.races {
            if after {
                watcher.after(&watch.action);
            } else {
                watcher.before(&watch.action);
            }
        }
        core.watching.set(Some(watching));
    }
    core.block_group.watched = Some(group);
    match misuse {
        Some(fault_kind) => core.fault_kind(fault_kind),
        None => CONTINUE,
    }
}

impl Watcher<'_, '_> {
    fn before(&mut self, action: &Action) {
        if self.state.host_snapshots.is_kept() {
            self.note_for_host(action);
        }
        match action {
            Action::Access(access) => self.access(access),
            Action::Fence { scope, acquires, releases } => self.fence(*scope, *acquires, *releases),
            Action::ProxyFence => self.proxy_fence(),
            Action::Barrier { id, waits, count, .. } => {
                let lane = self.core.first_lane() as usize;
                let id = self.core.lane::<u32>(*id, lane);
                self.arrive(id, *waits, *count != u32::MAX);
            }
            Action::WarpSync { members } => self.sync_warp(*members),
            Action::ClusterArrive { releases } => self.arrive_cluster(*releases),
            Action::ClusterWait { .. } | Action::Collective { .. } | Action::WritesShared => {}
            Action::GridWait => self.wait_for_launch(),
            Action::LaunchDependents => {
                if let Some(races) = &self.core.grid.races {
                    races.let_next_start();
                }
            }
            Action::Mbarrier { address, operation } => self.on_barrier(*address, *operation),
            Action::CopyAsync { to, from, size, read } => self.copy_async(*to, *from, *size, *read),
            Action::CopyBulk { to, from, size, updates, barrier, blocks } => {
                self.copy_bulk((*to, *from), *size, *updates, *barrier, *blocks)
            }
            Action::StoreAsync { to, size, updates, barrier } => {
                self.store_async(*to, *size, *updates, *barrier)
            }
            Action::Commit { bulk } => self.commit(*bulk),
            Action::WaitGroups { bulk, left, reads } => {
                let left = (*left != u32::MAX).then_some(*left);
                self.wait_groups(*bulk, left, *reads);
            }
            Action::Rows { address, lanes, kind } => self.rows(*address, *lanes, *kind),
        }
    }

    fn after(&mut self, action: &Action) {
        match action {
            Action::Barrier { waits: true, .. } => self.leave(),
            Action::WarpSync { .. } => self.leave_warp(),
            Action::ClusterWait { acquires } => self.leave_cluster(*acquires),
            Action::Mbarrier { operation, .. } => self.after_barrier(*operation),
            Action::CopyBulk { .. } | Action::StoreAsync { .. } => self.after_copies(),
            _ => {}
        }
    }
}
