//! The cost of launches and other calls, measured by the benchmark in `benches/cudarc`, a separate process.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::process::Process;

/// Its name among the programs.
pub const NAME: &str = "launches";

/// The version that is compared with the others.
pub const SUBJECT: &str = "cuda-driver";

/// The figures of the benchmark.
#[derive(Serialize, Deserialize)]
pub struct Launches {
    pub device: String,
    /// The CUDA version of the driver.
    pub driver: String,
    /// The compiler of the C.
    pub c: Option<String>,
    /// The other packages, and their versions.
    pub peers: Vec<String>,
    pub rounds: usize,
    pub rows: Vec<Operation>,
}

/// An operation in all measured versions.
#[derive(Serialize, Deserialize)]
pub struct Operation {
    pub operation: String,
    pub calls_a_round: u64,
    pub ways: Vec<Cost>,
}

/// The cost of a version.
#[derive(Serialize, Deserialize)]
pub struct Cost {
    pub way: String,
    /// Nanoseconds per call.
    pub ns: f64,
    pub calls_a_second: f64,
    /// The subject's cost compared with it.
    pub cuda_driver_over: Option<Comparison>,
}

/// The subject's cost compared with another version: the medians over the rounds.
#[derive(Serialize, Deserialize)]
pub struct Comparison {
    pub ns: f64,
    pub ratio: f64,
}

impl Launches {
    /// Runs the benchmark, which writes its figures to a file.
    pub fn measure(benchmark: &mut Command, figures: &Path) -> Result<Self> {
        Process::run(benchmark)?;
        let text = fs::read_to_string(figures)
            .with_context(|| format!("reading {}", figures.display()))?;
        serde_json::from_str(&text).with_context(|| format!("reading the figures in {text:?}"))
    }

    /// Returns the names of all versions; not every operation has each.
    pub fn ways(&self) -> Vec<&str> {
        let mut ways: Vec<&str> = Vec::new();
        for cost in self.rows.iter().flat_map(|row| &row.ways) {
            if !ways.contains(&cost.way.as_str()) {
                ways.push(&cost.way);
            }
        }
        ways
    }
}

impl Operation {
    pub fn cost(&self, way: &str) -> Option<&Cost> {
        self.ways.iter().find(|cost| cost.way == way)
    }
}
