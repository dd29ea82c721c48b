//! What an instruction sees: the registers and the mask of the warp that runs, and its surroundings.

use super::block_group::BlockGroup;
use super::code::Code;
use super::fault_kind::FaultKind;
use super::grid::Grid;
use super::lane::Word;
use super::ops::Level;
use super::space::{Recent, Site};
use super::split::Frame;
use super::worker_pool::WorkerPool;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;

/// Where execution goes on: an instruction's index, or one of those below.
pub type Next = u32;
/// With the instruction that follows.
pub const CONTINUE: Next = u32::MAX;
/// With the instruction behind that: the one that follows has been done as well.
pub const SKIP: Next = u32::MAX - 2;
/// The warp stops here; [`Core::stop`] says why.
pub const STOP: Next = u32::MAX - 1;

/// The reason why the split that ran stopped.
#[derive(Debug)]
pub enum Stop {
    /// All its lanes have exited.
    Exit,
    /// It gives way to a split that is behind, or has used up its slice; it goes on at this instruction.
    Yield(u32),
    /// It looked in vain for something that others are still to do; it goes on at `next` when they have had their
    /// turn. To look once more, and do no more, costs up to `look` instructions.
    GivesWay { next: u32, look: u32 },
    /// It waits for barrier `barrier` of its block and then goes on at `next`.
    Barrier {
        barrier: u16,
        next: u32,
        result: u32,
    },
    /// It waits for the cluster's barrier and then goes on at `next`.
    Cluster { next: u32 },
    /// It waits until the lanes of `members` are at this instruction, too.
    Gather { members: u32 },
    /// Something is wrong.
    FaultKind(Box<FaultKind>),
}

/// One lane a word: zero, or all ones where the lane is active.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Lanes(pub [u32; 32]);

/// `Lanes` of a mask.
#[inline(always)]
pub fn expand(mask: u32) -> Lanes {
    // Compared with bits that are constants it becomes vector instructions, on every CPU.
    Lanes(std::array::from_fn(|lane| {
        let bit = 1u32 << lane;
        0u32.wrapping_sub(u32::from(mask & bit == bit))
    }))
}

/// The state of one worker while it runs a warp.
///
/// The fields stand as they are written here: where `mask` and `local_base` were neighbours, a split's end read both at
/// once, and waited until both had been written.
#[repr(C)]
pub struct Core<'l> {
    /// Registers of the frame that runs.
    pub regs: *mut u32,
    /// Active lanes.
    pub mask: u32,
    /// The same, a word a lane.
    pub lanes: Lanes,
    /// First instruction that another split of the warp waits at: when it is reached, splits merge.
    pub limit: u32,
    /// The instruction that the split went on at when it was taken.
    pub began: u32,
    /// What was left of the slice then.
    pub began_slice: i64,
    /// Lanes of which a split must have one to go on before others.
    pub turn: u32,
    /// What is left of the slice.
    pub slice: i64,
    /// How long it was.
    pub slice_length: i64,
    /// What was used of slices and isn't booked yet.
    pub spent: u64,
    /// Was a slice used up in this round over the block group's warps?
    pub tired: bool,
    /// Did a split of the block group in this round do more than look in vain whether memory has changed?
    pub advanced: bool,
    /// The reason why execution stopped.
    pub stop: Stop,
    /// The call that the split is in; `None` in the kernel itself.
    pub frame: Option<Rc<Frame>>,
    /// For each function frames that calls have left, for the next call.
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
    /// Bytes of it.
    pub shared_size: u32,
    /// For each memory instruction the allocation that it found last.
    pub sites: Vec<Site>,
    /// Which of them have found one since all were forgotten.
    pub known_sites: Vec<u32>,
    /// Allocations that were found last, for instructions that access several of them.
    pub recent: Recent,
    /// A number that [`Core::sites`] and [`Core::recent`] are right for.
    pub generation: u64,
    /// What `%globaltimer` was last, and the CPU's counter then.
    pub timer: (u64, u64),
    /// What the CPU can do.
    pub level: Level,
    /// A word that fences write.
    pub fenced: AtomicU32,
    /// Others that may be called to help.
    pub worker_pool: Option<&'l WorkerPool<'l>>,
}

