//! `cargo xtask compare`: the same SAXPY application in C++, Rust and Python.
//!
//! The comparer is a package of its own, `benches/compare`, so that no other command compiles what draws its plots.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use tempfile::TempDir;
use xtask::headers::Headers;
use xtask::{Wheels, driver, nvrtc};

use crate::{cargo, software_driver};

const PACKAGE: &str = "saxpy-compare";

/// Builds the comparer and the Rust programs, and runs it with an NVRTC that suits the driver.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let wheels = Wheels::of_this_machine()?;
    let nvrtc = nvrtc::provision(&wheels)?;
    let mut build = cargo::command("build");
    build.args(["--release", "--package", PACKAGE]);
    let status = build.status().context("starting Cargo")?;
    if !status.success() {
        // Cargo has said why.
        return Ok(ExitCode::FAILURE);
    }

    let mut compare = command(arguments);
    compare.env(nvrtc::VARIABLE, nvrtc);
    // The C++ with the driver API is compiled with these where no toolkit is; they aren't fetched for it.
    let headers = Headers::pinned()?.folder(wheels.cache());
    if env::var_os("CUDA_HEADERS").is_none() && headers.is_dir() {
        compare.env("CUDA_HEADERS", headers);
    }
    let folder = software_device()?;
    if let Some(folder) = &folder {
        software_driver::build(folder.path())?;
        compare.arg("--software-driver").arg(folder.path());
    }
    cargo::run(&mut compare)
}

fn command(arguments: &[OsString]) -> Command {
    let mut compare = cargo::command("run");
    compare
        .args(["--quiet", "--release", "--package", PACKAGE, "--"])
        .args(arguments);
    compare
}

/// A folder for the software device, if that is what to run on: where it is asked for, or there is no driver.
fn software_device() -> Result<Option<TempDir>> {
    let wish = env::var("CUDA_TEST_DEVICE").unwrap_or_default();
    let software = match wish.as_str() {
        "software" => true,
        "hardware" => false,
        _ => driver::version().is_none(),
    };
    if !software {
        return Ok(None);
    }
    if wish != "software" {
        eprintln!("no usable CUDA driver was found: running on the software device");
    }
    let folder = tempfile::tempdir().context("making a folder for the software device")?;
    Ok(Some(folder))
}
