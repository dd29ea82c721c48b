//! The common code of the Rust programs, with the same contents as `saxpy.hpp` and `saxpy.py`: the random input, the
//! check, and the line of figures that the comparison reads.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

/// An error that can be sent to another thread.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

pub const A: f32 = 2.5;
/// The number of threads of a block.
pub const BLOCK: u32 = 512;
/// The index at which the random numbers of `y` begin; those of `x` begin at 0.
pub const Y: u32 = 1 << 31;

/// Returns the exit code of `main`, after printing the error.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the number of elements, and how many launches the median is computed from.
pub fn arguments() -> Result<(usize, usize), Failure> {
    let mut arguments = env::args().skip(1);
    let mut next = |default| {
        arguments
            .next()
            .map_or(Ok(default), |text| text.parse().map_err(|error| format!("{text}: {error}")))
    };
    let (n, launches) = (next(16_777_216)?, next(100)?);
    // The random numbers of x and y have 31-bit indices.
    match n {
        1..0x8000_0000 => Ok((n, launches)),
        _ => Err(format!("{n} elements: it can be 1 to 2147483647").into()),
    }
}

/// Fills `values` with the random numbers starting at `first`, each in [0, 1).
///
/// A number is a hash of its index, so any part can be generated separately, in any language, with the same bits.
pub fn generate(first: u32, values: &mut [f32]) {
    for (index, value) in (first..).zip(values) {
        let mut bits = index;
        bits = (bits ^ (bits >> 16)).wrapping_mul(0x7feb_352d);
        bits = (bits ^ (bits >> 15)).wrapping_mul(0x846c_a68b);
        bits ^= bits >> 16;
        *value = (bits >> 8) as f32 / 16_777_216.0;
    }
}

/// Returns how many elements of `out` aren't `A * x + y`, rounded twice.
pub fn wrong(x: &[f32], y: &[f32], out: &[f32]) -> usize {
    let elements = x.iter().zip(y).zip(out);
    let wrong = elements.map(|((x, y), out)| u32::from(A * x + y != *out));
    // There are fewer than 2³¹; the processor counts twice as many of these at once as of `usize`.
    wrong.sum::<u32>() as usize
}

/// Returns the median of a program's times.
pub fn median(mut times: Vec<f32>) -> f32 {
    times.sort_by(f32::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f32::NAN)
}

/// The steps of a program, one after the other, in milliseconds.
pub struct Steps {
    begin: Instant,
    last: Instant,
    steps: Vec<(&'static str, f64)>,
}

impl Steps {
    pub fn begin() -> Self {
        let now = Instant::now();
        Self { begin: now, last: now, steps: Vec::new() }
    }

    /// Ends the step with this name, and starts the next.
    pub fn done(&mut self, step: &'static str) {
        let now = Instant::now();
        self.note(step, (now - self.last).as_secs_f64() * 1e3);
        self.last = now;
    }

    /// Records a time that isn't a step.
    pub fn note(&mut self, step: &'static str, milliseconds: f64) {
        self.steps.push((step, milliseconds));
    }

    /// Returns the time since the start.
    pub fn total(&self) -> f64 {
        self.begin.elapsed().as_secs_f64() * 1e3
    }

    /// Prints the line; returns an error if an element is wrong.
    pub fn print(
        mut self,
        device: cuda_driver::Device,
        driver: cuda_driver::Driver,
        compiler: &str,
        elements: usize,
        wrong: usize,
    ) -> Result<(), Failure> {
        self.note("total", self.total());
        let steps: Vec<String> =
            self.steps.iter().map(|(step, time)| format!("\"{step}\": {time:.6}")).collect();
        println!(
            "{{\"device\": \"{}\", \"driver\": \"{}\", \"compiler\": \"{compiler}\", \"elements\": {elements}, \
             \"wrong\": {wrong}, \"milliseconds\": {{{}}}}}",
            device.name()?,
            driver.version(),
            steps.join(", ")
        );
        match wrong {
            0 => Ok(()),
            _ => Err(format!("{wrong} of {elements} elements are wrong").into()),
        }
    }
}
