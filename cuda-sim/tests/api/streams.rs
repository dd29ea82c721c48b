use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use std::sync::mpsc::{Receiver, Sender, channel};

use cuda_driver::sys::{CUresult, CUstream};

use crate::kernels::{launch, load};
use crate::{Own, code};

const NOT_READY: CUresult = CUresult::CUDA_ERROR_NOT_READY;

/// Calls a boxed closure, once.
unsafe extern "C" fn call_box(closure: *mut c_void) {
    // SAFETY: the pointer came from `Box::into_raw` below.
    unsafe { Box::from_raw(closure.cast::<Box<dyn FnOnce()>>())() };
}

impl Own {
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
    let own = Own::new();
    let (a, b) = (own.stream(1), own.stream(1));
    let ((to_a, from_b), (to_b, from_a)) = (channel(), channel());
    // Neither function can end before the other has begun.
    own.give(a, move || {
        to_b.send(()).unwrap();
        from_b.recv().unwrap();
    });
    own.give(b, move || {
        to_a.send(()).unwrap();
        from_a.recv().unwrap();
    });
    call!(own.raw, cuStreamSynchronize(a)).unwrap();
    call!(own.raw, cuStreamSynchronize(b)).unwrap();
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
    let own = Own::new();
    let meet = call!(own.raw, cuModuleGetFunction(load(own.raw, MEET), c"meet")).unwrap();
    let mut memory = call!(own.raw, cuMemAlloc(8)).unwrap();
    call!(own.raw, cuMemsetD32(memory, 0, 2)).unwrap();
    call!(own.raw, cuCtxSynchronize()).unwrap();
    let streams: Vec<_> = (0..8).map(|_| own.stream(1)).collect();
    for stream in &streams {
        launch(own.raw, meet, 1, 1, *stream, &mut memory).unwrap();
    }
    for stream in streams {
        call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    }
    assert_eq!((own.read(memory), own.read(memory + 4)), (8, 0));
}

