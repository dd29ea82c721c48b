//! What a launch and its like cost, measured by the benchmark in `benches/cudarc`, a process of its own.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::process::Process;

/// What it is called among the programs.
pub const NAME: &str = "launches";

/// The way that is compared with the others.
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

/// An operation, in each way that was measured.
#[derive(Serialize, Deserialize)]
pub struct Operation {
    pub operation: String,
    pub calls_a_round: u64,
    pub ways: Vec<Cost>,
}

/// What a way costs.
#[derive(Serialize, Deserialize)]
pub struct Cost {
    pub way: String,
    /// Nanoseconds a call.
    pub ns: f64,
    pub calls_a_second: f64,
    /// What the subject costs beside it.
    pub cuda_driver_over: Option<Comparison>,
}

/// What the subject costs beside another way: the medians of what came out round by round.
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

    /// Returns the names of all ways; not every operation has each.
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
