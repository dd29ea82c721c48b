#[cfg(target_os = "linux")]
use core::ffi::{c_int, c_void};

use cuda_driver::sys::{
    CUmemAllocationHandleType as H, CUmemAllocationType as T, CUmemLocationType as L,
    CUmemPool_attribute as A, CUmemPoolProps, CUmemoryPool, CUpointer_attribute, CUresult,
};

use crate::{Own, code};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const DESCRIPTOR: H = H::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

fn properties() -> CUmemPoolProps {
    let mut properties =
        CUmemPoolProps { allocType: T::CU_MEM_ALLOCATION_TYPE_PINNED, ..CUmemPoolProps::default() };
    properties.location.type_ = L::CU_MEM_LOCATION_TYPE_DEVICE;
    properties
}

fn create(own: &Own, properties: &CUmemPoolProps) -> Result<CUmemoryPool, CUresult> {
    let created = call!(own.raw, cuMemPoolCreate(core::ptr::from_ref(properties)));
    created.map_err(|error| error.code().as_raw())
}

fn get(own: &Own, pool: CUmemoryPool, attribute: A) -> u64 {
    let mut value = 0u64;
    let to = (&raw mut value).cast();
    call!(own.raw, cuMemPoolGetAttribute(pool, attribute, to)).unwrap();
    value
}

fn set(own: &Own, pool: CUmemoryPool, attribute: A, mut value: u64) -> Result<(), CUresult> {
    let from = (&raw mut value).cast();
    let set = call!(own.raw, cuMemPoolSetAttribute(pool, attribute, from));
    set.map_err(|error| error.code().as_raw())
}

/// Returns whether memory is managed.
pub fn is_managed(own: &Own, p: u64) -> bool {
    let mut managed = 9u32;
    let (to, attribute) =
        ((&raw mut managed).cast(), CUpointer_attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED);
    call!(own.raw, cuPointerGetAttribute(to, attribute, p)).unwrap();
    managed != 0
}

#[test]
fn memory_of_managed_pools_is_managed() {
    let own = Own::new();
    let mut managed = properties();
    managed.allocType = T::CU_MEM_ALLOCATION_TYPE_MANAGED;
    for (properties, expected) in [(managed, true), (properties(), false)] {
        let pool = create(&own, &properties).unwrap();
        let stream = core::ptr::null_mut();
        let p = call!(own.raw, cuMemAllocFromPoolAsync(8192, pool, stream)).unwrap();
        assert_eq!(is_managed(&own, p), expected);
        let prefetched =
            call!(own.raw, cuMemPrefetchAsync(p, 8192, properties.location, 0, stream));
        assert_eq!(prefetched.is_ok(), expected);
        call!(own.raw, cuMemPoolDestroy(pool)).unwrap();
        assert_eq!(is_managed(&own, p), expected, "also without its pool");
        call!(own.raw, cuMemFreeAsync(p, stream)).unwrap();
    }
}

