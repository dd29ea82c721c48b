//! Copies of rows and slices, between memory and arrays; batches of copies; copies between contexts.

mod batch;
#[cfg(feature = "graph")]
pub(crate) mod graph_copy;
mod out_of_bounds;
mod peer;
mod pitched;
mod region;
mod side;

pub use crate::generated::enums::{Memcpy3DOperandType, MemcpySrcAccessOrder};
pub use batch::{CopyAttributes, CopyBatch, CopyFlags, RegionBatch};
pub use out_of_bounds::RegionOutOfBounds;
#[cfg(feature = "array")]
pub(crate) use side::Side;
pub use side::{CopySource, CopyTarget, HostRegion, HostRegionMut};
