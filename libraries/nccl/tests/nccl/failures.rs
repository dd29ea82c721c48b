//! Ranks that never join, that die, or that do something else. No test may wait forever.

use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use nccl::{Config, Error, Reduce, UniqueId};

use crate::{short, stand_in, together, without_a_peer};

/// The variable that makes a process a rank of the test with which it was started.
const ID: &str = "CUDA_TEST_CHILD";

/// Starts this program again, for one of its tests alone, as another rank.
fn rank_of_another_process(test: &str, id: UniqueId) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--ignored", "--nocapture"])
        .env(ID, id.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn given_id() -> Option<UniqueId> {
    Some(std::env::var(ID).ok()?.parse().unwrap())
}

#[test]
fn a_rank_that_never_arrives_is_an_error_at_the_deadline() {
    let _watchdog = stand_in::Watchdog::new();
    let nccl = stand_in::nccl();
    let context = stand_in::contexts(1).remove(0);
    let id = nccl.unique_id().unwrap();
    let config = Config::new().deadline(Duration::from_millis(200));
    let start = Instant::now();
    // SAFETY: the other rank never joins, which is an error.
    let error = unsafe { nccl.communicator_with(&context, &id, 2, 0, &config) }.unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_rank_that_does_not_take_part_is_an_error_at_the_deadline() {
    let config = Config::new().deadline(short());
    let done = Barrier::new(2);
    together(2, &config, |comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: all ranks do this. It connects them.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        comm.wait(&stream).unwrap();
        if comm.rank() == 1 {
            // Alive, but not taking part.
            done.wait();
            comm.abort().unwrap();
            return;
        }
        // SAFETY: the other rank doesn't take part, which is an error.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        let error = comm.wait(&stream).unwrap_err();
        assert!(matches!(error, Error::TimedOut { .. }), "{error}");
        // The stream's work has ended, and the communicator is gone.
        stream.synchronize().unwrap();
        assert!(matches!(comm.check(), Err(Error::Aborted)));
        // SAFETY: nothing is started.
        let later = unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) };
        assert!(matches!(later, Err(Error::Aborted)));
        done.wait();
    });
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

#[test]
fn a_first_operation_without_its_peer_is_an_error_at_the_deadline() {
    without_a_peer(|comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: the other rank doesn't take part, which is an error: of the call, if that connects the ranks.
        let called = unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) };
        let error = called.and_then(|()| comm.wait(&stream)).unwrap_err();
        assert!(matches!(error, Error::TimedOut { .. }), "{error}");
        stream.synchronize().unwrap();
    });
}

#[test]
fn a_stuck_rank_aborts_the_whole_clique() {
    let _watchdog = stand_in::Watchdog::new();
    let contexts = stand_in::contexts(2);
    if contexts.len() < 2 {
        cuda_rust::skip("a clique of two needs two devices");
        return;
    }
    let config = Config::new().deadline(short());
    let clique = stand_in::nccl().clique_with(&contexts, &config).unwrap();
    let streams: Vec<_> = contexts.iter().map(|context| context.stream().unwrap()).collect();
    let mut parts: Vec<_> =
        streams.iter().map(|stream| stream.upload(&[1_i32; 4]).unwrap()).collect();
    let mut slices: Vec<_> = parts.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
    clique.all_reduce(&mut slices, Reduce::Sum).unwrap();
    clique.wait(&streams).unwrap();
    // SAFETY: the clique is waited for, not a rank.
    let ranks = unsafe { clique.ranks() };
    let (rank, stream) = (&ranks[1], &streams[1]);
    // SAFETY: the other rank doesn't take part, which is an error.
    unsafe { rank.all_reduce_in_place(stream, &mut parts[1], Reduce::Sum) }.unwrap();
    let error = clique.wait(&streams).unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error}");
    for (stream, comm) in streams.iter().zip(ranks) {
        stream.synchronize().unwrap();
        assert!(matches!(comm.check(), Err(Error::Aborted)));
    }
    drop(clique);
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

#[test]
fn a_clique_dropped_in_a_panic_aborts_stuck_operations() {
    let _watchdog = stand_in::Watchdog::new();
    let contexts = stand_in::contexts(2);
    if contexts.len() < 2 {
        cuda_rust::skip("a clique of two needs two devices");
        return;
    }
    let stream = contexts[0].stream().unwrap();
    let mut y = stream.upload(&[1_i32; 4]).unwrap();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let clique = stand_in::nccl().clique(&contexts).unwrap();
        // Without a deadline it would wait here for the connection that the other rank never makes.
        if !stand_in::is_real() {
            // SAFETY: the other rank doesn't take part: both are aborted.
            unsafe { clique.ranks()[0].all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        }
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
    stream.synchronize().unwrap();
}

#[test]
#[ignore = "a rank of another process, which is started by the test below"]
fn rank_that_dies() {
    let Some(id) = given_id() else { return };
    let context = stand_in::contexts(2).pop().unwrap();
    // SAFETY: it is the only rank 1.
    let comm = unsafe { stand_in::nccl().communicator(&context, &id, 2, 1) }.unwrap();
    let stream = context.stream().unwrap();
    let mut y = stream.upload(&[1_i32; 4]).unwrap();
    // SAFETY: as rank 0.
    unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
    comm.wait(&stream).unwrap();
    // During the next operation of rank 0.
    std::thread::sleep(Duration::from_millis(100));
    std::process::abort();
}

#[test]
fn a_dead_peer_is_an_error_before_the_deadline() {
    let _watchdog = stand_in::Watchdog::new();
    let contexts = stand_in::contexts(2);
    if contexts.len() < 2 {
        cuda_rust::skip("two processes need two devices");
        return;
    }
    let nccl = stand_in::nccl();
    let id = nccl.unique_id().unwrap();
    let mut other = rank_of_another_process("failures::rank_that_dies", id);
    // A real NCCL detects a peer's death over the network; with peer access it waits forever,
    // and the deadline ends the wait.
    let seconds = if stand_in::is_real() { 15 } else { 60 };
    let config = Config::new().deadline(Duration::from_secs(seconds));
    // SAFETY: each rank is created once.
    let comm = unsafe { nccl.communicator_with(&contexts[0], &id, 2, 0, &config) }.unwrap();
    let stream = contexts[0].stream().unwrap();
    let mut y = stream.upload(&[2_i32; 4]).unwrap();
    // SAFETY: rank 1 does the same.
    unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
    comm.wait(&stream).unwrap();
    assert_eq!(y.to_vec().unwrap(), [3; 4]);
    // SAFETY: rank 1 dies instead, which is an error: of the call, if it is dead by then, else of the wait.
    let called = unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) };
    let error = called.and_then(|()| comm.wait(&stream)).unwrap_err();
    let is_of_the_peer = matches!(&error, Error::Nccl(_))
        || (stand_in::is_real() && matches!(&error, Error::TimedOut { .. }));
    assert!(is_of_the_peer, "{error}");
    stream.synchronize().unwrap();
    other.wait().unwrap();
}

#[test]
fn different_arguments_of_ranks_are_detected() {
    if stand_in::is_real() {
        cuda_rust::skip("other counts are undefined: only the stand-in compares the ranks always");
        return;
    }
    together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&vec![1_i32; 4 + comm.rank()]).unwrap();
        // SAFETY: the stand-in rejects it.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        let error = comm.wait(&stream).unwrap_err().to_string();
        assert!(error.contains("of 4 ") && error.contains("of 5 "), "{error}");
    });
}
