//! The costs of operations in addition to NCCL's own work: calls of NCCL and of the driver, and allocations, on an NCCL that does nothing.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../../tests/driver/allocations.rs"]
mod allocations;
mod nothing;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::{Context, Driver, Stream, driver::Symbol, sys::instrument::Instrument};
use cuda_sim::choice;
use nccl::{Communicator, Reduce, wait_for_dropped};

#[global_allocator]
static ALLOCATOR: allocations::CountingResource = allocations::CountingResource;

/// The size of the largest clique: the maximum number of software devices.
const MOST: usize = 16;

/// What a piece of work did.
#[derive(Debug, PartialEq)]
struct Cost {
    nccl: Vec<&'static str>,
    driver: Vec<(Symbol, u64)>,
    allocations: u64,
}

/// One test counts at a time, after what another dropped is released: by other threads, through any test's slot.
static COUNTING: Mutex<()> = Mutex::new(());

struct Device {
    instrument: Instrument,
    contexts: Vec<Context>,
    _counting: MutexGuard<'static, ()>,
}

impl Device {
    fn new(count: usize) -> Self {
        let counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
        // Dropped communicators hold their contexts.
        wait_for_dropped();
        // SAFETY: tests of this program read the variable only through this function, and all set the same value.
        unsafe { std::env::set_var("CUDA_SIM_DEVICES", MOST.to_string()) };
        let chosen = choice::choose().unwrap();
        let instrument = Instrument::over(chosen.table()).expect("there is a slot");
        // SAFETY: the table forwards every call.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let devices = driver.devices().unwrap();
        let contexts = devices.iter().take(count).map(|device| device.primary_context());
        let contexts: Vec<Context> = contexts.collect::<Result<_, _>>().unwrap();
        Self { instrument, contexts, _counting: counting }
    }

    /// Returns the costs of the second run, after a warm-up.
    fn cost(&self, mut work: impl FnMut()) -> Cost {
        work();
        let (mut driver, allocations) = allocations::cost(&self.instrument, || {
            nothing::forget_calls();
            work();
        });
        driver.sort_by_key(|(symbol, _)| symbol.to_string());
        Cost { nccl: nothing::calls(), driver, allocations }
    }

    fn rank(&self) -> (Communicator, Stream) {
        let context = &self.contexts[0];
        let nccl = nothing::nccl();
        // SAFETY: this NCCL does nothing with it.
        let comm = unsafe { Communicator::borrow_raw(nccl, context, nothing::HANDLE) }.unwrap();
        (comm, context.stream().unwrap())
    }
}

#[test]
fn an_operation_is_one_call_of_nccl() {
    let device = Device::new(1);
    let (comm, stream) = device.rank();
    let mut y = stream.alloc::<f32>(64).unwrap();
    let mut operation = || {
        // SAFETY: this NCCL does nothing.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
    };
    let unbound = device.cost(&mut operation);
    let expected = Cost {
        nccl: vec!["ncclAllReduce"],
        driver: vec![
            (Symbol::cuCtxGetCurrent, 1),
            (Symbol::cuCtxPopCurrent_v2, 1),
            (Symbol::cuCtxPushCurrent_v2, 1),
        ],
        allocations: 0,
    };
    assert_eq!(unbound, expected);
    // If the context is already current, nothing is pushed.
    let bound = device.contexts[0].with_current(|| device.cost(&mut operation));
    let expected = Cost { driver: vec![(Symbol::cuCtxGetCurrent, 1)], ..expected };
    assert_eq!(bound.unwrap(), expected);
}

#[test]
fn a_group_allocates_once_at_most() {
    let device = Device::new(1);
    let (comm, stream) = device.rank();
    let x = stream.alloc::<f32>(1000).unwrap();
    for (count, allocated) in [(1, 0), (16, 0), (17, 1), (1000, 1)] {
        let cost = device.cost(|| {
            let mut group = comm.nccl().group();
            for _ in 0..count {
                group.send(&comm, &stream, &x, 1).unwrap();
            }
            // SAFETY: this NCCL does nothing.
            unsafe { group.launch() }.unwrap();
        });
        let mut calls = vec!["ncclGroupStart"];
        calls.extend(vec!["ncclSend"; count]);
        calls.push("ncclGroupEnd");
        assert_eq!(cost.nccl, calls);
        assert_eq!(cost.allocations, allocated, "{count} operations");
        let driver: u64 = cost.driver.iter().map(|(_, times)| times).sum();
        assert_eq!(driver, 3, "{count} operations: {:?}", cost.driver);
    }
}

