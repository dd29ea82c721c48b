//! Weak scaling of an example: each GPU has the same amount of work, so twice the GPUs should do twice as much
//! in the same time.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;
use cuda_driver::Driver;
use cuda_rust::measured::{Setup, rounded};
use serde::{Deserialize, Serialize};

use crate::picture::{self, Lines, Picture};
use crate::table;

#[derive(clap::Args)]
pub struct ScalingOptions {
    /// The example to measure
    example: Example,
    /// The largest number of GPUs [default: all]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    gpus: Option<u32>,
    /// The work per GPU: elements of SAXPY, samples of the model
    #[arg(long)]
    size: Option<usize>,
    /// The example's program [default: in `examples`, next to this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Write EXAMPLE-scaling.json and a plot into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Example {
    /// SAXPY, split over the GPUs of one process
    Saxpy,
    /// A linear model, trained by one process per GPU
    Model,
}

impl Example {
    /// Returns its program, the unit of its speed, and the default work per GPU.
    fn facts(self) -> (&'static str, &'static str, usize) {
        match self {
            Self::Saxpy => ("saxpy", "elements", 1 << 26),
            Self::Model => ("linear_model", "samples", 1 << 20),
        }
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setup: Setup,
    example: Example,
    unit: &'static str,
    device: String,
    /// What each GPU does.
    size: usize,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    gpus: usize,
    per_second: f64,
    /// The efficiency: the speed divided by that of one GPU times the number of GPUs.
    efficiency: f64,
}

/// The line of JSON that the examples write.
#[derive(Deserialize)]
struct ExampleLine {
    gpus: usize,
    per_second: f64,
}

pub fn run(options: &ScalingOptions) -> Result<()> {
    let report = measure(&cuda_sim::gpu_or_software()?, options)?;
    let text = report.to_string();
    if let Some(folder) = &options.out {
        let name = format!("{}-scaling", options.example.facts().0);
        crate::write(folder, &name, &report, &[report.picture(&name)])?;
    }
    cuda_rust::print(&text)?;
    Ok(())
}

fn measure(driver: &Driver, options: &ScalingOptions) -> Result<Report> {
    let devices = driver.devices()?;
    let device = devices.first().context("there is no device")?.name()?;
    let most = options.gpus.map_or(devices.len(), |count| count as usize);
    ensure!(most <= devices.len(), "{most} GPUs were requested, but there are {}", devices.len());
    let (name, unit, size) = options.example.facts();
    let size = options.size.unwrap_or(size);
    let program = match &options.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("examples").join(name),
    };
    ensure!(
        program.is_file(),
        "there is no program {}: `cargo build --release --example {name}` builds it",
        program.display()
    );
    // Powers of two, and all GPUs.
    let mut counts: Vec<usize> =
        (0..usize::BITS).map(|power| 1 << power).take_while(|count| *count < most).collect();
    counts.push(most);
    let mut points: Vec<Point> = Vec::new();
    for gpus in counts {
        let mut command = Command::new(&program);
        match options.example {
            Example::Saxpy => command.args([
                "--devices",
                &gpus.to_string(),
                "--size",
                &size.saturating_mul(gpus).to_string(),
            ]),
            Example::Model => {
                command.args(["--gpus", &gpus.to_string(), "--samples", &size.to_string()])
            }
        };
        let line = ask(command.arg("--line"))?;
        ensure!(line.gpus == gpus, "{name} used {} GPUs of {gpus}", line.gpus);
        let one = points.first().map_or(line.per_second, |first| first.per_second);
        points.push(Point {
            gpus,
            per_second: rounded(line.per_second),
            efficiency: rounded(line.per_second / one / gpus as f64),
        });
    }
    Ok(Report { setup: Setup::now(), example: options.example, unit, device, size, points })
}

/// Runs an example, and returns the speed from its last line of JSON.
fn ask(command: &mut Command) -> Result<ExampleLine> {
    let description = || format!("running {}", command.get_program().display());
    let context = description();
    let output = command.output().with_context(|| context.clone())?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        bail!("{context}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    let line = text.lines().rev().find(|line| line.starts_with('{'));
    let line = line.with_context(|| format!("{context}: no line of JSON in\n{text}"))?;
    serde_json::from_str(line).with_context(|| format!("{context}: {line}"))
}

impl Report {
    fn picture(&self, name: &str) -> Picture {
        let scale = 1e9;
        let first = self.points.first().map_or(0.0, |first| first.per_second);
        let measured = |point: &Point| (point.gpus as f64, point.per_second / scale);
        let ideal = |point: &Point| (point.gpus as f64, first * point.gpus as f64 / scale);
        picture::draw(&Lines {
            name,
            title: format!("{name}, {} {} a GPU, {}", self.size, self.unit, self.device),
            x: "GPUs",
            y: &format!("10⁹ {} a second", self.unit),
            tick: |gpus| format!("{gpus}"),
            lines: vec![
                ("measured".to_owned(), self.points.iter().map(measured).collect()),
                ("GPUs × one".to_owned(), self.points.iter().map(ideal).collect()),
            ],
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, device, size, .. } = self;
        let (name, ..) = self.example.facts();
        writeln!(
            f,
            "{name}, {size} {unit} a GPU, {device}, {}.\n{}\n",
            self.setup.date, self.setup
        )?;
        let rows = self.points.iter().map(|point| {
            vec![
                point.gpus.to_string(),
                format!("{:.3}", point.per_second / 1e9),
                format!("{:.3}", point.efficiency),
            ]
        });
        let rate = format!("10⁹ {unit} a second");
        writeln!(f, "{}", table(&["GPUs", &rate, "of GPUs × one"], rows))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::stand_in;

    /// Writes what an example does: the number after `--devices` or `--gpus`, and a speed that doubles with it.
    const EXAMPLE: &str = r#"#!/bin/sh
printf 'a table\n{"gpus": %d, "per_second": %d}\n' "$2" "${2}000000000"
"#;

    #[test]
    fn tables_and_plots_work_for_any_number_of_devices() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("example");
        fs::write(&program, EXAMPLE).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let driver = stand_in::driver();
        let found = driver.devices().unwrap().len();
        for gpus in [1, 2, 3, 4, 8].into_iter().filter(|gpus| *gpus <= found) {
            for example in [Example::Saxpy, Example::Model] {
                let options = ScalingOptions {
                    example,
                    gpus: u32::try_from(gpus).ok(),
                    size: Some(1000),
                    program: Some(program.clone()),
                    out: None,
                };
                let report = measure(&driver, &options).unwrap();
                let reported: Vec<usize> = report.points.iter().map(|point| point.gpus).collect();
                let expected: &[usize] = match gpus {
                    1 => &[1],
                    2 => &[1, 2],
                    3 => &[1, 2, 3],
                    4 => &[1, 2, 4],
                    _ => &[1, 2, 4, 8],
                };
                assert_eq!(reported, expected);
                assert!(report.points.iter().all(|point| point.efficiency == 1.0));
                // A plot is slow in a program that isn't optimized: test one point, and the maximum number.
                if matches!(example, Example::Saxpy) && [1, 8].contains(&gpus) {
                    let picture = report.picture("scaling");
                    assert!(picture.svg.contains("<svg") && !picture.svg.contains("NaN"));
                }
            }
        }
        let options = ScalingOptions {
            example: Example::Saxpy,
            gpus: Some(1000),
            size: None,
            program: None,
            out: None,
        };
        let error = measure(&driver, &options).err().unwrap().to_string();
        assert!(error.contains("1000 GPUs were requested"), "{error}");
    }
}
