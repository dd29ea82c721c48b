//! What a call of `cuda-cublas` and of `cuda-cusparse` costs the host, compared with the same call in C: both make it in turns, in one process, with the
//! same handle, stream and memory.
//!
//! ```text
//! cargo run --release -p cublas-compare -- --out DIR
//! ```
//!
//! On a GPU with its cuBLAS, and on one whose functions do nothing, where our own cost is all that there is.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]
// In a test, an unexpected error is a failure.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod nothing;
mod sparse;
mod twin;

use std::ffi::c_int;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use cublas::sys::cublasHandle_t;
use cublas::{Cublas, Handle, Matrix, MatrixMut};
use cuda_driver::{DeviceBuffer, Stream};
use cuda_rust::measured::{Setup, median, rounded};
use cuda_sim::choice;
use cusparse::Cusparse;
use serde::Serialize;

use twin::{Twin, Work};

/// Measures the host's cost of calls of cuBLAS, compared with a loop in C.
#[derive(Parser)]
#[command(name = "cublas-compare", max_term_width = 80)]
struct Options {
    /// Number of rounds, after one uncounted round
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Calls in a round; more than some hundred may fill a GPU's queue
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    calls: u32,
    /// Write calls.json into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setup: Setup,
    device: String,
    cublas: u32,
    rounds: u32,
    calls: u32,
    rows: Vec<Row>,
}

/// The cost of a call, in nanoseconds.
#[derive(Serialize)]
struct Row {
    library: &'static str,
    call: &'static str,
    rust: f64,
    /// A C library that is given a stream sets it for each call; ours does where it is another one.
    c: f64,
    c_without_setting_the_stream: f64,
    /// The median of the ratios of neighboring rounds, to C without setting the stream.
    rust_over_c: f64,
}

/// The sizes: small, so that the device keeps up.
const SIZE: usize = 16;

fn main() -> ExitCode {
    let done = run(&Options::parse());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let report = measure(options.rounds, options.calls)?;
    let text = report.to_string();
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        let path = folder.join("calls.json");
        let json = cuda_rust::measured::to_json(&report)?;
        fs::write(&path, json).with_context(|| format!("writing {}", path.display()))?;
    }
    cuda_rust::print(&text)?;
    Ok(())
}

fn measure(rounds: u32, calls: u32) -> Result<Report> {
    let chosen = choice::choose()?;
    let device = chosen.driver()?.device(0)?;
    let context = device.primary_context()?;
    let real = if chosen.is_software() {
        Cublas::from_table(cuda_sim_libraries::cublas::table())
    } else {
        Cublas::load()?
    };
    let stream = context.stream()?;
    let mut rows = Vec::new();
    for (library, cublas) in [("nothing", nothing::cublas()), ("cuBLAS", real)] {
        let mut handle = cublas.handle(&context)?;
        let mut bench = Bench {
            // Once, because the next call of Rust sets everything anew.
            raw: handle.as_raw(),
            handle,
            twin: Twin::new(cublas)?,
            x: stream.upload(&[1.0_f32; SIZE * SIZE])?,
            y: stream.upload(&[1.0_f32; SIZE * SIZE])?,
            stream: stream.clone(),
            calls,
        };
        rows.push(bench.row(library, "gemm", true, rounds)?);
        rows.push(bench.row(library, "axpy", false, rounds)?);
    }
    let cusparse = if chosen.is_software() {
        Some(Cusparse::from_table(cuda_sim_libraries::cusparse::table()))
    } else {
        // Few programs have it.
        Cusparse::load().ok()
    };
    if let Some(row) =
        cusparse.map(|cusparse| sparse_row(cusparse, &stream, rounds, calls)).transpose()?
    {
        rows.extend(row);
    }
    Ok(Report {
        setup: Setup::now(),
        device: device.name()?,
        cublas: real.version(),
        rounds,
        calls,
        rows,
    })
}

/// Measures a product with a prepared matrix, if this cuSPARSE can prepare one.
fn sparse_row(cusparse: Cusparse, stream: &Stream, rounds: u32, calls: u32) -> Result<Option<Row>> {
    let Some(mut bench) = sparse::Sparse::new(cusparse, stream)? else { return Ok(None) };
    let context = stream.context().clone();
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..=rounds as usize {
        for step in 0..2 {
            let index = (round + step) % 2;
            let time = context.with_current(|| match index {
                0 => bench.in_rust(stream, calls),
                _ => bench.in_c(calls),
            })??;
            stream.synchronize()?;
            if round > 0 {
                times[index].push(time.as_secs_f64() * 1e9 / f64::from(calls));
            }
        }
    }
    let ratios: Vec<f64> = times[0].iter().zip(&times[1]).map(|(rust, c)| rust / c).collect();
    let [rust, c] = times.each_ref().map(|samples| rounded(median(samples)));
    let rust_over_c = rounded(median(&ratios));
    let (library, call, c_without_setting_the_stream) = ("cuSPARSE", "spmv", c);
    Ok(Some(Row { library, call, rust, c, c_without_setting_the_stream, rust_over_c }))
}

