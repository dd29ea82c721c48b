//! The accesses of a warp: of consecutive elements, of one element, or lane by lane.

use crate::code::Code;
use crate::code::sites::SITE;
use crate::code::watch::{Access, AccessKind, Address, Scope, Where};
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use crate::numbers::lane::Bits;
use crate::numbers::lane::Word;
use crate::races::cells::{
    LaneAccess, ThreadAccess, is_wide, quick, represent_all, row_of, strong_cell, weak,
};
use crate::races::entry::View;
use crate::races::entry::{Entry, UPDATES};
use crate::races::group::ROW;
use crate::races::same_epoch::EpochKey;
use crate::races::shadow::{PAGE, Shadow};
use crate::races::state::{GroupState, RaceState};
use crate::races::thread::Thread;
use crate::races::tree::BlockClock;
use crate::state::core::Core;
use std::ops::Range;

/// An address in the host's memory, and whether it is shared memory's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    pub address: u64,
    pub in_shared: bool,
}

/// The addresses of a warp's access.
pub(super) enum WarpAddresses {
    /// The first one, and the lanes, each of which accesses what follows that of the one before.
    Row(Spot, Range<u32>),
    /// The same for all lanes.
    Same(Spot),
}

/// The addresses of a warp's lanes, in the host's memory.
struct Addresses {
    at: [u64; 32],
    /// The lanes that have one.
    valid: u32,
    /// Those of which it is shared memory's.
    shared: u32,
}

impl Addresses {
    #[inline(always)]
    fn fill<W: Word>(&mut self, words: &[W; 32], address: impl Fn(W) -> u64) {
        self.at.iter_mut().zip(words).for_each(|(at, word)| *at = address(*word));
    }

    /// Returns that of a lane.
    #[inline(always)]
    fn spot(&self, lane: usize) -> Spot {
        Spot { address: self.at[lane & 31], in_shared: self.shared >> (lane & 31) & 1 != 0 }
    }
}

/// An instruction of a warp, with the state of the detector.
pub struct Watcher<'w, 'l> {
    pub core: &'w mut Core<'l>,
    pub group: &'w mut GroupState,
    pub state: &'w mut RaceState,
    pub code: &'l Code,
    /// The instruction among those of all programs, with the chain of the launch.
    pub site: u32,
    /// The warp's view, of shared memory or not, while its lanes are checked one by one.
    pub quick: Option<(View, bool)>,
}

impl Core<'_> {
    /// Returns the address of a lane, in its state space.
    pub fn address_of(&self, address: Address, lane: usize) -> u64 {
        let Address { at, offset, .. } = address;
        if address.wide {
            self.lane::<u64>(at, lane).wrapping_add(offset)
        } else {
            u64::from(self.lane::<u32>(at, lane).wrapping_add(offset as u32))
        }
    }
}

impl Watcher<'_, '_> {
    /// The number of the block, and that of the warp.
    pub fn place(&self) -> (u32, u32) {
        (self.group.blocks[self.core.block].number, self.core.warp as u32)
    }

    /// Returns the address of a lane in the host's memory; `None` for memory that only the thread uses, and for addresses that
    /// aren't valid.
    pub fn resolve(&self, address: Address, lane: usize, size: u32) -> Option<Spot> {
        self.find(address.space, self.core.address_of(address, lane), size)
    }

    /// The same for an address that isn't in a register.
    #[inline(always)]
    pub fn find(&self, space: Where, at: u64, size: u32) -> Option<Spot> {
        let shared = |offset| {
            let place = self.core.shared_place(offset, size)?;
            Some(Spot { address: place as u64, in_shared: true })
        };
        match space {
            Where::Shared => shared(at),
            Where::Generic if at.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE => {
                shared(at - SHARED_WINDOW)
            }
            Where::Generic if at.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE => None,
            _ => Some(Spot { address: at, in_shared: false }),
        }
    }

