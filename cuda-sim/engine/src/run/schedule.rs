//! Scheduling of a warp's splits and a block's warps.

use crate::device::fault_kind::FaultKind;
use crate::numbers::lane::Bits;
use crate::state::allocations::AllocationCache;
use crate::state::block_group::{Block, BlockGroup, Warp};
use crate::state::core::{Core, Next, STOP, Stop, expand};
use crate::state::grid::Grid;
use crate::state::order::{Order, mix};
use crate::state::split::{SplitState, join_ready, limit_of, next_ready, push};
use crate::state::worker_pool::WorkerPool;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The slice: the number of instructions, counted by the lengths of executed loops, after which a split yields.
const SLICE: i64 = 1 << 14;
/// The number of rounds over a block group's warps, each with a used-up slice, after which the block group yields.
const MAX_LONG_ROUNDS: u32 = 16;

/// The warp instructions that a launch may still execute when an assertion has failed: a GPU stops it soon after.
const AFTER_ASSERTIONS: u64 = 1 << 20;

/// How a block group's turn ended.
pub enum Turn {
    Finished,
    /// It yielded after running for a long time.
    Yields,
    /// It only polled memory in the last round; `without_progress` if it did nothing else in the whole turn.
    Polls {
        without_progress: bool,
    },
    Failed,
}

