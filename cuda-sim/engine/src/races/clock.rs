//! Vector clocks, compressed by block and by warp.
//!
//! One number counts the steps of synchronization of all launches, and an access is stamped with the current one. So
//! "everything that these threads did up to a stamp" is one number for a whole block after its barrier, one for a warp
//! after `bar.warp.sync`, and one for each lane only where a single thread released something.

use crate::races::entry::Entry;
use crate::races::item_clock::ItemClock;
use crate::races::thread::{ASYNC_READS, Thread};
use crate::races::tree::{BlockClock, ClockTree, LaneClock};
use triomphe::Arc;

/// A vector clock: for each thread, the stamp up to which its accesses happened before.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Everything up to this stamp, of all threads.
    pub base: u32,
    /// What changes less often than the rest.
    shared: Arc<SharedClock>,
    /// What was added last, of lanes of one warp, and isn't in the tree.
    last: Option<LaneClock>,
    /// Whether it is the clock of these lanes when they released, and so is included by clocks with their stamps.
    is_of_last: bool,
    /// Nothing in the tree, nor of these lanes, is newer.
    newest: u32,
    /// What it includes, or is, of what was released at addresses.
    versions: Versions,
}

/// The part of a clock that several share.
#[derive(Clone, Debug, Default)]
struct SharedClock {
    /// The clock of items of work.
    items: ItemClock,
    /// The clocks of blocks that go beyond it.
    blocks: Option<Arc<ClockTree>>,
    /// The clock of what copies of the asynchronous proxy see.
    proxied: Option<Arc<Clock>>,
}

/// Up to which of the releases at some addresses a clock includes what was released, the last one first.
#[derive(Clone, Copy, Debug, Default)]
struct Versions {
    /// The number of the address, or 0, and that of the release.
    releases: [(u64, u64); 4],
    /// Whether the clock has no more than the first one.
    is_all: bool,
}

impl Versions {
    fn number(&self, address: u64) -> u64 {
        let mut releases = self.releases.iter();
        releases.find(|release| release.0 == address).map_or(0, |release| release.1)
    }

    /// Adds those of another clock, as many as there is room for.
    fn join(&mut self, other: &Versions) {
        let (before, mut count) = (*self, 0);
        let pairs = before.releases.iter().zip(&other.releases);
        for (address, _) in pairs.flat_map(|(first, second)| [*first, *second]) {
            if address != 0
                && count < 4
                && self.releases[..count].iter().all(|release| release.0 != address)
            {
                self.releases[count] = (address, before.number(address).max(other.number(address)));
                count += 1;
            }
        }
    }
}

/// The most blocks of a clock. Beyond it, everything so far counts as included, which hides races.
const MOST_BLOCKS: u32 = 64;

impl Clock {
    /// A clock of everything up to a stamp, with a clock of items of work.
    pub fn of_items(base: u32, items: ItemClock) -> Clock {
        Clock {
            base,
            shared: Arc::new(SharedClock { items, ..SharedClock::default() }),
            ..Clock::default()
        }
    }

    /// Returns the clock of items of work.
    #[inline]
    pub fn items(&self) -> &ItemClock {
        &self.shared.items
    }

    /// Returns it, to change.
    pub fn items_mut(&mut self) -> &mut ItemClock {
        &mut Arc::make_mut(&mut self.shared).items
    }

    /// Returns the clock of a block, but for lanes.
    pub fn block_clock(&self, block: u32) -> Option<&BlockClock> {
        self.shared.blocks.as_ref()?.get(block)
    }

    /// Returns `true` if it includes an access.
    #[inline(always)]
    pub fn includes(&self, access: Entry) -> bool {
        access.stamp <= self.base
            || access.stamp <= self.newest && self.has(access.thread, access.stamp)
            || self.shared.items.has(access.site, access.stamp)
    }

    /// Returns `true` if it has what a thread did up to a stamp.
    fn has(&self, thread: Thread, stamp: u32) -> bool {
        self.last.as_ref().is_some_and(|last| last.has(thread, stamp))
            || self.block_clock(thread.block()).is_some_and(|clock| clock.has(thread, stamp))
    }

