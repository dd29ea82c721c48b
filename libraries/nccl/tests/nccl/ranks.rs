//! Communicators created from others, which stay unchanged.

use nccl::{Config, Shrink};

use crate::{alone, stand_in, together, values};

#[test]
fn split_orders_by_key() {
    let got = together(4, &Config::new(), |comm, stream| {
        let rank = comm.rank();
        // SAFETY: all ranks do this.
        let child = unsafe { comm.split((rank != 3).then_some(0), -(rank as i32)) }.unwrap();
        let child = child?;
        let x = stream.upload(&[rank as u32]).unwrap();
        let mut y = stream.upload(&[9_u32; 3]).unwrap();
        // SAFETY: all ranks of the child do this.
        unsafe { child.all_gather(&stream, &x, &mut y) }.unwrap();
        let got = (child.rank(), child.nranks(), values(&child, &stream, &y));
        Some(got)
    });
    let Some(got) = got else { return };
    let all = vec![2, 1, 0];
    let expected = [Some((2, 3, all.clone())), Some((1, 3, all.clone())), Some((0, 3, all)), None];
    assert_eq!(got, expected);
}

#[test]
fn shrink_keeps_the_order_of_the_survivors() {
    if stand_in::nccl().raw().ncclCommShrink.is_none() {
        cuda_rust::skip("this NCCL can't shrink");
        return;
    }
    let got = together(4, &Config::new(), |comm, stream| {
        let rank = comm.rank();
        if rank == 1 {
            return None;
        }
        // SAFETY: all survivors do this, and nothing is in progress.
        let child = unsafe { comm.shrink(&[1], Shrink::Default) }.unwrap();
        let x = stream.upload(&[rank as u32]).unwrap();
        let mut y = stream.upload(&[9_u32; 3]).unwrap();
        // SAFETY: all ranks of the child do this.
        unsafe { child.all_gather(&stream, &x, &mut y) }.unwrap();
        Some((child.rank(), values(&child, &stream, &y)))
    });
    let Some(got) = got else { return };
    let all = vec![0, 2, 3];
    assert_eq!(got, [Some((0, all.clone())), None, Some((1, all.clone())), Some((2, all))]);
}

#[test]
fn the_current_context_is_unchanged() {
    let current = || cuda_driver::Context::current(stand_in::driver()).unwrap();
    assert!(current().is_none());
    let (comm, stream) = alone();
    let mut y = stream.upload(&[1_i32; 4]).unwrap();
    // SAFETY: it is the only rank.
    unsafe { comm.broadcast(&stream, &mut y, 0) }.unwrap();
    assert!(current().is_none());
    let contexts = stand_in::contexts(2);
    let other = contexts.last().unwrap();
    other
        .with_current(|| {
            // SAFETY: as above.
            unsafe { comm.broadcast(&stream, &mut y, 0) }.unwrap();
            assert_eq!(current().as_ref(), Some(other));
        })
        .unwrap();
    comm.destroy().unwrap();
    assert!(current().is_none());
}

#[test]
fn a_context_that_is_not_primary_is_rejected() {
    let driver = stand_in::driver();
    let device = driver.device(0).unwrap();
    let context = device.create_context(cuda_driver::context::ContextFlags::default()).unwrap();
    let nccl = stand_in::nccl();
    let id = nccl.unique_id().unwrap();
    // SAFETY: no other rank joins.
    let error = unsafe { nccl.communicator(&context, &id, 1, 0) }.unwrap_err();
    assert!(error.to_string().contains("Device::primary_context"), "{error}");
}

#[test]
fn an_adopted_communicator_has_its_rank() {
    let got = together(2, &Config::new(), |comm, _| {
        let (nccl, context, rank) = (comm.nccl(), comm.context().clone(), comm.rank());
        let raw = comm.into_raw();
        // SAFETY: its ownership was just released.
        let again = unsafe { nccl::Communicator::from_raw(nccl, &context, raw) }.unwrap();
        assert_eq!((again.rank(), again.nranks()), (rank, 2));
        let shown = format!("{again:?}");
        let begin = format!("Communicator {{ rank: {rank}, nranks: 2, device: ");
        assert!(shown.starts_with(&begin), "{shown}");
        again.destroy().unwrap();
    });
    assert!(got.is_none_or(|got| got.len() == 2));
}
