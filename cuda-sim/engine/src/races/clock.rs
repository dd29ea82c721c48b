//! What a thread knows of the others' accesses, compressed by block and by warp.
//!
//! One number counts the steps of synchronization of all launches, and an access is stamped with the current one. So
//! "everything that these threads did up to a stamp" is one number for a whole block after its barrier, one for a warp
//! after `bar.warp.sync`, and one for each lane only where a single thread released something.

use std::sync::Arc;

/// A thread: the number of its block, modulo 2²⁰, its warp and its lane.
///
/// Each warp of a block has two more numbers, for what its threads let others do for them: [`ASYNC_READS`] and
/// [`ASYNC_WRITES`] above its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thread(pub u32);

/// What is added to a warp's number for the reads of its asynchronous copies.
pub const ASYNC_READS: u32 = 32;
/// What is added to a warp's number for the writes of its asynchronous copies.
pub const ASYNC_WRITES: u32 = 64;

/// The number of blocks that can be told apart.
pub const BLOCKS: u64 = 1 << 20;

impl Thread {
    pub fn new(block: u32, warp: u32, lane: u32) -> Thread {
        Thread(block << 12 | warp << 5 | lane)
    }

    pub fn block(self) -> u32 {
        self.0 >> 12
    }

    pub fn warp(self) -> u32 {
        self.0 >> 5 & 0x7f
    }

    pub fn lane(self) -> u32 {
        self.0 & 31
    }

    /// Returns `true` for what a copy does.
    pub fn is_async(self) -> bool {
        self.0 & 0xc00 != 0
    }

    /// Returns the thread that started the copy.
    pub fn issuer(self) -> Thread {
        Thread(self.0 & !0xc00)
    }
}

/// A vector clock: for each thread, the stamp up to which its accesses happened before.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Everything up to this stamp, of all threads.
    pub base: u32,
    /// By block, in order. What several clocks have of a block is shared.
    blocks: Vec<Arc<OfBlock>>,
    /// The part of it that copies of the asynchronous proxy see, too.
    pub proxied: Option<Arc<Clock>>,
}

/// What is known of a block.
#[derive(Clone, Debug, Default)]
struct OfBlock {
    block: u32,
    /// Of all its threads, but not of their copies.
    all: u32,
    warps: Vec<OfWarp>,
}

/// What is known of a warp.
#[derive(Clone, Debug)]
struct OfWarp {
    warp: u32,
    all: u32,
    lanes: Option<Box<[u32; 32]>>,
}

/// The most blocks of a clock. Beyond it, everything so far counts as known, which hides races.
const MOST_BLOCKS: usize = 64;

impl Clock {
    /// A clock of everything up to a stamp.
    pub fn up_to(base: u32) -> Clock {
        Clock {
            base,
            ..Clock::default()
        }
    }

    /// Returns `true` if it includes an access of `thread` with this stamp.
    pub fn includes(&self, thread: Thread, stamp: u32) -> bool {
        if stamp <= self.base {
            return true;
        }
        let Ok(at) = self
            .blocks
            .binary_search_by_key(&thread.block(), |of| of.block)
        else {
            return false;
        };
        let of = &self.blocks[at];
        if stamp <= of.all && !thread.is_async() {
            return true;
        }
        of.warps.iter().any(|of| {
            of.warp == thread.warp()
                && (stamp <= of.all
                    || of
                        .lanes
                        .as_ref()
                        .is_some_and(|lanes| stamp <= lanes[thread.lane() as usize]))
        })
    }

    /// Returns the stamp up to which it includes everything that the threads of a block did themselves.
    pub fn of_block(&self, block: u32) -> u32 {
        let at = self.blocks.binary_search_by_key(&block, |of| of.block);
        at.map_or(self.base, |at| self.blocks[at].all.max(self.base))
    }

    /// Returns the stamp up to which it includes everything that the threads of a warp did themselves.
    pub fn of_warp(&self, block: u32, warp: u32) -> u32 {
        let Ok(at) = self.blocks.binary_search_by_key(&block, |of| of.block) else {
            return self.base;
        };
        let of = &self.blocks[at];
        let own = of.warps.iter().find(|of| of.warp == warp);
        own.map_or(0, |of| of.all).max(of.all).max(self.base)
    }

    fn block(&mut self, block: u32) -> &mut OfBlock {
        let at = match self.blocks.binary_search_by_key(&block, |of| of.block) {
            Ok(at) => at,
            Err(at) => {
                let of = OfBlock {
                    block,
                    ..OfBlock::default()
                };
                self.blocks.insert(at, Arc::new(of));
                at
            }
        };
        Arc::make_mut(&mut self.blocks[at])
    }

