//! The state of the detector: of all launches, of the blocks that run, and of their threads.

use crate::code::sites::SiteTable;
use crate::code::watch::Scope;
use crate::races::WorkPlace;
use crate::races::checks::InitializedBytes;
use crate::races::clock::{Clock, join_shared};
use crate::races::host_snapshots::HostSnapshots;
use crate::races::items::Items;
use crate::races::lanes::ByLanes;
use crate::races::race::ReportedRace;
use crate::races::release_clock::ReleaseClock;
use crate::races::shadow::{ByAddress, Shadow};
use crate::races::snapshot::EndedKernel;
use crate::races::thread::{BLOCKS, Thread};
use std::collections::{BTreeMap, HashSet, VecDeque};
use triomphe::Arc;

/// A launch, for reports.
#[derive(Clone, Debug, Default)]
pub struct LaunchRecord {
    pub number: u64,
    pub kernel: String,
    /// What it does, if it isn't a kernel of PTX.
    pub operation: String,
    pub place: WorkPlace,
    /// The number of its first block.
    pub first_block: u64,
    pub blocks: u64,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// The first stamp of its accesses.
    pub begin: u32,
}

/// The state that all launches share.
#[derive(Default)]
pub struct RaceState {
    /// Counts the steps of synchronization.
    pub now: u32,
    /// The number of the next launch's first block.
    pub next_block: u64,
    pub launches: VecDeque<LaunchRecord>,
    /// The number of launches that run.
    pub running: usize,
    /// By the number of the first site.
    pub tables: BTreeMap<u32, Arc<SiteTable>>,
    /// By site, the scope of an access that is strong.
    pub scopes: Vec<Option<Scope>>,
    /// All items of work.
    pub items: Items,
    /// Global memory.
    pub global: Shadow,
    pub host_snapshots: HostSnapshots,
    /// Kernels that the host hasn't waited for yet, in the order of their ends.
    pub ended: VecDeque<EndedKernel>,
    /// What was released at an address of global memory.
    pub released: ByAddress<SyncVariable>,
    /// The release clock of the system's scope, which the host may have passed on.
    pub host_clock: Option<Arc<Clock>>,
    /// How many addresses had something released.
    pub addresses: u64,
    /// Cells with a race that was reported.
    pub quiet: HashSet<u64>,
    pub races: Vec<ReportedRace>,
    /// How many of these were shown.
    pub shown: usize,
    /// The last copies that barriers count, and the lanes that started them.
    pub counted: VecDeque<(Thread, u32, u32)>,
}

impl RaceState {
    /// Ends a step: later accesses have another stamp. Returns the stamp of the accesses so far.
    pub fn step(&mut self) -> u32 {
        let now = self.now;
        self.now = now.saturating_add(1);
        now
    }

    /// Begins to count stamps anew long before they are used up: whatever happened so far counts as ordered then.
    pub fn begin_again_if_full(&mut self) {
        if self.now > u32::MAX / 2 {
            self.now = 0;
            self.global.clear();
            self.forget_released();
            self.items.begin_again();
            self.ended.drain(..).for_each(|_| self.host_snapshots.end());
        }
    }

    /// Records which lane started a copy that a barrier counts.
    pub fn record_counted(&mut self, copy: Thread, lane: u32) {
        if copy.lane() != lane {
            self.counted.push_back((copy, self.now, lane));
            if self.counted.len() > 1 << 12 {
                self.counted.pop_front();
            }
        }
    }

    /// Returns the thread that did something, or started the copy that did.
    pub fn issuer_of(&self, thread: Thread, stamp: u32) -> Thread {
        let found = self.counted.iter().rev().find(|entry| (entry.0, entry.1) == (thread, stamp));
        let issuer = thread.issuer();
        found.map_or(issuer, |(_, _, lane)| issuer.with_lane(*lane))
    }

    /// Forgets what was released: it counts as acquired by all.
    pub fn forget_released(&mut self) {
        self.released.clear();
        self.host_clock = None;
    }

    /// Adds an item of work, for reports.
    pub fn record(&mut self, launch: LaunchRecord) {
        self.launches.push_back(launch);
        if self.launches.len() > 1 << 14 {
            self.launches.pop_front();
        }
    }

