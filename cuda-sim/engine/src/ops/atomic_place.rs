//! The memory of atomic operations.

use crate::code::Inst;
use crate::numbers::lane::Word;
use crate::ptx::StateSpace;
use crate::state::core::Core;

/// The memory of an atomic operation, together with the width of its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicPlace {
    /// Shared memory, with 32-bit addresses.
    Shared32,
    /// Shared memory, with 64-bit addresses.
    Shared64,
    /// Global memory.
    Global,
    /// Memory of any space.
    Generic,
}

impl AtomicPlace {
    /// The bits of `z` of [`Atomic`](crate::ops::Atomic) that are the place. Those above are flags.
    const BITS: u32 = 3;
    /// A flag: the instruction is also a fence.
    pub const IS_FENCE: u32 = 1 << 2;
    /// A flag: all lanes have the same address.
    pub const SAME_ADDRESS: u32 = 1 << 3;
    /// A flag: all lanes have the same operands.
    pub const SAME_OPERANDS: u32 = 1 << 4;
    /// Where the index of a [`Selected`](crate::ops::Selected) operation begins.
    const OPERATION: u32 = 5;

    /// Returns the bits of an operation's index.
    pub fn with_operation(index: u32) -> u32 {
        index << AtomicPlace::OPERATION
    }

    /// Returns the index of the operation in `z`.
    #[inline(always)]
    pub(super) fn operation(z: u32) -> u32 {
        z >> AtomicPlace::OPERATION
    }

    /// Returns the place of a space with addresses of 64 bits, if they are `wide`, or 32.
    pub fn of(space: StateSpace, wide: bool) -> Option<AtomicPlace> {
        match (space, wide) {
            (StateSpace::Shared | StateSpace::SharedCluster, true) => Some(AtomicPlace::Shared64),
            (StateSpace::Shared | StateSpace::SharedCluster, false) => Some(AtomicPlace::Shared32),
            (StateSpace::Global, true) => Some(AtomicPlace::Global),
            (StateSpace::Generic, true) => Some(AtomicPlace::Generic),
            _ => None,
        }
    }

    /// Returns the place in `z`.
    #[inline(always)]
    pub(super) fn unpack(z: u32) -> AtomicPlace {
        match z & AtomicPlace::BITS {
            0 => AtomicPlace::Shared32,
            1 => AtomicPlace::Shared64,
            2 => AtomicPlace::Global,
            _ => AtomicPlace::Generic,
        }
    }

    #[inline(always)]
    pub(super) fn is_shared(self) -> bool {
        matches!(self, AtomicPlace::Shared32 | AtomicPlace::Shared64)
    }

    /// Returns the address of a lane.
    #[inline(always)]
    pub(super) fn address(self, core: &Core<'_>, inst: &Inst, lane: usize) -> u64 {
        match self {
            AtomicPlace::Shared32 => core.lane::<u32>(inst.a, lane).plus(inst.x).wide(),
            _ => core.lane::<u64>(inst.a, lane).plus(inst.x),
        }
    }

    /// Returns `true` for a cell in global memory, whose address is the host's.
    #[inline(always)]
    pub(super) fn is_global(self, cell: *mut u8, address: u64) -> bool {
        !self.is_shared() && cell as u64 == address
    }
}
