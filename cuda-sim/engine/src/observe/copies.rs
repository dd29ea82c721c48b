//! Barriers in shared memory, and copies that a thread lets others do for it.

use crate::code::watch::{Access, AccessKind, Address, OnBarrier, Scope};
use crate::device::windows::RANK_SHIFT;
use crate::numbers::lane::Bits;
use crate::observe::access::{Spot, WarpAddresses, Watcher};
use crate::races::cells::ThreadAccess;
use crate::races::clock::{Clock, join_shared};
use crate::races::state::Mbarrier;
use crate::races::thread::{ASYNC_READS, ASYNC_WRITES, Thread};
use triomphe::Arc;

/// The bit of a barrier's state that is its phase.
const PHASE: u32 = 63;

/// Adds a clock to what was released, and returns that.
fn joined<'c>(released: &'c mut Option<Arc<Clock>>, clock: &Arc<Clock>) -> &'c mut Clock {
    let released = released.get_or_insert_with(|| clock.clone());
    join_shared(released, clock);
    Arc::make_mut(released)
}

impl Watcher<'_, '_> {
    /// Before an operation on an `mbarrier`.
    pub(super) fn on_barrier(&mut self, address: Address, operation: OnBarrier) {
        let (block, warp) = self.place();
        if self.on_one_barrier(address, operation) {
            return;
        }
        for lane in Bits(self.core.mask) {
            let Some(at) = self.resolve(address, lane, 8) else {
                continue;
            };
            let thread = Thread::new(block, warp, lane as u32);
            // Waiting only reads, and other operations of barriers never race with each other.
            let one = ThreadAccess {
                thread,
                kind: match operation {
                    OnBarrier::Wait(..) => AccessKind::Read,
                    OnBarrier::Reset => AccessKind::Write,
                    _ => AccessKind::Update,
                },
                scope: (operation != OnBarrier::Reset).then_some(Scope::Cluster),
                lane,
            };
            self.one(one, at, 8, None);
            let Spot { address: at, .. } = at;
            let now = self.state.now;
            let warp_state = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            warp_state.addresses[lane] = at;
            match operation {
                OnBarrier::Reset => {
                    if let Some(barrier) = self.group.mbarriers.get_mut(&at) {
                        let number = barrier.number;
                        *barrier = Mbarrier { number, ..Mbarrier::default() };
                    }
                }
                OnBarrier::Arrive(Some(scope)) => {
                    let mut clock = warp_state.clock(lane).clone();
                    Arc::make_mut(&mut clock).add(thread, now);
                    self.release_phase(at, scope, &clock);
                }
                OnBarrier::ArriveAfterCopies => {
                    let mut clock = Clock::default();
                    clock.add(copies(thread, ASYNC_WRITES), now);
                    clock.add(copies(thread, ASYNC_READS), now);
                    self.contribute(at, &Arc::new(clock));
                }
                _ => {}
            }
        }
        if !matches!(operation, OnBarrier::Wait(..)) {
            self.state.step();
        }
    }

    /// The same for lanes that use one barrier, and have the same clock; returns `false` if they don't.
    fn on_one_barrier(&mut self, address: Address, operation: OnBarrier) -> bool {
        let mask = self.core.mask;
        let first = mask.trailing_zeros() as usize & 31;
        let same = self.distance(address, 0) == Some(0);
        let kind = match operation {
            OnBarrier::Wait(..) => AccessKind::Read,
            OnBarrier::Arrive(_) | OnBarrier::ArriveAfterCopies => AccessKind::Update,
            _ => return false,
        };
        let warp_state = &self.group.blocks[self.core.block].warps[self.core.warp];
        let (true, Some(common)) = (same, warp_state.common(mask)) else {
            return false;
        };
        let common = common.clone();
        let Some(at) = self.resolve(address, first, 8) else {
            return false;
        };
        self.together((kind, mask), Some(Scope::Cluster), at, 8, None);
        let (block, warp) = self.place();
        let warp_state = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        for lane in Bits(mask) {
            warp_state.addresses[lane] = at.address;
        }
        let whole =
            mask == self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
        match operation {
            OnBarrier::Arrive(releases) => {
                let now = self.state.now;
                warp_state.release_stamp = now;
                if let Some(scope) = releases
                    && let Some(clock) = self.release_phase(at.address, scope, &common)
                {
                    clock.add_lanes(block, warp, mask, whole, now);
                }
            }
            OnBarrier::ArriveAfterCopies => {
                let now = self.state.now;
                warp_state.release_stamp = now;
                let clock = self.contribute(at.address, &Arc::default());
                clock.add_lanes(block, warp + ASYNC_WRITES, mask, whole, now);
                clock.add_lanes(block, warp + ASYNC_READS, mask, whole, now);
            }
            _ => {}
        }
        true
    }

