//! Interleaves the threads of a launch at their accesses of memory: before each, another warp, or other lanes of the same, may go on.
//!
//! A schedule has a number. In the usual order, 0, warps run in turn until they wait. From 1 on, what goes on is chosen at random. From
//! 2³² on, the number says at which accesses, at most two, what goes on instead.

use super::block_group::BlockGroup;
use super::core::{Bits, CONTINUE, Core, Next, STOP, Stop};
use super::fault_kind::FaultKind;
use super::order::mix;
use super::races::{Action, Address, ByAddress, Kind, Where};
use super::space::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use super::split::State;
use super::switches::{Switch, switches_of};
use parking_lot::Mutex;
use std::ops::Range;

/// The slice: how many instructions without an access end a warp's turn.
const SLICE: i64 = 1 << 10;
/// The accesses before which a random schedule chooses. Then all have their turns, so that a lock comes round, however many wait for it.
pub const MOST_RANDOM: u32 = 1 << 16;
/// The most accesses of one run that are recorded.
const MOST_RECORDED: u32 = 1 << 14;

/// How the threads of a launch are interleaved.
#[derive(Clone, Copy)]
pub struct Interleaving<'l> {
    /// The schedule's number.
    pub number: u64,
    /// The most accesses; a launch with more is stopped.
    pub most: u32,
    /// Where to record what could have gone on otherwise.
    pub seen: Option<&'l Mutex<Seen>>,
}

/// What was seen of the accesses of a launch's runs.
#[derive(Default)]
pub struct Seen {
    /// Of the last run.
    pub points: Vec<Point>,
    /// Whether it had more accesses than are recorded.
    pub is_full: bool,
    /// Its accesses.
    pub steps: u32,
    /// By word of memory, of all runs.
    words: ByAddress<Word>,
}

/// An access before which something else could have gone on.
pub struct Point {
    pub step: u32,
    /// How many others could.
    pub others: u32,
    /// The words that it accesses; none if that isn't known.
    words: Vec<u64>,
}

/// Who accesses a word: by byte, the first thread; a bit for each byte that some thread, several, and some write access.
#[derive(Default)]
struct Word {
    threads: [u32; 4],
    accessed: u8,
    by_several: u8,
    written: u8,
}

impl Seen {
    /// Returns `true` if another thread accesses the same memory, and one writes: only then does it matter what comes first.
    pub fn conflicts(&self, point: &Point) -> bool {
        let conflicts = |word: &Word| word.by_several & word.written != 0;
        point.words.is_empty()
            || point.words.iter().any(|at| self.words.get(at).is_some_and(conflicts))
    }

    /// A thread accesses these bytes of a word.
    fn touch(&mut self, at: u64, bytes: Range<usize>, thread: u32, writes: bool) {
        let word = self.words.entry(at).or_default();
        for (byte, first) in word.threads.iter_mut().enumerate().take(bytes.end).skip(bytes.start) {
            let bit = 1 << byte;
            match word.accessed & bit {
                0 => *first = thread,
                _ if *first != thread => word.by_several |= bit,
                _ => {}
            }
            word.accessed |= bit;
            word.written |= if writes { bit } else { 0 };
        }
    }
}

/// A warp that can go on, and lanes of it.
#[derive(Clone, Copy, Debug)]
struct Place {
    group: usize,
    block: usize,
    warp: usize,
    lanes: u32,
}

impl Place {
    /// Its warp's position in the usual order.
    fn position(&self) -> (usize, usize, usize) {
        (self.group, self.block, self.warp)
    }
}

/// Chooses what goes on.
pub struct Chooser {
    seed: Option<u64>,
    switches: Vec<Switch>,
    most: u32,
    /// The block groups that have started, without the one that runs.
    groups: Vec<BlockGroup>,
    at: Place,
    wanted: Option<Place>,
    steps: u32,
    turns: u32,
}

impl Chooser {
    fn new(interleaving: &Interleaving<'_>) -> Chooser {
        let number = interleaving.number;
        Chooser {
            seed: (1..1 << 32).contains(&number).then_some(number),
            switches: switches_of(number),
            most: interleaving.most,
            groups: Vec::new(),
            // Before all others.
            at: Place { group: usize::MAX, block: 0, warp: 0, lanes: 0 },
            wanted: None,
            steps: 0,
            turns: 0,
        }
    }

    /// Returns what can go on, if `running` is the block group that runs.
    fn ready<'c>(&'c self, running: &'c BlockGroup) -> impl Iterator<Item = Place> + 'c {
        self.ready_of(0..self.groups.len(), running)
    }