    /// Records a launch, and returns the number of its first block.
    pub fn begin(
        &mut self,
        launch: LaunchRecord,
        first_site: u32,
        sites: impl FnOnce() -> SiteTable,
    ) -> u64 {
        if self.running == 0 && self.items.host_includes_all() {
            self.forget_released();
        }
        let first_block = self.next_block;
        self.next_block += launch.blocks;
        self.quiet.clear();
        self.running += 1;
        self.record(LaunchRecord { first_block, begin: self.now, ..launch });
        self.add_sites(first_site, sites);
        first_block
    }

    /// Records the end of a launch.
    pub fn end(&mut self) {
        self.running = self.running.saturating_sub(1);
    }

    fn add_sites(&mut self, first: u32, sites: impl FnOnce() -> SiteTable) {
        if self.tables.contains_key(&first) {
            return;
        }
        let table = sites();
        let end = first as usize + table.watches.len();
        if self.scopes.len() < end {
            self.scopes.resize(end, None);
        }
        let scopes = &mut self.scopes[first as usize..];
        for (scope, watch) in scopes.iter_mut().zip(&table.watches) {
            *scope = watch.action.scope();
        }
        self.tables.insert(first, Arc::new(table));
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
pub struct SyncVariable {
    /// At the scope of a device or a system, by all.
    pub wide: Option<ReleaseClock>,
    /// By which block and scope all of that was.
    pub last: (u32, Scope),
    /// The number of this address, and how often it was changed.
    pub version: (u64, u64),
    /// By block and scope, `None` for the last wide one; for those of that scope also the last version that has it.
    pub by_block: Vec<((u32, Scope), Option<ReleaseClock>, u64)>,
    /// How many of these are of a narrower scope.
    pub narrow: usize,
    /// The chains of the launches that they are of, a bit for each.
    pub chains: u128,
}

impl SyncVariable {
    /// Returns where those of a block begin, or would; usually it is the last one.
    pub fn first_of(&self, block: u32) -> usize {
        let releases = &self.by_block;
        match releases.last() {
            Some(last) if last.0.0 > block => {
                releases.partition_point(|release| release.0.0 < block)
            }
            _ => {
                releases.len()
                    - releases.iter().rev().take_while(|release| release.0.0 == block).count()
            }
        }
    }

    /// Removes the release clocks at device scope of a block that has ended.
    fn forget(&mut self, block: u32) {
        let mut at = self.first_of(block);
        while self.by_block.get(at).is_some_and(|release| release.0.0 == block) {
            if self.by_block[at].0.1 >= Scope::Device {
                drop(self.by_block.remove(at))
            } else {
                at += 1
            }
        }
    }

    /// Lets it be this alone, for all, where nothing was released.
    #[inline(always)]
    pub fn begin(
        &mut self,
        releaser: (u32, Scope),
        release: impl FnOnce() -> ReleaseClock,
        version: (u64, u64),
        chain: u32,
    ) {
        // What has ended needs no comparison by its number, for which a clock would be copied.
        self.wide.insert(release()).set_version(version, false);
        self.by_block.push((releaser, None, version.1));
        (self.last, self.version, self.chains) = (releaser, version, 1 << chain);
    }

    /// Forgets it, because a store has overwritten it.
    pub fn end(&mut self) {
        self.by_block.clear();
        (self.wide, self.version, self.narrow, self.chains) = (None, (0, 0), 0, 0);
    }
}

/// The threads of a block group.
#[derive(Default)]
pub struct GroupState {
    /// The numbers of the blocks, modulo those that can be told apart.
    pub numbers: Vec<u32>,
    /// How often stamps had begun anew.
    epoch: u32,
    /// The stamp of everything before the launch.
    pub base: u32,
    /// The vector clock of all threads at first.
    pub begin: Arc<Clock>,
    /// The stamp of everything before the block group, in its shared memory.
    pub shared_base: u32,
    pub blocks: Vec<BlockState>,
    pub shared: Shadow,
    /// What was released in shared memory.
    pub released: ByAddress<SyncVariable>,
    /// Where its blocks released something first.
    pub release_addresses: Vec<u64>,
    /// Which bytes of shared memory were written.
    pub initialized: InitializedBytes,
    /// The rounds of the cluster's barrier.
    pub cluster: Vec<Phase>,
    /// By host address.
    pub mbarriers: ByAddress<Mbarrier>,
    /// The number of the next of them.
    pub next_mbarrier: u32,
    /// Those that count the copies of the current instruction.
    pub counted: Vec<u64>,
}

/// The state of a barrier in shared memory.
#[derive(Default)]
pub struct Mbarrier {
    /// Which of the group's barriers it is.
    pub number: u32,
    /// What the arrivals of the current phase released.
    pub current: Arrivals,
    /// What the arrivals of completed phases released.
    pub completed: Arrivals,
    pub phase: u64,
}

/// What arrivals at a barrier in shared memory released.
#[derive(Clone, Default)]
pub struct Arrivals {
    /// Those of the barrier's own block.
    pub own: Option<Arc<Clock>>,
    /// Those of other blocks at the scope of the cluster, which only a wait at that scope acquires.
    pub remote: Option<Arc<Clock>>,
    /// Whether another block arrived at a scope that is too narrow.
    pub too_narrow: bool,
}

impl Arrivals {
    /// Adds others.
    pub fn join(&mut self, other: Arrivals) {
        for (own, other) in [(&mut self.own, other.own), (&mut self.remote, other.remote)] {
            match (own, other) {
                (Some(own), Some(other)) => join_shared(own, &other),
                (own, Some(other)) => *own = Some(other),
                (_, None) => {}
            }
        }
        self.too_narrow |= other.too_narrow;
    }
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
    /// By warp, whether lanes arrived without waiting.
    pub arrived: bool,
    /// Whether all threads of the block take part.
    pub all: bool,
    /// The join of all clocks, once one has gone on.
    pub result: Option<Arc<Clock>>,
    /// The number of lanes that wait.
    pub left: u32,
}

/// A block's threads.
#[derive(Default)]
pub struct BlockState {
    /// Its number, modulo the number of those that can be told apart.
    pub number: u32,
    pub warps: Vec<WarpState>,
    /// Rounds of its barriers that threads wait for.
    pub phases: Vec<Phase>,
    /// The barriers at which lanes arrived.
    pub rounds: Vec<Round>,
}

/// Lanes of a warp that arrived at a barrier of their block, or wait for the cluster's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// The barrier's number; `u32::MAX` for the cluster's.
    pub barrier: u32,
    /// For the cluster's barrier, the round.
    pub round: u32,
    pub warp: u32,
    /// The instruction.
    pub site: u32,
    pub waits: bool,
}

/// A warp's threads.
pub struct WarpState {
    /// The vector clock of each lane.
    clocks: ByLanes<Arc<Clock>>,
    /// Rounds of `bar.warp.sync` that lanes wait for.
    pub phases: Vec<Phase>,
    /// The addresses of the lanes that wait for a barrier in shared memory.
    pub addresses: [u64; 32],
    /// The clocks of fences, if lanes use them.
    pub fence_clocks: Option<Box<FenceClocks>>,
    /// An empty one, for when they do.
    spare_fence_clocks: Option<Box<FenceClocks>>,
    /// The stamps of each lane's groups of `cp.async`, and of bulk copies, if there are any.
    pub copies: Option<Box<[[VecDeque<u32>; 2]; 32]>>,
    /// A scope that was too narrow for what a lane acquired.
    pub too_narrow: Option<Scope>,
    /// The stamp of the lanes' last release: what they do afterwards has a later one.
    pub release_stamp: u32,
    /// The least stamps in the clocks of some lanes for their block, their warp and all blocks of their group, if it was asked for; and
    /// whether these lanes have one clock, so that it is that of each.
    least_stamps: Option<(u32, bool, [u32; 3])>,
}

/// The clocks that fences of the lanes of a warp acquire and release.
#[derive(Default)]
pub struct FenceClocks {
    /// For each scope, what stores after the last fence release: the clock, and the lane's own stamp.
    pub fences: [ByLanes<(Arc<Clock>, u32)>; 4],
    /// What the last stores of some lanes since their last fence of a scope released, if their clocks differed.
    pub last: Option<((u32, Scope), ReleaseClock)>,
    /// What lanes released by an operation on an address: a later strong store of theirs releases it again.
    released: Vec<AddressClock>,
    /// Whether that had too many addresses.
    pub has_forgotten: bool,
    /// Release clocks that relaxed accesses of lanes read from an address: a later fence of at least this scope acquires them, or
    /// such an operation on the address.
    pending: VecDeque<AddressClock>,
    /// For each scope, the join of those that were evicted from `pending`.
    evicted: [ByLanes<Arc<Clock>>; 4],
    /// The lanes with such clocks.
    pending_lanes: u32,
}

/// A release clock at an address, which lanes released or read, with its scope.
struct AddressClock {
    at: u64,
    lanes: u32,
    scope: Scope,
    release: ReleaseClock,
}

impl AddressClock {
    fn is_of(&self, at: u64, lanes: u32, scope: Scope) -> bool {
        (self.at, self.lanes, self.scope) == (at, lanes, scope)
    }
}

/// The most addresses whose clocks a warp has.
const MOST_ADDRESSES: usize = 16;

impl FenceClocks {
    /// Forgets all.
    fn clear(&mut self) {
        let FenceClocks { fences, last, released, has_forgotten, pending, evicted, pending_lanes } =
            self;
        fences.iter_mut().for_each(|clocks| clocks.clear(u32::MAX));
        evicted.iter_mut().for_each(|clocks| clocks.clear(u32::MAX));
        released.clear();
        pending.clear();
        (*last, *has_forgotten, *pending_lanes) = (None, false, 0);
    }