#[test]
fn work_on_a_stream_is_done_in_order() {
    let own = Own::new();
    let stream = own.stream(1);
    let (sender, receiver) = channel();
    for i in 0..100 {
        let sender = sender.clone();
        own.give(stream, move || sender.send(i).unwrap());
    }
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(receiver.try_iter().collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
}

#[test]
fn waiting_threads_run_kernels_but_no_host_functions() {
    const LARGE: usize = 1 << 20;
    let own = Own::new();
    let stream = own.stream(1);
    let p = call!(own.raw, cuMemAlloc(LARGE)).unwrap();
    let me = std::thread::current().id();
    for round in 0..200u8 {
        let (sender, receiver) = channel();
        // Too large to be done immediately, so it waits for a thread.
        call!(own.raw, cuMemsetD8Async(p, round, LARGE, stream)).unwrap();
        own.give(stream, move || {
            sender.send(std::thread::current().id()).unwrap();
        });
        call!(own.raw, cuMemsetD8Async(p, round + 1, LARGE, stream)).unwrap();
        call!(own.raw, cuStreamSynchronize(stream)).unwrap();
        assert_ne!(receiver.try_recv().unwrap(), me);
        assert_eq!(own.read(p + LARGE as u64 - 4), u32::from_ne_bytes([round + 1; 4]));
    }
}

#[test]
fn work_is_done_without_synchronization() {
    let own = Own::new();
    let stream = own.stream(1);
    let (sender, receiver) = channel();
    own.give(stream, move || sender.send(()).unwrap());
    // Waits for the channel, not for the stream.
    receiver.recv().unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn the_legacy_stream_waits_for_blocking_streams_and_not_for_the_others() {
    let own = Own::new();
    let (blocking, free) = (own.stream(0), own.stream(1));
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    let open = own.hold(blocking);
    call!(own.raw, cuMemsetD8Async(p, 1, 4, null_mut())).unwrap();
    call!(own.raw, cuMemsetD8Async(p, 1, 4, free)).unwrap();
    call!(own.raw, cuStreamSynchronize(free)).unwrap();
    assert_eq!(code(call!(own.raw, cuStreamQuery(null_mut()))), NOT_READY);
    open.send(()).unwrap();
    call!(own.raw, cuStreamSynchronize(null_mut())).unwrap();
    call!(own.raw, cuStreamQuery(null_mut())).unwrap();
}

#[test]
fn a_blocking_stream_waits_for_the_legacy_stream() {
    let own = Own::new();
    let (blocking, free) = (own.stream(0), own.stream(1));
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    let open = own.hold(null_mut());
    call!(own.raw, cuMemsetD8Async(p, 1, 4, blocking)).unwrap();
    call!(own.raw, cuStreamSynchronize(free)).unwrap();
    assert_eq!(code(call!(own.raw, cuStreamQuery(blocking))), NOT_READY);
    open.send(()).unwrap();
    call!(own.raw, cuStreamSynchronize(blocking)).unwrap();
}

#[test]
fn each_thread_has_its_own_default_stream() {
    let own = Own::new();
    let stream = 2usize as CUstream;
    let context = own.context.as_raw() as usize;
    let mine = call!(own.raw, cuStreamGetId(stream)).unwrap();
    let raw = own.raw;
    let theirs = std::thread::spawn(move || {
        call!(raw, cuCtxSetCurrent(context as _)).unwrap();
        call!(raw, cuStreamGetId(2usize as CUstream)).unwrap()
    });
    assert_ne!(mine, theirs.join().unwrap());
    assert_eq!(mine, call!(own.raw, cuStreamGetId(stream)).unwrap());
}

#[test]
fn a_stream_waits_for_an_event_of_another() {
    let own = Own::new();
    let (a, b) = (own.stream(1), own.stream(1));
    let event = call!(own.raw, cuEventCreate(0)).unwrap();
    let open = own.hold(a);
    call!(own.raw, cuEventRecord(event, a)).unwrap();
    call!(own.raw, cuStreamWaitEvent(b, event, 0)).unwrap();
    let (sender, receiver) = channel();
    own.give(b, move || sender.send(()).unwrap());
    assert_eq!(code(call!(own.raw, cuEventQuery(event))), NOT_READY);
    assert!(receiver.try_recv().is_err());
    open.send(()).unwrap();
    call!(own.raw, cuStreamSynchronize(b)).unwrap();
    receiver.try_recv().unwrap();
    call!(own.raw, cuEventQuery(event)).unwrap();
}

#[test]
fn a_stream_can_wait_for_its_own_finished_work() {
    let own = Own::new();
    let stream = own.stream(1);
    let event = call!(own.raw, cuEventCreate(0)).unwrap();
    call!(own.raw, cuEventRecord(event, stream)).unwrap();
    call!(own.raw, cuEventSynchronize(event)).unwrap();
    call!(own.raw, cuEventQuery(event)).unwrap();
    call!(own.raw, cuStreamWaitEvent(stream, event, 0)).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn a_destroyed_event_still_blocks_its_waiters() {
    let own = Own::new();
    let (a, b) = (own.stream(1), own.stream(1));
    let event = call!(own.raw, cuEventCreate(0)).unwrap();
    let open = own.hold(a);
    call!(own.raw, cuEventRecord(event, a)).unwrap();
    call!(own.raw, cuStreamWaitEvent(b, event, 0)).unwrap();
    call!(own.raw, cuEventDestroy(event)).unwrap();
    call!(own.raw, cuStreamDestroy(a)).unwrap();
    assert_eq!(code(call!(own.raw, cuStreamQuery(b))), NOT_READY);
    open.send(()).unwrap();
    call!(own.raw, cuCtxSynchronize()).unwrap();
}

#[test]
fn time_passes_from_event_to_event() {
    let own = Own::new();
    let stream = own.stream(1);
    let (start, end) =
        (call!(own.raw, cuEventCreate(0)).unwrap(), call!(own.raw, cuEventCreate(0)).unwrap());
    let unrecorded = call!(own.raw, cuEventElapsedTime(start, end));
    assert_eq!(code(unrecorded), CUresult::CUDA_ERROR_INVALID_HANDLE);
    call!(own.raw, cuEventRecord(start, stream)).unwrap();
    let open = own.hold(stream);
    call!(own.raw, cuEventRecord(end, stream)).unwrap();
    assert_eq!(code(call!(own.raw, cuEventElapsedTime(start, end))), NOT_READY);
    open.send(()).unwrap();
    call!(own.raw, cuEventSynchronize(end)).unwrap();
    assert!(call!(own.raw, cuEventElapsedTime(start, end)).unwrap() > 0.0);
    assert!(call!(own.raw, cuEventElapsedTime(end, start)).unwrap() < 0.0);
}

#[test]
fn a_host_function_may_not_call_the_driver() {
    let own = Own::new();
    let stream = own.stream(1);
    let (raw, (sender, receiver)) = (own.raw, channel());
    own.give(stream, move || sender.send(call!(raw, cuDeviceGetCount())).unwrap());
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(code(receiver.recv().unwrap()), CUresult::CUDA_ERROR_NOT_PERMITTED);
}

#[test]
fn destroying_a_context_waits_for_its_work() {
    let own = Own::new();
    let stream = own.stream(1);
    let (sender, receiver) = channel();
    let open = own.hold(stream);
    own.give(stream, move || sender.send(()).unwrap());
    let context = own.context;
    let destroyer = std::thread::spawn(move || context.destroy());
    open.send(()).unwrap();
    destroyer.join().unwrap().unwrap();
    receiver.try_recv().unwrap();
}

#[test]
fn a_blocking_stream_says_nothing_of_the_legacy_stream_unless_own_work_waits_for_it() {
    let own = Own::new();
    let raw = own.raw;
    let (stream, p) = (own.stream(0), call!(raw, cuMemAlloc(4)).unwrap());
    let event = call!(raw, cuEventCreate(2)).unwrap();
    let open = own.hold(null_mut());
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
