//! Several devices in one process.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::{
    Context, DeviceAttribute, Driver,
    sys::{
        CUDA_MEMCPY3D_PEER, CUdevice_P2PAttribute, CUlaunchConfig, CUmemAccess_flags,
        CUmemAccessDesc, CUmemLocationType, CUmemorytype, CUpointer_attribute, CUresult,
    },
};

use crate::kernels::{STORE, launch, load};
use crate::{TestDevice, code, run_alone};

const TWO: [(&str, &str); 2] = [("CUDA_SIM_DEVICES", "2"), ("CUDA_SIM_MEMORY", "64M")];

/// Returns the driver, and a context on each of two devices.
fn two() -> (Driver, [Context; 2]) {
    let driver = cuda_sim::driver().unwrap();
    assert_eq!(driver.device_count().unwrap(), 2);
    let context = |ordinal| driver.device(ordinal).unwrap().primary_context().unwrap();
    (driver, [context(0), context(1)])
}

#[test]
fn several_devices_are_distinct() {
    run_alone("devices::alone_with_two_devices", &TWO);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_two_devices() {
    let (driver, [first, second]) = two();
    let raw = driver.raw();
    assert!(driver.device(2).is_err());
    assert_ne!(first.as_raw(), second.as_raw());
    let (a, b) = (first.device(), second.device());
    assert_ne!(a.uuid().unwrap(), b.uuid().unwrap());
    for (ordinal, device) in [(0, a), (1, b)] {
        let bus = device.attribute(DeviceAttribute::PCI_BUS_ID).unwrap();
        assert_eq!(bus, ordinal);
        let mut text = [0; 16];
        call!(raw, cuDeviceGetPCIBusId(&mut text, ordinal)).unwrap();
        // SAFETY: the driver wrote a null-terminated text.
        let address = unsafe { CStr::from_ptr(text.as_ptr()) };
        assert_eq!(call!(raw, cuDeviceGetByPCIBusId(address)).unwrap(), ordinal);
    }
    let pools = [0, 1].map(|device| call!(raw, cuDeviceGetDefaultMemPool(device)).unwrap());
    assert_ne!(pools[0], pools[1]);
    assert_eq!(
        code(call!(raw, cuDeviceSetMemPool(0, pools[1]))),
        CUresult::CUDA_ERROR_INVALID_VALUE
    );
    for (ordinal, context) in [(0, &first), (1, &second)] {
        call!(raw, cuCtxSetCurrent(context.as_raw())).unwrap();
        assert_eq!(call!(raw, cuCtxGetDevice()).unwrap(), ordinal);
        let stream = call!(raw, cuStreamCreate(1)).unwrap();
        assert_eq!(call!(raw, cuStreamGetDevice(stream)).unwrap(), ordinal);
        for p in
            [call!(raw, cuMemAlloc(4)).unwrap(), call!(raw, cuMemAllocAsync(4, stream)).unwrap()]
        {
            let mut answer = -1i32;
            let attribute = CUpointer_attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
            let to = (&raw mut answer).cast::<c_void>();
            call!(raw, cuPointerGetAttribute(to, attribute, p)).unwrap();
            assert_eq!(answer, ordinal);
        }
    }
}

#[test]
fn each_of_several_devices_has_its_own_memory() {
    run_alone("devices::alone_with_memory_of_each", &TWO);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_memory_of_each() {
    let (driver, contexts) = two();
    let raw = driver.raw();
    for context in &contexts {
        call!(raw, cuCtxSetCurrent(context.as_raw())).unwrap();
        assert_eq!(call!(raw, cuMemGetInfo()).unwrap(), (64 << 20, 64 << 20));
        call!(raw, cuMemAlloc(64 << 20)).unwrap();
        assert_eq!(code(call!(raw, cuMemAlloc(1))), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    }
}

#[test]
fn peer_access_is_enabled_once_between_different_devices() {
    run_alone("devices::alone_with_peers", &TWO);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_peers() {
    let (driver, [first, second]) = two();
    let raw = driver.raw();
    for (a, b, can) in [(0, 0, 0), (0, 1, 1), (1, 0, 1)] {
        assert_eq!(call!(raw, cuDeviceCanAccessPeer(a, b)).unwrap(), can);
    }
    let supported = CUdevice_P2PAttribute::CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED;
    assert_eq!(call!(raw, cuDeviceGetP2PAttribute(supported, 0, 1)).unwrap(), 1);
    assert_eq!(
        code(call!(raw, cuDeviceGetP2PAttribute(supported, 1, 1))),
        CUresult::CUDA_ERROR_INVALID_DEVICE
    );
    call!(raw, cuCtxSetCurrent(first.as_raw())).unwrap();
    let enable = |context: &Context| call!(raw, cuCtxEnablePeerAccess(context.as_raw(), 0));
    let disable = |context: &Context| call!(raw, cuCtxDisablePeerAccess(context.as_raw()));
    assert_eq!(code(enable(&first)), CUresult::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
    assert_eq!(code(disable(&second)), CUresult::CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    enable(&second).unwrap();
    assert_eq!(code(enable(&second)), CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    disable(&second).unwrap();
    enable(&second).unwrap();
    // Peer access ends with the context.
    call!(raw, cuDevicePrimaryCtxReset(1)).unwrap();
    let again = driver.device(1).unwrap().primary_context().unwrap();
    enable(&again).unwrap();
}

#[test]
fn memory_of_another_device_is_only_filled_with_peer_access() {
    run_alone("devices::alone_with_fills", &TWO);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_fills() {
    let (driver, [first, second]) = two();
    let raw = driver.raw();
    call!(raw, cuCtxSetCurrent(second.as_raw())).unwrap();
    let there = call!(raw, cuMemAlloc(4)).unwrap();
    let stream = call!(raw, cuStreamCreate(1)).unwrap();
    let pooled = call!(raw, cuMemAllocAsync(4, stream)).unwrap();
    let pool = call!(raw, cuDeviceGetDefaultMemPool(1)).unwrap();
    call!(raw, cuStreamSynchronize(stream)).unwrap();
    call!(raw, cuCtxSetCurrent(first.as_raw())).unwrap();
    for p in [there, pooled] {
        let refused = call!(raw, cuMemsetD8(p, 1, 4));
        assert_eq!(code(refused), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    call!(raw, cuCtxEnablePeerAccess(second.as_raw(), 0)).unwrap();
    call!(raw, cuMemsetD8(there, 1, 4)).unwrap();
    let mut access = CUmemAccessDesc {
        flags: CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        ..CUmemAccessDesc::default()
    };
    access.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    call!(raw, cuMemPoolSetAccess(pool, &[access])).unwrap();
    call!(raw, cuMemsetD8(pooled, 1, 4)).unwrap();
    access.flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READ;
    assert_eq!(
        code(call!(raw, cuMemPoolSetAccess(pool, &[access]))),
        CUresult::CUDA_ERROR_NOT_SUPPORTED
    );
}

#[test]
fn memory_is_copied_between_devices() {
    run_alone("devices::alone_with_copies", &TWO);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_copies() {
    let (driver, [first, second]) = two();
    let raw = driver.raw();
    call!(raw, cuCtxSetCurrent(second.as_raw())).unwrap();
    let to = call!(raw, cuMemAlloc(64)).unwrap();
    call!(raw, cuMemsetD32(to, 0, 16)).unwrap();
    call!(raw, cuCtxSetCurrent(first.as_raw())).unwrap();
    let from = call!(raw, cuMemAlloc(64)).unwrap();
    call!(raw, cuMemsetD32(from, 7, 16)).unwrap();
    let stream = call!(raw, cuStreamCreate(1)).unwrap();
    let (here, there) = (first.as_raw(), second.as_raw());
    call!(raw, cuMemcpyPeer(to, there, from, here, 4)).unwrap();
    call!(raw, cuMemcpyPeerAsync(to + 4, there, from, here, 4, stream)).unwrap();
    let device = CUmemorytype::CU_MEMORYTYPE_DEVICE;
    let copy = CUDA_MEMCPY3D_PEER {
        srcMemoryType: device,
        srcDevice: from,
        srcContext: here,
        srcPitch: 4,
        dstMemoryType: device,
        dstDevice: to + 8,
        dstContext: there,
        dstPitch: 8,
        WidthInBytes: 4,
        Height: 2,
        Depth: 1,
        ..CUDA_MEMCPY3D_PEER::default()
    };
    call!(raw, cuMemcpy3DPeer(&raw const copy)).unwrap();
    call!(raw, cuStreamSynchronize(stream)).unwrap();
    let mut found = [0u32; 6];
    call!(raw, cuMemcpyDtoH(found.as_mut_ptr().cast(), to, 24)).unwrap();
    assert_eq!(found, [7, 7, 7, 0, 7, 0]);
    // Without a stream, a copy comes after earlier work of both devices, and before later work.
    let gate = call!(raw, cuMemAlloc(4)).unwrap();
    call!(raw, cuMemsetD32(gate, 0, 1)).unwrap();
    call!(raw, cuCtxSynchronize()).unwrap();
    let (none, stream) = (core::ptr::null_mut(), call!(raw, cuStreamCreate(1)).unwrap());
    call!(raw, cuStreamWaitValue32(none, gate, 1, 0)).unwrap();
    call!(raw, cuMemsetD32Async(from, 9, 1, none)).unwrap();
    call!(raw, cuCtxSetCurrent(there)).unwrap();
    call!(raw, cuMemcpyPeerAsync(to, there, from, here, 4, none)).unwrap();
    assert_eq!(code(call!(raw, cuStreamQuery(none))), CUresult::CUDA_ERROR_NOT_READY);
    call!(raw, cuCtxSetCurrent(here)).unwrap();
    call!(raw, cuMemsetD32Async(from, 5, 1, none)).unwrap();
    call!(raw, cuStreamWriteValue32(stream, gate, 1, 0)).unwrap();
    call!(raw, cuCtxSetCurrent(there)).unwrap();
    call!(raw, cuMemcpyDtoH(found.as_mut_ptr().cast(), to, 4)).unwrap();
    assert_eq!(found[0], 9);
    let nothing = call!(raw, cuMemcpyPeer(to, 3 as _, from, here, 4));
    assert_eq!(code(nothing), CUresult::CUDA_ERROR_INVALID_CONTEXT);
}

unsafe extern "C" fn notified(
    _: *mut cuda_driver::sys::CUasyncNotificationInfo,
    _: *mut core::ffi::c_void,
    _: cuda_driver::sys::CUasyncCallbackHandle,
) {
}

#[test]
fn a_callback_for_notifications_is_registered_and_unregistered_once() {
    let sim = TestDevice::new();
    let no_data = core::ptr::null_mut();
    let register =
        |callback| call!(sim.raw, cuDeviceRegisterAsyncNotification(0, callback, no_data));
    let unregister = |handle| call!(sim.raw, cuDeviceUnregisterAsyncNotification(0, handle));
    let wrong = cuda_driver::sys::CUresult::CUDA_ERROR_INVALID_VALUE;
    assert_eq!(code(register(None)), wrong);
    let handle = register(Some(notified)).unwrap();
    unregister(handle).unwrap();
    assert_eq!(code(unregister(handle)), wrong);
}

#[test]
fn a_function_is_launched_only_in_its_own_context() {
    run_alone("devices::alone_with_a_function_of_another_context", &TWO);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_function_of_another_context() {
    let (driver, [first, second]) = two();
    let raw = driver.raw();
    // One is on the same device.
    let third = first.device().create_context(Default::default()).unwrap();
    call!(raw, cuCtxSetCurrent(first.as_raw())).unwrap();
    let bounded = call!(raw, cuModuleGetFunction(load(raw, STORE), c"bounded")).unwrap();
    for (context, is_own) in [(&first, true), (&second, false), (&third, false)] {
        call!(raw, cuCtxSetCurrent(context.as_raw())).unwrap();
        let stream = call!(raw, cuStreamCreate(1)).unwrap();
        // The current context doesn't matter, except to the default stream.
        for current in [&first, &second] {
            call!(raw, cuCtxSetCurrent(current.as_raw())).unwrap();
            let config = CUlaunchConfig {
                gridDimX: 1,
                gridDimY: 1,
                gridDimZ: 1,
                blockDimX: 1,
                blockDimY: 1,
                blockDimZ: 1,
                hStream: stream,
                ..CUlaunchConfig::default()
            };
            let none = null_mut();
            for answer in [
                launch(raw, bounded, 1, 1, stream, &mut 0),
                call!(raw, cuLaunchCooperativeKernel(bounded, 1, 1, 1, 1, 1, 1, 0, stream, none))
                    .map_err(|error| error.code().as_raw()),
                call!(raw, cuLaunchKernelEx(&config, bounded, none, none))
                    .map_err(|error| error.code().as_raw()),
            ] {
                let expected =
                    if is_own { Ok(()) } else { Err(CUresult::CUDA_ERROR_INVALID_HANDLE) };
                assert_eq!(answer, expected);
            }
            let answer = launch(raw, bounded, 1, 1, null_mut(), &mut 0);
            assert_eq!(answer.is_ok(), current.as_raw() == first.as_raw());
        }
        call!(raw, cuStreamSynchronize(stream)).unwrap();
    }
}
