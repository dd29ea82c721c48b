//! Runs a launch again and again from the same memory, each time with another interleaving of its threads, and compares what it
//! leaves.

use crate::device::fault::Fault;
use crate::device::{DeviceMemory, Range};
use crate::races::Races;
use crate::races::race::Race;
use crate::run::launch::run_interleaved;
use crate::state::chooser::MOST_RANDOM;
use crate::state::interleaving::{AccessTrace, Interleaving, Point};
use crate::state::launch::Launch;
use crate::state::launch::Output;
use crate::state::launch::Question;
use crate::state::switches::{SWITCHES, Switch, number};
use crate::texture::Texture;
use parking_lot::Mutex;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most bytes of all allocations that an explored launch accesses.
const MOST_BYTES: u64 = 16 << 20;
/// The most accesses of all runs of a launch, where each run costs as much as so many of them besides.
const MOST_STEPS: u64 = 1 << 21;
const STEPS_OF_RUN: u64 = 1 << 8;
/// How many bytes are restored and compared in the time of an access.
const BYTES_OF_STEP: u64 = 1 << 9;

/// What was found of a launch by running it in several schedules.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exploration {
    /// The kernel.
    pub kernel: String,
    /// The number of schedules that it ran in, with the usual one.
    pub schedules: u32,
    /// Whether these are all with up to two switches: before an access of memory that several threads access and one writes, another
    /// warp goes on, or other lanes.
    pub complete: bool,
    /// The first schedule with another result than the usual one; if races are checked, too, one with another memory or a fault, and one
    /// with a race.
    pub differences: Vec<Difference>,
}

/// A schedule with another result than the usual one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The schedule's number.
    pub schedule: u64,
    /// What is different.
    pub outcome: Outcome,
}

/// What is different after a launch in another schedule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// A word of memory, the first that differs.
    Memory {
        /// Its address.
        address: u64,
        /// How far it is from the start of its allocation, in bytes.
        offset: u64,
        /// The size of the allocation in bytes.
        size: u64,
        /// Its value in the usual order.
        usual: u32,
        /// Its value in this one.
        value: u32,
    },
    /// A fault, such as of threads that wait for each other.
    Fault(Fault),
    /// A race that isn't found in the usual order.
    Race(Box<Race>),
}

impl fmt::Display for Exploration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel, schedules, complete, differences } = self;
        if differences.is_empty() {
            let all = if *complete { "all " } else { "" };
            return write!(f, "kernel {kernel} has one result in {all}{schedules} schedules");
        }
        write!(f, "kernel {kernel} depends on the order of its threads")?;
        differences.iter().try_for_each(|difference| write!(f, "; in {difference}"))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { schedule, outcome } = self;
        write!(f, "schedule {schedule}, ")?;
        match outcome {
            Outcome::Memory { address, offset, size, usual, value } => write!(
                f,
                "the word at {address:#x}, byte {offset} of {size} bytes of device memory, is {value:#x} instead of {usual:#x}"
            ),
            Outcome::Fault(fault) => write!(f, "it fails: {fault}"),
            Outcome::Race(race) => write!(f, "it has a {race}"),
        }?;
        write!(f, "\n  CUDA_SIM_CHECK=schedules CUDA_SIM_SCHEDULE_SEED={schedule} repeats it")
    }
}

