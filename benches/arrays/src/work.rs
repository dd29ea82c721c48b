//! The operations to measure, and their versions.

pub mod arrays;
pub mod arrow;
pub mod awkward;
mod cub;
pub mod growth;
pub mod products;
pub mod python;
mod raw;
pub mod tables;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use cuda_driver::{Context, Raw, Stream};
use serde::{Deserialize, Serialize};

/// The operations measured in one run, and how the report shows them.
pub struct Suite {
    /// Its name, which is also that of its files.
    pub name: &'static str,
    /// The report's subject, at the start of a sentence.
    pub title: &'static str,
    /// The version that the goals are about.
    pub subject: &'static str,
    /// All versions, in the order of tables, and their colors in plots.
    pub ways: &'static [(&'static str, &'static str)],
    /// Those that the Python process measures.
    pub libraries: &'static [&'static str],
    pub pictures: &'static [Picture],
    /// The operations, in the order of the table.
    pub works: &'static [&'static Work],
}

/// A plot of the operations of a group.
pub struct Picture {
    pub group: Group,
    /// The name of its files, without extension.
    pub name: &'static str,
    pub title: &'static str,
    pub shows: Shows,
}

/// What a plot shows of each operation.
#[derive(Debug, Clone, Copy)]
pub enum Shows {
    /// Bars of what is done in a second, in this unit.
    Rate(&'static str),
    /// Bars of times, as multiples of the subject's.
    Ratio,
    /// Lines of times, over the number of something.
    Growth,
}

const GIGABYTES: Shows = Shows::Rate("gigabytes a second");

/// An operation with several versions.
pub struct Work {
    pub name: &'static str,
    pub does: &'static str,
    pub group: Group,
    pub size: fn(&Bench) -> Size,
    pub goal: Option<Goal>,
    pub ways: fn(&Bench) -> Result<Vec<Way>>,
}

/// The picture that shows an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Copies from and to the host: bandwidth.
    Host,
    /// Copies on the device and similar: bandwidth.
    Device,
    /// Operations in lists: bandwidth.
    Lists,
    /// Calls: host time.
    Calls,
    /// Products of matrices: operations a second.
    Products,
    /// Batches with an increasing number of columns, and arrays with an increasing number of nodes: host time.
    Columns,
    /// Calls from an increasing number of threads, or while there is an increasing number of something: host time.
    Threads,
    Buffers,
    Completions,
    Kernels,
    Streams,
    Nodes,
}

/// The size of an operation.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Size {
    pub calls: u32,
    /// The bytes of a call, from which the bandwidth is computed.
    pub bytes: u64,
    /// The additions and multiplications of a call.
    pub operations: u64,
    /// The lengths of the axes of the array.
    pub shape: Vec<usize>,
}

/// The target for the subject.
#[derive(Clone, Copy)]
pub enum Goal {
    Throughput { over: &'static str, part: f64 },
    Time { over: &'static str, part: f64 },
    Extra { over: &'static str, ns: f64 },
    Within { ns: f64 },
    All(&'static [Goal]),
}

/// One version of an operation.
pub struct Way {
    pub name: &'static str,
    /// Runs it a number of times, and returns the total seconds, without preparation; or the reason why it can't run
    /// here.
    pub sample: Result<Sample, String>,
}

pub type Sample = Box<dyn FnMut(u32) -> Result<f64>>;

impl Way {
    fn new(name: &'static str, sample: impl FnMut(u32) -> Result<f64> + 'static) -> Self {
        Self { name, sample: Ok(Box::new(sample)) }
    }

    /// A version that can't be measured here.
    fn skipped(name: &'static str, reason: String) -> Self {
        Self { name, sample: Err(reason) }
    }

    /// A version that is timed including the final wait for the stream.
    fn queued(
        name: &'static str,
        stream: &Stream,
        call: impl FnMut() -> Result<()> + 'static,
    ) -> Self {
        Self::timed(name, stream, true, call)
    }

    /// A version that is timed without waiting for the stream.
    fn host(
        name: &'static str,
        stream: &Stream,
        call: impl FnMut() -> Result<()> + 'static,
    ) -> Self {
        Self::timed(name, stream, false, call)
    }

    fn timed(
        name: &'static str,
        stream: &Stream,
        with_wait: bool,
        mut call: impl FnMut() -> Result<()> + 'static,
    ) -> Self {
        let stream = stream.clone();
        Self::new(name, move |calls| {
            stream.synchronize()?;
            let begin = Instant::now();
            for _ in 0..calls {
                call()?;
            }
            let time = begin.elapsed();
            stream.synchronize()?;
            let time = if with_wait { begin.elapsed() } else { time };
            Ok(time.as_secs_f64())
        })
    }
}

/// What all operations use.
pub struct Bench {
    pub context: Context,
    /// Whether it is the software device.
    pub is_software: bool,
    pub stream: Stream,
    pub small: bool,
    /// Whether arrays are smaller, but still large enough for meaningful figures.
    pub quick: bool,
    /// The nvcc for compiling CUB.
    pub nvcc: Option<PathBuf>,
    pub ragged: awkward::Ragged,
}

impl Bench {
    pub fn new(small: bool, quick: bool, nvcc: Option<PathBuf>) -> Result<Self> {
        let chosen = cuda_sim::choice::choose()?;
        let driver = if small { chosen.driver()? } else { cuda_driver::Driver::load()? };
        let context = driver.device(0)?.primary_context()?;
        // The context is current during everything, as in C.
        // SAFETY: the context outlives the thread's use of it: it is the primary one, which `Bench` holds to the end.
        unsafe { driver.raw().cuCtxSetCurrent(context.as_raw()) }?;
        Ok(Self {
            stream: context.stream()?,
            context,
            is_software: small && chosen.is_software(),
            small,
            quick,
            nvcc,
            ragged: awkward::Ragged::default(),
        })
    }

    fn raw(&self) -> Raw {
        self.context.driver().raw()
    }

    /// Returns one of two sizes.
    fn size(&self, full: usize, small: usize) -> usize {
        if self.small { small } else { full }
    }
}
