//! The threads that may use a value, and its state after an abort.

use std::sync::{Barrier, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::{DeviceBuffer, Stream};
use nccl::{
    Clique, Communicator, Config, Error, Group, GrowId, Nccl, NcclBuffer, PreMulSum, Reduce,
    RegisteredMemory, RevokedCommunicator, Shrink, SuspendedCommunicator, UniqueId, Window,
    WindowFlags,
};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use crate::no_threads::in_another_process;
use crate::{alone, stand_in, together, without_a_peer};

/// Returns whether a type has a trait: an inherent constant hides the trait's where it exists.
macro_rules! has {
    ($ty:ty: $trait:ident) => {{
        #[allow(dead_code, reason = "it is hidden where the type has the trait")]
        trait Fallback {
            const HAS: bool = false;
        }
        impl<T: ?Sized> Fallback for T {}
        struct SendProbe<T: ?Sized>(std::marker::PhantomData<T>);
        #[allow(dead_code, reason = "it is hidden where the type lacks the trait")]
        impl<T: ?Sized + $trait> SendProbe<T> {
            const HAS: bool = true;
        }
        <SendProbe<$ty>>::HAS
    }};
}

#[test]
fn a_communicator_is_used_by_one_thread_at_a_time() {
    // Those that own a communicator, or all of one, can move to another thread.
    assert!(has!(Communicator: Send) && !has!(Communicator: Sync));
    assert!(has!(Clique: Send) && !has!(Clique: Sync));
    assert!(has!(RevokedCommunicator: Send) && !has!(RevokedCommunicator: Sync));
    assert!(has!(SuspendedCommunicator: Send) && !has!(SuspendedCommunicator: Sync));
    // Those that borrow one stay in the thread of its owner.
    assert!(!has!(Group<'static>: Send) && !has!(Group<'static>: Sync));
    assert!(!has!(PreMulSum<'static, f32>: Send) && !has!(PreMulSum<'static, f32>: Sync));
    assert!(
        !has!(RegisteredMemory<'static, f32>: Send) && !has!(RegisteredMemory<'static, f32>: Sync)
    );
    assert!(!has!(Window<'static, f32>: Send) && !has!(Window<'static, f32>: Sync));
    // The rest isn't tied to anything.
    assert!(has!(Nccl: Send) && has!(Nccl: Sync));
    assert!(has!(UniqueId: Send) && has!(UniqueId: Sync));
    assert!(has!(GrowId: Send) && has!(GrowId: Sync));
    assert!(has!(Config: Send) && has!(Config: Sync));
    assert!(has!(NcclBuffer<f32>: Send));
    assert!(has!(Error: Send) && has!(Error: Sync));
}

#[test]
fn another_thread_can_abort() {
    together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: all ranks do this. It connects them.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        comm.wait(&stream).unwrap();
        if comm.rank() == 0 {
            // SAFETY: the other rank never takes part, and this one is aborted.
            unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        }
        // This rank's buffer is freed after the operation, which the abort ends.
        drop(y);
        thread::spawn(|| comm.abort().unwrap()).join().unwrap();
        stream.synchronize().unwrap();
    });
}

#[test]
fn dropping_never_waits_for_other_ranks() {
    if stand_in::is_real() {
        cuda_rust::skip(
            "while NCCL destroys a communicator, other ranks of its process launch nothing",
        );
        return;
    }
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: all ranks do this. It connects them.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        comm.wait(&stream).unwrap();
        // SAFETY: all ranks do this, the other one after this one's communicator was dropped.
        let reduce = |y: &mut DeviceBuffer<i32>| unsafe {
            comm.all_reduce_in_place(&stream, y, Reduce::Sum)
        };
        if comm.rank() == 0 {
            reduce(&mut y).unwrap();
            drop(comm);
            assert!(!nccl::wait_for_dropped_within(Duration::from_millis(50)));
            sender.send(()).unwrap();
        } else {
            receiver.lock().unwrap().recv().unwrap();
            reduce(&mut y).unwrap();
            drop(comm);
        }
        stream.synchronize().unwrap();
        assert_eq!(y.to_vec().unwrap(), [4; 4]);
    });
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

#[test]
fn a_forked_process_exits_without_waiting_for_dropped_communicators() {
    in_another_process("handles::forks");
}

#[test]
#[ignore = "another test starts it in a process of its own"]
fn forks() {
    let dropped = Barrier::new(2);
    together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: all ranks do this, the other one after this one's communicator was dropped.
        let reduce = |y: &mut DeviceBuffer<i32>| unsafe {
            comm.all_reduce_in_place(&stream, y, Reduce::Sum)
        };
        if comm.rank() == 0 {
            reduce(&mut y).unwrap();
            drop(comm);
            fork_and_exit();
            dropped.wait();
        } else {
            dropped.wait();
            reduce(&mut y).unwrap();
            drop(comm);
        }
        stream.synchronize().unwrap();
    });
}

