//! Graphs, and the objects that they keep alive.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use cuda_driver::sys::{
    CUDA_GRAPH_INSTANTIATE_PARAMS, CUgraph, CUresult, CUstream, CUstreamCaptureMode, CUuserObject,
};

use crate::{TestDevice, code};

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

fn capture(sim: &TestDevice, stream: CUstream, work: impl FnOnce()) -> CUgraph {
    call!(sim.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    work();
    call!(sim.raw, cuStreamEndCapture(stream)).unwrap()
}

fn object(sim: &TestDevice, count: u32) -> (CUuserObject, Receiver<()>) {
    let (sender, receiver) = channel_argument();
    (call!(sim.raw, cuUserObjectCreate(sender, Some(notify), count, 1)).unwrap(), receiver)
}

#[test]
fn a_user_object_is_destroyed_with_its_last_reference() {
    let sim = TestDevice::new();
    let (object, receiver) = object(&sim, 1);
    call!(sim.raw, cuUserObjectRetain(object, 2)).unwrap();
    call!(sim.raw, cuUserObjectRelease(object, 2)).unwrap();
    assert!(receiver.try_recv().is_err());
    call!(sim.raw, cuUserObjectRelease(object, 1)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
    let gone = call!(sim.raw, cuUserObjectRetain(object, 1));
    assert_eq!(code(gone), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn a_user_object_needs_a_destructor_its_flag_and_a_count() {
    let sim = TestDevice::new();
    for (destroy, count, flags) in [
        (None, 1, 1),
        (Some(notify as unsafe extern "C" fn(_)), 0, 1),
        (Some(notify), 1, 0),
        (Some(notify), 1 << 31, 1),
    ] {
        let refused = call!(sim.raw, cuUserObjectCreate(null_mut(), destroy, count, flags));
        assert_eq!(code(refused), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
}

#[test]
fn a_graph_its_clones_and_its_executables_keep_its_user_objects() {
    let sim = TestDevice::new();
    let (object, receiver) = object(&sim, 1);
    let stream = sim.stream(1);
    let graph = capture(&sim, stream, || {});
    call!(sim.raw, cuGraphRetainUserObject(graph, object, 1, 1)).unwrap();
    let clone = call!(sim.raw, cuGraphClone(graph)).unwrap();
    let exec = call!(sim.raw, cuGraphInstantiate(clone, 0)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    call!(sim.raw, cuGraphDestroy(clone)).unwrap();
    assert!(receiver.try_recv().is_err());
    call!(sim.raw, cuGraphExecDestroy(exec)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_graph_releases_references_on_request() {
    let sim = TestDevice::new();
    let (object, receiver) = object(&sim, 1);
    let graph = call!(sim.raw, cuGraphCreate(0)).unwrap();
    // As with a driver, releasing what the graph doesn't have does nothing.
    call!(sim.raw, cuGraphReleaseUserObject(graph, object, 1)).unwrap();
    call!(sim.raw, cuGraphRetainUserObject(graph, object, 2, 0)).unwrap();
    call!(sim.raw, cuUserObjectRelease(object, 1)).unwrap();
    call!(sim.raw, cuGraphReleaseUserObject(graph, object, 1)).unwrap();
    assert!(receiver.try_recv().is_err());
    call!(sim.raw, cuGraphReleaseUserObject(graph, object, 1)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_running_launch_keeps_the_user_objects_of_its_graph() {
    let sim = TestDevice::new();
    let (object, receiver) = object(&sim, 1);
    let stream = sim.stream(1);
    let (go_on, waits) = gate();
    let graph = capture(&sim, stream, || {
        call!(sim.raw, cuLaunchHostFunc(stream, Some(wait), waits)).unwrap();
    });
    call!(sim.raw, cuGraphRetainUserObject(graph, object, 1, 1)).unwrap();
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    assert!(receiver.try_recv().is_err());
    go_on.send(()).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn an_object_may_be_given_to_a_graph_while_it_is_captured() {
    let sim = TestDevice::new();
    let (object, receiver) = object(&sim, 1);
    let stream = sim.stream(1);
    call!(sim.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    let (_, _, graph, ..) = call!(sim.raw, cuStreamGetCaptureInfo(stream)).unwrap();
    call!(sim.raw, cuGraphRetainUserObject(graph, object, 1, 1)).unwrap();
    assert_eq!(call!(sim.raw, cuStreamEndCapture(stream)).unwrap() as usize, graph as usize);
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_clone_is_a_separate_graph() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    sim.write(p, 0);
    let graph = capture(&sim, stream, || {
        call!(sim.raw, cuMemsetD32Async(p, 5, 1, stream)).unwrap();
    });
    let clone = call!(sim.raw, cuGraphClone(graph)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    let mut parameters = CUDA_GRAPH_INSTANTIATE_PARAMS::default();
    let exec = call!(sim.raw, cuGraphInstantiateWithParams(clone, &raw mut parameters)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(sim.read(p), 5);
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
    let sim = TestDevice::new();
    let (a, b) = (sim.stream(1), sim.stream(1));
    let graph = capture(&sim, a, || {
        call!(sim.raw, cuLaunchHostFunc(a, Some(enter), null_mut())).unwrap();
    });
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    for _ in 0..200 {
        call!(sim.raw, cuGraphLaunch(exec, a)).unwrap();
        call!(sim.raw, cuGraphLaunch(exec, b)).unwrap();
    }
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    assert_eq!(OVERLAPS.load(Ordering::SeqCst), 0);
}

#[test]
fn a_host_function_that_waits_stops_its_own_stream_alone() {
    let sim = TestDevice::new();
    let (held, free) = (sim.stream(1), sim.stream(1));
    let (go_on, waits) = gate();
    let (sender, receiver) = channel_argument();
    call!(sim.raw, cuLaunchHostFunc(held, Some(wait), waits)).unwrap();
    call!(sim.raw, cuLaunchHostFunc(free, Some(notify), sender)).unwrap();
    receiver.recv_timeout(LONG).unwrap();
    call!(sim.raw, cuStreamSynchronize(free)).unwrap();
    assert_eq!(code(call!(sim.raw, cuStreamQuery(held))), CUresult::CUDA_ERROR_NOT_READY);
    go_on.send(()).unwrap();
    call!(sim.raw, cuStreamSynchronize(held)).unwrap();
}

#[test]
fn a_launch_uses_memory_that_is_freed_after_it_in_stream_order() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let memory = call!(sim.raw, cuMemAllocAsync(4, stream)).unwrap();
    let copy = call!(sim.raw, cuMemAlloc(4)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    let graph = capture(&sim, stream, || {
        call!(sim.raw, cuMemsetD32Async(memory, 7, 1, stream)).unwrap();
        call!(sim.raw, cuMemcpyDtoDAsync(copy, memory, 4, stream)).unwrap();
    });
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    let (open, gate) = gate();
    call!(sim.raw, cuLaunchHostFunc(stream, Some(wait), gate)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuMemFreeAsync(memory, stream)).unwrap();
    open.send(()).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(sim.read(copy), 7);
}
