use std::error::Error;
use std::time::{Duration, Instant};

use cuda_driver::Context;
use cuda_rust::measured::{median, rounded};
use serde::Serialize;

pub type Failure = Box<dyn Error>;

/// The version that is compared with all others.
pub const SUBJECT: &str = "cuda-driver";

/// An operation with several versions.
pub struct Operation {
    pub name: &'static str,
    /// Whether the context is current during the measurement.
    pub context_is_current: bool,
    /// Whether each call adds to the stream's queue.
    pub is_queued: bool,
    pub ways: Vec<Way>,
}

/// One version of an operation.
pub struct Way {
    name: &'static str,
    calls: Box<dyn FnMut(u64) -> Result<(), Failure>>,
}

impl Way {
    /// Creates a version whose `calls` repeats the operation a given number of times.
    pub fn new(
        name: &'static str,
        calls: impl FnMut(u64) -> Result<(), Failure> + 'static,
    ) -> Self {
        Self { name, calls: Box::new(calls) }
    }
}

/// How much to measure.
pub struct Effort {
    /// How many times each version of each operation is measured.
    pub rounds: usize,
    /// The approximate duration of one measurement.
    pub batch: Duration,
    /// The maximum number of queued calls in one measurement.
    pub most_calls: u64,
}

impl Effort {
    /// For a GPU: long enough that the first call after waiting for the device doesn't matter, and short enough for a
    /// stream's queue, which holds about a thousand launches; beyond that, calls wait for the device.
    pub fn of_a_gpu() -> Self {
        Self { rounds: 300, batch: Duration::from_micros(500), most_calls: 256 }
    }

    pub fn rounds(self, rounds: u32) -> Self {
        let rounds = usize::try_from(rounds).unwrap_or(usize::MAX);
        Self { rounds, ..self }
    }
}

/// An operation, and the comparison of its versions.
#[derive(Serialize)]
pub struct Row {
    pub operation: &'static str,
    pub calls_a_round: u64,
    pub ways: Vec<Cost>,
}

/// The cost of a version.
#[derive(Serialize)]
pub struct Cost {
    pub way: &'static str,
    /// Nanoseconds per call, the median over all rounds.
    pub ns: f64,
    pub calls_a_second: f64,
    /// The subject's cost compared with it; `None` for the subject.
    pub cuda_driver_over: Option<Comparison>,
}

/// The subject's cost compared with another version. Both are medians over the rounds, so that a round in which the
/// machine was slow for all versions doesn't count for one of them.
#[derive(Serialize)]
pub struct Comparison {
    /// The difference in nanoseconds per call.
    pub ns: f64,
    pub ratio: f64,
}

/// Measures all versions of all operations in turn, in every round.
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

/// A measurement: a number of calls.
struct Batch {
    operation: Operation,
    calls: u64,
    /// Nanoseconds per call of each version, one for each round.
    samples: Vec<Vec<f64>>,
}

impl Batch {
    /// Doubles the number of calls until the batch takes long enough, which also warms up.
    fn of_length(
        operation: Operation,
        context: &Context,
        effort: &Effort,
    ) -> Result<Self, Failure> {
        let mut batch =
            Self { samples: vec![Vec::new(); operation.ways.len()], operation, calls: 1 };
        let most_calls = if batch.operation.is_queued { effort.most_calls } else { u64::MAX / 2 };
        while batch.time(0, context)? < effort.batch && batch.calls * 2 <= most_calls {
            batch.calls *= 2;
        }
        Ok(batch)
    }

    /// Times each version once. Each is first, second and last equally often, and follows each of the others.
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

    /// Returns the time of all calls of one version, without the device's work.
    fn time(&mut self, way: usize, context: &Context) -> Result<Duration, Failure> {
        let Operation { name, context_is_current, ways, .. } = &mut self.operation;
        let way = &mut ways[way];
        let mut timed = || {
            let begin = Instant::now();
            let result = (way.calls)(self.calls);
            let time = begin.elapsed();
            result.map(|()| time)
        };
        let time = if *context_is_current { context.with_current(timed)? } else { timed() };
        context.synchronize()?;
        time.map_err(|error| format!("{name}, {}: {error}", way.name).into())
    }

    fn row(&self) -> Row {
        let ways = || self.operation.ways.iter().zip(&self.samples);
        let subject = ways().find(|(way, _)| way.name == SUBJECT);
        let compare = |other: &[f64]| {
            let pairs = || subject.into_iter().flat_map(|(_, own)| own.iter().zip(other));
            let more: Vec<_> = pairs().map(|(own, other)| own - other).collect();
            let ratio: Vec<_> = pairs().map(|(own, other)| own / other).collect();
            Comparison { ns: rounded(median(&more)), ratio: rounded(median(&ratio)) }
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
        Row { operation: self.operation.name, calls_a_round: self.calls, ways: costs.collect() }
    }
}
