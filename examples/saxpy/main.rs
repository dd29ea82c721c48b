//! SAXPY, `out = a * x + y`: a kernel compiled from a string, loaded, launched, and every element of
//! the result compared with the host's.
//!
//! `cargo xtask saxpy` downloads NVRTC if necessary and runs it; `cargo run --example saxpy` needs an installed one.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

mod profile;
mod report;
mod split;
mod step;

use std::error::Error;
use std::ffi::CStr;
use std::io::ErrorKind;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use cuda_driver::{Context, Driver, Function, Launch, Stream};
use nvrtc::{Arch, Nvrtc, Ptx};
use saxpy_arguments::{Arguments, VECTORS};
use xtask_print::print_note;

use report::{Report, elements, grouped, is_or_are};
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

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let driver = match driver(&mut arguments) {
        Ok(driver) => driver,
        Err(error) => {
            print_note(format_args!("error: {error}"));
            return ExitCode::from(2);
        }
    };
    let work = || match arguments.devices {
        Some(devices) => split::run(&arguments, driver, devices),
        None => run(&arguments, driver),
    };
    let result = if arguments.profile { profile::run(driver, work) } else { work() };
    match result {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            let (wrong, all) = (grouped(wrong), elements(arguments.size));
            print_note(format_args!("error: {wrong} of {all} {} wrong", is_or_are(arguments.size)));
            ExitCode::FAILURE
        }
        // `saxpy | head` has read what it wants.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            print_note(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Returns the GPU's driver, or the software device's, with which fewer launches are measured.
#[cfg(feature = "software-device")]
fn driver(arguments: &mut Arguments) -> Result<Driver, cuda_sim::choice::NoDevice> {
    let chosen = cuda_sim::choice::choose()?;
    if let Some(note) = chosen.note() {
        print_note(note);
        arguments.iterations.get_or_insert(5);
    }
    chosen.driver()
}

/// Returns the GPU's driver.
#[cfg(not(feature = "software-device"))]
fn driver(_: &mut Arguments) -> Result<Driver, Box<dyn Error>> {
    let wish = std::env::var_os("CUDA_TEST_DEVICE").unwrap_or_default();
    wants_gpu(&wish.to_string_lossy())?;
    Ok(Driver::load()?)
}

/// Checks that `CUDA_TEST_DEVICE` asks for no software device.
#[cfg(any(test, not(feature = "software-device")))]
fn wants_gpu(wish: &str) -> Result<(), String> {
    match wish {
        "" | "auto" | "hardware" => Ok(()),
        _ => Err(format!(
            "CUDA_TEST_DEVICE is {wish:?}; without the feature `software-device` it can be hardware or auto"
        )),
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let print = error.downcast_ref::<report::PrintError>();
    print.is_some_and(|print| print.0.kind() == ErrorKind::BrokenPipe)
}

/// Runs the example. Returns the number of wrong elements.
fn run(arguments: &Arguments, driver: Driver) -> Result<usize, Box<dyn Error>> {
    let json = arguments.open_json()?;
    let begin = Instant::now();
    let mut report = Report::new(arguments.size);
    let device = driver.device(arguments.device)?;
    fits(arguments.size, device.total_memory()?)?;
    let [mut x, mut y, mut out] = reserve(arguments.size)?;
    let nvrtc = Nvrtc::load()?;
    report.describe(driver, device)?;
    report.describe_compiler(nvrtc);
    if !arguments.prints_json() {
        report.print_machine()?;
    }

    let context = report.timed("create the context", || {
        step("Creating the context", || device.primary_context())
    })?;
    let stream = context.stream()?;
    let ptx =
        report.timed("compile", || step("Compiling", || compile(arguments, nvrtc, &context)))?;
    report.describe_ptx(&ptx);
    let module = report.timed("load the module", || step("Loading", || context.load(&ptx)))?;
    let saxpy = module.function(c"saxpy")?;

    let a = 2.0f32;
    report.timed("generate", || {
        step("Generating", || {
            generate(arguments, &mut x, &mut y);
            out.resize(arguments.size, 0.0);
            Ok::<_, Box<dyn Error>>(())
        })
    })?;
    let kernel = launch(arguments, &stream, &saxpy, a, (&x, &y), &mut out, &mut report)?;
    report.kernel(kernel);

    let check = report.timed("check", || {
        step("Checking", || Ok::<_, Box<dyn Error>>(check(a, &x, &y, &out, arguments.fmad)))
    })?;
    report.check(check);
    report.timed("clean up", || clean_up(saxpy, module, stream, context))?;
    report.total(begin.elapsed());
    if !arguments.prints_json() {
        report.print_times()?;
    }
    if let Some(file) = json {
        file.write(&report.json()?)?;
    }
    Ok(check.wrong)
}

/// Checks that the vectors fit into a device's memory.
fn fits(size: usize, memory: usize) -> Result<(), String> {
    let bytes = size * size_of::<f32>() * VECTORS;
    if bytes <= memory {
        return Ok(());
    }
    let (bytes, memory) = (gigabytes(bytes), gigabytes(memory));
    Err(format!(
        "three vectors of {size} elements take {bytes:.1} GB, and the device has {memory:.1} GB: choose a smaller --size"
    ))
}

/// Memory of the host for three vectors.
fn reserve(size: usize) -> Result<[Vec<f32>; VECTORS], String> {
    let vector = || {
        let mut vector = Vec::new();
        let reserved = vector.try_reserve_exact(size);
        reserved.map(|()| vector).map_err(|_| {
            let bytes = gigabytes(size * size_of::<f32>() * VECTORS);
            format!(
                "the host has no memory for three vectors of {size} elements, {bytes:.1} GB: choose a smaller --size"
            )
        })
    };
    Ok([vector()?, vector()?, vector()?])
}

fn gigabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e9
}

