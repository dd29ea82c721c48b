use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver::sys::*;

use crate::kernels::{STORE, launch, load};
use crate::{TestDevice, code, run_alone};

#[test]
fn registered_memory_that_is_unmapped_is_not_accessed_and_reported_once() {
    let output = run_alone("registered::alone_with_unmapped_memory", &[]);
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().filter(|line| line.contains("unregister memory before it is freed"));
    assert_eq!(lines.count(), 1, "{text}");
    assert!(text.contains("65536 bytes of registered host memory at 0x"), "{text}");
    assert!(text.contains(", which was unmapped"), "{text}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_unmapped_memory() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let memory = memmap2::MmapMut::map_anon(1 << 16).unwrap();
    let host = memory.as_ptr().cast_mut().cast::<c_void>();
    call!(raw, cuMemHostRegister(host, 1 << 16, CU_MEMHOSTREGISTER_DEVICEMAP)).unwrap();
    let address = call!(raw, cuMemHostGetDevicePointer(host, 0)).unwrap();
    let function = call!(raw, cuModuleGetFunction(load(raw, STORE), c"store")).unwrap();
    launch(raw, function, 1, 1, null_mut(), &mut address.clone()).unwrap();
    call!(raw, cuCtxSynchronize()).unwrap();
    drop(memory);

    let device = call!(raw, cuMemAlloc(1 << 16)).unwrap();
    call!(raw, cuMemsetD8(device, 1, 1 << 16)).unwrap();
    call!(raw, cuMemcpyDtoH(host, device, 1 << 16)).unwrap();
    call!(raw, cuMemcpyHtoD(device, host, 1 << 15)).unwrap();
    assert_eq!([0, (1 << 15) - 4].map(|at| sim.read(device + at)), [0xA5A5_A5A5; 2]);
    assert_eq!(sim.read(device + (1 << 15)), 0x0101_0101);
    // A part of each row.
    call!(raw, cuMemsetD8(device, 1, 1 << 16)).unwrap();
    let (from, to) = (CUmemorytype::CU_MEMORYTYPE_HOST, CUmemorytype::CU_MEMORYTYPE_DEVICE);
    let rows = CUDA_MEMCPY2D {
        srcMemoryType: from,
        srcHost: host,
        srcPitch: 16,
        dstMemoryType: to,
        dstDevice: device,
        dstPitch: 8,
        WidthInBytes: 4,
        Height: 2,
        ..CUDA_MEMCPY2D::default()
    };
    call!(raw, cuMemcpy2D(&raw const rows)).unwrap();
    assert_eq!([4, 8, 12].map(|at| sim.read(device + at)), [0x0101_0101, 0xA5A5_A5A5, 0x0101_0101]);
    // From memory that isn't registered.
    let stream = sim.stream(1);
    let bytes = [7u8; 16];
    call!(raw, cuMemcpyAsync(address, bytes.as_ptr() as u64, 16, stream)).unwrap();
    call!(raw, cuMemsetD8Async(address, 1, 1 << 16, stream)).unwrap();
    call!(raw, cuStreamWriteValue32(stream, address, 1, 0)).unwrap();
    call!(raw, cuStreamSynchronize(stream)).unwrap();

    launch(raw, function, 1, 1, null_mut(), &mut address.clone()).unwrap();
    let fault = code(call!(raw, cuCtxSynchronize()));
    assert_eq!(fault, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}
