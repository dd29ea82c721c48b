use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use cuda_driver::Device;
use cuda_rust::measured::Setup;
use nccl::Nccl;
use serde::Serialize;

use crate::picture::{self, Lines, Picture};
use crate::table;

/// What was measured, with what, and what came out.
#[derive(Serialize)]
pub struct Report {
    #[serde(flatten)]
    setup: Setup,
    device: String,
    /// The version of CUDA of the driver.
    driver: String,
    nccl: String,
    gpus: usize,
    rounds: u32,
    rows: Vec<BandwidthRow>,
    /// What torch took for all_reduce: not in turns with the others.
    torch: Vec<Torch>,
    calls: Vec<Call>,
}

#[derive(Serialize)]
pub struct BandwidthRow {
    pub work: &'static str,
    pub sizes: Vec<Size>,
}

/// Medians over the rounds.
#[derive(Serialize)]
pub struct Size {
    /// Of the largest buffer.
    pub bytes: usize,
    pub iterations: usize,
    pub microseconds: f64,
    pub cpp_microseconds: f64,
    /// Over each link, as nccl-tests counts the bus bandwidth.
    pub gigabytes_a_second: f64,
    pub cpp_gigabytes_a_second: f64,
    /// Our bandwidth as a part of that of the C++ in the same round.
    pub of_cpp: f64,
    pub of_cpp_rounds: Vec<f64>,
}

#[derive(Serialize)]
pub struct Torch {
    bytes: usize,
    microseconds: f64,
}

/// What the host takes for a call.
#[derive(Serialize)]
pub struct Call {
    pub name: &'static str,
    pub gpus: usize,
    pub nanoseconds: f64,
    pub cpp_nanoseconds: f64,
    /// The median of what differed round by round.
    pub over: f64,
}

impl Call {
    pub const HEAD: [&str; 5] =
        ["the host's time of a call, ns", "GPUs", "cuda-nccl", "C++", "over C++"];

    pub fn cells(&self) -> Vec<String> {
        vec![
            self.name.to_owned(),
            self.gpus.to_string(),
            format!("{:.0}", self.nanoseconds),
            format!("{:.0}", self.cpp_nanoseconds),
            format!("{:.0}", self.over),
        ]
    }
}

/// The smallest size that has a goal.
const LARGE: usize = 1 << 20;
/// The least part of the C++'s bandwidth from there on.
const GOAL: f64 = 0.99;

/// What another program wrote of torch.
pub fn torch(path: &Path) -> Result<Vec<Torch>> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let line = |line: &str| {
        let mut cells = line.strip_prefix("torch\t")?.split('\t');
        Some(Torch {
            bytes: cells.next()?.parse().ok()?,
            microseconds: cells.next()?.parse().ok()?,
        })
    };
    Ok(text.lines().filter_map(line).collect())
}

impl Report {
    pub fn new(
        device: &Device,
        nccl: Nccl,
        gpus: usize,
        rounds: u32,
        rows: Vec<BandwidthRow>,
        calls: Vec<Call>,
        torch: Vec<Torch>,
    ) -> Result<Self> {
        Ok(Self {
            setup: Setup::now(),
            device: device.name()?,
            driver: device.driver().version().to_string(),
            nccl: nccl.version().to_string(),
            gpus,
            rounds,
            rows,
            torch,
            calls,
        })
    }

    pub fn pictures(&self) -> Vec<Picture> {
        let pictures = self.rows.iter().map(|row| {
            let line = |rate: fn(&Size) -> f64| {
                let points = row.sizes.iter();
                points.map(|size| ((size.bytes as f64).log2(), rate(size))).collect()
            };
            picture::draw(&Lines {
                name: row.work,
                title: format!("{}, {} × {}, NCCL {}", row.work, self.gpus, self.device, self.nccl),
                x: "bytes",
                y: "bus bandwidth, GB/s",
                tick: |power| in_units(power.exp2() as usize),
                lines: vec![
                    ("cuda-nccl".to_owned(), line(|size| size.gigabytes_a_second)),
                    ("C++".to_owned(), line(|size| size.cpp_gigabytes_a_second)),
                ],
            })
        });
        pictures.collect()
    }

    fn torch_for(&self, row: &BandwidthRow, size: &Size) -> String {
        let is_same = |torch: &&Torch| row.work == "all_reduce" && torch.bytes == size.bytes;
        let found = self.torch.iter().find(is_same);
        found.map_or_else(String::new, |torch| format!("{:.1}", torch.microseconds))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { device, driver, nccl, gpus, rounds, .. } = self;
        writeln!(
            f,
            "Collectives on {gpus} × {device}, NCCL {nccl}, a driver of CUDA {driver}, {}.\n{}\n",
            self.setup.date, self.setup
        )?;
        writeln!(
            f,
            "Medians of {rounds} rounds, up to 4 MiB of {}, in which Rust and C++ took turns.\n",
            rounds * super::MORE
        )?;
        for row in &self.rows {
            let cells = row.sizes.iter().map(|size| {
                let met = if size.bytes < LARGE {
                    ""
                } else if size.of_cpp >= GOAL {
                    "yes"
                } else {
                    "no"
                };
                vec![
                    in_units(size.bytes),
                    format!("{:.2}", size.microseconds),
                    format!("{:.2}", size.cpp_microseconds),
                    self.torch_for(row, size),
                    format!("{:.2}", size.gigabytes_a_second),
                    format!("{:.2}", size.cpp_gigabytes_a_second),
                    format!("{:.3}", size.of_cpp),
                    met.to_owned(),
                ]
            });
            let head = [
                row.work,
                "µs",
                "C++, µs",
                "torch, µs",
                "bus GB/s",
                "C++, bus GB/s",
                "of C++",
                "≥ 0.99",
            ];
            writeln!(f, "{}\n", table(&head, cells))?;
        }
        let calls = self.calls.iter().map(Call::cells);
        writeln!(f, "{}", table(&Call::HEAD, calls))
    }
}

/// A size as people say it.
fn in_units(bytes: usize) -> String {
    match bytes {
        0..0x400 => format!("{bytes} B"),
        0x400..0x10_0000 => format!("{} KiB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{} GiB", bytes >> 30),
    }
}
