//! Compares and records accesses in shadow cells, as far as the warp's clock of its block orders them.

use crate::code::sites::SITE;
use crate::code::watch::{AccessKind, Scope};
use crate::races::clock::Clock;
use crate::races::entry::View;
use crate::races::entry::{Entry, UPDATES};
use crate::races::group::{Cells, ROW, SLOTS, Slot};
use crate::races::item_clock::has;
use crate::races::shadow::{PAGE, Shadow};
use crate::races::thread::Thread;
use crate::races::tree::BlockClock;
use std::ops::Range;

/// An access of one thread.
#[derive(Clone, Copy)]
pub struct ThreadAccess {
    pub thread: Thread,
    pub kind: AccessKind,
    pub scope: Option<Scope>,
    /// The lane whose clock counts.
    pub lane: usize,
}

/// Returns whether both an access of some scope and an entry are atomic for all of a device.
#[inline(always)]
pub fn is_wide(
    scope: Option<Scope>,
    scopes: &[Option<Scope>],
) -> impl Fn(Entry) -> bool + Copy + '_ {
    let is_wide = |scope: Option<Scope>| scope.is_some_and(|scope| scope >= Scope::Device);
    let wide = is_wide(scope);
    move |access: Entry| wide && is_wide(scopes[(access.site & SITE) as usize])
}

/// Returns `true` if two reads, or two strong writes, stand for all that did the same: those of this time, of this block or of two
/// blocks, of which one may be older.
#[inline(always)]
pub fn represent_all(
    view: &View,
    (now, updates): (u32, bool),
    is_wide: impl Fn(Entry) -> bool,
    [read, other]: [Entry; 2],
) -> bool {
    if read.stamp != now && other.stamp != now {
        return false;
    }
    let is_own =
        |access: Entry| access.stamp == now && access.thread.0 & !0x3ff == view.block << 12;
    let is_others = |access: Entry| {
        access.thread.block() != view.block
            && access.stamp > view.base.max(view.of_all)
            && (!updates || is_wide(access))
    };
    let alike = read.updates() == updates && other.updates() == updates;
    alike
        && match (is_own(read), is_own(other)) {
            (true, true) => read.thread != other.thread,
            (true, false) => is_others(other),
            (false, true) => is_others(read),
            (false, false) => {
                let of_two = read.thread.block() != other.thread.block();
                read.stamp == now
                    && other.stamp == now
                    && read.thread != other.thread
                    && (!updates || of_two && is_wide(read) && is_wide(other))
            }
        }
}

/// Checks and records a weak access of one thread to some cells, as far as a view shows; returns `false` and records nothing if
/// one of them needs a closer look. `own` is what the cells [have](crate::races::group::Store::cell) for the entry; the last parameter is what
/// happened before for all threads of the view: an [event](Cells::follow), and a [summary](Cells::all_before_again) of writes.
#[inline(always)]
pub fn weak(
    group: &mut Cells<'_>,
    kind: AccessKind,
    view: &View,
    cells: Range<usize>,
    (entry, own): (Entry, u32),
    (event, summary): &mut (u32, (u32, u32)),
) -> bool {
    let (slot, is_alone) = match kind {
        AccessKind::Read => (
            Slot::Read,
            group.all_before_again(Slot::Write, view, summary)
                && !group.may_update(Slot::Read)
                && !group.may_update(Slot::OtherRead),
        ),
        _ => (Slot::Write, group.is_empty(Slot::Read) && group.is_empty(Slot::OtherRead)),
    };
    if is_alone && group.follow(slot, cells.clone(), (entry, own), view, event) {
        return true;
    }
    // What this thread did there, and no other since, was checked then.
    if group.has_own(Slot::Write, &cells, entry) {
        if kind == AccessKind::Read {
            return true;
        }
        if group.has_none(Slot::Read, &cells) && group.has_none(Slot::OtherRead, &cells) {
            return group.replace(Slot::Write, cells, own);
        }
    } else if kind == AccessKind::Read
        && !group.may_update(Slot::Read)
        && !group.may_update(Slot::OtherRead)
        && group.has_own(Slot::Read, &cells, entry)
    {
        return group.replace(Slot::Read, cells, own);
    }
    let thread = entry.thread.0;
    if !included(group, Slot::Write, view, &cells, thread) {
        return false;
    }
    let slot = match () {
        () if kind != AccessKind::Read => {
            if !included(group, Slot::Read, view, &cells, thread)
                || !included(group, Slot::OtherRead, view, &cells, thread)
            {
                return false;
            }
            Slot::Write
        }
        () if group.may_update(Slot::Read) || group.may_update(Slot::OtherRead) => return false,
        () if included(group, Slot::Read, view, &cells, thread) => Slot::Read,
        () if included(group, Slot::OtherRead, view, &cells, thread) => Slot::OtherRead,
        () => {
            return cells.clone().all(|cell| {
                represent_all(view, (entry.stamp, false), |_| false, group.reads(cell))
            });
        }
    };
    group.fill(slot, cells, (entry, own), view.base);
    true
}

