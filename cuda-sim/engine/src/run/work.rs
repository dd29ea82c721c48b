//! Distributes the blocks of a launch to workers.

use crate::run::schedule::Turn;
use crate::state::block_group::BlockGroup;
use crate::state::core::Core;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of rounds over a block group's warps before it yields; most end at a barrier earlier.
const ROUNDS: u32 = 1 << 10;
/// The maximum number of block groups that a worker takes at once: neighbors use the same memory.
const MAX_BATCH: u64 = 16;
/// How long a worker spins before it sleeps, while it waits for another worker's block group to make progress: about as
/// long as waking it takes.
const SPIN_TIME: Duration = Duration::from_micros(50);
/// How long it sleeps at most, because the host may also change memory.
const MAX_SLEEP: Duration = Duration::from_micros(200);
/// How many times all of a worker's block groups poll memory before it sleeps between polls.
const POLLS_BEFORE_SLEEP: usize = 64;
/// How many times all of a worker's block groups poll memory before it starts the next block group, for which they may
/// be waiting.
const POLLS_BEFORE_NEXT: usize = 16;

/// The block groups of a launch whose blocks may all wait for each other.
#[derive(Default)]
pub struct Residents {
    waiting: Mutex<WaitingGroups>,
    /// The number of finished turns in which a block group made progress.
    advances: AtomicU64,
    advanced: Condvar,
}

/// The block groups that have started but aren't running.
#[derive(Default)]
struct WaitingGroups {
    block_groups: VecDeque<BlockGroup>,
    /// The number of consecutive turns in which a block group polled without success.
    without_progress: usize,
    /// The number of sleeping workers.
    sleepers: usize,
}

impl Residents {
    /// Returns a block group to run: one that hasn't started, if there is any, otherwise the one that has waited
    /// longest.
    fn next(&self, core: &mut Core<'_>) -> Option<BlockGroup> {
        let grid = core.grid;
        let number = grid.next.fetch_add(1, Ordering::Relaxed);
        if number >= grid.to_start() {
            return self.next_waiting(core);
        }
        let mut block_group = BlockGroup::new(grid);
        block_group.start(grid, number);
        block_group.fails_as_planned(grid);
        Some(block_group)
    }

    /// Returns the block group that has waited longest. If all of them polled without progress, waits first.
    fn next_waiting(&self, core: &mut Core<'_>) -> Option<BlockGroup> {
        let mut waiting = self.waiting.lock();
        if !waiting.block_groups.is_empty()
            && waiting.without_progress >= waiting.block_groups.len()
        {
            drop(waiting);
            waiting = self.wait_for_progress(core);
        }
        waiting.block_groups.pop_front()
    }

    /// Waits until a block group has made progress, for at most [`SPIN_TIME`] and [`MAX_SLEEP`].
    fn wait_for_progress(&self, core: &mut Core<'_>) -> MutexGuard<'_, WaitingGroups> {
        let (before, begin) = (self.advances.load(Ordering::Acquire), Instant::now());
        let changed = || self.advances.load(Ordering::Acquire) != before;
        while !changed() && begin.elapsed() < SPIN_TIME {
            thread::yield_now();
        }
        let mut waiting = self.waiting.lock();
        if !changed() && waiting.without_progress >= waiting.block_groups.len() {
            waiting.sleepers += 1;
            self.advanced.wait_for(&mut waiting, MAX_SLEEP);
            waiting.sleepers -= 1;
            core.charge_pause(MAX_SLEEP);
        }
        waiting.without_progress = 0;
        waiting
    }

    /// Puts a block group back after its turn; `without_progress` means that it only polled memory.
    fn put_back(&self, block_group: Option<BlockGroup>, without_progress: bool) {
        let mut waiting = self.waiting.lock();
        waiting.block_groups.extend(block_group);
        if without_progress {
            waiting.without_progress += 1;
            return;
        }
        waiting.without_progress = 0;
        self.advances.fetch_add(1, Ordering::Release);
        if waiting.sleepers > 0 {
            self.advanced.notify_all();
        }
    }
}

/// Runs block groups of a cooperative launch until none is left.
pub fn work_on_residents(core: &mut Core<'_>, residents: &Residents) {
    while !core.grid.stop.load(Ordering::Relaxed)
        && let Some(block_group) = residents.next(core)
    {
        core.block_group = block_group;
        let guard = core.grid.races.as_ref().map(|races| races.turn());
        let turn = core.run_block_group(ROUNDS);
        drop(guard);
        let block_group = std::mem::take(&mut core.block_group);
        match turn {
            Turn::Finished => residents.put_back(None, false),
            Turn::Yields => residents.put_back(Some(block_group), false),
            Turn::Polls { without_progress } => {
                residents.put_back(Some(block_group), without_progress)
            }
            Turn::Failed => return,
        }
    }
}

/// Runs block groups of a launch in order until none is left, on the core of one of `workers`. While one waits for a
/// long time, the next starts, so that blocks that wait for later ones also finish, as long as no more than
/// `max_started` are needed.
pub fn work(core: &mut Core<'_>, workers: usize, max_started: usize) {
    let grid = core.grid;
    let mut begun: VecDeque<BlockGroup> = VecDeque::new();
    let mut spare: Option<BlockGroup> = None;
    let batch_size = (grid.block_groups / (workers as u64 * 32)).clamp(1, MAX_BATCH);
    let mut batch = 0..0;
    let mut blocked = false;
    // The number of consecutive turns that ended with polling.
    let mut polls = 0usize;
    loop {
        if begun.is_empty() || blocked && begun.len() < max_started {
            let end = grid.to_start();
            if batch.is_empty() {
                let first = grid.next.fetch_add(batch_size, Ordering::Relaxed).min(end);
                batch = first..(first + batch_size).min(end);
            }
            if let Some(number) = batch.next().filter(|number| *number < end) {
                let mut block_group = spare.take().unwrap_or_else(|| BlockGroup::new(grid));
                block_group.start(grid, number);
                if block_group.fails_as_planned(grid) {
                    return;
                }
                begun.push_front(block_group);
                polls = 0;
            }
        }
        let Some(block_group) = begun.pop_front() else {
            return;
        };
        core.block_group = block_group;
        let guard = core.grid.races.as_ref().map(|races| races.turn());
        let turn = core.run_block_group(ROUNDS);
        drop(guard);
        let block_group = std::mem::take(&mut core.block_group);
        polls = match turn {
            Turn::Polls { .. } => polls + 1,
            _ => 0,
        };
        blocked = match turn {
            Turn::Finished => {
                spare = Some(block_group);
                false
            }
            Turn::Yields => {
                begun.push_back(block_group);
                true
            }
            Turn::Polls { without_progress } => {
                begun.push_back(block_group);
                if without_progress && polls.is_multiple_of(begun.len()) {
                    pause(core, polls / begun.len());
                }
                polls.is_multiple_of(POLLS_BEFORE_NEXT * begun.len())
            }
            Turn::Failed => return,
        };
        if grid.stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// Lets other threads run after all of a worker's block groups have polled memory `rounds` times.
fn pause(core: &mut Core<'_>, rounds: usize) {
    if rounds > POLLS_BEFORE_SLEEP {
        thread::sleep(SPIN_TIME);
        core.charge_pause(SPIN_TIME);
    } else {
        thread::yield_now();
    }
}
