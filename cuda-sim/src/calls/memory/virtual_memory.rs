//! Reserved addresses, and mapped memory.

use core::ffi::{c_int, c_ulonglong, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{Access, GRANULE, SharedFile};
use crate::state::outcome::{In, Out, Outcome};
use crate::state::{
    error::*, location::Location, outcome::store, trace::Trace, virtual_memory::Properties,
};

/// The handle types of this device: none if memory can't be shared.
const HANDLE_TYPES: u32 = if cfg!(target_os = "linux") {
    CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.0
} else {
    0
};

/// The handle types of Windows.
const WINDOWS_HANDLE_TYPES: u32 = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_WIN32.0
    | CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_WIN32_KMT.0;

impl Call {
    /// Reads the requested properties of memory; an error if the device doesn't support them.
    fn properties(&self, properties: In<CUmemAllocationProp>) -> Result<Properties, CUresult> {
        let requested = properties.read()?;
        // As on an H200, host memory is that of its NUMA node.
        let location = match self.location(&requested.location)? {
            Location::Host => Location::HostNuma(0),
            location => location,
        };
        let (flags, handle_types) = (requested.allocFlags, requested.requestedHandleTypes.0);
        if requested.type_ != CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED
            || flags.compressionType > 1
            || flags.reserved != [0; 4]
            || !requested.win32HandleMetaData.is_null()
            || handle_types & WINDOWS_HANDLE_TYPES != 0
        {
            return Err(INVALID_VALUE);
        }
        if handle_types & CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC.0 != 0 {
            return Err(NOT_PERMITTED);
        }
        if HANDLE_TYPES == 0 {
            return Err(NOT_SUPPORTED);
        }
        Ok(Properties {
            location,
            handle_types: handle_types & HANDLE_TYPES,
            compression: 0,
            rdma: requested.allocFlags.gpuDirectRDMACapable,
            usage: requested.allocFlags.usage,
        })
    }

    pub(crate) fn cuMemGetAllocationGranularity(
        &self,
        granularity: Out<usize>,
        prop: In<CUmemAllocationProp>,
        option: CUmemAllocationGranularity_flags,
    ) -> Outcome {
        use CUmemAllocationGranularity_flags as G;
        // The granularity is the same for all memory, even for unsupported kinds.
        if prop.is_null() {
            return Err(INVALID_VALUE);
        }
        match option {
            G::CU_MEM_ALLOC_GRANULARITY_MINIMUM | G::CU_MEM_ALLOC_GRANULARITY_RECOMMENDED => {
                granularity.store(GRANULE as usize)
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuMemAddressReserve(
        &self,
        ptr: Out<CUdeviceptr>,
        size: usize,
        alignment: usize,
        addr: CUdeviceptr,
        flags: c_ulonglong,
    ) -> Outcome {
        // The requested address is a hint.
        if ptr.is_null() || flags != 0 || !addr.is_multiple_of(GRANULE) {
            return Err(INVALID_VALUE);
        }
        let system = self.system;
        let start =
            system.virtual_memory.reserve(&system.memory, size as u64, alignment as u64, addr)?;
        ptr.store(start)
    }

    pub(crate) fn cuMemAddressFree(&self, ptr: CUdeviceptr, size: usize) -> Outcome {
        let system = self.system;
        system.virtual_memory.free(&system.memory, ptr, size as u64)
    }

    pub(crate) fn cuMemCreate(
        &self,
        handle: Out<CUmemGenericAllocationHandle>,
        size: usize,
        prop: In<CUmemAllocationProp>,
        flags: c_ulonglong,
    ) -> Outcome {
        if handle.is_null() || flags != 0 || size == 0 || !(size as u64).is_multiple_of(GRANULE) {
            return Err(INVALID_VALUE);
        }
        let system = self.system;
        let properties = self.properties(prop)?;
        let created = system.virtual_memory.create(&system.memory, size as u64, properties)?;
        handle.store(created)
    }

    pub(crate) fn cuMemRelease(&self, handle: CUmemGenericAllocationHandle) -> Outcome {
        let system = self.system;
        system.virtual_memory.release(&system.memory, handle)
    }

    pub(crate) fn cuMemRetainAllocationHandle(
        &self,
        handle: Out<CUmemGenericAllocationHandle>,
        addr: *mut c_void,
    ) -> Outcome {
        handle.not_null()?;
        handle.store(self.system.virtual_memory.retain(addr as u64)?)
    }

    pub(crate) fn cuMemGetAllocationPropertiesFromHandle(
        &self,
        prop: Out<CUmemAllocationProp>,
        handle: CUmemGenericAllocationHandle,
    ) -> Outcome {
        prop.not_null()?;
        let memory_properties = self.system.virtual_memory.properties(handle)?;
        let mut properties = CUmemAllocationProp {
            type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            requestedHandleTypes: CUmemAllocationHandleType(memory_properties.handle_types),
            ..CUmemAllocationProp::default()
        };
        properties.location = memory_properties.location.as_raw();
        properties.allocFlags.compressionType = memory_properties.compression;
        properties.allocFlags.gpuDirectRDMACapable = memory_properties.rdma;
        properties.allocFlags.usage = memory_properties.usage;
        prop.store(properties)
    }

    pub(crate) fn cuMemMap(
        &self,
        ptr: CUdeviceptr,
        size: usize,
        offset: usize,
        handle: CUmemGenericAllocationHandle,
        flags: c_ulonglong,
    ) -> Outcome {
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        let system = self.system;
        system.virtual_memory.map(&system.memory, ptr, size as u64, offset as u64, handle)
    }

    // Doesn't wait for work that uses the memory; running work may access other memory, or fault.
    pub(crate) fn cuMemUnmap(&self, ptr: CUdeviceptr, size: usize) -> Outcome {
        let system = self.system;
        let tell = |start, bytes| Trace::unmap(system, start, bytes);
        system.virtual_memory.unmap(&system.memory, ptr, size as u64, tell)
    }

    pub(crate) unsafe fn cuMemSetAccess(
        &self,
        ptr: CUdeviceptr,
        size: usize,
        desc: *const CUmemAccessDesc,
        count: usize,
    ) -> Outcome {
        if desc.is_null() || count == 0 {
            return Err(INVALID_VALUE);
        }
        let mut access = Vec::with_capacity(count.min(64));
        for i in 0..count {
            // SAFETY: the program's array has `count` elements.
            let requested = unsafe { &*desc.add(i) };
            let location = self.location(&requested.location).map_err(|_| INVALID_VALUE)?;
            access.push((location, self.access_of(requested.flags)?));
        }
        let system = self.system;
        system.virtual_memory.set_access(&system.memory, ptr, size as u64, &access)
    }

    fn access_of(&self, flags: CUmemAccess_flags) -> Result<Access, CUresult> {
        use CUmemAccess_flags as F;
        match flags {
            F::CU_MEM_ACCESS_FLAGS_PROT_NONE => Ok(Access::None),
            F::CU_MEM_ACCESS_FLAGS_PROT_READ => Ok(Access::Read),
            F::CU_MEM_ACCESS_FLAGS_PROT_READWRITE => Ok(Access::ReadWrite),
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuMemGetAccess(
        &self,
        flags: Out<c_ulonglong>,
        location: In<CUmemLocation>,
        ptr: CUdeviceptr,
    ) -> Outcome {
        flags.not_null()?;
        let location = self.location(&location.read()?).map_err(|_| INVALID_DEVICE)?;
        flags.store(0)?;
        if self.system.memory.containing(ptr).is_none() {
            return Err(INVALID_VALUE);
        }
        // Memory that isn't mapped has no access flags.
        let access = self.system.virtual_memory.access(ptr, location);
        let answer = match access.unwrap_or(Access::None) {
            Access::None => CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE,
            Access::Read => CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READ,
            Access::ReadWrite => CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        flags.store(c_ulonglong::from(answer.0))
    }

    pub(crate) unsafe fn cuMemExportToShareableHandle(
        &self,
        shareableHandle: *mut c_void,
        handle: CUmemGenericAllocationHandle,
        handleType: CUmemAllocationHandleType,
        flags: c_ulonglong,
    ) -> Outcome {
        if shareableHandle.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        let memory_properties = self.system.virtual_memory.properties(handle)?;
        let is_right = handleType
            == CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
            && memory_properties.handle_types & handleType.0 != 0;
        if !is_right {
            return Err(INVALID_VALUE);
        }
        let file = self.system.virtual_memory.file(handle)?;
        let descriptor = new_descriptor(&file)?;
        // SAFETY: the handle of this type is a descriptor.
        unsafe { store(shareableHandle.cast::<c_int>(), descriptor) }
    }

    pub(crate) fn cuMemImportFromShareableHandle(
        &self,
        handle: Out<CUmemGenericAllocationHandle>,
        osHandle: *mut c_void,
        shHandleType: CUmemAllocationHandleType,
    ) -> Outcome {
        let descriptor = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        if shHandleType == CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC
            && !handle.is_null()
            && !osHandle.is_null()
        {
            return Err(NOT_SUPPORTED);
        }
        if handle.is_null() || shHandleType != descriptor {
            return Err(INVALID_VALUE);
        }
        let file = SharedFile::open(0, osHandle as usize as c_int).map_err(|_| UNKNOWN)?;
        let properties = Properties {
            location: Location::Device(0),
            handle_types: 0,
            compression: 0,
            rdma: 0,
            usage: 0,
        };
        handle.store(self.system.virtual_memory.import(file, properties)?)
    }
}

/// Returns a new descriptor of a file, which the program must close.
#[cfg(target_os = "linux")]
fn new_descriptor(file: &SharedFile) -> Result<c_int, CUresult> {
    use std::os::fd::IntoRawFd;
    let descriptor = file.another_descriptor().map_err(|_| OUT_OF_MEMORY)?;
    Ok(descriptor.into_raw_fd())
}

#[cfg(not(target_os = "linux"))]
fn new_descriptor(_file: &SharedFile) -> Result<c_int, CUresult> {
    Err(NOT_SUPPORTED)
}
