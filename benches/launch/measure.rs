use std::error::Error;
use std::time::{Duration, Instant};

use cuda_driver::Context;
use cuda_rust::measured::{median, rounded};
use serde::Serialize;

pub type Failure = Box<dyn Error>;

/// The way that is compared with all others.
pub const SUBJECT: &str = "cuda-driver";

/// Something that can be done in several ways.
pub struct Operation {
    pub name: &'static str,
    /// Whether the context is current while it is measured.
    pub context_is_current: bool,
    /// Whether each call puts something into the stream's queue.
    pub is_queued: bool,
    pub ways: Vec<Way>,
}

/// One way of doing it.
pub struct Way {
    name: &'static str,
    calls: Box<dyn FnMut(u64) -> Result<(), Failure>>,
}

impl Way {
    /// A way whose `calls` does it as often as it is told.
    pub fn new(
        name: &'static str,
        calls: impl FnMut(u64) -> Result<(), Failure> + 'static,
    ) -> Self {
        Self {
            name,
            calls: Box::new(calls),
        }
    }
}

/// How much to measure.
pub struct Effort {
    /// How often each way of each operation is measured.
    pub rounds: usize,
    /// About how long one measurement takes.
    pub batch: Duration,
    /// The most calls of one measurement, of those that are queued.
    pub most_calls: u64,
}

impl Effort {
    /// For a GPU: long enough that the first call after waiting for the device doesn't matter, and short enough for the
    /// queue of a stream, which holds about a thousand launches, or calls would wait for the device.
    pub fn of_a_gpu() -> Self {
        Self {
            rounds: 300,
            batch: Duration::from_micros(500),
            most_calls: 256,
        }
    }

    pub fn rounds(self, rounds: u32) -> Self {
        let rounds = usize::try_from(rounds).unwrap_or(usize::MAX);
        Self { rounds, ..self }
    }
}

/// An operation and how its ways compare.
#[derive(Serialize)]
pub struct Row {
    pub operation: &'static str,
    pub calls_a_round: u64,
    pub ways: Vec<Cost>,
}

/// What a way costs.
#[derive(Serialize)]
pub struct Cost {
    pub way: &'static str,
    /// Nanoseconds a call, the median over all rounds.
    pub ns: f64,
    pub calls_a_second: f64,
    /// What the subject costs beside it; `None` for the subject.
    pub cuda_driver_over: Option<Comparison>,
}

/// What the subject costs beside another way. Both are medians of what came out round by round, so that a round in
/// which the machine was slow for all ways doesn't count for one of them.
#[derive(Serialize)]
pub struct Comparison {
    /// Nanoseconds a call more.
    pub ns: f64,
    pub ratio: f64,
}

/// Measures all ways of all operations in turn, as many times as there are rounds.
pub fn measure(
    operations: Vec<Operation>,
    context: &Context,
    effort: &Effort,
) -> Result<Vec<Row>, Failure> {
    let mut batches = Vec::new();
    for operation in operations {
        batches.push(Batch::of_length(operation, context, effort)?);
    }
    for round in 0..effort.rounds {
        for batch in &mut batches {
            batch.run(round, context)?;
        }
    }
    Ok(batches.iter().map(Batch::row).collect())
}

/// What is timed at once: so many calls.
struct Batch {
    operation: Operation,
    calls: u64,
    /// Nanoseconds a call, one for each round, of each way.
    samples: Vec<Vec<f64>>,
}

impl Batch {
    /// Doubles the calls until the batch takes as long as wanted; that is the warm-up, too.
    fn of_length(
        operation: Operation,
        context: &Context,
        effort: &Effort,
    ) -> Result<Self, Failure> {
        let mut batch = Self {
            samples: vec![Vec::new(); operation.ways.len()],
            operation,
            calls: 1,
        };
        let most_calls = match batch.operation.is_queued {
            true => effort.most_calls,
            false => u64::MAX / 2,
        };
        while batch.time(0, context)? < effort.batch && batch.calls * 2 <= most_calls {
            batch.calls *= 2;
        }
        Ok(batch)
    }

    /// Times each way once. Each is the first, the second and the last equally often, and after each of its two
    /// neighbours.
    fn run(&mut self, round: usize, context: &Context) -> Result<(), Failure> {
        let ways = self.operation.ways.len();
        let is_forward = (round / ways).is_multiple_of(2);
        for step in 0..ways {
            let step = if is_forward { step } else { ways - step };
            let way = (round + step) % ways;
            let time = self.time(way, context)?;
            self.samples[way].push(time.as_secs_f64() * 1e9 / self.calls as f64);
        }
        Ok(())
    }

    /// Returns the time of all calls of one way, without that of the device's work.
    fn time(&mut self, way: usize, context: &Context) -> Result<Duration, Failure> {
        let Operation {
            name,
            context_is_current,
            ways,
            ..
        } = &mut self.operation;
        let way = &mut ways[way];
        let mut timed = || {
            let begin = Instant::now();
            let result = (way.calls)(self.calls);
            let time = begin.elapsed();
            result.map(|()| time)
        };
        let time = if *context_is_current {
            context.with_current(timed)?
        } else {
            timed()
        };
        context.synchronize()?;
        time.map_err(|error| format!("{name}, {}: {error}", way.name).into())
    }

    fn row(&self) -> Row {
        let ways = || self.operation.ways.iter().zip(&self.samples);
        let subject = ways().find(|(way, _)| way.name == SUBJECT);
        let compare = |other: &[f64]| {
            let pairs = || {
                subject
                    .into_iter()
                    .flat_map(|(_, own)| own.iter().zip(other))
            };
            let more: Vec<_> = pairs().map(|(own, other)| own - other).collect();
            let ratio: Vec<_> = pairs().map(|(own, other)| own / other).collect();
            Comparison {
                ns: rounded(median(&more)),
                ratio: rounded(median(&ratio)),
            }
        };
        let costs = ways().map(|(way, samples)| {
            let ns = median(samples);
            Cost {
                way: way.name,
                ns: rounded(ns),
                calls_a_second: (1e9 / ns).round(),
                cuda_driver_over: (way.name != SUBJECT).then(|| compare(samples)),
            }
        });
        Row {
            operation: self.operation.name,
            calls_a_round: self.calls,
            ways: costs.collect(),
        }
    }
}
