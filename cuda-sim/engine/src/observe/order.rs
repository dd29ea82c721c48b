//! Happens-before by fences, and by strong accesses that release and acquire.

use crate::code::watch::{Access, AccessKind, Scope};
use crate::numbers::lane::Bits;
use crate::observe::access::{Spot, Watcher};
use crate::races::cells::ThreadAccess;
use crate::races::clock::{Clock, join_shared};
use crate::races::entry::chain_of;
use crate::races::release_clock::ReleaseClock;
use crate::races::shadow::ByAddress;
use crate::races::state::{GroupState, RaceState, SyncVariable, WarpState};
use crate::races::thread::Thread;
use triomphe::Arc;

impl Watcher<'_, '_> {
    /// An access of lanes that acquires: they acquire what was released there.
    pub(super) fn acquire(&mut self, access: &Access, mask: u32, at: Spot) {
        if let Some(scope) = access.scope
            && access.acquires
        {
            let live = self.live();
            let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            warp.acquire_pending_at(at.address, mask, live, scope);
            self.acquire_or_defer(access, mask, scope, at);
        }
    }

    /// A lane's strong access: it acquires what was released there, or defers that to a fence, and releases.
    pub(super) fn order_by(&mut self, access: &Access, one: ThreadAccess, at: Spot) {
        let Some(scope) = one.scope else {
            return;
        };
        let mask = 1 << one.lane;
        if access.returns && !access.acquires {
            self.acquire_or_defer(access, mask, scope, at);
        }
        if one.kind != AccessKind::Read {
            self.release(access, mask, scope, at);
        }
    }

    /// The same for all active lanes, which access one address, of which those of a mask write. Each then acquires what all of them
    /// released.
    pub(super) fn order_all(&mut self, access: &Access, writers: u32, at: Spot) {
        let Some(scope) = access.scope else {
            return;
        };
        let mask = self.core.mask;
        if access.kind == AccessKind::Read && !access.acquires {
            self.acquire_or_defer(access, mask, scope, at);
        }
        if access.kind != AccessKind::Read && writers != 0 {
            self.release(access, writers, scope, at);
        }
        // What a lane reads may be what another one of them wrote.
        if access.returns
            && access.kind == AccessKind::Update
            && !(access.acquires && mask.is_power_of_two())
        {
            self.acquire_or_defer(access, mask, scope, at);
        }
    }

    /// The lanes that run.
    fn live(&self) -> u32 {
        self.core.block_group.blocks[self.core.block].warps[self.core.warp].live
    }

