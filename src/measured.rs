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

/// Writes a report as readable JSON: see [`to_json`].
///
/// # Errors
/// If the file can't be written.
pub fn write_json(report: &impl Serialize, path: &Path) -> Result<(), Box<dyn Error>> {
    fs::write(path, to_json(report)?)
        .map_err(|error| format!("writing {}: {error}", path.display()).into())
}

/// Returns a report as readable JSON: lists and objects that contain no others are filled lines.
///
/// # Errors
/// If it can't be JSON.
pub fn to_json(report: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(report)?;
    let lines: Vec<&str> = text.lines().collect();
    let (mut json, mut at) = (String::new(), 0);
    while let Some(line) = lines.get(at) {
        // Only what opens a list or an object ends like this: texts end with a quotation mark.
        let opens = |line: &str| line.ends_with(['[', '{']);
        let closes = |line: &str| line.trim_start().starts_with([']', '}']);
        let length = lines[at + 1..].iter().position(|line| opens(line) || closes(line));
        match length {
            Some(length) if opens(line) && closes(lines[at + 1 + length]) => {
                fill(&mut json, line, &lines[at + 1..=at + 1 + length]);
                at += length + 2;
            }
            _ => {
                json += line;
                json += "\n";
                at += 1;
            }
        }
    }
    Ok(json)
}

/// Appends a list or an object, which ends with `rest`, as filled lines.
fn fill(json: &mut String, first: &str, rest: &[&str]) {
    const WIDTH: usize = 120;
    let indentation = rest[0].len() - rest[0].trim_start().len();
    let mut length = first.len();
    *json += first;
    for (i, item) in rest.iter().enumerate() {
        let item = item.trim_start();
        if i > 0 && i + 1 < rest.len() {
            if length + 1 + item.len() > WIDTH {
                *json += "\n";
                json.extend(std::iter::repeat_n(' ', indentation));
                length = indentation;
            } else {
                *json += " ";
                length += 1;
            }
        }
        *json += item;
        length += item.len();
    }
    *json += "\n";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_objects_without_others_are_filled_lines() {
        let rounds: Vec<u32> = (100..140).collect();
        let report = serde_json::json!({ "a": { "b": 1, "c": "[" }, "d": [], "rounds": rounds });
        let text = to_json(&report).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), report);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["{", r#"  "a": {"b": 1, "c": "["},"#, r#"  "d": [],"#]);
        assert!(lines.len() == 6 && lines.iter().all(|line| line.len() <= 120), "{text}");
    }
}
