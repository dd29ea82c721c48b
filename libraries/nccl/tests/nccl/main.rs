//! The guarantees of `cuda-nccl`, tested on the available devices, with the machine's NCCL on GPUs and a stand-in
//! elsewhere.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod children;
mod ends;
mod errors;
mod examples;
mod failures;
mod groups;
mod handles;
mod launchers;
mod library;
mod memory;
mod model;
mod no_threads;
mod paused;
mod ranks;
mod sizes;
#[path = "../stand_in/mod.rs"]
mod stand_in;
mod types;

use std::net::TcpListener;
use std::sync::Barrier;
use std::time::Duration;

use cuda_driver::{Context, DeviceBuffer, Stream};
use nccl::{Communicator, Config, Nccl};

/// Returns a communicator of one rank, and a stream; most errors need no other rank.
fn alone() -> (Communicator, Stream) {
    let context = stand_in::contexts(1).remove(0);
    let nccl = stand_in::nccl();
    let id = nccl.unique_id().unwrap();
    // SAFETY: it is the only rank.
    let comm = unsafe { nccl.communicator(&context, &id, 1, 0) }.unwrap();
    (comm, context.stream().unwrap())
}

/// Runs `work` on `count` ranks, each on its own thread; does nothing if there are fewer devices.
fn together<T: Send>(
    count: usize,
    config: &Config,
    work: impl Fn(Communicator, Stream) -> T + Sync,
) -> Option<Vec<T>> {
    together_by(stand_in::nccl(), count, config, work)
}

fn together_by<T: Send>(
    nccl: Nccl,
    count: usize,
    config: &Config,
    work: impl Fn(Communicator, Stream) -> T + Sync,
) -> Option<Vec<T>> {
    let contexts = enough(count)?;
    let id = nccl.unique_id().unwrap();
    Some(stand_in::on_ranks(&contexts, |rank, context: &Context| {
        // SAFETY: each rank is created once.
        let comm = unsafe { nccl.communicator_with(context, &id, count, rank, config) }.unwrap();
        work(comm, context.stream().unwrap())
    }))
}

/// Runs `work` on rank 0 of two, with a [short] deadline. Rank 1 takes part in no operation until `work` has ended.
fn without_a_peer(work: impl Fn(Communicator, Stream) + Sync) {
    let done = Barrier::new(2);
    together(2, &Config::new().deadline(short()), |comm, stream| {
        if comm.rank() == 1 {
            done.wait();
            return comm.abort().unwrap();
        }
        work(comm, stream);
        done.wait();
    });
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
}

/// Returns a short deadline, long enough for the first connection of a real NCCL.
fn short() -> Duration {
    Duration::from_millis(if stand_in::is_real() { 5000 } else { 300 })
}

/// Returns a port of this machine that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Returns the contexts of `count` devices; `None` if there are fewer.
fn enough(count: usize) -> Option<Vec<Context>> {
    let contexts = stand_in::contexts(count);
    if contexts.len() < count {
        cuda_rust::skip(format!("{count} ranks, and {} devices", contexts.len()));
        return None;
    }
    Some(contexts)
}

/// What a buffer holds once the communicator's work is done.
fn values<T: cuda_driver::Element>(
    comm: &Communicator,
    stream: &Stream,
    buffer: &DeviceBuffer<T>,
) -> Vec<T> {
    comm.wait(stream).unwrap();
    buffer.to_vec().unwrap()
}
