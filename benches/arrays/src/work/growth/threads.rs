//! Launches from several threads at the same time, each in a stream of its own.

use core::ptr;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use cuda_driver::{Context, Function, Launch, Stream};

use super::{RAW, SUBJECT, UNBOUND, kernel, launch, work};
use crate::work::{Bench, Group, Way, Work};

/// Far fewer than a stream's queue has room for.
const CALLS: u32 = 256;

const IN_ONE: &str =
    "an empty kernel, from so many threads with a stream each, by the clock of the slowest";
pub static ONE: [Work; 5] = [
    work::<CALLS>(Group::Threads, "launch, 1 thread", IN_ONE, one::<1>),
    work::<CALLS>(Group::Threads, "launch, 2 threads", IN_ONE, one::<2>),
    work::<CALLS>(Group::Threads, "launch, 4 threads", IN_ONE, one::<4>),
    work::<CALLS>(Group::Threads, "launch, 8 threads", IN_ONE, one::<8>),
    work::<CALLS>(Group::Threads, "launch, 16 threads", IN_ONE, one::<16>),
];

const IN_EACH: &str = "the same, each thread with a context of its own";
pub static EACH: [Work; 4] = [
    work::<CALLS>(Group::Threads, "launch, 2 contexts", IN_EACH, each::<2>),
    work::<CALLS>(Group::Threads, "launch, 4 contexts", IN_EACH, each::<4>),
    work::<CALLS>(Group::Threads, "launch, 8 contexts", IN_EACH, each::<8>),
    work::<CALLS>(Group::Threads, "launch, 16 contexts", IN_EACH, each::<16>),
];

fn one<const THREADS: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let function = kernel(&bench.context)?;
    let place = || Ok((bench.context.stream()?, function.clone()));
    ways(std::iter::repeat_with(place).take(THREADS).collect::<Result<_>>()?)
}

fn each<const CONTEXTS: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let place = || {
        let context = create(bench)?;
        Ok((context.stream()?, kernel(&context)?))
    };
    ways(std::iter::repeat_with(place).take(CONTEXTS).collect::<Result<_>>()?)
}

/// Creates a context beside the primary one, which stays current.
fn create(bench: &Bench) -> Result<Context> {
    let (raw, device) = (bench.raw(), bench.context.device());
    // SAFETY: the parameters may be null. The new context is popped, and nothing else destroys it.
    unsafe {
        let handle = raw.cuCtxCreate(ptr::null_mut(), 0, device.as_raw())?;
        raw.cuCtxPopCurrent()?;
        Ok(Context::from_raw(device, handle))
    }
}

/// What a thread launches, and where.
type LaunchPlace = (Stream, Function);

fn ways(places: Vec<LaunchPlace>) -> Result<Vec<Way>> {
    let (raw, bound, unbound) = (places.clone(), places.clone(), places);
    Ok(vec![
        Way::new(RAW, move |calls| {
            concurrently(&raw, |(stream, function), ready| {
                let raw = stream.context().driver().raw();
                // SAFETY: the context outlives the thread, which ends with this.
                unsafe { raw.cuCtxSetCurrent(stream.context().as_raw()) }?;
                let (stream, function) = (stream.as_raw(), function.as_raw());
                ready.wait();
                let begin = Instant::now();
                for _ in 0..calls {
                    // SAFETY: both are alive, and their context is current.
                    unsafe { launch(raw, function, stream) }?;
                }
                Ok(begin.elapsed())
            })
        }),
        Way::new(SUBJECT, move |calls| {
            concurrently(&bound, |place, ready| {
                let context = place.0.context();
                context.with_current(|| launches(place, calls, ready))?
            })
        }),
        Way::new(UNBOUND, move |calls| {
            concurrently(&unbound, |place, ready| launches(place, calls, ready))
        }),
    ])
}

fn launches((stream, function): &LaunchPlace, calls: u32, ready: &Barrier) -> Result<Duration> {
    ready.wait();
    let begin = Instant::now();
    for _ in 0..calls {
        // SAFETY: the kernel has no arguments.
        unsafe { stream.launch(function, Launch::grid(1).block(1), ()) }?;
    }
    Ok(begin.elapsed())
}

/// Runs `work` on a thread for each place, and returns the longest time.
fn concurrently(
    places: &[LaunchPlace],
    work: impl Fn(&LaunchPlace, &Barrier) -> Result<Duration> + Sync,
) -> Result<f64> {
    for (stream, _) in places {
        stream.synchronize()?;
    }
    let (work, ready) = (&work, &Barrier::new(places.len()));
    let longest = thread::scope(|scope| {
        let start = |place| scope.spawn(move || work(place, ready));
        let threads: Vec<_> = places.iter().map(start).collect();
        let times = threads.into_iter().map(|thread| {
            let ended = thread.join().map_err(|_| anyhow!("a thread panicked"))?;
            Ok(ended?.as_secs_f64())
        });
        times.collect::<Result<Vec<f64>>>()
    })?;
    Ok(longest.into_iter().fold(0.0, f64::max))
}
