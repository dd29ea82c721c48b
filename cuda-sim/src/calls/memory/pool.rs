//! Stream-ordered memory and its pools.

use core::ffi::{c_int, c_ulonglong, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::memory::pointer::Value;
use crate::memory::Owner;
use crate::memory::{Allocation, AllocationKind as MemoryKind, SharedFile};
use crate::settings::version;
use crate::state::stream::Task;
use crate::state::{
    activity,
    error::*,
    graph::node::NodeKind,
    ipc::{IpcKind as Of, Ticket},
    location::Location,
    outcome::{In, Out, Outcome, store},
    pool::{Pool, READ_WRITE, RESERVED},
    stream::{Stream, capture::StreamCapture},
    work::Work,
};

/// The size up to which an H200 makes pools. It is that of addresses, and not of memory.
const LARGEST_POOL: u64 = 46_876_581_691_392;

impl Call {
    /// Returns the ordinal of a location, if it is a device.
    pub(in crate::calls) fn device_at(&self, location: &CUmemLocation) -> Option<usize> {
        match location.type_ {
            CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE => {
                // SAFETY: a location of this type has a number.
                self.device(unsafe { location.id.id }).ok()
            }
            _ => None,
        }
    }

    /// Returns the pool for allocations on a stream.
    fn pool_of(&self, stream: CUstream) -> Result<Arc<Pool>, CUresult> {
        let context = self.stream(stream)?.context as CUcontext;
        let device = self.system.contexts.device(context)?;
        self.system.pools.current(device)
    }

    fn allocate_from(
        &self,
        pool: &Pool,
        dptr: Out<CUdeviceptr>,
        bytes: usize,
        stream: CUstream,
    ) -> Outcome {
        let stream = self.stream(stream)?;
        self.system.check()?;
        dptr.not_null()?;
        let mut capturing = stream.capturing.lock();
        if let Some(part) = &mut *capturing {
            return dptr.store(self.capture_allocation(part, pool, bytes, &stream)?);
        }
        drop(capturing);
        self.system.delays.pause();
        self.refuse_during_captures(&stream)?;
        let mut address = 0;
        stream.submit_uncaptured(self.system, None, || {
            let (memory, delays) = (&self.system.memory, &self.system.delays);
            let place = self.kind_in(pool, stream.context);
            address = pool.allocate(memory, delays, bytes, stream.id, place)?;
            let on = (stream.id, stream.context);
            activity::note(on, false, place.0, address, bytes as u64);
            Ok(Task::Work(Work::Memory(address, bytes as u64)))
        })?;
        dptr.store(address)
    }

    /// Returns the kind and owner of a pool's memory in a context.
    fn kind_in(&self, pool: &Pool, context: usize) -> (MemoryKind, Owner) {
        pool.kind(context, || {
            let device = self.system.contexts.device(context as CUcontext);
            device.unwrap_or_default()
        })
    }

    /// Adds an allocation to the graph that a stream captures.
    fn capture_allocation(
        &self,
        part: &mut StreamCapture,
        pool: &Pool,
        bytes: usize,
        stream: &Stream,
    ) -> Result<u64, CUresult> {
        part.capture.check()?;
        if bytes == 0 {
            return Ok(0);
        }
        let (_, owner) = self.kind_in(pool, stream.context);
        let properties = pool.properties();
        let allocation = self.reserve_for_graph(bytes, owner, properties, Vec::new())?;
        let captured = part.add_node(NodeKind::Allocate(allocation.into()))?;
        // A recapture has kept the allocation of its node.
        part.capture.graph.with(|nodes| {
            let node = nodes.all.get(&captured.node).map(|node| &node.kind);
            match node {
                Some(NodeKind::Allocate(allocation)) => Ok(allocation.address),
                _ => Err(INVALID_VALUE),
            }
        })
    }

    pub(crate) fn cuMemAllocAsync(
        &self,
        dptr: Out<CUdeviceptr>,
        bytesize: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.allocate_from(&*self.pool_of(hStream)?, dptr, bytesize, hStream)
    }

    pub(crate) fn cuMemAllocFromPoolAsync(
        &self,
        dptr: Out<CUdeviceptr>,
        bytesize: usize,
        pool: CUmemoryPool,
        hStream: CUstream,
    ) -> Outcome {
        self.allocate_from(&*self.system.pools.get(pool)?, dptr, bytesize, hStream)
    }

    pub(crate) fn cuMemFreeAsync(&self, dptr: CUdeviceptr, hStream: CUstream) -> Outcome {
        let stream = self.stream(hStream)?;
        self.system.check()?;
        if dptr == 0 {
            return Ok(());
        }
        if let Some(part) = &mut *stream.capturing.lock() {
            let memory = &self.system.graph_memory;
            // A graph that is captured again frees the same.
            let free = match part.capture.recapture {
                Some(_) if memory.knows(dptr) => NodeKind::Free(dptr),
                _ => part.capture.graph.free_node(memory, dptr)?,
            };
            return part.add_node(free).map(drop);
        }
        let allocation = self.system.memory.starting_at(dptr).ok_or(INVALID_VALUE)?;
        if !matches!(
            allocation.kind,
            MemoryKind::Device
                | MemoryKind::Pool(_)
                | MemoryKind::HostPool(_)
                | MemoryKind::ManagedPool(_)
                | MemoryKind::Graph
                | MemoryKind::ManagedGraph
        ) {
            return Err(match allocation.kind {
                MemoryKind::External => NOT_SUPPORTED,
                _ => INVALID_VALUE,
            });
        }
        self.refuse_during_captures(&stream)?;
        // As with a driver, a capture that begins now ends with an error.
        self.system.delays.pause();
        let free = || self.release(&allocation, &stream).map(Task::Work);
        stream.submit_uncaptured(self.system, None, free)?;
        let (kind, bytes) = (allocation.kind, allocation.size);
        activity::note((stream.id, stream.context), true, kind, dptr, bytes);
        Ok(())
    }

    /// Takes memory from the program, and returns the work that ends it.
    fn release(&self, allocation: &Allocation, stream: &Stream) -> Result<Work, CUresult> {
        let address = allocation.start;
        if allocation.kind.is_of_graph() {
            let of_graphs = &self.system.graph_memory;
            let id = of_graphs.free(&self.system.memory, address)?;
            return Ok(Work::FreeOfGraph(address, id));
        }
        if !self.system.memory.release(address) {
            return Err(INVALID_VALUE);
        }
        // A pool's counters change with calls, not when a stream reaches them.
        let pool = allocation.kind.pool().map(|pool| pool as CUmemoryPool);
        if let Some(Ok(pool)) = pool.map(|pool| self.system.pools.get(pool))
            && !pool.is_imported
        {
            pool.note_free(allocation, stream.id);
        }
        Ok(Work::Free(address, allocation.id))
    }

    /// Returns a pool of this process; imported pools have no attributes.
    fn own_pool(&self, pool: CUmemoryPool) -> Result<Arc<Pool>, CUresult> {
        let pool = self.system.pools.get(pool)?;
        if pool.is_imported { Err(INVALID_VALUE) } else { Ok(pool) }
    }

    /// Returns the location of a pool with these properties.
    fn location_of_pool(
        &self,
        location: &CUmemLocation,
        allocation: CUmemAllocationType,
    ) -> Result<Location, CUresult> {
        use CUmemAllocationType as A;
        use CUmemLocationType as L;
        match (allocation, location.type_) {
            (
                A::CU_MEM_ALLOCATION_TYPE_MANAGED,
                L::CU_MEM_LOCATION_TYPE_NONE | L::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT,
            ) => Ok(Location::Anywhere),
            (A::CU_MEM_ALLOCATION_TYPE_PINNED | A::CU_MEM_ALLOCATION_TYPE_MANAGED, _) => {
                self.location(location).map_err(|_| INVALID_VALUE)
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuMemPoolCreate(
        &self,
        pool: Out<CUmemoryPool>,
        poolProps: In<CUmemPoolProps>,
    ) -> Outcome {
        use CUmemAllocationHandleType as H;
        let properties = poolProps.read()?;
        let location = self.location_of_pool(&properties.location, properties.allocType)?;
        let is_plain = properties.reserved.iter().all(|byte| *byte == 0);
        let is_pinned = properties.allocType == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        if pool.is_null() || !is_plain || !is_pinned && properties.maxSize != 0 {
            return Err(INVALID_VALUE);
        }
        // In a pool of the host, the size is rounded up first, and what is too large for that is no limit.
        let is_of_host = !matches!(location, Location::Device(_));
        let size = properties.maxSize as u64;
        let has_limit = !is_of_host || size.checked_next_multiple_of(RESERVED).is_some();
        if has_limit && size > LARGEST_POOL {
            return Err(OUT_OF_MEMORY);
        }
        let is_placed = matches!(location, Location::Device(_) | Location::HostNuma(_));
        let file = match properties.handleTypes {
            H::CU_MEM_HANDLE_TYPE_NONE => None,
            H::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR if is_placed && is_pinned => {
                Some(self.pool_file(location)?)
            }
            H::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR => return Err(INVALID_VALUE),
            H::CU_MEM_HANDLE_TYPE_FABRIC => return Err(NOT_PERMITTED),
            _ => return Err(INVALID_VALUE),
        };
        let created = self.system.pools.create(location, &properties, file);
        pool.store(created.raw())
    }

    /// Creates the file of a pool that other processes may use.
    fn pool_file(&self, location: Location) -> Result<Arc<SharedFile>, CUresult> {
        let file = SharedFile::create(self.system.memory.file_size()).map_err(|_| NOT_SUPPORTED)?;
        let written = file.write_at(&pool_header(location), 0);
        written.map_err(|_| OUT_OF_MEMORY)?;
        Ok(Arc::new(file))
    }

    /// Returns the location of the pool of a file, if it is one of this machine.
    fn pool_of_file(&self, file: &SharedFile) -> Option<Location> {
        let mut header = [0; HEADER];
        file.read_at(&mut header, 0).ok()?;
        let devices = (0..self.system.model.devices).map(Location::Device);
        let mut locations = devices.chain([Location::HostNuma(0)]);
        locations.find(|location| pool_header(*location) == header)
    }

    pub(crate) fn cuMemPoolDestroy(&self, pool: CUmemoryPool) -> Outcome {
        self.system.pools.destroy(pool)
    }

    // Freed memory isn't kept, so this only affects counters.
    pub(crate) fn cuMemPoolTrimTo(&self, pool: CUmemoryPool, minBytesToKeep: usize) -> Outcome {
        self.own_pool(pool)?.trim(minBytesToKeep as u64);
        Ok(())
    }

    pub(crate) unsafe fn cuMemPoolGetAttribute(
        &self,
        pool: CUmemoryPool,
        attr: CUmemPool_attribute,
        value: *mut c_void,
    ) -> Outcome {
        use CUmemPool_attribute as A;
        let pool = self.own_pool(pool)?;
        let (used, high) =
            (pool.used.load(Ordering::Relaxed), pool.used_high.load(Ordering::Relaxed));
        let knows_more = version() >= 13010;
        if value.is_null() {
            return Err(INVALID_VALUE);
        }
        let answer = match attr {
            A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => {
                Value::Number(pool.reuse[attr.0 as usize - 1].load(Ordering::Relaxed) as u32)
            }
            A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => {
                Value::Long(pool.release_threshold.load(Ordering::Relaxed))
            }
            A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT => Value::Long(used),
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => Value::Long(pool.reserved()),
            A::CU_MEMPOOL_ATTR_USED_MEM_HIGH => Value::Long(high),
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => Value::Long(pool.reserved_high()),
            A::CU_MEMPOOL_ATTR_ALLOCATION_TYPE if knows_more => Value::Number(pool.allocation.0),
            A::CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES if knows_more => {
                let is_shared = pool.file.is_some() && !pool.is_imported;
                Value::Number(u32::from(is_shared))
            }
            A::CU_MEMPOOL_ATTR_LOCATION_ID if knows_more => {
                // SAFETY: every bit pattern of the union's first field is a valid number.
                Value::Signed(unsafe { pool.location.as_raw().id.id })
            }
            A::CU_MEMPOOL_ATTR_LOCATION_TYPE if knows_more => {
                Value::Number(pool.location.as_raw().type_.0)
            }
            A::CU_MEMPOOL_ATTR_MAX_POOL_SIZE if knows_more => Value::Long(pool.limit),
            A::CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED if knows_more => Value::Number(0),
            _ => return Err(INVALID_VALUE),
        };
        // SAFETY: the program's place is for this attribute.
        unsafe { answer.store(value) };
        Ok(())
    }

    pub(crate) unsafe fn cuMemPoolSetAttribute(
        &self,
        pool: CUmemoryPool,
        attr: CUmemPool_attribute,
        value: *mut c_void,
    ) -> Outcome {
        use CUmemPool_attribute as A;
        let pool = self.own_pool(pool)?;
        if value.is_null() {
            return Err(INVALID_VALUE);
        }
        match attr {
            A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC
            | A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => {
                // SAFETY: these attributes' value is a number.
                let value = unsafe { *value.cast::<c_int>() };
                pool.reuse[attr.0 as usize - 1].store(u64::from(value != 0), Ordering::Relaxed);
            }
            A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => {
                // SAFETY: this attribute's value is a number of 64 bits.
                pool.release_threshold.store(unsafe { *value.cast() }, Ordering::Relaxed)
            }
            // A high-water mark can only be set to this value.
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH | A::CU_MEMPOOL_ATTR_USED_MEM_HIGH
                // SAFETY: the same.
                if unsafe { *value.cast::<u64>() } == 0 =>
            {
                pool.reset_high(attr);
            }
            _ => return Err(INVALID_VALUE),
        }
        Ok(())
    }

    pub(crate) unsafe fn cuMemPoolSetAccess(
        &self,
        pool: CUmemoryPool,
        map: *const CUmemAccessDesc,
        count: usize,
    ) -> Outcome {
        let pool = self.system.pools.get(pool)?;
        if map.is_null() {
            return Err(INVALID_VALUE);
        }
        for i in 0..count {
            // SAFETY: the program's array has `count` elements.
            let access = unsafe { &*map.add(i) };
            if access.location.type_ != CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE {
                return Err(NOT_SUPPORTED);
            }
            let device = self.device_at(&access.location).ok_or(INVALID_DEVICE)?;
            match access.flags {
                READ_WRITE => {}
                // The pool's own device always has access.
                CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE
                    if pool.device() == Some(device) =>
                {
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

    pub(crate) fn cuMemPoolGetAccess(
        &self,
        flags: Out<CUmemAccess_flags>,
        memPool: CUmemoryPool,
        location: In<CUmemLocation>,
    ) -> Outcome {
        let pool = self.system.pools.get(memPool)?;
        let location = &location.read()?;
        let is_host = matches!(
            location.type_,
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST
                | CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA
        );
        let is_pinned = pool.allocation == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        let access = match pool.location {
            Location::Host | Location::HostNuma(_) if is_host && is_pinned => READ_WRITE,
            _ if is_host => CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE,
            _ => pool.access_of(self.device_at(location).ok_or(INVALID_VALUE)?),
        };
        flags.store(access)
    }

    pub(crate) fn cuDeviceGetDefaultMemPool(
        &self,
        pool_out: Out<CUmemoryPool>,
        dev: CUdevice,
    ) -> Outcome {
        let device = self.device(dev)?;
        pool_out.store(self.system.pools.of_the_device(device)?.raw())
    }

    pub(crate) fn cuDeviceGetMemPool(&self, pool: Out<CUmemoryPool>, dev: CUdevice) -> Outcome {
        let device = self.device(dev).map_err(|_| INVALID_VALUE)?;
        pool.store(self.system.pools.current(device)?.raw())
    }

    pub(crate) fn cuDeviceSetMemPool(&self, dev: CUdevice, pool: CUmemoryPool) -> Outcome {
        let device = self.device(dev).map_err(|_| INVALID_VALUE)?;
        let pool = self.system.pools.get(pool)?;
        self.system.pools.set_current(device, pool)
    }

    /// Returns the location in a call, and its device if it is one with the usual kind of memory.
    fn pool_location(
        &self,
        location: In<CUmemLocation>,
        type_: CUmemAllocationType,
    ) -> Result<(Location, Option<CUdevice>), CUresult> {
        let location = &location.read()?;
        if location.type_ == CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT {
            return Err(NOT_SUPPORTED);
        }
        let location = self.location_of_pool(location, type_)?;
        let device = match (type_, location) {
            (CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED, Location::Device(device)) => {
                Some(device as CUdevice)
            }
            _ => None,
        };
        Ok((location, device))
    }

    pub(crate) fn cuMemGetDefaultMemPool(
        &self,
        pool_out: Out<CUmemoryPool>,
        location: In<CUmemLocation>,
        type_: CUmemAllocationType,
    ) -> Outcome {
        match self.pool_location(location, type_)? {
            (_, Some(device)) => self.cuDeviceGetDefaultMemPool(pool_out, device),
            (location, None) => {
                pool_out.store(self.system.pools.of_location(location, type_).0.raw())
            }
        }
    }

    pub(crate) fn cuMemGetMemPool(
        &self,
        pool: Out<CUmemoryPool>,
        location: In<CUmemLocation>,
        type_: CUmemAllocationType,
    ) -> Outcome {
        match self.pool_location(location, type_)? {
            (_, Some(device)) => self.cuDeviceGetMemPool(pool, device),
            (location, None) => pool.store(self.system.pools.of_location(location, type_).1.raw()),
        }
    }

    pub(crate) fn cuMemSetMemPool(
        &self,
        location: In<CUmemLocation>,
        type_: CUmemAllocationType,
        pool: CUmemoryPool,
    ) -> Outcome {
        match self.pool_location(location, type_)? {
            (_, Some(device)) => self.cuDeviceSetMemPool(device, pool),
            (location, None) => {
                let pool = self.system.pools.get(pool)?;
                self.system.pools.set_of_location(location, type_, pool)
            }
        }
    }

    pub(crate) unsafe fn cuMemPoolExportToShareableHandle(
        &self,
        handle_out: *mut c_void,
        pool: CUmemoryPool,
        handleType: CUmemAllocationHandleType,
        flags: c_ulonglong,
    ) -> Outcome {
        let pool = self.system.pools.get(pool)?;
        let is_descriptor =
            handleType == CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        if handle_out.is_null() || flags != 0 || !is_descriptor || pool.is_imported {
            return Err(INVALID_VALUE);
        }
        let file = pool.file.as_ref().ok_or(INVALID_VALUE)?;
        let descriptor = file.another_descriptor().map_err(|_| OUT_OF_MEMORY)?;
        // SAFETY: the handle of this type is a descriptor.
        unsafe { store(handle_out.cast::<c_int>(), descriptor) }
    }

    pub(crate) unsafe fn cuMemPoolImportFromShareableHandle(
        &self,
        pool_out: Out<CUmemoryPool>,
        handle: *mut c_void,
        handleType: CUmemAllocationHandleType,
        flags: c_ulonglong,
    ) -> Outcome {
        self.system.check()?;
        let is_descriptor =
            handleType == CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        let is_none = handleType == CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE;
        if pool_out.is_null() || flags != 0 || is_none {
            return Err(INVALID_VALUE);
        }
        if !is_descriptor {
            return Err(NOT_SUPPORTED);
        }
        // The descriptor still belongs to the caller.
        let file = SharedFile::open(0, handle as usize as c_int).map_err(|_| UNKNOWN)?;
        let location = self.pool_of_file(&file).ok_or(UNKNOWN)?;
        let imported = self.system.pools.import(location, Arc::new(file));
        pool_out.store(imported.raw())
    }

    pub(crate) fn cuMemPoolExportPointer(
        &self,
        shareData_out: Out<CUmemPoolPtrExportData>,
        ptr: CUdeviceptr,
    ) -> Outcome {
        let allocation = self.system.memory.starting_at(ptr).ok_or(INVALID_VALUE)?;
        let pool = allocation.kind.pool().ok_or(INVALID_VALUE)?;
        let pool = self.system.pools.get(pool as CUmemoryPool)?;
        if pool.is_imported {
            return Err(INVALID_VALUE);
        }
        let part = self.system.memory.part_of(&allocation);
        let (file, offset) = part.ok_or(INVALID_VALUE)?;
        let ticket = Ticket {
            offset,
            size: allocation.size,
            device: allocation.device as u32,
            ..Ticket::new(Of::PoolMemory, &file)
        };
        shareData_out.store(CUmemPoolPtrExportData { reserved: ticket.to_bytes() })
    }

    pub(crate) fn cuMemPoolImportPointer(
        &self,
        ptr_out: Out<CUdeviceptr>,
        pool: CUmemoryPool,
        shareData: In<CUmemPoolPtrExportData>,
    ) -> Outcome {
        self.system.check()?;
        let context = self.current().map_or(0, |context| context.handle);
        let pool = self.system.pools.get(pool)?;
        let data = shareData.read()?;
        let ticket = Ticket::from_bytes(Of::PoolMemory, &data.reserved).ok_or(INVALID_VALUE)?;
        let file = pool.file.as_ref().filter(|_| pool.is_imported);
        let file = file.filter(|file| file.identity() == ticket.file).ok_or(INVALID_VALUE)?;
        ptr_out.not_null()?;
        let (kind, owner) = self.kind_in(&pool, context);
        // Memory that is already imported keeps its address.
        if let Some(address) = self.system.memory.find_part(file, ticket.offset, kind) {
            return ptr_out.store(address);
        }
        let address =
            self.system.memory.allocate_in(file, Some(ticket.offset), ticket.size, kind, owner);
        ptr_out.store(address.ok_or(MAP_FAILED)?)
    }
}

/// Returns how a pool's file begins: with a magic number, and where its memory is.
fn pool_header(location: Location) -> [u8; HEADER] {
    let CUmemLocation { type_, id } = location.as_raw();
    // SAFETY: every bit pattern of the union's first field is a valid number.
    let place = (u64::from(type_.0) << 32) | u64::from(unsafe { id.id } as u32);
    let mut header = [0; HEADER];
    let (magic, rest) = header.split_at_mut(POOL.len());
    magic.copy_from_slice(&POOL);
    rest.copy_from_slice(&place.to_le_bytes());
    header
}

const POOL: [u8; 16] = *b"cuda-sim's pool\0";
const HEADER: usize = POOL.len() + size_of::<u64>();
