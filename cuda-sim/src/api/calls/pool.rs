//! Stream-ordered memory and its pools.

use core::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_driver_sys::*;

use super::Call;
use crate::api::error::*;
use crate::api::outcome::{Outcome, store};
use crate::api::pool::{Pool, READ_WRITE, RESERVED};
use crate::api::work::Work;
use crate::memory::Kind;

impl Call {
    /// The number of the device that a location is, if it is one.
    fn device_at(&self, location: &CUmemLocation) -> Option<usize> {
        // SAFETY: every bit pattern of the union's first field is a number.
        let id = unsafe { location.id.id };
        match location.type_ {
            CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE => self.device(id).ok(),
            _ => None,
        }
    }

    /// The pool that allocations of a stream come from.
    fn pool_of(&self, stream: CUstream) -> Result<Arc<Pool>, CUresult> {
        let context = self.stream(stream)?.context as CUcontext;
        let device = self.system.contexts.device(context)?;
        self.system.pools.current(device)
    }

    fn allocate_from(
        &self,
        pool: &Pool,
        dptr: *mut CUdeviceptr,
        bytes: usize,
        stream: CUstream,
    ) -> Outcome {
        let stream = self.stream(stream)?;
        self.system.check()?;
        if dptr.is_null() {
            return Err(INVALID_VALUE);
        }
        let graph = stream
            .capturing
            .lock()
            .as_ref()
            .map(|part| part.capture.graph.clone());
        if graph.is_none() {
            self.refuse_beside_captures(&stream)?;
        }
        let address = pool.allocate(self.system, bytes, stream.context)?;
        if let Some(graph) = graph {
            // A node of its own; the memory stays as long as the graph's context.
            let node = stream.submit(self.system, Work::Nothing, None);
            node.inspect_err(|_| {
                self.system.end(address);
            })?;
            graph.allocations.lock().push(address);
            self.system.note_graph_memory(address);
        }
        // SAFETY: it isn't null, so it may be written.
        unsafe { store(dptr, address) }
    }

    pub(in crate::api) unsafe fn cuMemAllocAsync(
        &self,
        dptr: *mut CUdeviceptr,
        bytesize: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.allocate_from(&*self.pool_of(hStream)?, dptr, bytesize, hStream)
    }

    pub(in crate::api) unsafe fn cuMemAllocFromPoolAsync(
        &self,
        dptr: *mut CUdeviceptr,
        bytesize: usize,
        pool: CUmemoryPool,
        hStream: CUstream,
    ) -> Outcome {
        self.allocate_from(&*self.system.pools.get(pool)?, dptr, bytesize, hStream)
    }

    pub(in crate::api) unsafe fn cuMemFreeAsync(
        &self,
        dptr: CUdeviceptr,
        hStream: CUstream,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        self.system.check()?;
        if dptr == 0 {
            return Ok(());
        }
        let allocation = self.system.memory.starting_at(dptr).ok_or(INVALID_VALUE)?;
        if !matches!(allocation.kind, Kind::Device | Kind::Pool(_)) {
            return Err(INVALID_VALUE);
        }
        let graph = stream
            .capturing
            .lock()
            .as_ref()
            .map(|part| part.capture.graph.clone());
        if let Some(graph) = graph {
            // A graph frees what it allocated, and nothing else.
            if !graph.allocations.lock().contains(&dptr) {
                return Err(INVALID_VALUE);
            }
            return stream.submit(self.system, Work::Nothing, None).map(drop);
        }
        self.refuse_beside_captures(&stream)?;
        let is_launched = self.system.graph_memory.lock().get(&dptr).copied();
        match is_launched {
            None => {}
            // There is no such memory before the graph runs.
            Some(false) => return Err(INVALID_VALUE),
            // The graph may run again: the memory stays its own.
            Some(true) => return stream.submit(self.system, Work::Nothing, None).map(drop),
        }
        if !self.system.memory.release(dptr) {
            return Err(INVALID_VALUE);
        }
        stream.submit(self.system, Work::Free(dptr), None).map(drop)
    }

    pub(in crate::api) unsafe fn cuMemPoolCreate(
        &self,
        pool: *mut CUmemoryPool,
        poolProps: *const CUmemPoolProps,
    ) -> Outcome {
        let properties = poolProps.as_ref().ok_or(INVALID_VALUE)?;
        let is_pinned = properties.allocType == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        let device = self.device_at(&properties.location).ok_or(INVALID_VALUE)?;
        if pool.is_null() || !is_pinned {
            return Err(INVALID_VALUE);
        }
        if properties.handleTypes != CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE {
            return Err(NOT_SUPPORTED);
        }
        store(pool, self.system.pools.create(device, properties).raw())
    }

    pub(in crate::api) unsafe fn cuMemPoolDestroy(&self, pool: CUmemoryPool) -> Outcome {
        self.system.pools.destroy(pool)
    }

    /// Freed memory isn't kept, so there is nothing to trim.
    pub(in crate::api) unsafe fn cuMemPoolTrimTo(
        &self,
        pool: CUmemoryPool,
        minBytesToKeep: usize,
    ) -> Outcome {
        self.system.pools.get(pool)?.trim(minBytesToKeep as u64);
        Ok(())
    }