    /// Checks and records the access of all lanes.
    pub fn access(&mut self, access: &Access) {
        if self.core.mask.is_power_of_two() && self.of_one_lane(access) {
            return;
        }
        let size = u64::from(access.size);
        match self.regular(access) {
            Some(WarpAddresses::Row(at, lanes)) if access.scope.is_none() => {
                return self.row(access, at, lanes, 0);
            }
            Some(WarpAddresses::Same(at))
                if access.compared.is_none()
                    && (access.scope.is_some() || access.kind == AccessKind::Read) =>
            {
                let mask = self.core.mask;
                self.acquire(access, mask, at);
                self.together((access.kind, mask), access.scope, at, size, Some(access));
                return self.order_all(access, mask, at);
            }
            Some(WarpAddresses::Same(at)) if access.compared.is_some() => {
                let (mask, writers) = (self.core.mask, self.writers(access, at.address));
                self.acquire(access, mask, at);
                let both = [(access.kind, writers), (AccessKind::Read, mask & !writers)];
                for (kind, lanes) in both.into_iter().filter(|(_, lanes)| *lanes != 0) {
                    self.together((kind, lanes), access.scope, at, size, Some(access));
                }
                return self.order_all(access, writers, at);
            }
            _ => {}
        }
        let mut all = Addresses { at: [0; 32], valid: 0, shared: 0 };
        self.addresses(access, &mut all);
        let mut left = all.valid;
        let (block, warp) = self.place();
        let mut values: Vec<(u64, u64)> = Vec::new();
        let first = all.spot(left.trailing_zeros() as usize).in_shared;
        let view = self.view(first);
        self.quick = Some((view, first));
        let orders = access.scope.is_some()
            && (access.acquires
                || access.releases
                || !self.state.released.is_empty()
                || !self.group.released.is_empty()
                || self.group.blocks[self.core.block].warps[self.core.warp].fence_clocks.is_some());
        let is_weak = access.scope.is_none();
        if is_weak || access.kind == AccessKind::Update && access.compared.is_none() && !orders {
            left &= !match (is_weak, access.kind) {
                (true, AccessKind::Read) => self.each::<true>(&view, first, access, &all),
                (true, _) => self.each::<false>(&view, first, access, &all),
                _ => self.each_update(&view, first, access, &all),
            };
        }
        for lane in Bits(left) {
            let at = all.spot(lane);
            let one = ThreadAccess {
                thread: Thread::new(block, warp, lane as u32),
                kind: match access.compared {
                    Some(_) if !self.succeeds(access, lane, at.address, &mut values) => {
                        AccessKind::Read
                    }
                    _ => access.kind,
                },
                scope: access.scope,
                lane,
            };
            if orders {
                self.acquire(access, 1 << lane, at);
            }
            self.one_of_many(&view, one, at, size, Some(access));
            if orders {
                self.order_by(access, one, at);
            }
        }
        self.quick = None;
    }

    /// Checks and records the access of the only active lane; returns `false` for those that [`access`](Self::access) checks as those
    /// of several.
    fn of_one_lane(&mut self, access: &Access) -> bool {
        let Access { address, size, mut kind, scope, .. } = *access;
        let mask = self.core.mask;
        let Some(at) = self.resolve(address, mask.trailing_zeros() as usize, size) else {
            return true;
        };
        let is_weak_write = scope.is_none() && kind != AccessKind::Read;
        if is_weak_write && at.in_shared {
            return false;
        }
        let mut writers = mask;
        if access.compared.is_some() {
            writers = self.writers(access, at.address);
            kind = if writers == 0 { AccessKind::Read } else { kind };
        }
        self.acquire(access, mask, at);
        self.together((kind, mask), scope, at, size.into(), Some(access));
        self.order_all(access, writers, at);
        true
    }