    /// Lanes acquire what was released at an address, now or at their next fence.
    fn acquire_or_defer(&mut self, access: &Access, mask: u32, scope: Scope, at: Spot) {
        if scope == Scope::System && !at.in_shared {
            self.acquire_host_clock(access, mask, at.address);
        }
        let GroupState { numbers, blocks, released, .. } = &mut *self.group;
        let released = if at.in_shared { &*released } else { &self.state.released };
        let Some(released) = released.get(&at.address) else {
            return;
        };
        let chain = chain_of(self.site);
        let others = released.chains & !(1 << chain);
        if others != 0 {
            let now = self.state.now;
            self.state.items.join_chains(chain, others, now);
            // The host may have released to those, as by launching them.
            self.state.host_snapshots.count_unseen();
        }
        let block_number = blocks[self.core.block].number;
        let warp = &blocks[self.core.block].warps[self.core.warp];
        let first = Thread::new(block_number, self.core.warp as u32, 0);
        let is_known = |wide: &ReleaseClock| warp.has_acquired(first, mask, wide);
        let mut narrow = released.narrow;
        if narrow == 0 && released.wide.as_ref().is_none_or(is_known) {
            return;
        }
        let mut too_narrow = None;
        let live = self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
        let warp = &mut blocks[self.core.block].warps[self.core.warp];
        let add = |warp: &mut WarpState, least: Scope, release: &ReleaseClock| {
            if access.acquires {
                warp.acquire(mask, live, release)
            } else {
                warp.defer_acquire((at.address, mask), least, release)
            }
        };
        // What its own block released may be all.
        let own_is_all = |wide: &ReleaseClock| {
            let of_own = released.by_block[released.first_of(block_number)..].iter();
            let mut of_own =
                of_own.take_while(|entry| entry.0.0 == block_number && !access.acquires);
            let is_all = |release: &ReleaseClock| release.is_same(wide);
            of_own.any(|entry| entry.0.1 >= Scope::Device && entry.1.as_ref().is_none_or(is_all))
        };
        if let Some(wide) = &released.wide {
            match scope {
                Scope::Device | Scope::System if own_is_all(wide) => {}
                Scope::Device | Scope::System => add(warp, Scope::Device, wide),
                // A later fence may acquire it, if one of its block released what it read.
                _ => {
                    warp.defer_acquire((at.address, mask), Scope::Device, wide);
                    too_narrow = Some(scope);
                }
            }
        }
        // Those of its own block, and of its cluster, besides.
        let wide_alone = narrow == 0 && access.acquires && scope >= Scope::Device;
        for &number in numbers.iter().filter(|_| !wide_alone) {
            let least = if number == block_number { Scope::Block } else { Scope::Cluster };
            let first = released.first_of(number);
            let of_block =
                released.by_block[first..].iter().take_while(|entry| entry.0.0 == number);
            for ((_, release_scope), release, _) in of_block {
                narrow -= usize::from(*release_scope < Scope::Device);
                if *release_scope >= Scope::Device && scope >= Scope::Device && access.acquires {
                    // It is part of the wide one. A later fence may be too narrow for that.
                    continue;
                }
                let Some(release) = release.as_ref().or(released.wide.as_ref()) else {
                    continue;
                };
                if least <= scope && least <= *release_scope {
                    add(warp, least, release);
                } else {
                    if least <= *release_scope {
                        warp.defer_acquire((at.address, mask), least, release);
                    }
                    too_narrow = Some(scope.min(*release_scope));
                }
            }
        }
        if narrow > 0 {
            let mut others = released.by_block.iter().rev();
            let other = others
                .find(|((block, scope), ..)| *scope < Scope::Device && !numbers.contains(block));
            too_narrow = other.map(|((_, other_scope), ..)| scope.min(*other_scope)).or(too_narrow);
        }
        if too_narrow.is_some() {
            warp.too_narrow = too_narrow;
        }
    }

    /// Lanes acquire the host's clock, now or at their next fence: it may have written what they read.
    fn acquire_host_clock(&mut self, access: &Access, mask: u32, at: u64) {
        let RaceState { items, host_clock, .. } = &*self.state;
        let begin = self.group.begin.items();
        let mut items_clock = None;
        if !begin.includes(&items.host) {
            // What its own kernel released is below.
            let host = items.host.without(chain_of(self.site));
            if !begin.includes(&host) {
                items_clock = Some(Arc::new(Clock::of_items(0, host)));
            }
        }
        let live = self.live();
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for clock in items_clock.iter().chain(host_clock) {
            if access.acquires {
                warp.join(mask, live, clock)
            } else {
                warp.defer_acquire((at, mask), Scope::System, &ReleaseClock::all_of(clock.clone()))
            }
        }
    }

