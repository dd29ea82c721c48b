use std::error::Error;
use std::time::{Duration, Instant};

use cuda_driver::sys::CUresult;
use cuda_rust::measured::median;

use crate::operations::{Operation, Wrapped};
use crate::work::Work;

/// How much to measure.
pub struct Effort {
    /// How often each way of each operation is measured.
    pub rounds: usize,
    /// About how long one measurement takes.
    pub batch: Duration,
    /// The most calls of one measurement: a GPU's queue must not fill, or calls wait for the device.
    pub most_calls: u64,
}

/// Nanoseconds a call, the median over all rounds, and how the ways compare.
pub struct Row {
    pub operation: &'static str,
    pub calls: u64,
    pub c: Option<f64>,
    pub raw: f64,
    pub cuda_driver: f64,
    pub to_c: Option<Comparison>,
    pub to_raw: Comparison,
}

/// What `cuda-driver` costs beside another way. Both are medians of what came out round by round, so that a round in
/// which the machine was slow for all ways doesn't count for one of them.
pub struct Comparison {
    /// Nanoseconds a call more.
    pub more: f64,
    pub ratio: f64,
}

#[derive(Clone, Copy)]
enum Way {
    C,
    Raw,
    Wrapped,
}

/// Nanoseconds a call, one for each round.
#[derive(Default)]
struct Samples {
    c: Vec<f64>,
    raw: Vec<f64>,
    wrapped: Vec<f64>,
}

/// Measures all ways of all operations in turn, as many times as there are rounds.
///
/// # Safety
/// `work` holds the functions of the driver of `wrapped`, and its handles.
pub unsafe fn measure(
    operations: &[Operation],
    work: &Work,
    wrapped: &mut Wrapped,
    effort: &Effort,
) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut batches = Vec::new();
    for operation in operations {
        let batch = Batch {
            operation,
            work,
            calls: 1,
        };
        // SAFETY: the caller's.
        batches.push((
            unsafe { batch.of_length(wrapped, effort) }?,
            Samples::default(),
        ));
    }
    // Each way is the first, the second and the last of an operation equally often.
    let orders = [
        [Way::C, Way::Raw, Way::Wrapped],
        [Way::Raw, Way::Wrapped, Way::C],
        [Way::Wrapped, Way::C, Way::Raw],
    ];
    for (_, order) in (0..effort.rounds).zip(orders.iter().cycle()) {
        for (batch, samples) in &mut batches {
            for way in order {
                // SAFETY: the caller's.
                let Some(time) = unsafe { batch.time(*way, wrapped) }? else {
                    continue;
                };
                let samples = match way {
                    Way::C => &mut samples.c,
                    Way::Raw => &mut samples.raw,
                    Way::Wrapped => &mut samples.wrapped,
                };
                samples.push(time.as_secs_f64() * 1e9 / batch.calls as f64);
            }
        }
    }
    Ok(batches
        .iter()
        .map(|(batch, samples)| samples.row(batch))
        .collect())
}

/// What is timed at once: so many calls.
#[derive(Clone, Copy)]
struct Batch<'a> {
    operation: &'a Operation,
    work: &'a Work,
    calls: u64,
}

impl Batch<'_> {
    /// Doubles the calls until the batch takes as long as wanted; that is the warm-up, too.
    ///
    /// # Safety
    /// As [`measure`].
    unsafe fn of_length(
        mut self,
        wrapped: &mut Wrapped,
        effort: &Effort,
    ) -> Result<Self, Box<dyn Error>> {
        loop {
            // SAFETY: the caller's.
            let time = unsafe { self.time(Way::Raw, wrapped) }?;
            if time.is_none_or(|time| time >= effort.batch) || self.calls * 2 > effort.most_calls {
                return Ok(self);
            }
            self.calls *= 2;
        }
    }

    /// The time of all calls of one way, without that of the device's work; `None` where there is no such way.
    ///
    /// # Safety
    /// As [`measure`].
    unsafe fn time(
        &self,
        way: Way,
        wrapped: &mut Wrapped,
    ) -> Result<Option<Duration>, Box<dyn Error>> {
        if self.operation.context_is_current {
            let context = wrapped.context.clone();
            // SAFETY: the caller's.
            return context.with_current(|| unsafe { self.time_calls(way, wrapped) })?;
        }
        // SAFETY: the caller's.
        unsafe { self.time_calls(way, wrapped) }
    }

    /// As [`time`](Self::time), with whatever context is current.
    ///
    /// # Safety
    /// As [`measure`].
    unsafe fn time_calls(
        &self,
        way: Way,
        wrapped: &mut Wrapped,
    ) -> Result<Option<Duration>, Box<dyn Error>> {
        let begin;
        let result = match (way, self.operation.in_c) {
            (Way::C, None) => return Ok(None),
            (Way::C, Some(in_c)) => {
                begin = Instant::now();
                // SAFETY: the caller's; the function reads the `Work` while it runs.
                match unsafe { in_c(self.work, self.calls) } {
                    CUresult::CUDA_SUCCESS => Ok(()),
                    code => Err(code),
                }
            }
            (Way::Raw, _) => {
                begin = Instant::now();
                // SAFETY: the caller's.
                unsafe { (self.operation.raw)(self.work, self.calls) }
            }
            (Way::Wrapped, _) => {
                begin = Instant::now();
                (self.operation.wrapped)(wrapped, self.calls)?;
                Ok(())
            }
        };
        let time = begin.elapsed();
        result.map_err(|code| format!("{}: the driver answered {code}", self.operation.name))?;
        wrapped.stream.synchronize()?;
        Ok(Some(time))
    }
}

impl Samples {
    fn row(&self, batch: &Batch<'_>) -> Row {
        let measured = !self.c.is_empty();
        Row {
            operation: batch.operation.name,
            calls: batch.calls,
            c: measured.then(|| median(&self.c)),
            raw: median(&self.raw),
            cuda_driver: median(&self.wrapped),
            to_c: measured.then(|| compare(&self.wrapped, &self.c)),
            to_raw: compare(&self.wrapped, &self.raw),
        }
    }
}

fn compare(wrapped: &[f64], other: &[f64]) -> Comparison {
    let pairs = || wrapped.iter().zip(other);
    let more: Vec<_> = pairs().map(|(wrapped, other)| wrapped - other).collect();
    let ratio: Vec<_> = pairs().map(|(wrapped, other)| wrapped / other).collect();
    Comparison {
        more: median(&more),
        ratio: median(&ratio),
    }
}
