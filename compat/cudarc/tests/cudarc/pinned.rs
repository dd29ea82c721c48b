//! Pinned memory is neither written, read nor freed by the host before all copies of it are done, with delays of the
//! software device.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use cudarc::driver::sys::{self, CUgraphInstantiate_flags, CUresult, CUstreamCaptureMode};
use cudarc::driver::{
    CudaContext, CudaGraph, CudaSlice, CudaStream, DevicePtrMut, DriverError, HostSlice,
    PinnedHostSlice, SyncOnDrop, result,
};

use crate::chosen;
use crate::failing::{failing, with_failing_calls};

const LEN: usize = 1 << 14;
const ROUNDS: usize = 20;
const CAPTURED: DriverError = DriverError(CUresult::CUDA_ERROR_CAPTURED_EVENT);
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

/// Runs the tests below with the delays of several seeds.
#[test]
fn with_delays() {
    for seed in [1, 2, 3] {
        chosen::run(module_path!(), 19, |folder| {
            let mut variables = with_failing_calls(folder);
            variables.push(("CUDA_SIM_DELAY_SEED", seed.to_string().into()));
            variables
        });
    }
}

/// Pinned memory of sevens.
fn sevens(context: &Arc<CudaContext>) -> PinnedHostSlice<u32> {
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
    pinned.as_mut_slice().unwrap().fill(7);
    pinned
}

fn zeros(stream: &Arc<CudaStream>) -> CudaSlice<u32> {
    let zeros = stream.alloc_zeros(LEN).unwrap();
    stream.synchronize().unwrap();
    zeros
}

/// Begins to copy pinned memory to a slice, and returns what ends that.
fn begin_copy<'a>(
    pinned: &'a (impl HostSlice<u32> + ?Sized),
    slice: &mut CudaSlice<u32>,
    stream: &'a Arc<CudaStream>,
) -> SyncOnDrop<'a> {
    let (elements, until) = begin(pinned, stream);
    copy(elements, slice, stream);
    until
}

fn begin<'a>(
    pinned: &'a (impl HostSlice<u32> + ?Sized),
    stream: &'a Arc<CudaStream>,
) -> (&'a [u32], SyncOnDrop<'a>) {
    // SAFETY: all here drop the second value after the copy.
    unsafe { pinned.stream_synced_slice(stream) }
}

fn copy(elements: &[u32], slice: &mut CudaSlice<u32>, stream: &Arc<CudaStream>) {
    let owner = slice.stream().clone();
    let (address, _until) = slice.device_ptr_mut(&owner);
    stream.context().bind_to_thread().unwrap();
    // SAFETY: both have as many elements; the tests keep the first, and wait before they use the second.
    unsafe { result::memcpy_htod_async(address, elements, stream.cu_stream()) }.unwrap();
}

fn end_capture(stream: &Arc<CudaStream>) -> CudaGraph {
    stream.end_capture(CUgraphInstantiate_flags(0)).unwrap().unwrap()
}

