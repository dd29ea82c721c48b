//! Device and host memory.

mod batch;
pub(crate) mod copy;
mod fill;
mod managed;
mod pointer;
mod pool;
mod strided;
mod virtual_memory;

use core::ffi::{c_uint, c_ulonglong, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{Access, Allocation, AllocationKind, refusal};
use crate::state::{
    activity,
    error::*,
    outcome::{Out, Outcome},
};

/// The flags of `cuMemHostAlloc`, and below those of `cuMemHostRegister`.
const HOST_ALLOC_FLAGS: c_uint =
    CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
/// I/O memory of other devices isn't supported (`CU_MEMHOSTREGISTER_IOMEMORY`).
const REGISTER_FLAGS: c_uint =
    CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_READ_ONLY;

impl Call {
    /// Allocates in the current context.
    fn allocate(&self, bytes: usize, kind: AllocationKind) -> Result<u64, CUresult> {
        let context = self.usable_context()?;
        if bytes == 0 {
            return Err(self.system.refuse(INVALID_VALUE, "Requested 0 byte allocation"));
        }
        let memory = &self.system.memory;
        let address =
            memory.allocate(bytes as u64, 512, kind, context.owner()).ok_or(OUT_OF_MEMORY)?;
        activity::note((0, context.raw() as usize), false, kind, address, bytes as u64);
        Ok(address)
    }

    /// Waits until no submitted work can use the memory, and frees it.
    pub(in crate::calls) fn end(&self, allocation: &Allocation) -> Outcome {
        self.wait_for_uses(allocation)?;
        if self.system.end(allocation.start) {
            let Allocation { kind, start, size, context, .. } = *allocation;
            activity::note((0, context), true, kind, start, size);
            Ok(())
        } else {
            Err(INVALID_VALUE)
        }
    }

    /// Waits until no submitted work can use the memory.
    fn wait_for_uses(&self, allocation: &Allocation) -> Outcome {
        self.system.check()?;
        if let Ok(context) = self.system.contexts.get(allocation.context as CUcontext) {
            self.system.wait_for(&context);
            self.system.flush_printed();
        }
        self.system.check()
    }

    pub(crate) fn cuMemGetInfo_v2(&self, free: Out<usize>, total: Out<usize>) -> Outcome {
        let device = self.usable_context()?.device;
        self.system.end_images();
        free.store_optional(self.system.memory.free_bytes(device) as usize);
        total.store_optional(self.system.memory.total() as usize);
        Ok(())
    }

    pub(crate) fn cuMemAlloc_v2(&self, dptr: Out<CUdeviceptr>, bytesize: usize) -> Outcome {
        let current = self.current();
        if current.is_ok() || !dptr.is_null() {
            // Also where there is no context any more.
            dptr.store(0)?;
        }
        current?;
        dptr.store(self.allocate(bytesize, AllocationKind::Device)?)
    }

    pub(crate) fn cuMemAllocPitch_v2(
        &self,
        dptr: Out<CUdeviceptr>,
        pPitch: Out<usize>,
        WidthInBytes: usize,
        Height: usize,
        ElementSizeBytes: c_uint,
    ) -> Outcome {
        self.usable_context()?;
        if dptr.is_null() || pPitch.is_null() {
            return Err(INVALID_VALUE);
        }
        dptr.store(0)?;
        pPitch.store(0)?;
        if !matches!(ElementSizeBytes, 4 | 8 | 16) {
            return Err(INVALID_VALUE);
        }
        let pitch = WidthInBytes.checked_next_multiple_of(512).ok_or(INVALID_VALUE)?;
        let bytes = pitch.checked_mul(Height).ok_or(OUT_OF_MEMORY)?;
        dptr.store(self.allocate(bytes, AllocationKind::Device)?)?;
        pPitch.store(pitch)
    }

    pub(crate) fn cuMemFree_v2(&self, dptr: CUdeviceptr) -> Outcome {
        if dptr == 0 {
            return Ok(());
        }
        let allocation = self.system.memory.starting_at(dptr).ok_or(INVALID_VALUE)?;
        match allocation.kind {
            AllocationKind::Device
            | AllocationKind::Pool(_)
            | AllocationKind::HostPool(_)
            | AllocationKind::ManagedPool(_)
            | AllocationKind::External
            | AllocationKind::Managed(_) => self.end(&allocation),
            AllocationKind::Graph | AllocationKind::ManagedGraph => {
                self.wait_for_uses(&allocation)?;
                let id = self.system.graph_memory.free(&self.system.memory, dptr)?;
                self.system.reach_free_of_graph(dptr, id);
                Ok(())
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuMemGetAddressRange_v2(
        &self,
        pbase: Out<CUdeviceptr>,
        psize: Out<usize>,
        dptr: CUdeviceptr,
    ) -> Outcome {
        // A failure writes zeros.
        pbase.store_optional(0);
        psize.store_optional(0);
        self.current()?;
        let is_found =
            |allocation: &Allocation| allocation.kind != AllocationKind::Mapped(Access::None);
        let allocation = self.system.memory.containing(dptr).filter(is_found);
        let allocation = allocation.ok_or(NOT_FOUND)?;
        pbase.store_optional(allocation.start);
        psize.store_optional(allocation.size as usize);
        Ok(())
    }

    // Checks the arguments, but such handles aren't supported.
    pub(crate) unsafe fn cuMemGetHandleForAddressRange(
        &self,
        handle: *mut c_void,
        dptr: CUdeviceptr,
        size: usize,
        handleType: CUmemRangeHandleType,
        flags: c_ulonglong,
    ) -> Outcome {
        const PAGE: u64 = 4096;
        let expected = CUmemRangeHandleType::CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD;
        let size = size as u64;
        let is_page = |value: u64| value.is_multiple_of(PAGE);
        if handle.is_null() || size == 0 || handleType != expected || !is_page(dptr | size) {
            return Err(INVALID_VALUE);
        }
        let allocation = self.system.memory.containing(dptr);
        let allocation = allocation.ok_or(INVALID_VALUE)?;
        let is_device = !allocation.kind.is_host()
            && !allocation.kind.is_managed()
            && !matches!(allocation.kind, AllocationKind::HostPool(_));
        // Only flag 1, for PCIe, is known.
        if !is_device || allocation.end() - dptr < size || flags & 1 == 0 && flags != 0 {
            return Err(INVALID_VALUE);
        }
        Err(NOT_SUPPORTED)
    }

    pub(crate) fn cuMemAllocHost_v2(&self, pp: Out<*mut c_void>, bytesize: usize) -> Outcome {
        self.cuMemHostAlloc(pp, bytesize, 0)
    }

    pub(crate) fn cuMemAllocHost(&self, pp: Out<*mut c_void>, bytesize: c_uint) -> Outcome {
        self.cuMemHostAlloc(pp, bytesize as usize, 0)
    }

    pub(crate) fn cuMemHostAlloc(
        &self,
        pp: Out<*mut c_void>,
        bytesize: usize,
        Flags: c_uint,
    ) -> Outcome {
        self.usable_context()?;
        pp.store(core::ptr::null_mut())?;
        if Flags & !HOST_ALLOC_FLAGS != 0 {
            return Err(INVALID_VALUE);
        }
        if bytesize == 0 {
            return Ok(());
        }
        pp.store(self.allocate(bytesize, AllocationKind::Pinned(Flags))? as *mut c_void)
    }

    pub(crate) fn cuMemFreeHost(&self, p: *mut c_void) -> Outcome {
        if p.is_null() {
            return Ok(());
        }
        match self.system.memory.starting_at(p as u64) {
            Some(allocation) if matches!(allocation.kind, AllocationKind::Pinned(_)) => {
                self.end(&allocation)
            }
            _ => Err(INVALID_VALUE),
        }
    }

    /// Returns the pinned or registered allocation that contains `p`.
    fn host_memory(&self, p: *mut c_void) -> Result<Allocation, CUresult> {
        let found = self.system.memory.containing(p as u64);
        found.filter(|allocation| allocation.kind.is_host()).ok_or(INVALID_VALUE)
    }

    pub(crate) fn cuMemHostGetDevicePointer_v2(
        &self,
        pdptr: Out<CUdeviceptr>,
        p: *mut c_void,
        Flags: c_uint,
    ) -> Outcome {
        self.current()?;
        if Flags != 0 {
            return Err(INVALID_VALUE);
        }
        self.host_memory(p)?;
        pdptr.store(p as u64)
    }

    pub(crate) fn cuMemHostGetFlags(&self, pFlags: Out<c_uint>, p: *mut c_void) -> Outcome {
        self.current()?;
        let allocation = self.system.memory.containing(p as u64);
        // All memory is mapped. A driver reports the portable flag only for registered memory, and no flags for managed
        // memory.
        let flags = match allocation.ok_or(INVALID_VALUE)?.kind {
            AllocationKind::Pinned(flags) => flags & CU_MEMHOSTALLOC_WRITECOMBINED,
            AllocationKind::Registered(flags) => flags & CU_MEMHOSTREGISTER_PORTABLE,
            kind if kind.is_managed() => 0,
            _ => return Err(INVALID_VALUE),
        };
        pFlags.store(flags | CU_MEMHOSTALLOC_DEVICEMAP)
    }

    pub(crate) fn cuMemHostRegister_v2(
        &self,
        p: *mut c_void,
        bytesize: usize,
        Flags: c_uint,
    ) -> Outcome {
        let context = self.usable_context()?;
        let is_ours = self.system.memory.is_ours(p as u64);
        let wraps = (p as u64).checked_add(bytesize as u64).is_none();
        if p.is_null() || bytesize == 0 || Flags & !REGISTER_FLAGS != 0 || is_ours || wraps {
            return Err(INVALID_VALUE);
        }
        let reads_only = Flags & CU_MEMHOSTREGISTER_READ_ONLY != 0;
        if let Some(why) = refusal(p as u64, bytesize as u64, reads_only) {
            return Err(self.system.refuse(INVALID_VALUE, why));
        }
        if self.system.memory.register(p as u64, bytesize as u64, Flags, context.owner()) {
            Ok(())
        } else {
            Err(HOST_MEMORY_ALREADY_REGISTERED)
        }
    }

    pub(crate) fn cuMemHostRegister(
        &self,
        p: *mut c_void,
        bytesize: usize,
        Flags: c_uint,
    ) -> Outcome {
        self.cuMemHostRegister_v2(p, bytesize, Flags)
    }

    pub(crate) fn cuMemHostUnregister(&self, p: *mut c_void) -> Outcome {
        if p.is_null() {
            return Err(INVALID_VALUE);
        }
        match self.system.memory.starting_at(p as u64) {
            Some(allocation) if matches!(allocation.kind, AllocationKind::Registered(_)) => {
                self.end(&allocation)
            }
            _ if self.system.memory.containing(p as u64).is_some() => Err(INVALID_VALUE),
            _ => Err(HOST_MEMORY_NOT_REGISTERED),
        }
    }
}