    fn defer_acquire(&mut self, at: u64, lanes: u32, scope: Scope, release: &ReleaseClock) {
        self.pending_lanes |= lanes;
        let mut entries = self.pending.iter_mut().rev();
        if let Some(entry) = entries.find(|entry| entry.is_of(at, lanes, scope)) {
            return entry.release.join(release);
        }
        self.pending.push_back(AddressClock { at, lanes, scope, release: release.clone() });
        if self.pending.len() > MOST_ADDRESSES
            && let Some(AddressClock { lanes, scope, release, .. }) = self.pending.pop_front()
        {
            let clock = release.to_clock();
            let before = &mut self.evicted[scope as usize];
            let evicted_lanes = before.mask() & lanes;
            if evicted_lanes != 0 {
                before.update(
                    evicted_lanes,
                    u32::MAX,
                    |evicted_clock| join_shared(evicted_clock, &clock),
                    Arc::ptr_eq,
                );
            }
            if lanes & !evicted_lanes != 0 {
                before.set(lanes & !evicted_lanes, clock);
            }
        }
    }

    /// Lanes release something by an operation on an address.
    pub fn release_at(&mut self, at: u64, lanes: u32, scope: Scope, release: &ReleaseClock) {
        let mut is_replaced = false;
        for entry in &mut self.released {
            if entry.is_of(at, lanes, scope) {
                entry.release.clone_from(release);
                is_replaced = true;
            } else if entry.at == at && entry.scope <= scope {
                entry.lanes &= !lanes;
            }
        }
        if is_replaced {
            return;
        }
        self.released.retain(|entry| entry.lanes != 0);
        if self.released.len() >= MOST_ADDRESSES {
            self.released.remove(0);
            self.has_forgotten = true;
        }
        self.released.push(AddressClock { at, lanes, scope, release: release.clone() });
    }

