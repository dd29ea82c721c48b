//! What happened before what, by fences, and by strong accesses that release and acquire.

use super::access::{One, Watcher};
use super::clock::{Clock, join_shared};
use super::state::Released;
use super::watch::{Access, Kind, Scope};
use crate::core::Bits;
use std::sync::Arc;

impl Watcher<'_, '_> {
    /// A lane's strong access: it sees what was released there, and releases.
    pub(super) fn order_by(&mut self, access: &Access, one: One, at: u64) {
        let Some(scope) = one.scope else {
            return;
        };
        let mask = 1 << one.lane;
        if access.kind != Kind::Write {
            self.see(access, mask, scope, at);
        }
        if one.kind != Kind::Read {
            self.release(access, mask, scope, at);
        }
    }

    /// The same for all active lanes, which access one address. Each then knows what all of them released.
    pub(super) fn order_all(&mut self, access: &Access, at: u64) {
        let Some(scope) = access.scope else {
            return;
        };
        let mask = self.core.mask;
        if access.kind != Kind::Write {
            self.see(access, mask, scope, at);
        }
        if access.kind != Kind::Read {
            self.release(access, mask, scope, at);
        }
    }

    /// Adds what was released at an address to what lanes know, now or at their next fence.
    fn see(&mut self, access: &Access, mask: u32, scope: Scope, at: u64) {
        if self.state.released.is_empty() {
            return;
        }
        let Some(released) = self.state.released.get(&at) else {
            return;
        };
        let (own, _) = self.place();
        let size = self.core.grid.block_group_size;
        let first = self.group.first_block as u32;
        let cluster = |block: u32| block.wrapping_sub(first) % (1 << 20) / size;
        let mut found: Vec<(Scope, Arc<Clock>)> = Vec::new();
        let mut too_narrow = None;
        if let Some(wide) = &released.wide {
            match scope {
                Scope::Device | Scope::System => found.push((Scope::Device, wide.clone())),
                _ => too_narrow = Some(scope),
            }
        }
        for (block, of, clock) in &released.by_block {
            let least = match () {
                () if *block == own => Scope::Block,
                () if cluster(*block) == cluster(own) => Scope::Cluster,
                () => Scope::Device,
            };
            let is_part = *of >= Scope::Device && scope >= Scope::Device;
            if is_part && (access.acquires || least != Scope::Block) {
                // It is part of the wide one.
                continue;
            }
            if least <= scope && least <= *of {
                found.push((least, clock.clone()));
            } else {
                too_narrow = Some(scope.min(*of));
            }
        }
        let live = self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for (least, clock) in found {
            if !access.acquires {
                for lane in Bits(mask) {
                    match &mut warp.lane(lane).seen[least as usize] {
                        Some(seen) if Arc::ptr_eq(seen, &clock) => {}
                        // What was released later at the same address includes what was before.
                        Some(seen) => join_shared(seen, &clock),
                        none => *none = Some(clock.clone()),
                    }
                }
                continue;
            }
            match warp.common() {
                Some(known) if mask & live == live => {
                    let mut known = known.clone();
                    join_shared(&mut known, &clock);
                    warp.set(mask, true, &known);
                }
                _ => {
                    for lane in Bits(mask) {
                        join_shared(warp.clock_mut(lane), &clock);
                    }
                }
            }
        }
        if too_narrow.is_some() {
            warp.too_narrow = too_narrow;
        }
    }