    /// Finds the addresses of the active lanes; those of other lanes are any.
    fn addresses(&self, access: &Access, all: &mut Addresses) {
        let (Access { address, size, .. }, mask) = (access, self.core.mask);
        if address.wide {
            all.fill(self.core.lanes::<u64>(address.at), |base| base.wrapping_add(address.offset))
        } else {
            let offset = address.offset as u32;
            all.fill(self.core.lanes::<u32>(address.at), |base| {
                u64::from(base.wrapping_add(offset))
            });
        }
        if address.space == Where::Global {
            all.valid = mask;
            return;
        }
        // Usually all are within the block's shared memory.
        if address.space == Where::Shared
            && let Some(Spot { address: start, .. }) = self.find(Where::Shared, 0, *size)
        {
            let (at, limit) = (&mut all.at, u64::from(self.core.shared_size.saturating_sub(*size)));
            let are_within = match mask {
                // What is beyond it leaves a sign.
                u32::MAX => {
                    at.iter().fold(0, |over, at| over | limit.wrapping_sub(*at) | *at) >> 63 == 0
                }
                _ => Bits(mask).all(|lane| at[lane & 31] <= limit),
            };
            if are_within {
                at.iter_mut().for_each(|at| *at = start.wrapping_add(*at));
                (all.valid, all.shared) = (mask, mask);
                return;
            }
        }
        for lane in Bits(mask) {
            let found = self.find(address.space, all.at[lane & 31], *size);
            if let Some(Spot { address: at, in_shared }) = found {
                all.at[lane & 31] = at;
                all.valid |= 1 << lane;
                all.shared |= u32::from(in_shared) << lane;
            }
        }
    }

    /// Checks and records the weak accesses of lanes, one by one, as far as a view shows, and returns
    /// those lanes. They are `READS`, or writes.
    fn each<const READS: bool>(
        &mut self,
        view: &View,
        in_shared: bool,
        access: &Access,
        all: &Addresses,
    ) -> u32 {
        let shadow = if in_shared { &mut self.group.shared } else { &mut self.state.global };
        let size = u64::from(access.size);
        let mut left = all.valid & if in_shared { all.shared } else { !all.shared };
        let (own, mut all_done) = ((self.state.now, self.site), 0);
        while let Some(first) = Bits(left).next() {
            let of_lanes = match size >> shadow.page(all.at[first & 31], size).shift {
                1 => of_cells::<READS, 1>,
                2 => of_cells::<READS, 2>,
                4 => of_cells::<READS, 4>,
                _ => each_of::<READS, 0>,
            };
            let (done, others) = of_lanes(shadow, view, (&all.at, left, size), own);
            (all_done, left) = (all_done | done, others);
        }
        all_done
    }

    /// The same for atomic operations that order nothing: those that add nothing to what was there
    /// before, and the others up to the first one that needs a closer look.
    #[inline(never)]
    fn each_update(
        &mut self,
        view: &View,
        in_shared: bool,
        access: &Access,
        all: &Addresses,
    ) -> u32 {
        let GroupState { shared, blocks, .. } = &mut *self.group;
        let RaceState { global, scopes, now, .. } = &mut *self.state;
        let shadow = if in_shared { shared } else { global };
        let (size, of) = (u64::from(access.size), (access.kind, access.scope, false));
        let warp = &blocks[self.core.block].warps[self.core.warp];
        let is_wide = is_wide(access.scope, scopes);
        let first = Thread::new(view.block, view.warp, 0).0;
        let lanes = all.valid & if in_shared { all.shared } else { !all.shared };
        let of_others = view.of_no_warp();
        shadow.same_epoch.begin(EpochKey {
            view: of_others,
            now: *now,
            size,
            is_wide: access.scope >= Some(Scope::Device),
            changes: shadow.changes,
        });
        let mut done = shadow.same_epoch.hits(&all.at, lanes);
        let (mut recorded, mut stopped) = (0u32, false);
        for lane in Bits(lanes & !done) {
            let at = all.at[lane & 31];
            let mut page = shadow.page_to_add(at, size);
            if at & (size - 1) != 0 || size >> page.shift != 1 {
                stopped = true;
                continue;
            }
            let cell = ((at % PAGE) >> page.shift) as usize;
            let group = &mut page.group(cell);
            let (cell, thread) = (cell % ROW, Thread(first | lane as u32));
            let reads = group.reads(cell);
            let is_same_epoch = represent_all(view, (*now, true), is_wide, reads);
            let mut is_done = is_same_epoch && group.write_is_before(cell, view);
            if is_done && (stopped || reads.iter().any(|read| read.thread == thread)) {
                is_done = !Bits(recorded).any(|other| all.at[other & 31] == at);
            }
            if is_done && group.write_is_before(cell, &of_others) {
                shadow.same_epoch.add(at);
            } else if !is_done && !stopped {
                let entry = Entry { thread, stamp: *now, site: self.site | UPDATES };
                let clock = &**warp.clock(lane);
                let (happens_before, own) = ((view, clock, &scopes[..], true), (entry, thread.0));
                let (state, included_by_lane) =
                    ((reads, is_same_epoch), |other| clock.includes(other));
                is_done =
                    strong_cell(group, cell, happens_before, of, own, state, included_by_lane);
                recorded |= u32::from(is_done) << lane;
                stopped = !is_done;
            }
            done |= u32::from(is_done) << lane;
        }
        done
    }

