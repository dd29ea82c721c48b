//! Descriptions of copies that graphs make.

use cuda_driver_sys::CUDA_MEMCPY3D;

use super::region::description;
use super::side::{CopySource, CopyTarget, HostRegion, HostRegionMut};
use crate::error::Error;
use crate::memory::Extent;

pub(crate) fn on_device<T>(
    source: CopySource<'_, T>,
    target: CopyTarget<'_, T>,
    extent: Extent,
) -> Result<CUDA_MEMCPY3D, Error> {
    let extent = extent.for_copies();
    Ok(description::<T>(source.locate(extent)?, target.locate(extent)?, extent))
}

pub(crate) fn to_device<T>(
    source: HostRegion<'_, T>,
    target: CopyTarget<'_, T>,
    extent: Extent,
) -> Result<CUDA_MEMCPY3D, Error> {
    let extent = extent.for_copies();
    Ok(description::<T>(source.locate(extent)?, target.locate(extent)?, extent))
}

pub(crate) fn to_host<T>(
    source: CopySource<'_, T>,
    target: HostRegionMut<'_, T>,
    extent: Extent,
) -> Result<CUDA_MEMCPY3D, Error> {
    let extent = extent.for_copies();
    Ok(description::<T>(source.locate(extent)?, target.locate(extent)?, extent))
}
