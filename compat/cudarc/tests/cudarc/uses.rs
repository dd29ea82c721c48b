//! Uses of memory by streams of several threads, with driver calls that wait or fail.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{ScopedJoinHandle, yield_now};
use std::time::Duration;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUresult, CUstreamCaptureMode};
use cudarc::driver::{
    CudaContext, CudaGraph, CudaStream, DevicePtr, DevicePtrMut, DriverError, HostSlice,
    PinnedHostSlice, result,
};

use crate::chosen;
use crate::failing::{failing, with_failing_calls};
use crate::holding::HoldFunctions;

const LEN: usize = 64;
const CAPTURED: DriverError = DriverError(CUresult::CUDA_ERROR_CAPTURED_EVENT);
const RECORDED: DriverError = DriverError(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
const NO_HOLDS: &str = "a driver whose calls don't wait";

/// Runs the tests below in a process whose driver is the software device, unless the GPU is wanted.
#[test]
fn on_the_chosen_device() {
    chosen::run(module_path!(), 12, with_failing_calls);
}

fn begin_capture(stream: &CudaStream) {
    stream.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED).unwrap();
}

fn end_capture(stream: &Arc<CudaStream>) -> CudaGraph {
    stream.end_capture(CUgraphInstantiate_flags(0)).unwrap().unwrap()
}

fn streams<const N: usize>(context: &Arc<CudaContext>) -> [Arc<CudaStream>; N] {
    [(); N].map(|()| context.new_stream().unwrap())
}

/// Pinned memory of sevens.
fn sevens(context: &Arc<CudaContext>) -> PinnedHostSlice<u32> {
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
    pinned.as_mut_slice().unwrap().fill(7);
    pinned
}

/// Lets a stream wait for a message, though not forever.
fn gate(stream: &CudaStream) -> Sender<()> {
    unsafe extern "C" fn wait(receiver: *mut c_void) {
        // SAFETY: it was passed below, for one call.
        let receiver = unsafe { Box::from_raw(receiver.cast::<Receiver<()>>()) };
        let _ = receiver.recv_timeout(Duration::from_secs(30));
    }
    let (sender, receiver) = channel();
    let receiver_pointer = Box::into_raw(Box::new(receiver)).cast();
    stream.context().bind_to_thread().unwrap();
    // SAFETY: the function takes a value of this type.
    unsafe { result::stream::launch_host_function(stream.cu_stream(), wait, receiver_pointer) }
        .unwrap();
    sender
}