/// Runs a launch until it ends, in the usual order, and then in up to `most` other ones. Its memory is afterwards as the usual order
/// leaves it.
///
/// A kernel runs in the usual order alone if it can't be run again: if that has a fault, uses the device's heap, textures or
/// surfaces, launches graphs, accesses allocations of more than 16 MiB, or isn't PTX.
///
/// # Errors
/// The fault of the usual order.
pub fn explore(
    launch: &Launch<'_>,
    memory: &dyn DeviceMemory,
    output: &dyn Output,
    most: u32,
) -> (Result<(), Fault>, Exploration) {
    let kernel = launch.kernel.name.clone();
    let mut explored =
        Exploration { kernel, schedules: 1, complete: false, differences: Vec::new() };
    let (saved, has_ended, is_lost) = Default::default();
    let keeper = Keeper { memory, saved, has_ended, is_lost };
    let outlet = Outlet { output, keeper: &keeper };
    let seen = Mutex::new(AccessTrace::default());
    let run = |number, most, launch: &Launch<'_>| {
        let interleaving = Interleaving { number, most, seen: Some(&seen) };
        run_interleaved(launch, &keeper, &outlet, interleaving)
    };
    let result = run(0, u32::MAX, launch);
    let can_run_again = launch.kernel.native.is_none()
        && launch.planned_fault.is_none()
        && !memory.is_tolerant()
        && !keeper.is_lost();
    if result.is_err() || !can_run_again {
        return (result, explored);
    }
    keeper.end_usual();
    let earlier_races = launch.races.map(|item| item.found()).unwrap_or_default();
    let mut plan = SchedulePlan { most, ..SchedulePlan::default() };
    plan.add(&[], &mut seen.lock());
    if plan.is_cut {
        plan.pending = (1..=u64::from(most)).map(ScheduleChoice::Random).collect();
    }
    let steps = u64::from(seen.lock().steps);
    let limit = u32::try_from(steps * 16 + 10_000).unwrap_or(u32::MAX);
    let mut spent = 0;
    while explored.schedules <= most && spent < MOST_STEPS {
        let Some(next) = plan.next(&seen.lock()) else {
            explored.complete = !plan.is_cut;
            break;
        };
        let (schedule, switches) = match next {
            ScheduleChoice::Random(seed) => (seed, None),
            ScheduleChoice::Switches(switches) => match number(&switches) {
                Some(number) => (number, Some(switches)),
                None => {
                    plan.is_cut = true;
                    continue;
                }
            },
        };
        keeper.restore(false);
        let detector = launch.checks.races.then(Races::default);
        let item =
            detector.as_ref().map(|races| races.begin(&races.everything(), Default::default()));
        let again = Launch { races: item.as_ref(), counters: None, ..*launch };
        let random = if switches.is_none() { MOST_RANDOM } else { 0 };
        let again = run(schedule, limit.saturating_add(random), &again);
        explored.schedules += 1;
        spent += u64::from(seen.lock().steps) + STEPS_OF_RUN + keeper.bytes() / BYTES_OF_STEP;
        if keeper.is_lost() {
            break;
        }
        let found = detector.as_ref().map(Races::take).unwrap_or_default();
        let is_new = |race: &Race| !earlier_races.iter().any(|other| other.is_of_lines_of(race));
        let result = match again {
            Err(fault) => Some(Outcome::Fault(fault)),
            Ok(()) => keeper.difference(),
        };
        let race = found.into_iter().find(is_new).map(|race| Outcome::Race(race.into()));
        for outcome in result.into_iter().chain(race) {
            let is_race = |outcome: &Outcome| matches!(outcome, Outcome::Race(_));
            let kind = is_race(&outcome);
            if explored.differences.iter().all(|difference| is_race(&difference.outcome) != kind) {
                explored.differences.push(Difference { schedule, outcome });
            }
        }
        if explored.differences.len() > usize::from(launch.checks.races) {
            break;
        }
        match switches {
            Some(switches) => plan.add(&switches, &mut seen.lock()),
            None => seen.lock().points.clear(),
        }
    }
    keeper.restore(true);
    (result, explored)
}

/// A schedule to run in.
enum ScheduleChoice {
    Random(u64),
    Switches(Vec<Switch>),
}

/// The schedules to run in.
#[derive(Default)]
struct SchedulePlan {
    pending: VecDeque<ScheduleChoice>,
    /// Points of runs with these switches, at which nothing conflicts as far as is known.
    quiet: Vec<(Vec<Switch>, Point)>,
    most: u32,
    /// Whether some were left out.
    is_cut: bool,
}

impl SchedulePlan {
    /// Adds the schedules that differ from the last run, which had these switches, by one more at its end.
    fn add(&mut self, switches: &[Switch], seen: &mut AccessTrace) {
        self.is_cut |= std::mem::take(&mut seen.is_full);
        let points = std::mem::take(&mut seen.points);
        if switches.len() == SWITCHES {
            return;
        }
        let last = switches.last().map(|switch| switch.step);
        for point in points.into_iter().filter(|point| last.is_none_or(|last| point.step > last)) {
            if seen.conflicts(&point) {
                self.switch_at(switches, &point);
            } else if self.quiet.len() < 1 << 16 {
                self.quiet.push((switches.to_vec(), point));
            } else {
                self.is_cut = true;
            }
        }
    }

