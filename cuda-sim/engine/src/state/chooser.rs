//! Interleaves the threads of a launch at their accesses of memory: before each, another warp, or other lanes of the same, may go on.
//!
//! A schedule has a number. In the usual order, 0, warps run in turn until they wait. From 1 on, what goes on is chosen at random. From
//! 2³² on, the number says at which accesses, at most two, what goes on instead.

use crate::state::block_group::BlockGroup;
use crate::state::interleaving::Interleaving;
use crate::state::order::mix;
use crate::state::split::SplitState;
use crate::state::switches::{Switch, switches_of};
use std::ops::Range;

/// The accesses before which a random schedule chooses. Then all have their turns, so that a lock comes round, however many wait for it.
pub const MOST_RANDOM: u32 = 1 << 16;
/// The most accesses of one run that are recorded.
pub const MOST_RECORDED: u32 = 1 << 14;

/// A warp that can go on, and lanes of it.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub group: usize,
    pub block: usize,
    pub warp: usize,
    pub lanes: u32,
}

impl Choice {
    /// Its warp's position in the usual order.
    fn position(&self) -> (usize, usize, usize) {
        (self.group, self.block, self.warp)
    }
}

/// Chooses what goes on.
pub struct Chooser {
    seed: Option<u64>,
    pub switches: Vec<Switch>,
    most: u32,
    /// The block groups that have started, without the one that runs.
    pub groups: Vec<BlockGroup>,
    /// What runs.
    pub at: Choice,
    /// What goes on next, if that was chosen.
    pub wanted: Option<Choice>,
    pub steps: u32,
    pub turns: u32,
}

impl Chooser {
    pub fn new(interleaving: &Interleaving<'_>) -> Chooser {
        let number = interleaving.number;
        Chooser {
            seed: (1..1 << 32).contains(&number).then_some(number),
            switches: switches_of(number),
            most: interleaving.most,
            groups: Vec::new(),
            // Before all others.
            at: Choice { group: usize::MAX, block: 0, warp: 0, lanes: 0 },
            wanted: None,
            steps: 0,
            turns: 0,
        }
    }

    /// Returns what can go on, if `running` is the block group that runs.
    pub fn ready<'c>(&'c self, running: &'c BlockGroup) -> impl Iterator<Item = Choice> + 'c {
        self.ready_of(0..self.groups.len(), running)
    }

    /// The same of some block groups.
    fn ready_of<'c>(
        &'c self,
        groups: Range<usize>,
        running: &'c BlockGroup,
    ) -> impl Iterator<Item = Choice> + 'c {
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
            let ready = of.splits.iter().filter(|split| split.state == SplitState::Ready);
            ready.map(move |split| Choice { group, block, warp, lanes: split.mask })
        })
    }

    /// Returns one of what can go on, by chance.
    pub fn any(&self, running: &BlockGroup, chance: u64) -> Option<Choice> {
        let group = (chance >> 16) as usize % self.groups.len().max(1);
        [group..group + 1, 0..self.groups.len()].into_iter().find_map(|groups| {
            let count = self.ready_of(groups.clone(), running).count() as u64;
            self.ready_of(groups, running).nth((chance % count.max(1)) as usize)
        })
    }

    pub fn chance(&self) -> Option<u64> {
        let rank_of = |seed| mix(mix(seed) ^ u64::from(self.steps) << 32 ^ u64::from(self.turns));
        self.seed.filter(|_| self.steps < MOST_RANDOM).map(rank_of)
    }

    /// Returns what goes on after a turn.
    pub fn next(&mut self) -> Option<Choice> {
        if let Some(wanted) = self.wanted.take() {
            return Some(wanted);
        }
        // All are among those that wait.
        let at = std::mem::replace(&mut self.at.group, usize::MAX);
        let none = BlockGroup::default();
        if let Some(chance) = self.chance() {
            return self.any(&none, chance >> 8);
        }
        let last = Choice { group: at, ..self.at }.position();
        let mut later = self.ready_of(at.min(self.groups.len())..self.groups.len(), &none);
        let later = later.find(|place| place.position() > last);
        let next = later.or_else(|| self.ready(&none).next())?;
        Some(Choice { lanes: u32::MAX, ..next })
    }

    pub fn is_endless(&self) -> bool {
        self.steps.max(self.turns) > self.most
    }
}
