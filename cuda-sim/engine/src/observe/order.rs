//! What happened before what, by fences, and by strong accesses that release and acquire.

use crate::code::watch::{Access, AccessKind, Scope};
use crate::numbers::lane::Bits;
use crate::observe::access::{Spot, Watcher};
use crate::races::cells::One;
use crate::races::clock::{Clock, join_shared};
use crate::races::entry::chain_of;
use crate::races::shadow::ByAddress;
use crate::races::state::{GroupState, RaceState, Released, WarpState};
use crate::races::thread::Thread;
use crate::races::told::Told;
use triomphe::Arc;

impl Watcher<'_, '_> {
    /// An access of lanes that acquires: it is after what was released there itself.
    pub(super) fn acquire(&mut self, access: &Access, mask: u32, at: Spot) {
        if let Some(scope) = access.scope
            && access.acquires
        {
            let live = self.live();
            let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            warp.acquire_at(at.address, mask, live, scope);
            self.see(access, mask, scope, at);
        }
    }

    /// A lane's strong access: it sees what was released there, and releases.
    pub(super) fn order_by(&mut self, access: &Access, one: One, at: Spot) {
        let Some(scope) = one.scope else {
            return;
        };
        let mask = 1 << one.lane;
        if access.returns && !access.acquires {
            self.see(access, mask, scope, at);
        }
        if one.kind != AccessKind::Read {
            self.release(access, mask, scope, at);
        }
    }

    /// The same for all active lanes, which access one address, of which those of a mask write. Each then knows what all of them
    /// released.
    pub(super) fn order_all(&mut self, access: &Access, writers: u32, at: Spot) {
        let Some(scope) = access.scope else {
            return;
        };
        let mask = self.core.mask;
        if access.kind == AccessKind::Read && !access.acquires {
            self.see(access, mask, scope, at);
        }
        if access.kind != AccessKind::Read && writers != 0 {
            self.release(access, writers, scope, at);
        }
        // What a lane reads may be what another one of them wrote.
        if access.returns
            && access.kind == AccessKind::Update
            && !(access.acquires && mask.is_power_of_two())
        {
            self.see(access, mask, scope, at);
        }
    }

    /// The lanes that run.
    fn live(&self) -> u32 {
        self.core.block_group.blocks[self.core.block].warps[self.core.warp].live
    }

    /// Adds what was released at an address to what lanes know, now or at their next fence.
    fn see(&mut self, access: &Access, mask: u32, scope: Scope, at: Spot) {
        if scope == Scope::System && !at.in_shared {
            self.see_host(access, mask, at.address);
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
            self.state.items.learn(chain, others, now);
            // The host may have told those, as by launching them.
            self.state.of_host.be_unsure();
        }
        let own = blocks[self.core.block].number;
        let warp = &blocks[self.core.block].warps[self.core.warp];
        let first = Thread::new(own, self.core.warp as u32, 0);
        let is_known = |wide: &Told| warp.knows(first, mask, wide);
        let mut narrow = released.narrow;
        if narrow == 0 && released.wide.as_ref().is_none_or(is_known) {
            return;
        }
        let mut too_narrow = None;
        let live = self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
        let warp = &mut blocks[self.core.block].warps[self.core.warp];
        let add = |warp: &mut WarpState, least: Scope, told: &Told| {
            if access.acquires {
                warp.learn_told(mask, live, told)
            } else {
                warp.see((at.address, mask), least, told)
            }
        };
        // What its own block released may be all.
        let own_is_all = |wide: &Told| {
            let of_own = released.by_block[released.first_of(own)..].iter();
            let mut of_own = of_own.take_while(|entry| entry.0.0 == own && !access.acquires);
            let is_all = |told: &Told| told.is(wide);
            of_own.any(|entry| entry.0.1 >= Scope::Device && entry.1.as_ref().is_none_or(is_all))
        };
        if let Some(wide) = &released.wide {
            match scope {
                Scope::Device | Scope::System if own_is_all(wide) => {}
                Scope::Device | Scope::System => add(warp, Scope::Device, wide),
                // A later fence may add it, if one of its block told what it read.
                _ => {
                    warp.see((at.address, mask), Scope::Device, wide);
                    too_narrow = Some(scope);
                }
            }
        }
        // Those of its own block, and of its cluster, besides.
        let wide_alone = narrow == 0 && access.acquires && scope >= Scope::Device;
        for &number in numbers.iter().filter(|_| !wide_alone) {
            let least = if number == own { Scope::Block } else { Scope::Cluster };
            let first = released.first_of(number);
            let of_block =
                released.by_block[first..].iter().take_while(|entry| entry.0.0 == number);
            for ((_, of), told, _) in of_block {
                narrow -= usize::from(*of < Scope::Device);
                if *of >= Scope::Device && scope >= Scope::Device && access.acquires {
                    // It is part of the wide one. A later fence may be too narrow for that.
                    continue;
                }
                let Some(told) = told.as_ref().or(released.wide.as_ref()) else {
                    continue;
                };
                if least <= scope && least <= *of {
                    add(warp, least, told);
                } else {
                    if least <= *of {
                        warp.see((at.address, mask), least, told);
                    }
                    too_narrow = Some(scope.min(*of));
                }
            }
        }
        if narrow > 0 {
            let mut others = released.by_block.iter().rev();
            let other = others.find(|(of, ..)| of.1 < Scope::Device && !numbers.contains(&of.0));
            too_narrow = other.map(|(of, ..)| scope.min(of.1)).or(too_narrow);
        }
        if too_narrow.is_some() {
            warp.too_narrow = too_narrow;
        }
    }