/// Returns `true` if all accesses of some cells happened before one of a thread, as far as a view shows.
#[inline(always)]
fn included(group: &Cells<'_>, slot: Slot, view: &View, cells: &Range<usize>, thread: u32) -> bool {
    group.all_before(slot, view)
        || group.every(slot, cells.clone(), |old| view.includes(old.thread.0, old.stamp, thread))
}

/// Checks and records the access of one thread, to cells of which none needs a closer look; returns `false` if one does. Those
/// before it may have been recorded then, which does no harm. `own` is the thread, or a number of none if it stands for others of
/// its warp, which have the same clock; `last` is the last lane of those that do it together: it does the same then.
#[inline(always)]
pub fn quick(
    shadow: &mut Shadow,
    (view, clock, scopes, is_all): (&View, &Clock, &[Option<Scope>], bool),
    included_by_lane: impl Fn(Entry) -> bool,
    (access, own, last): (&ThreadAccess, u32, Option<u32>),
    (at, size): (u64, u64),
    (now, site): (u32, u32),
) -> bool {
    if at & (size - 1) != 0 || !size.is_power_of_two() {
        return false;
    }
    let mut page = shadow.page(at, size);
    let first = ((at % PAGE) >> page.shift) as usize;
    let count = (size >> page.shift) as usize;
    let group = &mut page.group(first);
    let first = first % ROW;
    if first + count > ROW {
        return false;
    }
    let strong = access.scope.is_some();
    let updates = strong && access.kind != AccessKind::Read;
    let site = if updates { site | UPDATES } else { site };
    let entry = Entry { thread: access.thread, stamp: now, site };
    let is_weak_write = access.kind == AccessKind::Write && !strong;
    let is_alone = last == Some(access.lane as u32);
    let is_one = is_alone || last.is_none();
    if is_weak_write && is_one && SLOTS.iter().all(|slot| group.all_before(*slot, view)) {
        group.set_all(Slot::Write, first..first + count, (entry, 5), view.base);
        return true;
    }
    let (operation, mut entry) = ((access.kind, access.scope, is_alone), entry);
    loop {
        for cell in first..first + count {
            let is_done = if is_weak_write {
                weak_write(group, cell, (view, clock), (entry, own))
            } else {
                let reads = group.reads(cell);
                let is_wide = is_wide(access.scope, scopes);
                let enough = represent_all(view, (now, updates), is_wide, reads);
                let (happens_before, own) = ((view, clock, scopes, is_all), (entry, own));
                strong_cell(
                    group,
                    cell,
                    happens_before,
                    operation,
                    own,
                    (reads, enough),
                    &included_by_lane,
                )
            };
            if !is_done {
                return false;
            }
        }
        match last.map(|last| access.thread.with_lane(last)) {
            Some(last) if last != entry.thread => entry.thread = last,
            _ => return true,
        }
    }
}

/// The access of a thread with its clock, and everything up to `base` happened before.
pub struct LaneAccess<'k> {
    pub entry: Entry,
    /// Whether it doesn't stand for reads of other lanes with the same clock.
    pub is_alone: bool,
    pub kind: AccessKind,
    pub scope: Option<Scope>,
    pub base: u32,
    pub clock: &'k Clock,
    pub scopes: &'k [Option<Scope>],
}

