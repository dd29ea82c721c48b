//! Memory that graphs allocate.

use core::ffi::c_void;
use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{AllocationKind, Owner};
use crate::state::outcome::Outcome;
use crate::state::{error::*, graph::node::Allocation, outcome::store, plain::Plain};

impl Call {
    /// Takes an address for an allocation of a graph.
    pub(in crate::calls) fn reserve_for_graph(
        &self,
        bytes: usize,
        owner: Owner,
        properties: CUmemPoolProps,
        access: Vec<Plain<CUmemAccessDesc>>,
    ) -> Result<Allocation, CUresult> {
        let memory = &self.system.memory;
        let kind = match properties.allocType {
            CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_MANAGED => AllocationKind::ManagedGraph,
            _ => AllocationKind::Graph,
        };
        let reserved = &self.system.graph_memory;
        let (address, id) = reserved.reserve(memory, bytes as u64, kind, owner)?;
        Ok(Allocation { address, id, bytes, properties: Plain(properties), access })
    }

    /// Checks an allocation for a node, and takes an address for it.
    ///
    /// # Safety
    /// It has as many descriptions of access as it says.
    pub(super) unsafe fn allocation(
        &self,
        node: &CUDA_MEM_ALLOC_NODE_PARAMS,
    ) -> Result<Allocation, CUresult> {
        use CUmemAccess_flags as F;
        use CUmemAllocationHandleType as H;
        use CUmemAllocationType as A;
        use CUmemLocationType as L;
        let properties = &node.poolProps;
        if !matches!(properties.allocType, A::CU_MEM_ALLOCATION_TYPE_PINNED | A::CU_MEM_ALLOCATION_TYPE_MANAGED)
            // A driver of CUDA 13.0 has no flag for direct access by other hardware.
            || properties.gpuDirectRDMACapable != 0
            || properties.reserved.iter().any(|byte| *byte != 0)
            || node.bytesize == 0
        {
            return Err(INVALID_VALUE);
        }
        if properties.handleTypes != H::CU_MEM_HANDLE_TYPE_NONE {
            return Err(NOT_SUPPORTED);
        }
        // SAFETY: every bit pattern of the union's first field is a valid number.
        let id = unsafe { properties.location.id.id };
        let device = match properties.location.type_ {
            L::CU_MEM_LOCATION_TYPE_DEVICE => self.device(id).map_err(|_| INVALID_VALUE)?,
            L::CU_MEM_LOCATION_TYPE_HOST | L::CU_MEM_LOCATION_TYPE_HOST_NUMA => {
                return Err(NOT_SUPPORTED);
            }
            _ => return Err(INVALID_VALUE),
        };
        if node.accessDescs.is_null() && node.accessDescCount > 0 {
            return Err(INVALID_VALUE);
        }
        let mut access = Vec::new();
        let mut devices = Vec::new();
        for place in 0..node.accessDescCount {
            // SAFETY: the caller guarantees that there are that many.
            let given = unsafe { &*node.accessDescs.add(place) };
            let with = self.device_at(&given.location).ok_or(INVALID_VALUE)?;
            if devices.contains(&with) {
                return Err(INVALID_VALUE);
            }
            if given.flags != F::CU_MEM_ACCESS_FLAGS_PROT_READWRITE {
                return Err(NOT_SUPPORTED);
            }
            devices.push(with);
            access.push(Plain(*given));
        }
        let context = self.current()?.handle;
        let owner = Owner { context, device };
        self.reserve_for_graph(node.bytesize, owner, *properties, access)
    }

    pub(crate) unsafe fn cuDeviceGetGraphMemAttribute(
        &self,
        device: CUdevice,
        attr: CUgraphMem_attribute,
        value: *mut c_void,
    ) -> Outcome {
        let device = self.device(device)?;
        let found = self.system.graph_memory.attribute(device, attr)?;
        // SAFETY: the attributes have 64 bits.
        unsafe { store(value.cast::<cuuint64_t>(), found) }
    }

    pub(crate) unsafe fn cuDeviceSetGraphMemAttribute(
        &self,
        device: CUdevice,
        attr: CUgraphMem_attribute,
        value: *mut c_void,
    ) -> Outcome {
        let device = self.device(device)?;
        // SAFETY: the attributes have 64 bits.
        match unsafe { value.cast::<cuuint64_t>().as_ref() } {
            Some(0) => self.system.graph_memory.reset(device, attr),
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuDeviceGraphMemTrim(&self, device: CUdevice) -> Outcome {
        let device = self.device(device)?;
        self.system.graph_memory.trim(&self.system.memory, device);
        Ok(())
    }
}
