//! What threads do while launches have kept the host's memory.

use crate::races::shadow::PAGE;
use std::collections::BTreeSet;

/// What is known of the memory that launches have kept.
#[derive(Debug, Default)]
pub struct OfHost {
    /// How many launches have kept some.
    launches: usize,
    /// The pages that were written to since then in ways of which not all are known, as with strong accesses.
    changed: BTreeSet<u64>,
    /// How often the host may have been told something, or memory been written in a way that isn't known.
    unsure: u64,
}

impl OfHost {
    /// A launch keeps some.
    pub fn begin(&mut self) {
        self.launches += 1;
    }

    /// What it has kept was compared.
    pub fn end(&mut self) {
        self.launches = self.launches.saturating_sub(1);
        if self.launches == 0 {
            self.changed.clear();
        }
    }

    /// Returns `true` if some is kept.
    pub fn is_kept(&self) -> bool {
        self.launches > 0
    }

    /// The host may have been told something, or memory is written in a way that isn't known.
    pub fn be_unsure(&mut self) {
        self.unsure += 1;
    }

    /// Returns how often that was.
    pub fn unsure(&self) -> u64 {
        self.unsure
    }

    /// Memory is changed by a thread's strong access, or by what is no kernel.
    pub fn change(&mut self, address: u64, size: u64) {
        let last = address.saturating_add(size.saturating_sub(1));
        self.changed.extend(address / PAGE..=last / PAGE);
    }

    /// Returns `true` if one may have changed a byte.
    pub fn is_changed(&self, address: u64) -> bool {
        self.changed.contains(&(address / PAGE))
    }
}