impl LaneAccess<'_> {
    /// Returns `true` if an access happened before, or is the thread's own.
    #[inline(always)]
    fn happened_before(&self, access: Entry) -> bool {
        access.stamp <= self.base
            || self.is_alone && access.thread == self.entry.thread
            || self.clock.includes(access)
    }

    /// Returns `true` if both don't race: two reads, and two strong accesses of a scope that has both.
    #[inline(always)]
    fn agrees(&self, access: Entry) -> bool {
        if !self.entry.updates() && !access.updates() {
            return true;
        }
        let (Some(own), Some(other)) = (self.scope, self.scopes[(access.site & SITE) as usize])
        else {
            return false;
        };
        access.thread.block() == self.entry.thread.block() || own.min(other) >= Scope::Device
    }

    /// Returns `true` if the accesses of a cell [represent all](represent_all).
    #[inline(never)]
    fn has_enough(&self, reads: [Entry; 2]) -> bool {
        let LaneAccess { entry: Entry { thread, stamp, .. }, base, scopes, .. } = *self;
        let view = View { base, block: thread.block(), of_all: base, ..View::default() };
        // Of what a thread did itself, the last stays: its scope may be another, or its value.
        let is_same = |access: Entry| scopes[(access.site & SITE) as usize] == self.scope;
        represent_all(&view, (stamp, self.entry.updates()), is_wide(self.scope, scopes), reads)
            && reads.iter().all(|access| access.thread != thread || is_same(*access))
    }

    /// Checks and records it in a cell, as far as the thread's clock shows; returns `false` and records nothing if the cell needs a
    /// closer look.
    #[inline(always)]
    pub fn access(&self, group: &mut Cells<'_>, cell: usize) -> bool {
        let LaneAccess { entry, kind, base, .. } = *self;
        if !group.is_older(Slot::Write, base)
            && !self.happened_before(group.entry(Slot::Write, cell))
        {
            return false;
        }
        let [read, other] = group.reads(cell);
        if kind == AccessKind::Write && self.scope.is_none() {
            if !self.happened_before(read) || !self.happened_before(other) {
                return false;
            }
            group.set_all(Slot::Write, cell..cell + 1, (entry, 5), base);
            return true;
        }
        // What a thread updated and then reads, others may still read too early.
        let stays = |access: Entry| {
            access.thread == entry.thread && access.updates() && access.stamp > base
        };
        if !entry.updates() && (stays(read) || stays(other)) {
            return false;
        }
        let updates = entry.updates();
        if (read.stamp == entry.stamp || other.stamp == entry.stamp)
            && (read.updates() == updates && other.updates() == updates)
            && self.has_enough([read, other])
        {
            return true;
        }
        let is_before = self.happened_before(read);
        if !is_before && !self.agrees(read) {
            return false;
        }
        // What includes an access of a thread includes its earlier ones.
        let is_earlier = other.thread == read.thread && other.stamp <= read.stamp;
        let other_is_before = is_before && is_earlier || self.happened_before(other);
        if !other_is_before && !self.agrees(other) {
            return false;
        }
        let is_old =
            |access: Entry| access.stamp <= base || self.is_alone && access.thread == entry.thread;
        let slot = match (is_before, other_is_before) {
            // Others may not have acquired what this thread has.
            (true, true) if !is_old(read) && is_old(other) => Slot::OtherRead,
            // Of one time, the later one is beside the other.
            (true, false)
                if kind != AccessKind::Write && other.updates() && other.stamp == entry.stamp =>
            {
                group.set(Slot::Read, cell, other, base);
                Slot::OtherRead
            }
            (true, _) => Slot::Read,
            (false, true) => Slot::OtherRead,
            (false, false) => evicted_slot(read, other),
        };
        group.set(slot, cell, entry, base);
        true
    }
}

/// Checks and records a weak write of a cell by a thread; returns `false` if it needs a closer look.
#[inline(always)]
fn weak_write(
    group: &mut Cells<'_>,
    cell: usize,
    (view, clock): (&View, &Clock),
    (entry, own): (Entry, u32),
) -> bool {
    let is_before = |slot: &Slot| {
        let access = group.entry(*slot, cell);
        view.includes(access.thread.0, access.stamp, own) || clock.includes(access)
    };
    if !SLOTS.iter().all(is_before) {
        return false;
    }
    group.set_all(Slot::Write, cell..cell + 1, (entry, 5), view.base);
    true
}

