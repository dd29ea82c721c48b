//! Exact counts of what a launch executes: instructions, accesses, conflicts.
//!
//! A launch that is counted runs another decoding of its program, the instructions as the PTX has them, each after one
//! that counts it. Other launches run the usual one, so they cost nothing.

mod access;
mod totals;

pub use totals::{Counts, Executed, GlobalAccesses, InstructionKind, LineCounts, SharedAccesses};

use super::code::{Code, Place};
use super::core::{CONTINUE, Core, Next};
use super::races::Action;
use parking_lot::Mutex;
use std::collections::BTreeMap;

/// An instruction of a program that is counted.
#[derive(Clone, Debug)]
pub struct Counted {
    pub place: Place,
    pub kind: InstructionKind,
    /// The predicate that guards it, and whether it is negated.
    pub guard: Option<(u32, bool)>,
    pub action: Option<Action>,
}

/// The counts of one launch, by the lines of the PTX.
#[derive(Debug, Default)]
pub struct Counters(Mutex<BTreeMap<u32, LineCounts>>);

impl Counters {
    /// Returns the counts of each line of the PTX that was executed, in its order.
    pub fn into_lines(self) -> Vec<LineCounts> {
        self.0.into_inner().into_values().collect()
    }

    /// Adds the counts of a worker.
    pub(crate) fn add(&self, code: &Code, executed: &Tallies) {
        let mut lines = self.0.lock();
        let places = executed.places.iter().zip(&code.counted);
        for (place, counted) in places.filter(|(place, _)| **place != 0) {
            let Some(counts) = executed.counts.get(*place as usize - 1) else {
                continue;
            };
            let Place { line, function, .. } = counted.place;
            let line = lines.entry(line).or_insert_with(|| LineCounts {
                function: code.functions[function as usize].name.clone(),
                line,
                source: counted.place.file.and_then(|file| {
                    let name = code.files.get(file as usize)?;
                    Some((name.clone(), counted.place.source_line))
                }),
                counts: Counts::default(),
            });
            line.counts += *counts;
        }
    }
}

/// The counts of a worker, of instructions that were executed: a program may have many more.
#[derive(Default)]
pub struct Tallies {
    /// For each of [`Code::counted`], which of the counts are its own, or 0; the first one is 1.
    places: Vec<u32>,
    counts: Vec<Counts>,
}

impl Tallies {
    fn of(&mut self, index: u32) -> Option<&mut Counts> {
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

/// Counts instruction `index` of [`Code::counted`], which the active lanes execute next.
pub fn count(core: &mut Core<'_>, index: u32) -> Next {
    let code = core.code;
    let Some(counted) = code.counted.get(index as usize) else {
        return CONTINUE;
    };
    let lanes = match counted.guard {
        Some((at, negated)) => core.mask & (core.pred(at) ^ 0u32.wrapping_sub(negated.into())),
        None => core.mask,
    };
    // Taken, because the accesses read the core's registers.
    let mut all = std::mem::take(&mut core.counted);
    if let Some(counts) = all.of(index) {
        counts.execute(counted.kind, core.mask.count_ones(), lanes.count_ones());
        if let Some(action) = counted.action.as_ref().filter(|_| lanes != 0) {
            counts.act(core, action, lanes);
        }
    }
    core.counted = all;
    CONTINUE
}
