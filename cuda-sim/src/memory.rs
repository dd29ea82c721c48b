//! Device memory: an arena of host memory, and the table of its allocations.
//!
//! A device address is the host address of the same byte. Only the table decides what a kernel or a copy may access:
//! the arena's pages stay readable and writable, so that an access that the table forbids is a reported fault, never a
//! crash of the process.

mod allocation;
mod arena;
mod export;
mod heap;
mod kernel_heap;
mod mapping;
mod registered;
mod shared_file;
mod sharing;
mod space;
mod write_tracker;

pub(crate) use allocation::{Access, Allocation, AllocationKind, Owner};
pub(crate) use mapping::GRANULE;
pub(crate) use registered::refusal;
pub(crate) use shared_file::{Identity, SharedFile, close_of_program};
pub(crate) use space::Memory;
