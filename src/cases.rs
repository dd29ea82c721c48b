//! Test cases with another library's results: JSON files, which one test program per crate runs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, panic};

use serde_json::Value;

use crate::options;

/// The outcome of a case.
pub enum Outcome {
    /// The same result as the other library's.
    Passed,
    /// The crate reports that it doesn't support this, which fails a case of the first tier.
    Unsupported(String),
    /// Another result.
    Failed(String),
}

/// Files of one format.
pub struct Format<'a> {
    /// The `format` in a file.
    pub name: &'static str,
    /// What the cases demonstrate.
    pub promise: &'static str,
    /// The key of the list of cases.
    pub list: &'static str,
    /// Other keys that a file may have, in addition to `format`, `upstream`, `note` and `made_from`.
    pub keys: &'static [&'static str],
    /// Checks the rest of a file, and returns what is wrong.
    pub check: &'a dyn Fn(&Value) -> Vec<String>,
    /// Runs a case.
    pub run: &'a dyn Fn(Case<'_>) -> Outcome,
}

/// A case, and its location.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The folder of the file.
    pub folder: &'a Path,
    /// The whole file.
    pub file: &'a Value,
    /// The case itself.
    pub case: &'a Value,
}

/// Runs all cases in `tests/data`, and in the folders of the option `cases` and of the variable `COMPANION_CASES`: the
/// files of `parts` in each, or those in the folder itself. Files in formats listed in `elsewhere` belong to other crates.
///
/// A case has a `name`, and may have a `tier`: in the second tier, unsupported cases are counted, and fail only if
/// the option `tier` is 2. A folder without any cases fails.
pub fn run(parts: &[&str], formats: &[Format<'_>], elsewhere: &[&str]) -> ExitCode {
    let given = [options::given("cases"), env::var("COMPANION_CASES").ok()];
    // The folder in which Cargo starts it; a copied program can also be started there.
    let mut folders = vec![PathBuf::from("tests/data")];
    for given in given.iter().flatten() {
        folders.extend(env::split_paths(given).filter(|path| !path.as_os_str().is_empty()));
    }
    let mut tally = Tally::default();
    for folder in folders {
        let before = tally.files;
        for file in files(&folder, parts) {
            match run_file(&file, formats, elsewhere, &mut tally) {
                Ok(true) => tally.files += 1,
                Ok(false) => {}
                Err(error) => tally.fail(format!("{}: {error}", file.display())),
            }
        }
        if tally.files == before {
            let folder = folder.display();
            tally.fail(format!("{folder} has no cases of {}", parts.join(" or ")));
        }
    }
    tally.end()
}

fn files(folder: &Path, parts: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for part in parts.iter().chain(&["."]) {
        let entries = fs::read_dir(folder.join(part)).into_iter().flatten();
        let paths = entries.flatten().map(|entry| entry.path());
        files.extend(
            paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")),
        );
    }
    files.sort();
    files
}

/// Returns whether the file has cases for this crate.
fn run_file(
    path: &Path,
    formats: &[Format<'_>],
    elsewhere: &[&str],
    tally: &mut Tally,
) -> Result<bool, Box<dyn std::error::Error>> {
    let file: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    let name = file["format"].as_str().unwrap_or_default();
    if elsewhere.contains(&name) {
        return Ok(false);
    }
    let format = formats.iter().find(|format| format.name == name);
    let format = format.ok_or_else(|| format!("unknown format {}", file["format"]))?;
    let allowed_keys = ["format", "upstream", "note", "made_from", format.list];
    for key in file.as_object().into_iter().flat_map(|file| file.keys()) {
        if !allowed_keys.contains(&key.as_str()) && !format.keys.contains(&key.as_str()) {
            tally.fail(format!("{}: unknown key {key}", path.display()));
        }
    }
    let cases = file[format.list].as_array();
    let cases = cases.ok_or_else(|| format!("'{}' isn't a list", format.list))?;
    let before = tally.failures.len();
    for wrong in (format.check)(&file) {
        tally.fail(format!("{}: {wrong}", path.display()));
    }
    for case in cases {
        let whole = Case { folder: path.parent().unwrap_or(Path::new(".")), file: &file, case };
        let outcome = caught(|| (format.run)(whole)).unwrap_or_else(Outcome::Failed);
        let file = path.file_name().unwrap_or_default().display();
        let tier = case["tier"].as_u64().unwrap_or(1);
        tally.add(&format!("{file} {}", case["name"]), tier, outcome);
    }
    let result = match tally.failures.len() - before {
        0 => "ok".to_owned(),
        failed => format!("FAILED {failed}"),
    };
    let (promise, path, count) = (format.promise, path.display(), cases.len());
    println!("test {promise} ({path}, {count} cases) ... {result}");
    Ok(true)
}

/// Returns the result of `work`, or the message of its panic.
///
/// # Errors
/// The message, if it panics.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(panic::AssertUnwindSafe(work)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text =
            text.or_else(|| payload.downcast_ref::<&str>().map(|message| (*message).to_owned()));
        format!("panicked: {}", text.unwrap_or_default())
    })
}

/// Checks nothing else in a file.
pub fn nothing(_: &Value) -> Vec<String> {
    Vec::new()
}

/// The outcomes of all cases.
#[derive(Default)]
struct Tally {
    files: usize,
    /// For each tier: passed, failed, and unsupported.
    tiers: [[usize; 3]; 2],
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, tier: u64, outcome: Outcome) {
        let place = usize::from(tier > 1);
        let required = options::given("tier").or_else(|| env::var("COMPANION_TIER").ok());
        let all_required = required.is_some_and(|tier| tier == "2");
        let [passed, failed, refused] = &mut self.tiers[place];
        match outcome {
            Outcome::Passed => *passed += 1,
            Outcome::Unsupported(text) => {
                *refused += 1;
                if tier < 2 || all_required {
                    self.fail(format!("{name}: unsupported: {text}"));
                }
            }
            Outcome::Failed(text) => {
                *failed += 1;
                self.fail(format!("{name}: {text}"));
            }
        }
    }

    fn fail(&mut self, text: String) {
        self.failures.push(text);
    }

    fn end(self) -> ExitCode {
        for failure in &self.failures {
            println!("FAILED {failure}");
        }
        let of_tier = |tier: usize| {
            let [passed, failed, refused] = self.tiers[tier - 1];
            let all = passed + failed + refused;
            format!("tier {tier}: {passed} / {all} passed, {failed} failed, {refused} refused")
        };
        println!("{}; {}", of_tier(1), of_tier(2));
        if self.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
