//! Items of work — launches, copies, fills — and which of them happened before which, by streams, events, graphs and waits of the
//! host.
//!
//! Items that follow each other form a chain: a stream usually is one. What an item knows is a stamp for each chain, up to which the
//! chain's accesses happened before. An item continues a chain whose end it knows, so there are as many chains as items that
//! nothing orders.

use crate::code::sites::CHAINS;
use crate::races::known::Known;

/// Items that follow each other.
#[derive(Debug, Default)]
struct Chain {
    /// The first stamps of its items, of which those up to `dropped` aren't kept.
    begins: Vec<u32>,
    dropped: u32,
    /// The last stamp of its last item that has ended.
    end: u32,
    running: bool,
    /// What the item that runs knew at its begin, and what its threads learned of other items.
    known: Known,
}

/// The most items of a chain whose first stamps are kept.
const MOST_BEGINS: usize = 1 << 10;

/// All items of work.
#[derive(Debug, Default)]
pub struct Items {
    pub(super) epoch: u32,
    /// Everything up to this stamp counts as known by all.
    floor: u32,
    chains: Vec<Chain>,
    /// What the host knows: what it waited for.
    pub host: Known,
}

impl Items {
    /// Lets everything up to a stamp count as known by all.
    pub fn forget(&mut self, stamp: u32) {
        self.floor = self.floor.max(stamp);
    }

    /// Begins to count stamps anew.
    pub fn begin_again(&mut self) {
        *self = Items { epoch: self.epoch.wrapping_add(1), ..Items::default() };
    }

    /// Begins an item after everything in `known`: returns its chain, what it knows, and the stamp up to which it knows all. Its
    /// accesses have stamps beyond `before`.
    pub(super) fn begin(&mut self, known: &Known, before: u32) -> (u32, Known, u32) {
        let mut of = match &known.0 {
            Some(known) if known.epoch == self.epoch => known.of.clone(),
            _ => Vec::new(),
        };
        of.resize(self.chains.len(), 0);
        let mut chains = self.chains.iter().zip(&of);
        let ended = |(chain, known): (&Chain, &u32)| !chain.running && *known >= chain.end;
        let own = match chains.position(ended) {
            Some(own) => own,
            None if self.chains.len() < CHAINS => {
                self.chains.push(Chain::default());
                of.push(0);
                self.chains.len() - 1
            }
            None => {
                // Whatever ended first counts as known by all, which hides races.
                let chains = self.chains.iter().enumerate();
                let oldest =
                    chains.filter(|(_, chain)| !chain.running).min_by_key(|chain| chain.1.end);
                let (own, end) = oldest.map_or((0, before), |(own, chain)| (own, chain.end));
                self.floor = self.floor.max(end);
                own
            }
        };
        for stamp in &mut of {
            *stamp = self.floor.max(*stamp);
        }
        of[own] = before;
        let mut base = before;
        for (number, (chain, stamp)) in self.chains.iter().zip(&of).enumerate() {
            if number != own && (chain.running || *stamp < chain.end) {
                base = base.min(chain.known_up_to(*stamp));
            }
        }
        let known = Known::new(self.epoch, of);
        let chain = &mut self.chains[own];
        chain.begins.push(before + 1);
        if chain.begins.len() > MOST_BEGINS {
            let dropped = chain.begins.drain(..MOST_BEGINS / 2).next_back();
            chain.dropped = dropped.unwrap_or(chain.dropped);
        }
        chain.running = true;
        chain.known = known.clone();
        (own as u32, known, base)
    }

    /// Returns the first stamp of the items that run.
    pub(super) fn first_running(&self) -> Option<u32> {
        let running = self.chains.iter().filter(|chain| chain.running);
        running.filter_map(|chain| chain.begins.last().copied()).min()
    }

    /// Ends an item, whose accesses have stamps up to `end`, and returns what is known after it.
    pub(super) fn end(&mut self, own: u32, end: u32) -> Known {
        let epoch = self.epoch;
        let Some(chain) = self.chains.get_mut(own as usize) else {
            return Known::default();
        };
        (chain.running, chain.end) = (false, end);
        let mut known = std::mem::take(&mut chain.known);
        known.raise(epoch, own, end);
        known
    }

    /// Returns what is known of everything so far.
    pub(super) fn everything(&self, now: u32) -> Known {
        Known::new(self.epoch, vec![now; self.chains.len()])
    }

    /// Threads of an item learned something of those of other chains, a bit for each: their accesses up to now count as known after
    /// it.
    pub fn learn(&mut self, own: u32, others: u128, now: u32) {
        let epoch = self.epoch;
        let mut learned = Known::default();
        for (number, chain) in self.chains.iter().enumerate() {
            if others >> number & 1 != 0 {
                learned.join(&chain.known);
                learned.raise(epoch, number as u32, now);
            }
        }
        if let Some(chain) = self.chains.get_mut(own as usize) {
            chain.known.join(&learned);
        }
    }

    /// A thread of an item told the host something: everything that the item did so far counts as known by the host.
    pub fn tell_host(&mut self, own: u32, now: u32) {
        if let Some(chain) = self.chains.get(own as usize) {
            self.host.join(&chain.known);
        }
        self.host.raise(self.epoch, own, now);
    }

    /// Returns `true` if the host knows all items that have begun.
    pub fn are_known_by_host(&self) -> bool {
        let known = self.host.stamps();
        let mut chains = self.chains.iter().enumerate();
        chains.all(|(number, chain)| {
            !chain.running && known.get(number).is_some_and(|known| *known >= chain.end)
        })
    }
}

impl Chain {
    /// Returns the stamp up to which everything is known by who knows the chain up to `known`.
    fn known_up_to(&self, known: u32) -> u32 {
        if known < self.dropped {
            return known;
        }
        let next = self.begins.partition_point(|begin| *begin <= known);
        self.begins.get(next).map_or(known, |begin| begin - 1)
    }
}
