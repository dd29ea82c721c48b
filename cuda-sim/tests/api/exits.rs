//! Calls while the process exits: of handlers that were registered before the driver was initialized, and after.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::io::Write;
use std::process::exit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cuda_driver_sys::{CUcontext, DriverTable};

use crate::alone;

unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
}

/// Calls a function of a table, and returns its code.
macro_rules! of {
    ($table:expr, $function:ident($($argument:expr),*)) => {{
        let function = $table.$function.unwrap();
        // SAFETY: tests pass pointers to live values; handles are looked up.
        unsafe { function($($argument),*) }.0
    }};
}

/// What the handlers below use.
struct Objects {
    context: usize,
    memory: u64,
    stream: usize,
}

static MADE: OnceLock<Objects> = OnceLock::new();

fn table() -> &'static DriverTable {
    cuda_sim::driver_table()
}

/// Prints a line, even while the process exits.
fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

/// Prints the codes of calls, and whether the context is current.
fn calls(who: &str) {
    let objects = MADE.get().unwrap();
    let (mut count, mut context, mut memory) = (0, null_mut(), 0);
    let mut version = 0;
    let codes = [
        of!(table(), cuDeviceGetCount(&raw mut count)),
        of!(table(), cuCtxGetCurrent(&raw mut context)),
        of!(table(), cuCtxSynchronize()),
        of!(table(), cuMemAlloc_v2(&raw mut memory, 4)),
        of!(table(), cuMemFree_v2(objects.memory)),
        of!(table(), cuStreamDestroy_v2(objects.stream as _)),
        of!(table(), cuInit(0)),
        of!(table(), cuDevicePrimaryCtxRelease_v2(0)),
    ];
    let is_current = context as usize == objects.context;
    let version = of!(table(), cuDriverGetVersion(&raw mut version));
    print(&format!("{who}: {codes:?}, current: {is_current}, version: {version}"));
}

/// Makes what handlers use, in the primary context, which becomes current.
fn make() {
    let (mut context, mut memory, mut stream): (CUcontext, _, _) = (null_mut(), 0, null_mut());
    assert_eq!(of!(table(), cuInit(0)), 0);
    assert_eq!(of!(table(), cuDevicePrimaryCtxRetain(&raw mut context, 0)), 0);
    assert_eq!(of!(table(), cuCtxSetCurrent(context)), 0);
    assert_eq!(of!(table(), cuMemAlloc_v2(&raw mut memory, 64)), 0);
    assert_eq!(of!(table(), cuStreamCreate(&raw mut stream, 0)), 0);
    let objects = Objects { context: context as usize, memory, stream: stream as usize };
    assert!(MADE.set(objects).is_ok());
}

/// Runs a test of this file that exits with 0, and returns what it printed after `begun`.
fn printed(test: &str) -> String {
    let output = alone(&format!("exits::{test}"), &[]).output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{stdout}{stderr}");
    let Some((_, after)) = stdout.split_once("begun\n") else {
        panic!("{stdout}{stderr}");
    };
    after.to_owned()
}

#[test]
fn handlers_registered_after_the_first_call_have_the_driver_and_those_before_it_have_none() {
    let expected = "late: [0, 0, 0, 0, 0, 0, 0, 0], current: true, version: 0\n\
        early: [4, 4, 4, 4, 4, 4, 4, 4], current: false, version: 0\n";
    assert_eq!(printed("exits_with_handlers"), expected);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn exits_with_handlers() {
    extern "C" fn early() {
        calls("early");
    }
    extern "C" fn late() {
        calls("late");
    }
    assert_eq!(atexit(early), 0);
    make();
    assert_eq!(atexit(late), 0);
    print("begun");
    exit(0);
}

#[test]
fn a_handler_finds_the_contexts_below_the_current_one() {
    assert_eq!(printed("exits_with_two_contexts"), "true [0, 0] true\n");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn exits_with_two_contexts() {
    static SECOND: OnceLock<usize> = OnceLock::new();
    extern "C" fn late() {
        let (mut popped, mut current) = (null_mut(), null_mut());
        let codes = [
            of!(table(), cuCtxPopCurrent_v2(&raw mut popped)),
            of!(table(), cuCtxGetCurrent(&raw mut current)),
        ];
        let is_second = Some(&(popped as usize)) == SECOND.get();
        let is_first = current as usize == MADE.get().unwrap().context;
        print(&format!("{is_second} {codes:?} {is_first}"));
    }
    make();
    let mut second = null_mut();
    assert_eq!(of!(table(), cuCtxCreate_v2(&raw mut second, 0, 0)), 0);
    assert!(SECOND.set(second as usize).is_ok());
    assert_eq!(atexit(late), 0);
    print("begun");
    exit(0);
}

#[test]
fn a_handler_waits_for_the_work_of_its_threads_default_stream() {
    assert_eq!(printed("exits_with_work"), "0 done: true\n");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn exits_with_work() {
    static IS_DONE: AtomicBool = AtomicBool::new(false);
    static IS_EXITING: AtomicBool = AtomicBool::new(false);
    unsafe extern "C" fn work(_: *mut c_void) {
        while !IS_EXITING.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(100));
        IS_DONE.store(true, Ordering::SeqCst);
    }
    extern "C" fn late() {
        IS_EXITING.store(true, Ordering::SeqCst);
        let per_thread = cuda_sim::driver_table_per_thread();
        let code = of!(per_thread, cuStreamSynchronize(null_mut()));
        print(&format!("{code} done: {}", IS_DONE.load(Ordering::SeqCst)));
    }
    make();
    let per_thread = cuda_sim::driver_table_per_thread();
    assert_eq!(of!(per_thread, cuLaunchHostFunc(null_mut(), Some(work), null_mut())), 0);
    assert_eq!(atexit(late), 0);
    print("begun");
    exit(0);
}

#[test]
fn a_handler_captures() {
    assert_eq!(printed("exits_with_a_capture"), "[0, 0, 0]\n");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn exits_with_a_capture() {
    extern "C" fn late() {
        let objects = MADE.get().unwrap();
        let mode = cuda_driver_sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        let (stream, mut graph) = (objects.stream as _, null_mut());
        let codes = [
            of!(table(), cuStreamBeginCapture_v2(stream, mode)),
            of!(table(), cuMemsetD32Async(objects.memory, 1, 4, stream)),
            of!(table(), cuStreamEndCapture(stream, &raw mut graph)),
        ];
        print(&format!("{codes:?}"));
    }
    make();
    assert_eq!(atexit(late), 0);
    print("begun");
    exit(0);
}
