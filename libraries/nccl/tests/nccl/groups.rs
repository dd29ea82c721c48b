//! Groups are launched as a whole or not at all.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_driver::Stream;
use cuda_driver::sys::CUstreamCaptureMode;
use nccl::{Config, Error, Reduce};

use crate::{alone, enough, stand_in, together, values};

#[test]
fn a_ring_in_one_group_does_not_hang() {
    let got = together(4, &Config::new(), |comm, stream| {
        let (rank, nranks) = (comm.rank(), comm.nranks());
        let x = stream.upload(&vec![rank as u64; 50_000]).unwrap();
        let mut y = stream.upload(&vec![9_u64; 50_000]).unwrap();
        let mut group = comm.nccl().group();
        group.send(&comm, &stream, &x, (rank + 1) % nranks).unwrap();
        group.recv(&comm, &stream, &mut y, (rank + nranks - 1) % nranks).unwrap();
        // SAFETY: all ranks do this.
        unsafe { group.launch() }.unwrap();
        values(&comm, &stream, &y)
    });
    for (rank, got) in got.into_iter().flatten().enumerate() {
        assert!(got.iter().all(|element| *element == (rank as u64 + 3) % 4), "rank {rank}");
    }
}

#[test]
fn an_abandoned_group_launches_nothing() {
    let (comm, stream) = alone();
    let x = stream.upload(&[5_i32; 4]).unwrap();
    let mut y = stream.upload(&[1_i32; 4]).unwrap();
    let early = || -> Result<(), Error> {
        let mut group = comm.nccl().group();
        group.all_reduce(&comm, &stream, &x, y.slice_mut(..).unwrap(), Reduce::Sum)?;
        group.send(&comm, &stream, &x, 3)?;
        // SAFETY: it is the only rank.
        unsafe { group.launch() }
    };
    let mut early = early;
    assert!(matches!(early(), Err(Error::NoSuchRank { rank: 3, .. })));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut group = comm.nccl().group();
        group.all_reduce(&comm, &stream, &x, y.as_slice_mut(), Reduce::Sum).unwrap();
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert_eq!(values(&comm, &stream, &y), [1; 4]);
    // The thread is no longer in a group: a call is executed immediately.
    // SAFETY: it is the only rank.
    unsafe { comm.all_reduce(&stream, &x, &mut y, Reduce::Sum) }.unwrap();
    assert_eq!(values(&comm, &stream, &y), [5; 4]);
}

#[test]
fn a_group_of_many_operations_does_them_in_order() {
    let (comm, stream) = alone();
    let mut buffers: Vec<_> = (0..40).map(|number| stream.upload(&[number; 3]).unwrap()).collect();
    let mut sums: Vec<_> = (0..40).map(|_| stream.upload(&[0; 3]).unwrap()).collect();
    let mut group = comm.nccl().group();
    assert!(group.is_empty());
    for (x, y) in buffers.iter_mut().zip(&mut sums) {
        group.all_reduce(&comm, &stream, &*x, y, Reduce::Sum).unwrap();
    }
    assert_eq!(group.len(), 40);
    // SAFETY: it is the only rank.
    unsafe { group.launch() }.unwrap();
    for (index, sum) in sums.iter().enumerate() {
        assert_eq!(values(&comm, &stream, sum), [index as i32; 3]);
    }
}

#[test]
fn an_estimate_launches_nothing() {
    let (comm, stream) = alone();
    let mut y = stream.upload(&[1_i32; 4]).unwrap();
    let mut group = comm.nccl().group();
    group.broadcast(&comm, &stream, &mut y, 0).unwrap();
    match group.estimate() {
        Ok(_) | Err(Error::Absent { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    assert_eq!(values(&comm, &stream, &y), [1; 4]);
}

#[test]
fn fallbacks_have_the_same_results_as_the_functions() {
    if stand_in::is_real() {
        cuda_rust::skip("the stand-in plays old releases on the software device");
        return;
    }
    let group_call = |version| {
        crate::together_by(stand_in::stand_in(version), 3, &Config::new(), |comm, stream| {
            let (rank, root) = (comm.rank() as i32, 1);
            let x = stream.upload(&[rank, 10 + rank, 20 + rank, 30, 40, 50 + rank]).unwrap();
            let mut all = stream.upload(&[0; 6]).unwrap();
            let mut part = stream.upload(&[0; 2]).unwrap();
            let mut whole = stream.upload(&[0; 18]).unwrap();
            let is_root = comm.rank() == root;
            // SAFETY: all ranks do this.
            unsafe {
                comm.all_to_all(&stream, &x, &mut all).unwrap();
                comm.scatter(&stream, is_root.then(|| x.as_slice()), &mut part, root).unwrap();
                comm.gather(&stream, &x, is_root.then(|| whole.as_slice_mut()), root).unwrap();
            }
            [
                values(&comm, &stream, &all),
                values(&comm, &stream, &part),
                values(&comm, &stream, &whole),
            ]
        })
    };
    let (Some(old), Some(new)) = (group_call(stand_in::OLD), group_call(stand_in::NEW)) else {
        return;
    };
    assert_eq!(old, new);
    assert_eq!(old[2][0], [40, 50, 40, 51, 40, 52]);
}

#[test]
fn a_clique_refuses_streams_that_other_code_captures() {
    let Some(contexts) = enough(2) else { return };
    let clique = stand_in::nccl().clique(&contexts).unwrap();
    let own_streams: Vec<_> = contexts.iter().map(|context| context.stream().unwrap()).collect();
    // SAFETY: the owners outlive these, and capture only one of them, below.
    let borrowed =
        |at: usize| unsafe { Stream::borrow_raw(&contexts[at], own_streams[at].as_raw()) };
    let streams = [borrowed(0), borrowed(1)];
    let mut sums: Vec<_> =
        streams.iter().map(|stream| stream.upload(&[1.0f32; 8]).unwrap()).collect();
    for captured in [0, 1] {
        let raw = contexts[captured].driver().raw();
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream is alive, and no call with it is under way.
        unsafe { raw.cuStreamBeginCapture(streams[captured].as_raw(), mode) }.unwrap();
        let mut parts: Vec<_> = sums.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
        let refused = clique.all_reduce(&mut parts, Reduce::Sum);
        // SAFETY: as above; the graph is destroyed once.
        unsafe { raw.cuGraphDestroy(raw.cuStreamEndCapture(streams[captured].as_raw()).unwrap()) }
            .unwrap();
        assert!(
            matches!(refused, Err(Error::Captured { rank }) if rank == captured),
            "{refused:?}"
        );
    }
    let mut parts: Vec<_> = sums.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
    clique.all_reduce(&mut parts, Reduce::Sum).unwrap();
    clique.wait(&streams).unwrap();
    assert_eq!(sums[1].to_vec().unwrap(), [2.0; 8]);
}
