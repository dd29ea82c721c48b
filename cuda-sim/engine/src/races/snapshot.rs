//! Snapshots of the host's memory, with which it is compared after a kernel.

/// What the host's memory that a kernel may read contained before it ran.
#[derive(Debug)]
pub struct Snapshot {
    /// The first stamp of what happened since.
    pub since: u32,
    /// How often memory had been written, or something been released to the host, in ways that aren't observed.
    pub unseen: u64,
    /// Addresses, and the bytes there.
    pub parts: Vec<(u64, Box<[u8]>)>,
}

/// A kernel that has ended, which the host hasn't waited for yet.
#[derive(Debug)]
pub struct EndedKernel {
    /// What it found, and what the host may not write until it has waited.
    pub snapshot: Snapshot,
    /// The kernel's chain, as a part of a site, and its accesses' first and last stamp.
    pub chain: u32,
    pub begin: u32,
    pub end: u32,
}

impl EndedKernel {
    /// Returns how many bytes its snapshot has.
    pub fn bytes(&self) -> usize {
        self.snapshot.parts.iter().map(|(_, bytes)| bytes.len()).sum()
    }
}