    fn switch_at(&mut self, switches: &[Switch], point: &Point) {
        for to in 0..point.others {
            if self.pending.len() >= self.most as usize {
                self.is_cut = true;
                return;
            }
            let mut switches = switches.to_vec();
            switches.push(Switch { step: point.step, to });
            self.pending.push_back(ScheduleChoice::Switches(switches));
        }
    }

    /// Returns the next one.
    fn next(&mut self, seen: &AccessTrace) -> Option<ScheduleChoice> {
        if self.pending.is_empty() {
            // Runs may have accessed more since.
            for (switches, point) in std::mem::take(&mut self.quiet) {
                if seen.conflicts(&point) {
                    self.switch_at(&switches, &point)
                } else {
                    self.quiet.push((switches, point))
                }
            }
        }
        self.pending.pop_front()
    }
}

/// An allocation.
struct SavedAllocation {
    end: u64,
    /// Its bytes before the launch, and after it in the usual order.
    before: Vec<u8>,
    usual: Vec<u8>,
    /// Which of them were written, before the launch and now, if that is tracked.
    written: [Vec<bool>; 2],
}

/// Memory that keeps what was in the allocations that a launch accesses.
struct Keeper<'m> {
    memory: &'m dyn DeviceMemory,
    saved: Mutex<BTreeMap<u64, SavedAllocation>>,
    /// Whether the launch has ended in the usual order.
    has_ended: AtomicBool,
    /// Whether something was done in that order, or would be in another one, that can't be undone.
    is_lost: AtomicBool,
}

/// Returns the bytes from `start` to `end`.
fn bytes_at(start: u64, end: u64) -> Vec<u8> {
    // SAFETY: it is a range that the memory returned, which is readable while a launch may use it.
    unsafe { std::slice::from_raw_parts(start as *const u8, (end - start) as usize) }.to_vec()
}

impl Keeper<'_> {
    fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// Something can't be undone. Returns `true` if it is done nevertheless: in the usual order.
    fn lose(&self) -> bool {
        self.is_lost.store(true, Ordering::Relaxed);
        !self.has_ended()
    }

    fn bytes(&self) -> u64 {
        self.saved.lock().values().map(|allocation| allocation.before.len() as u64).sum()
    }

    /// The launch has ended in the usual order.
    fn end_usual(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        for (start, kept) in self.saved.lock().iter_mut() {
            kept.usual = bytes_at(*start, kept.end);
        }
    }

    /// Restores what was before the launch, or after it in the usual order.
    fn restore(&self, usual: bool) {
        for (start, kept) in self.saved.lock().iter_mut() {
            let [before, now] = &mut kept.written;
            now.clone_from(before);
            // What only others have accessed has no usual value of its own.
            let wanted = if usual && !kept.usual.is_empty() { &kept.usual } else { &kept.before };
            let now = bytes_at(*start, kept.end);
            for (at, (now, wanted)) in now.chunks(8).zip(wanted.chunks(8)).enumerate() {
                if now != wanted {
                    let place = (start + at as u64 * 8) as *mut u8;
                    // SAFETY: the place is in a range that the memory returned as writable, and the launch has ended.
                    unsafe { place.copy_from_nonoverlapping(wanted.as_ptr(), wanted.len()) };
                }
            }
        }
    }

    /// Returns what is to be known about which of some bytes have been written; `None` if they aren't kept.
    fn marks<R>(&self, address: u64, size: u64, mark: impl FnOnce(&mut [bool]) -> R) -> Option<R> {
        let mut allocations = self.saved.lock();
        let (start, allocations) = allocations.range_mut(..=address).next_back()?;
        let first = (address - start) as usize;
        allocations.written[1].get_mut(first..first + size as usize).map(mark)
    }

    /// Returns the first word that isn't as the usual order left it.
    fn difference(&self) -> Option<Outcome> {
        self.saved.lock().iter().find_map(|(start, kept)| {
            let now = bytes_at(*start, kept.end);
            let usual = if kept.usual.is_empty() { &kept.before } else { &kept.usual };
            let word = |bytes: &[u8]| {
                let mut word = [0; 4];
                word[..bytes.len()].copy_from_slice(bytes);
                u32::from_le_bytes(word)
            };
            let mut words = now.chunks(4).map(word).zip(usual.chunks(4).map(word)).enumerate();
            let (at, (value, usual)) = words.find(|(_, (value, usual))| value != usual)?;
            let (offset, size) = (at as u64 * 4, kept.end - start);
            Some(Outcome::Memory { address: start + offset, offset, size, usual, value })
        })
    }
}

