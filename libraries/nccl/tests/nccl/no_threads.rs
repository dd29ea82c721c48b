//! The end of communicators when the process can't start another thread.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use nccl::{Communicator, Config, Error, Reduce};
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::stand_in;

const PAGE: u64 = 4096;

#[test]
fn a_communicator_that_no_thread_can_destroy_is_an_error() {
    in_another_process("no_threads::without_threads");
}

#[test]
fn a_rank_of_a_clique_that_no_thread_can_destroy_is_an_immediate_error() {
    in_another_process("no_threads::with_one_thread");
}

/// Runs a test in another process, because its threads and its memory run out.
pub fn in_another_process(test: &str) {
    if stand_in::is_real() {
        return cuda_rust::skip("the limit on memory would also stop a real NCCL");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut process = stand_in::process(test, &folder);
    let output = process.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn communicator(config: &Config) -> Communicator {
    let context = stand_in::contexts(1).remove(0);
    let nccl = stand_in::nccl();
    let id = nccl.unique_id().unwrap();
    // SAFETY: it is the only rank.
    unsafe { nccl.communicator_with(&context, &id, 1, 0, config) }.unwrap()
}

#[test]
#[ignore = "another test starts it in a process of its own"]
fn without_threads() {
    let deadline = Duration::from_secs(60);
    let (blocking, limited) = (Config::new(), Config::new().deadline(deadline));
    let (destroyed, aborted) = (communicator(&limited), communicator(&limited));
    let dropped = [communicator(&limited), communicator(&blocking)];
    let destroyed_here = communicator(&blocking);
    use_up_threads();

    let start = Instant::now();
    let error = destroyed.destroy().unwrap_err();
    assert!(matches!(error, Error::NoThread(_)), "{error}");
    assert!(error.to_string().contains("no thread could be started"));
    drop(dropped);
    // These run on this thread.
    aborted.abort().unwrap();
    destroyed_here.destroy().unwrap();
    assert!(nccl::wait_for_dropped_within(Duration::ZERO));
    assert!(start.elapsed() < deadline);
}

#[test]
#[ignore = "another test starts it in a process of its own"]
fn with_one_thread() {
    let deadline = Duration::from_secs(60);
    let contexts = stand_in::contexts(2);
    let config = Config::new().deadline(deadline);
    let clique = stand_in::nccl().clique_with(&contexts, &config).unwrap();
    let streams: Vec<_> = contexts.iter().map(|context| context.stream().unwrap()).collect();
    let mut y = streams[0].upload(&[1_i32; 4]).unwrap();
    // The first rank waits for the second, which is leaked.
    // SAFETY: the buffer is kept until the process ends.
    unsafe { clique.ranks()[0].all_reduce_in_place(&streams[0], &mut y, Reduce::Sum) }.unwrap();
    let last = thread::spawn(thread::park);
    use_up_threads();
    // Its stack is used again.
    last.thread().unpark();
    last.join().unwrap();

    let start = Instant::now();
    let error = clique.destroy().unwrap_err();
    assert!(matches!(error, Error::NoThread(_)), "{error}");
    assert!(start.elapsed() < deadline);
    std::mem::forget((y, streams));
}

/// Leaves too little memory for the stack of another thread.
fn use_up_threads() {
    let sizes = fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = sizes.split(' ').next().unwrap().parse().unwrap();
    let limit = Some(pages * PAGE + (1 << 20));
    setrlimit(Resource::As, Rlimit { current: limit, maximum: limit }).unwrap();
    // The stacks of threads that have ended are used again.
    let wait = || {
        thread::Builder::new().spawn(|| {
            loop {
                thread::park();
            }
        })
    };
    while wait().is_ok() {}
}