    /// Returns the barrier at an address.
    fn barrier(&mut self, at: u64) -> &mut Mbarrier {
        let next = &mut self.group.next_mbarrier;
        self.group.mbarriers.entry(at).or_insert_with(|| {
            let number = *next;
            *next = next.wrapping_add(1);
            Mbarrier { number, ..Mbarrier::default() }
        })
    }

    /// Returns the thread that stands for copies of `thread` which the barrier at `at` counts. Copies of several lanes are
    /// of their lanes: they have no order.
    fn counted_as(&mut self, thread: Thread, at: Option<u64>) -> Thread {
        match at.filter(|_| self.core.mask.count_ones() == 1) {
            Some(at) => thread.with_lane(self.barrier(at).number),
            None => thread,
        }
    }

    /// Adds what a copy or an arrival of the barrier's own block releases to its phase, and returns that, to add more.
    fn contribute(&mut self, at: u64, clock: &Arc<Clock>) -> &mut Clock {
        joined(&mut self.barrier(at).current.own, clock)
    }

    /// Adds what an arrival or a store releases at a scope to a barrier's phase, and returns that, to add more; `None` if it is
    /// another block's barrier, which that scope doesn't have.
    fn release_phase(&mut self, at: u64, scope: Scope, clock: &Arc<Clock>) -> Option<&mut Clock> {
        let stride = u64::from(self.core.grid.shared_stride).max(1);
        let start = self.core.block_group.shared.as_ptr() as u64;
        let is_own = at.wrapping_sub(start) / stride == self.core.block as u64;
        if is_own {
            return Some(self.contribute(at, clock));
        }
        let current = &mut self.barrier(at).current;
        if scope == Scope::Block {
            current.too_narrow = true;
            return None;
        }
        Some(joined(&mut current.remote, clock))
    }

    /// After an operation on an `mbarrier`, or on what it counts: a phase may have ended.
    pub(super) fn after_barrier(&mut self, operation: OnBarrier) {
        let mask = self.core.mask;
        let warp_state = &self.group.blocks[self.core.block].warps[self.core.warp];
        let addresses = warp_state.addresses;
        let first = addresses[mask.trailing_zeros() as usize & 31];
        let is_one = Bits(mask).all(|lane| addresses[lane] == first);
        let mut last = u64::MAX;
        for lane in Bits(mask) {
            if addresses[lane] != last {
                last = addresses[lane];
                self.end_phase(last);
            }
            if is_one {
                break;
            }
        }
        let OnBarrier::Wait(truth, Some(scope)) = operation else {
            return;
        };
        let done = self.core.pred(truth) & mask;
        let live = self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
        if is_one && done != 0 {
            return self.acquire_phase(first, scope, done, live);
        }
        for lane in Bits(done) {
            self.acquire_phase(addresses[lane], scope, 1 << lane, live | 1 << lane);
        }
    }

    /// Lanes have waited for a barrier's phase at a scope.
    fn acquire_phase(&mut self, at: u64, scope: Scope, lanes: u32, live: u32) {
        let Some(barrier) = self.group.mbarriers.get(&at) else { return };
        let completed = &barrier.completed;
        let warp = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        if completed.too_narrow || (completed.remote.is_some() && scope == Scope::Block) {
            warp.too_narrow = Some(Scope::Block);
        }
        let remote = completed.remote.as_ref().filter(|_| scope > Scope::Block);
        for clock in completed.own.iter().chain(remote) {
            warp.join(lanes, live, clock);
        }
    }

    /// Completes the phase of a barrier if its state says so.
    fn end_phase(&mut self, at: u64) {
        if !self.in_group(at) {
            return;
        }
        // SAFETY: these are eight bytes of the block group's shared memory, which only this thread uses.
        let word = unsafe { (at as *const u64).read_unaligned() };
        let barrier = self.barrier(at);
        if barrier.phase == word >> PHASE {
            return;
        }
        barrier.phase = word >> PHASE;
        barrier.completed.join(std::mem::take(&mut barrier.current));
    }

    /// Returns `true` if eight bytes are in the block group's shared memory.
    fn in_group(&self, at: u64) -> bool {
        let shared = &self.core.block_group.shared;
        let (start, size) = (shared.as_ptr() as u64, size_of_val(&shared[..]) as u64);
        at >= start && at + 8 <= start + size
    }

