use core::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_driver::sys::{
    CUDA_MEMCPY3D, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationProp, CUmemAllocationType,
    CUmemLocation, CUmemLocationType, CUmemPool_attribute, CUmemPoolProps, CUmemorytype, CUresult,
};

use crate::{TestDevice, code};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

#[test]
fn a_copy_past_the_end_or_of_unknown_memory_is_rejected_without_effect() {
    let sim = TestDevice::new();
    let p = call!(sim.raw, cuMemAlloc(64)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 0, 64)).unwrap();
    let mut host = [7u8; 128];
    let from = host.as_mut_ptr().cast::<c_void>();
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoD(p, from, 65))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoD(p + 60, from, 8))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoD(p, core::ptr::null(), 4))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyDtoH(from, 0x1234, 4))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyDtoH(from, from as u64, 4))), WRONG);
    assert_eq!(sim.read(p), 0);
    call!(sim.raw, cuMemcpyHtoD(p, from, 64)).unwrap();
    assert_eq!(sim.read(p + 60), 0x0707_0707);
}

#[test]
fn freed_memory_is_never_treated_as_host_memory() {
    // Another test could get the address of the freed memory.
    let sim = TestDevice::alone();
    let (p, freed) =
        (call!(sim.raw, cuMemAlloc(1000)).unwrap(), call!(sim.raw, cuMemAlloc(1000)).unwrap());
    call!(sim.raw, cuMemcpyHtoD(p, freed as *const c_void, 1000)).unwrap();
    call!(sim.raw, cuMemcpyDtoH(freed as *mut c_void, p, 1000)).unwrap();
    let beyond = (freed + 600) as *mut c_void;
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoD(p, beyond, 800))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyDtoH(beyond, p, 800))), WRONG);
    call!(sim.raw, cuMemFree(freed)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemcpy(p, freed, 16))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpy(freed, p, 16))), WRONG);
    let host = freed as *mut c_void;
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoD(p, host, 16))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyDtoH(host, p, 16))), WRONG);
    let stream = sim.stream(1);
    assert_eq!(code(call!(sim.raw, cuMemcpyAsync(p, freed, 16, stream))), WRONG);
}

#[test]
fn memory_is_freed_once_and_then_invalid() {
    // Another test could get the address before it is freed again.
    let sim = TestDevice::alone();
    let p = call!(sim.raw, cuMemAlloc(4096)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemFree(p + 256))), WRONG);
    call!(sim.raw, cuMemFree(p)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemFree(p))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemsetD8(p, 0, 4))), WRONG);
    call!(sim.raw, cuMemFree(0)).unwrap();
}

#[test]
fn an_allocation_that_is_too_large_fails_and_leaks_nothing() {
    let sim = TestDevice::new();
    for bytes in [1usize << 50, usize::MAX] {
        assert_eq!(code(call!(sim.raw, cuMemAlloc(bytes))), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    }
    assert!(call!(sim.raw, cuMemAlloc(1 << 20)).is_ok());
}

#[test]
fn pinned_memory_is_the_same_bytes_for_host_and_device() {
    let sim = TestDevice::new();
    let host = call!(sim.raw, cuMemHostAlloc(64, 0)).unwrap();
    let device = call!(sim.raw, cuMemHostGetDevicePointer(host, 0)).unwrap();
    call!(sim.raw, cuMemsetD32(device, 42, 16)).unwrap();
    // SAFETY: it is pinned memory of 64 bytes, and the fill is done.
    assert_eq!(unsafe { host.cast::<u32>().read() }, 42);
    assert_eq!(code(call!(sim.raw, cuMemFree(device))), WRONG);
    call!(sim.raw, cuMemFreeHost(host)).unwrap();
}

#[test]
fn registered_memory_is_known_until_it_is_unregistered() {
    let sim = TestDevice::new();
    let mut host = vec![1u32; 1024];
    let address = host.as_mut_ptr().cast::<c_void>();
    call!(sim.raw, cuMemHostRegister(address, 4096, 0)).unwrap();
    let twice = call!(sim.raw, cuMemHostRegister(address, 4096, 0));
    assert_eq!(code(twice), CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    call!(sim.raw, cuMemsetD32(address as u64, 5, 1024)).unwrap();
    assert_eq!(host[1023], 5);
    let inner = address.wrapping_byte_add(64);
    assert_eq!(code(call!(sim.raw, cuMemHostUnregister(inner))), WRONG);
    call!(sim.raw, cuMemHostUnregister(address)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemsetD32(address as u64, 6, 1))), WRONG);
    let twice = call!(sim.raw, cuMemHostUnregister(address));
    assert_eq!(code(twice), CUresult::CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

#[test]
fn memory_freed_on_a_stream_is_unusable_immediately_and_freed_in_stream_order() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let p = call!(sim.raw, cuMemAllocAsync(4096, stream)).unwrap();
    call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemFreeAsync(p, stream))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemsetD8(p, 0, 4))), WRONG);
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert!(!cuda_sim::live_objects().iter().any(|object| object.handle == p));
}

