//! Errors that are returned without calling NCCL.

use std::sync::Barrier;

use cuda_driver::DeviceSliceMut;
use nccl::{Config, Error, Reduce, Shrink};

use crate::{alone, stand_in, together, together_by};

#[test]
fn an_invalid_rank_is_an_error() {
    let nccl = stand_in::nccl();
    let context = stand_in::contexts(1).remove(0);
    let id = nccl.unique_id().unwrap();
    for (nranks, rank) in [(0, 0), (1, 1), (2, 7)] {
        // SAFETY: no other rank joins.
        let error = unsafe { nccl.communicator(&context, &id, nranks, rank) }.unwrap_err();
        assert!(matches!(error, Error::NoSuchRank { .. }), "{error}");
    }
    assert!(matches!(nccl.clique(&[]).unwrap_err(), Error::NoSuchRank { .. }));
    let twice = nccl.clique(&[context.clone(), context]).unwrap_err();
    assert!(matches!(twice, Error::Twice { kind: "device", .. }), "{twice}");
}

#[test]
fn mismatched_lengths_are_rejected_before_any_call() {
    // A separate stand-in, whose functions no other test calls.
    let nccl = if stand_in::is_real() { stand_in::nccl() } else { stand_in::stand_in(22809) };
    let both = Barrier::new(2);
    together_by(nccl, 2, &Config::new(), |comm, stream| {
        both.wait();
        let before = calls(nccl);
        let x = stream.upload(&[1.0_f32; 7]).unwrap();
        let mut y = stream.upload(&[0.0_f32; 4]).unwrap();
        // SAFETY: nothing is started.
        let errors = unsafe {
            [
                comm.all_reduce(&stream, &x, &mut y, Reduce::Sum),
                comm.all_gather(&stream, &x, &mut y),
                comm.reduce_scatter(&stream, &x, &mut y, Reduce::Sum),
                comm.all_to_all(&stream, &x, &mut y),
                comm.reduce_scatter_in_place(&stream, y.slice_mut(..3).unwrap(), Reduce::Sum),
                comm.broadcast(&stream, &mut y, 2),
                comm.send(&stream, &x, 9),
            ]
        };
        let errors = errors.map(|result| result.unwrap_err().to_string());
        assert_eq!(errors[0], "the receiver has 4 elements, and the operation takes 7");
        assert_eq!(errors[1], "the receiver has 4 elements, and the operation takes 14");
        assert_eq!(errors[2], "the sender has 7 elements, and the operation takes 8");
        assert_eq!(errors[3], "the sender has 7 elements, which 2 ranks can't share evenly");
        assert_eq!(errors[4], "the receiver has 3 elements, which 2 ranks can't share evenly");
        assert!(errors[5].contains("no rank 2 among 2"), "{errors:?}");
        assert!(errors[6].contains("no rank 9 among 2"), "{errors:?}");
        assert_eq!(calls(nccl), before);
        // Destroying a communicator is a call, too.
        both.wait();
    });
}

/// Returns the number of calls to the stand-in so far, by all ranks, once all communicators exist.
fn calls(nccl: nccl::Nccl) -> u64 {
    if stand_in::is_real() { 0 } else { stand_in::calls(nccl) }
}

#[test]
fn only_the_root_has_a_receiver() {
    together(2, &Config::new(), |comm, stream| {
        let x = stream.upload(&[1.0_f32; 4]).unwrap();
        let mut y = stream.upload(&[0.0_f32; 4]).unwrap();
        let wrong = (comm.rank() != 0).then(|| y.as_slice_mut());
        // SAFETY: nothing is started.
        let error = unsafe { comm.reduce(&stream, &x, wrong, Reduce::Sum, 0) }.unwrap_err();
        assert!(matches!(error, Error::RootBuffer { buffer: "receiver", root: 0, .. }), "{error}");
        let none: Option<DeviceSliceMut<'_, f32>> = (comm.rank() != 0).then(|| y.as_slice_mut());
        // SAFETY: as above.
        let error = unsafe { comm.gather(&stream, &x, none, 0) }.unwrap_err();
        assert!(matches!(error, Error::RootBuffer { .. }), "{error}");
    });
}

