//! The state that instructions access: the registers and the mask of the running warp, its block and its launch.

use crate::code::counts::Tallies;
use crate::code::level::Level;
use crate::code::{Code, Inst};
use crate::device::DeviceMemory;
use crate::device::fault_kind::FaultKind;
use crate::numbers::lane::{Bits, Word, from_fn};
use crate::races::state::RaceState;
use crate::state::allocations::{AllocationCache, Site};
#[cfg(target_arch = "x86_64")]
use crate::state::avx2;
use crate::state::block_group::BlockGroup;
use crate::state::chooser::Chooser;
use crate::state::grid::Grid;
use crate::state::launch::Output;
use crate::state::split::Frame;
use crate::state::worker_pool::WorkerPool;
use parking_lot::MutexGuard;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;

/// Where execution continues: an instruction's index, or one of the values below.
pub type Next = u32;
/// At the next instruction.
pub const CONTINUE: Next = u32::MAX;
/// At the instruction after the next one, which has also been executed.
pub const SKIP: Next = u32::MAX - 2;
/// The warp stops here, for the reason in [`Core::stop`].
pub const STOP: Next = u32::MAX - 1;

/// The reason why the current split stopped.
#[derive(Debug)]
pub enum Stop {
    /// All its lanes have exited.
    Exit,
    /// It has used up its slice, and continues at this instruction.
    Yield(u32),
    /// It was put back among the splits; no other may run now, or the slice is used up.
    Parked,
    /// Something else goes on before it executes this instruction.
    Switch,
    /// It polled without success, and continues at `next` once other splits and warps have had their turn. Polling once
    /// more, without doing anything else, costs up to `cost` instructions.
    Polled { next: u32, cost: u32 },
    /// It waits for barrier `barrier` of its block, and then continues at `next`.
    Barrier { barrier: u16, next: u32, result: u32 },
    /// It waits for the cluster barrier, and then continues at `next`.
    Cluster { next: u32 },
    /// It waits until the lanes of `members` are at this instruction, too.
    Gather { members: u32 },
    /// It waits until all lanes of the warp are at this instruction.
    WholeWarp,
    /// It caused a fault.
    FaultKind(Box<FaultKind>),
}

/// One word per lane: zero, or all ones for an active lane.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Lanes(pub [u32; 32]);

/// Expands a mask to `Lanes`.
#[inline(always)]
pub fn expand(mask: u32) -> Lanes {
    // Comparing with constant bits becomes vector instructions on every CPU.
    Lanes(from_fn(|lane| {
        let bit = 1u32 << lane;
        0u32.wrapping_sub(u32::from(mask & bit == bit))
    }))
}

/// The state of one worker while it runs a warp.
///
/// The order of the fields matters: when `mask` and `local_base` were adjacent, the end of a split read both at once,
/// which stalled until both had been written.
#[repr(C)]
pub struct Core<'l> {
    /// Registers of the current frame.
    pub regs: *mut u32,
    /// Active lanes.
    pub mask: u32,
    /// The same, as one word per lane.
    pub lanes: Lanes,
    /// First instruction that another split of the warp waits at: when it is reached, splits merge.
    pub limit: u32,
    /// The instruction at which the split continued when it was scheduled.
    pub began: u32,
    /// The rest of the slice at that time.
    pub began_slice: i64,
    /// Lanes that have priority: a split must have one of them to run.
    pub turn: u32,
    /// The rest of the slice.
    pub slice: i64,
    /// The length of the slice.
    pub slice_length: i64,
    /// Executed instructions that haven't been added to the launch's count yet.
    pub spent: u64,
    /// How often instructions were counted.
    pub counts: u32,
    /// Whether a slice was used up in this round over the block group's warps.
    pub slice_used_up: bool,
    /// Whether a split of the block group made progress in this round rather than only polled.
    pub advanced: bool,
    /// The reason why execution stopped.
    pub stop: Stop,
    /// The call that the split is in; `None` in the kernel itself.
    pub frame: Option<Rc<Frame>>,
    /// For each function, finished frames to be reused by the next call.
    pub spare: Vec<Vec<Rc<Frame>>>,
    /// Where the frame's local variables begin, in bytes.
    pub local_base: u32,
    /// The launch.
    pub grid: &'l Grid<'l>,
    /// The program.
    pub code: &'l Code,
    /// Blocks that run together: one, or those of a cluster.
    pub block_group: BlockGroup,
    /// Index of the block in the block group.
    pub block: usize,
    /// Index of the warp in the block.
    pub warp: usize,
    /// Shared memory of the block.
    pub shared: *mut u8,
    /// Its size in bytes.
    pub shared_size: u32,
    /// For each memory instruction, the allocation that it accessed last.
    pub sites: Vec<Site>,
    /// Sites with an allocation, since all were reset.
    pub known_sites: Vec<u32>,
    /// Recently accessed allocations, for instructions that access several of them.
    pub recent: AllocationCache,
    /// The generation for which [`Core::sites`] and [`Core::recent`] are valid.
    pub generation: u64,
    /// The last value of `%globaltimer`, and the CPU's counter at that time.
    pub timer: (u64, u64),
    /// The CPU's features.
    pub level: Level,
    /// The instruction that is being executed, if some accesses are only reported, and those that were.
    pub executing: u32,
    /// Instructions with an access that was reported.
    pub reported: RefCell<BTreeSet<u32>>,
    /// What was counted.
    pub counted: Tallies,
    /// A word that fences write.
    pub fenced: AtomicU32,
    /// What chooses which threads go on, if their accesses are interleaved.
    pub chooser: Option<Box<Chooser>>,
    /// The pool whose helpers this worker may wake.
    pub worker_pool: Option<&'l WorkerPool<'l>>,
    /// The detector's state, which it keeps locked from one instruction that tells the detector something to the next one, but not
    /// beyond a slice, nor while it asks the host.
    pub watching: Cell<Option<MutexGuard<'l, RaceState>>>,
}