#[test]
fn an_impossible_size_is_out_of_memory_and_is_not_counted() {
    let own = Own::new();
    let pool = create(&own, &properties()).unwrap();
    let stream = own.stream(1);
    let p = call!(own.raw, cuMemAllocFromPoolAsync(1000, pool, stream)).unwrap();
    for bytes in [usize::MAX, usize::MAX - 999, usize::MAX / 2] {
        let refused = call!(own.raw, cuMemAllocFromPoolAsync(bytes, pool, stream));
        assert_eq!(code(refused), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        assert_eq!(get(&own, pool, A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 1000);
    }
    call!(own.raw, cuMemFreeAsync(p, stream)).unwrap();
    call!(own.raw, cuMemPoolDestroy(pool)).unwrap();
}

#[test]
fn a_pool_may_be_larger_than_memory_but_not_than_addresses() {
    let own = Own::new();
    let sized = |place: L, bytes: usize| {
        let mut properties = properties();
        properties.location.type_ = place;
        properties.maxSize = bytes;
        create(&own, &properties).map(|pool| call!(own.raw, cuMemPoolDestroy(pool)).unwrap())
    };
    let full = Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    // As recorded on an H200.
    for (place, largest) in [
        (L::CU_MEM_LOCATION_TYPE_DEVICE, full),
        (L::CU_MEM_LOCATION_TYPE_HOST, Ok(())),
        (L::CU_MEM_LOCATION_TYPE_HOST_NUMA, Ok(())),
    ] {
        for (bytes, expected) in [
            (1, Ok(())),
            (1 << 42, Ok(())),
            (46_876_581_691_392, Ok(())),
            (46_876_581_691_393, full),
            (1 << 60, full),
            (1 << 63, full),
            (usize::MAX - (2 << 20) + 1, largest),
            (usize::MAX, largest),
        ] {
            assert_eq!(sized(place, bytes), expected, "{place:?}, {bytes}");
        }
    }
}

#[test]
fn high_watermarks_can_only_be_reset_to_zero() {
    let own = Own::new();
    let pool = create(&own, &properties()).unwrap();
    let stream = own.stream(1);
    for bytes in [1000, 5000] {
        let p = call!(own.raw, cuMemAllocFromPoolAsync(bytes, pool, stream)).unwrap();
        call!(own.raw, cuMemFreeAsync(p, stream)).unwrap();
    }
    assert_eq!(get(&own, pool, A::CU_MEMPOOL_ATTR_USED_MEM_HIGH), 5000);
    for attribute in [A::CU_MEMPOOL_ATTR_USED_MEM_HIGH, A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH] {
        assert_eq!(set(&own, pool, attribute, 1), Err(WRONG));
        assert_ne!(get(&own, pool, attribute), 0);
        set(&own, pool, attribute, 0).unwrap();
        assert_eq!(get(&own, pool, attribute), 0);
    }
    for attribute in [A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT, A::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT]
    {
        assert_eq!(set(&own, pool, attribute, 0), Err(WRONG));
    }
}

#[test]
fn a_stream_gets_its_own_freed_memory_again() {
    let own = Own::new();
    let pool = create(&own, &properties()).unwrap();
    let (stream, other) = (own.stream(1), own.stream(1));
    let gate = call!(own.raw, cuMemAlloc(4)).unwrap();
    own.write(gate, 0);
    for is_held in [false, true] {
        if is_held {
            call!(own.raw, cuStreamWaitValue32(stream, gate, 1, 1)).unwrap();
        }
        let alloc = |stream| call!(own.raw, cuMemAllocFromPoolAsync(5000, pool, stream)).unwrap();
        let first = alloc(stream);
        call!(own.raw, cuMemFreeAsync(first, stream)).unwrap();
        assert_eq!(get(&own, pool, A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
        let again = alloc(stream);
        assert_eq!(again, first);
        let elsewhere = alloc(other);
        assert_ne!(elsewhere, first);
        call!(own.raw, cuMemsetD32Async(again, 5, 1, stream)).unwrap();
        call!(own.raw, cuMemsetD32(gate, 1, 1)).unwrap();
        call!(own.raw, cuStreamSynchronize(stream)).unwrap();
        assert_eq!(own.read(again), 5, "what was freed before doesn't end it");
        call!(own.raw, cuMemFreeAsync(again, stream)).unwrap();
        call!(own.raw, cuMemFreeAsync(elsewhere, other)).unwrap();
        own.write(gate, 0);
    }
}

#[test]
fn invalid_pool_properties_are_rejected() {
    let own = Own::new();
    let wrong = |change: &dyn Fn(&mut CUmemPoolProps)| {
        let mut properties = properties();
        change(&mut properties);
        create(&own, &properties).unwrap_err()
    };
    assert_eq!(wrong(&|p| p.allocType = T(9)), WRONG);
    assert_eq!(wrong(&|p| p.allocType = T::CU_MEM_ALLOCATION_TYPE_INVALID), WRONG);
    assert_eq!(wrong(&|p| p.location.type_ = L::CU_MEM_LOCATION_TYPE_NONE), WRONG);
    assert_eq!(wrong(&|p| p.location.type_ = L::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT), WRONG);
    assert_eq!(wrong(&|p| p.location.id.id = 88), WRONG);
    assert_eq!(wrong(&|p| p.reserved[0] = 1), WRONG);
    assert_eq!(
        wrong(&|p| {
            p.location.type_ = L::CU_MEM_LOCATION_TYPE_HOST;
            p.handleTypes = DESCRIPTOR;
        }),
        WRONG
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_pool_of_host_memory_is_imported_without_a_context() {
    let own = Own::new();
    let mut host = properties();
    host.location.type_ = L::CU_MEM_LOCATION_TYPE_HOST_NUMA;
    host.handleTypes = DESCRIPTOR;
    let pool = create(&own, &host).unwrap();
    let mut descriptor: c_int = -1;
    let to = (&raw mut descriptor).cast::<c_void>();
    call!(own.raw, cuMemPoolExportToShareableHandle(to, pool, DESCRIPTOR, 0)).unwrap();
    let stream = core::ptr::null_mut();
    let p = call!(own.raw, cuMemAllocFromPoolAsync(4, pool, stream)).unwrap();
    let mut data = call!(own.raw, cuMemPoolExportPointer(p)).unwrap();
    call!(own.raw, cuCtxSetCurrent(core::ptr::null_mut())).unwrap();
    let handle = descriptor as usize as *mut c_void;
    let imported =
        call!(own.raw, cuMemPoolImportFromShareableHandle(handle, DESCRIPTOR, 0)).unwrap();
    let q = call!(own.raw, cuMemPoolImportPointer(imported, &raw mut data)).unwrap();
    call!(own.raw, cuCtxSetCurrent(own.context.as_raw())).unwrap();
    call!(own.raw, cuMemsetD32(p, 5, 1)).unwrap();
    // SAFETY: it is host memory that nothing else uses.
    assert_eq!(unsafe { (q as *const u32).read() }, 5);
    for (pool, p) in [(imported, q), (pool, p)] {
        call!(own.raw, cuMemFreeAsync(p, stream)).unwrap();
        call!(own.raw, cuMemPoolDestroy(pool)).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_imported_pool_cannot_allocate() {
    let own = Own::new();
    let plain = create(&own, &properties()).unwrap();
    let shared = create(&own, &CUmemPoolProps { handleTypes: DESCRIPTOR, ..properties() }).unwrap();
    let mut descriptor: c_int = -1;
    let to = (&raw mut descriptor).cast::<c_void>();
    let export = |pool, kind| call!(own.raw, cuMemPoolExportToShareableHandle(to, pool, kind, 0));
    assert_eq!(code(export(plain, DESCRIPTOR)), WRONG);
    assert_eq!(code(export(shared, H::CU_MEM_HANDLE_TYPE_FABRIC)), WRONG);
    export(shared, DESCRIPTOR).unwrap();
    let import = |descriptor: c_int| {
        let handle = descriptor as usize as *mut c_void;
        call!(own.raw, cuMemPoolImportFromShareableHandle(handle, DESCRIPTOR, 0))
    };
    let imported = import(descriptor).unwrap();
    let stream = core::ptr::null_mut();
    assert_eq!(code(call!(own.raw, cuMemAllocFromPoolAsync(4, imported, stream))), WRONG);
    let p = call!(own.raw, cuMemAllocFromPoolAsync(5000, shared, stream)).unwrap();
    let mut data = call!(own.raw, cuMemPoolExportPointer(p)).unwrap();
    let pointer = &raw mut data;
    let q = call!(own.raw, cuMemPoolImportPointer(imported, pointer)).unwrap();
    assert_ne!(p, q);
    call!(own.raw, cuMemsetD32(p, 7, 1250)).unwrap();
    assert_eq!(own.read(q + 4996), 7);
    assert_eq!(code(call!(own.raw, cuMemPoolImportPointer(shared, pointer))), WRONG);
    let mut nothing = cuda_driver::sys::CUmemPoolPtrExportData::default();
    assert_eq!(code(call!(own.raw, cuMemPoolImportPointer(imported, &raw mut nothing))), WRONG);
    assert_eq!(code(call!(own.raw, cuMemPoolExportPointer(q))), WRONG);
    call!(own.raw, cuMemFreeAsync(q, stream)).unwrap();
    assert_eq!(own.read(p), 7);
    call!(own.raw, cuMemFreeAsync(p, stream)).unwrap();
    call!(own.raw, cuMemPoolDestroy(imported)).unwrap();
    call!(own.raw, cuMemPoolDestroy(shared)).unwrap();
    for wrong in [-1, 987] {
        assert_eq!(code(import(wrong)), CUresult::CUDA_ERROR_UNKNOWN);
    }
}
