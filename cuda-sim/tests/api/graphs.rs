//! Graphs, and the objects that they keep alive.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use cuda_driver::sys::{
    CUDA_GRAPH_INSTANTIATE_PARAMS, CUgraph, CUresult, CUstream, CUstreamCaptureMode, CUuserObject,
};

use crate::{Own, code};

const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

/// Longer than any operation here takes.
const LONG: Duration = Duration::from_secs(60);

/// A sender that a host function or a destructor uses once per call.
struct Notifier(Sender<()>);

/// Returns the argument for `notify`, and the receiver of its messages.
fn channel_argument() -> (*mut c_void, Receiver<()>) {
    let (sender, receiver) = channel();
    (Box::into_raw(Box::new(Notifier(sender))).cast(), receiver)
}

unsafe extern "C" fn notify(sender: *mut c_void) {
    // SAFETY: the pointer is from `channel_argument`, and is never freed.
    let _ = unsafe { &*sender.cast::<Notifier>() }.0.send(());
}

/// Waits until the receiver's sender sends.
unsafe extern "C" fn wait(receiver: *mut c_void) {
    // SAFETY: the pointer is to a receiver that no other code uses and that is never freed.
    unsafe { &*receiver.cast::<Receiver<()>>() }.recv_timeout(LONG).unwrap();
}

fn gate() -> (Sender<()>, *mut c_void) {
    let (sender, receiver) = channel::<()>();
    (sender, Box::into_raw(Box::new(receiver)).cast())
}

