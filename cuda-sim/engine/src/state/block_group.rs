//! Blocks with their warps and barriers.

use crate::code::function::{Constant, Slot, Special, Varies};
use crate::device::fault::Fault;
use crate::numbers::lane::from_fn;
use crate::numbers::lane::{Bits, Plane};
use crate::races::GroupState;
use crate::state::grid::Grid;
use crate::state::split::{NO_RESULT, Split, SplitState};

/// The number of barriers of a block.
pub const BARRIERS: usize = 16;
/// The number of additional barriers, one for each warp group of a block.
const OF_WARP_GROUPS: usize = 8;

/// The threads of one warp.
pub struct Warp {
    /// The registers of the kernel; those of calls are in their frames.
    pub file: Vec<Plane>,
    /// The local memory of all its lanes, one after the other, aligned as 16 bytes are.
    pub local: Vec<u128>,
    /// The splits of its lanes.
    pub splits: Vec<Split>,
    /// Lanes that have not exited.
    pub live: u32,
    /// For each lane, whether it arrived in an odd round of the cluster barrier.
    pub cluster_parity: u32,
}

/// One of a block's barriers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Barrier {
    /// Threads that have arrived.
    pub arrived: u32,
    /// The number of threads to wait for; 0 for all of the block.
    pub expected: u32,
    /// Threads that arrived with a true predicate.
    pub votes: u32,
    /// Threads that arrived with any predicate.
    pub voters: u32,
}

/// The kind of a barrier's reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierReduction {
    /// The number of true predicates.
    Popc,
    /// Whether all are true.
    And,
    /// Whether any is true.
    Or,
}

/// A block.
pub struct Block {
    /// Its index in the grid.
    pub index: [u32; 3],
    /// Its linear index in the grid.
    pub number: u64,
    /// Its warps.
    pub warps: Vec<Warp>,
    /// Threads that have not exited.
    pub live: u32,
    /// Its barriers.
    pub barriers: [Barrier; BARRIERS + OF_WARP_GROUPS],
    /// A bit mask of the barriers at which threads have arrived.
    pub awaited: u32,
}

/// Some shared memory, aligned as the pages of shadow memory are: its cells are where they were for any block group.
#[repr(C, align(4096))]
#[derive(Clone, Copy)]
pub struct SharedPage([u8; 4096]);

/// Blocks that run together.
#[derive(Default)]
pub struct BlockGroup {
    /// The blocks; of a cluster by their rank.
    pub blocks: Vec<Block>,
    /// Shared memory of all blocks.
    pub shared: Vec<SharedPage>,
    /// The number of threads that have arrived at the cluster barrier.
    pub cluster_arrived: u32,
    /// The current round of the cluster barrier.
    pub cluster_round: u32,
    /// What a detector of races knows of it.
    pub watched: Option<Box<GroupState>>,
}

// SAFETY: the only parts that are not `Send` are the reference-counted frames. All references to a frame are in splits
// of one block group, or in the core that runs it, which drops them before it releases the block group. So all of them
// move to another thread together.
unsafe impl Send for BlockGroup {}

impl BlockGroup {
    /// Creates blocks for `grid`.
    pub fn new(grid: &Grid<'_>) -> BlockGroup {
        let threads = grid.threads;
        let function = &grid.code.functions[grid.function];
        let blocks = (0..grid.block_group_size)
            .map(|_| Block {
                index: [0; 3],
                number: 0,
                warps: (0..threads.div_ceil(32))
                    .map(|_| Warp {
                        file: vec![Plane([0; 32]); (function.frame_words as usize).div_ceil(32)],
                        local: vec![0; grid.local_stride() * 32 / 16],
                        splits: Vec::new(),
                        live: 0,
                        cluster_parity: 0,
                    })
                    .collect(),
                live: 0,
                barriers: Default::default(),
                awaited: 0,
            })
            .collect();
        let size = grid.shared_stride as usize * grid.block_group_size as usize;
        let pages = size.div_ceil(size_of::<SharedPage>());
        let shared = vec![SharedPage([0; 4096]); pages];
        let mut block_group = BlockGroup { blocks, shared, ..BlockGroup::default() };
        block_group.fill(grid, false);
        block_group
    }

