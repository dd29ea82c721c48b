use core::ffi::c_int;

use cuda_driver_sys::{CUmemLocation, CUmemLocation_v1_id, CUmemLocationType};

/// Where memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Location {
    /// On the device of this number.
    Device(usize),
    Host,
    /// On a node of the host's memory.
    HostNuma(c_int),
    /// Of managed memory: anywhere.
    Anywhere,
}

impl Location {
    pub(super) fn device(self) -> Option<usize> {
        match self {
            Self::Device(device) => Some(device),
            _ => None,
        }
    }

    /// Returns the location as C says it.
    pub(super) fn as_raw(self) -> CUmemLocation {
        let (type_, id) = match self {
            Self::Device(device) => (
                CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
                device as c_int,
            ),
            Self::Host => (CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST, 0),
            Self::HostNuma(node) => (CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA, node),
            Self::Anywhere => (CUmemLocationType::CU_MEM_LOCATION_TYPE_NONE, 0),
        };
        CUmemLocation {
            type_,
            id: CUmemLocation_v1_id { id },
        }
    }
}
