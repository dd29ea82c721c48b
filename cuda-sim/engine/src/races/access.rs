//! Compares an access with those before it.

use super::cells::{View, quick, record, row_of};
use super::clock::{Clock, Thread};
use super::report::{Accessed, Pair};
use super::shadow::{Entry, PAGE, Page, ROW, SITE, Shadow, Slot, UPDATES};
use super::state::{GroupState, State};
use super::tree::OfBlock;
use super::watch::{Access, Address, Kind, Scope, Where};
use crate::code::Code;
use crate::core::{Bits, Core};
use crate::lane::from_fn;
use crate::space::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use std::ops::Range;

/// The addresses of a warp's access, in the host's memory, and whether they are shared memory's.
pub(super) enum Regular {
    /// The first one, and the lanes, each of which accesses what follows that of the one before.
    Row((u64, bool), Range<u32>),
    /// The same for all lanes.
    Same((u64, bool)),
}

/// An instruction of a warp, with the state of the detector.
pub struct Watcher<'w, 'l> {
    pub core: &'w mut Core<'l>,
    pub group: &'w mut GroupState,
    pub state: &'w mut State,
    pub code: &'l Code,
    /// The instruction among those of all programs, with the chain of the launch.
    pub site: u32,
    /// What the warp knows, in shared memory or not, while its lanes are checked one by one.
    pub quick: Option<(View, bool)>,
}

/// An access of one thread.
#[derive(Clone, Copy)]
pub(super) struct One {
    pub thread: Thread,
    pub kind: Kind,
    pub scope: Option<Scope>,
    /// The lane whose knowledge counts.
    pub lane: usize,
}

impl Core<'_> {
    /// Returns the address of a lane, in its state space.
    pub fn address_of(&self, address: Address, lane: usize) -> u64 {
        let Address { at, offset, .. } = address;
        match address.wide {
            true => self.lane::<u64>(at, lane).wrapping_add(offset),
            false => u64::from(self.lane::<u32>(at, lane).wrapping_add(offset as u32)),
        }
    }
}

impl Watcher<'_, '_> {
    /// The number of the block, and that of the warp.
    pub fn place(&self) -> (u32, u32) {
        (
            self.group.blocks[self.core.block].number,
            self.core.warp as u32,
        )
    }

    /// Returns the address of a lane in the host's memory; `None` for memory that only the thread uses, and for addresses that
    /// aren't valid.
    pub fn resolve(&self, address: Address, lane: usize, size: u32) -> Option<(u64, bool)> {
        self.find(address.space, self.core.address_of(address, lane), size)
    }

    /// The same for an address that isn't in a register.
    pub fn find(&self, space: Where, at: u64, size: u32) -> Option<(u64, bool)> {
        let shared = |offset| {
            let place = self.core.shared_place(offset, size)?;
            Some((place as u64, true))
        };
        match space {
            Where::Shared => shared(at),
            Where::Generic if at.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE => {
                shared(at - SHARED_WINDOW)
            }
            Where::Generic if at.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE => None,
            _ => Some((at, false)),
        }
    }

    /// Checks and records the access of all lanes.
    pub fn access(&mut self, access: &Access) {
        let size = u64::from(access.size);
        match self.regular(access) {
            Some(Regular::Row(at, lanes)) if access.scope.is_none() => {
                return self.row(access, at, lanes, 0);
            }
            Some(Regular::Same(at))
                if access.compared.is_none()
                    && (access.scope.is_some() || access.kind == Kind::Read) =>
            {
                let mask = self.core.mask;
                self.together((access.kind, mask), access.scope, at, size, Some(access));
                return self.order_all(access, mask, at.0);
            }
            Some(Regular::Same(at)) if access.compared.is_some() => {
                let (mask, writers) = (self.core.mask, self.writers(access, at.0));
                let both = [(access.kind, writers), (Kind::Read, mask & !writers)];
                for (kind, lanes) in both.into_iter().filter(|of| of.1 != 0) {
                    self.together((kind, lanes), access.scope, at, size, Some(access));
                }
                return self.order_all(access, writers, at.0);
            }
            _ => {}
        }
        let mut all = [(0u64, false); 32];
        let mut valid = 0u32;
        for lane in Bits(self.core.mask) {
            if let Some(found) = self.resolve(access.address, lane, access.size) {
                all[lane & 31] = found;
                valid |= 1 << lane;
            }
        }
        let (block, warp) = self.place();
        let mut values: Vec<(u64, u64)> = Vec::new();
        let first = all[valid.trailing_zeros() as usize & 31].1;
        let view = self.view(first);
        self.quick = Some((view, first));
        let orders = access.scope.is_some()
            && (access.acquires
                || access.releases
                || !self.state.released.is_empty()
                || self.group.blocks[self.core.block].warps[self.core.warp]
                    .fenced
                    .is_some());
        for lane in Bits(valid) {
            let one = One {
                thread: Thread::new(block, warp, lane as u32),
                kind: match access.compared {
                    Some(_) if !self.succeeds(access, lane, all[lane].0, &mut values) => Kind::Read,
                    _ => access.kind,
                },
                scope: access.scope,
                lane,
            };
            let at = all[lane & 31];
            self.one_of_many(&view, one, at, size, Some(access));
            if orders {
                self.order_by(access, one, at.0);
            }
        }
        self.quick = None;
    }