    /// Records what stores of lanes release. A store that doesn't read ends what others released there.
    fn release(
        &mut self,
        access: &Access,
        mask: u32,
        scope: Scope,
        Spot { address: at, in_shared }: Spot,
    ) {
        let (block, number) = self.place();
        let (of_warp, chain) = (Thread::new(block, number, 0), chain_of(self.site));
        let GroupState { blocks, released: of_group, release_addresses, .. } = &mut *self.group;
        let RaceState { released, addresses, items, host_clock, now, .. } = &mut *self.state;
        let released = if in_shared { of_group } else { released };
        let warp = &mut blocks[self.core.block].warps[self.core.warp];
        let ends = access.kind == AccessKind::Write;
        let (now, host) = (*now, if in_shared { None } else { Some(host_clock) });
        let mut to = ReleaseTarget {
            released,
            addresses,
            host,
            release_addresses,
            at,
            chain,
            block,
            now,
            ends,
        };
        if access.releases {
            let clocks = warp.clocks_of(mask).map(|(lanes, clock)| (lanes, clock, now));
            if let Some(release) = ReleaseClock::joined(of_warp, clocks) {
                to.add(scope, || release.clone());
                warp.fence_clocks_mut().release_at(at, mask, scope, &release);
            }
            if scope == Scope::System && !in_shared {
                items.release_to_host(chain, now);
            }
            self.state.step();
        } else if let Some(fence_clocks) = &mut warp.fence_clocks {
            for fence_scope in [Scope::Block, Scope::Cluster, Scope::Device, Scope::System] {
                let fences = &fence_clocks.fences[fence_scope as usize];
                if fences.is_empty() {
                    continue;
                }
                if let Some((clock, stamp)) = fences.common(mask) {
                    to.add(scope.min(fence_scope), || {
                        ReleaseClock::of_lanes(of_warp, (mask, clock, *stamp))
                    });
                    continue;
                }
                let release = match &fence_clocks.last {
                    Some((last, release)) if *last == (mask, fence_scope) => Some(release.clone()),
                    _ => {
                        let clocks = fences.parts(mask);
                        ReleaseClock::joined(
                            of_warp,
                            clocks.map(|(lanes, (clock, stamp))| (lanes, clock, *stamp)),
                        )
                    }
                };
                if let Some(release) = release {
                    if release.is_joined() {
                        fence_clocks.last = Some(((mask, fence_scope), release.clone()));
                    }
                    to.add(scope.min(fence_scope), || release);
                }
            }
            for (release_scope, release) in fence_clocks.released_at(at, mask) {
                to.add(scope.min(release_scope), || release.clone());
            }
            if to.ends && !fence_clocks.has_forgotten {
                to.released.remove(&at);
            }
        } else if ends {
            to.released.remove(&at);
        }
    }

    /// A fence of the active lanes: they acquire what their relaxed accesses read, and later stores release their clocks.
    pub(super) fn fence(&mut self, scope: Scope, acquires: bool, releases: bool) {
        let (mask, now) = (self.core.mask, self.state.now);
        let live = self.live();
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        if acquires {
            warp.acquire_pending(mask, live, scope);
        }
        if releases {
            if scope == Scope::System {
                self.state.items.release_to_host(chain_of(self.site), now);
            }
            warp.release(mask, scope, now);
            self.state.step();
        }
    }

    /// `griddepcontrol.wait` of the active lanes.
    pub(super) fn wait_for_launch(&mut self) {
        if let Some(races) = &self.core.grid.races {
            let clock = Clock::of_items(0, races.awaited());
            let (mask, live) = (self.core.mask, self.live());
            let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            warp.join(mask, live, &Arc::new(clock));
        }
    }

    /// `fence.proxy.async` of the active lanes: copies see what their clocks include.
    pub(super) fn proxy_fence(&mut self) {
        let (block, number) = self.place();
        let now = self.state.step();
        let live = self.live();
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for lane in Bits(self.core.mask) {
            let mut proxied = warp.clock(lane).without_proxied();
            proxied.add_lanes(block, number, 1 << lane, false, now);
            let proxied = Arc::new(proxied);
            warp.update(1 << lane, live | 1 << lane, |clock| {
                Arc::make_mut(clock).add_proxied(&proxied);
            });
        }
    }
}

/// Joins a vector clock to another, as far as that isn't of too many blocks.
fn join(joined: &mut Arc<Clock>, clock: &Arc<Clock>, now: u32) {
    join_shared(joined, clock);
    if joined.is_large() {
        Arc::make_mut(joined).limit(now);
    }
}

