//! The software device's CUPTI by itself, as C calls it.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::Launch;
use cuda_profiler::Profiler;
use cuda_profiler::sys::*;

use crate::device::{device, function};

/// The size of the buffers, of which there are so many.
static SIZE: AtomicUsize = AtomicUsize::new(0);
static LEFT: AtomicUsize = AtomicUsize::new(0);
/// How many records each buffer had, by their kinds.
static RECEIVED: Mutex<Vec<Vec<CUpti_ActivityKind>>> = Mutex::new(Vec::new());

unsafe extern "C" fn request(buffer: *mut *mut u8, size: *mut usize, most: *mut usize) {
    let has_one =
        LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok();
    let bytes = SIZE.load(Ordering::Relaxed);
    let memory: &mut [u64] = Box::leak(vec![0u64; bytes / 8].into_boxed_slice());
    let memory = if has_one { memory.as_mut_ptr() } else { null_mut() };
    // SAFETY: the library passes pointers to its variables.
    unsafe {
        buffer.write(memory.cast());
        size.write(bytes);
        most.write(2);
    }
}

unsafe extern "C" fn complete(_: CUcontext, _: u32, buffer: *mut u8, size: usize, valid: usize) {
    assert!(valid <= size && size == SIZE.load(Ordering::Relaxed));
    let next = table().cuptiActivityGetNextRecord.unwrap();
    let (mut record, mut kinds) = (null_mut(), Vec::new());
    // SAFETY: the buffer has so many bytes of records, and each begins with its kind.
    unsafe {
        while next(buffer, valid, &raw mut record) == CUptiResult::CUPTI_SUCCESS {
            kinds.push((*record).kind);
        }
    }
    RECEIVED.lock().unwrap().push(kinds);
}

fn table() -> &'static CuptiTable {
    cuda_sim_libraries::cupti::table()
}

#[test]
fn calls_and_kinds_that_it_lacks_get_the_codes_of_cupti() {
    let (_guard, _context, _) = device();
    let table = table();
    let (enable, disable) =
        (table.cuptiActivityEnable.unwrap(), table.cuptiActivityDisable.unwrap());
    // SAFETY: pointers are null, which the functions check, or to live values.
    unsafe {
        for kind in [
            CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MARKER,
            CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_RUNTIME,
            CUpti_ActivityKind(12_345),
        ] {
            assert_eq!(enable(kind), CUptiResult::CUPTI_ERROR_INVALID_KIND);
            assert_eq!(disable(kind), CUptiResult::CUPTI_ERROR_INVALID_KIND);
        }
        let invalid = CUptiResult::CUPTI_ERROR_INVALID_PARAMETER;
        let register = table.cuptiActivityRegisterCallbacks.unwrap();
        assert_eq!(register(None, Some(complete)), invalid);
        assert_eq!(table.cuptiGetTimestamp.unwrap()(null_mut()), invalid);
        let dropped = table.cuptiActivityGetNumDroppedRecords.unwrap();
        assert_eq!(dropped(null_mut(), 0, null_mut()), invalid);
        let mut subscriber = null_mut();
        let subscribe = table.cuptiSubscribe.unwrap();
        let unsubscribe = table.cuptiUnsubscribe.unwrap();
        let mut again = || subscribe(&raw mut subscriber, None, null_mut::<c_void>());
        let several = CUptiResult::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
        assert_eq!((again(), again()), (CUptiResult::CUPTI_SUCCESS, several));
        assert_eq!(unsubscribe(null_mut()), invalid);
        assert_eq!(unsubscribe(subscriber), CUptiResult::CUPTI_SUCCESS);
        assert_eq!(unsubscribe(subscriber), invalid);
        let enable = table.cuptiEnableAllDomains.unwrap();
        let refused = enable(1, subscriber);
        assert_eq!(refused, CUptiResult::CUPTI_ERROR_NOT_SUPPORTED);
        let (mut version, mut name) = (0, null());
        table.cuptiGetVersion.unwrap()(&raw mut version);
        assert_eq!(version, CUPTI_API_VERSION);
        let text = table.cuptiGetResultString.unwrap();
        assert_eq!(text(invalid, &raw mut name), CUptiResult::CUPTI_SUCCESS);
        assert_eq!(CStr::from_ptr(name), c"CUPTI_ERROR_INVALID_PARAMETER");
    }
}

#[test]
fn buffers_are_filled_as_far_as_they_and_the_program_allow() {
    let (_guard, _context, _) = device();
    let table = table();
    let context = cuda_sim::driver().unwrap();
    let context = context.device(0).unwrap().primary_context().unwrap();
    let api = CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_DRIVER;
    let record = |calls: usize, buffers: usize, size: usize| {
        LEFT.store(buffers, Ordering::Relaxed);
        SIZE.store(size, Ordering::Relaxed);
        let mut dropped = 0;
        // SAFETY: the functions do what the library expects, and the pointer is to a live number.
        unsafe {
            table.cuptiActivityRegisterCallbacks.unwrap()(Some(request), Some(complete));
            table.cuptiActivityEnable.unwrap()(api);
            for _ in 0..calls {
                context.synchronize().unwrap();
            }
            table.cuptiActivityDisable.unwrap()(api);
            table.cuptiActivityFlushAll.unwrap()(0);
            table.cuptiActivityGetNumDroppedRecords.unwrap()(null_mut(), 0, &raw mut dropped);
        }
        let received = std::mem::take(&mut *RECEIVED.lock().unwrap());
        let counts: Vec<usize> = received.iter().map(Vec::len).collect();
        assert!(received.iter().flatten().all(|kind| *kind == api));
        (counts, dropped)
    };
    let one = size_of::<CUpti_ActivityAPI>();
    // Calls without a current context are repeated with one, so each is two records.
    let (counts, dropped) = record(5, 100, 4096);
    let calls: usize = counts.iter().sum();
    assert!(counts.iter().all(|count| *count <= 2) && calls >= 5 && dropped == 0);
    let (counts, dropped) = record(5, 100, one);
    assert_eq!((counts, dropped), (vec![1; calls], 0));
    // Without buffers, or with those that are too small, records are dropped, and counted once.
    assert_eq!(record(5, 1, one), (vec![1], calls - 1));
    assert_eq!(record(5, 100, one - 8), (vec![0], calls));
    assert_eq!(record(0, 100, one), (Vec::new(), 0));
}

#[test]
fn what_began_in_one_recording_isnt_in_the_next() {
    let (_guard, _context, _) = device();
    let profiler = Profiler::from_table(table());
    let context = cuda_sim::driver().unwrap();
    let context = context.device(0).unwrap().primary_context().unwrap();
    let stream = context.stream().unwrap();
    let empty = function(&context, "_Z5emptyv");
    let first = profiler.start().unwrap();
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let (reached, began) = std::sync::mpsc::channel();
    stream
        .launch_host_func(move || {
            reached.send(()).unwrap();
            gate.recv().unwrap();
        })
        .unwrap();
    // SAFETY: it has no parameters.
    unsafe { stream.launch(&empty, Launch::grid(1).block(32), ()) }.unwrap();
    began.recv().unwrap();
    drop(first);
    let second = profiler.start().unwrap();
    open.send(()).unwrap();
    stream.synchronize().unwrap();
    let trace = second.stop().unwrap();
    assert_eq!(trace.kernels, []);
    assert_eq!(trace.calls_of("cuStreamSynchronize"), 1);
}
