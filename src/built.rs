//! The workspace's examples and libraries, for tests that start or load them.
//!
//! They are built with the features that `cargo xtask test` builds them with, so nothing is compiled twice.

use std::env::{self, consts};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
#[path = "../cuda-sim/command/src/folder.rs"]
mod libraries;

/// The variable with the options of the `cargo test` that built the tests, and what stands for it without one.
const BUILD: &str = "CUDA_TEST_BUILD";
const ALONE: &str = "--workspace --features saxpy/profile";

/// The variable with the folder of examples and libraries that were built before, where there is no Cargo.
const BUILT: &str = "CUDA_TEST_BUILT";

/// Returns a command that runs the example `name`.
///
/// # Panics
///
/// If it isn't built.
pub fn example(name: &str) -> Command {
    let file = format!("{name}{}", consts::EXE_SUFFIX);
    Command::new(folder().join("examples").join(file))
}

/// Returns the file of the dynamic library `name`.
///
/// # Panics
///
/// If it isn't built.
pub fn library(name: &str) -> PathBuf {
    let file = format!("{}{name}{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    folder().join(file)
}

/// Writes the software device to `folder`, under the names by which programs load the driver and, on Linux, the libraries
/// that it has, with what `cuda-sim` needs, but without the runtime.
///
/// # Errors
///
/// If a file can't be written.
///
/// # Panics
///
/// If the software device isn't built.
pub fn write_software_driver(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let write = |name: &str, built: &str| {
        let file = folder.join(name);
        // Running programs keep the file that they loaded.
        fs::remove_file(&file).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })?;
        fs::copy(library(built), file)
    };
    #[cfg(not(target_os = "linux"))]
    write("nvcuda.dll", "cuda_sim_driver")?;
    #[cfg(target_os = "linux")]
    {
        write(libraries::FILE, "cuda_sim_driver")?;
        write(libraries::AUDIT, "cuda_sim_audit")?;
        libraries::complete(folder)?;
    }
    Ok(())
}

/// Returns the target folder of the running test's profile, once everything is built.
#[expect(clippy::panic, clippy::expect_used, reason = "it is for tests")]
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        if let Some(folder) = env::var_os(BUILT) {
            return folder.into();
        }
        let test = env::current_exe().expect("a test knows where it is");
        let folder = test.ancestors().nth(2).expect("Cargo's target folder");
        let target = folder.parent().expect("Cargo's target folder");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build
            .args(["build", "--quiet", "--lib", "--examples"])
            .args(env::var(BUILD).as_deref().unwrap_or(ALONE).split_whitespace())
            .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
            .env("CARGO_TARGET_DIR", target);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        let status = build.status().expect("Cargo starts");
        if !status.success() {
            panic!("{build:?} failed: {status}");
        }
        folder.to_path_buf()
    })
}
