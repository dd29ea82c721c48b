//! The access of one thread, compared with those before it.

use crate::code::sites::SITE;
use crate::code::sites::SiteTable;
use crate::code::watch::{Access, AccessKind, Action, Scope};
use crate::numbers::lane::Bits;
use crate::observe::access::{Spot, Watcher};
use crate::races::cells::ThreadAccess;
use crate::races::cells::{is_wide, quick, record, represent_all};
use crate::races::clock::Clock;
use crate::races::entry::View;
use crate::races::entry::{Entry, UPDATES};
use crate::races::group::{ROW, Slot};
use crate::races::report::{Pair, ReportedAccess};
use crate::races::shadow::PAGE;
use crate::races::state::GroupState;
use crate::races::thread::Thread;
use std::collections::BTreeMap;
use triomphe::Arc;

impl Watcher<'_, '_> {
    /// The access of one of several lanes, of which the view is.
    #[inline(always)]
    pub(super) fn one_of_many(
        &mut self,
        view: &View,
        thread_access: ThreadAccess,
        Spot { address: at, in_shared }: Spot,
        size: u64,
        access: Option<&Access>,
    ) {
        let GroupState { blocks, shared, .. } = &mut *self.group;
        let shadow = if in_shared { shared } else { &mut self.state.global };
        let warp = &blocks[self.core.block].warps[self.core.warp];
        let scopes = &self.state.scopes[..];
        let now = (self.state.now, self.site);
        let is_of_view = self.quick.is_some_and(|quick| quick.1 == in_shared);
        let clock = warp.clock(thread_access.lane);
        if !is_of_view
            || !quick(
                shadow,
                (view, clock, scopes, true),
                |entry| clock.includes(entry),
                (&thread_access, thread_access.thread.0, None),
                (at, size),
                now,
            )
        {
            self.one(thread_access, Spot { address: at, in_shared }, size, access);
        }
    }

    /// The access of one thread, to `size` bytes.
    pub(super) fn one(
        &mut self,
        thread_access: ThreadAccess,
        Spot { address: at, in_shared }: Spot,
        size: u64,
        access: Option<&Access>,
    ) {
        self.one_as(thread_access, None, None, Spot { address: at, in_shared }, size, access);
    }

    /// The same, with another clock than the thread's; `writes_clock` if that of writes differs.
    pub(super) fn one_as(
        &mut self,
        thread_access: ThreadAccess,
        clock: Option<&Clock>,
        writes_clock: Option<&Clock>,
        Spot { address: at, in_shared }: Spot,
        size: u64,
        access: Option<&Access>,
    ) {
        let mut next = at;
        while next < at + size {
            let left = at + size - next;
            let (now, site) = (self.state.now, self.site);
            let GroupState { numbers, base, shared_base, blocks, shared, .. } = &mut *self.group;
            let (shadow, base) =
                if in_shared { (shared, *shared_base) } else { (&mut self.state.global, *base) };
            let warp = &blocks[self.core.block].warps[self.core.warp];
            let quick = self.quick.filter(|quick| clock.is_none() && quick.1 == in_shared);
            let clock = clock.unwrap_or_else(|| warp.clock(thread_access.lane));
            let unit =
                1u64 << (left | next | 16).trailing_zeros().min(4).min(63 - left.leading_zeros());
            let mut page = shadow.page(next, unit);
            let shift = page.shift;
            let cell = ((next % PAGE) >> shift) as usize;
            let strong_write =
                thread_access.scope.is_some() && thread_access.kind != AccessKind::Read;
            let entry = Entry {
                thread: thread_access.thread,
                stamp: now,
                site: if strong_write { site | UPDATES } else { site },
            };
            let group = &mut page.group(cell);
            let (read, other) =
                (group.entry(Slot::Read, cell % ROW), group.entry(Slot::OtherRead, cell % ROW));
            if let Some((view, _)) = &quick
                && thread_access.kind != AccessKind::Write
                && group.write_is_before(cell % ROW, view)
                && represent_all(
                    view,
                    (now, strong_write),
                    is_wide(thread_access.scope, &self.state.scopes),
                    [read, other],
                )
            {
                next += 1 << shift;
                continue;
            }
            let mut races = [None; 3];
            let issuer = thread_access.thread.issuer().with_lane(thread_access.lane as u32);

            let scopes = &self.state.scopes;
            let before = |slot: Slot, old: Entry| {
                if let Some((view, _)) = &quick
                    && view.includes(old.thread.0, old.stamp, thread_access.thread.0)
                {
                    return true;
                }
                let included = match (slot, writes_clock) {
                    (Slot::Write, Some(clock)) if !old.thread.is_async() => clock,
                    _ => clock,
                };
                // A copy is after what its thread did before, except for what only its proxy doesn't see.
                old.stamp <= base
                    || old.thread == issuer && std::ptr::eq(included, clock)
                    || included.includes(old)
            };
            let mut observed = [false; 3];
            for (race, slot) in races.iter_mut().zip([Slot::Write, Slot::Read, Slot::OtherRead]) {
                let old = group.entry(slot, cell % ROW);
                let reads = slot != Slot::Write && !old.updates();
                if thread_access.kind == AccessKind::Read && reads || before(slot, old) {
                    continue;
                }
                let old_scope = scopes.get((old.site & SITE) as usize).copied().flatten();
                if let (Some(issuer), Some(other)) = (thread_access.scope, old_scope)
                    && covers(issuer.min(other), numbers, thread_access.thread, old.thread)
                {
                    continue;
                }
                let (by_slot, by) = match slot {
                    Slot::Read => (Slot::OtherRead, other),
                    _ => (Slot::Read, read),
                };
                if slot != Slot::Write
                    && old.updates()
                    && before(by_slot, by)
                    && observes(
                        (by, by_slot == Slot::OtherRead),
                        old,
                        &self.state.tables,
                        scopes,
                        numbers,
                    )
                {
                    observed[slot as usize] = true;
                    continue;
                }
                *race = Some((slot, old));
            }
            let kind = if strong_write { AccessKind::Read } else { thread_access.kind };
            record(group, cell % ROW, (kind, entry), base, |slot, old| {
                before(slot, old) || observed[slot as usize]
            });
            for (slot, old) in races.into_iter().flatten() {
                self.found(thread_access, old, slot, next, in_shared, access);
            }
            next += 1 << shift;
        }
    }

