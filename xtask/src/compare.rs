//! `cargo xtask compare`: the same SAXPY application in C++, Rust and Python, and the cost of a launch.
//!
//! `benches/compare` is a separate package, so that no other command compiles its plotting library.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use tempfile::TempDir;
use xtask::headers::Headers;
use xtask::{Wheels, driver, nvrtc};

use crate::cargo;
use crate::software_driver;

const PACKAGE: &str = "saxpy-compare";

/// The variable that sets the CUDA version of the software device's driver.
const SOFTWARE_VERSION: &str = "CUDA_SIM_DRIVER_VERSION";

/// Builds the comparison, the Rust programs and the benchmark of launches, and runs it with an NVRTC that suits the
/// driver.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let wheels = Wheels::of_this_machine()?;
    let nvrtc = nvrtc::provision(&wheels);
    if let Err(error) = &nvrtc {
        xtask_print::print_note(format_args!(
            "warning: continuing without the programs that need NVRTC: {error:#}"
        ));
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
    compare.args(["--quiet", "--release", "--package", PACKAGE, "--"]).args(arguments);
    compare
}

/// Returns a folder with the software device if it should be used: if it is requested, or there is no GPU.
fn software_device() -> Result<Option<TempDir>> {
    let Some(reason) = driver::why_software_device()? else {
        return Ok(None);
    };
    xtask_print::print_note(format_args!("{reason}: running on the software device"));
    let folder = tempfile::tempdir().context("making a folder for the software device")?;
    Ok(Some(folder))
}
