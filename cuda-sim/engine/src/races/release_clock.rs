//! What lanes release.

use crate::races::clock::{Clock, join_shared};
use crate::races::thread::Thread;
use triomphe::Arc;

/// What lanes of a warp knew when they released, and what they did up to then. It becomes a clock only when others learn it.
#[derive(Clone)]
pub struct Told {
    /// What they knew.
    pub clock: Arc<Clock>,
    /// The lanes, if what they did isn't part of it.
    lanes: u32,
    /// The first thread of their warp.
    warp: Thread,
    /// Up to which stamp they did it.
    stamp: u32,
    /// The number of the address where nothing else was released, and that of this release; 0 if there is none.
    version: (u64, u64),
}

impl Told {
    /// All that a clock has.
    pub fn all_of(clock: Arc<Clock>) -> Told {
        Told { clock, lanes: 0, warp: Thread::default(), stamp: 0, version: (0, 0) }
    }

    /// What lanes of a warp release that know the same.
    pub fn of(warp: Thread, (lanes, clock, stamp): (u32, &Arc<Clock>, u32)) -> Told {
        Told { clock: clock.clone(), lanes, warp, stamp, version: (0, 0) }
    }

    /// What lanes of a warp release together: what they know, and what each did up to a stamp.
    pub fn by<'c>(
        warp: Thread,
        mut known: impl Iterator<Item = (u32, &'c Arc<Clock>, u32)> + Clone,
    ) -> Option<Told> {
        let all = known.clone();
        let mut told = Told::of(warp, known.next()?);
        if known.clone().next().is_some() {
            known.for_each(|(_, clock, _)| join_shared(&mut told.clock, clock));
            let clock = Arc::make_mut(&mut told.clock);
            all.for_each(|(lanes, _, stamp)| clock.release(warp, lanes, stamp));
            told.lanes = 0;
        }
        Some(told)
    }

    /// Returns `true` if it is a clock that others were joined to.
    pub fn is_joined(&self) -> bool {
        self.lanes == 0
    }

    /// Returns `true` if both are the same, as far as that is known without a comparison of what they know.
    pub fn is(&self, other: &Told) -> bool {
        Arc::ptr_eq(&self.clock, &other.clock)
            && (self.lanes, self.warp, self.stamp) == (other.lanes, other.warp, other.stamp)
    }

    /// Lets it be all that was released at an address so far; `is_needed` if also where a clock must be copied for that.
    pub fn be(&mut self, version: (u64, u64), is_needed: bool) {
        if self.lanes != 0 {
            self.version = version;
        } else if is_needed || Arc::get_mut(&mut self.clock).is_some() {
            Arc::make_mut(&mut self.clock).be(version.0, version.1);
        }
    }

    /// Returns `true` if it is what one of these lanes did, which knows no more than then.
    pub fn is_of(&self, warp: Thread, mask: u32, clock: &Arc<Clock>) -> bool {
        self.lanes == mask
            && mask.is_power_of_two()
            && self.warp == warp
            && Arc::ptr_eq(&self.clock, clock)
    }

    /// Returns `true` if a clock is known to include it.
    pub fn is_part_of(&self, clock: &Arc<Clock>) -> bool {
        let (address, number) = self.version;
        number != 0 && clock.has_released(address, number)
            || match self.lanes {
                0 => Arc::ptr_eq(clock, &self.clock) || clock.covers(&self.clock),
                // Who knows what they did then knows what they knew.
                lanes => clock.has_lanes(self.warp, lanes, self.stamp),
            }
    }

    /// Returns the clock of all of it.
    pub fn to_clock(&self) -> Arc<Clock> {
        if self.lanes == 0 {
            return self.clock.clone();
        }
        let mut clock = Clock::clone(&self.clock);
        self.add_to(&mut clock, true);
        Arc::new(clock)
    }

    /// Returns a new clock of it and of another clock, if one of them is known to have all that the other had before lanes released
    /// it.
    pub fn joined_to(&self, known: &Arc<Clock>) -> Option<Arc<Clock>> {
        if self.lanes == 0 {
            return None;
        }
        let (mut clock, is_all) = match () {
            () if self.clock.covers(known) => (Clock::clone(&self.clock), true),
            () if known.covers(&self.clock) => (Clock::clone(known), false),
            () => return None,
        };
        self.add_to(&mut clock, is_all);
        Some(Arc::new(clock))
    }

    /// Adds it to a clock that has what lanes knew when they released it; `is_all` if that has no more.
    fn add_to(&self, clock: &mut Clock, is_all: bool) {
        let Told { warp, .. } = *self;
        if is_all {
            clock.release(warp, self.lanes, self.stamp)
        } else {
            clock.add_lanes(warp.block(), warp.warp(), self.lanes, false, self.stamp)
        }
        let (address, number) = self.version;
        match number {
            0 => {}
            _ if is_all => clock.be(address, number),
            _ => clock.add_released(address, number),
        }
    }

    /// Adds all of another one.
    pub fn join(&mut self, other: &Told) {
        if self.is_part_of(&other.clock) {
            self.clone_from(other);
        } else if !other.is_part_of(&self.clock) && !self.is(other) {
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
            *self = Told::all_of(clock);
        }
    }

    /// Lets everything up to a stamp be part of it, if it is of too many blocks.
    pub fn limit(&mut self, now: u32) {
        if self.clock.is_large() {
            let mut clock = self.to_clock();
            Arc::make_mut(&mut clock).limit(now);
            *self = Told::all_of(clock);
        }
    }
}