impl Core<'_> {
    /// Eight lanes of the plane at `at`.
    #[inline(always)]
    pub fn load<W: Word>(&self, at: u32, chunk: usize) -> [W; 8] {
        debug_assert!(chunk < 4);
        // SAFETY: the decoder gives out plane offsets within the frame, of which `regs` points to the first;
        // a plane has 4 chunks of 8 words, and frames are 128-byte aligned.
        unsafe {
            self.regs
                .add(at as usize)
                .cast::<[W; 8]>()
                .add(chunk)
                .read()
        }
    }

    /// Writes eight lanes of the plane at `at`.
    #[inline(always)]
    pub fn store<W: Word>(&mut self, at: u32, chunk: usize, value: [W; 8]) {
        debug_assert!(chunk < 4);
        // SAFETY: as in `load`; no reference into a frame exists while an instruction runs.
        unsafe {
            self.regs
                .add(at as usize)
                .cast::<[W; 8]>()
                .add(chunk)
                .write(value)
        }
    }

    /// Returns the mask's words for eight lanes.
    #[inline(always)]
    pub fn lanes8(&self, chunk: usize) -> [u32; 8] {
        std::array::from_fn(|lane| self.lanes.0[(chunk & 3) * 8 + lane])
    }

    /// Writes eight lanes where the mask has them.
    #[inline(always)]
    pub fn merge<W: Word>(&mut self, at: u32, chunk: usize, value: [W; 8]) {
        let old = self.load::<W>(at, chunk);
        let lanes = self.lanes8(chunk);
        self.store(
            at,
            chunk,
            std::array::from_fn::<W, 8, _>(|lane| value[lane].blend(old[lane], lanes[lane])),
        );
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
        unsafe {
            self.regs
                .add(at as usize)
                .cast::<W>()
                .add(lane & 31)
                .write(value)
        }
    }

    /// A whole plane.
    #[inline(always)]
    pub fn plane<W: Word>(&self, at: u32) -> [W; 32] {
        // SAFETY: as in `load`.
        unsafe { self.regs.add(at as usize).cast::<[W; 32]>().read() }
    }

    /// Writes a whole plane where the mask has it.
    #[inline(always)]
    pub fn merge_plane<W: Word>(&mut self, at: u32, value: &[W; 32]) {
        for chunk in 0..4 {
            self.merge::<W>(
                at,
                chunk,
                std::array::from_fn(|lane| value[chunk * 8 + lane]),
            );
        }
    }

    /// Returns the mask that the predicate at `at` is.
    #[inline(always)]
    pub fn pred(&self, at: u32) -> u32 {
        // SAFETY: the decoder gives out words within the frame.
        unsafe { self.regs.add(at as usize).read() }
    }

    /// Writes the active lanes of a predicate.
    #[inline(always)]
    pub fn set_pred(&mut self, at: u32, bits: u32) {
        let value = self.pred(at) & !self.mask | bits & self.mask;
        // SAFETY: the decoder gives out words within the frame.
        unsafe { self.regs.add(at as usize).write(value) }
    }

    /// Writes a predicate for all lanes.
    #[inline(always)]
    pub fn put_word(&mut self, at: u32, bits: u32) {
        // SAFETY: the decoder gives out words within the frame.
        unsafe { self.regs.add(at as usize).write(bits) }
    }

    /// Makes `mask` the active lanes.
    #[inline(always)]
    pub fn set_mask(&mut self, mask: u32) {
        if mask != self.mask {
            self.mask = mask;
            self.lanes = expand(mask);
        }
    }

    /// Returns the active lanes' numbers.
    #[inline(always)]
    pub fn active(&self) -> Bits {
        Bits(self.mask)
    }

    /// Stops with a kind of fault.
    #[cold]
    pub fn fault_kind(&mut self, fault_kind: FaultKind) -> Next {
        self.stop = Stop::FaultKind(Box::new(fault_kind));
        STOP
    }

    /// Runs from `pc` until the split stops; answers where it was.
    pub fn execute(&mut self, mut pc: u32) -> u32 {
        let code: &Code = self.code;
        while let Some(following) = code.insts.get(pc as usize..) {
            let mut jump = None;
            let mut following = following.iter();
            while let Some(inst) = following.next() {
                // SAFETY: handlers need the CPU features that the decoder found before it chose them, and
                // the instruction belongs to the frame that runs.
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

/// The numbers of the bits that are set, lowest first.
#[derive(Clone, Copy)]
pub struct Bits(pub u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(lane as usize)
    }
}
