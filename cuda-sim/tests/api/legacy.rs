//! The launch functions from before CUDA 4.0.

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver::sys::{CUDA_LAUNCH_PARAMS, CUresult};

use crate::kernels::load;
use crate::{TestDevice, code};

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
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let store = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let mut p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    assert_eq!(code(call!(sim.raw, cuLaunch(store))), CUresult::CUDA_ERROR_INVALID_VALUE);
    call!(sim.raw, cuFuncSetBlockShape(store, 1, 1, 1)).unwrap();
    call!(sim.raw, cuParamSetv(store, 0, (&raw mut p).cast::<c_void>(), 8)).unwrap();
    call!(sim.raw, cuParamSeti(store, 8, 7)).unwrap();
    call!(sim.raw, cuParamSetSize(store, 12)).unwrap();
    call!(sim.raw, cuLaunch(store)).unwrap();
    assert_eq!(sim.read(p), 7);
    call!(sim.raw, cuParamSetf(store, 8, 1.0)).unwrap();
    call!(sim.raw, cuLaunchGridAsync(store, 2, 2, sim.stream(0))).unwrap();
    sim.context.synchronize().unwrap();
    assert_eq!(sim.read(p), 1.0f32.to_bits());
    assert_eq!(code(call!(sim.raw, cuLaunchGrid(store, 0, 1))), CUresult::CUDA_ERROR_INVALID_VALUE);
    let wrong = call!(sim.raw, cuFuncSetBlockShape(store, 0, 1, 1));
    assert_eq!(code(wrong), CUresult::CUDA_ERROR_INVALID_VALUE);
    let nothing = call!(sim.raw, cuFuncSetBlockShape(null_mut(), 1, 1, 1));
    assert_eq!(code(nothing), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn a_multi_device_launch_launches_on_each_device() {
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let store = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let (mut p, mut x) = (call!(sim.raw, cuMemAlloc(4)).unwrap(), 9u32);
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
        hStream: sim.stream(0),
        kernelParams: parameters.as_mut_ptr(),
        ..CUDA_LAUNCH_PARAMS::default()
    }];
    let table = cuda_sim::driver_table();
    let launch = table.cuLaunchCooperativeKernelMultiDevice.unwrap();
    // SAFETY: the list has one element, or its length is given as zero.
    unsafe {
        assert_eq!(launch(launches.as_mut_ptr(), 1, 0), CUresult::CUDA_SUCCESS);
        sim.context.synchronize().unwrap();
        assert_eq!(sim.read(p), 9);
        assert_eq!(launch(launches.as_mut_ptr(), 0, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
        assert_eq!(launch(launches.as_mut_ptr(), 1, 4), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
}
