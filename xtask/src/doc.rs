//! The documentation of the workspace's crates, as web pages.

use std::fs;
use std::process::ExitCode;

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
