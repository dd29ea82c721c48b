//! The ignored tests of a module, each in a process whose driver is the software device, unless GPUs are wanted.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Returns `true` unless the tests use GPUs.
pub fn is_software() -> bool {
    std::env::var("CUDA_TEST_DEVICE").as_deref() != Ok("hardware")
}

/// Runs the ignored tests of `module`, of which there are at least that many. `variables` returns those that the software
/// device needs besides that of the driver, given the folder with its libraries.
pub fn run(
    module: &str,
    least: usize,
    variables: impl FnOnce(&Path) -> Vec<(&'static str, OsString)>,
) {
    let folder = tempfile::tempdir().unwrap();
    let mut given = Vec::new();
    if is_software() {
        cuda_rust::built::write_software_driver(folder.path()).unwrap();
        given = variables(folder.path());
        given.push(("CUDA_DRIVER", folder.path().into()));
    }
    let program = std::env::current_exe().unwrap();
    let list = Command::new(&program).args(["--list", "--ignored"]).output();
    let list = String::from_utf8(list.unwrap().stdout).unwrap();
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let (_, module) = module.split_once("::").unwrap();
    let tests = tests.filter(|test| test.split_once("::").is_some_and(|(of, _)| of == module));
    let tests: Vec<&str> = tests.collect();
    assert!(tests.len() >= least, "{list}");
    for test in tests {
        let mut command = Command::new(&program);
        command.args(["--exact", "--ignored", "--nocapture", test]).envs(given.clone());
        let output = command.output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        let has_passed = output.status.success() && out.contains("1 passed");
        assert!(has_passed, "{test}: {out}{error}");
    }
}
