//! What a call costs the host in addition to NCCL's own work: NCCL is one that does nothing, or other work. The C++ takes its turns with the
//! same communicators and buffers.

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use cuda_driver::{Context, Driver};
use cuda_rust::measured::{Setup, median, rounded};
use serde::Serialize;

use crate::bandwidth::{Bench, Call};
use crate::{nothing, table};

#[derive(clap::Args)]
pub struct CallOptions {
    /// Number of rounds, after one uncounted round
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Write calls.json into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setup: Setup,
    rounds: u32,
    /// The time of the driver's query for the current context, which each call makes once.
    current_context: f64,
    calls: Vec<Call>,
}

/// The numbers of GPUs to measure, if there are as many.
const GPUS: [usize; 4] = [1, 2, 4, 8];

pub fn run(options: &CallOptions) -> Result<()> {
    let report = measure(&cuda_sim::gpu_or_software()?, options.rounds)?;
    let text = report.to_string();
    if let Some(folder) = &options.out {
        crate::write(folder, "calls", &report, &[])?;
    }
    cuda_rust::print(&text)?;
    Ok(())
}

fn measure(driver: &Driver, rounds: u32) -> Result<Report> {
    let devices = driver.devices()?;
    let contexts = devices.iter().map(|device| device.primary_context());
    let contexts: Vec<Context> = contexts.collect::<Result<_, _>>()?;
    ensure!(!contexts.is_empty(), "there is no device");
    let mut calls = Vec::new();
    for (is_busy, iterations) in [(false, 2000), (true, 100)] {
        let nccl = nothing::nccl(is_busy)?;
        for gpus in GPUS.into_iter().filter(|gpus| *gpus <= contexts.len()) {
            let mut bench = Bench::new(nccl, &contexts[..gpus], 4096)?;
            let name = match (gpus, is_busy) {
                (1, false) => "a rank alone",
                (1, true) => "a rank alone, behind other work",
                (_, false) => "a clique",
                (_, true) => "a clique, behind other work",
            };
            calls.push(bench.cost_of_a_call(iterations, rounds, name)?);
            bench.destroy()?;
        }
    }
    Ok(Report {
        setup: Setup::now(),
        rounds,
        current_context: cost_of_current_context(&contexts[0], rounds)?,
        calls,
    })
}

fn cost_of_current_context(context: &Context, rounds: u32) -> Result<f64> {
    const ITERATIONS: u32 = 2000;
    let raw = context.driver().raw();
    let mut rounds_of = Vec::new();
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..ITERATIONS {
            // SAFETY: the driver is initialized.
            std::hint::black_box(unsafe { raw.cuCtxGetCurrent() }?);
        }
        rounds_of.push(start.elapsed().as_secs_f64() / f64::from(ITERATIONS));
    }
    Ok(rounded(median(&rounds_of) * 1e9))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "What all_reduce costs the host in addition to NCCL's work, {}.\n{}\n",
            self.setup.date, self.setup
        )?;
        writeln!(
            f,
            "Medians of {} rounds in which Rust and C++ took turns, on an NCCL that does nothing, or in each call or group runs \
             other code, on 144 pages, and reads memory on 128. Rust asks the driver once a call for the current context, which \
             takes {} ns here.\n",
            self.rounds, self.current_context
        )?;
        let rows = self.calls.iter().map(Call::cells);
        writeln!(f, "{}", table(&Call::HEAD, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stand_in;

    #[test]
    fn a_call_is_measured_alone_and_in_cliques_as_large_as_the_machine() {
        if !cfg!(cpp_twin) {
            cuda_rust::skip("there was no C++ compiler");
            return;
        }
        let devices = stand_in::contexts(8).len();
        let report = measure(&stand_in::driver(), 1).unwrap();
        let reported = report.calls.iter().map(|call| call.gpus);
        let once = || GPUS.into_iter().filter(|gpus| *gpus <= devices);
        assert!(reported.eq(once().chain(once())));
        for call in &report.calls {
            assert!(call.nanoseconds > 0.0 && call.cpp_nanoseconds > 0.0);
        }
        assert!(report.to_string().contains("over C++"));
    }
}
