//! Kernels of the engine's tests, each compared with C.

mod mandelbrot;
mod matmul;
mod saxpy;

use std::error::Error;
use std::time::Instant;

use cuda_rust::measured::median;

use crate::device::SoftwareDevice;

type Prepare = fn(&SoftwareDevice, usize) -> Result<Box<dyn PreparedKernel>, Box<dyn Error>>;

/// A kernel to measure.
pub struct Kernel {
    pub name: &'static str,
    /// The size for measurements.
    pub size: usize,
    /// The size for trials.
    pub small: usize,
    pub prepare: Prepare,
}

pub const KERNELS: [Kernel; 3] = [saxpy::KERNEL, mandelbrot::KERNEL, matmul::KERNEL];

/// A kernel with its data.
pub trait PreparedKernel {
    /// Runs it, and returns the nanoseconds.
    fn run(&mut self, device: &SoftwareDevice) -> Result<f64, Box<dyn Error>>;

    /// Returns the names of the C versions.
    fn twins(&self) -> &'static [&'static str];

    /// Runs the C version with this index.
    fn run_twin(&mut self, twin: usize);

    /// Returns how many results of the kernel differ from those of C, after one run of both.
    fn differences(&self) -> Result<usize, Box<dyn Error>>;

    /// Returns the number of PTX instructions that all threads execute in total.
    fn instructions(&self) -> Result<f64, Box<dyn Error>>;

    /// Returns the size of its host and device memory.
    fn bytes(&self) -> usize;
}

/// Medians over the rounds.
pub struct Speed {
    pub kernel: &'static str,
    pub nanoseconds: f64,
    /// Nanoseconds of a core for an instruction of a thread.
    pub each_instruction: f64,
    pub twins: Vec<Twin>,
}

/// A C version.
pub struct Twin {
    pub name: &'static str,
    pub nanoseconds: f64,
    /// How much faster the device was, as the median over the rounds.
    pub faster: f64,
}

/// Measures a kernel and its C versions in turn.
pub fn measure(
    kernel: &Kernel,
    size: usize,
    device: &SoftwareDevice,
    rounds: u32,
) -> Result<Speed, Box<dyn Error>> {
    let mut prepared = (kernel.prepare)(device, size)?;
    let names = if cfg!(c_twin) { prepared.twins() } else { &[] };
    // This warms up, and checks that both have the same results.
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
        Twin { name, nanoseconds: median(twin), faster: median(&ratios) }
    };
    Ok(Speed {
        kernel: kernel.name,
        nanoseconds,
        each_instruction: nanoseconds * cores as f64 / prepared.instructions()?,
        twins: names.iter().zip(&twins).map(twin).collect(),
    })
}

/// Returns the number of instructions in kernel `name` between consecutive labels.
fn stretches(ptx: &str, name: &str) -> Vec<f64> {
    let body = ptx.split_once(&format!(".entry {name}(")).map_or("", |(_, rest)| rest);
    let body = body.split('}').next().unwrap_or_default();
    let mut stretches = vec![0.0];
    // Lines may have several statements.
    for statement in body.split(';').map(str::trim) {
        let (labels, instruction) = match statement.rsplit_once(':') {
            Some((labels, rest)) => (labels.matches(':').count() + 1, rest.trim()),
            None => (0, statement),
        };
        stretches.extend(std::iter::repeat_n(0.0, labels));
        if !instruction.is_empty()
            && !instruction.starts_with('.')
            && let Some(last) = stretches.last_mut()
        {
            *last += 1.0;
        }
    }
    stretches
}
