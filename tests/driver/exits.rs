//! The exit of a process whose deferred work isn't done.

use std::io::Write;
use std::process::Output;
use std::sync::mpsc;
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

/// Runs a test of this file that exits with `code`, and returns what it printed after `"begun"`.
fn exits_with(code: i32, test: &str) -> String {
    let start = Instant::now();
    let Output {
        status,
        stdout,
        stderr,
    } = process(&format!("exits::{test}")).output().unwrap();
    let (stdout, stderr) = (
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr),
    );
    assert_eq!(status.code(), Some(code), "{stdout}{stderr}");
    assert!(start.elapsed() < PATIENCE);
    let Some((_, after)) = stdout.split_once("begun\n") else {
        panic!("{stdout}{stderr}");
    };
    after.to_owned()
}

#[test]
fn a_process_finishes_the_drop_that_has_begun_and_begins_no_other() {
    let printed = exits_with(0, "exits_during_a_drop");
    assert_eq!(printed, "dropped\nnothing to wait for\n");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_during_a_drop() {
    extern "C" fn last() {
        cuda_driver::wait_for_deferred();
        print("nothing to wait for");
    }
    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
    }
    // SAFETY: it takes nothing and doesn't unwind. It is called last, because it is the first.
    assert_eq!(unsafe { atexit(last) }, 0);
    with_device(None, |device| {
        let (sender, receiver) = mpsc::channel();
        let slow = OnDrop(move || {
            print("begun");
            sender.send(()).unwrap();
            thread::sleep(Duration::from_millis(300));
            print("dropped");
        });
        device.stream.drop_after(slow).unwrap();
        let next = OnDrop(|| print("dropped, too"));
        device.stream.drop_after(next).unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
        std::process::exit(0);
    });
}

#[test]
fn a_value_may_exit_when_it_is_dropped() {
    assert_eq!(exits_with(7, "exits_in_a_drop"), "");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_in_a_drop() {
    with_device(None, |device| {
        let exits = OnDrop(|| {
            print("begun");
            std::process::exit(7)
        });
        device.stream.drop_after(exits).unwrap();
        thread::sleep(PATIENCE);
    });
}

#[test]
fn an_action_that_never_ends_does_not_prevent_the_exit() {
    assert_eq!(exits_with(0, "exits_during_an_endless_action"), "");
}

#[test]
#[ignore = "run in a separate process"]
fn exits_during_an_endless_action() {
    with_device(None, |device| {
        let (sender, receiver) = mpsc::channel();
        let endless = move |_| {
            print("begun");
            sender.send(()).unwrap();
            loop {
                thread::park();
            }
        };
        device.stream.on_done(endless).unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
        std::process::exit(0);
    });
}
