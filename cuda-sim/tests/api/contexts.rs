use core::ptr::null_mut;

use cuda_driver::sys::CUresult;

use crate::{TestDevice, code};

#[test]
fn null_foreign_and_destroyed_handles_are_rejected() {
    let sim = TestDevice::new();
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    let stream = sim.stream(0);
    call!(sim.raw, cuStreamDestroy(stream)).unwrap();
    for wrong in [stream, event.cast(), 0xdead_beef_usize as *mut _] {
        assert_eq!(
            code(call!(sim.raw, cuStreamSynchronize(wrong))),
            CUresult::CUDA_ERROR_INVALID_HANDLE
        );
    }
    assert_eq!(
        code(call!(sim.raw, cuStreamDestroy(null_mut()))),
        CUresult::CUDA_ERROR_INVALID_HANDLE
    );
}

#[test]
fn creating_objects_without_a_context_is_an_error() {
    let sim = TestDevice::new();
    call!(sim.raw, cuCtxPopCurrent()).unwrap();
    call!(sim.raw, cuCtxSetCurrent(null_mut())).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemAlloc(4))), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    assert_eq!(code(call!(sim.raw, cuStreamCreate(0))), CUresult::CUDA_ERROR_INVALID_CONTEXT);
}

#[test]
fn setting_a_null_context_pops_the_current_one() {
    let sim = TestDevice::new();
    let above = TestDevice::new();
    call!(sim.raw, cuCtxSetCurrent(sim.context.as_raw())).unwrap();
    call!(sim.raw, cuCtxPushCurrent(above.context.as_raw())).unwrap();
    call!(sim.raw, cuCtxSetCurrent(null_mut())).unwrap();
    assert_eq!(call!(sim.raw, cuCtxGetCurrent()).unwrap(), sim.context.as_raw());
}

#[test]
fn a_destroyed_context_is_distinguished_from_an_invalid_one() {
    let sim = TestDevice::new();
    let other = TestDevice::new();
    let handle = other.context.as_raw();
    other.context.destroy().unwrap();
    call!(sim.raw, cuCtxSetCurrent(handle)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemAlloc(4))), CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    let nothing = 0xdead_beef_usize as *mut _;
    assert_eq!(
        code(call!(sim.raw, cuCtxSetCurrent(nothing))),
        CUresult::CUDA_ERROR_INVALID_CONTEXT
    );
}

#[test]
fn objects_of_a_context_are_destroyed_with_it() {
    // Another test could get the memory's address while it is freed again.
    let sim = TestDevice::alone();
    let context = sim.context.as_raw() as u64;
    let of_context = || {
        let objects = cuda_sim::live_objects().into_iter();
        objects
            .filter(|object| object.context == context)
            .map(|object| object.kind)
            .collect::<Vec<_>>()
    };
    sim.stream(0);
    call!(sim.raw, cuEventCreate(0)).unwrap();
    let memory = call!(sim.raw, cuMemAlloc(100)).unwrap();
    assert_eq!(of_context(), ["context", "stream", "event", "allocation"]);
    let raw = sim.raw;
    let device = sim.context.device();
    sim.context.destroy().unwrap();
    assert!(of_context().is_empty());
    let other = device.create_context(Default::default()).unwrap();
    call!(raw, cuCtxSetCurrent(other.as_raw())).unwrap();
    assert_eq!(code(call!(raw, cuMemFree(memory))), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn destroying_a_context_lists_its_living_objects_on_request() {
    for (variable, is_listed) in [("1", true), ("0", false)] {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "--ignored", "--nocapture", "contexts::alone_leaking"])
            .env("CUDA_SIM_LEAKS", variable);
        let output = command.output().unwrap();
        assert!(output.status.success());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            stderr.contains("allocation 0x") && stderr.contains("of 100 bytes"),
            is_listed,
            "{stderr}"
        );
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_leaking() {
    let sim = TestDevice::new();
    call!(sim.raw, cuMemAlloc(100)).unwrap();
    sim.context.destroy().unwrap();
}