    /// Returns the addresses of the active lanes, if they are regular.
    pub(super) fn regular(&self, access: &Access) -> Option<Regular> {
        let (mask, address) = (self.core.mask, access.address);
        let size = u64::from(access.size);
        let words: [u64; 32] = match address.wide {
            true => self.core.plane::<u64>(address.at),
            false => {
                let words = self.core.plane::<u32>(address.at);
                from_fn(|lane| u64::from(words[lane]))
            }
        };
        let first = mask.trailing_zeros() as usize & 31;
        let count = (mask >> first).count_ones() as usize;
        let start = words[first];
        let at = match address.wide {
            true => start.wrapping_add(address.offset),
            false => u64::from((start as u32).wrapping_add(address.offset as u32)),
        };
        let lanes = &words[first..];
        let together = u64::from(mask >> first) == (1 << count) - 1;
        let mut next = start;
        let mut is_row = together && at & (size - 1) == 0 && count > 1;
        for word in &lanes[..count.min(lanes.len())] {
            is_row &= *word == next;
            next = next.wrapping_add(size);
        }
        if is_row {
            let found = self.find(address.space, at, access.size * count as u32)?;
            return Some(Regular::Row(found, first as u32..(first + count) as u32));
        }
        let mut differing = 0;
        for (lane, word) in words.iter().enumerate() {
            differing |= (word ^ start) & 0u64.wrapping_sub(u64::from(mask >> lane & 1));
        }
        if differing != 0 {
            return None;
        }
        Some(Regular::Same(self.find(address.space, at, access.size)?))
    }

    /// Returns the lanes of a compare-and-swap of one address that will store.
    fn writers(&self, access: &Access, at: u64) -> u32 {
        let mut values = Vec::new();
        let stores = |lane: &usize| self.succeeds(access, *lane, at, &mut values);
        Bits(self.core.mask)
            .filter(stores)
            .fold(0, |all, lane| all | 1 << lane)
    }

    /// Returns `true` if the compare-and-swap of a lane will store; `values` has what earlier lanes stored.
    fn succeeds(
        &self,
        access: &Access,
        lane: usize,
        at: u64,
        values: &mut Vec<(u64, u64)>,
    ) -> bool {
        let Some((compared, stored, words)) = access.compared else {
            return true;
        };
        let word = |register: u32| match words {
            1 => u64::from(self.core.lane::<u32>(register, lane)),
            _ => self.core.lane::<u64>(register, lane),
        };
        let keep = match access.size {
            8.. => u64::MAX,
            size => (1 << (size * 8)) - 1,
        };
        let known = values.iter().find(|known| known.0 == at);
        let found = match known {
            Some(known) => known.1,
            None if self.core.is_readable(at, access.size.into()) => read(at, access.size),
            // The instruction will fault.
            None => return true,
        };
        let succeeds = found == word(compared) & keep;
        if succeeds {
            values.retain(|known| known.0 != at);
            values.push((at, word(stored) & keep));
        }
        succeeds
    }

