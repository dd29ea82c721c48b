//! Items of work — launches, copies, fills — and which of them happened before which, by streams, events, graphs and waits of the
//! host.
//!
//! Items that follow each other form a chain: a stream usually is one. What an item knows is a stamp for each chain, up to which the
//! chain's accesses happened before. An item continues a chain whose end it knows, so there are as many chains as items that
//! nothing orders.

use crate::code::sites::{CHAIN_SHIFT, CHAINS};
use crate::races::clock::Clock;
use crate::races::entry::chain_of;
use crate::races::state::State;
use crate::races::thread::Thread;
use crate::races::{Race, Races, WorkPlace};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What happened before an item of work, or before what follows it.
#[derive(Clone, Debug, Default)]
pub struct Known(Option<Arc<Stamps>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamps {
    /// How often stamps have begun anew.
    epoch: u32,
    /// By chain.
    of: Vec<u32>,
}

impl Known {
    fn new(epoch: u32, of: Vec<u32>) -> Known {
        Known(Some(Arc::new(Stamps { epoch, of })))
    }

    /// The stamps by chain.
    #[inline]
    pub fn stamps(&self) -> &[u32] {
        self.0.as_ref().map_or(&[], |known| &known.of)
    }

    /// Returns `true` if it includes an access of an instruction of this site.
    #[inline]
    pub(super) fn has(&self, site: u32, stamp: u32) -> bool {
        has(self.stamps(), site, stamp)
    }

    /// Returns `true` if both are the same, as far as that is known without a comparison.
    pub(super) fn is(&self, other: &Known) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Returns `true` if it includes all of `other`.
    pub fn includes(&self, other: &Known) -> bool {
        let (Some(own), Some(other)) = (&self.0, &other.0) else {
            return other.0.is_none();
        };
        if Arc::ptr_eq(own, other) || own.epoch > other.epoch {
            return true;
        }
        let mut all = other.of.iter().enumerate();
        own.epoch == other.epoch
            && all.all(|(chain, stamp)| own.of.get(chain).is_some_and(|own| own >= stamp))
    }

    /// What is known of other chains than one.
    pub fn without(&self, chain: u32) -> Known {
        let mut known = self.clone();
        if let Some(known) = &mut known.0
            && let Some(stamp) = Arc::make_mut(known).of.get_mut(chain as usize)
        {
            *stamp = 0;
        }
        known
    }

    /// Adds everything that `other` includes.
    pub fn join(&mut self, other: &Known) {
        if self.includes(other) {
            return;
        }
        if other.includes(self) {
            self.0.clone_from(&other.0);
            return;
        }
        if let (Some(own), Some(other)) = (&mut self.0, &other.0) {
            let own = &mut Arc::make_mut(own).of;
            own.resize(own.len().max(other.of.len()), 0);
            for (own, other) in own.iter_mut().zip(&other.of) {
                *own = (*own).max(*other);
            }
        }
    }

    fn raise(&mut self, epoch: u32, chain: u32, stamp: u32) {
        let mut of = vec![0; chain as usize + 1];
        of[chain as usize] = stamp;
        self.join(&Known::new(epoch, of));
    }
}

/// What happened before a launch by a kernel: what its thread did and knew, and what else it is joined with.
#[derive(Clone, Debug, Default)]
pub struct Before {
    clock: Clock,
    /// How often stamps had begun anew.
    epoch: u32,
    /// The number of the launch whose thread it is.
    launch: u64,
}

impl Before {
    /// Of a thread of launch `launch` with this clock, which launches a kernel. What it does from now on isn't part of it.
    pub fn of(state: &mut State, thread: Thread, clock: &Clock, launch: u64) -> Before {
        let mut clock = Clock::clone(clock);
        clock.add(thread, state.step());
        Before { clock, epoch: state.items.epoch, launch }
    }

    /// Returns the clock; of stamps from before an epoch, those of items are left, which say it themselves.
    fn clock(&self, epoch: u32) -> Clock {
        let mut clock = Clock::default();
        match self.epoch == epoch {
            true => clock.clone_from(&self.clock),
            false => clock.items.clone_from(&self.clock.items),
        }
        clock
    }

    /// Adds everything that `other` includes.
    pub fn join(&mut self, other: &Before) {
        let epoch = self.epoch.max(other.epoch);
        self.clock = self.clock(epoch);
        self.clock.join(&other.clock(epoch));
        self.epoch = epoch;
    }

    /// Adds what is known after an item of work.
    pub fn join_known(&mut self, known: &Known) {
        self.clock.items.join(known);
    }
}

/// The same for the stamps of [`Known`].
#[inline(always)]
pub fn has(stamps: &[u32], site: u32, stamp: u32) -> bool {
    let of = stamps.get(chain_of(site) as usize);
    of.is_some_and(|of| stamp <= *of)
}

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
    epoch: u32,
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
    fn begin(&mut self, known: &Known, before: u32) -> (u32, Known, u32) {
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
                let oldest = chains.filter(|(_, chain)| !chain.running).min_by_key(|it| it.1.end);
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

    /// Ends an item, whose accesses have stamps up to `end`, and returns what is known after it.
    fn end(&mut self, own: u32, end: u32) -> Known {
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
    fn everything(&self, now: u32) -> Known {
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

/// An item of work that is checked.
pub struct Item<'r> {
    pub(super) races: &'r Races,
    pub(super) place: WorkPlace,
    /// The stamp up to which it knows everything.
    pub(super) base: u32,
    /// The chain, as a part of a site.
    pub(super) chain: u32,
    pub(super) known: Known,
    /// What its threads know at first besides, if a kernel launched it.
    launched: Option<Clock>,
    /// What is known after `griddepcontrol.wait`.
    pub(super) awaited: Known,
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
    /// Lets its threads know this once they have waited for the launch before.
    #[must_use]
    pub fn awaiting(mut self, known: Known) -> Self {
        self.awaited = known;
        self
    }

    /// Returns `true` if a thread has let the next launch start before this one ends.
    pub fn has_let_next_start(&self) -> bool {
        self.has_let_next_start.load(Ordering::Relaxed)
    }

    /// Ends it, and returns what is known after it.
    #[must_use]
    pub fn end(mut self) -> Known {
        self.has_ended = true;
        self.races.state.lock().end_item(self.chain)
    }

    /// What its threads know at first.
    pub(super) fn clock(&self) -> Clock {
        let mut clock = Clock::up_to(self.base);
        clock.items = self.known.clone();
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
    /// Begins an item of work, after everything in `known`.
    pub fn begin(&self, known: &Known, place: WorkPlace) -> Item<'_> {
        let mut state = self.state.lock();
        state.begin_again_if_full();
        let before = state.step();
        let (chain, known, base) = state.items.begin(known, before);
        Item {
            races: self,
            place,
            base,
            chain: chain << CHAIN_SHIFT,
            known,
            launched: None,
            awaited: Known::default(),
            has_let_next_start: AtomicBool::new(false),
            has_ended: false,
        }
    }

    /// Begins a kernel that another one launched, somewhere in the work that that one was.
    pub fn begin_launched(&self, before: &Before, place: WorkPlace) -> Item<'_> {
        let place = WorkPlace { launch: before.launch, ..place };
        let mut item = self.begin(&before.clock.items, place);
        let epoch = item.known.0.as_ref().map_or(0, |known| known.epoch);
        item.launched = Some(before.clock(epoch));
        item
    }

    /// Returns what the host knows.
    pub fn host(&self) -> Known {
        self.state.lock().items.host.clone()
    }

    /// The host has waited: it knows this, too.
    pub fn host_waited(&self, known: &Known) {
        let mut state = self.state.lock();
        state.items.host.join(known);
    }

    /// Returns `true` if the host knows all of this.
    pub fn is_known_by_host(&self, known: &Known) -> bool {
        self.state.lock().items.host.includes(known)
    }

    /// Returns what is known of everything so far, for what may be after it in a way that isn't seen.
    pub fn everything(&self) -> Known {
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

impl State {
    fn end_item(&mut self, chain: u32) -> Known {
        let end = self.step();
        self.items.end(chain_of(chain), end)
    }
}
