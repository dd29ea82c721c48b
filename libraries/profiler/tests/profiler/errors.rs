//! What fails, and what the errors say.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Mutex, OnceLock};

use cuda_driver::{ErrorCode, Launch};
use cuda_pathfinder::{Environment, Os, Search};
use cuda_profiler::sys::*;
use cuda_profiler::{Activity, Error, Profiler};

use crate::device::{device, function, is_software};

/// Returns the software device's CUPTI, in which a function is replaced.
fn with(symbol: Symbol, function: *const c_void) -> Profiler {
    of_release(13_050, symbol, function)
}

/// Does the same, with another release's number.
fn of_release(release: u32, symbol: Symbol, function: *const c_void) -> Profiler {
    let functions = cuda_sim_libraries::cupti::table();
    let resolve = |other: Symbol| {
        if other == symbol {
            function
        } else {
            functions.get(other).map_or(null(), |function| function.as_ptr().cast_const())
        }
    };
    // SAFETY: each function has the signature of its slot; tests pass null or one of these below.
    let table = unsafe { CuptiTable::from_fn(release, resolve) };
    Profiler::from_table(Box::leak(Box::new(table)))
}

macro_rules! enable_that_returns {
    ($code:ident) => {{
        unsafe extern "C" fn fail(_: CUpti_ActivityKind) -> CUptiResult {
            CUptiResult::$code
        }
        with(Symbol::cuptiActivityEnable, fail as *const c_void)
    }};
}

#[test]
fn a_second_recording_is_refused_until_the_first_is_stopped() {
    let (_guard, _context, profiler) = device();
    let first = profiler.start().unwrap();
    let error = profiler.start().unwrap_err();
    assert!(matches!(error, Error::Running), "{error}");
    first.stop().unwrap();
    profiler.start().unwrap().stop().unwrap();
}

#[test]
fn another_profiler_of_the_process_is_named_and_keeps_its_buffers() {
    let (_guard, _context, _) = device();
    let table = cuda_sim_libraries::cupti::table();
    unsafe extern "C" fn register(
        _: CUpti_BuffersCallbackRequestFunc,
        _: CUpti_BuffersCallbackCompleteFunc,
    ) -> CUptiResult {
        panic!("its callbacks are replaced");
    }
    let profiler = with(Symbol::cuptiActivityRegisterCallbacks, register as *const c_void);
    let mut subscriber = null_mut();
    // SAFETY: the pointer is to a live handle, which is given back.
    unsafe {
        table.cuptiSubscribe.unwrap()(&raw mut subscriber, None, null_mut());
        let error = profiler.start().unwrap_err();
        table.cuptiUnsubscribe.unwrap()(subscriber);
        assert!(matches!(error, Error::OtherProfiler(_)));
        let text = error.to_string();
        assert!(text.contains("another profiler") && text.contains("cuptiSubscribe"), "{text}");
    }
    // What CUPTI returns if another profiler excludes it.
    let error = enable_that_returns!(CUPTI_ERROR_DISABLED).start();
    assert!(matches!(error.unwrap_err(), Error::OtherProfiler(_)));
    Profiler::from_table(table).start().unwrap().stop().unwrap();
}

/// What a CUPTI was registered with.
static REQUEST: Mutex<CUpti_BuffersCallbackRequestFunc> = Mutex::new(None);
static COMPLETE: Mutex<CUpti_BuffersCallbackCompleteFunc> = Mutex::new(None);

#[test]
fn a_buffer_of_one_cupti_isnt_read_by_another() {
    unsafe extern "C" fn register(
        request: CUpti_BuffersCallbackRequestFunc,
        complete: CUpti_BuffersCallbackCompleteFunc,
    ) -> CUptiResult {
        *REQUEST.lock().unwrap() = request;
        *COMPLETE.lock().unwrap() = complete;
        let table = cuda_sim_libraries::cupti::table();
        // SAFETY: the profiler registers them for this.
        unsafe { table.cuptiActivityRegisterCallbacks.unwrap()(request, complete) }
    }
    static BUFFER: AtomicPtr<u8> = AtomicPtr::new(null_mut());
    static READ: AtomicBool = AtomicBool::new(false);
    // A recording's own buffers are read, too, as soon as they are complete.
    unsafe extern "C" fn next(
        buffer: *mut u8,
        _: usize,
        _: *mut *mut CUpti_Activity,
    ) -> CUptiResult {
        if buffer == BUFFER.load(Ordering::Relaxed) {
            READ.store(true, Ordering::Relaxed);
        }
        CUptiResult::CUPTI_ERROR_MAX_LIMIT_REACHED
    }
    let (_guard, _context, _) = device();
    let one = with(Symbol::cuptiActivityRegisterCallbacks, register as *const c_void);
    let other = with(Symbol::cuptiActivityGetNextRecord, next as *const c_void);
    let (mut buffer, mut size, mut most) = (null_mut(), 0, 0);
    for (requester, is_read) in [(&one, false), (&other, true)] {
        let recording = requester.start().unwrap();
        // SAFETY: the pointers are to live variables.
        unsafe { REQUEST.lock().unwrap().unwrap()(&raw mut buffer, &raw mut size, &raw mut most) };
        BUFFER.store(buffer, Ordering::Relaxed);
        drop(recording);
        let recording = other.start().unwrap();
        // SAFETY: the buffer was requested, and isn't used again.
        unsafe { COMPLETE.lock().unwrap().unwrap()(null_mut(), 0, buffer, size, 8) };
        assert_eq!(READ.swap(false, Ordering::Relaxed), is_read);
        recording.stop().unwrap();
    }
}

