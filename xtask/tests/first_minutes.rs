//! A newcomer's first problems: wrong arguments, no network, Ctrl-C.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

#[allow(dead_code)]
#[path = "../../src/skip.rs"]
mod skipping;

/// A machine with an empty cache, where Python is a script.
struct Machine(TempDir);

impl Machine {
    fn new(python: &str) -> Self {
        let machine = Self(tempfile::tempdir().unwrap());
        let script = format!("#!/bin/sh\n{python}\n");
        // Another program writes it, because a file that this process writes may be open in a child of another test.
        let mut shell = Command::new("sh");
        shell.args(["-c", "printf '%s' \"$1\" > \"$0\"; chmod 755 \"$0\""]);
        let written = shell.arg(machine.python()).arg(script).status().unwrap();
        assert!(written.success());
        let mode = fs::metadata(machine.python()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
        machine
    }

    fn python(&self) -> PathBuf {
        self.0.path().join("python")
    }

    fn cache(&self) -> PathBuf {
        self.0.path().join("cache")
    }

    fn xtask(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command
            .args(arguments)
            .env("PYTHON", self.python())
            .env("CUDA_RUST_CACHE", self.cache())
            .env_remove("CUDA_NVRTC")
            .stdin(Stdio::null());
        command
    }

    fn output(&self, arguments: &[&str]) -> Output {
        self.xtask(arguments).output().unwrap()
    }

    /// Returns `true` if Python was started, by a file that the script leaves.
    fn fetched(&self) -> bool {
        self.0.path().join("started").exists()
    }
}

const NOTES_ITS_START: &str = "touch \"$(dirname \"$0\")/started\"; exit 1";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn saxpy_explains_its_options_without_fetching() {
    let machine = Machine::new(NOTES_ITS_START);
    let output = machine.output(&["saxpy", "--help"]);
    let help = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for part in ["cargo xtask saxpy", "--size", "--device", "--json", "--arch"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(!machine.fetched());
}

#[test]
fn a_wrong_argument_of_saxpy_is_an_error_before_fetching() {
    let machine = Machine::new(NOTES_ITS_START);
    for (arguments, part) in [
        (&["--no-such-option"][..], "--no-such-option"),
        (&["--size", "many"], "many"),
        (&["--size", "18446744073709551615"], "18446744073709551615"),
        (&["--size", "-5"], "expected a number of elements, such as 16777216"),
        (&["--block", "4096"], "4096"),
        (&["--arch", "foo"], "foo"),
    ] {
        let output = machine.output(&[&["saxpy"], arguments].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(part), "{error}");
    }
    assert!(!machine.fetched());
}

#[test]
fn an_unwritable_report_is_an_error_before_fetching() {
    let machine = Machine::new(NOTES_ITS_START);
    let output = machine.output(&["saxpy", "--json", "/nowhere/saxpy.json"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("/nowhere/saxpy.json"), "{error}");
    assert!(!machine.fetched());
}

#[test]
fn a_closed_standard_error_is_not_a_panic() {
    let machine = Machine::new(NOTES_ITS_START);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut xtask = machine.xtask(&["saxpy", "--json", "/nowhere/saxpy.json"]);
    assert_eq!(xtask.stderr(writer).status().unwrap().code(), Some(1));
}

#[test]
fn a_failed_fetch_is_an_error_with_a_remedy() {
    let machine = Machine::new("echo 'ERROR: Could not find a version' >&2; exit 1");
    let output = machine.output(&["provision"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    for part in ["Could not find a version", "HTTPS_PROXY", "PIP_INDEX_URL"] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn programs_use_the_fetched_nvrtc_and_its_location_is_printed() {
    let machine = Machine::new(NOTES_ITS_START);
    let pins = include_str!("../nvrtc.toml").lines();
    for version in pins.filter_map(|line| line.strip_prefix("version = \"")) {
        let name = format!("nvrtc/{}-linux-x86_64", version.trim_end_matches('"'));
        fs::create_dir_all(machine.cache().join(name)).unwrap();
    }
    // One script replaces the program, and prints what it gets; the other replaces Cargo, and names the program.
    let program = Machine::new("echo \"$CUDA_NVRTC;$CUDA_QUERY_FETCHED_NVRTC;$LD_LIBRARY_PATH\"");
    let message = format!("{{\"executable\":\"{}\"}}", program.python().display());
    let cargo = Machine::new(&format!("echo '{message}'"));
    let run = |command: &str| {
        let toolchain = "/toolchain/lib/rustlib/x86_64-unknown-linux-gnu/lib:/toolchain/lib";
        let mut xtask = machine.xtask(&[command]);
        xtask.env("LD_LIBRARY_PATH", format!("/target/debug:{toolchain}:/opt"));
        xtask.env_remove("CUDA_QUERY_FETCHED_NVRTC");
        let output = xtask.env("CARGO", cargo.python()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (found, messages) = run("saxpy");
    let found = found.split(';').next().unwrap();
    let cache = machine.cache();
    if !found.starts_with(cache.to_str().unwrap()) {
        return skipping::skip("this machine has an NVRTC");
    }
    assert!(messages.contains(&format!("CUDA_NVRTC={found}")), "{messages}");
    // device-query reports the user's environment, and that NVRTC as a fetched one.
    assert_eq!(run("device-query").0, format!(";{found};/opt\n"));
    assert!(!machine.fetched());
}

#[test]
fn an_interrupted_fetch_leaves_no_files() {
    // It downloads a byte, signals that to the test, and never ends.
    let machine = Machine::new(
        "[ \"$1\" = --version ] && exit\necho 1 > \"$TMPDIR/half\"; echo >> \"$HEARD\"; exec sleep 1000",
    );
    let received = machine.0.path().join("heard");
    let status = Command::new("mkfifo").arg(&received).status().unwrap();
    assert!(status.success());
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut fetch = machine.xtask(&["provision"]);
        let fetch = fetch.env("HEARD", &received).stderr(Stdio::piped());
        let fetch = fetch.spawn().unwrap();
        let mut line = String::new();
        let mut hears = BufReader::new(fs::File::open(&received).unwrap());
        hears.read_line(&mut line).unwrap();
        assert_ne!(files_below(&machine.cache()), [] as [PathBuf; 0]);

        let mut kill = Command::new("kill");
        kill.args(["-s", signal, &fetch.id().to_string()]);
        assert!(kill.status().unwrap().success());
        let output = fetch.wait_with_output().unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{error}");
        let last = error.lines().last();
        assert_eq!(last, Some("interrupted; incomplete downloads were removed"));
        assert_eq!(files_below(&machine.cache()), [] as [PathBuf; 0]);
    }
}

#[test]
fn a_killed_fetch_does_not_count_as_complete() {
    let machine = Machine::new(
        "[ \"$1\" = --version ] && exit\necho 1 > \"$TMPDIR/half\"; echo >> \"$HEARD\"; exec cat \"$END\"",
    );
    let (received, end) = (machine.0.path().join("heard"), machine.0.path().join("end"));
    let status = Command::new("mkfifo").args([&received, &end]).status();
    assert!(status.unwrap().success());
    let mut fetch = machine.xtask(&["provision"]);
    let fetch = fetch.env("HEARD", &received).env("END", &end);
    let mut fetch = fetch.stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    let mut hears = BufReader::new(fs::File::open(&received).unwrap());
    hears.read_line(&mut line).unwrap();
    fetch.kill().unwrap();
    assert_eq!(fetch.wait().unwrap().code(), None);
    // `cat` waits for this, so that it doesn't outlive the test.
    drop(fs::OpenOptions::new().write(true).open(&end).unwrap());

    let left = files_below(&machine.cache());
    let unfinished = machine.cache().join("unfinished");
    assert!(!left.is_empty());
    assert!(left.iter().all(|file| file.starts_with(&unfinished)));

    let mut again = machine.xtask(&["provision"]);
    let next = Machine::new(NOTES_ITS_START);
    let output = again.env("PYTHON", next.python()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(next.fetched());
    // Folders less than a day old may belong to a fetch that is still running.
    assert_eq!(files_below(&machine.cache()), left);
}
