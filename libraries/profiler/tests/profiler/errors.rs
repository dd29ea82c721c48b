//! What fails, and what the errors say.

use std::ffi::c_void;
use std::ptr::null;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_pathfinder::{Environment, Os, Search};
use cuda_profiler::sys::{CUpti_ActivityKind, CUptiResult, CuptiTable, Symbol, load_with};
use cuda_profiler::{Activity, Error, Profiler};

use crate::device::device;

/// Returns the software device's CUPTI, in which a function is replaced.
fn with(symbol: Symbol, function: *const c_void) -> Profiler {
    of_release(13_050, symbol, function)
}

/// Does the same, with another release's number.
fn of_release(release: u32, symbol: Symbol, function: *const c_void) -> Profiler {
    let functions = cuda_sim_libraries::cupti::table();
    let resolve = |it: Symbol| match it == symbol {
        true => function,
        false => functions
            .get(it)
            .map_or(null(), |it| it.as_ptr().cast_const()),
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
    let (_context, profiler, _guard) = device();
    let first = profiler.start().unwrap();
    let error = profiler.start().unwrap_err();
    assert!(matches!(error, Error::Running), "{error}");
    first.stop().unwrap();
    profiler.start().unwrap().stop().unwrap();
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
    let (_context, _, _guard) = device();
    let profiler = with(Symbol::cuptiActivityFlushAll, flush as *const c_void);
    profiler.start().unwrap().stop().unwrap();
}

#[test]
fn missing_permission_says_what_to_do_and_leaves_nothing_running() {
    let (_context, profiler, _guard) = device();
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
    let (_context, _, _guard) = device();
    let unfit = enable_that_returns!(CUPTI_ERROR_NOT_INITIALIZED);
    let error = unfit.start().unwrap_err();
    assert!(matches!(
        error,
        Error::Unfit {
            release: 13_050,
            ..
        }
    ));
    let text = error.to_string();
    assert!(
        text.contains("CUDA 13.5") && text.contains("CUDA_CUPTI"),
        "{text}"
    );
}

#[test]
fn a_function_that_is_absent_is_named() {
    let (_context, _, _guard) = device();
    for symbol in [
        Symbol::cuptiActivityFlushAll,
        Symbol::cuptiActivityGetNextRecord,
    ] {
        let error = with(symbol, null()).start().unwrap_err();
        let text = error.to_string();
        let name = symbol.function().name;
        assert!(text.contains(name) && text.contains("13.5"), "{text}");
    }
}

#[test]
fn a_release_whose_records_are_shorter_is_refused() {
    let (_context, _, _guard) = device();
    let of = |release| of_release(release, Symbol::cuptiSubscribe, null()).start();
    for (release, text) in [(11_070, "11.7"), (0, "unknown version")] {
        let error = of(release).unwrap_err();
        assert!(matches!(error, Error::Old(found) if found == release));
        assert!(error.to_string().contains(text), "{error}");
    }
    of(11_080).unwrap().stop().unwrap();
}

#[test]
fn the_software_device_refuses_what_it_doesnt_have() {
    let (_context, _, _guard) = device();
    let software = Profiler::from_table(cuda_sim_libraries::cupti::table());
    let markers = software.activities(&[Activity::Kernels, Activity::Markers]);
    let error = markers.start().unwrap_err().to_string();
    assert!(
        error.contains("CUPTI_ERROR_INVALID_KIND") && error.contains("Markers"),
        "{error}"
    );
}

#[test]
fn without_cupti_the_error_says_what_to_install() {
    let nothing = Search::in_environment(Environment::simulated(Os::Linux, "/nowhere"));
    let error = Error::from(load_with(&nothing).unwrap_err());
    let text = error.to_string();
    assert!(matches!(error, Error::Load(_)));
    assert!(
        text.contains("libcupti.so.13") && text.contains("pip install"),
        "{text}"
    );
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
    let (_context, _, _guard) = device();
    let software = cuda_sim::driver().unwrap();
    let context = software.device(0).unwrap().primary_context().unwrap();
    let profiler = with(
        Symbol::cuptiActivityGetNumDroppedRecords,
        two as *const c_void,
    );
    let (buffer, trace) = profiler
        .profile(&context, || context.stream().unwrap().alloc::<u8>(1))
        .unwrap();
    drop(buffer);
    assert_eq!(trace.dropped, 2);
    assert!(
        trace
            .to_string()
            .contains("NOT ALL: 2 records were dropped"),
        "{trace}"
    );
}
