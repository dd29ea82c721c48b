//! A panic in the work of a stream is a mistake of the device, which nothing waits for forever.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, ThreadId};
use std::time::Duration;

use cuda_driver::sys::{CUfunction, CUresult};
use cuda_sim::{Fault, NativeCall, native_kernel};
use parking_lot::Mutex;

use crate::kernels::launch;
use crate::{TestDevice, code, run_alone};

const FAILED: CUresult = CUresult::CUDA_ERROR_LAUNCH_FAILED;

/// The thread that executes the kernel, once it has begun.
static RUNS_ON: Mutex<Option<ThreadId>> = Mutex::new(None);
/// Whether the kernel waits before it panics.
static IS_HELD: AtomicBool = AtomicBool::new(false);

fn kernel() -> CUfunction {
    fn body(_: &NativeCall<'_>) -> Result<(), Fault> {
        *RUNS_ON.lock() = Some(thread::current().id());
        while IS_HELD.load(Ordering::Acquire) {
            thread::yield_now();
        }
        panic!("as the test requests");
    }
    native_kernel("test::panic", 8, body).unwrap()
}

#[test]
fn a_panic_of_work_ends_its_waits_and_makes_the_device_unusable() {
    run_alone("panics::on_the_thread_of_a_stream", &[]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn on_the_thread_of_a_stream() {
    let sim = TestDevice::new();
    let (stream, other) = (sim.stream(1), sim.stream(1));
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    IS_HELD.store(true, Ordering::Release);
    launch(sim.raw, kernel(), 1, 1, stream, &mut 0).unwrap();
    call!(sim.raw, cuEventRecord(event, stream)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(other, event, 0)).unwrap();
    while RUNS_ON.lock().is_none() {
        thread::yield_now();
    }
    let (done, is_done) = channel();
    let (raw, context) = (sim.raw, sim.context.as_raw() as usize);
    let streams = [stream, other].map(|stream| stream as usize);
    thread::spawn(move || {
        call!(raw, cuCtxSetCurrent(context as _)).unwrap();
        let wait = |stream| code(call!(raw, cuStreamSynchronize(stream as _)));
        let _ = done.send((streams.map(wait), thread::current().id()));
    });
    IS_HELD.store(false, Ordering::Release);
    let (found, waiting) = is_done.recv_timeout(Duration::from_secs(100)).unwrap();
    assert_eq!(found, [FAILED; 2]);
    let threads = [Some(thread::current().id()), Some(waiting)];
    assert!(!threads.contains(&RUNS_ON.lock()));
    assert_eq!(launch(sim.raw, kernel(), 1, 1, stream, &mut 0), Err(FAILED));
}

#[test]
fn a_panic_of_work_on_the_calling_thread_makes_the_device_unusable() {
    // So that the thread of the stream leaves it to who waits for it.
    run_alone("panics::on_the_calling_thread", &[("CUDA_SIM_DELAY_SEED", "1")]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn on_the_calling_thread() {
    let sim = TestDevice::new();
    let memory = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let mut to = 0u32;
    let to = (&raw mut to).cast::<c_void>();
    for _ in 0..1000 {
        launch(sim.raw, kernel(), 1, 1, null_mut(), &mut 0).unwrap();
        assert_eq!(code(call!(sim.raw, cuMemcpyDtoH(to, memory, 4))), FAILED);
        assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), FAILED);
        if *RUNS_ON.lock() == Some(thread::current().id()) {
            return;
        }
        cuda_sim::recover();
    }
    panic!("it was always executed by another thread");
}