    /// Makes these the blocks of block group `number`, at their first instruction.
    pub fn start(&mut self, grid: &Grid<'_>, number: u64) {
        self.cluster_arrived = 0;
        self.cluster_round = 0;
        let function = &grid.code.functions[grid.function];
        for (rank, block) in self.blocks.iter_mut().enumerate() {
            block.index = grid.block_index(number, rank as u32);
            block.number = number * u64::from(grid.block_group_size) + rank as u64;
            block.live = grid.threads;
            block.barriers = Default::default();
            block.awaited = 0;
            let mut left = grid.threads;
            for warp in &mut block.warps {
                let lanes = left.min(32);
                left -= lanes;
                warp.live = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
                warp.splits.clear();
                warp.splits.push(Split {
                    pc: function.entry,
                    mask: warp.live,
                    frame: None,
                    local_base: 0,
                    state: SplitState::Ready,
                });
            }
        }
        self.fill(grid, true);
        if let Some(races) = &grid.races {
            let [x, y, _] = grid.launch.grid.map(u64::from);
            let numbers = self.blocks.iter().map(|block| {
                let [bx, by, bz] = block.index.map(u64::from);
                bx + x * (by + y * bz)
            });
            let numbers: Vec<u64> = numbers.collect();
            let warps = grid.threads.div_ceil(32) as usize;
            let shared = grid.shared_stride as usize * numbers.len();
            let shared = grid.launch.checks.uninitialized.then_some(shared);
            self.watched = Some(races.start(&numbers, warps, shared, self.watched.take()));
        }
    }

    /// Ends the launch if it was planned to fail at one of these blocks.
    pub fn fails_as_planned(&self, grid: &Grid<'_>) -> bool {
        let Some((index, code)) = grid.launch.planned_fault else {
            return false;
        };
        let fails = self.blocks.iter().any(|block| block.index == index);
        if fails {
            grid.fail(Fault::planned(grid.name(), index, code));
        }
        fails
    }

    /// Writes the initial values of the kernel's frames: those that differ between blocks, or all others.
    fn fill(&mut self, grid: &Grid<'_>, per_block: bool) {
        let slots = if per_block { &grid.block_slots } else { &grid.launch_slots };
        for (rank, block) in self.blocks.iter_mut().enumerate() {
            for slot in slots {
                let (index, number, rank) = (block.index, block.number, rank as u32);
                let value = |warp: usize, lane: usize| {
                    let (warp, lane) = (warp as u32, lane as u32);
                    grid.value(slot.constant, index, number, rank, warp, lane, 0)
                };
                let warps = block.warps.iter_mut();
                match (slot.constant.varies(), slot.constant) {
                    (Varies::Never, _) => {
                        let value = value(0, 0);
                        warps.for_each(|warp| write_uniform(&mut warp.file, slot, value));
                    }
                    (Varies::ByLane, _) => {
                        let values = from_fn(|lane| value(0, lane));
                        warps.for_each(|warp| write_slot(&mut warp.file, slot, &values));
                    }
                    (Varies::ByThread, Constant::Special(Special::Tid(axis))) => {
                        let mut threads = ThreadIndices::new(grid.launch.block);
                        for warp in warps {
                            let values = from_fn(|_| threads.next(axis));
                            write_slot(&mut warp.file, slot, &values);
                        }
                    }
                    (Varies::ByThread, _) => {
                        for (number, warp) in warps.enumerate() {
                            let values = from_fn(|lane| value(number, lane));
                            write_slot(&mut warp.file, slot, &values);
                        }
                    }
                }
            }
        }
    }
}

/// The indices of a block's threads in order, because counting is cheaper than dividing.
struct ThreadIndices {
    block: [u32; 3],
    next: [u32; 3],
}

impl ThreadIndices {
    fn new(block: [u32; 3]) -> ThreadIndices {
        ThreadIndices { block, next: [0; 3] }
    }

    /// Returns the next thread's index along `axis`.
    fn next(&mut self, axis: u8) -> u64 {
        let value = self.next.get(usize::from(axis)).copied().unwrap_or(0);
        let [x, y, z] = &mut self.next;
        *x += 1;
        if *x >= self.block[0] {
            (*x, *y) = (0, *y + 1);
        }
        if *y >= self.block[1] {
            (*y, *z) = (0, *z + 1);
        }
        u64::from(value)
    }
}