    /// Returns what lanes released by operations on an address, each with its scope.
    pub fn released_at(&self, at: u64, mask: u32) -> impl Iterator<Item = (Scope, &ReleaseClock)> {
        let entries =
            self.released.iter().filter(move |entry| entry.at == at && entry.lanes & mask != 0);
        entries.map(|entry| (entry.scope, &entry.release))
    }
}

impl WarpState {
    pub fn new(clock: Arc<Clock>) -> WarpState {
        WarpState {
            clocks: ByLanes::all(clock),
            phases: Vec::new(),
            addresses: [0; 32],
            fence_clocks: None,
            spare_fence_clocks: None,
            copies: None,
            too_narrow: None,
            release_stamp: 0,
            least_stamps: None,
        }
    }

    /// Makes it that of a warp that starts.
    fn begin_again(&mut self, clock: &Arc<Clock>) {
        self.clocks.set(u32::MAX, clock.clone());
        self.phases.clear();
        if let Some(mut fence_clocks) = self.fence_clocks.take() {
            fence_clocks.clear();
            self.spare_fence_clocks = Some(fence_clocks);
        }
        (self.copies, self.too_narrow, self.release_stamp, self.least_stamps) =
            (None, None, 0, None);
    }

    /// The clocks of fences, to change.
    pub fn fence_clocks_mut(&mut self) -> &mut FenceClocks {
        let spare_fence_clocks = &mut self.spare_fence_clocks;
        self.fence_clocks.get_or_insert_with(|| spare_fence_clocks.take().unwrap_or_default())
    }

    /// Returns the vector clock of the lanes of a mask, if it is the same.
    #[inline]
    pub fn common(&self, mask: u32) -> Option<&Arc<Clock>> {
        self.clocks.common(mask)
    }

    /// Returns the vector clock of a lane.
    #[inline]
    pub fn clock(&self, lane: usize) -> &Arc<Clock> {
        match self.clocks.get(lane) {
            Some(clock) => clock,
            None => unreachable!("each lane has a clock"),
        }
    }

