//! Copies of rows and slices, between memory and arrays; batches of copies; copies between contexts.

mod batch;
#[cfg(feature = "graph")]
pub(crate) mod graph_copy;
mod peer;
mod pitched;
mod region;
mod side;

pub use crate::error::copy::RegionOutOfBounds;
pub use crate::generated::enums::{Memcpy3DOperandType, MemcpySrcAccessOrder};
pub use batch::{CopyAttributes, CopyBatch, CopyFlags, RegionBatch};
#[cfg(feature = "array")]
pub(crate) use side::CopySide;
pub use side::{CopySource, CopyTarget, HostRegion, HostRegionMut};
