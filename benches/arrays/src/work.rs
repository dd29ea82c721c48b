//! What is measured, and in which ways.

pub mod arrays;
pub mod arrow;
pub mod awkward;
mod raw;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use cuda_driver::{Context, Raw, Stream};
use serde::Serialize;

/// What is measured in one run, and how the report shows it.
pub struct Suite {
    /// What it is called by, and its files are named after.
    pub name: &'static str,
    /// The report's subject, at the beginning of a sentence.
    pub title: &'static str,
    /// The way that the goals are about.
    pub subject: &'static str,
    /// All ways, in the order of tables, and their colours in plots.
    pub ways: &'static [(&'static str, &'static str)],
    /// Those of them that the Python process measures.
    pub libraries: &'static [&'static str],
    pub pictures: &'static [Picture],
    /// Everything, in the order of the table.
    pub works: &'static [&'static Work],
}

/// A plot of the works of a group.
pub struct Picture {
    pub group: Group,
    /// The name of its files, without what they end with.
    pub name: &'static str,
    pub title: &'static str,
    /// What the length of a bar is.
    pub unit: &'static str,
    /// Bars of a logarithmic scale begin here.
    pub log_from: Option<f64>,
}

const GIGABYTES: &str = "gigabytes a second";
const NANOSECONDS: &str = "nanoseconds, on a logarithmic scale";

/// Something that can be done in several ways.
pub struct Work {
    pub name: &'static str,
    pub does: &'static str,
    pub group: Group,
    pub size: fn(&Bench) -> Size,
    pub goal: Option<Goal>,
    pub ways: fn(&Bench) -> Result<Vec<Way>>,
}

/// Which picture a work is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Copies from and to the host, by their bandwidth.
    Host,
    /// Copies on the device, and what is like one, by their bandwidth.
    Device,
    /// Operations in lists, by their bandwidth.
    Lists,
    /// Calls, by the host's time.
    Calls,
    /// Batches of more and more columns, and arrays of more and more nodes, by the host's time.
    Columns,
}

/// How much a work is.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Size {
    pub calls: u32,
    /// The bytes of a call, by which a bandwidth is counted.
    pub bytes: u64,
    /// The lengths of the axes of the array.
    pub shape: Vec<usize>,
}

/// What the subject should reach.
#[derive(Clone, Copy)]
pub enum Goal {
    Throughput { over: &'static str, part: f64 },
    Time { over: &'static str, part: f64 },
    Beside { over: &'static str, ns: f64 },
    Within { ns: f64 },
    All(&'static [Goal]),
}

/// One way of doing it.
pub struct Way {
    pub name: &'static str,
    /// Does it so many times, and tells the seconds of all, without those of what is prepared; or why that can't be done here.
    pub sample: Result<Sample, String>,
}

pub type Sample = Box<dyn FnMut(u32) -> Result<f64>>;

impl Way {
    fn new(name: &'static str, sample: impl FnMut(u32) -> Result<f64> + 'static) -> Self {
        Self {
            name,
            sample: Ok(Box::new(sample)),
        }
    }

    /// A way that can't be measured here.
    fn skipped(name: &'static str, reason: String) -> Self {
        Self {
            name,
            sample: Err(reason),
        }
    }

    /// A way that is timed with the wait for the stream at the end.
    fn queued(
        name: &'static str,
        stream: &Stream,
        call: impl FnMut() -> Result<()> + 'static,
    ) -> Self {
        Self::timed(name, stream, true, call)
    }

    /// A way whose call takes the host, and leaves the stream with nothing that is waited for.
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

/// What all works use.
pub struct Bench {
    pub context: Context,
    pub stream: Stream,
    pub small: bool,
    /// Whether arrays are smaller, though large enough for figures that mean something.
    pub quick: bool,
    /// The nvcc that compiles CUB.
    pub nvcc: Option<PathBuf>,
    pub ragged: awkward::Ragged,
}

impl Bench {
    pub fn new(small: bool, quick: bool, nvcc: Option<PathBuf>) -> Result<Self> {
        let driver = match small {
            true => cuda_sim::gpu_or_software()?,
            false => cuda_driver::Driver::load()?,
        };
        let context = driver.device(0)?.primary_context()?;
        // All is done with the context current, as C does it.
        // SAFETY: the context outlives the thread's use of it: it is the primary one, which `Bench` holds to the end.
        unsafe { driver.raw().cuCtxSetCurrent(context.as_raw()) }?;
        Ok(Self {
            stream: context.stream()?,
            context,
            small,
            quick,
            nvcc,
            ragged: awkward::Ragged::default(),
        })
    }

    fn raw(&self) -> Raw {
        self.context.driver().raw()
    }

    /// One of two sizes.
    fn size(&self, full: usize, small: usize) -> usize {
        if self.small { small } else { full }
    }
}
