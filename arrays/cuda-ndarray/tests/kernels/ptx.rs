//! Compares committed PTX with NVRTC 11.8's output for its source, and committed Rust with cuda-build's. The crates with kernels
//! share this file.
//!
//! That release is among those of `CUDA_NVRTC_SETS`, which `cargo xtask provision` fetches. It is the oldest that the
//! workspace has, and the only one for all devices that drivers from CUDA 11 on know. What it writes says PTX 7.8; nothing
//! in it is newer than 7.0, which those drivers read, so that is what the files say.

use std::path::{Path, PathBuf};
use std::{env, fs};

use cuda_build::{Arch, Build, Cache};
use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Nvrtc, Program, sys};

/// The NVRTCs of the sets.
pub fn nvrtcs() -> impl Iterator<Item = Nvrtc> {
    folders().into_iter().map(|folder| load(&folder))
}

/// NVRTC 11.8, where it is among the sets.
pub fn nvrtc() -> Option<Nvrtc> {
    let is_of_11_8 = |folder: &PathBuf| {
        folder.file_name().unwrap_or_default().to_string_lossy().starts_with("11.8.")
    };
    Some(load(&folders().into_iter().find(is_of_11_8)?))
}

fn folders() -> Vec<PathBuf> {
    env::split_paths(&env::var_os("CUDA_NVRTC_SETS").unwrap_or_default()).collect()
}

fn load(folder: &Path) -> Nvrtc {
    let environment = Environment::simulated(Os::current(), "/");
    let search = Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
    Nvrtc::from_table(sys::load_with(&search).unwrap())
}

fn updates(update: &str) -> bool {
    env::var_os(update).is_some_and(|value| value == "1")
}

/// Returns a source with the assertions of its committed Rust, which make no code; without them where the variable `update`
/// is 1.
pub fn asserted(source: String, rust: &Path, update: &str) -> String {
    if updates(update) {
        return source;
    }
    let rust = fs::read_to_string(rust).unwrap();
    let constant = rust.split_once("pub const ASSERTIONS: ").unwrap().1;
    let (constant, _) = constant.split_once("\"#;").unwrap();
    source + constant.split_once("r#\"").unwrap().1
}

/// Compares `name.rs` in `folder` with what cuda-build makes of the source; or writes it, where the variable `update` is 1.
pub fn check_rust(build: Build, folder: &Path, name: &str, update: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let build = build.arch(Arch::compute(5, 2)).cache(Cache::in_memory());
    build.generate_structures().embedded().write_to(scratch.path(), name).unwrap();
    let name = format!("{name}.rs");
    let generated = fs::read_to_string(scratch.path().join(&name)).unwrap();
    let file = folder.join(name);
    if updates(update) {
        fs::write(file, generated).unwrap();
    } else {
        let written = fs::read_to_string(&file).unwrap_or_default();
        let file = file.display();
        assert!(generated == written, "{file} isn't what its source makes: run it with {update}=1");
    }
}

/// Compares `file` with what `program`, made of `source`, is compiled to; or writes it, where the variable `update` is 1.
pub fn check(program: Program, source: &str, file: &Path, update: &str) {
    let program = program.arch(Arch::compute(5, 2)).option("--std=c++14");
    let ptx = program.compile_ptx().unwrap();
    let generated = tidied(ptx.as_c_str().to_str().unwrap());
    if updates(update) {
        fs::write(file, generated).unwrap();
    } else {
        let written = fs::read_to_string(file).unwrap_or_default();
        assert!(
            generated == written,
            "{} isn't what {source} makes: run it with {update}=1",
            file.display()
        );
    }
}

/// What the files hold: the older version, and neither comments, which name the compiler's build, nor empty lines.
fn tidied(ptx: &str) -> String {
    let lines =
        ptx.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"));
    let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
    lines.replacen(".version 7.8\n", ".version 7.0\n", 1)
}
