//! Copies of rows and slices, between memory and arrays.

mod batch;
mod region;
mod side;

pub use batch::{CopyAttributes, CopyBatch, CopyFlags, RegionBatch};
pub use side::{
    CopySource, CopyTarget, Extent, HostRegion, HostRegionMut, Offset, RegionOutOfBounds,
};
