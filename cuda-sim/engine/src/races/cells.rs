//! Compares and records accesses in cells, as far as what a warp knows of its block orders them.

use super::access::One;
use super::clock::Thread;
use super::items::has;
use super::shadow::{Entry, Group, PAGE, ROW, SITE, Shadow, Slot, UPDATES};
use super::state::WarpState;
use super::watch::{Kind, Scope};
use std::ops::Range;

/// What is known about who accesses, when a whole warp is checked at once.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Everything up to this stamp happened before.
    pub base: u32,
    pub block: u32,
    pub warp: u32,
    /// So did everything that the block's threads did up to this stamp, and that the warp's did.
    pub of_block: u32,
    pub of_warp: u32,
}

impl View {
    /// Returns `true` if an access of `thread` happened before one of `own`, as far as that is known without a lookup.
    #[inline(always)]
    pub fn includes(&self, thread: u32, stamp: u32, own: u32) -> bool {
        (stamp <= self.base)
            | (thread == own)
            | ((thread & !0x3ff == self.block << 12) & (stamp <= self.of_block))
            | ((thread >> 5 == self.block << 7 | self.warp) & (stamp <= self.of_warp))
    }

    /// Returns `true` if all accesses up to stamp `newest`, of a warp or of several of a block, happened before.
    #[inline(always)]
    pub fn includes_newest(&self, newest: u32, of: Thread, mixed: bool) -> bool {
        let of_block = self.of_block.max(match of.warp() == self.warp {
            true => self.of_warp,
            false => 0,
        });
        let is_own = !mixed && of.block() == self.block && (!of.is_async() || of.warp() == 0x7f);
        newest <= self.base || is_own && newest <= of_block
    }

    /// Returns `true` if it is so for all of some cells, where `own` is the thread for each.
    #[inline(always)]
    fn includes_all(&self, threads: &[u32], stamps: &[u32], own: impl Fn(usize) -> u32) -> bool {
        let mut all = true;
        for (at, (thread, stamp)) in threads.iter().zip(stamps).enumerate() {
            all &= self.includes(*thread, *stamp, own(at));
        }
        all
    }
}

/// Checks and records the access of one thread, to cells of which none needs a closer look; returns `false` if one does. Those
/// before it may have been recorded then, which does no harm.
#[inline(always)]
pub(super) fn quick(
    shadow: &mut Shadow,
    (view, warp, scopes): (&View, &WarpState, &[Option<Scope>]),
    one: &One,
    (at, size): (u64, u64),
    (now, site): (u32, u32),
) -> bool {
    if at & (size - 1) != 0 || !size.is_power_of_two() {
        return false;
    }
    let page = shadow.page(at, size);
    let first = ((at % PAGE) >> page.shift) as usize;
    let count = (size >> page.shift) as usize;
    let mut group = page.group(first);
    let first = first % ROW;
    if first + count > ROW {
        return false;
    }
    let own = one.thread;
    let strong = one.scope.is_some();
    let updates = strong && one.kind != Kind::Read;
    let writes_known = group.known(Slot::Write, view);
    if updates && count == 1 && writes_known && group.is_updated(first, view.block, now) {
        // Two threads of this time stand for all that did the same.
        return true;
    }
    let site = if updates { site | UPDATES } else { site };
    let entry = Entry {
        thread: own,
        stamp: now,
        site,
    };
    let slot = match one.kind {
        Kind::Write if !strong => Slot::Write,
        Kind::Read => Slot::Read,
        _ => Slot::OtherRead,
    };
    let none_else = match slot {
        Slot::Write => group.known(Slot::Read, view) && group.known(Slot::OtherRead, view),
        Slot::Read => group.known(Slot::Read, view) && !group.may_update(Slot::OtherRead),
        Slot::OtherRead => false,
    };
    if writes_known && none_else {
        group.set_all(slot, first..first + count, entry, view.base);
        return true;
    }
    for cell in first..first + count {
        let known = |it: Entry| {
            it.stamp <= view.base || it.thread == own || view.includes(it.thread.0, it.stamp, own.0)
        };
        let known_at_all = |it: Entry| known(it) || warp.clock(one.lane).includes(it);
        if !writes_known && !known_at_all(group.entry(Slot::Write, cell)) {
            return false;
        }
        let (read, other) = (
            group.entry(Slot::Read, cell),
            group.entry(Slot::OtherRead, cell),
        );
        if one.kind == Kind::Write && !strong {
            if !(known_at_all(read) && known_at_all(other)) {
                return false;
            }
            group.clear(Slot::Read, cell);
            group.clear(Slot::OtherRead, cell);
            group.set(Slot::Write, cell, entry, view.base);
            continue;
        }
        let (read_known, other_known) = (known(read), known(other));
        // Two reads don't race, nor two strong accesses of a scope that has both.
        let wide = one.scope >= Some(Scope::Device);
        let agrees = |it: Entry| match it.updates() {
            true if it.thread.block() == own.block() => strong,
            true => wide && scopes[(it.site & SITE) as usize] >= Some(Scope::Device),
            false => !updates,
        };
        if !(read_known || agrees(read) || known_at_all(read))
            || !(other_known || agrees(other) || known_at_all(other))
        {
            return false;
        }
        let slot = match () {
            () if read_known => Slot::Read,
            () if other_known => Slot::OtherRead,
            () if read.stamp == now
                && other.stamp == now
                && read.updates() == updates
                && other.updates() == updates
                && (!updates
                    || read.thread.block() == own.block()
                        && other.thread.block() == own.block()) =>
            {
                // Two threads of this time stand for all that did the same.
                continue;
            }
            () if known_at_all(read) => Slot::Read,
            () if known_at_all(other) => Slot::OtherRead,
            () => given_up(read, other),
        };
        group.set(slot, cell, entry, view.base);
    }
    true
}

