use core::ffi::c_int;

use cuda_driver_sys::{CUmemLocation, CUmemLocation_v1_id, CUmemLocationType};

/// The location of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Location {
    /// The device with this ordinal.
    Device(usize),
    Host,
    /// A NUMA node of host memory.
    HostNuma(c_int),
    /// Anywhere, for managed memory.
    Anywhere,
}

impl Location {
    pub(crate) fn device(self) -> Option<usize> {
        match self {
            Self::Device(device) => Some(device),
            _ => None,
        }
    }

    /// Converts to the C type.
    pub(crate) fn as_raw(self) -> CUmemLocation {
        let (type_, id) = match self {
            Self::Device(device) => {
                (CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, device as c_int)
            }
            Self::Host => (CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST, 0),
            Self::HostNuma(node) => (CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA, node),
            Self::Anywhere => (CUmemLocationType::CU_MEM_LOCATION_TYPE_NONE, 0),
        };
        CUmemLocation { type_, id: CUmemLocation_v1_id { id } }
    }
}
