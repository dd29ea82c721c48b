//! Descriptions of copies that graphs make.

use cuda_driver_sys::CUDA_MEMCPY3D;

use super::region::description;
use super::side::{CopySource, CopyTarget, HostRegion, HostRegionMut};
use crate::error::Error;
use crate::memory::Extent;

macro_rules! descriptions {
    ($($name:ident: $source:ident, $target:ident;)*) => {$(
        pub(crate) fn $name<T>(
            source: $source<'_, T>,
            target: $target<'_, T>,
            extent: Extent,
        ) -> Result<CUDA_MEMCPY3D, Error> {
            let extent = extent.for_copies();
            let (from, to) = (source.locate(extent)?, target.locate(extent)?);
            Ok(description::<T>(from, to, extent))
        }
    )*};
}

descriptions! {
    on_device: CopySource, CopyTarget;
    to_device: HostRegion, CopyTarget;
    to_host: CopySource, HostRegionMut;
}
