//! One item of work, and the launches by its kernels.

use crate::code::sites::CHAIN_SHIFT;
use crate::races::clock::Clock;
use crate::races::entry::chain_of;
use crate::races::item_clock::ItemClock;
use crate::races::state::RaceState;
use crate::races::thread::Thread;
use crate::races::{Race, Races, WorkPlace};
use std::sync::atomic::{AtomicBool, Ordering};
use triomphe::Arc;

/// An item of work that is checked.
pub struct Item<'r> {
    pub(super) races: &'r Races,
    pub(super) place: WorkPlace,
    /// The stamp up to which everything happened before.
    pub(super) base: u32,
    /// Its accesses have later stamps.
    pub(super) begin: u32,
    /// The chain, as a part of a site.
    pub(super) chain: u32,
    pub(super) items_clock: ItemClock,
    /// The clock of the thread that launched it, if a kernel did.
    launched: Option<Clock>,
    /// The clock that `griddepcontrol.wait` acquires.
    pub(super) awaited: ItemClock,
    /// Whether it let the next one start.
    pub(super) has_let_next_start: AtomicBool,
    has_ended: bool,
}

impl std::fmt::Debug for Item<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Item").finish_non_exhaustive()
    }
}

impl Drop for Item<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.races.state.lock().end_item(self.chain);
        }
    }
}

impl Item<'_> {
    /// Lets its threads acquire this when they have waited for the launch before.
    #[must_use]
    pub fn awaiting(mut self, clock: ItemClock) -> Self {
        self.awaited = clock;
        self
    }

    /// Returns `true` if a thread has let the next launch start before this one ends.
    pub fn has_let_next_start(&self) -> bool {
        self.has_let_next_start.load(Ordering::Relaxed)
    }

    /// Ends it, and returns the clock after it.
    #[must_use]
    pub fn end(mut self) -> ItemClock {
        self.has_ended = true;
        self.races.state.lock().end_item(self.chain)
    }

    /// The clock of its threads at first.
    pub(super) fn clock(&self) -> Clock {
        let mut clock = Clock::of_items(self.base, self.items_clock.clone());
        if let Some(launched) = &self.launched {
            clock.join(launched);
            // A launch makes its memory visible to all proxies.
            clock.add_proxied(&Arc::new(launched.without_proxied()));
        }
        clock
    }
}

impl Item<'_> {
    /// Returns the races that were found so far, of all items.
    pub(crate) fn found(&self) -> Vec<Race> {
        self.races.found()
    }
}

impl Races {
    /// Begins an item of work, after everything in a clock.
    pub fn begin(&self, clock: &ItemClock, place: WorkPlace) -> Item<'_> {
        let mut state = self.state.lock();
        state.begin_again_if_full();
        let before = state.step();
        let (chain, items_clock, base) = state.items.begin(clock, before);
        Item {
            races: self,
            place,
            base,
            begin: before,
            chain: chain << CHAIN_SHIFT,
            items_clock,
            launched: None,
            awaited: ItemClock::default(),
            has_let_next_start: AtomicBool::new(false),
            has_ended: false,
        }
    }

    /// Begins a kernel that another one launched, somewhere in the work that that one was.
    pub fn begin_launched(&self, before: &LaunchClock, place: WorkPlace) -> Item<'_> {
        let place = WorkPlace { launch: before.launch, ..place };
        let mut item = self.begin(before.clock.items(), place);
        let epoch = item.items_clock.0.as_ref().map_or(0, |stamps| stamps.epoch);
        item.launched = Some(before.clock(epoch));
        item
    }

    /// Returns the host's clock.
    pub fn host(&self) -> ItemClock {
        self.state.lock().items.host.clone()
    }

    /// The host has waited, and acquires this.
    pub fn host_waited(&self, clock: &ItemClock) {
        let mut state = self.state.lock();
        state.items.host.join(clock);
    }

    /// Returns `true` if the host's clock includes all of this.
    pub fn host_includes(&self, clock: &ItemClock) -> bool {
        self.state.lock().items.host.includes(clock)
    }

    /// Returns the clock of everything so far, for what may be after it in a way that isn't observed.
    pub fn everything(&self) -> ItemClock {
        let mut state = self.state.lock();
        let now = state.step();
        state.items.everything(now)
    }

    /// Lets everything so far count as ordered before all that follows.
    pub fn forget_order(&self) {
        let mut state = self.state.lock();
        let now = state.step();
        state.items.forget(now);
        state.forget_released();
    }

    /// Forgets the accesses of memory that begins or ends.
    pub fn forget(&self, address: u64, size: u64) {
        self.state.lock().global.forget(address, size);
    }
}

impl RaceState {
    fn end_item(&mut self, chain: u32) -> ItemClock {
        let end = self.step();
        self.items.end(chain_of(chain), end)
    }
}

/// The clock of a launch by a kernel: that of its thread, joined with others.
#[derive(Clone, Debug, Default)]
pub struct LaunchClock {
    clock: Clock,
    /// How often stamps had begun anew.
    epoch: u32,
    /// The number of the launch whose thread it is.
    launch: u64,
}

impl LaunchClock {
    /// Of a thread of launch `launch` with this clock, which launches a kernel. What it does from now on isn't part of it.
    pub fn of(state: &mut RaceState, thread: Thread, clock: &Clock, launch: u64) -> LaunchClock {
        let mut clock = Clock::clone(clock);
        clock.add(thread, state.step());
        LaunchClock { clock, epoch: state.items.epoch, launch }
    }

    /// Returns the clock; of stamps from before an epoch, those of items are left, which say it themselves.
    fn clock(&self, epoch: u32) -> Clock {
        let mut clock = Clock::default();
        if self.epoch == epoch {
            clock.clone_from(&self.clock)
        } else {
            clock.items_mut().clone_from(self.clock.items())
        }
        clock
    }

    /// Adds everything that `other` includes.
    pub fn join(&mut self, other: &LaunchClock) {
        let epoch = self.epoch.max(other.epoch);
        self.clock = self.clock(epoch);
        self.clock.join(&other.clock(epoch));
        self.epoch = epoch;
    }

    /// Joins a clock of items of work.
    pub fn join_items(&mut self, clock: &ItemClock) {
        self.clock.items_mut().join(clock);
    }
}
