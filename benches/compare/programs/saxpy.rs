//! What the Rust programs share, and `saxpy.hpp` and `saxpy.py` have alike: the random input, the check, and the line
//! of figures that the comparer reads.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

/// An error that a thread can hand to another.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

pub const A: f32 = 2.5;
/// Threads of a block.
pub const BLOCK: u32 = 512;
/// Where the random numbers of `y` begin; those of `x` begin at 0.
pub const Y: u32 = 1 << 31;

/// What `main` returns, once the error is told.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns how many elements, and how often the kernel is launched for its median time.
pub fn arguments() -> Result<(usize, usize), Failure> {
    let mut arguments = env::args().skip(1);
    let mut next = |default| {
        arguments.next().map_or(Ok(default), |text| {
            text.parse().map_err(|error| format!("{text}: {error}"))
        })
    };
    let (n, launches) = (next(16_777_216)?, next(100)?);
    // The random numbers of x and y are counted by 31 bits each.
    match n {
        1..0x8000_0000 => Ok((n, launches)),
        _ => Err(format!("{n} elements: it can be 1 to 2147483647").into()),
    }
}

/// Fills `values` with the random numbers from the `first` on, each in [0, 1).
///
/// A number is a hash of its index, so any part can be made for itself, in any language, the same bit for bit.
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

/// Returns the middle of a program's times.
pub fn median(mut times: Vec<f32>) -> f32 {
    times.sort_by(f32::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f32::NAN)
}

/// What a program did, one step after the other, in milliseconds.
pub struct Steps {
    begin: Instant,
    last: Instant,
    steps: Vec<(&'static str, f64)>,
}

impl Steps {
    pub fn begin() -> Self {
        let now = Instant::now();
        Self {
            begin: now,
            last: now,
            steps: Vec::new(),
        }
    }

    /// The step of this name ends, and the next begins.
    pub fn done(&mut self, step: &'static str) {
        let now = Instant::now();
        self.note(step, (now - self.last).as_secs_f64() * 1e3);
        self.last = now;
    }

    /// Something beside the steps.
    pub fn note(&mut self, step: &'static str, milliseconds: f64) {
        self.steps.push((step, milliseconds));
    }

    /// Returns the time since the begin.
    pub fn total(&self) -> f64 {
        self.begin.elapsed().as_secs_f64() * 1e3
    }

    /// Prints the line; an error if an element was wrong.
    pub fn print(
        mut self,
        device: cuda_driver::Device,
        driver: cuda_driver::Driver,
        compiler: &str,
        elements: usize,
        wrong: usize,
    ) -> Result<(), Failure> {
        self.note("total", self.total());
        let steps: Vec<String> = self
            .steps
            .iter()
            .map(|(step, time)| format!("\"{step}\": {time:.6}"))
            .collect();
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