/// Forks a process that exits, and waits for it. It has none of the threads that destroy communicators.
fn fork_and_exit() {
    unsafe extern "C" {
        fn fork() -> i32;
    }
    // SAFETY: the child only exits.
    let child = unsafe { fork() };
    let Some(child) = Pid::from_raw(child) else {
        std::process::exit(0);
    };
    let start = Instant::now();
    while waitpid(Some(child), WaitOptions::NOHANG).unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(3) {
            kill_process(child, Signal::KILL).unwrap();
            panic!("it waits");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A rank that was aborted, by waiting for another that doesn't take part.
fn aborted(work: impl Fn(&Communicator, &Stream) + Sync) {
    without_a_peer(|comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        // SAFETY: the other rank doesn't take part, which is an error.
        let called = unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) };
        called.and_then(|()| comm.wait(&stream)).unwrap_err();
        work(&comm, &stream);
        assert!(comm.as_raw().is_null());
        assert!(matches!(comm.destroy(), Err(Error::Aborted)));
    });
}

#[test]
fn an_aborted_communicator_is_an_error_everywhere() {
    aborted(|comm, stream| {
        let mut y = stream.upload(&[1_i32; 4]).unwrap();
        let is_aborted = |error: Error| {
            let is_old = matches!(error, Error::Absent { .. });
            assert!(is_old || matches!(error, Error::Aborted), "{error}");
        };
        is_aborted(comm.check().unwrap_err());
        is_aborted(comm.wait(stream).unwrap_err());
        is_aborted(comm.pre_mul_sum(1.0_f32).unwrap_err());
        is_aborted(comm.grow_id().unwrap_err());
        is_aborted(comm.memory(nccl::MemoryStat::Total).unwrap_err());
        // SAFETY: nothing is started.
        unsafe {
            is_aborted(comm.split(None, 0).unwrap_err());
            is_aborted(comm.shrink(&[1], Shrink::Abort).unwrap_err());
            is_aborted(comm.grow(3, None).unwrap_err());
            is_aborted(comm.broadcast(stream, &mut y, 0).unwrap_err());
        }
        let mut group = comm.nccl().group();
        group.broadcast(comm, stream, &mut y, 0).unwrap();
        // SAFETY: as above.
        is_aborted(unsafe { group.launch() }.unwrap_err());
        // The memory of a registration that failed is freed.
        let Ok(memory) = comm.nccl().alloc::<u8>(stream, 4096) else {
            return;
        };
        // SAFETY: as above.
        is_aborted(unsafe { comm.register(memory) }.unwrap_err());
        let memory = comm.nccl().alloc::<u8>(stream, 4096).unwrap();
        // SAFETY: as above.
        is_aborted(unsafe { comm.window(memory, WindowFlags::empty()) }.unwrap_err());
    });
}

#[test]
fn objects_of_an_aborted_communicator_can_be_dropped() {
    without_a_peer(|comm, stream| {
        let scaled = comm.pre_mul_sum(2.0_f32).unwrap();
        let memory = comm.nccl().alloc::<f32>(&stream, 1024).ok();
        // SAFETY: the other rank doesn't use its memory.
        let registered = memory.map(|memory| unsafe { comm.register(memory) }.unwrap());
        let mut y = stream.upload(&[1.0_f32; 4]).unwrap();
        // SAFETY: the other rank doesn't take part, which is an error.
        let called = unsafe { comm.all_reduce_in_place(&stream, &mut y, &scaled) };
        called.and_then(|()| comm.wait(&stream)).unwrap_err();
        drop(scaled);
        if let Some(registered) = registered {
            assert!(matches!(registered.deregister(), Err(Error::Aborted)));
        }
        assert!(comm.into_raw().is_null());
    });
}

#[test]
fn memory_of_a_dropped_registration_stays() {
    let (comm, stream) = alone();
    let Ok(memory) = comm.nccl().alloc::<u32>(&stream, 1024) else {
        cuda_rust::skip("this NCCL allocates no memory");
        return;
    };
    let address = memory.as_slice().as_raw();
    {
        // NCCL still knows the memory afterwards, so another buffer must not reuse it.
        // SAFETY: it is the only rank.
        let _dropped = unsafe { comm.register(memory) }.unwrap();
    }
    comm.destroy().unwrap();
    cuda_driver::stream::wait_for_deferred();
    let raw = stream.context().driver().raw();
    let found = stream
        .context()
        // SAFETY: a context is current; the call only looks the address up.
        .with_current(|| unsafe { raw.cuMemGetAddressRange(address) })
        .unwrap();
    assert!(found.is_ok(), "{found:?}");
}