    pub(in crate::api) unsafe fn cuMemPoolGetAttribute(
        &self,
        pool: CUmemoryPool,
        attr: CUmemPool_attribute,
        value: *mut c_void,
    ) -> Outcome {
        use CUmemPool_attribute as A;
        let pool = self.system.pools.get(pool)?;
        let (used, high) = (
            pool.used.load(Ordering::Relaxed),
            pool.used_high.load(Ordering::Relaxed),
        );
        match attr {
            A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => store(
                value.cast::<c_int>(),
                pool.reuse[attr.0 as usize - 1].load(Ordering::Relaxed) as c_int,
            ),
            A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => {
                store(value.cast(), pool.release_threshold.load(Ordering::Relaxed))
            }
            A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT => store(value.cast(), used),
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => store(value.cast(), pool.reserved()),
            A::CU_MEMPOOL_ATTR_USED_MEM_HIGH => store(value.cast(), high),
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => {
                store(value.cast(), high.next_multiple_of(RESERVED))
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(in crate::api) unsafe fn cuMemPoolSetAttribute(
        &self,
        pool: CUmemoryPool,
        attr: CUmemPool_attribute,
        value: *mut c_void,
    ) -> Outcome {
        use CUmemPool_attribute as A;
        let pool = self.system.pools.get(pool)?;
        if value.is_null() {
            return Err(INVALID_VALUE);
        }
        match attr {
            A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => {
                let value = *value.cast::<c_int>();
                pool.reuse[attr.0 as usize - 1].store(u64::from(value != 0), Ordering::Relaxed);
            }
            A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => pool
                .release_threshold
                .store(*value.cast(), Ordering::Relaxed),
            // The only value that a high mark can be set to.
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH | A::CU_MEMPOOL_ATTR_USED_MEM_HIGH
                if *value.cast::<u64>() == 0 =>
            {
                pool.used_high
                    .store(pool.used.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            _ => return Err(INVALID_VALUE),
        }
        Ok(())
    }

    pub(in crate::api) unsafe fn cuMemPoolSetAccess(
        &self,
        pool: CUmemoryPool,
        map: *const CUmemAccessDesc,
        count: usize,
    ) -> Outcome {
        let pool = self.system.pools.get(pool)?;
        if map.is_null() && count > 0 {
            return Err(INVALID_VALUE);
        }
        for i in 0..count {
            let access = &*map.add(i);
            let device = self.device_at(&access.location).ok_or(INVALID_DEVICE)?;
            match access.flags {
                READ_WRITE => {}
                // The device of the pool always has access to it.
                CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE if device == pool.device => {
                    return Err(INVALID_DEVICE);
                }
                CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE => {}
                CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READ => return Err(NOT_SUPPORTED),
                _ => return Err(INVALID_VALUE),
            }
            pool.set_access(device, access.flags);
        }
        Ok(())
    }

    pub(in crate::api) unsafe fn cuMemPoolGetAccess(
        &self,
        flags: *mut CUmemAccess_flags,
        memPool: CUmemoryPool,
        location: *mut CUmemLocation,
    ) -> Outcome {
        let pool = self.system.pools.get(memPool)?;
        let location = location.as_ref().ok_or(INVALID_VALUE)?;
        let device = self.device_at(location).ok_or(INVALID_VALUE)?;
        store(flags, pool.access_of(device))
    }

    pub(in crate::api) unsafe fn cuDeviceGetDefaultMemPool(
        &self,
        pool_out: *mut CUmemoryPool,
        dev: CUdevice,
    ) -> Outcome {
        let device = self.device(dev)?;
        store(pool_out, self.system.pools.of_the_device(device)?.raw())
    }

    pub(in crate::api) unsafe fn cuDeviceGetMemPool(
        &self,
        pool: *mut CUmemoryPool,
        dev: CUdevice,
    ) -> Outcome {
        let device = self.device(dev)?;
        store(pool, self.system.pools.current(device)?.raw())
    }

    pub(in crate::api) unsafe fn cuDeviceSetMemPool(
        &self,
        dev: CUdevice,
        pool: CUmemoryPool,
    ) -> Outcome {
        let device = self.device(dev)?;
        let pool = self.system.pools.get(pool)?;
        self.system.pools.set_current(device, pool)
    }

    /// The device's number for the calls that name a place and a type of memory instead.
    unsafe fn pool_device(
        &self,
        location: *mut CUmemLocation,
        type_: CUmemAllocationType,
    ) -> Result<CUdevice, CUresult> {
        let location = location.as_ref().ok_or(INVALID_VALUE)?;
        match (type_, self.device_at(location)) {
            (CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED, Some(device)) => {
                Ok(device as CUdevice)
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(in crate::api) unsafe fn cuMemGetDefaultMemPool(
        &self,
        pool_out: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        type_: CUmemAllocationType,
    ) -> Outcome {
        self.cuDeviceGetDefaultMemPool(pool_out, self.pool_device(location, type_)?)
    }

    pub(in crate::api) unsafe fn cuMemGetMemPool(
        &self,
        pool: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        type_: CUmemAllocationType,
    ) -> Outcome {
        self.cuDeviceGetMemPool(pool, self.pool_device(location, type_)?)
    }

    pub(in crate::api) unsafe fn cuMemSetMemPool(
        &self,
        location: *mut CUmemLocation,
        type_: CUmemAllocationType,
        pool: CUmemoryPool,
    ) -> Outcome {
        self.cuDeviceSetMemPool(self.pool_device(location, type_)?, pool)
    }
}