    /// Returns how much more each active lane's address is than that of the lane before, if that is 0 for all or `size`.
    #[inline(always)]
    pub(super) fn distance(&self, address: Address, size: u32) -> Option<u64> {
        let (mask, size) = (self.core.mask, size.into());
        if mask.is_power_of_two() {
            Some(0)
        } else if address.wide {
            distance(self.core.lanes::<u64>(address.at), mask, size)
        } else {
            distance(self.core.lanes::<u32>(address.at), mask, size)
        }
    }

    /// Returns the addresses of the active lanes, if they are regular.
    pub(super) fn regular(&self, access: &Access) -> Option<WarpAddresses> {
        let (mask, address, size) = (self.core.mask, access.address, access.size);
        let apart = self.distance(address, size);
        let first = mask.trailing_zeros() & 31;
        let at = self.core.address_of(address, first as usize);
        if apart? == 0 {
            return Some(WarpAddresses::Same(self.find(address.space, at, size)?));
        }
        let count = (mask >> first).trailing_ones();
        let has_gap = u64::from(mask >> first) >> count != 0;
        if apart != Some(u64::from(size)) || has_gap || at & u64::from(size - 1) != 0 {
            return None;
        }
        let found = self.find(address.space, at, size * count)?;
        Some(WarpAddresses::Row(found, first..first + count))
    }

    /// The warp's view, to check all of it at once.
    fn view(&mut self, in_shared: bool) -> View {
        let (block, warp) = self.place();
        let base = if in_shared { self.group.shared_base } else { self.group.base };
        let GroupState { numbers, blocks, .. } = &mut *self.group;
        let warps = &mut blocks[self.core.block].warps;
        let count = warps.len();
        let least_stamps = warps[self.core.warp].least_stamps(self.core.mask, |clock| {
            let all_of = |of: Option<&BlockClock>| {
                let least = |of: &BlockClock| {
                    if of.warps[0] <= of.all {
                        of.all
                    } else {
                        of.warps[..count.min(32)].iter().fold(of.warps[0], |a, b| a.min(*b))
                    }
                };
                let all = of.map_or(0, |block_clock| block_clock.all.max(least(block_clock)));
                all.max(clock.base)
            };
            let block_clock = clock.block_clock(block);
            let of_block = all_of(block_clock);
            let of_group = match numbers.len() {
                1 => of_block,
                _ => numbers
                    .iter()
                    .map(|number| all_of(clock.block_clock(*number)))
                    .min()
                    .unwrap_or(0),
            };
            let of_warp = block_clock.map_or(0, |block_clock| block_clock.of_warp(warp));
            [of_block, of_warp.max(clock.base), of_group]
        });
        let [of_block, of_warp, of_group] = least_stamps;
        View {
            base,
            block,
            warp,
            of_block,
            of_warp,
            of_all: if in_shared { of_group } else { base },
        }
    }

    /// A weak access of consecutive elements, one for each lane, or what copies of the lanes do: `warp_offset` is what their
    /// warp's number is more then.
    pub(super) fn row(
        &mut self,
        access: &Access,
        Spot { address: first, in_shared }: Spot,
        lanes: Range<u32>,
        warp_offset: u32,
    ) {
        let (kind, size) = (access.kind, u64::from(access.size));
        let view = self.view(in_shared);
        let start = Thread::new(view.block, view.warp + warp_offset, lanes.start).0;
        let (mut at, end) = (first, first + u64::from(lanes.end - lanes.start) * size);
        while at < end {
            let stop = end.min((at / PAGE + 1) * PAGE);
            let lane = ((at - first) / size) as u32;
            if !self.row_in_page(kind, &view, at..stop, in_shared, start + lane, size) {
                // The common case didn't hold somewhere; nothing was recorded there.
                self.quick = Some((view, in_shared));
                for index in lane..((stop - first).div_ceil(size)) as u32 {
                    let one = ThreadAccess {
                        thread: Thread(start + index),
                        kind,
                        scope: None,
                        lane: (lanes.start + index) as usize,
                    };
                    let at = Spot { address: first + u64::from(index) * size, in_shared };
                    self.one_of_many(&view, one, at, size, Some(access));
                }
                self.quick = None;
            }
            at = stop;
        }
    }

