//! The detector of races: two accesses to the same memory, at least one of them a write, not both atomic at a scope that
//! has both threads, and not ordered by happens-before as the PTX memory model has it.
//!
//! A launch that is checked runs another decoding of its program, in which an instruction before (and after) each access and
//! each synchronization tells the detector about it. Other launches run the usual one, so they cost nothing.

mod access;
mod barrier;
mod cells;
mod clock;
mod copies;
mod group;
mod items;
mod lanes;
mod misuse;
mod operation;
mod order;
mod report;
mod shadow;
mod single;
mod state;
mod tree;
mod watch;

pub use group::SITE as LAST_SITE;
pub use items::{Before, Item, Known};
pub use misuse::Checks;
pub use operation::{FIRST_SITE, Operation};
pub use report::{Race, RaceAccess};
pub use shadow::ByAddress;
pub use state::GroupState;
pub use watch::*;

use super::core::{CONTINUE, Core, Next};
use super::grid::Grid;
use access::Watcher;
use clock::Clock;
use parking_lot::{Mutex, MutexGuard};
use state::State;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The detector of a device's races. It knows the accesses of all launches that were given it.
#[derive(Default)]
pub struct Races {
    state: Mutex<State>,
    /// The kernels whose threads may write the same value.
    allowed: Mutex<Vec<String>>,
    /// Held while a block group runs, so that what the detector sees happened in that order.
    turn: Mutex<()>,
}

impl std::fmt::Debug for Races {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Races").finish_non_exhaustive()
    }
}

impl Races {
    /// A detector that has counted so many steps, for tests of when it begins to count anew.
    pub fn counting_from(now: u32) -> Races {
        Races { state: Mutex::new(State { now, ..State::default() }), ..Races::default() }
    }

    /// Allows races within a kernel, or between launches of it, in which each write leaves the value that was there.
    pub fn allow_same_value(&self, kernel: &str) {
        self.allowed.lock().push(kernel.to_owned());
    }

    /// Returns a race with whether it is allowed.
    fn judged(&self, mut race: Race) -> Race {
        let kernel = &race.first.kernel;
        race.allowed = race.same_value
            && !kernel.is_empty()
            && *kernel == race.second.kernel
            && self.allowed.lock().contains(kernel);
        race
    }

    /// Returns the races that were found so far.
    pub fn found(&self) -> Vec<Race> {
        let state = self.state.lock();
        let found = state.found.iter();
        found.map(|found| self.judged(found.race.clone())).collect()
    }

    /// Returns the races that were found since the last call.
    pub fn fresh(&self) -> Vec<Race> {
        let mut state = self.state.lock();
        let state = &mut *state;
        let fresh = state.found[state.shown.min(state.found.len())..].iter();
        let fresh = fresh.map(|found| self.judged(found.race.clone())).collect();
        state.shown = state.found.len();
        fresh
    }

    /// Returns the races that were found so far, and forgets them.
    pub fn take(&self) -> Vec<Race> {
        let mut state = self.state.lock();
        state.shown = 0;
        let found = std::mem::take(&mut state.found);
        drop(state);
        let found = found.into_iter();
        found.map(|found| self.judged(found.race)).collect()
    }
}

/// Where an item of work was submitted, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkPlace {
    /// The handle of the stream.
    pub stream: u64,
    /// The number of the graph's launch, or 0.
    pub graph: u64,
    /// The number of the launch whose kernel launched it, or 0.
    pub launch: u64,
}

/// The detector, as a launch uses it.
pub struct LaunchRaces<'l> {
    races: &'l Races,
    item: &'l Item<'l>,
    /// The chain of the launch, as a part of a site.
    pub chain: u32,
    /// The number of the first block.
    pub first_block: u64,
    /// What all threads know at first.
    pub clock: Arc<Clock>,
}

impl Drop for LaunchRaces<'_> {
    fn drop(&mut self) {
        self.races.state.lock().end();
    }
}

impl<'l> LaunchRaces<'l> {
    /// Begins a launch.
    pub fn begin(item: &'l Item<'l>, grid: &Grid<'_>) -> LaunchRaces<'l> {
        let races = item.races;
        let first_block = races.state.lock().begin(grid, item.place);
        LaunchRaces { races, item, chain: item.chain, first_block, clock: Arc::new(item.clock()) }
    }

    /// Lets nothing else run that is checked until the guard is dropped.
    pub fn turn(&self) -> MutexGuard<'l, ()> {
        self.races.turn.lock()
    }

    /// Returns the state of the blocks of these numbers, which start.
    pub fn start(
        &self,
        grid: &Grid<'_>,
        numbers: &[u64],
        warps: usize,
        old: Option<Box<GroupState>>,
    ) -> Box<GroupState> {
        let mut state = self.races.state.lock();
        let mut group = GroupState::new(grid, &mut state, numbers, warps);
        if let Some(old) = old {
            // Its accesses were before.
            (group.shared, group.written) = (old.shared, old.written);
        }
        if grid.launch.checks.uninitialized {
            let bytes = grid.shared_stride as usize * numbers.len();
            group.written.reset(bytes);
        }
        Box::new(group)
    }
}

/// Tells the detector that a thread was given memory, whose former accesses were another object's.
pub fn forget(core: &Core<'_>, address: u64, size: u64) {
    if let Some(races) = &core.grid.races {
        races.races.state.lock().global.forget(address, size);
    }
}

/// Tells the detector about instruction `index` of those that are checked, before or after the active lanes execute it.
pub fn tell(core: &mut Core<'_>, index: u32, after: bool) -> Next {
    let Some((races, chain)) = core.grid.races.as_ref().map(|it| (it.races, it.chain)) else {
        return CONTINUE;
    };
    let Some(mut group) = core.block_group.watched.take() else {
        return CONTINUE;
    };
    let checks = core.grid.launch.checks;
    let mut misuse = None;
    let code = core.code;
    if let Some(watch) = code.watches.get(index as usize) {
        let state = &mut races.state.lock();
        let told = group.blocks[core.block].warps[core.warp].told;
        if told == state.now && !after && !matches!(watch.action, Action::ClusterWait { .. }) {
            state.step();
        }
        let mut watcher = Watcher {
            group: &mut group,
            state,
            code,
            site: (code.first_site + index) | chain,
            quick: None,
            core,
        };
        if !after && (checks.uninitialized || checks.barriers) {
            misuse = watcher.misuse(&watch.action, checks);
        }
        match after {
            _ if !checks.races => {}
            false => watcher.before(&watch.action),
            true => watcher.after(&watch.action),
        }
    }
    core.block_group.watched = Some(group);
    match misuse {
        Some(fault_kind) => core.fault_kind(fault_kind),
        None => CONTINUE,
    }
}

impl Watcher<'_, '_> {
    fn before(&mut self, action: &Action) {
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
                    let started = &races.item.has_let_next_start;
                    started.store(true, Ordering::Relaxed);
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

impl Action {
    /// Returns `true` if the detector must also be told afterwards.
    pub fn has_after(&self) -> bool {
        match self {
            Action::Barrier { waits, .. } => *waits,
            Action::WarpSync { .. } | Action::ClusterWait { .. } | Action::Mbarrier { .. } => true,
            Action::CopyBulk { barrier, .. } | Action::StoreAsync { barrier, .. } => {
                barrier.is_some()
            }
            _ => false,
        }
    }
}
