//! The vector clocks of blocks: a tree by their numbers, of which several clocks share parts.

use crate::numbers::lane::Bits;
use crate::races::thread::{ASYNC_READS, Thread};
use triomphe::Arc;

/// The clocks of some blocks: one, or those of both sides, whose numbers differ in a bit for the first time.
#[derive(Clone, Debug)]
pub enum ClockTree {
    One(BlockClock),
    Two {
        /// The number of one of the blocks.
        block: u32,
        /// The bit.
        bit: u32,
        count: u32,
        sides: [Arc<ClockTree>; 2],
    },
}

/// The part of a vector clock for the threads of a block.
#[derive(Clone, Debug)]
pub struct BlockClock {
    block: u32,
    /// Of all its threads, but not of their copies.
    pub all: u32,
    /// Of each warp, but not of its copies.
    pub warps: [u32; 32],
    /// Of lanes, and of copies.
    parts: Vec<WarpClock>,
}

/// The part of a vector clock for some lanes of a warp: a stamp for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneClock {
    block: u32,
    warp: u32,
    stamps: [u32; 32],
}

impl LaneClock {
    pub fn new(block: u32, warp: u32) -> LaneClock {
        LaneClock { block, warp, stamps: [0; 32] }
    }

    /// The number of the block.
    pub fn block(&self) -> u32 {
        self.block
    }

    pub fn is_of(&self, block: u32, warp: u32) -> bool {
        (self.block, self.warp) == (block, warp)
    }

    /// Returns `true` if it includes an access.
    pub fn has(&self, thread: Thread, stamp: u32) -> bool {
        self.is_of(thread.block(), thread.warp()) && stamp <= self.stamps[thread.lane() as usize]
    }

    /// Returns `true` if it has what the lanes of a mask did up to a stamp.
    pub fn is_up_to(&self, mask: u32, stamp: u32) -> bool {
        Bits(mask).all(|lane| self.stamps[lane & 31] >= stamp)
    }

    /// Returns `true` if it has all of another one.
    pub fn includes(&self, other: &LaneClock) -> bool {
        self.is_of(other.block, other.warp) && are_all(&self.stamps, &other.stamps)
    }

    /// Adds what the lanes of a mask did up to a stamp.
    pub fn add(&mut self, mask: u32, stamp: u32) {
        add_stamp(&mut self.stamps, mask, stamp);
    }

    /// Adds what another one has, or becomes it, if that is of another warp and newer; then returns the older one.
    pub fn join(&mut self, other: &LaneClock) -> Option<LaneClock> {
        if self.is_of(other.block, other.warp) {
            self.stamps = larger(&self.stamps, &other.stamps);
            return None;
        }
        if self.stamps.iter().max() < other.stamps.iter().max() {
            Some(std::mem::replace(self, *other))
        } else {
            Some(*other)
        }
    }
}

/// Raises the stamps of the lanes of a mask to a stamp.
fn add_stamp(stamps: &mut [u32; 32], mask: u32, stamp: u32) {
    for lane in Bits(mask) {
        let own_stamp = &mut stamps[lane & 31];
        *own_stamp = stamp.max(*own_stamp);
    }
}

/// Returns `true` if each stamp is at least the other.
fn are_all(stamps: &[u32; 32], others: &[u32; 32]) -> bool {
    stamps.iter().zip(others).fold(true, |all, (stamp, other)| all & (stamp >= other))
}

fn larger(a: &[u32; 32], b: &[u32; 32]) -> [u32; 32] {
    std::array::from_fn(|lane| a[lane].max(b[lane]))
}

/// The part of a vector clock for some lanes of a warp, or for its copies.
#[derive(Clone, Debug)]
struct WarpClock {
    warp: u32,
    all: u32,
    lanes: Option<Arc<[u32; 32]>>,
}

impl ClockTree {
    /// Returns the number of blocks.
    pub fn count(&self) -> u32 {
        match self {
            ClockTree::One(_) => 1,
            ClockTree::Two { count, .. } => *count,
        }
    }