    /// Changes the clock of a block.
    fn change_block(&mut self, block: u32, change: impl FnOnce(&mut BlockClock)) {
        match &mut Arc::make_mut(&mut self.shared).blocks {
            Some(blocks) => ClockTree::change(blocks, block, change),
            none => {
                let mut clock = BlockClock::new(block);
                change(&mut clock);
                *none = Some(Arc::new(ClockTree::One(clock)));
            }
        }
    }

    /// Adds everything that the threads of a block did up to a stamp.
    pub fn add_block(&mut self, block: u32, stamp: u32) {
        self.newest = self.newest.max(stamp);
        self.change();
        self.change_block(block, |clock| clock.add_all(stamp));
    }

    /// Adds what the lanes of a mask did up to a stamp; `whole` if they are all of their warp that run.
    pub fn add_lanes(&mut self, block: u32, warp: u32, mask: u32, whole: bool, stamp: u32) {
        self.newest = self.newest.max(stamp);
        self.change();
        if whole || warp >= ASYNC_READS {
            return self.change_block(block, |clock| clock.add_lanes(warp, mask, whole, stamp));
        }
        let is_same = self.last.as_ref().is_some_and(|last| last.is_of(block, warp));
        if !is_same && let Some(last) = self.last.replace(LaneClock::new(block, warp)) {
            self.add_older(&last);
        }
        if let Some(last) = &mut self.last {
            last.add(mask, stamp);
        }
    }

    /// Adds the stamps of lanes to the clock of their block.
    fn add_older(&mut self, lanes: &LaneClock) {
        if !self.shared.blocks.as_ref().is_some_and(|blocks| blocks.has_all(lanes)) {
            self.change_block(lanes.block(), |clock| clock.add(lanes));
        }
    }

    /// Adds what lanes of a warp did up to a stamp, when they release this clock, which is theirs.
    pub fn release(&mut self, warp: Thread, lanes: u32, stamp: u32) {
        self.add_lanes(warp.block(), warp.warp(), lanes, false, stamp);
        self.is_of_last = true;
    }

    fn change(&mut self) {
        (self.is_of_last, self.versions.is_all) = (false, false);
    }

    /// Returns what copies of the asynchronous proxy see.
    pub fn proxied(&self) -> Option<&Arc<Clock>> {
        self.shared.proxied.as_ref()
    }

    /// A clock without what copies of the asynchronous proxy see.
    pub fn without_proxied(&self) -> Self {
        let mut clock = Clock { versions: Versions::default(), ..self.clone() };
        if clock.shared.proxied.is_some() {
            Arc::make_mut(&mut clock.shared).proxied = None;
        }
        clock.change();
        clock
    }

    /// Lets it be what was released at an address so far.
    pub fn set_released(&mut self, address: u64, number: u64) {
        let mut releases = self.versions.releases;
        let mut next = (address, number);
        for release in &mut releases {
            std::mem::swap(release, &mut next);
            if next.0 == address {
                break;
            }
        }
        self.versions = Versions { releases, is_all: true };
    }

    /// It includes what was released at an address up to this time.
    pub fn add_released(&mut self, address: u64, number: u64) {
        let mut added = Versions::default();
        added.releases[0] = (address, number);
        self.versions.join(&added);
    }

    /// Returns `true` if it includes what was released at an address up to this time, as far as versions show.
    pub fn has_released(&self, address: u64, number: u64) -> bool {
        self.versions.number(address) >= number
    }

    /// Returns `true` if what was added last includes what lanes of a warp did up to a stamp.
    pub fn has_lanes(&self, warp: Thread, lanes: u32, stamp: u32) -> bool {
        self.last.as_ref().is_some_and(|last| {
            last.is_of(warp.block(), warp.warp()) && last.is_up_to(lanes, stamp)
        })
    }

    /// Returns `true` if it includes all of another clock, as far as versions and stamps show.
    pub fn covers(&self, other: &Clock) -> bool {
        let Versions { releases: [(address, number), ..], is_all } = other.versions;
        let lanes = || self.last.as_ref().zip(other.last.as_ref());
        is_all && self.has_released(address, number)
            || other.is_of_last && lanes().is_some_and(|(own, other)| own.includes(other))
            || other.newest == 0
                && other.shared.proxied.is_none()
                && self.base >= other.base
                && self.shared.items.includes(&other.shared.items)
    }

    /// Adds what a thread did up to a stamp.
    pub fn add(&mut self, thread: Thread, stamp: u32) {
        self.add_lanes(thread.block(), thread.warp(), 1 << thread.lane(), false, stamp);
    }

