//! Compares committed PTX with NVRTC 11.8's output for its source. The crates with kernels share this file.
//!
//! That release is among those of `CUDA_NVRTC_SETS`, which `cargo xtask provision` fetches. It is the oldest that the
//! workspace has, and the only one for all devices that drivers from CUDA 11 on know. What it writes says PTX 7.8; nothing
//! in it is newer than 7.0, which those drivers read, so that is what the files say.

use std::path::{Path, PathBuf};
use std::{env, fs};

use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Arch, Nvrtc, Program, sys};

/// NVRTC 11.8, where it is among the sets.
pub fn nvrtc() -> Option<Nvrtc> {
    let sets = env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
    let folder: PathBuf = env::split_paths(&sets).find(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("11.8.")
    })?;
    let environment = Environment::simulated(Os::current(), "/");
    let search = Search::in_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
    Some(Nvrtc::from_table(sys::load_with(&search).unwrap()))
}

/// Compares `file` with what `program`, made of `source`, is compiled to; or writes it, where the variable `update` is 1.
pub fn check(program: Program, source: &str, file: &Path, update: &str) {
    let program = program.arch(Arch::compute(5, 2)).option("--std=c++14");
    let ptx = program.compile_ptx().unwrap();
    let made = tidied(ptx.as_c_str().to_str().unwrap());
    if env::var_os(update).is_some_and(|it| it == "1") {
        fs::write(file, made).unwrap();
    } else {
        let written = fs::read_to_string(file).unwrap_or_default();
        assert!(
            made == written,
            "{} isn't what {source} makes: run it with {update}=1",
            file.display()
        );
    }
}

/// What the files hold: no comments, which name the compiler's build, and the older version.
fn tidied(ptx: &str) -> String {
    let begin = ptx.find(".version").expect("PTX says its version");
    let lines = ptx[begin..].lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    let text: Vec<&str> = lines.collect();
    let text = text.join("\n").replace(".version 7.8\n", ".version 7.0\n");
    text.trim().to_owned() + "\n"
}
