//! Races with the host's own accesses, which aren't observed: what a kernel read, and has another value at its end, or when the host
//! has waited for it, that no thread of a device wrote, the host wrote meanwhile.

use crate::code::sites::SITE;
use crate::code::watch::AccessKind;
use crate::device::DeviceMemory;
use crate::races::Races;
use crate::races::entry::{Entry, chain_of};
use crate::races::group::{ROW, Slot};
use crate::races::item::Item;
use crate::races::item_clock::ItemClock;
use crate::races::report::{Pair, ReportedAccess};
use crate::races::shadow::PAGE;
use crate::races::snapshot::{EndedKernel, Snapshot};
use crate::races::state::{LaunchRecord, RaceState};
use crate::races::thread::{BLOCKS, Thread};

/// The site of what the host writes: that of other operations.
const HOST: u32 = 2;
/// How many bytes are compared at once.
const PART: usize = 4096;
/// How many bytes a launch's snapshot has.
const MOST: u64 = 16 << 20;
/// The size up to which memory is searched for addresses of more.
const SMALL: u64 = 4096;
/// How many bytes kernels that have ended leave to compare.
const MOST_LEFT: usize = 64 << 20;
/// How many races with the host a launch reports.
const MOST_RACES: usize = 64;

impl Races {
    /// Takes a snapshot of the host's memory whose addresses are in the parameters of a kernel, in small memory of the host, or of a
    /// variable.
    pub fn keep(&self, memory: &dyn DeviceMemory, variables: &[u64], params: &[u8]) -> Snapshot {
        let addresses = |bytes: &[u8]| -> Vec<u64> {
            let words = bytes.chunks_exact(8).filter_map(|word| word.try_into().ok());
            words.map(u64::from_le_bytes).collect()
        };
        // Before anything is read: what is written meanwhile counts as written later.
        let (since, unseen) = self.state.lock().begin_to_keep();
        let mut left = MOST;
        let mut parts: Vec<(u64, Box<[u8]>)> = Vec::new();
        let mut open = [variables.to_vec(), addresses(params)].concat();
        while let Some(address) = open.pop() {
            let Some(range) = memory.shared_with_host(address) else { continue };
            let start = if range.end - range.start <= left { range.start } else { address };
            let end = range.end.min(start.saturating_add(left));
            let is_kept = |(first, bytes): &(u64, Box<[u8]>)| {
                *first <= address && address - first < bytes.len() as u64
            };
            if start >= end || parts.iter().any(is_kept) {
                continue;
            }
            let Some(bytes) = memory.read_shared(start, end - start) else { continue };
            left -= end - start;
            if end - start <= SMALL {
                open.extend(addresses(&bytes));
            }
            parts.push((start, bytes));
        }
        if parts.is_empty() {
            self.state.lock().host_snapshots.end();
        }
        Snapshot { since, unseen, parts }
    }

    /// Something other than a kernel has changed memory: launches may have a snapshot of what was there
    /// before, although its write was recorded before they did.
    pub fn changed(&self, memory: &dyn DeviceMemory, address: u64, size: u64) {
        let mut state = self.state.lock();
        if state.host_snapshots.is_kept() && memory.shared_with_host(address).is_some() {
            state.host_snapshots.change(address, size);
        }
    }
}

impl Races {
    /// Something may have been released to the host in a way that isn't observed.
    pub fn may_release_to_host(&self) {
        self.state.lock().host_snapshots.count_unseen();
    }

    /// The host is about to acquire this: compares what kernels up to there have read with what is there now.
    pub fn compare_left(&self, memory: &dyn DeviceMemory, clock: &ItemClock) {
        let mut state = self.state.lock();
        let state = &mut *state;
        if state.ended.is_empty() {
            return;
        }
        let (done, running) = std::mem::take(&mut state.ended)
            .into_iter()
            .partition(|ended: &EndedKernel| clock.has(ended.chain, ended.end));
        state.ended = running;
        for EndedKernel { mut snapshot, chain, begin, .. } in done {
            state.compare(&mut snapshot, Reader { chain, begin }, memory);
            state.host_snapshots.end();
        }
    }
}

impl Item<'_> {
    /// Reports what a kernel that has ended read, and the host has written since the snapshot. What is there now is the next one, until
    /// the host has waited for the kernel: only then may it write.
    pub fn compare(&self, mut snapshot: Snapshot, memory: &dyn DeviceMemory) {
        let mut state = self.races.state.lock();
        let reader = Reader { chain: self.chain, begin: self.begin };
        state.compare(&mut snapshot, reader, memory);
        if snapshot.parts.is_empty() {
            return;
        }
        let end = state.now;
        state.ended.push_back(EndedKernel { snapshot, chain: self.chain, begin: self.begin, end });
        let mut bytes: usize = state.ended.iter().map(EndedKernel::bytes).sum();
        while bytes > MOST_LEFT
            && let Some(first) = state.ended.pop_front()
        {
            bytes -= first.bytes();
            state.host_snapshots.end();
        }
    }
}