// SAFETY: all ranges are those of the memory within.
unsafe impl DeviceMemory for Keeper<'_> {
    fn find(&self, address: u64) -> Option<Range> {
        let range = self.memory.find(address)?;
        let mut allocations = self.saved.lock();
        if range.writable && !allocations.contains_key(&range.start) {
            let all =
                allocations.values().map(|allocation| allocation.before.len() as u64).sum::<u64>();
            if !self.is_lost() && all + (range.end - range.start) <= MOST_BYTES {
                let before = bytes_at(range.start, range.end);
                let bytes = if self.watches_writes() { range.start..range.end } else { 0..0 };
                let written: Vec<bool> = bytes.map(|at| self.memory.is_written(at, 1)).collect();
                let written = [written.clone(), written];
                allocations.insert(
                    range.start,
                    SavedAllocation { end: range.end, before, usual: vec![], written },
                );
            } else if !self.lose() {
                return None;
            }
        }
        Some(range)
    }

    fn describe(&self, address: u64) -> String {
        self.memory.describe(address)
    }

    fn generation(&self) -> u64 {
        self.memory.generation()
    }

    fn is_tolerant(&self) -> bool {
        self.memory.is_tolerant()
    }

    fn tolerates(&self, address: u64, size: u64) -> bool {
        self.memory.tolerates(address, size)
    }

    fn watches_writes(&self) -> bool {
        self.memory.watches_writes()
    }

    fn note_write(&self, address: u64, size: u64) {
        if self.has_ended() {
            self.marks(address, size, |marks| marks.fill(true)).unwrap_or(())
        } else {
            self.memory.note_write(address, size)
        }
    }

    fn is_written(&self, address: u64, size: u64) -> bool {
        let all_written =
            self.has_ended().then(|| self.marks(address, size, |marks| !marks.contains(&false)));
        all_written.flatten().unwrap_or_else(|| self.memory.is_written(address, size))
    }

    fn image(&self, handle: u64) -> Option<Arc<Texture>> {
        self.lose().then(|| self.memory.image(handle))?
    }

    fn heap_allocate(&self, size: u64) -> Option<u64> {
        self.lose().then(|| self.memory.heap_allocate(size))?
    }

    fn heap_free(&self, address: u64) -> bool {
        self.lose() && self.memory.heap_free(address)
    }

    fn heap_holds(&self, addresses: &[u64; 32], size: u64) -> bool {
        self.memory.heap_holds(addresses, size) && self.lose()
    }
}

/// Where a launch prints, the first time.
struct Outlet<'m> {
    output: &'m dyn Output,
    keeper: &'m Keeper<'m>,
}

impl Outlet<'_> {
    fn output(&self) -> Option<&dyn Output> {
        (!self.keeper.has_ended()).then_some(self.output)
    }
}

impl Output for Outlet<'_> {
    fn print(&self, text: &[u8]) {
        if let Some(output) = self.output() {
            output.print(text);
        }
    }

    fn set_condition(&self, handle: u64, value: u32) {
        if let Some(output) = self.output() {
            output.set_condition(handle, value);
        }
    }

    fn launch_graph(&self, graph: u64, stream: u64) -> Option<u32> {
        self.keeper.lose();
        match self.output() {
            Some(output) => output.launch_graph(graph, stream),
            None => Some(0),
        }
    }

    fn answer(&self, launch: &Launch<'_>, question: Question) -> Result<u64, u32> {
        self.output.answer(launch, question)
    }

    fn current_graph(&self) -> u64 {
        self.output.current_graph()
    }

    fn takes_long(&self, launch: &Launch<'_>) {
        if let Some(output) = self.output() {
            output.takes_long(launch);
        }
    }

    fn tolerated(&self, fault: Fault, kernel: &str, line: u32) {
        self.output.tolerated(fault, kernel, line);
    }

    fn complain(&self, text: &[u8]) {
        if let Some(output) = self.output() {
            output.complain(text);
        }
    }
}