    #[cold]
    fn found(
        &mut self,
        thread_access: ThreadAccess,
        old: Entry,
        slot: Slot,
        at: u64,
        in_shared: bool,
        access: Option<&Access>,
    ) {
        if !self.state.quiet.insert(at) {
            return;
        }
        let same_value =
            access.is_some_and(|access| self.writes_the_same(access, thread_access, old, at));
        let too_narrow = self.group.blocks[self.core.block].warps[self.core.warp].too_narrow;
        let here = ReportedAccess {
            thread: thread_access.thread,
            stamp: self.state.now,
            site: self.site & SITE,
            kind: thread_access.kind,
            scope: thread_access.scope,
        };
        let site = old.site & SITE;
        let there = ReportedAccess {
            thread: old.thread,
            stamp: old.stamp,
            site,
            kind: match slot {
                Slot::Write => AccessKind::Write,
                _ if old.updates() => AccessKind::Update,
                _ => AccessKind::Read,
            },
            scope: self.state.scopes.get(site as usize).copied().flatten(),
        };
        let memory = if in_shared {
            let start = self.core.block_group.shared.as_ptr() as u64;
            let stride = u64::from(self.core.grid.shared_stride).max(1);
            let offset = at.wrapping_sub(start);
            let reserved = u64::from(self.core.grid.reserved_shared);
            let within = (offset % stride).wrapping_sub(reserved) as i64;
            match self.group.blocks.len() {
                1 => format!("byte {within} of shared memory"),
                _ => format!(
                    "byte {within} of the shared memory of block {} of the cluster",
                    offset / stride
                ),
            }
        } else {
            self.core.memory().describe(at)
        };
        let pair = Pair {
            first: there,
            second: here,
            same_value,
            too_narrow,
            memory,
            cluster: self.core.grid.block_group_size,
        };
        self.state.report(pair);
    }

    /// Returns `true` if a store leaves what is there, or what another lane stores at the same time.
    fn writes_the_same(
        &self,
        access: &Access,
        thread_access: ThreadAccess,
        old: Entry,
        at: u64,
    ) -> bool {
        if access.kind != AccessKind::Write || access.values.is_empty() {
            return false;
        }
        let value = |lane: usize| {
            let Spot { address: start, .. } = self.resolve(access.address, lane, access.size)?;
            let size = u64::from(access.value_size);
            let index = at.checked_sub(start)? / size;
            let (register, words) = access.values.get(index as usize)?;
            let value = match words {
                1 => u64::from(self.core.lane::<u32>(*register, lane)),
                _ => self.core.lane::<u64>(*register, lane),
            };
            let keep = match access.value_size {
                8.. => u64::MAX,
                size => (1 << (size * 8)) - 1,
            };
            Some((start + index * size, value & keep))
        };
        let Some((place, stored)) = value(thread_access.lane) else {
            return false;
        };
        let together = old.site == self.site
            && old.stamp == self.state.now
            && old.thread.0 >> 5 == thread_access.thread.0 >> 5
            && self.core.mask >> old.thread.lane() & 1 != 0;
        if together {
            return value(old.thread.lane() as usize) == Some((place, stored));
        }
        // An address that isn't accessible is a fault right afterwards.
        self.core.is_readable(place, access.value_size.into())
            && read(place, access.value_size) == stored
    }

