//! The documentation of the workspace's crates, as web pages.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::cargo;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Open them in a browser
    #[arg(long)]
    open: bool,
}

/// Writes the pages of all libraries. rustdoc links to pages of another crate if that crate's folder exists, and to docs.rs
/// otherwise; it writes those of several crates at once, in any order, so the folders are made first.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let metadata = cargo::metadata()?;
    for package in metadata.packages.iter().filter(|package| package.is_published()) {
        let is_library = |target: &&cargo::Target| target.is("lib");
        for library in package.targets.iter().filter(is_library) {
            let folder = metadata.target_directory.join("doc").join(library.name.replace('-', "_"));
            fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        }
    }
    let mut doc = cargo::command("doc");
    doc.args(["--workspace", "--lib", "--no-deps", "--features", "cuda-driver/full"]);
    if options.open {
        doc.arg("--open");
    }
    cargo::run(&mut doc)
}

/// The variable with the rustdoc in whose place Cargo runs this program.
pub(crate) const RUSTDOC: &str = "XTASK_RUSTDOC";

/// Returns variables with which Cargo's pages of each crate are in a folder of their own. Into a common one, rustdoc merges
/// the index of all crates for every crate, which takes longer than most crates' pages.
pub(crate) fn apart() -> Result<[(&'static str, OsString); 2]> {
    let rustdoc = env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into());
    let this = env::current_exe().context("looking for this program")?;
    Ok([("RUSTDOC", this.into()), (RUSTDOC, rustdoc)])
}

/// The variable with the libraries whose examples are tested, of those that Cargo runs rustdoc for.
const TESTED: &str = "XTASK_RUSTDOC_TESTED";

/// Returns variables with which Cargo tests the examples of these packages alone: with a choice of its own, it would compile
/// what they depend on again, with other features.
pub(crate) fn tests_of<'p>(
    packages: impl Iterator<Item = &'p str>,
) -> Result<[(&'static str, OsString); 3]> {
    let reached: Vec<_> = packages.collect();
    let packages = cargo::metadata()?.packages;
    let libraries = packages.iter().filter(|package| reached.contains(&&*package.name));
    let libraries = libraries.flat_map(|package| &package.targets);
    let names: Vec<_> = libraries.map(|library| library.name.replace('-', "_")).collect();
    let [rustdoc, runs] = apart()?;
    Ok([rustdoc, runs, (TESTED, names.join(" ").into())])
}

/// Returns `true` if these are the arguments for the examples of a library that isn't to be tested.
fn is_left_out(arguments: &[OsString], tested: &str) -> bool {
    let mut names = arguments.iter().skip_while(|argument| *argument != "--crate-name").skip(1);
    let is_test = arguments.iter().any(|argument| argument == "--test");
    is_test && names.next().is_some_and(|name| tested.split(' ').all(|tested| name != tested))
}

/// Runs `rustdoc` with the arguments of this program, but for the folder.
pub(crate) fn run_apart(rustdoc: &OsStr) -> Result<ExitCode> {
    let mut arguments: Vec<_> = env::args_os().skip(1).collect();
    if env::var(TESTED).is_ok_and(|tested| is_left_out(&arguments, &tested)) {
        return Ok(ExitCode::SUCCESS);
    }
    let pages = with_own_folder(&mut arguments);
    let ended = cargo::run(Command::new(rustdoc).args(arguments))?;
    // Cargo makes the pages again if the first one isn't where it expects it.
    if let Some([own, common]) = pages
        && own.is_file()
        && !common.exists()
        && let Some(folder) = common.parent()
    {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        fs::copy(&own, &common).with_context(|| common.display().to_string())?;
    }
    Ok(ended)
}

/// Changes the folder, and returns where a crate's first page is, and where Cargo expects it.
fn with_own_folder(arguments: &mut [OsString]) -> Option<[PathBuf; 2]> {
    let value_index =
        |name: &str| Some(arguments.iter().position(|argument| argument == name)? + 1);
    let (name, folder) =
        (value_index("--crate-name")?, value_index("-o").or_else(|| value_index("--out-dir"))?);
    let (name, common) = (arguments.get(name)?, PathBuf::from(arguments.get(folder)?));
    let crate_folder = common.with_file_name("doc-of-each").join(name);
    let pages = [&crate_folder, &common].map(|folder| folder.join(name).join("index.html"));
    arguments[folder] = crate_folder.into();
    Some(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_a_crate_are_in_its_own_folder() {
        for (common, own) in [
            ("--crate-name a -o target/doc --cap-lints x", "target/doc-of-each/a"),
            ("--out-dir t/doc --crate-name b", "t/doc-of-each/b"),
            ("-vV", "-vV"),
            ("--crate-name", "--crate-name"),
        ] {
            let mut arguments: Vec<_> = common.split(' ').map(OsString::from).collect();
            with_own_folder(&mut arguments);
            assert!(arguments.iter().any(|argument| argument == own), "{arguments:?}");
        }
    }

    #[test]
    fn examples_of_other_libraries_are_left_out() {
        for (arguments, left_out) in [
            ("--crate-type lib --crate-name a --test src/lib.rs", false),
            ("--crate-type lib --crate-name b --test src/lib.rs", true),
            ("--crate-name b -o target/doc src/lib.rs", false),
            ("-vV", false),
        ] {
            let arguments: Vec<_> = arguments.split(' ').map(OsString::from).collect();
            assert_eq!(is_left_out(&arguments, "a c"), left_out, "{arguments:?}");
        }
    }
}
