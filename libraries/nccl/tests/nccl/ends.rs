//! How communicators end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use nccl::{Config, Reduce};

use crate::{together, values};

#[test]
fn dropping_in_a_panic_does_not_hang() {
    together(2, &Config::new(), |comm, stream| {
        // It connects them, without which a real NCCL would wait in the call.
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        comm.wait(&stream).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let comm = comm;
            let mut y = stream.upload(&[1_i32; 4]).unwrap();
            if comm.rank() == 0 {
                // SAFETY: the other rank never takes part: this one is aborted.
                unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
            }
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
    });
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

#[test]
fn dropping_does_not_abort_running_work() {
    let results = Mutex::new(Vec::new());
    together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[comm.rank() as i32 + 1; 1000]).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        drop(comm);
        stream.synchronize().unwrap();
        results.lock().unwrap().push(y.to_vec().unwrap());
    });
    nccl::wait_for_dropped();
    for values in results.into_inner().unwrap() {
        assert_eq!(values, [3; 1000]);
    }
}

#[test]
fn a_buffer_dropped_after_an_operation_is_freed_after_it() {
    together(2, &Config::new(), |comm, stream| {
        let x = stream.upload(&[comm.rank() as i32 + 1; 100_000]).unwrap();
        let mut y = stream.alloc::<i32>(100_000).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_reduce(&stream, &x, &mut y, Reduce::Sum) }.unwrap();
        drop(x);
        let other = stream.upload(&[7_i32; 100_000]).unwrap();
        assert_eq!(values(&comm, &stream, &y), [3; 100_000]);
        drop(other);
        comm.destroy().unwrap();
    });
}

#[test]
fn an_abort_ends_running_operations() {
    let barrier = Barrier::new(2);
    together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: all ranks do this. It connects them, without which a real NCCL would wait in the call.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        comm.wait(&stream).unwrap();
        if comm.rank() == 0 {
            // SAFETY: the other rank never takes part, and this one is aborted.
            unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        }
        let ended = stream.query().unwrap();
        // The other rank's abort would end this one's operation.
        barrier.wait();
        assert_eq!(ended, comm.rank() != 0);
        comm.abort().unwrap();
        stream.synchronize().unwrap();
    });
}