    /// Sets the vector clock of the lanes of a mask; `whole` if no other lane runs.
    pub fn set(&mut self, mask: u32, whole: bool, clock: &Arc<Clock>) {
        let mask = if whole { u32::MAX } else { mask };
        self.least_stamps = None;
        self.clocks.set(mask, clock.clone());
    }

    /// Changes the vector clocks of the lanes of a mask, of those that run.
    pub fn update(&mut self, mask: u32, live: u32, change: impl Fn(&mut Arc<Clock>)) {
        self.least_stamps = None;
        self.clocks.update(mask, live, change, Arc::ptr_eq);
    }

    /// Returns the least stamps in the clocks of the lanes of a mask: for their block, their warp and
    /// all blocks of their group.
    #[inline]
    pub fn least_stamps(&mut self, mask: u32, stamps_of: impl Fn(&Clock) -> [u32; 3]) -> [u32; 3] {
        if let Some((lanes, is_of_each, least_stamps)) = self.least_stamps
            && (mask == lanes || is_of_each && mask & !lanes == 0)
        {
            return least_stamps;
        }
        if let Some(clock) = self.common(mask) {
            let least_stamps = stamps_of(clock);
            self.least_stamps = Some((mask, true, least_stamps));
            return least_stamps;
        }
        let stamps = self.clocks_of(mask).map(|(_, clock)| stamps_of(clock));
        let least = |a: [u32; 3], b: [u32; 3]| std::array::from_fn(|each| a[each].min(b[each]));
        let least_stamps = stamps.fold([u32::MAX; 3], least);
        self.least_stamps = Some((mask, false, least_stamps));
        least_stamps
    }

    /// Joins a vector clock to those of the lanes of a mask.
    pub fn join(&mut self, mask: u32, live: u32, clock: &Arc<Clock>) {
        let is_same =
            |lane_clock: &Arc<Clock>| Arc::ptr_eq(lane_clock, clock) || lane_clock.covers(clock);
        if !self.common(mask).is_some_and(is_same) {
            self.update(mask, live, |lane_clock| join_shared(lane_clock, clock));
        }
    }

    /// The same of a release clock: the lanes acquire it.
    pub fn acquire(&mut self, mask: u32, live: u32, release: &ReleaseClock) {
        let common = self.common(mask);
        if common.is_some_and(|lane_clock| release.is_part_of(lane_clock)) {
            return;
        }
        if let Some(clock) = common.and_then(|lane_clock| release.joined_to(lane_clock)) {
            self.least_stamps = None;
            return self.clocks.set(mask | !live, clock);
        }
        let clock = release.to_clock();
        self.update(mask, live, |lane_clock| join_shared(lane_clock, &clock));
    }

    /// Returns `true` if the lanes of a mask, of the warp with this first thread, have acquired all of a release clock, as far as
    /// versions show.
    pub fn has_acquired(&self, warp: Thread, mask: u32, release: &ReleaseClock) -> bool {
        let common = self.common(mask);
        common.is_some_and(|lane_clock| {
            release.is_of(warp, mask, lane_clock) || release.is_part_of(lane_clock)
        })
    }

    /// Returns the vector clocks of the lanes of a mask, each with the lanes that have it.
    pub fn clocks_of(&self, mask: u32) -> impl Iterator<Item = (u32, &Arc<Clock>)> + Clone {
        self.clocks.parts(mask)
    }

    /// Keeps a release clock for a later fence of at least a scope, or an operation on the same address, by which lanes acquire it.
    pub fn defer_acquire(&mut self, (at, mask): (u64, u32), scope: Scope, release: &ReleaseClock) {
        self.fence_clocks_mut().defer_acquire(at, mask, scope, release);
    }

    /// Lanes acquire the release clocks that their relaxed accesses read from an address, up to a scope.
    pub fn acquire_pending_at(&mut self, at: u64, mask: u32, live: u32, scope: Scope) {
        let Some(fence_clocks) =
            self.fence_clocks.take_if(|fence_clocks| fence_clocks.pending_lanes & mask != 0)
        else {
            return;
        };
        for entry in &fence_clocks.pending {
            if entry.at == at && entry.lanes & mask != 0 && entry.scope <= scope {
                self.acquire(entry.lanes & mask, live, &entry.release);
            }
        }
        // It may have been at this address.
        for before in &fence_clocks.evicted[..=scope as usize] {
            before.parts(mask).for_each(|(lanes, clock)| self.join(lanes, live, clock));
        }
        self.fence_clocks = Some(fence_clocks);
    }

