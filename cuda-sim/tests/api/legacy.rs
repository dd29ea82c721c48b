//! The launch functions from before CUDA 4.0.

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver::sys::{CUDA_LAUNCH_PARAMS, CUresult};

use crate::kernels::load;
use crate::{Own, code};

const STORE: &core::ffi::CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry store(.param .u64 p, .param .u32 x)
{
    .reg .b64 %d; .reg .b32 %r;
    ld.param.u64 %d, [p]; ld.param.u32 %r, [x];
    st.global.u32 [%d], %r;
    ret;
}";

#[test]
fn shape_and_parameters_are_set_one_by_one() {
    let own = Own::new();
    let module = load(own.raw, STORE);
    let store = call!(own.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let mut p = call!(own.raw, cuMemAlloc(4)).unwrap();
    assert_eq!(code(call!(own.raw, cuLaunch(store))), CUresult::CUDA_ERROR_INVALID_VALUE);
    call!(own.raw, cuFuncSetBlockShape(store, 1, 1, 1)).unwrap();
    call!(own.raw, cuParamSetv(store, 0, (&raw mut p).cast::<c_void>(), 8)).unwrap();
    call!(own.raw, cuParamSeti(store, 8, 7)).unwrap();
    call!(own.raw, cuParamSetSize(store, 12)).unwrap();
    call!(own.raw, cuLaunch(store)).unwrap();
    assert_eq!(own.read(p), 7);
    call!(own.raw, cuParamSetf(store, 8, 1.0)).unwrap();
    call!(own.raw, cuLaunchGridAsync(store, 2, 2, own.stream(0))).unwrap();
    own.context.synchronize().unwrap();
    assert_eq!(own.read(p), 1.0f32.to_bits());
    assert_eq!(code(call!(own.raw, cuLaunchGrid(store, 0, 1))), CUresult::CUDA_ERROR_INVALID_VALUE);
    let wrong = call!(own.raw, cuFuncSetBlockShape(store, 0, 1, 1));
    assert_eq!(code(wrong), CUresult::CUDA_ERROR_INVALID_VALUE);
    let nothing = call!(own.raw, cuFuncSetBlockShape(null_mut(), 1, 1, 1));
    assert_eq!(code(nothing), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn a_multi_device_launch_launches_on_each_device() {
    let own = Own::new();
    let module = load(own.raw, STORE);
    let store = call!(own.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let (mut p, mut x) = (call!(own.raw, cuMemAlloc(4)).unwrap(), 9u32);
    let mut parameters = [(&raw mut p).cast::<c_void>(), (&raw mut x).cast()];
    let mut launches = [CUDA_LAUNCH_PARAMS {
        function: store,
        gridDimX: 1,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: 1,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        hStream: own.stream(0),
        kernelParams: parameters.as_mut_ptr(),
        ..CUDA_LAUNCH_PARAMS::default()
    }];
    let table = cuda_sim::driver_table();
    let launch = table.cuLaunchCooperativeKernelMultiDevice.unwrap();
    // SAFETY: the list has one element, or its length is given as zero.
    unsafe {
        assert_eq!(launch(launches.as_mut_ptr(), 1, 0), CUresult::CUDA_SUCCESS);
        own.context.synchronize().unwrap();
        assert_eq!(own.read(p), 9);
        assert_eq!(launch(launches.as_mut_ptr(), 0, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
        assert_eq!(launch(launches.as_mut_ptr(), 1, 4), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
}
