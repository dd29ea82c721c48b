//! What a child of `fork` may do.

use core::ffi::{c_int, c_void};

use cuda_driver::sys::CUresult;

use crate::{Own, run_alone};

unsafe extern "C" {
    fn fork() -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

const NOT_INITIALIZED: CUresult = CUresult::CUDA_ERROR_NOT_INITIALIZED;

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
    let own = Own::new();
    let raw = own.raw;
    let memory = call!(raw, cuMemAlloc(4)).unwrap();
    call!(raw, cuMemsetD32(memory, 5, 1)).unwrap();
    let stream = own.stream(1);
    // It allocates nothing and takes no lock, which another thread of the parent may have.
    let wrong = in_child(|| {
        let mut value = 0u32;
        let to = (&raw mut value).cast::<c_void>();
        let results = [
            call!(raw, cuInit(0)),
            call!(raw, cuDeviceGetCount()).map(drop),
            call!(raw, cuCtxGetCurrent()).map(drop),
            call!(raw, cuMemAlloc(4)).map(drop),
            call!(raw, cuMemcpyDtoH(to, memory, 4)),
            call!(raw, cuStreamQuery(stream)),
            call!(raw, cuStreamSynchronize(stream)),
            call!(raw, cuCtxSynchronize()),
        ];
        let is_right = |result: &Result<(), cuda_driver::CuResult>| match result {
            Err(error) => error.code().as_raw() == NOT_INITIALIZED,
            Ok(()) => false,
        };
        let first = results.iter().position(|result| !is_right(result));
        let has_version = call!(raw, cuDriverGetVersion()).is_ok();
        first.map_or(if has_version { 0 } else { 99 }, |at| at as u8 + 1)
    });
    assert_eq!(wrong, 0);
    assert_eq!(own.read(memory), 5);
}

#[test]
fn processes_that_are_forked_before_the_first_call_have_a_driver_each() {
    run_alone("forks::fork_first", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn fork_first() {
    let work = || {
        let own = Own::new();
        let memory = call!(own.raw, cuMemAlloc(4)).unwrap();
        call!(own.raw, cuMemsetD32(memory, 7, 1)).unwrap();
        own.read(memory) as u8
    };
    // The process has no other thread that does anything.
    assert_eq!(in_child(work), 7);
    assert_eq!(work(), 7);
}
