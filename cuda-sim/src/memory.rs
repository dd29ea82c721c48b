//! Device memory: one arena of host memory, and the table of what lives in it.
//!
//! A device address is the host address of the same byte. What a kernel or a copy may touch is
//! decided by the table alone: the arena's pages stay readable and writable, so that an access that
//! the table forbids is a reported fault, never a crash of the process.

mod allocation;
mod arena;
mod heap;
mod mapping;
mod shared_file;
mod sharing;
mod space;
mod written;

pub(crate) use allocation::{Access, Allocation, Kind, Owner};
pub(crate) use mapping::GRANULE;
pub(crate) use shared_file::{Identity, SharedFile};
pub(crate) use space::Memory;
