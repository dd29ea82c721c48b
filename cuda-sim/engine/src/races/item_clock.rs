//! The vector clock of items of work: what happened before one.

use crate::races::entry::chain_of;
use triomphe::Arc;

/// What happened before an item of work, or before what follows it.
#[derive(Clone, Debug, Default)]
pub struct ItemClock(pub(super) Option<Arc<Stamps>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamps {
    /// How often stamps have begun anew.
    pub(super) epoch: u32,
    /// By chain.
    pub(super) by_chain: Vec<u32>,
}

impl ItemClock {
    pub(super) fn new(epoch: u32, by_chain: Vec<u32>) -> ItemClock {
        ItemClock(Some(Arc::new(Stamps { epoch, by_chain })))
    }

    /// The stamps by chain.
    #[inline]
    pub fn stamps(&self) -> &[u32] {
        self.0.as_ref().map_or(&[], |stamps| &stamps.by_chain)
    }

    /// Returns `true` if it includes an access of an instruction of this site.
    #[inline]
    pub(super) fn has(&self, site: u32, stamp: u32) -> bool {
        has(self.stamps(), site, stamp)
    }

    /// Returns `true` if both are the same, as far as pointers show.
    pub(super) fn is(&self, other: &ItemClock) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Returns `true` if it includes all of `other`.
    pub fn includes(&self, other: &ItemClock) -> bool {
        let (Some(stamps), Some(other)) = (&self.0, &other.0) else {
            return other.0.is_none();
        };
        if Arc::ptr_eq(stamps, other) || stamps.epoch > other.epoch {
            return true;
        }
        let mut others = other.by_chain.iter().enumerate();
        let has = |(chain, other): (usize, &u32)| {
            stamps.by_chain.get(chain).is_some_and(|stamp| stamp >= other)
        };
        stamps.epoch == other.epoch && others.all(has)
    }

    /// The clock without a chain's stamp.
    pub fn without(&self, chain: u32) -> ItemClock {
        let mut clock = self.clone();
        if let Some(clock) = &mut clock.0
            && let Some(stamp) = Arc::make_mut(clock).by_chain.get_mut(chain as usize)
        {
            *stamp = 0;
        }
        clock
    }

    /// Adds everything that `other` includes.
    pub fn join(&mut self, other: &ItemClock) {
        if self.includes(other) {
            return;
        }
        if other.includes(self) {
            self.0.clone_from(&other.0);
            return;
        }
        if let (Some(stamps), Some(other)) = (&mut self.0, &other.0) {
            let stamps = &mut Arc::make_mut(stamps).by_chain;
            stamps.resize(stamps.len().max(other.by_chain.len()), 0);
            for (stamp, other) in stamps.iter_mut().zip(&other.by_chain) {
                *stamp = (*stamp).max(*other);
            }
        }
    }

    pub(super) fn raise(&mut self, epoch: u32, chain: u32, stamp: u32) {
        let mut by_chain = vec![0; chain as usize + 1];
        by_chain[chain as usize] = stamp;
        self.join(&ItemClock::new(epoch, by_chain));
    }
}

/// The same for the stamps of [`ItemClock`].
#[inline(always)]
pub fn has(stamps: &[u32], site: u32, stamp: u32) -> bool {
    let last = stamps.get(chain_of(site) as usize);
    last.is_some_and(|last| stamp <= *last)
}
