#[cfg(target_os = "linux")]
use core::ffi::{c_int, c_void};

use cuda_driver::sys::{
    CUmemAllocationHandleType as H, CUmemAllocationType as T, CUmemLocationType as L,
    CUmemPool_attribute as A, CUmemPoolProps, CUmemoryPool, CUpointer_attribute, CUresult,
};

use crate::{TestDevice, code};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const DESCRIPTOR: H = H::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

fn properties() -> CUmemPoolProps {
    let mut properties =
        CUmemPoolProps { allocType: T::CU_MEM_ALLOCATION_TYPE_PINNED, ..CUmemPoolProps::default() };
    properties.location.type_ = L::CU_MEM_LOCATION_TYPE_DEVICE;
    properties
}

fn create(sim: &TestDevice, properties: &CUmemPoolProps) -> Result<CUmemoryPool, CUresult> {
    let created = call!(sim.raw, cuMemPoolCreate(core::ptr::from_ref(properties)));
    created.map_err(|error| error.code().as_raw())
}

fn get(sim: &TestDevice, pool: CUmemoryPool, attribute: A) -> u64 {
    let mut value = 0u64;
    let to = (&raw mut value).cast();
    call!(sim.raw, cuMemPoolGetAttribute(pool, attribute, to)).unwrap();
    value
}

fn set(sim: &TestDevice, pool: CUmemoryPool, attribute: A, mut value: u64) -> Result<(), CUresult> {
    let from = (&raw mut value).cast();
    let set = call!(sim.raw, cuMemPoolSetAttribute(pool, attribute, from));
    set.map_err(|error| error.code().as_raw())
}

/// Returns whether memory is managed.
pub fn is_managed(sim: &TestDevice, p: u64) -> bool {
    let mut managed = 9u32;
    let (to, attribute) =
        ((&raw mut managed).cast(), CUpointer_attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED);
    call!(sim.raw, cuPointerGetAttribute(to, attribute, p)).unwrap();
    managed != 0
}

#[test]
fn memory_of_managed_pools_is_managed() {
    let sim = TestDevice::new();
    let mut managed = properties();
    managed.allocType = T::CU_MEM_ALLOCATION_TYPE_MANAGED;
    for (properties, expected) in [(managed, true), (properties(), false)] {
        let pool = create(&sim, &properties).unwrap();
        let stream = core::ptr::null_mut();
        let p = call!(sim.raw, cuMemAllocFromPoolAsync(8192, pool, stream)).unwrap();
        assert_eq!(is_managed(&sim, p), expected);
        let prefetched =
            call!(sim.raw, cuMemPrefetchAsync(p, 8192, properties.location, 0, stream));
        assert_eq!(prefetched.is_ok(), expected);
        call!(sim.raw, cuMemPoolDestroy(pool)).unwrap();
        assert_eq!(is_managed(&sim, p), expected, "also without its pool");
        call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
    }
}

