//! Reserved addresses and mapped memory, and the errors of invalid uses.

use core::ffi::c_void;

use cuda_driver::sys::{
    CUdeviceptr, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationGranularity_flags,
    CUmemAllocationHandleType, CUmemAllocationProp, CUmemAllocationType,
    CUmemGenericAllocationHandle, CUmemLocation, CUmemLocationType, CUresult,
};

use crate::{TestDevice, code, run_alone};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const STEP: usize = 2 << 20;
const READ_WRITE: CUmemAccess_flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

fn on_the_device() -> CUmemAllocationProp {
    CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        location: location(),
        ..CUmemAllocationProp::default()
    }
}

fn location() -> CUmemLocation {
    CUmemLocation {
        type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
        ..CUmemLocation::default()
    }
}

impl TestDevice {
    fn addresses(&self, steps: usize) -> CUdeviceptr {
        call!(self.raw, cuMemAddressReserve(steps * STEP, 0, 0, 0)).unwrap()
    }

    fn memory(&self, steps: usize) -> CUmemGenericAllocationHandle {
        let properties = on_the_device();
        call!(self.raw, cuMemCreate(steps * STEP, &raw const properties, 0)).unwrap()
    }

    fn access(&self, address: CUdeviceptr, bytes: usize, flags: CUmemAccess_flags) -> CUresult {
        let access = CUmemAccessDesc { location: location(), flags };
        match call!(self.raw, cuMemSetAccess(address, bytes, &[access])) {
            Ok(()) => CUresult::CUDA_SUCCESS,
            Err(error) => error.code().as_raw(),
        }
    }
}

#[test]
fn addresses_are_reserved_in_granules_and_freed_as_a_whole() {
    let sim = TestDevice::new();
    for (bytes, alignment, flags) in [(0, 0, 0), (1000, 0, 0), (STEP, 3, 0), (STEP, 0, 1)] {
        let result = call!(sim.raw, cuMemAddressReserve(bytes, alignment, 0, flags));
        assert_eq!(code(result), WRONG, "{bytes} {alignment} {flags}");
    }
    let p = call!(sim.raw, cuMemAddressReserve(2 * STEP, 8 * STEP, 0, 0)).unwrap();
    assert_eq!(p % (8 * STEP as u64), 0);
    for (address, bytes) in [(p, STEP), (p + STEP as u64, STEP), (p, 3 * STEP), (0, 0)] {
        assert_eq!(code(call!(sim.raw, cuMemAddressFree(address, bytes))), WRONG);
    }
    call!(sim.raw, cuMemAddressFree(p, 2 * STEP)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemAddressFree(p, 2 * STEP))), WRONG);
}

#[test]
fn invalid_properties_of_memory_are_rejected() {
    let sim = TestDevice::new();
    let create = |change: &dyn Fn(&mut CUmemAllocationProp), bytes, flags| {
        let mut properties = on_the_device();
        change(&mut properties);
        code(call!(sim.raw, cuMemCreate(bytes, &raw const properties, flags)))
    };
    assert_eq!(create(&|_| {}, 0, 0), WRONG);
    assert_eq!(create(&|_| {}, 1000, 0), WRONG);
    assert_eq!(create(&|_| {}, STEP, 1), WRONG);
    assert_eq!(create(&|p| p.type_.0 = 0, STEP, 0), WRONG);
    assert_eq!(create(&|p| p.location.id.id = 99, STEP, 0), CUresult::CUDA_ERROR_INVALID_DEVICE);
    assert_eq!(
        create(&|p| p.requestedHandleTypes.0 = 8, STEP, 0),
        CUresult::CUDA_ERROR_NOT_PERMITTED
    );
    assert_eq!(create(&|_| {}, STEP << 30, 0), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let properties = on_the_device();
    let option = CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
    let step = call!(sim.raw, cuMemGetAllocationGranularity(&raw const properties, option));
    assert_eq!(step.unwrap(), STEP);
    let memory = sim.memory(2);
    call!(sim.raw, cuMemRelease(memory)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemRelease(memory))), WRONG);
}

