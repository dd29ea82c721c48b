use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use std::sync::mpsc::{Receiver, Sender, channel};

use cuda_driver::sys::{CUresult, CUstream};

use crate::kernels::{launch, load};
use crate::{TestDevice, code};

const NOT_READY: CUresult = CUresult::CUDA_ERROR_NOT_READY;

/// Calls a boxed closure, once.
unsafe extern "C" fn call_box(closure: *mut c_void) {
    // SAFETY: the pointer came from `Box::into_raw` below.
    unsafe { Box::from_raw(closure.cast::<Box<dyn FnOnce()>>())() };
}

impl TestDevice {
    /// Submits `function` to the stream.
    fn give(&self, stream: CUstream, function: impl FnOnce() + Send + 'static) {
        let boxed: Box<Box<dyn FnOnce()>> = Box::new(Box::new(function));
        call!(self.raw, cuLaunchHostFunc(stream, Some(call_box), Box::into_raw(boxed).cast()))
            .unwrap();
    }

    /// Blocks the stream until the sender sends or is dropped.
    fn hold(&self, stream: CUstream) -> Sender<()> {
        let (open, gate): (Sender<()>, Receiver<()>) = channel();
        self.give(stream, move || {
            let _ = gate.recv();
        });
        open
    }
}

#[test]
fn streams_run_at_the_same_time() {
    let sim = TestDevice::new();
    let (a, b) = (sim.stream(1), sim.stream(1));
    let ((to_a, from_b), (to_b, from_a)) = (channel(), channel());
    // Neither function can end before the other has begun.
    sim.give(a, move || {
        to_b.send(()).unwrap();
        from_b.recv().unwrap();
    });
    sim.give(b, move || {
        to_a.send(()).unwrap();
        from_a.recv().unwrap();
    });
    call!(sim.raw, cuStreamSynchronize(a)).unwrap();
    call!(sim.raw, cuStreamSynchronize(b)).unwrap();
}

/// `meet(p)` counts, and waits until eight have, or writes to the second element that a minute has passed.
const MEET: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry meet(.param .u64 p)
{
    .reg .pred %q; .reg .b32 %r; .reg .b64 %d, %begin, %now;
    ld.param.u64 %d, [p];
    mov.u64 %begin, %globaltimer;
    red.global.add.u32 [%d], 1;
WAIT:
    nanosleep.u32 1000;
    ld.volatile.global.u32 %r, [%d];
    setp.ge.u32 %q, %r, 8;
    @%q ret;
    mov.u64 %now, %globaltimer;
    sub.u64 %now, %now, %begin;
    setp.lt.u64 %q, %now, 60000000000;
    @%q bra WAIT;
    st.global.u32 [%d+4], 1;
    ret;
}
";

#[test]
fn kernels_of_independent_streams_overlap() {
    let sim = TestDevice::new();
    let meet = call!(sim.raw, cuModuleGetFunction(load(sim.raw, MEET), c"meet")).unwrap();
    let mut memory = call!(sim.raw, cuMemAlloc(8)).unwrap();
    call!(sim.raw, cuMemsetD32(memory, 0, 2)).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    let streams: Vec<_> = (0..8).map(|_| sim.stream(1)).collect();
    for stream in &streams {
        launch(sim.raw, meet, 1, 1, *stream, &mut memory).unwrap();
    }
    for stream in streams {
        call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    }
    assert_eq!((sim.read(memory), sim.read(memory + 4)), (8, 0));
}

#[test]
fn work_on_a_stream_is_done_in_order() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let (sender, receiver) = channel();
    for i in 0..100 {
        let sender = sender.clone();
        sim.give(stream, move || sender.send(i).unwrap());
    }
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(receiver.try_iter().collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
}

#[test]
fn waiting_threads_run_kernels_but_no_host_functions() {
    const LARGE: usize = 1 << 20;
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let p = call!(sim.raw, cuMemAlloc(LARGE)).unwrap();
    let me = std::thread::current().id();
    for round in 0..200u8 {
        let (sender, receiver) = channel();
        // Too large to be done immediately, so it waits for a thread.
        call!(sim.raw, cuMemsetD8Async(p, round, LARGE, stream)).unwrap();
        sim.give(stream, move || {
            sender.send(std::thread::current().id()).unwrap();
        });
        call!(sim.raw, cuMemsetD8Async(p, round + 1, LARGE, stream)).unwrap();
        call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
        assert_ne!(receiver.try_recv().unwrap(), me);
        assert_eq!(sim.read(p + LARGE as u64 - 4), u32::from_ne_bytes([round + 1; 4]));
    }
}

#[test]
fn work_is_done_without_synchronization() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let (sender, receiver) = channel();
    sim.give(stream, move || sender.send(()).unwrap());
    // Waits for the channel, not for the stream.
    receiver.recv().unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn the_legacy_stream_waits_for_blocking_streams_and_not_for_the_others() {
    let sim = TestDevice::new();
    let (blocking, free) = (sim.stream(0), sim.stream(1));
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let open = sim.hold(blocking);
    call!(sim.raw, cuMemsetD8Async(p, 1, 4, null_mut())).unwrap();
    call!(sim.raw, cuMemsetD8Async(p, 1, 4, free)).unwrap();
    call!(sim.raw, cuStreamSynchronize(free)).unwrap();
    assert_eq!(code(call!(sim.raw, cuStreamQuery(null_mut()))), NOT_READY);
    open.send(()).unwrap();
    call!(sim.raw, cuStreamSynchronize(null_mut())).unwrap();
    call!(sim.raw, cuStreamQuery(null_mut())).unwrap();
}