    /// The part of it within a page, whose first thread is `start`. Returns `false` if some of it needs a closer look.
    #[inline(always)]
    fn row_in_page(
        &mut self,
        kind: AccessKind,
        view: &View,
        part: Range<u64>,
        in_shared: bool,
        start: u32,
        size: u64,
    ) -> bool {
        let GroupState { blocks, shared, .. } = &mut *self.group;
        let RaceState { global, now, .. } = &mut *self.state;
        let shadow = if in_shared { shared } else { global };
        let common = blocks[self.core.block].warps[self.core.warp].common(self.core.mask);
        let block_clock = common.and_then(|clock| clock.block_clock(view.block));
        let items = match common {
            Some(clock) if !in_shared => clock.items().stamps(),
            _ => &[],
        };
        let mut page = shadow.page(part.start, size);
        // How many cells a lane's element has, as a power of two.
        let more = size.trailing_zeros() - page.shift;
        let first = (part.start % PAGE) >> page.shift;
        let (mut cell, last) = (first, ((part.end - 1) % PAGE) >> page.shift);
        let mut all = true;
        while cell <= last {
            let index = cell as usize % ROW;
            let count = (ROW - index).min((last - cell + 1) as usize);
            let entry = Entry {
                thread: Thread(start + ((cell - first) >> more) as u32),
                stamp: *now,
                site: self.site,
            };
            let group = &mut page.group(cell as usize);
            let happens_before = (view, block_clock, items);
            all &= row_of(group, kind, happens_before, index..index + count, (entry, more));
            cell += count as u64;
        }
        all
    }

    /// Checks and records the access of one lane to a cell of global memory, or of the last one for others that read it, too; returns
    /// `false` if it needs a closer look.
    #[inline(never)]
    fn lone(
        &mut self,
        access: &Access,
        (kind, lanes): (AccessKind, u32),
        Spot { address: at, in_shared }: Spot,
    ) -> bool {
        let (scope, size) = (access.scope, u64::from(access.size));
        if in_shared || at & (size - 1) != 0 {
            return false;
        }
        let lane = 31 - lanes.leading_zeros();
        let block = &self.group.blocks[self.core.block];
        let Some(clock) = block.warps[self.core.warp].common(lanes) else {
            return false;
        };
        let thread = Thread::new(block.number, self.core.warp as u32, lane);
        let RaceState { global, scopes, now, .. } = &mut *self.state;
        let mut page = global.page(at, size);
        if size != 1 << page.shift {
            return false;
        }
        let updates = scope.is_some() && kind != AccessKind::Read;
        let site = if updates { self.site | UPDATES } else { self.site };
        let one = LaneAccess {
            entry: Entry { thread, stamp: *now, site },
            is_alone: lanes.is_power_of_two(),
            kind,
            scope,
            base: self.group.base,
            clock,
            scopes,
        };
        let cell = ((at % PAGE) >> page.shift) as usize;
        one.access(&mut page.group(cell), cell % ROW)
    }

    /// Checks the access of one element by lanes, of which the first and the last one stand for all if the clocks of all of them order
    /// it after the others' accesses.
    #[inline(always)]
    pub(super) fn together(
        &mut self,
        (kind, valid): (AccessKind, u32),
        scope: Option<Scope>,
        at: Spot,
        size: u64,
        access: Option<&Access>,
    ) {
        // There is room for one beside those that wrote at the same time.
        let beside = kind == AccessKind::Read && access.is_some_and(|access| access.kind != kind);
        if let Some(access) = access
            && (valid.is_power_of_two() || beside)
            && self.lone(access, (kind, valid), at)
        {
            return;
        }
        self.several((kind, valid), beside, scope, at, size, access);
    }

