use core::ffi::c_void;
use core::ptr::{null, null_mut};

use cuda_driver::sys::{
    CUDA_ARRAY_DESCRIPTOR, CUDA_ARRAY3D_CUBEMAP, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_LAYERED,
    CUDA_ARRAY3D_TEXTURE_GATHER, CUDA_MEMCPY2D, CUarray, CUarray_format, CUmemcpyAttributes,
    CUmemcpySrcAccessOrder, CUmemorytype, CUresult,
};

use crate::{TestDevice, code};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const NO_HANDLE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;

fn descriptor(extent: [usize; 3], channels: u32, flags: u32) -> CUDA_ARRAY3D_DESCRIPTOR {
    CUDA_ARRAY3D_DESCRIPTOR {
        Width: extent[0],
        Height: extent[1],
        Depth: extent[2],
        Format: CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8,
        NumChannels: channels,
        Flags: flags,
        ..CUDA_ARRAY3D_DESCRIPTOR::default()
    }
}

fn array(
    sim: &TestDevice,
    extent: [usize; 3],
    flags: u32,
) -> Result<CUarray, cuda_driver::CuResult> {
    let descriptor = descriptor(extent, 1, flags);
    call!(sim.raw, cuArray3DCreate(&raw const descriptor))
}

#[test]
fn invalid_arrays_are_rejected() {
    let sim = TestDevice::new();
    let (layered, cube) = (CUDA_ARRAY3D_LAYERED, CUDA_ARRAY3D_CUBEMAP);
    for (extent, flags) in [
        ([0, 0, 0], 0),
        ([0, 4, 0], 0),
        ([4, 0, 4], 0),
        ([131_073, 0, 0], 0),
        ([4, 65537, 0], 0),
        ([16385, 4, 4], 0),
        ([4, 0, 0], layered),
        ([4, 4, 2049], layered),
        ([4, 4, 5], cube),
        ([4, 5, 6], cube),
        ([4, 4, 8], cube | layered),
        ([4, 0, 0], CUDA_ARRAY3D_TEXTURE_GATHER),
        ([4, 4, 0], 1 << 20),
    ] {
        assert_eq!(code(array(&sim, extent, flags)), WRONG, "{extent:?}, {flags}");
    }
    for channels in [0, 3, 5, 8] {
        let descriptor = descriptor([4, 4, 0], channels, 0);
        assert_eq!(code(call!(sim.raw, cuArray3DCreate(&raw const descriptor))), WRONG);
    }
    assert_eq!(code(call!(sim.raw, cuArray3DCreate(null()))), WRONG);
    assert_eq!(code(call!(sim.raw, cuArrayCreate(null()))), WRONG);
}

#[test]
fn an_array_is_destroyed_once_and_frees_its_memory() {
    let sim = TestDevice::new();
    let (before, _) = call!(sim.raw, cuMemGetInfo()).unwrap();
    let array = array(&sim, [4000, 4000, 0], 0).unwrap();
    let (with, _) = call!(sim.raw, cuMemGetInfo()).unwrap();
    // Tests that run at the same time free less than the rest of it.
    assert!(before - with >= 8_000_000);
    call!(sim.raw, cuArrayDestroy(array)).unwrap();
    assert_eq!(code(call!(sim.raw, cuArrayDestroy(array))), NO_HANDLE);
    assert_eq!(code(call!(sim.raw, cuArrayDestroy(null_mut()))), NO_HANDLE);
    assert_eq!(code(call!(sim.raw, cuArrayGetDescriptor(array))), NO_HANDLE);
}

#[test]
fn a_destroyed_context_takes_its_arrays_with_it() {
    let sim = TestDevice::new();
    let array = array(&sim, [16, 0, 0], 0).unwrap();
    let descriptor = descriptor([16, 16, 0], 1, 0);
    let mipmapped = call!(sim.raw, cuMipmappedArrayCreate(&raw const descriptor, 3)).unwrap();
    let TestDevice { driver, raw, context, .. } = sim;
    context.destroy().unwrap();
    let other = TestDevice::new();
    assert_eq!(
        code(call!(raw, cuArrayGetDescriptor(array))),
        CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED,
        "{driver:?}, {:?}",
        other.context
    );
    assert_eq!(
        code(call!(raw, cuMipmappedArrayGetLevel(mipmapped, 0))),
        CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED
    );
}

