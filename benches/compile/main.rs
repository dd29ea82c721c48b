//! What `nvrtc` costs over C that calls NVRTC through the same pointers, what the cache saves, and what threads gain, in
//! one run.
//!
//! ```text
//! cargo bench --bench compile          with the NVRTC that `CUDA_NVRTC` names, or the machine's
//! ```
//!
//! Modules are loaded on the GPU if there is one, and otherwise on the software device (`CUDA_TEST_DEVICE` chooses).
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

mod cache_times;
mod headers;
mod overhead;
mod parallel;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use cuda_rust::print_line;
use nvrtc::{Arch, Program};

use report::Report;

const SOURCE: &std::ffi::CStr = c"
extern \"C\" __global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = a * x[i] + y[i];
    }
}
";

/// The SAXPY program that everything here compiles.
fn saxpy() -> Program<'static> {
    Program::new(c"saxpy.cu", SOURCE).arch(Arch::compute(7, 5))
}

/// Measures compiling in C and in Rust, and compiling and loading without and with the cache.
#[derive(Parser)]
#[command(name = "compile", max_term_width = 80)]
struct Options {
    /// How many times each is measured; the figures are medians.
    #[arg(long, default_value_t = 101, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only run each a few times.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
    /// Compiles and loads once with the cache in this folder, and prints the nanoseconds.
    #[arg(long, hide = true, value_name = "FOLDER")]
    once: Option<PathBuf>,
    /// Gets a program with this header of this folder from the cache in this folder, twice, and prints the times.
    #[arg(long, hide = true, num_args = 3)]
    headers: Vec<PathBuf>,
}

fn main() -> ExitCode {
    cuda_rust::measured::exit(run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = &options.once {
        return cache_times::print(folder);
    }
    if !options.headers.is_empty() {
        return headers::print(&options.headers);
    }
    let trial = options.test || !options.bench;
    if let Err(error) = nvrtc::Nvrtc::load() {
        // `cargo test --benches` also runs this on machines without NVRTC.
        if !trial {
            return Err(error.into());
        }
        cuda_rust::skip("there is no NVRTC");
        return Ok(());
    }
    let rounds = if trial { 2 } else { options.rounds };
    let saved = cache_times::measure(rounds.min(21))?;
    let overhead = overhead::measure(rounds)?;
    let headers = headers::measure(rounds.min(11))?;
    let parallel = parallel::measure(rounds.min(11))?;
    let report = Report::new(overhead, saved, headers, parallel)?;
    if let Some(path) = &options.json {
        cuda_rust::measured::write_json(&report, path)?;
    }
    print_line(&report)?;
    if trial {
        print_line(
            "This was a trial, and its figures mean nothing: `cargo bench --bench compile` measures.",
        )?;
    }
    Ok(())
}
