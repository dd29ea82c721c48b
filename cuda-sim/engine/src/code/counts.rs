//! What is counted.

use crate::code::place::SourcePlace;
use crate::code::watch::Action;
use crate::forms::InstructionKind;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// How often instructions were executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecutionCount {
    /// By warps.
    pub warps: u64,
    /// By threads: the active ones of each warp, of up to 32. The others have branched elsewhere, or have exited.
    pub active: u64,
    /// By threads whose guard was true: without those that skipped it.
    pub threads: u64,
}

impl ExecutionCount {
    /// Returns the average number of active lanes of an instruction; 32 without divergence.
    #[must_use]
    pub fn active_lanes(&self) -> f64 {
        self.active as f64 / self.warps.max(1) as f64
    }
}

impl AddAssign for ExecutionCount {
    fn add_assign(&mut self, other: Self) {
        self.warps += other.warps;
        self.active += other.active;
        self.threads += other.threads;
    }
}

/// Accesses of global memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobalAccesses {
    /// Instructions of warps of which at least one thread accessed global memory.
    pub requests: u64,
    /// These threads.
    pub threads: u64,
    /// The different bytes that each request asked for. As a part of the sectors' 32 each, they say how well it was coalesced.
    pub bytes: u64,
    /// The aligned 32 bytes that each request touched.
    pub sectors: u64,
    /// The aligned 128 bytes that each request touched.
    pub lines: u64,
    /// The different addresses of each request. In an atomic operation, threads at the same address wait for each other.
    pub addresses: u64,
}

impl AddAssign for GlobalAccesses {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.threads += other.threads;
        self.bytes += other.bytes;
        self.sectors += other.sectors;
        self.lines += other.lines;
        self.addresses += other.addresses;
    }
}

/// Accesses of shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedAccesses {
    /// Instructions of warps of which at least one thread accessed shared memory.
    pub requests: u64,
    /// These threads.
    pub threads: u64,
    /// The different bytes that each request asked for.
    pub bytes: u64,
    /// The passes that they took: each serves one word of four bytes of each of 32 banks, for all threads that load or store
    /// it, or one that updates it.
    pub passes: u64,
    /// The passes that they wouldn't have taken without conflicts of banks.
    pub conflicts: u64,
    /// The different addresses of each request. In an atomic operation, threads at the same address wait for each other.
    pub addresses: u64,
}

impl AddAssign for SharedAccesses {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.threads += other.threads;
        self.bytes += other.bytes;
        self.passes += other.passes;
        self.conflicts += other.conflicts;
        self.addresses += other.addresses;
    }
}

/// What was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    executed: [ExecutionCount; InstructionKind::ALL.len()],
    /// Loads of global memory, also by generic addresses, and those of `cp.async`.
    pub global_loads: GlobalAccesses,
    /// Stores to global memory.
    pub global_stores: GlobalAccesses,
    /// Atomic operations on global memory, with a result (`atom`) or without one (`red`).
    pub global_atomics: GlobalAccesses,
    /// Loads of shared memory, also by generic addresses.
    pub shared_loads: SharedAccesses,
    /// Stores to shared memory, and those of `cp.async`.
    pub shared_stores: SharedAccesses,
    /// Atomic operations on shared memory.
    pub shared_atomics: SharedAccesses,
    /// Arrivals of warps at barriers of their block: `bar.sync`, `__syncthreads`.
    pub barriers: u64,
}

impl Counts {
    /// Returns how many instructions were executed.
    #[must_use]
    pub fn instructions(&self) -> ExecutionCount {
        let mut all = ExecutionCount::default();
        self.executed.iter().for_each(|count| all += *count);
        all
    }

    /// Returns how many instructions of a kind were executed.
    #[must_use]
    pub fn instructions_of(&self, kind: InstructionKind) -> ExecutionCount {
        self.executed[kind as usize]
    }

    /// Counts an instruction of a warp.
    pub fn execute(&mut self, kind: InstructionKind, active: u32, threads: u32) {
        self.executed[kind as usize] +=
            ExecutionCount { warps: 1, active: active.into(), threads: threads.into() };
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let executed = self.executed.iter_mut().zip(other.executed);
        executed.for_each(|(own, other)| *own += other);
        self.global_loads += other.global_loads;
        self.global_stores += other.global_stores;
        self.global_atomics += other.global_atomics;
        self.shared_loads += other.shared_loads;
        self.shared_stores += other.shared_stores;
        self.shared_atomics += other.shared_atomics;
        self.barriers += other.barriers;
    }
}

/// The counts of a line of PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineCounts {
    /// The function.
    pub function: String,
    /// The line of the PTX.
    pub line: u32,
    /// The file and the line that it was compiled from, if the PTX says so.
    pub source: Option<(String, u32)>,
    /// What it executed.
    pub counts: Counts,
}

/// An instruction of a program that is counted.
#[derive(Clone, Debug)]
pub struct Counted {
    pub place: SourcePlace,
    pub kind: InstructionKind,
    /// The predicate that guards it, and whether it is negated.
    pub guard: Option<(u32, bool)>,
    pub action: Option<Action>,
}

/// The counts of one launch, by the lines of the PTX.
#[derive(Debug, Default)]
pub struct Counters(pub(super) Mutex<BTreeMap<u32, LineCounts>>);

impl Counters {
    /// Returns the counts of each line of the PTX that was executed, in its order.
    pub fn into_lines(self) -> Vec<LineCounts> {
        self.0.into_inner().into_values().collect()
    }
}

/// The counts of a worker, of instructions that were executed: a program may have many more.
#[derive(Default)]
pub struct Tallies {
    /// For each of [`Code::counted`](crate::code::Code::counted), which of the counts are its own, or 0; the first one is 1.
    pub(super) places: Vec<u32>,
    pub(super) counts: Vec<Counts>,
}

impl Tallies {
    pub fn of(&mut self, index: u32) -> Option<&mut Counts> {
        let index = index as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, 0);
        }
        if self.places[index] == 0 {
            self.counts.push(Counts::default());
            self.places[index] = self.counts.len() as u32;
        }
        self.counts.get_mut(self.places[index] as usize - 1)
    }
}