    /// Returns the lanes of a compare-and-swap of one address that will store.
    pub(super) fn writers(&self, access: &Access, at: u64) -> u32 {
        let Some(mut found) = self.found_at(access, at) else {
            return self.core.mask;
        };
        let mut writers = 0;
        let compared = match access.compared {
            Some((compared, _, 1)) if access.size == 4 => Some(self.core.lanes::<u32>(compared)),
            _ => None,
        };
        for lane in Bits(self.core.mask) {
            if compared.is_some_and(|compared| u64::from(compared[lane & 31]) != found) {
                continue;
            }
            if let Some(stored) = self.stored(access, lane, found) {
                found = stored;
                writers |= 1 << lane;
            }
        }
        writers
    }

    /// Returns `true` if the compare-and-swap of a lane will store; `values` has what earlier lanes stored.
    pub(super) fn succeeds(
        &self,
        access: &Access,
        lane: usize,
        at: u64,
        values: &mut Vec<(u64, u64)>,
    ) -> bool {
        let value = values.iter().find(|entry| entry.0 == at).map(|entry| entry.1);
        let Some(found) = value.or_else(|| self.found_at(access, at)) else {
            return true;
        };
        let stored = self.stored(access, lane, found);
        if let Some(stored) = stored {
            values.retain(|entry| entry.0 != at);
            values.push((at, stored));
        }
        stored.is_some()
    }

    /// Returns what an access will find; `None` if the instruction will fault.
    fn found_at(&self, access: &Access, at: u64) -> Option<u64> {
        let is_readable = self.core.is_readable(at, access.size.into());
        is_readable.then(|| read(at, access.size))
    }

    /// Returns what a lane stores if it finds this, if it does.
    fn stored(&self, access: &Access, lane: usize, found: u64) -> Option<u64> {
        let Some((compared, stored, words)) = access.compared else {
            return Some(found);
        };
        let keep = match access.size {
            8.. => u64::MAX,
            size => (1 << (size * 8)) - 1,
        };
        let word = |register: u32| match words {
            1 => u64::from(self.core.lane::<u32>(register, lane)) & keep,
            _ => self.core.lane::<u64>(register, lane) & keep,
        };
        (found == word(compared)).then(|| word(stored))
    }
}

/// Returns `true` if a scope has both threads, of which one is of a block of these numbers, those of its cluster.
fn covers(scope: Scope, numbers: &[u32], thread: Thread, other: Thread) -> bool {
    match scope {
        Scope::Block => thread.block() == other.block(),
        Scope::Cluster => numbers.contains(&other.block()),
        Scope::Device | Scope::System => true,
    }
}

/// Returns `true` if a strong access, which reads, is after the strong write before it, which it may have found, as far as
/// clocks show: what happens after that access is after the write then.
#[cold]
fn observes(
    (by, is_beside): (Entry, bool),
    write: Entry,
    tables: &BTreeMap<u32, Arc<SiteTable>>,
    scopes: &[Option<Scope>],
    numbers: &[u32],
) -> bool {
    let [own, other] = [by, write].map(|entry| entry.site & SITE);
    let scope = |site: u32| scopes.get(site as usize).copied().flatten();
    let covers = match scope(own).min(scope(other)) {
        None => false,
        Some(Scope::Block) => by.thread.block() == write.thread.block(),
        Some(Scope::Cluster) => {
            numbers.contains(&by.thread.block()) == numbers.contains(&write.thread.block())
        }
        Some(Scope::Device | Scope::System) => true,
    };
    let reads = || {
        let (first, table) = tables.range(..=own).next_back()?;
        match &table.watches.get((own - first) as usize)?.action {
            Action::Access(access) => Some(access.returns),
            _ => None,
        }
    };
    let is_later = if by.stamp != write.stamp {
        by.stamp > write.stamp
    } else if own == other {
        by.thread.0 > write.thread.0
    } else {
        is_beside
    };
    covers && is_later && (!by.updates() || reads() == Some(true))
}

/// Reads a number of at most eight bytes, which the instruction will access.
fn read(at: u64, size: u32) -> u64 {
    let mut bytes = [0; 8];
    let size = size.min(8) as usize;
    // SAFETY: the callers checked that the bytes are accessible.
    unsafe { std::ptr::copy_nonoverlapping(at as *const u8, bytes.as_mut_ptr(), size) };
    u64::from_le_bytes(bytes)
}