    /// The same, where the clock of one of them isn't enough.
    #[inline(never)]
    fn several(
        &mut self,
        (kind, valid): (AccessKind, u32),
        beside: bool,
        scope: Option<Scope>,
        at: Spot,
        size: u64,
        access: Option<&Access>,
    ) {
        let (block, warp) = self.place();
        let one = |lane: u32| ThreadAccess {
            thread: Thread::new(block, warp, lane),
            kind,
            scope,
            lane: lane as usize,
        };
        let view = self.view(at.in_shared);
        let GroupState { blocks, shared, begin, .. } = &mut *self.group;
        let RaceState { global, scopes, now, .. } = &mut *self.state;
        let shadow = if at.in_shared { shared } else { global };
        let warp = &blocks[self.core.block].warps[self.core.warp];
        let (first, last) = (valid.trailing_zeros(), 31 - valid.leading_zeros());
        let common = warp.common(valid);
        if common.is_some() || scope.is_some() || kind == AccessKind::Read {
            let first_access = one(if beside { last } else { first });
            let thread_number = if first < last { u32::MAX } else { first_access.thread.0 };
            // Lanes with different clocks have at least the clock that all threads had at first.
            let clock = common.unwrap_or(begin);
            let happens_before = (&view, &**clock, &scopes[..], common.is_some());
            // Each lane is after what it did itself, but a strong access doesn't stand for a weak one, nor for the same one of
            // another lane.
            let is_own = |entry: Entry| {
                entry.thread.0 >> 5 == first_access.thread.0 >> 5
                    && valid >> entry.thread.lane() & 1 != 0
                    && (entry.stamp, entry.site & !UPDATES) != (*now, self.site & !UPDATES)
                    && (scope.is_none() || scopes[(entry.site & SITE) as usize].is_some())
            };
            let included_by_lane = |entry: Entry| {
                common.is_none() && is_own(entry)
                    || warp.clocks_of(valid).any(|(_, clock)| clock.includes(entry))
            };
            let access_of_lanes = (&first_access, thread_number, Some(last));
            if quick(
                shadow,
                happens_before,
                included_by_lane,
                access_of_lanes,
                (at.address, size),
                (*now, self.site),
            ) {
                return;
            }
        }
        self.one_by_one((kind, valid), scope, at, size, access);
    }

    /// The same, lane by lane.
    #[inline(never)]
    fn one_by_one(
        &mut self,
        (kind, valid): (AccessKind, u32),
        scope: Option<Scope>,
        at: Spot,
        size: u64,
        access: Option<&Access>,
    ) {
        let view = self.view(at.in_shared);
        self.quick = Some((view, at.in_shared));
        for lane in Bits(valid) {
            let thread = Thread::new(view.block, view.warp, lane as u32);
            let one = ThreadAccess { thread, kind, scope, lane };
            self.one_of_many(&view, one, at, size, access);
        }
        self.quick = None;
    }
}

/// The same as [`each_of`], first as far as numbers of events show.
fn of_cells<const READS: bool, const CELLS: usize>(
    shadow: &mut Shadow,
    view: &View,
    (at, lanes, size): (&[u64; 32], u32, u64),
    access_epoch: (u32, u32),
) -> (u32, u32) {
    let (mut done, mut left) = (0, lanes);
    while left != 0 {
        let (more, tried) =
            by_numbers::<READS, CELLS>(shadow, view, (at, left, size), access_epoch);
        (done, left) = (done | more, left & !tried);
    }
    if done == lanes {
        return (done, 0);
    }
    let (rest, others) =
        each_of::<READS, CELLS>(shadow, view, (at, lanes & !done, size), access_epoch);
    (done | rest, others)
}