    /// Adds what the host knows to what lanes know, now or at their next fence: it may have written what they read.
    fn see_host(&mut self, access: &Access, mask: u32, at: u64) {
        let RaceState { items, told_host, .. } = &*self.state;
        let begin = self.group.begin.items();
        let mut known = None;
        if !begin.includes(&items.host) {
            // What its own kernel told is below.
            let host = items.host.without(chain_of(self.site));
            if !begin.includes(&host) {
                known = Some(Arc::new(Clock::of_items(0, host)));
            }
        }
        let live = self.live();
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for clock in known.iter().chain(told_host) {
            if access.acquires {
                warp.learn(mask, live, clock)
            } else {
                warp.see((at, mask), Scope::System, &Told::all_of(clock.clone()))
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
        let GroupState { blocks, released: of_group, told: told_at, .. } = &mut *self.group;
        let RaceState { released, addresses, items, told_host, now, .. } = &mut *self.state;
        let released = if in_shared { of_group } else { released };
        let warp = &mut blocks[self.core.block].warps[self.core.warp];
        let ends = access.kind == AccessKind::Write;
        let (now, host) = (*now, if in_shared { None } else { Some(told_host) });
        let mut to = To { released, addresses, host, told_at, at, chain, block, now, ends };
        if access.releases {
            let known = warp.known(mask).map(|(lanes, clock)| (lanes, clock, now));
            if let Some(told) = Told::by(of_warp, known) {
                to.add(scope, || told.clone());
                warp.fenced_mut().release_at(at, mask, scope, &told);
            }
            if scope == Scope::System && !in_shared {
                items.tell_host(chain, now);
            }
            self.state.step();
        } else if let Some(fenced) = &mut warp.fenced {
            for of in [Scope::Block, Scope::Cluster, Scope::Device, Scope::System] {
                let fences = &fenced.fences[of as usize];
                if fences.is_empty() {
                    continue;
                }
                if let Some((clock, stamp)) = fences.common(mask) {
                    to.add(scope.min(of), || Told::of(of_warp, (mask, clock, *stamp)));
                    continue;
                }
                let told = match &fenced.last {
                    Some((last, told)) if *last == (mask, of) => Some(told.clone()),
                    _ => {
                        let known = fences.parts(mask);
                        Told::by(of_warp, known.map(|(lanes, of)| (lanes, &of.0, of.1)))
                    }
                };
                if let Some(told) = told {
                    if told.is_joined() {
                        fenced.last = Some(((mask, of), told.clone()));
                    }
                    to.add(scope.min(of), || told);
                }
            }
            for (of, told) in fenced.released_at(at, mask) {
                to.add(scope.min(of), || told.clone());
            }
            if to.ends && !fenced.has_forgotten {
                to.released.remove(&at);
            }
        } else if ends {
            to.released.remove(&at);
        }
    }

    /// A fence of the active lanes: it adds what they saw, and later stores release what they know.
    pub(super) fn fence(&mut self, scope: Scope, acquires: bool, releases: bool) {
        let (mask, now) = (self.core.mask, self.state.now);
        let live = self.live();
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        if acquires {
            warp.acquire(mask, live, scope);
        }
        if releases {
            if scope == Scope::System {
                self.state.items.tell_host(chain_of(self.site), now);
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
            warp.learn(mask, live, &Arc::new(clock));
        }
    }

    /// `fence.proxy.async` of the active lanes: copies see what they know.
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

/// Adds a clock to another, as far as that isn't of too many blocks.
fn join(known: &mut Arc<Clock>, clock: &Arc<Clock>, now: u32) {
    join_shared(known, clock);
    if known.is_large() {
        Arc::make_mut(known).limit(now);
    }
}

/// Where a block releases something.
struct To<'s> {
    /// What was released at addresses.
    released: &'s mut ByAddress<Released>,
    addresses: &'s mut u64,
    /// What the host may tell others, if that is memory which it has.
    host: Option<&'s mut Option<Arc<Clock>>>,
    /// The addresses where the block's group released something.
    told_at: &'s mut Vec<u64>,
    at: u64,
    chain: u32,
    block: u32,
    now: u32,
    /// Whether it ends what others released there.
    ends: bool,
}

impl To<'_> {
    /// Adds what the block releases, which is made where it stays: it isn't copied on the way.
    #[inline]
    fn add(&mut self, scope: Scope, told: impl FnOnce() -> Told) {
        let first = std::mem::take(&mut self.ends);
        let is_new = match &mut self.host {
            Some(host) if scope == Scope::System => {
                let told = told();
                join(host.get_or_insert_default(), &told.to_clock(), self.now);
                self.release(scope, || told, first)
            }
            _ => self.release(scope, told, first),
        };
        // Those of one lock are often the same.
        if is_new && !self.told_at.iter().rev().take(4).any(|at| *at == self.at) {
            self.told_at.push(self.at);
        }
    }

    /// The same; `first` if a store ended what was released before. Returns `true` if the block hadn't released anything there.
    fn release(&mut self, scope: Scope, told: impl FnOnce() -> Told, first: bool) -> bool {
        let To { at, chain, block, now, .. } = *self;
        let released = self.released.entry(at).or_default();
        if first {
            released.end();
            if scope >= Scope::Device {
                *self.addresses += 1;
                released.begin((block, scope), told, (*self.addresses, 1), chain);
                return true;
            }
        }
        add(released, self.addresses, chain, (block, scope), told(), now)
    }
}

/// Adds what a block released to what was released at an address before. Returns `true` if it hadn't released anything there.
fn add(
    released: &mut Released,
    addresses: &mut u64,
    chain: u32,
    (block, scope): (u32, Scope),
    mut told: Told,
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
        let is_all = told.clock.has_released(address, last) && !told.clock.is_large();
        let before = released.wide.take();
        is_wide = is_all || before.is_none();
        is_own = before.is_some() && released.last == (block, scope);
        if let Some(before) = &before
            && !is_own
            && let Ok(at) = released.by_block.binary_search_by_key(&released.last, |of| of.0)
        {
            released.by_block[at].1.get_or_insert_with(|| before.clone());
        }
        if is_wide {
            told.be(released.version, true);
        } else if let Some(mut wide) = before {
            wide.join(&told);
            wide.limit(now);
            wide.be(released.version, true);
            released.wide = Some(wide);
        }
    }
    let first = released.first_of(block);
    let of_block = &mut released.by_block;
    let found = of_block[first..].binary_search_by_key(&(block, scope), |of| of.0);
    match found {
        Ok(at) => {
            let (_, known, last) = &mut of_block[first + at];
            let is_known = *last != 0 && told.clock.has_released(released.version.0, *last);
            match known {
                // It still is all that was released for all.
                None if is_own => {}
                Some(known) if !is_known => {
                    known.join(&told);
                    known.limit(now);
                }
                known => *known = (!is_wide).then(|| told.clone()),
            }
            *last = version;
        }
        Err(at) => {
            let told = (!is_wide).then(|| told.clone());
            of_block.insert(first + at, ((block, scope), told, version));
            released.narrow += usize::from(scope < Scope::Device);
        }
    }
    if is_wide {
        (released.wide, released.last) = (Some(told), (block, scope));
    }
    found.is_err()
}
