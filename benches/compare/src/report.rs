use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Error, Result, anyhow};
use cuda_rust::measured::{Setup, median, rounded};
use serde::Serialize;

use crate::Extent;
use crate::launches::Launches;
use crate::measure::{Line, Sample};
use crate::program::{PROGRAMS, Program};
use crate::workshop::{MissingTool, Workshop};

/// The results, and how they were measured.
#[derive(Serialize)]
pub struct Report {
    pub date: String,
    pub device: String,
    /// The CUDA version of the driver, and its file, whose name contains the driver's own version.
    pub driver: String,
    pub driver_library: Option<String>,
    pub nvrtc_library: Option<String>,
    pub processor: Option<String>,
    pub cores: usize,
    pub compilers: Vec<String>,
    pub elements: usize,
    pub launches: u32,
    pub rounds: u32,
    pub programs: Vec<Row>,
    /// Kernels compared with a copy on the device; empty if the program isn't available.
    pub kernels: Vec<Kernel>,
    pub launch_cost: Option<Launches>,
    pub missing: Vec<AbsentProgram>,
}

/// The costs of a program.
#[derive(Serialize)]
pub struct Row {
    pub program: &'static str,
    pub source: &'static str,
    pub does: &'static str,
    pub compiler: String,
    pub lines_of_source: usize,
    /// By the name of the measure.
    pub figures: BTreeMap<&'static str, Figure>,
    /// The median of every step that the program reported, in milliseconds.
    pub steps: BTreeMap<String, f64>,
}

/// A kernel's median time, and the amount of memory it moves.
#[derive(Serialize)]
pub struct Kernel {
    pub kernel: &'static str,
    pub microseconds: Figure,
    pub gigabytes_a_second: f64,
    pub share_of_copy: f64,
}

/// A measure over all rounds.
#[derive(Serialize, Clone)]
pub struct Figure {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    /// The median of its ratio to the first program's value in the same round.
    pub over_first: Option<f64>,
}

/// A program that isn't available here, or that failed.
#[derive(Serialize)]
pub struct AbsentProgram {
    pub program: &'static str,
    pub reason: String,
    pub help: String,
}

/// A measure of each program.
pub struct Measure {
    /// Its key in JSON, and of its step if it is one.
    pub key: &'static str,
    pub title: &'static str,
    pub unit: &'static str,
    value: fn(&Sample) -> Option<f64>,
}

macro_rules! step {
    ($key:literal, $title:literal) => {
        Measure {
            key: $key,
            title: $title,
            unit: "ms",
            value: |sample| sample.line.milliseconds.get($key).copied(),
        }
    };
}

/// The rows of the table.
pub static MEASURES: [Measure; 17] = [
    Measure {
        key: "kernel",
        title: "kernel, median of the launches",
        unit: "µs",
        value: |sample| Some(sample.line.milliseconds.get("kernel")? * 1e3),
    },
    Measure {
        key: "wall",
        title: "whole application, wall",
        unit: "ms",
        value: |sample| Some(sample.process.wall),
    },
    Measure {
        key: "cpu",
        title: "whole application, CPU",
        unit: "ms",
        value: |sample| sample.process.cpu,
    },
    Measure {
        key: "peak_memory",
        title: "peak host memory",
        unit: "MiB",
        value: |sample| Some(sample.process.peak_memory? / f64::from(1 << 20)),
    },
    step!("context", "context"),
    Measure {
        key: "compile",
        title: "NVRTC, to load and compile",
        unit: "ms",
        // If it ran concurrently with other steps, this is only the rest of its time.
        value: |sample| {
            let steps = &sample.line.milliseconds;
            steps.get("compile_overlapped").or(steps.get("compile")).copied()
        },
    },
    step!("load", "module load"),
    step!("generate", "generate"),
    step!("allocate", "allocate on the device"),
    step!("pin", "allocate pinned memory"),
    step!("host_to_device", "copy to the device"),
    step!("device_to_host", "copy back, into new memory"),
    step!("check", "check"),
    Measure {
        key: "pipeline",
        title: "copy, compute, copy back, check",
        unit: "ms",
        value: |sample| pipeline(&sample.line),
    },
    step!("launches", "all launches for the median"),
    step!("total", "all of main"),
    Measure {
        key: "outside",
        title: "start and end of the process",
        unit: "ms",
        value: |sample| Some(sample.process.wall - sample.line.milliseconds.get("total")?),
    },
];