#[test]
fn memory_is_mapped_whole_and_once_at_an_address() {
    let sim = TestDevice::new();
    let (p, step) = (sim.addresses(8), STEP as u64);
    let (one, two) = (sim.memory(1), sim.memory(2));
    let map = |address, bytes, offset, memory, flags| {
        code(call!(sim.raw, cuMemMap(address, bytes, offset, memory, flags)))
    };
    let partly = CUresult::CUDA_ERROR_NOT_SUPPORTED;
    assert_eq!(map(p, STEP, 0, two, 0), partly);
    assert_eq!(map(p, STEP, STEP, two, 0), partly);
    assert_eq!(map(p + 4096, STEP, 0, one, 0), WRONG);
    assert_eq!(map(p, STEP, 0, one, 1), WRONG);
    assert_eq!(map(p, STEP, 0, 12345, 0), WRONG);
    assert_eq!(map(p + 8 * step, STEP, 0, one, 0), WRONG);
    call!(sim.raw, cuMemMap(p, STEP, 0, one, 0)).unwrap();
    call!(sim.raw, cuMemMap(p + step, 2 * STEP, 0, two, 0)).unwrap();
    assert_eq!(map(p, STEP, 0, one, 0), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemAddressFree(p, 8 * STEP))), WRONG);
    // A part of a mapping can't be unmapped.
    assert_eq!(code(call!(sim.raw, cuMemUnmap(p, 2 * STEP))), WRONG);
    call!(sim.raw, cuMemUnmap(p + 4 * step, STEP)).unwrap();
    call!(sim.raw, cuMemUnmap(p, 8 * STEP)).unwrap();
    call!(sim.raw, cuMemAddressFree(p, 8 * STEP)).unwrap();
}

#[test]
fn a_mapping_may_extend_over_adjacent_reservations() {
    let sim = TestDevice::new();
    let step = STEP as u64;
    let memory = sim.memory(4);
    // Other tests may take the addresses after those of this one.
    let found = (0..100).find_map(|_| {
        let p = sim.addresses(2);
        let next = p + 2 * step;
        // Also if half of the addresses aren't reserved, unless they are used.
        if call!(sim.raw, cuMemMap(p, 4 * STEP, 0, memory, 0)).is_ok() {
            call!(sim.raw, cuMemUnmap(p, 4 * STEP)).unwrap();
        }
        let reserved = call!(sim.raw, cuMemAddressReserve(2 * STEP, 0, next, 0)).unwrap();
        (reserved == next).then_some((p, next))
    });
    let (p, next) = found.expect("the hint is free");
    let other = call!(sim.raw, cuMemAddressReserve(2 * STEP, 0, next, 0)).unwrap();
    assert_ne!(other, next, "the hint is taken");
    call!(sim.raw, cuMemMap(p, 4 * STEP, 0, memory, 0)).unwrap();
    sim.access(p, 4 * STEP, READ_WRITE);
    call!(sim.raw, cuMemsetD8(next - 8, 7, 16)).unwrap();
    assert_eq!(sim.read(next), 0x0707_0707);
    for start in [p, next] {
        let freed = call!(sim.raw, cuMemAddressFree(start, 2 * STEP));
        assert_eq!(code(freed), WRONG, "it is mapped");
    }
    call!(sim.raw, cuMemUnmap(p, 4 * STEP)).unwrap();
    for start in [p, next, other] {
        call!(sim.raw, cuMemAddressFree(start, 2 * STEP)).unwrap();
    }
}

#[test]
fn memory_without_access_is_inaccessible() {
    let sim = TestDevice::new();
    let (p, step) = (sim.addresses(3), STEP as u64);
    assert_eq!(sim.access(p, STEP, READ_WRITE), WRONG);
    for at in 0..2 {
        let memory = sim.memory(1);
        call!(sim.raw, cuMemMap(p + at * step, STEP, 0, memory, 0)).unwrap();
        call!(sim.raw, cuMemRelease(memory)).unwrap();
    }
    let fill = |address| call!(sim.raw, cuMemsetD8(address, 1, 16));
    assert_eq!(code(fill(p)), WRONG);
    assert_eq!(sim.access(p, 3 * STEP, READ_WRITE), WRONG);
    assert_eq!(sim.access(p, STEP / 2, READ_WRITE), WRONG);
    assert_eq!(sim.access(p, 2 * STEP, READ_WRITE), CUresult::CUDA_SUCCESS);
    fill(p + step - 8).unwrap();
    assert_eq!(sim.read(p + step), 0x0101_0101);
    assert_eq!(code(fill(p + 2 * step - 8)), WRONG);
    assert_eq!(code(fill(p + 2 * step)), WRONG);
    let none = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE;
    assert_eq!(sim.access(p, STEP, none), CUresult::CUDA_SUCCESS);
    let place = location();
    let access = |address| call!(sim.raw, cuMemGetAccess(&raw const place, address));
    assert_eq!((access(p).unwrap(), access(p + step).unwrap()), (0, 3));
    assert_eq!(code(access(p + 2 * step)), WRONG);
    assert_eq!(code(fill(p)), WRONG);
    fill(p + step).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    call!(sim.raw, cuMemUnmap(p, 2 * STEP)).unwrap();
    assert_eq!(code(fill(p + step)), WRONG);
}

