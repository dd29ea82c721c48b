//! The exit of a process whose deferred work isn't done.

use std::ffi::{c_int, c_void};
use std::io::Write;
use std::process::{Output, abort, exit};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::device::{process, with_device};
use crate::owners::PATIENCE;

/// Does something when it is dropped.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Prints a line, even while the process exits.
fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

/// Calls `handler` when the process exits, before the handlers that are already there, and aborts the process if it
/// doesn't exit in time.
fn at_exit(handler: extern "C" fn()) {
    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> c_int;
    }
    // SAFETY: it takes nothing and doesn't unwind.
    assert_eq!(unsafe { atexit(handler) }, 0);
    thread::spawn(|| {
        thread::sleep(PATIENCE);
        abort();
    });
}

/// Waits until `flag` is set.
fn wait_for(flag: &AtomicBool) {
    while !flag.load(SeqCst) {
        thread::yield_now();
    }
}

/// Runs a test of this file that exits with `code`, and returns what it printed after `"begun"`.
fn exits_with(code: i32, test: &str) -> String {
    let Output { status, stdout, stderr } = process(&format!("exits::{test}")).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(code), "{stdout}{stderr}");
    let Some((_, after)) = stdout.split_once("begun\n") else {
        panic!("{stdout}{stderr}");
    };
    after.to_owned()
}

#[test]
fn a_process_finishes_the_drop_that_has_begun_and_begins_no_other() {
    let printed = exits_with(0, "exits_during_a_drop");
    assert_eq!(printed, "exiting\ndropped\nnothing to wait for\n");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_during_a_drop() {
    static IS_EXITING: AtomicBool = AtomicBool::new(false);
    extern "C" fn first() {
        print("exiting");
        IS_EXITING.store(true, SeqCst);
    }
    extern "C" fn last() {
        cuda_driver::stream::wait_for_deferred();
        // The next value would be dropped meanwhile.
        thread::sleep(Duration::from_millis(300));
        print("nothing to wait for");
    }
    at_exit(last);
    with_device(None, |device| {
        let (sender, receiver) = mpsc::channel();
        let slow = OnDrop(move || {
            print("begun");
            sender.send(()).unwrap();
            wait_for(&IS_EXITING);
            thread::sleep(Duration::from_millis(500));
            print("dropped");
        });
        device.stream.drop_after(slow).unwrap();
        let next = OnDrop(|| print("dropped, too"));
        device.stream.drop_after(next).unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
        at_exit(first);
        exit(0);
    });
}

#[test]
fn a_value_may_exit_when_it_is_dropped() {
    assert_eq!(exits_with(7, "exits_in_a_drop"), "it doesn't wait for itself\n");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_in_a_drop() {
    static SINCE: Mutex<Option<Instant>> = Mutex::new(None);
    extern "C" fn first() {
        *SINCE.lock().unwrap() = Some(Instant::now());
    }
    extern "C" fn last() {
        cuda_driver::stream::wait_for_deferred();
        let waited = SINCE.lock().unwrap().unwrap().elapsed();
        print(if waited < Duration::from_secs(2) {
            "it doesn't wait for itself"
        } else {
            "it waited for itself"
        });
    }
    at_exit(last);
    with_device(None, |device| {
        let exits = OnDrop(|| {
            print("begun");
            at_exit(first);
            exit(7)
        });
        device.stream.drop_after(exits).unwrap();
        thread::sleep(PATIENCE);
    });
}

#[test]
fn a_drop_that_never_ends_does_not_prevent_the_exit() {
    let printed = exits_with(0, "exits_during_an_endless_drop");
    assert_eq!(printed, "nothing to wait for\n");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_during_an_endless_drop() {
    extern "C" fn last() {
        cuda_driver::stream::wait_for_deferred();
        print("nothing to wait for");
    }
    at_exit(last);
    with_device(None, |device| {
        let (sender, receiver) = mpsc::channel();
        let endless = OnDrop(move || {
            print("begun");
            sender.send(()).unwrap();
            loop {
                thread::park();
            }
        });
        device.stream.drop_after(endless).unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
        exit(0);
    });
}

#[test]
fn actions_are_called_while_the_process_exits() {
    assert_eq!(exits_with(0, "exits_before_an_action"), "called: Ok(())\n");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_before_an_action() {
    static IS_EXITING: AtomicBool = AtomicBool::new(false);
    static RESULT: Mutex<Option<mpsc::Receiver<Result<(), cuda_driver::CuResult>>>> =
        Mutex::new(None);
    unsafe extern "C" fn wait(_: *mut c_void) {
        wait_for(&IS_EXITING);
    }
    // It is called after the handler of the crate, and before that of the driver.
    extern "C" fn second() {
        IS_EXITING.store(true, SeqCst);
        let result = RESULT.lock().unwrap().take().unwrap();
        print(&format!("called: {:?}", result.recv_timeout(PATIENCE / 2).unwrap()));
    }
    with_device(None, |device| {
        at_exit(second);
        let raw = device.driver.raw();
        let launched = device.context.with_current(|| {
            // SAFETY: the function takes nothing, and calls no CUDA.
            unsafe {
                raw.cuLaunchHostFunc(device.stream.as_raw(), Some(wait), std::ptr::null_mut())
            }
        });
        launched.unwrap().unwrap();
        let (sender, receiver) = mpsc::channel();
        *RESULT.lock().unwrap() = Some(receiver);
        device.stream.on_done(move |result| sender.send(result).unwrap()).unwrap();
        print("begun");
        exit(0);
    });
}