/// Returns the time from the host's input to the checked result, in one step or several.
fn pipeline(line: &Line) -> Option<f64> {
    let step = |name: &str| line.milliseconds.get(name).copied();
    if let Some(whole) = step("pipeline") {
        return Some(whole);
    }
    ["host_to_device", "launch", "device_to_host", "check"].into_iter().map(step).sum()
}

impl Report {
    pub fn new(
        extent: Extent,
        workshop: &Workshop,
        ran: Vec<(&'static Program, Vec<Sample>)>,
        launch_cost: Option<Launches>,
        missing: Vec<AbsentProgram>,
    ) -> Result<Self> {
        let samples = ran.iter().flat_map(|(_, samples)| samples);
        let mut lines = samples.map(|sample| &sample.line);
        // Not every program reports the device's name.
        let named = lines.clone().find(|line| !line.device.is_empty());
        let first = named.or_else(|| lines.next());
        let first = first.map(|line| (&line.device, &line.driver));
        let launched = launch_cost.as_ref();
        let launched = launched.map(|launches| (&launches.device, &launches.driver));
        let (device, driver) = first.or(launched).ok_or_else(|| nothing_ran(&missing))?;
        let of_first = ran
            .iter()
            .find(|(program, _)| is_application(program))
            .map(|(_, samples)| samples.as_slice())
            .unwrap_or_default();
        let mut programs = Vec::new();
        let mut kernels = Vec::new();
        for (program, samples) in &ran {
            if is_application(program) {
                let lines = program.lines(workshop.sources())?;
                programs.push(Row::new(program, lines, samples, of_first));
            } else {
                kernels = Kernel::of(samples);
            }
        }
        let setup = Setup::now();
        Ok(Self {
            date: setup.date,
            device: device.clone(),
            driver: driver.clone(),
            driver_library: workshop.driver().map(|file| real_path(&file)),
            nvrtc_library: workshop.nvrtc_file().map(real_path),
            processor: setup.processor,
            cores: setup.cores,
            compilers: workshop.compilers(),
            elements: extent.size,
            launches: extent.launches,
            rounds: extent.rounds,
            programs,
            kernels,
            launch_cost,
            missing,
        })
    }
}

fn nothing_ran(missing: &[AbsentProgram]) -> Error {
    let line = |absent: &AbsentProgram| {
        let AbsentProgram { program, reason, help } = absent;
        format!("\n  {program}: {reason} ({help})")
    };
    anyhow!("no program ran{}", missing.iter().map(line).collect::<String>())
}

impl AbsentProgram {
    pub fn new(program: &'static str, missing: MissingTool) -> Self {
        Self { program, reason: missing.cause, help: missing.help }
    }