#[test]
fn a_mapping_keeps_memory_alive_and_its_handle_can_be_retained() {
    let sim = TestDevice::new();
    let (p, memory) = (sim.addresses(1), sim.memory(1));
    let is_there = || {
        let mut live = cuda_sim::live_objects().into_iter();
        live.any(|object| object.kind == "physical memory" && object.handle == memory)
    };
    call!(sim.raw, cuMemMap(p, STEP, 0, memory, 0)).unwrap();
    call!(sim.raw, cuMemRelease(memory)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemRelease(memory))), WRONG);
    let again = call!(sim.raw, cuMemRetainAllocationHandle((p + 100) as *mut c_void)).unwrap();
    assert_eq!(again, memory);
    call!(sim.raw, cuMemUnmap(p, STEP)).unwrap();
    assert!(is_there());
    call!(sim.raw, cuMemRelease(again)).unwrap();
    assert!(!is_there());
    let plain = call!(sim.raw, cuMemAlloc(STEP)).unwrap();
    let retained = call!(sim.raw, cuMemRetainAllocationHandle(plain as *mut c_void));
    assert_eq!(code(retained), WRONG);
}

#[cfg(target_os = "linux")]
#[test]
fn only_memory_created_as_exportable_is_exported() {
    let sim = TestDevice::new();
    let by_descriptor = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    let mut descriptor = -1;
    let plain = sim.memory(1);
    let mut properties = on_the_device();
    properties.requestedHandleTypes = by_descriptor;
    let memory = call!(sim.raw, cuMemCreate(STEP, &raw const properties, 0)).unwrap();
    let mut export = |memory, kind, flags| {
        let to = (&raw mut descriptor).cast::<c_void>();
        call!(sim.raw, cuMemExportToShareableHandle(to, memory, kind, flags))
    };
    assert_eq!(code(export(plain, by_descriptor, 0)), WRONG);
    assert_eq!(code(export(memory, by_descriptor, 1)), WRONG);
    assert_eq!(code(export(memory, CUmemAllocationHandleType(2), 0)), WRONG);
    export(memory, by_descriptor, 0).unwrap();
    let number = core::ptr::without_provenance_mut(usize::try_from(descriptor).unwrap());
    let import = |number| call!(sim.raw, cuMemImportFromShareableHandle(number, by_descriptor));
    let imported = import(number).unwrap();
    assert_ne!(imported, memory);
    let found = call!(sim.raw, cuMemGetAllocationPropertiesFromHandle(imported)).unwrap();
    assert_eq!(found.requestedHandleTypes.0, 0, "it can't be exported on");
    // SAFETY: the driver opened it, and no other code closes it.
    drop(unsafe { <std::os::fd::OwnedFd as std::os::fd::FromRawFd>::from_raw_fd(descriptor) });
    call!(sim.raw, cuMemRelease(imported)).unwrap();
    assert_eq!(code(import(core::ptr::without_provenance_mut(987))), CUresult::CUDA_ERROR_UNKNOWN);
}

#[test]
fn the_range_of_a_mapped_address_is_the_reservation() {
    use cuda_driver::sys::CUpointer_attribute as A;
    let sim = TestDevice::new();
    let start = sim.addresses(4);
    let properties = CUmemAllocationProp {
        requestedHandleTypes: CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        ..on_the_device()
    };
    let memory = call!(sim.raw, cuMemCreate(STEP, &raw const properties, 0)).unwrap();
    call!(sim.raw, cuMemMap(start + STEP as u64, STEP, 0, memory, 0)).unwrap();
    let answer = |attribute, address| {
        let mut value = 0u64;
        let to = (&raw mut value).cast::<c_void>();
        call!(sim.raw, cuPointerGetAttribute(to, attribute, address)).map(|()| value)
    };
    let address = start + STEP as u64 + 5;
    let is = |attribute, value: u64| assert_eq!(answer(attribute, address).unwrap(), value);
    is(A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, start);
    is(A::CU_POINTER_ATTRIBUTE_RANGE_SIZE, 4 * STEP as u64);
    is(A::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, start + STEP as u64);
    is(A::CU_POINTER_ATTRIBUTE_MAPPING_SIZE, STEP as u64);
    is(A::CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, 1);
    let unmapped = answer(A::CU_POINTER_ATTRIBUTE_RANGE_SIZE, start);
    assert_eq!(code(unmapped), WRONG);
    call!(sim.raw, cuMemUnmap(start + STEP as u64, STEP)).unwrap();
    call!(sim.raw, cuMemRelease(memory)).unwrap();
    call!(sim.raw, cuMemAddressFree(start, 4 * STEP)).unwrap();
}

