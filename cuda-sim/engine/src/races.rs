//! The detector of races: two accesses to the same memory, at least one of them a write, not both atomic at a scope that
//! has both threads, and not ordered by happens-before as the PTX memory model has it.
//!
//! A launch that is checked runs another decoding of its program, in which an instruction before (and after) each access and
//! each synchronization tells the detector about it. Other launches run the usual one, so they cost nothing.

pub mod cells;
pub mod checks;
pub mod clock;
pub mod entry;
pub mod group;
pub mod host_snapshots;
pub mod host_writes;
pub mod item;
pub mod item_clock;
pub mod items;
pub mod lanes;
pub mod operation;
pub mod race;
pub mod release_clock;
pub mod report;
pub mod same_epoch;
pub mod shadow;
pub mod snapshot;
pub mod state;
pub mod thread;
pub mod tree;

pub use checks::Checks;
pub use item::{Item, LaunchClock};
pub use item_clock::ItemClock;
pub use operation::Operation;
pub use race::{Race, RaceAccess};
pub use shadow::ByAddress;
pub use snapshot::Snapshot;
pub use state::GroupState;

use crate::code::sites::SiteTable;
use crate::races::state::LaunchRecord;
use clock::Clock;
use parking_lot::{Mutex, MutexGuard};
use state::RaceState;
use std::sync::atomic::Ordering;
use triomphe::Arc;

/// The detector of a device's races. It has the shadow memory of all launches that were checked.
#[derive(Default)]
pub struct Races {
    state: Mutex<RaceState>,
    /// The kernels whose threads may write the same value.
    allowed: Mutex<Vec<String>>,
    /// Held while a block group runs, so that what the detector observes happened in that order.
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
        Races { state: Mutex::new(RaceState { now, ..RaceState::default() }), ..Races::default() }
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
        let found = state.races.iter();
        found.map(|found| self.judged(found.race.clone())).collect()
    }

    /// Returns the races that were found since the last call.
    pub fn fresh(&self) -> Vec<Race> {
        let mut state = self.state.lock();
        let state = &mut *state;
        let fresh = state.races[state.shown.min(state.races.len())..].iter();
        let fresh = fresh.map(|found| self.judged(found.race.clone())).collect();
        state.shown = state.races.len();
        fresh
    }

    /// Returns the races that were found so far, and forgets them.
    pub fn take(&self) -> Vec<Race> {
        let mut state = self.state.lock();
        state.shown = 0;
        let found = std::mem::take(&mut state.races);
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
    /// The clock of all threads at first.
    pub clock: Arc<Clock>,
}

impl Drop for LaunchRaces<'_> {
    fn drop(&mut self) {
        self.races.state.lock().end();
    }
}

impl<'l> LaunchRaces<'l> {
    /// Begins a launch.
    pub fn begin(
        item: &'l Item<'l>,
        launch: LaunchRecord,
        first_site: u32,
        sites: impl FnOnce() -> SiteTable,
    ) -> LaunchRaces<'l> {
        let races = item.races;
        let launch = LaunchRecord { place: item.place, ..launch };
        let first_block = races.state.lock().begin(launch, first_site, sites);
        LaunchRaces { races, item, chain: item.chain, first_block, clock: Arc::new(item.clock()) }
    }

    /// Lets nothing else run that is checked until the guard is dropped.
    pub fn turn(&self) -> MutexGuard<'l, ()> {
        self.races.turn.lock()
    }

    /// Returns the detector's state.
    pub fn state(&self) -> MutexGuard<'l, RaceState> {
        self.races.state.lock()
    }

    /// Returns the clock that a kernel acquires when it waits for the one before.
    pub fn awaited(&self) -> ItemClock {
        self.item.awaited.clone()
    }

    /// The next item of the stream may start, because a kernel let it.
    pub fn let_next_start(&self) {
        self.item.has_let_next_start.store(true, Ordering::Relaxed);
    }

    /// Returns the state of the blocks of these numbers, which start; `shared` has the bytes of their shared memory, if reads of
    /// what wasn't written are checked.
    pub fn start(
        &self,
        numbers: &[u64],
        warps: usize,
        shared: Option<usize>,
        old: Option<Box<GroupState>>,
    ) -> Box<GroupState> {
        let begin = (self.first_block, &self.clock);
        let mut group = GroupState::start(old, begin, &mut self.state(), numbers, warps);
        if let Some(bytes) = shared {
            group.initialized.reset(bytes);
        }
        group
    }
}
