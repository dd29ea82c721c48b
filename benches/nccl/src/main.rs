//! Compares `cuda-nccl` with C++ and torch, and measures how work scales with the number of GPUs.
//!
//! ```text
//! cargo run --release -p nccl-compare -- bandwidth --out DIR        all GPUs of this machine
//! cargo run --release -p nccl-compare -- scaling saxpy --out DIR    with 1, 2, ... GPUs
//! cargo run --release -p nccl-compare -- scaling model --out DIR
//! ```
//!
//! `scaling` runs an example that `cargo build --release --example saxpy` or `--example linear_model` builds before. The
//! program doesn't need Cargo, so it can be copied to another machine, with the examples that `scaling` runs.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]
// In a test, an unexpected error is a failure.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bandwidth;
mod call;
mod nothing;
mod picture;
mod scaling;
#[cfg(test)]
#[path = "../../../libraries/nccl/tests/stand_in/mod.rs"]
mod stand_in;
mod twin;
mod work;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};
use comfy_table::{Table, presets};
use serde::Serialize;

#[derive(Parser)]
#[command(name = "nccl-compare", about = "Measures cuda-nccl", max_term_width = 80)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure the bus bandwidth of collectives and the host's cost of a call, compared with a C++ loop
    Bandwidth(bandwidth::BandwidthOptions),
    /// Measure the host's cost of a call without NCCL's own work, compared with a C++ loop
    Call(call::CallOptions),
    /// Measure how fast an example is with 1, 2, 4 GPUs, with the same work for each
    Scaling(scaling::ScalingOptions),
}

fn main() -> ExitCode {
    let done = match Options::parse().command {
        Command::Bandwidth(options) => bandwidth::run(&options),
        Command::Call(options) => call::run(&options),
        Command::Scaling(options) => scaling::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `NAME.json` and the plots.
fn write(
    folder: &Path,
    name: &str,
    report: &impl Serialize,
    pictures: &[picture::Picture],
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let file = |name: &str, contents: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, contents).with_context(|| format!("writing {}", path.display()))
    };
    let json = cuda_rust::measured::to_json(report)?;
    file(&format!("{name}.json"), json.as_bytes())?;
    for picture in pictures {
        file(&format!("{}.svg", picture.name), picture.svg.as_bytes())?;
    }
    Ok(())
}

/// Returns a Markdown table, with all columns but the first aligned to the right.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(head.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    table
}