/// Where a block releases something.
struct ReleaseTarget<'s> {
    /// What was released at addresses.
    released: &'s mut ByAddress<SyncVariable>,
    addresses: &'s mut u64,
    /// The release clock that the host may pass on, if that is memory which it has.
    host: Option<&'s mut Option<Arc<Clock>>>,
    /// The addresses where the block's group released something.
    release_addresses: &'s mut Vec<u64>,
    at: u64,
    chain: u32,
    block: u32,
    now: u32,
    /// Whether it ends what others released there.
    ends: bool,
}

impl ReleaseTarget<'_> {
    /// Adds what the block releases, which is made where it stays: it isn't copied on the way.
    #[inline]
    fn add(&mut self, scope: Scope, release: impl FnOnce() -> ReleaseClock) {
        let first = std::mem::take(&mut self.ends);
        let is_new = match &mut self.host {
            Some(host) if scope == Scope::System => {
                let release = release();
                join(host.get_or_insert_default(), &release.to_clock(), self.now);
                self.release(scope, || release, first)
            }
            _ => self.release(scope, release, first),
        };
        // Those of one lock are often the same.
        if is_new && !self.release_addresses.iter().rev().take(4).any(|at| *at == self.at) {
            self.release_addresses.push(self.at);
        }
    }

    /// The same; `first` if a store ended what was released before. Returns `true` if the block hadn't released anything there.
    fn release(
        &mut self,
        scope: Scope,
        release: impl FnOnce() -> ReleaseClock,
        first: bool,
    ) -> bool {
        let ReleaseTarget { at, chain, block, now, .. } = *self;
        let released = self.released.entry(at).or_default();
        if first {
            released.end();
            if scope >= Scope::Device {
                *self.addresses += 1;
                released.begin((block, scope), release, (*self.addresses, 1), chain);
                return true;
            }
        }
        add(released, self.addresses, chain, (block, scope), release(), now)
    }
}

/// Adds what a block released to what was released at an address before. Returns `true` if it hadn't released anything there.
fn add(
    released: &mut SyncVariable,
    addresses: &mut u64,
    chain: u32,
    (block, scope): (u32, Scope),
    mut release: ReleaseClock,
    now: u32,
) -> bool {
    released.chains |= 1 << chain;
    let (mut version, mut is_wide, mut is_own) = (0, false, false);
    let (address, last) = released.version;
    if scope >= Scope::Device {
        if last == 0 {
            *addresses += 1;
            released.version.0 = *addresses;
        }
        version = last + 1;
        released.version.1 = version;
        let is_all = release.clock.has_released(address, last) && !release.clock.is_large();
        let before = released.wide.take();
        is_wide = is_all || before.is_none();
        is_own = before.is_some() && released.last == (block, scope);
        if let Some(before) = &before
            && !is_own
            && let Ok(at) =
                released.by_block.binary_search_by_key(&released.last, |release| release.0)
        {
            released.by_block[at].1.get_or_insert_with(|| before.clone());
        }
        if is_wide {
            release.set_version(released.version, true);
        } else if let Some(mut wide) = before {
            wide.join(&release);
            wide.limit(now);
            wide.set_version(released.version, true);
            released.wide = Some(wide);
        }
    }
    let first = released.first_of(block);
    let of_block = &mut released.by_block;
    let found = of_block[first..].binary_search_by_key(&(block, scope), |release| release.0);
    match found {
        Ok(at) => {
            let (_, own_release, last) = &mut of_block[first + at];
            let is_known = *last != 0 && release.clock.has_released(released.version.0, *last);
            match own_release {
                // It still is all that was released for all.
                None if is_own => {}
                Some(own_release) if !is_known => {
                    own_release.join(&release);
                    own_release.limit(now);
                }
                own_release => *own_release = (!is_wide).then(|| release.clone()),
            }
            *last = version;
        }
        Err(at) => {
            let release = (!is_wide).then(|| release.clone());
            of_block.insert(first + at, ((block, scope), release, version));
            released.narrow += usize::from(scope < Scope::Device);
        }
    }
    if is_wide {
        (released.wide, released.last) = (Some(release), (block, scope));
    }
    found.is_err()
}