fn compile(arguments: &Arguments, nvrtc: Nvrtc, context: &Context) -> Result<Ptx, Box<dyn Error>> {
    let arch: Arch = if arguments.arch == "native" {
        let capability = context.device().compute_capability()?;
        Arch::compute(capability.major, capability.minor)
    } else {
        arguments.arch.parse()?
    };
    Ok(nvrtc.program(c"saxpy.cu", SOURCE).arch(arch).fmad(arguments.fmad).compile_ptx()?)
}

fn generate(arguments: &Arguments, x: &mut Vec<f32>, y: &mut Vec<f32>) {
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    for vector in [x, y] {
        vector.extend((0..arguments.size).map(|_| random.f32()));
    }
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
    let begin = Instant::now();
    let (mut x, mut y) = (stream.alloc::<f32>(n)?, stream.alloc::<f32>(n)?);
    let mut out = stream.alloc::<f32>(n)?;
    let context = stream.context();
    let marks = [context.event()?, context.event()?, context.event()?, context.event()?];
    stream.synchronize()?;

    report.step("allocate", begin.elapsed());

    let begin = Instant::now();
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
    report.step("copy, launch, copy back", begin.elapsed());
    report.copies(
        milliseconds(marks[0].elapsed(&marks[1])?),
        milliseconds(marks[2].elapsed(&marks[3])?),
    );

    let begin = Instant::now();
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
    report.step("launch again and again", begin.elapsed());
    times.sort_by(f32::total_cmp);
    Ok(times)
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1e3
}

/// The comparison of the result with the host's.
#[derive(Clone, Copy, serde::Serialize)]
struct Check {
    wrong: usize,
    largest_error: f32,
}

fn check(a: f32, x: &[f32], y: &[f32], out: &[f32], fmad: bool) -> Check {
    let mut check = Check { wrong: 0, largest_error: 0.0 };
    for ((x, y), out) in x.iter().zip(y).zip(out) {
        let expected = if fmad { a.mul_add(*x, *y) } else { a * x + y };
        check.largest_error = check.largest_error.max((expected - out).abs());
        check.wrong += usize::from(expected.to_bits() != out.to_bits());
    }
    check
}

/// Destroys everything in order, and checks the driver's results.
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
    fn a_device_without_its_feature_is_an_error_that_names_it() {
        for wish in ["software", "gpu"] {
            let error = wants_gpu(wish).unwrap_err();
            assert!(error.contains(wish) && error.contains("`software-device`"));
        }
        for wish in ["", "auto", "hardware"] {
            assert_eq!(wants_gpu(wish), Ok(()));
        }
    }

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
    fn unwritten_elements_are_wrong() {
        assert_eq!(check(2.0, &[1.0; 4], &[1.0; 4], &[0.0; 4], false).wrong, 4);
    }

    #[test]
    fn more_than_the_device_has_is_an_error_with_both_sizes() {
        let error = fits(1_000_000_000_000, 16_000_000_000).unwrap_err();
        for part in ["1000000000000 elements", "12000.0 GB", "16.0 GB", "--size"] {
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(fits(1_000, 12_000), Ok(()));
    }

    #[test]
    fn memory_that_the_host_lacks_is_an_error() {
        let error = reserve(isize::MAX as usize / 12).unwrap_err();
        assert!(error.contains("the host has no memory"), "{error}");
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[1.0, 2.0, 30.0]), 2.0);
        assert_eq!(median(&[]), 0.0);
    }
}
