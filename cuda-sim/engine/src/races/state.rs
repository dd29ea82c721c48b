//! The state of the detector: of all launches, of the blocks that run, and of their threads.

use super::clock::{BLOCKS, Clock, Thread};
use super::misuse::Written;
use super::report::Found;
use super::shadow::{ByAddress, Shadow};
use super::watch::{Scope, Watch};
use crate::code::Code;
use crate::grid::Grid;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::Arc;

/// A launch, for reports.
#[derive(Clone, Debug)]
pub struct LaunchRecord {
    pub number: u64,
    pub kernel: String,
    /// The number of its first block.
    pub first_block: u64,
    pub blocks: u64,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// The first stamp of its accesses.
    pub begin: u32,
}

/// The instructions of a program, for reports.
#[derive(Debug)]
pub struct SiteTable {
    pub watches: Vec<Watch>,
    pub files: Vec<String>,
    pub functions: Vec<String>,
}

/// The state that all launches share.
#[derive(Default)]
pub struct State {
    /// Counts the steps of synchronization.
    pub now: u32,
    /// The number of the next launch's first block.
    pub next_block: u64,
    pub launches: VecDeque<LaunchRecord>,
    /// By the number of the first site.
    pub tables: BTreeMap<u32, Arc<SiteTable>>,
    /// By site, the scope of an access that is strong.
    pub scopes: Vec<Option<Scope>>,
    /// Global memory.
    pub global: Shadow,
    /// What was released at an address.
    pub released: ByAddress<Released>,
    /// Cells with a race that was reported.
    pub quiet: HashSet<u64>,
    pub found: Vec<Found>,
    /// How many of these were shown.
    pub shown: usize,
}

impl State {
    /// Ends a step: later accesses have another stamp. Returns the stamp of the accesses so far.
    pub fn step(&mut self) -> u32 {
        let now = self.now;
        self.now = now.saturating_add(1);
        now
    }

    /// Records a launch, and returns the number of its first block and the stamp of everything before it.
    pub fn begin(&mut self, grid: &Grid<'_>, number: u64) -> (u64, u32) {
        // Long before stamps are used up: whatever happened so far counts as ordered.
        if self.now > u32::MAX / 2 {
            self.now = 0;
            self.global.clear();
            self.released.clear();
        }
        let before = self.step();
        let blocks = grid.block_groups * u64::from(grid.block_group_size);
        let first_block = self.next_block;
        self.next_block += blocks;
        self.quiet.clear();
        self.launches.push_back(LaunchRecord {
            number,
            kernel: grid.name().to_owned(),
            first_block,
            blocks,
            grid: grid.launch.grid,
            block: grid.launch.block,
            begin: self.now,
        });
        if self.launches.len() > 1 << 12 {
            self.launches.pop_front();
        }
        self.add_sites(grid.code);
        (first_block, before)
    }

    fn add_sites(&mut self, code: &Code) {
        if self.tables.contains_key(&code.first_site) {
            return;
        }
        let end = code.first_site as usize + code.watches.len();
        if self.scopes.len() < end {
            self.scopes.resize(end, None);
        }
        let scopes = &mut self.scopes[code.first_site as usize..];
        for (scope, watch) in scopes.iter_mut().zip(&code.watches) {
            *scope = watch.action.scope();
        }
        let table = SiteTable {
            watches: code.watches.clone(),
            files: code.files.clone(),
            functions: code.functions.iter().map(|it| it.name.clone()).collect(),
        };
        self.tables.insert(code.first_site, Arc::new(table));
    }

    /// Returns the launch of an access, and the number of its block in the grid.
    pub fn launch_of(&self, thread: Thread, stamp: u32) -> Option<(&LaunchRecord, u64)> {
        self.launches.iter().rev().find_map(|launch| {
            let distance = u64::from(thread.block()).wrapping_sub(launch.first_block) % BLOCKS;
            (distance < launch.blocks && launch.begin <= stamp).then_some((launch, distance))
        })
    }
}

/// What threads released at an address, and no other store has overwritten.
#[derive(Default)]
pub struct Released {
    /// At the scope of a device or a system, by all.
    pub wide: Option<Arc<Clock>>,
    /// By block and scope.
    pub by_block: Vec<(u32, Scope, Arc<Clock>)>,
}

/// The threads of a block group.
pub struct GroupState {
    /// The number of the launch's first block.
    pub first_block: u64,
    /// The stamp of everything before the launch.
    pub base: u32,
    /// The stamp of everything before the block group, in its shared memory.
    pub shared_base: u32,
    pub blocks: Vec<BlockState>,
    pub shared: Shadow,
    /// Which bytes of shared memory were written.
    pub written: Written,
    /// The rounds of the cluster's barrier.
    pub cluster: Vec<Phase>,
    /// By host address.
    pub mbarriers: ByAddress<Mbarrier>,
    /// Those that count the copies of the current instruction.
    pub counted: Vec<u64>,
}

/// The state of a barrier in shared memory.
#[derive(Default)]
pub struct Mbarrier {
    /// What the arrivals of the current phase released.
    pub current: Option<Arc<Clock>>,
    /// What the arrivals of completed phases released.
    pub completed: Option<Arc<Clock>>,
    pub phase: u64,
}