    /// The same of some block groups.
    fn ready_of<'c>(
        &'c self,
        groups: Range<usize>,
        running: &'c BlockGroup,
    ) -> impl Iterator<Item = Place> + 'c {
        let groups = groups.filter_map(move |group| {
            let waiting = self.groups.get(group)?;
            Some((group, if group == self.at.group { running } else { waiting }))
        });
        let blocks = groups.flat_map(|(group, of)| {
            of.blocks.iter().enumerate().map(move |(block, of)| (group, block, of))
        });
        let warps = blocks.flat_map(|(group, block, of)| {
            of.warps.iter().enumerate().map(move |(warp, of)| (group, block, warp, of))
        });
        warps.flat_map(|(group, block, warp, of)| {
            let ready = of.splits.iter().filter(|split| split.state == State::Ready);
            ready.map(move |split| Place { group, block, warp, lanes: split.mask })
        })
    }

    /// Returns one of what can go on, by chance.
    fn any(&self, running: &BlockGroup, chance: u64) -> Option<Place> {
        let group = (chance >> 16) as usize % self.groups.len().max(1);
        [group..group + 1, 0..self.groups.len()].into_iter().find_map(|groups| {
            let count = self.ready_of(groups.clone(), running).count() as u64;
            self.ready_of(groups, running).nth((chance % count.max(1)) as usize)
        })
    }

    fn chance(&self) -> Option<u64> {
        let of = |seed| mix(mix(seed) ^ u64::from(self.steps) << 32 ^ u64::from(self.turns));
        self.seed.filter(|_| self.steps < MOST_RANDOM).map(of)
    }

    /// Returns what goes on after a turn.
    fn next(&mut self) -> Option<Place> {
        if let Some(wanted) = self.wanted.take() {
            return Some(wanted);
        }
        // All are among those that wait.
        let at = std::mem::replace(&mut self.at.group, usize::MAX);
        let none = BlockGroup::default();
        if let Some(chance) = self.chance() {
            return self.any(&none, chance >> 8);
        }
        let last = Place { group: at, ..self.at }.position();
        let mut later = self.ready_of(at.min(self.groups.len())..self.groups.len(), &none);
        let later = later.find(|place| place.position() > last);
        let next = later.or_else(|| self.ready(&none).next())?;
        Some(Place { lanes: u32::MAX, ..next })
    }

    /// Returns `true` if something else goes on before this action of the running lanes.
    fn switches(&mut self, core: &Core<'_>, action: &Action) -> bool {
        let step = self.steps;
        self.steps += 1;
        if let Some(chance) = self.chance() {
            self.wanted = match chance & 3 {
                0 => self.any(&core.block_group, chance >> 8),
                _ => None,
            };
        } else if let Some(switch) = self.switches.iter().find(|switch| switch.step == step) {
            let wanted = self.ready(&core.block_group).nth(switch.to as usize);
            self.wanted = wanted;
        }
        if let Some(seen) = core.grid.interleaving.as_ref().and_then(|it| it.seen) {
            let mut seen = seen.lock();
            seen.steps = self.steps;
            seen.is_full |= step >= MOST_RECORDED;
            if !seen.is_full {
                let words = core.words_of(action, &mut seen);
                let others = self.ready(&core.block_group).count() as u32;
                seen.points.push(Point { step, others, words });
            }
        }
        self.wanted.is_some()
    }

    fn is_endless(&self) -> bool {
        self.steps.max(self.turns) > self.most
    }
}