    /// Returns the number of a block, and the bit in which blocks differ; 0 for one block.
    fn key(&self) -> (u32, u32) {
        match self {
            ClockTree::One(block_clock) => (block_clock.block, 0),
            ClockTree::Two { block, bit, .. } => (*block, *bit),
        }
    }

    /// Returns `true` if this block is here, or would be below and not beside.
    fn covers(&self, other: u32) -> bool {
        let (block, bit) = self.key();
        let lower = if bit == 0 { 0 } else { bit << 1 };
        (block ^ other) & !lower.wrapping_sub(u32::from(bit != 0)) == 0
    }

    pub fn get(&self, block: u32) -> Option<&BlockClock> {
        let mut tree = self;
        loop {
            match tree {
                ClockTree::One(block_clock) => {
                    return (block_clock.block == block).then_some(block_clock);
                }
                ClockTree::Two { bit, sides, .. } => tree = &sides[usize::from(block & bit != 0)],
            }
        }
    }

    /// Puts two trees without common blocks together.
    fn beside(a: Arc<ClockTree>, b: Arc<ClockTree>) -> Arc<ClockTree> {
        let (block_a, block_b) = (a.key().0, b.key().0);
        let bit = 1 << (31 - (block_a ^ block_b).leading_zeros());
        let sides = if block_a & bit == 0 { [a, b] } else { [b, a] };
        ClockTree::of(block_a, bit, sides)
    }

    fn of(block: u32, bit: u32, sides: [Arc<ClockTree>; 2]) -> Arc<ClockTree> {
        Arc::new(ClockTree::Two { block, bit, count: sides[0].count() + sides[1].count(), sides })
    }

    /// Changes the clock of a block, an empty one if that is new: in place, as far as no other tree has it.
    pub fn change(tree: &mut Arc<ClockTree>, block: u32, change: impl FnOnce(&mut BlockClock)) {
        let is_below = tree.covers(block);
        match Arc::get_mut(tree) {
            Some(ClockTree::One(block_clock)) if is_below => change(block_clock),
            Some(ClockTree::Two { bit, count, sides, .. }) if is_below => {
                ClockTree::change(&mut sides[usize::from(block & *bit != 0)], block, change);
                *count = sides[0].count() + sides[1].count();
            }
            _ => *tree = ClockTree::changed(tree, block, change),
        }
    }

    /// Returns one that differs from a tree by the clock of a block.
    fn changed(
        tree: &Arc<ClockTree>,
        block: u32,
        change: impl FnOnce(&mut BlockClock),
    ) -> Arc<ClockTree> {
        match &**tree {
            ClockTree::One(block_clock) if block_clock.block == block => {
                let mut block_clock = block_clock.clone();
                change(&mut block_clock);
                Arc::new(ClockTree::One(block_clock))
            }
            ClockTree::Two { block: first, bit, sides: [a, b], .. } if tree.covers(block) => {
                let sides = match block & bit {
                    0 => [ClockTree::changed(a, block, change), b.clone()],
                    _ => [a.clone(), ClockTree::changed(b, block, change)],
                };
                ClockTree::of(*first, *bit, sides)
            }
            _ => {
                let mut block_clock = BlockClock::new(block);
                change(&mut block_clock);
                ClockTree::beside(tree.clone(), Arc::new(ClockTree::One(block_clock)))
            }
        }
    }

    /// Returns `true` if it includes the clocks of some lanes.
    pub fn has_all(&self, lanes: &LaneClock) -> bool {
        self.get(lanes.block).is_some_and(|block| block.has_all(lanes))
    }