/// Checks and records a strong access, or a read, of a cell by a thread; returns `false` if it
/// needs a closer look. It gets whether no other lane does the same, both reads of the cell, whether these
/// [represent all](represent_all), and what the clocks include of the threads that it stands for.
#[inline(always)]
pub fn strong_cell(
    group: &mut Cells<'_>,
    cell: usize,
    (view, clock, scopes, is_all): (&View, &Clock, &[Option<Scope>], bool),
    (kind, scope, is_alone): (AccessKind, Option<Scope>, bool),
    (entry, own): (Entry, u32),
    ([read, other], enough): ([Entry; 2], bool),
    included_by_lane: impl Fn(Entry) -> bool,
) -> bool {
    let (strong, now, thread) = (scope.is_some(), entry.stamp, entry.thread);
    let (updates, is_wide) = (entry.updates(), is_wide(scope, scopes));
    let happened_before = |access: Entry| {
        access.stamp <= view.base || view.includes(access.thread.0, access.stamp, own)
    };
    let included_at_all = |access: Entry| happened_before(access) || clock.includes(access);
    if !group.is_older(Slot::Write, view.base) && !included_at_all(group.entry(Slot::Write, cell)) {
        return false;
    }
    // Of what a thread did itself, the last stays: its scope may be another, or its value.
    let is_same = |access: Entry| is_alone && scopes[(access.site & SITE) as usize] == scope;
    if enough && [read, other].iter().all(|access| access.thread.0 != own || is_same(*access)) {
        return true;
    }
    let (read_before, other_before) = (happened_before(read), happened_before(other));
    // Two reads don't race, nor two strong accesses of a scope that has both.
    let agrees = |access: Entry| {
        let reads = !updates && !access.updates();
        let both_strong = || strong && scopes[(access.site & SITE) as usize].is_some();
        reads || both_strong() && (access.thread.block() == view.block || is_wide(access))
    };
    if !(read_before || agrees(read) || included_at_all(read))
        || !(other_before || agrees(other) || included_at_all(other))
    {
        return false;
    }
    // What a thread updated and then reads, others may still read too early.
    let stays = |access: Entry| {
        !updates
            && access.updates()
            && access.thread.0 >> 5 == thread.0 >> 5
            && (access.thread == thread || own == u32::MAX)
            && !view.includes(access.thread.0, access.stamp, u32::MAX)
    };
    let slot = match () {
        // Of one time, the later one is beside the other.
        () if read_before
            && kind != AccessKind::Write
            && other.updates()
            && other.stamp == now
            && !other_before =>
        {
            group.set(Slot::Read, cell, other, view.base);
            Slot::OtherRead
        }
        () if read_before && !stays(read) => Slot::Read,
        () if other_before && !stays(other) => Slot::OtherRead,
        () if included_by_lane(read) && !stays(read) => Slot::Read,
        () if included_by_lane(other) && !stays(other) => Slot::OtherRead,
        // Of lanes that read and have different clocks, each may keep what it wrote itself.
        () if !is_all && !updates => return false,
        () => evicted_slot(read, other),
    };
    group.set(slot, cell, entry, view.base);
    true
}