/// Whether an address is that of pinned memory.
fn is_pinned(address: *const u32) -> bool {
    let (mut kind, which) = (0u32, sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
    // SAFETY: the attribute is a number of this type.
    let answer =
        unsafe { sys::cuPointerGetAttribute((&raw mut kind).cast(), which, address.addr() as u64) };
    answer == CUresult::CUDA_SUCCESS
}

fn other() -> Arc<CudaStream> {
    CudaContext::new_non_primary(0, 0).unwrap().new_stream().unwrap()
}

fn is(stream: &Arc<CudaStream>, slice: &CudaSlice<u32>, value: u32) -> bool {
    stream.clone_dtoh(slice).unwrap().iter().all(|number| *number == value)
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_an_upload_of_another_context() {
    let (context, stream) = (CudaContext::new(0).unwrap(), other());
    for _ in 0..ROUNDS {
        let mut pinned = sevens(&context);
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        stream.memcpy_htod(&pinned, &mut target).unwrap();
        pinned.as_mut_slice().unwrap().fill(9);
        assert!(is(&stream, &target, 7));
        assert_eq!((context.check_err(), stream.context().check_err()), (Ok(()), Ok(())));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_a_download_of_another_context() {
    let (context, stream) = (CudaContext::new(0).unwrap(), other());
    for _ in 0..ROUNDS {
        // SAFETY: the elements are written before they are read.
        let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
        pinned.as_mut_slice().unwrap().fill(9);
        let source = stream.clone_htod(&vec![7u32; LEN]).unwrap();
        stream.memcpy_dtoh(&source, &mut pinned).unwrap();
        assert!(pinned.as_slice().unwrap().iter().all(|number| *number == 7));
        assert_eq!((context.check_err(), stream.context().check_err()), (Ok(()), Ok(())));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn memory_in_use_by_another_context_is_not_freed() {
    let (context, stream) = (CudaContext::new(0).unwrap(), other());
    for _ in 0..ROUNDS {
        let pinned = sevens(&context);
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        stream.memcpy_htod(&pinned, &mut target).unwrap();
        drop(pinned);
        let next = vec![9u32; LEN];
        assert!(is(&stream, &target, 7));
        drop(next);
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_uses_that_overlap() {
    let (context, far) = (CudaContext::new(0).unwrap(), other());
    let streams = [context.new_stream().unwrap(), context.new_stream().unwrap(), far];
    for round in 0..ROUNDS {
        let mut pinned = sevens(&context);
        let mut targets: Vec<_> =
            streams.iter().map(|stream| stream.alloc_zeros::<u32>(LEN).unwrap()).collect();
        // All begin before the first is noted, as those of threads can.
        let mut uses = Vec::new();
        for (stream, target) in streams.iter().zip(&mut targets) {
            let (address, _until) = target.device_ptr_mut(stream);
            stream.context().bind_to_thread().unwrap();
            // SAFETY: both have as many elements, and the uses end below.
            unsafe {
                let (elements, until) = pinned.stream_synced_slice(stream);
                result::memcpy_htod_async(address, elements, stream.cu_stream()).unwrap();
                uses.push(until);
            }
        }
        while !uses.is_empty() {
            drop(uses.remove(round % uses.len()));
        }
        drop(uses);
        pinned.as_mut_slice().unwrap().fill(9);
        for (stream, target) in streams.iter().zip(&targets) {
            assert!(is(stream, target, 7));
        }
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_copies_of_several_threads() {
    let context = CudaContext::new(0).unwrap();
    let streams = [context.new_stream().unwrap(), context.new_stream().unwrap()];
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
    for _ in 0..ROUNDS {
        pinned.as_mut_slice().unwrap().fill(7);
        let barrier = Barrier::new(streams.len());
        let copy = |stream: &Arc<CudaStream>| {
            let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
            barrier.wait();
            stream.memcpy_htod(&pinned, &mut target).unwrap();
            target
        };
        let targets = std::thread::scope(|scope| {
            let copy = &copy;
            let copies = streams.each_ref().map(|stream| scope.spawn(move || copy(stream)));
            copies.map(|copy| copy.join().unwrap())
        });
        pinned.as_mut_slice().unwrap().fill(9);
        for (stream, target) in streams.iter().zip(&targets) {
            assert!(is(stream, target, 7));
        }
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_the_default_streams_of_several_threads() {
    let context = CudaContext::new(0).unwrap();
    let stream = context.per_thread_stream();
    // SAFETY: the uses of each slice are those of one stream, and then waited for.
    unsafe { context.disable_event_tracking() };
    for _ in 0..ROUNDS {
        let mut pinned = sevens(&context);
        let mut targets = [(); 3].map(|()| zeros(&stream));
        std::thread::scope(|scope| {
            for target in &mut targets {
                let (pinned, stream) = (&pinned, &stream);
                scope.spawn(move || stream.memcpy_htod(pinned, target).unwrap());
            }
        });
        pinned.as_mut_slice().unwrap().fill(9);
        context.synchronize().unwrap();
        assert!(targets.iter().all(|target| is(&stream, target, 7)));
        drop(pinned);
    }
    assert_eq!(context.check_err(), Ok(()));
}

fn on_a_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap())
}

/// What a stream waits for, though not forever.
struct Gate {
    receiver: Mutex<Receiver<()>>,
    was_late: AtomicBool,
}

impl Gate {
    /// Lets a stream wait for a message. It has passed before the value is dropped.
    fn new(stream: &CudaStream) -> (Sender<()>, Arc<Self>) {
        unsafe extern "C" fn wait(gate: *mut c_void) {
            // SAFETY: `new` has passed it, for one call.
            let gate = unsafe { Arc::from_raw(gate.cast::<Gate>()) };
            let waited = gate.receiver.lock().unwrap().recv_timeout(Duration::from_secs(30));
            gate.was_late.store(waited.is_err(), Ordering::SeqCst);
        }
        let (sender, receiver) = channel();
        let gate = Arc::new(Self { receiver: Mutex::new(receiver), was_late: false.into() });
        let gate_pointer = Arc::into_raw(gate.clone()).cast_mut().cast();
        stream.context().bind_to_thread().unwrap();
        // SAFETY: the function takes a value of this type.
        unsafe { result::stream::launch_host_function(stream.cu_stream(), wait, gate_pointer) }
            .unwrap();
        (sender, gate)
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_use_of_a_threads_default_stream_is_ended_by_another_thread() {
    let context = CudaContext::new(0).unwrap();
    let (stream, owner) = (context.per_thread_stream(), context.new_stream().unwrap());
    for round in 0..ROUNDS {
        let (mut pinned, mut target) = (sevens(&context), zeros(&owner));
        let opener = {
            // A slice of pinned memory is pinned, too.
            let part = pinned.as_slice().unwrap();
            let (pinned, stream, target) = (&pinned, &stream, &mut target);
            let (sender, until) = on_a_thread(|| {
                let (sender, _) = Gate::new(stream);
                let until = match round % 2 {
                    0 => begin_copy(pinned, target, stream),
                    _ => begin_copy(part, target, stream),
                };
                (sender, until)
            });
            let opener = std::thread::spawn(move || {
                (0..1000).for_each(|_| std::thread::yield_now());
                sender.send(()).unwrap();
            });
            drop(until);
            opener
        };
        pinned.as_mut_slice().unwrap().fill(9);
        opener.join().unwrap();
        context.synchronize().unwrap();
        assert!(is(&owner, &target, 7));
    }
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `with_delays`"]
fn other_threads_use_memory_while_one_waits_for_it() {
    let context = CudaContext::new(0).unwrap();
    let streams = [context.new_stream().unwrap(), context.new_stream().unwrap()];
    let mut targets = streams.each_ref().map(zeros);
    let pinned = sevens(&context);
    let (sender, gate) = Gate::new(&streams[0]);
    streams[0].memcpy_htod(&pinned, &mut targets[0]).unwrap();
    let begun = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            begun.store(true, Ordering::SeqCst);
            assert_eq!(pinned.as_slice().unwrap(), [7; LEN]);
        });
        while !begun.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        // Of a hundred, an H200's driver lets some wait until the first stream goes on.
        for _ in 0..10 {
            streams[1].memcpy_htod(&pinned, &mut targets[1]).unwrap();
        }
        sender.send(()).unwrap();
    });
    assert!(is(&streams[0], &targets[0], 7) && is(&streams[1], &targets[1], 7));
    assert!(!gate.was_late.load(Ordering::SeqCst), "a copy waited for a thread that waits");
}

#[test]
#[ignore = "run by `with_delays`"]
fn memory_that_a_graph_copies_is_not_the_hosts_any_more() {
    let context = CudaContext::new(0).unwrap();
    let stream = context.new_stream().unwrap();
    let (mut pinned, mut target) = (sevens(&context), zeros(&stream));
    let address = pinned.as_ptr().unwrap();
    stream.begin_capture(RELAXED).unwrap();
    stream.memcpy_htod(&pinned, &mut target).unwrap();
    let graph = end_capture(&stream);
    assert_eq!(context.check_err(), Ok(()));
    assert_eq!(pinned.as_slice().err(), Some(CAPTURED));
    assert_eq!(pinned.as_mut_slice().err(), Some(CAPTURED));
    assert_eq!(pinned.as_mut_ptr(), Err(CAPTURED));
    // Work of the device still uses it.
    stream.memcpy_htod(&pinned, &mut target).unwrap();
    assert!(is(&stream, &target, 7));
    stream.memset_zeros(&mut target).unwrap();
    drop(pinned);
    assert_eq!(context.check_err(), Err(CAPTURED));
    assert!(is_pinned(address));
    graph.launch().unwrap();
    assert!(is(&stream, &target, 7));
}

#[test]
#[ignore = "run by `with_delays`"]
fn memory_that_a_graph_copies_outlives_its_context() {
    let stream = CudaContext::new(0).unwrap().new_stream().unwrap();
    let context = CudaContext::new_non_primary(0, 0).unwrap();
    let (pinned, mut target) = (sevens(&context), zeros(&stream));
    stream.begin_capture(RELAXED).unwrap();
    stream.memcpy_htod(&pinned, &mut target).unwrap();
    let graph = end_capture(&stream);
    drop((pinned, context));
    graph.launch().unwrap();
    assert!(is(&stream, &target, 7));
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_capture_that_begins_before_a_use_ends_does_not_hide_it() {
    let context = CudaContext::new(0).unwrap();
    let (stream, owner) = (context.new_stream().unwrap(), context.new_stream().unwrap());
    for _ in 0..ROUNDS {
        let (mut pinned, mut target) = (sevens(&context), zeros(&owner));
        let until = begin_copy(&pinned, &mut target, &stream);
        stream.begin_capture(RELAXED).unwrap();
        drop(until);
        assert_eq!(pinned.as_mut_slice().err(), Some(CAPTURED));
        drop(pinned);
        assert_eq!(context.check_err(), Err(CAPTURED));
        let next = vec![9u32; LEN];
        drop(end_capture(&stream));
        stream.synchronize().unwrap();
        assert!(is(&owner, &target, 7));
        drop(next);
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_capture_within_a_use_does_not_hide_it() {
    let context = CudaContext::new(0).unwrap();
    let (begun, stream) = (context.new_stream().unwrap(), context.new_stream().unwrap());
    for is_joined in [false, true] {
        let (mut pinned, mut target) = (sevens(&context), zeros(&stream));
        let (elements, until) = begin(&pinned, &stream);
        let graph = if is_joined {
            begun.begin_capture(RELAXED).unwrap();
            stream.join(&begun).unwrap();
            copy(elements, &mut target, &stream);
            begun.join(&stream).unwrap();
            end_capture(&begun)
        } else {
            stream.begin_capture(RELAXED).unwrap();
            copy(elements, &mut target, &stream);
            end_capture(&stream)
        };
        drop(until);
        assert_eq!(pinned.as_mut_slice().err(), Some(CAPTURED));
        drop(pinned);
        assert_eq!(context.check_err(), Err(CAPTURED));
        graph.launch().unwrap();
        context.synchronize().unwrap();
        assert!(is(&stream, &target, 7));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_use_of_the_default_stream_does_not_end_captures_of_others() {
    let context = CudaContext::new(0).unwrap();
    let (stream, other) = (context.default_stream(), context.per_thread_stream());
    let (mut pinned, mut target) = (sevens(&context), zeros(&stream));
    let mut memory = zeros(&other);
    let until = begin_copy(&pinned, &mut target, &stream);
    other.begin_capture(RELAXED).unwrap();
    drop(until);
    other.memset_zeros(&mut memory).unwrap();
    drop(end_capture(&other));
    assert_eq!(pinned.as_mut_slice().err(), Some(CAPTURED));
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `with_delays`"]
fn waits_do_not_end_captures_of_other_threads() {
    let context = CudaContext::new(0).unwrap();
    let (stream, other) = (context.new_stream().unwrap(), context.new_stream().unwrap());
    let (begun, done) = (Barrier::new(2), Barrier::new(2));
    let mut memory = zeros(&other);
    for _ in 0..ROUNDS {
        let (mut pinned, mut target) = (sevens(&context), zeros(&stream));
        let (second, mut part) = (sevens(&context), sevens(&context));
        // SAFETY: the elements are written before they are read.
        let mut unified = unsafe { context.alloc_unified::<u32>(LEN, true) }.unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                other.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL).unwrap();
                other.memset_zeros(&mut memory).unwrap();
                begun.wait();
                done.wait();
                drop(end_capture(&other));
            });
            begun.wait();
            let results = (|| {
                stream.memcpy_htod(&second, &mut target)?;
                drop(second);
                stream.memcpy_htod(&pinned, &mut target)?;
                pinned.as_mut_slice()?.fill(9);
                let part = part.as_mut_slice()?;
                stream.memcpy_dtoh(&target, part)?;
                assert!(part.iter().all(|number| *number == 7));
                stream.memcpy_dtoh(&target, &mut unified)?;
                assert!(unified.as_slice()?.iter().all(|number| *number == 7));
                drop(unified);
                context.check_err()
            })();
            done.wait();
            results.unwrap();
        });
        assert!(is(&stream, &target, 7));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_vector_is_not_written_by_a_graph() {
    let context = CudaContext::new(0).unwrap();
    // Two values of a stream.
    let [begun, stream] = [(); 2].map(|()| context.per_thread_stream());
    let target = zeros(&stream);
    begun.begin_capture(RELAXED).unwrap();
    let refused = DriverError(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_eq!(stream.clone_dtoh(&target).err(), Some(refused));
    drop(end_capture(&begun));
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_use_outlives_its_stream_and_context() {
    let context = CudaContext::new(0).unwrap();
    let owner = context.new_stream().unwrap();
    for _ in 0..ROUNDS {
        let (mut pinned, mut target) = (sevens(&context), zeros(&owner));
        other().memcpy_htod(&pinned, &mut target).unwrap();
        pinned.as_mut_slice().unwrap().fill(9);
        assert!(is(&owner, &target, 7));
    }
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_panic_ends_a_use() {
    let context = CudaContext::new(0).unwrap();
    let stream = context.new_stream().unwrap();
    for _ in 0..ROUNDS {
        let (mut pinned, mut target) = (sevens(&context), zeros(&stream));
        let used = std::panic::AssertUnwindSafe(|| {
            let _until = begin_copy(&pinned, &mut target, &stream);
            std::panic::resume_unwind(Box::new(()));
        });
        std::panic::catch_unwind(used).unwrap_err();
        pinned.as_mut_slice().unwrap().fill(9);
        assert!(is(&stream, &target, 7));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn only_memory_that_the_driver_does_not_know_is_pageable() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let code = CUresult::CUDA_ERROR_INVALID_CONTEXT;
    let fail = || fail("cuPointerGetAttribute", 0, 1, code);
    let context = CudaContext::new(0).unwrap();
    let stream = context.new_stream().unwrap();
    for _ in 0..ROUNDS {
        let (mut pinned, mut target) = (sevens(&context), zeros(&stream));
        let part = pinned.as_mut_slice().unwrap();
        assert_eq!(fail(), 0);
        stream.memcpy_htod(part, &mut target).unwrap();
        part.fill(9);
        assert_eq!(context.check_err(), Err(DriverError(code)));
        assert!(is(&stream, &target, 7));
        assert_eq!(fail(), 0);
        assert_eq!(stream.clone_dtoh(&target).err(), Some(DriverError(code)));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_call_that_fails_does_not_hide_a_use() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let context = CudaContext::new(0).unwrap();
    let streams = [context.new_stream().unwrap(), other()];
    // Some calls, and all from then on.
    for count in [1, 2, 3, i64::MAX] {
        for after in 0.. {
            let (mut pinned, second) = (sevens(&context), sevens(&context));
            let (mut part, mut other_part) = (sevens(&context), sevens(&context));
            let (part, other_part) =
                (part.as_mut_slice().unwrap(), other_part.as_mut_slice().unwrap());
            let nines = context.default_stream().clone_htod(&[9u32; LEN]).unwrap();
            let mut targets = [(); 5].map(|()| zeros(&streams[0]));
            context.synchronize().unwrap();
            let [t0, t1, t2, t3, t4] = &mut targets;
            let is_written = on_a_thread(|| {
                fail("", after, count, CUresult::CUDA_ERROR_UNKNOWN);
                let copied = [
                    streams[0].memcpy_htod(&pinned, t0).is_ok(),
                    streams[1].memcpy_htod(&pinned, t1).is_ok(),
                    streams[0].memcpy_htod(&second, t2).is_ok(),
                    streams[1].memcpy_htod(&second, t3).is_ok(),
                    streams[0].memcpy_htod(part, t4).is_ok(),
                ];
                drop(second);
                if let Ok(elements) = pinned.as_mut_slice() {
                    elements.fill(8);
                }
                let is_read = streams[1].memcpy_dtoh(&nines, &mut pinned).is_ok();
                let read = pinned.as_slice().map(|slice| slice.iter().all(|number| *number == 9));
                assert!(!is_read || read != Ok(false), "call {after}");
                // A slice has its elements when the call returns without an error.
                let is_read = streams[0].memcpy_dtoh(&nines, other_part).is_ok();
                assert!(!is_read || other_part.iter().all(|number| *number == 9), "call {after}");
                let vector = streams[0].clone_dtoh(&nines);
                assert!(vector.is_err() || vector == Ok(vec![9; LEN]), "call {after}");
                copied
            });
            let left = fail("", 0, 0, CUresult::CUDA_SUCCESS);
            let _ = streams.each_ref().map(|stream| stream.context().check_err());
            streams.iter().for_each(|stream| stream.synchronize().unwrap());
            for (index, (target, is_copied)) in targets.iter().zip(is_written).enumerate() {
                let right = is(&streams[0], target, 7);
                assert!(right || !is_copied, "target {index}, call {after}, {count}");
            }
            drop(pinned);
            let _ = context.check_err();
            if left == count {
                break;
            }
        }
    }
}
