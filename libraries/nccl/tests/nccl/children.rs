//! Failures to create communicators from others.

use std::time::Duration;

use nccl::{Communicator, Config, Error, Nccl, Shrink};

use crate::{alone, stand_in, together_by, without_a_peer};

/// A separate stand-in, which returns success but no communicator.
fn withholding() -> Option<Nccl> {
    if stand_in::is_real() {
        cuda_rust::skip("a real NCCL hands its communicators out");
        return None;
    }
    let nccl = stand_in::stand_in(22904);
    stand_in::withhold(nccl);
    Some(nccl)
}

/// A way to make a communicator from another one.
type Make = fn(&Communicator) -> Result<(), Error>;
const WAYS: [(&str, Make); 3] = [
    ("ncclCommSplit", |comm| {
        // SAFETY: all ranks do this.
        unsafe { comm.split(Some(0), 0) }.map(drop)
    }),
    ("ncclCommShrink", |comm| {
        // SAFETY: as above, and nothing is in progress.
        unsafe { comm.shrink(&[], Shrink::Default) }.map(drop)
    }),
    ("ncclCommGrow", |comm| {
        let id = (comm.rank() == 0).then(|| comm.grow_id()).transpose()?;
        // SAFETY: as above; no rank joins, and the stand-in doesn't wait for one.
        unsafe { comm.grow(3, id) }.map(drop)
    }),
];

#[test]
fn a_success_without_a_communicator_is_an_error() {
    let Some(nccl) = withholding() else { return };
    for (way, make) in WAYS.into_iter().take(2) {
        together_by(nccl, 2, &Config::new(), |comm, _| {
            let error = make(&comm).unwrap_err();
            assert!(
                matches!(error, Error::NoCommunicator { function } if function == way),
                "{error}"
            );
            // The parent is unaffected.
            comm.check().unwrap();
            comm.destroy().unwrap();
        });
    }
}

#[test]
fn a_communicator_that_is_never_returned_is_an_error_at_the_deadline() {
    let Some(nccl) = withholding() else { return };
    let config = Config::new().deadline(Duration::from_millis(300));
    for (way, make) in WAYS {
        together_by(nccl, 2, &config, |comm, _| {
            let error = make(&comm).unwrap_err();
            assert!(
                matches!(error, Error::TimedOut { operation, .. } if operation == way),
                "{error}"
            );
            assert!(matches!(comm.check(), Err(Error::Aborted)));
        });
    }
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

#[test]
fn a_child_that_a_rank_never_joins_is_an_error_at_the_deadline() {
    without_a_peer(|comm, _| {
        // SAFETY: the other rank doesn't do this, which is an error.
        let error = unsafe { comm.split(Some(0), 0) }.unwrap_err();
        assert!(matches!(error, Error::TimedOut { .. }), "{error}");
        assert!(matches!(comm.check(), Err(Error::Aborted)));
    });
}

#[test]
fn a_color_out_of_range_is_rejected() {
    let (comm, _) = alone();
    // SAFETY: nothing is started.
    let error = unsafe { comm.split(Some(1 << 31), 0) }.unwrap_err();
    assert!(
        error.to_string().contains("color 2147483648 is too large: colors go up to 2147483647"),
        "{error}"
    );
    // SAFETY: it is the only rank.
    let child = unsafe { comm.split(Some(i32::MAX.unsigned_abs()), 0) }.unwrap();
    assert!(child.is_some());
}