impl<'l> Core<'l> {
    /// Creates a core that hasn't run anything.
    pub fn new(grid: &'l Grid<'l>) -> Core<'l> {
        Core {
            regs: std::ptr::null_mut(),
            mask: 0,
            lanes: expand(0),
            limit: u32::MAX,
            began: u32::MAX,
            began_slice: SLICE,
            turn: u32::MAX,
            slice: SLICE,
            slice_length: SLICE,
            spent: 0,
            counts: 0,
            slice_used_up: false,
            advanced: false,
            stop: Stop::Exit,
            frame: None,
            spare: vec![Vec::new(); grid.code.functions.len()],
            local_base: 0,
            grid,
            code: grid.code,
            block_group: BlockGroup::default(),
            block: 0,
            warp: 0,
            shared: std::ptr::null_mut(),
            shared_size: grid.shared_size,
            sites: vec![Default::default(); grid.code.sites as usize],
            known_sites: Vec::new(),
            recent: AllocationCache::default(),
            generation: u64::MAX,
            timer: (0, 0),
            level: grid.code.level,
            executing: 0,
            reported: RefCell::default(),
            counted: Default::default(),
            fenced: AtomicU32::new(0),
            chooser: None,
            worker_pool: None,
            watching: Cell::default(),
        }
    }

    /// Returns the core of the launching thread, which calls the other workers of `worker_pool`.
    pub fn leading(grid: &'l Grid<'l>, worker_pool: &'l WorkerPool<'l>) -> Core<'l> {
        Core { worker_pool: Some(worker_pool), ..Core::new(grid) }
    }

    /// Returns the current block.
    pub fn this_block(&mut self) -> &mut Block {
        &mut self.block_group.blocks[self.block]
    }

    /// Returns the current warp.
    pub fn this_warp(&mut self) -> &mut Warp {
        &mut self.block_group.blocks[self.block].warps[self.warp]
    }

    /// Points [`Core::regs`] to the registers of the current frame.
    pub fn enter_frame(&mut self) {
        self.regs = match &self.frame {
            Some(frame) => frame.registers(),
            None => self.this_warp().file.as_mut_ptr().cast(),
        };
    }

    /// Adds a split that is ready at `pc`, in the current call.
    pub fn push_split(&mut self, pc: u32, mask: u32) {
        self.limit = self.limit.min(pc);
        self.add_ready(pc, mask);
    }

    /// Adds a split that is ready at `pc`, in the current call, but at which the current split doesn't stop.
    pub fn add_ready(&mut self, pc: u32, mask: u32) {
        let splits = &mut self.block_group.blocks[self.block].warps[self.warp].splits;
        if join_ready(splits, pc, mask, &self.frame) {
            return;
        }
        let frame = self.frame.clone();
        push(splits, (pc, mask), frame, self.local_base, SplitState::Ready);
    }

    /// Continues at `target`, unless another split waits there or before it.
    #[inline(always)]
    pub fn jump(&mut self, target: u32) -> Next {
        if target >= self.limit && !self.reconverges(target) {
            return self.yield_at(target);
        }
        target
    }

    /// Yields to a split that waits at `target` or before it, and returns where execution continues.
    #[inline(never)]
    pub fn yield_at(&mut self, target: u32) -> Next {
        self.park(target, SplitState::Ready);
        if self.slice > 0
            && let Some(next) = self.take_split(self.turn)
        {
            (self.began, self.began_slice) = (next, self.slice);
            return next;
        }
        self.stop = Stop::Parked;
        STOP
    }

    /// [`Self::merge_at`], which most calls needn't reach if several splits wait.
    #[inline(always)]
    pub fn reconverges(&mut self, target: u32) -> bool {
        let splits = &self.block_group.blocks[self.block].warps[self.warp].splits;
        splits.len() == 1 && self.merge_at(target)
    }

    /// Merges the current split, which continues at `target`, with the only other split of the warp if that waits
    /// there, as stopping and continuing would. Returns `true` if they were merged.
    #[inline(never)]
    fn merge_at(&mut self, target: u32) -> bool {
        let splits = &mut self.block_group.blocks[self.block].warps[self.warp].splits;
        let [only] = &mut splits[..] else {
            return false;
        };
        let mask = self.mask | only.mask;
        let same =
            only.pc == target && only.state == SplitState::Ready && only.same_frame(&self.frame);
        if !same || mask & self.turn == 0 || self.slice <= 0 {
            return false;
        }
        splits.clear();
        self.limit = u32::MAX;
        self.began = target;
        self.began_slice = self.slice;
        self.set_mask(mask);
        true
    }

    /// Charges `cost` instructions for a jump back to `target`.
    #[inline(always)]
    pub fn jump_back(&mut self, target: u32, cost: u32) -> Next {
        self.slice -= i64::from(cost);
        if self.slice <= 0 {
            self.stop = Stop::Yield(target);
            return STOP;
        }
        self.jump(target)
    }

    /// Charges `cost` instructions for polling again from `target` on, once other splits and warps have had their turn.
    #[inline(always)]
    pub fn poll_again(&mut self, target: u32, cost: u32) -> Next {
        self.slice -= i64::from(cost);
        self.stop = Stop::Polled { next: target, cost };
        STOP
    }

    /// Runs the current warp until none of its splits is ready or its slice is used up.
    fn run_warp(&mut self) -> Result<(), ()> {
        self.slice = self.slice_length;
        let result = self.run_splits(u32::MAX);
        self.begin_slice();
        result
    }

    /// The same for the ready splits with some of these lanes of a warp, which then counts its instructions.
    pub fn run_turn(&mut self, block: usize, warp: usize, lanes: u32) -> Result<(), ()> {
        self.refresh_allocations();
        (self.block, self.warp) = (block, warp);
        let start = self.block_group.shared.as_mut_ptr().cast::<u8>();
        // SAFETY: the block group's shared memory has `shared_stride` bytes for each of its blocks.
        self.shared = unsafe { start.add(block * self.grid.shared_stride as usize) };
        self.slice = self.slice_length;
        let result = self.run_splits(lanes);
        self.begin_slice();
        result?;
        self.count_instructions()
    }

    /// Discards the recently accessed allocations if allocations have changed.
    fn refresh_allocations(&mut self) {
        let generation = self.memory().generation();
        if generation != self.generation {
            self.generation = generation;
            self.forget_allocations();
        }
    }

    /// Charges a worker that slept for the instructions that its block groups would have executed by polling.
    pub fn charge_pause(&mut self, pause: Duration) {
        const PER_NANOSECOND: u64 = 8;
        self.spent += pause.as_nanos() as u64 * PER_NANOSECOND;
    }

    /// Charges the used part of the slice, and begins a new one.
    fn begin_slice(&mut self) {
        self.watching.take();
        self.spent += (self.slice_length - self.slice).max(0) as u64;
        self.slice = self.slice_length;
    }

    /// Makes a ready split with a lane of `turn` the current one, and returns its position.
    #[inline(always)]
    fn take_split(&mut self, turn: u32) -> Option<u32> {
        let splits = &mut self.block_group.blocks[self.block].warps[self.warp].splits;
        let pc;
        if let [only] = &mut splits[..] {
            // Most warps have no other split. Its fields are read one by one, as they were just written: copying the
            // whole struct would stall on store forwarding.
            if only.state != SplitState::Ready || only.mask & turn == 0 {
                return None;
            }
            pc = only.pc;
            let (mask, local_base) = (only.mask, only.local_base);
            self.frame = only.frame.take();
            splits.clear();
            self.limit = u32::MAX;
            self.local_base = local_base;
            self.set_mask(mask);
        } else {
            // The current split is removed, and later appended at the end, so the first split has waited longest.
            let next = next_ready(splits, turn)?;
            let split = if next + 1 == splits.len() { splits.pop()? } else { splits.remove(next) };
            self.limit = limit_of(splits, &split.frame, split.pc);
            pc = split.pc;
            self.local_base = split.local_base;
            self.frame = split.frame;
            self.set_mask(split.mask);
        }
        self.enter_frame();
        Some(pc)
    }

    /// Returns the lanes of the splits that are ready.
    fn ready_lanes(&mut self) -> u32 {
        let ready = self.this_warp().splits.iter();
        ready
            .filter(|split| split.state == SplitState::Ready)
            .fold(0, |lanes, split| lanes | split.mask)
    }

    /// Runs the splits that are furthest behind until they have used up a slice. Then each of the others gets a slice,
    /// for itself and its own splits, because those that are behind may be waiting for it. At first, only those with lanes of
    /// `turn` run.
    fn run_splits(&mut self, mut turn: u32) -> Result<(), ()> {
        // The lanes that haven't had their turn yet, once lanes run in turn.
        let mut waiting = None;
        loop {
            self.turn = turn;
            let Some(pc) = self.take_split(turn) else {
                let Some(lanes) = &mut waiting else {
                    return Ok(());
                };
                *lanes &= !turn;
                let lanes = *lanes;
                let splits = &self.this_warp().splits;
                let next = splits
                    .iter()
                    .find(|split| split.state == SplitState::Ready && split.mask & lanes != 0);
                let Some(next) = next else {
                    return Ok(());
                };
                turn = next.mask;
                self.begin_slice();
                continue;
            };
            (self.began, self.began_slice) = (pc, self.slice);
            let pc = self.execute(pc);
            if let Stop::Exit = self.stop {
                self.frame = None;
                self.advanced = true;
                self.exit_lanes();
                if self.slice > 0 {
                    continue;
                }
                self.stop = Stop::Exit;
            }
            let mut polled = false;
            // Its fields are read one by one, as above.
            match self.stop {
                // Checked first above, because most splits end like this.
                Stop::Exit => {}
                Stop::Parked => {}
                Stop::Yield(next) => self.park(next, SplitState::Ready),
                Stop::Switch => {
                    self.park(pc, SplitState::Ready);
                    return Ok(());
                }
                Stop::Polled { next, cost } => {
                    self.park(next, SplitState::Ready);
                    polled = true;
                    self.advanced |=
                        next != self.began || self.began_slice - self.slice > i64::from(cost);
                }
                Stop::Barrier { barrier, next, result } => {
                    self.park(next, SplitState::Barrier { barrier, result });
                    self.advanced = true;
                    // Most warps arrive with all their lanes, and have no other ready split.
                    if waiting.is_none() && self.slice > 0 && self.this_warp().splits.len() == 1 {
                        return Ok(());
                    }
                }
                Stop::Cluster { next } => {
                    self.park(next, SplitState::Cluster);
                    self.advanced = true;
                }
                Stop::Gather { members } => {
                    self.advanced = true;
                    self.park(pc, SplitState::Gather { members });
                    self.release_gathered();
                }
                Stop::WholeWarp => {
                    self.advanced = true;
                    self.park(pc, SplitState::WholeWarp);
                    self.release_gathered();
                }
                Stop::FaultKind(_) => {
                    if let Stop::FaultKind(fault_kind) =
                        std::mem::replace(&mut self.stop, Stop::Exit)
                    {
                        let fault = self.fault(pc, &fault_kind);
                        // Others print theirs, as on a GPU, until the launch is stopped.
                        if matches!(*fault_kind, FaultKind::Assert { .. }) && self.chooser.is_none()
                        {
                            self.grid.fail_in_the_end(fault);
                            if self.grid.stop.load(Ordering::Relaxed) {
                                return Err(());
                            }
                            self.park(pc, SplitState::Asserted);
                            self.advanced = true;
                            continue;
                        }
                        self.grid.fail(fault);
                    }
                    self.frame = None;
                    return Err(());
                }
            }
            if self.slice <= 0 || polled {
                self.slice_used_up |= self.slice <= 0;
                self.advanced |= !polled;
                self.begin_slice();
                self.count_instructions()?;
                waiting = Some(match waiting {
                    None => self.ready_lanes() & !self.mask,
                    Some(lanes) => lanes & !turn,
                });
                turn = 0;
            }
        }
    }

    /// Adds the executed instructions to the launch's count, and stops the launch if it exceeds its limit.
    fn count_instructions(&mut self) -> Result<(), ()> {
        if self.grid.stop.load(Ordering::Relaxed) {
            return Err(());
        }
        // Asking for the time takes longer than counting.
        self.counts = self.counts.wrapping_add(1);
        if self.counts.is_multiple_of(64) {
            self.grid.report_if_it_takes_long();
        }
        // Without a limit, the count isn't needed, and workers that update one counter would contend.
        let asserted = self.grid.has_asserted().then_some(AFTER_ASSERTIONS);
        let limits = [self.grid.launch.limits.fuel, asserted];
        let Some(limit) = limits.into_iter().flatten().min() else {
            return Ok(());
        };
        let amount = std::mem::take(&mut self.spent);
        if self.grid.fuel_used.fetch_add(amount, Ordering::Relaxed) + amount <= limit {
            return Ok(());
        }
        // The fault is reported at the last split of the current warp.
        let split = self.this_warp().splits.last();
        let pc = split.map_or(0, |split| split.pc);
        let fault = self.fault(pc, &FaultKind::OutOfFuel { limit });
        self.grid.fail(fault);
        Err(())
    }

    /// Returns the current split to the warp's list.
    #[inline(always)]
    fn park(&mut self, pc: u32, state: SplitState) {
        let splits = &mut self.block_group.blocks[self.block].warps[self.warp].splits;
        let frame = self.frame.take();
        if state == SplitState::Ready && join_ready(splits, pc, self.mask, &frame) {
            return;
        }
        push(splits, (pc, self.mask), frame, self.local_base, state);
    }

    fn exit_lanes(&mut self) {
        let mask = self.mask;
        let warp = self.this_warp();
        warp.live &= !mask;
        let waiting = !warp.splits.is_empty();
        let block = self.this_block();
        block.live -= mask.count_ones();
        for barrier in Bits(block.awaited) {
            if block.barriers[barrier].expected == 0 {
                block.release_if_complete(barrier);
            }
        }
        if waiting {
            self.release_gathered();
        }
        if self.block_group.cluster_arrived > 0 {
            self.release_cluster();
        }
    }

    /// Returns the order in which the warps of the block run, if it isn't the default. Slices are then short, with
    /// varying lengths.
    fn warp_order(&mut self, round: u32) -> Option<Order> {
        let block = &self.block_group.blocks[self.block];
        let seed = self.grid.launch.schedule_seed? ^ mix(block.number << 16 | u64::from(round));
        self.slice_length = 1 + (mix(seed) & 0x3ff) as i64;
        Some(Order::of(seed, block.warps.len() as u64))
    }

    /// Runs the block group's warps in turn.
    pub fn run_block_group(&mut self, rounds: u32) -> Turn {
        self.refresh_allocations();
        let start = self.block_group.shared.as_mut_ptr().cast::<u8>();
        let mut long_rounds = 0;
        for round in 0..rounds {
            (self.slice_used_up, self.advanced) = (false, false);
            let (mut progress, mut alive) = (false, false);
            for block in 0..self.block_group.blocks.len() {
                self.block = block;
                // SAFETY: the block group's shared memory has `shared_stride` bytes for each of its blocks.
                self.shared = unsafe { start.add(block * self.grid.shared_stride as usize) };
                let warps = self.block_group.blocks[block].warps.len();
                let order = self.warp_order(round);
                for place in 0..warps {
                    let warp = order.map_or(place, |order| order.at(place as u64) as usize);
                    let splits = &self.block_group.blocks[block].warps[warp].splits;
                    alive |= !splits.is_empty();
                    if splits.iter().any(|split| split.state == SplitState::Ready) {
                        progress = true;
                        self.warp = warp;
                        if self.run_warp().is_err() {
                            return Turn::Failed;
                        }
                        if self.worker_pool.is_some_and(WorkerPool::wake_if_worthwhile) {
                            self.worker_pool = None;
                        }
                    }
                }
            }
            if !alive {
                return Turn::Finished;
            }
            if !progress && self.grid.has_asserted() {
                return Turn::Finished;
            }
            if !progress {
                self.deadlock();
                return Turn::Failed;
            }
            if self.count_instructions().is_err() {
                return Turn::Failed;
            }
            if !self.advanced {
                return Turn::Polls { without_progress: round == 0 };
            }
            long_rounds += u32::from(self.slice_used_up);
            if long_rounds == MAX_LONG_ROUNDS {
                break;
            }
        }
        Turn::Yields
    }
}