/// Checks and records the weak accesses of lanes to the page of the first one, as far as numbers of events show. Returns those of
/// which it did, and those that need not be tried again.
#[inline(never)]
fn by_numbers<const READS: bool, const CELLS: usize>(
    shadow: &mut Shadow,
    view: &View,
    (at, lanes, size): (&[u64; 32], u32, u64),
    (stamp, site): (u32, u32),
) -> (u32, u32) {
    let first_entry = Entry { thread: Thread::new(view.block, view.warp, 0), stamp, site };
    let first = at[lanes.trailing_zeros() as usize & 31];
    let mut page = shadow.page(first, size);
    let event = page.cell(first_entry);
    let Some(mut numbers) = page.numbers(view, first_entry) else {
        return (0, lanes);
    };
    if size >> page.shift != CELLS as u64 {
        return (0, lanes);
    }
    let start = first & !(PAGE - 1);
    let (mut done, mut tried) = (0, 0);
    for lane in Bits(lanes) {
        let offset = at[lane & 31].wrapping_sub(start);
        if offset >= PAGE {
            continue;
        }
        tried |= 1 << lane;
        if offset & (size - 1) != 0 {
            continue;
        }
        let cell = (offset >> page.shift) as usize;
        let lane_entry = (first_entry, event | lane as u32);
        let is_done =
            page.group(cell).by_numbers::<READS, CELLS>(cell, lane_entry, view, &mut numbers);
        done |= u32::from(is_done) << lane;
    }
    (done, tried)
}

/// Checks and records the weak accesses of lanes, to as many `CELLS` each, or any number if that is 0; returns those of which a
/// view shows enough, and those that have another number.
#[inline(never)]
fn each_of<const READS: bool, const CELLS: usize>(
    shadow: &mut Shadow,
    view: &View,
    (at, lanes, size): (&[u64; 32], u32, u64),
    (stamp, site): (u32, u32),
) -> (u32, u32) {
    let kind = if READS { AccessKind::Read } else { AccessKind::Write };
    let first_entry = Entry { thread: Thread::new(view.block, view.warp, 0), stamp, site };
    let first = lanes.trailing_zeros() as usize;
    let mut number = at[first & 31] / PAGE;
    let mut page = shadow.page(at[first & 31], size);
    let (mut event, mut last_known) = (page.cell(first_entry), (0, (0, 0)));
    let (mut done, mut others) = (0, 0);
    for lane in Bits(lanes) {
        let at = at[lane & 31];
        if at & (size - 1) != 0 {
            continue;
        }
        if at / PAGE != number {
            number = at / PAGE;
            page = shadow.page(at, size);
            (event, last_known.0) = (page.cell(first_entry), 0);
        }
        let (cell, count) = (((at % PAGE) >> page.shift) as usize, (size >> page.shift) as usize);
        if CELLS != 0 && count != CELLS {
            others |= 1 << lane;
            continue;
        }
        let group = &mut page.group(cell);
        let cell = cell % ROW;
        let entry = Entry { thread: Thread(first_entry.thread.0 | lane as u32), ..first_entry };
        let cells = match CELLS {
            0 => cell..(cell + count).min(ROW),
            _ => cell..cell + CELLS,
        };
        let is_done = weak(group, kind, view, cells, (entry, event | lane as u32), &mut last_known);
        done |= u32::from(is_done) << lane;
    }
    (done, others)
}

/// Returns how much more each active lane's number is than that of the lane before, if that is 0 for all or `size`.
#[inline(never)]
fn distance<W: Word>(words: &[W; 32], mask: u32, size: u64) -> Option<u64> {
    let first = mask.trailing_zeros() as usize & 31;
    let start = words[first];
    let apart = match mask >> first & 2 {
        0 => 0,
        _ => words[first + 1].wide().wrapping_sub(start.wide()),
    };
    if apart != 0 && apart != size {
        return None;
    }
    let next = start.plus(0u64.wrapping_sub((first as u64).wrapping_mul(apart)));
    let is_next = |lane: usize, word: W| word == next.plus((lane as u64).wrapping_mul(apart));
    let are_all = match mask {
        _ if apart == 0 && mask != u32::MAX => Bits(mask).all(|lane| words[lane & 31] == start),
        u32::MAX => {
            let mut next = next;
            let differing = words.iter().fold(W::default(), |differing, word| {
                let differs = *word ^ next;
                next = next.plus(apart);
                differing | differs
            });
            differing == W::default()
        }
        _ => Bits(mask).all(|lane| is_next(lane, words[lane & 31])),
    };
    are_all.then_some(apart)
}