fn capture(own: &Own, stream: CUstream, work: impl FnOnce()) -> CUgraph {
    call!(own.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    work();
    call!(own.raw, cuStreamEndCapture(stream)).unwrap()
}

fn object(own: &Own, count: u32) -> (CUuserObject, Receiver<()>) {
    let (sender, receiver) = channel_argument();
    (call!(own.raw, cuUserObjectCreate(sender, Some(notify), count, 1)).unwrap(), receiver)
}

#[test]
fn a_user_object_is_destroyed_with_its_last_reference() {
    let own = Own::new();
    let (object, receiver) = object(&own, 1);
    call!(own.raw, cuUserObjectRetain(object, 2)).unwrap();
    call!(own.raw, cuUserObjectRelease(object, 2)).unwrap();
    assert!(receiver.try_recv().is_err());
    call!(own.raw, cuUserObjectRelease(object, 1)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
    let gone = call!(own.raw, cuUserObjectRetain(object, 1));
    assert_eq!(code(gone), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn a_user_object_needs_a_destructor_its_flag_and_a_count() {
    let own = Own::new();
    for (destroy, count, flags) in [
        (None, 1, 1),
        (Some(notify as unsafe extern "C" fn(_)), 0, 1),
        (Some(notify), 1, 0),
        (Some(notify), 1 << 31, 1),
    ] {
        let refused = call!(own.raw, cuUserObjectCreate(null_mut(), destroy, count, flags));
        assert_eq!(code(refused), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
}

#[test]
fn a_graph_its_clones_and_its_executables_keep_its_user_objects() {
    let own = Own::new();
    let (object, receiver) = object(&own, 1);
    let stream = own.stream(1);
    let graph = capture(&own, stream, || {});
    call!(own.raw, cuGraphRetainUserObject(graph, object, 1, 1)).unwrap();
    let clone = call!(own.raw, cuGraphClone(graph)).unwrap();
    let exec = call!(own.raw, cuGraphInstantiate(clone, 0)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    call!(own.raw, cuGraphDestroy(clone)).unwrap();
    assert!(receiver.try_recv().is_err());
    call!(own.raw, cuGraphExecDestroy(exec)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_graph_releases_references_on_request() {
    let own = Own::new();
    let (object, receiver) = object(&own, 1);
    let graph = call!(own.raw, cuGraphCreate(0)).unwrap();
    // As with a driver, releasing what the graph doesn't have does nothing.
    call!(own.raw, cuGraphReleaseUserObject(graph, object, 1)).unwrap();
    call!(own.raw, cuGraphRetainUserObject(graph, object, 2, 0)).unwrap();
    call!(own.raw, cuUserObjectRelease(object, 1)).unwrap();
    call!(own.raw, cuGraphReleaseUserObject(graph, object, 1)).unwrap();
    assert!(receiver.try_recv().is_err());
    call!(own.raw, cuGraphReleaseUserObject(graph, object, 1)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_running_launch_keeps_the_user_objects_of_its_graph() {
    let own = Own::new();
    let (object, receiver) = object(&own, 1);
    let stream = own.stream(1);
    let (go_on, waits) = gate();
    let graph = capture(&own, stream, || {
        call!(own.raw, cuLaunchHostFunc(stream, Some(wait), waits)).unwrap();
    });
    call!(own.raw, cuGraphRetainUserObject(graph, object, 1, 1)).unwrap();
    let exec = call!(own.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(own.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    assert!(receiver.try_recv().is_err());
    go_on.send(()).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn an_object_may_be_given_to_a_graph_while_it_is_captured() {
    let own = Own::new();
    let (object, receiver) = object(&own, 1);
    let stream = own.stream(1);
    call!(own.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    let (_, _, graph, ..) = call!(own.raw, cuStreamGetCaptureInfo(stream)).unwrap();
    call!(own.raw, cuGraphRetainUserObject(graph, object, 1, 1)).unwrap();
    assert_eq!(call!(own.raw, cuStreamEndCapture(stream)).unwrap() as usize, graph as usize);
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_clone_is_a_separate_graph() {
    let own = Own::new();
    let stream = own.stream(1);
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    own.write(p, 0);
    let graph = capture(&own, stream, || {
        call!(own.raw, cuMemsetD32Async(p, 5, 1, stream)).unwrap();
    });
    let clone = call!(own.raw, cuGraphClone(graph)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    let mut parameters = CUDA_GRAPH_INSTANTIATE_PARAMS::default();
    let exec = call!(own.raw, cuGraphInstantiateWithParams(clone, &raw mut parameters)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(own.read(p), 5);
}

#[test]
fn launches_of_one_executable_graph_never_run_at_the_same_time() {
    static INSIDE: AtomicBool = AtomicBool::new(false);
    static OVERLAPS: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn enter(_: *mut c_void) {
        OVERLAPS.fetch_add(u32::from(INSIDE.swap(true, Ordering::SeqCst)), Ordering::SeqCst);
        std::thread::yield_now();
        INSIDE.store(false, Ordering::SeqCst);
    }
    let own = Own::new();
    let (a, b) = (own.stream(1), own.stream(1));
    let graph = capture(&own, a, || {
        call!(own.raw, cuLaunchHostFunc(a, Some(enter), null_mut())).unwrap();
    });
    let exec = call!(own.raw, cuGraphInstantiate(graph, 0)).unwrap();
    for _ in 0..200 {
        call!(own.raw, cuGraphLaunch(exec, a)).unwrap();
        call!(own.raw, cuGraphLaunch(exec, b)).unwrap();
    }
    call!(own.raw, cuCtxSynchronize()).unwrap();
    assert_eq!(OVERLAPS.load(Ordering::SeqCst), 0);
}

#[test]
fn a_host_function_that_waits_stops_its_own_stream_alone() {
    let own = Own::new();
    let (held, free) = (own.stream(1), own.stream(1));
    let (go_on, waits) = gate();
    let (sender, receiver) = channel_argument();
    call!(own.raw, cuLaunchHostFunc(held, Some(wait), waits)).unwrap();
    call!(own.raw, cuLaunchHostFunc(free, Some(notify), sender)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
    call!(own.raw, cuStreamSynchronize(free)).unwrap();
    assert_eq!(code(call!(own.raw, cuStreamQuery(held))), CUresult::CUDA_ERROR_NOT_READY);
    go_on.send(()).unwrap();
    call!(own.raw, cuStreamSynchronize(held)).unwrap();
}

#[test]
fn a_launch_uses_memory_that_is_freed_after_it_in_stream_order() {
    let own = Own::new();
    let stream = own.stream(1);
    let memory = call!(own.raw, cuMemAllocAsync(4, stream)).unwrap();
    let copy = call!(own.raw, cuMemAlloc(4)).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    let graph = capture(&own, stream, || {
        call!(own.raw, cuMemsetD32Async(memory, 7, 1, stream)).unwrap();
        call!(own.raw, cuMemcpyDtoDAsync(copy, memory, 4, stream)).unwrap();
    });
    let exec = call!(own.raw, cuGraphInstantiate(graph, 0)).unwrap();
    let (open, gate) = gate();
    call!(own.raw, cuLaunchHostFunc(stream, Some(wait), gate)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(own.raw, cuMemFreeAsync(memory, stream)).unwrap();
    open.send(()).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(own.read(copy), 7);
}