/// Checks and records the access of consecutive cells of a group; returns `false` and records nothing if one of them needs a
/// closer look.
#[inline(always)]
pub(super) fn row_of(
    group: &mut Group<'_>,
    kind: Kind,
    (view, copies, items): (View, impl Fn(u32) -> u32, &[u32]),
    (index, count): (usize, usize),
    own: impl Fn(usize) -> u32 + Copy,
    (now, site): (u32, u32),
) -> bool {
    let range = index..index + count;
    let whole = count == ROW;
    let included = |group: &Group<'_>, slot: Slot| {
        group.known(slot, &view)
            || group.is_copied(slot, view.block, &copies)
            || {
                let (threads, stamps) = group.rows(slot);
                view.includes_all(&threads[range.clone()], &stamps[range.clone()], own)
            }
            || {
                let (stamps, sites) = (group.rows(slot).1, group.sites(slot));
                !items.is_empty()
                    && range.clone().all(|cell| {
                        stamps[cell] <= view.base || has(items, sites[cell], stamps[cell])
                    })
            }
    };
    if !included(group, Slot::Write) {
        return false;
    }
    let entry = Entry {
        thread: Thread(own(0)),
        stamp: now,
        site,
    };
    let slot = match kind {
        Kind::Read => {
            // A strong write of another thread may be among the reads.
            let updates = |group: &Group<'_>, slot: Slot| {
                let sites = &group.sites(slot)[range.clone()];
                group.may_update(slot)
                    && sites.iter().fold(0, |all, site| all | site) & UPDATES != 0
            };
            if updates(group, Slot::OtherRead) || updates(group, Slot::Read) {
                return false;
            }
            if !included(group, Slot::Read) {
                return other_reads(group, view, range, own, entry);
            }
            Slot::Read
        }
        _ => {
            if !included(group, Slot::Read) || !included(group, Slot::OtherRead) {
                return false;
            }
            for slot in [Slot::Read, Slot::OtherRead] {
                if !group.is_empty(slot) {
                    group.rows_mut(slot).1[range.clone()].fill(0);
                    if whole {
                        group.begin(slot);
                    }
                }
            }
            Slot::Write
        }
    };
    if whole {
        group.begin(slot);
    }
    group.note(slot, entry, view.base);
    let (threads, stamps, sites) = group.rows_mut(slot);
    for (each, thread) in threads[range.clone()].iter_mut().enumerate() {
        *thread = own(each);
    }
    stamps[range.clone()].fill(now);
    sites[range].fill(site);
    true
}

/// Records reads of cells that others have read, each in the slot that has nothing to keep; returns `false` and records nothing
/// if there is none.
#[inline(always)]
fn other_reads(
    group: &mut Group<'_>,
    view: View,
    range: Range<usize>,
    own: impl Fn(usize) -> u32 + Copy,
    entry: Entry,
) -> bool {
    let mut all = true;
    {
        let ((threads, stamps), (other_threads, other_stamps)) =
            (group.rows(Slot::Read), group.rows(Slot::OtherRead));
        for (each, cell) in range.clone().enumerate() {
            // Two threads of this time stand for all that read it.
            all &= view.includes(threads[cell], stamps[cell], own(each))
                | view.includes(other_threads[cell], other_stamps[cell], own(each))
                | (stamps[cell] == entry.stamp) & (other_stamps[cell] == entry.stamp);
        }
    }
    if !all {
        return false;
    }
    for (each, cell) in range.enumerate() {
        let entry = Entry {
            thread: Thread(own(each)),
            ..entry
        };
        for slot in [Slot::Read, Slot::OtherRead] {
            let old = group.entry(slot, cell);
            if view.includes(old.thread.0, old.stamp, entry.thread.0) {
                group.set(slot, cell, entry, view.base);
                break;
            }
        }
    }
    true
}

/// Records the access of a cell; `before` tells which earlier ones it makes superfluous.
pub(super) fn record(
    group: &mut Group<'_>,
    cell: usize,
    (kind, entry): (Kind, Entry),
    base: u32,
    before: impl Fn(Slot, Entry) -> bool,
) {
    if kind != Kind::Read {
        group.set(Slot::Write, cell, entry, base);
        group.clear(Slot::Read, cell);
        group.clear(Slot::OtherRead, cell);
        return;
    }
    let (first, other) = (
        group.entry(Slot::Read, cell),
        group.entry(Slot::OtherRead, cell),
    );
    let replaces = |slot: Slot, old: Entry| {
        before(slot, old) || old.thread == entry.thread && (entry.updates() || !old.updates())
    };
    let slot = match () {
        () if replaces(Slot::Read, first) => Slot::Read,
        () if replaces(Slot::OtherRead, other) => Slot::OtherRead,
        () => given_up(first, other),
    };
    group.set(slot, cell, entry, base);
}

/// Returns which of two accesses is given up for another, if none is superfluous: what conflicts with more is kept, a strong write
/// rather than a read.
fn given_up(first: Entry, other: Entry) -> Slot {
    match other.updates() && !first.updates() {
        true => Slot::Read,
        false => Slot::OtherRead,
    }
}