/// Gives a thread that shouldn't go on yet the time to.
fn let_run<T>(thread: &ScopedJoinHandle<'_, T>) {
    (0..20_000).take_while(|_| !thread.is_finished()).for_each(|_| yield_now());
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_use_does_not_wait_for_a_call_that_waits_for_others() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [owner, second, third] = streams(&context);
    let mut slice = owner.clone_htod(&[7u32; 16]).unwrap();
    second.memset_zeros(&mut slice).unwrap();
    context.synchronize().unwrap();
    let (sender, receiver) = channel();
    let is_early = std::thread::scope(|scope| {
        let hold = holding.before("cuStreamWaitEvent");
        // It waits for the second stream.
        scope.spawn(|| drop(slice.device_ptr(&owner).1));
        hold.wait();
        scope.spawn(|| {
            drop(slice.device_ptr(&third).1);
            sender.send(()).unwrap();
        });
        receiver.recv_timeout(Duration::from_secs(10)).is_ok()
    });
    assert!(is_early, "the use of one stream waited for a call for another");
    // The use that was noted meanwhile is waited for.
    let hold = holding.before("cuStreamWaitEvent");
    std::thread::scope(|scope| {
        scope.spawn(|| owner.memset_zeros(&mut slice).unwrap());
        hold.wait();
        drop(hold);
    });
    assert_eq!(owner.clone_dtoh(&slice).unwrap(), [0; 16]);
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_write_that_the_owner_waits_for_meanwhile_is_waited_for() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [owner, second, third] = streams(&context);
    let mut slice = owner.clone_htod(&[7u32; LEN]).unwrap();
    context.synchronize().unwrap();
    let sender = gate(&second);
    second.memset_zeros(&mut slice).unwrap();
    let read = std::thread::scope(|scope| {
        let hold = holding.before("cuStreamWaitEvent");
        let read = scope.spawn(|| third.clone_dtoh(&slice).unwrap());
        // It has recorded the owner's work.
        hold.wait();
        drop(slice.device_ptr(&owner).1);
        drop(hold);
        let_run(&read);
        sender.send(()).unwrap();
        read.join().unwrap()
    });
    assert_eq!(read, [0; LEN]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_use_does_not_replace_a_later_one_of_its_stream() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [owner, second] = streams(&context);
    let mut slice = owner.clone_htod(&[7u32; LEN]).unwrap();
    let [mut first_copy, mut copy] = [(); 2].map(|()| second.alloc_zeros::<u32>(LEN).unwrap());
    context.synchronize().unwrap();
    let sender = std::thread::scope(|scope| {
        let join = holding.after("cuEventRecord");
        scope.spawn(|| second.memcpy_dtod(&slice, &mut first_copy).unwrap());
        join.wait();
        let note = holding.after("cuEventRecord");
        drop(join);
        note.wait();
        let sender = gate(&second);
        second.memcpy_dtod(&slice, &mut copy).unwrap();
        sender
    });
    owner.memset_zeros(&mut slice).unwrap();
    std::thread::scope(|scope| {
        let_run(&scope.spawn(|| owner.synchronize().unwrap()));
        sender.send(()).unwrap();
    });
    assert_eq!(second.clone_dtoh(&copy).unwrap(), [7; LEN]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_vector_is_not_handed_out_if_a_capture_begins_meanwhile() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [stream] = streams(&context);
    let slice = stream.clone_htod(&[7u32; LEN]).unwrap();
    context.synchronize().unwrap();
    for is_ended in [false, true] {
        let read = std::thread::scope(|scope| {
            let begin = holding.before("cuStreamBeginCapture");
            let capture = scope.spawn(|| begin_capture(&stream));
            begin.wait();
            let copy = holding.before("cuMemcpyDtoHAsync");
            let copied = holding.after("cuMemcpyDtoHAsync");
            let read = scope.spawn(|| stream.clone_dtoh(&slice));
            copy.wait();
            drop(begin);
            capture.join().unwrap();
            drop(copy);
            copied.wait();
            if is_ended {
                drop(end_capture(&stream));
            }
            drop(copied);
            read.join().unwrap()
        });
        assert_eq!(read, Err(RECORDED));
        if !is_ended {
            drop(end_capture(&stream));
        }
    }
    assert_eq!(stream.clone_dtoh(&slice).unwrap(), [7; LEN]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_vector_is_not_handed_out_if_the_stream_joins_a_capture_meanwhile() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [begun, stream] = streams(&context);
    let slice = stream.clone_htod(&[7u32; LEN]).unwrap();
    context.synchronize().unwrap();
    for is_event in [false, true] {
        begin_capture(&begun);
        let event = begun.record_event(None).unwrap();
        let read = std::thread::scope(|scope| {
            let copy = holding.before("cuMemcpyDtoHAsync");
            let read = scope.spawn(|| stream.clone_dtoh(&slice));
            copy.wait();
            let joined = holding.after("cuStreamWaitEvent");
            scope.spawn(|| {
                if is_event { stream.wait(&event).unwrap() } else { stream.join(&begun).unwrap() }
            });
            joined.wait();
            drop(copy);
            let_run(&read);
            drop(joined);
            read.join().unwrap()
        });
        assert_eq!(read, Err(RECORDED));
        begun.join(&stream).unwrap();
        drop(end_capture(&begun));
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_vector_is_not_handed_out_if_reading_the_slice_joins_a_capture() {
    let context = CudaContext::new(0).unwrap();
    let [owner, second, third] = streams(&context);
    let mut slice = owner.clone_htod(&[7u32; LEN]).unwrap();
    context.synchronize().unwrap();
    // A write whose end is recorded.
    let (address, until) = slice.device_ptr_mut(&second);
    begin_capture(&second);
    // SAFETY: the slice has as many bytes.
    unsafe { result::memset_d8_async(address, 0, LEN * 4, second.cu_stream()) }.unwrap();
    drop(until);
    assert_eq!(third.clone_dtoh(&slice), Err(RECORDED));
    second.join(&third).unwrap();
    drop(end_capture(&second));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn pinned_memory_of_a_capture_that_began_and_ended_during_a_copy_is_not_the_hosts() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [stream] = streams(&context);
    let slice = stream.clone_htod(&[7u32; LEN]).unwrap();
    let mut pinned = sevens(&context);
    context.synchronize().unwrap();
    let _graph = capture_during_a_copy(holding, &stream, || {
        stream.memcpy_dtoh(&slice, &mut pinned).unwrap();
    });
    assert_eq!(pinned.as_slice().err(), Some(CAPTURED));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn unified_memory_of_a_capture_that_began_and_ended_during_a_copy_is_not_the_hosts() {
    let Some(holding) = HoldFunctions::new() else { return cuda_rust::skip(NO_HOLDS) };
    let context = CudaContext::new(0).unwrap();
    let [stream] = streams(&context);
    let slice = stream.clone_htod(&[7u32; LEN]).unwrap();
    // SAFETY: the elements aren't read.
    let mut unified = unsafe { context.alloc_unified::<u32>(LEN, true) }.unwrap();
    context.synchronize().unwrap();
    let _graph = capture_during_a_copy(holding, &stream, || {
        stream.memcpy_dtoh(&slice, &mut unified).unwrap();
    });
    assert_eq!(unified.as_slice().err(), Some(CAPTURED));
}

/// Lets a capture that is about to begin when a copy to the host does record it, and end before that.
fn capture_during_a_copy(
    holding: HoldFunctions,
    stream: &Arc<CudaStream>,
    copy: impl FnOnce() + Send,
) -> CudaGraph {
    std::thread::scope(|scope| {
        let begin = holding.before("cuStreamBeginCapture");
        let capture = scope.spawn(|| begin_capture(stream));
        begin.wait();
        let submit = holding.before("cuMemcpyDtoHAsync");
        scope.spawn(copy);
        submit.wait();
        drop(begin);
        capture.join().unwrap();
        let end = holding.before("cuStreamIsCapturing");
        drop(submit);
        end.wait();
        end_capture(stream)
    })
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_capture_by_another_value_of_the_stream_does_not_hide_a_use() {
    let context = CudaContext::new(0).unwrap();
    let [begun, stream] = [(); 2].map(|()| context.per_thread_stream());
    let [owner] = streams(&context);
    let target = owner.alloc_zeros::<u32>(LEN).unwrap();
    let pinned = sevens(&context);
    context.synchronize().unwrap();
    // SAFETY: the use ends below, and the elements are neither written nor freed.
    let (elements, until) = unsafe { pinned.stream_synced_slice(&stream) };
    begin_capture(&begun);
    let (address, _until) = target.device_ptr(&owner);
    // SAFETY: both have as many elements.
    unsafe { result::memcpy_htod_async(address, elements, stream.cu_stream()) }.unwrap();
    let _graph = end_capture(&begun);
    drop(until);
    assert_eq!(pinned.as_slice().err(), Some(CAPTURED));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_capture_of_another_stream_does_not_take_memory_from_the_host() {
    let context = CudaContext::new(0).unwrap();
    let [stream, other] = streams(&context);
    let mut pinned = sevens(&context);
    // SAFETY: the use ends below, and the elements aren't used.
    let (_, until) = unsafe { pinned.stream_synced_slice(&stream) };
    begin_capture(&other);
    drop(end_capture(&other));
    drop(until);
    pinned.as_mut_slice().unwrap().fill(9);
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_copy_that_cannot_wait_for_a_write_is_an_error() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let context = CudaContext::new(0).unwrap();
    let [owner, second, third] = streams(&context);
    let mut slice = owner.clone_htod(&[7u32; LEN]).unwrap();
    let mut other = third.clone_htod(&[1u32; LEN]).unwrap();
    let (mut vector, mut pinned) = (vec![1u32; LEN], sevens(&context));
    context.synchronize().unwrap();
    let code = DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    for after in [0, 1] {
        let fail = || assert_eq!(fail("cuStreamWaitEvent", after, 1, code.0), 0);
        let sender = gate(&second);
        second.memset_zeros(&mut slice).unwrap();
        fail();
        assert_eq!(third.memcpy_dtoh(&slice, &mut vector), Err(code));
        fail();
        assert_eq!(third.memcpy_dtoh(&slice, &mut pinned), Err(code));
        fail();
        assert_eq!(third.clone_dtoh(&slice), Err(code));
        fail();
        assert_eq!(third.memcpy_dtod(&slice, &mut other), Err(code));
        fail();
        assert_eq!(third.clone_dtod(&slice).err(), Some(code));
        fail();
        assert_eq!(third.memcpy_htod(&[1u32; LEN], &mut slice), Err(code));
        fail();
        assert_eq!(third.memset_zeros(&mut slice), Err(code));
        assert_eq!(context.check_err(), Ok(()), "it was returned");
        sender.send(()).unwrap();
        assert_eq!(vector, [1; LEN]);
        assert_eq!(pinned.as_slice().unwrap(), [7; LEN]);
        assert_eq!(owner.clone_dtoh(&slice).unwrap(), [0; LEN]);
        assert_eq!(third.clone_dtoh(&other).unwrap(), [1; LEN]);
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_copy_of_unified_memory_that_cannot_wait_is_an_error() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let context = CudaContext::new(0).unwrap();
    let [second, third] = streams(&context);
    // SAFETY: the elements are written before they are read.
    let mut unified = unsafe { context.alloc_unified::<u32>(LEN, true) }.unwrap();
    unified.as_mut_slice().unwrap().fill(7);
    let mut other = third.clone_htod(&[1u32; LEN]).unwrap();
    let sender = gate(&second);
    second.memset_zeros(&mut unified).unwrap();
    let code = DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    assert_eq!(fail("cuStreamWaitEvent", 0, 1, code.0), 0);
    assert_eq!(third.memcpy_dtod(&unified, &mut other), Err(code));
    assert_eq!(context.check_err(), Ok(()));
    sender.send(()).unwrap();
    assert_eq!(third.clone_dtoh(&other).unwrap(), [1; LEN]);
}
