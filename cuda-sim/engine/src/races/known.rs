//! What is known to have happened before an item of work.

use crate::races::entry::chain_of;
use triomphe::Arc;

/// What happened before an item of work, or before what follows it.
#[derive(Clone, Debug, Default)]
pub struct Known(pub(super) Option<Arc<Stamps>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamps {
    /// How often stamps have begun anew.
    pub(super) epoch: u32,
    /// By chain.
    pub(super) of: Vec<u32>,
}

impl Known {
    pub(super) fn new(epoch: u32, of: Vec<u32>) -> Known {
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

    pub(super) fn raise(&mut self, epoch: u32, chain: u32, stamp: u32) {
        let mut of = vec![0; chain as usize + 1];
        of[chain as usize] = stamp;
        self.join(&Known::new(epoch, of));
    }
}

/// The same for the stamps of [`Known`].
#[inline(always)]
pub fn has(stamps: &[u32], site: u32, stamp: u32) -> bool {
    let of = stamps.get(chain_of(site) as usize);
    of.is_some_and(|of| stamp <= *of)
}