    /// What the warp knows, to check all of it at once.
    fn view(&self, in_shared: bool) -> View {
        let (block, warp) = self.place();
        let base = match in_shared {
            true => self.group.shared_base,
            false => self.group.base,
        };
        let known = &self.group.blocks[self.core.block].warps[self.core.warp];
        let (mut of_block, mut of_warp) = (u32::MAX, u32::MAX);
        let warps = self.group.blocks[self.core.block].warps.len();
        for (_, clock) in known.known(self.core.mask) {
            let of = clock.of(block);
            let least = |of: &OfBlock| of.warps[..warps.min(32)].iter().copied().min();
            let all = of.map_or(0, |of| of.all.max(least(of).unwrap_or(0)));
            of_block = of_block.min(all.max(clock.base));
            of_warp = of_warp.min(of.map_or(0, |of| of.of_warp(warp)).max(clock.base));
        }
        View {
            base,
            block,
            warp,
            of_block,
            of_warp,
        }
    }

    /// A weak access of consecutive elements, one for each lane, or what copies of the lanes do: `of` is what their warp's number is
    /// more then.
    pub(super) fn row(
        &mut self,
        access: &Access,
        (first, in_shared): (u64, bool),
        lanes: Range<u32>,
        of: u32,
    ) {
        let (kind, size) = (access.kind, u64::from(access.size));
        let view = self.view(in_shared);
        let (block, warp) = self.place();
        let start = Thread::new(block, warp + of, lanes.start).0;
        let common = self.group.blocks[self.core.block].warps[self.core.warp]
            .common()
            .cloned();
        let of_parts = common.as_ref().and_then(|clock| clock.of(block));
        let of_parts = of_parts.filter(|of| of.has_parts());
        let copies = |warp: u32| of_parts.map_or(0, |of| of.of_copies(warp));
        let items = match &common {
            Some(clock) if !in_shared => clock.items.stamps(),
            _ => &[],
        };
        let (mut at, end) = (first, first + u64::from(lanes.end - lanes.start) * size);
        while at < end {
            let stop = end.min((at / PAGE + 1) * PAGE);
            let (now, site) = (self.state.now, self.site);
            let page = self.shadow(in_shared).page(at, size);
            let shift = page.shift;
            // How many cells a lane's element has, as a power of two.
            let more = size.trailing_zeros() - shift;
            let mut slow = false;
            let (mut cell, last) = ((at % PAGE) >> shift, ((stop - 1) % PAGE) >> shift);
            let lane_of = |cell: u64| ((at % PAGE) >> shift, cell);
            while cell <= last {
                let index = cell as usize % ROW;
                let count = (ROW - index).min((last - cell + 1) as usize);
                let (begin, cell_here) = lane_of(cell);
                let skipped = ((at - first) >> shift) + cell_here - begin;
                let own = |each: usize| start + ((skipped + each as u64) >> more) as u32;
                let mut group = page.group(cell as usize);
                slow |= !row_of(
                    &mut group,
                    kind,
                    (view, copies, items),
                    (index, count),
                    own,
                    (now, site),
                );
                cell += count as u64;
            }
            if slow {
                // The common case didn't hold somewhere; nothing was recorded there.
                self.quick = Some((view, in_shared));
                for index in (at - first) / size..(stop - first).div_ceil(size) {
                    let one = One {
                        thread: Thread(start + index as u32),
                        kind,
                        scope: None,
                        lane: lanes.start as usize + index as usize,
                    };
                    let at = (first + index * size, in_shared);
                    self.one_of_many(&view, one, at, size, Some(access));
                }
                self.quick = None;
            }
            at = stop;
        }
    }

    /// Checks the access of one element by lanes, of which the first and the last one stand for all where what a lane
    /// knows doesn't matter.
    pub(super) fn together(
        &mut self,
        (kind, valid): (Kind, u32),
        scope: Option<Scope>,
        at: (u64, bool),
        size: u64,
        access: Option<&Access>,
    ) {
        let (block, warp) = self.place();
        let one = |lane: u32| One {
            thread: Thread::new(block, warp, lane),
            kind,
            scope,
            lane: lane as usize,
        };
        let common = self.group.blocks[self.core.block].warps[self.core.warp]
            .common()
            .is_some();
        let view = self.view(at.1);
        let page = self.shadow(at.1).page(at.0, size);
        let cell = ((at.0 % PAGE) >> page.shift) as usize;
        let cells = cell % ROW..cell % ROW + (size >> page.shift).max(1) as usize;
        let group = page.group(cell);
        let alike = |slot: Slot, cell: usize| {
            let entry = group.entry(slot, cell);
            let reads = slot != Slot::Write && !entry.updates();
            // What one lane knows of other warps, all do.
            view.includes(entry.thread.0, entry.stamp, u32::MAX)
                || kind == Kind::Read && reads
                || scope.is_some() && entry.updates() && entry.thread.block() == block
                || entry.thread.block() != block
                || entry.thread.0 >> 5 != block << 7 | warp
        };
        let stand_for_all = common
            && cells.end <= ROW
            && [Slot::Write, Slot::Read, Slot::OtherRead]
                .into_iter()
                .all(|slot| cells.clone().all(|cell| alike(slot, cell)));
        let lanes = match stand_for_all {
            true => 1 << valid.trailing_zeros() | 1 << (31 - valid.leading_zeros()),
            false => valid,
        };
        self.quick = Some((view, at.1));
        for lane in Bits(lanes) {
            self.one_of_many(&view, one(lane as u32), at, size, access);
        }
        self.quick = None;
    }

