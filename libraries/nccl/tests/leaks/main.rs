//! Creating and destroying communicators repeatedly leaks nothing. This is a separate program so that nothing else opens files.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../stand_in/mod.rs"]
mod stand_in;

use std::fs;
use std::time::{Duration, Instant};

use cuda_driver::Context;
use nccl::{Config, Reduce, UniqueId};

/// The resources of a process.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct HeldResources {
    files: usize,
    threads: usize,
    /// Of the stand-in.
    communicators: u64,
    /// In bytes, of all devices.
    memory: usize,
}

impl HeldResources {
    fn now(contexts: &[Context]) -> Self {
        let entries = |path| fs::read_dir(path).unwrap().count();
        let taken = |context: &Context| {
            let raw = context.driver().raw();
            // SAFETY: the context is current.
            let (free, total) =
                context.with_current(|| unsafe { raw.cuMemGetInfo() }).unwrap().unwrap();
            total - free
        };
        Self {
            files: entries("/proc/self/fd"),
            threads: entries("/proc/self/task"),
            communicators: if stand_in::is_real() {
                0
            } else {
                stand_in::communicators(stand_in::nccl())
            },
            memory: contexts.iter().map(taken).sum(),
        }
    }

    /// Asserts that there are no more than `before`, after threads have ended.
    fn is_no_more_than(before: Self, contexts: &[Context]) {
        let start = Instant::now();
        loop {
            let now = Self::now(contexts);
            let is_back = now.files <= before.files
                && now.threads <= before.threads
                && now.communicators <= before.communicators
                && now.memory <= before.memory;
            if is_back {
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "before {before:?}, and now {now:?}"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn many_rounds_leak_nothing() {
    let contexts = stand_in::contexts(2);
    if contexts.len() < 2 {
        cuda_rust::skip("two ranks need two devices");
        return;
    }
    // A real NCCL takes a tenth of a second for each.
    let usual = if stand_in::is_real() { 20 } else { 200 };
    let count = cuda_rust::options::number("rounds", usual);
    rounds(&contexts, 10);
    let before = HeldResources::now(&contexts);
    rounds(&contexts, count);
    HeldResources::is_no_more_than(before, &contexts);
}

/// Each round makes, splits and uses a communicator, and ends both; alternately by a call and by dropping them.
fn rounds(contexts: &[Context], count: usize) {
    let nccl = stand_in::nccl();
    for part in (0..count).collect::<Vec<_>>().chunks(50) {
        let ids = part.iter().map(|_| nccl.unique_id().unwrap());
        let ids: Vec<UniqueId> = ids.collect();
        stand_in::on_ranks(contexts, |rank, context| {
            let stream = context.stream().unwrap();
            for (round, id) in ids.iter().enumerate() {
                let config = match round % 3 {
                    0 => Config::new().deadline(Duration::from_secs(60)),
                    _ => Config::new(),
                };
                // SAFETY: each rank is created once.
                let comm =
                    unsafe { nccl.communicator_with(context, id, 2, rank, &config) }.unwrap();
                // SAFETY: all ranks do this.
                let child = unsafe { comm.split(Some(0), 0) }.unwrap().unwrap();
                let mut y = stream.upload(&[1_i32; 100]).unwrap();
                // SAFETY: as above.
                unsafe { child.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
                child.wait(&stream).unwrap();
                match round % 2 {
                    0 => {
                        child.destroy().unwrap();
                        comm.destroy().unwrap();
                    }
                    _ => drop((child, comm)),
                }
            }
        });
        assert!(nccl::wait_for_dropped_within(Duration::from_secs(30)));
    }
}