    /// Records what stores of lanes release. A store that doesn't read ends what others released there.
    fn release(&mut self, access: &Access, mask: u32, scope: Scope, at: u64) {
        let (block, number) = self.place();
        let now = self.state.now;
        let warp = &self.group.blocks[self.core.block].warps[self.core.warp];
        let mut clocks: Vec<(Scope, Clock)> = Vec::new();
        if access.releases {
            // Lanes with the same knowledge are added together.
            for known in warp.distinct(mask) {
                let lanes = Bits(mask).filter(|lane| Arc::ptr_eq(warp.clock(*lane), &known));
                let same = lanes.fold(0, |all, lane| all | 1 << lane);
                let mut clock = (*known).clone();
                clock.add_lanes(block, number, same, false, now);
                clocks.push((scope, clock));
            }
        } else if let Some(lanes) = &warp.lanes {
            for fenced in [Scope::Block, Scope::Cluster, Scope::Device, Scope::System] {
                let mut left = mask;
                while left != 0 {
                    let first = left.trailing_zeros() as usize;
                    let Some((known, stamp)) = &lanes[first].fences[fenced as usize] else {
                        left &= left - 1;
                        continue;
                    };
                    let is_same = |lane: &usize| {
                        let of = &lanes[*lane].fences[fenced as usize];
                        of.as_ref()
                            .is_some_and(|of| Arc::ptr_eq(&of.0, known) && of.1 == *stamp)
                    };
                    let same = Bits(left).filter(is_same);
                    let same = same.fold(0, |all, lane| all | 1 << lane);
                    left &= !same;
                    let mut clock = (**known).clone();
                    clock.add_lanes(block, number, same, false, *stamp);
                    clocks.push((scope.min(fenced), clock));
                }
            }
        }
        if access.releases {
            self.state.step();
        }
        let now = self.state.now;
        if clocks.is_empty() {
            if access.kind == Kind::Write && !self.state.released.is_empty() {
                self.state.released.remove(&at);
            }
            return;
        }
        let released = self.state.released.entry(at).or_default();
        if access.kind == Kind::Write {
            *released = Released::default();
        }
        for (scope, clock) in clocks {
            if scope >= Scope::Device {
                match &mut released.wide {
                    Some(wide) => {
                        let wide = Arc::make_mut(wide);
                        wide.join(&clock);
                        wide.limit(now);
                    }
                    none => *none = Some(Arc::new(clock.clone())),
                }
            }
            let all = &mut released.by_block;
            match all.iter().position(|of| of.0 == block && of.1 == scope) {
                Some(at) => {
                    let known = Arc::make_mut(&mut all[at].2);
                    known.join(&clock);
                    known.limit(now);
                }
                None if released.by_block.len() < 256 || scope < Scope::Device => {
                    released.by_block.push((block, scope, Arc::new(clock)));
                }
                None => {}
            }
        }
    }

    /// A fence of the active lanes: it adds what they saw, and later stores release what they know.
    pub(super) fn fence(&mut self, scope: Scope, acquires: bool, releases: bool) {
        let (block, warp_number) = self.place();
        let _ = block;
        let _ = warp_number;
        let now = self.state.now;
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for lane in Bits(self.core.mask) {
            if acquires && warp.lanes.is_some() {
                for seen in 0..4 {
                    if seen > scope as usize {
                        if warp.lane(lane).seen[seen].is_some() {
                            warp.too_narrow = Some(scope);
                        }
                        continue;
                    }
                    if let Some(clock) = warp.lane(lane).seen[seen].take() {
                        join_shared(warp.clock_mut(lane), &clock);
                    }
                }
            }
            if releases {
                let clock = warp.clock(lane).clone();
                let fences = &mut warp.lane(lane).fences;
                fences[..scope as usize].fill(None);
                fences[scope as usize] = Some((clock, now));
            }
        }
        if releases {
            self.state.step();
        }
    }

    /// `fence.proxy.async` of the active lanes: copies see what they know.
    pub(super) fn proxy_fence(&mut self) {
        let (block, number) = self.place();
        let now = self.state.step();
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for lane in Bits(self.core.mask) {
            let clock = warp.clock_mut(lane);
            let mut proxied = (**clock).clone();
            proxied.proxied = None;
            proxied.add_lanes(block, number, 1 << lane, false, now);
            let clock = Arc::make_mut(clock);
            match &mut clock.proxied {
                Some(known) => Arc::make_mut(known).join(&proxied),
                none => *none = Some(Arc::new(proxied)),
            }
        }
    }
}