#[test]
fn reserved_addresses_without_memory_have_a_range_among_several_attributes() {
    use cuda_driver::sys::CUpointer_attribute as A;
    let sim = TestDevice::new();
    let start = sim.addresses(2);
    let (mut range, mut kind, mut device) = ([9_u64; 2], 9_u32, 9_i32);
    let mut attributes = [
        A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
        A::CU_POINTER_ATTRIBUTE_RANGE_SIZE,
        A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
        A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
    ];
    let [first, second] = &mut range;
    let mut values: [*mut c_void; 4] = [
        (&raw mut *first).cast(),
        (&raw mut *second).cast(),
        (&raw mut kind).cast(),
        (&raw mut device).cast(),
    ];
    let to = values.as_mut_ptr();
    let from = attributes.as_mut_ptr();
    call!(sim.raw, cuPointerGetAttributes(4, from, to, start + 8)).unwrap();
    assert_eq!((range, kind, device), ([start, 2 * STEP as u64], 0, -2));
    // What is behind them has none, which isn't written.
    range = [9; 2];
    call!(sim.raw, cuPointerGetAttributes(4, from, to, start + 2 * STEP as u64)).unwrap();
    assert_eq!(range, [9; 2]);
    let alone = call!(sim.raw, cuPointerGetAttribute(to.cast(), attributes[0], start));
    assert_eq!(code(alone), WRONG);
    call!(sim.raw, cuMemAddressFree(start, 2 * STEP)).unwrap();
}

#[test]
fn memory_that_is_mapped_again_has_no_races_with_what_was_there_before() {
    run_alone("virtual_memory::alone_mapped_again", &[("CUDA_SIM_CHECK", "races")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_mapped_again() {
    let sim = TestDevice::new();
    let (p, memory) = (sim.addresses(1), sim.memory(1));
    let seen = call!(sim.raw, cuMemAllocManaged(4, 1)).unwrap();
    let (first, second) = (sim.stream(1), sim.stream(1));
    for waits in [true, false] {
        let map = || {
            call!(sim.raw, cuMemMap(p, STEP, 0, memory, 0)).unwrap();
            assert_eq!(sim.access(p, STEP, READ_WRITE), CUresult::CUDA_SUCCESS);
        };
        map();
        call!(sim.raw, cuMemsetD32(seen, 0, 1)).unwrap();
        call!(sim.raw, cuMemsetD32Async(p, 1, 1, first)).unwrap();
        call!(sim.raw, cuMemcpyDtoDAsync(seen, p, 4, first)).unwrap();
        if waits {
            call!(sim.raw, cuStreamSynchronize(first)).unwrap()
        } else {
            // SAFETY: managed memory with a number, which the host may read at any time.
            while unsafe { (seen as *const u32).read_volatile() } != 1 {}
        }
        call!(sim.raw, cuMemUnmap(p, STEP)).unwrap();
        map();
        call!(sim.raw, cuMemsetD32Async(p, 2, 1, second)).unwrap();
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        call!(sim.raw, cuMemUnmap(p, STEP)).unwrap();
        let races = cuda_sim::races().into_iter().map(|race| race.to_string());
        let races: Vec<String> = races.collect();
        if waits {
            assert!(races.is_empty(), "{races:?}")
        } else {
            // What is wrong is that the host didn't wait before it unmapped the memory.
            assert!(
                !races.is_empty()
                    && races.iter().all(|race| race.contains("unmapping of memory, on the host")),
                "{races:?}"
            )
        }
    }
    let _ = std::panic::catch_unwind(|| cuda_sim::assert_no_races(false));
}