/// A round of a barrier.
pub struct Phase {
    /// The barrier: its number; for a warp's, the mask of its members.
    pub id: u32,
    /// For a cluster's barrier, the round.
    pub round: u32,
    pub clock: Arc<Clock>,
    /// By warp, the lanes that wait.
    pub waiting: Vec<(u32, u32)>,
    /// By warp, the lanes that arrived without waiting, which know when.
    pub arrived: bool,
    /// Whether all threads of the block take part.
    pub all: bool,
    /// What all know afterwards, once one has gone on.
    pub result: Option<Arc<Clock>>,
    /// The number of lanes that wait.
    pub left: u32,
}

/// A block's threads.
pub struct BlockState {
    /// Its number, modulo the number of those that can be told apart.
    pub number: u32,
    pub warps: Vec<WarpState>,
    /// Rounds of its barriers that threads wait for.
    pub phases: Vec<Phase>,
    /// The barriers at which lanes wait, with their warp and the instruction.
    pub rounds: Vec<(u32, u32, u32)>,
}

/// A warp's threads.
pub struct WarpState {
    /// What each lane knows: one for all, or one for each.
    clocks: Clocks,
    /// Rounds of `bar.warp.sync` that lanes wait for.
    pub phases: Vec<Phase>,
    /// The addresses of the lanes that wait for a barrier in shared memory.
    pub addresses: [u64; 32],
    /// What lanes know besides, if they use fences or copies.
    pub lanes: Option<Box<[LaneState; 32]>>,
    /// A scope that was too narrow for what a lane acquired.
    pub too_narrow: Option<Scope>,
}

enum Clocks {
    One(Arc<Clock>),
    Each(Box<[Arc<Clock>; 32]>),
}

/// A lane's fences and copies.
#[derive(Clone, Default)]
pub struct LaneState {
    /// For each scope, what the last fence made others see: the clock, and the lane's own stamp.
    pub fences: [Option<(Arc<Clock>, u32)>; 4],
    /// For each scope, what relaxed accesses saw, that a fence of at least this scope adds.
    pub seen: [Option<Arc<Clock>>; 4],
    /// The stamps of the groups of `cp.async`, and of bulk copies.
    pub groups: [VecDeque<u32>; 2],
}

impl WarpState {
    pub fn new(clock: Arc<Clock>) -> WarpState {
        WarpState {
            clocks: Clocks::One(clock),
            phases: Vec::new(),
            addresses: [0; 32],
            lanes: None,
            too_narrow: None,
        }
    }

    /// Returns what all lanes know, if it is the same.
    pub fn common(&self) -> Option<&Arc<Clock>> {
        match &self.clocks {
            Clocks::One(clock) => Some(clock),
            Clocks::Each(_) => None,
        }
    }

    /// Returns what a lane knows.
    pub fn clock(&self, lane: usize) -> &Arc<Clock> {
        match &self.clocks {
            Clocks::One(clock) => clock,
            Clocks::Each(clocks) => &clocks[lane & 31],
        }
    }

    /// Sets what the lanes of a mask know; `whole` if no other lane runs.
    pub fn set(&mut self, mask: u32, whole: bool, clock: &Arc<Clock>) {
        if whole {
            self.clocks = Clocks::One(clock.clone());
            return;
        }
        for lane in crate::core::Bits(mask) {
            *self.clock_mut(lane) = clock.clone();
        }
    }

    /// Returns what a lane knows, to change.
    pub fn clock_mut(&mut self, lane: usize) -> &mut Arc<Clock> {
        if let Clocks::One(clock) = &self.clocks {
            self.clocks = Clocks::Each(Box::new(std::array::from_fn(|_| clock.clone())));
        }
        match &mut self.clocks {
            Clocks::Each(clocks) => &mut clocks[lane & 31],
            Clocks::One(clock) => clock,
        }
    }

    /// Returns the distinct clocks of the lanes of a mask.
    pub fn distinct(&self, mask: u32) -> Vec<Arc<Clock>> {
        match &self.clocks {
            Clocks::One(clock) => vec![clock.clone()],
            Clocks::Each(clocks) => {
                let mut all: Vec<Arc<Clock>> = Vec::new();
                for lane in crate::core::Bits(mask) {
                    if !all.iter().any(|known| Arc::ptr_eq(known, &clocks[lane])) {
                        all.push(clocks[lane].clone());
                    }
                }
                all
            }
        }
    }

    pub fn lane(&mut self, lane: usize) -> &mut LaneState {
        let lanes = self
            .lanes
            .get_or_insert_with(|| Box::new(std::array::from_fn(|_| LaneState::default())));
        &mut lanes[lane & 31]
    }
}

impl GroupState {
    /// The state of a block group that starts.
    pub fn new(grid: &Grid<'_>, state: &mut State, numbers: &[u64], warps: usize) -> GroupState {
        let (first_block, base) = grid.races.as_ref().map_or((0, 0), |races| races.begin);
        let shared_base = state.step();
        let clock = Arc::new(Clock::up_to(base));
        GroupState {
            first_block,
            base,
            shared_base,
            blocks: numbers
                .iter()
                .map(|number| BlockState {
                    number: ((first_block + number) % BLOCKS) as u32,
                    warps: (0..warps).map(|_| WarpState::new(clock.clone())).collect(),
                    phases: Vec::new(),
                    rounds: Vec::new(),
                })
                .collect(),
            shared: Shadow::default(),
            written: Written::default(),
            cluster: Vec::new(),
            mbarriers: ByAddress::default(),
            counted: Vec::new(),
        }
    }
}
