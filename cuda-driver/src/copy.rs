//! Copies of rows and slices, between memory and arrays.

mod batch;
mod out_of_bounds;
mod region;
mod side;

pub use batch::{CopyAttributes, CopyBatch, CopyFlags, RegionBatch};
pub use out_of_bounds::RegionOutOfBounds;
pub use side::{CopySource, CopyTarget, Extent, HostRegion, HostRegionMut, Offset};
