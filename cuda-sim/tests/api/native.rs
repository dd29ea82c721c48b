//! Kernels whose bodies are Rust.

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver::sys::{CUfunction, CUresult, CUstreamCaptureMode};
use cuda_sim::{Elements, Fault, NativeCall, native_kernel};

use crate::{TestDevice, code, run_alone};

/// Adds a number to each of `len` numbers.
#[repr(C)]
#[derive(Clone, Copy)]
struct Add {
    address: u64,
    len: u64,
    number: u32,
    reserved: u32,
}

fn add(call: &NativeCall<'_>) -> Result<(), Fault> {
    let bytes = call.parameters();
    if bytes.len() < size_of::<Add>() {
        return Err(call.trap("too few parameters"));
    }
    // SAFETY: there are as many bytes, and any of them are integers.
    let parameters = unsafe { bytes.as_ptr().cast::<Add>().read_unaligned() };
    let numbers = Elements::new(parameters.address, 4, parameters.len);
    call.read(numbers)?;
    let numbers = call.write(numbers)?.cast::<u32>();
    for index in 0..parameters.len as usize {
        // SAFETY: the elements were just found readable and writable.
        unsafe {
            let number = numbers.add(index);
            number.write(number.read().wrapping_add(parameters.number));
        }
    }
    Ok(())
}

fn kernel() -> CUfunction {
    native_kernel("test::add", size_of::<Add>() as u32, add).unwrap()
}

fn launch(sim: &TestDevice, parameters: &Add) -> Result<(), cuda_driver::CuResult> {
    let mut places = [core::ptr::from_ref(parameters).cast::<c_void>().cast_mut()];
    let places = places.as_mut_ptr();
    let stream = null_mut();
    call!(sim.raw, cuLaunchKernel(kernel(), 1, 1, 1, 1, 1, 1, 0, stream, places, null_mut()))
}

impl Add {
    fn one(address: u64, number: u32) -> Self {
        Self { address, len: 1, number, reserved: 0 }
    }
}

#[test]
fn a_native_kernel_is_launched_in_every_context() {
    assert_eq!(kernel(), kernel());
    for _ in 0..2 {
        let sim = TestDevice::new();
        let address = call!(sim.raw, cuMemAlloc(4)).unwrap();
        call!(sim.raw, cuMemsetD32(address, 40, 1)).unwrap();
        launch(&sim, &Add::one(address, 2)).unwrap();
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        assert_eq!(sim.read(address), 42);
        // It isn't the program's object.
        let modules = cuda_sim::live_objects().into_iter();
        let context = sim.context.as_raw() as u64;
        let own_modules =
            modules.filter(|module| module.kind == "module" && module.context == context);
        assert_eq!(own_modules.count(), 0);
        call!(sim.raw, cuMemFree(address)).unwrap();
    }
}

#[test]
fn a_native_kernel_has_one_parameter_and_one_thread() {
    let sim = TestDevice::new();
    let info = |index| call!(sim.raw, cuKernelGetParamInfo(kernel().cast(), index));
    assert_eq!(info(0).unwrap(), (0, size_of::<Add>()));
    let invalid = CUresult::CUDA_ERROR_INVALID_VALUE;
    assert_eq!(code(info(1)), invalid);
    let stream = null_mut();
    let wide = call!(
        sim.raw,
        cuLaunchKernel(kernel(), 1, 1, 1, 2, 1, 1, 0, stream, null_mut(), null_mut())
    );
    assert_eq!(code(wide), invalid);
}

#[test]
fn the_parameters_of_a_captured_native_kernel_are_read_and_set() {
    let sim = TestDevice::new();
    let address = call!(sim.raw, cuMemAlloc(4)).unwrap();
    call!(sim.raw, cuMemsetD32(address, 0, 1)).unwrap();
    let stream = sim.stream(0);
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    call!(sim.raw, cuStreamBeginCapture(stream, mode)).unwrap();
    let parameters = Add::one(address, 5);
    let mut places = [(&raw const parameters).cast::<c_void>().cast_mut()];
    let places = places.as_mut_ptr();
    call!(sim.raw, cuLaunchKernel(kernel(), 1, 1, 1, 1, 1, 1, 0, stream, places, null_mut()))
        .unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    let (mut node, mut count) = (null_mut(), 1);
    call!(sim.raw, cuGraphGetNodes(graph, &raw mut node, &raw mut count)).unwrap();
    let mut found = call!(sim.raw, cuGraphKernelNodeGetParams(node)).unwrap();
    // SAFETY: the node has one parameter of this type, which lives as long as the node.
    let mut changed = unsafe { (*found.kernelParams).cast::<Add>().read() };
    assert_eq!((changed.address, changed.number), (address, 5));
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    changed.number = 37;
    let mut places = [(&raw mut changed).cast::<c_void>()];
    found.kernelParams = places.as_mut_ptr();
    call!(sim.raw, cuGraphExecKernelNodeSetParams(exec, node, &raw const found)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(sim.read(address), 42);
    call!(sim.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    call!(sim.raw, cuStreamDestroy(stream)).unwrap();
    call!(sim.raw, cuMemFree(address)).unwrap();
}

#[test]
fn a_native_kernel_causes_the_faults_of_its_accesses() {
    run_alone("native::faults", &[]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn faults() {
    let sim = TestDevice::new();
    let address = call!(sim.raw, cuMemAlloc(4)).unwrap();
    for (parameters, expected, text) in [
        (
            Add { len: 2, ..Add::one(address, 0) },
            CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
            "load of 4 bytes at global address",
        ),
        (Add::one(address + 1, 0), CUresult::CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned"),
        (
            Add { len: u64::MAX, ..Add::one(address, 0) },
            CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
            "out of bounds",
        ),
    ] {
        launch(&sim, &parameters).unwrap();
        assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), expected);
        let report = cuda_sim::last_fault().unwrap();
        assert!(report.contains(text), "{report}");
        assert!(report.contains("kernel test::add"), "{report}");
        cuda_sim::recover();
    }
    // The place after the allocation is named exactly.
    launch(&sim, &Add { len: 2, ..Add::one(address, 0) }).unwrap();
    let _ = call!(sim.raw, cuCtxSynchronize());
    let report = cuda_sim::last_fault().unwrap();
    assert!(report.contains(&format!("{:#x}", address + 4)), "{report}");
    cuda_sim::recover();
    cuda_sim::plan_fault("test::add", [0; 3], CUresult::CUDA_ERROR_LAUNCH_FAILED);
    launch(&sim, &Add::one(address, 0)).unwrap();
    let failed = call!(sim.raw, cuCtxSynchronize());
    assert_eq!(code(failed), CUresult::CUDA_ERROR_LAUNCH_FAILED);
    cuda_sim::recover();
    // Nothing of that is left.
    launch(&sim, &Add::one(address, 0)).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
}
