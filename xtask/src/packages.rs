//! `cargo xtask packages`: programs of strangers, built out of the packages alone, as the registry would have them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use xtask::{Wheels, nvrtc};
use xtask_print::{print_line, print_note};

use crate::cargo::{self, Package};
use crate::workspace::{self, succeed, write};

/// Where to build.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder for the packages and the programs, created if it doesn't exist; by default in the target folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The examples that are to be copied, and what Cargo does with each: those that are only checked need more to be linked.
/// `nvtx` needs libclang to be built.
const EXAMPLES: [(&str, &str); 4] =
    [("kernels", "build"), ("host_code", "check"), ("vulkan", "check"), ("python", "check")];

/// The configuration of Cargo, in the folder.
const CONFIGURATION: &str = ".cargo/config.toml";

/// Packs the packages, and builds the programs.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let metadata = cargo::metadata()?;
    let folder = match &options.out {
        Some(folder) => std::path::absolute(folder)?,
        None => metadata.target_directory.join("strangers"),
    };
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let (published, private): (Vec<_>, Vec<_>) =
        metadata.packages.iter().partition(|package| package.is_published());
    let archives = metadata.target_directory.join("package");
    pack(&archives, &private)?;
    fill(&folder, &archives, &published)?;
    // Their page tells users to install it.
    let nvrtc = nvrtc::provision(&Wheels::of_this_machine()?)?;
    let mut done = 0;
    for (name, subcommand) in EXAMPLES {
        if name == "host_code" && Command::new("nvcc").arg("--version").output().is_err() {
            print_note("skipped: examples/host_code, because no nvcc is in the PATH");
            continue;
        }
        print_note(format_args!("{subcommand} examples/{name}, out of packages"));
        let copy = folder.join(name);
        copy_example(&cargo::workspace().join("examples").join(name), &copy)?;
        let mut build = workspace::cargo(&copy, subcommand);
        succeed(build.args(["--locked", "--offline"]).env(nvrtc::VARIABLE, &nvrtc))?;
        done += 1;
    }
    print_note("test the programs of the packages' pages");
    let pages = folder.join("pages");
    write_pages(&pages, &published)?;
    succeed(workspace::cargo(&pages, "generate-lockfile").arg("--offline"))?;
    let mut test = workspace::cargo(&pages, "test");
    succeed(test.args(["--doc", "--locked", "--offline"]).env(nvrtc::VARIABLE, &nvrtc))?;
    for package in
        published.iter().filter(|package| package.targets.iter().any(|target| target.is("bin")))
    {
        print_note(format_args!("install {}", package.name));
        let mut install = workspace::cargo(&folder, "install");
        // It doesn't look for the configuration of a folder.
        install.args(["--config", CONFIGURATION, "--root", "installed"]);
        install.args(["--debug", "--locked", "--offline", "--force"]);
        succeed(install.arg(&package.name))?;
        done += 1;
    }
    print_line(format_args!(
        "{} packages; {done} programs and the programs of their pages were built from them alone",
        published.len()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the archives that would be published.
fn pack(archives: &Path, private: &[&Package]) -> Result<()> {
    if archives.is_dir() {
        fs::remove_dir_all(archives).with_context(|| format!("removing {}", archives.display()))?;
    }
    let mut pack = cargo::command("package");
    pack.args(["--workspace", "--no-verify", "--allow-dirty", "--quiet"]);
    succeed(pack.args(private.iter().map(|package| format!("--exclude={}", package.name))))
}

/// Makes a folder the only source of packages: what they depend on, and they themselves.
fn fill(folder: &Path, archives: &Path, published: &[&Package]) -> Result<()> {
    let registry = folder.join("registry");
    let mut vendor = cargo::command("vendor");
    vendor.args(["--versioned-dirs", "--quiet"]);
    for (name, _) in EXAMPLES {
        vendor.arg("--sync").arg(cargo::workspace().join(format!("examples/{name}/Cargo.toml")));
    }
    // It prints the configuration that is written below.
    succeed(vendor.arg(&registry).stdout(Stdio::null()))?;
    for package in published {
        let name = format!("{}-{}", package.name, package.version);
        let file = archives.join(format!("{name}.crate"));
        let mut unpack = Command::new("tar");
        unpack.arg("-C").arg(&registry).arg("-xzf").arg(&file);
        let status = unpack.status().context("starting tar")?;
        ensure!(status.success(), "unpacking {} failed: {status}", file.display());
        let sum = Command::new("sha256sum").arg(&file).output().context("starting sha256sum")?;
        let sum = String::from_utf8(sum.stdout)?;
        let sum = sum.split_whitespace().next().context("sha256sum printed nothing")?;
        let checksum = json!({ "files": {}, "package": sum });
        write(&registry.join(name).join(".cargo-checksum.json"), &checksum.to_string())?;
    }
    fs::create_dir_all(folder.join(".cargo"))?;
    let configuration = format!(
        "[source.crates-io]\nreplace-with = \"packages\"\n\n\
         [source.packages]\ndirectory = {registry:?}\n\n\
         [build]\ntarget-dir = {:?}\n",
        folder.join("target")
    );
    write(&folder.join(CONFIGURATION), &configuration)
}

/// Copies an example, and replaces paths by versions, as its page says.
fn copy_example(from: &Path, to: &Path) -> Result<()> {
    workspace::copy(from, to)?;
    let manifest = to.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    let lines = text.lines().map(|line| match line.split_once("path = \"../../") {
        Some((before, rest)) => {
            let (_, after) = rest.split_once('"').unwrap_or_default();
            format!("{before}version = \"0.1\"{after}\n")
        }
        None => format!("{line}\n"),
    });
    write(&manifest, &lines.collect::<String>())?;
    // The lock file names the packages by their paths.
    let lock = to.join("Cargo.lock");
    if lock.is_file() {
        fs::remove_file(&lock)?;
    }
    succeed(workspace::cargo(to, "generate-lockfile").arg("--offline"))
}

/// Writes a package whose documentation is the pages of the others.
fn write_pages(folder: &Path, published: &[&Package]) -> Result<()> {
    let mut manifest = "\
[workspace]

[package]
name = \"pages\"
version = \"0.0.0\"
edition = \"2024\"

[dependencies]
ndarray = \"0.17\"
"
    .to_owned();
    let mut library = String::new();
    for package in
        published.iter().filter(|package| package.targets.iter().any(|target| target.is("lib")))
    {
        let features: Vec<&String> = package.features.keys().collect();
        manifest += &format!(
            "{} = {{ version = \"{}\", features = {features:?} }}\n",
            package.name, package.version
        );
        let page =
            folder.join(format!("../registry/{}-{}/README.md", package.name, package.version));
        let name = package.name.replace('-', "_");
        library += &format!("#[doc = include_str!({page:?})]\npub mod {name}_page {{}}\n");
    }
    fs::create_dir_all(folder.join("src"))?;
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/lib.rs"), &library)
}
