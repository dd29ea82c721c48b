//! Which worker runs which blocks of a launch.

use super::core::Core;
use super::gang::Gang;
use super::grid::Grid;
use super::schedule::Turn;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard};

/// Rounds over a gang's warps until it gives way to others, however they end; most end at a barrier.
const ROUNDS: u32 = 1 << 10;
/// Gangs that a worker takes at once, at most: neighbours use the same memory.
const MOST_AT_ONCE: u64 = 16;

/// The gangs of a launch whose blocks may all wait for each other: those that have begun and that nobody runs.
#[derive(Default)]
pub struct Residents(Mutex<VecDeque<Gang>>);

impl Residents {
    /// A gang to run: one that hasn't begun, as long as there are such, else the one that has waited longest.
    fn next(&self, grid: &Grid<'_>) -> Option<Gang> {
        let number = grid.next.fetch_add(1, Ordering::Relaxed);
        if number >= grid.gangs {
            return self.lock().pop_front();
        }
        let mut gang = Gang::new(grid);
        gang.start(grid, number);
        grid.fails_as_planned(&gang);
        Some(gang)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Gang>> {
        let gangs = self.0.lock();
        gangs.unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Runs gangs of a cooperative launch until none is left.
pub fn work_on_residents(core: &mut Core<'_>, residents: &Residents) {
    while !core.grid.stop.load(Ordering::Relaxed)
        && let Some(gang) = residents.next(core.grid)
    {
        core.gang = gang;
        let turn = core.run_gang(1);
        let gang = std::mem::take(&mut core.gang);
        match turn {
            Turn::Finished => {}
            Turn::GivesWay => residents.lock().push_back(gang),
            Turn::Failed => return,
        }
    }
}

/// Runs gangs of a launch in order until none is left, on the core of one of `workers`. One that waits for long lets the next begin beside it,
/// so that blocks which wait for later ones end too, as long as `most` suffice.
pub fn work(core: &mut Core<'_>, workers: usize, most: usize) {
    let grid = core.grid;
    let mut begun: VecDeque<Gang> = VecDeque::new();
    let mut idle: Option<Gang> = None;
    let at_once = (grid.gangs / (workers as u64 * 32)).clamp(1, MOST_AT_ONCE);
    let mut mine = 0..0;
    let mut blocked = false;
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
            }
        }
        let Some(gang) = begun.pop_front() else {
            return;
        };
        core.gang = gang;
        let turn = core.run_gang(ROUNDS);
        let gang = std::mem::take(&mut core.gang);
        blocked = matches!(turn, Turn::GivesWay);
        match turn {
            Turn::Finished => idle = Some(gang),
            Turn::GivesWay => begun.push_back(gang),
            Turn::Failed => return,
        }
        if grid.stop.load(Ordering::Relaxed) {
            return;
        }
    }
}
