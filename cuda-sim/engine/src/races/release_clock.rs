//! Release clocks: what another thread acquires of the lanes of a warp.

use crate::races::clock::{Clock, join_shared};
use crate::races::thread::Thread;
use triomphe::Arc;

/// The release clock of lanes of a warp: their vector clock when they released, and the stamp up to which their own accesses
/// are part of it. Both become one vector clock only when others acquire it.
#[derive(Clone)]
pub struct ReleaseClock {
    /// The vector clock of the lanes.
    pub clock: Arc<Clock>,
    /// The lanes, if their own accesses aren't part of it.
    lanes: u32,
    /// The first thread of their warp.
    warp: Thread,
    /// The stamp of the release, up to which their accesses happened before it.
    stamp: u32,
    /// The number of the address where nothing else was released, and that of this release; 0 if there is none.
    version: (u64, u64),
}

impl ReleaseClock {
    /// All that a vector clock has.
    pub fn all_of(clock: Arc<Clock>) -> ReleaseClock {
        ReleaseClock { clock, lanes: 0, warp: Thread::default(), stamp: 0, version: (0, 0) }
    }

    /// That of lanes of a warp with the same vector clock.
    pub fn of_lanes(warp: Thread, (lanes, clock, stamp): (u32, &Arc<Clock>, u32)) -> ReleaseClock {
        ReleaseClock { clock: clock.clone(), lanes, warp, stamp, version: (0, 0) }
    }

    /// That of all these lanes of a warp: their vector clocks, joined, with what each did up to a stamp.
    pub fn joined<'c>(
        warp: Thread,
        mut clocks: impl Iterator<Item = (u32, &'c Arc<Clock>, u32)> + Clone,
    ) -> Option<ReleaseClock> {
        let all = clocks.clone();
        let mut release = ReleaseClock::of_lanes(warp, clocks.next()?);
        if clocks.clone().next().is_some() {
            clocks.for_each(|(_, clock, _)| join_shared(&mut release.clock, clock));
            let clock = Arc::make_mut(&mut release.clock);
            all.for_each(|(lanes, _, stamp)| clock.release(warp, lanes, stamp));
            release.lanes = 0;
        }
        Some(release)
    }

    /// Returns `true` if it is a vector clock that others were joined to.
    pub fn is_joined(&self) -> bool {
        self.lanes == 0
    }

    /// Returns `true` if both are the same, as far as pointers and stamps show.
    pub fn is_same(&self, other: &ReleaseClock) -> bool {
        Arc::ptr_eq(&self.clock, &other.clock)
            && (self.lanes, self.warp, self.stamp) == (other.lanes, other.warp, other.stamp)
    }

    /// Lets it be all that was released at an address so far; `is_needed` if also where a vector clock must be copied for that.
    pub fn set_version(&mut self, version: (u64, u64), is_needed: bool) {
        if self.lanes != 0 {
            self.version = version;
        } else if is_needed || Arc::get_mut(&mut self.clock).is_some() {
            Arc::make_mut(&mut self.clock).set_released(version.0, version.1);
        }
    }

    /// Returns `true` if it is that of this one lane, whose vector clock hasn't changed since.
    pub fn is_of(&self, warp: Thread, mask: u32, clock: &Arc<Clock>) -> bool {
        self.lanes == mask
            && mask.is_power_of_two()
            && self.warp == warp
            && Arc::ptr_eq(&self.clock, clock)
    }

    /// Returns `true` if a vector clock includes it, as far as stamps and versions show.
    pub fn is_part_of(&self, clock: &Arc<Clock>) -> bool {
        let (address, number) = self.version;
        number != 0 && clock.has_released(address, number)
            || match self.lanes {
                0 => Arc::ptr_eq(clock, &self.clock) || clock.covers(&self.clock),
                // A clock that acquired their accesses includes their vector clock.
                lanes => clock.has_lanes(self.warp, lanes, self.stamp),
            }
    }

    /// Returns the vector clock of all of it.
    pub fn to_clock(&self) -> Arc<Clock> {
        if self.lanes == 0 {
            return self.clock.clone();
        }
        let mut clock = Clock::clone(&self.clock);
        self.add_to(&mut clock, true);
        Arc::new(clock)
    }

    /// Returns the join of it and of a vector clock, if one of them includes what the other had before lanes released it, as far as
    /// versions show.
    pub fn joined_to(&self, acquirer: &Arc<Clock>) -> Option<Arc<Clock>> {
        if self.lanes == 0 {
            return None;
        }
        let (mut clock, is_all) = match () {
            () if self.clock.covers(acquirer) => (Clock::clone(&self.clock), true),
            () if acquirer.covers(&self.clock) => (Clock::clone(acquirer), false),
            () => return None,
        };
        self.add_to(&mut clock, is_all);
        Some(Arc::new(clock))
    }

    /// Joins it to a vector clock that includes that of the lanes when they released; `is_all` if that has no more.
    fn add_to(&self, clock: &mut Clock, is_all: bool) {
        let ReleaseClock { warp, .. } = *self;
        if is_all {
            clock.release(warp, self.lanes, self.stamp)
        } else {
            clock.add_lanes(warp.block(), warp.warp(), self.lanes, false, self.stamp)
        }
        let (address, number) = self.version;
        match number {
            0 => {}
            _ if is_all => clock.set_released(address, number),
            _ => clock.add_released(address, number),
        }
    }

    /// Joins another one.
    pub fn join(&mut self, other: &ReleaseClock) {
        if self.is_part_of(&other.clock) {
            self.clone_from(other);
        } else if !other.is_part_of(&self.clock) && !self.is_same(other) {
            let mut clock = self.to_clock();
            // It may be the only one that has it then.
            self.clock.clone_from(&other.clock);
            if other.lanes == 0 {
                join_shared(&mut clock, &other.clock);
            } else {
                let clock = Arc::make_mut(&mut clock);
                clock.join(&other.clock);
                other.add_to(clock, false);
            }
            *self = ReleaseClock::all_of(clock);
        }
    }

    /// Lets everything up to a stamp be part of it, if it is of too many blocks.
    pub fn limit(&mut self, now: u32) {
        if self.clock.is_large() {
            let mut clock = self.to_clock();
            Arc::make_mut(&mut clock).limit(now);
            *self = ReleaseClock::all_of(clock);
        }
    }
}
