//! `cargo xtask features`: checks that `cuda-driver` builds with each of its features alone.

use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::cargo;

const PACKAGE: &str = "cuda-driver";

pub(crate) fn run() -> Result<ExitCode> {
    let metadata = cargo::metadata()?;
    // Its own folder, so that it doesn't wait for other commands to unlock theirs.
    let target = metadata.target_directory.join("features");
    let packages = metadata.packages;
    let package = packages.into_iter().find(|it| it.name == PACKAGE);
    let package = package.with_context(|| format!("the workspace has no package {PACKAGE}"))?;
    // Without any first: what all have in common fails once.
    let alone = package.features.into_keys();
    for feature in [String::new()].into_iter().chain(alone) {
        let name = if feature.is_empty() { "none" } else { &feature };
        xtask_print::print_note(format_args!("feature: {name}"));
        // `cargo check` has no flags for one package alone.
        let mut check = cargo::command("rustc");
        check.args(["--quiet", "--profile", "check", "--package", PACKAGE, "--lib"]);
        check.args(["--no-default-features", "--features", &feature]);
        check.arg("--target-dir").arg(&target);
        check.args(["--", "--deny", "warnings"]);
        let code = cargo::run(&mut check)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    Ok(ExitCode::SUCCESS)
}