impl<'l> Core<'l> {
    /// Device memory. Who holds one of its locks may wait for the detector's state, which the worker gives back first.
    pub fn memory(&self) -> &'l dyn DeviceMemory {
        self.watching.take();
        self.grid.host.memory
    }

    /// The destination of `printf`, likewise.
    pub fn output(&self) -> &'l dyn Output {
        self.watching.take();
        self.grid.host.output
    }

    /// Eight lanes of the plane at `at`.
    #[inline(always)]
    pub fn load<W: Word>(&self, at: u32, chunk: usize) -> [W; 8] {
        debug_assert!(chunk < 4);
        // SAFETY: the decoder allocates planes within the frame whose start `regs` points to; a plane has 4 chunks of 8
        // words, and frames are 128-byte aligned.
        unsafe { self.regs.add(at as usize).cast::<[W; 8]>().add(chunk).read() }
    }

    /// Writes eight lanes of the plane at `at`.
    #[inline(always)]
    pub fn store<W: Word>(&mut self, at: u32, chunk: usize, value: [W; 8]) {
        debug_assert!(chunk < 4);
        #[cfg(target_arch = "x86_64")]
        if self.level == Level::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::store_eight(self, at, chunk, value) };
        }
        // SAFETY: as in `load`; no reference into a frame exists while an instruction runs.
        unsafe { self.regs.add(at as usize).cast::<[W; 8]>().add(chunk).write(value) }
    }

    /// Returns the mask's words for eight lanes.
    #[inline(always)]
    pub fn lanes8(&self, chunk: usize) -> [u32; 8] {
        from_fn(|lane| self.lanes.0[(chunk & 3) * 8 + lane])
    }

    /// Writes those of eight lanes that are active.
    #[inline(always)]
    pub fn merge<W: Word>(&mut self, at: u32, chunk: usize, value: [W; 8]) {
        #[cfg(target_arch = "x86_64")]
        if self.level == Level::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::merge_eight(self, at, chunk, value) };
        }
        let old = self.load::<W>(at, chunk);
        let lanes = self.lanes8(chunk);
        self.store(at, chunk, from_fn::<W, 8>(|lane| value[lane].blend(old[lane], lanes[lane])));
    }

    /// One lane of a plane.
    #[inline(always)]
    pub fn lane<W: Word>(&self, at: u32, lane: usize) -> W {
        debug_assert!(lane < 32);
        // SAFETY: as in `load`; a plane has 32 lanes.
        unsafe { self.regs.add(at as usize).cast::<W>().add(lane & 31).read() }
    }

    /// Writes one lane of a plane.
    #[inline(always)]
    pub fn set_lane<W: Word>(&mut self, at: u32, lane: usize, value: W) {
        debug_assert!(lane < 32);
        // SAFETY: as in `store`; a plane has 32 lanes.
        unsafe { self.regs.add(at as usize).cast::<W>().add(lane & 31).write(value) }
    }

    /// A whole plane.
    #[inline(always)]
    pub fn plane<W: Word>(&self, at: u32) -> [W; 32] {
        // SAFETY: as in `load`.
        unsafe { self.regs.add(at as usize).cast::<[W; 32]>().read() }
    }

    /// A whole plane, where it is.
    #[inline(always)]
    pub fn lanes<W: Word>(&self, at: u32) -> &[W; 32] {
        // SAFETY: as in `load`; who writes a plane has `&mut self`.
        unsafe { &*self.regs.add(at as usize).cast::<[W; 32]>() }
    }

    /// Writes the active lanes of a plane.
    #[inline(always)]
    pub fn merge_plane<W: Word>(&mut self, at: u32, value: &[W; 32]) {
        for chunk in 0..4 {
            self.merge::<W>(at, chunk, from_fn(|lane| value[chunk * 8 + lane]));
        }
    }

    /// Returns the mask that the predicate at `at` holds.
    #[inline(always)]
    pub fn pred(&self, at: u32) -> u32 {
        // SAFETY: the decoder allocates words within the frame.
        unsafe { self.regs.add(at as usize).read() }
    }

    /// Writes the active lanes of a predicate.
    #[inline(always)]
    pub fn set_pred(&mut self, at: u32, bits: u32) {
        let value = self.pred(at) & !self.mask | bits & self.mask;
        // SAFETY: the decoder allocates words within the frame.
        unsafe { self.regs.add(at as usize).write(value) }
    }

    /// Writes a predicate for all lanes.
    #[inline(always)]
    pub fn put_word(&mut self, at: u32, bits: u32) {
        // SAFETY: the decoder allocates words within the frame.
        unsafe { self.regs.add(at as usize).write(bits) }
    }

    /// Makes `mask` the active lanes.
    #[inline(always)]
    pub fn set_mask(&mut self, mask: u32) {
        if mask != self.mask {
            self.mask = mask;
            #[cfg(target_arch = "x86_64")]
            if self.level == Level::Avx2 {
                // SAFETY: the CPU has AVX2.
                return unsafe { avx2::expand(mask, &mut self.lanes) };
            }
            self.lanes = expand(mask);
        }
    }

    /// Returns the active lanes' numbers.
    #[inline(always)]
    pub fn active(&self) -> Bits {
        Bits(self.mask)
    }

    /// Returns the first active lane, for faults of all lanes.
    #[inline(always)]
    pub fn first_lane(&self) -> u32 {
        Bits(self.mask).next().unwrap_or(0) as u32
    }

    /// Stops with a fault.
    #[cold]
    pub fn fault_kind(&mut self, fault_kind: FaultKind) -> Next {
        self.stop = Stop::FaultKind(Box::new(fault_kind));
        STOP
    }

    /// Runs from `pc` until the split stops, and returns where it stopped.
    pub fn execute(&mut self, pc: u32) -> u32 {
        if self.grid.is_tolerant {
            self.execute_with(pc, |core, inst| core.executing = core.code.index_of(inst))
        } else {
            self.execute_with(pc, |_, _| ())
        }
    }

    /// Executes, and calls `before` before each instruction.
    #[inline(always)]
    fn execute_with(&mut self, mut pc: u32, before: impl Fn(&mut Self, &Inst)) -> u32 {
        let code: &Code = self.code;
        while let Some(following) = code.insts.get(pc as usize..) {
            let mut jump = None;
            let mut following = following.iter();
            while let Some(inst) = following.next() {
                before(self, inst);
                // SAFETY: the decoder chose handlers for the CPU features that it detected, and the instruction belongs
                // to the current frame.
                let next = unsafe { (inst.run)(self, inst) };
                if next == CONTINUE {
                    continue;
                }
                if next == SKIP {
                    following.next();
                    continue;
                }
                if next == STOP {
                    return code.index_of(inst);
                }
                jump = Some(next);
                break;
            }
            match jump {
                Some(target) => pc = target,
                None => {
                    pc = code.insts.len() as u32;
                    break;
                }
            }
        }
        self.stop = Stop::FaultKind(Box::new(FaultKind::WildJump));
        pc
    }
}