    pub fn failed((program, error): &(&'static str, String)) -> Self {
        Self {
            program,
            reason: format!("it failed: {error}"),
            help: "mend what it says; `cargo xtask device-query` tells what the machine has of CUDA, and where there is \
                   no GPU `CUDA_TEST_DEVICE=software cargo xtask compare` runs on the software device"
                .to_owned(),
        }
    }
}

fn is_application(program: &Program) -> bool {
    PROGRAMS.iter().any(|one| one.name == program.name)
}

impl Row {
    fn new(program: &Program, lines: usize, samples: &[Sample], first: &[Sample]) -> Self {
        let figures = MEASURES.iter().filter_map(|measure| {
            let values = samples.iter().map(measure.value).collect::<Option<_>>()?;
            let first: Option<Vec<_>> = first.iter().map(measure.value).collect();
            Some((measure.key, Figure::new(values, first)?))
        });
        let mut steps: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for (step, time) in samples.iter().flat_map(|sample| &sample.line.milliseconds) {
            steps.entry(step.clone()).or_default().push(*time);
        }
        let steps = steps.into_iter();
        Self {
            program: program.name,
            source: program.file,
            does: program.does,
            compiler: samples
                .first()
                .map(|sample| sample.line.compiler.clone())
                .unwrap_or_default(),
            lines_of_source: lines,
            figures: figures.collect(),
            steps: steps.map(|(step, times)| (step, rounded(median(&times)))).collect(),
        }
    }
}

impl Kernel {
    /// The kernels in the program's line, the copy last, with the number of floats that each moves per element.
    const ALL: [(&'static str, f64); 5] =
        [("plain", 3.0), ("vector", 3.0), ("unrolled", 3.0), ("streamed", 3.0), ("copy", 2.0)];

    fn of(samples: &[Sample]) -> Vec<Self> {
        let bandwidth = |sample: &Sample, kernel: &str, floats: f64| {
            let bytes = floats * sample.line.elements as f64 * 4.0;
            let milliseconds = sample.line.milliseconds.get(kernel)?;
            Some(bytes / milliseconds / 1e6)
        };
        let kernels = Self::ALL.iter().filter_map(|&(kernel, floats)| {
            let times =
                samples.iter().map(|sample| Some(sample.line.milliseconds.get(kernel)? * 1e3));
            let bandwidths = samples.iter().map(|sample| bandwidth(sample, kernel, floats));
            let shares = samples.iter().map(|sample| {
                Some(bandwidth(sample, kernel, floats)? / bandwidth(sample, "copy", 2.0)?)
            });
            Some(Self {
                kernel,
                microseconds: Figure::new(times.collect::<Option<_>>()?, None)?,
                gigabytes_a_second: rounded(median(&bandwidths.collect::<Option<Vec<_>>>()?)),
                share_of_copy: rounded(median(&shares.collect::<Option<Vec<_>>>()?)),
            })
        });
        kernels.collect()
    }
}

impl Figure {
    /// Computes the figure from the values of each round, and the first program's in the same rounds.
    fn new(values: Vec<f64>, first: Option<Vec<f64>>) -> Option<Self> {
        let ratios = first.map(|first| {
            let pairs = values.iter().zip(first);
            pairs.map(|(value, first)| value / first).collect::<Vec<_>>()
        });
        Some(Self {
            median: rounded(median(&values)),
            fastest: rounded(values.iter().copied().reduce(f64::min)?),
            slowest: rounded(values.iter().copied().reduce(f64::max)?),
            over_first: ratios.map(|ratios| (median(&ratios) * 1e5).round() / 1e5),
        })
    }
}

/// Returns a file with all links resolved.
fn real_path(file: &Path) -> String {
    let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    real.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_compared_round_by_round() {
        let figure = Figure::new(vec![3.0, 1.0, 2.0], Some(vec![1.0, 1.0, 4.0])).unwrap();
        assert_eq!((figure.fastest, figure.median, figure.slowest), (1.0, 2.0, 3.0));
        assert_eq!(figure.over_first, Some(1.0));
    }

    #[test]
    fn consecutive_steps_are_summed_unless_one_is_missing() {
        let line = |steps: &[(&str, f64)]| Line {
            device: String::new(),
            driver: String::new(),
            compiler: String::new(),
            elements: 1,
            wrong: 0,
            milliseconds: steps.iter().map(|(step, time)| ((*step).to_owned(), *time)).collect(),
        };
        let all =
            [("host_to_device", 1.0), ("launch", 2.0), ("device_to_host", 3.0), ("check", 4.0)];
        assert_eq!(pipeline(&line(&all)), Some(10.0));
        assert_eq!(pipeline(&line(&all[1..])), None);
        assert_eq!(pipeline(&line(&[("pipeline", 5.0)])), Some(5.0));
    }
}