/// The kernel whose reads are looked for: its chain, as a part of a site, and the stamp before its accesses'.
#[derive(Clone, Copy)]
struct Reader {
    chain: u32,
    begin: u32,
}

/// Returns the addresses of the bytes that differ.
fn differing(start: u64, old: &[u8], new: &[u8]) -> impl Iterator<Item = u64> {
    let parts = old.chunks(PART).zip(new.chunks(PART)).zip((start..).step_by(PART));
    let parts = parts.filter(|((old, new), _)| old != new);
    parts.flat_map(|((old, new), first)| {
        let bytes = old.iter().zip(new).zip(first..);
        bytes.filter(|((old, new), _)| old != new).map(|(_, at)| at)
    })
}

impl RaceState {
    /// Begins a snapshot. Returns the first stamp of what may happen afterwards, which threads
    /// that run record earlier, and what [`unseen`](Self::unseen) returned.
    fn begin_to_keep(&mut self) -> (u32, u64) {
        self.host_snapshots.begin();
        let next = self.step() + 1;
        (self.items.first_running().map_or(next, |first| first.min(next)), self.unseen())
    }

    /// Reports what the reader read, and the host has written since the snapshot, which becomes what is there now.
    fn compare(&mut self, snapshot: &mut Snapshot, reader: Reader, memory: &dyn DeviceMemory) {
        let mut found = Vec::new();
        let is_sure = snapshot.unseen == self.unseen();
        let since = snapshot.since;
        snapshot.parts.retain_mut(|(start, old)| {
            let end = *start + old.len() as u64;
            let range = memory.shared_with_host(*start);
            if !is_sure || range.is_none_or(|range| range.end < end) {
                return false;
            }
            let Some(new) = memory.read_shared(*start, old.len() as u64) else { return false };
            let mut next = 0;
            for at in differing(*start, old, &new) {
                if at >= next
                    && found.len() < MOST_RACES
                    && let Some((entry, end)) = self.read_by(reader, since, at)
                {
                    next = end;
                    found.push((entry, at));
                }
            }
            *old = new;
            true
        });
        if found.is_empty() {
            return;
        }
        let second = self.host_writes();
        for (Entry { thread, stamp, site }, at) in found {
            let site = site & SITE;
            let first = ReportedAccess { thread, stamp, site, kind: AccessKind::Read, scope: None };
            let memory = memory.describe(at);
            let (same_value, too_narrow, cluster) = (false, None, 1);
            self.report(Pair { first, second, same_value, too_narrow, memory, cluster });
        }
    }

    /// Returns a number that changes with each write, or release to the host, that isn't observed.
    fn unseen(&self) -> u64 {
        self.host_snapshots.unseen() + self.global.forgotten
    }

    /// Returns a weak read of a byte by a kernel, and where the bytes after it begin, if no thread has written it since.
    fn read_by(&mut self, reader: Reader, since: u32, at: u64) -> Option<(Entry, u64)> {
        if self.host_snapshots.is_changed(at) {
            return None;
        }
        let mut page = self.global.existing_page(at)?;
        let (shift, cell) = (page.shift, ((at % PAGE) >> page.shift) as usize);
        let [write, reads @ ..] = {
            let cells = page.group(cell);
            [Slot::Write, Slot::Read, Slot::OtherRead].map(|slot| cells.entry(slot, cell % ROW))
        };
        let is_new = |entry: &Entry| entry.stamp >= since;
        if is_new(&write) || reads.iter().any(|entry| is_new(entry) && entry.updates()) {
            return None;
        }
        let is_own = |entry: &Entry| {
            let is_weak = self.scopes.get((entry.site & SITE) as usize).is_none_or(Option::is_none);
            entry.stamp > reader.begin && chain_of(entry.site) == chain_of(reader.chain) && is_weak
        };
        Some((reads.into_iter().find(is_own)?, ((at >> shift) + 1) << shift))
    }

    /// Returns an access of the host's, for reports.
    fn host_writes(&mut self) -> ReportedAccess {
        let first_block = self.next_block;
        self.next_block += 1;
        let stamp = self.now;
        self.record(LaunchRecord {
            operation: "write".to_owned(),
            first_block,
            blocks: 1,
            grid: [1; 3],
            block: [1; 3],
            begin: stamp,
            ..LaunchRecord::default()
        });
        let thread = Thread::new((first_block % BLOCKS) as u32, 0, 0);
        ReportedAccess { thread, stamp, site: HOST, kind: AccessKind::Write, scope: None }
    }
}