#[test]
fn pageable_memory_may_be_used_again_when_an_asynchronous_copy_from_it_returns() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let (gate, p) =
        (call!(sim.raw, cuMemAlloc(4)).unwrap(), call!(sim.raw, cuMemAlloc(4)).unwrap());
    sim.write(gate, 0);
    call!(sim.raw, cuStreamWaitValue32(stream, gate, 1, 1)).unwrap();
    let mut value = 11u32;
    call!(sim.raw, cuMemcpyHtoDAsync(p, (&raw const value).cast(), 4, stream)).unwrap();
    value = 22;
    call!(sim.raw, cuStreamWriteValue32(sim.stream(1), gate, 1, 0)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!((sim.read(p), value), (11, 22));
}

#[test]
fn a_box_is_copied_between_memories_of_different_pitch() {
    let sim = TestDevice::new();
    let source: Vec<u8> = (0..=255).collect();
    let p = call!(sim.raw, cuMemAlloc(4096)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 0, 4096)).unwrap();
    // 4 bytes of 3 rows of 2 slices, from rows of 8 bytes and slices of 8 rows, to rows of 16.
    let mut copy = CUDA_MEMCPY3D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: source.as_ptr().cast(),
        srcPitch: 8,
        srcHeight: 8,
        srcXInBytes: 1,
        srcY: 2,
        srcZ: 1,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: p,
        dstPitch: 16,
        dstHeight: 4,
        WidthInBytes: 4,
        Height: 3,
        Depth: 2,
        ..CUDA_MEMCPY3D::default()
    };
    let whole = cuda_sim::driver_table().cuMemcpy3D_v2.unwrap();
    // SAFETY: both memories are as large as described.
    assert_eq!(unsafe { whole(&raw const copy) }, CUresult::CUDA_SUCCESS);
    for (z, y) in [(0u64, 0u64), (0, 2), (1, 0), (1, 2)] {
        let first = u32::try_from((z + 1) * 64 + (y + 2) * 8 + 1).unwrap();
        let expected = first | (first + 1) << 8 | (first + 2) << 16 | (first + 3) << 24;
        assert_eq!(sim.read(p + z * 64 + y * 16), expected, "slice {z}, row {y}");
    }
    assert_eq!(sim.read(p + 4), 0);
    copy.dstPitch = 3;
    // SAFETY: as above; rows that overlap are refused.
    assert_eq!(unsafe { whole(&raw const copy) }, WRONG);
    (copy.dstPitch, copy.Depth) = (16, 65);
    // SAFETY: as above; the target doesn't hold that many slices, which is refused.
    assert_eq!(unsafe { whole(&raw const copy) }, WRONG);
}