impl Core<'_> {
    /// Lets something else go on before the active lanes access memory, if the schedule says so: stops then.
    pub fn interleave_at(&mut self, watch: u32) -> Next {
        let Some(mut chooser) = self.chooser.take() else {
            return CONTINUE;
        };
        let action = self.code.watches.get(watch as usize).map(|watch| &watch.action);
        let mut next = CONTINUE;
        if let Some(action) = action.filter(|action| action.accesses()) {
            if chooser.switches(self, action) {
                self.stop = Stop::Switch;
                next = STOP;
            }
            if chooser.is_endless() {
                next = self.fault_kind(FaultKind::Endless { accesses: chooser.steps });
            }
        }
        self.chooser = Some(chooser);
        next
    }

    /// Returns the words that an action accesses, and records who does.
    fn words_of(&self, action: &Action, seen: &mut Seen) -> Vec<u64> {
        let mut words = Vec::new();
        let number = self.block_group.blocks.get(self.block).map_or(0, |block| block.number);
        let first = (number as u32).wrapping_mul(1024).wrapping_add(self.warp as u32 * 32);
        let mut touch = |address: Address, size: u32, lanes: u32, writes: bool| {
            for lane in Bits(self.mask & lanes) {
                let Some(at) = self.word_of(address, lane) else {
                    continue;
                };
                let end = at + u64::from(size);
                for word in at / 4..end.div_ceil(4) {
                    let bytes = at.max(word * 4) - word * 4..end.min(word * 4 + 4) - word * 4;
                    let bytes = bytes.start as usize..bytes.end as usize;
                    seen.touch(word, bytes, first + lane as u32, writes);
                    if words.last() != Some(&word) {
                        words.push(word);
                    }
                }
            }
        };
        match action {
            Action::Access(access) => {
                touch(access.address, access.size, u32::MAX, access.kind != Kind::Read)
            }
            Action::Mbarrier { address, .. } => touch(*address, 8, u32::MAX, true),
            Action::Rows { address, lanes, kind } => {
                let lanes = u32::MAX >> (32 - lanes.clamp(&1, &32));
                touch(*address, 16, lanes, *kind != Kind::Read);
            }
            Action::CopyAsync { to, from, size, .. } => {
                touch(*to, *size, u32::MAX, true);
                touch(*from, *size, u32::MAX, false);
            }
            _ => {}
        }
        words
    }

    /// Returns a lane's address, the same in each run of the launch; `None` in local memory.
    fn word_of(&self, address: Address, lane: usize) -> Option<u64> {
        const SHARED: u64 = 1 << 62;
        const WORKSPACE: u64 = 1 << 61;
        let at = self.address_of(address, lane);
        let shared = |offset| {
            let place = self.shared_place(offset, 1)? as u64;
            let offset = place.wrapping_sub(self.block_group.shared.as_ptr() as u64);
            let group = self.block_group.blocks.first().map_or(0, |block| block.number);
            Some(SHARED | group << 24 | offset)
        };
        match address.space {
            Where::Shared => shared(at),
            Where::Generic if at.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE => {
                shared(at - SHARED_WINDOW)
            }
            Where::Generic if at.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE => None,
            _ => match at.wrapping_sub(self.grid.workspace) {
                within if self.grid.workspace != 0 && within < 4096 => Some(WORKSPACE | within),
                _ => Some(at),
            },
        }
    }

    /// Runs the launch's blocks, of which up to `most` have started and not ended, as the launch's schedule says.
    pub fn interleave(&mut self, most: usize) {
        let grid = self.grid;
        let Some(interleaving) = &grid.interleaving else {
            return;
        };
        let mut chooser = Box::new(Chooser::new(interleaving));
        self.slice_length = SLICE;
        let mut started = 0;
        loop {
            while chooser.groups.len() < most && started < grid.block_groups {
                let mut block_group = BlockGroup::new(grid);
                block_group.start(grid, started);
                if grid.fails_as_planned(&block_group) {
                    return;
                }
                chooser.groups.push(block_group);
                started += 1;
            }
            if chooser.groups.is_empty() {
                return;
            }
            let Some(place) = chooser.next() else {
                self.block_group = chooser.groups.swap_remove(0);
                self.deadlock();
                return;
            };
            chooser.at = place;
            self.block_group = std::mem::take(&mut chooser.groups[place.group]);
            self.chooser = Some(chooser);
            let guard = grid.races.as_ref().map(|races| races.turn());
            let ran = self.run_turn(place.block, place.warp, place.lanes);
            drop(guard);
            let Some(back) = self.chooser.take() else {
                return;
            };
            chooser = back;
            chooser.turns += 1;
            if ran.is_err() {
                return;
            }
            if chooser.is_endless() {
                let kind = FaultKind::Endless { accesses: chooser.steps };
                let split = self.this_warp().splits.last();
                let pc = split.map_or(0, |split| split.pc);
                grid.fail(self.fault(pc, &kind));
                return;
            }
            let block_group = std::mem::take(&mut self.block_group);
            if block_group.blocks.iter().all(|block| block.live == 0) {
                // Another one starts in its place; the next one goes on.
                chooser.groups.remove(place.group);
                let (block, warp) = (usize::MAX, usize::MAX);
                let group = place.group.wrapping_sub(1);
                chooser.at = Place { group, block, warp, lanes: 0 };
            } else {
                chooser.groups[place.group] = block_group;
            }
        }
    }
}

impl Action {
    /// Returns `true` if it accesses memory that others may access.
    fn accesses(&self) -> bool {
        matches!(
            self,
            Action::Access(_)
                | Action::Mbarrier { .. }
                | Action::CopyAsync { .. }
                | Action::CopyBulk { .. }
                | Action::StoreAsync { .. }
                | Action::WritesShared
                | Action::Rows { .. }
        )
    }
}
