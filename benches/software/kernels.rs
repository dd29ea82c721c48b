//! Kernels of the engine's tests, each beside the same in C.

mod mandelbrot;
mod matmul;
mod saxpy;

use std::error::Error;
use std::time::Instant;

use cuda_rust::measured::median;

use crate::device::SoftwareDevice;

type Prepare = fn(&SoftwareDevice, usize) -> Result<Box<dyn Prepared>, Box<dyn Error>>;

/// A kernel that is measured.
pub struct Kernel {
    pub name: &'static str,
    /// What it is measured with.
    pub size: usize,
    /// What it is only tried with.
    pub small: usize,
    pub prepare: Prepare,
}

pub const KERNELS: [Kernel; 3] = [saxpy::KERNEL, mandelbrot::KERNEL, matmul::KERNEL];

/// A kernel with its data.
pub trait Prepared {
    /// Runs it; nanoseconds.
    fn run(&mut self, device: &SoftwareDevice) -> Result<f64, Box<dyn Error>>;

    /// What it is compared with.
    fn twins(&self) -> &'static [&'static str];

    /// Does the same in C, as the twin with this index does.
    fn run_twin(&mut self, twin: usize);

    /// Returns how many results of the kernel aren't those of C, after one run of both.
    fn differences(&self) -> Result<usize, Box<dyn Error>>;

    /// Instructions of the PTX that all threads together execute.
    fn instructions(&self) -> Result<f64, Box<dyn Error>>;

    /// Bytes of memory that it has of the host and of the device.
    fn bytes(&self) -> usize;
}

/// Medians over the rounds.
pub struct Speed {
    pub kernel: &'static str,
    pub nanoseconds: f64,
    /// Nanoseconds a core takes for an instruction of a thread.
    pub each_instruction: f64,
    pub twins: Vec<Twin>,
}

/// A way in C.
pub struct Twin {
    pub name: &'static str,
    pub nanoseconds: f64,
    /// How many times as fast the device was, turn by turn.
    pub faster: f64,
}

/// Measures a kernel and its twins in turn.
pub fn measure(
    kernel: &Kernel,
    size: usize,
    device: &SoftwareDevice,
    rounds: u32,
) -> Result<Speed, Box<dyn Error>> {
    let mut prepared = (kernel.prepare)(device, size)?;
    let names = if cfg!(c_twin) { prepared.twins() } else { &[] };
    // To warm up, and to see that both do the same.
    prepared.run(device)?;
    for twin in 0..names.len().min(1) {
        prepared.run_twin(twin);
        let differences = prepared.differences()?;
        if differences > 0 {
            return Err(format!("{}: {differences} results aren't those of C", kernel.name).into());
        }
    }
    let mut times = Vec::new();
    let mut twins = vec![Vec::new(); names.len()];
    for _ in 0..rounds {
        times.push(prepared.run(device)?);
        for (twin, times) in twins.iter_mut().enumerate() {
            let begin = Instant::now();
            prepared.run_twin(twin);
            times.push(begin.elapsed().as_secs_f64() * 1e9);
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let nanoseconds = median(&times);
    let twin = |(name, twin): (&&'static str, &Vec<f64>)| {
        let ratios: Vec<f64> = twin.iter().zip(&times).map(|(c, own)| c / own).collect();
        Twin {
            name,
            nanoseconds: median(twin),
            faster: median(&ratios),
        }
    };
    Ok(Speed {
        kernel: kernel.name,
        nanoseconds,
        each_instruction: nanoseconds * cores as f64 / prepared.instructions()?,
        twins: names.iter().zip(&twins).map(twin).collect(),
    })
}

/// Returns how many instructions the kernel `name` has from one label to the next.
fn stretches(ptx: &str, name: &str) -> Vec<f64> {
    let body = ptx
        .split_once(&format!(".entry {name}("))
        .map_or("", |(_, rest)| rest);
    let body = body.split("\n}").next().unwrap_or_default();
    let mut stretches = vec![0.0];
    for line in body.lines().map(str::trim) {
        if line.ends_with(':') {
            stretches.push(0.0);
        } else if line.ends_with(';')
            && !line.starts_with('.')
            && let Some(last) = stretches.last_mut()
        {
            *last += 1.0;
        }
    }
    stretches
}
