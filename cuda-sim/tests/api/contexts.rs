use core::ptr::null_mut;

use cuda_driver::sys::CUresult;

use crate::{Own, code};

#[test]
fn null_foreign_and_destroyed_handles_are_rejected() {
    let own = Own::new();
    let event = call!(own.raw, cuEventCreate(0)).unwrap();
    let stream = own.stream(0);
    call!(own.raw, cuStreamDestroy(stream)).unwrap();
    for wrong in [stream, event.cast(), 0xdead_beef_usize as *mut _] {
        assert_eq!(
            code(call!(own.raw, cuStreamSynchronize(wrong))),
            CUresult::CUDA_ERROR_INVALID_HANDLE
        );
    }
    assert_eq!(
        code(call!(own.raw, cuStreamDestroy(null_mut()))),
        CUresult::CUDA_ERROR_INVALID_HANDLE
    );
}

#[test]
fn creating_objects_without_a_context_is_an_error() {
    let own = Own::new();
    call!(own.raw, cuCtxPopCurrent()).unwrap();
    call!(own.raw, cuCtxSetCurrent(null_mut())).unwrap();
    assert_eq!(code(call!(own.raw, cuMemAlloc(4))), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    assert_eq!(code(call!(own.raw, cuStreamCreate(0))), CUresult::CUDA_ERROR_INVALID_CONTEXT);
}

#[test]
fn setting_a_null_context_pops_the_current_one() {
    let own = Own::new();
    let above = Own::new();
    call!(own.raw, cuCtxSetCurrent(own.context.as_raw())).unwrap();
    call!(own.raw, cuCtxPushCurrent(above.context.as_raw())).unwrap();
    call!(own.raw, cuCtxSetCurrent(null_mut())).unwrap();
    assert_eq!(call!(own.raw, cuCtxGetCurrent()).unwrap(), own.context.as_raw());
}

#[test]
fn a_destroyed_context_is_distinguished_from_an_invalid_one() {
    let own = Own::new();
    let other = Own::new();
    let handle = other.context.as_raw();
    other.context.destroy().unwrap();
    call!(own.raw, cuCtxSetCurrent(handle)).unwrap();
    assert_eq!(code(call!(own.raw, cuMemAlloc(4))), CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    let nothing = 0xdead_beef_usize as *mut _;
    assert_eq!(
        code(call!(own.raw, cuCtxSetCurrent(nothing))),
        CUresult::CUDA_ERROR_INVALID_CONTEXT
    );
}

#[test]
fn objects_of_a_context_are_destroyed_with_it() {
    // Another test could get the memory's address while it is freed again.
    let own = Own::alone();
    let context = own.context.as_raw() as u64;
    let of_context = || {
        let objects = cuda_sim::live_objects().into_iter();
        objects
            .filter(|object| object.context == context)
            .map(|object| object.kind)
            .collect::<Vec<_>>()
    };
    own.stream(0);
    call!(own.raw, cuEventCreate(0)).unwrap();
    let memory = call!(own.raw, cuMemAlloc(100)).unwrap();
    assert_eq!(of_context(), ["context", "stream", "event", "allocation"]);
    let raw = own.raw;
    let device = own.context.device();
    own.context.destroy().unwrap();
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
    let own = Own::new();
    call!(own.raw, cuMemAlloc(100)).unwrap();
    own.context.destroy().unwrap();
}