#[test]
fn an_impossible_size_is_out_of_memory_and_is_not_counted() {
    let sim = TestDevice::new();
    let pool = create(&sim, &properties()).unwrap();
    let stream = sim.stream(1);
    let p = call!(sim.raw, cuMemAllocFromPoolAsync(1000, pool, stream)).unwrap();
    for bytes in [usize::MAX, usize::MAX - 999, usize::MAX / 2] {
        let refused = call!(sim.raw, cuMemAllocFromPoolAsync(bytes, pool, stream));
        assert_eq!(code(refused), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        assert_eq!(get(&sim, pool, A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 1000);
    }
    call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
    call!(sim.raw, cuMemPoolDestroy(pool)).unwrap();
}

#[test]
fn a_pool_may_be_larger_than_memory_but_not_than_addresses() {
    let sim = TestDevice::new();
    let sized = |place: L, bytes: usize| {
        let mut properties = properties();
        properties.location.type_ = place;
        properties.maxSize = bytes;
        create(&sim, &properties).map(|pool| call!(sim.raw, cuMemPoolDestroy(pool)).unwrap())
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
    let sim = TestDevice::new();
    let pool = create(&sim, &properties()).unwrap();
    let stream = sim.stream(1);
    for bytes in [1000, 5000] {
        let p = call!(sim.raw, cuMemAllocFromPoolAsync(bytes, pool, stream)).unwrap();
        call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
    }
    assert_eq!(get(&sim, pool, A::CU_MEMPOOL_ATTR_USED_MEM_HIGH), 5000);
    for attribute in [A::CU_MEMPOOL_ATTR_USED_MEM_HIGH, A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH] {
        assert_eq!(set(&sim, pool, attribute, 1), Err(WRONG));
        assert_ne!(get(&sim, pool, attribute), 0);
        set(&sim, pool, attribute, 0).unwrap();
        assert_eq!(get(&sim, pool, attribute), 0);
    }
    for attribute in [A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT, A::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT]
    {
        assert_eq!(set(&sim, pool, attribute, 0), Err(WRONG));
    }
}

#[test]
fn a_stream_gets_its_own_freed_memory_again() {
    let sim = TestDevice::new();
    let pool = create(&sim, &properties()).unwrap();
    let (stream, other) = (sim.stream(1), sim.stream(1));
    let gate = call!(sim.raw, cuMemAlloc(4)).unwrap();
    sim.write(gate, 0);
    for is_held in [false, true] {
        if is_held {
            call!(sim.raw, cuStreamWaitValue32(stream, gate, 1, 1)).unwrap();
        }
        let alloc = |stream| call!(sim.raw, cuMemAllocFromPoolAsync(5000, pool, stream)).unwrap();
        let first = alloc(stream);
        call!(sim.raw, cuMemFreeAsync(first, stream)).unwrap();
        assert_eq!(get(&sim, pool, A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
        let again = alloc(stream);
        assert_eq!(again, first);
        let elsewhere = alloc(other);
        assert_ne!(elsewhere, first);
        call!(sim.raw, cuMemsetD32Async(again, 5, 1, stream)).unwrap();
        call!(sim.raw, cuMemsetD32(gate, 1, 1)).unwrap();
        call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
        assert_eq!(sim.read(again), 5, "what was freed before doesn't end it");
        call!(sim.raw, cuMemFreeAsync(again, stream)).unwrap();
        call!(sim.raw, cuMemFreeAsync(elsewhere, other)).unwrap();
        sim.write(gate, 0);
    }
}

#[test]
fn invalid_pool_properties_are_rejected() {
    let sim = TestDevice::new();
    let wrong = |change: &dyn Fn(&mut CUmemPoolProps)| {
        let mut properties = properties();
        change(&mut properties);
        create(&sim, &properties).unwrap_err()
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
    let sim = TestDevice::new();
    let mut host = properties();
    host.location.type_ = L::CU_MEM_LOCATION_TYPE_HOST_NUMA;
    host.handleTypes = DESCRIPTOR;
    let pool = create(&sim, &host).unwrap();
    let mut descriptor: c_int = -1;
    let to = (&raw mut descriptor).cast::<c_void>();
    call!(sim.raw, cuMemPoolExportToShareableHandle(to, pool, DESCRIPTOR, 0)).unwrap();
    let stream = core::ptr::null_mut();
    let p = call!(sim.raw, cuMemAllocFromPoolAsync(4, pool, stream)).unwrap();
    let mut data = call!(sim.raw, cuMemPoolExportPointer(p)).unwrap();
    call!(sim.raw, cuCtxSetCurrent(core::ptr::null_mut())).unwrap();
    let handle = descriptor as usize as *mut c_void;
    let imported =
        call!(sim.raw, cuMemPoolImportFromShareableHandle(handle, DESCRIPTOR, 0)).unwrap();
    let q = call!(sim.raw, cuMemPoolImportPointer(imported, &raw mut data)).unwrap();
    call!(sim.raw, cuCtxSetCurrent(sim.context.as_raw())).unwrap();
    call!(sim.raw, cuMemsetD32(p, 5, 1)).unwrap();
    // SAFETY: it is host memory that nothing else uses.
    assert_eq!(unsafe { (q as *const u32).read() }, 5);
    for (pool, p) in [(imported, q), (pool, p)] {
        call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
        call!(sim.raw, cuMemPoolDestroy(pool)).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_imported_pool_cannot_allocate() {
    let sim = TestDevice::new();
    let plain = create(&sim, &properties()).unwrap();
    let shared = create(&sim, &CUmemPoolProps { handleTypes: DESCRIPTOR, ..properties() }).unwrap();
    let mut descriptor: c_int = -1;
    let to = (&raw mut descriptor).cast::<c_void>();
    let export = |pool, kind| call!(sim.raw, cuMemPoolExportToShareableHandle(to, pool, kind, 0));
    assert_eq!(code(export(plain, DESCRIPTOR)), WRONG);
    assert_eq!(code(export(shared, H::CU_MEM_HANDLE_TYPE_FABRIC)), WRONG);
    export(shared, DESCRIPTOR).unwrap();
    let import = |descriptor: c_int| {
        let handle = descriptor as usize as *mut c_void;
        call!(sim.raw, cuMemPoolImportFromShareableHandle(handle, DESCRIPTOR, 0))
    };
    let imported = import(descriptor).unwrap();
    let stream = core::ptr::null_mut();
    assert_eq!(code(call!(sim.raw, cuMemAllocFromPoolAsync(4, imported, stream))), WRONG);
    let p = call!(sim.raw, cuMemAllocFromPoolAsync(5000, shared, stream)).unwrap();
    let mut data = call!(sim.raw, cuMemPoolExportPointer(p)).unwrap();
    let pointer = &raw mut data;
    let q = call!(sim.raw, cuMemPoolImportPointer(imported, pointer)).unwrap();
    assert_ne!(p, q);
    call!(sim.raw, cuMemsetD32(p, 7, 1250)).unwrap();
    assert_eq!(sim.read(q + 4996), 7);
    assert_eq!(code(call!(sim.raw, cuMemPoolImportPointer(shared, pointer))), WRONG);
    let mut nothing = cuda_driver::sys::CUmemPoolPtrExportData::default();
    assert_eq!(code(call!(sim.raw, cuMemPoolImportPointer(imported, &raw mut nothing))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemPoolExportPointer(q))), WRONG);
    call!(sim.raw, cuMemFreeAsync(q, stream)).unwrap();
    assert_eq!(sim.read(p), 7);
    call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
    call!(sim.raw, cuMemPoolDestroy(imported)).unwrap();
    call!(sim.raw, cuMemPoolDestroy(shared)).unwrap();
    for wrong in [-1, 987] {
        assert_eq!(code(import(wrong)), CUresult::CUDA_ERROR_UNKNOWN);
    }
}
