//! Accesses of work that no kernel's thread does: copies, fills, and kernels of libraries.

use crate::code::sites::SITE;
use crate::code::watch::AccessKind;
use crate::device::DeviceMemory;
use crate::races::WorkPlace;
use crate::races::cells::record;
use crate::races::entry::Entry;
use crate::races::entry::View;
use crate::races::group::{ROW, Slot};
use crate::races::item::Item;
use crate::races::report::{Pair, ReportedAccess};
use crate::races::shadow::PAGE;
use crate::races::state::{LaunchRecord, RaceState};
use crate::races::thread::{BLOCKS, Thread};
use std::ops::Range;

/// The site of what an operation reads.
const READS: u32 = 1;
/// That of what it writes.
const WRITES: u32 = 2;
/// That of memory which ends with it.
const ENDS: u32 = 3;

/// A copy, a fill, or other work that isn't a kernel of PTX.
pub struct Operation<'i, 'r> {
    item: &'i Item<'r>,
    memory: &'i dyn DeviceMemory,
    thread: Thread,
    /// A race was reported.
    is_reported: bool,
}

impl<'r> Item<'r> {
    /// Begins an operation, which a report describes like this.
    pub fn operation<'i>(
        &'i self,
        operation: String,
        memory: &'i dyn DeviceMemory,
    ) -> Operation<'i, 'r> {
        let mut state = self.races.state.lock();
        let first_block = state.next_block;
        state.next_block += 1;
        let begin = state.now;
        state.record(LaunchRecord {
            number: 0,
            kernel: String::new(),
            operation,
            place: self.place,
            first_block,
            blocks: 1,
            grid: [1; 3],
            block: [1; 3],
            begin,
        });
        Operation {
            item: self,
            memory,
            thread: Thread::new((first_block % BLOCKS) as u32, 0, 0),
            is_reported: false,
        }
    }
}

impl Operation<'_, '_> {
    /// It reads these bytes.
    pub fn read(&mut self, address: u64, bytes: u64) {
        self.access(READS, address, bytes, |_| false);
    }

    /// It writes these bytes.
    pub fn write(&mut self, address: u64, bytes: u64) {
        self.access(WRITES, address, bytes, |_| false);
    }

    /// These bytes begin to be memory, which nothing may access before.
    pub fn begin(&mut self, address: u64, bytes: u64) {
        // Memory is given away again after it was freed.
        self.whole(WRITES, address, bytes, |old| old.site & SITE == ENDS);
        let mut state = self.item.races.state.lock();
        let entry = self.entry(WRITES, state.now);
        state.global.begin(address, bytes, entry);
    }

    /// These bytes cease to be memory, which nothing may access afterwards.
    pub fn end(&mut self, address: u64, bytes: u64) {
        self.whole(ENDS, address, bytes, |_| false);
    }

    /// An access of what was accessed of some memory.
    fn whole(&mut self, site: u32, address: u64, bytes: u64, is_before: impl Fn(Entry) -> bool) {
        let accessed = self.item.races.state.lock().global.accessed(address, bytes);
        for part in accessed {
            self.access(site, part.start, part.end - part.start, &is_before);
        }
    }

    fn entry(&self, site: u32, stamp: u32) -> Entry {
        Entry { thread: self.thread, stamp, site: self.item.chain | site }
    }

    /// Compares and records an access; `is_before` says which others happened before, besides those in the item's clock.
    fn access(&mut self, site: u32, address: u64, bytes: u64, is_before: impl Fn(Entry) -> bool) {
        let kind = if site == READS { AccessKind::Read } else { AccessKind::Write };
        let mut state = self.item.races.state.lock();
        let entry = self.entry(site, state.now);
        let Some((slot, old, at)) = state.operate(
            self.item,
            (kind, entry),
            address..address.saturating_add(bytes),
            is_before,
        ) else {
            return;
        };
        if std::mem::replace(&mut self.is_reported, true) {
            return;
        }
        let site = old.site & SITE;
        let pair = Pair {
            first: ReportedAccess {
                thread: old.thread,
                stamp: old.stamp,
                site,
                kind: match slot {
                    Slot::Write => AccessKind::Write,
                    _ if old.updates() => AccessKind::Update,
                    _ => AccessKind::Read,
                },
                scope: state.scopes.get(site as usize).copied().flatten(),
            },
            second: ReportedAccess {
                thread: entry.thread,
                stamp: entry.stamp,
                site: entry.site & SITE,
                kind,
                scope: None,
            },
            same_value: false,
            too_narrow: None,
            memory: self.memory.describe(at),
            cluster: 1,
        };
        state.report(pair);
    }
}

impl RaceState {
    /// Compares and records the access of some bytes; returns the first one that it races with, and where.
    fn operate(
        &mut self,
        item: &Item<'_>,
        (kind, own): (AccessKind, Entry),
        range: Range<u64>,
        is_before: impl Fn(Entry) -> bool,
    ) -> Option<(Slot, Entry, u64)> {
        let view = View {
            base: item.base,
            block: own.thread.block(),
            warp: 0,
            of_block: 0,
            of_warp: 0,
            of_all: 0,
        };
        let happened_before = |old: Entry| {
            old.stamp <= view.base
                || old.thread == own.thread
                || item.items_clock.has(old.site, old.stamp)
                || is_before(old)
        };
        let mut found = None;
        let Range { start: mut at, end } = range;
        while at < end {
            let stop = end.min((at / PAGE + 1) * PAGE);
            let mut page = self.global.page(at, stop - at);
            let shift = page.shift;
            let (mut cell, last) = ((at % PAGE) >> shift, ((stop - 1) % PAGE) >> shift);
            while cell <= last {
                let index = cell as usize % ROW;
                let count = (ROW - index).min((last - cell + 1) as usize);
                let group = &mut page.group(cell as usize);
                let all_before = [Slot::Write, Slot::Read, Slot::OtherRead]
                    .map(|slot| group.is_empty(slot) || group.all_before(slot, &view));
                let slot = match kind {
                    AccessKind::Read => Slot::Read,
                    _ => Slot::Write,
                };
                let others_before = match kind {
                    AccessKind::Read => !group.may_update(Slot::OtherRead),
                    _ => all_before[2],
                };
                if all_before[0] && all_before[1] && others_before {
                    group.set_all(slot, index..index + count, (own, 5), view.base);
                    cell += count as u64;
                    continue;
                }
                for each in index..index + count {
                    for slot in [Slot::Write, Slot::Read, Slot::OtherRead] {
                        let old = group.entry(slot, each);
                        let reads = slot != Slot::Write && !old.updates();
                        if kind == AccessKind::Read && reads || happened_before(old) {
                            continue;
                        }
                        let place = cell + (each - index) as u64;
                        found.get_or_insert((slot, old, (at & !(PAGE - 1)) + (place << shift)));
                    }
                    record(group, each, (kind, own), view.base, |_, old| happened_before(old));
                }
                cell += count as u64;
            }
            at = stop;
        }
        found
    }
}

impl std::fmt::Debug for Operation<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operation").finish_non_exhaustive()
    }
}

impl std::fmt::Display for WorkPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.graph != 0 {
            write!(f, "launch {} of a graph on ", self.graph)?;
        }
        match self.stream {
            0 => f.write_str("the host"),
            1 => f.write_str("the legacy default stream"),
            2 => f.write_str("a thread's default stream"),
            handle => write!(f, "stream {handle:#x}"),
        }
    }
}
