//! What a child of `fork` may do.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use cuda_driver::CuResult;

use crate::{TestDevice, run_alone};

unsafe extern "C" {
    fn fork() -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

/// Runs `child` in a child of `fork`, and returns its result.
fn in_child(child: impl FnOnce() -> u8) -> u8 {
    // SAFETY: the tests below say what the child does.
    let process = unsafe { fork() };
    assert!(process >= 0);
    if process == 0 {
        let result = child();
        // SAFETY: it ends the process, of whose memory the parent has its own.
        unsafe { _exit(result.into()) };
    }
    let mut status = 0;
    // SAFETY: it is the child, and the status is writable.
    assert_eq!(unsafe { waitpid(process, &raw mut status, 0) }, process);
    assert_eq!(status & 0xff, 0, "the child was killed");
    (status >> 8) as u8
}

#[test]
fn the_child_of_an_initialized_process_has_no_driver_and_the_parent_goes_on() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let memory = call!(raw, cuMemAlloc(4)).unwrap();
    call!(raw, cuMemsetD32(memory, 5, 1)).unwrap();
    let (stream, none) = (sim.stream(1), null_mut());
    let event = call!(raw, cuEventCreate(0)).unwrap();
    let graph = call!(raw, cuGraphCreate(0)).unwrap();
    // It allocates nothing and takes no lock, which another thread of the parent may have.
    let wrong = in_child(|| {
        let mut value = 0u32;
        let to = (&raw mut value).cast::<c_void>();
        let results = [
            (call!(raw, cuInit(0)), 3),
            (call!(raw, cuDeviceGetCount()).map(drop), 3),
            (call!(raw, cuCtxGetCurrent()).map(drop), 3),
            (call!(raw, cuMemAlloc(4)).map(drop), 3),
            (call!(raw, cuMemcpyDtoH(to, memory, 4)), 3),
            (call!(raw, cuCtxSynchronize()), 3),
            (call!(raw, cuStreamCreate(0)).map(drop), 3),
            (call!(raw, cuStreamSynchronize(none)), 3),
            (call!(raw, cuMemAllocAsync(4, stream)).map(drop), 2),
            // Their objects are the parent's, of which this has a copy.
            (call!(raw, cuStreamQuery(stream)), 0),
            (call!(raw, cuStreamSynchronize(stream)), 0),
            (call!(raw, cuStreamWaitEvent(stream, event, 0)), 0),
            (call!(raw, cuEventRecord(event, stream)), 0),
            (call!(raw, cuEventQuery(event)), 0),
            (call!(raw, cuEventDestroy(event)), 0),
            (call!(raw, cuGraphAddEmptyNode(graph, &[])).map(drop), 0),
            // These look at a handle first.
            (call!(raw, cuEventQuery(null_mut())), 400),
            (call!(raw, cuStreamDestroy(null_mut())), 400),
            (call!(raw, cuCtxDestroy(null_mut())), 1),
            (call!(raw, cuGraphAddEmptyNode(null_mut(), &[])).map(drop), 1),
            (call!(raw, cuGraphDestroy(graph)), 3),
            (call!(raw, cuDriverGetVersion()).map(drop), 0),
        ];
        let code = |result: &Result<(), CuResult>| match result {
            Err(error) => error.code().as_raw().0,
            Ok(()) => 0,
        };
        let is_wrong = |(result, expected): &(_, u32)| code(result) != *expected;
        let first = results.iter().position(is_wrong);
        first.map_or(0, |at| at as u8 + 1)
    });
    assert_eq!(wrong, 0);
    assert_eq!(sim.read(memory), 5);
}

#[test]
fn processes_that_are_forked_before_the_first_call_have_a_driver_each() {
    run_alone("forks::fork_first", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn fork_first() {
    let work = || {
        let sim = TestDevice::new();
        let memory = call!(sim.raw, cuMemAlloc(4)).unwrap();
        call!(sim.raw, cuMemsetD32(memory, 7, 1)).unwrap();
        sim.read(memory) as u8
    };
    // The process has no other thread that does anything.
    assert_eq!(in_child(work), 7);
    assert_eq!(work(), 7);
}