#[test]
fn a_level_is_its_mipmapped_arrays_to_destroy() {
    let sim = TestDevice::new();
    let descriptor = descriptor([16, 8, 0], 1, 0);
    let mipmapped = call!(sim.raw, cuMipmappedArrayCreate(&raw const descriptor, 99)).unwrap();
    let level = call!(sim.raw, cuMipmappedArrayGetLevel(mipmapped, 4)).unwrap();
    let smallest: CUDA_ARRAY_DESCRIPTOR = call!(sim.raw, cuArrayGetDescriptor(level)).unwrap();
    assert_eq!((smallest.Width, smallest.Height), (1, 1));
    assert_eq!(code(call!(sim.raw, cuMipmappedArrayGetLevel(mipmapped, 5))), WRONG);
    // As with the real driver, this succeeds.
    call!(sim.raw, cuArrayDestroy(level)).unwrap();
    call!(sim.raw, cuMipmappedArrayDestroy(mipmapped)).unwrap();
    assert_eq!(code(call!(sim.raw, cuArrayGetDescriptor(level))), NO_HANDLE);
    assert!(call!(sim.raw, cuMipmappedArrayDestroy(mipmapped)).is_err());
}

#[test]
fn a_copy_beyond_an_array_does_nothing() {
    let sim = TestDevice::new();
    let array = array(&sim, [64, 0, 0], 0).unwrap();
    let host = [7u8; 128];
    let from = host.as_ptr().cast::<c_void>();
    call!(sim.raw, cuMemcpyHtoA(array, 0, from, 64)).unwrap();
    let other = [9u8; 128];
    let wrong = other.as_ptr().cast::<c_void>();
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoA(array, 32, wrong, 64))), WRONG);
    assert_eq!(code(call!(sim.raw, cuMemcpyHtoA(null_mut(), 0, wrong, 4))), WRONG);
    let copy = CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: wrong,
        srcPitch: 64,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_ARRAY,
        dstArray: array,
        WidthInBytes: 64,
        Height: 2,
        ..CUDA_MEMCPY2D::default()
    };
    assert_eq!(code(call!(sim.raw, cuMemcpy2D(&raw const copy))), WRONG);
    let mut back = [0u8; 64];
    let to = back.as_mut_ptr().cast::<c_void>();
    call!(sim.raw, cuMemcpyAtoH(to, array, 0, 64)).unwrap();
    assert_eq!(back, [7; 64]);
}

#[test]
fn a_batch_that_is_wrong_anywhere_copies_nothing() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let memory = call!(sim.raw, cuMemAlloc(64)).unwrap();
    call!(sim.raw, cuMemsetD8(memory, 1, 32)).unwrap();
    call!(sim.raw, cuMemsetD8(memory + 32, 0, 32)).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    let mut attributes = CUmemcpyAttributes {
        srcAccessOrder: CUmemcpySrcAccessOrder::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
        ..CUmemcpyAttributes::default()
    };
    let mut run = |targets: [u64; 2], sizes: [usize; 2], first: usize, stream| {
        let (mut targets, mut sources) = (targets, [memory, memory + 8]);
        let (mut sizes, mut firsts) = (sizes, [first]);
        let result = call!(
            sim.raw,
            cuMemcpyBatchAsync(
                targets.as_mut_ptr(),
                sources.as_mut_ptr(),
                sizes.as_mut_ptr(),
                2,
                &raw mut attributes,
                firsts.as_mut_ptr(),
                1,
                stream
            )
        );
        result.map_err(|error| error.code().as_raw())
    };
    let right = [memory + 32, memory + 40];
    assert_eq!(run([memory + 32, 0], [8, 8], 0, stream), Err(WRONG));
    assert_eq!(run(right, [8, 800], 0, stream), Err(WRONG));
    assert_eq!(run(right, [8, 8], 1, stream), Err(WRONG));
    assert_eq!(run(right, [8, 8], 0, null_mut()), Err(WRONG));
    assert_eq!(sim.read(memory + 32), 0);
    assert_eq!(run(right, [8, 8], 0, stream), Ok(()));
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(sim.read(memory + 44), 0x0101_0101);
    assert_eq!(sim.read(memory + 48), 0);
}