/// Writes a value that is the same for all lanes.
fn write_uniform(file: &mut [Plane], slot: &Slot, value: u64) {
    let first = slot.at as usize;
    let (low, high) = (value as u32, (value >> 32) as u32);
    match slot.words {
        0 => file[first / 32].0[first % 32] = 0u32.wrapping_sub(low & 1),
        1 => file[first / 32].0 = [low; 32],
        _ => {
            // Slots with two words per lane begin at a plane and use two.
            for plane in &mut file[first / 32..first / 32 + 2] {
                plane.0 = from_fn(|word| [low, high][word % 2]);
            }
        }
    }
}

/// Writes the values of the lanes of a warp, which are no predicates.
fn write_slot(file: &mut [Plane], slot: &Slot, values: &[u64; 32]) {
    let first = slot.at as usize;
    match slot.words {
        1 => file[first / 32].0 = from_fn(|lane| values[lane] as u32),
        _ => {
            // Slots with two words per lane begin at a plane and use two.
            for (half, plane) in file[first / 32..first / 32 + 2].iter_mut().enumerate() {
                plane.0 = from_fn(|word| (values[half * 16 + word / 2] >> (word % 2 * 32)) as u32);
            }
        }
    }
}

impl Block {
    /// Releases the splits that wait at barrier `barrier`.
    fn release(&mut self, barrier: usize) {
        let state = std::mem::take(&mut self.barriers[barrier]);
        self.awaited &= !(1 << barrier);
        for warp in &mut self.warps {
            let mut released = false;
            for split in &mut warp.splits {
                if let SplitState::Barrier { barrier: id, result } = split.state
                    && id as usize == barrier
                {
                    split.state = SplitState::Ready;
                    released = true;
                    if result != NO_RESULT {
                        let registers = match &split.frame {
                            Some(frame) => frame.registers(),
                            None => warp.file.as_mut_ptr().cast(),
                        };
                        // SAFETY: the registers are those of the split's frame, in which no instruction is running.
                        unsafe { write_result(registers, split.mask, result, &state) };
                    }
                }
            }
            if released && warp.splits.len() > 1 {
                merge_ready(&mut warp.splits);
            }
        }
    }

    /// Releases `barrier` if all threads that it waits for have arrived; returns `true` if it did.
    pub fn release_if_complete(&mut self, barrier: usize) -> bool {
        let state = self.barriers[barrier];
        let needed = if state.expected == 0 { self.live } else { state.expected };
        let complete = state.arrived > 0 && state.arrived >= needed;
        if complete {
            self.release(barrier);
        }
        complete
    }
}

/// Packs a reduction's destination, for [`SplitState::Barrier`].
pub fn pack_result(at: u32, reduction: BarrierReduction) -> u32 {
    at << 2 | reduction as u32
}

/// Writes the result of a barrier's reduction for the lanes of `mask`.
///
/// # Safety
/// `registers` are those of the frame of the instruction with this result, and no other code uses them.
unsafe fn write_result(registers: *mut u32, mask: u32, packed: u32, barrier: &Barrier) {
    // SAFETY: the decoder allocates positions within the frame.
    let place = unsafe { registers.add((packed >> 2) as usize) };
    let truth = match packed & 3 {
        0 => {
            for lane in Bits(mask) {
                // SAFETY: the result is a plane of 32 words.
                unsafe { place.add(lane).write(barrier.votes) };
            }
            return;
        }
        1 => barrier.votes == barrier.voters,
        _ => barrier.votes > 0,
    };
    // SAFETY: the result is a predicate, a word of the frame.
    let word = unsafe { &mut *place };
    *word = if truth { *word | mask } else { *word & !mask };
}

/// Merges ready splits at the same instruction.
pub fn merge_ready(splits: &mut Vec<Split>) {
    let mut index = 0;
    while index < splits.len() {
        let mut other = index + 1;
        while other < splits.len() {
            let (a, b) = (&splits[index], &splits[other]);
            if a.pc == b.pc
                && a.state == SplitState::Ready
                && b.state == SplitState::Ready
                && a.same_frame(&b.frame)
            {
                let mask = b.mask;
                splits[index].mask |= mask;
                splits.swap_remove(other);
            } else {
                other += 1;
            }
        }
        index += 1;
    }
}
