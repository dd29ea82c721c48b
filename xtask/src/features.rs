//! `cargo xtask features`: checks that `cuda-driver` builds with each of its features alone.

use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::cargo;

const PACKAGE: &str = "cuda-driver";

pub(crate) fn run() -> Result<ExitCode> {
    let packages = cargo::metadata()?.packages;
    let package = packages.into_iter().find(|it| it.name == PACKAGE);
    let package = package.with_context(|| format!("the workspace has no package {PACKAGE}"))?;
    // Without any first: what all have in common fails once.
    let alone = package.features.into_keys();
    for feature in [String::new()].into_iter().chain(alone) {
        let name = if feature.is_empty() { "none" } else { &feature };
        xtask_print::print_note(format_args!("feature: {name}"));
        // Clippy, because the compiler's flags would apply to all dependencies, and compile them again.
        let mut clippy = cargo::command("clippy");
        clippy.args(["--quiet", "--package", PACKAGE, "--lib"]);
        clippy.args(["--no-default-features", "--features", &feature]);
        clippy.args(["--", "--deny", "warnings"]);
        let code = cargo::run(&mut clippy)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    Ok(ExitCode::SUCCESS)
}
