use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::Context;
use cuda_driver::stream::Done;
use cuda_rust::measured::rounded;
use serde::Serialize;

use crate::awaiting::{spin, spin_kernel};
use crate::processor::Share;
use crate::{Effort, Failure};

/// The cost of many futures that aren't ready.
#[derive(Serialize)]
pub struct PendingCost {
    pub futures: usize,
    pub streams: usize,
    /// Nanoseconds to make a future and to poll it for the first time.
    pub ns_to_wait: f64,
    /// The processor's time of the process while all are pending, in percent of one core.
    pub processor_percent: Option<f64>,
    /// Milliseconds from the first to the last wake-up.
    pub ms_to_wake: f64,
}

struct Count {
    woken: AtomicUsize,
    all: usize,
    waiting: thread::Thread,
}

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        let woken = self.woken.fetch_add(1, Ordering::AcqRel) + 1;
        if woken == 1 || woken == self.all {
            self.waiting.unpark();
        }
    }
}

pub fn measure(context: &Context, effort: &Effort) -> Result<Vec<PendingCost>, Failure> {
    let mut rows = Vec::new();
    for futures in effort.pending {
        for streams in [1, 16] {
            rows.push(measure_one(context, *futures, streams, effort)?);
        }
    }
    rows.push(measure_nothing(effort));
    Ok(rows)
}

fn measure_one(
    context: &Context,
    futures: usize,
    streams: usize,
    effort: &Effort,
) -> Result<PendingCost, Failure> {
    let kernel = spin_kernel(context)?;
    let held = context.stream()?;
    // The streams wait until the futures were made, and for as long as the measurement takes.
    let kernels = 2 + effort.time.as_millis() / 100 + futures as u128 / 20_000 * 3;
    for _ in 0..kernels {
        spin(&held, &kernel, Duration::from_millis(100))?;
    }
    let streams: Vec<_> = (0..streams).map(|_| context.stream()).collect::<Result<_, _>>()?;
    for stream in &streams {
        stream.wait_stream(&held)?;
    }
    let count =
        Arc::new(Count { woken: AtomicUsize::new(0), all: futures, waiting: thread::current() });
    let waker = Waker::from(count.clone());
    let mut task = TaskContext::from_waker(&waker);
    let begin = Instant::now();
    let mut waiting = Vec::with_capacity(futures);
    for number in 0..futures {
        let mut done = streams[number % streams.len()].done()?;
        if let Poll::Ready(result) = poll(&mut done, &mut task) {
            result?;
            return Err("the device was done before all futures were pending".into());
        }
        waiting.push(done);
    }
    let ns_to_wait = begin.elapsed().as_secs_f64() * 1e9 / futures as f64;
    let share = Share::begin();
    thread::sleep(effort.time);
    let processor_percent = share.percent();
    if count.woken.load(Ordering::Acquire) != 0 {
        return Err("the device was done during the measurement".into());
    }
    let wait_for = |number| {
        while count.woken.load(Ordering::Acquire) < number {
            thread::park();
        }
    };
    wait_for(1);
    let begin = Instant::now();
    wait_for(futures);
    let ms_to_wake = begin.elapsed().as_secs_f64() * 1e3;
    for mut done in waiting {
        match poll(&mut done, &mut task) {
            Poll::Ready(result) => result?,
            Poll::Pending => return Err("a future was woken that isn't ready".into()),
        }
    }
    Ok(PendingCost {
        futures,
        streams: streams.len(),
        ns_to_wait: rounded(ns_to_wait),
        processor_percent: processor_percent.map(rounded),
        ms_to_wake: rounded(ms_to_wake),
    })
}

fn poll(done: &mut Done, task: &mut TaskContext<'_>) -> Poll<<Done as Future>::Output> {
    Pin::new(done).poll(task)
}

fn measure_nothing(effort: &Effort) -> PendingCost {
    let share = Share::begin();
    thread::sleep(effort.time);
    PendingCost {
        futures: 0,
        streams: 0,
        ns_to_wait: 0.0,
        processor_percent: share.percent().map(rounded),
        ms_to_wake: 0.0,
    }
}
