//! The setup that is quoted with figures: date, processor, compilers; and medians.

use std::error::Error;
use std::fmt;
use std::fs;
use std::iter::{Peekable, repeat_n};
use std::path::Path;
use std::process::ExitCode;
use std::str::Lines;
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

/// Returns a report as readable JSON: what fits into a line is one, and other lists and objects are filled lines, with a
/// line for each list or object in a list.
///
/// # Errors
/// If it can't be JSON.
pub fn to_json(report: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(report)?;
    let mut json = FilledJson { text: String::new(), start: 0 };
    let part = JsonPart::next(&mut text.lines().peekable());
    json.add(&part, 0);
    Ok(json.text + "\n")
}

/// A value of pretty JSON, with its name and comma.
struct JsonPart<'t> {
    /// The value, or what opens a list or an object.
    first: &'t str,
    parts: Vec<JsonPart<'t>>,
    /// What closes it.
    last: &'t str,
}

impl<'t> JsonPart<'t> {
    fn next(lines: &mut Peekable<Lines<'t>>) -> Self {
        let first = lines.next().unwrap_or_default().trim_start();
        let mut part = Self { first, parts: Vec::new(), last: "" };
        // Only what opens a list or an object ends like this: texts end with a quotation mark.
        if first.ends_with(['[', '{']) {
            while lines.peek().is_some_and(|line| !line.trim_start().starts_with([']', '}'])) {
                part.parts.push(Self::next(lines));
            }
            part.last = lines.next().unwrap_or_default().trim_start();
        }
        part
    }

    fn in_a_line(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(Self::in_a_line).collect();
        format!("{}{}{}", self.first, parts.join(" "), self.last)
    }
}

/// JSON, and where its last line starts.
struct FilledJson {
    text: String,
    start: usize,
}

impl FilledJson {
    fn begin_line(&mut self, indentation: usize) {
        self.text += "\n";
        self.start = self.text.len();
        self.text.extend(repeat_n(' ', indentation));
    }

    /// Adds a value whose name stands at `indentation`.
    fn add(&mut self, part: &JsonPart<'_>, indentation: usize) {
        const WIDTH: usize = 160;
        let in_a_line = part.in_a_line();
        if part.parts.is_empty() || self.text.len() - self.start + in_a_line.len() <= WIDTH {
            self.text += &in_a_line;
            return;
        }
        self.text += part.first;
        let is_list = part.first.ends_with('[');
        let mut is_line_over = false;
        for (at, item) in part.parts.iter().enumerate() {
            let length = item.in_a_line().len();
            // The last item is followed by what closes the list.
            let room = (WIDTH - 2).saturating_sub(self.text.len() - self.start);
            let is_own_line = !item.parts.is_empty() && is_list;
            if is_own_line || is_line_over || length >= room {
                self.begin_line(indentation + 2);
            } else if at > 0 {
                self.text += " ";
            }
            self.add(item, indentation + 2);
            is_line_over = is_own_line || indentation + 2 + length > WIDTH;
        }
        if is_line_over {
            self.begin_line(indentation);
        }
        self.text += part.last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_into_a_line_is_one_and_the_rest_is_filled_lines() {
        let rounds: Vec<u32> = (100..160).collect();
        let rows: Vec<_> = (0..3).map(|row| serde_json::json!({ "row": { "a": row } })).collect();
        let long = serde_json::json!({ "b": "x".repeat(140), "rounds": rounds });
        let report = serde_json::json!({ "a": { "b": 1, "c": "[" }, "d": [], "rounds": rounds, "rows": rows, "z": [long] });
        let text = to_json(&report).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), report);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(r#"{"a": {"b": 1, "c": "["}, "d": [],"#), "{text}");
        assert!(lines.iter().all(|line| line.len() <= 160), "{text}");
    }
}
