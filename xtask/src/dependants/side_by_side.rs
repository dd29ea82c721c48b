//! The tests of compat/side-by-side, a part of `cargo xtask dependants`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use xtask::Wheels;
use xtask::headers::Headers;

use crate::cargo;
use crate::dependants::registry;
use crate::suites::by_cargo::Tests;
use crate::suites::run::Results;
use crate::workspace::{cargo as cargo_in, copy, succeed, write};

/// The name of the tests, and of their folder.
pub(crate) const NAME: &str = "side-by-side";

/// Runs the tests with the registry's cudarc, and those of cudarc and candle with this workspace's.
pub(crate) fn test(
    folder: &Path,
    environment: &[(String, OsString)],
    no_run: bool,
) -> Result<[(&'static str, Results); 3]> {
    let source = cargo::workspace().join("compat").join(NAME);
    let patched = patched(&source, &folder.join(NAME))?;
    let environment = complete(folder, environment)?;
    let run = |name, workspace: &Path, arguments: &str| {
        let tests = Tests {
            name,
            workspace,
            environment: &environment,
            arguments: &arguments.split(' ').collect::<Vec<_>>(),
            of_programs: &[],
        };
        Ok::<_, anyhow::Error>((name, tests.run(no_run)?))
    };
    let mut check = cargo_in(&source, "check");
    check.args(["--locked", "--features", "tch"]);
    succeed(check.envs(environment.iter().cloned()))?;
    // candle's kernels are compiled once for the second and the third: the features of cuda-core would change them.
    Ok([
        run(
            "side-by-side",
            &source,
            "--locked --features cuda-core --test cudarc --test cuda_core",
        )?,
        run("side-by-side, candle", &source, "--locked --features candle --test candle")?,
        run("side-by-side, our cudarc", &patched, "--features candle --test cudarc --test candle")?,
    ])
}

/// Adds the variables that bindgen needs for cuda-core, and what candle links to, if its cudarc isn't ours.
fn complete(folder: &Path, environment: &[(String, OsString)]) -> Result<Vec<(String, OsString)>> {
    let wheels = Wheels::of_this_machine()?;
    let headers = Headers::pinned()?;
    let curand = headers.provision_newest("curand", &wheels)?;
    // The wheel of libclang lacks the compiler's own headers.
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(&compiler).arg("-print-file-name=include").output();
    let output = output.with_context(|| format!("starting {}", compiler.display()))?;
    let builtin = String::from_utf8_lossy(&output.stdout);
    let quoted = |path: &dyn std::fmt::Display| format!("'{path}'");
    let arguments = format!("-I{} -isystem {}", quoted(&curand.display()), quoted(&builtin.trim()));
    let mut all = registry::environment(folder, environment)?;
    all.push(("LIBCLANG_PATH".to_owned(), headers.provision_libclang(&wheels)?.into()));
    all.push(("BINDGEN_EXTRA_CLANG_ARGS".to_owned(), arguments.into()));
    Ok(all)
}

/// Copies the package to a workspace whose cudarc is ours, and returns its folder.
fn patched(source: &Path, target: &Path) -> Result<PathBuf> {
    for folder in ["src", "tests"] {
        copy(&source.join(folder), &target.join(folder))?;
    }
    let manifest = source.join("Cargo.toml");
    let text =
        fs::read_to_string(&manifest).with_context(|| format!("reading {}", manifest.display()))?;
    let workspace = cargo::workspace().display().to_string();
    let text = text.replace("path = \"../..", &format!("path = \"{workspace}"));
    let patch = format!(
        "\n[patch.crates-io]\ncudarc = {{ path = {:?} }}\n",
        format!("{workspace}/compat/cudarc")
    );
    write(&target.join("Cargo.toml"), &(text + &patch))?;
    // Without it, Cargo would choose the newest versions.
    if !target.join("Cargo.lock").exists() {
        let lock = fs::read_to_string(source.join("Cargo.lock")).context("reading Cargo.lock")?;
        write(&target.join("Cargo.lock"), &lock)?;
    }
    Ok(target.to_owned())
}
