//! Which worker runs which blocks of a launch.

use super::core::Core;
use super::gang::Gang;
use super::schedule::Turn;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Rounds over a gang's warps until it gives way to others, however they end; most end at a barrier.
const ROUNDS: u32 = 1 << 10;
/// Gangs that a worker takes at once, at most: neighbours use the same memory.
const MOST_AT_ONCE: u64 = 16;
/// How long a worker looks out for another's gang to advance before it sleeps: about as long as waking it up takes.
const LOOK_OUT: Duration = Duration::from_micros(50);
/// How long it sleeps at most: the host may change memory, too.
const PAUSE: Duration = Duration::from_micros(200);
/// How often all of a worker's gangs look at memory before it sleeps in between.
const ROUNDS_AWAKE: usize = 64;
/// How often all of a worker's gangs look at memory before it begins another gang, which they may wait for.
const PATIENCE: usize = 16;

/// The gangs of a launch whose blocks may all wait for each other.
#[derive(Default)]
pub struct Residents {
    waiting: Mutex<Waiting>,
    /// How many turns have ended in which a gang advanced.
    advances: AtomicU64,
    advanced: Condvar,
}

/// The gangs that have begun and that nobody runs.
#[derive(Default)]
struct Waiting {
    gangs: VecDeque<Gang>,
    /// How many turns in a row have ended in which a gang looked at memory in vain.
    in_vain: usize,
    /// Workers that sleep.
    sleepers: usize,
}

impl Residents {
    /// A gang to run: one that hasn't begun, as long as there are such, else the one that has waited longest.
    fn next(&self, core: &mut Core<'_>) -> Option<Gang> {
        let grid = core.grid;
        let number = grid.next.fetch_add(1, Ordering::Relaxed);
        if number >= grid.gangs {
            return self.next_waiting(core);
        }
        let mut gang = Gang::new(grid);
        gang.start(grid, number);
        grid.fails_as_planned(&gang);
        Some(gang)
    }

    /// Returns the gang that has waited longest, once one of those that wait may go on.
    fn next_waiting(&self, core: &mut Core<'_>) -> Option<Gang> {
        let mut waiting = self.waiting.lock();
        if !waiting.gangs.is_empty() && waiting.in_vain >= waiting.gangs.len() {
            drop(waiting);
            waiting = self.rest(core);
        }
        waiting.gangs.pop_front()
    }

    /// Waits until a gang has advanced, or for a while.
    fn rest(&self, core: &mut Core<'_>) -> MutexGuard<'_, Waiting> {
        let (before, begin) = (self.advances.load(Ordering::Acquire), Instant::now());
        let changed = || self.advances.load(Ordering::Acquire) != before;
        while !changed() && begin.elapsed() < LOOK_OUT {
            thread::yield_now();
        }
        let mut waiting = self.waiting.lock();
        if !changed() && waiting.in_vain >= waiting.gangs.len() {
            waiting.sleepers += 1;
            self.advanced.wait_for(&mut waiting, PAUSE);
            waiting.sleepers -= 1;
            core.charge_rest(PAUSE);
        }
        waiting.in_vain = 0;
        waiting
    }

    /// Takes back a gang whose turn is over; `in_vain` when it only looked at memory.
    fn put_back(&self, gang: Option<Gang>, in_vain: bool) {
        let mut waiting = self.waiting.lock();
        waiting.gangs.extend(gang);
        if in_vain {
            waiting.in_vain += 1;
            return;
        }
        waiting.in_vain = 0;
        self.advances.fetch_add(1, Ordering::Release);
        if waiting.sleepers > 0 {
            self.advanced.notify_all();
        }
    }
}

/// Runs gangs of a cooperative launch until none is left.
pub fn work_on_residents(core: &mut Core<'_>, residents: &Residents) {
    while !core.grid.stop.load(Ordering::Relaxed)
        && let Some(gang) = residents.next(core)
    {
        core.gang = gang;
        let turn = core.run_gang(ROUNDS);
        let gang = std::mem::take(&mut core.gang);
        match turn {
            Turn::Finished => residents.put_back(None, false),
            Turn::GivesWay => residents.put_back(Some(gang), false),
            Turn::Polls { in_vain } => residents.put_back(Some(gang), in_vain),
            Turn::Failed => return,
        }
    }
}

/// Runs gangs of a launch in order until none is left, on the core of one of `workers`. One that waits for long lets
/// the next begin beside it, so that blocks which wait for later ones end too, as long as `most` suffice.
pub fn work(core: &mut Core<'_>, workers: usize, most: usize) {
    let grid = core.grid;
    let mut begun: VecDeque<Gang> = VecDeque::new();
    let mut idle: Option<Gang> = None;
    let at_once = (grid.gangs / (workers as u64 * 32)).clamp(1, MOST_AT_ONCE);
    let mut mine = 0..0;
    let mut blocked = false;
    // Turns in a row that ended with a look at memory.
    let mut looks = 0usize;
    loop {
        if begun.is_empty() || blocked && begun.len() < most {
            if mine.is_empty() {
                let first = grid
                    .next
                    .fetch_add(at_once, Ordering::Relaxed)
                    .min(grid.gangs);
                mine = first..(first + at_once).min(grid.gangs);
            }
            if let Some(number) = mine.next() {
                let mut gang = idle.take().unwrap_or_else(|| Gang::new(grid));
                gang.start(grid, number);
                if grid.fails_as_planned(&gang) {
                    return;
                }
                begun.push_front(gang);
                looks = 0;
            }
        }
        let Some(gang) = begun.pop_front() else {
            return;
        };
        core.gang = gang;
        let turn = core.run_gang(ROUNDS);
        let gang = std::mem::take(&mut core.gang);
        looks = match turn {
            Turn::Polls { .. } => looks + 1,
            _ => 0,
        };
        blocked = match turn {
            Turn::Finished => {
                idle = Some(gang);
                false
            }
            Turn::GivesWay => {
                begun.push_back(gang);
                true
            }
            Turn::Polls { in_vain } => {
                begun.push_back(gang);
                if in_vain && looks.is_multiple_of(begun.len()) {
                    rest(core, looks / begun.len());
                }
                looks.is_multiple_of(PATIENCE * begun.len())
            }
            Turn::Failed => return,
        };
        if grid.stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// Lets other threads run after all of a worker's gangs looked at memory for the `rounds`th time.
fn rest(core: &mut Core<'_>, rounds: usize) {
    if rounds > ROUNDS_AWAKE {
        thread::sleep(LOOK_OUT);
        core.charge_rest(LOOK_OUT);
    } else {
        thread::yield_now();
    }
}
