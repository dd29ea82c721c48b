//! Writes to the host's memory while launches have snapshots of it.

use crate::races::shadow::PAGE;
use std::collections::BTreeSet;

/// The snapshots of the host's memory that launches have.
#[derive(Debug, Default)]
pub struct HostSnapshots {
    /// How many launches have one.
    launches: usize,
    /// The pages that were written to since then in ways of which not all are observed, as with strong accesses.
    changed: BTreeSet<u64>,
    /// How often something may have been released to the host, or memory been written, in a way that isn't observed.
    unseen: u64,
}

impl HostSnapshots {
    /// A launch takes a snapshot.
    pub fn begin(&mut self) {
        self.launches += 1;
    }

    /// It was compared.
    pub fn end(&mut self) {
        self.launches = self.launches.saturating_sub(1);
        if self.launches == 0 {
            self.changed.clear();
        }
    }

    /// Returns `true` if there is one.
    pub fn is_kept(&self) -> bool {
        self.launches > 0
    }

    /// Something may have been released to the host, or memory was written, in a way that isn't observed.
    pub fn count_unseen(&mut self) {
        self.unseen += 1;
    }

    /// Returns how often that was.
    pub fn unseen(&self) -> u64 {
        self.unseen
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
