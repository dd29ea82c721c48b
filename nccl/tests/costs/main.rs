//! What operations cost beside NCCL's own work: calls of NCCL and of the driver, and allocations. NCCL is one that does nothing.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../tests/driver/allocations.rs"]
mod allocations;
mod nothing;

use cuda_driver::sys::instrument::Instrument;
use cuda_driver::{Context, Driver, Stream, Symbol};
use cuda_sim::choice;
use nccl::{Communicator, Reduce};

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

/// What a piece of work did.
#[derive(Debug, PartialEq)]
struct Cost {
    nccl: Vec<&'static str>,
    driver: Vec<(Symbol, u64)>,
    allocations: u64,
}

struct Device {
    instrument: Instrument,
    contexts: Vec<Context>,
}

impl Device {
    fn new(count: usize) -> Self {
        // SAFETY: no test of this program reads the variable but by way of this function, and all set the same.
        unsafe { std::env::set_var("CUDA_SIM_DEVICES", "2") };
        let chosen = choice::choose().unwrap();
        let instrument = Instrument::over(chosen.table()).expect("there is a slot");
        // SAFETY: the table passes every call on.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let devices = driver.devices().unwrap();
        let contexts = devices.iter().take(count).map(|it| it.primary_context());
        let contexts: Vec<Context> = contexts.collect::<Result<_, _>>().unwrap();
        Self {
            instrument,
            contexts,
        }
    }

    /// Returns the costs of the second time, when all is warm.
    fn cost(&self, mut work: impl FnMut()) -> Cost {
        work();
        // What others dropped is counted where it is released, perhaps through this slot.
        cuda_driver::wait_for_deferred();
        self.instrument.reset();
        nothing::forget_calls();
        let before = allocations::allocations();
        work();
        let allocations = allocations::allocations() - before;
        let mut driver = self.instrument.called();
        driver.sort_by_key(|(symbol, _)| symbol.to_string());
        Cost {
            nccl: nothing::calls(),
            driver,
            allocations,
        }
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
    // Where the context is current already, nothing is pushed.
    let bound = device.contexts[0].with_current(|| device.cost(&mut operation));
    let expected = Cost {
        driver: vec![(Symbol::cuCtxGetCurrent, 1)],
        ..expected
    };
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
fn a_clique_calls_nccl_as_often_as_c() {
    let device = Device::new(2);
    let clique = nothing::nccl().clique(&device.contexts).unwrap();
    let streams = device.contexts.iter().map(|it| it.stream().unwrap());
    let streams: Vec<Stream> = streams.collect();
    let mut buffers: Vec<_> = streams
        .iter()
        .map(|stream| stream.alloc::<f32>(64).unwrap())
        .collect();
    let mut parts: Vec<_> = buffers.iter_mut().map(|it| it.as_slice_mut()).collect();
    let cost = device.cost(|| clique.all_reduce(&mut parts, Reduce::Sum).unwrap());
    let expected = Cost {
        nccl: vec![
            "ncclGroupStart",
            "ncclAllReduce",
            "ncclAllReduce",
            "ncclGroupEnd",
        ],
        driver: vec![
            (Symbol::cuCtxGetCurrent, 1),
            (Symbol::cuCtxPopCurrent_v2, 1),
            (Symbol::cuCtxPushCurrent_v2, 1),
        ],
        allocations: 0,
    };
    assert_eq!(cost, expected);
}