    /// Adds everything that `other` includes.
    pub fn join(&mut self, other: &Clock) {
        self.base = self.base.max(other.base);
        self.change();
        self.versions.join(&other.versions);
        if !Arc::ptr_eq(&self.shared, &other.shared) {
            self.join_shared_part(&other.shared);
        }
        if let Some(other) = &other.last {
            match &mut self.last {
                Some(last) => {
                    if let Some(older) = last.join(other) {
                        self.add_older(&older);
                    }
                }
                none => *none = Some(*other),
            }
        }
        self.newest = self.newest.max(other.newest);
        if self.newest <= self.base {
            self.forget();
        }
    }

    fn join_shared_part(&mut self, other: &SharedClock) {
        let SharedClock { items, blocks, proxied } = &*self.shared;
        let is_known = |own: &Option<Arc<ClockTree>>| match (own, &other.blocks) {
            (_, None) => true,
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (None, Some(_)) => false,
        };
        if items.is(&other.items) && is_known(blocks) && same(proxied, &other.proxied) {
            return;
        }
        let shared = Arc::make_mut(&mut self.shared);
        shared.items.join(&other.items);
        match (&mut shared.blocks, &other.blocks) {
            (_, None) => {}
            (shared @ None, Some(other)) => *shared = Some(other.clone()),
            (Some(shared), Some(other)) => *shared = ClockTree::join(shared, other),
        }
        match (&mut shared.proxied, &other.proxied) {
            (_, None) => {}
            (shared @ None, Some(other)) => *shared = Some(other.clone()),
            (Some(shared), Some(other)) => join_shared(shared, other),
        }
    }

    /// Adds what copies of the asynchronous proxy see.
    pub fn add_proxied(&mut self, other: &Arc<Clock>) {
        // It has the same stamps as the clock that it was made of, and must not pass for it.
        debug_assert!(
            other.shared.proxied.is_none() && !other.is_of_last && !other.versions.is_all
        );
        self.change();
        match &mut Arc::make_mut(&mut self.shared).proxied {
            Some(own) => join_shared(own, other),
            none => *none = Some(other.clone()),
        }
    }

    /// Returns `true` if both are the same, as far as pointers and stamps show.
    fn is(&self, other: &Clock) -> bool {
        let (own, others) = (&*self.shared, &*other.shared);
        self.base == other.base
            && self.last == other.last
            && (Arc::ptr_eq(&self.shared, &other.shared)
                || own.items.is(&others.items)
                    && same(&own.blocks, &others.blocks)
                    && same(&own.proxied, &others.proxied))
    }

    /// Returns `true` if it is of more blocks than [`limit`](Clock::limit) leaves.
    pub fn is_large(&self) -> bool {
        self.shared.blocks.as_ref().is_some_and(|blocks| blocks.count() > MOST_BLOCKS)
    }

    /// Forgets who did what, if it is too much: everything up to `now` counts as included.
    pub fn limit(&mut self, now: u32) {
        if self.is_large() {
            self.base = now;
            self.change();
            self.forget();
        }
    }

    fn forget(&mut self) {
        (self.last, self.newest) = (None, 0);
        if self.shared.blocks.is_some() {
            Arc::make_mut(&mut self.shared).blocks = None;
        }
    }
}

/// Returns `true` if both are one, or nothing.
fn same<T>(a: &Option<Arc<T>>, b: &Option<Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Adds a shared clock to another; both are one afterwards if one of them included the other.
pub fn join_shared(joined_clock: &mut Arc<Clock>, other: &Arc<Clock>) {
    if Arc::ptr_eq(joined_clock, other) {
        return;
    }
    let (is_known, is_all) = (joined_clock.covers(other), other.covers(joined_clock));
    if is_all {
        joined_clock.clone_from(other);
    }
    if is_known || is_all {
        return;
    }
    if let Some(clock) = Arc::get_mut(joined_clock) {
        clock.join(other);
        if clock.is(other) {
            joined_clock.clone_from(other);
        }
        return;
    }
    let mut joined = Clock::clone(joined_clock);
    joined.join(other);
    if joined.is(joined_clock) {
        return;
    }
    *joined_clock = if joined.is(other) { other.clone() } else { Arc::new(joined) };
}
