//! The state of a launch: its grid, its blocks with their warps, and the worker that runs one of them.

pub mod allocations;
#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod block_group;
pub mod chooser;
pub mod core;
pub mod fault;
pub mod grid;
pub mod interleaving;
pub mod launch;
pub mod order;
pub mod space;
pub mod split;
pub mod switches;
pub mod worker_pool;
