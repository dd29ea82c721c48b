//! `cargo xtask compare`: the same SAXPY application in C++, Rust and Python, and the cost of a launch.
//!
//! `benches/compare` is a separate package, so that no other command compiles its plotting library.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use xtask::headers::Headers;
use xtask::{Wheels, driver, nvrtc};

use crate::{cargo, software_driver};

const PACKAGE: &str = "saxpy-compare";

/// The variable that chooses the device, as for the example and the tests.
const DEVICE: &str = "CUDA_TEST_DEVICE";

/// The variable that sets the CUDA version of the software device's driver.
const SOFTWARE_VERSION: &str = "CUDA_SIM_DRIVER_VERSION";

/// Builds the comparison, the Rust programs and the benchmark of launches, and runs it with an NVRTC that suits the
/// driver.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let wheels = Wheels::of_this_machine()?;
    let nvrtc = nvrtc::provision(&wheels);
    if let Err(error) = &nvrtc {
        eprintln!("warning: continuing without the programs that need NVRTC: {error:#}");
    }
    let mut build = cargo::command("build");
    build.args(["--release", "--package", PACKAGE]);
    if !succeeds(&mut build)? {
        return Ok(ExitCode::FAILURE);
    }
    let has_launches = succeeds(cargo::cudarc_compare("build")?.arg("--release"))?;

    let mut compare = command(arguments);
    if let Ok(nvrtc) = nvrtc {
        compare.env(nvrtc::VARIABLE, nvrtc);
    }
    if !has_launches {
        compare.args(["--without-launches", "their benchmark wasn't built"]);
    }
    // Without a toolkit, the C++ is compiled with these headers if they were already fetched.
    let headers = Headers::pinned()?.folder(wheels.cache());
    if env::var_os("CUDA_HEADERS").is_none() && headers.is_dir() {
        compare.env("CUDA_HEADERS", headers);
    }
    let folder = software_device()?;
    if let Some(folder) = &folder {
        software_driver::build(folder.path())?;
        compare.arg("--software-driver").arg(folder.path());
        if env::var_os(SOFTWARE_VERSION).is_none() {
            // It loads the PTX of any NVRTC.
            compare.env(SOFTWARE_VERSION, "13.5");
        }
    }
    cargo::run(&mut compare)
}

/// Returns whether a Cargo command succeeds; Cargo prints its error.
fn succeeds(command: &mut Command) -> Result<bool> {
    let status = command.status().context("starting Cargo")?;
    Ok(status.success())
}

fn command(arguments: &[OsString]) -> Command {
    let mut compare = cargo::command("run");
    compare
        .args(["--quiet", "--release", "--package", PACKAGE, "--"])
        .args(arguments);
    compare
}

/// Returns a folder with the software device if it should be used: if it is requested, or there is no driver.
fn software_device() -> Result<Option<TempDir>> {
    let wish = env::var(DEVICE).unwrap_or_default();
    if !wants_software(&wish, || driver::version().is_some())? {
        return Ok(None);
    }
    if wish != "software" {
        eprintln!("no usable CUDA driver was found: running on the software device");
    }
    let folder = tempfile::tempdir().context("making a folder for the software device")?;
    Ok(Some(folder))
}

fn wants_software(wish: &str, has_driver: impl Fn() -> bool) -> Result<bool> {
    match wish {
        "software" => Ok(true),
        "hardware" => Ok(false),
        "" | "auto" => Ok(!has_driver()),
        _ => bail!("{DEVICE} is {wish:?}; it can be hardware, software or auto"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_software_device_is_for_those_who_ask_or_have_no_driver() {
        let wants = |wish, driver| wants_software(wish, || driver).unwrap();
        assert!(wants("software", true) && wants("auto", false) && wants("", false));
        assert!(!wants("hardware", false) && !wants("auto", true) && !wants("", true));
    }

    #[test]
    fn an_unknown_device_is_an_error_that_names_the_known_ones() {
        let error = wants_software("gpu", || true).unwrap_err().to_string();
        assert!(error.contains("\"gpu\"") && error.contains("hardware, software or auto"));
    }
}