    /// Lanes acquire the release clocks that they read since their last fence, up to a scope.
    pub fn acquire_pending(&mut self, mask: u32, live: u32, scope: Scope) {
        let Some(mut fence_clocks) =
            self.fence_clocks.take_if(|fence_clocks| fence_clocks.pending_lanes & mask != 0)
        else {
            return;
        };
        let mut is_too_narrow = false;
        // The last first, which usually has all that the others have.
        for entry in fence_clocks.pending.iter_mut().rev() {
            match entry.lanes & mask {
                0 => {}
                _ if entry.scope > scope => is_too_narrow = true,
                lanes => {
                    self.acquire(lanes, live, &entry.release);
                    entry.lanes &= !mask;
                }
            }
        }
        fence_clocks.pending.retain(|entry| entry.lanes != 0);
        for (least, before) in fence_clocks.evicted.iter_mut().enumerate() {
            if least > scope as usize {
                is_too_narrow |= before.parts(mask).next().is_some();
            } else if !before.is_empty() {
                before.parts(mask).for_each(|(lanes, clock)| self.join(lanes, live, clock));
                before.clear(mask);
            }
        }
        let pending = fence_clocks.pending.iter().fold(0, |all, entry| all | entry.lanes);
        fence_clocks.pending_lanes =
            fence_clocks.evicted.iter().fold(pending, |all, entry| all | entry.mask());
        if is_too_narrow {
            self.too_narrow = Some(scope);
        }
        self.fence_clocks = Some(fence_clocks);
    }

    /// Lets later stores of lanes release their clocks as they are now, and what they did up to a stamp.
    pub fn release(&mut self, mask: u32, scope: Scope, stamp: u32) {
        self.fence_clocks_mut();
        let Some(FenceClocks { fences, last, .. }) = self.fence_clocks.as_deref_mut() else {
            return;
        };
        *last = None;
        for narrower in &mut fences[..scope as usize] {
            narrower.clear(mask);
        }
        for (lanes, clock) in self.clocks.parts(mask) {
            match fences[scope as usize].own_mut(lanes) {
                Some((fence_clock, last)) => {
                    if !Arc::ptr_eq(fence_clock, clock) {
                        fence_clock.clone_from(clock);
                    }
                    *last = stamp;
                }
                None => fences[scope as usize].set(lanes, (clock.clone(), stamp)),
            }
        }
    }

    /// Returns the stamps of a lane's groups of copies.
    pub fn groups(&mut self, lane: usize, bulk: bool) -> &mut VecDeque<u32> {
        let copies = self.copies.get_or_insert_with(Box::default);
        &mut copies[lane & 31][usize::from(bulk)]
    }
}

impl GroupState {
    /// The state of a block group that starts, in the place of one that has ended, whose accesses of shared memory were before.
    pub fn start(
        old: Option<Box<GroupState>>,
        (first_block, clock): (u64, &Arc<Clock>),
        state: &mut RaceState,
        numbers: &[u64],
        warps: usize,
    ) -> Box<GroupState> {
        let mut group = old.unwrap_or_default();
        for at in group.release_addresses.drain(..) {
            if let Some(released) = state.released.get_mut(&at) {
                group.numbers.iter().for_each(|block| released.forget(*block));
            }
        }
        group.base = clock.base;
        group.begin.clone_from(clock);
        group.forget_if_begun_again(state);
        group.shared_base = state.step();
        group.numbers.clear();
        group.numbers.extend(numbers.iter().map(|number| ((first_block + number) % BLOCKS) as u32));
        group.blocks.resize_with(numbers.len(), BlockState::default);
        for (block, number) in group.blocks.iter_mut().zip(&group.numbers) {
            block.number = *number;
            block.phases.clear();
            block.rounds.clear();
            block.warps.truncate(warps);
            block.warps.iter_mut().for_each(|warp| warp.begin_again(clock));
            block.warps.resize_with(warps, || WarpState::new(clock.clone()));
        }
        group.released.clear();
        group.cluster.clear();
        group.mbarriers.clear();
        group.next_mbarrier = 0;
        group.counted.clear();
        group
    }

    /// Forgets what its threads did in shared memory before stamps began anew: it counts as ordered.
    #[inline]
    pub fn forget_if_begun_again(&mut self, state: &RaceState) {
        if self.epoch != state.items.epoch {
            self.epoch = state.items.epoch;
            self.shared.clear();
        }
    }
}
