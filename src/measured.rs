//! What figures are quoted with: date, processor, compilers; and how many of them become one.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use serde::Serialize;

/// When and with what something was measured.
#[derive(Debug, Clone, Serialize)]
pub struct Setup {
    /// The date and time in UTC.
    pub date: String,
    /// The processor's name, where the system tells it.
    pub processor: Option<String>,
    /// How many of its cores this process may use.
    pub cores: usize,
    /// The Rust compiler.
    pub rust: &'static str,
    /// The C compiler; `None` if none was found when this was built.
    pub c: Option<&'static str>,
}

impl Setup {
    /// This machine, now.
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
            self.c
                .unwrap_or("no C compiler was found, so there is no C twin")
        )
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// What the `main` of a benchmark returns, once its error is told.
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

/// Returns the middle sample, of an even number the upper one of the two; not a number of none.
#[must_use]
pub fn median(samples: &[f64]) -> f64 {
    let mut samples = samples.to_vec();
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}

/// To a thousandth: more digits say nothing.
#[must_use]
pub fn rounded(figure: f64) -> f64 {
    (figure * 1000.0).round() / 1000.0
}

/// Writes a report as JSON for people to read, too.
///
/// # Errors
/// The file can't be written.
pub fn write_json(report: &impl Serialize, path: &Path) -> Result<(), Box<dyn Error>> {
    let text = serde_json::to_string_pretty(report)? + "\n";
    fs::write(path, text).map_err(|error| format!("writing {}: {error}", path.display()).into())
}
