//! A thread, as the detector distinguishes it.

/// A thread: the number of its block, modulo 2²⁰, its warp and its lane.
///
/// Each warp of a block has two more numbers, for what its threads let others do for them: [`ASYNC_READS`] and
/// [`ASYNC_WRITES`] above its own. For copies that barriers count, which one thread starts, the lane is the barrier's number
/// modulo 32: a wait for one barrier doesn't acquire copies that another counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thread(pub u32);

/// What is added to a warp's number for the reads of its asynchronous copies.
pub const ASYNC_READS: u32 = 32;
/// What is added to a warp's number for the writes of its asynchronous copies.
pub const ASYNC_WRITES: u32 = 64;

/// The number of blocks that can be told apart.
pub const BLOCKS: u64 = 1 << 20;

impl Thread {
    pub fn new(block: u32, warp: u32, lane: u32) -> Thread {
        Thread(block << 12 | warp << 5 | lane)
    }

    pub fn block(self) -> u32 {
        self.0 >> 12
    }

    pub fn warp(self) -> u32 {
        self.0 >> 5 & 0x7f
    }

    pub fn lane(self) -> u32 {
        self.0 & 31
    }

    /// Returns `true` for what a copy does.
    pub fn is_async(self) -> bool {
        self.0 & 0xc00 != 0
    }

    /// The same of another lane.
    pub fn with_lane(self, lane: u32) -> Thread {
        Thread(self.0 & !31 | lane & 31)
    }

    /// Returns the thread that started the copy, but for its lane if a barrier counts it.
    pub fn issuer(self) -> Thread {
        Thread(self.0 & !0xc00)
    }
}
