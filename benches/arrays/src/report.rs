use anyhow::Result;
use cuda_rust::measured::Setup;
use serde::Serialize;

use crate::python::Python;
use crate::work::{Bench, Group, Suite};

/// The measured figures, and how they were measured.
#[derive(Serialize)]
pub struct Report {
    #[serde(skip)]
    pub suite: &'static Suite,
    #[serde(flatten)]
    pub setup: Setup,
    pub device: String,
    /// The CUDA version of the driver.
    pub driver: String,
    pub python: Vec<String>,
    pub rounds: u32,
    /// Whether arrays are small, so that the figures are meaningless.
    pub is_trial: bool,
    /// Whether some arrays are smaller than those in the goals.
    pub is_quick: bool,
    pub skipped: usize,
    pub rows: Vec<Row>,
}

/// An operation, and the costs of its versions.
#[derive(Serialize)]
pub struct Row {
    pub work: &'static str,
    pub does: &'static str,
    pub group: Group,
    pub calls_a_sample: u32,
    /// The bytes of a call, from which the bandwidth is computed; 0 if none is.
    pub bytes: u64,
    /// The operations of a call, from which teraflops are computed.
    #[serde(skip_serializing_if = "is_zero")]
    pub operations: u64,
    pub ways: Vec<Cost>,
    pub skipped: Vec<SkippedVersion>,
    pub goals: Vec<GoalResult>,
}

/// The cost of a call in one version: the median over all rounds.
#[derive(Serialize)]
pub struct Cost {
    pub way: String,
    pub ns: f64,
    pub fastest_ns: f64,
    pub slowest_ns: f64,
    pub gigabytes_a_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teraflops: Option<f64>,
}

/// A version that wasn't measured.
#[derive(Serialize)]
pub struct SkippedVersion {
    pub way: String,
    pub reason: String,
}

/// A goal, and the result.
#[derive(Serialize)]
pub struct GoalResult {
    pub goal: String,
    pub value: f64,
    pub is_met: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Row {
    pub fn cost(&self, way: &str) -> Option<&Cost> {
        self.ways.iter().find(|cost| cost.way == way)
    }
}

impl Report {
    pub fn new(
        suite: &'static Suite,
        bench: &Bench,
        python: &Python,
        rounds: u32,
        rows: Vec<Row>,
    ) -> Result<Self> {
        Ok(Self {
            suite,
            setup: Setup::now(),
            device: bench.context.device().name()?,
            driver: bench.context.driver().version().to_string(),
            python: python.versions.clone(),
            rounds,
            is_trial: bench.small,
            is_quick: bench.quick,
            skipped: rows.iter().map(|row| row.skipped.len()).sum(),
            rows,
        })
    }
}