    /// `cp.async` of the active lanes; `read` is the register of the bytes that are read, if not all are.
    pub(super) fn copy_async(&mut self, to: Address, from: Address, size: u32, read: u32) {
        let reads_all = read == u32::MAX
            || Bits(self.core.mask).all(|lane| self.core.lane::<u32>(read, lane) >= size);
        if reads_all {
            self.copied_by_all(from, size, AccessKind::Read);
        } else {
            for lane in Bits(self.core.mask) {
                let wanted = self.core.lane::<u32>(read, lane).min(size);
                if wanted > 0
                    && let Some(from) = self.resolve(from, lane, size)
                {
                    self.copied_by(lane, AccessKind::Read, from, u64::from(wanted));
                }
            }
        }
        self.copied_by_all(to, size, AccessKind::Write);
    }

    /// What copies of all active lanes read or write.
    fn copied_by_all(&mut self, address: Address, size: u32, kind: AccessKind) {
        let access = Access {
            address,
            size,
            kind,
            returns: false,
            scope: None,
            acquires: false,
            releases: false,
            values: Vec::new(),
            value_size: size,
            compared: None,
        };
        if let Some(WarpAddresses::Row(at, lanes)) = self.regular(&access) {
            return self.row(&access, at, lanes, offset_of(kind));
        }
        for lane in Bits(self.core.mask) {
            if let Some(at) = self.resolve(address, lane, size) {
                self.copied_by(lane, kind, at, u64::from(size));
            }
        }
    }

    /// What a copy of one lane reads or writes.
    fn copied_by(&mut self, lane: usize, kind: AccessKind, at: Spot, size: u64) {
        let (block, warp) = self.place();
        let one = ThreadAccess {
            thread: Thread::new(block, warp + offset_of(kind), lane as u32),
            kind,
            scope: None,
            lane,
        };
        self.one(one, at, size, None);
    }

    /// The clock of a lane, with what it has done itself.
    fn clock_of(&self, lane: usize, thread: Thread) -> Arc<Clock> {
        let warp_state = &self.group.blocks[self.core.block].warps[self.core.warp];
        let mut clock = warp_state.clock(lane).clone();
        Arc::make_mut(&mut clock).add(thread, self.state.now);
        clock
    }

    /// What a copy of a lane reads or writes, as `thread`.
    fn copied(
        &mut self,
        (lane, thread): (usize, Thread),
        kind: AccessKind,
        clock: &Arc<Clock>,
        of_writes: Option<&Clock>,
        at: Spot,
        size: u64,
    ) {
        let one = ThreadAccess {
            thread: copies(thread, offset_of(kind)),
            kind,
            scope: (kind == AccessKind::Update).then_some(Scope::Device),
            lane,
        };
        self.state.record_counted(one.thread, lane as u32);
        self.one_as(one, Some(clock), of_writes, at, size, None);
    }

    /// `cp.async.bulk` of the active lanes.
    pub(super) fn copy_bulk(
        &mut self,
        (to, from): (Address, Address),
        size: u32,
        updates: bool,
        barrier: Option<Address>,
        blocks: Option<u32>,
    ) {
        let (block, warp) = self.place();
        for lane in Bits(self.core.mask) {
            let thread = Thread::new(block, warp, lane as u32);
            let bytes = self.core.lane::<u32>(size, lane);
            let clock = self.clock_of(lane, thread);
            // The asynchronous proxy sees only writes with a proxy fence after them.
            let proxied = clock.proxied().cloned().unwrap_or_default();
            let mut proxied = (*proxied).clone();
            proxied.base = self.group.base;
            proxied.items_mut().clone_from(self.group.begin.items());
            let length = u64::from(bytes);
            if bytes == 0 || bytes > 1 << 24 {
                continue;
            }
            let kind = if updates { AccessKind::Update } else { AccessKind::Write };
            let ranks = blocks.map_or(1, |mask| (self.core.lane::<u32>(mask, lane) & 0xffff) << 1);
            let mut from = self.resolve(from, lane, bytes);
            for rank in (0..17u64).filter(|rank| ranks >> rank & 1 != 0) {
                let counter = barrier.and_then(|barrier| self.in_block(barrier, lane, rank, 8));
                let counter = counter.map(|spot| spot.address);
                let thread = self.counted_as(thread, counter);
                if let Some(from) = from.take() {
                    let read = (lane, thread);
                    self.copied(read, AccessKind::Read, &clock, Some(&proxied), from, length);
                }
                if let Some(to) = self.in_block(to, lane, rank, bytes) {
                    self.copied((lane, thread), kind, &clock, Some(&proxied), to, length);
                }
                if let Some(at) = counter {
                    let mut done = clock.clone();
                    let stamp = self.state.now;
                    let all = Arc::make_mut(&mut done);
                    all.add(copies(thread, ASYNC_WRITES), stamp);
                    all.add(copies(thread, ASYNC_READS), stamp);
                    self.contribute(at, &done);
                    self.group.counted.push(at);
                }
            }
        }
        self.state.step();
    }

