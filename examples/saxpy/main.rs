//! SAXPY, `out = a * x + y`: a kernel compiled from a string, loaded, launched, and every element of
//! the result compared with the host's.
//!
//! `cargo xtask saxpy` brings NVRTC if need be and runs it; `cargo run --release --example saxpy` needs
//! it to be there.

mod report;
mod split;
mod step;

use std::error::Error;
use std::ffi::CStr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use cuda_driver::{Context, Driver, Function, Launch, Stream};
use cuda_sim::choice;
use nvrtc::{Arch, Nvrtc, Ptx};

use report::Report;
use step::step;

const SOURCE: &CStr = c"
extern \"C\" __global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = a * x[i] + y[i];
    }
}
";

/// Runs SAXPY on the GPU, or on the software device where there is none, checks every element and
/// measures each step.
#[derive(Parser)]
#[command(name = "saxpy")]
struct Arguments {
    /// Number of elements.
    #[arg(long, default_value_t = 16_777_216)]
    size: usize,
    /// Threads of a block.
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1024))]
    block: u32,
    /// How often the kernel is launched for its median time [default: 100, or 5 on the software device].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// Which GPU, from 0.
    #[arg(long, default_value_t = 0)]
    device: usize,
    /// Splits the vectors over the first GPUs, so many or `all`, each with a thread of its own.
    #[arg(long, value_name = "all|NUMBER", conflicts_with_all = ["device", "json"])]
    devices: Option<split::Devices>,
    /// Writes the speed of all devices together as a line of JSON, too.
    #[arg(long, requires = "devices")]
    line: bool,
    /// Architecture to compile for, such as compute_90, or native for the device's own.
    #[arg(long, default_value = "compute_75")]
    arch: String,
    /// Lets the compiler contract a * x + y to one rounding; the result is then compared within one.
    #[arg(long)]
    fmad: bool,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes the report as JSON, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let chosen = match choice::choose() {
        Ok(chosen) => chosen,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    if let Some(note) = chosen.note() {
        eprintln!("{note}");
        arguments.iterations.get_or_insert(5);
    }
    match chosen
        .driver()
        .map_err(Into::into)
        .and_then(|driver| match arguments.devices {
            Some(devices) => split::run(&arguments, driver, devices),
            None => run(&arguments, driver),
        }) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("error: {wrong} of {} elements are wrong", arguments.size);
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the example; the number of wrong elements.
fn run(arguments: &Arguments, driver: Driver) -> Result<usize, Box<dyn Error>> {
    let begin = Instant::now();
    let mut report = Report::new(arguments.size);
    let device = driver.device(arguments.device)?;
    let context = report.timed("context", || {
        step("Creating the context", || device.primary_context())
    })?;
    let stream = context.stream()?;
    report.describe(driver, device)?;

    let nvrtc = Nvrtc::load()?;
    let ptx = report.timed("compile", || {
        step("Compiling", || compile(arguments, nvrtc, &context))
    })?;
    report.describe_compiler(nvrtc, &ptx);
    let module = report.timed("load", || step("Loading", || context.load(&ptx)))?;
    let saxpy = module.function(c"saxpy")?;

    let a = 2.0f32;
    let (x, y) = report.timed("generate", || {
        step("Generating", || {
            Ok::<_, Box<dyn Error>>(generate(arguments))
        })
    })?;
    let mut out = vec![0.0f32; arguments.size];
    let kernel = launch(
        arguments,
        &stream,
        &saxpy,
        a,
        (&x, &y),
        &mut out,
        &mut report,
    )?;
    report.kernel(kernel);

    let check = report.timed("check", || {
        step("Checking", || {
            Ok::<_, Box<dyn Error>>(check(a, &x, &y, &out, arguments.fmad))
        })
    })?;
    report.check(check);
    clean_up(saxpy, module, stream, context)?;
    report.total(begin.elapsed());
    report.print();
    if let Some(path) = &arguments.json {
        report.write_json(path)?;
    }
    Ok(check.wrong)
}

fn compile(arguments: &Arguments, nvrtc: Nvrtc, context: &Context) -> Result<Ptx, Box<dyn Error>> {
    let arch: Arch = if arguments.arch == "native" {
        let capability = context.device().compute_capability()?;
        Arch::compute(capability.major, capability.minor)
    } else {
        arguments.arch.parse()?
    };
    Ok(nvrtc
        .program(c"saxpy.cu", SOURCE)
        .arch(arch)
        .fmad(arguments.fmad)
        .compile_ptx()?)
}

fn generate(arguments: &Arguments) -> (Vec<f32>, Vec<f32>) {
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    let mut vector = || (0..arguments.size).map(|_| random.f32()).collect();
    (vector(), vector())
}

/// Copies the input to the device, launches once and copies the result back, in the order of one stream;
/// then launches again and again, for the kernel's time in milliseconds, sorted.
fn launch(
    arguments: &Arguments,
    stream: &Stream,
    saxpy: &Function,
    a: f32,
    (host_x, host_y): (&[f32], &[f32]),
    host_out: &mut [f32],
    report: &mut Report,
) -> Result<Vec<f32>, Box<dyn Error>> {
    let n = arguments.size;
    let shape = Launch::elements(n, arguments.block);
    let (mut x, mut y) = (stream.alloc::<f32>(n)?, stream.alloc::<f32>(n)?);
    let mut out = stream.alloc::<f32>(n)?;
    let context = stream.context();
    let marks = [
        context.event()?,
        context.event()?,
        context.event()?,
        context.event()?,
    ];
    stream.synchronize()?;

    step("Copying and launching", || {
        stream.scope(|scope| {
            stream.record(&marks[0])?;
            scope.upload_into(host_x, &mut x)?;
            scope.upload_into(host_y, &mut y)?;
            stream.record(&marks[1])?;
            if n > 0 {
                // SAFETY: saxpy(float, const float *, const float *, float *, size_t), n elements each.
                unsafe { scope.launch(saxpy, shape, (a, &x, &y, &mut out, n)) }?;
            }
            stream.record(&marks[2])?;
            scope.download(&out, host_out)?;
            stream.record(&marks[3])?;
            Ok(())
        })
    })?;
    report.copies(
        milliseconds(marks[0].elapsed(&marks[1])?),
        milliseconds(marks[2].elapsed(&marks[3])?),
    );

    let mut times = Vec::new();
    if n > 0 {
        let iterations = arguments.iterations.unwrap_or(100);
        let (begin, end) = (context.event()?, context.event()?);
        let bar = step::bar("Launching", iterations);
        for _ in 0..iterations {
            stream.record(&begin)?;
            // SAFETY: as above.
            unsafe { stream.launch(saxpy, shape, (a, &x, &y, &mut out, n)) }?;
            stream.record(&end)?;
            end.synchronize()?;
            times.push(milliseconds(begin.elapsed(&end)?));
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    times.sort_by(f32::total_cmp);
    Ok(times)
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1e3
}

/// What comparing the result with the host's gave.
#[derive(Clone, Copy, serde::Serialize)]
struct Check {
    wrong: usize,
    largest_error: f32,
}

fn check(a: f32, x: &[f32], y: &[f32], out: &[f32], fmad: bool) -> Check {
    let mut check = Check {
        wrong: 0,
        largest_error: 0.0,
    };
    for ((x, y), out) in x.iter().zip(y).zip(out) {
        let expected = if fmad { a.mul_add(*x, *y) } else { a * x + y };
        check.largest_error = check.largest_error.max((expected - out).abs());
        check.wrong += usize::from(expected.to_bits() != out.to_bits());
    }
    check
}

/// Gives everything back in order, and hears what the driver says to it.
fn clean_up(
    saxpy: Function,
    module: cuda_driver::Module,
    stream: Stream,
    context: Context,
) -> Result<(), cuda_driver::Error> {
    drop(saxpy);
    module.destroy()?;
    stream.destroy()?;
    Ok(context.destroy()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::median;

    #[test]
    fn one_wrong_bit_is_a_wrong_element() {
        let (x, y) = ([1.0, 2.0, 3.0], [0.5; 3]);
        let right = [2.5, 4.5, 6.5];
        assert_eq!(check(2.0, &x, &y, &right, false).wrong, 0);
        let mut wrong = right;
        wrong[1] = f32::from_bits(wrong[1].to_bits() + 1);
        let found = check(2.0, &x, &y, &wrong, false);
        assert_eq!(found.wrong, 1);
        assert!(found.largest_error > 0.0);
    }

    #[test]
    fn what_was_never_written_is_wrong() {
        assert_eq!(check(2.0, &[1.0; 4], &[1.0; 4], &[0.0; 4], false).wrong, 4);
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[1.0, 2.0, 30.0]), 2.0);
        assert_eq!(median(&[]), 0.0);
    }
}
