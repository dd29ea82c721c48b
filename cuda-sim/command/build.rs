//! Builds the libraries of the software device, for the program to contain them.
//!
//! `cargo install` installs programs alone, and a wheel's files are anywhere, so one file has
//! everything: it is the same however it was installed, needs no Cargo when it runs, and can't meet
//! libraries of another version. They are built by a Cargo of their own, because Cargo has no
//! dependencies on dynamic libraries. That takes minutes, so only an optimized program has them;
//! one of a debug build, which tests run, is given a folder by `CUDA_SIM_LIBRARIES`.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::error::Error;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of the packages that are built, and of those that they depend on.
const SOURCES: [&str; 8] = [
    "Cargo.lock",
    "cuda-arch",
    "cuda-driver",
    "cuda-driver-sys",
    "cuda-libraries-sys",
    "cuda-pathfinder",
    "cuda-sim",
    "libraries/cudart",
];

/// What the loader asks.
const AUDIT: &str = "libcuda_sim_audit.so";

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR isn't set")?);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo::rerun-if-changed=build.rs");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    let mut files = Vec::new();
    if is_linux && env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        for source in SOURCES {
            println!("cargo::rerun-if-changed={}", workspace.join(source).display());
        }
        files = libraries(&workspace, &out)?;
    }
    let mut hash = DefaultHasher::new();
    let mut list = String::new();
    for file in &files {
        let name = file.file_name().ok_or("a file without a name")?;
        hash.write(&fs::read(file)?);
        list += &format!("({name:?}, include_bytes!({file:?})),");
    }
    // Names the folder into which they are written.
    println!("cargo::rustc-env=LIBRARIES_HASH={:016x}", hash.finish());
    fs::write(out.join("libraries.rs"), format!("&[{list}]"))?;
    Ok(())
}

/// Builds the libraries, and returns their files.
fn libraries(workspace: &Path, out: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let target = env::var("TARGET")?;
    let folder = out.join("libraries");
    let mut cargo = Command::new(env::var_os("CARGO").ok_or("CARGO isn't set")?);
    cargo
        .current_dir(workspace)
        .args(["build", "--release", "--locked", "--lib", "--bins", "--target", &target])
        .args(["--package", "cuda-sim-audit", "--package", "cuda-sim-cdylib"])
        .args(["--package", "cuda-runtime", "--target-dir"])
        .arg(out.join("target"))
        // They are not debugged.
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
    run(&mut cargo)?;
    let built = out.join("target").join(&target).join("release");
    fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    for (from, name) in [("libcuda_sim_driver.so", "libcuda.so.1"), (AUDIT, AUDIT)] {
        files.push(folder.join(name));
        fs::copy(built.join(from), folder.join(name))?;
    }
    // Links `libcudart.so.13` and so on, with the linker of the target. It runs here.
    let mut program = built.clone();
    if env::var("HOST")? != target {
        let mut cargo = Command::new(env::var_os("CARGO").ok_or("CARGO isn't set")?);
        let link =
            ["build", "--release", "--locked", "--package", "cuda-runtime", "--bin", "link-cudart"];
        cargo.current_dir(workspace).args(link).arg("--target-dir").arg(out.join("target"));
        run(&mut cargo)?;
        program = out.join("target/release");
    }
    let mut link = Command::new(program.join("link-cudart"));
    let linker = env::var_os("RUSTC_LINKER").filter(|_| env::var_os("CC").is_none());
    link.envs(linker.map(|linker| ("CC", linker)));
    run(link.arg(built.join("libcuda_runtime.a")).arg(&folder))?;
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let is_runtime = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("libcudart.so."));
        if is_runtime && !path.is_symlink() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.status().map_err(|error| format!("starting {command:?}: {error}"))?;
    if !status.success() {
        return Err(format!("{command:?} failed ({status})").into());
    }
    Ok(())
}