#[test]
fn rows_are_filled_without_the_padding_between_them() {
    let sim = TestDevice::new();
    let p = call!(sim.raw, cuMemAlloc(64)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 0, 64)).unwrap();
    call!(sim.raw, cuMemsetD2D16(p, 16, 0x1234, 2, 3)).unwrap();
    let words: Vec<u32> = (0..16).map(|i| sim.read(p + i * 4)).collect();
    let mut expected = [0; 16];
    (expected[0], expected[4], expected[8]) = (0x1234_1234, 0x1234_1234, 0x1234_1234);
    assert_eq!(words, expected);
    assert_eq!(code(call!(sim.raw, cuMemsetD2D16(p, 3, 0, 2, 3))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemsetD32(p + 2, 0, 1))), WRONG);
}

#[test]
fn a_pool_counts_what_is_allocated_from_it() {
    let sim = TestDevice::new();
    let mut properties = CUmemPoolProps {
        allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        maxSize: 4096,
        ..CUmemPoolProps::default()
    };
    properties.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    let (mut pool, stream) = (core::ptr::null_mut(), sim.stream(1));
    let table = cuda_sim::driver_table();
    // SAFETY: the pointers are to live values.
    let created = unsafe { table.cuMemPoolCreate.unwrap()(&raw mut pool, &raw const properties) };
    assert_eq!(created, CUresult::CUDA_SUCCESS);
    let used = || {
        let mut bytes = 0u64;
        let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT;
        call!(sim.raw, cuMemPoolGetAttribute(pool, attribute, (&raw mut bytes).cast())).unwrap();
        bytes
    };
    let p = call!(sim.raw, cuMemAllocFromPoolAsync(1000, pool, stream)).unwrap();
    assert_eq!(used(), 1000);
    // A maximum is rounded up to 32 MiB.
    let full = call!(sim.raw, cuMemAllocFromPoolAsync(32 << 20, pool, stream));
    assert_eq!(code(full), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    call!(sim.raw, cuMemFreeAsync(p, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(used(), 0);
    call!(sim.raw, cuMemPoolDestroy(pool)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemAllocFromPoolAsync(4, pool, stream))), WRONG);
}

#[test]
fn handles_for_address_ranges_are_checked_and_unsupported() {
    use cuda_driver::sys::CUmemRangeHandleType as T;
    let sim = TestDevice::new();
    let p = call!(sim.raw, cuMemAlloc(4 << 20)).unwrap();
    let dma_buf = T::CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD;
    let answer = |address, bytes, kind, flags| {
        let mut descriptor = -1i32;
        let to = (&raw mut descriptor).cast::<c_void>();
        let answer = call!(sim.raw, cuMemGetHandleForAddressRange(to, address, bytes, kind, flags));
        assert_eq!(descriptor, -1);
        code(answer)
    };
    let absent = CUresult::CUDA_ERROR_NOT_SUPPORTED;
    assert_eq!(answer(p, 4 << 20, dma_buf, 0), absent);
    assert_eq!(answer(p, 4096, dma_buf, 1), absent);
    for (address, bytes, kind, flags) in [
        (p, 0, dma_buf, 0),
        (p + 1, 4096, dma_buf, 0),
        (p, 100, dma_buf, 0),
        (p, 8 << 20, dma_buf, 0),
        (0, 4096, dma_buf, 0),
        (p, 4096, T(0), 0),
        (p, 4096, T(2), 0),
        (p, 4096, dma_buf, 2),
    ] {
        assert_eq!(answer(address, bytes, kind, flags), WRONG, "{address:#x} {bytes}");
    }
    call!(sim.raw, cuMemFree(p)).unwrap();
}

#[test]
fn the_range_of_an_unknown_address_is_written_as_zero() {
    let _sim = TestDevice::new();
    let find = cuda_sim::driver_table().cuMemGetAddressRange_v2.unwrap();
    let none = core::ptr::null_mut();
    for wanted in [[true, true], [true, false], [false, true]] {
        let (mut start, mut size) = (3, 5);
        let pointers = (
            if wanted[0] { &raw mut start } else { none },
            if wanted[1] { &raw mut size } else { core::ptr::null_mut() },
        );
        // SAFETY: the pointers are null or to live values, and the address is looked up.
        let code = unsafe { find(pointers.0, pointers.1, 8) };
        let expected = [if wanted[0] { 0 } else { 3 }, if wanted[1] { 0 } else { 5 }];
        assert_eq!((code.0, [start, size as u64]), (500, expected));
    }
}

/// Work that ends once it may.
#[derive(Default)]
struct HeldWork {
    may_end: AtomicBool,
    has_ended: AtomicBool,
}

/// Ends as soon as it may, but a little later than a call would return that doesn't wait for it.
unsafe extern "C" fn hold(argument: *mut c_void) {
    // SAFETY: the argument lives as long as the program.
    let held = unsafe { &*argument.cast::<HeldWork>() };
    std::thread::sleep(std::time::Duration::from_millis(30));
    while !held.may_end.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    held.has_ended.store(true, Ordering::SeqCst);
}

#[test]
fn a_fill_of_another_contexts_memory_is_waited_for() {
    let (sim, other) = (TestDevice::new(), TestDevice::new());
    for (memory, waits) in [(&sim, true), (&other, false)] {
        call!(sim.raw, cuCtxSetCurrent(memory.context.as_raw())).unwrap();
        let p = call!(sim.raw, cuMemAlloc(64)).unwrap();
        call!(sim.raw, cuCtxSetCurrent(other.context.as_raw())).unwrap();
        let held: &'static HeldWork = Box::leak(Box::default());
        held.may_end.store(waits, Ordering::SeqCst);
        let argument = (&raw const *held).cast_mut().cast();
        call!(sim.raw, cuLaunchHostFunc(core::ptr::null_mut(), Some(hold), argument)).unwrap();
        call!(sim.raw, cuMemsetD8(p, 1, 64)).unwrap();
        let has_ended = held.has_ended.load(Ordering::SeqCst);
        assert_eq!(has_ended, waits, "of its own context: {}", !waits);
        held.may_end.store(true, Ordering::SeqCst);
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        assert_eq!(sim.read(p), 0x0101_0101);
        call!(sim.raw, cuMemFree(p)).unwrap();
    }
}

#[test]
fn work_that_comes_after_its_memory_was_unmapped_is_a_fault() {
    let output = crate::run_alone("memory::unmapped_before_a_fill", &[]);
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(report.contains("a set uses memory that was freed or unmapped"), "{report}");
}

#[test]
#[ignore = "makes the device unusable"]
fn unmapped_before_a_fill() {
    const STEP: usize = 2 << 20;
    let sim = TestDevice::new();
    let properties = CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        location: CUmemLocation {
            type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
            ..CUmemLocation::default()
        },
        ..CUmemAllocationProp::default()
    };
    let memory = call!(sim.raw, cuMemCreate(STEP, &raw const properties, 0)).unwrap();
    let p = call!(sim.raw, cuMemAddressReserve(STEP, 0, 0, 0)).unwrap();
    call!(sim.raw, cuMemMap(p, STEP, 0, memory, 0)).unwrap();
    let access = CUmemAccessDesc {
        location: properties.location,
        flags: CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
    };
    call!(sim.raw, cuMemSetAccess(p, STEP, &[access])).unwrap();
    let held: &'static HeldWork = Box::leak(Box::default());
    let argument = (&raw const *held).cast_mut().cast();
    call!(sim.raw, cuLaunchHostFunc(core::ptr::null_mut(), Some(hold), argument)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 1, 64)).unwrap();
    call!(sim.raw, cuMemUnmap(p, STEP)).unwrap();
    held.may_end.store(true, Ordering::SeqCst);
    let ended = code(call!(sim.raw, cuCtxSynchronize()));
    assert_eq!(ended, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}
