//! Items of work — launches, copies, fills — and which of them happened before which, by streams, events, graphs and waits of the
//! host.
//!
//! Items that follow each other form a chain: a stream usually is one. An item's clock has a stamp for each chain, up to which the
//! chain's accesses happened before. An item continues a chain whose end is in its clock, so there are as many chains as items that
//! nothing orders.

use crate::code::sites::CHAINS;
use crate::races::item_clock::ItemClock;

/// Items that follow each other.
#[derive(Debug, Default)]
struct Chain {
    /// The first stamps of its items, of which those up to `dropped` were dropped.
    begins: Vec<u32>,
    dropped: u32,
    /// The last stamp of its last item that has ended.
    end: u32,
    running: bool,
    /// The clock of the item that runs: that of its begin, joined with those of other items whose releases its threads acquired.
    clock: ItemClock,
}

/// The most items of a chain whose first stamps are recorded.
const MOST_BEGINS: usize = 1 << 10;

/// All items of work.
#[derive(Debug, Default)]
pub struct Items {
    pub(super) epoch: u32,
    /// Everything up to this stamp is in all clocks.
    floor: u32,
    chains: Vec<Chain>,
    /// The host's clock: what it waited for.
    pub host: ItemClock,
}

impl Items {
    /// Lets everything up to a stamp be in all clocks.
    pub fn forget(&mut self, stamp: u32) {
        self.floor = self.floor.max(stamp);
    }

    /// Begins to count stamps anew.
    pub fn begin_again(&mut self) {
        *self = Items { epoch: self.epoch.wrapping_add(1), ..Items::default() };
    }

    /// Begins an item after everything in a clock: returns its chain, its clock, and the stamp up to which that has everything. Its
    /// accesses have stamps beyond `before`.
    pub(super) fn begin(&mut self, clock: &ItemClock, before: u32) -> (u32, ItemClock, u32) {
        let mut stamps = match &clock.0 {
            Some(clock) if clock.epoch == self.epoch => clock.by_chain.clone(),
            _ => Vec::new(),
        };
        stamps.resize(self.chains.len(), 0);
        let mut chains = self.chains.iter().zip(&stamps);
        let has_ended = |(chain, stamp): (&Chain, &u32)| !chain.running && *stamp >= chain.end;
        let index = match chains.position(has_ended) {
            Some(index) => index,
            None if self.chains.len() < CHAINS => {
                self.chains.push(Chain::default());
                stamps.push(0);
                self.chains.len() - 1
            }
            None => {
                // Whatever ended first is in all clocks then, which hides races.
                let chains = self.chains.iter().enumerate();
                let oldest =
                    chains.filter(|(_, chain)| !chain.running).min_by_key(|chain| chain.1.end);
                let (index, end) = oldest.map_or((0, before), |(index, chain)| (index, chain.end));
                self.floor = self.floor.max(end);
                index
            }
        };
        for stamp in &mut stamps {
            *stamp = self.floor.max(*stamp);
        }
        stamps[index] = before;
        let mut base = before;
        for (number, (chain, stamp)) in self.chains.iter().zip(&stamps).enumerate() {
            if number != index && (chain.running || *stamp < chain.end) {
                base = base.min(chain.complete_up_to(*stamp));
            }
        }
        let clock = ItemClock::new(self.epoch, stamps);
        let chain = &mut self.chains[index];
        chain.begins.push(before + 1);
        if chain.begins.len() > MOST_BEGINS {
            let dropped = chain.begins.drain(..MOST_BEGINS / 2).next_back();
            chain.dropped = dropped.unwrap_or(chain.dropped);
        }
        chain.running = true;
        chain.clock = clock.clone();
        (index as u32, clock, base)
    }

    /// Returns the first stamp of the items that run.
    pub(super) fn first_running(&self) -> Option<u32> {
        let running = self.chains.iter().filter(|chain| chain.running);
        running.filter_map(|chain| chain.begins.last().copied()).min()
    }

    /// Ends an item, whose accesses have stamps up to `end`, and returns the clock after it.
    pub(super) fn end(&mut self, index: u32, end: u32) -> ItemClock {
        let epoch = self.epoch;
        let Some(chain) = self.chains.get_mut(index as usize) else {
            return ItemClock::default();
        };
        (chain.running, chain.end) = (false, end);
        let mut clock = std::mem::take(&mut chain.clock);
        clock.raise(epoch, index, end);
        clock
    }

    /// Returns the clock of everything so far.
    pub(super) fn everything(&self, now: u32) -> ItemClock {
        ItemClock::new(self.epoch, vec![now; self.chains.len()])
    }

    /// Threads of an item acquired something of those of other chains, a bit for each: their accesses up to now are in the clock after
    /// it.
    pub fn join_chains(&mut self, index: u32, others: u128, now: u32) {
        let epoch = self.epoch;
        let mut acquired = ItemClock::default();
        for (number, chain) in self.chains.iter().enumerate() {
            if others >> number & 1 != 0 {
                acquired.join(&chain.clock);
                acquired.raise(epoch, number as u32, now);
            }
        }
        if let Some(chain) = self.chains.get_mut(index as usize) {
            chain.clock.join(&acquired);
        }
    }

    /// A thread of an item released something to the host, which acquires everything that the item did so far.
    pub fn release_to_host(&mut self, index: u32, now: u32) {
        if let Some(chain) = self.chains.get(index as usize) {
            self.host.join(&chain.clock);
        }
        self.host.raise(self.epoch, index, now);
    }

    /// Returns `true` if the host's clock includes all items that have begun.
    pub fn host_includes_all(&self) -> bool {
        let stamps = self.host.stamps();
        let mut chains = self.chains.iter().enumerate();
        chains.all(|(number, chain)| {
            !chain.running && stamps.get(number).is_some_and(|stamp| *stamp >= chain.end)
        })
    }
}

impl Chain {
    /// Returns the stamp up to which a clock with this stamp of the chain has everything of it.
    fn complete_up_to(&self, stamp: u32) -> u32 {
        if stamp < self.dropped {
            return stamp;
        }
        let next = self.begins.partition_point(|begin| *begin <= stamp);
        self.begins.get(next).map_or(stamp, |begin| begin - 1)
    }
}