#[test]
fn a_blocking_stream_waits_for_the_legacy_stream() {
    let sim = TestDevice::new();
    let (blocking, free) = (sim.stream(0), sim.stream(1));
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let open = sim.hold(null_mut());
    call!(sim.raw, cuMemsetD8Async(p, 1, 4, blocking)).unwrap();
    call!(sim.raw, cuStreamSynchronize(free)).unwrap();
    assert_eq!(code(call!(sim.raw, cuStreamQuery(blocking))), NOT_READY);
    open.send(()).unwrap();
    call!(sim.raw, cuStreamSynchronize(blocking)).unwrap();
}

#[test]
fn each_thread_has_its_own_default_stream() {
    let sim = TestDevice::new();
    let stream = 2usize as CUstream;
    let context = sim.context.as_raw() as usize;
    let mine = call!(sim.raw, cuStreamGetId(stream)).unwrap();
    let raw = sim.raw;
    let theirs = std::thread::spawn(move || {
        call!(raw, cuCtxSetCurrent(context as _)).unwrap();
        call!(raw, cuStreamGetId(2usize as CUstream)).unwrap()
    });
    assert_ne!(mine, theirs.join().unwrap());
    assert_eq!(mine, call!(sim.raw, cuStreamGetId(stream)).unwrap());
}

#[test]
fn a_stream_waits_for_an_event_of_another() {
    let sim = TestDevice::new();
    let (a, b) = (sim.stream(1), sim.stream(1));
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    let open = sim.hold(a);
    call!(sim.raw, cuEventRecord(event, a)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(b, event, 0)).unwrap();
    let (sender, receiver) = channel();
    sim.give(b, move || sender.send(()).unwrap());
    assert_eq!(code(call!(sim.raw, cuEventQuery(event))), NOT_READY);
    assert!(receiver.try_recv().is_err());
    open.send(()).unwrap();
    call!(sim.raw, cuStreamSynchronize(b)).unwrap();
    receiver.try_recv().unwrap();
    call!(sim.raw, cuEventQuery(event)).unwrap();
}

#[test]
fn a_stream_can_wait_for_its_own_finished_work() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    call!(sim.raw, cuEventRecord(event, stream)).unwrap();
    call!(sim.raw, cuEventSynchronize(event)).unwrap();
    call!(sim.raw, cuEventQuery(event)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(stream, event, 0)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn a_destroyed_event_still_blocks_its_waiters() {
    let sim = TestDevice::new();
    let (a, b) = (sim.stream(1), sim.stream(1));
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    let open = sim.hold(a);
    call!(sim.raw, cuEventRecord(event, a)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(b, event, 0)).unwrap();
    call!(sim.raw, cuEventDestroy(event)).unwrap();
    call!(sim.raw, cuStreamDestroy(a)).unwrap();
    assert_eq!(code(call!(sim.raw, cuStreamQuery(b))), NOT_READY);
    open.send(()).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
}

#[test]
fn time_passes_from_event_to_event() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let (start, end) =
        (call!(sim.raw, cuEventCreate(0)).unwrap(), call!(sim.raw, cuEventCreate(0)).unwrap());
    let unrecorded = call!(sim.raw, cuEventElapsedTime(start, end));
    assert_eq!(code(unrecorded), CUresult::CUDA_ERROR_INVALID_HANDLE);
    call!(sim.raw, cuEventRecord(start, stream)).unwrap();
    let open = sim.hold(stream);
    call!(sim.raw, cuEventRecord(end, stream)).unwrap();
    assert_eq!(code(call!(sim.raw, cuEventElapsedTime(start, end))), NOT_READY);
    open.send(()).unwrap();
    call!(sim.raw, cuEventSynchronize(end)).unwrap();
    assert!(call!(sim.raw, cuEventElapsedTime(start, end)).unwrap() > 0.0);
    assert!(call!(sim.raw, cuEventElapsedTime(end, start)).unwrap() < 0.0);
}

#[test]
fn a_host_function_may_not_call_the_driver() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let (raw, (sender, receiver)) = (sim.raw, channel());
    sim.give(stream, move || sender.send(call!(raw, cuDeviceGetCount())).unwrap());
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(code(receiver.recv().unwrap()), CUresult::CUDA_ERROR_NOT_PERMITTED);
}

#[test]
fn destroying_a_context_waits_for_its_work() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let (sender, receiver) = channel();
    let open = sim.hold(stream);
    sim.give(stream, move || sender.send(()).unwrap());
    let context = sim.context;
    let destroyer = std::thread::spawn(move || context.destroy());
    open.send(()).unwrap();
    destroyer.join().unwrap().unwrap();
    receiver.try_recv().unwrap();
}

#[test]
fn a_blocking_stream_says_nothing_of_the_legacy_stream_unless_own_work_waits_for_it() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let (stream, p) = (sim.stream(0), call!(raw, cuMemAlloc(4)).unwrap());
    let event = call!(raw, cuEventCreate(2)).unwrap();
    let open = sim.hold(null_mut());
    call!(raw, cuStreamSynchronize(stream)).unwrap();
    call!(raw, cuStreamQuery(stream)).unwrap();
    // An event waits for the legacy stream, but isn't work that the stream waits for.
    call!(raw, cuEventRecord(event, stream)).unwrap();
    call!(raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(code(call!(raw, cuEventQuery(event))), NOT_READY);
    call!(raw, cuMemsetD32Async(p, 1, 1, stream)).unwrap();
    assert_eq!(code(call!(raw, cuStreamQuery(stream))), NOT_READY);
    drop(open);
    call!(raw, cuStreamSynchronize(stream)).unwrap();
    call!(raw, cuEventQuery(event)).unwrap();
}