#[test]
fn a_clique_calls_nccl_as_often_as_c_and_allocates_nothing() {
    for count in [2, 8, MOST] {
        clique_of(count);
    }
}

fn clique_of(count: usize) {
    let device = Device::new(count);
    if device.contexts.len() < count {
        let found = device.contexts.len();
        cuda_rust::skip(format!("{count} ranks, and {found} devices"));
        return;
    }
    let clique = nothing::nccl().clique(&device.contexts).unwrap();
    let streams = device.contexts.iter().map(|context| context.stream().unwrap());
    let streams: Vec<Stream> = streams.collect();
    let buffers = |len| {
        let buffers = streams.iter().map(|stream| stream.alloc::<f32>(len).unwrap());
        buffers.collect::<Vec<_>>()
    };
    let (mut small, mut large) = (buffers(64), buffers(64 * count));
    let of_c = |call| {
        let mut calls = vec!["ncclGroupStart"];
        calls.extend(vec![call; count]);
        calls.push("ncclGroupEnd");
        Cost {
            nccl: calls,
            driver: vec![
                (Symbol::cuCtxGetCurrent, 1),
                (Symbol::cuCtxPopCurrent_v2, 1),
                (Symbol::cuCtxPushCurrent_v2, 1),
            ],
            allocations: 0,
        }
    };

    let mut y: Vec<_> = small.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
    let cost = device.cost(|| clique.all_reduce(&mut y, Reduce::Sum).unwrap());
    assert_eq!(cost, of_c("ncclAllReduce"));
    let x: Vec<_> = large.iter().map(|buffer| buffer.as_slice()).collect();
    let cost = device.cost(|| clique.reduce_scatter(&x, &mut y, Reduce::Sum).unwrap());
    assert_eq!(cost, of_c("ncclReduceScatter"));
    let x: Vec<_> = small.iter().map(|buffer| buffer.as_slice()).collect();
    let mut y: Vec<_> = large.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
    let mut gather = || clique.all_gather(&x, &mut y).unwrap();
    assert_eq!(device.cost(&mut gather), of_c("ncclAllGather"));
    // If the context of a rank is already current, nothing is pushed.
    let bound = device.contexts[0].with_current(|| device.cost(&mut gather));
    let expected = Cost { driver: vec![(Symbol::cuCtxGetCurrent, 1)], ..of_c("ncclAllGather") };
    assert_eq!(bound.unwrap(), expected);
}

#[test]
fn a_rejected_operation_of_a_clique_makes_no_calls() {
    let device = Device::new(2);
    if device.contexts.len() < 2 {
        cuda_rust::skip("two ranks need two devices");
        return;
    }
    let clique = nothing::nccl().clique(&device.contexts).unwrap();
    let streams = device.contexts.iter().map(|context| context.stream().unwrap());
    let streams: Vec<Stream> = streams.collect();
    let mut buffers: Vec<_> =
        streams.iter().map(|stream| stream.alloc::<f32>(64).unwrap()).collect();
    let [first, second] = buffers.as_mut_slice() else {
        panic!("there are two");
    };
    let refused = device.cost(|| {
        let mut unequal = [first.as_slice_mut(), second.slice_mut(..63).unwrap()];
        assert!(clique.all_reduce(&mut unequal, Reduce::Sum).is_err());
    });
    assert_eq!((refused.nccl, refused.driver), (vec![], vec![]));
    let mut y = [first.as_slice_mut(), second.as_slice_mut()];
    nothing::forget_calls();
    let before = allocations::allocations();
    clique.all_reduce(&mut y, Reduce::Sum).unwrap();
    assert_eq!(allocations::allocations() - before, 0);
    assert_eq!(nothing::calls().len(), 4);
}

#[test]
fn a_clique_that_is_dropped_in_a_panic_waits_until_all_ranks_are_aborted() {
    let device = Device::new(4);
    let count = device.contexts.len();
    let before = nothing::ABORTED.load(SeqCst);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _clique = nothing::nccl().clique(&device.contexts).unwrap();
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert_eq!(nothing::ABORTED.load(SeqCst), before + count);
}