#[test]
#[cfg(unix)]
fn a_recording_is_harmless_in_a_forked_process() {
    unsafe extern "C" {
        fn fork() -> i32;
        fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(status: i32) -> !;
    }
    static PARENT: OnceLock<u32> = OnceLock::new();
    unsafe extern "C" fn now(to: *mut u64) -> CUptiResult {
        assert_eq!(PARENT.get(), Some(&std::process::id()));
        // SAFETY: the caller passes a pointer to a live number.
        unsafe { cuda_sim_libraries::cupti::table().cuptiGetTimestamp.unwrap()(to) }
    }
    PARENT.get_or_init(std::process::id);
    let (_guard, context, mut profiler) = device();
    if is_software() {
        profiler = with(Symbol::cuptiGetTimestamp, now as *const c_void);
    }
    let recording = profiler.start().unwrap();
    // SAFETY: the child makes no call of CUPTI or the driver.
    let child = unsafe { fork() };
    if child == 0 {
        #[cfg(feature = "tracing")]
        {
            use tracing_subscriber::prelude::*;
            let spans = tracing_subscriber::registry().with(cuda_profiler::SpanLayer);
            let _default = spans.set_default();
            tracing::info_span!("span").in_scope(|| {});
        }
        let refused = [profiler.start().map(drop), recording.stop().map(drop)];
        let is_harmless = refused.iter().all(|result| matches!(result, Err(Error::Forked)));
        // SAFETY: it ends the process, of whose memory the parent has its own.
        unsafe { _exit(i32::from(!is_harmless)) };
    }
    let mut status = -1;
    // SAFETY: it is the child, and the status is writable.
    assert_eq!(unsafe { waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0);
    context.synchronize().unwrap();
    assert!(!recording.stop().unwrap().calls.is_empty());
}

#[test]
fn a_recording_that_starts_meanwhile_on_another_thread_is_refused() {
    unsafe extern "C" fn flush(flag: u32) -> CUptiResult {
        static IS_FIRST: AtomicBool = AtomicBool::new(true);
        let table = cuda_sim_libraries::cupti::table();
        if IS_FIRST.swap(false, Ordering::Relaxed) {
            let other = std::thread::spawn(move || Profiler::from_table(table).start().map(drop));
            let error = other.join().unwrap().unwrap_err();
            assert!(matches!(error, Error::Running), "{error}");
        }
        // SAFETY: the function only takes a number.
        unsafe { table.cuptiActivityFlushAll.unwrap()(flag) }
    }
    let (_guard, _context, _) = device();
    let profiler = with(Symbol::cuptiActivityFlushAll, flush as *const c_void);
    profiler.start().unwrap().stop().unwrap();
}

#[test]
fn missing_permission_says_what_to_do_and_leaves_nothing_running() {
    let (_guard, _context, profiler) = device();
    let denied = enable_that_returns!(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
    let error = denied.start().unwrap_err();
    assert!(matches!(error, Error::NotPermitted(_)));
    let text = error.to_string();
    for part in [
        "cuptiActivityEnable",
        "Kernels",
        "ERR_NVGPUCTRPERM",
        "NVreg_RestrictProfilingToAdminUsers=0",
    ] {
        assert!(text.contains(part), "{text}");
    }
    profiler.start().unwrap().stop().unwrap();
}

#[test]
fn a_cupti_that_is_too_new_for_the_driver_names_both() {
    let (_guard, _context, _) = device();
    let unfit = enable_that_returns!(CUPTI_ERROR_NOT_INITIALIZED);
    let error = unfit.start().unwrap_err();
    assert!(matches!(error, Error::Unfit { release: 13_050, .. }));
    let text = error.to_string();
    assert!(text.contains("CUDA 13.5") && text.contains("CUDA_CUPTI"), "{text}");
}

#[test]
fn a_function_that_is_absent_is_named() {
    let (_guard, _context, _) = device();
    for symbol in [Symbol::cuptiActivityFlushAll, Symbol::cuptiActivityGetNextRecord] {
        let error = with(symbol, null()).start().unwrap_err();
        let text = error.to_string();
        let name = symbol.function().name;
        assert!(text.contains(name) && text.contains("13.5"), "{text}");
    }
}

#[test]
fn a_release_whose_records_are_shorter_is_refused() {
    let (_guard, _context, _) = device();
    let error_of = |release| of_release(release, Symbol::cuptiFinalize, null()).start();
    for (release, text) in [(11_070, "11.7"), (0, "unknown version")] {
        let error = error_of(release).unwrap_err();
        assert!(matches!(error, Error::Old(found) if found == release));
        assert!(error.to_string().contains(text), "{error}");
    }
    error_of(11_080).unwrap().stop().unwrap();
}

#[test]
fn the_software_device_refuses_what_it_doesnt_have() {
    let (_guard, _context, _) = device();
    let software = Profiler::from_table(cuda_sim_libraries::cupti::table());
    let markers = software.activities(&[Activity::Kernels, Activity::Markers]);
    let error = markers.start().unwrap_err().to_string();
    assert!(error.contains("CUPTI_ERROR_INVALID_KIND") && error.contains("Markers"), "{error}");
}

#[test]
fn without_cupti_the_error_says_what_to_install() {
    let nothing = Search::with_environment(Environment::simulated(Os::Linux, "/nowhere"));
    let error = Error::from(load_with(&nothing).unwrap_err());
    let text = error.to_string();
    assert!(matches!(error, Error::Load(_)));
    assert!(text.contains("libcupti.so.13") && text.contains("pip install"), "{text}");
}

/// Runs a test in a process of its own, because a fault ends all contexts of one, and returns `true` there.
fn is_alone(name: &str) -> bool {
    const CHILD: &str = "CUDA_PROFILER_TEST_FAULT";
    if std::env::var_os(CHILD).is_some() {
        return true;
    }
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    let output = child.args([name, "--exact"]).env(CHILD, "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    false
}

#[test]
fn a_kernel_that_faults_is_an_error_with_what_was_recorded() {
    if !is_alone("errors::a_kernel_that_faults_is_an_error_with_what_was_recorded") {
        return;
    }
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let increment = function(&context, "increment");
    // SAFETY: there is no such memory: the fault is what is tested.
    let work = || unsafe { stream.launch(&increment, Launch::grid(1).block(32), (0x1000_u64,)) };
    let error = profiler.profile(&context, work).map(drop).unwrap_err();
    let text = error.to_string();
    let Error::Failed { source, trace } = error else { panic!("{text}") };
    let Error::Driver(fault) = *source else { panic!("{text}") };
    assert_eq!(fault.code(), ErrorCode::ILLEGAL_ADDRESS);
    assert_eq!(trace.calls_of("cuLaunchKernel"), 1, "{trace}");
    assert!(text.contains("What was recorded until then is in the error"), "{text}");
}

#[test]
fn a_kernel_that_faults_loses_nothing_that_was_complete() {
    if !is_alone("errors::a_kernel_that_faults_loses_nothing_that_was_complete") {
        return;
    }
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let (empty, increment) = (function(&context, "_Z5emptyv"), function(&context, "increment"));
    let launch = Launch::grid(1).block(32);
    let recording = profiler.start().unwrap();
    // SAFETY: it has no parameters.
    unsafe { stream.launch(&empty, launch, ()) }.unwrap();
    stream.synchronize().unwrap();
    recording.flush_complete().unwrap();
    // SAFETY: there is no such memory: the fault is what is tested.
    unsafe { stream.launch(&increment, launch, (0x1000_u64,)) }.unwrap();
    let fault = context.synchronize().unwrap_err();
    assert_eq!(fault.code(), ErrorCode::ILLEGAL_ADDRESS);
    let trace = match recording.stop() {
        Err(Error::Failed { trace, .. }) => *trace,
        other => other.unwrap(),
    };
    assert!(trace.kernels.iter().any(|kernel| kernel.name.contains("empty")), "{trace}");
}

#[test]
fn a_clock_that_fails_at_the_end_loses_nothing() {
    static FAILS: AtomicBool = AtomicBool::new(false);
    unsafe extern "C" fn now(to: *mut u64) -> CUptiResult {
        if FAILS.load(Ordering::Relaxed) {
            return CUptiResult::CUPTI_ERROR_UNKNOWN;
        }
        // SAFETY: the caller passes a pointer to a live number.
        unsafe { cuda_sim_libraries::cupti::table().cuptiGetTimestamp.unwrap()(to) }
    }
    let (_guard, _context, _) = device();
    let software = cuda_sim::driver().unwrap();
    let context = software.device(0).unwrap().primary_context().unwrap();
    let profiler = with(Symbol::cuptiGetTimestamp, now as *const c_void);
    let work = || {
        FAILS.store(true, Ordering::Relaxed);
        context.stream().unwrap().alloc::<u8>(1).map(drop)
    };
    let error = profiler.profile(&context, work).map(drop).unwrap_err();
    let Error::Failed { source, trace } = error else { panic!("{error}") };
    assert!(source.to_string().contains("cuptiGetTimestamp"), "{source}");
    assert_eq!(trace.calls_of("cuMemAllocAsync"), 1, "{trace}");
    assert!(trace.time.duration() < std::time::Duration::from_secs(3600));
}

#[test]
fn dropped_records_are_counted() {
    unsafe extern "C" fn two(
        _: cuda_profiler::sys::CUcontext,
        _: u32,
        dropped: *mut usize,
    ) -> CUptiResult {
        // SAFETY: the profiler passes a pointer to a live number.
        unsafe { dropped.write(2) };
        CUptiResult::CUPTI_SUCCESS
    }
    let (_guard, _context, _) = device();
    let software = cuda_sim::driver().unwrap();
    let context = software.device(0).unwrap().primary_context().unwrap();
    let profiler = with(Symbol::cuptiActivityGetNumDroppedRecords, two as *const c_void);
    let (buffer, trace) =
        profiler.profile(&context, || context.stream().unwrap().alloc::<u8>(1)).unwrap();
    drop(buffer);
    assert_eq!(trace.dropped, 2);
    assert!(trace.to_string().contains("NOT ALL: 2 records were dropped"), "{trace}");
}

#[test]
fn a_kernel_whose_times_cupti_couldnt_collect_is_counted_and_left_out() {
    static WRONG: Mutex<Option<fn(&mut CUpti_ActivityKernel8)>> = Mutex::new(None);
    unsafe extern "C" fn next(
        buffer: *mut u8,
        valid: usize,
        record: *mut *mut CUpti_Activity,
    ) -> CUptiResult {
        use CUpti_ActivityKind as K;
        let next = cuda_sim_libraries::cupti::table().cuptiActivityGetNextRecord.unwrap();
        // SAFETY: the arguments are the caller's.
        let result = unsafe { next(buffer, valid, record) };
        if result == CUptiResult::CUPTI_SUCCESS {
            // SAFETY: it is a record, which begins with its kind, and this kind has this structure.
            unsafe {
                let kind = (*record).cast::<K>().read_unaligned();
                let kernel = (*record).cast::<CUpti_ActivityKernel8>();
                if kind == K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
                    && let Some(change) = WRONG.lock().unwrap().take()
                {
                    let mut changed = kernel.read_unaligned();
                    change(&mut changed);
                    kernel.write_unaligned(changed);
                }
            }
        }
        result
    }
    let (_guard, context, _) = device();
    if !is_software() {
        return cuda_rust::skip(
            "the kernels of a GPU aren't recorded by the software device's CUPTI",
        );
    }
    let profiler = with(Symbol::cuptiActivityGetNextRecord, next as *const c_void);
    let empty = function(&context, "_Z5emptyv");
    let stream = context.stream().unwrap();
    let changes: [fn(&mut CUpti_ActivityKernel8); 6] = [
        |record| (record.start, record.end) = (0, 0),
        |record| record.start = 0,
        |record| record.end = 0,
        |record| record.end = record.start - 1,
        |record| record.start -= 500_000_000,
        |record| record.end = u64::MAX,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        *WRONG.lock().unwrap() = Some(change);
        let ((), trace) = profiler
            .profile(&context, || {
                for _ in 0..3 {
                    // SAFETY: it has no parameters.
                    unsafe { stream.launch(&empty, Launch::grid(1).block(1), ()) }.unwrap();
                }
            })
            .unwrap();
        assert_eq!((trace.kernels.len(), trace.incomplete), (2, 1), "{number}");
        assert!(trace.busy() <= trace.time.duration(), "{number}");
        assert!(trace.time.duration() < std::time::Duration::from_secs(3600), "{number}");
    }
}
