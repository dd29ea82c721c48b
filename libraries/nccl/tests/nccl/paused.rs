//! Communicators that are revoked, suspended, or grow.

use std::sync::mpsc::channel;
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use cuda_driver::Stream;
use nccl::{Communicator, Config, Error, GrowId, MemoryStat, Nccl, Reduce};

use crate::{stand_in, together_by, values};

/// Returns a stand-in with the functions of newer releases, or the real NCCL of these tests; notes the test as skipped if
/// that lacks them.
fn late(has: impl Fn(Nccl) -> bool) -> Option<Nccl> {
    let nccl = if stand_in::is_real() { stand_in::nccl() } else { stand_in::stand_in(22907) };
    if !has(nccl) {
        cuda_rust::skip(format!("NCCL {} is too old", nccl.version()));
        return None;
    }
    Some(nccl)
}

fn sum(comm: &Communicator, stream: &Stream, value: i32) -> Vec<i32> {
    let mut y = stream.upload(&[value; 3]).unwrap();
    // SAFETY: all ranks of the communicator do this.
    unsafe { comm.all_reduce_in_place(stream, &mut y, Reduce::Sum) }.unwrap();
    values(comm, stream, &y)
}

#[test]
fn survivors_continue_without_a_stuck_rank() {
    let Some(nccl) = late(|nccl| nccl.raw().ncclCommRevoke.is_some()) else {
        return;
    };
    let done = Barrier::new(3);
    together_by(nccl, 3, &Config::new(), |comm, stream| {
        let rank = comm.rank();
        assert_eq!(sum(&comm, &stream, 1), [3; 3]);
        if rank == 2 {
            // It doesn't take part in the following operations.
            done.wait();
            return comm.abort().unwrap();
        }
        let mut y = stream.upload(&[1_i32; 3]).unwrap();
        // SAFETY: one rank doesn't take part, and the others are revoked.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        let revoked = comm.revoke().unwrap();
        stream.synchronize().unwrap();
        assert_eq!((revoked.rank(), revoked.nranks()), (rank, 3));
        // SAFETY: the two others do the same.
        let comm = unsafe { revoked.shrink(&[2]) }.unwrap();
        assert_eq!((comm.rank(), comm.nranks()), (rank, 2));
        assert_eq!(sum(&comm, &stream, 5), [10; 3]);
        comm.destroy().unwrap();
        done.wait();
        revoked.destroy().unwrap();
    });
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

#[test]
fn memory_is_released_and_reacquired() {
    let Some(nccl) = late(|nccl| nccl.raw().ncclCommSuspend.is_some()) else {
        return;
    };
    let both = Barrier::new(2);
    together_by(nccl, 2, &Config::new(), |comm, stream| {
        assert_eq!(sum(&comm, &stream, 1), [2; 3]);
        assert_eq!(comm.memory(MemoryStat::IsSuspended).unwrap(), 0);
        let total = comm.memory(MemoryStat::Total).unwrap();
        both.wait();
        // SAFETY: nothing is in progress, and both do it.
        let suspended = unsafe { comm.suspend() }.unwrap();
        assert_eq!(suspended.memory(MemoryStat::IsSuspended).unwrap(), 1);
        assert!(suspended.memory(MemoryStat::Persistent).unwrap() <= total);
        both.wait();
        // SAFETY: both do it.
        let comm = unsafe { suspended.resume() }.unwrap();
        both.wait();
        assert_eq!(sum(&comm, &stream, 2), [4; 3]);
        comm.destroy().unwrap();
    });
}

#[test]
fn a_communicator_grows() {
    grow(&Config::new());
}

#[test]
fn a_communicator_grows_before_the_deadline() {
    grow(&Config::new().deadline(Duration::from_secs(30)));
}

fn grow(config: &Config) {
    let Some(nccl) = late(|nccl| nccl.raw().ncclCommGrow.is_some()) else {
        return;
    };
    let contexts = stand_in::contexts(3);
    if contexts.len() < 3 {
        cuda_rust::skip(format!("3 ranks, and {} devices", contexts.len()));
        return;
    }
    let id = nccl.unique_id().unwrap();
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let got = stand_in::on_ranks(&contexts, |rank, context| {
        let stream = context.stream().unwrap();
        if rank == 2 {
            let bytes = receiver.lock().unwrap().recv().unwrap();
            let id = GrowId::from_bytes(&bytes);
            // SAFETY: it is the only new rank.
            let comm = unsafe { nccl.join(context, id, 3, 2, config) }.unwrap();
            return sum(&comm, &stream, 100);
        }
        // SAFETY: each rank is created once.
        let comm = unsafe { nccl.communicator_with(context, &id, 2, rank, config) }.unwrap();
        // SAFETY: nothing is started.
        let error = unsafe { comm.grow(2, None) }.unwrap_err();
        assert!(matches!(error, Error::NotLarger { from: 2, to: 2 }), "{error}");
        let id = (rank == 0).then(|| comm.grow_id().unwrap());
        if let Some(id) = &id {
            sender.send(id.to_bytes()).unwrap();
        }
        // SAFETY: all ranks do this, and one joins.
        let grown = unsafe { comm.grow(3, id) }.unwrap();
        assert_eq!((grown.rank(), grown.nranks()), (rank, 3));
        sum(&grown, &stream, 1)
    });
    assert_eq!(got, vec![vec![102; 3]; 3]);
}

#[test]
fn several_ids_make_one_communicator() {
    let Some(nccl) = late(|nccl| nccl.raw().ncclCommInitRankScalable.is_some()) else {
        return;
    };
    let contexts = stand_in::contexts(2);
    if contexts.len() < 2 {
        cuda_rust::skip("2 ranks need 2 devices");
        return;
    }
    let ids = [nccl.unique_id().unwrap(), nccl.unique_id().unwrap()];
    let got = stand_in::on_ranks(&contexts, |rank, context| {
        let config = Config::new();
        // SAFETY: no other rank joins.
        let none = unsafe { nccl.communicator_by_ids(context, &[], 2, rank, &config) };
        assert!(matches!(none, Err(Error::Length { found: 0, .. })));
        // SAFETY: each rank is created once.
        let comm = unsafe { nccl.communicator_by_ids(context, &ids, 2, rank, &config) }.unwrap();
        sum(&comm, &context.stream().unwrap(), 3)
    });
    assert_eq!(got, [[6; 3], [6; 3]]);
}

#[test]
fn an_old_library_cannot_grow() {
    if stand_in::is_real() {
        cuda_rust::skip("the stand-in plays old releases on the software device");
        return;
    }
    let (comm, _) = crate::alone();
    let error = comm.grow_id().unwrap_err();
    assert!(error.to_string().contains("2.29.2"), "{error}");
    let error = comm.revoke().unwrap_err();
    assert!(matches!(error, Error::Absent { .. }), "{error}");
}
