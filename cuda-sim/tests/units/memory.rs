//! `src/memory.rs`: its modules belong together.

#[path = "../../src/memory/allocation.rs"]
mod allocation;
#[path = "../../src/memory/arena.rs"]
mod arena;
#[path = "../../src/memory/export.rs"]
mod export;
#[path = "../../src/memory/heap.rs"]
mod heap;
#[path = "../../src/memory/kernel_heap.rs"]
mod kernel_heap;
#[path = "../../src/memory/mapping.rs"]
mod mapping;
#[path = "../../src/memory/registered.rs"]
mod registered;
#[path = "../../src/memory/shared_file.rs"]
mod shared_file;
#[path = "../../src/memory/sharing.rs"]
mod sharing;
#[path = "../../src/memory/space.rs"]
mod space;
#[path = "../../src/memory/write_tracker.rs"]
mod write_tracker;

use allocation::{Access, Allocation, AllocationKind, Owner};
pub(crate) use shared_file::{Identity, SharedFile};
use space::Memory;
