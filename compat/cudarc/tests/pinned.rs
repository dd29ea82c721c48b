//! Pinned memory is neither written, read nor freed by the host before all copies of it are done, with delays of the
//! software device.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

mod chosen;

use std::sync::{Arc, Barrier};

use cudarc::driver::{CudaContext, CudaSlice, CudaStream, DevicePtrMut, HostSlice, result};

const LEN: usize = 1 << 14;
const ROUNDS: usize = 20;

/// Runs the tests below with the delays of several seeds.
#[test]
fn with_delays() {
    for seed in [1, 2, 3] {
        chosen::run(5, |_| vec![("CUDA_SIM_DELAY_SEED", seed.to_string().into())]);
    }
}

fn other() -> Arc<CudaStream> {
    CudaContext::new_non_primary(0, 0).unwrap().new_stream().unwrap()
}

fn is(stream: &Arc<CudaStream>, slice: &CudaSlice<u32>, value: u32) -> bool {
    stream.clone_dtoh(slice).unwrap().iter().all(|it| *it == value)
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_an_upload_of_another_context() {
    let (context, stream) = (CudaContext::new(0).unwrap(), other());
    for _ in 0..ROUNDS {
        // SAFETY: the elements are written before they are read.
        let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
        pinned.as_mut_slice().unwrap().fill(7);
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        stream.memcpy_htod(&pinned, &mut target).unwrap();
        pinned.as_mut_slice().unwrap().fill(9);
        assert!(is(&stream, &target, 7));
        assert_eq!((context.check_err(), stream.context().check_err()), (Ok(()), Ok(())));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_a_download_of_another_context() {
    let (context, stream) = (CudaContext::new(0).unwrap(), other());
    for _ in 0..ROUNDS {
        // SAFETY: the elements are written before they are read.
        let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
        pinned.as_mut_slice().unwrap().fill(9);
        let source = stream.clone_htod(&vec![7u32; LEN]).unwrap();
        stream.memcpy_dtoh(&source, &mut pinned).unwrap();
        assert!(pinned.as_slice().unwrap().iter().all(|it| *it == 7));
        assert_eq!((context.check_err(), stream.context().check_err()), (Ok(()), Ok(())));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn memory_in_use_by_another_context_is_not_freed() {
    let (context, stream) = (CudaContext::new(0).unwrap(), other());
    for _ in 0..ROUNDS {
        // SAFETY: the elements are written before they are read.
        let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
        pinned.as_mut_slice().unwrap().fill(7);
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        stream.memcpy_htod(&pinned, &mut target).unwrap();
        drop(pinned);
        let next = vec![9u32; LEN];
        assert!(is(&stream, &target, 7));
        drop(next);
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_uses_that_overlap() {
    let (context, far) = (CudaContext::new(0).unwrap(), other());
    let streams = [context.new_stream().unwrap(), context.new_stream().unwrap(), far];
    for round in 0..ROUNDS {
        // SAFETY: the elements are written before they are read.
        let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
        pinned.as_mut_slice().unwrap().fill(7);
        let mut targets: Vec<_> =
            streams.iter().map(|stream| stream.alloc_zeros::<u32>(LEN).unwrap()).collect();
        // All begin before the first is noted, as those of threads can.
        let mut uses = Vec::new();
        for (stream, target) in streams.iter().zip(&mut targets) {
            let (address, _until) = target.device_ptr_mut(stream);
            stream.context().bind_to_thread().unwrap();
            // SAFETY: both have as many elements, and the uses end below.
            unsafe {
                let (elements, until) = pinned.stream_synced_slice(stream);
                result::memcpy_htod_async(address, elements, stream.cu_stream()).unwrap();
                uses.push(until);
            }
        }
        while !uses.is_empty() {
            drop(uses.remove(round % uses.len()));
        }
        drop(uses);
        pinned.as_mut_slice().unwrap().fill(9);
        for (stream, target) in streams.iter().zip(&targets) {
            assert!(is(stream, target, 7));
        }
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn the_host_waits_for_copies_of_several_threads() {
    let context = CudaContext::new(0).unwrap();
    let streams = [context.new_stream().unwrap(), context.new_stream().unwrap()];
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
    for _ in 0..ROUNDS {
        pinned.as_mut_slice().unwrap().fill(7);
        let barrier = Barrier::new(streams.len());
        let copy = |stream: &Arc<CudaStream>| {
            let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
            barrier.wait();
            stream.memcpy_htod(&pinned, &mut target).unwrap();
            target
        };
        let targets = std::thread::scope(|scope| {
            let copy = &copy;
            let copies = streams.each_ref().map(|stream| scope.spawn(move || copy(stream)));
            copies.map(|copy| copy.join().unwrap())
        });
        pinned.as_mut_slice().unwrap().fill(9);
        for (stream, target) in streams.iter().zip(&targets) {
            assert!(is(stream, target, 7));
        }
    }
}
