//! The allocations that instructions accessed last.

use std::cell::Cell;

/// A range `start..end` of host addresses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The first address.
    pub start: u64,
    /// The address after the last.
    pub end: u64,
    /// Whether it may be written.
    pub writable: bool,
}

/// The allocation that a memory instruction accessed last.
pub type Site = Span;

impl Span {
    /// Returns `true` if it contains `address..address + size`.
    #[inline(always)]
    pub fn holds(&self, address: u64, size: u64) -> bool {
        address >= self.start && address < self.end && self.end - address >= size
    }
}

/// Recently accessed allocations: looking one up takes a lock that all threads share.
#[derive(Default)]
pub struct AllocationCache {
    spans: [Cell<Span>; 4],
    next: Cell<usize>,
}

impl AllocationCache {
    pub fn find(&self, address: u64, size: u64, write: bool) -> Option<Span> {
        let spans = self.spans.iter().map(Cell::get);
        let mut fitting = spans.filter(|span| span.holds(address, size));
        fitting.find(|span| span.writable || !write)
    }

    pub fn remember(&self, span: Span) {
        let place = self.next.get() % self.spans.len();
        self.spans[place].set(span);
        self.next.set(place + 1);
    }
}