    /// Returns the join of both; one of them if it includes the other.
    pub fn join(a: &Arc<ClockTree>, b: &Arc<ClockTree>) -> Arc<ClockTree> {
        if Arc::ptr_eq(a, b) {
            return a.clone();
        }
        let ((block_a, bit_a), (block_b, bit_b)) = (a.key(), b.key());
        let with = |tree: &Arc<ClockTree>, side: usize, joined: Arc<ClockTree>| {
            let ClockTree::Two { block, bit, sides, .. } = &**tree else {
                return joined;
            };
            if Arc::ptr_eq(&sides[side], &joined) {
                return tree.clone();
            }
            let other = sides[1 - side].clone();
            let sides = if side == 0 { [joined, other] } else { [other, joined] };
            ClockTree::of(*block, *bit, sides)
        };
        match (&**a, &**b) {
            (ClockTree::One(own), ClockTree::One(other)) if own.block == other.block => {
                if own.includes(other) {
                    return a.clone();
                }
                if other.includes(own) {
                    return b.clone();
                }
                let mut joined = own.clone();
                joined.join(other);
                Arc::new(ClockTree::One(joined))
            }
            (ClockTree::Two { sides: own, .. }, ClockTree::Two { sides: other, .. })
                if bit_a == bit_b && a.covers(block_b) =>
            {
                let sides = [0, 1].map(|side| ClockTree::join(&own[side], &other[side]));
                let is_all = |those: &[Arc<ClockTree>; 2]| {
                    Arc::ptr_eq(&those[0], &sides[0]) && Arc::ptr_eq(&those[1], &sides[1])
                };
                match () {
                    () if is_all(own) => a.clone(),
                    () if is_all(other) => b.clone(),
                    () => ClockTree::of(block_a, bit_a, sides),
                }
            }
            (ClockTree::Two { sides, .. }, _) if bit_a > bit_b && a.covers(block_b) => {
                let side = usize::from(block_b & bit_a != 0);
                with(a, side, ClockTree::join(&sides[side], b))
            }
            (_, ClockTree::Two { sides, .. }) if bit_b > bit_a && b.covers(block_a) => {
                let side = usize::from(block_a & bit_b != 0);
                with(b, side, ClockTree::join(a, &sides[side]))
            }
            _ => ClockTree::beside(a.clone(), b.clone()),
        }
    }
}

impl BlockClock {
    /// Nothing.
    pub fn new(block: u32) -> BlockClock {
        BlockClock { block, all: 0, warps: [0; 32], parts: Vec::new() }
    }

    /// Returns the stamp up to which it has everything that a warp's threads did themselves.
    pub fn of_warp(&self, warp: u32) -> u32 {
        let of_warp = self.warps.get(warp as usize).copied().unwrap_or(0);
        of_warp.max(self.all)
    }

    /// Returns the stamp up to which it has everything that copies of a warp did.
    pub fn of_copies(&self, warp: u32) -> u32 {
        let part = self.parts.iter().find(|part| part.warp == warp);
        part.map_or(0, |part| part.all)
    }

    /// Returns the stamp up to which it has everything that all threads of a thread's warp did, or their copies, if it is one.
    pub fn of_threads(&self, thread: Thread) -> u32 {
        if thread.is_async() { self.of_copies(thread.warp()) } else { self.of_warp(thread.warp()) }
    }

    /// Returns `true` if it includes an access of one of its threads.
    pub fn has(&self, thread: Thread, stamp: u32) -> bool {
        if !thread.is_async() && stamp <= self.of_warp(thread.warp()) {
            return true;
        }
        self.parts.iter().any(|part| {
            part.warp == thread.warp()
                && (stamp <= part.all
                    || part
                        .lanes
                        .as_ref()
                        .is_some_and(|lanes| stamp <= lanes[thread.lane() as usize]))
        })
    }

    /// Returns `true` if it includes the clocks of some lanes.
    fn has_all(&self, lanes: &LaneClock) -> bool {
        let part = self.parts.iter().find(|part| part.warp == lanes.warp);
        let base = self.of_warp(lanes.warp).max(part.map_or(0, |part| part.all));
        let stamps = part.and_then(|part| part.lanes.as_deref()).unwrap_or(&[0; 32]);
        lanes.stamps.iter().zip(stamps).all(|(other, stamp)| *other <= base.max(*stamp))
    }