/// Checks and records the access of consecutive cells of a group by lanes that follow each other from `entry`'s on, with so many
/// cells each, as a power of two. Returns `false` and records nothing if a cell needs a closer look.
#[inline(always)]
pub fn row_of(
    group: &mut Cells<'_>,
    kind: AccessKind,
    (view, block_clock, items): (&View, Option<&BlockClock>, &[u32]),
    range: Range<usize>,
    (entry, more): (Entry, u32),
) -> bool {
    let thread_at = |each: usize| entry.thread.0 + (each >> more) as u32;
    let copies = |warp: u32| block_clock.map_or(0, |block_clock| block_clock.of_copies(warp));
    let included_by_lane = |old: Entry| {
        let is_before = |block_clock: &BlockClock| old.stamp <= block_clock.of_threads(old.thread);
        old.thread.block() == view.block && block_clock.is_some_and(is_before)
    };
    let included = |group: &Cells<'_>, slot: Slot| {
        if group.all_before(slot, view) || group.is_copied(slot, view.block, copies) {
            return true;
        }
        if let Some(run) = group.run(slot) {
            let Entry { thread, stamp, site } = run.first;
            return run.more == more && run.entry(range.start).thread == entry.thread
                || view.includes(thread.0, stamp, u32::MAX)
                || has(items, site, stamp)
                || included_by_lane(run.first);
        }
        group.all(slot, range.clone(), |each, old| {
            view.includes(old.thread.0, old.stamp, thread_at(each))
                || has(items, old.site, old.stamp)
                || included_by_lane(old)
        })
    };
    if !included(group, Slot::Write) {
        return false;
    }
    if kind != AccessKind::Read {
        if !included(group, Slot::Read) || !included(group, Slot::OtherRead) {
            return false;
        }
        group.set_all(Slot::Write, range, (entry, more), view.base);
        return true;
    }
    // A strong write of another thread may be among the reads.
    let updates = |group: &Cells<'_>, slot: Slot| {
        group.may_update(slot) && !group.all(slot, range.clone(), |_, old| !old.updates())
    };
    if updates(group, Slot::OtherRead) || updates(group, Slot::Read) {
        return false;
    }
    let is_of_now = |group: &Cells<'_>, slot: Slot| {
        let run = group.run(slot);
        run.is_some_and(|run| run.first.stamp == entry.stamp)
    };
    let slot = match () {
        () if included(group, Slot::Read) => Slot::Read,
        () if included(group, Slot::OtherRead) => Slot::OtherRead,
        // Two threads of this time stand for all that read it.
        () if is_of_now(group, Slot::Read) && is_of_now(group, Slot::OtherRead) => return true,
        () => return other_reads(group, view, range, thread_at, entry),
    };
    group.set_all(slot, range, (entry, more), view.base);
    true
}

/// Records reads of cells that others have read, each in the slot that has nothing to keep; returns `false` and records nothing
/// if there is none.
#[inline(always)]
fn other_reads(
    group: &mut Cells<'_>,
    view: &View,
    range: Range<usize>,
    thread_at: impl Fn(usize) -> u32 + Copy,
    entry: Entry,
) -> bool {
    let is_before =
        |old: Entry, each: usize| view.includes(old.thread.0, old.stamp, thread_at(each));
    let all = range.clone().enumerate().all(|(each, cell)| {
        let [read, other] = group.reads(cell);
        // Two threads of this time stand for all that read it.
        let are_of_now = read.stamp == entry.stamp && other.stamp == entry.stamp;
        is_before(read, each) || is_before(other, each) || are_of_now
    });
    if !all {
        return false;
    }
    for (each, cell) in range.enumerate() {
        let entry = Entry { thread: Thread(thread_at(each)), ..entry };
        for slot in [Slot::Read, Slot::OtherRead] {
            if is_before(group.entry(slot, cell), each) {
                group.set(slot, cell, entry, view.base);
                break;
            }
        }
    }
    true
}

/// Records the access of a cell; `before` says which earlier ones it makes superfluous.
pub fn record(
    group: &mut Cells<'_>,
    cell: usize,
    (kind, entry): (AccessKind, Entry),
    base: u32,
    before: impl Fn(Slot, Entry) -> bool,
) {
    if kind != AccessKind::Read {
        group.set(Slot::Write, cell, entry, base);
        group.clear(Slot::Read, cell);
        group.clear(Slot::OtherRead, cell);
        return;
    }
    let (first, other) = (group.entry(Slot::Read, cell), group.entry(Slot::OtherRead, cell));
    let replaces = |slot: Slot, old: Entry| {
        if old.thread == entry.thread && old.updates() && !entry.updates() {
            old.stamp <= base
        } else {
            before(slot, old)
        }
    };
    let slot = match () {
        () if replaces(Slot::Read, first) => Slot::Read,
        () if replaces(Slot::OtherRead, other) => Slot::OtherRead,
        () => evicted_slot(first, other),
    };
    group.set(slot, cell, entry, base);
}

/// Returns which of two accesses is evicted for another, if none is superfluous: what conflicts with more stays, a strong write
/// rather than a read.
fn evicted_slot(first: Entry, other: Entry) -> Slot {
    if other.updates() && !first.updates() { Slot::Read } else { Slot::OtherRead }
}