    /// Adds everything that the threads of a block did up to a stamp.
    pub fn add_block(&mut self, block: u32, stamp: u32) {
        let of = self.block(block);
        of.all = of.all.max(stamp);
        let all = of.all;
        of.warps
            .retain(|of| of.warp >= ASYNC_READS || of.newer_than(all));
    }

    /// Adds what the lanes of a mask did up to a stamp; `whole` if they are all of their warp that run.
    pub fn add_lanes(&mut self, block: u32, warp: u32, mask: u32, whole: bool, stamp: u32) {
        let of = self.block(block);
        if of.all >= stamp && warp < ASYNC_READS {
            return;
        }
        let at = match of.warps.iter().position(|of| of.warp == warp) {
            Some(at) => at,
            None => {
                of.warps.push(OfWarp {
                    warp,
                    all: 0,
                    lanes: None,
                });
                of.warps.len() - 1
            }
        };
        let of = &mut of.warps[at];
        if whole {
            of.all = of.all.max(stamp);
            if of
                .lanes
                .as_ref()
                .is_some_and(|lanes| lanes.iter().all(|lane| *lane <= of.all))
            {
                of.lanes = None;
            }
            return;
        }
        let lanes = of.lanes.get_or_insert_with(|| Box::new([0; 32]));
        for (lane, known) in lanes.iter_mut().enumerate() {
            if mask >> lane & 1 != 0 {
                *known = stamp.max(*known);
            }
        }
    }

    /// Adds what a thread did up to a stamp.
    pub fn add(&mut self, thread: Thread, stamp: u32) {
        self.add_lanes(
            thread.block(),
            thread.warp(),
            1 << thread.lane(),
            false,
            stamp,
        );
    }

    /// Adds everything that `other` includes.
    pub fn join(&mut self, other: &Clock) {
        self.base = self.base.max(other.base);
        let mut at = 0;
        let mut missing = false;
        for of in &other.blocks {
            while self.blocks.get(at).is_some_and(|own| own.block < of.block) {
                at += 1;
            }
            match self.blocks.get_mut(at) {
                Some(own) if own.block == of.block => {
                    if !Arc::ptr_eq(own, of) {
                        Arc::make_mut(own).join(of);
                    }
                }
                _ => missing = true,
            }
        }
        if missing {
            let mut own = std::mem::take(&mut self.blocks).into_iter().peekable();
            let mut all = Vec::with_capacity(own.len().max(other.blocks.len()) + 1);
            for of in &other.blocks {
                while let Some(before) = own.next_if(|own| own.block < of.block) {
                    all.push(before);
                }
                all.push(match own.next_if(|own| own.block == of.block) {
                    Some(joined) => joined,
                    None => of.clone(),
                });
            }
            all.extend(own);
            self.blocks = all;
        }
        match (&mut self.proxied, &other.proxied) {
            (_, None) => {}
            (own @ None, Some(other)) => *own = Some(other.clone()),
            (Some(own), Some(other)) if Arc::ptr_eq(own, other) => {}
            (Some(own), Some(other)) => Arc::make_mut(own).join(other),
        }
    }

    /// Forgets who did what, if it is too much: everything up to `now` counts as known.
    pub fn limit(&mut self, now: u32) {
        if self.blocks.len() > MOST_BLOCKS {
            self.base = now;
            self.blocks.clear();
        }
    }
}

impl OfBlock {
    fn join(&mut self, other: &OfBlock) {
        self.all = self.all.max(other.all);
        let all = self.all;
        self.warps
            .retain(|of| of.warp >= ASYNC_READS || of.newer_than(all));
        for of in &other.warps {
            if of.warp < ASYNC_READS && !of.newer_than(all) {
                continue;
            }
            match self.warps.iter_mut().find(|own| own.warp == of.warp) {
                Some(own) => own.join(of),
                None => self.warps.push(of.clone()),
            }
        }
    }
}

impl OfWarp {
    fn newer_than(&self, stamp: u32) -> bool {
        let lanes = self.lanes.as_ref();
        self.all > stamp || lanes.is_some_and(|lanes| lanes.iter().any(|lane| *lane > stamp))
    }

    fn join(&mut self, other: &OfWarp) {
        self.all = self.all.max(other.all);
        if let Some(other) = &other.lanes {
            let lanes = self.lanes.get_or_insert_with(|| Box::new([0; 32]));
            for (own, other) in lanes.iter_mut().zip(other.iter()) {
                *own = (*own).max(*other);
            }
        }
    }
}

/// Adds a shared clock to another, without copying where one of both is enough.
pub fn join_shared(own: &mut Arc<Clock>, other: &Arc<Clock>) {
    if !Arc::ptr_eq(own, other) {
        Arc::make_mut(own).join(other);
    }
}