    /// Returns the clock of lanes of a warp, or of its copies, to change.
    fn part(&mut self, warp: u32) -> &mut WarpClock {
        let found = self.parts.iter().position(|part| part.warp == warp);
        let at = found.unwrap_or_else(|| {
            self.parts.push(WarpClock { warp, all: 0, lanes: None });
            self.parts.len() - 1
        });
        &mut self.parts[at]
    }

    /// Joins the clocks of some lanes.
    pub fn add(&mut self, lanes: &LaneClock) {
        self.part(lanes.warp).add_stamps(&lanes.stamps);
    }

    /// Adds everything that all its threads did up to a stamp.
    pub fn add_all(&mut self, stamp: u32) {
        self.all = self.all.max(stamp);
        self.forget_old();
    }

    /// Adds what the lanes of a mask did up to a stamp; `whole` if they are all of their warp that run.
    pub fn add_lanes(&mut self, warp: u32, mask: u32, whole: bool, stamp: u32) {
        let is_async = warp >= ASYNC_READS;
        if !is_async {
            if self.of_warp(warp) >= stamp {
                return;
            }
            if whole && let Some(of_warp) = self.warps.get_mut(warp as usize) {
                *of_warp = stamp;
                self.forget_old();
                return;
            }
        }
        let part = self.part(warp);
        if whole {
            part.all = part.all.max(stamp);
            let all = part.all;
            part.lanes = part.lanes.take().filter(|lanes| lanes.iter().any(|lane| *lane > all));
            return;
        }
        add_stamp(Arc::make_mut(part.lanes.get_or_insert_default()), mask, stamp);
    }

    fn forget_old(&mut self) {
        if self.parts.is_empty() {
            return;
        }
        let (all, warps) = (self.all, self.warps);
        self.parts.retain(|part| {
            let newest = warps.get(part.warp as usize).copied().map_or(0, |stamp| stamp.max(all));
            part.newer_than(newest)
        });
    }

    fn includes(&self, other: &BlockClock) -> bool {
        let mut all = self.all >= other.all;
        for (own, other) in self.warps.iter().zip(&other.warps) {
            all &= (*own).max(self.all) >= *other;
        }
        // They usually have the same parts.
        let part = |at: usize, warp: u32| {
            let same = self.parts.get(at).filter(|part| part.warp == warp);
            same.or_else(|| self.parts.iter().find(|part| part.warp == warp))
        };
        all && other.parts.iter().enumerate().all(|(at, other)| {
            let of_warp = if other.warp < ASYNC_READS { self.of_warp(other.warp) } else { 0 };
            let part = part(at, other.warp);
            let of_all = part.map_or(0, |part| part.all).max(of_warp);
            let lanes = part.and_then(|part| part.lanes.as_ref());
            other.all <= of_all
                && other.lanes.as_ref().is_none_or(|other| {
                    let mut other = other.iter().enumerate();
                    other.all(|(lane, stamp)| {
                        *stamp <= lanes.map_or(0, |lanes| lanes[lane]).max(of_all)
                    })
                })
        })
    }

    fn join(&mut self, other: &BlockClock) {
        self.all = self.all.max(other.all);
        for (own, other) in self.warps.iter_mut().zip(&other.warps) {
            *own = (*own).max(*other);
        }
        for part in &other.parts {
            match self.parts.iter_mut().find(|part_clock| part_clock.warp == part.warp) {
                Some(own) => own.join(part),
                None => self.parts.push(part.clone()),
            }
        }
        self.forget_old();
    }
}

impl WarpClock {
    fn newer_than(&self, stamp: u32) -> bool {
        let lanes = self.lanes.as_ref();
        self.all > stamp || lanes.is_some_and(|lanes| lanes.iter().any(|lane| *lane > stamp))
    }

    fn join(&mut self, other: &WarpClock) {
        self.all = self.all.max(other.all);
        if let Some(other) = &other.lanes {
            self.add_stamps(other);
        }
    }

    fn add_stamps(&mut self, stamps: &[u32; 32]) {
        let lanes = Arc::make_mut(self.lanes.get_or_insert_default());
        *lanes = larger(lanes, stamps);
    }
}
