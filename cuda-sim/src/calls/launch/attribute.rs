//! The values of attributes of streams, kernel nodes and launches.

use cuda_driver_sys::*;

/// The domains of memory synchronization.
const DOMAINS: u8 = 4;

/// Returns `false` for a value that an attribute of streams, kernel nodes and launches can't have.
///
/// # Safety
/// The value is that of the attribute.
pub(in crate::calls) unsafe fn has_valid_value(
    attribute: CUlaunchAttributeID,
    value: &CUlaunchAttributeValue,
) -> bool {
    use CUlaunchAttributeID as A;
    // SAFETY: the caller guarantees that these fields are the attributes' values.
    unsafe {
        match attribute {
            A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP => {
                let map = value.memSyncDomainMap;
                map.default_ < DOMAINS && map.remote < DOMAINS
            }
            A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN => value.memSyncDomain.0 <= 1,
            A::CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING => {
                value.nvlinkUtilCentricScheduling <= 1
            }
            // Unlike that of a function, it can't be -1.
            A::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => {
                value.sharedMemCarveout <= 100
            }
            _ => true,
        }
    }
}