    pub(super) fn shadow(&mut self, in_shared: bool) -> &mut Shadow {
        match in_shared {
            true => &mut self.group.shared,
            false => &mut self.state.global,
        }
    }

    /// The access of one of several lanes, of which the view is.
    #[inline(always)]
    fn one_of_many(
        &mut self,
        view: &View,
        one: One,
        (at, in_shared): (u64, bool),
        size: u64,
        access: Option<&Access>,
    ) {
        let GroupState { blocks, shared, .. } = &mut *self.group;
        let shadow = match in_shared {
            true => shared,
            false => &mut self.state.global,
        };
        let warp = &blocks[self.core.block].warps[self.core.warp];
        let scopes = &self.state.scopes[..];
        let now = (self.state.now, self.site);
        let is_of_view = self.quick.is_some_and(|quick| quick.1 == in_shared);
        if !is_of_view || !quick(shadow, (view, warp, scopes), &one, (at, size), now) {
            self.one(one, (at, in_shared), size, access);
        }
    }

    /// The access of one thread, to `size` bytes.
    pub(super) fn one(
        &mut self,
        one: One,
        (at, in_shared): (u64, bool),
        size: u64,
        access: Option<&Access>,
    ) {
        self.one_as(one, None, None, (at, in_shared), size, access);
    }

    /// The same, with another knowledge than the thread's; `of_writes` if that of writes differs.
    pub(super) fn one_as(
        &mut self,
        one: One,
        clock: Option<&Clock>,
        of_writes: Option<&Clock>,
        (at, in_shared): (u64, bool),
        size: u64,
        access: Option<&Access>,
    ) {
        let mut next = at;
        while next < at + size {
            let left = at + size - next;
            let (now, site) = (self.state.now, self.site);
            let GroupState {
                first_block,
                base,
                shared_base,
                blocks,
                shared,
                ..
            } = &mut *self.group;
            let (shadow, base) = match in_shared {
                true => (shared, *shared_base),
                false => (&mut self.state.global, *base),
            };
            let known = &blocks[self.core.block].warps[self.core.warp];
            let quick = self
                .quick
                .filter(|quick| clock.is_none() && quick.1 == in_shared);
            let clock = clock.unwrap_or_else(|| known.clock(one.lane));
            let unit = 1u64
                << (left | next | 16)
                    .trailing_zeros()
                    .min(4)
                    .min(63 - left.leading_zeros());
            let page: &mut Page = shadow.page(next, unit);
            let shift = page.shift;
            let cell = ((next % PAGE) >> shift) as usize;
            let strong_write = one.scope.is_some() && one.kind != Kind::Read;
            let entry = Entry {
                thread: one.thread,
                stamp: now,
                site: if strong_write { site | UPDATES } else { site },
            };
            let mut group = page.group(cell);
            let (read, other) = (
                group.entry(Slot::Read, cell % ROW),
                group.entry(Slot::OtherRead, cell % ROW),
            );
            if let Some((view, _)) = &quick
                && one.kind != Kind::Write
                && read.stamp == now
                && other.stamp == now
                && read.updates() == strong_write
                && other.updates() == strong_write
                && (!strong_write
                    || read.thread.block() == one.thread.block()
                        && other.thread.block() == one.thread.block())
            {
                let write = group.entry(Slot::Write, cell % ROW);
                if view.includes(write.thread.0, write.stamp, one.thread.0) {
                    // Two threads of this time stand for all that did the same.
                    next += 1 << shift;
                    continue;
                }
            }
            let mut races = [None; 3];

            let scopes = &self.state.scopes;
            let before = |slot: Slot, old: Entry| {
                if let Some((view, _)) = &quick
                    && view.includes(old.thread.0, old.stamp, one.thread.0)
                {
                    return true;
                }
                let of = match (slot, of_writes) {
                    (Slot::Write, Some(of)) if !old.thread.is_async() => of,
                    _ => clock,
                };
                // A copy is after what its thread did before, except for what only its proxy doesn't see.
                old.stamp <= base
                    || old.thread == one.thread.issuer() && std::ptr::eq(of, clock)
                    || of.includes(old)
            };
            for (race, slot) in races
                .iter_mut()
                .zip([Slot::Write, Slot::Read, Slot::OtherRead])
            {
                let old = group.entry(slot, cell % ROW);
                let reads = slot != Slot::Write && !old.updates();
                if one.kind == Kind::Read && reads || before(slot, old) {
                    continue;
                }
                let old_scope = scopes.get((old.site & SITE) as usize).copied().flatten();
                if let (Some(own), Some(other)) = (one.scope, old_scope)
                    && covers(
                        self.core,
                        *first_block,
                        own.min(other),
                        one.thread,
                        old.thread,
                    )
                {
                    continue;
                }
                *race = Some((slot, old));
            }
            let kind = if strong_write { Kind::Read } else { one.kind };
            record(&mut group, cell % ROW, (kind, entry), base, before);
            for (slot, old) in races.into_iter().flatten() {
                self.found(one, old, slot, next, in_shared, access);
            }
            next += 1 << shift;
        }
    }

