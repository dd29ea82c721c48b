//! Where generic addresses refer to shared and local memory, and to functions.

/// The start of the generic addresses of shared memory, where no host has memory.
pub const SHARED_WINDOW: u64 = 0x0100_0000_0000_0000;
/// The start of the generic addresses of local memory.
pub const LOCAL_WINDOW: u64 = 0x0200_0000_0000_0000;
/// The size of each window in bytes.
pub const WINDOW_SIZE: u64 = 1 << 32;
/// The number of bits of a shared address that are the offset in a block; the bits above are the block's rank in the
/// cluster plus one, or zero for the executing block.
pub const RANK_SHIFT: u32 = 24;
/// The start of the handles of functions for indirect calls.
pub const FUNCTION_HANDLES: u64 = 0x0000_00f0_0000_0000;
