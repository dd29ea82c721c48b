//! The setup that is quoted with figures: date, processor, compilers; and medians.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use serde::Serialize;

/// The date and setup of a measurement.
#[derive(Debug, Clone, Serialize)]
pub struct Setup {
    /// The date and time in UTC.
    pub date: String,
    /// The processor's name, if the system reports it.
    pub processor: Option<String>,
    /// The number of cores that this process may use.
    pub cores: usize,
    /// The Rust compiler.
    pub rust: &'static str,
    /// The C compiler; `None` if none was found when this was built.
    pub c: Option<&'static str>,
}

impl Setup {
    /// Returns the current date and this machine's setup.
    #[must_use]
    pub fn now() -> Self {
        Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            processor: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            rust: env!("RUST_COMPILER"),
            c: option_env!("C_COMPILER"),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Processor   {}, {} cores",
            self.processor.as_deref().unwrap_or("unknown"),
            self.cores
        )?;
        write!(
            f,
            "Compilers   {}; {}",
            self.rust,
            self.c.unwrap_or("no C compiler was found, so the C versions weren't built")
        )
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the exit code of a benchmark's `main`, after printing the error.
#[must_use]
pub fn exit(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the median, for an even number of samples the upper one of the two; NaN for none.
#[must_use]
pub fn median(samples: &[f64]) -> f64 {
    let mut samples = samples.to_vec();
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Rounds to three decimals, because further digits are meaningless.
#[must_use]
pub fn rounded(figure: f64) -> f64 {
    (figure * 1000.0).round() / 1000.0
}

/// Writes a report as readable JSON.
///
/// # Errors
/// If the file can't be written.
pub fn write_json(report: &impl Serialize, path: &Path) -> Result<(), Box<dyn Error>> {
    let text = serde_json::to_string_pretty(report)? + "\n";
    fs::write(path, text).map_err(|error| format!("writing {}: {error}", path.display()).into())
}