    #[cold]
    fn found(
        &mut self,
        one: One,
        old: Entry,
        slot: Slot,
        at: u64,
        in_shared: bool,
        access: Option<&Access>,
    ) {
        if !self.state.quiet.insert(at) {
            return;
        }
        let same_value = access.is_some_and(|access| self.writes_the_same(access, one, old, at));
        let too_narrow = self.group.blocks[self.core.block].warps[self.core.warp].too_narrow;
        let here = Accessed {
            thread: one.thread,
            stamp: self.state.now,
            site: self.site & SITE,
            kind: one.kind,
            scope: one.scope,
        };
        let site = old.site & SITE;
        let there = Accessed {
            thread: old.thread,
            stamp: old.stamp,
            site,
            kind: match slot {
                Slot::Write => Kind::Write,
                _ if old.updates() => Kind::Update,
                _ => Kind::Read,
            },
            scope: self.state.scopes.get(site as usize).copied().flatten(),
        };
        let memory = match in_shared {
            true => {
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
            }
            false => self.core.grid.memory.describe(at),
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
    fn writes_the_same(&self, access: &Access, one: One, old: Entry, at: u64) -> bool {
        if access.kind != Kind::Write || access.values.is_empty() {
            return false;
        }
        let value = |lane: usize| {
            let (start, _) = self.resolve(access.address, lane, access.size)?;
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
        let Some((place, stored)) = value(one.lane) else {
            return false;
        };
        let together = old.site == self.site
            && old.stamp == self.state.now
            && old.thread.0 >> 5 == one.thread.0 >> 5
            && self.core.mask >> old.thread.lane() & 1 != 0;
        if together {
            return value(old.thread.lane() as usize) == Some((place, stored));
        }
        // An address that isn't accessible is a fault right afterwards.
        self.core.is_readable(place, access.value_size.into())
            && read(place, access.value_size) == stored
    }
}

/// Returns `true` if a scope has both threads.
fn covers(core: &Core<'_>, first_block: u64, scope: Scope, a: Thread, b: Thread) -> bool {
    match scope {
        Scope::Block => a.block() == b.block(),
        Scope::Cluster => {
            let size = core.grid.block_group_size;
            let first = first_block as u32;
            let of = |thread: Thread| thread.block().wrapping_sub(first) % (1 << 20) / size;
            of(a) == of(b)
        }
        Scope::Device | Scope::System => true,
    }
}

/// Reads a number of at most eight bytes, which the instruction will access.
fn read(at: u64, size: u32) -> u64 {
    let mut bytes = [0; 8];
    let size = size.min(8) as usize;
    // SAFETY: the callers checked that the bytes are accessible.
    unsafe { std::ptr::copy_nonoverlapping(at as *const u8, bytes.as_mut_ptr(), size) };
    u64::from_le_bytes(bytes)
}
