//! Virtual memory: reserved addresses, physical memory, mappings of it, and memory that grows in place.

mod growing;
mod mapping;
mod multicast;
mod physical;
mod reservation;
mod resource;

pub use crate::error::virtual_memory::{Granularity, OutOfReservation};
pub use crate::generated::enums::{
    MemAllocationCompType, MemAllocationGranularity, MulticastGranularity,
};
pub use growing::GrowingBuffer;
pub use mapping::Mapping;
pub use multicast::{MulticastObject, MulticastProperties};
pub use physical::{MemoryUsage, PhysicalMemory, PhysicalProperties};
pub use reservation::Reservation;
pub use resource::VirtualMemory;