    /// `st.async` or `red.async` of the active lanes.
    pub(super) fn store_async(
        &mut self,
        to: Address,
        size: u32,
        updates: bool,
        barrier: Option<Address>,
    ) {
        let (block, warp) = self.place();
        for lane in Bits(self.core.mask) {
            let thread = Thread::new(block, warp, lane as u32);
            let clock = self.clock_of(lane, thread);
            let kind = if updates { AccessKind::Update } else { AccessKind::Write };
            let counter =
                barrier.and_then(|barrier| self.resolve(barrier, lane, 8)).map(|spot| spot.address);
            let thread = self.counted_as(thread, counter);
            if let Some(to) = self.resolve(to, lane, size) {
                self.copied((lane, thread), kind, &clock, None, to, u64::from(size));
            }
            if let Some(at) = counter {
                let mut done = clock.clone();
                Arc::make_mut(&mut done).add(copies(thread, ASYNC_WRITES), self.state.now);
                self.release_phase(at, Scope::Cluster, &done);
                self.group.counted.push(at);
            }
        }
        self.state.step();
    }

    /// After copies that barriers count.
    pub(super) fn after_copies(&mut self) {
        for at in std::mem::take(&mut self.group.counted) {
            self.end_phase(at);
        }
    }

    /// Returns the place of an address in a block of the cluster; rank 0 is its own.
    fn in_block(&self, address: Address, lane: usize, rank: u64, size: u32) -> Option<Spot> {
        if rank == 0 {
            return self.resolve(address, lane, size);
        }
        let at = if address.wide {
            self.core.lane::<u64>(address.at, lane).wrapping_add(address.offset)
        } else {
            u64::from(self.core.lane::<u32>(address.at, lane).wrapping_add(address.offset as u32))
        };
        let within = at & ((1 << RANK_SHIFT) - 1);
        self.find(crate::code::watch::Where::Shared, within | rank << RANK_SHIFT, size)
    }

    /// The end of a group of the active lanes' copies.
    pub(super) fn commit(&mut self, bulk: bool) {
        let now = self.state.step();
        for lane in Bits(self.core.mask) {
            let warp_state = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            warp_state.groups(lane, bulk).push_back(now);
        }
    }

    /// Waits until at most `left` groups of each active lane remain; `None` for all copies.
    pub(super) fn wait_groups(&mut self, bulk: bool, left: Option<u32>, reads: bool) {
        let (block, warp) = self.place();
        let now = self.state.step();
        let (mut ended, mut left_to_add) = ([0; 32], 0u32);
        for lane in Bits(self.core.mask) {
            let warp_state = &mut self.group.blocks[self.core.block].warps[self.core.warp];
            let groups = warp_state.groups(lane, bulk);
            let mut done = None;
            match left {
                None => {
                    groups.clear();
                    done = Some(now);
                }
                Some(left) => {
                    while groups.len() > left as usize {
                        // A wait for reads leaves the groups, whose writes may be waited for later.
                        done = groups.pop_front();
                    }
                    if reads && let Some(stamp) = done {
                        groups.push_front(stamp);
                    }
                }
            }
            if let Some(stamp) = done {
                ended[lane & 31] = stamp;
                left_to_add |= 1 << lane;
            }
        }
        let live = self.core.block_group.blocks[self.core.block].warps[self.core.warp].live;
        let warp_state = &mut self.group.blocks[self.core.block].warps[self.core.warp];
        // Each lane has waited for its own copies alone.
        for lane in Bits(left_to_add) {
            warp_state.update(1 << lane, live | 1 << lane, |clock| {
                let (clock, stamp) = (Arc::make_mut(clock), ended[lane & 31]);
                clock.add_lanes(block, warp + ASYNC_READS, 1 << lane, false, stamp);
                if !reads {
                    clock.add_lanes(block, warp + ASYNC_WRITES, 1 << lane, false, stamp);
                }
            });
        }
    }

    /// Rows of 16 bytes in shared memory, whose addresses the first lanes have.
    pub(super) fn rows(&mut self, address: Address, lanes: u32, kind: AccessKind) {
        let (block, warp) = self.place();
        for lane in Bits(self.core.mask).filter(|lane| (*lane as u32) < lanes) {
            let one = ThreadAccess {
                thread: Thread::new(block, warp, lane as u32),
                kind,
                scope: None,
                lane,
            };
            if let Some(at) = self.resolve(address, lane, 16) {
                self.one(one, at, 16, None);
            }
        }
    }
}

/// What the number of a warp is more for what its copies do.
fn offset_of(kind: AccessKind) -> u32 {
    match kind {
        AccessKind::Read => ASYNC_READS,
        _ => ASYNC_WRITES,
    }
}

/// The reads or the writes of a thread's copies.
fn copies(thread: Thread, warp_offset: u32) -> Thread {
    Thread(thread.0 | warp_offset << 5)
}