#[test]
fn a_buffer_of_another_stream_or_device_is_rejected() {
    let (comm, stream) = alone();
    let other = comm.context().stream().unwrap();
    let mut y = other.upload(&[0.0_f32; 4]).unwrap();
    // SAFETY: nothing is started.
    let error = unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap_err();
    assert!(matches!(error, Error::OtherStream { buffer: "receiver" }), "{error}");
    let contexts = stand_in::contexts(2);
    let Some(second) = contexts.get(1) else {
        return;
    };
    let far = second.stream().unwrap();
    let mut y = far.upload(&[0.0_f32; 4]).unwrap();
    // SAFETY: nothing is started.
    let error = unsafe { comm.all_reduce_in_place(&far, &mut y, Reduce::Sum) }.unwrap_err();
    assert!(matches!(error, Error::OtherContext { device: 0 }), "{error}");
}

#[test]
fn a_stream_of_a_green_context_of_the_device_is_accepted() {
    use cuda_driver::green::{DevResourceDesc, GreenContextFlags, SmResource};

    let (comm, stream) = alone();
    let device = stream.context().device();
    let all: SmResource = device.resource().unwrap();
    let desc = DevResourceDesc::new(device, &[&all]).unwrap();
    let green = desc.create_green_context(GreenContextFlags::default()).unwrap();
    let stream = green.context().stream().unwrap();
    let mut y = stream.upload(&[3.0_f32; 4]).unwrap();
    // SAFETY: the communicator has a single rank.
    unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
    assert_eq!(y.to_vec().unwrap(), [3.0; 4]);
}

#[test]
fn a_scaled_sum_of_another_communicator_is_rejected() {
    let (comm, stream) = alone();
    let (other, _) = alone();
    let scaled = other.pre_mul_sum(2.0_f32).unwrap();
    let mut y = stream.upload(&[3.0_f32; 4]).unwrap();
    // SAFETY: nothing is started.
    let error = unsafe { comm.all_reduce_in_place(&stream, &mut y, &scaled) }.unwrap_err();
    assert!(matches!(error, Error::OtherCommunicator { .. }), "{error}");
}

#[test]
fn an_invalid_shrink_is_rejected() {
    together(2, &Config::new(), |comm, _| {
        let (mine, other) = (comm.rank(), 1 - comm.rank());
        // SAFETY: nothing is started.
        let errors = unsafe {
            [
                comm.shrink(&[mine], Shrink::Default),
                comm.shrink(&[other, other], Shrink::Default),
                comm.shrink(&[2], Shrink::Default),
            ]
        };
        let [own, twice, none] = errors.map(|result| result.unwrap_err());
        assert!(matches!(own, Error::ExcludesItself { .. }), "{own}");
        assert!(matches!(twice, Error::Twice { kind: "rank", .. }), "{twice}");
        assert!(matches!(none, Error::NoSuchRank { .. }), "{none}");
    });
}

#[test]
fn a_clique_compares_its_ranks() {
    let contexts = stand_in::contexts(2);
    if contexts.len() < 2 {
        cuda_rust::skip("a clique of two needs two devices");
        return;
    }
    let clique = stand_in::nccl().clique(&contexts).unwrap();
    let streams: Vec<_> = contexts.iter().map(|context| context.stream().unwrap()).collect();
    let mut a = streams[0].upload(&[1_i32; 4]).unwrap();
    let mut b = streams[1].upload(&[2_i32; 3]).unwrap();
    let error =
        clique.all_reduce(&mut [a.as_slice_mut(), b.as_slice_mut()], Reduce::Sum).unwrap_err();
    assert_eq!(error.to_string(), "rank 1 of the clique has 3 elements, and rank 0 has 4");
    let error = clique.all_reduce(&mut [a.as_slice_mut()], Reduce::Sum).unwrap_err();
    assert!(matches!(error, Error::Length { expected: 2, found: 1, .. }), "{error}");
    // The buffer of rank 1 is on rank 0's device.
    let mut c = streams[0].upload(&[2_i32; 4]).unwrap();
    let error =
        clique.all_reduce(&mut [a.as_slice_mut(), c.as_slice_mut()], Reduce::Sum).unwrap_err();
    assert!(matches!(error, Error::OtherContext { .. }), "{error}");
    clique.destroy().unwrap();
}
