use std::error::Error;
use std::fmt;

use cuda_rust::measured::{Setup, rounded};
use nvrtc::Nvrtc;
use serde::Serialize;

use crate::cache_times::CacheTimes;
use crate::headers::Headers;
use crate::overhead::Overhead;
use crate::parallel::Parallel;

/// The figures, and how they were measured. Times are in milliseconds.
#[derive(Serialize)]
pub struct Report {
    #[serde(flatten)]
    setup: Setup,
    nvrtc: String,
    device: String,
    compile_in_c_ms: Option<f64>,
    compile_in_rust_ms: f64,
    rust_over_c_percent: Option<f64>,
    cold_compile_and_load_ms: f64,
    warm_compile_and_load_ms: f64,
    warm_is_times_as_fast: f64,
    headers: Vec<Headers>,
    parallel: Vec<Parallel>,
}

impl Report {
    pub fn new(
        overhead: Overhead,
        saved: CacheTimes,
        headers: Vec<Headers>,
        parallel: Vec<Parallel>,
    ) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            setup: Setup::now(),
            nvrtc: Nvrtc::load()?.version().to_string(),
            device: saved.device,
            compile_in_c_ms: overhead.c.map(rounded),
            compile_in_rust_ms: rounded(overhead.rust),
            rust_over_c_percent: overhead.percent.map(rounded),
            cold_compile_and_load_ms: rounded(saved.cold),
            warm_compile_and_load_ms: rounded(saved.warm),
            warm_is_times_as_fast: rounded(saved.faster),
            headers,
            parallel,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.setup)?;
        writeln!(f, "NVRTC       {}, device {}\n", self.nvrtc, self.device)?;
        if let (Some(c), Some(percent)) = (self.compile_in_c_ms, self.rust_over_c_percent) {
            writeln!(f, "compile in C              {c:>9.3} ms")?;
            writeln!(
                f,
                "compile in Rust           {:>9.3} ms  {percent:+.2} %",
                self.compile_in_rust_ms
            )?;
        } else {
            writeln!(f, "compile in Rust           {:>9.3} ms", self.compile_in_rust_ms)?;
        }
        writeln!(f, "cold: compile and load    {:>9.3} ms", self.cold_compile_and_load_ms)?;
        write!(
            f,
            "warm: the same from cache {:>9.3} ms  × {:.1} as fast",
            self.warm_compile_and_load_ms, self.warm_is_times_as_fast
        )?;
        for row in &self.headers {
            write!(
                f,
                "\n<{}>, {} files: miss {:.1} ms, first hit of a process {:.3} ms, again {:.3} ms",
                row.include, row.files, row.miss_ms, row.hit_ms, row.hit_again_ms
            )?;
        }
        for row in &self.parallel {
            write!(
                f,
                "\n{}: once {:.1} ms, {} threads at once {:.1} ms, × {:.2} as much",
                row.work, row.alone_ms, row.threads, row.together_ms, row.gain
            )?;
        }
        Ok(())
    }
}