struct Bench {
    handle: Handle,
    raw: cublasHandle_t,
    twin: Twin,
    stream: Stream,
    x: DeviceBuffer<f32>,
    y: DeviceBuffer<f32>,
    calls: u32,
}

/// Who makes the calls.
#[derive(Clone, Copy)]
enum Caller {
    Rust,
    C,
    CWithoutStream,
}

impl Bench {
    fn row(
        &mut self,
        library: &'static str,
        call: &'static str,
        is_gemm: bool,
        rounds: u32,
    ) -> Result<Row> {
        const WAYS: [Caller; 3] = [Caller::Rust, Caller::C, Caller::CWithoutStream];
        let mut times = [const { Vec::new() }; 3];
        for round in 0..=rounds as usize {
            // Each is first, second and last equally often.
            for step in 0..3 {
                let index = (round + step) % 3;
                let time = self.time(WAYS[index], is_gemm)?;
                if round > 0 {
                    times[index].push(time.as_secs_f64() * 1e9 / f64::from(self.calls));
                }
            }
        }
        let ratios: Vec<f64> = times[0].iter().zip(&times[2]).map(|(rust, c)| rust / c).collect();
        let [rust, c, c_without_setting_the_stream] =
            times.each_ref().map(|samples| rounded(median(samples)));
        Ok(Row {
            library,
            call,
            rust,
            c,
            c_without_setting_the_stream,
            rust_over_c: rounded(median(&ratios)),
        })
    }

    /// Returns the host's time for all calls of a round, without the device's work.
    fn time(&mut self, way: Caller, is_gemm: bool) -> Result<Duration> {
        let context = self.stream.context().clone();
        let time = context.with_current(|| -> Result<Duration> {
            match way {
                Caller::Rust => self.in_rust(is_gemm),
                Caller::C => self.in_c(is_gemm, true),
                Caller::CWithoutStream => self.in_c(is_gemm, false),
            }
        })??;
        self.stream.synchronize()?;
        Ok(time)
    }

    fn in_rust(&mut self, is_gemm: bool) -> Result<Duration> {
        let begin = Instant::now();
        for _ in 0..self.calls {
            let mut blas = self.handle.on(&self.stream);
            if is_gemm {
                let a = Matrix::new(&self.x, SIZE, SIZE)?;
                let c = MatrixMut::new(&mut self.y, SIZE, SIZE)?;
                blas.gemm(1.0, a, a, 0.0, c)?;
            } else {
                blas.axpy(1.0, self.x.slice(..SIZE)?, self.y.slice_mut(..SIZE)?)?
            }
        }
        Ok(begin.elapsed())
    }

    fn in_c(&mut self, is_gemm: bool, sets_stream: bool) -> Result<Duration> {
        let work = Work {
            handle: self.raw.cast(),
            stream: self.stream.as_raw().cast(),
            x: self.x.as_raw() as usize as *const _,
            y: self.y.as_raw() as usize as *mut _,
            size: SIZE as c_int,
        };
        let begin = Instant::now();
        // SAFETY: handle, stream and memory are alive, and the memory has `SIZE` rows of as many elements.
        unsafe { self.twin.run(&work, is_gemm, sets_stream, self.calls) }?;
        Ok(begin.elapsed())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "What a call of cuBLAS and cuSPARSE costs the host, {}.\n{}\n{}, cuBLAS {}\n",
            self.setup.date, self.setup, self.device, self.cublas
        )?;
        writeln!(
            f,
            "Medians of {} rounds of {} calls, in nanoseconds a call. Rust and C took turns. \"nothing\" is a library whose \
             functions do nothing.\n",
            self.rounds, self.calls
        )?;
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(["library", "call", "Rust", "C", "C, stream set once", "Rust over C"]);
        for row in &self.rows {
            table.add_row([
                row.library.to_owned(),
                row.call.to_owned(),
                format!("{:.1}", row.rust),
                format!("{:.1}", row.c),
                format!("{:.1}", row.c_without_setting_the_stream),
                format!("× {:.3}", row.rust_over_c),
            ]);
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_is_measured_in_rust_and_in_c() {
        if !cfg!(c_twin) {
            cuda_rust::skip("there was no C compiler");
            return;
        }
        let report = measure(2, 3).unwrap();
        assert_eq!(report.rows.len(), 5);
        for row in &report.rows {
            assert!(row.rust > 0.0 && row.c > 0.0 && row.rust_over_c > 0.0);
        }
        assert!(report.to_string().contains("Rust over C"));
    }
}
